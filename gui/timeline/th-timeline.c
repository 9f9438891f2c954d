/* th-timeline.c - overview, ruler and the lanes of a document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-ruler.h"
#include "th-scene-hit.h"
#include "th-timeline-private.h"
#include "th-shown-row.h"


#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-style.h"

/* At the default text size. */
#define LABEL_WIDTH_MAX 190
#define LABEL_WIDTH_MIN 120

/* A heading and a part of a lane.  In a small window the tables need the rest, above all those of a
 * comparison, which are below two timelines. */
#define LANES_HEIGHT_MIN 44

/* More threads that draw lanes would not be faster than their memory. */
#define MAX_WORKERS 4

enum
{
  PROP_0,
  PROP_LANE_TIME,
  PROP_SHARP,
  PROP_READING,
  PROP_LANES_HEIGHT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThTimeline, th_timeline, GTK_TYPE_WIDGET)

/* --- layout ------------------------------------------------------------- */

static void
th_timeline_measure (GtkWidget     *widget,
                     GtkOrientation orientation,
                     int            for_size,
                     int           *minimum,
                     int           *natural,
                     int           *minimum_baseline,
                     int           *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LABEL_WIDTH_MIN + 160;
      *natural = 800;
    }
  else
    {
      *minimum = th_timeline_get_lanes_top () + th_style_grow (LANES_HEIGHT_MIN);
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

  /* GTK requires that a child is measured before it is allocated. */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation) { x, y, MAX (width, minimum), height }, -1);
}

/* Places the card beside the pointer, on the side that has room. */
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
  gtk_widget_measure (self->card, GTK_ORIENTATION_VERTICAL, card_width, NULL, &card_height, NULL,
                      NULL);
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
  double total = th_timeline_get_scene (self) != NULL
                 ? th_scene_get_height (th_timeline_get_scene (self)) : 0;
  int bar;

  /* This may change the value; the lanes are allocated just below. */
  self->allocating = TRUE;
  gtk_adjustment_configure (self->scroll, gtk_adjustment_get_value (self->scroll), 0,
                            MAX (total, page), 60, page * .9, page);
  if (self->shows_late && total > 0 && page > 1)
    th_timeline_show_current (self);
  self->allocating = FALSE;
  gtk_widget_set_child_visible (self->scrollbar, total > page);
  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->scrollbar,
                            &(GtkAllocation) { self->time_x > 0 ? width - bar
                                                                : width - self->label_width - bar,
                                               th_timeline_get_lanes_top (), bar, page }, -1);
}

static void
th_timeline_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  ThTimeline *self = TH_TIMELINE (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double page = MAX (height - th_timeline_get_lanes_top (), 1);
  double time_width, labels_x;

  self->label_width = CLAMP (width / 4, LABEL_WIDTH_MIN, th_style_grow (LABEL_WIDTH_MAX));
  time_width = MAX (width - self->label_width, 1);
  self->time_x = rtl ? 0 : self->label_width;
  labels_x = rtl ? time_width : 0;
  if (self->document != NULL)
    th_document_set_view_width (self->document, time_width);

  allocate_child (self->overview_label, labels_x, 0, self->label_width,
                  th_timeline_get_overview_height ());
  allocate_child (self->overview, self->time_x, 0, time_width, th_timeline_get_overview_height ());
  allocate_child (self->ruler_label, labels_x, th_timeline_get_overview_height () + 1,
                  self->label_width, th_timeline_get_ruler_height ());
  allocate_scrollbar (self, width, page);
  th_timeline_allocate_lanes (self, width);
  allocate_card (self, width, height);
  if (self->lanes_height != (int) page)
    {
      self->lanes_height = page;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LANES_HEIGHT]);
    }
}

/* --- drawing ------------------------------------------------------------ */

static void
draw_ruler_cb (cairo_t *cr,
               gpointer data)
{
  ThTimeline *self = data;

  th_scene_draw_ruler (th_timeline_get_scene (self), th_document_get_view (self->document),
                       th_timeline_get_ruler_height (),
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
    .height = th_timeline_get_ruler_height (),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .serial = th_document_get_serial (self->document),
  };

  th_texture_cache_snapshot (&self->ruler, GTK_WIDGET (self), snapshot, self->time_x,
                             th_timeline_get_overview_height () + 1, &key, draw_ruler_cb, self);
  th_hit_ticks_snapshot (&self->hits, snapshot, self->document, view, self->time_x,
                         th_timeline_get_overview_height () + 1, HITS_PX);
}

static void
snapshot_background (ThTimeline  *self,
                     GtkSnapshot *snapshot)
{
  ThTheme *theme = th_scene_get_theme (th_timeline_get_scene (self));
  ThColor back = th_theme_get_color (theme, TH_COLOR_BACKGROUND);
  ThColor line = th_theme_get_color (theme, TH_COLOR_LINE);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { back.red, back.green, back.blue, 1 },
                             &GRAPHENE_RECT_INIT (0, 0, width, height));
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { line.red, line.green, line.blue, 1 },
                             &GRAPHENE_RECT_INIT (0, th_timeline_get_overview_height (), width, 1));
}

static void
th_timeline_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  ThTimeline *self = TH_TIMELINE (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  guint n_late = self->n_late;

  if (th_timeline_get_scene (self) == NULL)
    return;

  th_timeline_bring_pictures (self);
  snapshot_background (self, snapshot);
  gtk_widget_snapshot_child (widget, self->overview_label, snapshot);
  gtk_widget_snapshot_child (widget, self->overview, snapshot);
  gtk_widget_snapshot_child (widget, self->ruler_label, snapshot);
  snapshot_ruler (self, snapshot);

  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, th_timeline_get_lanes_top (), width,
                                               height - th_timeline_get_lanes_top ()));
  th_timeline_snapshot_lanes (self, snapshot);
  gtk_snapshot_pop (snapshot);
  if ((n_late == 0) != (self->n_late == 0))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHARP]);

  th_timeline_snapshot_overlay (self, snapshot);
  gtk_widget_snapshot_child (widget, self->scrollbar, snapshot);
  gtk_widget_snapshot_child (widget, self->card, snapshot);
}

/* --- following the document --------------------------------------------- */

static void
changed_cb (ThTimeline *self)
{
  th_timeline_reserve_lanes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Another item may now be under the resting pointer. */
static void
view_changed_cb (ThTimeline *self)
{
  changed_cb (self);
  if (self->pointer_x >= 0)
    th_timeline_set_pointer (self, self->pointer_x, self->pointer_y);
}

static void
lanes_changed_cb (ThTimeline *self)
{
  th_timeline_find_current (self);
  view_changed_cb (self);
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
  th_lane_painter_clear (self->painter);
  g_clear_pointer (&self->wakeups, g_array_unref);
  self->hit = (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };
  self->drag_lane = NULL;
  self->current = G_MAXUINT;
  th_timeline_set_current (self, th_scene_get_n_lanes (th_timeline_get_scene (self)) > 1 ? 1 : 0);
  /* The heading above the current lane is shown, even if the lane does not fit. */
  self->shows_late = FALSE;
  gtk_adjustment_set_value (self->scroll, 0);
  update_ruler_label (self);
  changed_cb (self);
}

/* Scrolls to an event that was selected elsewhere. */
static void
selection_changed_cb (ThTimeline *self)
{
  ThRef ref = th_document_get_selected (self->document);
  ThView view;
  gint64 time;
  guint lane;

  changed_cb (self);
  th_timeline_describe_row (self);
  if (th_ref_is_none (ref) || th_timeline_get_scene (self) == NULL)
    return;

  /* A click or step in the lane of a task keeps that lane current. */
  lane = th_scene_find_cpu (th_timeline_get_scene (self), ref.stream, ref.cpu);
  if (th_document_get_shown_row (self->document) != NULL)
    th_timeline_show_row (self);
  else if (th_scene_lane_has (th_timeline_get_scene (self), self->current, ref))
    th_timeline_show_current (self);
  else if (lane != G_MAXUINT)
    th_timeline_set_current (self, lane);

  view = th_timeline_get_target (self);
  time = th_document_get_cursor (self->document);
  if ((time < view.from || time > view.to) && !th_document_is_restoring_search (self->document))
    th_timeline_center (self, time);
}

void
th_timeline_set_document (ThTimeline *self,
                          ThDocument *document)
{
  if (self->document == document)
    return;

  th_timeline_stop_motion (self);
  while (self->lanes->len > 0)
    {
      gtk_widget_unparent (g_ptr_array_index (self->lanes, self->lanes->len - 1));
      g_ptr_array_set_size (self->lanes, self->lanes->len - 1);
    }
  self->n_lanes_used = 0;
  self->n_late = 0;
  th_hit_ticks_clear (&self->hits);
  th_timeline_tell_late (self, FALSE);
  th_lane_painter_clear (self->painter);
  g_clear_pointer (&self->wakeups, g_array_unref);

  g_set_object (&self->document, document);
  th_overview_strip_set_document (TH_OVERVIEW_STRIP (self->overview), document);
  th_hover_card_set_document (TH_HOVER_CARD (self->card), document);
  g_signal_group_set_target (self->document_signals, document);
  g_signal_group_set_target (self->marker_signals,
                             document != NULL ? th_document_get_markers (document) : NULL);
  g_signal_group_set_target (self->flag_signals,
                             document != NULL ? th_document_get_flags (document) : NULL);
}

static void
flags_changed_cb (ThTimeline *self)
{
  th_timeline_describe_row (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_queue_draw (self->overview);
}

static void
names_changed_cb (ThTimeline *self)
{
  if (gtk_widget_get_visible (self->card))
    th_timeline_set_pointer (self, self->pointer_x, self->pointer_y);
}

static void
connect_signals (ThTimeline *self)
{
  static const struct { const char *name; GCallback callback; } signals[] = {
    { "names-changed", G_CALLBACK (names_changed_cb) },
    { "theme-changed", G_CALLBACK (changed_cb) },
    { "filter-changed", G_CALLBACK (changed_cb) },
    { "follow-changed", G_CALLBACK (changed_cb) },
    { "notify::time-format", G_CALLBACK (changed_cb) },
    { "find-changed", G_CALLBACK (gtk_widget_queue_draw) },
    { "notify::linked-time", G_CALLBACK (gtk_widget_queue_draw) },
    { "notify::linked-pointer", G_CALLBACK (gtk_widget_queue_draw) },
    { "view-changed", G_CALLBACK (view_changed_cb) },
    { "grown", G_CALLBACK (lanes_changed_cb) },
    { "lanes-changed", G_CALLBACK (lanes_changed_cb) },
    { "results-changed", G_CALLBACK (lanes_changed_cb) },
    { "selection-changed", G_CALLBACK (selection_changed_cb) },
    { "recording-changed", G_CALLBACK (recording_changed_cb) }
  };

  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_group_connect_swapped (self->document_signals, signals[i].name, signals[i].callback,
                                    self);
  self->flag_signals = g_signal_group_new (TH_TYPE_FLAGS);
  g_signal_group_connect_swapped (self->flag_signals, "changed", G_CALLBACK (flags_changed_cb),
                                  self);
  self->marker_signals = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (self->marker_signals, "changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
}

/* --- class -------------------------------------------------------------- */

static void
th_timeline_get_property (GObject    *object,
                          guint       id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  ThTimeline *self = TH_TIMELINE (object);

  switch (id)
    {
    case PROP_LANE_TIME: g_value_set_int64 (value, self->lane_usec); break;
    case PROP_SHARP: g_value_set_boolean (value, self->n_late == 0); break;
    case PROP_READING: g_value_set_boolean (value, self->reading); break;
    case PROP_LANES_HEIGHT: g_value_set_int (value, self->lanes_height); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_timeline_set_property (GObject      *object,
                          guint         id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  g_assert (id == PROP_LANE_TIME);
  TH_TIMELINE (object)->lane_usec = g_value_get_int64 (value);
}

static void
th_timeline_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (th_timeline_parent_class)->unmap (widget);
  th_timeline_tell_late (TH_TIMELINE (widget), FALSE);
}

static void
th_timeline_dispose (GObject *object)
{
  ThTimeline *self = TH_TIMELINE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->reserve_id, g_source_remove);
  g_clear_handle_id (&self->late_id, g_source_remove);
  if (self->overview != NULL)
    th_timeline_set_document (self, NULL);
  self->overview = NULL;
  g_clear_object (&self->document_signals);
  g_clear_object (&self->marker_signals);
  g_clear_object (&self->flag_signals);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->lanes, g_ptr_array_unref);
  g_clear_pointer (&self->painter, th_lane_painter_free);
  g_clear_pointer (&self->wakeups, g_array_unref);
  g_clear_object (&self->scroll);
  th_texture_cache_clear (&self->ruler);
  th_hit_ticks_clear (&self->hits);
  g_clear_weak_pointer (&self->menu);

  G_OBJECT_CLASS (th_timeline_parent_class)->dispose (object);
}

static void
th_timeline_class_init (ThTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_timeline_get_property;
  object_class->set_property = th_timeline_set_property;
  object_class->dispose = th_timeline_dispose;
  properties[PROP_LANE_TIME] = g_param_spec_int64 ("lane-time", NULL, NULL, 0, G_USEC_PER_SEC,
                                                   G_USEC_PER_SEC,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHARP] = g_param_spec_boolean ("sharp", NULL, NULL, TRUE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_READING] = g_param_spec_boolean ("reading", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LANES_HEIGHT] = g_param_spec_int ("lanes-height", NULL, NULL, 0, G_MAXINT, 0,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  widget_class->unmap = th_timeline_unmap;
  widget_class->measure = th_timeline_measure;
  widget_class->size_allocate = th_timeline_size_allocate;
  widget_class->snapshot = th_timeline_snapshot;

  g_signal_new ("current-changed", TH_TYPE_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
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

  th_timeline_reserve_lanes (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Leaves a processor to the main thread. */
static guint
count_workers (void)
{
  return CLAMP (g_get_num_processors (), 2, MAX_WORKERS + 1) - 1;
}

static gboolean
pictures_ready_cb (gpointer data)
{
  gtk_widget_queue_draw (data);

  return G_SOURCE_REMOVE;
}

static void
th_timeline_init (ThTimeline *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Lanes"),
                                  -1);

  self->pointer_x = self->pointer_y = -1;
  self->drag_time = TH_TIME_NONE;
  self->drop_before = G_MAXUINT;
  self->lane_usec = G_USEC_PER_SEC;
  self->drag_marker = TH_N_MARKERS;
  self->hit = (ThHit) { G_MAXUINT, TH_REF_NONE, G_MAXUINT32, 0, G_MAXUINT32 };
  self->lanes = g_ptr_array_new ();
  self->painter = th_lane_painter_new (count_workers (), pictures_ready_cb, self);
  self->scroll = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (scrolled_cb), self);

  self->overview_label = add_label (self, _("Overview"));
  self->ruler_label = add_label (self, _("time (s)"));
  self->overview = th_overview_strip_new ();
  gtk_widget_set_parent (self->overview, GTK_WIDGET (self));
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->scrollbar, GTK_WIDGET (self));
  self->card = th_hover_card_new ();
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  th_timeline_add_input (self);
  connect_signals (self);
}
