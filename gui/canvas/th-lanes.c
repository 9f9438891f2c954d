/* th-lanes.c - the tree of lanes: what there is, where, and what it is called
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* Lanes that a section shows more of, each time it is asked to. */
#define MORE_LANES 200

/* Names come from the recording. */
#define MAX_WORDS 512

static ThLane *
scene_lane (ThScene *self,
            guint    index)
{
  return &g_array_index (self->lanes, ThLane, index);
}

static gint64
lane_key (guint stream,
          guint cpu)
{
  return (gint64) stream << 32 | cpu;
}

const char *
th_scene_keep (ThScene *self,
               char    *text)
{
  g_autofree char *taken = text;
  g_autofree char *valid = g_utf8_make_valid (taken, strnlen (taken, MAX_WORDS));

  return g_string_chunk_insert_const (self->words, valid);
}

static char *
cpu_title (ThCpu *cpu)
{
  guint number = th_cpu_get_number (cpu);

  /* Translators: the lane of the events that belong to no CPU */
  if (number == G_MAXUINT)
    return g_strdup (_("No CPU"));

  /* Translators: the lane of a processor, as in "CPU 3" */
  return g_strdup_printf (_("CPU %u"), number);
}

static char *
section_title (ThStream *stream)
{
  const char *name = th_stream_get_name (stream);
  g_autofree char *valid = NULL;

  if (name == NULL || *name == '\0')
    return g_strdup (_("CPUs"));

  valid = g_utf8_make_valid (name, -1);
  /* Translators: a group of lanes, %s is the name of a trace buffer */
  return g_strdup_printf (_("CPUs · %s"), valid);
}

void
th_scene_add_lane (ThScene      *self,
                   const ThLane *lane,
                   ThTrackGroup *group,
                   ThSection    *section)
{
  ThLaneOwner owner = { group, section };

  g_array_append_val (self->lanes, *lane);
  g_array_append_val (self->owners, owner);
}

static void
scene_add_stream (ThScene  *self,
                  ThStream *stream)
{
  guint index = th_stream_get_index (stream);
  ThLane lane = { TH_LANE_SECTION, index, 0, th_scene_keep (self, section_title (stream)), "", .can_fold = TRUE, .task = TH_TASK_NONE };

  th_scene_add_lane (self, &lane, NULL, NULL);
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    {
      gint64 key = lane_key (index, i);

      lane = (ThLane) { TH_LANE_CPU, index, i, th_scene_keep (self, cpu_title (th_stream_get_cpu (stream, i))), "", .task = TH_TASK_NONE };
      g_hash_table_insert (self->lane_index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->lanes->len));
      th_scene_add_lane (self, &lane, NULL, NULL);
    }
}

/* Streams and CPUs are all declared before the first event. */
void
th_scene_fill (ThScene *self)
{
  ThSection *tasks = g_new0 (ThSection, 1);

  tasks->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_free);
  g_ptr_array_add (self->sections, tasks);

  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    scene_add_stream (self, th_recording_get_stream (self->recording, i));
  self->n_fixed = self->lanes->len;
}

/* --- places ------------------------------------------------------------ */

static double
lane_height (ThScene           *self,
             const ThLane      *lane,
             const ThLaneOwner *owner)
{
  double line = th_theme_get_line_height (self->theme);
  gboolean rows = owner->group != NULL && !owner->group->folded && owner->group->rows->len > 0;

  switch (lane->kind)
    {
    case TH_LANE_CPU:
      return rows ? MAX (self->shape.height, owner->group->bottom + 6) : self->shape.height;

    case TH_LANE_TASK:
    case TH_LANE_TRACK:
    case TH_LANE_FLOW:
      /* Two lines of label. */
      return MAX (ceil (line * 1.75) + 3, rows ? owner->group->bottom + 7 : 0);

    default:
      return self->section_height;
    }
}

static void
scene_place (ThScene *self)
{
  gboolean folded = FALSE;

  self->height = 0;
  for (guint i = 0; i < self->lanes->len; i++)
    {
      ThLane *lane = scene_lane (self, i);

      if (lane->kind == TH_LANE_SECTION)
        folded = lane->folded;
      lane->y = self->height;
      lane->height = (folded && lane->kind != TH_LANE_SECTION) || lane->hidden ? 0
                     : lane_height (self, lane, &g_array_index (self->owners, ThLaneOwner, i));
      self->height += lane->height;
    }
}

/* --- lanes of tracks --------------------------------------------------- */

static char *
task_detail (ThScene *self,
             guint32  task)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  gint32 pid = th_tasks_get_pid (tasks, task);
  gint32 tgid = th_tasks_get_tgid (tasks, task);

  if (tgid >= 0 && tgid != pid)
    /* Translators: a thread's number and that of its process */
    return g_strdup_printf (_("tid %d of pid %d"), pid, tgid);

  return g_strdup_printf (_("pid %d"), pid);
}

static char *
format_value (ThScene *self,
              double   value,
              ThUnit   unit)
{
  if (unit == TH_UNIT_TIME && fabs (value) < 9e18)
    return th_scene_format_duration (self, (gint64) value);
  if (unit == TH_UNIT_BYTES && value >= 1024 && value < 1e18)
    return g_format_size_full (value, G_FORMAT_SIZE_IEC_UNITS);
  if (value == floor (value) && value >= 0 && value < 1e15)
    return th_format_count (value);

  return g_strdup_printf ("%.6g", value);
}

static char *
track_detail (ThScene            *self,
              const ThTrackGroup *group)
{
  ThTrack *track = g_array_index (group->tracks, ThTrackPlace, 0).track;
  const ThTrackInfo *info = th_track_get_info (track);
  guint32 n = info->kind == TH_TRACK_SLICES ? th_slices_get_n (th_track_get_slices (track), 0) : th_track_get_n_points (track);
  g_autofree char *count = th_format_count (n);

  if (info->kind == TH_TRACK_VALUES && n > 0 && group->rows->len > 0)
    {
      const ThTrackRow *row = &g_array_index (group->rows, ThTrackRow, 0);
      g_autofree char *low = format_value (self, row->low, info->unit);
      g_autofree char *high = format_value (self, row->high, info->unit);

      /* Translators: the lowest and the highest value of a curve */
      return g_strdup_printf (_("%s … %s"), low, high);
    }
  if (info->kind == TH_TRACK_SLICES)
    return g_strdup_printf (ngettext ("%s slice", "%s slices", n), count);

  return g_strdup_printf (ngettext ("%s mark", "%s marks", n), count);
}

static void
add_group_lane (ThScene      *self,
                ThSection    *section,
                ThTrackGroup *group)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  ThLane lane = { group->kind, .task = TH_TASK_NONE };

  if (group->kind == TH_LANE_TASK)
    {
      lane.task = group->key;
      lane.title = th_scene_keep (self, g_strdup (th_tasks_get_name (tasks, group->key, G_MAXINT64)));
      lane.detail = th_scene_keep (self, task_detail (self, group->key));
    }
  else
    {
      lane.results = section->results;
      lane.track = g_array_index (group->tracks, ThTrackPlace, 0).track;
      lane.title = th_scene_keep (self, g_strdup (th_track_get_info (lane.track)->title));
      lane.detail = th_scene_keep (self, track_detail (self, group));
    }
  th_scene_add_lane (self, &lane, group, section);
}

static void
add_more_lane (ThScene   *self,
               ThSection *section,
               guint      n_hidden)
{
  g_autofree char *count = th_format_count (n_hidden);
  ThLane lane = { TH_LANE_MORE, .detail = "", .can_fold = TRUE, .task = TH_TASK_NONE, .results = section->results };

  if (section->groups->len <= th_section_get_first (section))
    return;

  lane.folded = n_hidden > 0;
  if (n_hidden == 0)
    lane.title = _("Show fewer");
  else
    /* Translators: %s is how many lanes are not shown */
    lane.title = th_scene_keep (self, g_strdup_printf (ngettext ("%s more…", "%s more…", n_hidden), count));
  th_scene_add_lane (self, &lane, NULL, section);
}

static char *
section_detail (ThSection *section,
                guint      n_shown)
{
  g_autofree char *shown = th_format_count (n_shown);
  g_autofree char *all = th_format_count (section->groups->len);

  if (n_shown == section->groups->len)
    return g_strdup (all);
  if (section->results != NULL)
    /* Translators: how many are shown, and of how many */
    return g_strdup_printf (_("%s of %s"), shown, all);

  /* Translators: how many are shown, and of how many */
  return g_strdup_printf (ngettext ("%s of %s task", "%s of %s tasks", section->groups->len), shown, all);
}

static void
add_section (ThScene   *self,
             ThSection *section)
{
  guint heading = self->lanes->len;
  guint limit = MAX (section->n_shown, th_section_get_first (section));
  guint n_shown = 0;
  ThLane lane = {
    TH_LANE_SECTION,
    .title = section->results == NULL ? _("Tasks") : th_scene_keep (self, g_strdup (th_results_get_title (section->results))),
    .folded = section->folded,
    .can_fold = TRUE,
    .task = TH_TASK_NONE,
    .results = section->results
  };

  if (section->groups->len == 0)
    return;

  th_scene_add_lane (self, &lane, NULL, section);
  for (guint i = 0; i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);

      if (i >= limit && !group->revealed)
        continue;
      add_group_lane (self, section, group);
      n_shown++;
    }
  scene_lane (self, heading)->detail = th_scene_keep (self, section_detail (section, n_shown));
  add_more_lane (self, section, section->groups->len - n_shown);
}

/* As in the picture at 10 pt, and more where the text is larger. */
void
th_scene_shape (ThScene *self)
{
  double line = th_theme_get_line_height (self->theme);
  ThLaneShape *shape = &self->shape;

  shape->marks_top = 4;
  shape->marks_base = 28;
  shape->tick_height = 7;
  shape->runs_top = 31;
  shape->runs_height = MAX (18, ceil (line * 0.85) + 3);
  shape->height = MAX (56, shape->runs_top + shape->runs_height + 6);
  shape->height = MAX (shape->height, ceil (line * 1.9) + 10);
  self->section_height = MAX (20, ceil (line) + 3);
}

/* --- what changes while it loads --------------------------------------- */

static char *
cpu_detail (ThScene      *self,
            const ThLane *lane)
{
  ThStream *stream = th_recording_get_stream (self->recording, lane->stream);
  ThCpu *cpu = th_stream_get_cpu (stream, lane->cpu);
  ThCpu *runs = th_recording_get_runs_cpu (self->recording, stream, cpu);
  guint32 n = th_cpu_get_n_rows (cpu);
  g_autofree char *count = th_format_count_short (n);
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events", n), count);
  double share;

  if (th_cpu_get_n_runs (runs) == 0 || !self->has_range || self->last <= self->first)
    return g_steal_pointer (&events);

  share = (double) th_cpu_get_busy (runs, self->first, self->last) / ((double) self->last - self->first);
  /* Translators: %d is how busy a CPU was, %s is "1 234 events" */
  return g_strdup_printf (_("%d %% busy · %s"), (gint) CLAMP (round (share * 100), 0, 100), events);
}

/* Fixed for a recording, so that heights can be compared between lanes and
 * zooms: ten times the mean of a whole trace on a thousand pixels. */
static void
scene_update_log_top (ThScene *self)
{
  guint32 most = 0;

  for (guint i = 0; i < self->n_fixed; i++)
    {
      ThLane *lane = scene_lane (self, i);
      ThStream *stream = th_recording_get_stream (self->recording, lane->stream);

      if (lane->kind == TH_LANE_CPU)
        most = MAX (most, th_cpu_get_n_rows (th_stream_get_cpu (stream, lane->cpu)));
    }

  self->heights_scale = 0;
  self->log_top = MAX (5, log2 (most / 100.0 + 1));
}

static void
scene_update_range (ThScene *self)
{
  self->has_range = th_recording_get_range (self->recording, &self->first, &self->last);
  if (!self->has_range)
    self->first = self->last = 0;

  self->ticks = FALSE;
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    self->ticks |= th_stream_get_clock (th_recording_get_stream (self->recording, i))->ticks;
}

/* Tracks lie under their CPU where it is seen first. */
static void
scene_own_cpus (ThScene *self)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->n_fixed; i++)
    {
      ThLane *lane = scene_lane (self, i);
      ThTrackGroup *group;
      ThCpu *cpu;

      if (lane->kind != TH_LANE_CPU)
        continue;

      cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, lane->stream), lane->cpu);
      group = g_hash_table_lookup (self->cpu_groups, GUINT_TO_POINTER (th_cpu_get_number (cpu)));
      if (group != NULL && !g_hash_table_add (seen, group))
        group = NULL;
      g_array_index (self->owners, ThLaneOwner, i).group = group;
      lane->can_fold = group != NULL && group->rows->len > 0;
      lane->folded = group != NULL && group->folded;
    }
}

void
th_scene_refresh (ThScene *self)
{
  GStringChunk *words = self->words;

  /* Words change with every update; the old ones are dropped together. */
  self->words = g_string_chunk_new (1024);
  scene_own_cpus (self);
  g_array_set_size (self->lanes, self->n_fixed);
  g_array_set_size (self->owners, self->n_fixed);
  for (guint i = 0; i < self->n_fixed; i++)
    {
      ThLane *lane = scene_lane (self, i);

      lane->title = th_scene_keep (self, g_strdup (lane->title));
      lane->detail = lane->kind == TH_LANE_CPU ? th_scene_keep (self, cpu_detail (self, lane)) : "";
    }
  g_string_chunk_free (words);

  th_scene_add_flows (self);
  for (guint i = 0; i < self->sections->len; i++)
    add_section (self, g_ptr_array_index (self->sections, i));
  scene_place (self);
}

void
th_scene_update (ThScene *self)
{
  scene_update_range (self);
  scene_update_log_top (self);
  g_array_set_size (self->looks, 0);
  th_scene_gather (self);
  th_scene_refresh (self);
}

/* --- finding ----------------------------------------------------------- */

guint
th_scene_get_n_lanes (ThScene *self)
{
  return self->lanes->len;
}

const ThLane *
th_scene_get_lane (ThScene *self,
                   guint    index)
{
  g_return_val_if_fail (index < self->lanes->len, NULL);

  return scene_lane (self, index);
}

double
th_scene_get_height (ThScene *self)
{
  return self->height;
}

guint
th_scene_find_lane (ThScene *self,
                    double   y)
{
  guint low = 0, n = self->lanes->len;

  if (y < 0 || y >= self->height)
    return G_MAXUINT;

  /* The last lane that begins at or above y; folded ones have no height, so
   * step back to the one that has. */
  while (n > 1)
    {
      guint half = n / 2;

      if (scene_lane (self, low + half)->y <= y)
        low += half;
      n -= half;
    }
  while (low > 0 && scene_lane (self, low)->height <= 0)
    low--;

  return low;
}

guint
th_scene_find_cpu (ThScene *self,
                   guint    stream,
                   guint    cpu)
{
  gint64 key = lane_key (stream, cpu);
  gpointer index;

  if (!g_hash_table_lookup_extended (self->lane_index, &key, NULL, &index))
    return G_MAXUINT;

  return GPOINTER_TO_UINT (index);
}

guint
th_scene_find_task (ThScene *self,
                    guint32  task)
{
  for (guint i = self->n_fixed; i < self->lanes->len; i++)
    if (scene_lane (self, i)->kind == TH_LANE_TASK && scene_lane (self, i)->task == task)
      return i;

  return G_MAXUINT;
}

static gboolean
group_has_track (const ThTrackGroup *group,
                 const ThTrack      *track)
{
  for (guint i = 0; group != NULL && i < group->tracks->len; i++)
    if (g_array_index (group->tracks, ThTrackPlace, i).track == track)
      return TRUE;

  return FALSE;
}

guint
th_scene_find_track (ThScene       *self,
                     const ThTrack *track)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (group_has_track (g_array_index (self->owners, ThLaneOwner, i).group, track))
      return i;

  return G_MAXUINT;
}

guint
th_scene_reveal_task (ThScene *self,
                      guint32  task)
{
  ThTrackGroup *group = g_hash_table_lookup (self->task_groups, GUINT_TO_POINTER (task));

  if (group == NULL)
    return G_MAXUINT;

  group->revealed = TRUE;
  ((ThSection *) g_ptr_array_index (self->sections, 0))->folded = FALSE;
  th_scene_refresh (self);

  return th_scene_find_task (self, task);
}

/* --- folding ----------------------------------------------------------- */

static gboolean
has_number (const guint *numbers,
            guint        n,
            guint        number)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] == number)
      return TRUE;

  return FALSE;
}

void
th_scene_show_cpus (ThScene     *self,
                    const guint *numbers,
                    guint        n)
{
  for (guint i = 0; i < self->n_fixed; i++)
    {
      ThLane *lane = scene_lane (self, i);
      ThStream *stream = th_recording_get_stream (self->recording, lane->stream);

      lane->hidden = lane->kind == TH_LANE_CPU && numbers != NULL &&
                     !has_number (numbers, n, th_cpu_get_number (th_stream_get_cpu (stream, lane->cpu)));
    }

  scene_place (self);
}

static void
section_show_more (ThSection *section,
                   gboolean   more)
{
  if (more)
    section->n_shown = MIN (MAX (section->n_shown, th_section_get_first (section)) / MORE_LANES + 1,
                            section->groups->len / MORE_LANES + 1) * MORE_LANES;
  else
    section->n_shown = 0;

  for (guint i = 0; !more && i < section->groups->len; i++)
    ((ThTrackGroup *) g_ptr_array_index (section->groups, i))->revealed = FALSE;
}

void
th_scene_set_folded (ThScene  *self,
                     guint     lane,
                     gboolean  folded)
{
  ThLaneOwner owner;

  g_return_if_fail (lane < self->lanes->len);

  owner = g_array_index (self->owners, ThLaneOwner, lane);
  if (scene_lane (self, lane)->kind == TH_LANE_MORE)
    section_show_more (owner.section, !folded);
  else if (scene_lane (self, lane)->kind == TH_LANE_SECTION && owner.section != NULL)
    owner.section->folded = folded;
  else if (scene_lane (self, lane)->kind == TH_LANE_SECTION)
    scene_lane (self, lane)->folded = folded;
  else if (scene_lane (self, lane)->kind == TH_LANE_CPU && owner.group != NULL)
    owner.group->folded = folded;
  else
    return;

  th_scene_refresh (self);
}
