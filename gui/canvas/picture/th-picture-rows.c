/* th-picture-rows.c - the rows of a comparison with their evidence
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-comparison-text.h"
#include "th-evidence-strip.h"
#include "th-picture-parts.h"
#include "th-picture-text.h"

#define SIDE_PX 14
#define GAP_PX 18
#define ROW_PX 30
#define MIN_NAME_PX 120
#define MIN_CHANGE_PX 80
#define MIN_STRIP_PX 180
#define MAX_STRIP_PX 300
#define PILL_PAD_PX 10
#define NO_ROWS_PX 12

enum
{
  COLUMN_NAME,
  COLUMN_LEVEL,
  COLUMN_VALUES,
  COLUMN_CHANGE,
  COLUMN_VERDICT,
  COLUMN_STRIP,
  N_COLUMNS
};

/* @x, @widths: of each column */
typedef struct
{
  const ThComparisonPicture *picture;
  ThPen                      pen;
  ThFactorAxis               axis;
  double                     x[N_COLUMNS];
  double                     widths[N_COLUMNS];
  double                     width;
  double                     height; /* of a row */
} Table;

static const char *const titles[N_COLUMNS] = {
  [COLUMN_NAME] = N_("Measure · Class"), [COLUMN_LEVEL] = N_("At"), [COLUMN_VALUES] = N_("A → B"),
  [COLUMN_CHANGE] = N_("Change"), [COLUMN_VERDICT] = N_("Verdict"), [COLUMN_STRIP] = ""
};

/* --- which rows ----------------------------------------------------------------- */

GPtrArray *
th_picture_list_rows (const ThComparisonPicture *self)
{
  GPtrArray *rows = g_ptr_array_new ();
  guint n_others = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (self->comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (self->comparison, i);

      if (th_comparison_row_has_moved (row) ||
          (th_comparison_row_is_judged (row) && n_others++ < self->n_others))
        g_ptr_array_add (rows, (gpointer) row);
    }
  return rows;
}

/* --- cells ------------------------------------------------------------------------ */

/* The text of a cell; "" for the strip. */
static char *
format_cell (const ThComparisonRow *row,
             guint                  column)
{
  switch (column)
    {
    case COLUMN_NAME: return th_comparison_format_name (row);
    case COLUMN_LEVEL: return g_strdup (th_comparison_row_get_level (row));
    case COLUMN_VALUES: return th_comparison_format_values (row);
    case COLUMN_CHANGE: return th_comparison_format_interval (row);
    case COLUMN_VERDICT: return th_comparison_format_verdict_title (row);
    default: return g_strdup ("");
    }
}

static const ThPenStyle *
get_style (guint column)
{
  static const ThPenStyle verdict = { .93, TRUE, TH_COLOR_INK };

  if (column == COLUMN_LEVEL || column == COLUMN_CHANGE)
    return &th_pen_dim;

  return column == COLUMN_VERDICT ? &verdict : &th_pen_plain;
}

static void
draw_verdict (const Table           *table,
              const ThComparisonRow *row,
              const char            *word,
              double                 y)
{
  const ThPen *pen = &table->pen;
  const ThPenStyle *style = get_style (COLUMN_VERDICT);
  g_autofree char *text = g_strdup_printf ("%s  %s", th_comparison_get_sign (row), word);
  double width = th_pen_measure (pen, style, text) + 2 * PILL_PAD_PX;
  double height = th_pen_line (pen) + 4, x = table->x[COLUMN_VERDICT];

  th_pen_fill_round (pen, th_compare_get_pill_color (pen->theme, row), x, round (y - height / 2),
                     width, height, height / 2);
  th_draw_color (pen->cr, th_compare_get_pill_ink (pen->theme, row));
  th_draw_text (pen->cr, th_theme_get_layout (pen->theme, text, style->scale, style->is_bold),
                x + PILL_PAD_PX, y);
}

/* The change is in the color of the verdict, the interval after it is not. */
static void
draw_change (const Table           *table,
             const ThComparisonRow *row,
             const char            *text,
             double                 y)
{
  const char *interval = strstr (text, " (");
  g_autofree char *change = g_strndup (text, interval != NULL ? interval - text : strlen (text));
  const ThPen *pen = &table->pen;
  gboolean has_moved = th_comparison_row_has_moved (row);
  PangoLayout *layout = th_theme_get_layout (pen->theme, change, 1, has_moved);
  double x = table->x[COLUMN_CHANGE];

  th_draw_color (pen->cr, th_compare_get_verdict_color (pen->theme, row->verdict));
  if (!has_moved)
    th_draw_role (pen->cr, pen->theme, TH_COLOR_INK);
  x += th_draw_text (pen->cr, layout, x, y);
  if (interval != NULL)
    th_pen_write_fit (pen, &th_pen_dim, interval, x, y,
                      table->x[COLUMN_CHANGE] + table->widths[COLUMN_CHANGE] - x);
}

static void
draw_strip (const Table           *table,
            const ThComparisonRow *row,
            double                 y)
{
  cairo_t *cr = table->pen.cr;

  cairo_save (cr);
  cairo_translate (cr, table->x[COLUMN_STRIP], y);
  cairo_rectangle (cr, 0, 0, table->widths[COLUMN_STRIP], table->height);
  cairo_clip (cr);
  th_evidence_strip_draw (table->pen.theme, &table->axis, table->picture->comparison, row,
                          table->widths[COLUMN_STRIP], table->height, cr);
  cairo_restore (cr);
}

/* @y: top of the row */
static void
draw_row (const Table           *table,
          const ThComparisonRow *row,
          double                 y)
{
  const ThPen *pen = &table->pen;
  double middle = y + table->height / 2;

  th_pen_swatch (pen, th_compare_get_row_color (pen->theme, row), SIDE_PX, middle);
  for (guint column = 0; column < COLUMN_STRIP; column++)
    {
      g_autofree char *text = format_cell (row, column);

      if (column == COLUMN_VERDICT)
        draw_verdict (table, row, text, middle);
      else if (column == COLUMN_CHANGE)
        draw_change (table, row, text, middle);
      else if (column == COLUMN_NAME)
        th_pen_write_name (pen, 1, text, table->x[column], middle, table->widths[column]);
      else
        th_pen_write_fit (pen, get_style (column), text, table->x[column], middle,
                          table->widths[column]);
    }
  draw_strip (table, row, y);
  th_pen_fill (pen, TH_COLOR_LINE, 0, y + table->height - 1, table->width, 1);
}

/* --- the table ---------------------------------------------------------------------- */

static void
widen (Table                 *table,
       const ThComparisonRow *row)
{
  for (guint column = COLUMN_LEVEL; column < COLUMN_STRIP; column++)
    {
      g_autofree char *text = format_cell (row, column);
      double width = th_pen_measure (&table->pen, get_style (column), text);

      /* A change may be bold; a verdict has a sign and a background. */
      width *= column == COLUMN_CHANGE ? 1.06 : 1;
      width += column == COLUMN_VERDICT ? 2 * PILL_PAD_PX + th_pen_line (&table->pen) * 1.3 : 0;
      table->widths[column] = MAX (table->widths[column], ceil (width));
    }
}

/* The name gets what the other columns leave. */
static void
place_columns (Table     *table,
               GPtrArray *rows)
{
  double swatch = th_theme_grow (table->pen.theme, 10) + 8, used = SIDE_PX + swatch, x;

  for (guint i = COLUMN_LEVEL; i < COLUMN_STRIP; i++)
    table->widths[i] = ceil (th_pen_measure (&table->pen, &th_pen_small_bold, _(titles[i])));
  for (guint i = 0; i < rows->len; i++)
    widen (table, rows->pdata[i]);
  for (guint i = COLUMN_LEVEL; i < COLUMN_STRIP; i++)
    used += table->widths[i] + GAP_PX;
  used += GAP_PX;
  table->widths[COLUMN_STRIP] = CLAMP (round ((table->width - used) * .5), MIN_STRIP_PX,
                                       MAX_STRIP_PX);
  table->widths[COLUMN_NAME] = MAX (table->width - used - table->widths[COLUMN_STRIP],
                                    MIN_NAME_PX);
  /* Long intervals are shortened before anything is cut off. */
  used += table->widths[COLUMN_STRIP] + table->widths[COLUMN_NAME] - table->width;
  table->widths[COLUMN_CHANGE] = MAX (table->widths[COLUMN_CHANGE] - MAX (used, 0), MIN_CHANGE_PX);
  x = SIDE_PX + swatch;
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      table->x[i] = x;
      x += table->widths[i] + GAP_PX;
    }
}

static void
draw_titles (const Table *table,
             double       y,
             double       height)
{
  const ThPen *pen = &table->pen;

  th_pen_fill (pen, TH_COLOR_BACKGROUND_ALT, 0, y, table->width, height);
  for (guint i = 0; i < COLUMN_STRIP; i++)
    th_pen_write_fit (pen, &th_pen_small_bold, _(titles[i]),
                      table->x[i], y + height / 2, table->widths[i]);
  cairo_save (pen->cr);
  cairo_translate (pen->cr, table->x[COLUMN_STRIP], y);
  th_factor_axis_draw (&table->axis, pen->theme, table->widths[COLUMN_STRIP], height, pen->cr);
  cairo_restore (pen->cr);
}

static void
draw_legend (const Table *table,
             double       height)
{
  const ThPen *pen = &table->pen;
  double width = th_evidence_strip_draw_legend (pen->theme, 0, height, NULL);

  th_pen_write (pen, &th_pen_bold, _("Comparison"), SIDE_PX, height / 2);
  th_evidence_strip_draw_legend (pen->theme, table->width - SIDE_PX - width, height, pen->cr);
}

static guint
count_left (const ThComparisonPicture *self,
            GPtrArray                 *rows)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (self->comparison); i++)
    n += th_comparison_row_is_judged (th_comparison_get_row (self->comparison, i));
  return n > rows->len ? n - rows->len : 0;
}

static double
draw_remark (const Table *table,
             const char  *text,
             double       y)
{
  double height = th_pen_line (&table->pen) + 12;

  th_pen_write_fit (&table->pen, &th_pen_small, text, SIDE_PX, y + height / 2,
                    table->width - 2 * SIDE_PX);
  return height;
}

double
th_picture_draw_rows (const ThComparisonPicture *self,
                      GPtrArray                 *rows,
                      double                     width,
                      cairo_t                   *cr)
{
  Table table = { .picture = self, .pen = { self->theme, cr }, .width = width };
  double line = th_pen_line (&table.pen), y = line + 16, head = line + 10;
  guint n_left = count_left (self, rows);
  g_autofree char *left = NULL;

  table.height = MAX (th_theme_grow (self->theme, ROW_PX), line + 10);
  if (rows->len == 0)
    return NO_ROWS_PX + draw_remark (&table, _("The recordings have no measures that could be "
                                               "compared."), NO_ROWS_PX);

  th_factor_axis_fit (&table.axis, self->comparison);
  place_columns (&table, rows);
  if (cr != NULL)
    {
      draw_legend (&table, y);
      draw_titles (&table, y, head);
      for (guint i = 0; i < rows->len; i++)
        draw_row (&table, rows->pdata[i], y + head + i * table.height);
    }
  y += head + rows->len * table.height;
  if (n_left == 0)
    return y;

  left = g_strdup_printf (ngettext ("%u more row is in the output of “thresh compare”",
                                    "%u more rows are in the output of “thresh compare”", n_left),
                          n_left);
  return y + draw_remark (&table, left, y);
}
