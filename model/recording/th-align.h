/* th-align.h - aligns a recording with another one on the same timeline
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-guest.h"

G_BEGIN_DECLS

typedef enum
{
  /* by a given shift; 0 if both use one clock, as host and guest or two tracers on one machine
   * may */
  TH_ALIGN_SHIFT,
  TH_ALIGN_FIRST, /* the first events get the same time */
  TH_ALIGN_WALL,  /* by time of day, if both recordings have it */
  TH_ALIGN_PACKETS /* a capture, by matching its frames with packets: plugins/frames finds the
                      shift, th_align_find() does not */
} ThAlign;

/* Parses "FILE", "FILE@+12.5ms", "FILE@-3s", "FILE@first", "FILE@wall" or "FILE@packets".  A
 * last "@" that is not followed by any of these forms is part of the name.  Returns the name; free
 * with g_free(). */
char     *th_align_parse (const char  *text,
                          ThAlign     *align,
                          gint64      *shift);

/* Finds the shift that aligns @moved with @reference, which has events; it replaces the
 * present one (th_recording_get_shift()).  FALSE if the shift is unknown. */
gboolean  th_align_find  (ThRecording *reference,
                          ThRecording *moved,
                          ThAlign      align,
                          gint64      *shift);

/* For recordings of a guest and of its host (th-guest.h): whether the guest's times have been
 * converted to the clock of the host.  The loader converts them if the file says how. */
typedef enum
{
  TH_GUEST_NOT,     /* they are not a guest and its host */
  TH_GUEST_ALIGNED,
  TH_GUEST_UNKNOWN  /* the relation of their clocks was not recorded */
} ThGuestClock;

ThGuestClock th_align_guest (ThRecording    *a,
                             ThRecording    *b,
                             const ThGuest **guest); /* or NULL */

/* Returns the first part of @joined after part @after that has no shift and does not overlap
 * with part 0 in time, so that it should be aligned; 0: there is none. */
guint     th_align_find_apart (ThRecording *joined,
                               guint        after);

G_END_DECLS
