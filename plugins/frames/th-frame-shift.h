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
 * @error: the shift is that close, ns: half of what packets that went both ways allow, else what
 *   98 % of the frames differ from the events of their packets;
 *   with the drift, which one shift cannot undo, at the end that is farther away
 * @matched: frames whose packet is known, of the interface by which the shift was found; if there
 *   are several on the way from clock to clock, of that with the fewest
 * @ambiguous: frames for which several packets are possible, of that interface
 * @frames: all frames of that interface
 */
typedef struct
{
  gint64 shift;
  gint64 error;
  gint64 matched;
  gint64 ambiguous;
  gint64 frames;
} ThFrameShift;

/* Whether it makes sense to look for the shift of the part @part of @joined: one of the parts is a
 * capture, and the first part is never shifted. */
gboolean th_frame_shift_can_find   (ThRecording  *joined,
                                    guint         part);
/* Runs the analysis of frames over @joined, which is loaded, and finds the shift of the part
 * @part, which counts from 1, to the clock of the first recording.  Captures relate the clocks of
 * the traces, and of captures, that have the same packets, so the two need not have any in common:
 * the recordings of two machines are joined by captures of one or both, or by one that stands
 * first.
 * FALSE if it is not known, and *@why then says why, translated; or if it was cancelled, and *@why
 * is NULL then.  Takes long: not on the main thread of a user interface.  @progress may be NULL. */
gboolean th_frame_shift_find       (ThRecording  *joined,
                                    guint         part,
                                    ThProgress   *progress,
                                    ThFrameShift *shift,
                                    char        **why);

G_END_DECLS
