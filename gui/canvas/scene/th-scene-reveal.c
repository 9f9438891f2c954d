/* th-scene-reveal.c - hides, shows, counts and reveals lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* The state of a lane, a process or a section, by its lane. */
static ThLaneState *
get_state (ThScene *self,
           guint    lane)
{
  const ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  if (owner == NULL)
    return NULL;
  if (owner->group != NULL)
    return owner->group->state;
  if (owner->section != NULL && th_scene_get_lane (self, lane)->kind == TH_LANE_SECTION)
    return owner->section->state;

  return NULL;
}

gboolean
th_scene_set_hidden (ThScene  *self,
                     guint     lane,
                     gboolean  hidden)
{
  ThLaneState *state = get_state (self, lane);
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  if (state == NULL)
    return FALSE;

  th_lane_state_set (state, TH_LANE_IS_HIDDEN, hidden);
  if (owner->group != NULL && !hidden)
    owner->group->left_out = FALSE;
  th_scene_refresh (self);
  return TRUE;
}

static void
show_group (ThTrackGroup *group)
{
  th_lane_state_set (group->state, TH_LANE_IS_HIDDEN, FALSE);
  group->left_out = FALSE;
  if (group->vcpu != NULL)
    show_group (group->vcpu);
}

static void
show_groups (const ThSection *section)
{
  for (guint i = 0; i < section->groups->len; i++)
    show_group (g_ptr_array_index (section->groups, i));
}

/* Includes hidden lanes of sections that have no lane at present. */
static void
show_all (ThScene *self)
{
  GHashTableIter iter;
  gpointer state;

  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &state))
    th_lane_state_set (state, TH_LANE_IS_HIDDEN, FALSE);
  for (guint i = 0; i < self->tree.cpus->len; i++)
    show_group (g_ptr_array_index (self->tree.cpus, i));
}

void
th_scene_show_hidden (ThScene *self,
                      guint    lane)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  if (owner == NULL)
    show_all (self);
  else if (owner->section != NULL)
    show_groups (owner->section);
  else
    {
      for (guint i = 0; i < self->tree.sections->len; i++)
        th_lane_state_set (((ThSection *) g_ptr_array_index (self->tree.sections, i))->state,
                           TH_LANE_IS_HIDDEN, FALSE);
      th_lane_state_set (self->flows.section->state, TH_LANE_IS_HIDDEN, FALSE);
      th_lane_state_set (self->tree.pinned, TH_LANE_IS_HIDDEN, FALSE);
    }
  th_scene_refresh (self);
}

guint
th_scene_get_n_hidden (ThScene *self)
{
  guint n = 0;

  for (guint i = 0; i < self->tree.sections->len; i++)
    {
      const ThSection *section = g_ptr_array_index (self->tree.sections, i);

      n += th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);
      for (guint j = 0; j < section->groups->len; j++)
        {
          const ThTrackGroup *group = g_ptr_array_index (section->groups, j);

          n += th_lane_state_has (group->state, TH_LANE_IS_HIDDEN) || group->left_out;
          n += group->vcpu != NULL && th_lane_state_has (group->vcpu->state, TH_LANE_IS_HIDDEN);
          for (guint k = 0; group->members != NULL && k < group->members->groups->len; k++)
            n += th_lane_state_has (((ThTrackGroup *) g_ptr_array_index (group->members->groups,
                                                                         k))->state,
                                    TH_LANE_IS_HIDDEN);
        }
    }

  return n;
}

/* --- revealing ------------------------------------------------------------- */

static void
reveal_section (ThLaneState *state)
{
  th_lane_state_set (state, TH_LANE_IS_HIDDEN | TH_LANE_IS_FOLDED, FALSE);
}

/* The lane of a vCPU task needs its CPU unfolded. */
static gboolean
reveal_vcpu (ThScene            *self,
             const ThTrackGroup *cpu,
             const char         *name)
{
  if (cpu->vcpu == NULL || !g_str_equal (cpu->vcpu->state->name, name))
    return FALSE;

  show_group (cpu->vcpu);
  th_lane_state_set (cpu->state, TH_LANE_IS_FOLDED, FALSE);
  th_lane_state_set (cpu->state, TH_LANE_IS_OPENED, self->is_tight);
  if (th_lane_state_has (cpu->vcpu->state, TH_LANE_IS_PINNED))
    reveal_section (self->tree.pinned);
  return TRUE;
}

/* FALSE if the group is not in @section. */
static gboolean
reveal_in (ThScene    *self,
           ThSection  *section,
           const char *name)
{
  gboolean found = g_str_equal (section->state->name, name);

  for (guint i = 0; i < section->groups->len && !found; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);
      gboolean inner = (group->members != NULL && reveal_in (self, group->members, name)) ||
                       reveal_vcpu (self, group, name);

      if (!inner && !g_str_equal (group->state->name, name))
        continue;
      found = TRUE;
      show_group (group);
      th_lane_state_set (group->state, TH_LANE_IS_REVEALED,
                         group->kind != TH_LANE_CPU ||
                         (th_section_get_first (section) == 0 &&
                          th_track_group_is_empty (self, group)));
      if (th_lane_state_has (group->state, TH_LANE_IS_PINNED))
        reveal_section (self->tree.pinned);
    }
  if (found)
    reveal_section (section->state);

  return found;
}

guint
th_scene_reveal (ThScene    *self,
                 const char *name)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->tree.sections->len && !found; i++)
    found = reveal_in (self, g_ptr_array_index (self->tree.sections, i), name);
  if (found)
    th_scene_refresh (self);

  return th_scene_find_name (self, name);
}

guint
th_scene_reveal_task (ThScene *self,
                      guint32  task)
{
  const ThTrackGroup *group = g_hash_table_lookup (self->tree.tasks_by_id, GUINT_TO_POINTER (task));

  return group != NULL ? th_scene_reveal (self, group->state->name) : G_MAXUINT;
}
