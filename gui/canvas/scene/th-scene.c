/* th-scene.c - a recording and what analyses found, ready to be drawn
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* --- tasks ------------------------------------------------------------- */

guint32
th_scene_get_name_fill (ThScene    *self,
                        const char *name)
{
  gpointer fill;

  /* Names are interned: the pointer is the name. */
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
      look.fill = th_scene_get_name_fill (self, name);
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
  *fill = th_scene_get_name_fill (self, name);
  return name;
}

guint32
th_scene_get_ink (ThScene *self,
                  guint32  fill)
{
  gpointer ink = g_hash_table_lookup (self->inks, GUINT_TO_POINTER (fill));

  if (ink == NULL)
    {
      ink = GUINT_TO_POINTER (th_color_pack (th_theme_get_ink_on (self->theme, th_color_unpack (fill))));
      g_hash_table_insert (self->inks, GUINT_TO_POINTER (fill), ink);
    }

  return GPOINTER_TO_UINT (ink);
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
  self->order = g_renew (guint32, self->order, 2 * n_columns);
  self->in_pixels = g_renew (ThPixel, self->in_pixels, n_columns);
  self->rules.pixels = g_renew (ThPixel, self->rules.pixels, n_columns);
  self->in_heights = g_renew (guint32, self->in_heights, n_columns);
  self->in_marks = g_renew (guint32, self->in_marks, n_columns);
  self->slice_pixels = g_renew (ThSlicePixel, self->slice_pixels, n_columns);
  self->value_pixels = g_renew (ThValuePixel, self->value_pixels, n_columns);
}

/* The lanes are as they were: what calls it refreshes them. */
static void
take_theme (ThScene *self,
            ThTheme *theme)
{
  th_theme_ref (theme);
  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = theme;

  g_clear_pointer (&self->hatch, cairo_surface_destroy);
  g_array_set_size (self->looks, 0);
  g_hash_table_remove_all (self->name_fills);
  g_hash_table_remove_all (self->inks);
  for (guint i = 0; i < TH_N_CONTEXTS; i++)
    self->context_fills[i] = th_color_pack (th_theme_get_context_color (theme, i));
  th_scene_shape (self);
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
  self->owners = g_array_new (FALSE, TRUE, sizeof (ThLaneOwner));
  self->sources = g_array_new (FALSE, TRUE, sizeof (ThTrackSource));
  self->states = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) th_lane_state_free);
  self->active_from = TH_TIME_NONE;
  self->nothing = g_array_new (FALSE, FALSE, 1);
  self->cpus = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_clear);
  self->cpu_blocks = g_ptr_array_new_with_free_func (g_free);
  self->cpu_groups = g_hash_table_new (NULL, NULL);
  self->vcpu_pids = g_hash_table_new (NULL, NULL);
  self->vcpu_numbers = g_hash_table_new (NULL, NULL);
  self->vcpus = g_hash_table_new (NULL, NULL);
  self->tasks_all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_track_group_free);
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) th_track_group_free);
  self->task_groups = g_hash_table_new (NULL, NULL);
  self->sections = g_ptr_array_new_with_free_func ((GDestroyNotify) th_section_free);
  self->flows = g_array_new (FALSE, FALSE, sizeof (ThFlowPlace));
  self->words = g_string_chunk_new (1024);
  self->first_cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  self->looks = g_array_new (FALSE, TRUE, sizeof (ThTaskLook));
  self->name_fills = g_hash_table_new (NULL, NULL);
  self->inks = g_hash_table_new (NULL, NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (ThSpan));
  self->slice_spans = g_array_new (FALSE, FALSE, sizeof (ThSliceSpan));
  self->washes = g_array_new (FALSE, FALSE, sizeof (ThWash));

  th_scene_fill (self);
  take_theme (self, theme);
  th_scene_update (self);

  self->zero = TH_TIME_NONE;
  return self;
}

void
th_scene_free (ThScene *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    th_results_unref (g_array_index (self->sources, ThTrackSource, i).results);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_array_unref (self->sources);
  g_array_unref (self->flows);
  th_section_free (self->flow_section);
  g_array_unref (self->lanes);
  g_array_unref (self->owners);
  g_hash_table_unref (self->cpu_groups);
  g_hash_table_unref (self->vcpu_pids);
  g_hash_table_unref (self->vcpu_numbers);
  g_hash_table_unref (self->vcpus);
  g_hash_table_unref (self->task_groups);
  g_hash_table_unref (self->processes);
  g_ptr_array_unref (self->tasks_all);
  g_ptr_array_unref (self->cpus);
  g_ptr_array_unref (self->cpu_blocks);
  g_ptr_array_unref (self->sections);
  g_array_unref (self->nothing);
  g_hash_table_unref (self->states);
  g_string_chunk_free (self->words);
  g_array_unref (self->first_cpus);
  g_array_unref (self->looks);
  g_hash_table_unref (self->name_fills);
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->slice_columns, g_hash_table_unref);
  g_hash_table_unref (self->inks);
  g_array_unref (self->spans);
  g_array_unref (self->slice_spans);
  g_array_unref (self->washes);
  g_free (self->pixels);
  g_free (self->tasks);
  g_free (self->marks);
  g_free (self->heights);
  g_free (self->row);
  g_free (self->order);
  g_free (self->in_pixels);
  th_scene_set_rules (self, NULL, NULL, 0);
  g_free (self->rules.pixels);
  g_free (self->in_heights);
  g_free (self->in_marks);
  g_free (self->slice_pixels);
  g_free (self->value_pixels);
  g_free (self->density.counts);
  g_free (self->left.counts);
  g_free (self->corners);
  g_clear_pointer (&self->hatch, cairo_surface_destroy);
  th_theme_unref (self->theme);
  th_recording_unref (self->recording);
  g_free (self);
}

/* --- accessors --------------------------------------------------------- */

void
th_scene_set_zero (ThScene *self,
                   gint64   time)
{
  self->zero = time;
}

void
th_scene_set_theme (ThScene *self,
                    ThTheme *theme)
{
  take_theme (self, theme);
  th_scene_gather (self);
  th_scene_refresh (self);
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

/* --- results and rows -------------------------------------------------- */

void
th_scene_add_results (ThScene   *self,
                      ThResults *results)
{
  ThTrackSource source = { results, 0 };

  g_return_if_fail (results != NULL);

  for (guint i = 0; i < self->sources->len; i++)
    if (g_array_index (self->sources, ThTrackSource, i).results == results)
      return;

  th_results_ref (results);
  g_array_append_val (self->sources, source);
  /* Those of an analysis that only starts change no lane. */
  if (th_results_get_n_tracks (results) == 0)
    return;

  th_scene_gather (self);
  th_scene_refresh (self);
}

void
th_scene_remove_results (ThScene   *self,
                         ThResults *results)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      if (g_array_index (self->sources, ThTrackSource, i).results != results)
        continue;

      g_array_remove_index (self->sources, i);
      th_scene_drop_tracks (self, results);
      th_scene_forget_flows (self, results);
      g_hash_table_remove_all (self->name_fills);
      g_clear_pointer (&self->slice_columns, g_hash_table_unref);
      g_array_set_size (self->looks, 0);
      th_scene_gather (self);
      th_scene_refresh (self);
      th_results_unref (results);
      return;
    }
}

void
th_scene_set_rows (ThScene  *self,
                   ThRows   *rows,
                   gboolean  hide)
{
  g_return_if_fail (rows == NULL || th_rows_get_recording (rows) == self->recording);

  if (rows != NULL)
    th_rows_ref (rows);
  g_clear_pointer (&self->rows, th_rows_unref);
  self->rows = rows;
  self->hide = hide;
  g_clear_pointer (&self->left.counts, g_free);
}

void
th_scene_set_rules (ThScene       *self,
                    ThRows *const *rows,
                    const ThColor *colors,
                    guint          n)
{
  g_return_if_fail (n <= TH_SCENE_MAX_RULES);

  for (guint i = 0; i < n; i++)
    th_rows_ref (rows[i]);
  for (guint i = 0; i < self->rules.n; i++)
    th_rows_unref (self->rules.rows[i]);
  for (guint i = 0; i < n; i++)
    {
      self->rules.rows[i] = rows[i];
      self->rules.colors[i] = colors[i];
    }
  self->rules.n = n;
}

gboolean
th_scene_find_rule_color (ThScene *self,
                          ThRef    ref,
                          ThColor *color)
{
  for (guint i = 0; i < self->rules.n; i++)
    if (th_rows_contains (self->rules.rows[i], ref))
      {
        *color = self->rules.colors[i];
        return TRUE;
      }

  return FALSE;
}
