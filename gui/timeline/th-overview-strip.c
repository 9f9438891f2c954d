/* th-overview-strip.c - the whole trace as a strip, with the view as a brush
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-overview-strip.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-hit-ticks.h"
#include "th-overview-density.h"
#include "th-strip-job.h"
#include "th-texture-cache.h"

#define HITS_PX 4

/* A narrower brush would be hard to see and to grab. */
#define MIN_BRUSH 6

/* The distance within which an edge is grabbed; the middle third of a narrow brush still drags
 * the whole brush. */
#define EDGE_PX 5

typedef enum
{
  GRAB_NOTHING,
  GRAB_BRUSH,
  GRAB_LEFT,
  GRAB_RIGHT
} Grab;

struct _ThOverviewStrip
{
  GtkWidget       parent;

  ThDocument     *document;
  GSignalGroup   *document_signals;
  ThDensity      *density; /* counted last, or NULL */
  guint           n_counted; /* changes with density */
  ThStripJob     *job;     /* counts a newer one, or NULL */
  ThTextureCache  picture;
  ThHitTicks      hits;
  Grab            grab;
  gboolean        on_edge; /* the pointer is on an edge, which the cursor shows */
  /* distance from the pointer to what it drags: the middle of the brush or an edge */
  double          apart;
};

G_DEFINE_FINAL_TYPE (ThOverviewStrip, th_overview_strip, GTK_TYPE_WIDGET)

/* The strip's view is the fitted view, like that of the lanes when they show everything. */
static gboolean
get_strip (ThOverviewStrip *self,
           ThView          *strip)
{
  gint64 first, last;

  if (self->document == NULL || !th_document_get_range (self->document, &first, &last))
    return FALSE;

  *strip = th_view_fit (first, last, gtk_widget_get_width (GTK_WIDGET (self)));
  return strip->width > 0;
}

/* Returns the left edge and the width of the brush in pixels. */
static void
get_brush (ThOverviewStrip *self,
           double          *x,
           double          *width)
{
  ThView strip;
  const ThView *view;
  double left, right;

  *x = *width = 0;
  if (!get_strip (self, &strip))
    return;

  view = th_document_get_view (self->document);
  left = th_view_time_to_x (&strip, view->from);
  right = th_view_time_to_x (&strip, view->to);
  *width = MAX (right - left, MIN_BRUSH);
  *x = (left + right - *width) / 2;
}

/* Centers the view at @x, as a click beside the brush does. */
static void
center (ThOverviewStrip *self,
        double           x)
{
  const ThView *view;
  ThView strip, moved;
  gint64 first, last;

  if (!get_strip (self, &strip) || !th_document_get_range (self->document, &first, &last))
    return;

  view = th_document_get_view (self->document);
  moved = th_view_pan (view,
                       th_view_x_to_time (&strip, x) - (view->from + (view->to - view->from) / 2),
                       first, last);
  th_document_set_view (self->document, moved.from, moved.to);
}

/* --- counting ----------------------------------------------------------- */

static void
count_cb (gpointer   density,
          const int *cancelled)
{
  th_density_count (density, cancelled);
}

static void
free_cb (gpointer density)
{
  th_density_free (density);
}

static void
forget_density (ThOverviewStrip *self)
{
  g_clear_pointer (&self->job, th_strip_job_free);
  g_clear_pointer (&self->density, th_density_free);
  self->n_counted++;
}

static gboolean
is_counted (ThOverviewStrip *self,
            const ThDensity *wanted)
{
  return self->density != NULL && th_density_equal (self->density, wanted);
}

/* Takes what the job has counted by @until, also if more events have been loaded meanwhile. */
static void
take_density (ThOverviewStrip *self,
              gint64           until)
{
  ThDensity *counted = self->job != NULL ? th_strip_job_take (self->job, until) : NULL;

  if (counted == NULL)
    return;

  forget_density (self);
  self->density = counted;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns whether the bars are up to date. */
static gboolean
bring_density (ThOverviewStrip *self,
               gint64           until)
{
  g_autoptr(ThDensity) wanted = NULL;

  take_density (self, until);
  wanted = th_overview_density_new (th_document_get_scene (self->document),
                                    gtk_widget_get_width (GTK_WIDGET (self)), self->density);
  if (wanted == NULL || is_counted (self, wanted))
    return TRUE;

  if (self->job == NULL)
    self->job = th_strip_job_new (g_steal_pointer (&wanted), count_cb, free_cb,
                                  GTK_WIDGET (self));
  return FALSE;
}

gboolean
th_overview_strip_bring (ThOverviewStrip *self,
                         gint64           until)
{
  gboolean has_bars, has_ticks;
  ThView strip;

  if (!get_strip (self, &strip))
    return TRUE;

  has_bars = bring_density (self, until);
  has_ticks = th_hit_ticks_bring (&self->hits, GTK_WIDGET (self), self->document, &strip, until);
  return has_bars && has_ticks;
}

/* --- drawing ------------------------------------------------------------ */

static void
draw_cb (cairo_t *cr,
         gpointer data)
{
  ThOverviewStrip *self = data;

  th_scene_draw_overview (th_document_get_scene (self->document), self->density,
                          gtk_widget_get_width (GTK_WIDGET (self)),
                          gtk_widget_get_height (GTK_WIDGET (self)), cr, TH_RENDER_PIXELS);
}

static void
snapshot_brush (ThOverviewStrip *self,
                GtkSnapshot     *snapshot)
{
  ThColor color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (self->document)),
                                      TH_COLOR_SELECTION);
  GdkRGBA fill = { color.red, color.green, color.blue, .22f };
  GdkRGBA edge = { color.red, color.green, color.blue, .9f };
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  double x, width;

  get_brush (self, &x, &width);
  gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (x, 0, width, height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT (x, 0, 1, height));
  gtk_snapshot_append_color (snapshot, &edge, &GRAPHENE_RECT_INIT (x + width - 1, 0, 1, height));
}

/* A pole with a flag for each note; those of one pixel are drawn once. */
static void
snapshot_flags (ThOverviewStrip *self,
                GtkSnapshot     *snapshot,
                const ThView    *strip)
{
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (self->document));
  ThColor open = th_theme_get_bookmark_color (theme, 1);
  ThColor resolved = th_theme_get_color (theme, TH_COLOR_INK_DIM);
  ThFlags *flags = th_document_get_flags (self->document);
  double last = -1;

  for (guint i = 0; i < th_flags_get_n (flags); i++)
    {
      const ThFlag *flag = th_flags_get (flags, i);
      ThColor color = flag->is_open ? open : resolved;
      GdkRGBA rgba = { color.red, color.green, color.blue, 1 };
      double x = flag->time != TH_TIME_NONE ? floor (th_view_time_to_x (strip, flag->time)) : last;

      if (x == last)
        continue;
      last = x;
      gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (x, 2, 1, 12));
      gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (x, 2, 8, 6));
    }
}

static void
th_overview_strip_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  ThOverviewStrip *self = TH_OVERVIEW_STRIP (widget);
  ThView strip;
  ThPictureKey key;

  if (!get_strip (self, &strip))
    return;

  key = (ThPictureKey) {
    .width = strip.width,
    .height = gtk_widget_get_height (widget),
    .scale = gtk_widget_get_scale_factor (widget),
    .serial = th_document_get_serial (self->document),
    .what = self->n_counted,
  };
  th_texture_cache_snapshot (&self->picture, widget, snapshot, 0, 0, &key, draw_cb, self);
  th_hit_ticks_snapshot (&self->hits, snapshot, self->document, &strip, 0,
                         gtk_widget_get_height (widget) - HITS_PX - 1, HITS_PX);
  snapshot_brush (self, snapshot);
  snapshot_flags (self, snapshot, &strip);
}

static void
changed_cb (ThOverviewStrip *self)
{
  const ThView *view = th_document_get_view (self->document);
  g_autofree char *from = NULL, *to = NULL, *text = NULL;

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (th_document_get_scene (self->document) == NULL)
    return;

  from = th_document_format_time (self->document, view->from);
  to = th_document_format_time (self->document, view->to);
  text = g_strdup_printf (_("In view: %s to %s"), from, to);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

/* --- pointer ------------------------------------------------------------ */

/* Returns the part that a press at @x grabs; sets *@place to the position of the middle of the
 * brush or of the edge. */
static Grab
find_grab (ThOverviewStrip *self,
           double           x,
           double          *place)
{
  double left, width, edge;

  get_brush (self, &left, &width);
  edge = MIN (EDGE_PX, width / 3);
  *place = left;
  if (width > 0 && fabs (x - left) <= edge)
    return GRAB_LEFT;
  *place = left + width;
  if (width > 0 && fabs (x - left - width) <= edge)
    return GRAB_RIGHT;

  *place = left + width / 2;
  return x > left && x < left + width ? GRAB_BRUSH : GRAB_NOTHING;
}

static void
drag_begin_cb (ThOverviewStrip *self,
               double           x,
               double           y)
{
  double place;

  self->grab = find_grab (self, x, &place);
  self->apart = self->grab != GRAB_NOTHING ? place - x : 0;
  if (self->grab == GRAB_NOTHING)
    center (self, x);
}

static void
drag_to (ThOverviewStrip *self,
         double           x)
{
  const ThView *view;
  ThView strip;
  gint64 time;

  if (!get_strip (self, &strip))
    return;

  view = th_document_get_view (self->document);
  time = th_view_x_to_time (&strip, CLAMP (x + self->apart, 0, strip.width));
  if (self->grab == GRAB_LEFT && time < view->to)
    th_document_set_view (self->document, time, view->to);
  else if (self->grab == GRAB_RIGHT && time > view->from)
    th_document_set_view (self->document, view->from, time);
  else if (self->grab == GRAB_BRUSH || self->grab == GRAB_NOTHING)
    center (self, x + self->apart);
}

static void
drag_update_cb (ThOverviewStrip *self,
                double           dx,
                double           dy,
                GtkGestureDrag  *gesture)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y) && dx != 0)
    drag_to (self, x + dx);
}

static void
motion_cb (ThOverviewStrip *self,
           double           x,
           double           y)
{
  double place;
  Grab grab = find_grab (self, x, &place);
  gboolean on_edge = grab == GRAB_LEFT || grab == GRAB_RIGHT;

  if (self->on_edge != on_edge)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on_edge ? "col-resize" : NULL);
  self->on_edge = on_edge;
}

static void
th_overview_strip_dispose (GObject *object)
{
  ThOverviewStrip *self = TH_OVERVIEW_STRIP (object);

  g_clear_object (&self->document_signals);
  g_clear_object (&self->document);
  forget_density (self);
  th_texture_cache_clear (&self->picture);
  th_hit_ticks_clear (&self->hits);

  G_OBJECT_CLASS (th_overview_strip_parent_class)->dispose (object);
}

static void
th_overview_strip_class_init (ThOverviewStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_overview_strip_dispose;
  widget_class->snapshot = th_overview_strip_snapshot;
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_overview_strip_init (ThOverviewStrip *self)
{
  static const char *const followed[] = { "recording-changed", "grown", "view-changed",
                                          "theme-changed", "filter-changed", "find-changed" };
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_group_connect_swapped (self->document_signals, followed[i], G_CALLBACK (changed_cb),
                                    self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Overview"), -1);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

GtkWidget *
th_overview_strip_new (void)
{
  return g_object_new (TH_TYPE_OVERVIEW_STRIP, NULL);
}

void
th_overview_strip_set_document (ThOverviewStrip *self,
                                ThDocument      *document)
{
  forget_density (self);
  th_hit_ticks_clear (&self->hits);
  g_set_object (&self->document, document);
  g_signal_group_set_target (self->document_signals, document);
}
