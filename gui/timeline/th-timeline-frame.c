/* th-timeline-frame.c - the lanes in one frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A frame takes the pictures that workers have finished, orders those that are missing, and
 * waits a little for them, so that a small recording is always sharp.  Lanes whose pictures are
 * not ready show their last ones, moved to the view; when more are ready, the painter asks for
 * another frame.
 */
#include "config.h"

#include "th-timeline-private.h"

/* How long a frame waits while the view moves, in the first frame after it stopped, and later,
 * when workers have had the time between the frames as well. */
static const gint64 waits_usec[] = { 1700, 8000, 4000 };

/* How long it waits if a lane has nothing to show. */
#define BLANK_USEC 12000

/* After so many frames, a late lane comes before those that are nearer to the pointer, so that no
 * lane waits for ever while the view moves. */
#define PATIENCE 4

typedef struct
{
  ThLaneView *view;
  guint       rank;     /* a higher one comes first */
  guint       distance; /* lanes between it and the focus */
} LateLane;

static ThLaneView *
get_view (ThTimeline *self,
          guint       i)
{
  return g_ptr_array_index (self->lanes, i);
}

static guint
get_lane (ThTimeline *self,
          guint       i)
{
  guint lane;

  g_object_get (get_view (self, i), "lane", &lane, NULL);
  return lane;
}

/* Finds the lane under the pointer, else the current one, among those in view. */
static guint
find_focus (ThTimeline *self)
{
  ThScene *scene = th_timeline_get_scene (self);
  gboolean is_pointed = self->pointer_x >= 0 && self->pointer_y >= th_timeline_get_lanes_top ();
  guint lane = is_pointed ? th_scene_find_lane (scene, th_timeline_scene_y (self, self->pointer_y))
                          : self->current;

  for (guint i = 0; i < self->n_lanes_used; i++)
    if (get_lane (self, i) == lane)
      return i;

  return 0;
}

static int
compare_late (gconstpointer a,
              gconstpointer b)
{
  const LateLane *one = a, *other = b;

  if (one->rank != other->rank)
    return one->rank > other->rank ? -1 : 1;

  return one->distance < other->distance ? -1 : one->distance > other->distance;
}

/* Lists the lanes that lack their picture, the most wanted first. */
static GArray *
list_late (ThTimeline *self)
{
  GArray *late = g_array_new (FALSE, FALSE, sizeof (LateLane));
  guint focus = find_focus (self);

  for (guint i = 0; i < self->n_lanes_used; i++)
    {
      ThLaneView *view = get_view (self, i);
      gboolean is_late = !th_lane_view_take (view, self->painter);
      guint rank = th_lane_view_count_late (view, is_late) / PATIENCE;
      LateLane one = { view, rank, i > focus ? i - focus : focus - i };

      if (!is_late)
        continue;
      if (th_lane_view_is_blank (view))
        one.rank = G_MAXUINT;
      g_array_append_val (late, one);
    }

  g_array_sort (late, compare_late);
  return late;
}

/* Returns whether the view is another one than in the last frame. */
static gboolean
note_view (ThTimeline *self)
{
  const ThView *view = th_document_get_view (self->document);
  gboolean moved = view->from != self->drawn_view.from || view->to != self->drawn_view.to;

  self->drawn_view = *view;
  self->n_still = moved ? 0 : MIN (self->n_still + 1, G_N_ELEMENTS (waits_usec) - 1);
  return moved;
}

static gint64
get_wait (ThTimeline   *self,
          const GArray *late)
{
  gboolean is_blank = late->len > 0 && g_array_index (late, LateLane, 0).rank == G_MAXUINT;
  gint64 wait;

  wait = is_blank ? MAX (waits_usec[self->n_still], BLANK_USEC) : waits_usec[self->n_still];
  return MIN (wait, self->lane_usec);
}

/* Returns whether the overview and the ruler have their current counts. */
static gboolean
bring_counts (ThTimeline *self,
              gint64      until)
{
  gboolean overview = th_overview_strip_bring (TH_OVERVIEW_STRIP (self->overview), until);
  gboolean ruler = th_hit_ticks_bring (&self->hits, GTK_WIDGET (self), self->document,
                                       th_document_get_view (self->document), until);

  return overview && ruler;
}

void
th_timeline_bring_pictures (ThTimeline *self)
{
  gint64 since = g_get_monotonic_time (), wait;
  g_autoptr(GArray) late = list_late (self);
  gboolean moved = note_view (self);
  gboolean is_counted = bring_counts (self, 0);

  th_lane_painter_begin (self->painter);
  for (guint i = 0; i < late->len; i++)
    th_lane_view_order (g_array_index (late, LateLane, i).view, self->painter);
  th_lane_painter_commit (self->painter);

  wait = get_wait (self, late);
  if (late->len > 0 && wait > 0)
    th_lane_painter_wait (self->painter, since + wait);
  if (!is_counted)
    is_counted = bring_counts (self, since + wait);
  self->n_late = late->len + !is_counted;
  for (guint i = 0; i < late->len && wait > 0; i++)
    self->n_late -= th_lane_view_take (g_array_index (late, LateLane, i).view, self->painter);
  th_timeline_tell_late (self, moved);
}

void
th_timeline_snapshot_lanes (ThTimeline  *self,
                            GtkSnapshot *snapshot)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double bottom = gtk_widget_get_height (GTK_WIDGET (self));
  double top = th_timeline_get_lanes_top ();
  double free_top = top + th_timeline_get_viewport (self).pinned;

  for (guint i = 0; i < self->n_lanes_used; i++)
    {
      /* Scrolled lanes must not cover pinned ones. */
      double from = i < self->n_pinned_used ? top : free_top;

      gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, from, width, bottom));
      gtk_widget_snapshot_child (GTK_WIDGET (self), GTK_WIDGET (get_view (self, i)), snapshot);
      gtk_snapshot_pop (snapshot);
    }
}
