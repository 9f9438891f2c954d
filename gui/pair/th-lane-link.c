/* th-lane-link.c - gives the lanes of one document the arrangement of another's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-link.h"

#include "th-lane-arrangement.h"
#include "th-scene-edit.h"

char *
th_lane_link_describe (ThDocument *document)
{
  ThScene *scene = th_document_get_scene (document);
  GString *text = g_string_new (NULL);
  g_autoptr(GArray) states = NULL;

  g_string_append_printf (text, "%d %d\n", th_document_get_only_active (document),
                          th_document_get_wakeups (document));
  if (scene == NULL)
    return g_string_free (text, FALSE);

  states = th_scene_list_states (scene);
  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);

      g_string_append_printf (text, "%s %u %d %d %d\n", state->name, state->flags,
                              (int) state->size, state->rank, (int) state->sort);
    }

  return g_string_free (text, FALSE);
}

/* Returns the states of @from, translated to the names of the other side, followed by the other
 * side's states that have no counterpart.  The names are not copied. */
static GArray *
join_states (const ThLaneNames *names,
             ThSide             from,
             const GArray      *states,
             const GArray      *others)
{
  GArray *joined = g_array_new (FALSE, FALSE, sizeof (ThLaneState));

  for (guint i = 0; i < states->len; i++)
    {
      ThLaneState state = g_array_index (states, ThLaneState, i);

      state.name = (char *) th_lane_names_translate (names, from, state.name);
      if (state.name != NULL)
        g_array_append_val (joined, state);
    }
  for (guint i = 0; i < others->len; i++)
    {
      const ThLaneState *state = &g_array_index (others, ThLaneState, i);

      if (th_lane_names_translate (names, th_side_get_other (from), state->name) == NULL)
        g_array_append_val (joined, *state);
    }

  return joined;
}

void
th_lane_link_copy (ThDocumentPair    *pair,
                   ThSide             from,
                   const ThLaneNames *names)
{
  ThDocument *document = th_document_pair_get (pair, from);
  ThDocument *other = th_document_pair_get (pair, th_side_get_other (from));
  ThScene *scene = th_document_get_scene (other);
  g_autoptr(GArray) states = th_scene_list_states (th_document_get_scene (document));
  g_autoptr(GArray) others = th_scene_list_states (scene);
  g_autoptr(GArray) joined = join_states (names, from, states, others);

  th_scene_set_states (scene, (const ThLaneState *) (gpointer) joined->data, joined->len);
  th_document_set_only_active (other, th_document_get_only_active (document));
  th_document_set_wakeups (other, th_document_get_wakeups (document));
  th_document_lanes_changed (other);
}
