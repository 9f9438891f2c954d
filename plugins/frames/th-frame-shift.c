/* th-frame-shift.c - how far a capture and a trace must be moved to fit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-frame-shift.h"
#include "th-frames.h"
#include "th-runner.h"

#define POLL_USEC 50000

/* --- the analysis ---------------------------------------------------------------- */

typedef struct
{
  ThRunner *runner;
  gint      ended; /* atomic */
} Run;

static gpointer
run_thread (gpointer data)
{
  Run *self = data;

  while (th_runner_advance (self->runner))
    g_usleep (POLL_USEC);
  g_atomic_int_set (&self->ended, TRUE);
  return NULL;
}

/* The analysis passes all events of a loaded recording at once, so another thread runs it while
 * this one tells how far it is.  NULL if it does not fit the recording. */
static ThResults *
analyze (ThRecording *joined,
         ThProgress  *progress)
{
  static const ThAnalysis *const list[] = { &th_frames_analysis, NULL };
  g_autoptr(ThRunner) runner = th_runner_new (joined, list);
  g_autoptr(ThResults) results = th_runner_add (runner, &th_frames_analysis, NULL, NULL);
  Run run = { runner, FALSE };
  GThread *thread = g_thread_new ("frames", run_thread, &run);

  while (progress != NULL && !g_atomic_int_get (&run.ended) &&
         !th_progress_is_cancelled (progress))
    {
      th_progress_set (progress, th_runner_get_progress (runner));
      g_usleep (POLL_USEC);
    }
  if (th_progress_is_cancelled (progress))
    th_runner_cancel (runner);
  g_thread_join (thread);
  return g_steal_pointer (&results);
}

/* --- what it found --------------------------------------------------------------- */

gboolean
th_frame_shift_is_capture (ThRecording *part)
{
  for (guint i = 0; i < th_recording_get_n_streams (part); i++)
    if (th_stream_is_interface (th_recording_get_stream (part, i)))
      return TRUE;
  return FALSE;
}

/* A row of clocks belongs to the capture @part, or to the first recording if that is the capture;
 * then the other one moves the other way. */
static gboolean
is_row_of (ThTable *table,
           guint32  row,
           guint    part,
           gboolean is_capture)
{
  return is_capture
         ? th_table_get_cell_by_id (table, row, "part") == (gint64) part + 1
         : th_table_get_cell_by_id (table, row, "part") == 1 &&
           th_table_get_cell_by_id (table, row, "other_part") == (gint64) part + 1;
}

static gint64
count_matched (ThTable *table,
               guint32  row)
{
  return th_table_get_cell_by_id (table, row, "exact") +
         th_table_get_cell_by_id (table, row, "inferred");
}

static gint64
get_error (ThTable     *table,
           guint32      row,
           ThRecording *capture)
{
  gint64 low = th_table_get_cell_by_id (table, row, "low");
  gint64 high = th_table_get_cell_by_id (table, row, "high");
  gint64 at = th_table_get_cell_by_id (table, row, "at");
  double drift = (double) th_table_get_cell_by_id (table, row, "drift");
  double error = MAX (fabs ((double) low), fabs ((double) high)), distance = 0;
  gint64 first, last;

  if (th_recording_get_range (capture, &first, &last))
    distance = MAX (fabs ((double) at - (double) first), fabs ((double) last - (double) at));
  error += fabs (drift) * distance / 1e9;
  return error < (double) G_MAXINT64 ? (gint64) error : G_MAXINT64;
}

/* The interface with most matches decides. */
static gboolean
read_clocks (ThResults    *results,
             ThRecording  *joined,
             guint         part,
             ThFrameShift *shift,
             char        **why)
{
  ThTable *table = th_results_find_table (results, "frame-clocks");
  ThRecording *moved = th_recording_get_part (joined, part);
  gboolean is_capture = th_frame_shift_is_capture (moved);
  gint64 state = TH_CELL_NONE, offset = TH_CELL_NONE;

  shift->matched = -1;
  for (guint32 row = 0; table != NULL && row < th_table_get_n (table); row++)
    {
      gint64 found = th_table_get_cell_by_id (table, row, "offset");

      if (!is_row_of (table, row, part, is_capture))
        continue;
      if (state == TH_CELL_NONE)
        state = th_table_get_cell_by_id (table, row, "state");
      if (found == TH_CELL_NONE || count_matched (table, row) <= shift->matched)
        continue;
      offset = is_capture ? found : -found;
      shift->matched = count_matched (table, row);
      shift->frames = th_table_get_cell_by_id (table, row, "frames");
      shift->error = get_error (table, row, is_capture ? moved : th_recording_get_part (joined, 0));
    }
  if (offset != TH_CELL_NONE &&
      !__builtin_add_overflow (th_recording_get_shift (moved), offset, &shift->shift))
    return TRUE;

  *why = g_strdup (state != TH_CELL_NONE ? th_results_get_word (results, (guint32) state)
                                         : _("no packets in common"));
  return FALSE;
}

gboolean
th_frame_shift_find (ThRecording   *joined,
                     guint          part,
                     ThProgress    *progress,
                     ThFrameShift  *shift,
                     char         **why)
{
  g_autoptr(ThResults) results = analyze (joined, progress);

  *why = NULL;
  if (th_progress_is_cancelled (progress))
    return FALSE;
  if (results != NULL)
    return read_clocks (results, joined, part, shift, why);
  *why = g_strdup (_("no packets in common"));
  return FALSE;
}
