/* th-tracks.c - which tracks of analyses share a lane, and their rows in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "th-scene-private.h"

/* Depths with a row of their own, where the track does not say; deeper ones
 * share the last. */
#define USUAL_DEPTHS 6

/* However many tracks one CPU or task may get. */
#define MAX_ROWS 40

/* Slices that are looked at to learn how busy a task is. */
#define MAX_SAMPLES 1024

#define LANE_TOP_PX 6
#define ROW_GAP_PX 1
#define MIN_ROW_PX 12
#define POINTS_PX 17
#define VALUES_PX 34

void
th_track_group_free (ThTrackGroup *group)
{
  g_array_unref (group->tracks);
  g_array_unref (group->rows);
  g_free (group);
}

static ThTrackGroup *
group_new (ThLaneKind kind,
           guint32    key)
{
  ThTrackGroup *group = g_new0 (ThTrackGroup, 1);

  group->kind = kind;
  group->key = key;
  group->tracks = g_array_new (FALSE, FALSE, sizeof (ThTrackPlace));
  group->rows = g_array_new (FALSE, TRUE, sizeof (ThTrackRow));

  return group;
}

static void
group_add (ThTrackGroup *group,
           ThResults    *results,
           ThTrack      *track)
{
  ThTrackPlace place = { results, track };

  g_array_append_val (group->tracks, place);
}

void
th_section_free (ThSection *section)
{
  g_ptr_array_unref (section->groups);
  g_free (section);
}

/* Few are shown at once; where hardly more remain, all. */
guint
th_section_get_first (const ThSection *section)
{
  guint few = section->results == NULL ? 8 : 24;

  return section->groups->len <= few * 3 / 2 ? section->groups->len : few;
}

/* --- gathering --------------------------------------------------------- */

static gboolean
has_cpu (ThScene *self,
         guint    number)
{
  for (guint i = 0; i < self->n_fixed; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);

      if (lane->kind == TH_LANE_CPU &&
          th_cpu_get_number (th_stream_get_cpu (th_recording_get_stream (self->recording, lane->stream), lane->cpu)) == number)
        return TRUE;
    }

  return FALSE;
}

static ThTrackGroup *
cpu_group (ThScene *self,
           guint    number)
{
  ThTrackGroup *group = g_hash_table_lookup (self->cpu_groups, GUINT_TO_POINTER (number));

  if (group == NULL && has_cpu (self, number))
    {
      group = group_new (TH_LANE_CPU, number);
      g_hash_table_insert (self->cpu_groups, GUINT_TO_POINTER (number), group);
    }

  return group;
}

static ThTrackGroup *
task_group (ThScene *self,
            guint32  task)
{
  ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));
  ThSection *tasks = g_ptr_array_index (self->sections, 0);

  if (group == NULL && task < th_tasks_get_n (th_recording_get_tasks (self->recording)))
    {
      group = group_new (TH_LANE_TASK, task);
      g_hash_table_insert (self->task_groups, GUINT_TO_POINTER (task), group);
      g_ptr_array_add (tasks->groups, group);
    }

  return group;
}

static ThTrackGroup *
named_group (ThScene   *self,
             ThResults *results)
{
  ThTrackGroup *group = group_new (TH_LANE_TRACK, 0);
  ThSection *section = NULL;

  for (guint i = 1; i < self->sections->len && section == NULL; i++)
    if (((ThSection *) g_ptr_array_index (self->sections, i))->results == results)
      section = g_ptr_array_index (self->sections, i);

  if (section == NULL)
    {
      section = g_new0 (ThSection, 1);
      section->results = results;
      section->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_free);
      g_ptr_array_add (self->sections, section);
    }
  g_ptr_array_add (section->groups, group);

  return group;
}

/* A CPU or task that the recording does not know has no lane that the track
 * could join: it gets one. */
static void
gather_track (ThScene   *self,
              ThResults *results,
              ThTrack   *track)
{
  const ThTrackInfo *info = th_track_get_info (track);
  ThTrackGroup *group = NULL;

  if (info->attach == TH_ATTACH_CPU)
    group = cpu_group (self, info->key);
  else if (info->attach == TH_ATTACH_TASK)
    group = task_group (self, info->key);

  group_add (group != NULL ? group : named_group (self, results), results, track);
}

/* --- rows -------------------------------------------------------------- */

static double
row_height (ThScene           *self,
            const ThTrackGroup *group,
            ThTrackKind        kind)
{
  double line = th_theme_get_line_height (self->theme);

  if (kind == TH_TRACK_POINTS)
    return MAX (POINTS_PX, ceil (line * 0.85) + 2);
  if (kind == TH_TRACK_VALUES)
    return MAX (VALUES_PX, ceil (line * 1.9));
  if (group->kind != TH_LANE_CPU && group->rows->len == 0)
    return self->shape.runs_height;

  return MAX (MIN_ROW_PX, ceil (line * 0.72));
}

/* From the lowest to the highest of all values. */
static void
row_measure (ThTrackRow *row)
{
  guint32 n = th_track_get_n_points (row->track);
  ThValuePixel all;
  gint64 last;

  if (n == 0)
    return;

  last = th_track_get_point (row->track, n - 1)->time;
  th_track_get_value_pixels (row->track, th_track_get_point (row->track, 0)->time, last + (last < G_MAXINT64), 1, &all);
  row->low = all.min;
  row->high = all.max;
}

static void
group_add_row (ThScene            *self,
               ThTrackGroup       *group,
               const ThTrackPlace *place,
               guint               depth,
               gboolean            deeper)
{
  ThTrackKind kind = th_track_get_info (place->track)->kind;
  ThTrackRow row = { place->results, place->track, depth, depth == 0, deeper, group->bottom, row_height (self, group, kind) };

  if (group->rows->len >= MAX_ROWS)
    return;

  if (group->rows->len > 0)
    row.top += ROW_GAP_PX;
  if (kind == TH_TRACK_VALUES)
    row_measure (&row);
  group->bottom = row.top + row.height;
  g_array_append_val (group->rows, row);
}

static void
group_make_rows (ThScene      *self,
                 ThTrackGroup *group)
{
  const ThLaneShape *shape = &self->shape;

  g_array_set_size (group->rows, 0);
  group->bottom = group->kind == TH_LANE_CPU ? shape->runs_top + shape->runs_height + 2 : LANE_TOP_PX;
  for (guint i = 0; i < group->tracks->len; i++)
    {
      const ThTrackPlace *place = &g_array_index (group->tracks, ThTrackPlace, i);
      ThSlices *slices = th_track_get_slices (place->track);
      guint depth = slices != NULL ? th_slices_get_depth (slices) : 1;
      guint wanted = th_track_get_info (place->track)->n_rows;
      guint most = wanted > 0 ? wanted : USUAL_DEPTHS;

      for (guint d = 0; d < MIN (depth, most); d++)
        group_add_row (self, group, place, d, d == most - 1 && depth > most);
    }
}

const ThTrackRow *
th_track_group_find_row (const ThTrackGroup *group,
                         double              y)
{
  if (group == NULL || group->folded)
    return NULL;

  for (guint i = 0; i < group->rows->len; i++)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, i);

      if (y >= row->top - ROW_GAP_PX / 2.0 && y < row->top + row->height + ROW_GAP_PX / 2.0)
        return row;
    }

  return NULL;
}

/* --- the busiest first ------------------------------------------------- */

static guint32
scramble (guint32 number)
{
  number *= 0x9e3779b1u;
  return number ^ number >> 15;
}

/* One slice out of each of a thousand parts of equal number, not the same in
 * each: states take turns, so equal steps would meet only one of them. */
static gint64
slices_busy (ThSlices *slices)
{
  guint32 n = th_slices_get_n (slices, 0);
  guint32 n_parts = MIN (n, MAX_SAMPLES);
  double busy = 0;

  for (guint32 i = 0; i < n_parts; i++)
    {
      guint32 from = (guint64) i * n / n_parts;
      guint32 to = ((guint64) i + 1) * n / n_parts;
      const ThSlice *slice = th_slices_get (slices, 0, from + scramble (i) % (to - from));

      if (slice->context == TH_CONTEXT_RUNNING)
        busy += ((double) slice->end - (double) slice->begin) * (to - from);
    }

  return MIN (busy, (double) (G_MAXINT64 / 2));
}

static guint32
group_measure (ThTrackGroup *group)
{
  guint32 n = 0;

  group->busy = 0;
  for (guint i = 0; i < group->tracks->len; i++)
    {
      ThSlices *slices = th_track_get_slices (g_array_index (group->tracks, ThTrackPlace, i).track);

      if (slices == NULL)
        continue;
      group->busy += slices_busy (slices);
      n += th_slices_get_n (slices, 0);
    }

  return n;
}

static gint
compare_busy (gconstpointer a,
              gconstpointer b)
{
  const ThTrackGroup *left = *(const ThTrackGroup *const *) a;
  const ThTrackGroup *right = *(const ThTrackGroup *const *) b;

  if (left->busy != right->busy)
    return left->busy < right->busy ? 1 : -1;

  return left->key < right->key ? -1 : left->key > right->key;
}

static guint32
section_count (const ThSection *section)
{
  guint32 n = 0;

  for (guint i = 0; i < section->groups->len; i++)
    {
      const ThTrackGroup *group = g_ptr_array_index (section->groups, i);
      ThSlices *slices = group->tracks->len > 0 ? th_track_get_slices (g_array_index (group->tracks, ThTrackPlace, 0).track) : NULL;

      n += slices != NULL ? th_slices_get_n (slices, 0) : 0;
    }

  return n;
}

static gboolean
all_finished (ThScene *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (!th_results_is_finished (g_array_index (self->sources, ThTrackSource, i).results))
      return FALSE;

  return TRUE;
}

/* Lanes that change places all the time are of no use: while results grow they
 * do so only when there is twice as much to go by. */
static void
sort_tasks (ThScene *self)
{
  ThSection *tasks = g_ptr_array_index (self->sections, 0);
  guint32 n = section_count (tasks);

  if (n == tasks->n_sorted || (n / 2 < tasks->n_sorted && !all_finished (self)))
    return;

  tasks->n_sorted = n;
  for (guint i = 0; i < tasks->groups->len; i++)
    group_measure (g_ptr_array_index (tasks->groups, i));
  g_ptr_array_sort (tasks->groups, compare_busy);
}

void
th_scene_gather (ThScene *self)
{
  GHashTableIter iter;
  gpointer group;

  for (guint i = 0; i < self->sources->len; i++)
    {
      ThTrackSource *source = &g_array_index (self->sources, ThTrackSource, i);
      guint n = th_results_get_n_tracks (source->results);

      for (; source->n_tracks < n; source->n_tracks++)
        gather_track (self, source->results, th_results_get_track (source->results, source->n_tracks));
    }

  sort_tasks (self);

  g_hash_table_iter_init (&iter, self->cpu_groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    group_make_rows (self, group);
  for (guint i = 0; i < self->sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->sections, i);

      for (guint j = 0; j < section->groups->len; j++)
        group_make_rows (self, g_ptr_array_index (section->groups, j));
    }
}
