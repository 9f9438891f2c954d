/* th-flame-chart.c - an interactive flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flame-chart.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-call-difference.h"
#include "th-display-text.h"
#include "th-style.h"
#include "th-texture-cache.h"
#include "th-thread-pool.h"

#define BAR_WIDTH 14
#define MIN_SIZE 110
/* Trees with more nodes are laid out on a thread. */
#define MANY 20000

struct _ThFlameChart
{
  GtkWidget      parent;

  ThDocument    *document;
  ThFlame       *flame;
  GCancellable  *job;       /* the running layout; or NULL */
  guint32        focus;
  guint32        selected;
  guint32        pointed;
  gboolean       icicle;
  char          *text;      /* search text */
  guint          serial;    /* counts changes, for the cached drawing */
  ThTextureCache picture;
  GtkWidget     *bar;
  GtkAdjustment *scroll;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_POINTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThFlameChart, th_flame_chart, GTK_TYPE_WIDGET)

static ThTheme *
theme (void)
{
  return th_style_get_theme (th_style_get_default ());
}

static ThFlameView
get_view (ThFlameChart *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)) - BAR_WIDTH;

  return (ThFlameView) {
    MAX (width, 1), MAX (gtk_widget_get_height (GTK_WIDGET (self)), 1),
    gtk_adjustment_get_value (self->scroll), self->focus, self->icicle
  };
}

/* --- text --------------------------------------------------------------- */

static const char *const kinds[TH_N_CALL_KINDS] = { N_("kernel"), N_("module"), N_("program"),
                                                    N_("task") };

static char *
describe_difference (ThFlameChart *self,
                     guint32       frame)
{
  const ThFlameFrame *at = th_flame_get (self->flame, frame);
  double a = th_flame_get_share (self->flame, frame, TH_CALL_A);
  double b = th_flame_get_share (self->flame, frame, TH_CALL_B);
  g_autofree char *name = th_display_text_make_valid (at->name);
  g_autofree char *share_a = th_format_share (a), *share_b = th_format_share (b);
  g_autofree char *points = th_format_points (b - a, 0);
  g_autofree char *factor = th_call_difference_format_factor (a * TH_CALL_WHOLE,
                                                              b * TH_CALL_WHOLE);

  if (frame == 0)
    /* Translators: the shares of side A and side B in a flame graph of their difference */
    return g_strdup_printf (_("all: A %s, B %s"), share_a, share_b);

  /* Translators: a function and its location, its shares of side A and side B, the change in
   * percentage points, and the factor or “only in A” */
  return g_strdup_printf (_("%s (%s): A %s, B %s, %s points, %s"), name, _(kinds[at->kind]),
                          share_a, share_b, points, factor);
}

static char *
describe_weight (ThFlameChart *self,
                 guint32       frame)
{
  ThResolution resolution = th_document_get_resolution (self->document);
  const ThFlameFrame *at = th_flame_get (self->flame, frame);
  g_autofree char *name = th_display_text_make_valid (at->name);
  g_autofree char *total = th_flame_format_value (self->flame, at->total, resolution);
  g_autofree char *own = th_flame_format_value (self->flame, at->own, resolution);
  g_autofree char *share = th_flame_format_share (self->flame, at->total);

  if (frame == 0)
    /* Translators: the total of a flame graph */
    return g_strdup_printf (_("all: %s"), total);

  /* Translators: a function and its location, its total including the functions that it
   * called, the share of that in the whole graph, and what it took itself */
  return g_strdup_printf (_("%s (%s): %s, %s of all; self %s"), name, _(kinds[at->kind]), total,
                          share, own);
}

char *
th_flame_chart_describe (ThFlameChart *self,
                         guint32       frame)
{
  return th_flame_is_difference (self->flame) ? describe_difference (self, frame)
                                              : describe_weight (self, frame);
}

char *
th_flame_chart_describe_matches (ThFlameChart *self)
{
  guint32 n = self->flame != NULL ? th_flame_get_n_matches (self->flame) : 0;
  g_autofree char *share = NULL, *count = NULL;

  if (self->flame == NULL || self->text == NULL || *self->text == '\0')
    return g_strdup ("");
  if (n == 0)
    return g_strdup (_("no matches"));

  share = th_flame_format_share (self->flame, th_flame_get_matched (self->flame));
  count = th_format_count (n);
  /* Translators: number of functions that a search found, and their share of all */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s match, %s", "%s matches, %s", n),
                          count, share);
}

static void
tell (ThFlameChart *self)
{
  g_autofree char *text = NULL;

  if (self->flame == NULL)
    return;

  text = th_flame_chart_describe (self, self->selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  th_flame_get_info (self->flame)->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* --- view ---------------------------------------------------------------- */

static void
configure (ThFlameChart *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self)), all = height;
  ThFlameView view = get_view (self);

  if (self->flame != NULL && height > 0)
    all = th_flame_get_height (self->flame, theme (), &view);
  gtk_adjustment_configure (self->scroll, gtk_adjustment_get_value (self->scroll), 0, all,
                            th_flame_get_row_height (theme ()), height * 0.9, height);
  gtk_widget_set_child_visible (self->bar, all > height);
}

static void
changed (ThFlameChart *self)
{
  self->serial++;
  configure (self);
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Scrolls to the row of "all". */
static void
scroll_to_callers (ThFlameChart *self)
{
  configure (self);
  gtk_adjustment_set_value (self->scroll,
                            self->icicle ? 0 : gtk_adjustment_get_upper (self->scroll));
}

static void
scroll_to (ThFlameChart *self,
           guint32       frame)
{
  ThFlameView view = get_view (self);
  double x, y, width, row = th_flame_get_row_height (theme ());

  th_flame_get_bar (self->flame, theme (), &view, frame, &x, &y, &width);
  if (y < 0)
    gtk_adjustment_set_value (self->scroll, view.scroll + y);
  else if (y + row > view.height)
    gtk_adjustment_set_value (self->scroll, view.scroll + y + row - view.height);
}

static void
stop_layout (ThFlameChart *self)
{
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
}

void
th_flame_chart_take (ThFlameChart *self,
                     ThFlame      *flame)
{
  gboolean same = self->flame != NULL && flame != NULL &&
                  th_flame_get_info (self->flame) == th_flame_get_info (flame);
  guint32 focus = same ? th_flame_find_node (flame, th_flame_get (self->flame, self->focus)->node)
                       : 0;
  guint32 selected = same
                     ? th_flame_find_node (flame, th_flame_get (self->flame, self->selected)->node)
                     : 0;

  stop_layout (self);
  g_clear_pointer (&self->flame, th_flame_free);
  self->flame = flame;
  self->focus = focus;
  self->selected = selected;
  self->pointed = G_MAXUINT32;
  if (flame != NULL)
    th_flame_search (flame, self->text);
  if (!same)
    scroll_to_callers (self);
  changed (self);
}

/* --- layout -------------------------------------------------------------- */

typedef struct
{
  ThResults  *results;
  ThCallTree *tree;
  guint       weight;
  gboolean    is_difference;
} Layout;

static void
layout_free (gpointer data)
{
  Layout *layout = data;

  th_results_unref (layout->results);
  g_free (layout);
}

static ThFlame *
layout_run (const Layout *layout)
{
  return layout->is_difference
         ? th_flame_new_difference (layout->results, layout->tree, layout->weight)
         : th_flame_new (layout->results, layout->tree, layout->weight);
}

static void
layout_job (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  g_task_return_pointer (task, layout_run (data), (GDestroyNotify) th_flame_free);
}

static void
layout_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  ThFlameChart *self = TH_FLAME_CHART (source);
  g_autoptr(ThFlame) flame = g_task_propagate_pointer (G_TASK (result), NULL);

  /* It may have been cancelled, or the panel around the chart may be gone. */
  if (flame != NULL && gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    th_flame_chart_take (self, g_steal_pointer (&flame));
}

void
th_flame_chart_lay_out (ThFlameChart *self,
                        ThResults    *results,
                        ThCallTree   *tree,
                        guint         weight,
                        gboolean      is_difference)
{
  Layout layout = { results, tree, weight, is_difference };
  g_autoptr(GTask) task = NULL;

  stop_layout (self);
  if (th_call_tree_get_n (tree) <= MANY)
    {
      th_flame_chart_take (self, layout_run (&layout));
      return;
    }

  th_results_ref (results);
  self->job = g_cancellable_new ();
  task = g_task_new (self, self->job, layout_done_cb, NULL);
  g_task_set_task_data (task, g_memdup2 (&layout, sizeof layout), layout_free);
  th_thread_pool_run (task, layout_job);
}

gboolean
th_flame_chart_is_busy (ThFlameChart *self)
{
  return self->job != NULL;
}

ThFlame *
th_flame_chart_get_flame (ThFlameChart *self)
{
  return self->flame;
}

guint32
th_flame_chart_get_focus (ThFlameChart *self)
{
  return self->focus;
}

void
th_flame_chart_set_focus (ThFlameChart *self,
                          guint32       frame)
{
  if (self->flame == NULL || frame >= th_flame_get_n (self->flame) ||
      th_flame_get (self->flame, frame)->total <= 0)
    return;

  self->focus = self->selected = frame;
  self->pointed = G_MAXUINT32;
  configure (self);
  scroll_to (self, frame);
  changed (self);
}

guint32
th_flame_chart_get_selected (ThFlameChart *self)
{
  return self->selected;
}

/* Selects @frame and scrolls to it; moves the focus to callers until it contains the frame. */
static void
select_frame (ThFlameChart *self,
              guint32       frame)
{
  ThFlameView view = get_view (self);
  double x, y, width;

  if (self->flame == NULL || frame >= th_flame_get_n (self->flame))
    return;

  self->selected = frame;
  while (self->focus != 0 &&
         !th_flame_get_bar (self->flame, theme (), &view, frame, &x, &y, &width))
    view.focus = self->focus = th_flame_get (self->flame, self->focus)->caller;
  configure (self);
  scroll_to (self, frame);
  changed (self);
}

guint32
th_flame_chart_get_pointed (ThFlameChart *self)
{
  return self->pointed;
}

void
th_flame_chart_search (ThFlameChart *self,
                       const char   *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
  if (self->flame == NULL)
    return;

  th_flame_search (self->flame, text);
  changed (self);
}

void
th_flame_chart_next_match (ThFlameChart *self,
                           gboolean      back)
{
  if (self->flame != NULL && th_flame_get_n_matches (self->flame) > 0)
    select_frame (self, th_flame_next_match (self->flame, self->selected, back));
}

void
th_flame_chart_set_icicle (ThFlameChart *self,
                           gboolean      icicle)
{
  if (self->icicle == icicle)
    return;

  self->icicle = icicle;
  scroll_to_callers (self);
  if (self->flame != NULL)
    changed (self);
}

/* --- input --------------------------------------------------------------- */

static guint32
frame_at (ThFlameChart *self,
          double        x,
          double        y)
{
  ThFlameView view = get_view (self);

  return self->flame != NULL ? th_flame_hit (self->flame, theme (), &view, x, y) : G_MAXUINT32;
}

static void
click_cb (ThFlameChart *self,
          int           n_press,
          double        x,
          double        y)
{
  guint32 frame = frame_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (frame != G_MAXUINT32)
    th_flame_chart_set_focus (self, frame);
}

static void
point_at (ThFlameChart *self,
          guint32       frame)
{
  if (frame == self->pointed)
    return;

  self->pointed = frame;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_POINTED], 0);
}

static void
motion_cb (ThFlameChart *self,
           double        x,
           double        y)
{
  point_at (self, frame_at (self, x, y));
}

static void
leave_cb (ThFlameChart *self)
{
  point_at (self, G_MAXUINT32);
}

static gboolean
scroll_cb (ThFlameChart             *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  double before = gtk_adjustment_get_value (self->scroll);
  gboolean wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;

  gtk_adjustment_set_value (self->scroll,
                            before + dy * (wheel ? 3 * th_flame_get_row_height (theme ()) : 1));
  return gtk_adjustment_get_value (self->scroll) != before;
}

static gboolean
tooltip_cb (ThFlameChart *self,
            int           x,
            int           y,
            gboolean      keyboard,
            GtkTooltip   *tooltip)
{
  guint32 frame = keyboard ? self->selected : frame_at (self, x, y);
  ThFlameView view = get_view (self);
  g_autofree char *text = NULL;
  double left, top, width;

  if (self->flame == NULL || frame == G_MAXUINT32)
    return FALSE;

  text = th_flame_chart_describe (self, frame);
  gtk_tooltip_set_text (tooltip, text);
  th_flame_get_bar (self->flame, theme (), &view, frame, &left, &top, &width);
  gtk_tooltip_set_tip_area (tooltip,
                            &(GdkRectangle) { keyboard ? MAX (left, 0) : x - 8, top, 16,
                                              th_flame_get_row_height (theme ()) });
  return TRUE;
}

/* --- actions ------------------------------------------------------------- */

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThFlameChart *self = TH_FLAME_CHART (widget);
  int key = g_variant_get_int32 (parameter);
  ThFlameStep step;

  if (self->flame == NULL)
    return;

  /* Up means towards the callers only if these are drawn at the top. */
  if (key == GTK_DIR_UP || key == GTK_DIR_DOWN)
    step = (key == GTK_DIR_UP) == self->icicle ? TH_FLAME_CALLER : TH_FLAME_CALLEE;
  else
    step = key == GTK_DIR_LEFT ? TH_FLAME_PREVIOUS : TH_FLAME_NEXT;
  select_frame (self, th_flame_step (self->flame, self->selected, self->focus, step));
}

static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThFlameChart *self = TH_FLAME_CHART (widget);

  th_flame_chart_set_focus (self, self->selected);
}

/* Moves the focus to its caller; at "all" the key cancels as elsewhere. */
static void
out_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  ThFlameChart *self = TH_FLAME_CHART (widget);

  if (self->flame != NULL && self->focus != 0)
    th_flame_chart_set_focus (self, th_flame_get (self->flame, self->focus)->caller);
  else
    gtk_widget_activate_action (widget, "win.cancel", NULL);
}

static void
all_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  th_flame_chart_set_focus (TH_FLAME_CHART (widget), 0);
}

static void
match_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  th_flame_chart_next_match (TH_FLAME_CHART (widget), g_variant_get_boolean (parameter));
}

/* --- drawing ------------------------------------------------------------- */

static void
draw_cb (cairo_t  *cr,
         gpointer  data)
{
  ThFlameChart *self = data;
  ThFlameView view = get_view (self);

  th_flame_draw (self->flame, theme (), &view, cr);
}

static void
snapshot_mark (ThFlameChart *self,
               GtkSnapshot  *snapshot,
               guint32       frame,
               float         line)
{
  ThColor ink = th_theme_get_color (theme (), TH_COLOR_INK);
  GdkRGBA color = { ink.red, ink.green, ink.blue, 1 };
  ThFlameView view = get_view (self);
  double x, y, width;
  GskRoundedRect outline;

  if (frame >= th_flame_get_n (self->flame) ||
      !th_flame_get_bar (self->flame, theme (), &view, frame, &x, &y, &width))
    return;

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (floor (x), y,
                                                        ceil (MAX (width, 2 * line + 1)),
                                                        th_flame_get_row_height (theme ()) - 1), 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { line, line, line, line },
                              (GdkRGBA[4]) { color, color, color, color });
}

static void
th_flame_chart_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  ThFlameChart *self = TH_FLAME_CHART (widget);
  ThFlameView view = get_view (self);
  ThPictureKey key = {
    .from = self->focus,
    .to = (gint64) (view.scroll * 16),
    .width = view.width,
    .height = view.height,
    .scale = gtk_widget_get_scale_factor (widget),
    .serial = self->serial
  };

  if (self->flame == NULL)
    return;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, view.width, view.height));
  th_texture_cache_snapshot (&self->picture, widget, snapshot, 0, 0, &key, draw_cb, self);
  snapshot_mark (self, snapshot, self->pointed, 1);
  if (self->selected != 0 || gtk_widget_has_focus (widget))
    snapshot_mark (self, snapshot, self->selected, 2);
  gtk_snapshot_pop (snapshot);
  gtk_widget_snapshot_child (widget, self->bar, snapshot);
}

static void
th_flame_chart_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  *minimum = MIN_SIZE;
  *natural = 2 * MIN_SIZE;
}

static void
th_flame_chart_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  ThFlameChart *self = TH_FLAME_CHART (widget);
  gboolean at_callers = !self->icicle &&
                        gtk_adjustment_get_value (self->scroll) +
                          gtk_adjustment_get_page_size (self->scroll) >=
                                         gtk_adjustment_get_upper (self->scroll);

  /* The adjustment must be set before the scroll bar is allocated. */
  configure (self);
  if (at_callers)
    scroll_to_callers (self);
  gtk_widget_size_allocate (self->bar, &(GtkAllocation) { width - BAR_WIDTH, 0, BAR_WIDTH, height },
                            -1);
}

/* --- class --------------------------------------------------------------- */

static void
restyle_cb (ThFlameChart *self)
{
  self->serial++;
  configure (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
th_flame_chart_dispose (GObject *object)
{
  ThFlameChart *self = TH_FLAME_CHART (object);

  stop_layout (self);
  th_texture_cache_clear (&self->picture);
  g_clear_pointer (&self->flame, th_flame_free);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->scroll);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_flame_chart_parent_class)->dispose (object);
}

static void
bind_step (GtkWidgetClass   *widget_class,
           guint             key,
           guint             keypad,
           GtkDirectionType  direction)
{
  gtk_widget_class_add_binding_action (widget_class, key, 0, "flame.step", "i", direction);
  gtk_widget_class_add_binding_action (widget_class, keypad, 0, "flame.step", "i", direction);
}

static void
th_flame_chart_class_init (ThFlameChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_flame_chart_dispose;
  widget_class->snapshot = th_flame_chart_snapshot;
  widget_class->measure = th_flame_chart_measure;
  widget_class->size_allocate = th_flame_chart_size_allocate;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", TH_TYPE_FLAME_CHART, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_POINTED] = g_signal_new ("pointed", TH_TYPE_FLAME_CHART, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "flame.step", "i", step_action);
  gtk_widget_class_install_action (widget_class, "flame.zoom", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "flame.out", NULL, out_action);
  gtk_widget_class_install_action (widget_class, "flame.all", NULL, all_action);
  gtk_widget_class_install_action (widget_class, "flame.match", "b", match_action);
  bind_step (widget_class, GDK_KEY_Up, GDK_KEY_KP_Up, GTK_DIR_UP);
  bind_step (widget_class, GDK_KEY_Down, GDK_KEY_KP_Down, GTK_DIR_DOWN);
  bind_step (widget_class, GDK_KEY_Left, GDK_KEY_KP_Left, GTK_DIR_LEFT);
  bind_step (widget_class, GDK_KEY_Right, GDK_KEY_KP_Right, GTK_DIR_RIGHT);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "flame.zoom", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, "flame.zoom", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "flame.zoom", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "flame.out", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0, "flame.out", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Home, 0, "flame.all", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "flame.match", "b", FALSE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_N, GDK_SHIFT_MASK, "flame.match", "b",
                                       TRUE);
  gtk_widget_class_set_css_name (widget_class, "flamechart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_flame_chart_init (ThFlameChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->icicle = TRUE;
  self->pointed = G_MAXUINT32;
  self->scroll = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->bar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->scroll);
  gtk_widget_set_parent (self->bar, widget);
  g_signal_connect_object (self->scroll, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (restyle_cb), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (click_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (tooltip_cb), NULL);
}

void
th_flame_chart_set_document (ThFlameChart *self,
                             ThDocument   *document)
{
  g_set_object (&self->document, document);
}
