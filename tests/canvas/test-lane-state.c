/* test-lane-state.c - lanes hidden, pinned, moved, sorted and resized; their state as data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "canvas-fixture.h"
#include "th-scene-draw.h"
#include "th-scene-edit.h"

#define START G_GINT64_CONSTANT (188024000000)
#define AT(us) (START + (gint64) ((us) * 1000))

typedef TestScene Fixture;

/* Adds a slice of @pid from @from to @to us. */
static void
add_state (Fixture   *fixture,
           gint32     pid,
           double     from,
           double     to,
           ThContext  context)
{
  guint32 task = th_tasks_intern (th_recording_get_tasks (fixture->recording), pid);
  ThTrack *track = th_results_add_track (fixture->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, "state", "State", TH_ATTACH_TASK, task, TH_UNIT_TIME
  });
  ThSlice slice = { AT (from), AT (to), { 0, 0, 5 }, th_results_intern (fixture->results, "x"),
                    context, 0 };

  g_assert_true (th_slices_add (th_track_get_slices (track), 0, &slice));
}

/* pid 10 (wget) ran for 30 us, 11 (kworker) 70, 12 (jbd2) 10, 13 (iperf3) 50. */
static void
add_tasks (Fixture *fixture)
{
  add_state (fixture, 10, 150, 180, TH_CONTEXT_RUNNING);
  add_state (fixture, 11, 80, 150, TH_CONTEXT_RUNNING);
  add_state (fixture, 12, 10, 20, TH_CONTEXT_RUNNING);
  add_state (fixture, 13, 20, 70, TH_CONTEXT_RUNNING);
  th_results_publish (fixture->results);
  th_scene_add_results (fixture->scene, fixture->results);
}

/* Returns the names of all lanes that have a height, in order. */
static char *
describe (ThScene *scene)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                                lane->name != NULL ? lane->name : lane->title);
    }

  return g_string_free (text, FALSE);
}

static void
assert_seen (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = describe (fixture->scene);
  double y = 0;

  g_assert_cmpstr (text, ==, expected);
  for (guint i = 0; i < th_scene_get_n_lanes (fixture->scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (fixture->scene, i);

      g_assert_cmpfloat (lane->y, ==, y);
      y += lane->height;
    }
  g_assert_cmpfloat (th_scene_get_height (fixture->scene), ==, y);
}

static guint
find (Fixture    *fixture,
      const char *name)
{
  guint lane = th_scene_find_name (fixture->scene, name);

  g_assert_cmpuint (lane, !=, G_MAXUINT);
  return lane;
}

#define ALL "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 task/13 task/10 task/12"

/* --- one lane ---------------------------------------------------------- */

static void
test_hide (Fixture       *fixture,
           gconstpointer  data)
{
  ThScene *scene = fixture->scene;

  add_tasks (fixture);
  assert_seen (fixture, ALL);
  g_assert_true (th_scene_set_hidden (scene, find (fixture, "cpu/1"), TRUE));
  g_assert_true (th_scene_set_hidden (scene, find (fixture, "cpu/3"), TRUE));
  g_assert_true (th_scene_set_hidden (scene, find (fixture, "task/13"), TRUE));
  assert_seen (fixture,
               "cpus cpu/0 cpu/2 2 lanes hidden · show tasks task/11 task/10 task/12 1 lane "
               "hidden · show");
  g_assert_cmpuint (th_scene_get_n_hidden (scene), ==, 3);

  /* A hidden CPU is still found, for journeys; it has no height. */
  g_assert_true (th_scene_get_lane (scene, th_scene_find_cpu (scene, 0, 1))->hidden);
  g_assert_cmpuint (th_scene_find_task (scene,
                                        th_tasks_find (th_recording_get_tasks (fixture->recording),
                                                       13)), ==, G_MAXUINT);

  /* It stays hidden after an update, and only showing its section brings it back. */
  th_scene_update (scene);
  th_scene_set_folded (scene, th_scene_get_n_lanes (scene) - 1, FALSE);
  assert_seen (fixture,
               "cpus cpu/0 cpu/2 2 lanes hidden · show tasks task/11 task/13 task/10 task/12");
  th_scene_show_hidden (scene, G_MAXUINT);
  assert_seen (fixture, ALL);

  /* Whole sections. */
  th_scene_set_hidden (scene, find (fixture, "cpus"), TRUE);
  assert_seen (fixture, "tasks task/11 task/13 task/10 task/12 1 section hidden · show");
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 2), !=, G_MAXUINT);
  th_scene_set_hidden (scene, find (fixture, "tasks"), TRUE);
  assert_seen (fixture, "2 sections hidden · show");
  th_scene_set_folded (scene, th_scene_get_n_lanes (scene) - 1, FALSE);
  assert_seen (fixture, ALL);

  /* A lane that is asked for is shown, whatever hid it. */
  th_scene_set_hidden (scene, find (fixture, "task/12"), TRUE);
  th_scene_set_hidden (scene, find (fixture, "tasks"), TRUE);
  g_assert_cmpuint (th_scene_reveal (scene, "task/12"), ==, 9);
  assert_seen (fixture, ALL);
  g_assert_cmpuint (th_scene_reveal (scene, "task/77"), ==, G_MAXUINT);
  g_assert_false (th_scene_set_hidden (scene, 100, TRUE));
}

static void
test_pin (Fixture       *fixture,
          gconstpointer  data)
{
  ThScene *scene = fixture->scene;

  add_tasks (fixture);
  g_assert_cmpfloat (th_scene_get_pinned_height (scene), ==, 0);
  g_assert_true (th_scene_set_pinned (scene, find (fixture, "task/10"), TRUE));
  g_assert_true (th_scene_set_pinned (scene, find (fixture, "cpu/2"), TRUE));
  assert_seen (fixture,
               "pinned task/10 cpu/2 cpus cpu/0 cpu/1 cpu/3 tasks task/11 task/13 task/12");
  g_assert_cmpstr (th_scene_get_lane (scene, 0)->title, ==, "Pinned");
  g_assert_cmpstr (th_scene_get_lane (scene, 0)->detail, ==, "2");
  g_assert_cmpfloat (th_scene_get_pinned_height (scene), ==, th_scene_get_lane (scene, 3)->y);
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 2), ==, 2);
  g_assert_true (th_scene_get_lane (scene, 2)->pinned);

  /* Pinned lanes move among themselves, and fold. */
  g_assert_true (th_scene_move_by (scene, 2, -1));
  assert_seen (fixture,
               "pinned cpu/2 task/10 cpus cpu/0 cpu/1 cpu/3 tasks task/11 task/13 task/12");
  g_assert_false (th_scene_move_by (scene, 1, -1));
  g_assert_false (th_scene_move_by (scene, 2, 1));
  th_scene_set_folded (scene, 0, TRUE);
  assert_seen (fixture, "pinned cpus cpu/0 cpu/1 cpu/3 tasks task/11 task/13 task/12");
  g_assert_cmpuint (th_scene_reveal (scene, "task/10"), ==, 2);

  /* Unpinned lanes return to their places. */
  g_assert_true (th_scene_set_pinned (scene, find (fixture, "cpu/2"), FALSE));
  g_assert_true (th_scene_set_pinned (scene, find (fixture, "task/10"), FALSE));
  assert_seen (fixture, ALL);
  g_assert_false (th_scene_set_pinned (scene, 0, TRUE));
}

static void
test_move (Fixture       *fixture,
           gconstpointer  data)
{
  ThScene *scene = fixture->scene;

  add_tasks (fixture);
  g_assert_true (th_scene_move_by (scene, find (fixture, "cpu/2"), -1));
  assert_seen (fixture, "cpus cpu/0 cpu/2 cpu/1 cpu/3 tasks task/11 task/13 task/10 task/12");
  g_assert_true (th_scene_move_before (scene, find (fixture, "cpu/3"), find (fixture, "cpu/0")));
  assert_seen (fixture, "cpus cpu/3 cpu/0 cpu/2 cpu/1 tasks task/11 task/13 task/10 task/12");
  /* Before the heading of the next section: to the end of its own. */
  g_assert_true (th_scene_move_before (scene, find (fixture, "cpu/3"), find (fixture, "tasks")));
  assert_seen (fixture, "cpus cpu/0 cpu/2 cpu/1 cpu/3 tasks task/11 task/13 task/10 task/12");
  g_assert_true (th_scene_move_before (scene, find (fixture, "task/11"),
                                       th_scene_get_n_lanes (scene)));
  assert_seen (fixture, "cpus cpu/0 cpu/2 cpu/1 cpu/3 tasks task/13 task/10 task/12 task/11");

  /* A move skips hidden lanes; at the end there is no further step. */
  th_scene_set_hidden (scene, find (fixture, "cpu/2"), TRUE);
  g_assert_true (th_scene_move_by (scene, find (fixture, "cpu/1"), -1));
  assert_seen (fixture,
               "cpus cpu/1 cpu/0 cpu/3 1 lane hidden · show tasks task/13 task/10 task/12 task/11");
  g_assert_false (th_scene_move_by (scene, find (fixture, "cpu/1"), -1));
  g_assert_false (th_scene_move_by (scene, find (fixture, "cpu/3"), 1));

  /* Sorting discards the manual order. */
  th_scene_show_hidden (scene, G_MAXUINT);
  g_assert_true (th_scene_set_sort (scene, find (fixture, "cpu/1"), TH_SORT_NUMBER));
  g_assert_true (th_scene_set_sort (scene, find (fixture, "task/12"), TH_SORT_USUAL));
  assert_seen (fixture, ALL);
}

/* A heading moves with its lanes; dropped among the lanes of another section, it goes to the far
 * side of that. */
static void
test_move_sections (Fixture       *fixture,
                    gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  const char *turned = "tasks task/11 task/13 task/10 task/12 cpus cpu/0 cpu/1 cpu/2 cpu/3";
  g_autoptr(GArray) states = NULL;

  add_tasks (fixture);
  g_assert_true (th_scene_can_move (scene, find (fixture, "cpus")));
  g_assert_false (th_scene_move_by (scene, find (fixture, "cpus"), -1));
  g_assert_false (th_scene_move_by (scene, find (fixture, "tasks"), 1));
  g_assert_true (th_scene_move_by (scene, find (fixture, "tasks"), -1));
  assert_seen (fixture, turned);
  /* The order within the sections is kept. */
  g_assert_true (th_scene_move_by (scene, find (fixture, "cpu/1"), -1));
  g_assert_true (th_scene_move_by (scene, find (fixture, "cpu/1"), 1));
  assert_seen (fixture, turned);
  states = th_scene_list_states (scene);

  g_assert_true (th_scene_move_before (scene, find (fixture, "tasks"),
                                       th_scene_get_n_lanes (scene)));
  assert_seen (fixture, ALL);
  g_assert_true (th_scene_move_before (scene, find (fixture, "cpus"), find (fixture, "task/10")));
  assert_seen (fixture, turned);
  g_assert_true (th_scene_move_before (scene, find (fixture, "cpus"), find (fixture, "task/13")));
  assert_seen (fixture, ALL);
  g_assert_false (th_scene_move_before (scene, find (fixture, "cpus"), find (fixture, "tasks")));

  th_scene_set_states (scene, (const ThLaneState *) states->data, states->len);
  assert_seen (fixture, turned);
}

static void
test_sizes (Fixture       *fixture,
            gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  const ThView view = { START, START + 240000, 240 };
  double heights[2][TH_N_LANE_SIZES];
  const char *const names[] = { "cpu/3", "task/11" };

  add_tasks (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint size = 0; size < TH_N_LANE_SIZES; size++)
      for (guint door = TH_RENDER_PIXELS; door <= TH_RENDER_VECTOR; door++)
        {
          cairo_surface_t *surface;

          g_assert_true (th_scene_set_size (scene, find (fixture, names[i]), size));
          heights[i][size] = th_scene_get_lane (scene, find (fixture, names[i]))->height;
          surface = test_draw_lane (scene, find (fixture, names[i]), &view, 1, door);
          /* The line below the lane is the last row of pixels. */
          g_assert_cmpint (cairo_image_surface_get_height (surface), ==, heights[i][size]);
          cairo_surface_destroy (surface);
        }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_cmpfloat (heights[i][TH_LANE_LOW], <, 0.8 * heights[i][TH_LANE_NORMAL]);
      g_assert_cmpfloat (heights[i][TH_LANE_HIGH], >, 1.2 * heights[i][TH_LANE_NORMAL]);
    }

  th_scene_update (scene);
  g_assert_cmpfloat (th_scene_get_lane (scene, find (fixture, "cpu/3"))->height, ==,
                     heights[0][TH_LANE_HIGH]);
  g_assert_cmpfloat (th_scene_get_lane (scene, find (fixture, "cpu/2"))->height, ==,
                     heights[0][TH_LANE_NORMAL]);
  g_assert_false (th_scene_set_size (scene, find (fixture, "cpus"), TH_LANE_LOW));
}

static double
get_height (Fixture    *fixture,
            const char *name)
{
  return th_scene_get_lane (fixture->scene, find (fixture, name))->height;
}

/* In a tight scene, lanes are as low as those that the user made low, and CPUs are folded until
 * they are unfolded; afterwards everything is as before. */
static void
test_tight (Fixture       *fixture,
            gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  ThTrack *track = th_results_add_track (fixture->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, "softirq", "Softirqs", TH_ATTACH_CPU, 0, TH_UNIT_TIME
  });
  ThSlice slice = { AT (10), AT (20), { 0, 0, 5 }, th_results_intern (fixture->results, "x"),
                    TH_CONTEXT_SOFTIRQ, 0 };
  double open, closed, low, normal, heading;
  g_autoptr(GArray) states = NULL;

  g_assert_true (th_slices_add (th_track_get_slices (track), 0, &slice));
  add_tasks (fixture);
  open = get_height (fixture, "cpu/0");
  normal = get_height (fixture, "cpu/1");
  g_assert_cmpfloat (open, >, normal);
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_LOW);
  low = get_height (fixture, "cpu/1");
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_NORMAL);
  heading = th_scene_get_lane (scene, 0)->height;
  g_assert_cmpfloat (th_scene_measure_cpus (scene, 2, FALSE), ==, heading + open + normal);
  g_assert_cmpfloat (th_scene_measure_cpus (scene, 2, TRUE), ==, heading + 2 * low);
  th_scene_set_size (scene, find (fixture, "cpu/2"), TH_LANE_HIGH);

  th_scene_set_tight (scene, TRUE);
  g_assert_cmpfloat (th_scene_measure_cpus (scene, 2, FALSE), ==, heading + open + normal);
  g_assert_cmpfloat (th_scene_measure_cpus (scene, 2, TRUE), ==, heading + 2 * low);
  closed = get_height (fixture, "cpu/0");
  g_assert_cmpfloat (closed, ==, low);
  g_assert_cmpfloat (get_height (fixture, "cpu/1"), ==, low);
  g_assert_cmpfloat (get_height (fixture, "cpu/2"), >, normal);
  g_assert_cmpint (th_scene_get_lane (scene, find (fixture, "cpu/1"))->chosen_size, ==,
                   TH_LANE_NORMAL);
  g_assert_true (th_scene_get_lane (scene, find (fixture, "cpu/0"))->folded);
  states = th_scene_list_states (scene);
  g_assert_cmpuint (states->len, ==, 1); /* cpu/2 */

  /* A lane gets its normal size if the user wants that. */
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_NORMAL);
  g_assert_cmpfloat (get_height (fixture, "cpu/1"), ==, normal);
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_LOW);
  g_assert_cmpfloat (get_height (fixture, "cpu/1"), ==, low);
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_NORMAL);

  /* What the user unfolds stays so, also in another scene with the same states. */
  th_scene_set_folded (scene, find (fixture, "cpu/0"), FALSE);
  g_assert_cmpfloat (get_height (fixture, "cpu/0"), >, closed);
  g_assert_cmpfloat (get_height (fixture, "cpu/0"), <, open);
  g_clear_pointer (&states, g_array_unref);
  states = th_scene_list_states (scene);
  th_scene_set_folded (scene, find (fixture, "cpu/0"), TRUE);
  g_assert_cmpfloat (get_height (fixture, "cpu/0"), ==, closed);
  th_scene_set_size (scene, find (fixture, "cpu/1"), TH_LANE_LOW);
  th_scene_set_states (scene, (const ThLaneState *) (gpointer) states->data, states->len);
  g_assert_cmpfloat (get_height (fixture, "cpu/0"), >, closed);
  g_assert_cmpfloat (get_height (fixture, "cpu/1"), ==, normal);

  th_scene_set_tight (scene, FALSE);
  g_assert_cmpfloat (get_height (fixture, "cpu/0"), ==, open);
  g_assert_cmpfloat (get_height (fixture, "cpu/1"), ==, normal);
}

/* A dense lane fills its height at every size: the tallest tick has the same share of it. */
static void
test_size_of_marks (Fixture       *fixture,
                    gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  const ThView view = { START, START + 240000, 24 };
  guint32 back = 0;
  gint tops[TH_N_LANE_SIZES];

  for (guint size = 0; size < TH_N_LANE_SIZES; size++)
    {
      cairo_surface_t *surface;
      gint y = 0;

      th_scene_set_size (scene, find (fixture, "cpu/3"), size);
      surface = test_draw_lane (scene, find (fixture, "cpu/3"), &view, 1, TH_RENDER_PIXELS);
      back = test_pixel (surface, 12, 0);
      while (test_pixel (surface, 12, y) == back)
        y++;
      tops[size] = y;
      cairo_surface_destroy (surface);
    }
  /* 250 events a pixel are near the top of each. */
  g_assert_cmpint (tops[TH_LANE_LOW], <=, 6);
  g_assert_cmpint (tops[TH_LANE_NORMAL], <=, 14);
  g_assert_cmpint (tops[TH_LANE_HIGH], <=, 30);
  g_assert_cmpint (tops[TH_LANE_LOW], >=, 2);
}

/* --- sections ---------------------------------------------------------- */

static void
test_sort (Fixture       *fixture,
           gconstpointer  data)
{
  ThScene *scene = fixture->scene;
  ThLaneSort sort;

  add_tasks (fixture);
  g_assert_true (th_scene_get_sort (scene, find (fixture, "tasks"), &sort));
  g_assert_cmpint (sort, ==, TH_SORT_BUSY);
  g_assert_true (th_scene_get_sort (scene, find (fixture, "cpu/1"), &sort));
  g_assert_cmpint (sort, ==, TH_SORT_NUMBER);

  /* iperf3, jbd2, kworker, wget. */
  g_assert_true (th_scene_set_sort (scene, find (fixture, "task/11"), TH_SORT_NAME));
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/13 task/12 task/11 task/10");
  g_assert_true (th_scene_set_sort (scene, find (fixture, "tasks"), TH_SORT_NUMBER));
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/10 task/11 task/12 task/13");

  /* Busy for 49, 61, 23 and 85 % (test-scene.c). */
  g_assert_true (th_scene_set_sort (scene, find (fixture, "cpus"), TH_SORT_BUSY));
  assert_seen (fixture, "cpus cpu/3 cpu/1 cpu/0 cpu/2 tasks task/10 task/11 task/12 task/13");
  g_assert_cmpuint (th_scene_find_cpu (scene, 0, 3), ==, 1);
  th_scene_update (scene);
  assert_seen (fixture, "cpus cpu/3 cpu/1 cpu/0 cpu/2 tasks task/10 task/11 task/12 task/13");
}

/* The busy time of a process is the sum of its threads: 50 + 30 us are more than 70. */
static void
test_process_sum (Fixture       *fixture,
                  gconstpointer  data)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);

  add_tasks (fixture);
  th_tasks_set_tgid (tasks, 13, 13);
  th_tasks_set_tgid (tasks, 10, 13);
  th_scene_update (fixture->scene);
  assert_seen (fixture,
               "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks process/13 task/13 task/10 task/11 task/12");
}

static void
test_processes (Fixture       *fixture,
                gconstpointer  data)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);
  ThScene *scene = fixture->scene;

  add_tasks (fixture);
  th_tasks_set_tgid (tasks, 10, 10);
  th_tasks_set_tgid (tasks, 12, 10);
  th_tasks_set_tgid (tasks, 11, 11);
  th_scene_update (scene);

  /* wget and jbd2 ran for 40 us together; kworker is alone, and the process of iperf3 is unknown.
   * */
  assert_seen (fixture,
               "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 task/13 process/10 task/10 task/12");
  g_assert_cmpstr (th_scene_get_lane (scene, 5)->detail, ==, "4");
  g_assert_cmpint (th_scene_get_lane (scene, 8)->kind, ==, TH_LANE_PROCESS);
  g_assert_cmpstr (th_scene_get_lane (scene, 8)->title, ==, "wget");
  g_assert_cmpstr (th_scene_get_lane (scene, 8)->detail, ==, "pid 10 · 2 threads");
  g_assert_cmpuint (th_scene_get_lane (scene, 9)->level, ==, 1);
  g_assert_cmpstr (th_scene_get_lane (scene, 10)->detail, ==, "tid 12 of pid 10");
  g_assert_cmpuint (th_scene_get_lane (scene, 7)->level, ==, 0);

  /* A process is folded, moved and hidden as a whole. */
  th_scene_set_folded (scene, 8, TRUE);
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 task/13 process/10");
  g_assert_true (th_scene_move_by (scene, 8, -1));
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 process/10 task/13");
  g_assert_cmpuint (th_scene_reveal_task (scene, th_tasks_find (tasks, 12)), ==, 9);
  assert_seen (fixture,
               "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 process/10 task/10 task/12 task/13");
  th_scene_set_hidden (scene, find (fixture, "process/10"), TRUE);
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 task/13 1 lane hidden · show");
  th_scene_show_hidden (scene, G_MAXUINT);

  /* A thread moves within its process, or is pinned outside it. */
  g_assert_true (th_scene_move_by (scene, find (fixture, "task/12"), -1));
  assert_seen (fixture,
               "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 process/10 task/12 task/10 task/13");
  g_assert_false (th_scene_move_by (scene, find (fixture, "task/12"), -1));
  th_scene_set_pinned (scene, find (fixture, "task/12"), TRUE);
  assert_seen (fixture,
               "pinned task/12 cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11 process/10 task/10 "
               "task/13");
  g_assert_false (th_scene_set_pinned (scene, find (fixture, "process/10"), TRUE));

  /* Without groups. */
  th_scene_set_states (scene, NULL, 0);
  g_assert_true (th_scene_get_grouped (scene));
  th_scene_set_grouped (scene, FALSE);
  assert_seen (fixture, ALL);
  th_scene_set_grouped (scene, TRUE);
  th_scene_remove_results (scene, fixture->results);
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3");
}

static void
test_active (Fixture       *fixture,
             gconstpointer  data)
{
  ThScene *scene = fixture->scene;

  add_tasks (fixture);
  /* wget slept before it ran. */
  add_state (fixture, 14, 0, 240, TH_CONTEXT_BLOCKED);
  th_results_publish (fixture->results);
  th_scene_update (scene);

  /* CPU 2 has no event from 8 to 96 us. */
  g_assert_true (th_scene_show_active (scene, AT (10), AT (60)));
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/3 tasks task/13 task/12");
  g_assert_false (th_scene_show_active (scene, AT (11), AT (60)));
  g_assert_true (th_scene_show_active (scene, AT (100), AT (140)));
  assert_seen (fixture, "cpus cpu/0 cpu/1 cpu/2 cpu/3 tasks task/11");
  /* Nothing counts as hidden, as lanes appear and disappear by themselves. */
  g_assert_cmpuint (th_scene_get_n_hidden (scene), ==, 0);
  g_assert_true (th_scene_show_active (scene, TH_TIME_NONE, TH_TIME_NONE));
  assert_seen (fixture, ALL " task/14");
}

/* --- as data ----------------------------------------------------------- */

static char *
describe_states (ThScene *scene)
{
  g_autoptr(GArray) states = th_scene_list_states (scene);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < states->len; i++)
    {
      const ThLaneState *state = &g_array_index (states, ThLaneState, i);

      g_string_append_printf (text, "%s:%x:%d:%d:%d ", state->name, state->flags, state->size,
                              state->rank, state->sort);
    }

  return g_string_free (text, FALSE);
}

static void
test_data (Fixture       *fixture,
           gconstpointer  data)
{
  ThScene *scene = fixture->scene, *other;
  g_autoptr(GArray) states = NULL;
  g_autofree char *text = NULL, *seen = NULL, *again = NULL, *none = NULL;
  const ThLaneState wild[] = { { NULL, 1, 0, 0, 0 }, { (char *) "cpu/\xff", ~0u, 99, -7, 55 },
                               { (char *) "cpu/1", TH_LANE_IS_HIDDEN, 0, -1, 0 } };

  add_tasks (fixture);
  none = describe_states (scene);
  g_assert_cmpstr (none, ==, "");
  th_scene_set_hidden (scene, find (fixture, "cpu/1"), TRUE);
  th_scene_set_pinned (scene, find (fixture, "task/10"), TRUE);
  th_scene_set_size (scene, find (fixture, "cpu/2"), TH_LANE_HIGH);
  th_scene_set_sort (scene, find (fixture, "tasks"), TH_SORT_NAME);
  th_scene_move_by (scene, find (fixture, "cpu/2"), -1);
  th_scene_set_folded (scene, find (fixture, "tasks"), TRUE);
  text = describe_states (scene);
  g_assert_cmpstr (text, ==,
                   "cpu/0:0:0:1:0 cpu/1:2:0:2:0 cpu/2:0:2:0:0 task/10:4:0:0:0 tasks:1:0:-1:3 ");

  /* States that are set before the tasks exist apply once they do. */
  states = th_scene_list_states (scene);
  seen = describe (scene);
  other = th_scene_new (fixture->recording, fixture->theme);
  th_scene_set_states (other, (const ThLaneState *) (gpointer) states->data, states->len);
  th_scene_add_results (other, fixture->results);
  again = describe (other);
  g_assert_cmpstr (again, ==, seen);
  g_clear_pointer (&again, g_free);
  again = describe_states (other);
  g_assert_cmpstr (again, ==, text);

  /* States from a damaged file are survived. */
  th_scene_set_states (other, wild, G_N_ELEMENTS (wild));
  g_assert_cmpuint (th_scene_get_n_hidden (other), ==, 1);
  th_scene_set_states (other, NULL, 0);
  g_clear_pointer (&again, g_free);
  again = describe (other);
  g_assert_cmpstr (again, ==, ALL);
  th_scene_free (other);
}

/* Two lanes with the same title have different names, which are stable. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < 3; i++)
    th_results_add_track (fixture->results,
                          &(ThTrackInfo) { TH_TRACK_POINTS, "id", "t", TH_ATTACH_NAMED, 0,
                                           TH_UNIT_COUNT });
  th_results_publish (fixture->results);
  for (guint i = 0; i < 2; i++)
    {
      th_scene_add_results (fixture->scene, fixture->results);
      assert_seen (fixture,
                   "cpus cpu/0 cpu/1 cpu/2 cpu/3 analysis/test analysis/test/id "
                   "analysis/test/id#2 analysis/test/id#3");
      th_scene_remove_results (fixture->scene, fixture->results);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) \
  g_test_add (path, Fixture, NULL, test_scene_set_up, func, test_scene_tear_down)
  ADD ("/canvas/lane-state/hide", test_hide);
  ADD ("/canvas/lane-state/pin", test_pin);
  ADD ("/canvas/lane-state/move", test_move);
  ADD ("/canvas/lane-state/move-sections", test_move_sections);
  ADD ("/canvas/lane-state/sizes", test_sizes);
  ADD ("/canvas/lane-state/tight", test_tight);
  ADD ("/canvas/lane-state/size-of-marks", test_size_of_marks);
  ADD ("/canvas/lane-state/sort", test_sort);
  ADD ("/canvas/lane-state/processes", test_processes);
  ADD ("/canvas/lane-state/process-sum", test_process_sum);
  ADD ("/canvas/lane-state/active", test_active);
  ADD ("/canvas/lane-state/data", test_data);
  ADD ("/canvas/lane-state/names", test_names);

  return g_test_run ();
}
