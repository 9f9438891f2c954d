/* th-report-review.c - writes the report of a review of which one recording is open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-review.h"

#include <glib/gi18n-lib.h>

#include "th-compare-baseline.h"
#include "th-compare-take.h"
#include "th-note-file.h"
#include "th-printable.h"
#include "th-report-load.h"
#include "th-report-sides.h"
#include "th-report.h"
#include "th-time-span.h"

/**
 * Making:
 * @recordings: (element-type ThNotesRecording): loaded so far
 * @sides: (element-type ThReportSides)
 * @n_steps: one for each recording of the review, one for each file of a comparison, and one to
 *   write the report
 */
typedef struct
{
  ThReview               *review;
  ThNotes                *notes;
  const ThNotesRecording *open;
  GArray                 *recordings;
  GArray                 *sides;
  GPtrArray              *problems;
  ThProgress             *progress;
  guint                   n_done;
  guint                   n_steps;
} Making;

static void
making_clear (Making *self)
{
  g_clear_pointer (&self->recordings, g_array_unref);
  g_clear_pointer (&self->sides, g_array_unref);
  g_clear_pointer (&self->notes, th_notes_free);
  g_clear_pointer (&self->review, th_review_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Making, making_clear)

static double
get_part (const Making *self,
          guint         n_done)
{
  return (double) n_done / MAX (self->n_steps, 1);
}

static void
end_step (Making *self)
{
  th_progress_set (self->progress, get_part (self, ++self->n_done));
}

static ThRecording *
load_file (const Making  *self,
           const char    *path,
           GPtrArray    **results,
           GError       **error)
{
  return th_report_load (path, self->progress, get_part (self, self->n_done),
                         get_part (self, self->n_done + 1), results, error);
}

/* --- recordings --------------------------------------------------------------- */

/* Adds a recording of the review that is not open; one that cannot be read is left out, as the
 * report says then. */
static void
add_closed (Making                  *self,
            const ThReviewRecording *recording)
{
  ThNotesRecording loaded = { .key = th_review_get_original (recording) };

  if (th_review_check (self->review, recording) != TH_REVIEW_PRESENT)
    return;

  loaded.path = th_review_dup_path (self->review, recording);
  loaded.recording = load_file (self, loaded.path, &loaded.results, NULL);
  if (loaded.recording != NULL)
    g_array_append_val (self->recordings, loaded);
  else
    g_free (loaded.path);
}

/* @key may be NULL. */
static void
add_open (Making     *self,
          const char *key)
{
  ThNotesRecording open = { th_recording_ref (self->open->recording),
                            g_ptr_array_ref (self->open->results), key,
                            g_strdup (self->open->path) };

  g_array_append_val (self->recordings, open);
}

/* Adds the recordings of the review in its order, and the open one if it is not among them. */
static void
add_recordings (Making *self)
{
  g_autofree char *key = self->open->path != NULL ? th_review_make_key (self->open->path, NULL)
                                                  : NULL;
  gboolean is_open_added = FALSE;

  for (guint i = 0;
       i < self->review->recordings->len && !th_progress_is_cancelled (self->progress); i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->review->recordings, i);

      if (g_strcmp0 (recording->key, key) == 0)
        {
          add_open (self, th_review_get_original (recording));
          is_open_added = TRUE;
        }
      else
        add_closed (self, recording);
      end_step (self);
    }
  if (!is_open_added)
    add_open (self, NULL);
}

/* --- comparisons -------------------------------------------------------------- */

static const ThNotesRecording *
find_loaded (const Making *self,
             const char   *path)
{
  for (guint i = 0; i < self->recordings->len; i++)
    {
      const ThNotesRecording *loaded = &g_array_index (self->recordings, ThNotesRecording, i);

      if (g_strcmp0 (loaded->path, path) == 0)
        return loaded;
    }
  return NULL;
}

static gboolean
take_recording (const Making  *self,
                const char    *file,
                GPtrArray     *runs,
                GError       **error)
{
  const char *range;
  g_autofree char *path = th_time_span_split (file, &range);
  g_autofree char *name = g_filename_display_basename (file);
  const ThNotesRecording *loaded = find_loaded (self, path);
  g_autoptr(GPtrArray) all = loaded != NULL ? g_ptr_array_ref (loaded->results) : NULL;
  g_autoptr(ThRecording) recording = loaded != NULL ? th_recording_ref (loaded->recording)
                                                    : load_file (self, path, &all, error);
  gint64 from, to;

  if (recording == NULL || !th_time_span_parse_range (recording, range, &from, &to, error))
    return FALSE;

  g_ptr_array_add (runs, th_compare_run_take (recording, all, name, from, to));
  return TRUE;
}

static gboolean
take_file (const Making  *self,
           const char    *file,
           GPtrArray     *runs,
           GError       **error)
{
  g_autoptr(GPtrArray) found = NULL;

  if (!th_compare_baseline_detect (file))
    return take_recording (self, file, runs, error);

  found = th_compare_baseline_load (file, error);
  for (guint i = 0; found != NULL && i < found->len; i++)
    g_ptr_array_add (runs, th_compare_run_ref (g_ptr_array_index (found, i)));
  return found != NULL;
}

/* FALSE with an error, or without one if it was cancelled. */
static gboolean
compare (Making         *self,
         ThReportSides  *sides,
         GError        **error)
{
  ThVerdictOptions verdict;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; sides->files[side][i] != NULL; i++)
      {
        if (th_progress_is_cancelled (self->progress) ||
            !take_file (self, sides->files[side][i], sides->runs[side], error))
          return FALSE;
        end_step (self);
      }

  th_verdict_options_init (&verdict);
  sides->comparison = th_comparison_new (sides->runs[0], sides->runs[1], &verdict, error);
  return sides->comparison != NULL;
}

static void
make_comparisons (Making *self)
{
  for (guint i = 0; i < self->sides->len; i++)
    {
      ThReportSides *sides = &g_array_index (self->sides, ThReportSides, i);
      g_autoptr(GError) error = NULL;
      g_autofree char *reason = NULL;

      if (compare (self, sides, &error) || error == NULL)
        continue;
      reason = th_printable_line (error->message);
      g_ptr_array_add (self->problems, g_strdup_printf (_("the comparison “%s” is left out: %s"),
                                                        sides->title, reason));
    }
}

static gboolean
has_same_runs (const ThComparison *a,
               const ThComparison *b,
               guint               side)
{
  guint n = th_comparison_get_n_runs (a, side);
  gboolean same = th_comparison_get_n_runs (b, side) == n;

  for (guint i = 0; i < n && same; i++)
    same = g_str_equal (th_compare_run_get_name (th_comparison_get_run (a, side, i)),
                        th_compare_run_get_name (th_comparison_get_run (b, side, i)));
  return same;
}

/* Puts @shown, which may be NULL, before the comparisons of the sessions, if it is not one. */
static void
add_shown (GArray                   *comparisons,
           const ThReportComparison *shown)
{
  for (guint i = 0; shown != NULL && i < comparisons->len; i++)
    {
      const ThComparison *saved = g_array_index (comparisons, ThReportComparison, i).comparison;

      if (has_same_runs (shown->comparison, saved, 0) &&
          has_same_runs (shown->comparison, saved, 1))
        return;
    }
  if (shown != NULL)
    g_array_prepend_vals (comparisons, shown, 1);
}

/* --- all of it ---------------------------------------------------------------- */

static gboolean
open_review (Making      *self,
             const char  *folder,
             GError     **error)
{
  g_autofree char *notes = NULL;

  if ((self->review = th_review_open (folder, error)) == NULL)
    return FALSE;

  self->notes = th_notes_new ();
  notes = th_review_dup_notes (self->review);
  return th_note_folder_read (notes, self->notes, error);
}

static void
count_steps (Making *self)
{
  self->n_steps = 1 + self->review->recordings->len;
  for (guint i = 0; i < self->sides->len; i++)
    for (guint side = 0; side < 2; side++)
      self->n_steps += g_strv_length (g_array_index (self->sides, ThReportSides, i).files[side]);
}

gboolean
th_report_review_write (const char                *folder,
                        const ThNotesRecording    *open,
                        const ThReportComparison  *shown,
                        const char                *path,
                        GPtrArray                 *problems,
                        ThProgress                *progress,
                        GError                   **error)
{
  g_auto(Making) self = { .open = open, .problems = problems, .progress = progress };
  g_autoptr(GArray) comparisons = NULL;

  self.recordings = th_notes_recordings_new ();
  self.sides = th_report_sides_new ();
  if (!open_review (&self, folder, error))
    return FALSE;

  th_report_sides_add_sessions (self.sides, self.review, problems);
  count_steps (&self);
  add_recordings (&self);
  make_comparisons (&self);
  if (th_progress_is_cancelled (progress))
    return FALSE;

  comparisons = th_report_sides_list_comparisons (self.sides);
  add_shown (comparisons, shown);
  return th_report_write (&(ThReportAbout) {
    .path = path, .recordings = self.recordings, .review = self.review, .notes = self.notes,
    .comparisons = comparisons->len > 0 ? comparisons : NULL, .progress = progress,
    .progress_begin = get_part (&self, self.n_steps - 1)
  }, error);
}
