/* th-align.h - places a further recording on the timeline of another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-guest.h"

G_BEGIN_DECLS

typedef enum
{
  /* by so much; 0 where both have one clock, as host and guest or two tracers of one machine may */
  TH_ALIGN_SHIFT,
  TH_ALIGN_FIRST, /* the first events at the same time */
  TH_ALIGN_WALL   /* by the time of day, where both know it */
} ThAlign;

/* "FILE", "FILE@+12.5ms", "FILE@-3s", "FILE@first" or "FILE@wall": what is
 * behind the last "@" counts if it is one of these, else it is of the name.
 * Returns the name; free with g_free(). */
char     *th_align_parse (const char  *text,
                          ThAlign     *align,
                          gint64      *shift);

/* By how much all times of @moved must be moved, instead of by how much they
 * are (th_recording_get_shift()), to lie as @align says beside @reference,
 * which has events.  FALSE: that is not known. */
gboolean  th_align_find  (ThRecording *reference,
                          ThRecording *moved,
                          ThAlign      align,
                          gint64      *shift);

/* Of two recordings, one of a guest and one of its host (th-guest.h): whether the
 * times of the guest's are brought to the clock of the host's.  What is known of
 * that is in the file, and done as it is read. */
typedef enum
{
  TH_GUEST_NOT,     /* they are no such two */
  TH_GUEST_ALIGNED,
  TH_GUEST_UNKNOWN  /* how the clocks stand to each other was not recorded */
} ThGuestClock;

ThGuestClock th_align_guest (ThRecording    *a,
                             ThRecording    *b,
                             const ThGuest **guest); /* or NULL */

/* The first part of @joined behind part @after that nothing of part 0 meets, as
 * one of them ends before the other begins, though it was not moved: on one
 * timeline they are worth little until they are aligned.  0: there is none. */
guint     th_align_find_apart (ThRecording *joined,
                               guint        after);

G_END_DECLS
