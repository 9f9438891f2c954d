/* th-lane-state.c - how the user arranged lanes, by name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-scene-private.h"

/* Bounds the states that a session file may set. */
#define MAX_STATES 100000

/* A value of the table of states. */
typedef struct
{
  ThLaneState state; /* must be first: pointers to it are cast to KeptState */
  gboolean    taken; /* an existing lane or section uses it */
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

/* Takes ownership of @name, which has no state yet. */
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

/* Takes ownership of @name. */
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
      char *next = g_strdup_printf ("%.*s#%u",
                                    (int) (sign != NULL ? (gsize) (sign - valid) : strlen (valid)),
                                    valid, i);

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

static gboolean
state_differs (const ThLaneState *state)
{
  return state->flags != 0 || state->size != TH_LANE_NORMAL || state->rank >= 0 ||
         state->sort != TH_SORT_USUAL;
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

void
th_scene_reset_states (ThScene           *self,
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
}
