/* th-frame-shift.h - how far a capture and a trace must be moved to fit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * By what the analysis of frames found of their clocks (th-frames.h).
 */
#pragma once

#include "th-progress.h"
#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThFrameShift:
 * @shift: of the part, ns; replaces the present one
 * @error: 98 % of the frames are at most this far from the events of their packets then, ns;
 *   with the drift, which one shift cannot undo, at the end that is farther away
 * @matched: frames whose packet is known, of the interface by which the shift was found
 * @frames: all frames of that interface
 */
typedef struct
{
  gint64 shift;
  gint64 error;
  gint64 matched;
  gint64 frames;
} ThFrameShift;

/* Whether @part is a capture. */
gboolean th_frame_shift_is_capture (ThRecording  *part);
/* Runs the analysis of frames over @joined, which is loaded, and finds the shift of the part
 * @part, which counts from 1: of a capture, or of a trace if the first recording is the capture.
 * FALSE if it is not known, and *@why then says why, translated; or if it was cancelled, and *@why
 * is NULL then.  Takes long: not on the main thread of a user interface.  @progress may be NULL. */
gboolean th_frame_shift_find       (ThRecording  *joined,
                                    guint         part,
                                    ThProgress   *progress,
                                    ThFrameShift *shift,
                                    char        **why);

G_END_DECLS
