/* th-recording-growth.c - the growth of a recording whose source is being recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parts of a joined recording share the growth of the whole, which has the lock.
 */
#include "config.h"

#include "th-recording-private.h"
#include "th-recording.h"

static ThRecording *
whole_of (ThRecording *self)
{
  return self->whole != NULL ? self->whole : self;
}

void
th_recording_note_growth (ThRecording *self)
{
  ThRecording *whole = whole_of (self);

  g_mutex_lock (&whole->growth_lock);
  whole->growth++;
  g_cond_broadcast (&whole->grown);
  if (whole->watch != NULL)
    whole->watch (whole->watch_data);
  g_mutex_unlock (&whole->growth_lock);
}

guint
th_recording_wait_growth (ThRecording *self,
                          guint        serial)
{
  ThRecording *whole = whole_of (self);

  g_mutex_lock (&whole->growth_lock);
  while (whole->growth == serial && th_recording_is_live (whole))
    g_cond_wait (&whole->grown, &whole->growth_lock);
  serial = whole->growth;
  g_mutex_unlock (&whole->growth_lock);
  return serial;
}

void
th_recording_watch_growth (ThRecording  *self,
                           ThGrowthFunc  func,
                           gpointer      data)
{
  ThRecording *whole = whole_of (self);

  g_mutex_lock (&whole->growth_lock);
  whole->watch = func;
  whole->watch_data = data;
  g_mutex_unlock (&whole->growth_lock);
}
