/* th-anchor.h - refers to an event in saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference (th-ref.h) is valid for one load of one recording.  An anchor names the
 * position of the event in its own file and its time there, so the event can be found again
 * after the file was reloaded, appended to another one, or shifted on the timeline.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThAnchor:
 * @part: index of the part of the recording
 * @stream: within that part
 * @cpu: index in the stream
 * @row: row on that CPU; only a hint, the time decides
 * @time: by the clock of the file, without the shift
 */
typedef struct
{
  guint   part;
  guint   stream;
  guint   cpu;
  guint32 row;
  gint64  time;
} ThAnchor;

/* Makes an anchor of @ref, an event of @recording. */
ThAnchor  th_anchor_make (ThRecording    *recording,
                          ThRef           ref);
/* Returns TH_REF_NONE if there is no event at that time on that CPU (yet).  Of several events
 * at that time it returns the one at @row, else the first. */
ThRef     th_anchor_find (const ThAnchor *anchor,
                          ThRecording    *recording);

G_END_DECLS
