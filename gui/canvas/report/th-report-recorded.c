/* th-report-recorded.c - how the recordings of a report were made, and what they lack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-problem.h"
#include "th-facts-table.h"
#include "th-report-private.h"

void
th_report_begin (ThReport               *self,
                 const ThNotesRecording *recording,
                 const char             *title,
                 gboolean               *begun)
{
  if (!*begun)
    self->format->heading (self->text, 2, title);
  *begun = TRUE;
  th_report_add_name (self, recording);
}

void
th_report_add_name (ThReport               *self,
                    const ThNotesRecording *recording)
{
  g_autofree char *name = g_filename_display_basename (recording->path);

  if (recording->label != NULL)
    self->format->heading (self->text, 3, recording->label);
  else if (self->about->recordings->len > 1)
    self->format->heading (self->text, 3, name);
}

static void
add_buffers (ThReport    *self,
             ThRecording *recording)
{
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStreamStats *stats = th_stream_stats_new (recording,
                                                  th_recording_get_stream (recording, i), NULL);
      g_autoptr(ThTextTable) facts = th_stream_make_facts (stats);
      g_autofree char *title = th_stream_dup_title (stats);

      self->format->table (self->text, facts, TH_REPORT_PAIRS, title, NULL);
      th_stream_stats_free (stats);
    }
}

/* The problems of the load, and what analyses could not find. */
static GPtrArray *
list_problems (const ThNotesRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording->recording);
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < problems->len; i++)
    g_ptr_array_add (lines, th_problem_describe (g_ptr_array_index (problems, i)));
  for (guint i = 0; i < recording->results->len; i++)
    {
      ThResults *results = g_ptr_array_index (recording->results, i);
      g_auto(GStrv) remarks = th_results_list_remarks (results);

      for (guint j = 0; remarks[j] != NULL; j++)
        g_ptr_array_add (lines, g_strdup_printf ("%s: %s", th_results_get_title (results),
                                                 remarks[j]));
    }

  return lines;
}

static void
add_recording (ThReport               *self,
               const ThNotesRecording *recording)
{
  g_autoptr(ThTextTable) facts = th_recording_make_facts (recording->recording, FALSE);
  g_autoptr(GPtrArray) problems = list_problems (recording);

  th_report_add_name (self, recording);
  self->format->table (self->text, facts, TH_REPORT_PAIRS, _("Recording"), NULL);
  add_buffers (self, recording->recording);
  if (problems->len > 0)
    {
      self->format->paragraph (self->text, _("What it lacks:"));
      self->format->list (self->text, problems);
    }
}

/* The recordings of the review that could not be read, or have another content. */
static void
add_missing (ThReport *self)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; self->about->review != NULL && i < self->about->review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->about->review->recordings, i);
      g_autofree char *name = g_filename_display_basename (recording->path);
      ThReviewState state = th_review_check (self->about->review, recording);

      if (state == TH_REVIEW_MISSING)
        g_ptr_array_add (lines, g_strdup_printf (_("“%s” is missing."), name));
      else if (state == TH_REVIEW_CHANGED)
        g_ptr_array_add (lines, g_strdup_printf (_("“%s” has another content than the review "
                                                   "says."), name));
    }
  if (lines->len > 0)
    self->format->list (self->text, lines);
}

void
th_report_add_recorded (ThReport *self)
{
  self->format->heading (self->text, 2, _("How It Was Recorded"));
  add_missing (self);
  for (guint i = 0; i < self->about->recordings->len; i++)
    add_recording (self, th_report_get_recording (self, i));
}
