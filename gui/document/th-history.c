/* th-history.c - the spans of time that were viewed, to go back and forward
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-history.h"

#define MAX_STEPS 256

struct _ThHistory
{
  GArray *spans;
  guint   position; /* index of the current step; meaningless if there is none */
};

static void
clear_span (gpointer data)
{
  ThSpan *span = data;

  g_clear_pointer (&span->filter, th_filter_state_unref);
}

ThHistory *
th_history_new (void)
{
  ThHistory *self = g_new0 (ThHistory, 1);

  self->spans = g_array_new (FALSE, FALSE, sizeof (ThSpan));
  g_array_set_clear_func (self->spans, clear_span);

  return self;
}

void
th_history_free (ThHistory *self)
{
  g_array_unref (self->spans);
  g_free (self);
}

void
th_history_move_all (ThHistory *self,
                     gint64     from,
                     gint64     to)
{
  for (guint i = 0; i < self->spans->len; i++)
    {
      ThSpan *span = &g_array_index (self->spans, ThSpan, i);

      span->from = from;
      span->to = to;
    }
}

static gboolean
spans_equal (const ThSpan *a,
             const ThSpan *b)
{
  return a->from == b->from && a->to == b->to && a->followed == b->followed &&
         th_filter_state_equal (a->filter, b->filter);
}

void
th_history_push (ThHistory *self,
                 ThSpan     span)
{
  gboolean is_first = self->spans->len == 0;

  if (!is_first && spans_equal (&g_array_index (self->spans, ThSpan, self->position), &span))
    return;

  /* The filter may be owned by a step that is dropped here. */
  if (span.filter != NULL)
    th_filter_state_ref (span.filter);
  if (!is_first)
    g_array_set_size (self->spans, self->position + 1);
  if (self->spans->len == MAX_STEPS)
    g_array_remove_index (self->spans, 0);

  g_array_append_val (self->spans, span);
  self->position = self->spans->len - 1;
}

gboolean
th_history_peek (ThHistory *self,
                 ThSpan    *span)
{
  if (self->spans->len == 0)
    return FALSE;

  *span = g_array_index (self->spans, ThSpan, self->position);
  return TRUE;
}

gboolean
th_history_can_back (ThHistory *self)
{
  return self->spans->len > 0 && self->position > 0;
}

gboolean
th_history_can_forward (ThHistory *self)
{
  return self->position + 1 < self->spans->len;
}

gboolean
th_history_back (ThHistory *self,
                 ThSpan    *span)
{
  if (!th_history_can_back (self))
    return FALSE;

  *span = g_array_index (self->spans, ThSpan, --self->position);
  return TRUE;
}

gboolean
th_history_forward (ThHistory *self,
                    ThSpan    *span)
{
  if (!th_history_can_forward (self))
    return FALSE;

  *span = g_array_index (self->spans, ThSpan, ++self->position);
  return TRUE;
}
