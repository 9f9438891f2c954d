/* th-scene-move.c - the user moves lanes and sections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-private.h"

/* The section that @lane heads, if it can be moved: the pinned section stays at the
 * top, and flows stay above the tasks. */
static ThSection *
headed_section (ThScene *self,
                guint    lane)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  return owner != NULL && owner->group == NULL &&
         th_scene_get_lane (self, lane)->kind == TH_LANE_SECTION &&
         owner->section != self->flows.section ? owner->section : NULL;
}

/* Whether the lane is a vCPU task below its guest's CPU, which moves with it, or the reader below
 * the followed packet. */
static gboolean
stays (ThScene *self,
       guint    lane)
{
  const ThTrackGroup *group = th_lane_list_get_owner (&self->list, lane)->group;

  return (group->over != NULL || group == self->flows.reader) &&
         !th_scene_get_lane (self, lane)->pinned;
}

gboolean
th_scene_can_move (ThScene *self,
                   guint    lane)
{
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);

  return owner != NULL &&
         (owner->group != NULL ? !stays (self, lane) : headed_section (self, lane) != NULL);
}

/* A lane may move only within its section, among pinned or among unpinned lanes. */
static gboolean
share_section (ThScene *self,
               guint    lane,
               guint    other)
{
  ThLaneOwner *a = th_lane_list_get_owner (&self->list, lane);
  ThLaneOwner *b = th_lane_list_get_owner (&self->list, other);

  if (a == NULL || b == NULL || a->group == NULL || b->group == NULL ||
      th_scene_get_lane (self, lane)->pinned != th_scene_get_lane (self, other)->pinned ||
      stays (self, lane) || stays (self, other))
    return FALSE;

  return th_scene_get_lane (self, lane)->pinned || a->section == b->section;
}

/* The groups of its section in their order, including hidden ones. */
static GPtrArray *
list_section (ThScene *self,
              guint    lane)
{
  const ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);
  GPtrArray *list = g_ptr_array_new ();

  if (th_scene_get_lane (self, lane)->pinned)
    {
      for (guint i = 0; i < self->list.lanes->len; i++)
        if (share_section (self, lane, i))
          g_ptr_array_add (list, th_lane_list_get_owner (&self->list, i)->group);
      return list;
    }

  for (guint i = 0; i < owner->section->groups->len; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (owner->section->groups, i);

      if (!th_lane_state_has (group->state, TH_LANE_IS_PINNED))
        g_ptr_array_add (list, group);
    }

  return list;
}

/* The lanes up to the farther of the two positions get a rank; the others stay sorted
 * after them. */
static void
move_within (GPtrArray    *list,
             ThTrackGroup *group,
             guint         to)
{
  guint from = 0, n_ranked;

  g_ptr_array_find (list, group, &from);
  n_ranked = MAX (from, to);
  for (guint i = 0; i < list->len; i++)
    if (((ThTrackGroup *) g_ptr_array_index (list, i))->state->rank >= 0)
      n_ranked = MAX (n_ranked, i);

  g_ptr_array_remove_index (list, from);
  g_ptr_array_insert (list, to, group);
  for (guint i = 0; i <= n_ranked && i < list->len; i++)
    ((ThTrackGroup *) g_ptr_array_index (list, i))->state->rank = i;
}

static void
move_to (ThScene  *self,
         guint     lane,
         guint     other,
         gboolean  behind)
{
  g_autoptr(GPtrArray) list = list_section (self, lane);
  ThLaneOwner *owner = th_lane_list_get_owner (&self->list, lane);
  guint from = 0, to = 0;

  g_ptr_array_find (list, owner->group, &from);
  g_ptr_array_find (list, th_lane_list_get_owner (&self->list, other)->group, &to);
  to += behind;
  if (to > from)
    to--;
  if (to == from)
    return;

  move_within (list, owner->group, to);
  if (!th_scene_get_lane (self, lane)->pinned)
    th_section_sort (self, owner->section);
  th_scene_refresh (self);
}

/* The next visible lane of the same section in a direction. */
static guint
seen_neighbor (ThScene *self,
               guint    lane,
               gint     step)
{
  for (gint64 i = (gint64) lane + step; i >= 0 && i < self->list.lanes->len; i += step)
    if (share_section (self, lane, i) && th_scene_get_lane (self, i)->height > 0)
      return i;

  return G_MAXUINT;
}

/* --- sections -------------------------------------------------------------- */

/* The visible sections, in their order. */
static GPtrArray *
list_headed (ThScene *self)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->list.lanes->len; i++)
    if (headed_section (self, i) != NULL)
      g_ptr_array_add (list, headed_section (self, i));

  return list;
}

/* Invisible sections keep their order after the visible ones. */
static gboolean
move_section (ThScene   *self,
              ThSection *section,
              GPtrArray *list,
              gint64     to)
{
  guint from = 0, n_ranked = 0;

  if (to < 0 || to >= list->len || !g_ptr_array_find (list, section, &from) || to == from)
    return FALSE;

  n_ranked = MAX (from, to);
  for (guint i = 0; i < list->len; i++)
    if (((ThSection *) g_ptr_array_index (list, i))->state->rank >= 0)
      n_ranked = MAX (n_ranked, i);
  g_ptr_array_remove_index (list, from);
  g_ptr_array_insert (list, to, section);
  for (guint i = 0; i <= n_ranked; i++)
    ((ThSection *) g_ptr_array_index (list, i))->state->rank = i;
  th_scene_refresh (self);
  return TRUE;
}

/* Moves a section before the one that lane @to heads; if @to is inside a section, to
 * the far side of that. */
static gboolean
move_section_before (ThScene   *self,
                     ThSection *section,
                     guint      to)
{
  g_autoptr(GPtrArray) list = list_headed (self);
  guint from = 0, place = 0;

  g_ptr_array_find (list, section, &from);
  for (guint i = 0; i < to && i < self->list.lanes->len; i++)
    place += headed_section (self, i) != NULL;
  /* @place sections begin above @to; the last of them contains @to. */
  if (place > 0 && headed_section (self, to) == NULL && to < self->list.lanes->len &&
      from > place - 1)
    place--;
  if (place > from)
    place--;

  return move_section (self, section, list, place);
}

static gboolean
move_section_by (ThScene   *self,
                 ThSection *section,
                 gint       step)
{
  g_autoptr(GPtrArray) list = list_headed (self);
  guint from = 0;

  g_ptr_array_find (list, section, &from);
  return move_section (self, section, list, (gint64) from + step);
}

/* --- lanes or sections ---------------------------------------------------------------- */

gboolean
th_scene_move_before (ThScene *self,
                      guint    lane,
                      guint    to)
{
  gboolean behind = !share_section (self, lane, to);

  if (!th_scene_can_move (self, lane))
    return FALSE;
  if (headed_section (self, lane) != NULL)
    return move_section_before (self, headed_section (self, lane), to);

  /* @to is after the section: move it after its last visible lane. */
  for (gint64 i = MIN (to, self->list.lanes->len) - 1; behind && i >= 0; i--)
    if (share_section (self, lane, i) && th_scene_get_lane (self, i)->height > 0)
      {
        move_to (self, lane, i, TRUE);
        return TRUE;
      }
  /* @to is above the section: move before its first lane. */
  for (guint i = to; behind && i < self->list.lanes->len; i++)
    if (share_section (self, lane, i))
      {
        to = i;
        behind = FALSE;
      }
  if (behind)
    return FALSE;

  move_to (self, lane, to, FALSE);
  return TRUE;
}

gboolean
th_scene_move_by (ThScene *self,
                  guint    lane,
                  gint     step)
{
  guint other = lane;

  if (!th_scene_can_move (self, lane) || step == 0)
    return FALSE;
  if (headed_section (self, lane) != NULL)
    return move_section_by (self, headed_section (self, lane), step);

  for (gint i = 0; i < ABS (step) && other != G_MAXUINT; i++)
    other = seen_neighbor (self, other, step > 0 ? 1 : -1);
  if (other == G_MAXUINT)
    return FALSE;

  move_to (self, lane, other, step > 0);
  return TRUE;
}
