/* th-packet-gro.c - what GRO did with a packet, and into which one it went
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The return of napi_gro_receive names no packet: it is that of the innermost
 * call that is open on its CPU in its context (a flush inside the call runs
 * the whole stack, so that events of others may come in between).
 *
 * Values of enum gro_result (include/linux/netdevice.h): MERGED 0, MERGED_FREE
 * 1, HELD 2, NORMAL 3 in all kernels; behind them DROP 4 and CONSUMED 5, since
 * Linux 5.14 CONSUMED 4.  Neither of these ends a life by itself.
 */
#include "config.h"

#include "th-packets-wants.h"

enum
{
  GRO_MERGED,
  GRO_MERGED_FREE,
  GRO_HELD,
  GRO_NORMAL
};

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
}

static void
held_remove (Cpu  *cpu,
             guint index)
{
  for (guint i = index + 1; i < cpu->n_held; i++)
    cpu->held[i - 1] = cpu->held[i];
  cpu->n_held--;
}

/* What GRO held goes to the stack now: perhaps flushed by the very call that
 * merges another one into it. */
void
th_packet_gro_received (Packets   *self,
                        const Skb *skb,
                        Life      *life)
{
  Place *place = skb->place;

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
add_fitting (const Handle *handles,
             guint         n_handles,
             const Life   *life,
             Life        **fitting,
             guint         n)
{
  for (guint i = 0; i < n_handles; i++)
    {
      Life *held = handle_get (handles[i]);

      if (held != NULL && held != life && held->hash == life->hash && held->napi_id == life->napi_id)
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
  gboolean complete = th_packet_joints_are_complete (self);

  life->merged = TRUE;
  n = add_fitting (place->flushed, place->n_flushed, life, fitting, n);
  if (n == 0)
    return;

  if (n == 1 && complete)
    th_packet_life_set_link (life, PARENT_GRO, fitting[0]->number,
                             cpu->n_held + place->n_flushed == 1 ? RULE_GRO_ONLY : RULE_GRO_HASH, TH_SURE_INFERRED);
  else if (life->hash != 0 && complete)
    th_packet_life_set_link (life, PARENT_GRO, fitting[n - 1]->number, RULE_GRO_HASH, TH_SURE_INFERRED);
  else
    {
      Link *link = th_packet_life_set_link (life, PARENT_GRO, fitting[n - 1]->number, RULE_GRO_LAST, TH_SURE_AMBIGUOUS);
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
  th_packet_context_turn (cpu, event);
  if (life == NULL || (life->state != LIFE_LIVE && !life->told_end))
    return;

  th_event_get_int (event, 0, &result);
  th_packet_life_add_event (self, life, event, life->last_kind == KIND_GRO ? STAGE_GRO : STAGE_NEXT,
                            (Joint) { RULE_GRO_EXIT, TH_SURE_INFERRED },
                            result >= 0 && result < 4 ? self->word_verdicts[result] : TH_STEP_NO_DETAIL, 0);
  life->last_time = event->time;
  if (result == GRO_HELD)
    gro_hold (cpu, life);
  if (result != GRO_MERGED && result != GRO_MERGED_FREE)
    return;

  gro_merge (self, cpu, place, life);
  if (result == GRO_MERGED_FREE)
    th_packet_life_end (self, life, END_MERGED, event->time);
}
