/* th-label.c - the label of a lane, in the column left of the time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-draw.h"
#include "th-lane-rows.h"
#include "th-lane-shape.h"
#include "th-scene-draw.h"

#define ARROW_X 11
#define TITLE_X 24
#define LEVEL_PX 12
#define END_PX 8
#define TITLE_SCALE 0.9
#define DETAIL_SCALE 0.8
#define ROW_SCALE 0.8
#define SEPARATOR " · " /* between the facts of a detail */

/* Where the label is drawn; x counts from the edge where reading starts. */
typedef struct
{
  ThScene *scene;
  ThTheme *theme;
  guint    lane;
  cairo_t *cr;
  double   width;
  gboolean mirrored;
  double   unit;  /* a pixel at the default text size, scaled to the text */
} Place;

/* Draws the text and returns its width. */
static double
put (const Place *place,
     const char  *text,
     double       scale,
     gboolean     bold,
     double       x,
     double       y,
     double       room)
{
  double width = MIN (th_draw_text_width (th_theme_get_layout (place->theme, text, scale, bold)),
                      room);

  if (place->mirrored)
    x = place->width - x - width;

  return th_draw_text_fit (place->cr, place->theme, text, scale, bold, x, y, room, 1);
}

/* Drawn as a path, because not every font has the arrows. */
static void
draw_arrow (const Place *place,
            double       x,
            double       y,
            gboolean     folded)
{
  cairo_t *cr = place->cr;

  cairo_save (cr);
  cairo_translate (cr, place->mirrored ? place->width - ARROW_X * place->unit - x
                                       : ARROW_X * place->unit + x, y);
  cairo_scale (cr, place->unit, place->unit);
  if (folded)
    cairo_rotate (cr, place->mirrored ? G_PI_2 : -G_PI_2);
  cairo_move_to (cr, -3.5, -2.5);
  cairo_line_to (cr, 3.5, -2.5);
  cairo_line_to (cr, 0, 3);
  cairo_close_path (cr);
  th_draw_role (cr, place->theme, TH_COLOR_INK_DIM);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* Draws title and detail in one line. */
static void
draw_line (const Place  *place,
           const ThLane *lane,
           double        x,
           double        y,
           double        room,
           gboolean      bold,
           ThColorRole   ink)
{
  double used, gap = END_PX * place->unit;

  th_draw_role (place->cr, place->theme, ink);
  used = put (place, lane->title, TITLE_SCALE, bold, x, y, room);
  th_draw_role (place->cr, place->theme, TH_COLOR_INK_DIM);
  if (*lane->detail != '\0')
    put (place, lane->detail, DETAIL_SCALE, FALSE, x + used + gap, y, room - used - gap);
}

static void
draw_heading_label (const Place *place)
{
  ThLane lane = *th_scene_get_lane (place->scene, place->lane);
  double x = (TITLE_X + lane.level * LEVEL_PX) * place->unit;
  gboolean process = lane.kind == TH_LANE_PROCESS;

  /* The detail of a CPU heading is shown in the time area, where there is room. */
  if (th_scene_is_cpu_heading (place->scene, place->lane))
    lane.detail = "";
  if (lane.can_fold)
    draw_arrow (place, lane.level * LEVEL_PX * place->unit, lane.height / 2, lane.folded);
  draw_line (place, &lane, x, lane.height / 2, place->width - x - END_PX * place->unit,
             process || lane.kind == TH_LANE_SECTION,
             process ? TH_COLOR_INK : TH_COLOR_INK_DIM);
}

/* Draws the names of a CPU's rows beside them. */
static void
draw_row_names (const Place *place)
{
  double begin = TITLE_X * place->unit, end = place->width - END_PX * place->unit;
  guint n;
  const ThTrackRow *rows = th_scene_get_lane_rows (place->scene, place->lane, &n);

  th_draw_role (place->cr, place->theme, TH_COLOR_INK_DIM);
  for (guint i = 0; i < n; i++)
    {
      const char *title = th_track_get_info (rows[i].track)->title;
      double text =
        th_draw_text_width (th_theme_get_layout (place->theme, title, ROW_SCALE, FALSE));
      double x = MAX (end - text, begin);

      if (rows[i].first)
        put (place, title, ROW_SCALE, FALSE, x, rows[i].top + rows[i].height / 2, end - begin);
    }
}

/* Omits whole facts instead of ellipsizing one. */
static void
put_detail (const Place *place,
            const char  *detail,
            double       x,
            double       y,
            double       room)
{
  PangoLayout *layout = th_theme_get_layout (place->theme, detail, DETAIL_SCALE, FALSE);
  const char *end = strstr (detail, SEPARATOR);
  g_autofree char *first = end != NULL && th_draw_text_width (layout) > room
                           ? g_strndup (detail, end - detail) : NULL;

  put (place, first != NULL ? first : detail, DETAIL_SCALE, FALSE, x, y, room);
}

static void
draw_lane_label (const Place  *place,
                 const ThLane *lane)
{
  double line = th_theme_get_line_height (place->theme);
  double x = (TITLE_X + lane->level * LEVEL_PX) * place->unit;
  double room = place->width - x - END_PX * place->unit;
  gboolean cpu = lane->kind == TH_LANE_CPU;
  /* Centers the label beside the first rows, as call rows may exceed the viewport. */
  double middle = MIN (lane->height, th_scene_get_shape (place->scene, lane->size)->height) / 2;

  if (lane->can_fold)
    draw_arrow (place, 0, middle, lane->folded);
  if (lane->size == TH_LANE_LOW || *lane->detail == '\0')
    draw_line (place, lane, x, middle, room, TRUE, TH_COLOR_INK);
  else
    {
      th_draw_role (place->cr, place->theme, TH_COLOR_INK);
      put (place, lane->title, TITLE_SCALE, TRUE, x, middle - line * 0.45, room);
      th_draw_role (place->cr, place->theme, TH_COLOR_INK_DIM);
      put_detail (place, lane->detail, x, middle + line * 0.45, room);
    }
  if (cpu && lane->can_fold && !lane->folded)
    draw_row_names (place);
}

void
th_scene_draw_label (ThScene  *self,
                     guint     index,
                     double    width,
                     gboolean  mirrored,
                     cairo_t  *cr)
{
  ThTheme *theme = th_scene_get_theme (self);
  const Place place = { self, theme, index, cr, width, mirrored,
                        th_theme_grow (theme, 100) / 100.0 };
  const ThLane *lane;

  g_return_if_fail (index < th_scene_get_n_lanes (self));

  lane = th_scene_get_lane (self, index);
  if (lane->height <= 0 || width <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, lane->height);
  cairo_clip (cr);
  th_draw_role (cr, theme, lane->kind == TH_LANE_SECTION ? TH_COLOR_BACKGROUND_ALT
                                                         : TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);
  if (th_lane_is_heading (lane))
    draw_heading_label (&place);
  else
    draw_lane_label (&place, lane);

  th_draw_role (cr, theme, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, lane->height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}

gboolean
th_scene_is_arrow (ThScene *self,
                   guint    index,
                   double   x)
{
  return index < th_scene_get_n_lanes (self) && th_scene_get_lane (self, index)->can_fold &&
         x < th_theme_grow (th_scene_get_theme (self), TITLE_X);
}
