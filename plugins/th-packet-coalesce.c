/* th-packet-coalesce.c - what TCP added to a packet that already waited for its reader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TCP appends what it receives to the last packet of the socket's queue, and
 * the appended one ends without an event.  But bytes are copied in the order
 * in which they were received: when a reader copied more of a packet than it
 * had, and the excess is to the byte what the next packets of its CPU and
 * device brought, then these are in it.
 */
#include "config.h"

#include "th-packets-private.h"

/* IPv4 and IPv6, with and without timestamps. */
static const gint64 headers[] = { 52, 40, 72, 60 };

void
th_packet_coalesce_received (Cpu  *cpu,
                             Life *life)
{
  life->received_on = cpu;
  life->received_as = cpu->n_recent;
  cpu->recent[cpu->n_recent++ % N_RECENT] = handle_to (life);
}

/* Whether it may have gone into another one: nothing happened to it since. */
static gboolean
is_waiting (const Life *life,
            const Life *head)
{
  return life->device == head->device && life->last_kind == KIND_RX && !life->delivered && life->parent == TH_FLOW_NONE &&
         (life->state == LIFE_LIVE || life->end == END_NONE || (life->told_end && life->end == END_CONSUMED));
}

/* How many of the packets received behind @head bring @excess bytes to the
 * byte; 0 if none do.  *@last: the number of the last of them.  One that was
 * read or dropped in between ends the run: other data, or a gap. */
static guint
count_added (const Life *head,
             gint64      header,
             gint64      excess,
             guint32    *last)
{
  const Cpu *cpu = head->received_on;
  guint n = 0;

  for (guint32 i = head->received_as + 1; i != cpu->n_recent && excess > 0; i++)
    {
      const Life *life = handle_get (cpu->recent[i % N_RECENT]);
      gboolean added = life != NULL && life->parent == head->number;

      if (life != NULL && !added && (life->length <= header || life->device != head->device || life->end == END_MERGED))
        continue;
      if (!added && (life == NULL || !is_waiting (life, head)))
        return 0;
      excess -= life->length - header;
      *last = i;
      n++;
    }

  return excess == 0 ? n : 0;
}

static void
add_parts (Packets *self,
           Life    *head,
           gint64   header,
           guint32  last,
           gint64   time)
{
  const Cpu *cpu = head->received_on;

  for (guint32 i = head->received_as + 1; i != last + 1; i++)
    {
      Life *life = handle_get (cpu->recent[i % N_RECENT]);

      if (life == NULL || life->length <= header || !is_waiting (life, head))
        continue;
      th_packet_life_set_parent (life, PARENT_COALESCE, head->number, RULE_BYTES, TH_SURE_INFERRED);
      life->merged = TRUE;
      if (life->state == LIFE_LIVE)
        th_packet_life_end (self, life, END_MERGED, time);
      else
        life->end = END_MERGED;
    }
}

void
th_packet_coalesce_copied (Packets *self,
                           Life    *head,
                           gint64   time)
{
  ThStep *step = &head->steps[head->n_steps - 1];
  guint32 last = 0;

  if (head->received_on == NULL || head->received_on->n_recent - head->received_as > N_RECENT)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    if (head->copied > head->length - headers[i] && head->length >= headers[i] &&
        count_added (head, headers[i], head->copied - (head->length - headers[i]), &last) > 0)
      {
        add_parts (self, head, headers[i], last, time);
        if (step->rule == RULE_GREW || step->rule == RULE_COALESCED)
          {
            step->rule = RULE_BYTES;
            step->sureness = TH_SURE_INFERRED;
          }
        return;
      }
}
