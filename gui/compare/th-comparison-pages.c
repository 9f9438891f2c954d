/* th-comparison-pages.c - what the runs of a comparison lost, and how they were recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-pages.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-conditions-grid.h"
#include "th-number-format.h"
#include "th-printable.h"
#include "th-widgets.h"

/* Every table begins with the side and the name of the run. */
enum
{
  COLUMN_SIDE,
  COLUMN_RUN,
  N_COMMON_COLUMNS
};

/* @format: the cell of a run; free with g_free().
 * @is_number: numbers are aligned to the right
 * @marks_changes: a cell that differs from that of the first run is bold */
typedef struct
{
  const char *title;
  char     *(*format) (const ThCompareMaking *making);
  gboolean    is_number;
  gboolean    marks_changes;
} Column;

static const ThCompareMaking *
get_making (ThComparison *comparison,
            guint         side,
            guint         run)
{
  return th_compare_run_get_making (th_comparison_get_run (comparison, side, run));
}

/* --- cells ------------------------------------------------------------------------------ */

static char *
format_text (const char *text)
{
  return *text != '\0' ? th_printable_line (text) : g_strdup ("–");
}

static char *
format_kernel (const ThCompareMaking *making)
{
  return format_text (making->kernel);
}

static char *
format_host (const ThCompareMaking *making)
{
  return format_text (making->host);
}

static char *
format_machine (const ThCompareMaking *making)
{
  return format_text (making->machine);
}

static char *
format_clock (const ThCompareMaking *making)
{
  return format_text (making->clock);
}

static char *
format_cpus (const ThCompareMaking *making)
{
  return g_strdup_printf ("%u", making->n_cpus);
}

static char *
format_duration (const ThCompareMaking *making)
{
  return g_strdup_printf ("%.3f s", making->duration / 1e9);
}

static char *
format_busy (const ThCompareMaking *making)
{
  return making->has_background ? g_strdup_printf ("%.0f %%", 100 * making->background)
                                : g_strdup ("–");
}

static char *
format_events (const ThCompareMaking *making)
{
  return th_format_count (making->n_events);
}

/* Some recordings tell where events were lost, but not how many. */
static char *
format_lost (const ThCompareMaking *making)
{
  return making->n_lost == 0 && making->n_gaps > 0 ? g_strdup (_("unknown"))
                                                   : th_format_count (making->n_lost);
}

static char *
format_share (const ThCompareMaking *making)
{
  double n = (double) making->n_lost + making->n_events;

  if (making->n_lost == 0)
    return g_strdup (making->n_gaps > 0 ? "–" : "0 %");

  return g_strdup_printf ("%.3g %%", 100 * making->n_lost / n);
}

static char *
format_gaps (const ThCompareMaking *making)
{
  return th_format_count (making->n_gaps);
}

/* --- tables ----------------------------------------------------------------------------- */

static void
attach (GtkWidget  *grid,
        const char *text,
        gboolean    is_number,
        const char *css_class,
        guint       column,
        guint       row)
{
  GtkWidget *label = th_label_new (NULL, css_class);

  th_label_set_text (label, text);
  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_widget_add_css_class (label, "value");
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static GtkWidget *
table_new (const Column *columns,
           guint         n_columns)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  attach (grid, _("Side"), FALSE, "dim-label", COLUMN_SIDE, 0);
  attach (grid, _("Run"), FALSE, "dim-label", COLUMN_RUN, 0);
  for (guint i = 0; i < n_columns; i++)
    attach (grid, _(columns[i].title), columns[i].is_number, "dim-label", N_COMMON_COLUMNS + i, 0);
  return grid;
}

/* A screen reader reads each cell with the name of its run and its column. */
static void
name_cell (GtkWidget  *grid,
           const char *run,
           const char *column,
           guint       at,
           guint       row)
{
  th_label_place (gtk_grid_get_child_at (GTK_GRID (grid), at, row), run, column);
}

static void
append_making (GtkWidget             *grid,
               const Column          *columns,
               guint                  n_columns,
               guint                  side,
               const char            *run,
               const ThCompareMaking *making,
               const ThCompareMaking *first,
               guint                  row)
{
  attach (grid, side == 0 ? "A" : "B", FALSE, "condition", COLUMN_SIDE, row);
  attach (grid, run, FALSE, first == NULL ? "condition" : NULL, COLUMN_RUN, row);
  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *text = columns[i].format (making);
      g_autofree char *other = first != NULL ? columns[i].format (first) : NULL;
      gboolean is_bold = first == NULL ||
                         (columns[i].marks_changes && strcmp (text, other) != 0);

      attach (grid, text, columns[i].is_number, is_bold ? "condition" : NULL, N_COMMON_COLUMNS + i,
              row);
      name_cell (grid, run, _(columns[i].title), N_COMMON_COLUMNS + i, row);
    }
}

static ThCompareMaking
sum_side (ThComparison *comparison,
          guint         side)
{
  ThCompareMaking sum = { 0 };

  for (guint i = 0; i < th_comparison_get_n_runs (comparison, side); i++)
    {
      const ThCompareMaking *making = get_making (comparison, side, i);

      sum.n_events += MIN (making->n_events, G_MAXUINT64 - sum.n_events);
      sum.n_lost += MIN (making->n_lost, G_MAXUINT64 - sum.n_lost);
      sum.n_gaps += MIN (making->n_gaps, G_MAXUINT64 - sum.n_gaps);
    }
  return sum;
}

static GtkWidget *
runs_table_new (ThComparison *comparison,
                const Column *columns,
                guint         n_columns,
                gboolean      has_sums)
{
  GtkWidget *grid = table_new (columns, n_columns);
  guint row = 1;

  for (guint side = 0; side < 2; side++)
    {
      guint n = th_comparison_get_n_runs (comparison, side);
      ThCompareMaking sum = sum_side (comparison, side);

      for (guint i = 0; i < n; i++)
        append_making (grid, columns, n_columns, side,
                       th_compare_run_get_name (th_comparison_get_run (comparison, side, i)),
                       get_making (comparison, side, i), get_making (comparison, 0, 0), row++);
      if (has_sums && n > 1)
        append_making (grid, columns, n_columns, side, _("All runs"), &sum, NULL, row++);
    }
  return grid;
}

/* --- pages ------------------------------------------------------------------------------ */

static GtkWidget *
page_new (GtkWidget *first,
          GtkWidget *second)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (box, "comparison-page");
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_hexpand (scroller, TRUE);
  return scroller;
}

static gboolean
is_about_losses (const ThComparisonWarning *warning)
{
  return warning->kind == TH_WARNING_LOST || warning->kind == TH_WARNING_LOST_SHARE;
}

/* What the losses mean for the comparison. */
static char *
dup_losses (ThComparison *comparison)
{
  const GArray *warnings = th_comparison_get_warnings (comparison);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const ThComparisonWarning *warning = &g_array_index (warnings, ThComparisonWarning, i);
      g_autofree char *one = is_about_losses (warning) ? th_comparison_describe_warning (warning)
                                                       : NULL;

      if (one != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", one);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE)
                       : g_strdup (_("No run lost any events."));
}

GtkWidget *
th_lost_page_new (ThComparison *comparison)
{
  static const Column columns[] = {
    { N_("Recorded events"), format_events, TRUE },
    { N_("Lost events"), format_lost, TRUE },
    { N_("Share lost"), format_share, TRUE },
    { N_("Gaps"), format_gaps, TRUE },
  };
  g_autofree char *text = dup_losses (comparison);

  return page_new (th_paragraph_new (text, NULL),
                   runs_table_new (comparison, columns, G_N_ELEMENTS (columns), TRUE));
}

GtkWidget *
th_conditions_page_new (ThComparison *comparison)
{
  static const Column columns[] = {
    { N_("Kernel"), format_kernel, FALSE, TRUE },
    { N_("Host"), format_host, FALSE, TRUE },
    { N_("Machine"), format_machine, FALSE, TRUE },
    { N_("Clock"), format_clock, FALSE, TRUE },
    { N_("CPUs"), format_cpus, TRUE, TRUE },
    { N_("Duration"), format_duration, TRUE },
    { N_("Events"), format_events, TRUE },
    { N_("Other programs"), format_busy, TRUE },
  };
  g_autoptr(GArray) conditions = th_conditions_list (comparison);
  GtkWidget *grid = th_conditions_grid_new ();

  th_conditions_grid_set (grid, conditions);
  return page_new (grid, runs_table_new (comparison, columns, G_N_ELEMENTS (columns), FALSE));
}
