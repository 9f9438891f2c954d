/* th-session-merge.c - merges the changes of two windows to one session
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The changes of one window, from the text that it last read or wrote to the one that it writes
 * now, are applied to what the other window wrote meanwhile.  Lists are merged element by
 * element.  Of everything else, such as the view and the filter, the window that writes now
 * wins if both changed it.
 */
#include "config.h"

#include "th-session-private.h"

#include <string.h>

#include <json-glib/json-glib.h>

/* How the elements of a list are told apart. */
typedef struct
{
  const char *member;
  const char *keys[4];
} List;

enum
{
  APPENDED, /* comes first, because the other members refer to its parts */
  FLOWS,
  BOOKMARKS,
  LANES,
  ANALYSES,
  N_LISTS
};

static const List lists[N_LISTS] = {
  [APPENDED] = { "appended", { "key" } },
  [FLOWS] = { "flows", { "analysis", "key", "event" } },
  [BOOKMARKS] = { "bookmarks", { "time" } },
  [LANES] = { "lanes", { "name" } },
  [ANALYSES] = { "analyses", { "id", "params" } },
};

static gboolean
same_node (JsonNode *a,
           JsonNode *b)
{
  return a == b || (a != NULL && b != NULL && json_node_equal (a, b));
}

static gboolean
has_member (JsonNode   *node,
            const char *name)
{
  return JSON_NODE_HOLDS_OBJECT (node) &&
         json_object_has_member (json_node_get_object (node), name);
}

static gboolean
same_element (const List *list,
              JsonNode   *a,
              JsonNode   *b)
{
  if (!JSON_NODE_HOLDS_OBJECT (a) || !JSON_NODE_HOLDS_OBJECT (b))
    return same_node (a, b);

  for (guint i = 0; list->keys[i] != NULL; i++)
    if (!same_node (json_object_get_member (json_node_get_object (a), list->keys[i]),
                    json_object_get_member (json_node_get_object (b), list->keys[i])))
      return FALSE;

  return TRUE;
}

/* Returns the array called @name, or an empty one. */
static JsonArray *
get_array (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_array_ref (json_node_get_array (node))
                                                      : json_array_new ();
}

static JsonNode *
find_element (const List *list,
              JsonArray  *array,
              JsonNode   *element)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (same_element (list, json_array_get_element (array, i), element))
      return json_array_get_element (array, i);

  return NULL;
}

static void
add_element (JsonArray *array,
             JsonNode  *element)
{
  json_array_add_element (array, json_node_copy (element));
}

/* Keeps elements that the other window changed meanwhile. */
static JsonArray *
merge_list (const List *list,
            JsonArray  *base,
            JsonArray  *ours,
            JsonArray  *theirs)
{
  JsonArray *merged = json_array_new ();

  for (guint i = 0; i < json_array_get_length (theirs); i++)
    {
      JsonNode *their = json_array_get_element (theirs, i);
      JsonNode *before = find_element (list, base, their);
      JsonNode *our = find_element (list, ours, their);

      if (our != NULL && !same_node (our, before))
        add_element (merged, our);
      else if (our != NULL || !same_node (their, before))
        add_element (merged, their);
    }
  for (guint i = 0; i < json_array_get_length (ours); i++)
    {
      JsonNode *our = json_array_get_element (ours, i);

      if (find_element (list, theirs, our) == NULL &&
          !same_node (our, find_element (list, base, our)))
        add_element (merged, our);
    }

  return merged;
}

/* --- references to appended recordings ------------------------------------- */

/* Renumbers the part of a place: part 2 of @from may be part 3 of @to.  Returns FALSE if @to
 * does not have that recording. */
static gboolean
move_event (JsonObject *event,
            JsonArray  *from,
            JsonArray  *to)
{
  gint64 part = json_object_get_int_member_with_default (event, "part", 0);
  const List *list = &lists[APPENDED];

  if (part <= 0)
    return TRUE;
  if (part > json_array_get_length (from))
    return FALSE;

  for (guint i = 0; i < json_array_get_length (to); i++)
    if (same_element (list, json_array_get_element (to, i),
                      json_array_get_element (from, (guint) part - 1)))
      {
        json_object_set_int_member (event, "part", i + 1);
        return TRUE;
      }

  return FALSE;
}

static JsonObject *
get_event (JsonNode *flow)
{
  JsonNode *event = has_member (flow, "event")
                    ? json_object_get_member (json_node_get_object (flow), "event") : NULL;

  return event != NULL && JSON_NODE_HOLDS_OBJECT (event) ? json_node_get_object (event) : NULL;
}

/* Renumbers the places in @object by the order of the recordings in @appended. */
static void
move_places (JsonObject *object,
             JsonArray  *appended)
{
  g_autoptr(JsonArray) from = get_array (object, "appended"), flows = get_array (object, "flows");
  JsonNode *selected = json_object_get_member (object, "selected");

  for (guint i = json_array_get_length (flows); i-- > 0;)
    {
      JsonObject *event = get_event (json_array_get_element (flows, i));

      if (event == NULL || !move_event (event, from, appended))
        json_array_remove_element (flows, i);
    }
  if (selected != NULL && (!JSON_NODE_HOLDS_OBJECT (selected) ||
                           !move_event (json_node_get_object (selected), from, appended)))
    json_object_remove_member (object, "selected");
}

/* At most one flow is followed: that of the other window only if we follow none. */
static void
follow_one (JsonArray *merged,
            JsonArray *ours)
{
  gboolean follows = FALSE;

  for (guint i = 0; i < json_array_get_length (ours); i++)
    follows |= has_member (json_array_get_element (ours, i), "followed");

  for (guint i = json_array_get_length (merged); follows && i-- > 0;)
    {
      JsonNode *flow = json_array_get_element (merged, i);
      JsonNode *our = find_element (&lists[FLOWS], ours, flow);

      if (!has_member (flow, "followed") || (our != NULL && has_member (our, "followed")))
        continue;
      json_object_remove_member (json_node_get_object (flow), "followed");
      if (!has_member (flow, "kept"))
        json_array_remove_element (merged, i);
    }
}

/* --- the whole session ------------------------------------------------------ */


static void
set_list (JsonObject *object,
          const char *member,
          JsonArray  *array) /* owned by the callee */
{
  if (json_array_get_length (array) > 0)
    json_object_set_array_member (object, member, array);
  else
    {
      json_object_remove_member (object, member);
      json_array_unref (array);
    }
}

static void
merge_member (const char *member,
              JsonObject *base,
              JsonObject *ours,
              JsonObject *theirs)
{
  JsonNode *our = json_object_get_member (ours, member);

  if (same_node (our, json_object_get_member (base, member)))
    return;
  if (our != NULL)
    json_object_set_member (theirs, member, json_node_copy (our));
  else
    json_object_remove_member (theirs, member);
}

/* Markers and saved views have a fixed number; each is merged separately. */
static void
merge_markers (JsonObject *base,
               JsonObject *ours,
               JsonObject *theirs)
{
  JsonObject *objects[] = { base, ours, theirs };
  g_autoptr(JsonObject) none = json_object_new ();
  JsonObject *merged = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      JsonNode *node = json_object_get_member (objects[i], "markers");

      objects[i] = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node)
                                                                 : none;
    }
  for (guint i = 0; i < TH_SESSION_N_MARKERS; i++)
    {
      JsonNode *node = json_object_get_member (objects[2], th_session_markers[i]);

      if (node != NULL)
        json_object_set_member (merged, th_session_markers[i], json_node_copy (node));
      merge_member (th_session_markers[i], objects[0], objects[1], merged);
    }
  if (json_object_get_size (merged) > 0)
    json_object_set_object_member (theirs, "markers", merged);
  else
    {
      json_object_remove_member (theirs, "markers");
      json_object_unref (merged);
    }
}

static JsonNode *
get_view (JsonArray *array,
          guint      index)
{
  JsonNode *node = index < json_array_get_length (array) ? json_array_get_element (array, index)
                                                         : NULL;

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? node : NULL;
}

static void
merge_views (JsonObject *base,
             JsonObject *ours,
             JsonObject *theirs)
{
  g_autoptr(JsonArray) before = get_array (base, "views"), our = get_array (ours, "views");
  g_autoptr(JsonArray) their = get_array (theirs, "views");
  JsonArray *merged = json_array_new ();

  for (guint i = 0; i < TH_SESSION_N_VIEWS; i++)
    {
      JsonNode *view = get_view (same_node (get_view (our, i), get_view (before, i)) ? their : our,
                                 i);

      json_array_add_element (merged, view != NULL ? json_node_copy (view)
                                                   : json_node_new (JSON_NODE_NULL));
    }
  json_object_set_array_member (theirs, "views", merged);
}

static void
merge_lists (JsonObject *base,
             JsonObject *ours,
             JsonObject *theirs)
{
  for (guint i = 0; i < N_LISTS; i++)
    {
      g_autoptr(JsonArray) before = get_array (base, lists[i].member);
      g_autoptr(JsonArray) our = get_array (ours, lists[i].member);
      g_autoptr(JsonArray) their = get_array (theirs, lists[i].member);
      JsonArray *merged = merge_list (&lists[i], before, our, their);

      if (i == APPENDED)
        {
          move_places (base, merged);
          move_places (ours, merged);
          move_places (theirs, merged);
        }
      if (i == FLOWS)
        follow_one (merged, our);
      set_list (theirs, lists[i].member, merged);
    }
}

static void
merge (JsonObject *base,
       JsonObject *ours,
       JsonObject *theirs)
{
  static const char *const single[] = { "view", "filter", "tab", "columns", "only-active",
                                        "selected" };

  merge_lists (base, ours, theirs);
  merge_markers (base, ours, theirs);
  merge_views (base, ours, theirs);
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    merge_member (single[i], base, ours, theirs);
}

#define EMPTY "{ \"format\": \"" TH_SESSION_FORMAT "\", \"version\": 1 }"

/* Normalizes the text, so that equal elements have equal texts. */
static JsonNode *
parse (const char *text)
{
  g_autoptr(ThSession) session = th_session_from_text (text, strlen (text), NULL);
  g_autofree char *plain = session != NULL ? th_session_to_text (session) : NULL;

  return plain != NULL ? json_from_string (plain, NULL) : NULL;
}

char *
th_session_merge (const char *base,
                  const char *ours,
                  const char *theirs)
{
  g_autoptr(JsonNode) before = parse (base != NULL ? base : EMPTY), our = parse (ours);
  g_autoptr(JsonNode) their = parse (theirs);
  g_autoptr(ThSession) merged = NULL;
  g_autofree char *text = NULL;

  if (before == NULL || our == NULL || their == NULL)
    return g_strdup (ours);

  merge (json_node_get_object (before), json_node_get_object (our), json_node_get_object (their));
  /* The limits apply to the merged session, too. */
  text = json_to_string (their, FALSE);
  merged = th_session_from_text (text, strlen (text), NULL);
  return merged != NULL ? th_session_to_text (merged) : g_strdup (ours);
}
