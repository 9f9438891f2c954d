/* th-lane-state.c - how the user arranged lanes: hidden, pinned, moved, high or low
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-scene-private.h"

/* However many lanes a file says were arranged. */
#define MAX_STATES 100000

/* --- names ------------------------------------------------------------- */

/* What the table of states holds. */
typedef struct
{
  ThLaneState state; /* first: a pointer to it is one to the whole */
  gboolean    taken; /* by a lane or section that there is */
} KeptState;

static void
state_clear (ThLaneState *state)
{
  g_free (state->name);
}

void
th_lane_state_free (ThLaneState *state)
{
  state_clear (state);
  g_free (state);
}

/* @name: taken; it has no state yet */
static KeptState *
add_state (ThScene *self,
           char    *name)
{
  KeptState *kept = g_new0 (KeptState, 1);

  kept->state.name = name;
  kept->state.rank = -1;
  g_hash_table_insert (self->states, name, kept);
  return kept;
}

/* @name: taken */
static ThLaneState *
ensure_state (ThScene *self,
              char    *name)
{
  KeptState *kept = g_hash_table_lookup (self->states, name);

  if (kept == NULL)
    return &add_state (self, name)->state;

  g_free (name);
  return &kept->state;
}

ThLaneState *
th_scene_take_state (ThScene *self,
                     char    *name)
{
  gboolean is_valid = g_utf8_validate (name, -1, NULL);
  char *valid = is_valid ? name : g_utf8_make_valid (name, -1);
  KeptState *kept;

  if (!is_valid)
    g_free (name);
  for (guint i = 2; (kept = g_hash_table_lookup (self->states, valid)) != NULL && kept->taken; i++)
    {
      const char *sign = i > 2 ? strrchr (valid, '#') : NULL;
      char *next = g_strdup_printf ("%.*s#%u", (int) (sign != NULL ? (gsize) (sign - valid) : strlen (valid)), valid, i);

      g_free (valid);
      valid = next;
    }

  if (kept != NULL)
    g_free (valid);
  else
    kept = add_state (self, valid);
  kept->taken = TRUE;
  return &kept->state;
}

void
th_scene_release_state (ThScene           *self,
                        const ThLaneState *state)
{
  KeptState *kept = g_hash_table_lookup (self->states, state->name);

  if (kept != NULL)
    kept->taken = FALSE;
}

/* --- as plain data ----------------------------------------------------- */

static gboolean
state_differs (const ThLaneState *state)
{
  return state->flags != 0 || state->size != TH_LANE_NORMAL || state->rank >= 0 || state->sort != TH_SORT_USUAL;
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (((const ThLaneState *) a)->name, ((const ThLaneState *) b)->name);
}

GArray *
th_scene_list_states (ThScene *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThLaneState));
  GHashTableIter iter;
  gpointer value;

  g_array_set_clear_func (list, (GDestroyNotify) state_clear);
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      ThLaneState state = *(const ThLaneState *) value;

      if (!state_differs (&state))
        continue;
      state.name = g_strdup (state.name);
      g_array_append_val (list, state);
    }
  g_array_sort (list, compare_names);

  return list;
}

/* Everything as it is told now. */
static void
arrange_all (ThScene *self)
{
  self->task_section->n_sorted = 0;
  for (guint i = 0; i < self->sections->len; i++)
    {
      ThSection *section = g_ptr_array_index (self->sections, i);

      section->n_sorted = 0;
      th_section_sort (self, section);
    }
  th_scene_gather (self);
  th_scene_refresh (self);
}

void
th_scene_set_states (ThScene           *self,
                     const ThLaneState *states,
                     guint              n)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    *(ThLaneState *) value = (ThLaneState) { .name = ((ThLaneState *) value)->name, .rank = -1 };

  for (guint i = 0; i < MIN (n, MAX_STATES); i++)
    {
      ThLaneState *state;

      if (states[i].name == NULL)
        continue;
      state = ensure_state (self, g_utf8_make_valid (states[i].name, -1));
      state->flags = states[i].flags;
      state->size = MIN (states[i].size, TH_N_LANE_SIZES - 1);
      state->rank = MAX (states[i].rank, -1);
      state->sort = MIN (states[i].sort, TH_SORT_NAME);
    }
  arrange_all (self);
}

/* --- one lane ---------------------------------------------------------- */

static ThLaneOwner *
get_owner (ThScene *self,
           guint    lane)
{
  return lane < self->owners->len ? &g_array_index (self->owners, ThLaneOwner, lane) : NULL;
}

/* Of lanes, processes and headings. */
static ThLaneState *
get_state (ThScene *self,
           guint    lane)
{
  const ThLaneOwner *owner = get_owner (self, lane);

  if (owner == NULL)
    return NULL;
  if (owner->group != NULL)
    return owner->group->state;
  if (owner->section != NULL && th_scene_get_lane (self, lane)->kind == TH_LANE_SECTION)
    return owner->section->state;

  return NULL;
}

guint
th_scene_find_name (ThScene    *self,
                    const char *name)
{
  for (guint i = 0; name != NULL && i < self->lanes->len; i++)
    if (g_strcmp0 (th_scene_get_lane (self, i)->name, name) == 0)
      return i;

  return G_MAXUINT;
}

gboolean
th_scene_set_hidden (ThScene  *self,
                     guint     lane,
                     gboolean  hidden)
{
  ThLaneState *state = get_state (self, lane);
  ThLaneOwner *owner = get_owner (self, lane);

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

/* Also what is hidden of a section that has no lanes now. */
static void
show_all (ThScene *self)
{
  GHashTableIter iter;
  gpointer state;

  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &state))
    th_lane_state_set (state, TH_LANE_IS_HIDDEN, FALSE);
  for (guint i = 0; i < self->cpus->len; i++)
    show_group (g_ptr_array_index (self->cpus, i));
}

void
th_scene_show_hidden (ThScene *self,
                      guint    lane)
{
  ThLaneOwner *owner = get_owner (self, lane);

  if (owner == NULL)
    show_all (self);
  else if (owner->section != NULL)
    show_groups (owner->section);
  else
    {
      for (guint i = 0; i < self->sections->len; i++)
        th_lane_state_set (((ThSection *) g_ptr_array_index (self->sections, i))->state, TH_LANE_IS_HIDDEN, FALSE);
      th_lane_state_set (self->flow_section->state, TH_LANE_IS_HIDDEN, FALSE);
      th_lane_state_set (self->pinned, TH_LANE_IS_HIDDEN, FALSE);
    }
  th_scene_refresh (self);
}

guint
th_scene_get_n_hidden (ThScene *self)
{
  guint n = 0;

  for (guint i = 0; i < self->sections->len; i++)
    {
      const ThSection *section = g_ptr_array_index (self->sections, i);

      n += th_lane_state_has (section->state, TH_LANE_IS_HIDDEN);
      for (guint j = 0; j < section->groups->len; j++)
        {
          const ThTrackGroup *group = g_ptr_array_index (section->groups, j);

          n += th_lane_state_has (group->state, TH_LANE_IS_HIDDEN) || group->left_out;
          n += group->vcpu != NULL && th_lane_state_has (group->vcpu->state, TH_LANE_IS_HIDDEN);
          for (guint k = 0; group->members != NULL && k < group->members->groups->len; k++)
            n += th_lane_state_has (((ThTrackGroup *) g_ptr_array_index (group->members->groups, k))->state, TH_LANE_IS_HIDDEN);
        }
    }

  return n;
}

/* The next rank of those that are pinned. */
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
  ThLaneOwner *owner = get_owner (self, lane);
  ThLaneState *state;

  if (owner == NULL || owner->group == NULL || owner->group->kind == TH_LANE_PROCESS)
    return FALSE;

  state = owner->group->state;
  if (th_lane_state_has (state, TH_LANE_IS_PINNED) == (pinned != FALSE))
    return TRUE;

  state->rank = pinned ? next_pinned_rank (self) : -1;
  th_lane_state_set (state, TH_LANE_IS_PINNED, pinned);
  arrange_all (self);
  return TRUE;
}

static void
reveal_section (ThLaneState *state)
{
  th_lane_state_set (state, TH_LANE_IS_HIDDEN | TH_LANE_IS_FOLDED, FALSE);
}

/* The lane below a CPU needs that open. */
static gboolean
reveal_vcpu (ThScene            *self,
             const ThTrackGroup *cpu,
             const char         *name)
{
  if (cpu->vcpu == NULL || !g_str_equal (cpu->vcpu->state->name, name))
    return FALSE;

  show_group (cpu->vcpu);
  th_lane_state_set (cpu->state, TH_LANE_IS_FOLDED, FALSE);
  if (th_lane_state_has (cpu->vcpu->state, TH_LANE_IS_PINNED))
    reveal_section (self->pinned);
  return TRUE;
}

/* FALSE if it is not in @section. */
static gboolean
reveal_in (ThScene    *self,
           ThSection  *section,
           const char *name)
{
  gboolean found = g_str_equal (section->state->name, name);

  for (guint i = 0; i < section->groups->len && !found; i++)
    {
      ThTrackGroup *group = g_ptr_array_index (section->groups, i);
      gboolean inner = (group->members != NULL && reveal_in (self, group->members, name)) || reveal_vcpu (self, group, name);

      if (!inner && !g_str_equal (group->state->name, name))
        continue;
      found = TRUE;
      show_group (group);
      th_lane_state_set (group->state, TH_LANE_IS_REVEALED,
                         group->kind != TH_LANE_CPU || (th_section_get_first (section) == 0 && th_track_group_is_empty (self, group)));
      if (th_lane_state_has (group->state, TH_LANE_IS_PINNED))
        reveal_section (self->pinned);
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

  for (guint i = 0; i < self->sections->len && !found; i++)
    found = reveal_in (self, g_ptr_array_index (self->sections, i), name);
  if (found)
    th_scene_refresh (self);

  return th_scene_find_name (self, name);
}

double
th_scene_get_pinned_height (ThScene *self)
{
  return self->pinned_height;
}

gboolean
th_scene_set_size (ThScene    *self,
                   guint       lane,
                   ThLaneSize  size)
{
  ThLaneOwner *owner = get_owner (self, lane);

  if (owner == NULL || owner->group == NULL || owner->group->kind == TH_LANE_PROCESS)
    return FALSE;

  owner->group->state->size = MIN (size, TH_N_LANE_SIZES - 1);
  th_scene_refresh (self);
  return TRUE;
}

/* --- moving ------------------------------------------------------------ */

/* That @lane is the heading of; flows stay with the tasks, what is pinned on top. */
static ThSection *
headed_section (ThScene *self,
                guint    lane)
{
  ThLaneOwner *owner = get_owner (self, lane);

  return owner != NULL && owner->group == NULL && th_scene_get_lane (self, lane)->kind == TH_LANE_SECTION &&
         owner->section != self->flow_section ? owner->section : NULL;
}

/* Below the CPU that it belongs to. */
static gboolean
stays (ThScene *self,
       guint    lane)
{
  return get_owner (self, lane)->group->over != NULL && !th_scene_get_lane (self, lane)->pinned;
}

gboolean
th_scene_can_move (ThScene *self,
                   guint    lane)
{
  ThLaneOwner *owner = get_owner (self, lane);

  return owner != NULL && (owner->group != NULL ? !stays (self, lane) : headed_section (self, lane) != NULL);
}

/* A lane may go where its section has others: to those that are pinned, or not
 * as it is. */
static gboolean
share_section (ThScene *self,
               guint    lane,
               guint    other)
{
  ThLaneOwner *a = get_owner (self, lane), *b = get_owner (self, other);

  if (a == NULL || b == NULL || a->group == NULL || b->group == NULL ||
      th_scene_get_lane (self, lane)->pinned != th_scene_get_lane (self, other)->pinned || stays (self, lane) || stays (self, other))
    return FALSE;

  return th_scene_get_lane (self, lane)->pinned || a->section == b->section;
}

/* Those that share its section, in their order; hidden ones too. */
static GPtrArray *
list_section (ThScene *self,
              guint    lane)
{
  const ThLaneOwner *owner = get_owner (self, lane);
  GPtrArray *list = g_ptr_array_new ();

  if (th_scene_get_lane (self, lane)->pinned)
    {
      for (guint i = 0; i < self->lanes->len; i++)
        if (share_section (self, lane, i))
          g_ptr_array_add (list, get_owner (self, i)->group);
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

/* Who comes first up to the last of the two needs a rank; the others stay
 * sorted behind them. */
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
move_to (ThScene *self,
         guint    lane,
         guint    other,
         gboolean behind)
{
  g_autoptr(GPtrArray) list = list_section (self, lane);
  ThLaneOwner *owner = get_owner (self, lane);
  guint from = 0, to = 0;

  g_ptr_array_find (list, owner->group, &from);
  g_ptr_array_find (list, get_owner (self, other)->group, &to);
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

/* The seen lane of the same section that comes next in a direction. */
static guint
seen_neighbour (ThScene *self,
                guint    lane,
                gint     step)
{
  for (gint64 i = (gint64) lane + step; i >= 0 && i < self->lanes->len; i += step)
    if (share_section (self, lane, i) && th_scene_get_lane (self, i)->height > 0)
      return i;

  return G_MAXUINT;
}

/* --- moving sections --------------------------------------------------- */

/* Sections that are seen, in their order. */
static GPtrArray *
list_headed (ThScene *self)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->lanes->len; i++)
    if (headed_section (self, i) != NULL)
      g_ptr_array_add (list, headed_section (self, i));

  return list;
}

/* Those that are not seen keep their places behind those that are. */
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

/* Before the section that lane @to heads; in the middle of another one, to its
 * other side. */
static gboolean
move_section_before (ThScene   *self,
                     ThSection *section,
                     guint      to)
{
  g_autoptr(GPtrArray) list = list_headed (self);
  guint from = 0, place = 0;

  g_ptr_array_find (list, section, &from);
  for (guint i = 0; i < to && i < self->lanes->len; i++)
    place += headed_section (self, i) != NULL;
  /* So many sections begin above @to; the last of them is the one that @to is in. */
  if (place > 0 && headed_section (self, to) == NULL && to < self->lanes->len && from > place - 1)
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

/* --- moving either ----------------------------------------------------- */

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

  /* What ends the section: behind the last that is seen. */
  for (gint64 i = MIN (to, self->lanes->len) - 1; behind && i >= 0; i--)
    if (share_section (self, lane, i) && th_scene_get_lane (self, i)->height > 0)
      {
        move_to (self, lane, i, TRUE);
        return TRUE;
      }
  /* What is above the section: before its first. */
  for (guint i = to; behind && i < self->lanes->len; i++)
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
    other = seen_neighbour (self, other, step > 0 ? 1 : -1);
  if (other == G_MAXUINT)
    return FALSE;

  move_to (self, lane, other, step > 0);
  return TRUE;
}

/* --- sections ---------------------------------------------------------- */

/* That can be sorted: of CPUs, of tasks. */
static ThSection *
sorted_section (ThScene *self,
                guint    lane)
{
  ThLaneOwner *owner = get_owner (self, lane);
  ThSection *section = owner != NULL ? owner->section : NULL;

  if (section != NULL && section->kind == TH_SECTION_PROCESS)
    section = self->task_section;

  return section != NULL && (section->kind == TH_SECTION_CPUS || section->kind == TH_SECTION_TASKS) ? section : NULL;
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
  arrange_all (self);
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
  return sorted_section (self, lane) == self->task_section;
}

void
th_scene_set_grouped (ThScene  *self,
                      gboolean  grouped)
{
  th_lane_state_set (self->task_section->state, TH_LANE_IS_UNGROUPED, !grouped);
  arrange_all (self);
}

gboolean
th_scene_get_grouped (ThScene *self)
{
  return !th_lane_state_has (self->task_section->state, TH_LANE_IS_UNGROUPED);
}

/* Which lanes there are, and whether they are seen. */
static guint
hash_lanes (ThScene *self)
{
  guint hash = 5381;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const ThLane *lane = th_scene_get_lane (self, i);

      hash = hash * 33 + (lane->name != NULL && lane->height > 0 ? GPOINTER_TO_UINT (lane->name) : lane->kind);
    }

  return hash;
}

gboolean
th_scene_show_active (ThScene *self,
                      gint64   from,
                      gint64   to)
{
  guint before = hash_lanes (self);

  if (self->active_from == TH_TIME_NONE && from == TH_TIME_NONE)
    return FALSE;

  self->active_from = from;
  self->active_to = to;
  th_scene_refresh (self);
  return hash_lanes (self) != before;
}
