/* th-filter-watch.c - waits for the first event that matches a filter, while a recording loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-watch.h"

#include <glib/gi18n-lib.h>

/* The number of rows between two checks for cancellation. */
#define STEP_ROWS (1u << 15)

struct _ThFilterWatch
{
  ThRecording       *recording;
  ThFilter          *filter;
  ThFilterEvaluator *evaluator;
  ThRows            *rows;
  gint64             first;     /* the earliest match so far; TH_TIME_NONE: none */
  gint               cancelled; /* atomic */
};

ThFilterWatch *
th_filter_watch_new (ThRecording  *recording,
                     const char   *text,
                     guint        *begin,
                     guint        *end,
                     GError      **error)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, begin, end, error);
  ThFilterWatch *self;

  if (filter == NULL)
    return NULL;
  if (!th_filter_is_ready (filter))
    {
      *begin = *end = 0;
      g_set_error_literal (error, TH_FILTER_ERROR, TH_FILTER_ERROR_TYPE,
                           _("results of an analysis are not known before the recording ends; use "
                             "fields of events"));
      return NULL;
    }

  self = g_new0 (ThFilterWatch, 1);
  self->recording = th_recording_ref (recording);
  self->evaluator = th_filter_evaluator_new (filter);
  self->filter = g_steal_pointer (&filter);
  self->rows = th_rows_new (recording);
  self->first = TH_TIME_NONE;
  return self;
}

void
th_filter_watch_free (ThFilterWatch *self)
{
  if (self == NULL)
    return;
  th_filter_evaluator_free (self->evaluator);
  th_filter_unref (self->filter);
  th_rows_unref (self->rows);
  th_recording_unref (self->recording);
  g_free (self);
}

static gboolean
is_cancelled (ThFilterWatch *self)
{
  return g_atomic_int_get (&self->cancelled) != 0;
}

static void
look_at_cpu (ThFilterWatch *self,
             ThStream      *stream,
             guint          cpu)
{
  guint index = th_stream_get_index (stream);
  guint32 row = th_rows_get_decided (self->rows, index, cpu);
  gint64 time;

  while (!is_cancelled (self) &&
         th_filter_evaluator_evaluate (self->evaluator, self->rows, index, cpu, STEP_ROWS) > 0)
    ;
  row = th_rows_next (self->rows, index, cpu, row);
  if (row == G_MAXUINT32)
    return;

  time = th_cpu_get_time (th_stream_get_cpu (stream, cpu), row);
  if (self->first == TH_TIME_NONE || time < self->first)
    self->first = time;
}

/* Looks at the events that were published since the last step. */
static gboolean
watch_step (ThFilterWatch *self,
            gint64        *time)
{
  /* Read before the rows, so that this step sees all rows up to the watermark. */
  gint64 watermark = th_recording_get_watermark (self->recording);

  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    {
      ThStream *stream = th_recording_get_stream (self->recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        look_at_cpu (self, stream, c);
    }

  *time = self->first;
  return self->first != TH_TIME_NONE && watermark != TH_TIME_NONE && self->first <= watermark &&
         !is_cancelled (self);
}

gboolean
th_filter_watch_run (ThFilterWatch *self,
                     gint64        *time)
{
  gboolean live = TRUE;
  guint serial = 0;

  while (live && !is_cancelled (self))
    {
      serial = th_recording_wait_growth (self->recording, serial);
      /* Read before the step: if the load has ended, the step sees all of it. */
      live = th_recording_is_live (self->recording);
      if (!is_cancelled (self) && watch_step (self, time))
        return TRUE;
    }
  return FALSE;
}

void
th_filter_watch_cancel (ThFilterWatch *self)
{
  g_atomic_int_set (&self->cancelled, 1);
  th_recording_note_growth (self->recording);
}
