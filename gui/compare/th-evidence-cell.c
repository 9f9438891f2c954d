/* th-evidence-cell.c - the evidence for a row of a comparison, as a cell of a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-evidence-cell.h"

#include "th-comparison-text.h"
#include "th-printable.h"
#include "th-style.h"

#define MIN_WIDTH 90
#define WIDTH 260
#define MIN_HEIGHT 28

struct _ThEvidenceCell
{
  GtkWidget     parent;

  ThComparison *comparison; /* or NULL */
  ThFactorAxis  axis;
  guint         index;
};

G_DEFINE_FINAL_TYPE (ThEvidenceCell, th_evidence_cell, GTK_TYPE_WIDGET)

static ThTheme *
get_theme (void)
{
  return th_style_get_theme (th_style_get_default ());
}

static const ThComparisonRow *
get_row (ThEvidenceCell *self)
{
  return th_comparison_get_row (self->comparison, self->index);
}

static void
th_evidence_cell_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = th_style_grow (is_width ? MIN_WIDTH : MIN_HEIGHT);
  *natural = is_width ? th_style_grow (WIDTH) : *minimum;
}

/* In high contrast, the dots would not stand out from the background of a selected row. */
static void
draw_ground (ThTheme *theme,
             double   width,
             double   height,
             cairo_t *cr)
{
  ThColor color = th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL);

  if (!th_theme_has_high_contrast (theme))
    return;

  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_rectangle (cr, 0, 1, width, height - 2);
  cairo_fill (cr);
}

static void
th_evidence_cell_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  ThEvidenceCell *self = TH_EVIDENCE_CELL (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->comparison == NULL || width < 1 || height < 1)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_ground (get_theme (), width, height, cr);
  th_evidence_strip_draw (get_theme (), &self->axis, self->comparison, get_row (self), width,
                          height, cr);
  cairo_destroy (cr);
}

/* Returns the run at @x, @y and its value; NULL if there is none. */
static char *
dup_tip (ThEvidenceCell *self,
         double          x,
         double          y)
{
  g_autofree char *name = NULL, *value = NULL;
  const ThComparisonRow *row;
  guint n_a;
  gint run;

  if (self->comparison == NULL)
    return NULL;
  row = get_row (self);
  run = th_evidence_strip_find_run (get_theme (), &self->axis, self->comparison, row,
                                    gtk_widget_get_width (GTK_WIDGET (self)),
                                    gtk_widget_get_height (GTK_WIDGET (self)), x, y);
  if (run < 0)
    return NULL;

  row = get_row (self);
  n_a = th_comparison_get_n_runs (self->comparison, 0);
  name = th_printable_line (th_compare_run_get_name (
    th_comparison_get_run (self->comparison, run >= (gint) n_a, run - (run >= (gint) n_a ? n_a
                                                                                         : 0))));
  value = th_comparison_format_value (row, row->classes[run]->quantiles[row->level]);
  return g_strdup_printf ("%s · %s: %s %s", run >= (gint) n_a ? "B" : "A", name,
                          th_comparison_row_get_level (row), value);
}

static gboolean
th_evidence_cell_query_tooltip (GtkWidget  *widget,
                                int         x,
                                int         y,
                                gboolean    by_keyboard,
                                GtkTooltip *tooltip)
{
  g_autofree char *text = by_keyboard ? NULL : dup_tip (TH_EVIDENCE_CELL (widget), x, y);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Sets the accessible label, by which a screen reader reads the row. */
static void
describe (ThEvidenceCell *self)
{
  g_autofree char *text = self->comparison != NULL ? th_comparison_describe_row (get_row (self))
                                                   : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void
th_evidence_cell_bind (ThEvidenceCell     *self,
                       ThComparison       *comparison,
                       const ThFactorAxis *axis,
                       guint               index)
{
  ThComparison *old = self->comparison;

  self->comparison = comparison != NULL ? th_comparison_ref (comparison) : NULL;
  g_clear_pointer (&old, th_comparison_unref);
  self->axis = *axis;
  self->index = index;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
th_evidence_cell_finalize (GObject *object)
{
  g_clear_pointer (&TH_EVIDENCE_CELL (object)->comparison, th_comparison_unref);

  G_OBJECT_CLASS (th_evidence_cell_parent_class)->finalize (object);
}

static void
th_evidence_cell_class_init (ThEvidenceCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = th_evidence_cell_finalize;
  widget_class->measure = th_evidence_cell_measure;
  widget_class->snapshot = th_evidence_cell_snapshot;
  widget_class->query_tooltip = th_evidence_cell_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
th_evidence_cell_init (ThEvidenceCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (gtk_widget_queue_resize),
                           self, G_CONNECT_SWAPPED);
}

GtkWidget *
th_evidence_cell_new (void)
{
  return g_object_new (TH_TYPE_EVIDENCE_CELL, NULL);
}
