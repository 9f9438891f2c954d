/* test-lanes.c - lanes arranged by actions, menus and labels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include "th-context-menus.h"
#include "th-flow-follower.h"
#include "th-pinned-flows.h"
#include "th-scene-draw.h"
#include "th-scene-edit.h"
#include "th-scene-filter.h"
#include "th-timeline-private.h"

typedef struct
{
  ThDocument *document;
  ThScene    *scene;
  ThTimeline *timeline;
} Lanes;

static Lanes
open_lanes (Fixture *fixture)
{
  Lanes lanes = { open_sample (fixture) };

  lanes.scene = th_document_get_scene (lanes.document);
  lanes.timeline = th_window_get_timeline (fixture->window);
  wait_until (fixture, is_analysed);
  return lanes;
}

/* Asserts the first @n visible lanes. */
static void
assert_seen (const Lanes *lanes,
             guint        n,
             const char  *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (lanes->scene) && n > 0; i++)
    {
      const ThLane *lane = th_scene_get_lane (lanes->scene, i);

      if (lane->height <= 0)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                              lane->name != NULL ? lane->name : lane->title);
      n--;
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
choose (const Lanes *lanes,
        const char  *name)
{
  guint lane = th_scene_find_name (lanes->scene, name);

  g_assert_cmpuint (lane, !=, G_MAXUINT);
  th_timeline_set_current (lanes->timeline, lane);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static const char *
current (const Lanes *lanes)
{
  return th_scene_get_lane (lanes->scene, th_timeline_get_current (lanes->timeline))->name;
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), name);
}

static char *
state_of (Fixture    *fixture,
          const char *name)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window),
                                                               name);

  return g_variant_print (state, FALSE);
}

static void
assert_state (Fixture    *fixture,
              const char *name,
              const char *expected)
{
  g_autofree char *state = state_of (fixture, name);

  g_assert_cmpstr (state, ==, expected);
}

/* --- actions ------------------------------------------------------------ */

static void
test_hide (Fixture       *fixture,
           gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);

  choose (&lanes, "cpu/1");
  activate (fixture, "win.hide-lane");
  /* Each time, the next lane becomes current. */
  g_assert_cmpstr (current (&lanes), ==, "cpu/2");
  activate (fixture, "win.hide-lane");
  assert_seen (&lanes, 4, "cpus cpu/0 cpu/3 2 lanes hidden · show");
  g_assert_cmpstr (current (&lanes), ==, "cpu/3");
  wait_ms (100);
  g_assert_null (gui_get_lane_view (lanes.timeline, th_scene_find_cpu (lanes.scene, 0, 1)));

  /* The row that shows their number shows them again. */
  th_timeline_set_current (lanes.timeline, th_timeline_get_current (lanes.timeline) + 1);
  activate (fixture, "win.fold");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/1 cpu/2 cpu/3");

  choose (&lanes, "tasks");
  activate (fixture, "win.hide-lane");
  choose (&lanes, "cpu/0");
  activate (fixture, "win.hide-lane");
  g_assert_cmpuint (th_scene_get_n_hidden (lanes.scene), ==, 2);
  activate (fixture, "win.show-lanes");
  g_assert_cmpuint (th_scene_get_n_hidden (lanes.scene), ==, 0);
  g_assert_cmpuint (th_scene_find_name (lanes.scene, "tasks"), !=, G_MAXUINT);

  /* The arrangement is kept on a reload. */
  choose (&lanes, "cpu/3");
  activate (fixture, "win.hide-lane");
  activate (fixture, "win.reload");
  wait_ms (50);
  wait_until (fixture, is_loaded);
  lanes.scene = th_document_get_scene (lanes.document);
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/1 cpu/2 1 lane hidden · show");
}

/* Pinned lanes stay where the others scroll. */
static void
test_pin (Fixture       *fixture,
          gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  graphene_rect_t bounds;
  GtkWidget *view;
  guint last;

  choose (&lanes, "cpu/2");
  activate (fixture, "win.pin-lane");
  assert_seen (&lanes, 5, "pinned cpu/2 cpus cpu/0 cpu/1");
  g_assert_cmpstr (current (&lanes), ==, "cpu/2");
  g_assert_cmpuint (th_timeline_get_current (lanes.timeline), ==, 1);

  last = th_scene_get_n_lanes (lanes.scene) - 1;
  th_timeline_set_current (lanes.timeline, last);
  wait_ms (200);
  view = gui_get_lane_view (lanes.timeline, 1);
  g_assert_nonnull (view);
  g_assert_true (gtk_widget_compute_bounds (view, GTK_WIDGET (lanes.timeline), &bounds));
  g_assert_cmpfloat (bounds.origin.y, ==,
                     th_timeline_get_lanes_top () + th_scene_get_lane (lanes.scene, 1)->y);
  view = gui_get_lane_view (lanes.timeline, last);
  g_assert_true (gtk_widget_compute_bounds (view, GTK_WIDGET (lanes.timeline), &bounds));
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=,
                     gtk_widget_get_height (GTK_WIDGET (lanes.timeline)) + 1);

  /* Hit-testing follows what is drawn: a click there selects on CPU 2. */
  activate (fixture, "win.fit");
  wait_ms (500);
  th_timeline_click (lanes.timeline, 60,
                     th_timeline_get_lanes_top () + th_scene_get_lane (lanes.scene, 1)->y + 20);
  g_assert_cmpstr (current (&lanes), ==, "cpu/2");
  activate (fixture, "win.pin-lane");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/1 cpu/2 cpu/3");
}

static void
test_move (Fixture       *fixture,
           gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  const ThLane *first;

  choose (&lanes, "cpu/2");
  activate (fixture, "win.move-lane-up");
  activate (fixture, "win.move-lane-up");
  activate (fixture, "win.move-lane-up");
  assert_seen (&lanes, 5, "cpus cpu/2 cpu/0 cpu/1 cpu/3");
  g_assert_cmpstr (current (&lanes), ==, "cpu/2");
  activate (fixture, "win.move-lane-down");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/2 cpu/1 cpu/3");
  choose (&lanes, "cpus");
  g_assert_false (is_enabled (fixture, "pin-lane"));
  /* A heading moves with its section. */
  activate (fixture, "win.move-lane-down");
  g_assert_cmpuint (th_scene_find_name (lanes.scene, "cpus"), >,
                    th_scene_find_name (lanes.scene, "tasks"));
  g_assert_cmpstr (current (&lanes), ==, "cpus");
  activate (fixture, "win.move-lane-up");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/2 cpu/1 cpu/3");

  /* Dragged by its label above the middle of the first lane. */
  first = th_scene_get_lane (lanes.scene, 1);
  g_assert_true (th_timeline_grab_lane (lanes.timeline,
                                        th_timeline_get_lanes_top () +
                                        th_scene_get_lane (lanes.scene, 4)->y + 5));
  th_timeline_drag_lane (lanes.timeline,
                         th_timeline_get_lanes_top () + first->y + first->height + 2);
  th_timeline_drag_lane (lanes.timeline, th_timeline_get_lanes_top () + first->y + 2);
  wait_ms (50);
  th_timeline_drop_lane (lanes.timeline);
  assert_seen (&lanes, 5, "cpus cpu/3 cpu/0 cpu/2 cpu/1");
  /* Dropped on the lower half of the next lane, it goes after that one, and no further. */
  g_assert_true (th_timeline_grab_lane (lanes.timeline,
                                        th_timeline_get_lanes_top () + first->y + 2));
  first = th_scene_get_lane (lanes.scene, 2);
  th_timeline_drag_lane (lanes.timeline,
                         th_timeline_get_lanes_top () + first->y + first->height - 2);
  th_timeline_drop_lane (lanes.timeline);
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/3 cpu/2 cpu/1");
  wait_ms (50);
  first = th_scene_get_lane (lanes.scene, 2);
  /* Dropped far below its section, it goes to the end of that. */
  g_assert_true (th_timeline_grab_lane (lanes.timeline,
                                        th_timeline_get_lanes_top () + first->y + 2));
  th_timeline_drag_lane (lanes.timeline, 5000);
  th_timeline_drop_lane (lanes.timeline);
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/2 cpu/1 cpu/3");

  activate (fixture, "win.next-lane-sort");
  assert_state (fixture, "sort-lanes", "'busy'");
}

/* A lane dropped among the pinned ones is pinned; dragged out, it is unpinned. */
static void
test_drop_pinned (Fixture       *fixture,
                  gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  const ThLane *lane;

  choose (&lanes, "cpu/2");
  activate (fixture, "win.pin-lane");
  assert_seen (&lanes, 6, "pinned cpu/2 cpus cpu/0 cpu/1 cpu/3");
  wait_ms (50);
  lane = th_scene_get_lane (lanes.scene, 4);
  g_assert_true (th_timeline_grab_lane (lanes.timeline,
                                        th_timeline_get_lanes_top () + lane->y + 5));
  th_timeline_drag_lane (lanes.timeline,
                         th_timeline_get_lanes_top () + th_scene_get_lane (lanes.scene, 1)->y + 2);
  th_timeline_drop_lane (lanes.timeline);
  assert_seen (&lanes, 6, "pinned cpu/1 cpu/2 cpus cpu/0 cpu/3");

  wait_ms (50);
  g_assert_true (th_timeline_grab_lane (lanes.timeline,
                                        th_timeline_get_lanes_top () +
                                        th_scene_get_lane (lanes.scene, 2)->y + 5));
  lane = th_scene_get_lane (lanes.scene, 4);
  th_timeline_drag_lane (lanes.timeline, th_timeline_get_lanes_top () + lane->y + 2);
  th_timeline_drop_lane (lanes.timeline);
  assert_seen (&lanes, 6, "pinned cpu/1 cpus cpu/2 cpu/0 cpu/3");
}

static void
test_sections (Fixture       *fixture,
               gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  double normal = th_scene_get_lane (lanes.scene, 1)->height;

  choose (&lanes, "cpu/0");
  assert_state (fixture, "lane-height", "'normal'");
  activate (fixture, "win.next-lane-height");
  assert_state (fixture, "lane-height", "'high'");
  g_assert_cmpfloat (th_scene_get_lane (lanes.scene, 1)->height, >, normal);
  activate (fixture, "win.lane-height::low");
  g_assert_cmpfloat (th_scene_get_lane (lanes.scene, 1)->height, <, normal);

  /* 168, 42, 35 and 15 ms, by the switches in trace-cmd report -t -N. */
  activate (fixture, "win.sort-lanes::busy");
  assert_state (fixture, "sort-lanes", "'busy'");
  assert_seen (&lanes, 5, "cpus cpu/1 cpu/3 cpu/2 cpu/0");
  choose (&lanes, "tasks");
  assert_state (fixture, "sort-lanes", "'busy'");
#define BY_BUSY "cpus cpu/1 cpu/3 cpu/2 cpu/0 tasks "
  activate (fixture, "win.sort-lanes::name");
  assert_state (fixture, "sort-lanes", "'name'");
  /* curl, kcompactd0, ksoftirqd/0, ksoftirqd/1, rcu_preempt, sh, trace-cmd */
  assert_seen (&lanes, 13, BY_BUSY "task/279 task/44 task/14 task/21 task/15 task/278 task/273");
  activate (fixture, "win.sort-lanes::number");
  assert_state (fixture, "sort-lanes", "'number'");
  assert_seen (&lanes, 13, BY_BUSY "task/14 task/15 task/21 task/44 task/273 task/278 task/279");
  choose (&lanes, "cpu/0");
  assert_state (fixture, "sort-lanes", "'busy'");
  activate (fixture, "win.sort-lanes::number");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/1 cpu/2 cpu/3");

  assert_state (fixture, "group-tasks", "true");
  activate (fixture, "win.group-tasks");
  assert_state (fixture, "group-tasks", "false");
  g_assert_false (th_scene_get_grouped (lanes.scene));
}

static guint
count_wakeups (const GArray *wakeups,
               guint         from,
               guint         to)
{
  guint n = 0;

  for (guint i = 0; i < wakeups->len; i++)
    n += g_array_index (wakeups, ThWakeup, i).from == from &&
      g_array_index (wakeups, ThWakeup, i).to == to;

  return n;
}

/* By `trace-cmd report`: sched_waking of a task that slept, by another task. */
static void
test_wakeups (Fixture       *fixture,
              gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  guint curl = th_scene_find_name (lanes.scene, "task/279");
  guint sh = th_scene_find_name (lanes.scene, "task/278");
  const ThView whole = { SAMPLE_FIRST, SAMPLE_LAST, 2000 };
  const ThView one = { G_GINT64_CONSTANT (177741120612), G_GINT64_CONSTANT (177741120613), 100 };
  const ThView narrow = { SAMPLE_FIRST, SAMPLE_LAST, 20 };
  const ThViewport port = { 0, 0, 1e6 };
  g_autoptr(GArray) all = th_scene_list_wakeups (lanes.scene, &whole, &port);
  g_autoptr(GArray) last = th_scene_list_wakeups (lanes.scene, &one, &port);
  g_autoptr(GArray) merged = th_scene_list_wakeups (lanes.scene, &narrow, &port);
  g_autoptr(GArray) none = th_scene_list_wakeups (lanes.scene, &whole,
                                                  &(ThViewport) { 0, 0,
                                                                  th_scene_get_lane (lanes.scene,
                                                                                     1)->y });
  const ThWakeup *arrow = &g_array_index (last, ThWakeup, 0);

  /* At 177.599039924 and 177.765863416; at 177.769086176 sh runs. */
  g_assert_cmpuint (count_wakeups (all, curl, sh), ==, 2);
  g_assert_cmpuint (count_wakeups (all, curl, th_scene_find_name (lanes.scene, "task/15")), ==, 4);
  g_assert_cmpuint (count_wakeups (all, curl, th_scene_find_name (lanes.scene, "task/21")), ==, 2);
  g_assert_cmpuint (count_wakeups (all, sh, th_scene_find_name (lanes.scene, "task/273")), ==, 1);
  g_assert_cmpuint (all->len, ==, 10);
  /* They are at 3.2, 10.2, 13.3 and 17.7 pixels, so two are merged. */
  g_assert_cmpuint (count_wakeups (merged, curl, th_scene_find_name (lanes.scene, "task/15")), ==,
                    3);

  /* ksoftirqd/0 wakes curl, from lane to lane. */
  g_assert_cmpuint (last->len, ==, 1);
  g_assert_cmpuint (arrow->from, ==, th_scene_find_name (lanes.scene, "task/14"));
  g_assert_cmpuint (arrow->to, ==, curl);
  g_assert_cmpfloat (arrow->x, ==, 0);
  g_assert_cmpfloat (arrow->y2, >=, th_scene_get_lane (lanes.scene, curl)->y);
  g_assert_cmpfloat (arrow->y2, <=,
                     th_scene_get_lane (lanes.scene, curl)->y + th_scene_get_lane (lanes.scene,
                                                                                   curl)->height);
  g_assert_cmpuint (none->len, ==, 0);

  assert_state (fixture, "wakeups", "true");
  activate (fixture, "win.wakeups");
  assert_state (fixture, "wakeups", "false");
  g_assert_false (th_document_get_wakeups (lanes.document));
  activate (fixture, "win.wakeups");
  g_assert_true (th_document_get_wakeups (lanes.document));
}

/* Counts all arrows and the dimmed ones, as "10 4". */
static char *
dup_dimmed (ThScene *scene)
{
  const ThView whole = { SAMPLE_FIRST, SAMPLE_LAST, 2000 };
  g_autoptr(GArray) all = th_scene_list_wakeups (scene, &whole, &(ThViewport) { 0, 0, 1e6 });
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    n += g_array_index (all, ThWakeup, i).dimmed;

  return g_strdup_printf ("%u %u", all->len, n);
}

static void
assert_dimmed (ThScene    *scene,
               const char *expected)
{
  g_autofree char *is = dup_dimmed (scene);

  g_assert_cmpstr (is, ==, expected);
}

static void
assert_dimmed_by (ThScene    *scene,
                  const char *text,
                  const char *dimmed,
                  const char *hidden)
{
  ThRecording *recording = th_scene_get_recording (scene);
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, NULL, NULL, NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);

  /* Nothing is decided yet. */
  th_scene_set_rows (scene, rows, FALSE);
  assert_dimmed (scene, "10 0");
  th_filter_evaluate (filter, rows, NULL, 1, NULL);
  assert_dimmed (scene, dimmed);
  th_scene_set_rows (scene, rows, TRUE);
  assert_dimmed (scene, hidden);
  th_scene_set_rows (scene, NULL, FALSE);
}

/* Arrows are dimmed with their events by the filter, and with the lanes while a packet is followed.
 * By `trace-cmd report`, curl wakes eight times (see above). */
static void
test_dimmed_wakeups (Fixture       *fixture,
                     gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);

  assert_dimmed (lanes.scene, "10 0");
  assert_dimmed_by (lanes.scene, "sched_switch", "10 10", "0 0");
  assert_dimmed_by (lanes.scene, "pid == 279", "10 2", "8 0");
  assert_dimmed_by (lanes.scene, "sched_waking", "10 0", "10 0");

  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  g_assert_true (th_scene_dims_off_path (lanes.scene));
  /* The packet is there from 177.708853551 to 177.723945431: two wakeups by curl. */
  assert_dimmed (lanes.scene, "10 8");
  activate (fixture, "win.dim");
  assert_dimmed (lanes.scene, "10 0");
}

/* The card over the lane of a task has its state, and the task that woke it. */
static void
test_hover (Fixture       *fixture,
            gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  g_autoptr(GString) text = g_string_new (NULL);
  guint curl = th_scene_find_name (lanes.scene, "task/279");
  const ThLane *lane;
  double x;

  activate (fixture, "win.show-span((int64 177741000000, int64 177741200000))");
  wait_ms (800);
  choose (&lanes, "task/279");
  wait_ms (100);
  lane = th_scene_get_lane (lanes.scene, curl);
  x = lanes.timeline->label_width + th_view_time_to_x (th_document_get_view (lanes.document),
                                                       G_GINT64_CONSTANT (177741150000));
  th_timeline_set_pointer (lanes.timeline, x,
                           th_timeline_lane_top (lanes.timeline, lane) + lane->height / 2);
  append_labels (lanes.timeline->card, text);
  g_strdelimit (text->str, "\n", '|');
  g_assert_nonnull (strstr (text->str, "Woken for 57.497 µs|"));
  g_assert_nonnull (strstr (text->str, "woken by ksoftirqd/0 (14)|"));
}

/* The first event of CPU 3 is late, so it has no lane before that. */
static void
test_active (Fixture       *fixture,
             gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  ThRecording *recording = th_document_get_recording (lanes.document);
  guint n_with = 0, n_seen = 0;

  activate (fixture, "win.active-lanes");
  assert_state (fixture, "active-lanes", "true");
  activate (fixture, "win.show-span((int64 177600000000, int64 177600100000))");
  wait_ms (900);
  for (guint i = 0; i < th_stream_get_n_cpus (th_recording_get_stream (recording, 0)); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), i);
      guint32 n = th_cpu_get_n_rows (cpu);
      guint32 row = th_cpu_lower_bound (cpu, n, th_document_get_view (lanes.document)->from);

      n_with += row < n && th_cpu_get_time (cpu, row) <= th_document_get_view (lanes.document)->to;
      n_seen += th_scene_get_lane (lanes.scene, th_scene_find_cpu (lanes.scene, 0, i))->height > 0;
    }
  g_assert_cmpuint (n_seen, ==, n_with);
  g_assert_cmpuint (n_seen, <, th_stream_get_n_cpus (th_recording_get_stream (recording, 0)));

  activate (fixture, "win.active-lanes");
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/1 cpu/2 cpu/3");
}

/* --- menus -------------------------------------------------------------- */

static GtkWidget *
find_popover (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER_MENU (child))
      return child;

  return NULL;
}

static char *
list_items (GMenuModel *model)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU);
      g_autofree char *label = NULL, *inner = NULL;

      if (section != NULL)
        {
          inner = list_items (section);
          g_string_append_printf (text, "%s|", inner);
          continue;
        }
      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_string_append_printf (text, "%s%s ", label, submenu != NULL ? " >" : "");
    }

  return g_string_free (text, FALSE);
}

/* Returns "win.lane-height=low …" for the submenu with that label. */
static char *
list_targets (GMenuModel *model,
              const char *label)
{
  char *found = NULL;

  for (int i = 0; i < g_menu_model_get_n_items (model) && found == NULL; i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU);
      g_autofree char *text = NULL;

      g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &text);
      if (section != NULL)
        found = list_targets (section, label);
      if (submenu == NULL || g_strcmp0 (text, label) != 0)
        continue;
      found = g_strdup ("");
      for (int j = 0; j < g_menu_model_get_n_items (submenu); j++)
        {
          g_autofree char *before = found, *item = NULL, *action = NULL, *target = NULL;

          g_menu_model_get_item_attribute (submenu, j, G_MENU_ATTRIBUTE_LABEL, "s", &item);
          g_menu_model_get_item_attribute (submenu, j, G_MENU_ATTRIBUTE_ACTION, "s", &action);
          g_menu_model_get_item_attribute (submenu, j, G_MENU_ATTRIBUTE_TARGET, "s", &target);
          found = g_strdup_printf ("%s%s: %s=%s|", before, item, action, target);
        }
    }

  return found;
}

static void
assert_submenu (const Lanes *lanes,
                const char  *name,
                const char  *label,
                const char  *expected)
{
  g_autoptr(GMenuModel) menu = th_context_menu_for_lane (lanes->document,
                                                         th_scene_find_name (lanes->scene, name));
  g_autofree char *text = list_targets (menu, label);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_menu (const Lanes *lanes,
             const char  *name,
             const char  *expected)
{
  g_autoptr(GMenuModel) menu = th_context_menu_for_lane (lanes->document,
                                                         th_scene_find_name (lanes->scene, name));
  g_autofree char *text = list_items (menu);

  g_assert_cmpstr (text, ==, expected);
}

/* trace-cmd report -t -N data/samples/e1000-tcp.dat | grep -c '^ *curl-279 ' */
#define N_CURL 342

/* The first item of the second section filters by the task of the lane. */
static void
test_task_menu (Fixture       *fixture,
                gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  guint lane;
  g_autoptr(GMenuModel) menu = NULL, filters = NULL;
  g_autofree char *label = NULL, *target = NULL, *action = NULL;

  wait_until (fixture, is_analysed);
  lane = th_scene_find_name (lanes.scene, "task/279");
  menu = th_context_menu_for_lane (lanes.document, lane);
  filters = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);
  g_assert_true (g_menu_model_get_item_attribute (filters, 0, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "Show Only curl (279)");
  g_assert_true (g_menu_model_get_item_attribute (filters, 0, G_MENU_ATTRIBUTE_TARGET, "s",
                                                  &target));
  action = g_strdup_printf ("win.include('%s')", target);
  activate (fixture, action);
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, N_CURL);
}

/* The first item, chosen by keyboard, hides the lane. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  GtkWidget *menu, *item;

  assert_menu (&lanes, "cpu/1",
               "_Hide _Pin to Top H_eight > Move _Up Move _Down |_Sort CPUs by > _Only Lanes with "
               "Events in View _Find a Lane… _Write a Note |");
  assert_menu (&lanes, "tasks", "_Hide Move _Up Move _Down |_Sort Tasks by > _Group by Process "
                                "Wakeup A_rrows _Only Lanes with Events in View _Find a Lane… |");

  assert_submenu (&lanes, "cpu/1", "H_eight",
                  "_Compact: win.lane-height=low|_Normal: win.lane-height=normal|_Tall: "
                  "win.lane-height=high|");
  assert_submenu (&lanes, "cpu/1", "_Sort CPUs by",
                  "_Busy Time: win.sort-lanes=busy|_Number: win.sort-lanes=number|");
  assert_submenu (&lanes, "tasks", "_Sort Tasks by",
                  "_Busy Time: win.sort-lanes=busy|_Number: win.sort-lanes=number|N_ame: "
                  "win.sort-lanes=name|");

  choose (&lanes, "cpu/1");
  activate (fixture, "win.lane-menu");
  menu = find_popover (GTK_WIDGET (lanes.timeline));
  g_assert_nonnull (menu);
  wait_ms (200);
  item = gtk_root_get_focus (GTK_ROOT (fixture->window));
  if (item == NULL || !gtk_widget_is_ancestor (item, menu) || item == menu)
    {
      g_assert_true (gtk_widget_child_focus (menu, GTK_DIR_TAB_FORWARD));
      item = gtk_root_get_focus (GTK_ROOT (fixture->window));
    }
  g_assert_nonnull (item);
  g_assert_true (gtk_widget_is_ancestor (item, menu));
  gtk_widget_activate (item);
  wait_ms (200);
  assert_seen (&lanes, 5, "cpus cpu/0 cpu/2 cpu/3 1 lane hidden · show");
  assert_menu (&lanes, "cpu/2", "_Hide _Pin to Top H_eight > Move _Up Move _Down |_Sort CPUs by > "
                                "_Only Lanes with Events in View Sho_w 1 Hidden Lane _Find a "
                                "Lane… _Write a Note |");
}

static GtkWidget *
open_menu (Fixture *fixture,
           Lanes   *lanes)
{
  GtkWidget *menu = NULL;

  choose (lanes, "cpu/1");
  activate (fixture, "win.lane-menu");
  for (guint i = 0; i < 100 && (menu == NULL || !gtk_widget_get_mapped (menu)); i++)
    {
      wait_ms (100);
      menu = find_popover (GTK_WIDGET (lanes->timeline));
    }
  g_assert_nonnull (menu);
  g_assert_true (gtk_widget_get_mapped (menu));

  return menu;
}

static gboolean
busy_cb (gpointer data)
{
  g_usleep (1000);

  return G_SOURCE_CONTINUE;
}

/* A menu that was just closed is freed with its window, without waiting for an idle callback. */
static void
test_menu_went (Fixture       *fixture,
                gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  GtkWidget *menu = open_menu (fixture, &lanes);
  guint busy;

  g_object_add_weak_pointer (G_OBJECT (menu), (gpointer *) &menu);
  gtk_widget_grab_focus (GTK_WIDGET (lanes.timeline));
  gtk_popover_popdown (GTK_POPOVER (menu));
  busy = g_idle_add_full (G_PRIORITY_DEFAULT, busy_cb, NULL, NULL);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_ms (200);
  g_assert_null (menu);
  g_source_remove (busy);
}

/* An open menu is closed with its window; otherwise GTK would query its tooltip. */
static void
test_menu_goes (Fixture       *fixture,
                gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  GtkWidget *menu = open_menu (fixture, &lanes);

  g_object_add_weak_pointer (G_OBJECT (menu), (gpointer *) &menu);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_ms (20);
  g_assert_null (menu);
}

/* More lanes become visible during layout while a sibling queues a resize.  If lanes queued one in
 * their layout, too, GTK would draw an overlay without an allocation. */
static void
test_taller (Fixture       *fixture,
             gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  GtkWidget *rows = gtk_widget_get_ancestor (GTK_WIDGET (lanes.timeline), GTK_TYPE_PANED);
  GtkWidget *page = gtk_widget_get_parent (gtk_widget_get_ancestor (rows, GTK_TYPE_OVERLAY));
  guint first;

  gtk_paned_set_position (GTK_PANED (rows), 0);
  wait_ms (200);
  th_timeline_set_document (lanes.timeline, NULL);
  th_timeline_set_document (lanes.timeline, lanes.document);
  wait_ms (200);
  first = lanes.timeline->n_lanes_used;
  for (int height = 200; height <= 500; height += 20)
    {
      gtk_widget_queue_resize (gtk_widget_get_last_child (page));
      gtk_paned_set_position (GTK_PANED (rows), height);
      wait_ms (50);
    }
  wait_ms (200);
  g_assert_cmpuint (lanes.timeline->n_lanes_used, >, first + 5);
}

static guint
find_task_lane (ThScene    *scene,
                const char *title)
{
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->kind == TH_LANE_TASK &&
        g_str_equal (th_scene_get_lane (scene, i)->title, title))
      return i;

  g_assert_not_reached ();
}

/* In the lane of a task, the keys step from one change of its state to the next, on any CPU; the
 * lane stays current.  The switches of curl-279, by trace-cmd report. */
static void
test_step (Fixture       *fixture,
           gconstpointer  data)
{
  static const gint64 times[] = { 177597783319, 177637922792, 177638076644, 177720638363 };
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  guint lane;
  gint64 from, to;

  wait_until (fixture, is_analysed);
  lane = find_task_lane (th_document_get_scene (document), "curl");
  th_timeline_set_current (timeline, lane);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      activate (fixture, "win.next-event");
      g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                              th_document_get_selected (document)), ==, times[i]);
      g_assert_cmpuint (th_timeline_get_current (timeline), ==, lane);
    }
  activate (fixture, "win.previous-event");
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                          th_document_get_selected (document)), ==, times[2]);
  activate (fixture, "win.extend-previous");
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, times[1]);
  g_assert_cmpint (to, ==, times[2]);
}

static gboolean
has_small_lanes (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);

  return gtk_widget_get_height (GTK_WIDGET (timeline)) < 300;
}

/* A lane becomes current and the space for the lanes smaller in the same turn, as when an analysis
 * adds a lane that is followed: the lane is visible afterwards. */
static void
test_show_while_divided (Fixture       *fixture,
                         gconstpointer  data)
{
  Lanes lanes = open_lanes (fixture);
  GtkWidget *rows = gtk_widget_get_ancestor (GTK_WIDGET (lanes.timeline), GTK_TYPE_PANED);
  GtkAdjustment *scroll = lanes.timeline->scroll;
  guint last = th_scene_get_n_lanes (lanes.scene);
  const ThLane *lane;

  while (th_scene_get_lane (lanes.scene, last - 1)->height <= 0)
    last--;
  lane = th_scene_get_lane (lanes.scene, last - 1);
  th_timeline_set_current (lanes.timeline, last - 1);
  gtk_paned_set_position (GTK_PANED (rows), 250);
  wait_until (fixture, has_small_lanes);
  g_assert_cmpfloat (lane->y + lane->height, <=,
                     gtk_adjustment_get_value (scroll) + gtk_adjustment_get_page_size (scroll));

  /* Only once: the lanes can be scrolled away then. */
  gtk_adjustment_set_value (scroll, 0);
  wait_ms (100);
  g_assert_cmpfloat (gtk_adjustment_get_value (scroll), ==, 0);
}

static guint
find_title (ThScene    *scene,
            const char *title)
{
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (g_str_equal (th_scene_get_lane (scene, i)->title, title))
      return i;

  return G_MAXUINT;
}

/* The lane of the task that read the followed packet is below that of the packet, and goes back to
 * the other tasks afterwards; one that the user pinned stays where it is. */
static void
test_reader (Fixture       *fixture,
             gconstpointer  data)
{
  ThScene *scene = th_document_get_scene (open_sample (fixture));
  guint heading;

  wait_until (fixture, is_analysed);
  activate (fixture, "win.slowest"); /* curl reads it */
  wait_until (fixture, gui_is_following);
  heading = find_title (scene, "Followed packet");
  g_assert_cmpuint (find_title (scene, "curl"), ==, heading + 2);
  g_assert_cmpuint (find_title (scene, "Tasks"), ==, heading + 3);
  g_assert_false (th_scene_can_move (scene, heading + 2));

  activate (fixture, "win.unfollow");
  g_assert_cmpuint (find_title (scene, "curl"), >, find_title (scene, "Tasks"));
  g_assert_true (th_scene_can_move (scene, find_title (scene, "curl")));

  th_scene_set_pinned (scene, find_title (scene, "curl"), TRUE);
  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  g_assert_cmpuint (find_title (scene, "curl"), ==, 1);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/lanes/hide", test_hide);
  ADD_WINDOW_TEST ("/lanes/pin", test_pin);
  ADD_WINDOW_TEST ("/lanes/move", test_move);
  ADD_WINDOW_TEST ("/lanes/drop-pinned", test_drop_pinned);
  ADD_WINDOW_TEST ("/lanes/sections", test_sections);
  ADD_WINDOW_TEST ("/lanes/active", test_active);
  ADD_WINDOW_TEST ("/lanes/wakeups", test_wakeups);
  ADD_WINDOW_TEST ("/lanes/dimmed-wakeups", test_dimmed_wakeups);
  ADD_WINDOW_TEST ("/lanes/hover", test_hover);
  ADD_WINDOW_TEST ("/lanes/menu", test_menu);
  ADD_WINDOW_TEST ("/lanes/task-menu", test_task_menu);
  ADD_WINDOW_TEST ("/lanes/menu-goes", test_menu_goes);
  ADD_WINDOW_TEST ("/lanes/menu-went", test_menu_went);
  ADD_WINDOW_TEST ("/lanes/taller", test_taller);
  ADD_WINDOW_TEST ("/lanes/step", test_step);
  ADD_WINDOW_TEST ("/lanes/show-while-divided", test_show_while_divided);
  ADD_WINDOW_TEST ("/lanes/reader", test_reader);

  return g_test_run ();
}
