/* th-distribution-view.c - the distributions of both sides, with a brush
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-distribution-view.h"

#include <glib/gi18n-lib.h>

#include "th-sides-histogram.h"
#include "th-style.h"

#define MIN_WIDTH 240
#define HEIGHT 150
#define MOVE "distribution.move"
#define CLEAR "distribution.clear"

struct _ThDistributionView
{
  GtkWidget        parent;

  ThSidesHistogram plot;
};

enum
{
  SIGNAL_BRUSH_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThDistributionView, th_distribution_view, GTK_TYPE_WIDGET)

/* Disables the action without a range, so that Escape reaches other widgets. */
static void
brush_changed (ThDistributionView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), CLEAR, self->plot.from < self->plot.to);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_BRUSH_CHANGED], 0);
}

/* Marks the values between two edges; none if they are equal. */
static void
set_brush (ThDistributionView *self,
           guint               from,
           guint               to)
{
  guint n = self->plot.histogram != NULL ? self->plot.histogram->n_bins : 0;

  if (from > to || to > n || (from == self->plot.from && to == self->plot.to))
    return;

  self->plot.from = from;
  self->plot.to = to;
  brush_changed (self);
}

void
th_distribution_view_set (ThDistributionView   *self,
                          const ThLogHistogram *histogram,
                          ThUnit                unit)
{
  g_return_if_fail (TH_IS_DISTRIBUTION_VIEW (self));

  self->plot = (ThSidesHistogram) { histogram, unit, 0, 0 };
  gtk_widget_set_visible (GTK_WIDGET (self), histogram != NULL);
  brush_changed (self);
}

gboolean
th_distribution_view_get_range (ThDistributionView *self,
                                gint64             *low,
                                gint64             *high)
{
  if (self->plot.histogram == NULL || self->plot.from >= self->plot.to)
    return FALSE;

  *low = self->plot.histogram->edges[self->plot.from];
  *high = self->plot.histogram->edges[self->plot.to];
  return TRUE;
}

/* --- input ---------------------------------------------------------------------------- */

/* Marks the values between the edges closest to two x coordinates, in any order. */
static void
mark_between (ThDistributionView *self,
              double              from_x,
              double              to_x)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  guint from, to;

  if (self->plot.histogram == NULL)
    return;

  from = th_sides_histogram_find_edge (&self->plot, width, MIN (from_x, to_x));
  to = th_sides_histogram_find_edge (&self->plot, width, MAX (from_x, to_x));
  set_brush (self, from, to);
}

static void
drag_begin_cb (ThDistributionView *self,
               double              x)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  set_brush (self, 0, 0);
}

static void
drag_update_cb (ThDistributionView *self,
                double              offset_x,
                double              offset_y,
                GtkGesture         *drag)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (drag), &x, &y))
    mark_between (self, x, x + offset_x);
}

/* Moves the lower and the upper end of the brush.  If there is none yet, it begins at the first
 * or the last bin. */
static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThDistributionView *self = TH_DISTRIBUTION_VIEW (widget);
  guint from = self->plot.from, to = self->plot.to;
  gint low, high;

  g_variant_get (parameter, "(ii)", &low, &high);
  if (self->plot.histogram == NULL)
    return;

  if (from >= to)
    set_brush (self, high > 0 ? 0 : self->plot.histogram->n_bins - 1,
               high > 0 ? 1 : self->plot.histogram->n_bins);
  else if (from + low < self->plot.histogram->n_bins && from + low < to + high)
    set_brush (self, from + low, to + high);
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  set_brush (TH_DISTRIBUTION_VIEW (widget), 0, 0);
}

/* --- class ---------------------------------------------------------------------------- */

static void
th_distribution_view_snapshot (GtkWidget   *widget,
                               GtkSnapshot *snapshot)
{
  ThDistributionView *self = TH_DISTRIBUTION_VIEW (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->plot.histogram == NULL || width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  th_sides_histogram_draw (th_style_get_theme (th_style_get_default ()), &self->plot, width,
                           height, cr);
  cairo_destroy (cr);
}

static void
th_distribution_view_class_init (ThDistributionViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = th_distribution_view_snapshot;
  gtk_widget_class_set_css_name (widget_class, "distributionview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_BRUSH_CHANGED] = g_signal_new ("brush-changed", TH_TYPE_DISTRIBUTION_VIEW,
                                                G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, MOVE, "(ii)", move_action);
  gtk_widget_class_install_action (widget_class, CLEAR, NULL, clear_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, MOVE, "(ii)", -1, -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, MOVE, "(ii)", 1, 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_SHIFT_MASK, MOVE, "(ii)",
                                       0, -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_SHIFT_MASK, MOVE, "(ii)",
                                       0, 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, CLEAR, NULL);
}

static void
th_distribution_view_init (ThDistributionView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_size_request (GTK_WIDGET (self), MIN_WIDTH, th_style_grow (HEIGHT));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Distributions of A and B"), -1);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  th_style_redraw (GTK_WIDGET (self));
}
