/* th-timeline-row.c - frames the span of a table's row on the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The lane of the CPU gets a frame around the span, with the name of the task or
 * interrupt that had the CPU meanwhile, and for how long; the lane of the task that the
 * row is about gets a frame of its own.
 */
#include "config.h"

#include "th-timeline-private.h"

#include <math.h>

#include "th-shown-row.h"
#include "th-result-text.h"

#define FRAME 2

static GdkRGBA
theme_color (ThTimeline *self,
             ThColorRole role)
{
  ThColor color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (self->document)),
                                      role);

  return (GdkRGBA) { color.red, color.green, color.blue, 1 };
}

static guint
find_cpu_lane (ThTimeline      *self,
               const ThRowSpan *row)
{
  return row->cpu != G_MAXUINT
         ? th_scene_find_cpu (th_timeline_get_scene (self), row->stream, row->cpu) : G_MAXUINT;
}

static guint
find_task_lane (ThTimeline      *self,
                const ThRowSpan *row)
{
  return row->task != TH_TASK_NONE ? th_scene_find_task (th_timeline_get_scene (self), row->task)
                                   : G_MAXUINT;
}

/* Scrolls so that both lanes are visible, if the viewport is high enough. */
static void
show_both (ThTimeline *self,
           guint       cpu,
           guint       task)
{
  ThScene *scene = th_timeline_get_scene (self);
  const ThLane *one = th_scene_get_lane (scene, cpu), *other = th_scene_get_lane (scene, task);
  double pinned = th_timeline_get_viewport (self).pinned;
  double page = gtk_adjustment_get_page_size (self->scroll);
  double top = MIN (one->y, other->y);
  double bottom = MAX (one->y + one->height, other->y + other->height);

  if (top >= pinned && bottom - top <= page - pinned)
    gtk_adjustment_clamp_page (self->scroll, top - pinned, bottom);
}

void
th_timeline_show_row (ThTimeline *self)
{
  const ThRowSpan *row = th_document_get_shown_row (self->document);
  guint cpu = find_cpu_lane (self, row), task = find_task_lane (self, row);
  guint lane = cpu != G_MAXUINT ? cpu : task;

  if (lane == G_MAXUINT)
    return;

  th_timeline_set_current (self, lane);
  th_timeline_show_current (self);
  if (cpu != G_MAXUINT && task != G_MAXUINT)
    show_both (self, cpu, task);
}

/* --- drawing --------------------------------------------------------------- */

/* Returns FALSE if the lane is not visible. */
static gboolean
find_frame (ThTimeline      *self,
            const ThRowSpan *row,
            guint            index,
            graphene_rect_t *frame)
{
  const ThView *view = th_document_get_view (self->document);
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (self), index);
  double pinned = th_timeline_get_viewport (self).pinned;
  double edge = th_timeline_get_lanes_top () + (lane->y < pinned ? 0 : pinned);
  double top = th_timeline_lane_top (self, lane), bottom = top + lane->height;
  double left, right;

  if (row->to < view->from || row->from > view->to || bottom <= edge || lane->height <= 0)
    return FALSE;

  /* Clamps edges far outside, which would overflow a rectangle. */
  left = self->time_x + th_view_time_to_x (view,
                                           MAX (row->from, view->from - (view->to - view->from)));
  right = self->time_x + th_view_time_to_x (view,
                                            MIN (row->to, view->to + (view->to - view->from)));
  graphene_rect_init (frame, floor (left), MAX (top, edge), MAX (ceil (right - left), 2 * FRAME),
                      bottom - MAX (top, edge));
  return TRUE;
}

static void
append_frame (GtkSnapshot           *snapshot,
              const graphene_rect_t *frame,
              const GdkRGBA         *color)
{
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, frame, 4);
  gtk_snapshot_append_border (snapshot, &outline, (float[]) { FRAME, FRAME, FRAME, FRAME },
                              (GdkRGBA[]) { *color, *color, *color, *color });
}

/* "gt-hog (2134) 6.258 ms", "Softirq TIMER 8.313 ms" */
static char *
dup_blame (ThTimeline *self)
{
  const ThRowSpan *row = th_document_get_shown_row (self->document);
  g_autofree char *name = NULL, *time = NULL;

  if (row == NULL || row->blamed == TH_CELL_NONE)
    return NULL;

  name = th_result_text_dup_task (th_document_get_recording (self->document),
                                  th_document_get_shown_results (self->document), row->anchor,
                                  row->blamed);
  time = th_document_format_length (self->document, row->blamed_time);
  return g_strdup_printf ("%s %s", name, time);
}

void
th_timeline_describe_row (ThTimeline *self)
{
  g_autofree char *blame = dup_blame (self);
  g_autofree char *note = blame == NULL ? th_timeline_dup_selected_flag (self) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  blame != NULL ? blame : note != NULL ? note : "", -1);
}

/* Draws the text as a pill at the top of the frame, within the visible part. */
static void
append_blame (ThTimeline            *self,
              GtkSnapshot           *snapshot,
              const graphene_rect_t *frame,
              const GdkRGBA         *color)
{
  ThTheme *theme = th_scene_get_theme (th_document_get_scene (self->document));
  g_autofree char *text = dup_blame (self);
  PangoLayout *layout = th_theme_get_layout (theme, text, 1, TRUE);
  ThColor ink = th_theme_get_ink_on (theme, th_theme_get_color (theme, TH_COLOR_ERROR));
  double end = self->time_x + th_document_get_view (self->document)->width;
  GskRoundedRect pill;
  int width, height;
  double x;

  pango_layout_get_pixel_size (layout, &width, &height);
  x = CLAMP (frame->origin.x + (frame->size.width - width) / 2, self->time_x + 10,
             MAX (self->time_x + 10, end - width - 10));
  gsk_rounded_rect_init_from_rect (&pill,
                                   &GRAPHENE_RECT_INIT (floor (x) - 8, frame->origin.y + FRAME,
                                                        width + 16, height + 4), 4);
  gtk_snapshot_push_rounded_clip (snapshot, &pill);
  gtk_snapshot_append_color (snapshot, color, &pill.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (floor (x), frame->origin.y + FRAME + 2));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { ink.red, ink.green, ink.blue, 1 });
  gtk_snapshot_restore (snapshot);
}

void
th_timeline_snapshot_row (ThTimeline  *self,
                          GtkSnapshot *snapshot)
{
  const ThRowSpan *row = th_document_get_shown_row (self->document);
  GdkRGBA blame = theme_color (self, TH_COLOR_ERROR), own = theme_color (self, TH_COLOR_SELECTION);
  guint cpu, task;
  graphene_rect_t frame;

  if (row == NULL || row->blamed == TH_CELL_NONE)
    return;

  task = find_task_lane (self, row);
  if (task != G_MAXUINT && find_frame (self, row, task, &frame))
    append_frame (snapshot, &frame, &own);
  cpu = find_cpu_lane (self, row);
  if (cpu == G_MAXUINT || !find_frame (self, row, cpu, &frame))
    return;

  append_frame (snapshot, &frame, &blame);
  append_blame (self, snapshot, &frame, &blame);
}
