/* th-lane-list.c - the list of lanes that the last refresh built
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-scene-private.h"

/* Names come from the recording, so their length is bounded. */
#define MAX_TEXT 512

void
th_lane_list_init (ThLaneList *self)
{
  self->lanes = g_array_new (FALSE, TRUE, sizeof (ThLane));
  self->owners = g_array_new (FALSE, TRUE, sizeof (ThLaneOwner));
  self->texts = g_string_chunk_new (1024);
}

void
th_lane_list_clear (ThLaneList *self)
{
  g_array_unref (self->lanes);
  g_array_unref (self->owners);
  g_string_chunk_free (self->texts);
}

void
th_lane_list_cut (ThLaneList *self,
                  guint       lane)
{
  g_array_set_size (self->lanes, lane);
  g_array_set_size (self->owners, lane);
}

void
th_lane_list_add (ThLaneList   *self,
                  const ThLane *lane,
                  ThTrackGroup *group,
                  ThSection    *section,
                  gboolean      closed)
{
  ThLaneOwner owner = { group, section, closed };

  g_array_append_val (self->lanes, *lane);
  g_array_append_val (self->owners, owner);
}

ThLane *
th_lane_list_get (ThLaneList *self,
                  guint       lane)
{
  return &g_array_index (self->lanes, ThLane, lane);
}

ThLaneOwner *
th_lane_list_get_owner (ThLaneList *self,
                        guint       lane)
{
  return lane < self->owners->len ? &g_array_index (self->owners, ThLaneOwner, lane) : NULL;
}

const char *
th_lane_list_keep_text (ThLaneList *self,
                        char       *text)
{
  g_autofree char *taken = text;
  g_autofree char *valid = g_utf8_make_valid (taken, strnlen (taken, MAX_TEXT));

  return g_string_chunk_insert_const (self->texts, valid);
}

/* --- public functions --------------------------------------------------------- */

guint
th_scene_get_n_lanes (ThScene *self)
{
  return self->list.lanes->len;
}

const ThLane *
th_scene_get_lane (ThScene *self,
                   guint    index)
{
  g_return_val_if_fail (index < self->list.lanes->len, NULL);

  return th_lane_list_get (&self->list, index);
}

double
th_scene_get_height (ThScene *self)
{
  return self->list.height;
}

double
th_scene_get_pinned_height (ThScene *self)
{
  return self->list.pinned_height;
}

gboolean
th_scene_is_cpu_heading (ThScene *self,
                         guint    index)
{
  const ThSection *section = th_lane_list_get_owner (&self->list, index)->section;
  ThLaneKind kind = th_scene_get_lane (self, index)->kind;

  return (kind == TH_LANE_SECTION || kind == TH_LANE_MORE) && section != NULL &&
         section->kind == TH_SECTION_CPUS;
}

/* --- lookup --------------------------------------------------------------- */

guint
th_scene_find_lane (ThScene *self,
                    double   y)
{
  guint low = 0, n = self->list.lanes->len;

  if (y < 0 || y >= self->list.height)
    return G_MAXUINT;

  /* Finds the last lane that begins at or above y; folded lanes have no height, so
   * step back to one that has. */
  while (n > 1)
    {
      guint half = n / 2;

      if (th_lane_list_get (&self->list, low + half)->y <= y)
        low += half;
      n -= half;
    }
  while (low > 0 && th_lane_list_get (&self->list, low)->height <= 0)
    low--;

  return low;
}

guint
th_scene_find_cpu (ThScene *self,
                   guint    stream,
                   guint    cpu)
{
  guint first, end;

  if (stream >= self->tree.first_cpus->len)
    return G_MAXUINT;

  first = g_array_index (self->tree.first_cpus, guint, stream);
  end = stream + 1 < self->tree.first_cpus->len
        ? g_array_index (self->tree.first_cpus, guint, stream + 1) : self->tree.cpus->len;
  return cpu < end - first
         ? ((const ThTrackGroup *) g_ptr_array_index (self->tree.cpus, first + cpu))->lane
         : G_MAXUINT;
}

guint
th_scene_find_task (ThScene *self,
                    guint32  task)
{
  const ThTrackGroup *group = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER (task));

  return group != NULL ? group->lane : G_MAXUINT;
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
  for (guint i = 0; i < self->list.lanes->len; i++)
    if (group_has_track (g_array_index (self->list.owners, ThLaneOwner, i).group, track))
      return i;

  return G_MAXUINT;
}

guint
th_scene_find_name (ThScene    *self,
                    const char *name)
{
  for (guint i = 0; name != NULL && i < self->list.lanes->len; i++)
    if (g_strcmp0 (th_scene_get_lane (self, i)->name, name) == 0)
      return i;

  return G_MAXUINT;
}

guint
th_scene_find_flow (ThScene   *self,
                    ThResults *results,
                    guint32    row)
{
  for (guint i = 0; i < self->list.lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);

      if (lane->kind == TH_LANE_FLOW && lane->results == results && lane->flow == row)
        return i;
    }

  return G_MAXUINT;
}
