/* th-packet-lost.c - the effect of lost events on the lives around them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The end of a packet, and the start of the next one at its address, may happen on any
 * CPU.  So a loss on any CPU between two events of an address breaks the continuation,
 * unless one CPU handles both events without interruption.
 */
#include "config.h"

#include "th-packet-lost.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

void
th_packet_lost_add (Packets      *self,
                    guint         cpu,
                    const ThLost *lost)
{
  Loss loss = { lost->from, lost->to, lost->to, cpu };

  if (self->losses->len > 0)
    loss.to_before = MAX (loss.to,
                          g_array_index (self->losses, Loss, self->losses->len - 1).to_before);
  g_array_append_val (self->losses, loss);
}

#define ANY_CPU G_MAXUINT

/* Returns whether events of @cpu were lost after @from and before @to. */
static gboolean
lost_between (const Packets *self,
              gint64         from,
              gint64         to,
              guint          cpu)
{
  for (guint i = self->losses->len; i > 0; i--)
    {
      const Loss *loss = &g_array_index (self->losses, Loss, i - 1);

      if (loss->to_before <= from)
        return FALSE;
      if (loss->from < to && loss->to > from && (cpu == ANY_CPU || loss->cpu == cpu))
        return TRUE;
    }

  return FALSE;
}

/* Returns whether one CPU handled both events, from the queue to the return of the driver or from
 * GRO to the stack, without losses there. */
static gboolean
is_one_run (const Packets *self,
            const ThStep  *before,
            const ThStep  *step)
{
  if (step->label == self->labels[EVENT_CONSUME] || step->label == self->labels[EVENT_KFREE])
    return FALSE;

  return before->cpu == step->cpu && !lost_between (self, before->time, step->time, step->cpu) &&
         (step->stage == STAGE_DRIVER || step->stage == STAGE_GRO || step->stage == STAGE_QDISC);
}

gboolean
th_packet_lost_break (const Packets *self,
                      Life          *life)
{
  const ThStep *before = NULL;

  if (self->losses->len == 0)
    return FALSE;
  for (guint i = 0; i < N_LINKS; i++)
    {
      Link *link = &life->links[i];

      if (link->number != TH_FLOW_NONE && link->to > link->from &&
          lost_between (self, link->from, link->to, ANY_CPU))
        link->confidence = TH_CONFIDENCE_BROKEN;
    }
  if (!lost_between (self, life->steps[0].time,
                     MIN (life->steps[life->n_steps - 1].time, G_MAXINT64 - 1) + 1, ANY_CPU))
    return FALSE;

  for (guint32 i = 0; i < life->n_steps; i++)
    {
      ThStep *step = &life->steps[i];

      if (step->flags & (TH_STEP_CONTEXT | TH_STEP_PLACE))
        continue;
      if (before != NULL && step->confidence < TH_CONFIDENCE_BROKEN &&
          !is_one_run (self, before, step) &&
          lost_between (self, before->time, step->time, ANY_CPU))
        {
          step->confidence = TH_CONFIDENCE_BROKEN;
          step->rule = RULE_LOST;
        }
      before = step;
    }

  return TRUE;
}
