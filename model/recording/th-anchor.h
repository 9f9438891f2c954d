/* th-anchor.h - refers to an event in saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference (th-ref.h) holds for one load of one recording.  What is to hold
 * longer says where the event lies in its own source, and its time there, so it
 * is found again after the file was loaded again, or appended to another one, or
 * moved on the timeline.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThAnchor:
 * @part: of the recording
 * @stream: within that part
 * @cpu: index in the stream
 * @row: on that CPU; a guess: the time decides
 * @time: by the clock of the source, not moved
 */
typedef struct
{
  guint   part;
  guint   stream;
  guint   cpu;
  guint32 row;
  gint64  time;
} ThAnchor;

/* @ref is of @recording. */
ThAnchor  th_anchor_make (ThRecording    *recording,
                          ThRef           ref);
/* TH_REF_NONE if there is no event at that time on that CPU (yet).  Of several
 * at one time the one at @row, else the first. */
ThRef     th_anchor_find (const ThAnchor *anchor,
                          ThRecording    *recording);

G_END_DECLS
