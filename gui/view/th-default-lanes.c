/* th-default-lanes.c - the default lane arrangement
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-default-lanes.h"

#include "th-scene-edit.h"
#include "th-settings.h"

#define LANES_KEY "default-lanes"

/* Returns whether a lane may exist in other recordings, too: one of a task or a process
 * does not. */
static gboolean
is_general (const char *name)
{
  return !g_str_has_prefix (name, "task/") && !g_str_has_prefix (name, "process/");
}

gboolean
th_default_lanes_save (ThScene *scene)
{
  g_autoptr(GArray) states = th_scene_list_states (scene);
  GVariantBuilder builder;

  if (th_settings_get () == NULL)
    return FALSE;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(suiii)"));
  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);

      if (is_general (state->name))
        g_variant_builder_add (&builder, "(suiii)", state->name, state->flags, (int) state->size,
                               (int) state->rank, (int) state->sort);
    }

  return g_settings_set_value (th_settings_get (), LANES_KEY, g_variant_builder_end (&builder));
}

void
th_default_lanes_reset (void)
{
  if (th_settings_get () != NULL)
    g_settings_reset (th_settings_get (), LANES_KEY);
}

ThLaneState
th_default_lanes_make_state (const char *name,
                             guint       flags,
                             int         size,
                             int         rank,
                             int         sort)
{
  return (ThLaneState) { (char *) name, flags, CLAMP (size, 0, TH_N_LANE_SIZES - 1), MAX (rank, -1),
                         CLAMP (sort, 0, TH_SORT_NAME) };
}

gboolean
th_default_lanes_apply (ThScene *scene)
{
  g_autoptr(GVariant) lanes = th_settings_get () != NULL
                              ? g_settings_get_value (th_settings_get (), LANES_KEY) : NULL;
  g_autoptr(GArray) states = g_array_new (FALSE, FALSE, sizeof (ThLaneState));
  GVariantIter iter;
  const char *name;
  guint flags;
  int size, rank, sort;

  if (lanes == NULL || g_variant_n_children (lanes) == 0)
    return FALSE;

  g_variant_iter_init (&iter, lanes);
  while (g_variant_iter_next (&iter, "(&suiii)", &name, &flags, &size, &rank, &sort))
    {
      ThLaneState state = th_default_lanes_make_state (name, flags, size, rank, sort);

      g_array_append_val (states, state);
    }
  th_scene_set_states (scene, (const ThLaneState *) (gpointer) states->data, states->len);

  return TRUE;
}
