/* th-rate-chart.c - events per second since the beginning of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-rate-chart.h"

#include <glib/gi18n-lib.h>

#include "th-number-format.h"
#include "th-style.h"

#define HEIGHT_PX 48

struct _ThRateChart
{
  GtkWidget  parent;

  GArray    *rates; /* double */
};

G_DEFINE_FINAL_TYPE (ThRateChart, th_rate_chart, GTK_TYPE_WIDGET)

static double
get_most (ThRateChart *self)
{
  double most = 0;

  for (guint i = 0; i < self->rates->len; i++)
    most = MAX (most, g_array_index (self->rates, double, i));
  return most;
}

void
th_rate_chart_set_rates (ThRateChart  *self,
                         const GArray *rates)
{
  g_autofree char *most = NULL, *text = NULL;

  g_array_set_size (self->rates, 0);
  g_array_append_vals (self->rates, rates->data, rates->len);
  most = th_format_count_short ((guint64) get_most (self));
  /* Translators: %s is a number of events */
  text = g_strdup_printf (_("At most %s"), most);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
use_color (cairo_t    *cr,
           ThColorRole role,
           float       alpha)
{
  GdkRGBA color = th_style_get_rgba (role);

  color.alpha = alpha;
  gdk_cairo_set_source_rgba (cr, &color);
}

static void
draw_curve (ThRateChart *self,
            cairo_t     *cr,
            double       width,
            double       height)
{
  double most = MAX (get_most (self), 1);
  guint n = self->rates->len;

  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, n > 1 ? width * i / (n - 1) : 0,
                   1 + (height - 2) * (1 - g_array_index (self->rates, double, i) / most));
}

static void
th_rate_chart_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  ThRateChart *self = TH_RATE_CHART (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  use_color (cr, TH_COLOR_LINE, 1);
  cairo_rectangle (cr, 0, height - 1, width, 1);
  cairo_fill (cr);
  if (self->rates->len > 1)
    {
      draw_curve (self, cr, width, height - 1);
      cairo_line_to (cr, width, height - 1);
      cairo_line_to (cr, 0, height - 1);
      use_color (cr, TH_COLOR_SELECTION, .16f);
      cairo_fill (cr);
      draw_curve (self, cr, width, height - 1);
      use_color (cr, TH_COLOR_SELECTION, 1);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
th_rate_chart_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? th_style_grow (HEIGHT_PX) : 60;
}

/* --- class ---------------------------------------------------------------------- */

static void
th_rate_chart_finalize (GObject *object)
{
  g_array_unref (TH_RATE_CHART (object)->rates);

  G_OBJECT_CLASS (th_rate_chart_parent_class)->finalize (object);
}

static void
th_rate_chart_class_init (ThRateChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = th_rate_chart_finalize;
  widget_class->measure = th_rate_chart_measure;
  widget_class->snapshot = th_rate_chart_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_rate_chart_init (ThRateChart *self)
{
  self->rates = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Events per second"), -1);
  th_style_redraw (GTK_WIDGET (self));
}
