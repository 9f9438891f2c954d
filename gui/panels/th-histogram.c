/* th-histogram.c - a histogram of a measure with a logarithmic axis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-histogram.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-style.h"

#define SMALL 0.85
#define GAP 8

struct _ThHistogram
{
  GtkWidget      parent;

  ThDocument    *document;
  ThUnit         unit;
  ThMeasureFacts facts;
};

/* Maps values to widget coordinates. */
typedef struct
{
  double low, high; /* logarithms */
  double width, top, bottom;
} Axis;

G_DEFINE_FINAL_TYPE (ThHistogram, th_histogram, GTK_TYPE_WIDGET)

char *
th_histogram_format_value (ThDocument *document,
                           ThUnit      unit,
                           gint64      value)
{
  g_autofree char *count = NULL;

  if (unit == TH_UNIT_TIME)
    return th_document_format_duration (document, value);

  count = value < 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, value) : th_format_count (value);
  return unit == TH_UNIT_BYTES ? g_strconcat (count, " B", NULL) : g_steal_pointer (&count);
}

static double
axis_x (const Axis *axis,
        double      value)
{
  double share = (log (MAX (value, 1)) - axis->low) / (axis->high - axis->low);

  return CLAMP (share, 0, 1) * axis->width;
}

static void
use_color (cairo_t     *cr,
           ThColorRole  role)
{
  ThColor color = th_theme_get_color (th_style_get_theme (th_style_get_default ()), role);

  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
}

/* Draws a label at @x, moved left if it would be truncated, but not left of @from.  Returns
 * where the next label may start: @from if there was no room for this one. */
static double
draw_label (const Axis *axis,
            cairo_t    *cr,
            const char *text,
            double      x,
            double      y,
            double      from)
{
  PangoLayout *layout = th_theme_get_layout (th_style_get_theme (th_style_get_default ()), text,
                                             SMALL, FALSE);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (x + width > axis->width)
    x -= width + 8; /* to the left of its line */
  x = MAX (MIN (x, axis->width - width), 0);
  if (x < from)
    return from;

  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);

  return x + width + GAP;
}

static void
draw_bins (ThHistogram *self,
           const Axis  *axis,
           cairo_t     *cr)
{
  double edge = 1;
  guint32 most = 1;

  for (guint i = 0; i < TH_HISTOGRAM_BINS; i++)
    most = MAX (most, self->facts.bins[i]);

  use_color (cr, TH_COLOR_SELECTION);
  for (guint i = 0; i < TH_HISTOGRAM_BINS; i++, edge *= self->facts.factor)
    {
      double x = axis_x (axis, edge), width = axis_x (axis, edge * self->facts.factor) - x;
      /* Even a single sample among many is visible. */
      double height = MAX ((axis->bottom - axis->top) * self->facts.bins[i] / most, 1.5);

      if (self->facts.bins[i] > 0)
        cairo_rectangle (cr, MIN (x, axis->width - 1), axis->bottom - height, MAX (width - 0.5, 1),
                         height);
    }
  cairo_fill (cr);
}

/* Formats a power of ten without decimals: "1 µs". */
static char *
tick_text (ThHistogram *self,
           gint64       value)
{
  char *text = th_histogram_format_value (self->document, self->unit, value);
  char *zeros = strstr (text, "000 ");

  if (self->unit == TH_UNIT_TIME && zeros != NULL && zeros > text &&
      (zeros[-1] == '.' || zeros[-1] == ','))
    memmove (zeros - 1, zeros + 3, strlen (zeros + 3) + 1);

  return text;
}

static void
draw_axis (ThHistogram *self,
           const Axis  *axis,
           cairo_t     *cr)
{
  double from = 0;

  use_color (cr, TH_COLOR_INK_DIM);
  cairo_rectangle (cr, 0, axis->bottom, axis->width, 1);
  for (double value = 1; value < 1e18 && log (value) <= axis->high + 1e-9; value *= 10)
    if (log (value) >= axis->low - 1e-9)
      {
        g_autofree char *text = tick_text (self, value);

        cairo_rectangle (cr, MIN (axis_x (axis, value), axis->width - 1), axis->bottom, 1, 4);
        cairo_fill (cr);
        from = draw_label (axis, cr, text, axis_x (axis, value), axis->bottom + 4, from);
      }
}

/* Draws each percentile in its own row, because two may have the same value. */
static void
draw_percentiles (ThHistogram *self,
                  const Axis  *axis,
                  cairo_t     *cr)
{
  const ThSummary *summary = &self->facts.summary;
  const struct { const char *name; gint64 value; } lines[] =
    { { "p50", summary->p50 }, { "p90", summary->p90 }, { "p99", summary->p99 } };

  use_color (cr, TH_COLOR_INK);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *value = th_histogram_format_value (self->document, self->unit,
                                                          lines[i].value);
      g_autofree char *text = g_strdup_printf ("%s %s", lines[i].name, value);
      double x = floor (axis_x (axis, lines[i].value)), y = axis->top / G_N_ELEMENTS (lines) * i;

      cairo_rectangle (cr, MIN (x, axis->width - 1), y, 1, axis->bottom - y);
      cairo_fill (cr);
      draw_label (axis, cr, text, x + 4, y, 0);
    }
}

static void
th_histogram_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  ThHistogram *self = TH_HISTOGRAM (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double line = th_theme_get_line_height (th_style_get_theme (th_style_get_default ()));
  Axis axis = { 0, 0, width, 3 * line, height - line - 6 };
  cairo_t *cr;

  if (self->facts.summary.n == 0 || width < 1 || axis.bottom <= axis.top)
    return;

  axis.low = floor (log10 (MAX (self->facts.summary.min, 1))) * M_LN10;
  axis.high = MAX (TH_HISTOGRAM_BINS * log (self->facts.factor), axis.low + M_LN10);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_bins (self, &axis, cr);
  draw_axis (self, &axis, cr);
  draw_percentiles (self, &axis, cr);
  cairo_destroy (cr);
}

void
th_histogram_set (ThHistogram          *self,
                  ThDocument           *document,
                  const ThMeasureFacts *facts)
{
  const ThMeasureInfo *info = th_measure_get_info (facts->measure);
  g_autofree char *label = g_strdup_printf (_("Histogram: %s"), _(info->title));

  g_set_object (&self->document, document);
  self->unit = info->unit;
  self->facts = *facts;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
th_histogram_dispose (GObject *object)
{
  g_clear_object (&TH_HISTOGRAM (object)->document);

  G_OBJECT_CLASS (th_histogram_parent_class)->dispose (object);
}

static void
th_histogram_class_init (ThHistogramClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_histogram_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = th_histogram_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_histogram_init (ThHistogram *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), 240, 150);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  th_style_redraw (GTK_WIDGET (self));
}
