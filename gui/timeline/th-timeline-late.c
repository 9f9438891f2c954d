/* th-timeline-late.c - tells when the pictures of lanes take long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * That happens when events of the view must be decoded.  While the view moves, lanes are late for
 * a moment all the time, so the time counts from the last movement.  There is a timer only
 * while lanes are late.
 */
#include "config.h"

#include "th-timeline-private.h"

/* What takes less time is not worth telling. */
#define PATIENCE_MS 150

static void
set_reading (ThTimeline *self,
             gboolean    reading)
{
  if (self->reading == reading)
    return;

  self->reading = reading;
  g_object_notify (G_OBJECT (self), "reading");
}

static gboolean
patience_cb (gpointer data)
{
  ThTimeline *self = data;

  self->late_id = 0;
  set_reading (self, TRUE);

  return G_SOURCE_REMOVE;
}

void
th_timeline_tell_late (ThTimeline *self,
                       gboolean    moved)
{
  gboolean is_late = self->n_late > 0 && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (!is_late || moved)
    g_clear_handle_id (&self->late_id, g_source_remove);
  if (!is_late)
    set_reading (self, FALSE);
  else if (self->late_id == 0 && !self->reading)
    self->late_id = g_timeout_add (PATIENCE_MS, patience_cb, self);
}
