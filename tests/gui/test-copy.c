/* test-copy.c - copying events of the table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include <string.h>
#include <time.h>

/* 55 events of the sample, as `trace-cmd report -t -N` lists them: rows 576 … */
#define SPAN "win.select-span((int64 177708853551, int64 177709853551))"
#define SPAN_EVENTS 55
/* Limit for showing an event with a long text. */
#ifdef __SANITIZE_THREAD__
#define MAX_SHOW_MS 1200
#else
#define MAX_SHOW_MS 120
#endif

static ThEventTable *
get_table (Fixture *fixture)
{
  return gui_get_table (fixture->window);
}

/* Returns the text that the action puts on the clipboard. */
static char *
copy_by (Fixture    *fixture,
         const char *action)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (fixture->window)), "before");
  wait_ms (1); /* the actions are enabled before the next key */
  activate (fixture, action);
  wait_ms (50);

  return read_clipboard (fixture);
}

static void
test_copy_rows (Fixture       *fixture,
                gconstpointer  data)
{
  GtkSelectionModel *selection;
  g_autofree char *one = NULL, *long_text = NULL, *text = NULL, *csv = NULL, *json = NULL;

  open_sample (fixture);
  selection = gui_get_selection (get_table (fixture));
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 0))");
  one = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (one, ==, "1\t177.573538626\t2\t<idle>\t0\tsoftirq_raise\tvec=1 [action=TIMER]");

  activate (fixture,
            "win.set-columns(\"[('time', 0), ('delta', 0), ('task', 0), ('info', 0), "
            "('field:pid', 0), ('field:comm', 0)]\")");
  gtk_selection_model_select_range (selection, 3, 2, TRUE);
  text = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (text, ==,
                   "177.573575411\t10.826 µs\t<idle>\tvec=1 [action=TIMER]\t\t\n"
                   "177.573591796\t16.385 µs\t<idle>\trcu_preempt:15 [120] CPU 2\t15\trcu_preempt");
  activate (fixture, "win.compact-info");
  long_text = copy_by (fixture, "win.copy-row");
  g_assert_true (g_str_has_suffix (long_text,
                                   "\tcomm=rcu_preempt pid=15 prio=120 "
                                   "target_cpu=002\t15\trcu_preempt"));
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)),
                             "comm=rcu_preempt pid=15 prio=120 target_cpu=002"));
  activate (fixture, "win.compact-info");
  g_assert_false (shows_cell (GTK_WIDGET (get_table (fixture)),
                              "comm=rcu_preempt pid=15 prio=120 target_cpu=002"));
  csv = copy_by (fixture, "win.copy-csv");
  g_assert_cmpstr (csv, ==,
                   "time,delta,task,info,field:pid,field:comm\n"
                   "177573575411,10826,<idle>,vec=1 [action=TIMER],,\n"
                   "177573591796,16385,<idle>,comm=rcu_preempt pid=15 prio=120 "
                   "target_cpu=002,15,rcu_preempt\n");
  json = copy_by (fixture, "win.copy-json");
  g_assert_cmpstr (json, ==,
                   "[\n {\"time\": 177573575411, \"delta\": 10826, \"task\": \"<idle>\", "
                   "\"info\": \"vec=1 [action=TIMER]\", \"field:pid\": null, \"field:comm\": "
                   "null},\n {\"time\": 177573591796, \"delta\": 16385, \"task\": \"<idle>\", "
                   "\"info\": \"comm=rcu_preempt pid=15 prio=120 target_cpu=002\", \"field:pid\": "
                   "15, \"field:comm\": \"rcu_preempt\"}\n]\n");
}

/* JSON has numbers as numbers, times in ns, and booleans. */
static void
test_copy_expressions (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *text = NULL, *csv = NULL, *json = NULL;

  open_sample (fixture);
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 0))");
  activate (fixture,
            "win.set-columns(\"[('expr:vec * 8', 0), ('expr:ts - 177s', 0), ('expr:vec == 1', 0), "
            "('expr:next_pid', 0)]\")");
  text = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (text, ==, "8\t573.538626 ms\tyes\t");
  csv = copy_by (fixture, "win.copy-csv");
  g_assert_cmpstr (csv, ==,
                   "expr:vec * 8,expr:ts - 177s,expr:vec == 1,expr:next_pid\n8,573538626,true,\n");
  json = copy_by (fixture, "win.copy-json");
  g_assert_cmpstr (json, ==,
                   "[\n {\"expr:vec * 8\": 8, \"expr:ts - 177s\": 573538626, \"expr:vec == 1\": "
                   "true, \"expr:next_pid\": null}\n]\n");
}

static gboolean
is_without_it (Fixture *fixture)
{
  return gui_get_selected_row (get_table (fixture)) == GTK_INVALID_LIST_POSITION;
}

/* An event that the table does not list can still be selected, shown and copied, and a marker
 * stays where it was. */
static void
test_copy_filtered (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autofree char *one = NULL, *told = NULL;

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 0))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.set-filter('irq:irq_handler_entry')");
  wait_until (fixture, is_without_it);
  wait_until (fixture, is_read);
  g_assert_nonnull (strstr (gui_get_status (fixture->window),
                            "Selected: softirq_raise at 177.573538626 on CPU 2"));
  told = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (told, "vec=1 [action=TIMER]"));
  g_assert_cmpint (th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A), ==,
                   SAMPLE_FIRST);
  one = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (one, ==, "1\t177.573538626\t2\t<idle>\t0\tsoftirq_raise\tvec=1 [action=TIMER]");
}

static guint
count_lines (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strv_length (lines);
}

static void
test_copy_span (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *text = NULL, *csv = NULL, *json = NULL, *cell = NULL;

  open_sample (fixture);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window),
                                                     "copy-span"));
  activate (fixture, SPAN);
  text = copy_by (fixture, "win.copy-span");
  g_assert_true (g_str_has_prefix (text, "576\t177.708853551\t0\t"));
  g_assert_cmpuint (count_lines (text), ==, SPAN_EVENTS);
  csv = copy_by (fixture, "win.copy-span-csv");
  g_assert_cmpuint (count_lines (csv), ==, 1 + SPAN_EVENTS + 1);
  json = copy_by (fixture, "win.copy-span-json");
  g_assert_true (g_str_has_prefix (json,
                                   "[\n {\"number\": 576, \"time\": 177708853551, \"cpu\": 0, "));
  g_assert_cmpuint (count_lines (json), ==, 1 + SPAN_EVENTS + 2);

  activate (fixture, "win.select((uint32 0, uint32 2, uint32 11))");
  cell = copy_by (fixture, "win.copy-cell-of('field:next_pid')");
  g_assert_cmpstr (cell, ==, "15");
}

/* Returns the CPU time of this thread. */
static double
thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* Inner calls are indented in the list, and in what is copied from it. */
static void
test_calls (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "calls.txt", NULL), *text = NULL;

  g_assert_true (g_file_set_contents (path,
                                      "# tracer: function_graph\n#\n"
                                      "# CPU  DURATION                  FUNCTION CALLS\n"
                                      "# |     |   |                     |   |   |   |\n"
                                      " 0)               |  udp_recvmsg() {\n"
                                      " 0)   2.975 us    |    _raw_spin_lock_bh();\n"
                                      " 0) + 12.500 us   |  }\n", -1, NULL));
  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)), "udp_recvmsg() {"));
  g_assert_true (shows_cell (GTK_WIDGET (get_table (fixture)),
                             "    _raw_spin_lock_bh()  2.975 µs"));

  activate (fixture, "win.set-columns(\"[('event', 0), ('info', 0)]\")");
  gtk_selection_model_select_range (gui_get_selection (get_table (fixture)), 0, 3, TRUE);
  text = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (text, ==,
                   "funcgraph_entry\tudp_recvmsg() {\n"
                   "funcgraph_entry\t    _raw_spin_lock_bh()  2.975 µs\n"
                   "funcgraph_exit\t}  12.500 µs");
}

/* The text of a marker may fill most of a page of the kernel's buffer. */
static void
test_copy_long (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "long.txt", NULL), *lines = NULL;
  g_autofree char *text = NULL, *csv = NULL, *json = NULL, *cell = NULL, *in_csv = NULL;
  g_autofree char *in_json = NULL;
  g_autoptr(GString) said = g_string_new (NULL);
  double before;

  for (guint i = 0; i < 1700; i++)
    g_string_append_printf (said, "%s%05u", i > 0 ? " " : "", i);
  g_assert_cmpuint (said->len, >, 10000);
  lines =
    g_strdup_printf ("# tracer: nop\n#\n            bash-1234    [000] .....   100.000002: "
                     "tracing_mark_write: %s\n", said->str);
  g_assert_true (g_file_set_contents (path, lines, -1, NULL));
  open_path (fixture, path);
  wait_until (fixture, is_analysed);

  /* It is also shown quickly; with one character per line it took a third of a second. */
  before = thread_ms ();
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 0))");
  wait_until (fixture, is_read);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_test_message ("%.1f ms", thread_ms () - before);
  g_assert_cmpfloat (thread_ms () - before, <, MAX_SHOW_MS);

  text = copy_by (fixture, "win.copy-row");
  g_assert_true (g_str_has_suffix (text, said->str));
  cell = copy_by (fixture, "win.copy-cell-of('info')");
  g_assert_cmpstr (cell, ==, said->str);
  csv = copy_by (fixture, "win.copy-csv");
  in_csv = g_strconcat (",", said->str, "\n", NULL);
  g_assert_true (g_str_has_suffix (csv, in_csv));
  json = copy_by (fixture, "win.copy-json");
  in_json = g_strconcat ("\"info\": \"", said->str, "\"", NULL);
  g_assert_nonnull (strstr (json, in_json));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/copy/rows", test_copy_rows);
  ADD_WINDOW_TEST ("/copy/expressions", test_copy_expressions);
  ADD_WINDOW_TEST ("/copy/filtered", test_copy_filtered);
  ADD_WINDOW_TEST ("/copy/span", test_copy_span);
  ADD_WINDOW_TEST ("/copy/calls", test_calls);
  ADD_WINDOW_TEST ("/copy/long", test_copy_long);

  return g_test_run ();
}
