/* th-view-dividers.c - how much space the lanes, the tables and the inspector get
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"

#include "th-style.h"
#include "th-view-actions.h"

/* Width of the inspector with text of the default size. */
#define MIN_INSPECTOR_PX 360
#define MAX_INSPECTOR_PX 380
#define NARROW_INSPECTOR_PX 280

/* Width below which the inspector would leave too little to the lanes. */
#define MIN_WIDE_PX 900

/* Maximum share of the lanes in the height, in percent. */
#define MAX_LANES_PERCENT 62

/* The lanes get the height that they need, but leave at least a third to the tables. */
static int
get_lanes_height (int      height,
                  gpointer data)
{
  ThDocumentView *self = data;

  return MIN (th_timeline_get_wanted_height (self->timeline), height * MAX_LANES_PERCENT / 100);
}

/* The inspector gets enough width for an address or the name of an event, but in a narrow window
 * the lanes have priority. */
static int
get_left_width (int      width,
                gpointer data)
{
  int wanted = CLAMP (width / 4, th_style_grow (MIN_INSPECTOR_PX),
                      th_style_grow (MAX_INSPECTOR_PX));
  int most = MIN (width / 2, MAX (width * 3 / 10, th_style_grow (NARROW_INSPECTOR_PX)));

  return width - MIN (wanted, most);
}

static int
get_wide_width (int      width,
                gpointer data)
{
  return th_style_grow (MIN_WIDE_PX);
}

ThViewRoom
th_view_get_room (ThDocumentView *self)
{
  if (self->compact)
    return TH_ROOM_COMPACT;

  return th_paned_bin_is_narrow (self->inspector_bin) ? TH_ROOM_NARROW : TH_ROOM_WIDE;
}

static void
show_inspector (ThDocumentView *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->inspector),
                          self->shows_inspector[th_view_get_room (self)]);
}

void
th_view_apply_room (ThDocumentView *self)
{
  ThViewRoom room = th_view_get_room (self);

  g_clear_handle_id (&self->room_id, g_source_remove);
  show_inspector (self);
  gtk_widget_set_visible (self->inspector_button, room == TH_ROOM_NARROW);
  g_simple_action_set_state (th_view_actions_find (self, "inspector"),
                             g_variant_new_boolean (self->shows_inspector[room]));
  /* The window learns how small it may be. */
  gtk_widget_queue_resize (GTK_WIDGET (self->inspector_bin));
}

static gboolean
apply_room_cb (gpointer data)
{
  ThDocumentView *self = data;

  self->room_id = 0;
  th_view_apply_room (self);
  return G_SOURCE_REMOVE;
}

/* During an allocation only the inspector may be changed.  In a narrow window it would take nearly
 * half of the width, so it is hidden until the user asks for it. */
static void
narrow_cb (ThDocumentView *self)
{
  show_inspector (self);
  if (self->room_id == 0)
    self->room_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_room_cb, self, NULL);
}

/* A user who wants the inspector in a narrow window also wants it in a wide one. */
void
th_view_set_inspector (ThDocumentView *self,
                       gboolean        visible)
{
  ThViewRoom room = th_view_get_room (self);

  self->shows_inspector[room] = visible;
  if (room == TH_ROOM_NARROW && visible)
    self->shows_inspector[TH_ROOM_WIDE] = TRUE;
  th_view_apply_room (self);
}

void
th_view_make_dividers (ThDocumentView *self)
{
  th_paned_bin_set_func (self->lanes_bin, get_lanes_height, self);
  th_paned_bin_set_func (self->inspector_bin, get_left_width, self);
  th_paned_bin_set_narrow_func (self->inspector_bin, get_wide_width, self);
  self->shows_inspector[TH_ROOM_WIDE] = TRUE;
  g_signal_connect_object (self->inspector_bin, "notify::narrow", G_CALLBACK (narrow_cb), self,
                           G_CONNECT_SWAPPED);
}

void
th_view_reset_dividers (ThDocumentView *self)
{
  th_paned_bin_reset (self->lanes_bin);
  th_paned_bin_reset (self->inspector_bin);
}
