/* th-packet-alignment.c - aligns a capture with a trace by matching its frames with packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-packet-alignment.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-frame-shift.h"
#include "th-job.h"

typedef struct
{
  ThDocument            *document;
  ThRecording           *recording;
  guint                  part;
  ThPacketAlignmentDone  done;

  ThFrameShift           found;     /* written by the worker */
} Alignment;

static void
alignment_free (gpointer data)
{
  Alignment *self = data;

  g_object_unref (self->document);
  th_recording_unref (self->recording);
  g_free (self);
}

static gboolean
work (gpointer     data,
      ThProgress  *progress,
      GError     **error)
{
  Alignment *self = data;
  g_autofree char *why = NULL;

  if (th_frame_shift_find (self->recording, self->part, progress, &self->found, &why))
    return TRUE;
  if (why != NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, why);
  return FALSE;
}

static char *
describe (const Alignment *self,
          const char      *name)
{
  g_autofree char *shift = th_document_format_duration (self->document, self->found.shift);
  g_autofree char *matched = th_format_count ((guint64) self->found.matched);
  g_autofree char *frames = th_format_count ((guint64) self->found.frames);
  g_autofree char *ambiguous = th_format_count ((guint64) self->found.ambiguous);

  /* Translators: the name of a recording, an offset, a number of µs, three counts */
  return g_strdup_printf (_("%s was shifted by %s to align by packets. 98 %% of its frames are "
                            "within %.1f µs of the events of their packets; %s of %s were matched, "
                            "and %s are ambiguous. “Offsets…” in the Open menu undoes it."),
                          name, shift, (double) self->found.error / 1000, matched, frames,
                          ambiguous);
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
      th_document_align (self->document, self->part, TH_ALIGN_SHIFT, self->found.shift);
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
  return th_frame_shift_can_find (recording, part);
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
