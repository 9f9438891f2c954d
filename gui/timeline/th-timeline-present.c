/* th-timeline-present.c - draws up to where a recording in progress is complete, and the present
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A lane is hatched from the time up to which it is complete, because events may still be added
 * there.  The dashed line is the watermark, up to which all CPUs are complete.  The solid line is
 * the present: the time of the recording's clock when the latest events were received.
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-style.h"

#define HATCH_PX  8.0
#define DASH_PX   4.0
#define LABEL_PAD 6
/* Between the label of the watermark and its line. */
#define LABEL_GAP 4

static ThColor
get_color (ThTimeline *self,
           ThColorRole role)
{
  return th_theme_get_color (th_scene_get_theme (th_document_get_scene (self->document)), role);
}

static GdkRGBA
get_rgba (ThTimeline *self,
          ThColorRole role)
{
  ThColor color = get_color (self, role);

  return (GdkRGBA) { color.red, color.green, color.blue, 1 };
}

/* --- the hatch ------------------------------------------------------------ */

/* The time up to which @lane is complete. */
static gint64
get_complete (ThTimeline   *self,
              const ThLane *lane)
{
  ThRecording *recording = th_document_get_recording (self->document);
  gint64 watermark = th_recording_get_watermark (recording);
  gint64 complete;

  if (lane->kind != TH_LANE_CPU)
    return watermark;

  complete = th_cpu_get_complete (th_stream_get_cpu (th_recording_get_stream (recording,
                                                                              lane->stream),
                                                     lane->cpu));
  return MAX (complete, watermark);
}

/* Adds the incomplete part of each lane to the path of @cr; returns the leftmost edge. */
static double
add_lanes (ThTimeline *self,
           double      bottom,
           cairo_t    *cr)
{
  const ThView *view = th_document_get_view (self->document);
  ThScene *scene = th_document_get_scene (self->document);
  ThViewport port = th_timeline_get_viewport (self);
  double least = view->width;

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);
      double top = th_timeline_lane_top (self, lane), end = top + lane->height - 1, x;

      top = MAX (top, th_timeline_get_lanes_top () + (lane->y < port.pinned ? 0 : port.pinned));
      end = MIN (end, bottom);
      if (th_lane_is_heading (lane) || end <= top)
        continue;
      x = MAX (ceil (th_view_time_to_x (view, get_complete (self, lane))), 0);
      if (x < view->width)
        cairo_rectangle (cr, x, top, view->width - x, end - top);
      least = MIN (least, x);
    }
  return least;
}

static void
draw_hatch (ThTimeline *self,
            double      left,
            double      bottom,
            cairo_t    *cr)
{
  const ThView *view = th_document_get_view (self->document);
  ThColor back = get_color (self, TH_COLOR_BACKGROUND), line = get_color (self, TH_COLOR_LINE);
  double per_px = (double) (view->to - view->from) / view->width;
  /* The lines move with time. */
  double phase = fmod ((double) view->from / per_px, HATCH_PX);

  cairo_clip (cr);
  cairo_set_source_rgb (cr, back.red, back.green, back.blue);
  cairo_paint (cr);
  for (double x = left - fmod (left + phase, HATCH_PX); x < view->width + bottom; x += HATCH_PX)
    {
      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x - bottom, bottom);
    }
  cairo_set_source_rgb (cr, line.red, line.green, line.blue);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
snapshot_hatch (ThTimeline  *self,
                GtkSnapshot *snapshot,
                double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (self->document));
  double begin = CLAMP (floor (th_view_time_to_x (view, watermark)), 0, view->width);
  double left;
  cairo_t *cr;

  if (begin >= view->width)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (self->time_x + begin, 0,
                                                       view->width - begin, bottom));
  cairo_translate (cr, self->time_x, 0);
  left = add_lanes (self, bottom, cr);
  draw_hatch (self, left, bottom, cr);
  cairo_destroy (cr);
}

/* --- lines ------------------------------------------------------------------ */

/* A time to the millisecond: it changes with every frame, so nobody could read more. */
static char *
format_short (ThTimeline *self,
              gint64      time)
{
  g_autofree char *text = th_document_format_time (self->document, time);
  char *point = strchr (text, '.');
  gsize n = point != NULL ? strspn (point + 1, "0123456789") : 0;

  if (n > 3)
    memmove (point + 4, point + 1 + n, strlen (point + 1 + n) + 1);
  return g_steal_pointer (&text);
}

static void
snapshot_label (ThTimeline  *self,
                GtkSnapshot *snapshot,
                gint64       watermark,
                double       x)
{
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (self->document));
  g_autofree char *time = format_short (self, watermark);
  /* Translators: up to that time, all events have arrived */
  g_autofree char *text = g_strdup_printf (_("complete to %s"), time);
  PangoLayout *layout = th_theme_get_layout (theme, text, 0.85, FALSE);
  GdkRGBA back = get_rgba (self, TH_COLOR_BACKGROUND), ink = get_rgba (self, TH_COLOR_INK_DIM);
  double top = th_timeline_get_lanes_top () + 1;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  x -= width + 2 * LABEL_PAD + LABEL_GAP;
  if (x < self->time_x)
    return;

  gtk_snapshot_append_color (snapshot, &back,
                             &GRAPHENE_RECT_INIT (floor (x), top, width + 2 * LABEL_PAD, height));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (floor (x) + LABEL_PAD, top));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_watermark (ThTimeline  *self,
                    GtkSnapshot *snapshot,
                    double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (self->document));
  GdkRGBA color = get_rgba (self, TH_COLOR_INK_DIM);
  double x;

  if (watermark < view->from || watermark > view->to)
    return;

  x = floor (self->time_x + th_view_time_to_x (view, watermark));
  for (double y = th_timeline_get_lanes_top (); y < bottom; y += 2 * DASH_PX)
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (x, y, 1, MIN (DASH_PX, bottom - y)));
  snapshot_label (self, snapshot, watermark, x);
}

/* Draws a line with a triangle in the ruler. */
static void
snapshot_now (ThTimeline  *self,
              GtkSnapshot *snapshot,
              double       bottom)
{
  const ThView *view = th_document_get_view (self->document);
  gint64 watermark = th_recording_get_watermark (th_document_get_recording (self->document));
  gint64 present = th_document_get_present (self->document);
  /* More may have come since the clock was read. */
  gint64 now = MAX (present, watermark);
  double top = th_timeline_get_overview_height () + 1, size = th_style_grow (5);
  GdkRGBA color = get_rgba (self, TH_COLOR_ERROR);
  double x;
  cairo_t *cr;

  if (present == TH_TIME_NONE || now < view->from || now > view->to)
    return;

  x = floor (self->time_x + th_view_time_to_x (view, now));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, top, 1, bottom - top));
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x - size, top, 2 * size + 1,
                                                                 size));
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_move_to (cr, x - size + 0.5, top);
  cairo_line_to (cr, x + size + 0.5, top);
  cairo_line_to (cr, x + 0.5, top + size);
  cairo_fill (cr);
  cairo_destroy (cr);
}

void
th_timeline_snapshot_present (ThTimeline  *self,
                              GtkSnapshot *snapshot)
{
  double bottom = gtk_widget_get_height (GTK_WIDGET (self));
  ThRecording *recording = th_document_get_recording (self->document);

  if (!th_document_is_live (self->document) ||
      th_recording_get_watermark (recording) == TH_TIME_NONE ||
      th_document_get_view (self->document)->width <= 0)
    return;

  snapshot_hatch (self, snapshot, bottom);
  snapshot_watermark (self, snapshot, bottom);
  snapshot_now (self, snapshot, bottom);
}
