/* th-column-start.c - a table that is wider than its pane begins at its first column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-column-start.h"

#define KEY "th-start"

/* Attached to a column view. */
typedef struct
{
  GtkScrollable *view;
  double         distance; /* how far the user has scrolled from the first column */
  guint          idle_id;
} Start;

static void
start_free (gpointer data)
{
  Start *self = data;

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_free (self);
}

/* The value of the adjustment at which the first column is visible. */
static double
get_first (GtkAdjustment *room)
{
  return gtk_adjustment_get_upper (room) - gtk_adjustment_get_page_size (room);
}

static gboolean
scroll_cb (gpointer data)
{
  Start *self = data;
  GtkAdjustment *room = gtk_scrollable_get_hadjustment (self->view);

  self->idle_id = 0;
  gtk_adjustment_set_value (room, get_first (room) - self->distance);
  return G_SOURCE_REMOVE;
}

/* Called during an allocation, when the view cannot be scrolled. */
static void
resized_cb (GtkWidget *view)
{
  Start *self = g_object_get_data (G_OBJECT (view), KEY);

  if (self->idle_id == 0 && gtk_widget_get_direction (view) == GTK_TEXT_DIR_RTL)
    self->idle_id = g_idle_add_full (GTK_PRIORITY_RESIZE, scroll_cb, self, NULL);
}

static void
scrolled_cb (GtkWidget     *view,
             GtkAdjustment *room)
{
  Start *self = g_object_get_data (G_OBJECT (view), KEY);

  if (self->idle_id == 0)
    self->distance = get_first (room) - gtk_adjustment_get_value (room);
}

static void
room_cb (GtkScrollable *view)
{
  GtkAdjustment *room = gtk_scrollable_get_hadjustment (view);

  g_signal_connect_object (room, "changed", G_CALLBACK (resized_cb), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (room, "value-changed", G_CALLBACK (scrolled_cb), view,
                           G_CONNECT_SWAPPED);
}

void
th_column_view_keep_start (GtkColumnView *view)
{
  Start *self;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  self = g_new0 (Start, 1);
  self->view = GTK_SCROLLABLE (view);
  g_object_set_data_full (G_OBJECT (view), KEY, self, start_free);
  g_signal_connect (view, "notify::hadjustment", G_CALLBACK (room_cb), NULL);
  if (gtk_scrollable_get_hadjustment (self->view) != NULL)
    room_cb (self->view);
}
