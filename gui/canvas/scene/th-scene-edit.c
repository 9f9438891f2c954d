/* th-scene-edit.c - the user folds, hides, pins and resizes lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* The lanes that "more" adds to a section. */
#define MORE_LANES 200

/* --- all states ------------------------------------------------------------ */

void
th_scene_set_states (ThScene           *self,
                     const ThLaneState *states,
                     guint              n)
{
  th_scene_reset_states (self, states, n);
  th_scene_rearrange (self);
}

/* --- folding --------------------------------------------------------------- */

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
    th_lane_state_set (((ThTrackGroup *) g_ptr_array_index (section->groups, i))->state,
                       TH_LANE_IS_REVEALED, FALSE);
}

void
th_scene_set_folded (ThScene  *self,
                     guint     lane,
                     gboolean  folded)
{
  ThLaneState *state;
  ThLaneOwner owner;

  g_return_if_fail (lane < self->list.lanes->len);

  owner = g_array_index (self->list.owners, ThLaneOwner, lane);
  if (th_lane_list_get (&self->list, lane)->kind == TH_LANE_UNHIDE)
    {
      if (!folded)
        th_scene_show_hidden (self, lane);
      return;
    }
  if (th_lane_list_get (&self->list, lane)->kind == TH_LANE_MORE)
    section_show_more (owner.section, !folded);
  else if (th_lane_list_get (&self->list, lane)->can_fold)
    {
      if (owner.group == NULL && owner.section != NULL && owner.section->is_quiet)
        section_show_more (owner.section, !folded);
      state = owner.group != NULL ? owner.group->state : owner.section != NULL
              ? owner.section->state : self->tree.pinned;
      th_lane_state_set (state, TH_LANE_IS_FOLDED, folded);
      if (owner.group != NULL && owner.group->kind == TH_LANE_CPU)
        th_lane_state_set (state, TH_LANE_IS_OPENED, !folded && self->is_tight);
    }
  else
    return;

  th_scene_refresh (self);
}

/* --- which lanes are shown ------------------------------------------------- */

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
  for (guint i = 0; i < self->tree.cpus->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (self->tree.cpus, i);

      group->left_out = numbers != NULL && !has_number (numbers, n, group->key);
    }

  th_scene_refresh (self);
}

/* A hash of which lanes exist and are visible. */
static guint
hash_lanes (ThScene *self)
{
  guint hash = 5381;

  for (guint i = 0; i < self->list.lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);

      hash = hash * 33 + (lane->name != NULL && lane->height > 0 ? GPOINTER_TO_UINT (lane->name)
                                                                 : lane->kind);
    }

  return hash;
}

gboolean
th_scene_show_active (ThScene *self,
                      gint64   from,
                      gint64   to)
{
  guint before = hash_lanes (self);

  if (self->active.from == TH_TIME_NONE && from == TH_TIME_NONE)
    return FALSE;

  self->active.from = from;
  self->active.to = to;
  th_scene_refresh (self);
  return hash_lanes (self) != before;
}

/* --- pinning --------------------------------------------------------------- */

/* The next free rank among the pinned lanes. */
static gint
next_pinned_rank (ThScene *self)
{
  GHashTableIter iter;
  gpointer value;
  gint next = 0;

  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (th_lane_state_has (value, TH_LANE_IS_PINNED))
      next = MAX (next, ((ThLaneState *) value)->rank + 1);

  return next;
}

gboolean
th_scene_set_pinned (ThScene  *self,
                     guint     lane,
                     gboolean  pinned)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);
  ThLaneState *state;

  if (owner == NULL || owner->group == NULL || owner->group->kind == TH_LANE_PROCESS)
    return FALSE;

  state = owner->group->state;
  if (th_lane_state_has (state, TH_LANE_IS_PINNED) == (pinned != FALSE))
    return TRUE;

  state->rank = pinned ? next_pinned_rank (self) : -1;
  th_lane_state_set (state, TH_LANE_IS_PINNED, pinned);
  th_scene_rearrange (self);
  return TRUE;
}

gboolean
th_scene_set_size (ThScene    *self,
                   guint       lane,
                   ThLaneSize  size)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  if (owner == NULL || owner->group == NULL || owner->group->kind == TH_LANE_PROCESS)
    return FALSE;

  owner->group->state->size = MIN (size, TH_N_LANE_SIZES - 1);
  th_lane_state_set (owner->group->state, TH_LANE_IS_SIZED,
                     self->is_tight && size == TH_LANE_NORMAL);
  th_scene_refresh (self);
  return TRUE;
}

void
th_scene_set_tight (ThScene  *self,
                    gboolean  is_tight)
{
  if (self->is_tight == !!is_tight)
    return;

  self->is_tight = is_tight;
  th_scene_refresh (self);
}

/* --- flows ----------------------------------------------------------------- */

void
th_scene_follow (ThScene   *self,
                 ThResults *results,
                 guint32    row,
                 gboolean   dim)
{
  self->flows.followed = (ThFlowPlace) { results, row };
  self->flows.dims = dim && results != NULL;
  if (th_scene_update_reader (self))
    th_scene_refresh (self);
}

gboolean
th_scene_pin_flow (ThScene   *self,
                   ThResults *results,
                   guint32    row)
{
  ThFlowPlace place = { results, row };
  ThFlows *flows = th_results_get_flows (results);

  g_return_val_if_fail (flows != NULL && row < th_flows_get_n (flows), FALSE);

  if (th_pinned_flows_find (&self->flows, results, row) >= 0)
    return TRUE;
  if (self->flows.places->len >= TH_SCENE_MAX_FLOWS)
    return FALSE;

  g_array_append_val (self->flows.places, place);
  th_lane_state_set (self->flows.section->state, TH_LANE_IS_FOLDED | TH_LANE_IS_HIDDEN, FALSE);
  th_scene_refresh (self);
  return TRUE;
}

void
th_scene_unpin_flow (ThScene   *self,
                     ThResults *results,
                     guint32    row)
{
  gint index = th_pinned_flows_find (&self->flows, results, row);

  if (index < 0)
    return;

  g_array_remove_index (self->flows.places, index);
  th_scene_refresh (self);
}
