/* th-scene-sort.c - sorts sections, and groups tasks by process
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* The section of a lane, if it can be sorted: one of CPUs or tasks. */
static ThSection *
sorted_section (ThScene *self,
                guint    lane)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);
  ThSection *section = owner != NULL ? owner->section : NULL;

  if (section != NULL && section->kind == TH_SECTION_PROCESS)
    section = self->tree.task_section;

  return section != NULL && (section->kind == TH_SECTION_CPUS || section->kind == TH_SECTION_TASKS)
         ? section : NULL;
}

static void
forget_ranks (const ThSection *section)
{
  for (guint i = 0; i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);

      if (!th_lane_state_has (group->state, TH_LANE_IS_PINNED))
        group->state->rank = -1;
      if (group->members != NULL)
        forget_ranks (group->members);
    }
}

gboolean
th_scene_set_sort (ThScene    *self,
                   guint       lane,
                   ThLaneSort  sort)
{
  ThSection *section = sorted_section (self, lane);

  if (section == NULL)
    return FALSE;

  section->state->sort = sort;
  forget_ranks (section);
  th_scene_rearrange (self);
  return TRUE;
}

gboolean
th_scene_get_sort (ThScene    *self,
                   guint       lane,
                   ThLaneSort *sort)
{
  const ThSection *section = sorted_section (self, lane);

  if (section == NULL)
    return FALSE;

  *sort = section->state->sort != TH_SORT_USUAL ? section->state->sort
          : section->kind == TH_SECTION_CPUS ? TH_SORT_NUMBER : TH_SORT_BUSY;
  return TRUE;
}

gboolean
th_scene_has_names (ThScene *self,
                    guint    lane)
{
  return sorted_section (self, lane) == self->tree.task_section;
}

void
th_scene_set_grouped (ThScene  *self,
                      gboolean  grouped)
{
  th_lane_state_set (self->tree.task_section->state, TH_LANE_IS_UNGROUPED, !grouped);
  th_scene_rearrange (self);
}

gboolean
th_scene_get_grouped (ThScene *self)
{
  return !th_lane_state_has (self->tree.task_section->state, TH_LANE_IS_UNGROUPED);
}
