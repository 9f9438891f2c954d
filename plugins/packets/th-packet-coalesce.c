/* th-packet-coalesce.c - infers which packets were coalesced in a socket's queue
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TCP coalesces a received packet into the last one of the socket's queue, and the
 * appended one ends without an event.  But bytes are copied in the order in which
 * they were received: if a reader copied more of a packet than its length, and the
 * excess is exactly the payload of the next packets of its CPU and its connection, then
 * these were coalesced into it.  Events that name the socket tell the connection, or else the
 * flow hash does.  If neither is known, packets of the same device count.  But a bond receives
 * a connection on several devices: if the packets of all devices add up as well, nothing is
 * inferred.
 *
 * If the flags of the reader's call are not known, bytes that it only peeked at
 * (MSG_PEEK) count as copied, so that the sum may fit by accident.  If the same
 * reader then copies from a packet that was inferred to be coalesced, the inference
 * was wrong and is withdrawn.
 *
 * With IP fragments it is the reverse: the reader gets the last one to arrive, and
 * the earlier ones were merged into it.
 */
#include "config.h"

#include "th-packet-coalesce.h"
#include "th-packet-continuation.h"
#include "th-packet-life.h"
#include "th-packets-private.h"

/* Header lengths of TCP over IPv4 and IPv6, with and without timestamps. */
static const gint64 headers[] = { 52, 40, 72, 60 };

void
th_packet_coalesce_received (Cpu  *cpu,
                             Life *life)
{
  life->received_on = cpu;
  life->received_as = cpu->n_recent;
  cpu->recent[cpu->n_recent++ % N_RECENT] = handle_to (life);
}

/* Returns whether the packet may have been coalesced: nothing has happened to it since.  A packet
 * that was sent may instead have been dropped if drops were not recorded.  If a stage
 * map's events show which packets were coalesced, only those count as coalesced. */
static gboolean
is_waiting (const Packets *self,
            const Life    *life,
            const Life    *head)
{
  if (self->spaces[head->received_on->space].coalesce_told)
    return FALSE;
  if (life->links[LINK_ORIGIN].number != TH_FLOW_NONE &&
      !th_packet_continuations_are_complete (self))
    return FALSE;

  return life->last_kind == KIND_RX && !life->delivered &&
         life->links[LINK_MERGE].number == TH_FLOW_NONE &&
         (life->state == LIFE_LIVE || life->end == END_NONE ||
          (life->end_by_map && life->end == END_CONSUMED));
}

/* Returns whether the packet may have been received by the socket that received @head. */
static gboolean
same_stream (const Life *life,
             const Life *head,
             gboolean    any_device)
{
  if (life->ends != 0 && head->ends != 0)
    return life->ends == head->ends;
  if (life->hash != 0 && head->hash != 0)
    return life->hash == head->hash;

  return any_device || life->device == head->device;
}

typedef enum
{
  CANDIDATE_PART,  /* it is, or may be, a part of the head */
  CANDIDATE_OTHER, /* it is not, but later packets may be */
  CANDIDATE_GAP    /* it is missing, or ended otherwise: no later packet is a part, either */
} Candidate;

/* @life: the packet received as number @i on the CPU of @head, after it; or NULL if it is gone. */
static Candidate
judge (const Packets *self,
       const Life    *head,
       const Life    *life,
       guint32        i,
       gint64         header,
       gboolean       any_device)
{
  if (life == NULL)
    return CANDIDATE_GAP;
  /* It was received again later, for example by a VLAN device, and counts there. */
  if (life->received_on != head->received_on || life->received_as != i)
    return CANDIDATE_OTHER;
  if (life->links[LINK_MERGE].number == head->number || life->links[LINK_MERGE].by_map)
    return CANDIDATE_PART;
  if (life->length <= header || life->end == END_MERGED || !same_stream (life, head, any_device))
    return CANDIDATE_OTHER;
  if (is_waiting (self, life, head))
    return CANDIDATE_PART;

  return life->device == head->device ? CANDIDATE_GAP : CANDIDATE_OTHER;
}

/* Returns the number of consecutive packets after @head whose payloads add up to exactly
 * @excess bytes, or 0.  Sets *@last to the number of the last one. */
static guint
count_added (const Packets *self,
             const Life    *head,
             gint64         header,
             gint64         excess,
             gboolean       any_device,
             guint32       *last)
{
  const Cpu *cpu = head->received_on;
  guint n = 0;

  for (guint32 i = head->received_as + 1; i != cpu->n_recent && excess > 0; i++)
    {
      const Life *life = handle_get (cpu->recent[i % N_RECENT]);
      Candidate candidate = judge (self, head, life, i, header, any_device);

      if (candidate == CANDIDATE_GAP)
        return 0;
      if (candidate == CANDIDATE_OTHER)
        continue;
      excess -= life->length - header;
      *last = i;
      n++;
    }

  return excess == 0 ? n : 0;
}

static void
add_part (Packets    *self,
          Life       *head,
          Life       *life,
          ParentKind  kind,
          RuleId      rule,
          gint64      time)
{
  Link *link = th_packet_life_set_link (life, kind, head->number, rule, TH_CONFIDENCE_INFERRED);

  if (link == NULL)
    return;
  link->from = MIN (head->steps[0].time, life->steps[0].time);
  link->to = time;
  life->merged = TRUE;
  if (life->state == LIFE_LIVE)
    th_packet_life_end (self, life, END_MERGED, time);
  else if (life->end == END_NONE)
    life->end = END_MERGED;
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

      if (judge (self, head, life, i, header, FALSE) == CANDIDATE_PART &&
          life->links[LINK_MERGE].number == TH_FLOW_NONE)
        add_part (self, head, life, PARENT_COALESCE, RULE_BYTES, time);
    }
}

/* --- contradictions ------------------------------------------------------ */

/* Returns packet @number if it was received before @life on the same CPU, or NULL. */
static Life *
find_received_before (const Life *life,
                      guint32     number)
{
  const Cpu *cpu = life->received_on;
  guint32 n = cpu != NULL ? MIN (life->received_as, N_RECENT - 1) : 0;

  if (cpu == NULL || cpu->n_recent - life->received_as > N_RECENT)
    return NULL;

  for (guint32 i = 1; i <= n && cpu->n_recent - (life->received_as - i) <= N_RECENT; i++)
    {
      Life *other = handle_get (cpu->recent[(life->received_as - i) % N_RECENT]);

      if (other != NULL && other->number == number)
        return other;
    }

  return NULL;
}

static gboolean
is_part_by_bytes (const Life *life,
                  guint32     head)
{
  const Link *link = &life->links[LINK_MERGE];

  return link->number == head && link->rule == RULE_BYTES && !link->by_map;
}

static void
withdraw_part (Packets *self,
               Life    *life)
{
  Link *link = &life->links[LINK_MERGE];

  g_clear_pointer (&link->candidates, g_free);
  *link = (Link) { .number = TH_FLOW_NONE };
  life->merged = FALSE;
  if (life->end != END_MERGED)
    return;

  /* If the address has been reused, it belongs to its new life. */
  if (life->why_open != TH_STEP_NO_DETAIL)
    life->end = END_NONE;
  else if (life->state == LIFE_ENDED)
    th_packet_life_revive (self, life);
}

/* Withdraws everything that was inferred from the sum of the bytes. */
static void
withdraw_parts (Packets *self,
                Life    *head)
{
  const Cpu *cpu = head->received_on;

  head->whole_length = -1;
  for (guint32 i = 0; i < head->n_steps; i++)
    if (head->steps[i].rule == RULE_BYTES)
      {
        head->steps[i].rule = RULE_GREW;
        head->steps[i].confidence = TH_CONFIDENCE_AMBIGUOUS;
      }
  for (guint32 i = head->received_as + 1; i != cpu->n_recent; i++)
    {
      Life *life = handle_get (cpu->recent[i % N_RECENT]);

      if (life != NULL && is_part_by_bytes (life, head->number))
        withdraw_part (self, life);
    }
}

void
th_packet_coalesce_contradict (Packets   *self,
                               Life      *life,
                               const Skb *skb)
{
  const Link *link = &life->links[LINK_MERGE];
  Life *head;

  if (skb->kind != KIND_COPY || life->end != END_MERGED || skb->task->calls_seen ||
      !is_part_by_bytes (life, link->number) || skb->length > life->length)
    return;

  head = find_received_before (life, link->number);
  if (head != NULL && head->reader == skb->event->task)
    withdraw_parts (self, head);
}

/* --- fragments ----------------------------------------------------------- */

/* The header length of a fragment: IPv4, or IPv6 with the fragment header.  The first
 * fragment also has the UDP header. */
static const gint64 fragment_headers[] = { 20, 48 };
#define UDP_HEADER 8
#define FRAGMENT_UNIT 8

/* The first fragment may have been consumed when its data was moved to the last one. */
static gboolean
is_fragment (const Life *life,
             const Life *head,
             gint64      header)
{
  return life != NULL && life->device == head->device && life->length > header &&
         (life->length - header) % FRAGMENT_UNIT == 0 &&
         !life->delivered && life->links[LINK_MERGE].number == TH_FLOW_NONE &&
         !(life->kinds & KIND_BIT (KIND_KFREE)) &&
         (life->last_kind == KIND_RX || life->last_kind == KIND_CONSUME);
}

/* Returns the number of packets received just before @head that form the datagram with it. */
static guint
count_fragments (const Life *head,
                 gint64      header)
{
  const Cpu *cpu = head->received_on;
  gint64 missing = head->copied + UDP_HEADER - (head->length - header);
  guint n = 0;

  while (missing > 0 && n < head->received_as && n < N_RECENT / 2)
    {
      const Life *life = handle_get (cpu->recent[(head->received_as - 1 - n) % N_RECENT]);

      if (!is_fragment (life, head, header))
        return 0;
      missing -= life->length - header;
      n++;
    }

  return missing == 0 ? n : 0;
}

static gboolean
add_fragments (Packets *self,
               Life    *head,
               gint64   time)
{
  const Cpu *cpu = head->received_on;

  for (guint i = 0; i < G_N_ELEMENTS (fragment_headers); i++)
    {
      guint n = head->length > fragment_headers[i] ? count_fragments (head, fragment_headers[i])
                : 0;

      for (guint j = 0; j < n; j++)
        add_part (self, head, handle_get (cpu->recent[(head->received_as - 1 - j) % N_RECENT]),
                  PARENT_FRAGMENT, RULE_FRAGMENTS, time);
      if (n == 0)
        continue;
      head->whole_length = fragment_headers[i] + UDP_HEADER + head->copied;
      return TRUE;
    }

  return FALSE;
}

/* --- copies -------------------------------------------------------------- */

static void
explain_copy (ThStep *step,
              RuleId  rule)
{
  if (step->rule != RULE_GREW && step->rule != RULE_COALESCED)
    return;

  step->rule = rule;
  step->confidence = TH_CONFIDENCE_INFERRED;
}

/* A reader copied more of @head than its length.  Infers which packets were coalesced into it,
 * provided that headers have the length @header; returns FALSE if nothing adds up. */
static gboolean
explain_excess (Packets *self,
                Life    *head,
                gint64   header,
                gint64   time)
{
  gint64 excess = head->copied - (head->length - header);
  guint32 last = 0, last_of_any = 0;

  if (excess <= 0 || head->length < header ||
      count_added (self, head, header, excess, FALSE, &last) == 0)
    return FALSE;
  if (count_added (self, head, header, excess, TRUE, &last_of_any) > 0 && last_of_any != last)
    return FALSE;

  add_parts (self, head, header, last, time);
  head->whole_length = header + head->copied;
  explain_copy (&head->steps[head->n_steps - 1], RULE_BYTES);
  return TRUE;
}

void
th_packet_coalesce_copied (Packets *self,
                           Life    *head,
                           gint64   time)
{
  if (head->received_on == NULL || head->received_on->n_recent - head->received_as > N_RECENT)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    if (explain_excess (self, head, headers[i], time))
      return;

  if (head->copied > head->length && add_fragments (self, head, time))
    explain_copy (&head->steps[head->n_steps - 1], RULE_FRAGMENTS);
}
