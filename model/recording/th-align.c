/* th-align.c - places a further recording on the timeline of another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-align.h"
#include "th-literals.h"

static gboolean
parse_place (const char *text,
             ThAlign    *align,
             gint64     *shift)
{
  *shift = 0;
  *align = TH_ALIGN_SHIFT;
  if (strcmp (text, "first") == 0)
    *align = TH_ALIGN_FIRST;
  else if (strcmp (text, "wall") == 0)
    *align = TH_ALIGN_WALL;
  else if (strcmp (text, "packets") == 0)
    *align = TH_ALIGN_PACKETS;
  else
    return th_time_parse (text, FALSE, 0, shift);

  return TRUE;
}

char *
th_align_parse (const char *text,
                ThAlign    *align,
                gint64     *shift)
{
  const char *at = strrchr (text, '@');

  if (at != NULL && at > text && parse_place (at + 1, align, shift))
    return g_strndup (text, at - text);

  *align = TH_ALIGN_SHIFT;
  *shift = 0;
  return g_strdup (text);
}

/* The wall-clock offsets of parts include their shift. */
gboolean
th_align_find (ThRecording *reference,
               ThRecording *moved,
               ThAlign      align,
               gint64      *shift)
{
  gint64 there, here, last, difference;

  switch (align)
    {
    case TH_ALIGN_FIRST:
      if (!th_recording_get_range (reference, &there, &last) ||
          !th_recording_get_range (moved, &here, &last))
        return FALSE;
      break;

    case TH_ALIGN_WALL:
      there = th_recording_get_clock (moved)->wall_offset;
      here = th_recording_get_clock (reference)->wall_offset;
      if (there == TH_TIME_NONE || here == TH_TIME_NONE)
        return FALSE;
      break;

    default:
      return FALSE;
    }

  return !__builtin_sub_overflow (there, here, &difference) &&
         !__builtin_add_overflow (th_recording_get_shift (moved), difference, shift);
}

ThGuestClock
th_align_guest (ThRecording    *a,
                ThRecording    *b,
                const ThGuest **guest)
{
  const ThGuest *found = th_recording_find_guest (a, b);
  ThRecording *host = a, *inner = b;

  if (found == NULL)
    {
      found = th_recording_find_guest (b, a);
      host = b;
      inner = a;
    }
  if (guest != NULL)
    *guest = found;
  if (found == NULL)
    return TH_GUEST_NOT;

  return th_recording_get_peer (inner) != 0 &&
         th_recording_get_peer (inner) == th_recording_get_trace_id (host)
         ? TH_GUEST_ALIGNED : TH_GUEST_UNKNOWN;
}

static gboolean
is_apart (ThRecording *reference,
          ThRecording *moved)
{
  gint64 first, last, other_first, other_last;

  return th_recording_get_shift (moved) == 0 &&
         th_recording_get_range (reference, &first, &last) &&
         th_recording_get_range (moved, &other_first, &other_last) &&
         (other_last < first || last < other_first);
}

guint
th_align_find_apart (ThRecording *joined,
                     guint        after)
{
  for (guint i = after + 1; i < th_recording_get_n_parts (joined); i++)
    if (is_apart (th_recording_get_part (joined, 0), th_recording_get_part (joined, i)))
      return i;

  return 0;
}
