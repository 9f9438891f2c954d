/* th-selection.c - the selected event and span of time, and the table row they came from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-selection.h"

struct _ThSelection
{
  GObject      parent;

  ThRecording *recording; /* or NULL */
  ThRef        event;
  gint64       from, to;  /* TH_TIME_NONE: no span */
  ThResults   *results;   /* results of the row; NULL if there is none */
  ThRowSpan    row;
};

G_DEFINE_FINAL_TYPE (ThSelection, th_selection, G_TYPE_OBJECT)

static guint changed_signal;

/* --- event -------------------------------------------------------------- */

gboolean
th_selection_has_event (ThSelection *self,
                        ThRef        event)
{
  ThStream *stream;

  if (self->recording == NULL || event.stream >= th_recording_get_n_streams (self->recording))
    return FALSE;

  stream = th_recording_get_stream (self->recording, event.stream);
  return event.cpu < th_stream_get_n_cpus (stream) &&
         event.row < th_cpu_get_n_rows (th_stream_get_cpu (stream, event.cpu));
}

void
th_selection_set_recording (ThSelection *self,
                            ThRecording *recording)
{
  g_return_if_fail (TH_IS_SELECTION (self));

  self->event = TH_REF_NONE;
  th_selection_set_row (self, NULL, NULL);
  g_clear_pointer (&self->recording, th_recording_unref);
  self->recording = recording != NULL ? th_recording_ref (recording) : NULL;
}

ThRef
th_selection_get_event (ThSelection *self)
{
  return self->event;
}

void
th_selection_select (ThSelection *self,
                     ThRef        event)
{
  g_return_if_fail (TH_IS_SELECTION (self));

  if (!th_selection_has_event (self, event))
    event = TH_REF_NONE;
  if (th_ref_equal (self->event, event))
    return;

  self->event = event;
  g_signal_emit (self, changed_signal, 0);
}

void
th_selection_select_again (ThSelection *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- span --------------------------------------------------------------- */

gboolean
th_selection_get_span (ThSelection *self,
                       gint64      *from,
                       gint64      *to)
{
  *from = self->from;
  *to = self->to;

  return self->from != TH_TIME_NONE;
}

void
th_selection_select_span (ThSelection *self,
                          gint64       from,
                          gint64       to)
{
  g_return_if_fail (TH_IS_SELECTION (self));

  if (from == to)
    from = to = TH_TIME_NONE;
  if (self->from == MIN (from, to) && self->to == MAX (from, to))
    return;

  self->from = MIN (from, to);
  self->to = MAX (from, to);
  g_signal_emit (self, changed_signal, 0);
}

/* --- row of a table ------------------------------------------------------ */

void
th_selection_set_row (ThSelection     *self,
                      ThResults       *results,
                      const ThRowSpan *row)
{
  ThResults *held = results != NULL ? th_results_ref (results) : NULL;

  if (row != NULL)
    self->row = *row;
  g_clear_pointer (&self->results, th_results_unref);
  self->results = held;
}

const ThRowSpan *
th_selection_get_row (ThSelection *self)
{
  if (self->results == NULL || self->row.from != self->from || self->row.to != self->to ||
      !th_ref_equal (self->row.anchor, self->event))
    return NULL;

  return &self->row;
}

ThResults *
th_selection_get_row_results (ThSelection *self)
{
  return self->results;
}

/* --- class -------------------------------------------------------------- */

static void
th_selection_dispose (GObject *object)
{
  th_selection_set_recording (TH_SELECTION (object), NULL);

  G_OBJECT_CLASS (th_selection_parent_class)->dispose (object);
}

static void
th_selection_class_init (ThSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_selection_dispose;
  changed_signal = g_signal_new ("changed", TH_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
th_selection_init (ThSelection *self)
{
  self->event = TH_REF_NONE;
  self->from = self->to = TH_TIME_NONE;
}

ThSelection *
th_selection_new (void)
{
  return g_object_new (TH_TYPE_SELECTION, NULL);
}
