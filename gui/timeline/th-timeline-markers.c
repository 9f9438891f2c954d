/* th-timeline-markers.c - drawing and finding markers and bookmarks; snapping to events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-theme.h"
#include "th-timeline-private.h"

#include <math.h>

#include "th-bookmark-popover.h"
#include "th-display-text.h"
#include "th-style.h"

#define FLAG_HEIGHT  16
#define FLAG_PAD     5
#define SNAP_PX      6
#define NAME_CHARS   24
#define BOOKMARK_WIDTH 1
#define MARKER_WIDTH   2

static const struct
{
  const char *letter;
  ThColorRole role;
} markers[TH_N_MARKERS] = { { "A", TH_COLOR_MARKER_A }, { "B", TH_COLOR_MARKER_B } };

static ThTheme *
get_theme (ThTimeline *self)
{
  return th_scene_get_theme (th_document_get_scene (self->document));
}

/* --- flags --------------------------------------------------------------- */

/* Lays out the text of a flag on the line at @x; sets the rectangle of the flag. */
static PangoLayout *
layout_flag (ThTimeline      *self,
             double           x,
             double           line_width,
             const char      *text,
             graphene_rect_t *bounds)
{
  PangoLayout *layout = th_theme_get_layout (get_theme (self), text, 0.85, TRUE);
  double size = th_style_grow (FLAG_HEIGHT);
  double flag_width;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  flag_width = MAX (width + 2 * th_style_grow (FLAG_PAD), size);
  graphene_rect_init (bounds, th_timeline_place_flag (self, x, line_width, flag_width),
                      th_timeline_get_overview_height () + 3, flag_width, size);

  return layout;
}

/* A flag ellipsizes a long name; its tooltip shows all of it. */
static char *
dup_flag_text (const ThBookmark *bookmark)
{
  return g_utf8_substring (bookmark->name, 0, MIN (g_utf8_strlen (bookmark->name, -1), NAME_CHARS));
}

/* --- snapping ----------------------------------------------------------- */

static void
snap_to_cpu (ThCpu  *cpu,
             gint64  time,
             gint64 *best)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 row = th_cpu_lower_bound (cpu, n, time);

  for (guint32 i = row > 0 ? row - 1 : 0; i < n && i <= row; i++)
    {
      gint64 at = th_cpu_get_time (cpu, i);

      if (*best == TH_TIME_NONE || ABS (at - time) < ABS (*best - time))
        *best = at;
    }
}

/* Whether no other event would be drawn nearer to @time. */
static gboolean
is_there (const ThView *view,
          gint64        time,
          gint64        best)
{
  return best != TH_TIME_NONE &&
         fabs (th_view_time_to_x (view, best) - th_view_time_to_x (view, time)) < .5;
}

/* Events of many CPUs may have to be decoded, so the search ends with the first one that is near
 * enough. */
gint64
th_timeline_snap (ThTimeline *self,
                  double      x,
                  double      y)
{
  const ThView *view = th_document_get_view (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  gint64 time = th_timeline_time_at (self, x), best = TH_TIME_NONE;
  const ThLane *lane = th_timeline_get_lane_at (self, y);

  if (recording == NULL)
    return time;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (recording, s)) &&
         !is_there (view, time, best); c++)
      if (lane == NULL || lane->kind != TH_LANE_CPU || (lane->stream == s && lane->cpu == c))
        snap_to_cpu (th_stream_get_cpu (th_recording_get_stream (recording, s), c), time, &best);

  if (best != TH_TIME_NONE &&
      fabs (th_view_time_to_x (view, best) - th_view_time_to_x (view, time)) <= SNAP_PX)
    return best;

  return th_scene_round_time (th_timeline_get_scene (self), time);
}

/* --- markers under the pointer ------------------------------------------ */

/* The marker whose flag is at @x in the ruler, or TH_N_MARKERS. */
ThMarker
th_timeline_find_marker (ThTimeline *self,
                         double      x,
                         double      y)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  const ThView *view = th_document_get_view (self->document);

  if (y < th_timeline_get_overview_height () || y >= th_timeline_get_lanes_top ())
    return TH_N_MARKERS;

  /* Flags that are drawn later cover earlier ones, so the search runs backwards. */
  for (int i = TH_N_MARKERS - 1; i >= 0; i--)
    {
      gint64 time = th_markers_get_marker (marks, i);
      graphene_rect_t bounds;

      if (time == TH_TIME_NONE || time < view->from || time > view->to)
        continue;
      layout_flag (self, floor (self->time_x + th_view_time_to_x (view, time)), MARKER_WIDTH,
                   markers[i].letter, &bounds);
      if (x >= bounds.origin.x - 3 && x <= bounds.origin.x + bounds.size.width + 3)
        return i;
    }

  return TH_N_MARKERS;
}

guint
th_timeline_find_bookmark (ThTimeline *self,
                           double      x,
                           double      y)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  const ThView *view = th_document_get_view (self->document);

  /* Flags that are drawn later cover earlier ones, so the search runs backwards. */
  for (guint i = th_markers_get_n_bookmarks (marks); i > 0; i--)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (marks, i - 1);
      g_autofree char *text = NULL;
      graphene_rect_t bounds;

      if (bookmark->time < view->from || bookmark->time > view->to)
        continue;
      text = dup_flag_text (bookmark);
      layout_flag (self, floor (self->time_x + th_view_time_to_x (view, bookmark->time)),
                   BOOKMARK_WIDTH, text, &bounds);
      if (graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT (x, y)))
        return i - 1;
    }

  return G_MAXUINT;
}

/* Shows the whole name and the time, for which a flag has no room. */
static gboolean
tooltip_cb (ThTimeline *self,
            int         x,
            int         y,
            gboolean    by_keyboard,
            GtkTooltip *tooltip)
{
  guint index = by_keyboard || self->document == NULL ? G_MAXUINT
                                                      : th_timeline_find_bookmark (self, x, y);
  g_autofree char *name = NULL, *time = NULL, *text = NULL;
  const char *note = by_keyboard ? NULL : th_timeline_find_flag_text (self, x, y);
  const ThBookmark *bookmark;

  if (note != NULL)
    gtk_tooltip_set_text (tooltip, note);
  if (index == G_MAXUINT || note != NULL)
    return note != NULL;

  bookmark = th_markers_get_bookmark (th_document_get_markers (self->document), index);
  name = th_display_text_make_valid (bookmark->name);
  time = th_document_format_time (self->document, bookmark->time);
  text = g_strdup_printf ("%s\n%s", name, time);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

void
th_timeline_add_tooltips (ThTimeline *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (tooltip_cb), NULL);
}

void
th_timeline_name_bookmark (ThTimeline *self,
                           guint       index)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  const ThView *view = th_document_get_view (self->document);
  const ThBookmark *bookmark = th_markers_get_bookmark (marks, index);

  if (bookmark->time >= view->from && bookmark->time <= view->to)
    th_bookmark_popover_open (GTK_WIDGET (self),
                              self->time_x + th_view_time_to_x (view, bookmark->time),
                              th_timeline_get_overview_height () + 3 + th_style_grow (FLAG_HEIGHT),
                              marks, bookmark->time);
}

/* --- drawing ------------------------------------------------------------ */

static void
snapshot_flag (ThTimeline  *self,
               GtkSnapshot *snapshot,
               double       x,
               double       line_width,
               const char  *text,
               ThColor      color)
{
  ThColor ink = th_theme_get_ink_on (get_theme (self), color);
  graphene_rect_t bounds;
  PangoLayout *layout = layout_flag (self, x, line_width, text, &bounds);
  graphene_size_t square = GRAPHENE_SIZE_INIT (0, 0), round = GRAPHENE_SIZE_INIT (3, 3);
  graphene_size_t left = bounds.origin.x < x ? round : square;
  graphene_size_t right = bounds.origin.x < x ? square : round;
  GskRoundedRect flag;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  gsk_rounded_rect_init (&flag, &bounds, &left, &right, &right, &left);
  gtk_snapshot_push_rounded_clip (snapshot, &flag);
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { color.red, color.green, color.blue, 1 },
                             &flag.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (bounds.origin.x +
                                                          (bounds.size.width - width) / 2,
                                                          bounds.origin.y +
                                                          (bounds.size.height - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { ink.red, ink.green, ink.blue, 1 });
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_mark (ThTimeline  *self,
               GtkSnapshot *snapshot,
               gint64       time,
               const char  *text,
               ThColor      color,
               double       width,
               double       alpha)
{
  const ThView *view = th_document_get_view (self->document);
  double bottom = gtk_widget_get_height (GTK_WIDGET (self));
  double x;

  if (time == TH_TIME_NONE || time < view->from || time > view->to)
    return;

  x = floor (self->time_x + th_view_time_to_x (view, time));
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { color.red, color.green, color.blue, alpha },
                             &GRAPHENE_RECT_INIT (x, th_timeline_get_overview_height () + 3, width,
                                                  bottom - th_timeline_get_overview_height () - 3));
  snapshot_flag (self, snapshot, x, width, text, color);
}

/* Tints the span between the markers. */
static void
snapshot_between (ThTimeline  *self,
                  GtkSnapshot *snapshot)
{
  const ThView *view = th_document_get_view (self->document);
  ThColor color = th_theme_get_color (get_theme (self), TH_COLOR_SELECTION);
  double bottom = gtk_widget_get_height (GTK_WIDGET (self));
  double left, right;
  gint64 from, to;

  if (!th_markers_get_span (th_document_get_markers (self->document), &from, &to) ||
      to < view->from || from > view->to)
    return;

  left = self->time_x + th_view_time_to_x (view, MAX (from, view->from));
  right = self->time_x + th_view_time_to_x (view, MIN (to, view->to));
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { color.red, color.green, color.blue, .07f },
                             &GRAPHENE_RECT_INIT (left, th_timeline_get_lanes_top (),
                                                  MAX (right - left, 1),
                                                  bottom - th_timeline_get_lanes_top ()));
}

void
th_timeline_snapshot_marks (ThTimeline  *self,
                            GtkSnapshot *snapshot)
{
  ThMarkers *marks = th_document_get_markers (self->document);
  ThTheme *theme = get_theme (self);

  snapshot_between (self, snapshot);
  for (guint i = 0; i < th_markers_get_n_bookmarks (marks); i++)
    {
      const ThBookmark *bookmark = th_markers_get_bookmark (marks, i);
      g_autofree char *name = dup_flag_text (bookmark);

      snapshot_mark (self, snapshot, bookmark->time, name,
                     th_theme_get_bookmark_color (theme, bookmark->color), BOOKMARK_WIDTH, .8);
    }
  for (guint i = 0; i < TH_N_MARKERS; i++)
    snapshot_mark (self, snapshot, th_markers_get_marker (marks, i), markers[i].letter,
                   th_theme_get_color (theme, markers[i].role), MARKER_WIDTH, 1);
}
