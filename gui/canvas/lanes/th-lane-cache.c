/* th-lane-cache.c - caches of the code that draws lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-cache.h"
#include "th-lane-draw.h"

static G_DEFINE_QUARK (th-lane-cache, th_lane_cache)

static void
scratch_clear (ThLaneScratch *self)
{
  g_free (self->pixels);
  g_free (self->tasks);
  g_free (self->matched_pixels);
  g_free (self->rule_pixels);
  g_free (self->tick_colors);
  g_free (self->tick_heights);
  g_free (self->matched_colors);
  g_free (self->matched_heights);
  g_free (self->slice_pixels);
  g_free (self->value_pixels);
  g_free (self->row);
  g_free (self->order);
  g_array_unref (self->bars);
  g_array_unref (self->dimmed);
}

void
th_lane_cache_reserve (ThLaneCache *self,
                       guint        n_columns)
{
  ThLaneScratch *scratch = &self->scratch;

  if (n_columns <= scratch->n)
    return;

  scratch->n = n_columns;
  scratch->pixels = g_renew (ThPixel, scratch->pixels, n_columns);
  scratch->tasks = g_renew (ThTaskPixel, scratch->tasks, n_columns);
  scratch->matched_pixels = g_renew (ThPixel, scratch->matched_pixels, n_columns);
  scratch->rule_pixels = g_renew (ThPixel, scratch->rule_pixels, n_columns);
  scratch->tick_colors = g_renew (guint32, scratch->tick_colors, n_columns);
  scratch->tick_heights = g_renew (guint32, scratch->tick_heights, n_columns);
  scratch->matched_colors = g_renew (guint32, scratch->matched_colors, n_columns);
  scratch->matched_heights = g_renew (guint32, scratch->matched_heights, n_columns);
  scratch->slice_pixels = g_renew (ThSlicePixel, scratch->slice_pixels, n_columns);
  scratch->value_pixels = g_renew (ThValuePixel, scratch->value_pixels, n_columns);
  scratch->row = g_renew (guint32, scratch->row, n_columns);
  scratch->order = g_renew (guint32, scratch->order, 2 * n_columns);
}

void
th_lane_cache_free (ThLaneCache *self)
{
  th_lane_colors_free (self->colors);
  g_clear_pointer (&self->theme, th_theme_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->slice_columns, g_hash_table_unref);
  g_free (self->corner.shares);
  g_clear_pointer (&self->hatch.tile, cairo_surface_destroy);
  scratch_clear (&self->scratch);
  g_free (self);
}

static ThLaneCache *
lane_cache_new (gboolean copies_theme)
{
  ThLaneCache *self = g_new0 (ThLaneCache, 1);

  self->copies_theme = copies_theme;
  self->colors = th_lane_colors_new ();
  self->scratch.bars = g_array_new (FALSE, FALSE, sizeof (ThBarSpan));
  self->scratch.dimmed = g_array_new (FALSE, FALSE, sizeof (ThDimmedSpan));

  return self;
}

ThLaneCache *
th_lane_cache_new (void)
{
  return lane_cache_new (TRUE);
}

static void
take_theme (ThLaneCache *self,
            ThTheme     *theme)
{
  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = self->copies_theme ? th_theme_copy (theme) : th_theme_ref (theme);
  th_lane_colors_set_theme (self->colors, self->theme);
  g_clear_pointer (&self->hatch.tile, cairo_surface_destroy);
}

/* Columns are kept by the addresses of CPUs. */
static void
take_recording (ThLaneCache *self,
                ThRecording *recording)
{
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->slice_columns, g_hash_table_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  self->recording = th_recording_ref (recording);
  th_lane_colors_set_tasks (self->colors, th_recording_get_tasks (recording));
}

static void
bring_up_to_date (ThLaneCache          *self,
                  ThRecording          *recording,
                  ThTheme              *theme,
                  const ThSceneChanges *now)
{
  if (self->recording != recording)
    take_recording (self, recording);
  if (self->theme == NULL || self->seen.theme != now->theme)
    take_theme (self, theme);
  if (self->seen.results != now->results)
    {
      th_lane_colors_forget_words (self->colors);
      g_clear_pointer (&self->slice_columns, g_hash_table_unref);
    }
  if (self->seen.names != now->names)
    th_lane_colors_forget_tasks (self->colors);

  self->seen = *now;
}

ThLaneCache *
th_lane_cache_get (ThScene *scene)
{
  ThLaneCache *self = th_scene_get_cache (scene, th_lane_cache_quark ());

  if (self == NULL)
    {
      self = lane_cache_new (FALSE);
      th_scene_set_cache (scene, th_lane_cache_quark (), self,
                          (GDestroyNotify) th_lane_cache_free);
    }

  bring_up_to_date (self, th_scene_get_recording (scene), th_scene_get_theme (scene),
                    th_scene_get_changes (scene));
  return self;
}

void
th_lane_cache_follow (ThLaneCache         *self,
                      const ThLaneContent *content)
{
  bring_up_to_date (self, content->recording, content->theme, &content->changes);
}
