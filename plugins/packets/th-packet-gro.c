/* th-packet-gro.c - the effect of GRO on a packet, and the packet it was merged into
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The exit event of napi_gro_receive has no packet: it belongs to the innermost open
 * call in the context of its CPU (a flush inside the call runs the whole stack, so
 * events of other packets may come in between).
 *
 * Values of enum gro_result (include/linux/netdevice.h): MERGED 0, MERGED_FREE
 * 1, HELD 2, NORMAL 3 in all kernels; then DROP 4 and CONSUMED 5, since
 * Linux 5.14 CONSUMED 4.  Neither of these ends a life by itself.
 */
#include "config.h"

#include "th-packet-gro.h"
#include "th-packet-continuation.h"
#include "th-packet-cpu.h"
#include "th-packet-event.h"
#include "th-packet-life.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* Header lengths before the payload, without a link header: IPv6 with TCP and timestamps,
 * and the maximum with options and a tunnel. */
#define USUAL_HEADER 72
#define MAX_HEADER 156

enum
{
  GRO_MERGED,
  GRO_MERGED_FREE,
  GRO_HELD,
  GRO_NORMAL
};

/* --- lengths ------------------------------------------------------------- */

/* Returns @length, or -1 if it is impossible. */
static gint64
known_length (gint64 length)
{
  return length >= 0 && length <= G_MAXINT32 ? length : -1;
}

/* GRO keeps the header of the first packet and adds the payload of each packet it merges.
 * So @n parts with a total of @sum bytes contribute at most that sum less as many headers,
 * which all have the same length.  Parts that were not recorded may have contributed the
 * rest; an unusually long header is only accepted if there is no rest. */
static gboolean
lengths_add_up (const GroParts *into,
                guint           n,
                gint64          sum,
                gint64          shortest)
{
  gint64 most = MIN (shortest, into->own) - 1, headers = sum - (into->whole - into->own);

  if (into->whole < 0 || into->own < 0 || n == 0)
    return TRUE;

  return headers <= n * MIN (USUAL_HEADER, most) ||
         (headers % n == 0 && headers / n <= MIN (MAX_HEADER, most));
}

static gboolean
has_room (const Life *into,
          const Life *life)
{
  const GroParts *parts = &into->parts;
  gint64 length = life->parts.own;

  return length < 0 || lengths_add_up (parts, parts->n + 1, parts->sum + length,
                                       parts->n > 0 ? MIN (parts->shortest, length) : length);
}

static void
add_part (Life *into,
          Life *life)
{
  GroParts *parts = &into->parts;
  gint64 length = life->parts.own;

  if (length < 0)
    return;
  parts->shortest = parts->n > 0 ? MIN (parts->shortest, length) : length;
  parts->sum += length;
  parts->n++;
  life->parts.sibling = parts->last;
  parts->last = handle_to (life);
}

/* The merge was inferred, and according to the length it is at best a guess. */
static void
doubt_part (Life       *life,
            const Life *into)
{
  Link *link = &life->links[LINK_MERGE];

  if (link->by_map || link->number != into->number)
    return;
  if (!lengths_add_up (&into->parts, 1, life->parts.own, life->parts.own))
    {
      g_clear_pointer (&link->candidates, g_free);
      *link = (Link) { .number = TH_FLOW_NONE };
      return;
    }

  link->rule = RULE_GRO_LAST;
  link->confidence = TH_CONFIDENCE_AMBIGUOUS;
  th_packet_link_set_candidates (link, &into->number, 1);
}

/* The length of the whole shows that at least one of the parts was merged elsewhere, but not
 * which one. */
static void
check_parts (const Life *into)
{
  const GroParts *parts = &into->parts;
  Life *life = handle_get (parts->last);

  if (lengths_add_up (parts, parts->n, parts->sum, parts->shortest))
    return;

  for (guint i = 0; i < parts->n && life != NULL; i++, life = handle_get (life->parts.sibling))
    doubt_part (life, into);
}

/* --- events -------------------------------------------------------------- */

void
th_packet_gro_enter (Packets   *self,
                     const Skb *skb,
                     Life      *life)
{
  Place *place = skb->place;

  th_event_get_uint (skb->event, FIELD_A, &life->hash);
  th_event_get_uint (skb->event, FIELD_B, &life->napi_id);
  if (place->n_gro == MAX_OPEN)
    place->n_gro = 0;
  if (place->n_gro == 0)
    place->n_flushed = 0;
  th_packet_place_close (place);
  place->gro[place->n_gro++] = handle_to (life);
  life->parts = (GroParts) { .own = known_length (skb->length), .whole = -1 };
}

static void
held_remove (Cpu   *cpu,
             guint  index)
{
  for (guint i = index + 1; i < cpu->n_held; i++)
    cpu->held[i - 1] = cpu->held[i];
  cpu->n_held--;
}

/* A held packet is passed to the stack, possibly flushed by the same call that merges another
 * one into it. */
void
th_packet_gro_received (Packets   *self,
                        const Skb *skb,
                        Life      *life)
{
  Place *place = skb->place;

  if (life->kinds & KIND_BIT (KIND_GRO) && life->parts.whole < 0)
    {
      life->parts.whole = known_length (skb->length);
      check_parts (life);
    }
  for (guint i = 0; i < skb->cpu->n_held; i++)
    if (handle_get (skb->cpu->held[i]) == life)
      {
        held_remove (skb->cpu, i);
        if (place->n_gro > 0 && place->n_flushed < MAX_OPEN)
          place->flushed[place->n_flushed++] = handle_to (life);
        break;
      }
}

static void
gro_hold (Cpu  *cpu,
          Life *life)
{
  if (cpu->n_held == MAX_HELD)
    held_remove (cpu, 0);
  cpu->held[cpu->n_held++] = handle_to (life);
}

static guint
add_fitting (const Handle  *handles,
             guint          n_handles,
             const Life    *life,
             Life         **fitting,
             guint          n)
{
  for (guint i = 0; i < n_handles; i++)
    {
      Life *held = handle_get (handles[i]);

      if (held != NULL && held != life && held->hash == life->hash &&
          held->napi_id == life->napi_id && has_room (held, life))
        fitting[n++] = held;
    }

  return n;
}

static void
gro_merge (Packets     *self,
           const Cpu   *cpu,
           const Place *place,
           Life        *life)
{
  Life *fitting[MAX_HELD + MAX_OPEN];
  guint n = add_fitting (cpu->held, cpu->n_held, life, fitting, 0);
  gboolean complete = th_packet_continuations_are_complete (self);

  life->merged = TRUE;
  n = add_fitting (place->flushed, place->n_flushed, life, fitting, n);
  if (n == 0)
    return;

  if (complete && (n == 1 || life->hash != 0))
    {
      RuleId rule = n == 1 && cpu->n_held + place->n_flushed == 1 ? RULE_GRO_ONLY : RULE_GRO_HASH;

      if (th_packet_life_set_link (life, PARENT_GRO, fitting[n - 1]->number, rule,
                                   TH_CONFIDENCE_INFERRED) != NULL)
        add_part (fitting[n - 1], life);
    }
  else
    {
      Link *link = th_packet_life_set_link (life, PARENT_GRO, fitting[n - 1]->number, RULE_GRO_LAST,
                                            TH_CONFIDENCE_AMBIGUOUS);
      guint32 numbers[MAX_HELD + MAX_OPEN];

      for (guint i = 0; i < n; i++)
        numbers[i] = fitting[i]->number;
      if (link != NULL)
        th_packet_link_set_candidates (link, numbers, n);
    }
}

void
th_packet_gro_exit (Packets       *self,
                    Space         *space,
                    Cpu           *cpu,
                    Place         *place,
                    const ThEvent *event)
{
  gint64 result = -1;
  Life *life = place->n_gro > 0 ? handle_get (place->gro[--place->n_gro]) : NULL;

  space->exit_seen = TRUE;
  th_packet_cpu_turn (cpu, event);
  if (life == NULL || (life->state != LIFE_LIVE && !life->end_by_map))
    return;

  th_event_get_int (event, 0, &result);
  th_packet_life_add_event (self, life, event, life->last_kind == KIND_GRO ? STAGE_GRO : STAGE_NEXT,
                            (Continuation) { RULE_GRO_EXIT, TH_CONFIDENCE_INFERRED },
                            result >= 0 && result < 4 ? self->string_verdicts[result]
                            : TH_STEP_NO_DETAIL, 0);
  life->last_time = event->time;
  if (result == GRO_HELD)
    gro_hold (cpu, life);
  if (result != GRO_MERGED && result != GRO_MERGED_FREE)
    return;

  gro_merge (self, cpu, place, life);
  if (result == GRO_MERGED_FREE)
    th_packet_life_end (self, life, END_MERGED, event->time);
}
