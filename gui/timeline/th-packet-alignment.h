/* th-packet-alignment.h - aligns a capture with a trace by matching its frames with packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The analysis of frames finds the offset (th-frames.h) on a worker, while a dialog shows the
 * progress and can cancel it.  Main thread.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document-parts.h"

G_BEGIN_DECLS

/* @text: a sentence about what was found and how exact it is, or why nothing was found.  Not
 * called if the user cancelled. */
typedef void (* ThPacketAlignmentDone) (GtkWidget  *owner,
                                        gboolean    found,
                                        const char *text);

/* Whether @part, which counts from 1, or the first recording is a capture. */
gboolean th_packet_alignment_can_run (ThRecording           *recording,
                                      guint                  part);
/* Aligns @part of the loaded document with the first recording.  @owner: a widget in a window,
 * over which the dialog appears; if it is closed, the search is cancelled. */
void     th_packet_alignment_run     (GtkWidget             *owner,
                                      ThDocument            *document,
                                      guint                  part,
                                      ThPacketAlignmentDone  done);

G_END_DECLS
