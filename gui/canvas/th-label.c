/* th-label.c - the label of a lane, in the column left of the time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

#define ARROW_X 11
#define TITLE_X 24
#define LEVEL_PX 12
#define END_PX 8
#define TITLE_SCALE 0.9
#define DETAIL_SCALE 0.8
#define ROW_SCALE 0.7
#define SEPARATOR " · " /* between the facts of a detail */

/* Drawn and not written: not every font has the signs. */
static void
draw_arrow (ThScene  *self,
            cairo_t  *cr,
            double    x,
            double    y,
            gboolean  folded)
{
  cairo_save (cr);
  cairo_translate (cr, ARROW_X + x, y);
  if (folded)
    cairo_rotate (cr, -G_PI_2);
  cairo_move_to (cr, -3.5, -2.5);
  cairo_line_to (cr, 3.5, -2.5);
  cairo_line_to (cr, 0, 3);
  cairo_close_path (cr);
  th_draw_role (self, cr, TH_COLOR_INK_DIM);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* Title and detail in one line. */
static void
draw_line (ThScene      *self,
           const ThLane *lane,
           double        x,
           double        y,
           double        room,
           gboolean      bold,
           ThColorRole   ink,
           cairo_t      *cr)
{
  double used;

  th_draw_role (self, cr, ink);
  used = th_draw_text_fit (self, cr, lane->title, TITLE_SCALE, bold, x, y, room, 1);
  th_draw_role (self, cr, TH_COLOR_INK_DIM);
  if (*lane->detail != '\0')
    th_draw_text_fit (self, cr, lane->detail, DETAIL_SCALE, FALSE, x + used + END_PX, y, room - used - END_PX, 1);
}

static void
draw_heading_label (ThScene      *self,
                    const ThLane *lane,
                    double        width,
                    cairo_t      *cr)
{
  double x = TITLE_X + lane->level * LEVEL_PX;
  gboolean process = lane->kind == TH_LANE_PROCESS;

  draw_arrow (self, cr, lane->level * LEVEL_PX, lane->height / 2, lane->folded);
  draw_line (self, lane, x, lane->height / 2, width - x - END_PX, process || lane->kind == TH_LANE_SECTION,
             process ? TH_COLOR_INK : TH_COLOR_INK_DIM, cr);
}

/* Names of the rows of a CPU, beside them. */
static void
draw_row_names (ThScene            *self,
                const ThTrackGroup *group,
                double              width,
                cairo_t            *cr)
{
  th_draw_role (self, cr, TH_COLOR_INK_DIM);
  for (guint i = 0; i < group->rows->len; i++)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, i);
      PangoLayout *layout = th_theme_get_layout (self->theme, th_track_get_info (row->track)->title, ROW_SCALE, FALSE);
      double text = th_draw_text_width (layout);

      if (!row->first)
        continue;
      if (text <= width - TITLE_X - END_PX)
        th_draw_text (cr, layout, width - END_PX - text, row->top + row->height / 2);
      else
        th_draw_text_fit (self, cr, th_track_get_info (row->track)->title, ROW_SCALE, FALSE, TITLE_X,
                          row->top + row->height / 2, width - TITLE_X - END_PX, 1);
    }
}

/* Rather one fact less than half of one. */
static void
draw_detail (ThScene    *self,
             const char *detail,
             double      x,
             double      y,
             double      room,
             cairo_t    *cr)
{
  PangoLayout *layout = th_theme_get_layout (self->theme, detail, DETAIL_SCALE, FALSE);
  const char *end = strstr (detail, SEPARATOR);
  g_autofree char *first = end != NULL && th_draw_text_width (layout) > room ? g_strndup (detail, end - detail) : NULL;

  th_draw_text_fit (self, cr, first != NULL ? first : detail, DETAIL_SCALE, FALSE, x, y, room, 1);
}

static void
draw_lane_label (ThScene            *self,
                 const ThLane       *lane,
                 const ThTrackGroup *group,
                 double              width,
                 cairo_t            *cr)
{
  double line = th_theme_get_line_height (self->theme);
  double x = TITLE_X + lane->level * LEVEL_PX, room = width - x - END_PX;
  gboolean cpu = lane->kind == TH_LANE_CPU;
  double middle = (cpu ? self->shapes[lane->size].height : lane->height) / 2;

  if (lane->can_fold)
    draw_arrow (self, cr, 0, middle, lane->folded);
  if (lane->size == TH_LANE_LOW)
    draw_line (self, lane, x, middle, room, TRUE, TH_COLOR_INK, cr);
  else
    {
      th_draw_role (self, cr, TH_COLOR_INK);
      th_draw_text_fit (self, cr, lane->title, TITLE_SCALE, TRUE, x, middle - line * 0.45, room, 1);
      th_draw_role (self, cr, TH_COLOR_INK_DIM);
      draw_detail (self, lane->detail, x, middle + line * 0.45, room, cr);
    }
  if (cpu && lane->can_fold && !lane->folded)
    draw_row_names (self, group, width, cr);
}

void
th_scene_draw_label (ThScene *self,
                     guint    index,
                     double   width,
                     cairo_t *cr)
{
  const ThLane *lane;

  g_return_if_fail (index < self->lanes->len);

  lane = th_scene_get_lane (self, index);
  if (lane->height <= 0 || width <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, lane->height);
  cairo_clip (cr);
  th_draw_role (self, cr, lane->kind == TH_LANE_SECTION ? TH_COLOR_BACKGROUND_ALT : TH_COLOR_BACKGROUND_LABEL);
  cairo_paint (cr);
  if (th_lane_is_heading (lane))
    draw_heading_label (self, lane, width, cr);
  else
    draw_lane_label (self, lane, g_array_index (self->owners, ThLaneOwner, index).group, width, cr);

  th_draw_role (self, cr, TH_COLOR_LINE);
  cairo_rectangle (cr, 0, lane->height - 1, width, 1);
  cairo_fill (cr);
  cairo_restore (cr);
}
