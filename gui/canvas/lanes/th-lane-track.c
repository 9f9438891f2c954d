/* th-lane-track.c - the rows of a lane that show tracks of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-draw.h"

void
th_lane_draw_rows (ThLaneDraw *draw)
{
  const ThTrackRow *rows = draw->content->rows;

  for (guint i = 0; i < draw->content->n_rows; i++)
    switch (th_track_get_info (rows[i].track)->kind)
      {
      case TH_TRACK_SLICES:
        th_lane_draw_slices (draw, &rows[i]);
        break;

      case TH_TRACK_POINTS:
        th_lane_draw_points (draw, &rows[i]);
        break;

      case TH_TRACK_VALUES:
        th_lane_draw_values (draw, &rows[i]);
        break;
      }
}
