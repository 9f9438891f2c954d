/* th-track-group.c - track groups, which may have a lane, and their sections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* If more CPUs than this have no events, they are folded into one lane. */
#define MAX_EMPTY_CPUS 64

void
th_track_group_init (ThTrackGroup *group,
                     ThScene      *self,
                     ThLaneKind    kind,
                     guint32       key)
{
  group->kind = kind;
  group->key = key;
  group->lane = G_MAXUINT;
  group->tgid = -1;
  group->serial = self->tree.n_groups++;
  group->tracks = g_array_ref (self->tree.empty);
  group->rows = g_array_ref (self->tree.empty);
}

ThTrackGroup *
th_track_group_new (ThScene    *self,
                    ThLaneKind  kind,
                    guint32     key)
{
  ThTrackGroup *group = g_new0 (ThTrackGroup, 1);

  th_track_group_init (group, self, kind, key);
  return group;
}

/* Most CPUs of a recording with very many of them have neither tracks nor rows, so they
 * share an empty array. */
void
th_track_group_own_array (ThScene  *self,
                          GArray  **array,
                          guint     size)
{
  if (*array != self->tree.empty)
    return;

  g_array_unref (*array);
  *array = g_array_new (FALSE, TRUE, size);
}

void
th_track_group_add_places (ThScene            *self,
                           ThTrackGroup       *group,
                           const ThTrackPlace *places,
                           guint               n)
{
  th_track_group_own_array (self, &group->tracks, sizeof (ThTrackPlace));
  g_array_append_vals (group->tracks, places, n);
}

void
th_track_group_clear (ThTrackGroup *group)
{
  g_clear_pointer (&group->members, th_section_free);
  g_clear_pointer (&group->vcpu, th_track_group_free);
  g_array_unref (group->tracks);
  g_array_unref (group->rows);
}

void
th_track_group_free (ThTrackGroup *group)
{
  th_track_group_clear (group);
  g_free (group);
}

gboolean
th_track_group_is_hidden (const ThTrackGroup *group)
{
  return group->left_out || th_lane_state_has (group->state, TH_LANE_IS_HIDDEN);
}

/* Whether the CPU's vCPU task on the host has tracks. */
gboolean
th_track_group_has_vcpu (const ThTrackGroup *group)
{
  return group->vcpu != NULL && group->vcpu->tracks->len > 0;
}

guint
th_scene_get_part (ThScene            *self,
                   const ThTrackGroup *group)
{
  return th_tasks_get_source (th_recording_get_tasks (self->recording), group->key);
}

/* --- sections -------------------------------------------------------------- */

ThSection *
th_section_new (ThScene       *self,
                ThSectionKind  kind,
                ThResults     *results,
                char          *name)
{
  ThSection *section = g_new0 (ThSection, 1);

  section->kind = kind;
  section->results = results;
  section->state = th_scene_take_state (self, name);
  section->groups = g_ptr_array_new ();
  if (kind == TH_SECTION_ANALYSIS)
    g_ptr_array_set_free_func (section->groups, (GDestroyNotify) th_track_group_free);

  return section;
}

void
th_section_free (ThSection *section)
{
  g_ptr_array_unref (section->groups);
  g_free (section);
}

/* A section shows a few lanes at first, or all if hardly more remain. */
guint
th_section_get_first (const ThSection *section)
{
  guint few = section->kind == TH_SECTION_ANALYSIS ? 24 : 8;

  if (section->kind == TH_SECTION_CPUS)
    return section->is_quiet || section->n_empty > MAX_EMPTY_CPUS ? 0 : section->groups->len;

  return section->groups->len <= few * 3 / 2 ? section->groups->len : few;
}
