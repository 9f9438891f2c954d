/* test-lane-names.c - which lanes of two recordings show the same
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "../model/model-fixture.h"
#include "th-lane-names.h"
#include "th-results.h"

typedef struct
{
  gint32      pid;
  gint32      tgid;     /* -1: not known */
  const char *name;
  gboolean    has_none; /* no lane: the name was saved, but the task did nothing */
} TestTask;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThScene     *scene;
} TestScene;

/* A scene whose tasks have lanes. */
static void
make_scene (TestScene      *self,
            const TestTask *all,
            guint           n)
{
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  ThTasks *tasks;

  self->recording = test_recording_new (1);
  self->results = th_results_new ("test", "Test");
  tasks = th_recording_get_tasks (self->recording);
  for (guint i = 0; i < n; i++)
    {
      guint32 task = th_tasks_intern (tasks, all[i].pid);

      th_tasks_set_saved (tasks, all[i].pid, all[i].name);
      if (all[i].tgid >= 0)
        th_tasks_set_tgid (tasks, all[i].pid, all[i].tgid);
      if (!all[i].has_none)
        th_results_add_track (self->results, &(ThTrackInfo) {
          TH_TRACK_SLICES, "state", "State", TH_ATTACH_TASK, task, TH_UNIT_TIME
        });
    }
  th_recording_finish (self->recording);
  th_results_publish (self->results);
  self->scene = th_scene_new (self->recording, theme);
  th_scene_add_results (self->scene, self->results);
  th_scene_update (self->scene);
}

static void
free_scene (TestScene *self)
{
  th_scene_free (self->scene);
  th_results_unref (self->results);
  th_recording_unref (self->recording);
}

/* A has four workers and B three, one of them with the same pid, and another that did nothing; the
 * program "server" is the process 100 of A and 200 of B, "client" is in A alone. */
static void
test_translate (void)
{
  static const TestTask in_a[] = {
    { 12, -1, "worker" }, { 10, -1, "worker" }, { 11, -1, "worker" }, { 13, -1, "worker" },
    { 100, 100, "server" }, { 101, 100, "thread" }, { 300, 300, "client" }
  };
  static const TestTask in_b[] = {
    { 20, -1, "worker" }, { 11, -1, "worker" }, { 30, -1, "worker" },
    { 10, -1, "worker", TRUE }, { 200, 200, "server" }, { 101, 200, "other" },
    { 201, 200, "thread" }
  };
  static const struct { const char *a; const char *b; } pairs[] = {
    { "task/11", "task/11" }, { "task/10", "task/20" }, { "task/12", "task/30" },
    { "task/13", NULL }, { "task/100", "task/200" }, { "process/100", "process/200" },
    { "task/101", "task/201" }, { "process/101", NULL }, { "task/300", NULL },
    { "process/300", NULL }, { NULL, "task/101" }, { "task/10#2", NULL }, { "cpu/1", "cpu/1" },
    { "analysis/sched/runnable", "analysis/sched/runnable" }
  };
  g_autoptr(ThLaneNames) names = NULL;
  TestScene a, b;

  make_scene (&a, in_a, G_N_ELEMENTS (in_a));
  make_scene (&b, in_b, G_N_ELEMENTS (in_b));
  names = th_lane_names_new (a.scene, b.scene);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      if (pairs[i].a != NULL)
        g_assert_cmpstr (th_lane_names_translate (names, TH_SIDE_A, pairs[i].a), ==, pairs[i].b);
      if (pairs[i].b != NULL)
        g_assert_cmpstr (th_lane_names_translate (names, TH_SIDE_B, pairs[i].b), ==, pairs[i].a);
    }
  free_scene (&a);
  free_scene (&b);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compare/lane-names/translate", test_translate);

  return g_test_run ();
}
