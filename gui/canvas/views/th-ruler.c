/* th-ruler.c - ticks and times above the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The step is 1, 2 or 5 times a power of ten: the smallest whose labels do not touch, but
 * not finer than the resolution of the clock.  Labels have as many digits as adjacent
 * labels need to differ.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-draw.h"
#include "th-ruler.h"

#define LABEL_SCALE 0.85
#define LABEL_X 6
#define LABEL_GAP 14
#define TICK_PX 7
/* All views of th-view.h are within this limit, so that steps and differences fit. */
#define TIME_LIMIT (G_GINT64_CONSTANT (1) << 62)

typedef struct
{
  ThScene      *scene;
  ThTheme      *theme;
  gboolean      ticks;   /* the clock does not count ns */
  const ThView *view;
  ThTimeFormat  format;
  gint64        zero;     /* the origin of relative times; 0 for absolute times */
  gint64        step;
  guint         exponent; /* of the unit, 0: ns or ticks */
  guint         digits;   /* after the point */
} Ruler;

static guint
log10_floor (guint64 value)
{
  guint exponent = 0;

  while (value >= 10)
    {
      value /= 10;
      exponent++;
    }

  return exponent;
}

/* Digits are added in groups of three, as they are written. */
static void
choose_unit (Ruler *ruler)
{
  guint finest = log10_floor (ruler->step);

  ruler->exponent = 9;
  if (ruler->ticks)
    ruler->exponent = 0;
  else if (ruler->format != TH_TIME_ABSOLUTE)
    {
      gint64 from = ruler->view->from - ruler->zero;
      gint64 to = ruler->view->to - ruler->zero;
      guint64 most = MAX (ABS (from), ABS (to));

      ruler->exponent = MIN (log10_floor (MAX (most, 1)) / 3 * 3, 9);
    }

  if (ruler->format != TH_TIME_ABSOLUTE)
    ruler->digits = finest >= ruler->exponent ? 0 : ruler->exponent - finest;
  else
    ruler->digits = finest >= ruler->exponent ? 0 : (ruler->exponent - finest + 2) / 3 * 3;
}

static char *
ruler_label (const Ruler *ruler,
             gint64       time)
{
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  GString *text;

  if (ruler->ticks && ruler->format == TH_TIME_ABSOLUTE)
    return th_scene_format_time (ruler->scene, time, TH_TIME_ABSOLUTE);

  text = g_string_new (NULL);
  time -= ruler->zero;
  if (ruler->format != TH_TIME_ABSOLUTE && time > 0)
    g_string_append_c (text, '+');
  if (ruler->ticks)
    {
      g_autofree char *count = th_format_count (ABS (time));

      g_string_append_printf (text, "%s%s", time < 0 ? "\xe2\x88\x92" : "", count);
    }
  else
    th_append_decimal (text, time, ruler->exponent, ruler->digits, TH_DIGIT_SEPARATOR);
  if (ruler->format != TH_TIME_ABSOLUTE && !ruler->ticks)
    g_string_append_printf (text, " %s", units[ruler->exponent / 3]);

  return g_string_free (text, FALSE);
}

/* Measures the label with zeros for its digits, which are all of the same width: so all
 * frames measure the same few texts, which the theme caches. */
static double
label_width (const Ruler *ruler,
             gint64       time)
{
  g_autofree char *label = ruler_label (ruler, time);

  for (char *at = label; *at != '\0'; at++)
    if (g_ascii_isdigit (*at))
      *at = '0';

  return th_draw_text_width (th_theme_get_layout (ruler->theme, label, LABEL_SCALE, FALSE));
}

static gint64
next_step (gint64 step)
{
  guint64 power = 1;

  while (step / power >= 10)
    power *= 10;

  return step / power == 2 ? step / 2 * 5 : step * 2; /* 1, 2, 5, 10 */
}

/* The widest label is at one of the ends, except for at most one digit. */
static void
choose_step (Ruler *ruler)
{
  double ns_per_px = th_view_ns_per_px (ruler->view);
  gint64 finest = th_scene_get_resolution (ruler->scene) == TH_RESOLUTION_US ? 1000 : 1;

  for (ruler->step = finest; ruler->step < G_GINT64_CONSTANT (1) << 60;
       ruler->step = next_step (ruler->step))
    {
      double width;

      if (ruler->step / ns_per_px < LABEL_X + LABEL_GAP + 8)
        continue;
      choose_unit (ruler);
      width = MAX (label_width (ruler, ruler->view->from), label_width (ruler, ruler->view->to));
      if (ruler->step / ns_per_px >= LABEL_X + width + LABEL_GAP)
        break;
    }

  choose_unit (ruler);
}

static gint64
first_multiple (const Ruler *ruler)
{
  gint64 offset = (ruler->view->from - ruler->zero) % ruler->step;

  return ruler->view->from - offset - (offset < 0 ? ruler->step : 0);
}

static void
draw_tick (const Ruler *ruler,
           gint64       time,
           double       height,
           double      *free_from,
           cairo_t     *cr)
{
  double x = th_view_time_to_x (ruler->view, time);
  double width, tick = th_theme_grow (ruler->theme, TICK_PX);
  g_autofree char *label = NULL;
  PangoLayout *layout;

  if (x >= 0 && x < ruler->view->width)
    {
      th_draw_role (cr, ruler->theme, TH_COLOR_TICK);
      cairo_rectangle (cr, round (x), height - 1 - tick, 1, tick);
      cairo_fill (cr);
    }

  if (x + LABEL_X < *free_from)
    return;

  label = ruler_label (ruler, time);
  layout = th_theme_get_layout (ruler->theme, label, LABEL_SCALE, FALSE);
  width = th_draw_text_width (layout);
  if (x + LABEL_X + width > ruler->view->width)
    return;

  th_draw_role (cr, ruler->theme, TH_COLOR_INK_DIM);
  th_draw_text (cr, layout, x + LABEL_X, (height - 1) / 2);
  *free_from = x + LABEL_X + width + LABEL_GAP / 2;
}

void
th_scene_draw_ruler (ThScene      *self,
                     const ThView *view,
                     double        height,
                     ThTimeFormat  format,
                     cairo_t      *cr)
{
  Ruler ruler = {
    self, th_scene_get_theme (self), th_scene_has_ticks (self), view, format,
    CLAMP (th_scene_get_zero (self, format), 1 - TIME_LIMIT, TIME_LIMIT - 1)
  };
  gint64 first, last;
  gboolean has_range = th_scene_get_range (self, &first, &last);
  double free_from = 0;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, height);
  cairo_clip (cr);
  th_draw_role (cr, ruler.theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);

  if (has_range && view->to > view->from && view->from > -TIME_LIMIT && view->to < TIME_LIMIT)
    {
      choose_step (&ruler);
      /* The label of a tick to the left of the view may reach into it. */
      for (gint64 time = first_multiple (&ruler); time <= view->to; time += ruler.step)
        draw_tick (&ruler, time, height, &free_from, cr);
    }

  th_draw_role (cr, ruler.theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, height - 1, view->width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
