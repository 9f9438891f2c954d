/* th-history.c - the views that were left, to go back and forward
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-history.h"

#define MAX_STEPS 256

struct _ThHistory
{
  GArray *steps;
  guint   position; /* index of the current step; meaningless if there is none */
};

static void
clear_step (gpointer data)
{
  ThHistoryStep *step = data;

  g_clear_pointer (&step->filter, th_filter_state_unref);
}

ThHistory *
th_history_new (void)
{
  ThHistory *self = g_new0 (ThHistory, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (ThHistoryStep));
  g_array_set_clear_func (self->steps, clear_step);

  return self;
}

void
th_history_free (ThHistory *self)
{
  g_array_unref (self->steps);
  g_free (self);
}

void
th_history_move_all (ThHistory *self,
                     gint64     from,
                     gint64     to)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      ThHistoryStep *step = &g_array_index (self->steps, ThHistoryStep, i);

      step->from = from;
      step->to = to;
    }
}

static gboolean
steps_equal (const ThHistoryStep *a,
             const ThHistoryStep *b)
{
  return a->from == b->from && a->to == b->to && a->followed == b->followed &&
         th_filter_state_equal (a->filter, b->filter);
}

void
th_history_push (ThHistory     *self,
                 ThHistoryStep  step)
{
  gboolean is_first = self->steps->len == 0;

  if (!is_first && steps_equal (&g_array_index (self->steps, ThHistoryStep, self->position), &step))
    return;

  /* The filter may be owned by a step that is dropped here. */
  if (step.filter != NULL)
    th_filter_state_ref (step.filter);
  if (!is_first)
    g_array_set_size (self->steps, self->position + 1);
  if (self->steps->len == MAX_STEPS)
    g_array_remove_index (self->steps, 0);

  g_array_append_val (self->steps, step);
  self->position = self->steps->len - 1;
}

gboolean
th_history_peek (ThHistory     *self,
                 ThHistoryStep *step)
{
  if (self->steps->len == 0)
    return FALSE;

  *step = g_array_index (self->steps, ThHistoryStep, self->position);
  return TRUE;
}

gboolean
th_history_can_back (ThHistory *self)
{
  return self->steps->len > 0 && self->position > 0;
}

gboolean
th_history_can_forward (ThHistory *self)
{
  return self->position + 1 < self->steps->len;
}

gboolean
th_history_back (ThHistory     *self,
                 ThHistoryStep *step)
{
  if (!th_history_can_back (self))
    return FALSE;

  *step = g_array_index (self->steps, ThHistoryStep, --self->position);
  return TRUE;
}

gboolean
th_history_forward (ThHistory     *self,
                    ThHistoryStep *step)
{
  if (!th_history_can_forward (self))
    return FALSE;

  *step = g_array_index (self->steps, ThHistoryStep, ++self->position);
  return TRUE;
}
