/* th-packet-alignment.c - aligns a capture with a trace by matching its frames with packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-alignment.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-frames.h"
#include "th-job.h"
#include "th-runner.h"

#define POLL_USEC 50000

typedef struct
{
  ThDocument            *document;
  ThRecording           *recording;
  guint                  part;
  ThPacketAlignmentDone  done;

  /* Written by the worker. */
  gint64                 shift;   /* replaces the present one of the part */
  gint64                 error;   /* ns */
  gint64                 matched; /* frames */
  gint64                 frames;
} Alignment;

static void
alignment_free (gpointer data)
{
  Alignment *self = data;

  g_object_unref (self->document);
  th_recording_unref (self->recording);
  g_free (self);
}

/* --- on the worker ----------------------------------------------------------- */

static gpointer
run_thread (gpointer runner)
{
  while (th_runner_advance (runner))
    g_usleep (POLL_USEC);
  return NULL;
}

/* Returns FALSE if it was cancelled. */
static gboolean
run (ThRunner   *runner,
     ThProgress *progress)
{
  GThread *thread = g_thread_new ("frames", run_thread, runner);

  while (!th_progress_is_cancelled (progress) && th_runner_get_progress (runner) < 1)
    {
      th_progress_set (progress, th_runner_get_progress (runner));
      g_usleep (POLL_USEC);
    }
  if (th_progress_is_cancelled (progress))
    th_runner_cancel (runner);
  g_thread_join (thread);
  return !th_progress_is_cancelled (progress);
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

/* How far a frame may be from the event of its packet once all are moved by one offset: what the
 * matches differ by, and what the drift adds at the end that is farther away. */
static gint64
get_error (ThTable     *table,
           guint32      row,
           ThRecording *capture)
{
  gint64 low = th_table_get_cell_by_id (table, row, "low");
  gint64 high = th_table_get_cell_by_id (table, row, "high");
  gint64 at = th_table_get_cell_by_id (table, row, "at");
  double drift = (double) th_table_get_cell_by_id (table, row, "drift");
  double error = MAX (ABS ((double) low), ABS ((double) high)), distance = 0;
  gint64 first, last;

  if (th_recording_get_range (capture, &first, &last))
    distance = MAX (ABS ((double) at - (double) first), ABS ((double) last - (double) at));
  error += ABS (drift) * distance / 1e9;
  return error < G_MAXINT64 ? (gint64) error : G_MAXINT64;
}

static gboolean
is_capture (ThRecording *part)
{
  for (guint i = 0; i < th_recording_get_n_streams (part); i++)
    if (th_stream_is_interface (th_recording_get_stream (part, i)))
      return TRUE;
  return FALSE;
}

/* The row of the interface with most matches decides. */
static gboolean
take_clock (Alignment  *self,
            ThResults  *results,
            GError    **error)
{
  ThTable *table = th_results_find_table (results, "frame-clocks");
  ThRecording *part = th_recording_get_part (self->recording, self->part);
  gboolean capture = is_capture (part);
  gint64 state = TH_CELL_NONE, offset = TH_CELL_NONE, most = -1;

  for (guint32 row = 0; table != NULL && row < th_table_get_n (table); row++)
    {
      gint64 found = th_table_get_cell_by_id (table, row, "offset");

      if (!is_row_of (table, row, self->part, capture))
        continue;
      if (state == TH_CELL_NONE)
        state = th_table_get_cell_by_id (table, row, "state");
      if (found == TH_CELL_NONE || count_matched (table, row) <= most)
        continue;
      offset = capture ? found : -found;
      self->matched = most = count_matched (table, row);
      self->frames = th_table_get_cell_by_id (table, row, "frames");
      self->error = get_error (table, row, capture ? part
                                                   : th_recording_get_part (self->recording, 0));
    }
  if (most >= 0 && !__builtin_add_overflow (th_recording_get_shift (part), offset, &self->shift))
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       state != TH_CELL_NONE ? th_results_get_word (results, (guint32) state)
                                             : _("no packets in common"));
  return FALSE;
}

static gboolean
work (gpointer     data,
      ThProgress  *progress,
      GError     **error)
{
  static const ThAnalysis *const list[] = { &th_frames_analysis, NULL };
  Alignment *self = data;
  g_autoptr(ThRunner) runner = th_runner_new (self->recording, list);
  g_autoptr(ThResults) results = th_runner_add (runner, &th_frames_analysis, NULL, error);

  return results != NULL && run (runner, progress) && take_clock (self, results, error);
}

/* --- on the main thread -------------------------------------------------------- */

static char *
describe (const Alignment *self,
          const char      *name)
{
  g_autofree char *shift = th_document_format_duration (self->document, self->shift);
  g_autofree char *matched = th_format_count ((guint64) self->matched);
  g_autofree char *frames = th_format_count ((guint64) self->frames);

  /* Translators: the name of a recording, an offset, a number of µs, two counts */
  return g_strdup_printf (_("%s was shifted by %s to align by packets. 98 %% of its frames are "
                            "within %.1f µs of the events of their packets; %s of %s were matched. "
                            "“Offsets…” in the Open menu undoes it."),
                          name, shift, (double) self->error / 1000, matched, frames);
}

static void
done_cb (GtkWidget    *owner,
         gboolean      succeeded,
         const GError *error,
         gpointer      data)
{
  Alignment *self = data;
  ThRecording *part = th_recording_get_part (self->recording, self->part);
  g_autofree char *name = th_display_text_make_valid (th_recording_get_name (part));
  g_autofree char *text = NULL;

  if (!succeeded && error == NULL)
    return;
  if (th_document_get_recording (self->document) != self->recording)
    {
      self->done (owner, FALSE, _("The recordings on the timeline have changed: align again."));
      return;
    }
  if (succeeded)
    {
      text = describe (self, name);
      th_document_align (self->document, self->part, TH_ALIGN_SHIFT, self->shift);
    }
  else
    /* Translators: the name of a recording, and why: "no packets in common" */
    text = g_strdup_printf (_("%s was not shifted: its frames cannot be matched with packets (%s). "
                              "A longer capture may help, or an offset that is typed."), name,
                            error->message);
  self->done (owner, succeeded, text);
}

gboolean
th_packet_alignment_can_run (ThRecording *recording,
                             guint        part)
{
  return is_capture (th_recording_get_part (recording, 0)) ||
         is_capture (th_recording_get_part (recording, part));
}

void
th_packet_alignment_run (GtkWidget             *owner,
                         ThDocument            *document,
                         guint                  part,
                         ThPacketAlignmentDone  done)
{
  ThRecording *recording = th_document_get_recording (document);
  Alignment *self;

  if (recording == NULL || th_document_get_state (document) != TH_DOCUMENT_LOADED ||
      part >= th_recording_get_n_parts (recording))
    return;

  self = g_new0 (Alignment, 1);
  self->document = g_object_ref (document);
  self->recording = th_recording_ref (recording);
  self->part = part;
  self->done = done;
  th_job_run (owner, _("Align by Packets"),
              _("Frames of the capture are matched with packets of the trace."), work, self,
              alignment_free, done_cb);
}
