/* th-actions-lanes.c - actions that arrange lanes; they are of the lane that keys act on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scene-edit.h"
#include "th-window-private.h"

#include "th-lane-arrangement.h"

/* Of the states of the actions. */
static const char *const sizes[TH_N_LANE_SIZES] = { "normal", "low", "high" };
static const char *const sorts[] = { "usual", "busy", "number", "name" };

static ThScene *
get_scene (ThWindow *self)
{
  return self->document != NULL ? th_document_get_scene (self->document) : NULL;
}

/* The lane that keys act on; NULL if there is none. */
static const ThLane *
get_lane (ThWindow *self,
          guint    *index)
{
  ThScene *scene = get_scene (self);

  *index = th_timeline_get_current (self->timeline);
  return scene != NULL && *index < th_scene_get_n_lanes (scene) ? th_scene_get_lane (scene, *index)
                                                                : NULL;
}

static guint
find_state (const char *const *states,
            guint              n,
            const char        *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (states[i], name))
      return i;

  return 0;
}

/* --- one lane ----------------------------------------------------------- */

/* The one below it takes its place. */
static void
hide_lane_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThWindow *self = data;
  guint lane, before;

  if (get_lane (self, &lane) == NULL)
    return;

  before = lane;
  th_timeline_move_current (self->timeline, 1);
  if (th_timeline_get_current (self->timeline) == before)
    th_timeline_move_current (self->timeline, -1);
  if (th_scene_set_hidden (get_scene (self), before, TRUE))
    th_document_lanes_changed (self->document);
  else
    th_timeline_set_current (self->timeline, before);
}

static void
show_lanes_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  ThWindow *self = data;

  if (get_scene (self) == NULL)
    return;

  th_scene_show_hidden (get_scene (self), G_MAXUINT);
  th_document_lanes_changed (self->document);
}

/* However idle it is: of tasks only the busiest have lanes at first. */
static void
show_task_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThWindow *self = data;
  guint lane = self->document != NULL
               ? th_document_reveal_task (self->document, g_variant_get_uint32 (parameter))
                 : G_MAXUINT;

  if (lane == G_MAXUINT)
    return;

  th_timeline_set_current (self->timeline, lane);
  th_timeline_show_current (self->timeline);
}

static void
pin_lane_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  ThWindow *self = data;
  guint index;
  const ThLane *lane = get_lane (self, &index);

  if (lane != NULL && th_scene_set_pinned (get_scene (self), index, !lane->pinned))
    th_document_lanes_changed (self->document);
}

static void
move_lane (ThWindow *self,
           int       step)
{
  guint index;

  if (get_lane (self, &index) == NULL || !th_scene_move_by (get_scene (self), index, step))
    return;

  th_document_lanes_changed (self->document);
  th_timeline_show_current (self->timeline);
}

static void
move_lane_up_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       data)
{
  move_lane (data, -1);
}

static void
move_lane_down_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       data)
{
  move_lane (data, 1);
}

static void
set_size (ThWindow   *self,
          ThLaneSize  size)
{
  guint index;

  if (get_lane (self, &index) != NULL && th_scene_set_size (get_scene (self), index, size))
    th_document_lanes_changed (self->document);
}

static void
lane_height_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  set_size (data, find_state (sizes, G_N_ELEMENTS (sizes), g_variant_get_string (parameter, NULL)));
}

static void
next_lane_height_cb (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  static const ThLaneSize next[TH_N_LANE_SIZES] = {
    [TH_LANE_NORMAL] = TH_LANE_HIGH, [TH_LANE_HIGH] = TH_LANE_LOW, [TH_LANE_LOW] = TH_LANE_NORMAL
  };
  guint index;
  const ThLane *lane = get_lane (data, &index);

  if (lane != NULL)
    set_size (data, next[lane->size]);
}

static void
lane_menu_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThWindow *self = data;

  th_timeline_popup_lane_menu (self->timeline);
}

/* --- sections ----------------------------------------------------------- */

static void
set_sort (ThWindow   *self,
          ThLaneSort  sort)
{
  guint index;

  if (get_lane (self, &index) != NULL && th_scene_set_sort (get_scene (self), index, sort))
    th_document_lanes_changed (self->document);
}

static void
sort_lanes_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  set_sort (data, find_state (sorts, G_N_ELEMENTS (sorts), g_variant_get_string (parameter, NULL)));
}

static void
next_sort_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThWindow *self = data;
  ThLaneSort sort;
  guint index;

  if (get_lane (self, &index) != NULL && th_scene_get_sort (get_scene (self), index, &sort))
    set_sort (self, sort == TH_SORT_BUSY ? TH_SORT_NUMBER
                    : sort == TH_SORT_NUMBER && th_scene_has_names (get_scene (self), index)
              ? TH_SORT_NAME : TH_SORT_BUSY);
}

static void
group_tasks_cb (GSimpleAction *action,
                GVariant      *state,
                gpointer       data)
{
  ThWindow *self = data;

  if (get_scene (self) == NULL)
    return;

  th_scene_set_grouped (get_scene (self), g_variant_get_boolean (state));
  th_document_lanes_changed (self->document);
}

static void
active_lanes_cb (GSimpleAction *action,
                 GVariant      *state,
                 gpointer       data)
{
  ThWindow *self = data;

  if (self->document == NULL)
    return;

  th_document_set_only_active (self->document, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
wakeups_cb (GSimpleAction *action,
            GVariant      *state,
            gpointer       data)
{
  ThWindow *self = data;

  if (self->document == NULL)
    return;

  th_document_set_wakeups (self->document, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static const GActionEntry entries[] = {
  { "hide-lane", hide_lane_cb },
  { "show-task", show_task_cb, "u" },
  { "show-lanes", show_lanes_cb },
  { "pin-lane", pin_lane_cb },
  { "move-lane-up", move_lane_up_cb },
  { "move-lane-down", move_lane_down_cb },
  { "lane-height", lane_height_cb, "s", "'normal'" },
  { "next-lane-height", next_lane_height_cb },
  { "lane-menu", lane_menu_cb },
  { "sort-lanes", sort_lanes_cb, "s", "'usual'" },
  { "next-lane-sort", next_sort_cb },
  { "group-tasks", NULL, NULL, "true", group_tasks_cb },
  { "active-lanes", NULL, NULL, "false", active_lanes_cb },
  { "wakeups", NULL, NULL, "true", wakeups_cb },
};

void
th_window_add_lanes (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/* --- what they say ------------------------------------------------------ */

static GSimpleAction *
find_action (ThWindow   *self,
             const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

static void
update_enabled (ThWindow *self)
{
  guint index;
  const ThLane *lane = get_lane (self, &index);
  ThScene *scene = get_scene (self);
  gboolean own = lane != NULL && lane->name != NULL, arranged = own && !th_lane_is_heading (lane);
  ThLaneSort sort = TH_SORT_USUAL;
  gboolean sorted = lane != NULL && th_scene_get_sort (scene, index, &sort);

  g_simple_action_set_enabled (find_action (self, "hide-lane"), own);
  g_simple_action_set_enabled (find_action (self, "show-lanes"), scene != NULL);
  g_simple_action_set_enabled (find_action (self, "pin-lane"), arranged);
  g_simple_action_set_enabled (find_action (self, "move-lane-up"),
                               lane != NULL && th_scene_can_move (scene, index));
  g_simple_action_set_enabled (find_action (self, "move-lane-down"),
                               lane != NULL && th_scene_can_move (scene, index));
  g_simple_action_set_enabled (find_action (self, "lane-height"), arranged);
  g_simple_action_set_enabled (find_action (self, "next-lane-height"), arranged);
  g_simple_action_set_enabled (find_action (self, "lane-menu"), lane != NULL);
  g_simple_action_set_enabled (find_action (self, "sort-lanes"), sorted);
  g_simple_action_set_enabled (find_action (self, "next-lane-sort"), sorted);
  g_simple_action_set_enabled (find_action (self, "group-tasks"), scene != NULL);
  g_simple_action_set_enabled (find_action (self, "active-lanes"), scene != NULL);
  g_simple_action_set_enabled (find_action (self, "wakeups"), scene != NULL);
  g_simple_action_set_state (find_action (self, "lane-height"),
                             g_variant_new_string (sizes[arranged ? lane->size : TH_LANE_NORMAL]));
  g_simple_action_set_state (find_action (self, "sort-lanes"), g_variant_new_string (sorts[sort]));
}

void
th_window_update_lanes (ThWindow *self)
{
  update_enabled (self);
  g_simple_action_set_state (find_action (self, "group-tasks"),
                             g_variant_new_boolean (get_scene (self) == NULL ||
                                                    th_scene_get_grouped (get_scene (self))));
  g_simple_action_set_state (find_action (self, "active-lanes"),
                             g_variant_new_boolean (self->document != NULL &&
                                                    th_document_get_only_active (self->document)));
  g_simple_action_set_state (find_action (self, "wakeups"),
                             g_variant_new_boolean (self->document == NULL ||
                                                    th_document_get_wakeups (self->document)));
}
