/* th-scene.c - the lanes of a recording and their places
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-scene-private.h"

/* --- lanes ------------------------------------------------------------- */

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

static const char *
scene_keep (ThScene *self,
            char    *text) /* taken */
{
  g_autofree char *taken = text;

  return g_string_chunk_insert_const (self->words, taken);
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

static void
scene_add_stream (ThScene  *self,
                  ThStream *stream)
{
  guint index = th_stream_get_index (stream);
  ThLane lane = { TH_LANE_SECTION, index, 0, scene_keep (self, section_title (stream)), "" };

  g_array_append_val (self->lanes, lane);
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    {
      gint64 key = lane_key (index, i);

      lane = (ThLane) { TH_LANE_CPU, index, i, scene_keep (self, cpu_title (th_stream_get_cpu (stream, i))), "" };
      g_hash_table_insert (self->lane_index, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (self->lanes->len));
      g_array_append_val (self->lanes, lane);
    }
}

/* Streams and CPUs are all declared before the first event. */
static void
scene_fill (ThScene *self)
{
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    scene_add_stream (self, th_recording_get_stream (self->recording, i));
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
      lane->height = lane->kind == TH_LANE_SECTION ? self->section_height : folded ? 0 : self->shape.height;
      self->height += lane->height;
    }
}

/* As in the picture at 10 pt, and more where the text is larger. */
static void
scene_shape (ThScene *self)
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
  g_autofree char *count = th_format_count (n);
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

  for (guint i = 0; i < self->lanes->len; i++)
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

void
th_scene_update (ThScene *self)
{
  GStringChunk *words = self->words;

  scene_update_range (self);
  scene_update_log_top (self);
  g_array_set_size (self->looks, 0);

  /* Words change with every update; the old ones are dropped together. */
  self->words = g_string_chunk_new (1024);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      ThLane *lane = scene_lane (self, i);

      lane->title = scene_keep (self, g_strdup (lane->title));
      lane->detail = lane->kind == TH_LANE_CPU ? scene_keep (self, cpu_detail (self, lane)) : "";
    }
  g_string_chunk_free (words);
}

/* --- tasks ------------------------------------------------------------- */

static guint32
scene_name_fill (ThScene    *self,
                 const char *name)
{
  gpointer fill;

  /* Names are interned by the recording: the pointer is the name. */
  if (g_hash_table_lookup_extended (self->name_fills, name, NULL, &fill))
    return GPOINTER_TO_UINT (fill);

  fill = GUINT_TO_POINTER (th_color_pack (th_theme_get_task_color (self->theme, name)));
  g_hash_table_insert (self->name_fills, (gpointer) name, fill);
  return GPOINTER_TO_UINT (fill);
}

static ThTaskLook
task_look (ThScene *self,
           guint32  task)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  const char *name = th_tasks_get_name (tasks, task, G_MAXINT64);
  ThTaskLook look = { NULL, 0, TRUE };

  /* One name from first to last is the rule; exec makes the exceptions. */
  if (name == th_tasks_get_name (tasks, task, G_MININT64 + 1))
    {
      look.name = name;
      look.fill = scene_name_fill (self, name);
    }

  return look;
}

const char *
th_scene_get_task (ThScene      *self,
                   guint32       task,
                   const ThGrid *grid,
                   gint          column,
                   guint32      *fill)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  ThTaskLook *look;
  const char *name;

  if (task >= self->looks->len)
    g_array_set_size (self->looks, MAX (task + 1, th_tasks_get_n (tasks)));

  look = &g_array_index (self->looks, ThTaskLook, task);
  if (!look->known)
    *look = task_look (self, task);
  if (look->name != NULL)
    {
      *fill = look->fill;
      return look->name;
    }

  name = th_tasks_get_name (tasks, task, th_grid_time_at (grid, column));
  *fill = scene_name_fill (self, name);
  return name;
}

/* --- making ------------------------------------------------------------ */

void
th_scene_reserve (ThScene *self,
                  guint    n_columns)
{
  if (n_columns <= self->n_scratch)
    return;

  self->n_scratch = n_columns;
  self->pixels = g_renew (ThPixel, self->pixels, n_columns);
  self->tasks = g_renew (ThTaskPixel, self->tasks, n_columns);
  self->marks = g_renew (guint32, self->marks, n_columns);
  self->heights = g_renew (guint32, self->heights, n_columns);
  self->row = g_renew (guint32, self->row, n_columns);
  self->order = g_renew (guint32, self->order, n_columns);
}

ThScene *
th_scene_new (ThRecording *recording,
              ThTheme     *theme)
{
  ThScene *self;

  g_return_val_if_fail (recording != NULL && theme != NULL, NULL);

  self = g_new0 (ThScene, 1);
  self->recording = th_recording_ref (recording);
  self->lanes = g_array_new (FALSE, TRUE, sizeof (ThLane));
  self->words = g_string_chunk_new (1024);
  self->lane_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->looks = g_array_new (FALSE, TRUE, sizeof (ThTaskLook));
  self->name_fills = g_hash_table_new (NULL, NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (ThSpan));

  scene_fill (self);
  th_scene_set_theme (self, theme);
  th_scene_update (self);

  return self;
}

void
th_scene_free (ThScene *self)
{
  g_array_unref (self->lanes);
  g_string_chunk_free (self->words);
  g_hash_table_unref (self->lane_index);
  g_array_unref (self->looks);
  g_hash_table_unref (self->name_fills);
  g_array_unref (self->spans);
  g_free (self->pixels);
  g_free (self->tasks);
  g_free (self->marks);
  g_free (self->heights);
  g_free (self->row);
  g_free (self->order);
  g_clear_pointer (&self->hatch, cairo_surface_destroy);
  th_theme_unref (self->theme);
  th_recording_unref (self->recording);
  g_free (self);
}

/* --- accessors --------------------------------------------------------- */

void
th_scene_set_theme (ThScene *self,
                    ThTheme *theme)
{
  th_theme_ref (theme);
  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = theme;

  g_clear_pointer (&self->hatch, cairo_surface_destroy);
  g_array_set_size (self->looks, 0);
  g_hash_table_remove_all (self->name_fills);
  self->heights_scale = 0;
  scene_shape (self);
  scene_place (self);
}

ThTheme *
th_scene_get_theme (ThScene *self)
{
  return self->theme;
}

ThRecording *
th_scene_get_recording (ThScene *self)
{
  return self->recording;
}

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

void
th_scene_set_folded (ThScene  *self,
                     guint     lane,
                     gboolean  folded)
{
  g_return_if_fail (lane < self->lanes->len);

  if (scene_lane (self, lane)->kind != TH_LANE_SECTION)
    return;

  for (guint i = lane; i < self->lanes->len; i++)
    {
      if (i > lane && scene_lane (self, i)->kind == TH_LANE_SECTION)
        break;
      scene_lane (self, i)->folded = folded;
    }
  scene_place (self);
}
