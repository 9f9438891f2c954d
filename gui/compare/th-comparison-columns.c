/* th-comparison-columns.c - the columns of the table of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-columns.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-column-view-util.h"
#include "th-compare-colors.h"
#include "th-draw.h"
#include "th-evidence-cell.h"
#include "th-gtk48.h"
#include "th-header-sorter.h"
#include "th-list-row.h"
#include "th-style.h"
#include "th-verdict-pill.h"
#include "th-widgets.h"

#define SWATCH_PX 9
#define CHANGE_CHARS 7
#define INTERVAL_CHARS 26

typedef enum
{
  COLUMN_NAME,
  COLUMN_LEVEL,
  COLUMN_VALUES,
  COLUMN_CHANGE,
  COLUMN_VERDICT,
  COLUMN_RUNS,
  COLUMN_EVIDENCE,
  N_COLUMNS
} Column;

/* @sort is a ThComparisonSort, or -1 for a column that cannot be sorted by. */
static const struct
{
  const char *title;
  gint        sort;
  guint       min_chars;
  guint       nat_chars;
} columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_("Measure · Class"), TH_COMPARISON_SORT_NAME, 12, 36 },
  [COLUMN_LEVEL] = { N_("At"), -1, 5, 5 },
  [COLUMN_VALUES] = { N_("A → B"), TH_COMPARISON_SORT_VALUE, 11, 17 },
  [COLUMN_CHANGE] = { N_("Change"), TH_COMPARISON_SORT_CHANGE, CHANGE_CHARS,
                      INTERVAL_CHARS },
  [COLUMN_VERDICT] = { N_("Verdict"), -1, 0, 0 },
  /* Translators: the number of runs per side that would detect a change of 50 % */
  [COLUMN_RUNS] = { N_("Runs for ±50 %"), -1, 8, 8 },
  [COLUMN_EVIDENCE] = { N_("Evidence"), TH_COMPARISON_SORT_EVIDENCE, 0, 0 }
};

/* Owned by the factory of its column. */
typedef struct
{
  Column                   column;
  const ThComparisonCells *cells;
} Binding;

static const ThComparisonRow *
get_row (const Binding *binding,
         GtkListItem   *item)
{
  gint index = th_comparison_item_get_index (gtk_list_item_get_item (item));

  return index >= 0 ? th_comparison_get_row (binding->cells->comparison, index) : NULL;
}

/* --- texts -------------------------------------------------------------------------- */

static char *
dup_change (const ThComparisonRow *row,
            gboolean               is_narrow)
{
  char *text = th_comparison_format_interval (row);
  char *interval = strstr (text, " (");

  if (is_narrow && interval != NULL)
    *interval = '\0';
  return text;
}

static char *
dup_text (const Binding         *binding,
          const ThComparisonRow *row)
{
  switch (binding->column)
    {
    case COLUMN_NAME:
      return th_comparison_format_name (row);
    case COLUMN_LEVEL:
      return g_strdup (th_comparison_row_get_level (row));
    case COLUMN_VALUES:
      return th_comparison_format_values (row);
    case COLUMN_RUNS:
      return th_comparison_format_runs (row);
    default:
      return dup_change (row, binding->cells->is_narrow);
    }
}

/* Finds the part of the text to emphasize: the measure, the value of B, or the change. */
static void
find_bold (Column      column,
           const char *text,
           guint      *begin,
           guint      *end)
{
  const char *mark = strstr (text, column == COLUMN_NAME ? " · "
                             : column == COLUMN_VALUES ? " → " : " (");

  *begin = column == COLUMN_VALUES && mark != NULL ? mark + strlen (" → ") - text : 0;
  *end = column == COLUMN_VALUES || mark == NULL ? strlen (text) : (gsize) (mark - text);
}

static void
add_attribute (PangoAttrList  *attributes,
               PangoAttribute *attribute, /* taken */
               guint           begin,
               guint           end)
{
  attribute->start_index = begin;
  attribute->end_index = end;
  pango_attr_list_insert (attributes, attribute);
}

/* Colors are omitted in high contrast, as they would be illegible on a selected row. */
static void
emphasize (GtkInscription        *cell,
           Column                 column,
           const ThComparisonRow *row)
{
  const char *text = gtk_inscription_get_text (cell);
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  ThColor color = th_compare_get_verdict_color (theme, row->verdict);
  gboolean has_moved = row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER;
  PangoAttrList *attributes = pango_attr_list_new ();
  guint begin, end;

  find_bold (column, text, &begin, &end);
  if (column == COLUMN_NAME || column == COLUMN_VALUES || (column == COLUMN_CHANGE && has_moved))
    add_attribute (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD), begin, end);
  if (column == COLUMN_CHANGE && has_moved && !th_theme_has_high_contrast (theme))
    add_attribute (attributes, pango_attr_foreground_new (color.red * G_MAXUINT16,
                                                          color.green * G_MAXUINT16,
                                                          color.blue * G_MAXUINT16), begin, end);
  gtk_inscription_set_attributes (cell, attributes);
  pango_attr_list_unref (attributes);
}

/* Reserves room for the whole interval unless the table is narrow. */
static void
size_change (GtkInscription *cell,
             gboolean        is_narrow)
{
  gtk_inscription_set_min_chars (cell, is_narrow ? CHANGE_CHARS : INTERVAL_CHARS);
  gtk_inscription_set_nat_chars (cell, is_narrow ? CHANGE_CHARS : INTERVAL_CHARS);
}

static void
show_text (GtkInscription        *cell,
           const Binding         *binding,
           GtkListItem           *item,
           const ThComparisonRow *row)
{
  const char *title = th_comparison_item_get_title (gtk_list_item_get_item (item));
  g_autofree char *text = row != NULL ? dup_text (binding, row)
                          : g_strdup (binding->column == COLUMN_NAME ? title : "");

  th_column_view_set_text (cell, text, FALSE);
  th_widget_set_class (GTK_WIDGET (cell), "pale", row != NULL && !row->is_tested);
  if (binding->column == COLUMN_CHANGE)
    size_change (cell, binding->cells->is_narrow);
  if (binding->column == COLUMN_RUNS)
    gtk_widget_set_tooltip_text (GTK_WIDGET (cell), *text != '\0'
      ? _("The number of runs per side that would detect a change of 50 %") : NULL);
  th_widget_set_class (GTK_WIDGET (cell), "group-title", row == NULL);
  if (row != NULL)
    emphasize (cell, binding->column, row);
  else
    gtk_inscription_set_attributes (cell, NULL);
}

static GtkWidget *
text_cell_new (Column column)
{
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), columns[column].min_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), columns[column].nat_chars);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_widget_set_hexpand (cell, TRUE);
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (cell, "numeric");
  return cell;
}

/* --- names with a swatch -------------------------------------------------------------- */

static void
draw_swatch_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  const Binding *binding = data;
  GtkListItem *item = g_object_get_data (G_OBJECT (area), "item");
  gpointer bound = item != NULL ? gtk_list_item_get_item (item) : NULL;
  const ThComparisonRow *row = bound != NULL ? get_row (binding, item) : NULL;
  int size = MIN (th_style_grow (SWATCH_PX), MIN (width, height));

  if (row == NULL)
    return;

  th_draw_color (cr, th_compare_get_row_color (th_style_get_theme (th_style_get_default ()), row));
  cairo_rectangle (cr, (width - size) / 2, (height - size) / 2, size, size);
  cairo_fill (cr);
}

static GtkWidget *
name_cell_new (Binding     *binding,
               GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = gtk_drawing_area_new ();

  g_object_set_data (G_OBJECT (swatch), "item", item);
  gtk_widget_set_size_request (swatch, th_style_grow (SWATCH_PX) + 2, -1);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch_cb, binding, NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (swatch), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), text_cell_new (COLUMN_NAME));
  return box;
}

/* --- cells ---------------------------------------------------------------------------- */

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *item,
          Binding            *binding)
{
  GtkWidget *cell;

  switch (binding->column)
    {
    case COLUMN_NAME:
      cell = name_cell_new (binding, item);
      break;
    case COLUMN_VERDICT:
      cell = th_verdict_pill_new ();
      break;
    case COLUMN_EVIDENCE:
      cell = th_evidence_cell_new ();
      break;
    default:
      cell = text_cell_new (binding->column);
      break;
    }
  th_list_row_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
}

/* Makes a screen reader read the row as one sentence rather than cell by cell. */
static void
describe_row (GtkWidget             *cell,
              const ThComparisonRow *row,
              const char            *title)
{
  GtkWidget *column_cell = gtk_widget_get_parent (cell);
  GtkWidget *widget = column_cell != NULL ? gtk_widget_get_parent (column_cell) : NULL;
  g_autofree char *name = row != NULL ? th_comparison_format_name (row) : g_strdup (title);
  g_autofree char *text = row != NULL ? th_comparison_describe_row (row) : g_strdup ("");
  g_autofree char *label = g_strdup_printf ("%s%s%s%s%s", name, row != NULL ? " " : "",
                                            row != NULL ? th_comparison_row_get_level (row) : "",
                                            *text != '\0' ? ". " : "", text);

  if (widget != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    -1);
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *item,
         Binding            *binding)
{
  const ThComparisonCells *cells = binding->cells;
  const ThComparisonRow *row = get_row (binding, item);
  GtkWidget *cell = gtk_list_item_get_child (item);

  switch (binding->column)
    {
    case COLUMN_NAME:
      gtk_widget_queue_draw (gtk_widget_get_first_child (cell));
      show_text (GTK_INSCRIPTION (gtk_widget_get_last_child (cell)), binding, item, row);
      describe_row (cell, row, th_comparison_item_get_title (gtk_list_item_get_item (item)));
      break;
    case COLUMN_VERDICT:
      th_verdict_pill_set_row (TH_VERDICT_PILL (cell), row);
      break;
    case COLUMN_EVIDENCE:
      th_evidence_cell_bind (TH_EVIDENCE_CELL (cell), row != NULL ? cells->comparison : NULL,
                             &cells->axis,
                             row != NULL ? th_comparison_item_get_index (gtk_list_item_get_item (
                                             item)) : 0);
      break;
    default:
      show_text (GTK_INSCRIPTION (cell), binding, item, row);
      break;
    }
}

/* --- columns -------------------------------------------------------------------------- */

static void
draw_axis_cb (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        data)
{
  const ThComparisonCells *cells = data;

  if (cells->comparison != NULL)
    th_factor_axis_draw (&cells->axis, th_style_get_theme (th_style_get_default ()), width, height,
                         cr);
}

static void
add_column (GtkColumnView           *view,
            const ThComparisonCells *cells,
            Column                   index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new (_(columns[index].title),
                                                                      factory);
  Binding *binding = g_new (Binding, 1);

  *binding = (Binding) { index, cells };
  g_object_set_data_full (G_OBJECT (factory), "binding", binding, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), binding);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), binding);
  th_column_view_remember (factory);
  if (columns[index].sort >= 0)
    {
      gpointer key = GINT_TO_POINTER (columns[index].sort + 1);
      g_autoptr(GtkSorter) sorter = th_header_sorter_new (key);

      gtk_column_view_column_set_sorter (column, sorter);
    }
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, index == COLUMN_EVIDENCE);
  gtk_column_view_append_column (view, column);
}

void
th_comparison_columns_add (GtkColumnView           *view,
                           const ThComparisonCells *cells)
{
  GtkWidget *axis = gtk_drawing_area_new ();

  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (view, cells, i);

  gtk_widget_set_hexpand (axis, TRUE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (axis), draw_axis_cb, (gpointer) cells, NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (axis), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  th_style_redraw (axis);
  th_column_view_replace_title (view, COLUMN_EVIDENCE, axis);
}

void
th_comparison_columns_choose (GtkColumnView *view,
                              gboolean       is_narrow,
                              gboolean       has_verdicts)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr(GtkColumnViewColumn) column =
        g_list_model_get_item (gtk_column_view_get_columns (view), i);
      gboolean is_judged = i == COLUMN_LEVEL || i == COLUMN_VERDICT || i == COLUMN_RUNS;
      gboolean is_wide = has_verdicts && (i == COLUMN_VALUES || i == COLUMN_RUNS);

      gtk_column_view_column_set_visible (column, (has_verdicts || !is_judged) &&
                                                  (!is_narrow || !is_wide));
    }
}

GtkColumnViewColumn *
th_comparison_columns_find (GtkColumnView    *view,
                            ThComparisonSort  sort)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    if (columns[i].sort == (gint) sort)
      {
        g_autoptr(GtkColumnViewColumn) column =
          g_list_model_get_item (gtk_column_view_get_columns (view), i);

        return column; /* the view holds a reference */
      }

  return NULL;
}
