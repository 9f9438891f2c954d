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
#define EXTEND "shift.extend"
#define CLEAR "shift.clear"
#define SELECT "shift.select"

struct _ThShiftView
{
  GtkWidget   parent;

  ThShiftPlot plot;
  guint       home; /* index of the quantile of the row */
};

enum
{
  SIGNAL_BRUSHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThShiftView, th_shift_view, GTK_TYPE_WIDGET)

static ThTheme *
get_theme (void)
{
  return th_style_get_theme (th_style_get_default ());
}

static char *
describe (ThShiftView *self)
{
  return self->plot.shift != NULL ? th_shift_plot_format_point (self->plot.shift, self->plot.point)
                                  : g_strdup ("");
}

static void
update (ThShiftView *self)
{
  g_autofree char *text = describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_point (ThShiftView *self,
           guint        point)
{
  if (self->plot.shift == NULL || point >= TH_SHIFT_N_POINTS || point == self->plot.point)
    return;

  self->plot.point = point;
  update (self);
}

/* --- the brush ------------------------------------------------------------------------ */

/* Disables the actions without a brush, so that Escape and Enter reach other widgets. */
static void
set_brush (ThShiftView *self,
           guint        from,
           guint        to)
{
  self->plot.from = MIN (from, to);
  self->plot.to = MAX (from, to);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), CLEAR, from != to);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), SELECT, from != to);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
emit_brushed (ThShiftView *self)
{
  const ThShiftPlot *plot = &self->plot;

  if (plot->shift != NULL && plot->from < plot->to)
    g_signal_emit (self, signals[SIGNAL_BRUSHED], 0, plot->shift->p[plot->from],
                   plot->shift->p[plot->to]);
}

void
th_shift_view_set (ThShiftView   *self,
                   const ThShift *shift,
                   double         margin,
                   double         p)
{
  g_return_if_fail (TH_IS_SHIFT_VIEW (self));

  self->home = shift != NULL ? th_shift_find (shift, p) : 0;
  self->plot = (ThShiftPlot) { shift, margin, self->home, 0, 0 };
  set_brush (self, 0, 0);
  gtk_widget_set_visible (GTK_WIDGET (self), shift != NULL);
  update (self);
}

/* --- input ---------------------------------------------------------------------------- */

static guint
find_point (ThShiftView *self,
            double       x)
{
  return th_shift_plot_find_point (get_theme (), &self->plot,
                                   gtk_widget_get_width (GTK_WIDGET (self)), x);
}

static void
motion_cb (ThShiftView *self,
           double       x)
{
  if (self->plot.shift != NULL)
    set_point (self, find_point (self, x));
}

static void
leave_cb (ThShiftView *self)
{
  set_point (self, self->home);
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ThShiftView *self = TH_SHIFT_VIEW (widget);

  set_point (self, self->plot.point + g_variant_get_int32 (parameter));
}

static void
drag_begin_cb (ThShiftView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  set_brush (self, 0, 0);
}

static void
drag_update_cb (ThShiftView *self,
                double       offset_x,
                double       offset_y,
                GtkGesture  *drag)
{
  double x, y;

  if (self->plot.shift != NULL &&
      gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (drag), &x, &y))
    set_brush (self, find_point (self, x), find_point (self, x + offset_x));
}

/* Moves the mark, and with it the end of the brush where the mark is. */
static void
extend_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ThShiftView *self = TH_SHIFT_VIEW (widget);
  guint before = self->plot.point, other = before;

  if (self->plot.from < self->plot.to)
    other = before == self->plot.from ? self->plot.to : self->plot.from;
  set_point (self, before + g_variant_get_int32 (parameter));
  set_brush (self, other, self->plot.point);
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  set_brush (TH_SHIFT_VIEW (widget), 0, 0);
}

static void
select_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  emit_brushed (TH_SHIFT_VIEW (widget));
}

static gboolean
query_tooltip (GtkWidget  *widget,
               int         x,
               int         y,
               gboolean    by_keyboard,
               GtkTooltip *tooltip)
{
  g_autofree char *text = describe (TH_SHIFT_VIEW (widget));

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
  signals[SIGNAL_BRUSHED] = g_signal_new ("brushed", TH_TYPE_SHIFT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE,
                                          G_TYPE_DOUBLE);
  gtk_widget_class_install_action (widget_class, MOVE, "i", move_action);
  gtk_widget_class_install_action (widget_class, EXTEND, "i", extend_action);
  gtk_widget_class_install_action (widget_class, CLEAR, NULL, clear_action);
  gtk_widget_class_install_action (widget_class, SELECT, NULL, select_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_SHIFT_MASK, EXTEND, "i", -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_SHIFT_MASK, EXTEND, "i", 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, CLEAR, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, SELECT, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, SELECT, NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, MOVE, "i", -1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, MOVE, "i", 1);
}

static void
th_shift_view_init (ThShiftView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_size_request (GTK_WIDGET (self), MIN_WIDTH, th_style_grow (HEIGHT));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Shift by quantile"), -1);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (emit_brushed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  th_style_redraw (GTK_WIDGET (self));
}
