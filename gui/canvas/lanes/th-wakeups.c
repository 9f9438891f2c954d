/* th-wakeups.c - who woke whom, between the lanes of tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task that was woken has a slice "runnable" that begins with the event of
 * its waking; who ran at that event is the waker.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-scene-private.h"

/* A lane with more slices in view is dense: an arrow would be one of many. */
#define MAX_LOOKS 512

/* Arrows between the same lanes that are nearer look like one. */
#define MERGE_PX 4

/* More say nothing: then none is drawn. */
#define MAX_ARROWS 150

#define LINE_PX 1.2
#define HEAD_PX 4
#define END_GAP_PX 1

/* Where the bar of a task's states begins and ends in its lane. */
static void
get_bar (const ThTrackGroup *group,
         double             *top,
         double             *bottom)
{
  const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, 0);

  *top = row->top;
  *bottom = row->top + row->height;
}

/* FALSE where the slice began otherwise. */
static gboolean
get_waker (ThScene       *self,
           const ThSlice *slice,
           guint32       *task)
{
  const char *name;

  if (slice->context != TH_CONTEXT_RUNNABLE || (slice->flags & TH_SLICE_NO_BEGIN) || th_ref_is_none (slice->anchor))
    return FALSE;

  /* sched_waking, sched_wakeup, sched_wakeup_new; else it was preempted. */
  name = th_recording_get_type_name (self->recording, th_recording_get_type (self->recording, slice->anchor));
  *task = th_recording_get_task (self->recording, slice->anchor);
  return strstr (name, "sched_wak") != NULL;
}

static gboolean
is_seen (const ThViewport *viewport,
         const ThLane     *lane)
{
  return lane->height > 0 && (lane->y < viewport->pinned ||
                              (lane->y < viewport->scroll + viewport->height && lane->y + lane->height > viewport->scroll + viewport->pinned));
}

static ThTrackGroup *
seen_group (ThScene          *self,
            const ThViewport *viewport,
            guint             lane)
{
  ThTrackGroup *group = lane < self->lanes->len ? g_array_index (self->owners, ThLaneOwner, lane).group : NULL;

  return group != NULL && group->kind == TH_LANE_TASK && group->over == NULL && th_track_group_is_open (group) && is_seen (viewport, th_scene_get_lane (self, lane))
         ? group : NULL;
}

/* From the nearer edge of one bar to that of the other. */
static ThWakeup
make_arrow (ThScene            *self,
            const ThViewport   *viewport,
            const ThTrackGroup *waker,
            const ThTrackGroup *wakee,
            double              x)
{
  const ThLane *from = th_scene_get_lane (self, waker->lane), *to = th_scene_get_lane (self, wakee->lane);
  gboolean down = to->y > from->y;
  double top, bottom;
  ThWakeup arrow = { waker->lane, wakee->lane, x };

  get_bar (waker, &top, &bottom);
  arrow.y1 = th_viewport_place (viewport, from, down ? bottom : top);
  get_bar (wakee, &top, &bottom);
  arrow.y2 = th_viewport_place (viewport, to, down ? top - END_GAP_PX : bottom + END_GAP_PX);
  return arrow;
}

/* Wakings of one task, the last first; nothing where there are too many. */
static void
list_of_task (ThScene          *self,
              const ThView     *view,
              const ThViewport *viewport,
              ThTrackGroup     *wakee,
              GArray           *arrows)
{
  ThSlices *slices = th_track_get_slices (g_array_index (wakee->rows, ThTrackRow, 0).track);
  guint32 last = slices != NULL ? th_slices_find (slices, 0, view->to) : G_MAXUINT32;
  guint32 first = slices != NULL ? th_slices_find (slices, 0, view->from) : 0;

  if (last == G_MAXUINT32 || last - (first != G_MAXUINT32 ? first : 0) > MAX_LOOKS)
    return;

  for (guint32 i = last; i != G_MAXUINT32 && th_slices_get (slices, 0, i)->begin >= view->from; i--)
    {
      const ThSlice *slice = th_slices_get (slices, 0, i);
      double x = th_view_time_to_x (view, slice->begin);
      ThTrackGroup *waker;
      ThWakeup arrow, *before;
      guint32 task;

      if (!get_waker (self, slice, &task) || (waker = seen_group (self, viewport, th_scene_find_task (self, task))) == NULL || waker == wakee)
        continue;

      arrow = make_arrow (self, viewport, waker, wakee, x);
      before = arrows->len > 0 ? &g_array_index (arrows, ThWakeup, arrows->len - 1) : NULL;
      if (before == NULL || before->from != arrow.from || before->to != arrow.to || before->x - x >= MERGE_PX)
        g_array_append_val (arrows, arrow);
    }
}

GArray *
th_scene_list_wakeups (ThScene          *self,
                       const ThView     *view,
                       const ThViewport *viewport)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (ThWakeup));

  for (guint i = 0; i < self->lanes->len; i++)
    {
      ThTrackGroup *group = seen_group (self, viewport, i);

      if (group != NULL)
        list_of_task (self, view, viewport, group, arrows);
    }
  if (arrows->len > MAX_ARROWS)
    g_array_set_size (arrows, 0);

  return arrows;
}

static void
stroke_arrow (cairo_t        *cr,
              const ThWakeup *arrow,
              double          line)
{
  double tip = arrow->y2, back = arrow->y2 > arrow->y1 ? -HEAD_PX : HEAD_PX;

  cairo_set_line_width (cr, line);
  cairo_move_to (cr, arrow->x, arrow->y1);
  cairo_line_to (cr, arrow->x, tip);
  cairo_move_to (cr, arrow->x - HEAD_PX * 0.75, tip + back);
  cairo_line_to (cr, arrow->x, tip);
  cairo_line_to (cr, arrow->x + HEAD_PX * 0.75, tip + back);
  cairo_stroke (cr);
}

void
th_scene_draw_wakeups (ThScene      *self,
                       const GArray *wakeups,
                       cairo_t      *cr)
{
  ThColor halo = th_theme_get_color (self->theme, TH_COLOR_BACKGROUND);
  ThColor color = th_theme_get_color (self->theme, TH_COLOR_INK);

  for (guint i = 0; i < wakeups->len; i++)
    {
      const ThWakeup *arrow = &g_array_index (wakeups, ThWakeup, i);

      cairo_set_source_rgba (cr, halo.red, halo.green, halo.blue, 0.7);
      stroke_arrow (cr, arrow, LINE_PX + 2);
      th_draw_color (cr, color);
      stroke_arrow (cr, arrow, LINE_PX);
    }
}
