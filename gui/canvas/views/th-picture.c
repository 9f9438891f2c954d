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
#define DIM_ALPHA .75

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
draw_overview (Picture *picture,
               double   height)
{
  g_autoptr(ThDensity) density = th_overview_density_new (picture->scene, picture->view.width,
                                                          NULL);

  if (density != NULL)
    th_density_count (density, NULL);
  cairo_save (picture->cr);
  cairo_translate (picture->cr, 0, picture->y);
  draw_heading (picture, _("Overview"), height);
  cairo_translate (picture->cr, picture->labels, 0);
  th_scene_draw_overview (picture->scene, density, picture->view.width, height, picture->cr,
                          picture->backend);
  draw_brush (picture, height);
  cairo_restore (picture->cr);
}

static void
draw_ruler (Picture      *picture,
            const char   *heading,
            ThTimeFormat  format,
            double        height)
{
  cairo_save (picture->cr);
  cairo_translate (picture->cr, 0, picture->y);
  draw_heading (picture, heading, height);
  cairo_translate (picture->cr, picture->labels, 0);
  th_scene_draw_ruler (picture->scene, &picture->view, height, format, picture->cr);
  cairo_restore (picture->cr);
}

/* The bottom of the lanes from the top that fit into @max_height; of all for 0. */
static double
get_bottom (ThScene *scene,
            double   max_height,
            guint   *n_lanes)
{
  double bottom = 0;

  *n_lanes = th_scene_get_n_lanes (scene);
  if (max_height <= 0)
    return th_scene_get_height (scene);

  for (guint i = 0; i < *n_lanes; i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->y + lane->height > max_height)
        {
          *n_lanes = i;
          break;
        }
      bottom = lane->y + lane->height;
    }
  return bottom;
}

static void
draw_lanes (Picture *picture,
            guint    n_lanes,
            double   bottom)
{
  ThScene *scene = picture->scene;

  for (guint i = 0; i < n_lanes; i++)
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
  cairo_rectangle (picture->cr, 0, 0, picture->view.width, bottom);
  cairo_clip (picture->cr);
  th_scene_draw_arrows (scene, &picture->view, &(ThViewport) { 0, 0, bottom },
                        picture->cr);
  cairo_restore (picture->cr);
}

static void
dim (Picture *picture,
     double   from,
     double   to,
     double   height)
{
  ThColor color = th_theme_get_color (picture->theme, TH_COLOR_BACKGROUND);

  if (to <= from)
    return;

  cairo_set_source_rgba (picture->cr, color.red, color.green, color.blue, DIM_ALPHA);
  cairo_rectangle (picture->cr, picture->labels + from, picture->y, to - from, height);
  cairo_fill (picture->cr);
}

static void
dim_outside (Picture                 *picture,
             const ThTimelinePicture *timeline,
             double                   height)
{
  double width = picture->view.width;

  dim (picture, 0, CLAMP (th_view_time_to_x (&picture->view, timeline->from), 0, width), height);
  dim (picture, CLAMP (th_view_time_to_x (&picture->view, timeline->to), 0, width), width, height);
}

static void
draw_mark (Picture *picture,
           gint64   time,
           double   height)
{
  double x = round (th_view_time_to_x (&picture->view, time));

  if (x < 0 || x >= picture->view.width)
    return;

  th_draw_role (picture->cr, picture->theme, TH_COLOR_CURSOR);
  cairo_rectangle (picture->cr, picture->labels + x, picture->y, 1, height);
  cairo_fill (picture->cr);
}

/* --- pictures ---------------------------------------------------------- */

static Picture
picture_init (ThScene         *scene,
              const ThView    *view,
              cairo_t         *cr,
              ThRenderBackend  backend)
{
  ThTheme *theme = th_scene_get_theme (scene);
  double labels = round (MIN (th_theme_grow (theme, LABEL_PX), view->width / 3));
  Picture picture = { scene, theme, cr, backend, *view, labels, 0 };

  picture.view.width = view->width - labels;
  return picture;
}

double
th_scene_draw_timeline (ThScene                 *self,
                        const ThTimelinePicture *timeline,
                        cairo_t                 *cr,
                        ThRenderBackend          backend,
                        guint                   *n_left)
{
  Picture picture = picture_init (self, &timeline->view, cr, backend);
  double ruler = MAX (RULER_MIN_PX, ceil (th_theme_get_line_height (picture.theme)) + 4);
  guint n_lanes;
  double bottom = get_bottom (self, timeline->max_height, &n_lanes);

  if (cr != NULL && picture.view.width > 0)
    {
      draw_ruler (&picture, timeline->heading, timeline->format, ruler);
      picture.y += ruler;
      draw_lanes (&picture, n_lanes, bottom);
      dim_outside (&picture, timeline, bottom);
      if (timeline->mark != NULL)
        draw_mark (&picture, *timeline->mark, bottom);
    }

  *n_left = th_scene_get_n_lanes (self) - n_lanes;
  return ruler + bottom;
}

double
th_scene_draw_picture (ThScene         *self,
                       const ThView    *view,
                       const char      *title,
                       cairo_t         *cr,
                       ThRenderBackend  backend)
{
  Picture picture = picture_init (self, view, cr, backend);
  const ThTimelinePicture timeline = {
    *view, TH_TIME_ABSOLUTE, th_scene_has_ticks (self) ? _("time (ticks)") : _("time (s)"),
    G_MININT64, G_MAXINT64, 0, NULL
  };
  double overview = th_theme_grow (picture.theme, OVERVIEW_PX), head = 0;
  guint n_left;

  if (title != NULL && *title != '\0')
    head = ceil (th_theme_get_line_height (picture.theme)) + 12;
  if (cr == NULL || picture.view.width <= 0)
    return head + overview + th_scene_draw_timeline (self, &timeline, NULL, backend, &n_left);

  if (head > 0)
    draw_title (&picture, title, head);
  picture.y = head;
  draw_overview (&picture, overview);
  cairo_save (cr);
  cairo_translate (cr, 0, head + overview);
  head += th_scene_draw_timeline (self, &timeline, cr, backend, &n_left);
  cairo_restore (cr);
  return head + overview;
}
