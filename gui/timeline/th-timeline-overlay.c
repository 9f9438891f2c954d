/* th-timeline-overlay.c - span, cursor and hover, on top of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * They are drawn in every frame, and therefore not part of the lanes' pictures.
 */
#include "config.h"

#include "th-flow-follower.h"
#include "th-scene-draw.h"
#include "th-timeline-private.h"

#include <math.h>

#define DASH_PX 4.0

static GdkRGBA
theme_color (ThTimeline *self,
             ThColorRole role,
             float       alpha)
{
  ThColor color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (self->document)),
                                      role);

  return (GdkRGBA) { color.red, color.green, color.blue, alpha };
}

static void
append_line (GtkSnapshot   *snapshot,
             const GdkRGBA *color,
             double         x,
             double         top,
             double         height)
{
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (floor (x), top, 1, height));
}

/* Draws the length of the span as a pill, where it has most room. */
static void
snapshot_span_label (ThTimeline  *self,
                     GtkSnapshot *snapshot,
                     double       left,
                     double       right,
                     gint64       duration)
{
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (self->document));
  g_autofree char *words = th_document_format_length (self->document, duration);
  g_autofree char *text = g_strdup_printf ("Δ %s", words);
  PangoLayout *layout = th_theme_get_layout (theme, text, 1, TRUE);
  GdkRGBA fill = theme_color (self, TH_COLOR_SELECTION, 1);
  ThColor ink = th_theme_get_ink_on (theme, th_theme_get_color (theme, TH_COLOR_SELECTION));
  double end = self->time_x + th_document_get_view (self->document)->width;
  GskRoundedRect pill;
  int width, height;
  double x;

  pango_layout_get_pixel_size (layout, &width, &height);
  x = CLAMP ((MAX (left, self->time_x) + MIN (right, end) - width) / 2, self->time_x + 10,
             MAX (self->time_x + 10, end - width - 10));
  gsk_rounded_rect_init_from_rect (&pill,
                                   &GRAPHENE_RECT_INIT (floor (x) - 8,
                                                        th_timeline_get_lanes_top () + 1,
                                                        width + 16, height + 4), 4);

  gtk_snapshot_push_rounded_clip (snapshot, &pill);
  gtk_snapshot_append_color (snapshot, &fill, &pill.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (floor (x), th_timeline_get_lanes_top () + 3));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { ink.red, ink.green, ink.blue, 1 });
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_span (ThTimeline  *self,
               GtkSnapshot *snapshot,
               double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gboolean contrast =
    th_theme_has_high_contrast (th_scene_get_theme (th_document_get_scene (self->document)));
  GdkRGBA fill = theme_color (self, TH_COLOR_SELECTION, contrast ? .1f : .16f);
  GdkRGBA edge = theme_color (self, TH_COLOR_SELECTION, 1);
  double left, right, top = th_timeline_get_overview_height () + 1;
  gint64 from, to;

  if (!th_document_get_span (self->document, &from, &to) || to < view->from || from > view->to)
    return;

  /* Clamps edges far outside, which would overflow a rectangle. */
  left = self->time_x + th_view_time_to_x (view, MAX (from, view->from - (view->to - view->from)));
  right = self->time_x + th_view_time_to_x (view, MIN (to, view->to + (view->to - view->from)));
  gtk_snapshot_append_color (snapshot, &fill,
                             &GRAPHENE_RECT_INIT (left, top, MAX (right - left, 1), bottom - top));
  append_line (snapshot, &edge, left, top, bottom - top);
  append_line (snapshot, &edge, right, top, bottom - top);
  snapshot_span_label (self, snapshot, left, right, to - from);
}

/* Draws a line through all lanes, and a tick in the event's own. */
static void
snapshot_selected (ThTimeline  *self,
                   GtkSnapshot *snapshot,
                   double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  ThScene *scene = th_document_get_scene (self->document);
  ThRef ref = th_document_get_selected (self->document);
  GdkRGBA color = theme_color (self, TH_COLOR_CURSOR, 1);
  double x, y, edge, top = th_timeline_get_overview_height () + 1;
  const ThLane *lane;
  ThViewport port;
  gint64 time;
  guint index;

  if (th_ref_is_none (ref))
    return;
  time = th_document_get_cursor (self->document);
  if (time < view->from || time > view->to)
    return;

  x = self->time_x + th_view_time_to_x (view, time);
  append_line (snapshot, &color, x, top, bottom - top);
  /* A step without an event is in no lane. */
  if (time != th_recording_get_time (th_scene_get_recording (scene), ref))
    return;

  index = th_scene_find_cpu (scene, ref.stream, ref.cpu);
  if (index == G_MAXUINT)
    return;
  lane = th_scene_get_lane (scene, index);
  port = th_timeline_get_viewport (self);
  y = th_timeline_lane_top (self, lane);
  edge = th_timeline_get_lanes_top () + (lane->y < port.pinned ? 0 : port.pinned);
  if (lane->height > 0 && y + lane->height > edge)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (floor (x) - 1, MAX (y, edge), 3,
                                                    y + lane->height - MAX (y, edge)));
}

/* Draws a thin line at the time that the pointer is at on the other side. */
static void
snapshot_linked_pointer (ThTimeline  *self,
                         GtkSnapshot *snapshot,
                         double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 time = th_document_get_linked_pointer (self->document);
  double top = th_timeline_get_overview_height () + 1;
  GdkRGBA color = theme_color (self, TH_COLOR_INK_DIM, .5f);

  if (time != TH_TIME_NONE && time >= view->from && time <= view->to)
    append_line (snapshot, &color, self->time_x + th_view_time_to_x (view, time), top,
                 bottom - top);
}

/* Draws a dashed line at the time of the other side's selection. */
static void
snapshot_linked (ThTimeline  *self,
                 GtkSnapshot *snapshot,
                 double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 time = th_document_get_linked_time (self->document);
  GdkRGBA color = theme_color (self, TH_COLOR_CURSOR, 1);
  double x;

  if (time == TH_TIME_NONE || time < view->from || time > view->to)
    return;

  x = self->time_x + th_view_time_to_x (view, time);
  for (double y = th_timeline_get_overview_height () + 1; y < bottom; y += 2 * DASH_PX)
    append_line (snapshot, &color, x, y, MIN (DASH_PX, bottom - y));
}

static void
snapshot_hover (ThTimeline  *self,
                GtkSnapshot *snapshot,
                double       bottom)
{
  GdkRGBA color = theme_color (self, TH_COLOR_INK_DIM, .5f);

  if (th_timeline_in_time (self, self->pointer_x) &&
      self->pointer_y >= th_timeline_get_overview_height ())
    append_line (snapshot, &color, self->pointer_x, th_timeline_get_overview_height () + 1,
                 bottom - th_timeline_get_overview_height () - 1);
}

/* Draws the arrows of the followed flow, clipped below the ruler. */
static void
snapshot_arrows (ThTimeline  *self,
                 GtkSnapshot *snapshot,
                 double       bottom)
{
  ThScene *scene = th_document_get_scene (self->document);
  const ThView *view = th_document_get_view (self->document);
  ThViewport port = th_timeline_get_viewport (self);
  cairo_t *cr;

  if (th_flow_follower_get_followed (th_document_get_follower (self->document), NULL) == NULL ||
      bottom <= th_timeline_get_lanes_top ())
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (self->time_x, th_timeline_get_lanes_top (),
                                                       view->width,
                                                       bottom - th_timeline_get_lanes_top ()));
  cairo_translate (cr, self->time_x, th_timeline_get_lanes_top ());
  th_scene_draw_arrows (scene, view, &port, cr);
  cairo_destroy (cr);
}

/* Draws where the dragged lane would be dropped. */
static void
snapshot_drop (ThTimeline  *self,
               GtkSnapshot *snapshot)
{
  ThScene *scene = th_document_get_scene (self->document);
  GdkRGBA color = theme_color (self, TH_COLOR_SELECTION, 1);
  guint n = th_scene_get_n_lanes (scene), before = self->drop_before;
  const ThLane *lane;
  double y;

  if (self->drag_lane == NULL || before == G_MAXUINT || n == 0)
    return;

  lane = th_scene_get_lane (scene, MIN (before, n - 1));
  y = th_timeline_lane_top (self, lane) + (before < n ? 0 : lane->height);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0, floor (y) - 2,
                                                  gtk_widget_get_width (GTK_WIDGET (self)), 3));
}

/* Lists the wakeups again only if others may be visible: that reads events, and the pointer causes
 * many frames of the same view. */
static const GArray *
get_wakeups (ThTimeline *self)
{
  const ThView *view = th_document_get_view (self->document);
  ThViewport port = th_timeline_get_viewport (self);
  const ThPictureKey key = {
    .from = view->from,
    .to = view->to,
    .width = view->width,
    .height = port.height,
    .scale = 1,
    .serial = th_document_get_serial (self->document),
    .what = (guint) port.scroll
  };

  if (self->wakeups == NULL || !th_picture_key_equal (&self->wakeups_key, &key))
    {
      g_clear_pointer (&self->wakeups, g_array_unref);
      self->wakeups = th_scene_list_wakeups (th_document_get_scene (self->document), view, &port);
      self->wakeups_key = key;
    }

  return self->wakeups;
}

static void
snapshot_wakeups (ThTimeline  *self,
                  GtkSnapshot *snapshot,
                  double       bottom)
{
  ThScene *scene = th_document_get_scene (self->document);
  const ThView *view = th_document_get_view (self->document);
  const GArray *wakeups;
  cairo_t *cr;

  if (!th_document_get_wakeups (self->document) || bottom <= th_timeline_get_lanes_top ())
    return;
  wakeups = get_wakeups (self);
  if (wakeups->len == 0)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (self->time_x, th_timeline_get_lanes_top (),
                                                       view->width,
                                                       bottom - th_timeline_get_lanes_top ()));
  cairo_translate (cr, self->time_x, th_timeline_get_lanes_top ());
  th_scene_draw_wakeups (scene, wakeups, cr);
  cairo_destroy (cr);
}

void
th_timeline_snapshot_overlay (ThTimeline  *self,
                              GtkSnapshot *snapshot)
{
  double bottom = gtk_widget_get_height (GTK_WIDGET (self));
  const ThView *view = th_document_get_view (self->document);

  snapshot_drop (self, snapshot);
  th_timeline_snapshot_flags (self, snapshot, TRUE);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (self->time_x, 0, view->width, bottom));
  th_timeline_snapshot_present (self, snapshot);
  snapshot_wakeups (self, snapshot, bottom);
  snapshot_arrows (self, snapshot, bottom);
  th_timeline_snapshot_marks (self, snapshot);
  snapshot_span (self, snapshot, bottom);
  th_timeline_snapshot_row (self, snapshot);
  snapshot_selected (self, snapshot, bottom);
  snapshot_linked (self, snapshot, bottom);
  snapshot_linked_pointer (self, snapshot, bottom);
  th_timeline_snapshot_flags (self, snapshot, FALSE);
  snapshot_hover (self, snapshot, bottom);
  gtk_snapshot_pop (snapshot);
}
