/* th-picture-side.c - the timeline of a run of one side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-number-format.h"
#include "th-picture-parts.h"
#include "th-picture-text.h"
#include "th-picture.h"
#include "th-printable.h"
#include "th-time.h"

#define EDGE_PX 4
#define BADGE_PX 18
#define LANES_PX 300

/* A square in the color of the side with its letter. */
static double
draw_badge (const ThPen *pen,
            guint        side,
            double       x,
            double       y)
{
  ThColor color = th_compare_get_side_color (pen->theme, side);
  double size = th_theme_grow (pen->theme, BADGE_PX);
  const char *letter = side == 0 ? "A" : "B";

  if (pen->cr == NULL)
    return size;

  th_pen_fill_round (pen, color, x, round (y - size / 2), size, size, 4);
  th_draw_color (pen->cr, th_theme_get_ink_on (pen->theme, color));
  th_draw_text (pen->cr, th_theme_get_layout (pen->theme, letter, .88, TRUE),
                x + (size - th_pen_measure (pen, &th_pen_small_bold, letter)) / 2, y);
  return size;
}

/* "before-00.dat · 1.694 s · 116 396 events" */
static char *
format_facts (const ThPictureSide *side)
{
  guint64 n = th_compare_run_get_making (side->run)->n_events;
  g_autofree char *base = g_path_get_basename (th_compare_run_get_name (side->run));
  g_autofree char *name = th_printable_line (base);
  g_autofree char *count = th_format_count (n), *duration = NULL, *events = NULL;

  if (side->scene == NULL)
    return g_strdup (name);

  duration = th_scene_format_duration (side->scene, th_time_between (side->first, side->last));
  events = g_strdup_printf (ngettext ("%s event", "%s events", n), count);
  return g_strdup_printf ("%s · %s · %s", name, duration, events);
}

static double
draw_bar (const ThComparisonPicture *self,
          const ThPen               *pen,
          guint                      side,
          double                     width)
{
  guint n = th_comparison_get_n_runs (self->comparison, side);
  g_autofree char *runs = g_strdup_printf (ngettext ("%u run", "%u runs", n), n);
  g_autofree char *name = g_strdup_printf ("%s · %s", self->sides[side].name, runs);
  g_autofree char *facts = format_facts (&self->sides[side]);
  double height = th_pen_line (pen) + 12, x = EDGE_PX + 10, y = height / 2;

  th_pen_fill (pen, TH_COLOR_BACKGROUND_ALT, 0, 0, width, height);
  x += draw_badge (pen, side, x, y) + 8;
  x += th_pen_write_fit (pen, &th_pen_bold, name, x, y, width / 2 - x) + 14;
  th_pen_write_fit (pen, &th_pen_small, facts, x, y, width - x - 10);
  return height;
}

/* Both views are as long as the longer of the two spans. */
static ThView
get_view (const ThComparisonPicture *self,
          guint                      side,
          double                     width)
{
  gint64 span = 0, first = self->sides[side].first;

  for (guint i = 0; i < 2; i++)
    if (self->sides[i].scene != NULL)
      span = MAX (span, th_time_between (self->sides[i].first, self->sides[i].last));
  return th_view_fit (first, th_time_add (first, span), width);
}

static double
draw_lanes (const ThComparisonPicture *self,
            const ThPen               *pen,
            guint                      side,
            double                     width,
            ThRenderBackend            backend)
{
  ThScene *scene = self->sides[side].scene;
  ThTimelinePicture timeline = {
    get_view (self, side, width), TH_TIME_SINCE_ZERO, _("since start"),
    self->sides[side].first, self->sides[side].last, th_theme_grow (self->theme, LANES_PX), NULL
  };
  double line = th_pen_line (pen) + 6, height;
  g_autofree char *text = NULL;
  guint n_left;

  th_scene_set_zero (scene, self->sides[side].first);
  height = th_scene_draw_timeline (scene, &timeline, pen->cr, backend, &n_left);
  if (n_left == 0)
    return height;

  text = g_strdup_printf (ngettext ("%u more lane", "%u more lanes", n_left), n_left);
  th_pen_fill (pen, TH_COLOR_BACKGROUND_LABEL, 0, height, width, line);
  th_pen_write (pen, &th_pen_small, text, 24, height + line / 2);
  return height + line;
}

static double
draw_no_lanes (const ThPen *pen,
               double       width)
{
  double height = th_pen_line (pen) + 24;

  th_pen_write_fit (pen, &th_pen_dim, _("A baseline has samples, but no timeline."), 24,
                    height / 2, width - 48);
  return height;
}

double
th_picture_draw_side (const ThComparisonPicture *self,
                      guint                      side,
                      double                     width,
                      cairo_t                   *cr,
                      ThRenderBackend            backend)
{
  const ThPen pen = { self->theme, cr };
  double height = draw_bar (self, &pen, side, width);

  if (cr != NULL)
    {
      cairo_save (cr);
      cairo_translate (cr, 0, height);
    }
  height += self->sides[side].scene != NULL ? draw_lanes (self, &pen, side, width, backend)
                                            : draw_no_lanes (&pen, width);
  if (cr != NULL)
    {
      cairo_restore (cr);
      th_draw_color (cr, th_compare_get_side_color (self->theme, side));
      cairo_rectangle (cr, 0, 0, EDGE_PX, height);
      cairo_fill (cr);
    }
  th_pen_fill (&pen, TH_COLOR_LINE, 0, height, width, 1);
  return height + 1;
}
