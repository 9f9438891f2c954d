/* th-wakeups.c - arrows of wakeups between the lanes of tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A woken task has a slice "runnable" that begins with the wakeup event; the task that
 * ran on the CPU of that event is the waker.
 */
#include "config.h"

#include <string.h>

#include "th-draw.h"
#include "th-lane-colors.h"
#include "th-lane-rows.h"
#include "th-pinned-flows.h"
#include "th-scene-draw.h"
#include "th-scene-filter.h"

/* A lane with more visible slices is dense and gets no arrows. */
#define MAX_LOOKS 512

/* Closer arrows between the same lanes are merged. */
#define MERGE_PX 4

/* If there are more, none is drawn, as they would be unreadable. */
#define MAX_ARROWS 150

#define LINE_PX 1.2
#define HEAD_PX 4
#define END_GAP_PX 1

/* Returns FALSE if the slice did not begin with a wakeup. */
static gboolean
get_waker (ThScene       *self,
           const ThSlice *slice,
           guint32       *task)
{
  ThRecording *recording = th_scene_get_recording (self);
  const char *name;

  if (slice->context != TH_CONTEXT_RUNNABLE || (slice->flags & TH_SLICE_NO_BEGIN) ||
      th_ref_is_none (slice->anchor))
    return FALSE;

  /* Wakeups are sched_waking, sched_wakeup and sched_wakeup_new; otherwise the task was
   * preempted. */
  name = th_recording_get_type_name (recording, th_recording_get_type (recording, slice->anchor));
  *task = th_recording_get_task (recording, slice->anchor);
  return strstr (name, "sched_wak") != NULL;
}

static gboolean
is_seen (const ThViewport *viewport,
         const ThLane     *lane)
{
  return lane->height > 0 && (lane->y < viewport->pinned ||
                              (lane->y < viewport->scroll + viewport->height &&
                               lane->y + lane->height > viewport->scroll + viewport->pinned));
}

/* The row of a task's states; %NULL unless @lane is a visible task lane.  A vCPU task
 * below the CPU of a guest does not count. */
static const ThTrackRow *
get_seen_row (ThScene          *self,
              const ThViewport *viewport,
              guint             index)
{
  const ThLane *lane = index < th_scene_get_n_lanes (self) ? th_scene_get_lane (self, index) : NULL;
  guint n;

  if (lane == NULL || lane->kind != TH_LANE_TASK || !is_seen (viewport, lane) ||
      th_scene_find_task (self, lane->task) != index)
    return NULL;

  return th_scene_get_lane_rows (self, index, &n);
}

/* Whether the filter omits the event; FALSE as long as the filter has not reached it. */
static gboolean
is_omitted (ThScene *self,
            ThRef    event)
{
  ThRows *rows = th_scene_get_rows (self);

  return rows != NULL && event.row < th_rows_get_decided (rows, event.stream, event.cpu) &&
         !th_rows_contains (rows, event);
}

/* Whether the lanes of tasks are dimmed at @time, as th-lane-dim.c does it. */
static gboolean
is_off_path (ThScene      *self,
             const ThView *view,
             gint64        time)
{
  double x = th_view_time_to_x (view, time);
  ThFlows *flows;
  const ThFlow *flow = th_scene_dims_off_path (self) ? th_scene_get_followed (self, &flows) : NULL;

  return flow != NULL && (x < th_view_time_to_x (view, flow->first) - TH_BRIGHT_PAD_PX ||
                          x > th_view_time_to_x (view, flow->last) + TH_BRIGHT_PAD_PX);
}

/* An arrow from the nearer edge of one bar to that of the other. */
static ThWakeup
make_arrow (ThScene          *self,
            const ThViewport *viewport,
            guint             waker,
            guint             wakee,
            double            x)
{
  const ThLane *from = th_scene_get_lane (self, waker), *to = th_scene_get_lane (self, wakee);
  const ThTrackRow *begin = get_seen_row (self, viewport, waker);
  const ThTrackRow *end = get_seen_row (self, viewport, wakee);
  gboolean down = to->y > from->y;
  double y1 = down ? begin->top + begin->height : begin->top;
  double y2 = down ? end->top - END_GAP_PX : end->top + end->height + END_GAP_PX;

  return (ThWakeup) {
    .from = waker,
    .to = wakee,
    .x = x,
    .y1 = th_viewport_place (viewport, from, y1),
    .y2 = th_viewport_place (viewport, to, y2)
  };
}

/* Merged arrows are dimmed only if all of them are. */
static void
add_arrow (GArray   *arrows,
           ThWakeup  arrow)
{
  ThWakeup *before = arrows->len > 0 ? &g_array_index (arrows, ThWakeup, arrows->len - 1) : NULL;

  if (before == NULL || before->from != arrow.from || before->to != arrow.to ||
      before->x - arrow.x >= MERGE_PX)
    g_array_append_val (arrows, arrow);
  else
    before->dimmed &= arrow.dimmed;
}

/* Adds an arrow if the slice begins because the task of another visible lane woke this one. */
static void
add_wakeup (ThScene          *self,
            const ThView     *view,
            const ThViewport *viewport,
            guint             wakee,
            const ThSlice    *slice,
            GArray           *arrows)
{
  ThWakeup arrow;
  gboolean omitted;
  guint32 task;
  guint waker;

  if (!get_waker (self, slice, &task))
    return;
  waker = th_scene_find_task (self, task);
  if (waker == wakee || get_seen_row (self, viewport, waker) == NULL)
    return;
  omitted = is_omitted (self, slice->anchor);
  if (omitted && th_scene_hides_events (self))
    return;

  arrow = make_arrow (self, viewport, waker, wakee, th_view_time_to_x (view, slice->begin));
  arrow.dimmed = omitted || is_off_path (self, view, slice->begin);
  add_arrow (arrows, arrow);
}

/* Adds the wakeups of a lane's task, the last first; none if there are too many. */
static void
list_of_lane (ThScene          *self,
              const ThView     *view,
              const ThViewport *viewport,
              guint             wakee,
              GArray           *arrows)
{
  ThSlices *slices = th_track_get_slices (get_seen_row (self, viewport, wakee)->track);
  guint32 last = slices != NULL ? th_slices_find (slices, 0, view->to) : G_MAXUINT32;
  guint32 first = slices != NULL ? th_slices_find (slices, 0, view->from) : 0;

  if (last == G_MAXUINT32 || last - (first != G_MAXUINT32 ? first : 0) > MAX_LOOKS)
    return;

  for (guint32 i = last; i != G_MAXUINT32 && th_slices_get (slices, 0, i)->begin >= view->from; i--)
    add_wakeup (self, view, viewport, wakee, th_slices_get (slices, 0, i), arrows);
}

GArray *
th_scene_list_wakeups (ThScene          *self,
                       const ThView     *view,
                       const ThViewport *viewport)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (ThWakeup));

  for (guint i = 0; i < th_scene_get_n_lanes (self); i++)
    if (get_seen_row (self, viewport, i) != NULL)
      list_of_lane (self, view, viewport, i, arrows);
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
  ThTheme *theme = th_scene_get_theme (self);
  ThColor halo = th_theme_get_color (theme, TH_COLOR_BACKGROUND);
  ThColor bright = th_theme_get_color (theme, TH_COLOR_INK);
  ThColor dimmed = th_color_mix (bright, halo, TH_DIMMED_ALPHA);

  for (guint i = 0; i < wakeups->len; i++)
    {
      const ThWakeup *arrow = &g_array_index (wakeups, ThWakeup, i);

      cairo_set_source_rgba (cr, halo.red, halo.green, halo.blue, 0.7);
      stroke_arrow (cr, arrow, LINE_PX + 2);
      th_draw_color (cr, arrow->dimmed ? dimmed : bright);
      stroke_arrow (cr, arrow, LINE_PX);
    }
}
