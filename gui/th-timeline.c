/* th-timeline.c - overview, ruler and the lanes of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-menu.h"

#define LABEL_WIDTH_MAX 190
#define LABEL_WIDTH_MIN 120

/* What drawing lanes may take of a frame whose view moved, of the next one that
 * stands still, and of those behind it: as long as it takes. */
static const gint64 shares_usec[] = { 2500, 8000, G_USEC_PER_SEC };

G_DEFINE_FINAL_TYPE (ThTimeline, th_timeline, GTK_TYPE_WIDGET)

static ThScene *
get_scene (ThTimeline *self)
{
  return self->document != NULL ? th_document_get_scene (self->document) : NULL;
}

/* --- places ------------------------------------------------------------- */

gboolean
th_timeline_in_lanes (ThTimeline *self,
                      double      x,
                      double      y)
{
  return get_scene (self) != NULL && x >= 0 && y >= LANES_TOP && y < gtk_widget_get_height (GTK_WIDGET (self));
}

gint64
th_timeline_time_at (ThTimeline *self,
                     double      x)
{
  return th_view_x_to_time (th_document_get_view (self->document), x - self->label_width);
}

gboolean
th_timeline_get_pointer_time (ThTimeline *self,
                              gint64     *time)
{
  if (self->document == NULL || self->pointer_x < self->label_width || self->pointer_y < OVERVIEW_HEIGHT)
    return FALSE;

  *time = th_timeline_snap (self, self->pointer_x, self->pointer_y);
  return TRUE;
}

static double
scene_y (ThTimeline *self,
         double      y)
{
  return y - LANES_TOP + gtk_adjustment_get_value (self->scroll);
}

const ThLane *
th_timeline_get_lane_at (ThTimeline *self,
                         double      y)
{
  ThScene *scene = get_scene (self);
  guint index = scene != NULL && y >= LANES_TOP ? th_scene_find_lane (scene, scene_y (self, y)) : G_MAXUINT;

  return index != G_MAXUINT ? th_scene_get_lane (scene, index) : NULL;
}

static ThHit
hit_at (ThTimeline *self,
        double      x,
        double      y)
{
  if (!th_timeline_in_lanes (self, x, y) || x < self->label_width)
    return (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };

  return th_scene_hit (get_scene (self), th_document_get_view (self->document), x - self->label_width, scene_y (self, y));
}

void
th_timeline_set_pointer (ThTimeline *self,
                         double      x,
                         double      y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->document == NULL)
    return;

  self->hit = hit_at (self, x, y);
  if (self->dragging)
    self->hit.lane = G_MAXUINT;
  th_hover_card_show (TH_HOVER_CARD (self->card), &self->hit, self->hit.lane != G_MAXUINT ? th_timeline_time_at (self, x) : 0);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
th_timeline_click (ThTimeline *self,
                   double      x,
                   double      y)
{
  ThScene *scene = get_scene (self);
  const ThLane *lane;
  ThHit hit;
  guint index;

  if (!th_timeline_in_lanes (self, x, y))
    {
      if (scene != NULL)
        th_document_clear_span (self->document);
      return;
    }

  index = th_scene_find_lane (scene, scene_y (self, y));
  if (index == G_MAXUINT)
    {
      th_document_clear_selection (self->document);
      return;
    }

  lane = th_scene_get_lane (scene, index);
  th_timeline_set_current (self, index);
  if (lane->kind == TH_LANE_SECTION || lane->kind == TH_LANE_MORE)
    {
      th_document_fold (self->document, index, !lane->folded);
      return;
    }
  if (x < self->label_width)
    return;

  hit = hit_at (self, x, y);
  th_document_clear_span (self->document);
  th_document_select (self->document, hit.ref);
}

static gboolean
fit_leg (ThTimeline *self)
{
  const ThLane *lane = th_scene_get_lane (get_scene (self), self->hit.lane);
  ThFlows *flows = th_results_get_flows (lane->results);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, th_flows_get (flows, lane->flow));
  const ThLeg *leg;
  gint64 margin;

  if (self->hit.leg >= legs->len)
    return FALSE;

  leg = &g_array_index (legs, ThLeg, self->hit.leg);
  margin = MAX (ABS (leg->end - leg->begin) / 20, 10);
  th_timeline_go (self, MIN (leg->begin, leg->end) - margin, MAX (leg->begin, leg->end) + margin);
  return TRUE;
}

static gboolean
fit_slice (ThTimeline *self)
{
  ThSlices *slices = th_track_get_slices (self->hit.track);
  const ThSlice *slice;
  gint64 margin;

  if (slices == NULL || self->hit.slice >= th_slices_get_n (slices, self->hit.depth))
    return FALSE;

  slice = th_slices_get (slices, self->hit.depth, self->hit.slice);
  margin = MAX ((slice->end - slice->begin) / 20, 10);
  th_timeline_go (self, slice->begin - margin, slice->end + margin);
  return TRUE;
}

gboolean
th_timeline_fit_run (ThTimeline *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;
  ThRef ref = self->document != NULL ? th_document_get_selected (self->document) : TH_REF_NONE;
  gint64 margin, time;
  ThStream *stream;
  guint32 index;
  ThCpu *cpu;
  ThRun run;

  if (recording == NULL)
    return FALSE;

  if (self->hit.track != NULL)
    return fit_slice (self);
  if (self->hit.lane < th_scene_get_n_lanes (get_scene (self)) &&
      th_scene_get_lane (get_scene (self), self->hit.lane)->kind == TH_LANE_FLOW)
    return fit_leg (self);
  if (self->hit.run != G_MAXUINT32 && self->hit.lane != G_MAXUINT)
    {
      const ThLane *lane = th_scene_get_lane (get_scene (self), self->hit.lane);

      ref = (ThRef) { lane->stream, lane->cpu, 0 };
      time = th_timeline_time_at (self, self->pointer_x);
    }
  else if (!th_ref_is_none (ref))
    time = th_recording_get_time (recording, ref);
  else
    return FALSE;

  stream = th_recording_get_stream (recording, ref.stream);
  cpu = th_recording_get_runs_cpu (recording, stream, th_stream_get_cpu (stream, ref.cpu));
  index = th_cpu_find_run (cpu, time);
  if (index == G_MAXUINT32)
    return FALSE;

  run = th_cpu_get_run (cpu, index);
  margin = MAX ((run.end - run.begin) / 20, 10);
  th_timeline_go (self, run.begin - margin, run.end + margin);
  return TRUE;
}

/* --- menus -------------------------------------------------------------- */

void
th_timeline_popup_menu_at (ThTimeline *self,
                           double      x,
                           double      y)
{
  ThScene *scene = get_scene (self);
  guint index = scene != NULL && th_timeline_in_lanes (self, x, y) ? th_scene_find_lane (scene, scene_y (self, y)) : G_MAXUINT;
  const ThLane *lane;
  ThHit hit;

  if (index == G_MAXUINT)
    return;

  lane = th_scene_get_lane (scene, index);
  if (lane->kind == TH_LANE_FLOW)
    {
      th_menu_popup (GTK_WIDGET (self), x, y, th_menu_for_flow (self->document, lane->results, lane->flow));
      return;
    }
  if (lane->kind == TH_LANE_SECTION || lane->kind == TH_LANE_MORE)
    return;

  hit = hit_at (self, x, y);
  if (!th_ref_is_none (hit.ref))
    th_document_select (self->document, hit.ref);
  th_menu_popup (GTK_WIDGET (self), x, y, th_menu_for_event (self->document));
}

void
th_timeline_popup_menu (ThTimeline *self)
{
  ThScene *scene = get_scene (self);
  ThRef ref = scene != NULL ? th_document_get_selected (self->document) : TH_REF_NONE;
  double x = self->label_width, y = LANES_TOP;

  if (scene == NULL)
    return;

  if (!th_ref_is_none (ref))
    {
      guint index = th_scene_find_cpu (scene, ref.stream, ref.cpu);

      x += CLAMP (th_view_time_to_x (th_document_get_view (self->document), th_recording_get_time (th_scene_get_recording (scene), ref)),
                  0, gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width);
      if (index != G_MAXUINT)
        y = LANES_TOP + CLAMP (th_scene_get_lane (scene, index)->y - gtk_adjustment_get_value (self->scroll) + 20, 0,
                               gtk_adjustment_get_page_size (self->scroll));
    }
  th_menu_popup (GTK_WIDGET (self), x, y, th_menu_for_event (self->document));
}

/* --- lanes -------------------------------------------------------------- */

guint
th_timeline_get_current (ThTimeline *self)
{
  return self->current;
}

static void
scroll_to_lane (ThTimeline *self,
                guint       index)
{
  const ThLane *lane = th_scene_get_lane (get_scene (self), index);

  gtk_adjustment_clamp_page (self->scroll, lane->y, lane->y + lane->height);
}

void
th_timeline_set_current (ThTimeline *self,
                         guint       lane)
{
  g_return_if_fail (TH_IS_TIMELINE (self));

  if (get_scene (self) == NULL || lane >= th_scene_get_n_lanes (get_scene (self)) || self->current == lane)
    return;

  self->current = lane;
  scroll_to_lane (self, lane);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
th_timeline_move_current (ThTimeline *self,
                          int         step)
{
  ThScene *scene = get_scene (self);
  gint64 lane = (gint64) self->current + step;

  if (scene == NULL)
    return;
  if (self->current >= th_scene_get_n_lanes (scene))
    lane = 0;
  while (lane >= 0 && lane < th_scene_get_n_lanes (scene) && th_scene_get_lane (scene, lane)->height <= 0)
    lane += step;
  if (lane >= 0)
    th_timeline_set_current (self, lane);
}

void
th_timeline_scroll_pages (ThTimeline *self,
                          int         pages)
{
  gtk_adjustment_set_value (self->scroll, gtk_adjustment_get_value (self->scroll) +
                            pages * gtk_adjustment_get_page_size (self->scroll) * .9);
}

void
th_timeline_show_followed (ThTimeline *self)
{
  double top, bottom, page = gtk_adjustment_get_page_size (self->scroll);

  if (get_scene (self) == NULL || !th_scene_get_followed_range (get_scene (self), &top, &bottom))
    return;

  /* The scene may have grown since the last frame. */
  gtk_adjustment_set_upper (self->scroll, MAX (th_scene_get_height (get_scene (self)), page));
  gtk_adjustment_clamp_page (self->scroll, MAX (top, bottom - page), bottom);
}

static ThLaneView *
ensure_lane_view (ThTimeline *self,
                  guint       n)
{
  GtkWidget *view;

  if (n == self->lanes->len)
    {
      view = th_lane_view_new (self->document, &self->pace);
      /* Below the scroll bar and the card. */
      gtk_widget_insert_before (view, GTK_WIDGET (self), self->scrollbar);
      g_ptr_array_add (self->lanes, view);
    }

  return g_ptr_array_index (self->lanes, n);
}

/* A child that comes while places are given would ask for another layout, too
 * late for this frame: as many as will be seen are there before. */
static void
reserve_lane_views (ThTimeline *self)
{
  ThScene *scene = get_scene (self);
  double top = gtk_adjustment_get_value (self->scroll);
  double bottom = top + gtk_widget_get_height (GTK_WIDGET (self));
  guint n = 0;

  for (guint i = 0; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height > 0 && lane->y < bottom && lane->y + lane->height > top)
        ensure_lane_view (self, n++);
    }
}

GtkWidget *
th_timeline_get_lane_view (ThTimeline *self,
                           guint       lane)
{
  for (guint i = 0; i < self->n_lanes_used; i++)
    if (th_lane_view_get_lane (g_ptr_array_index (self->lanes, i)) == lane)
      return g_ptr_array_index (self->lanes, i);

  return NULL;
}

/* One widget for each lane that is at least partly visible. */
static void
allocate_lanes (ThTimeline *self,
                int         width,
                double      page)
{
  ThScene *scene = get_scene (self);
  double scroll = gtk_adjustment_get_value (self->scroll);
  GtkWidget *current = NULL;
  const ThLane *lane;
  guint n = 0, first;

  first = scene != NULL ? th_scene_find_lane (scene, scroll) : G_MAXUINT;
  for (guint i = first; scene != NULL && i < th_scene_get_n_lanes (scene); i++)
    {
      ThLaneView *view;

      lane = th_scene_get_lane (scene, i);
      if (lane->y >= scroll + page)
        break;
      if (lane->height <= 0)
        continue;

      view = ensure_lane_view (self, n++);
      gtk_widget_set_child_visible (GTK_WIDGET (view), TRUE);
      th_lane_view_bind (view, i, self->label_width, i == self->current);
      gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (GTK_WIDGET (view),
                                &(GtkAllocation) { 0, LANES_TOP + lround (lane->y - scroll), width, ceil (lane->height) }, -1);
      if (i == self->current)
        current = GTK_WIDGET (view);
    }

  for (guint i = n; i < self->lanes->len; i++)
    gtk_widget_set_child_visible (g_ptr_array_index (self->lanes, i), FALSE);
  self->n_lanes_used = n;
  if (current != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, current, -1);
}

int
th_timeline_get_wanted_height (ThTimeline *self)
{
  return LANES_TOP + (get_scene (self) != NULL ? ceil (th_scene_get_height (get_scene (self))) : 0) + 12;
}

/* --- layout ------------------------------------------------------------- */

static void
th_timeline_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LABEL_WIDTH_MIN + 160;
      *natural = 800;
    }
  else
    {
      *minimum = LANES_TOP + 80;
      *natural = 400;
    }
}

static void
allocate_child (GtkWidget *child,
                double     x,
                double     y,
                double     width,
                double     height)
{
  int minimum, natural;

  /* GTK wants every child measured before it is told its place. */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, MAX (width, minimum), height }, -1);
}

/* Beside the pointer, on the side where there is room. */
static void
allocate_card (ThTimeline *self,
               int         width,
               int         height)
{
  int card_width, card_height;
  double x, y;

  if (!gtk_widget_should_layout (self->card))
    return;

  gtk_widget_measure (self->card, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &card_width, NULL, NULL);
  gtk_widget_measure (self->card, GTK_ORIENTATION_VERTICAL, card_width, NULL, &card_height, NULL, NULL);
  x = self->pointer_x + 16;
  y = self->pointer_y + 20;
  if (x + card_width > width)
    x = MAX (self->pointer_x - 12 - card_width, 0);
  if (y + card_height > height)
    y = MAX (self->pointer_y - 12 - card_height, 0);
  gtk_widget_size_allocate (self->card, &(GtkAllocation) { x, y, card_width, card_height }, -1);
}

static void
allocate_scrollbar (ThTimeline *self,
                    int         width,
                    double      page)
{
  double total = get_scene (self) != NULL ? th_scene_get_height (get_scene (self)) : 0;
  int bar;

  /* The value may change with it; the lanes get their places just below. */
  self->allocating = TRUE;
  gtk_adjustment_configure (self->scroll, gtk_adjustment_get_value (self->scroll), 0, MAX (total, page), 60, page * .9, page);
  self->allocating = FALSE;
  gtk_widget_set_child_visible (self->scrollbar, total > page);
  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->scrollbar, &(GtkAllocation) { width - bar, LANES_TOP, bar, page }, -1);
}

static void
th_timeline_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  ThTimeline *self = TH_TIMELINE (widget);
  double page = MAX (height - LANES_TOP, 1);
  double time_width;

  self->label_width = CLAMP (width / 5, LABEL_WIDTH_MIN, LABEL_WIDTH_MAX);
  time_width = MAX (width - self->label_width, 1);
  if (self->document != NULL)
    th_document_set_view_width (self->document, time_width);

  allocate_child (self->overview_label, 0, 0, self->label_width, OVERVIEW_HEIGHT);
  allocate_child (self->overview, self->label_width, 0, time_width, OVERVIEW_HEIGHT);
  allocate_child (self->ruler_label, 0, OVERVIEW_HEIGHT + 1, self->label_width, RULER_HEIGHT);
  allocate_scrollbar (self, width, page);
  allocate_lanes (self, width, page);
  allocate_card (self, width, height);
}

/* --- drawing ------------------------------------------------------------ */

static void
draw_ruler_cb (cairo_t  *cr,
               gpointer  data)
{
  ThTimeline *self = data;

  th_scene_draw_ruler (get_scene (self), th_document_get_view (self->document), RULER_HEIGHT,
                       th_document_get_time_format (self->document), cr);
}

static void
snapshot_ruler (ThTimeline  *self,
                GtkSnapshot *snapshot)
{
  const ThView *view = th_document_get_view (self->document);
  ThPictureKey key = {
    .from = view->from,
    .to = view->to,
    .width = view->width,
    .height = RULER_HEIGHT,
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .serial = th_document_get_serial (self->document),
  };

  th_texture_cache_snapshot (&self->ruler, snapshot, self->label_width, OVERVIEW_HEIGHT + 1, &key, draw_ruler_cb, self);
  th_hit_ticks_snapshot (&self->hits, snapshot, self->document, view, self->label_width, OVERVIEW_HEIGHT + 1, HITS_PX);
}

static void
snapshot_background (ThTimeline  *self,
                     GtkSnapshot *snapshot)
{
  ThTheme *theme = th_scene_get_theme (get_scene (self));
  ThColor back = th_theme_get_color (theme, TH_COLOR_BACKGROUND);
  ThColor line = th_theme_get_color (theme, TH_COLOR_LINE);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { back.red, back.green, back.blue, 1 },
                             &GRAPHENE_RECT_INIT (0, 0, width, height));
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { line.red, line.green, line.blue, 1 },
                             &GRAPHENE_RECT_INIT (0, OVERVIEW_HEIGHT, width, 1));
}

/* Lanes that cannot be drawn in time show their last picture and follow: while
 * the view moves in turn, and within two frames once it stands still. */
static void
snapshot_lanes (ThTimeline  *self,
                GtkSnapshot *snapshot)
{
  const ThView *view = th_document_get_view (self->document);
  gboolean moved = view->from != self->drawn_view.from || view->to != self->drawn_view.to;
  guint first = self->first_late;

  self->drawn_view = *view;
  self->n_still = moved ? 0 : MIN (self->n_still + 1, G_N_ELEMENTS (shares_usec) - 1);
  self->pace = (ThPace) { .until = g_get_monotonic_time () + MIN (shares_usec[self->n_still], self->share_usec) };
  for (guint i = 0; i < self->n_lanes_used; i++)
    {
      guint n = (first + i) % self->n_lanes_used;

      gtk_widget_snapshot_child (GTK_WIDGET (self), g_ptr_array_index (self->lanes, n), snapshot);
      if (self->pace.n_late == 0)
        self->first_late = (n + 1) % self->n_lanes_used;
    }
}

gboolean
th_timeline_is_sharp (ThTimeline *self)
{
  return self->pace.n_late == 0;
}

void
th_timeline_set_share (ThTimeline *self,
                       gint64      usec)
{
  self->share_usec = usec;
}

static void
th_timeline_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  ThTimeline *self = TH_TIMELINE (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  if (get_scene (self) == NULL)
    return;

  snapshot_background (self, snapshot);
  gtk_widget_snapshot_child (widget, self->overview_label, snapshot);
  gtk_widget_snapshot_child (widget, self->overview, snapshot);
  gtk_widget_snapshot_child (widget, self->ruler_label, snapshot);
  snapshot_ruler (self, snapshot);

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, LANES_TOP, width, height - LANES_TOP));
  snapshot_lanes (self, snapshot);
  gtk_snapshot_pop (snapshot);

  th_timeline_snapshot_overlay (self, snapshot);
  gtk_widget_snapshot_child (widget, self->scrollbar, snapshot);
  gtk_widget_snapshot_child (widget, self->card, snapshot);
}

/* --- following the document --------------------------------------------- */

static void
changed_cb (ThTimeline *self)
{
  reserve_lane_views (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Something else is under a pointer that did not move. */
static void
view_changed_cb (ThTimeline *self)
{
  changed_cb (self);
  if (self->pointer_x >= 0)
    th_timeline_set_pointer (self, self->pointer_x, self->pointer_y);
}

static void
update_ruler_label (ThTimeline *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  gboolean ticks = recording != NULL && th_recording_get_n_streams (recording) > 0 &&
                   th_stream_get_clock (th_recording_get_stream (recording, 0))->ticks;

  gtk_label_set_text (GTK_LABEL (self->ruler_label), ticks ? _("time (ticks)") : _("time (s)"));
}

static void
recording_changed_cb (ThTimeline *self)
{
  th_timeline_stop_motion (self);
  self->hit = (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };
  self->current = th_scene_get_n_lanes (get_scene (self)) > 1 ? 1 : 0;
  update_ruler_label (self);
  changed_cb (self);
}

/* What was selected elsewhere comes into view. */
static void
selection_changed_cb (ThTimeline *self)
{
  ThRef ref = th_document_get_selected (self->document);
  ThView view;
  gint64 time, half;
  guint lane;

  changed_cb (self);
  if (th_ref_is_none (ref) || get_scene (self) == NULL)
    return;

  lane = th_scene_find_cpu (get_scene (self), ref.stream, ref.cpu);
  if (lane != G_MAXUINT)
    th_timeline_set_current (self, lane);

  view = th_timeline_get_target (self);
  time = th_recording_get_time (th_document_get_recording (self->document), ref);
  half = (view.to - view.from) / 2;
  if (time < view.from || time > view.to)
    th_timeline_go (self, time - half, time - half + (view.to - view.from));
}

void
th_timeline_set_document (ThTimeline *self,
                          ThDocument *document)
{
  static const char *const followed[] = {
    "theme-changed", "results-changed", "filter-changed", "follow-changed", "notify::time-format"
  };

  if (self->document == document)
    return;

  th_timeline_stop_motion (self);
  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->document, self);
      g_signal_handlers_disconnect_by_data (th_document_get_marks (self->document), self);
    }
  while (self->lanes->len > 0)
    {
      gtk_widget_unparent (g_ptr_array_index (self->lanes, self->lanes->len - 1));
      g_ptr_array_set_size (self->lanes, self->lanes->len - 1);
    }
  self->n_lanes_used = 0;

  g_set_object (&self->document, document);
  th_overview_set_document (TH_OVERVIEW (self->overview), document);
  th_hover_card_set_document (TH_HOVER_CARD (self->card), document);
  if (document == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_swapped (document, followed[i], G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (document, "find-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (th_document_get_marks (document), "changed", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (document, "view-changed", G_CALLBACK (view_changed_cb), self);
  g_signal_connect_swapped (document, "grown", G_CALLBACK (view_changed_cb), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (selection_changed_cb), self);
  g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (recording_changed_cb), self);
}

/* --- class -------------------------------------------------------------- */

static void
th_timeline_dispose (GObject *object)
{
  ThTimeline *self = TH_TIMELINE (object);
  GtkWidget *child;

  if (self->overview != NULL)
    th_timeline_set_document (self, NULL);
  self->overview = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->lanes, g_ptr_array_unref);
  g_clear_object (&self->scroll);
  th_texture_cache_clear (&self->ruler);
  th_hit_ticks_clear (&self->hits);

  G_OBJECT_CLASS (th_timeline_parent_class)->dispose (object);
}

static void
th_timeline_class_init (ThTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_timeline_dispose;
  widget_class->measure = th_timeline_measure;
  widget_class->size_allocate = th_timeline_size_allocate;
  widget_class->snapshot = th_timeline_snapshot;

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static GtkWidget *
add_label (ThTimeline *self,
           const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "axis");
  gtk_widget_set_parent (label, GTK_WIDGET (self));

  return label;
}

static void
scrolled_cb (ThTimeline *self)
{
  if (self->allocating)
    return;

  reserve_lane_views (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
th_timeline_init (ThTimeline *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Lanes"), -1);

  self->pointer_x = self->pointer_y = -1;
  self->drag_time = TH_TIME_NONE;
  self->share_usec = G_USEC_PER_SEC;
  self->drag_marker = TH_N_MARKERS;
  self->hit = (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };
  self->lanes = g_ptr_array_new ();
  self->scroll = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (scrolled_cb), self);

  self->overview_label = add_label (self, _("Overview"));
  self->ruler_label = add_label (self, _("time (s)"));
  self->overview = th_overview_new ();
  gtk_widget_set_parent (self->overview, GTK_WIDGET (self));
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));
  self->card = th_hover_card_new ();
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  th_timeline_add_input (self);
}
