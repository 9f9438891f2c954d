/* th-shift-view.c - plots the factor by which each quantile changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shift-view.h"

#include <glib/gi18n-lib.h>

#include "th-shift-plot.h"
#include "th-style.h"

#define MIN_WIDTH 240
#define HEIGHT 170
#define MOVE "shift.move"

struct _ThShiftView
{
  GtkWidget   parent;

  ThShiftPlot plot;
  guint       home; /* index of the quantile of the row */
};

G_DEFINE_FINAL_TYPE (ThShiftView, th_shift_view, GTK_TYPE_WIDGET)

static ThTheme *
get_theme (void)
{
  return th_style_get_theme (th_style_get_default ());
}

char *
th_shift_view_describe (ThShiftView *self)
{
  return self->plot.shift != NULL ? th_shift_plot_format_point (self->plot.shift, self->plot.point)
                                  : g_strdup ("");
}

static void
tell (ThShiftView *self)
{
  g_autofree char *text = th_shift_view_describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
th_shift_view_set_point (ThShiftView *self,
                         guint        point)
{
  if (self->plot.shift == NULL || point >= TH_SHIFT_N_POINTS || point == self->plot.point)
    return;

  self->plot.point = point;
  tell (self);
}

void
th_shift_view_set (ThShiftView   *self,
                   const ThShift *shift,
                   double         margin,
                   double         p)
{
  g_return_if_fail (TH_IS_SHIFT_VIEW (self));

  self->home = shift != NULL ? th_shift_find (shift, p) : 0;
  self->plot = (ThShiftPlot) { shift, margin, self->home };
  gtk_widget_set_visible (GTK_WIDGET (self), shift != NULL);
  tell (self);
}

/* --- input ---------------------------------------------------------------------------- */

static void
motion_cb (ThShiftView *self,
           double       x)
{
  if (self->plot.shift != NULL)
    th_shift_view_set_point (self, th_shift_plot_find_point (get_theme (), &self->plot,
                                                             gtk_widget_get_width (
                                                               GTK_WIDGET (self)), x));
}

static void
leave_cb (ThShiftView *self)
{
  th_shift_view_set_point (self, self->home);
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThShiftView *self = TH_SHIFT_VIEW (widget);

  th_shift_view_set_point (self, self->plot.point + g_variant_get_int32 (parameter));
}

static gboolean
query_tooltip (GtkWidget  *widget,
               int         x,
               int         y,
               gboolean    by_keyboard,
               GtkTooltip *tooltip)
{
  g_autofree char *text = th_shift_view_describe (TH_SHIFT_VIEW (widget));

  gtk_tooltip_set_text (tooltip, text);
  return *text != '\0';
}

/* --- class ---------------------------------------------------------------------------- */

static void
th_shift_view_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  ThShiftView *self = TH_SHIFT_VIEW (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->plot.shift == NULL || width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  th_shift_plot_draw (get_theme (), &self->plot, width, height, cr);
  cairo_destroy (cr);
}

static void
th_shift_view_class_init (ThShiftViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = th_shift_view_snapshot;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "shiftview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_install_action (widget_class, MOVE, "i", move_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, MOVE, "i", -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, MOVE, "i", 1);
}

static void
th_shift_view_init (ThShiftView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_widget_set_size_request (GTK_WIDGET (self), MIN_WIDTH, th_style_grow (HEIGHT));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Shift by quantile"), -1);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}
