/* th-picture.c - the timeline as one picture, for files and the clipboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-draw.h"
#include "th-overview-density.h"
#include "th-picture.h"
#include "th-ruler.h"

/* The width of the label column at the default text size. */
#define LABEL_PX 190
#define MARGIN_PX 10
#define OVERVIEW_PX 36
#define RULER_MIN_PX 21
#define LABEL_SCALE 0.85

typedef struct
{
  ThScene *scene;
  ThTheme *theme;
  cairo_t *cr;
  ThRenderBackend   backend;
  ThView   view;   /* of the lanes */
  double   labels; /* width of the column */
  double   y;
} Picture;

/* Draws a name at the right edge of the label column, like the one beside the overview. */
static void
draw_heading (Picture    *picture,
              const char *text,
              double      height)
{
  PangoLayout *layout = th_theme_get_layout (picture->theme, text, LABEL_SCALE, FALSE);

  th_draw_role (picture->cr, picture->theme, TH_COLOR_BACKGROUND_LABEL);
  cairo_rectangle (picture->cr, 0, 0, picture->labels, height);
  cairo_fill (picture->cr);
  th_draw_role (picture->cr, picture->theme, TH_COLOR_LINE);
  cairo_rectangle (picture->cr, 0, height - 1, picture->labels, 1);
  cairo_fill (picture->cr);
  th_draw_role (picture->cr, picture->theme, TH_COLOR_INK_DIM);
  th_draw_text (picture->cr, layout, picture->labels - MARGIN_PX - th_draw_text_width (layout),
                (height - 1) / 2);
}

static void
draw_title (Picture    *picture,
            const char *title,
            double      height)
{
  double width = picture->labels + picture->view.width;

  th_draw_role (picture->cr, picture->theme, TH_COLOR_BACKGROUND_ALT);
  cairo_rectangle (picture->cr, 0, 0, width, height);
  cairo_fill (picture->cr);
  th_draw_role (picture->cr, picture->theme, TH_COLOR_INK);
  th_draw_text_fit (picture->cr, picture->theme, title, 1, TRUE, MARGIN_PX, height / 2,
                    width - 2 * MARGIN_PX, 1);
}

/* Marks the part of the overview that the lanes show. */
static void
draw_brush (Picture *picture,
            double   height)
{
  ThColor color = th_theme_get_color (picture->theme, TH_COLOR_SELECTION);
  gint64 first, last;
  ThView whole;
  double from, to;

  th_scene_get_range (picture->scene, &first, &last);
  whole = th_view_fit (first, last, picture->view.width);
  from = CLAMP (th_view_time_to_x (&whole, picture->view.from), 0, whole.width);
  to = CLAMP (th_view_time_to_x (&whole, picture->view.to), 0, whole.width);
  if (to - from >= whole.width - 2)
    return;

  to = MAX (to, from + 2);
  cairo_rectangle (picture->cr, from, 0, to - from, height - 1);
  cairo_set_source_rgba (picture->cr, color.red, color.green, color.blue, 0.3);
  cairo_fill (picture->cr);
}

static void
draw_head (Picture *picture,
           double   overview,
           double   ruler)
{
  ThScene *scene = picture->scene;
  cairo_t *cr = picture->cr;

  cairo_save (cr);
  cairo_translate (cr, 0, picture->y);
  draw_heading (picture, _("Overview"), overview);
  cairo_translate (cr, picture->labels, 0);
  th_scene_draw_overview (scene, picture->view.width, overview, cr, picture->backend);
  draw_brush (picture, overview);
  cairo_translate (cr, -picture->labels, overview);
  draw_heading (picture, th_scene_has_ticks (scene) ? _("time (ticks)") : _("time (s)"), ruler);
  cairo_translate (cr, picture->labels, 0);
  th_scene_draw_ruler (scene, &picture->view, ruler, TH_TIME_ABSOLUTE, cr);
  cairo_restore (cr);
}

static void
draw_lanes (Picture *picture)
{
  ThScene *scene = picture->scene;

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height <= 0)
        continue;
      cairo_save (picture->cr);
      cairo_translate (picture->cr, 0, picture->y + lane->y);
      th_scene_draw_label (scene, i, picture->labels, FALSE, picture->cr);
      cairo_translate (picture->cr, picture->labels, 0);
      th_scene_draw_lane (scene, i, &picture->view, picture->cr, picture->backend);
      cairo_restore (picture->cr);
    }

  cairo_save (picture->cr);
  cairo_translate (picture->cr, picture->labels, picture->y);
  th_scene_draw_arrows (scene, &picture->view, &(ThViewport) { 0, 0, th_scene_get_height (scene) },
                        picture->cr);
  cairo_restore (picture->cr);
}

double
th_scene_draw_picture (ThScene         *self,
                       const ThView    *view,
                       const char      *title,
                       cairo_t         *cr,
                       ThRenderBackend  backend)
{
  ThTheme *theme = th_scene_get_theme (self);
  double line = th_theme_get_line_height (theme);
  double labels = round (MIN (th_theme_grow (theme, LABEL_PX), view->width / 3));
  double title_height = title != NULL && *title != '\0' ? ceil (line) + 12 : 0;
  double ruler = MAX (RULER_MIN_PX, ceil (line) + 4), overview = th_theme_grow (theme, OVERVIEW_PX);
  Picture picture = { self, theme, cr, backend, *view, labels, title_height };

  picture.view.width = view->width - labels;
  if (cr != NULL && picture.view.width > 0)
    {
      if (title_height > 0)
        draw_title (&picture, title, title_height);
      draw_head (&picture, overview, ruler);
      picture.y += overview + ruler;
      draw_lanes (&picture);
    }

  return title_height + overview + ruler + th_scene_get_height (self);
}
