/* th-lane-quiet.c - sections whose CPUs have no events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording made in a tracefs instance has each CPU twice: in the instance, and in the top-level
 * buffer, which is usually empty.  The section of an empty buffer is quiet: only its heading is
 * shown, below the other sections, and the tracks of a CPU go to a buffer that has events of it.
 */
#include "config.h"

#include "th-scene-private.h"

static ThCpu *
get_cpu (ThScene            *self,
         const ThTrackGroup *group)
{
  return th_stream_get_cpu (th_recording_get_stream (self->recording, group->stream), group->cpu);
}

/* --- quiet sections ---------------------------------------------------- */

/* Whether a CPU has no events and the user did not arrange its lane. */
static gboolean
may_fold_cpu (ThScene            *self,
              const ThTrackGroup *group)
{
  return group->state->rank < 0 && !th_track_group_is_hidden (group) &&
         !th_lane_state_has (group->state, TH_LANE_IS_PINNED) &&
         th_track_group_is_empty (self, group);
}

static void
count_empty (ThScene   *self,
             ThSection *section)
{
  section->n_empty = 0;
  for (guint i = 0; i < section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);

      group->may_fold = may_fold_cpu (self, group);
      section->n_empty += group->may_fold;
    }
}

/* While the recording loads, a CPU may still get events; a section without CPUs never does. */
static gboolean
stays_empty (ThScene         *self,
             const ThSection *section)
{
  return section->n_empty == section->groups->len &&
         (section->groups->len == 0 ||
          th_recording_get_state (self->recording) != TH_LOAD_RUNNING);
}

void
th_scene_find_quiet (ThScene *self)
{
  gboolean has_others = FALSE;

  for (guint i = 0; i < self->tree.sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->tree.sections, i);

      if (section->kind != TH_SECTION_CPUS)
        continue;
      count_empty (self, section);
      has_others |= section->n_empty < section->groups->len;
    }
  for (guint i = 0; i < self->tree.sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->tree.sections, i);

      section->is_quiet = section->kind == TH_SECTION_CPUS && has_others &&
                          stays_empty (self, section);
    }
}

/* --- where tracks are -------------------------------------------------- */

/* Gives @group the tracks of its CPU if the buffer that has them is empty.  Returns whether they
 * moved. */
static gboolean
offer_home (ThScene      *self,
            ThTrackGroup *group)
{
  ThStream *stream = th_recording_get_stream (self->recording, group->stream);
  gpointer key = th_scene_cpu_key (th_recording_get_index (th_stream_get_recording (stream)),
                                   group->key);
  ThTrackGroup *home = g_hash_table_lookup (self->tree.cpus_by_number, key);

  if (home == group || th_cpu_get_n_rows (get_cpu (self, home)) > 0 ||
      th_cpu_get_n_rows (get_cpu (self, group)) == 0)
    return FALSE;

  g_hash_table_insert (self->tree.cpus_by_number, key, group);
  return TRUE;
}

void
th_scene_choose_homes (ThScene *self)
{
  gboolean changed = FALSE;

  if (self->tree.has_homes || th_recording_get_state (self->recording) == TH_LOAD_RUNNING)
    return;

  self->tree.has_homes = TRUE;
  for (guint i = 0; i < self->tree.cpus->len; i++)
    changed |= offer_home (self, g_ptr_array_index (self->tree.cpus, i));
  if (!changed)
    return;

  th_scene_learn_guests (self);
  th_scene_drop_tracks (self, NULL);
}
