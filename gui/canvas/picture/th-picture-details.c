/* th-picture-details.c - what changed in one row of a comparison, and why
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-comparison-text.h"
#include "th-parts-bar.h"
#include "th-picture-parts.h"
#include "th-picture-text.h"
#include "th-shift-plot.h"
#include "th-sides-histogram.h"

#define SIDE_PX 16
#define GAP_PX 16
#define SHIFT_PX 190
#define HISTOGRAM_PX 160
#define BAR_PX 13
#define TITLE_SCALE 1.1
#define N_BINS 96
/* Further parts are summed up. */
#define MAX_PARTS 6

/* @y: the top of what is drawn next */
typedef struct
{
  const ThComparisonPicture *picture;
  const ThComparisonRow     *row;
  ThPen                      pen;
  double                     width; /* without the margins */
  double                     y;
} Panel;

/* --- texts ----------------------------------------------------------------------- */

static ThColor
get_color (const Panel *panel,
           ThColorRole  role)
{
  return th_theme_get_color (panel->pen.theme, role);
}

static void
add_title (Panel *panel)
{
  g_autofree char *name = th_comparison_format_name (panel->row);
  double line = th_pen_line (&panel->pen), x = SIDE_PX + th_theme_grow (panel->pen.theme, 10) + 8;

  panel->y += 14;
  th_pen_swatch (&panel->pen, th_compare_get_row_color (panel->pen.theme, panel->row), SIDE_PX,
                 panel->y + line / 2);
  th_pen_write_name (&panel->pen, TITLE_SCALE, name, x, panel->y + line / 2,
                     panel->width + SIDE_PX - x);
  panel->y += line + 10;
}

static void
add_verdict (Panel *panel)
{
  ThTheme *theme = panel->pen.theme;
  ThColor ink = th_compare_get_pill_ink (theme, panel->row);
  g_autofree char *sentence = th_comparison_describe_row (panel->row);
  g_autofree char *text = g_strdup_printf ("%s  %s", th_comparison_get_sign (panel->row), sentence);
  ThPen none = { theme, NULL };
  double height = 18 + th_pen_paragraph (&none, &th_pen_bold, ink, text, 0, 0, panel->width - 28);

  th_pen_fill_round (&panel->pen, th_compare_get_pill_color (theme, panel->row), SIDE_PX, panel->y,
                     panel->width, height, 8);
  th_pen_paragraph (&panel->pen, &th_pen_bold, ink, text, SIDE_PX + 14, panel->y + 9,
                    panel->width - 28);
  panel->y += height + 8;
}

static void
add_facts (Panel *panel)
{
  g_autofree char *text = th_comparison_format_facts (panel->picture->comparison, panel->row);

  panel->y += th_pen_paragraph (&panel->pen, &th_pen_small, get_color (panel, TH_COLOR_INK_DIM),
                                text, SIDE_PX, panel->y, panel->width);
}

/* A heading with a remark at the right, unless that leaves too little room. */
static void
add_heading (Panel      *panel,
             const char *title,
             const char *remark)
{
  double line = th_pen_line (&panel->pen), y = panel->y + GAP_PX + line / 2;
  double used = th_pen_write_fit (&panel->pen, &th_pen_bold, title, SIDE_PX, y, panel->width);

  if (used + 8 + th_pen_measure (&panel->pen, &th_pen_small, remark) <= panel->width)
    th_pen_write_end (&panel->pen, &th_pen_small, remark, SIDE_PX + panel->width, y);
  panel->y += GAP_PX + line + 6;
}

/* --- plots ------------------------------------------------------------------------- */

static void
add_shift (Panel *panel)
{
  g_autoptr(ThShift) shift = th_shift_new (panel->picture->comparison, panel->row);
  double height = th_theme_grow (panel->pen.theme, SHIFT_PX);
  ThShiftPlot plot;

  if (shift == NULL)
    return;

  add_heading (panel, _("Shift by quantile"), _("B ÷ A · a line per pair of runs"));
  if (panel->pen.cr != NULL)
    {
      plot = (ThShiftPlot) { shift, th_comparison_get_row_margin (panel->picture->comparison,
                                                                  panel->row),
                             th_shift_find (shift, th_comparison_row_get_p (panel->row)) };
      cairo_save (panel->pen.cr);
      cairo_translate (panel->pen.cr, SIDE_PX, panel->y);
      th_shift_plot_draw (panel->pen.theme, &plot, panel->width, height, panel->pen.cr);
      cairo_restore (panel->pen.cr);
    }
  panel->y += height;
}

static void
add_histogram (Panel *panel)
{
  g_autoptr(ThLogHistogram) histogram = th_log_histogram_new (panel->picture->comparison,
                                                              panel->row, N_BINS);
  double height = th_theme_grow (panel->pen.theme, HISTOGRAM_PX);

  if (histogram == NULL)
    return;

  add_heading (panel, _("Distribution"), _("share of samples · log axis"));
  if (panel->pen.cr != NULL)
    {
      ThSidesHistogram plot = { histogram, panel->row->unit, 0, 0 };

      cairo_save (panel->pen.cr);
      cairo_translate (panel->pen.cr, SIDE_PX, panel->y);
      th_sides_histogram_draw (panel->pen.theme, &plot, panel->width, height, panel->pen.cr);
      cairo_restore (panel->pen.cr);
    }
  panel->y += height;
}

/* --- causes ------------------------------------------------------------------------- */

/* A line: name, share and time; @name is wrapped. */
static void
add_line (Panel            *panel,
          const ThPenStyle *style,
          const char       *name,
          double            moved)
{
  g_autofree char *share = th_comparison_format_share (panel->row, moved);
  g_autofree char *time = th_comparison_format_moved (panel->row, moved);
  double line = th_pen_line (&panel->pen), x = SIDE_PX + th_theme_grow (panel->pen.theme, 10) + 8;
  double times = line * 5, shares = line * 3, end = SIDE_PX + panel->width;
  double height = th_pen_paragraph (&panel->pen, style, get_color (panel, style->role), name, x,
                                    panel->y + 3, end - times - shares - x);

  th_pen_write_end (&panel->pen, &th_pen_small, share, end - times, panel->y + 3 + line / 2);
  th_pen_write_end (&panel->pen, &th_pen_small_bold, time, end, panel->y + 3 + line / 2);
  panel->y += MAX (height, line) + 6;
}

static void
add_part (Panel                  *panel,
          const ThComparisonPart *part)
{
  static const ThPenStyle style = { .93, FALSE, TH_COLOR_INK };
  g_autofree char *name = th_comparison_format_part (part);

  th_pen_swatch (&panel->pen, th_compare_get_part_color (panel->pen.theme, part), SIDE_PX,
                 panel->y + 3 + th_pen_line (&panel->pen) / 2);
  add_line (panel, &style, name, th_parts_bar_get_moved (part));
}

static void
add_parts (Panel *panel,
           guint  begin,
           guint  end)
{
  static const ThPenStyle style = { .93, FALSE, TH_COLOR_INK_DIM };
  /* A single small part is shown rather than a sum of one. */
  guint shown = end - begin > MAX_PARTS + 1 ? begin + MAX_PARTS : end;
  g_autofree char *others = g_strdup_printf (ngettext ("%u other", "%u others", end - shown),
                                             end - shown);
  double rest = 0;

  for (guint i = begin; i < shown; i++)
    add_part (panel, &g_array_index (panel->row->parts, ThComparisonPart, i));
  for (guint i = shown; i < end; i++)
    rest += th_parts_bar_get_moved (&g_array_index (panel->row->parts, ThComparisonPart, i));
  if (shown < end)
    add_line (panel, &style, others, rest);
}

/* The first dimension that divides the difference: the window shows it first, too. */
static void
add_causes (Panel *panel)
{
  const ThComparisonRow *row = panel->row;
  double height = th_theme_grow (panel->pen.theme, BAR_PX), moved = row->mean_b - row->mean_a;
  g_autofree char *why = th_comparison_format_why (row), *by = NULL;
  const char *dimension;
  guint begin, end;

  if (row->parts->len == 0)
    return;

  dimension = g_array_index (row->parts, ThComparisonPart, 0).dimension;
  th_parts_bar_find_dimension (row, dimension, &begin, &end);
  by = th_comparison_format_dimension (dimension);
  add_heading (panel, why, by);
  if (panel->pen.cr != NULL)
    {
      cairo_save (panel->pen.cr);
      cairo_translate (panel->pen.cr, SIDE_PX, panel->y);
      th_parts_bar_draw (panel->pen.theme, row, dimension, panel->width, height, panel->pen.cr);
      cairo_restore (panel->pen.cr);
    }
  panel->y += height + 8;
  add_parts (panel, begin, end);
  th_pen_fill (&panel->pen, TH_COLOR_LINE, SIDE_PX, panel->y, panel->width, 1);
  panel->y += 2;
  add_line (panel, &th_pen_bold, _("Sum"), moved);
}

static void
add_warnings (Panel *panel)
{
  for (guint i = 0; i < panel->row->warnings->len; i++)
    {
      g_autofree char *text = th_comparison_describe_warning (
        &g_array_index (panel->row->warnings, ThComparisonWarning, i));

      panel->y += 8;
      panel->y += th_pen_paragraph (&panel->pen, &th_pen_small,
                                    get_color (panel, TH_COLOR_INK_DIM), text, SIDE_PX, panel->y,
                                    panel->width);
    }
}

double
th_picture_draw_details (const ThComparisonPicture *self,
                         const ThComparisonRow     *row,
                         double                     width,
                         cairo_t                   *cr)
{
  Panel panel = { self, row, { self->theme, cr }, width - 2 * SIDE_PX, 0 };

  add_title (&panel);
  add_verdict (&panel);
  add_facts (&panel);
  add_shift (&panel);
  add_histogram (&panel);
  add_causes (&panel);
  add_warnings (&panel);
  return panel.y + GAP_PX;
}
