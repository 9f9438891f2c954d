/* test-tasks.c - names of threads over time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-tasks.h"

static void
test_numbers (void)
{
  g_autoptr(ThTasks) tasks = th_tasks_new ();

  g_assert_cmpuint (th_tasks_find (tasks, 0), ==, TH_TASK_IDLE);
  g_assert_cmpuint (th_tasks_find (tasks, 12), ==, TH_TASK_NONE);
  g_assert_cmpuint (th_tasks_intern (tasks, 12), ==, 1);
  g_assert_cmpuint (th_tasks_intern (tasks, -3), ==, 2);
  g_assert_cmpuint (th_tasks_intern (tasks, 12), ==, 1);
  g_assert_cmpint (th_tasks_get_pid (tasks, 2), ==, -3);
  g_assert_cmpuint (th_tasks_get_n (tasks), ==, 3);
  g_assert_cmpint (th_tasks_get_tgid (tasks, 1), ==, -1);
  th_tasks_set_tgid (tasks, 12, 10);
  g_assert_cmpint (th_tasks_get_tgid (tasks, 1), ==, 10);
  g_assert_cmpint (th_tasks_get_pid (tasks, 99), ==, -1);
}

static char *
names (ThTasks *tasks,
       gint32   pid)
{
  GString *text = g_string_new (NULL);

  for (gint64 time = 0; time <= 100; time += 10)
    g_string_append_printf (text, "%s ",
                            th_tasks_get_name (tasks, th_tasks_find (tasks, pid), time));

  return g_string_free (text, FALSE);
}

static void
test_names (void)
{
  g_autoptr(ThTasks) tasks = th_tasks_new ();
  g_autofree char *seen = NULL, *saved = NULL;

  th_tasks_set_saved (tasks, 7, "last");
  th_tasks_intern (tasks, 8);
  saved = names (tasks, 7);
  g_assert_cmpstr (saved, ==, "last last last last last last last last last last last ");
  g_assert_cmpstr (th_tasks_get_saved (tasks, th_tasks_find (tasks, 8)), ==, "<...>");
  g_assert_cmpstr (th_tasks_get_saved (tasks, TH_TASK_IDLE), ==, "<idle>");
  g_assert_cmpstr (th_tasks_get_name (tasks, TH_TASK_IDLE, 5), ==, "<idle>");
  g_assert_cmpstr (th_tasks_get_name (tasks, TH_TASK_NONE, 5), ==, "<...>");

  th_tasks_see_name (tasks, 7, 30, "trace-cmd and more", 9);
  th_tasks_see_name (tasks, 7, 60, "iperf3", -1);
  seen = names (tasks, 7);
  g_assert_cmpstr (seen, ==,
                   "trace-cmd trace-cmd trace-cmd trace-cmd trace-cmd trace-cmd iperf3 iperf3 "
                   "iperf3 iperf3 iperf3 ");
  g_assert_cmpstr (th_tasks_get_saved (tasks, th_tasks_find (tasks, 7)), ==, "last");
}

/* perf saves no names, so the name at the time is used, or the last one. */
static void
test_timed (void)
{
  g_autoptr(ThTasks) tasks = th_tasks_new (), saving = th_tasks_new ();

  th_tasks_set_timed (tasks);
  th_tasks_see_name (tasks, 7, 60, "wget", -1);
  th_tasks_see_name (tasks, 7, 30, "sh", -1);
  th_tasks_set_saved (tasks, 8, "by an event");
  th_tasks_see_name (saving, 7, 30, "sh", -1);

  g_assert_true (th_tasks_is_timed (tasks, th_tasks_find (tasks, 7)));
  g_assert_cmpstr (th_tasks_get_saved (tasks, th_tasks_find (tasks, 7)), ==, "wget");
  g_assert_cmpstr (th_tasks_get_saved (tasks, th_tasks_find (tasks, 8)), ==, "by an event");
  g_assert_cmpstr (th_tasks_get_saved (tasks, TH_TASK_IDLE), ==, "<idle>");
  g_assert_false (th_tasks_is_timed (saving, th_tasks_find (saving, 7)));
  g_assert_cmpstr (th_tasks_get_saved (saving, th_tasks_find (saving, 7)), ==, "<...>");
}

/* Stripes of a file finish in any order; the names must not depend on it. */
static void
test_any_order (void)
{
  static const struct { gint64 time; const char *name; } seen[] = {
    { 5, "a" }, { 10, "a" }, { 15, "b" }, { 30, "a" }, { 40, "a" }, { 50, "c" }, { 70, "c" }
  };
  g_autofree char *first = NULL;
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr(ThTasks) tasks = th_tasks_new ();
      guint order[G_N_ELEMENTS (seen)];
      g_autofree char *text = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
        {
          guint j = g_rand_int_range (rand, 0, i + 1);

          order[i] = order[j];
          order[j] = i;
        }
      for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
        th_tasks_see_name (tasks, 9, seen[order[i]].time, seen[order[i]].name, -1);
      if (round % 2 == 0)
        th_tasks_finalize (tasks);
      text = names (tasks, 9);
      if (first == NULL)
        first = g_steal_pointer (&text);
      else
        g_assert_cmpstr (text, ==, first);
    }

  g_assert_cmpstr (first, ==, "a a b a a c c c c c c ");
}

static void
test_hostile_names (void)
{
  g_autoptr(ThTasks) tasks = th_tasks_new ();

  th_tasks_set_saved (tasks, 1, "\xff\xfe<b>");
  th_tasks_see_name (tasks, 1, 5, "", 0);
  g_assert_true (g_utf8_validate (th_tasks_get_saved (tasks, 1), -1, NULL));
  g_assert_cmpstr (th_tasks_get_name (tasks, 1, 5), ==, "");
}

/* A long name fills the whole field; after the NUL of a short one there may be other bytes. */
static void
test_many_names (void)
{
  static const ThNameSighting sightings[] = {
    { 60, 7, "iperf3\0-old" },
    { 30, 7, { 's', 'i', 'x', 't', 'e', 'e', 'n', '-', 'b', 'y', 't', 'e', 's', '-', 'i', 's' } },
    { 10, 8, "other" },
  };
  g_autoptr(ThTasks) tasks = th_tasks_new (), one_by_one = th_tasks_new ();
  g_autofree char *seen = NULL, *expected = NULL;

  th_tasks_see_names (tasks, sightings, 0);
  g_assert_cmpuint (th_tasks_find (tasks, 7), ==, TH_TASK_NONE);

  th_tasks_see_names (tasks, sightings, G_N_ELEMENTS (sightings));
  th_tasks_see_name (one_by_one, 7, 30, "sixteen-bytes-is", -1);
  th_tasks_see_name (one_by_one, 7, 60, "iperf3", -1);
  seen = names (tasks, 7);
  expected = names (one_by_one, 7);
  g_assert_cmpstr (seen, ==, expected);
  g_assert_cmpstr (th_tasks_get_name (tasks, th_tasks_find (tasks, 8), 10), ==, "other");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/tasks/numbers", test_numbers);
  g_test_add_func ("/model/tasks/names", test_names);
  g_test_add_func ("/model/tasks/timed", test_timed);
  g_test_add_func ("/model/tasks/any-order", test_any_order);
  g_test_add_func ("/model/tasks/hostile-names", test_hostile_names);
  g_test_add_func ("/model/tasks/many-names", test_many_names);
  return g_test_run ();
}
