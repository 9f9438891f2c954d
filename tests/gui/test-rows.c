/* test-rows.c - rows of the analyses' tables: clicks, copying and saving
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-gestures.h"

#include "th-column-view-util.h"
#include "th-display-text.h"
#include "th-overview-density.h"
#include "th-shown-row.h"
#include "th-context-menus.h"
#include "th-result-table.h"
#include "th-timeline-private.h"
#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"

/* trace-cmd report -l -t -N data/samples/e1000-tcp.dat: curl (279) ran on CPU 1 when a softirq
 * woke ksoftirqd/1 (21) at WOKEN, and until the switch to that at SWITCHED. */
#define WOKEN    G_GINT64_CONSTANT (177719154215)
#define SWITCHED G_GINT64_CONSTANT (177720638363)
#define KSOFTIRQD 21
#define CURL 279

static ThResultTable *
get_table (Fixture *fixture)
{
  return TH_RESULT_TABLE (th_table_pane_get_visible_page (gui_get_table_pane (fixture)));
}

static gboolean
is_arranged (Fixture *fixture)
{
  ThResultTable *table = get_table (fixture);

  return !is_arranging (GTK_WIDGET (table)) &&
         g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (table))) > 0;
}

static ThResultTable *
open_table (Fixture    *fixture,
            const char *name)
{
  g_autofree char *action = g_strdup_printf ("win.tab('%s')", name);

  wait_until (fixture, is_analysed);
  activate (fixture, action);
  wait_until (fixture, is_arranged);
  return get_table (fixture);
}

/* Returns the position of the row that is anchored at @time. */
static guint
find_row (Fixture       *fixture,
          ThResultTable *table,
          gint64         time)
{
  ThRecording *recording = th_document_get_recording (th_window_get_document (fixture->window));
  guint32 row;

  for (guint i = 0;
       (row = th_result_list_get_row (gui_get_result_list (table), i)) != G_MAXUINT32; i++)
    {
      ThRef anchor = th_table_get_anchor (th_result_table_get_table (table), row);

      if (!th_ref_is_none (anchor) && th_recording_get_time (recording, anchor) == time)
        return i;
    }

  g_assert_not_reached ();
}

static int
pid_of (ThDocument *document,
        guint32     task)
{
  return th_tasks_get_pid (th_recording_get_tasks (th_document_get_recording (document)), task);
}

/* A click on a wakeup selects its span from the waking to the switch, fits it into the view, and
 * shows what delayed it; a click on an event clears that. */
static void
test_wakeup (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThResultTable *table = open_table (fixture, "sched/wakeups");
  const ThView *view = th_document_get_view (document);
  const ThRowSpan *row;
  gint64 from, to;

  gui_select_row (table, find_row (fixture, table, WOKEN));
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, WOKEN);
  g_assert_cmpint (to, ==, SWITCHED);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                          th_document_get_selected (document)), ==, WOKEN);
  wait_ms (300); /* no animation moves the view any more */
  g_assert_cmpint (view->from, <, WOKEN);
  g_assert_cmpint (view->to, >, SWITCHED);
  g_assert_cmpint (view->to - view->from, <, 2 * (SWITCHED - WOKEN));

  row = th_document_get_shown_row (document);
  g_assert_nonnull (row);
  g_assert_cmpint (pid_of (document, row->task), ==, KSOFTIRQD);
  g_assert_cmpint (pid_of (document, row->blamed), ==, CURL);
  g_assert_cmpint (row->blamed_time, ==, SWITCHED - WOKEN);
  g_assert_cmpuint (row->cpu, ==, 1);
  g_assert_cmpuint (th_timeline_get_current (th_window_get_timeline (fixture->window)), ==,
                    th_scene_find_cpu (th_document_get_scene (document), row->stream, row->cpu));

  activate (fixture, "win.select((uint32 0, uint32 0, uint32 5))");
  g_assert_null (th_document_get_shown_row (document));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (th_window_get_timeline (fixture->window)),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
}

/* Counts the pixels of the frame around the CPU's lane, which has the error color. */
static guint
count_blame (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThColor error = th_theme_get_color (th_scene_get_theme (th_timeline_get_scene (timeline)),
                                      TH_COLOR_ERROR);
  g_autoptr(GdkTexture) texture = NULL;
  g_autoptr(GskRenderNode) node = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autofree guint32 *pixels = NULL;
  guint n = 0;
  guint wanted = (guint) (error.red * 255 + .5) << 16 | (guint) (error.green * 255 + .5) << 8 |
                 (guint) (error.blue * 255 + .5);

  th_timeline_snapshot_row (timeline, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return 0;

  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (fixture->window)),
                                         node, NULL);
  pixels = g_new (guint32, gdk_texture_get_width (texture) * gdk_texture_get_height (texture));
  gdk_texture_download (texture, (guchar *) pixels, gdk_texture_get_width (texture) * 4);
  for (int i = 0; i < gdk_texture_get_width (texture) * gdk_texture_get_height (texture); i++)
    n += (pixels[i] & 0xffffff) == wanted;

  return n;
}

static void
test_blame_drawn (Fixture       *fixture,
                  gconstpointer  data)
{
  open_sample (fixture);
  g_assert_cmpuint (count_blame (fixture), ==, 0);
  gui_select_row (open_table (fixture, "sched/wakeups"),
                  find_row (fixture, open_table (fixture, "sched/wakeups"), WOKEN));
  wait_ms (50);
  g_assert_cmpuint (count_blame (fixture), >, 500);
}

/* A row of any analysis has a span: the longest softirq of a vector begins at its entry and has
 * the length in its column. */
static void
test_other_rows (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThResultTable *table = open_table (fixture, "interrupts/softirqs");
  const ThTableInfo *info = th_table_get_info (th_result_table_get_table (table));
  guint32 row = th_result_list_get_row (gui_get_result_list (table), 0);
  gint64 from, to;
  guint column = 0;

  while (!g_str_equal (info->columns[column].id, "max"))
    column++;
  gui_select_row (table, 0);
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (to - from, ==,
                   th_table_get_cell (th_result_table_get_table (table), row, column));

  /* The span of a packet is its whole journey. */
  table = open_table (fixture, "packets/packets");
  gui_select_row (table, 0);
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (to, >, from);
}

static gboolean
has_task_lane (ThDocument *document,
               int         pid)
{
  ThScene *scene = th_document_get_scene (document);
  ThTasks *tasks = th_recording_get_tasks (th_document_get_recording (document));
  guint lane = th_scene_find_task (scene, th_tasks_find (tasks, pid));

  return lane != G_MAXUINT && th_scene_get_lane (scene, lane)->height > 0;
}

/* Returns the label and the target of the first item in the menu of the selected row. */
static char *
dup_first_item (ThDocument *document)
{
  g_autoptr(GMenuModel) menu =
    th_context_menu_for_row (document, th_document_get_shown_row (document), NULL, 0, FALSE, NULL,
                             NULL, TH_CELL_NONE);
  g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_autoptr(GVariant) label = g_menu_model_get_item_attribute_value (section, 0,
                                                                     G_MENU_ATTRIBUTE_LABEL,
                                                                     G_VARIANT_TYPE_STRING);
  g_autoptr(GVariant) target = g_menu_model_get_item_attribute_value (section, 0,
                                                                      G_MENU_ATTRIBUTE_TARGET,
                                                                      G_VARIANT_TYPE_STRING);

  return g_strdup_printf ("%s: %s", g_variant_get_string (label, NULL),
                          g_variant_get_string (target, NULL));
}

/* The menu and a double-click concern the task that is woken; the event belongs to the one that
 * ran. */
static void
test_task (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThResultTable *table = open_table (fixture, "sched/wakeups");
  guint position = find_row (fixture, table, WOKEN);
  g_autofree char *item = NULL;
  guint lane;

  gui_select_row (table, position);
  item = dup_first_item (document);
  g_assert_cmpstr (item, ==, "Show Only ksoftirqd/1 (21): pid == 21");

  activate_row (GTK_WIDGET (table), position);
  g_assert_true (has_task_lane (document, KSOFTIRQD));
  lane = th_timeline_get_current (th_window_get_timeline (fixture->window));
  g_assert_cmpint (pid_of (document,
                           th_scene_get_lane (th_document_get_scene (document), lane)->task), ==,
                   KSOFTIRQD);
}

/* trace-cmd report -t -N: CPU 2 is idle but for the softirq TIMER that wakes rcu_preempt (15) at
 * 177.589574249 and ends at 177.589618015; the switch is at 177.589651525.  The softirq is not a
 * task and is not offered as one. */
static void
test_softirq_blamed (Fixture       *fixture,
                     gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThResultTable *table = open_table (fixture, "sched/wakeups");
  guint position = find_row (fixture, table, G_GINT64_CONSTANT (177589574249));
  g_autofree char *item = NULL;
  const ThRowSpan *row;

  gui_select_row (table, position);
  row = th_document_get_shown_row (document);
  g_assert_nonnull (row);
  g_assert_true (th_cell_is_word (row->blamed));
  g_assert_cmpint (row->blamed_time, ==, 43766);
  g_assert_cmpuint (row->cpu, ==, 2);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (th_window_get_timeline (fixture->window)),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Softirq TIMER 43.766 µs");
  g_assert_cmpuint (count_blame (fixture), >, 500);

  item = dup_first_item (document);
  g_assert_cmpstr (item, ==, "Show Only rcu__preempt (15): pid == 15");
  activate_row (GTK_WIDGET (table), position);
  g_assert_true (has_task_lane (document, 15));
}

/* The row of a function shows its longest call, from @from on, and concerns the task of that call.
 * */
static void
check_function (Fixture    *fixture,
                const char *path,
                gint64      from,
                gint64      length,
                int         pid,
                guint       cpu,
                const char *item)
{
  ThDocument *document = open_path (fixture, path);
  ThResultTable *table = open_table (fixture, "callgraph/functions");
  guint position = find_row (fixture, table, from);
  const ThView *view = th_document_get_view (document);
  g_autofree char *first_item = NULL;
  const ThRowSpan *row;
  gint64 begin, end;
  ThStream *stream;

  gui_select_row (table, position);
  g_assert_true (th_document_get_span (document, &begin, &end));
  g_assert_cmpint (begin, ==, from);
  g_assert_cmpint (end, ==, from + length);
  wait_ms (300);
  g_assert_cmpint (view->from, <, from);
  g_assert_cmpint (view->to, >, from + length);
  g_assert_cmpint (view->to - view->from, <, 2 * length);

  row = th_document_get_shown_row (document);
  g_assert_nonnull (row);
  g_assert_cmpint (pid_of (document, row->task), ==, pid);
  stream = th_recording_get_stream (th_document_get_recording (document), row->stream);
  g_assert_cmpuint (th_cpu_get_number (th_stream_get_cpu (stream, row->cpu)), ==, cpu);
  first_item = dup_first_item (document);
  g_assert_cmpstr (first_item, ==, item);
  activate_row (GTK_WIDGET (table), position);
  g_assert_true (has_task_lane (document, pid));
}

/* The second call of recv() is the longer one, on another CPU. */
static void
test_function (Fixture       *fixture,
               gconstpointer  data)
{
  static const char text[] =
    "# tracer: function_graph\n"
    "#\n"
    "#     TIME        CPU  TASK/PID         DURATION                  FUNCTION CALLS\n"
    "#      |          |     |    |           |   |                     |   |   |   |\n"
    "   10.000100 |   0)   curl-5    |               |  recv() {\n"
    "   10.000110 |   0)   curl-5    |   5.000 us    |    lock();\n"
    "   10.000150 |   0)   curl-5    | + 50.000 us   |  } /* recv */\n"
    "   10.000300 |   1)   wget-6    |               |  recv() {\n"
    "   10.000380 |   1)   wget-6    | + 80.000 us   |  } /* recv */\n"
    "   10.000500 |   0)   curl-5    |   7.000 us    |  close();\n";
  g_autofree char *path = g_build_filename (fixture->directory, "calls.txt", NULL);
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  check_function (fixture, path, G_GINT64_CONSTANT (10000300000), 80000, 6, 1,
                  "Show Only wget (6): pid == 6");
}

/* The longest call of udp_recvmsg(), of all its pairs of funcgraph_entry and funcgraph_exit in
 * `trace-cmd report -t -N` the one with the greatest difference of start and end. */
static void
test_recorded_function (Fixture       *fixture,
                        gconstpointer  data)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *path = traces != NULL ? g_build_filename (traces, "e1000-fgraph.dat", NULL)
                                         : NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("THRESHER_TRACES does not name a folder with this recording");
      return;
    }

  check_function (fixture, path, G_GINT64_CONSTANT (471139688976), 431000, 757, 3,
                  "Show Only gt-udp-recv (757): pid == 757");
}

/* --- drops ------------------------------------------------------------------ */

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (gui_get_filter (fixture));
}

/* Returns the number of listed events and of kfree_skb with @reason; fails on another reason. */
static guint
count_listed (Fixture    *fixture,
              const char *reason,
              guint      *n_all)
{
  ThEventList *list = th_event_table_get_list (gui_get_table (fixture->window));
  ThRecording *recording = th_document_get_recording (th_window_get_document (fixture->window));
  ThEventPlace place;
  guint n = 0;
  guint type;

  *n_all = g_list_model_get_n_items (G_LIST_MODEL (list));
  for (guint i = 0; i < *n_all; i++)
    {
      g_autoptr(ThEventRow) row = g_list_model_get_item (G_LIST_MODEL (list), i);

      th_event_row_get_place (row, &place);
      type = th_recording_get_type (recording, place.ref);
      if (!g_str_equal (th_recording_get_type_name (recording, type), "kfree_skb"))
        continue;
      g_assert_nonnull (strstr (th_event_row_get_info (row), reason));
      n++;
    }

  return n;
}

/* A click alone filters nothing, as in other tables. */
static void
show_drop (Fixture    *fixture,
           const char *reason)
{
  ThResultTable *table = get_table (fixture);
  ThEventFilter *filter = gui_get_filter (fixture);
  g_autoptr(ThFilterState) before = th_filter_state_ref (th_event_filter_get_state (filter));
  guint32 row;

  for (guint i = 0;
       (row = th_result_list_get_row (gui_get_result_list (table), i)) != G_MAXUINT32; i++)
    {
      const GPtrArray *all = th_document_get_results (th_window_get_document (fixture->window));
      gint64 cell = th_table_get_cell (th_result_table_get_table (table), row, 1);

      for (guint r = 0; r < all->len; r++)
        if (g_str_equal (th_results_get_id (all->pdata[r]), "packets") &&
            g_str_equal (th_results_get_word (all->pdata[r], cell), reason))
          {
            gui_select_row (table, i);
            g_assert_true (th_filter_state_equal (th_event_filter_get_state (filter), before));
            activate_row (GTK_WIDGET (table), i);
            wait_until (fixture, is_filtered);
            wait_ms (50);
            return;
          }
    }

  g_assert_not_reached ();
}

/* The counts by reason are those of `trace-cmd report -t -N | grep kfree_skb`.  The row of another
 * reason replaces the condition, and the button of the chip removes it. */
static void
test_drops (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-gt-udp.dat", NULL);
  ThDocument *document = open_path (fixture, path);
  gint64 from, to;
  guint n, all;

  open_table (fixture, "packets/drops");
  show_drop (fixture, "NO_SOCKET");
  n = count_listed (fixture, "NO_SOCKET", &all);
  g_assert_cmpuint (n, ==, 25);
  g_assert_cmpuint (all, ==, 4 * 25); /* received, twice by GRO, passed up, freed */
  g_assert_true (th_document_get_span (document, &from, &to));
  g_assert_cmpint (from, ==, G_GINT64_CONSTANT (302702129440));
  g_assert_cmpint (to, ==, G_GINT64_CONSTANT (302799241242));

  show_drop (fixture, "NETFILTER_DROP");
  n = count_listed (fixture, "NETFILTER_DROP", &all);
  g_assert_cmpuint (n, ==, 9);
  g_assert_nonnull (find_tooltip (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "chips"),
                                  "Remove condition “packet.reason == \"NETFILTER_DROP\" and "
                                  "packet.location == \"0xffffffffc068e54f\" and packet.device == "
                                  "\"eth0\" and packet.outcome == dropped”"));
  activate (fixture, "win.remove-chip(uint32 0)");
  wait_until (fixture, is_filtered);
  wait_ms (50);
  g_assert_true (th_filter_state_is_empty (th_event_filter_get_state (gui_get_filter (fixture))));
}

/* The same packets in their own table; a double click follows the first of them. */
static void
test_drops_packets (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-gt-udp.dat", NULL);
  ThDocument *document = open_path (fixture, path);
  ThResultTable *table = open_table (fixture, "packets/drops");
  g_autofree char *expression = th_table_dup_flows (th_result_table_get_table (table), 0, "");
  g_autofree char *action = g_strdup_printf ("win.seek-in(('packets/packets', '%s'))", expression);
  GListModel *list;

  activate_row (GTK_WIDGET (table), 0);
  wait_ms (300);
  g_assert_nonnull (th_flow_follower_get_followed (th_document_get_follower (document), NULL));

  activate (fixture, action);
  wait_until (fixture, is_arranged);
  wait_ms (100);
  list = G_LIST_MODEL (gui_get_result_list (get_table (fixture)));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 25);
}

/* --- copying and saving ---------------------------------------------------- */

static char *
copy_by (Fixture    *fixture,
         const char *action)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (fixture->window)), "before");
  wait_ms (1); /* actions are enabled in an idle callback */
  activate (fixture, action);
  wait_ms (80);

  return read_clipboard (fixture);
}

static void
test_copy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *text = NULL, *csv = NULL, *json = NULL, *all = NULL;
  g_auto(GStrv) lines = NULL;
  ThResultTable *table;
  GtkSelectionModel *selection;

  open_sample (fixture);
  table = open_table (fixture, "sched/wakeups");
  th_result_table_seek (table, "ksoftirqd/1");
  wait_until (fixture, is_arranged);
  selection = gui_get_selection (table);
  gui_select_row (table, find_row (fixture, table, WOKEN));
  text = copy_by (fixture, "win.copy-row");
  g_assert_cmpstr (text, ==,
                   "177.719154215\tksoftirqd/1 (21)\tSoftirq\t1\t1.484148 ms\tcurl "
                   "(279)\t1.484148 ms\tsched_switch");
  csv = copy_by (fixture, "win.copy-csv");
  g_assert_cmpstr (csv, ==, "time,task,waker,cpu,latency,meanwhile,meanwhile_time,switched\n"
                            "177719154215,ksoftirqd/1-21,Softirq,1,1484148,curl-279,1484148,"
                            "177720638363\n");
  json = copy_by (fixture, "win.copy-json");
  g_assert_cmpstr (json, ==, "[\n {\"time\": 177719154215, \"task\": \"ksoftirqd/1-21\", "
                             "\"waker\": \"Softirq\", \"cpu\": 1, \"latency\": 1484148, "
                             "\"meanwhile\": \"curl-279\", \"meanwhile_time\": 1484148, "
                             "\"switched\": 177720638363}\n]\n");

  th_result_table_seek (table, "");
  wait_until (fixture, is_arranged);
  gtk_selection_model_select_all (selection);
  all = copy_by (fixture, "win.copy-row");
  lines = g_strsplit (all, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, th_table_get_n (th_result_table_get_table (table)));
}

/* 1050753 bytes: the sum of len= over net:netif_receive_skb, by trace-cmd report and awk. */
static void
test_copy_numbers (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *text = NULL;
  ThResultTable *table;

  open_sample (fixture);
  table = open_table (fixture, "interrupts/receive");
  gtk_selection_model_select_all (gui_get_selection (table));
  text = copy_by (fixture, "win.copy-row");
  g_assert_nonnull (strstr (text, "\t1050753 B"));
}

/* The file that is_saved() looks for. */
static char *saved_path;

static gboolean
is_saved (Fixture *fixture)
{
  return g_file_test (saved_path, G_FILE_TEST_EXISTS);
}

static char *
save (Fixture    *fixture,
      const char *name)
{
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = g_strdup_printf ("win.save-rows-to('%s')", uri);
  g_autoptr(GError) error = NULL;
  char *text;

  g_free (saved_path);
  saved_path = g_strdup (path);
  activate (fixture, action);
  wait_until (fixture, is_saved);
  wait_until (fixture, is_at_rest);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static void
test_save (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *csv = NULL, *json = NULL, *events = NULL;
  ThResultTable *table;

  open_sample (fixture);
  events = save (fixture, "events.csv");
  g_assert_cmpuint (count_lines (events), ==, 1 + SAMPLE_EVENTS);
  g_assert_nonnull (strstr (events,
                            "177573538626,2,<idle>,0,softirq_raise,vec=1 [action=TIMER]\n"));

  table = open_table (fixture, "sched/wakeups");
  csv = save (fixture, "wakeups.csv");
  g_assert_cmpuint (count_lines (csv), ==, 1 + th_table_get_n (th_result_table_get_table (table)));
  g_assert_nonnull (strstr (csv,
                            "\n177719154215,ksoftirqd/1-21,Softirq,1,1484148,curl-279,1484148,"
                            "177720638363\n"));
  json = save (fixture, "wakeups.json");
  g_assert_nonnull (strstr (json, "\"time\": 177719154215, \"task\": \"ksoftirqd/1-21\""));
}

/* --- the event table ------------------------------------------------------- */

/* Returns whether its row is visible. */
static gboolean
is_seen (Fixture    *fixture,
         const char *time)
{
  GtkWidget *table = GTK_WIDGET (gui_get_table (fixture->window));
  g_autoptr(GPtrArray) all = g_ptr_array_new ();

  g_ptr_array_add (all, table);
  for (guint i = 0; i < all->len; i++)
    {
      GtkWidget *widget = all->pdata[i];
      graphene_rect_t bounds;

      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        g_ptr_array_add (all, child);
      if (GTK_IS_INSCRIPTION (widget) && gtk_widget_get_mapped (widget) &&
          g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), time) == 0 &&
          gtk_widget_compute_bounds (widget, table, &bounds) && bounds.origin.y >= 0 &&
          bounds.origin.y + bounds.size.height <= gtk_widget_get_height (table))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_switch_seen (Fixture *fixture)
{
  return is_seen (fixture, "177.720638363");
}

static gboolean
is_neighbor_seen (Fixture *fixture)
{
  return is_seen (fixture, "177.720663000");
}

static void
set_filter (Fixture    *fixture,
            const char *text)
{
  g_autofree char *action = g_strdup_printf ("win.set-filter('%s')", text);

  activate (fixture, action);
  wait_until (fixture, is_filtered);
}

/* The sched_switch of above is the 731st event, by `trace-cmd report -t -N`; what follows it is
 * the softirq_entry at 177.720663000.  Checked with a filter that it matches, with one that it
 * does not, and without. */
static void
test_stays_in_view (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  g_autoptr(ThOrder) order = th_order_new (recording);

  th_document_select (document, th_order_get (order, th_order_lower_bound (order, SWITCHED)));
  wait_until (fixture, is_switch_seen);
  set_filter (fixture, "cpu == 1 or cpu == 0");
  wait_until (fixture, is_switch_seen);
  set_filter (fixture, "not sched:sched_switch");
  wait_until (fixture, is_neighbor_seen);
  set_filter (fixture, "");
  wait_until (fixture, is_switch_seen);
}

/* --- overview, titles ------------------------------------------------------- */

/* Counts the pixels of the strip in the color of events, and in that of events that are filtered
 * out. */
static void
count_overview (ThScene *scene,
                guint   *n_full,
                guint   *n_pale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600, 40);
  ThColor tick = th_theme_get_color (th_scene_get_theme (scene), TH_COLOR_TICK);
  ThColor ground = th_theme_get_color (th_scene_get_theme (scene), TH_COLOR_BACKGROUND_LABEL);
  cairo_t *cr = cairo_create (surface);
  g_autoptr(ThDensity) density = th_overview_density_new (scene, 600, NULL);

  th_density_count (density, NULL);
  th_scene_draw_overview (scene, density, 600, 40, cr, TH_RENDER_PIXELS);
  cairo_surface_flush (surface);
  *n_full = *n_pale = 0;
  for (int y = 0; y < 38; y++)
    for (int x = 0; x < 600; x++)
      {
        const guint8 *pixel = cairo_image_surface_get_data (surface) + y *
                              cairo_image_surface_get_stride (surface) + x * 4;
        double share = (ground.blue - pixel[0] / 255.) / (ground.blue - tick.blue);

        *n_full += share > .6;
        *n_pale += share > .1 && share < .5;
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The strip shows the events that match the filter, over a dimmed picture of the others. */
static void
test_overview (Fixture       *fixture,
               gconstpointer  data)
{
  ThScene *scene = th_document_get_scene (open_sample (fixture));
  guint all, pale, full, none;

  count_overview (scene, &all, &pale);
  g_assert_cmpuint (all, >, 500);
  g_assert_cmpuint (pale, ==, 0);
  set_filter (fixture, "cpu == 1");
  count_overview (scene, &full, &pale);
  g_assert_cmpuint (full, >, 20);
  g_assert_cmpuint (full + pale, ==, all);
  set_filter (fixture, "pid == 99999");
  count_overview (scene, &none, &pale);
  g_assert_cmpuint (none, ==, 0);
  g_assert_cmpuint (pale, ==, all);
  set_filter (fixture, "");
  count_overview (scene, &full, &pale);
  g_assert_cmpuint (full, ==, all);
}

static GtkWidget *
find_title (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_title (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* The title of a numeric column is right-aligned like its cells, also with the sort arrow. */
static void
test_titles (Fixture       *fixture,
             gconstpointer  data)
{
  ThResultTable *table;
  graphene_rect_t title, cell;
  GtkWidget *events;

  open_sample (fixture);
  wait_ms (300);
  events = GTK_WIDGET (gui_get_table (fixture->window));
  g_assert_true (gtk_widget_compute_bounds (find_title (events, "Time"),
                                            GTK_WIDGET (fixture->window), &title));
  g_assert_true (gtk_widget_compute_bounds (gui_find_cell (events, "177.573538626"),
                                            GTK_WIDGET (fixture->window), &cell));
  g_assert_cmpfloat_with_epsilon (title.origin.x + title.size.width,
                                  cell.origin.x + cell.size.width, 1.5);

  table = open_table (fixture, "sched/wakeups");
  gui_sort_table (table, 4, TRUE);
  wait_until (fixture, is_arranged);
  wait_ms (300);
  g_assert_nonnull (gui_find_cell (GTK_WIDGET (table), "1.484148 ms"));
  g_assert_nonnull (find_title (GTK_WIDGET (table), "Latency"));
  g_assert_true (gtk_widget_compute_bounds (find_title (GTK_WIDGET (table), "Latency"),
                                            GTK_WIDGET (table), &title));
  g_assert_true (gtk_widget_compute_bounds (gui_find_cell (GTK_WIDGET (table), "1.484148 ms"),
                                            GTK_WIDGET (table), &cell));
  g_assert_cmpfloat_with_epsilon (title.origin.x + title.size.width,
                                  cell.origin.x + cell.size.width, 1.5);
}

static gboolean
has_switch_cell (Fixture *fixture)
{
  return gui_find_cell (GTK_WIDGET (gui_get_table (fixture->window)),
                        "swapper/2:0 [120] R ==> rcu_preempt:15 [120]") != NULL;
}

/* A truncated cell has a tooltip with the whole text, others have none. */
static void
test_tips (Fixture       *fixture,
           gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  g_autoptr(ThOrder) order = NULL;
  GtkWidget *table;
  g_autofree char *cut = NULL;

  table = GTK_WIDGET (gui_get_table (fixture->window));
  g_assert_null (gui_dup_cell_tip (table, "rcu_preempt:15 [120] CPU 2"));
  activate (fixture, "win.set-columns(\"[('time', 400), ('event', 450), ('info', 0)]\")");
  order = th_order_new (th_document_get_recording (document));
  th_document_select (document, th_order_get (order, 12));
  wait_until (fixture, has_switch_cell);
  wait_ms (200); /* until the table is scrolled */
  cut = gui_dup_cell_tip (table, "swapper/2:0 [120] R ==> rcu_preempt:15 [120]");
  g_assert_cmpstr (cut, ==, "swapper/2:0 [120] R ==> rcu_preempt:15 [120]");
}

/* A marker of 60 KB: a copy of its row has all of it, the tooltip its first part and where to find
 * the rest. */
static void
test_long_word (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "long.txt", NULL);
  g_autofree char *marker = g_strnfill (60000, 'm');
  g_autofree char *line =
    g_strconcat ("  app-77  [001] ..... 100.000001: tracing_mark_write: ", marker, "\n", NULL);
  g_autofree char *shown = g_strndup (marker, TH_TEXT_MAX);
  g_autofree char *cell = g_strconcat (shown, "…", NULL);
  g_autofree char *copy = NULL, *tip = NULL;
  ThResultTable *table;

  g_assert_true (g_file_set_contents (path, line, -1, NULL));
  open_path (fixture, path);
  table = open_table (fixture, "marks/marks");
  wait_ms (200);
  tip = gui_dup_cell_tip (GTK_WIDGET (table), cell);
  g_assert_true (g_str_has_prefix (tip, cell));
  g_assert_nonnull (strstr (tip, "the inspector shows all of it."));
  gui_select_row (table, 0);
  copy = copy_by (fixture, "win.copy-row");
  g_assert_true (g_str_has_prefix (copy, "100.000001\tapp (77)\t1\tmmm"));
  g_assert_cmpuint (strlen (copy), ==, strlen ("100.000001\tapp (77)\t1\t") + 60000);
}

/* The selection is kept when the rows are reordered. */
static void
test_sorted_again (Fixture       *fixture,
                   gconstpointer  data)
{
  ThResultTable *table;
  guint32 row;
  guint position;

  open_sample (fixture);
  table = open_table (fixture, "sched/wakeups");
  position = find_row (fixture, table, WOKEN);
  row = th_result_list_get_row (gui_get_result_list (table), position);
  gui_select_row (table, position);
  gui_sort_table (table, 0, FALSE);
  wait_until (fixture, is_arranged);
  wait_ms (100);
  position = gui_get_selected_row (table);
  g_assert_cmpuint (th_result_list_get_row (gui_get_result_list (table), position), ==, row);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/rows/wakeup", test_wakeup);
  ADD_WINDOW_TEST ("/rows/blame-drawn", test_blame_drawn);
  ADD_WINDOW_TEST ("/rows/other-rows", test_other_rows);
  ADD_WINDOW_TEST ("/rows/task", test_task);
  ADD_WINDOW_TEST ("/rows/softirq-blamed", test_softirq_blamed);
  ADD_WINDOW_TEST ("/rows/function", test_function);
  ADD_WINDOW_TEST ("/rows/recorded-function", test_recorded_function);
  ADD_WINDOW_TEST ("/rows/drops", test_drops);
  ADD_WINDOW_TEST ("/rows/drops-packets", test_drops_packets);
  ADD_WINDOW_TEST ("/rows/copy", test_copy);
  ADD_WINDOW_TEST ("/rows/copy-numbers", test_copy_numbers);
  ADD_WINDOW_TEST ("/rows/long-word", test_long_word);
  ADD_WINDOW_TEST ("/rows/save", test_save);
  ADD_WINDOW_TEST ("/rows/sorted-again", test_sorted_again);
  ADD_WINDOW_TEST ("/rows/overview", test_overview);
  ADD_WINDOW_TEST ("/rows/titles", test_titles);
  ADD_WINDOW_TEST ("/rows/tips", test_tips);
  ADD_WINDOW_TEST ("/rows/stays-in-view", test_stays_in_view);

  return g_test_run ();
}
