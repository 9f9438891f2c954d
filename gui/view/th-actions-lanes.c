/* th-actions-lanes.c - actions that arrange lanes and move between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-default-lanes.h"
#include "th-scene-edit.h"
#include "th-lane-arrangement.h"

/* The states of "lane-height" and "sort-lanes". */
static const char *const sizes[TH_N_LANE_SIZES] = { "normal", "low", "high" };
static const char *const sorts[] = { "usual", "busy", "number", "name" };

static ThScene *
get_scene (ThDocumentView *self)
{
  return self->document != NULL ? th_document_get_scene (self->document) : NULL;
}

/* The current lane, on which the actions act; NULL if there is none. */
static const ThLane *
get_lane (ThDocumentView *self,
          guint          *index)
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

/* --- moving between lanes ------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (lane_up)
{
  ThDocumentView *self = data;

  th_timeline_move_current (self->timeline, -1);
}

TH_DEFINE_VIEW_ACTION (lane_down)
{
  ThDocumentView *self = data;

  th_timeline_move_current (self->timeline, 1);
}

TH_DEFINE_VIEW_ACTION (lanes_page_up)
{
  ThDocumentView *self = data;

  th_timeline_scroll_pages (self->timeline, -1);
}

TH_DEFINE_VIEW_ACTION (lanes_page_down)
{
  ThDocumentView *self = data;

  th_timeline_scroll_pages (self->timeline, 1);
}

/* Folds the current lane if it is a heading, or else the heading above it. */
TH_DEFINE_VIEW_ACTION (fold)
{
  ThDocumentView *self = data;
  ThScene *scene = self->document != NULL ? th_document_get_scene (self->document) : NULL;
  guint lane = th_timeline_get_current (self->timeline);

  if (scene == NULL || lane >= th_scene_get_n_lanes (scene))
    return;

  while (lane > 0 && !th_lane_is_heading (th_scene_get_lane (scene, lane)))
    lane--;
  if (!th_lane_is_heading (th_scene_get_lane (scene, lane)))
    return;

  th_timeline_set_current (self->timeline, lane);
  th_document_fold (self->document, lane, !th_scene_get_lane (scene, lane)->folded);
}

/* --- one lane ----------------------------------------------------------- */

/* Hides the current lane.  The lane below it becomes the current one. */
static void
hide_lane_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThDocumentView *self = data;
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
  ThDocumentView *self = data;

  if (get_scene (self) == NULL)
    return;

  th_scene_show_hidden (get_scene (self), G_MAXUINT);
  th_document_lanes_changed (self->document);
}

/* Shows the lane of a task; initially only the busiest tasks have one. */
static void
show_task_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThDocumentView *self = data;
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
  ThDocumentView *self = data;
  guint index;
  const ThLane *lane = get_lane (self, &index);

  if (lane != NULL && th_scene_set_pinned (get_scene (self), index, !lane->pinned))
    th_document_lanes_changed (self->document);
}

static void
move_lane (ThDocumentView *self,
           int             step)
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
set_size (ThDocumentView *self,
          ThLaneSize      size)
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
  ThDocumentView *self = data;

  th_timeline_popup_lane_menu (self->timeline);
}

/* --- sections ----------------------------------------------------------- */

static void
set_sort (ThDocumentView *self,
          ThLaneSort      sort)
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
  ThDocumentView *self = data;
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
  ThDocumentView *self = data;

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
  ThDocumentView *self = data;

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
  ThDocumentView *self = data;

  if (self->document == NULL)
    return;

  th_document_set_wakeups (self->document, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

/* --- default arrangement ------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (keep_lanes)
{
  ThDocumentView *self = data;

  if (th_default_lanes_save (get_scene (self)))
    th_status_bar_say (self->status_bar, _("Other recordings will use this lane arrangement"));
}

TH_DEFINE_VIEW_ACTION (forget_lanes)
{
  th_default_lanes_reset ();
  th_status_bar_say (TH_DOCUMENT_VIEW (data)->status_bar,
                     _("Other recordings will use the default lane arrangement"));
}

/* --- conditions --------------------------------------------------------- */

static gboolean
has_lane (ThDocumentView *self)
{
  guint index;

  return get_lane (self, &index) != NULL;
}

static gboolean
has_named_lane (ThDocumentView *self)
{
  guint index;
  const ThLane *lane = get_lane (self, &index);

  return lane != NULL && lane->name != NULL;
}

static gboolean
has_arranged_lane (ThDocumentView *self)
{
  guint index;

  return has_named_lane (self) && !th_lane_is_heading (get_lane (self, &index));
}

static gboolean
can_move_lane (ThDocumentView *self)
{
  guint index;

  return get_lane (self, &index) != NULL && th_scene_can_move (get_scene (self), index);
}

static gboolean
can_sort_lanes (ThDocumentView *self)
{
  ThLaneSort sort;
  guint index;

  return get_lane (self, &index) != NULL && th_scene_get_sort (get_scene (self), index, &sort);
}

static const ThViewAction actions[] = {
  { { "lane-up", lane_up_cb }, th_view_has_events },
  { { "lane-down", lane_down_cb }, th_view_has_events },
  { { "lanes-page-up", lanes_page_up_cb }, th_view_has_events },
  { { "lanes-page-down", lanes_page_down_cb }, th_view_has_events },
  { { "fold", fold_cb }, th_view_has_events },
  { { "hide-lane", hide_lane_cb }, has_named_lane },
  { { "show-task", show_task_cb, "u" } },
  { { "show-lanes", show_lanes_cb }, th_view_has_recording },
  { { "pin-lane", pin_lane_cb }, has_arranged_lane },
  { { "move-lane-up", move_lane_up_cb }, can_move_lane },
  { { "move-lane-down", move_lane_down_cb }, can_move_lane },
  { { "lane-height", lane_height_cb, "s", "'normal'" }, has_arranged_lane },
  { { "next-lane-height", next_lane_height_cb }, has_arranged_lane },
  { { "lane-menu", lane_menu_cb }, has_lane },
  { { "sort-lanes", sort_lanes_cb, "s", "'usual'" }, can_sort_lanes },
  { { "next-lane-sort", next_sort_cb }, can_sort_lanes },
  { { "group-tasks", NULL, NULL, "true", group_tasks_cb }, th_view_has_recording },
  { { "active-lanes", NULL, NULL, "false", active_lanes_cb }, th_view_has_recording },
  { { "wakeups", NULL, NULL, "true", wakeups_cb }, th_view_has_recording },
  { { "keep-lanes", keep_lanes_cb }, th_view_has_recording },
  { { "forget-lanes", forget_lanes_cb } },
};

void
th_view_add_lane_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}

/* --- action states ----------------------------------------------- */

static void
set_state (ThDocumentView *self,
           const char     *name,
           GVariant       *state) /* floating */
{
  g_simple_action_set_state (th_view_actions_find (self, name), state);
}

void
th_view_update_lane_states (ThDocumentView *self)
{
  guint index;
  const ThLane *lane = get_lane (self, &index);
  ThScene *scene = get_scene (self);
  ThLaneSort sort = TH_SORT_USUAL;

  if (lane != NULL)
    th_scene_get_sort (scene, index, &sort);
  set_state (self, "lane-height",
             g_variant_new_string (sizes[has_arranged_lane (self) ? lane->size
                                                                 : TH_LANE_NORMAL]));
  set_state (self, "sort-lanes", g_variant_new_string (sorts[sort]));
  set_state (self, "group-tasks",
             g_variant_new_boolean (scene == NULL || th_scene_get_grouped (scene)));
  set_state (self, "active-lanes",
             g_variant_new_boolean (self->document != NULL &&
                                    th_document_get_only_active (self->document)));
  set_state (self, "wakeups",
             g_variant_new_boolean (self->document == NULL ||
                                    th_document_get_wakeups (self->document)));
}
