/* th-report-comparison.c - the comparison section of a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-evidence-strip.h"
#include "th-log-histogram.h"
#include "th-printable.h"
#include "th-report-figure.h"
#include "th-report-rows.h"
#include "th-shift-plot.h"
#include "th-sides-histogram.h"
#include "th-time-span.h"

/* How many unchanged rows are listed, and how many changes get a picture of their own. */
#define MAX_OTHERS 24
#define MAX_DETAILS 8
#define STRIP_WIDTH_PX 260
#define STRIP_HEIGHT_PX 34
#define PLOT_WIDTH_PX 500
#define PLOT_HEIGHT_PX 150
#define GAP_PX 20
#define N_BINS 60

/* --- rows ----------------------------------------------------------------- */

/* Those that changed, then those with notes and some that did not change.  Returns (element-type
 * ThComparisonRow). */
static GPtrArray *
list_rows (const ThReport     *self,
           const ThComparison *comparison)
{
  GPtrArray *rows = g_ptr_array_new ();
  guint n = th_comparison_get_n_rows (comparison), n_others = 0;

  for (guint i = 0; i < n; i++)
    if (th_comparison_row_has_moved (th_comparison_get_row (comparison, i)))
      g_ptr_array_add (rows, (gpointer) th_comparison_get_row (comparison, i));
  for (guint i = 0; i < n; i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      g_autoptr(GPtrArray) notes = NULL;

      if (th_comparison_row_has_moved (row))
        continue;
      notes = th_report_list_row_notes (self, row);
      if (notes == NULL && (n_others == MAX_OTHERS || !th_comparison_row_is_judged (row)))
        continue;
      g_ptr_array_add (rows, (gpointer) row);
      n_others += notes == NULL;
    }

  return rows;
}

static void
free_notes (gpointer notes)
{
  g_clear_pointer ((GPtrArray **) &notes, g_ptr_array_unref);
}

/* The names and the notes of the rows, for links in both directions. */
static void
link_rows (const ThReport *self,
           GPtrArray      *rows,
           ThReportRows   *drawn)
{
  const ThReportComparison *about = self->comparison;
  guint comparison = th_report_get_comparison (self, about), n_notes = 0;
  guint n = th_comparison_get_n_rows (about->comparison);

  drawn->ids = g_ptr_array_new_with_free_func (g_free);
  drawn->notes = g_ptr_array_new_with_free_func (free_notes);
  for (guint i = 0; i < rows->len; i++)
    {
      GPtrArray *notes = th_report_list_row_notes (self, rows->pdata[i]);
      guint row = 0;

      while (row < n && th_comparison_get_row (about->comparison, row) != rows->pdata[i])
        row++;
      g_ptr_array_add (drawn->ids, th_report_name_row (comparison, row));
      g_ptr_array_add (drawn->notes, notes);
      n_notes += notes != NULL;
    }
  if (n_notes == 0)
    g_clear_pointer (&drawn->notes, g_ptr_array_unref);
}

static ThTextTable *
make_table (const ThComparison *comparison,
            GPtrArray          *rows)
{
  const char *titles[] = { _("Measure"), _("At"), _("A → B"), _("Change (interval)"),
                           _("Margin"), _("Verdict"), _("Runs") };
  ThTextTable *table = th_text_table_new ("llllrlr");

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    th_text_table_add (table, titles[i]);
  for (guint i = 0; i < rows->len; i++)
    {
      const ThComparisonRow *row = rows->pdata[i];
      g_autofree char *verdict = th_comparison_format_verdict_title (row);
      double margin = 100 * expm1 (th_comparison_get_row_margin (comparison, row));

      th_text_table_take (table, th_comparison_format_name (row));
      th_text_table_add (table, th_comparison_row_get_level (row));
      th_text_table_take (table, th_comparison_format_values (row));
      th_text_table_take (table, th_comparison_format_interval (row));
      th_text_table_take (table, g_strdup_printf ("%.3g %%", margin));
      th_text_table_take (table, g_strdup_printf ("%s %s", th_comparison_get_sign (row), verdict));
      th_text_table_take (table, g_strdup_printf ("%u : %u", row->a.n_runs, row->b.n_runs));
    }

  return table;
}

/* --- pictures ------------------------------------------------------------- */

typedef struct
{
  const ThComparison    *comparison;
  const ThComparisonRow *row;
  ThFactorAxis           axis;
  const ThLogHistogram  *histogram; /* or NULL, as @shift */
  const ThShift         *shift;
} Plot;

static double
paint_strip (gconstpointer    data,
             ThTheme         *theme,
             cairo_t         *cr,
             ThRenderBackend  backend)
{
  const Plot *plot = data;

  if (cr != NULL)
    th_evidence_strip_draw (theme, &plot->axis, plot->comparison, plot->row, STRIP_WIDTH_PX,
                            STRIP_HEIGHT_PX, cr);
  return STRIP_HEIGHT_PX;
}

static GArray *
draw_strips (ThReport     *self,
             GPtrArray    *rows,
             ThFactorAxis *axis)
{
  GArray *pictures = g_array_new (FALSE, FALSE, sizeof (ThReportPicture));

  g_array_set_clear_func (pictures, (GDestroyNotify) th_report_picture_clear);
  for (guint i = 0; i < rows->len && !th_report_is_over (self); i++)
    {
      Plot plot = { self->comparison->comparison, rows->pdata[i], *axis };
      g_autofree char *name = th_comparison_format_name (plot.row);
      g_autofree char *words = th_comparison_describe_row (plot.row);
      ThReportPicture picture;

      /* A row that is not judged has no verdict to describe. */
      th_report_draw_cell (self, &(ThReportFigure) { paint_strip, &plot, STRIP_WIDTH_PX, name,
                                                     *words != '\0' ? words : name }, &picture);
      g_array_append_val (pictures, picture);
    }

  return pictures;
}

/* The shift of the quantiles, and beside it both distributions. */
static double
paint_details (gconstpointer    data,
               ThTheme         *theme,
               cairo_t         *cr,
               ThRenderBackend  backend)
{
  const Plot *plot = data;
  ThShiftPlot shift = { plot->shift, th_comparison_get_row_margin (plot->comparison, plot->row) };
  ThSidesHistogram sides = { plot->histogram, plot->row->unit, 0, 0 };

  if (cr == NULL)
    return PLOT_HEIGHT_PX;

  if (plot->shift != NULL)
    {
      shift.point = th_shift_find (plot->shift, th_comparison_row_get_p (plot->row));
      th_shift_plot_draw (theme, &shift, PLOT_WIDTH_PX, PLOT_HEIGHT_PX, cr);
      cairo_translate (cr, PLOT_WIDTH_PX + GAP_PX, 0);
    }
  if (plot->histogram != NULL)
    th_sides_histogram_draw (theme, &sides, PLOT_WIDTH_PX, PLOT_HEIGHT_PX, cr);
  return PLOT_HEIGHT_PX;
}

/* The picture and what it shows, in words. */
static void
add_plots (ThReport   *self,
           const Plot *plot,
           const char *title)
{
  g_autofree char *facts = th_comparison_format_facts (plot->comparison, plot->row);
  g_auto(GStrv) lines = g_strsplit (facts, "\n", -1);
  g_autofree char *joined = g_strjoinv (" · ", lines);
  g_autofree char *line = th_printable_line (joined);
  g_autoptr(GString) words = g_string_new (NULL);
  guint n = (plot->shift != NULL) + (plot->histogram != NULL);

  if (plot->shift != NULL)
    g_string_append (words, _("Factor B ÷ A at each quantile: a thin line for each pair of runs, a "
                              "thick one for their mean, and the band of the interval. "));
  if (plot->histogram != NULL)
    g_string_append (words, _("Distribution of the samples on a logarithmic axis: A has a solid "
                              "line, B a dashed one. "));
  g_string_append_printf (words, "%s", line);
  if (n > 0 && th_report_has_room (self))
    th_report_add_figure (self, &(ThReportFigure) { paint_details, plot,
                                                    n * PLOT_WIDTH_PX + (n - 1) * GAP_PX, title,
                                                    words->str });
}

/* What the verdict of a row means, with its distributions. */
static void
add_details (ThReport              *self,
             const ThComparisonRow *row)
{
  const ThComparison *comparison = self->comparison->comparison;
  g_autofree char *name = th_comparison_format_name (row);
  g_autofree char *title = g_strdup_printf ("%s, %s", name, th_comparison_row_get_level (row));
  g_autofree char *sentence = th_comparison_describe_row (row);
  g_autoptr(ThLogHistogram) histogram = th_log_histogram_new (comparison, row, N_BINS);
  g_autoptr(ThShift) shift = th_shift_new (comparison, row);
  Plot plot = { comparison, row, { 0 }, histogram, shift };

  self->format->heading (self->text, 3, title);
  self->format->paragraph (self->text, sentence);
  add_plots (self, &plot, title);
}

/* --- runs ------------------------------------------------------------------ */

static gboolean
has_several_runs (const ThComparison *comparison)
{
  return th_comparison_get_n_runs (comparison, 0) > 1 ||
         th_comparison_get_n_runs (comparison, 1) > 1;
}

/* The name of the file of a run, with the span. */
static char *
dup_run_name (const ThComparison *comparison,
              guint               side,
              guint               run)
{
  return g_path_get_basename (th_compare_run_get_name (th_comparison_get_run (comparison, side,
                                                                             run)));
}

char *
th_report_label_run (const ThComparison *comparison,
                     guint               side,
                     const char         *path)
{
  guint n = th_comparison_get_n_runs (comparison, side);
  g_autofree char *wanted = g_filename_display_basename (path);

  if (!has_several_runs (comparison))
    return NULL;

  for (guint i = 0; i < n; i++)
    {
      const char *range;
      g_autofree char *name = dup_run_name (comparison, side, i);
      g_autofree char *file = th_time_span_split (name, &range);

      if (g_str_equal (file, wanted))
        /* Translators: a side, A or B; number of the run, number of runs; its name */
        return g_strdup_printf (_("%s, run %u of %u: %s"), side == 0 ? "A" : "B", i + 1, n, name);
    }
  return g_strdup_printf ("%s: %s", side == 0 ? "A" : "B", wanted);
}

/* A line with the names of all runs of a side. */
static char *
list_runs (const ThComparison *comparison,
           guint               side)
{
  guint n = th_comparison_get_n_runs (comparison, side);
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = dup_run_name (comparison, side, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  /* Translators: a side, A or B; number of runs; their names */
  return g_strdup_printf (ngettext ("%s, %u run: %s", "%s, %u runs: %s", n),
                          side == 0 ? "A" : "B", n, names->str);
}

/* --- the section ---------------------------------------------------------- */

static void
add_head (ThReport *self)
{
  const ThReportComparison *about = self->comparison;
  const GArray *warnings = th_comparison_get_warnings (about->comparison);
  g_autofree char *facts = th_comparison_describe (about->comparison);
  g_autofree char *sides = g_strdup_printf (_("A: %s. B: %s. %s."), about->names[0],
                                            about->names[1], facts);
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  if (about->title != NULL)
    {
      g_autofree char *session = g_strdup_printf (_("The session “%s” of the review holds this "
                                                    "comparison."), about->title);

      self->format->paragraph (self->text, session);
    }
  self->format->paragraph (self->text, sides);
  for (guint i = 0; i < 2 && has_several_runs (about->comparison); i++)
    g_ptr_array_add (lines, list_runs (about->comparison, i));
  for (guint i = 0; i < warnings->len; i++)
    g_ptr_array_add (lines, th_comparison_describe_warning
                              (&g_array_index (warnings, ThComparisonWarning, i)));
  if (lines->len > 0)
    self->format->list (self->text, lines);
}

/* How to read the column of pictures. */
static void
add_scale (ThReport           *self,
           const ThFactorAxis *axis)
{
  g_autofree char *low = th_factor_axis_format (axis->low);
  g_autofree char *high = th_factor_axis_format (axis->high);
  g_autofree char *words =
    g_strdup_printf (_("The pictures show each run as a factor of the mean of A, from %s to %s: "
                       "hollow dots are runs of A, full dots runs of B. The line is the interval "
                       "of the change, the band the margin within which both count as the same."),
                     low, high);

  self->format->paragraph (self->text, words);
}

static void
add_rows (ThReport  *self,
          GPtrArray *rows)
{
  const ThComparison *comparison = self->comparison->comparison;
  g_autoptr(ThTextTable) table = make_table (comparison, rows);
  g_autoptr(GArray) strips = NULL;
  ThReportRows drawn = { _("Evidence") };
  ThFactorAxis axis;

  link_rows (self, rows, &drawn);
  th_factor_axis_fit (&axis, comparison);
  if (!self->format->has_files)
    {
      drawn.pictures = strips = draw_strips (self, rows, &axis);
      add_scale (self, &axis);
    }
  self->format->table (self->text, table, TH_REPORT_ROWS, _("Measures of both sides"), &drawn);
  g_ptr_array_unref (drawn.ids);
  g_clear_pointer (&drawn.notes, g_ptr_array_unref);
}

static void
add_heading (ThReport *self)
{
  const char *title = self->comparison->title;
  g_autofree char *named = title != NULL ? g_strdup_printf (_("Comparison “%s”"), title) : NULL;

  self->format->heading (self->text, 2, named != NULL ? named : _("Comparison"));
}

static void
add_comparison (ThReport *self)
{
  g_autoptr(GPtrArray) rows = list_rows (self, self->comparison->comparison);

  add_heading (self);
  add_head (self);
  if (rows->len == 0 || !th_comparison_row_has_moved (rows->pdata[0]))
    self->format->paragraph (self->text, _("No change is certain."));
  if (rows->len > 0)
    add_rows (self, rows);
  for (guint i = 0; i < MIN (rows->len, MAX_DETAILS) && !th_report_is_over (self); i++)
    if (th_comparison_row_has_moved (rows->pdata[i]))
      add_details (self, rows->pdata[i]);
}

void
th_report_add_comparisons (ThReport *self)
{
  const GArray *comparisons = self->about->comparisons;

  for (guint i = 0; comparisons != NULL && i < comparisons->len; i++)
    {
      self->comparison = &g_array_index (comparisons, ThReportComparison, i);
      add_comparison (self);
    }
}
