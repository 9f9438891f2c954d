/* test-analysis.c - analyses that the user adds, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-analysis-dialog.h"
#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-measures-tab.h"
#include "th-result-table.h"
#include "th-span-window.h"
#include "th-chooser.h"
#include "th-context-menus.h"
#include "th-event-filter.h"
#include "th-widgets.h"

/* trace-cmd report of the sample. */
#define SOFTIRQ_RAISES 226
#define N_TYPES 22

static ThTrack *
find_track (ThDocument *document,
            const char *id)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tracks (all->pdata[i]); t++)
      {
        ThTrack *track = th_results_get_track (all->pdata[i], t);

        if (g_str_equal (th_track_get_info (track)->id, id))
          return track;
      }

  return NULL;
}

static gboolean
has_lane (ThDocument *document,
          ThTrack    *track)
{
  ThScene *scene = th_document_get_scene (document);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->track == track)
      return TRUE;

  return FALSE;
}

/* Returns the entry of parameter @name on the page of @analysis. */
static GtkEditable *
find_entry (GtkWidget  *widget,
            const char *name)
{
  GtkEditable *found = GTK_IS_ENTRY (widget) && g_str_equal (gtk_widget_get_name (widget), name)
                       ? GTK_EDITABLE (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child, name);

  return found;
}

static GtkWidget *
dialog_part (ThAnalysisDialog *dialog,
             const char       *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (dialog), TH_TYPE_ANALYSIS_DIALOG,
                                                    name));
}

static void
type (ThAnalysisDialog *dialog,
      const char       *analysis,
      const char       *param,
      const char       *text)
{
  GtkWidget *page = gtk_stack_get_child_by_name (GTK_STACK (dialog_part (dialog, "stack")),
                                                 analysis);

  gtk_editable_set_text (find_entry (page, param), text);
}

/* Returns the message of the dialog; "" if the analysis was added. */
static const char *
add (ThAnalysisDialog *dialog,
     const char       *analysis)
{
  GtkWidget *error = dialog_part (dialog, "error");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "analysis.add", "s", analysis));
  g_assert_cmpint (gtk_widget_get_visible (error), ==,
                   *gtk_label_get_text (GTK_LABEL (error)) != '\0');
  return gtk_label_get_text (GTK_LABEL (error));
}

/* An analysis with examples is a better beginning than one that asks for the number of a
 * connection. */
static void
assert_begins_with (ThAnalysisDialog *dialog,
                    const char       *analysis)
{
  GtkStack *stack = GTK_STACK (dialog_part (dialog, "stack"));

  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, analysis);
}

/* Enter in a newly opened window must not remove an analysis. */
static void
assert_kind_focus (Fixture    *fixture,
                   ThDocument *document)
{
  ThAnalysisDialog *again = th_analysis_dialog_new (GTK_WINDOW (fixture->window), document);

  gtk_window_present (GTK_WINDOW (again));
  wait_ms (50);
  g_assert_true (GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (again))));
  gtk_window_destroy (GTK_WINDOW (again));
}

/* 226 softirq_raise in the sample (`trace-cmd report | grep -c softirq_raise:`); a wrong field is
 * refused with a message, and so is a duplicate; an added analysis is kept on a reload, and goes
 * when it is removed. */
static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThAnalysisDialog *dialog;
  g_auto(GStrv) added = NULL;
  ThTrack *track;

  wait_until (fixture, is_analysed);
  dialog = th_analysis_dialog_new (GTK_WINDOW (fixture->window), document);
  gtk_window_present (GTK_WINDOW (dialog));
  type (dialog, "values", "event", "irq:softirq_raise");
  g_assert_cmpstr (add (dialog, "values"), ==, "“Field” is missing");
  type (dialog, "values", "field", "nonsense");
  g_assert_nonnull (strstr (add (dialog, "values"), "nonsense"));

  type (dialog, "values", "field", "vec");
  g_assert_cmpstr (add (dialog, "values"), ==, "");
  wait_until (fixture, is_analysed);
  track = find_track (document, "irq:softirq_raise.vec");
  g_assert_nonnull (track);
  g_assert_cmpuint (th_track_get_n_points (track), ==, SOFTIRQ_RAISES);
  g_assert_true (has_lane (document, track));
  g_assert_cmpstr (add (dialog, "values"), !=, "");

  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  wait_until (fixture, is_analysed);
  track = find_track (document, "irq:softirq_raise.vec");
  g_assert_nonnull (track);
  g_assert_cmpuint (th_track_get_n_points (track), ==, SOFTIRQ_RAISES);

  added = th_analysis_runner_list_added (th_document_get_analyses (document));
  g_assert_cmpuint (g_strv_length (added), ==, 1);
  assert_kind_focus (fixture, document);
  g_signal_emit_by_name (find_widget (dialog_part (dialog, "added"), GTK_TYPE_BUTTON), "clicked");
  g_assert_false (gtk_widget_get_visible (dialog_part (dialog, "added")));
  g_assert_null (find_track (document, "irq:softirq_raise.vec"));
  g_assert_false (has_lane (document, track));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static ThTable *
find_table (ThDocument *document,
            const char *results)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    if (g_str_equal (th_results_get_id (all->pdata[i]), results))
      return th_results_get_table (all->pdata[i], 0);

  g_assert_not_reached ();
}

static void
activate_tab (Fixture    *fixture,
              const char *tab)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.tab", "s", tab);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Two analyses at once, each with its own table. */
static void
test_latency (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThAnalysisRunner *analyses = th_document_get_analyses (document);
  ThAnalysisDialog *dialog;
  g_auto(GStrv) added = NULL;

  wait_until (fixture, is_analysed);
  dialog = th_analysis_dialog_new (GTK_WINDOW (fixture->window), document);
  type (dialog, "latency", "from", "irq:softirq_raise");
  type (dialog, "latency", "to", "irq:softirq_entry");
  type (dialog, "latency", "key", "vec");
  g_assert_cmpstr (add (dialog, "latency"), ==, "");
  type (dialog, "latency", "from", "irq:irq_handler_entry");
  type (dialog, "latency", "to", "irq:irq_handler_exit");
  type (dialog, "latency", "key", "irq");
  g_assert_cmpstr (add (dialog, "latency"), ==, "");
  wait_until (fixture, is_analysed);
  added = th_analysis_runner_list_added (analyses);
  g_assert_cmpuint (g_strv_length (added), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *tab =
        g_strconcat (added[i], "/", th_table_get_info (find_table (document, added[i]))->id, NULL);

      activate_tab (fixture, tab);
      g_assert_nonnull (gui_get_tab (fixture->window, tab));
      th_analysis_runner_remove (analyses, added[i]);
      g_assert_null (gui_get_tab (fixture->window, tab));
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Types that occur are listed first: 22, by `trace-cmd report` of the sample. */
static void
test_pick (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWindow *dialog;
  ThChooser *finder;
  g_autofree char *titles = NULL;
  g_auto(GStrv) listed = NULL;

  open_sample (fixture);
  activate (fixture, "win.add-analysis");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_ANALYSIS_DIALOG);
  g_signal_emit_by_name (find_tooltip (GTK_WIDGET (dialog), "Find an event type"), "clicked");
  finder = TH_CHOOSER (th_dialog_find (dialog, TH_TYPE_CHOOSER));
  /* The first frame shows fewer rows. */
  for (;; wait_ms (10))
    {
      g_clear_pointer (&listed, g_strfreev);
      g_free (titles);
      titles = gui_list_choices (finder);
      listed = g_strsplit (titles, "\n", -1);
      if (g_strv_length (listed) > N_TYPES)
        break;
    }
  for (guint i = N_TYPES; listed[i] != NULL; i++)
    g_clear_pointer (&listed[i], g_free);
  g_assert_true (g_strv_contains ((const char *const *) listed, "tcp:tcp_destroy_sock")); /* once */
  g_assert_true (g_strv_contains ((const char *const *) listed, "napi:napi_poll"));
  g_assert_false (g_strv_contains ((const char *const *) listed, "sched:sched_stat_runtime"));
}

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (gui_get_filter (fixture));
}

static ThSpanWindow *
find_span_window (void)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels ();

  for (GList *at = windows; at != NULL; at = at->next)
    if (TH_IS_SPAN_WINDOW (at->data))
      return at->data;

  return NULL;
}

static gboolean
is_counted (Fixture *fixture)
{
  gboolean busy;

  g_object_get (find_span_window (), "busy", &busy, NULL);
  return !busy;
}

static const char *
span_text (ThSpanWindow *window,
           const char   *name,
           int           column,
           int           row)
{
  GObject *child = gtk_widget_get_template_child (GTK_WIDGET (window), TH_TYPE_SPAN_WINDOW, name);

  if (GTK_IS_GRID (child))
    child = G_OBJECT (gtk_grid_get_child_at (GTK_GRID (child), column, row));
  return child != NULL ? gtk_label_get_text (GTK_LABEL (child)) : NULL;
}

/* `thresh span --from … --to …` is compared with trace-cmd elsewhere; this is about the
 * selection.  Events by CPU: trace-cmd report -t -N data/samples/e1000-tcp.dat | grep -c '\[001\]'
 * */
static void
test_span_statistics (Fixture       *fixture,
                      gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThSpanWindow *window;

  activate (fixture, "win.span-statistics");
  window = find_span_window ();
  g_assert_nonnull (window);
  wait_until (fixture, is_counted);
  g_assert_true (g_str_has_suffix (span_text (window, "head", 0, 0), ", 2\u202f687 events"));
  g_assert_cmpstr (span_text (window, "cpus", 0, 1), ==, "CPU 0");
  g_assert_cmpstr (span_text (window, "cpus", 1, 1), ==, "1\u202f942");
  g_assert_cmpstr (span_text (window, "cpus", 1, 2), ==, "407");
  g_assert_nonnull (span_text (window, "cpus", 1, 4));
  g_assert_null (span_text (window, "cpus", 1, 5));

  th_document_select_span (document, SAMPLE_FIRST, SAMPLE_FIRST + 10);
  wait_until (fixture, is_counted);
  g_assert_true (g_str_has_suffix (span_text (window, "head", 0, 0), ", 1 events"));
  activate (fixture, "win.set-filter('cpu == 1')");
  wait_until (fixture, is_filtered);
  wait_until (fixture, is_counted);
  g_assert_true (g_str_has_suffix (span_text (window, "head", 0, 0), ", 0 events"));
  gtk_window_close (GTK_WINDOW (window));
}

/* In e1000-buffers.dat, task switches are in the top-level buffer, interrupts and packets are in
 * two others.  Each buffer has its lanes.  Numbers by trace-cmd report, of lines that begin with
 * "irqbuf:". */
static void
test_buffers (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-buffers.dat", NULL);
  ThDocument *document = open_path (fixture, path);
  ThScene *scene = th_document_get_scene (document);
  const GPtrArray *all = th_document_get_results (document);
  g_autoptr(GString) headings = g_string_new (NULL);
  guint n_slices = 0;

  wait_until (fixture, is_analysed);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (th_scene_get_lane (scene, i)->kind == TH_LANE_SECTION)
      g_string_append_printf (headings, "%s%s", headings->len > 0 ? ", " : "",
                              th_scene_get_lane (scene, i)->title);
  g_test_message ("%s", headings->str);
  g_assert_true (g_str_has_prefix (headings->str, "CPUs, CPUs · irqbuf, CPUs · netbuf, Tasks"));
  for (guint i = 0; i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tracks (all->pdata[i]); t++)
      {
        ThTrack *track = th_results_get_track (all->pdata[i], t);
        ThSlices *slices = th_track_get_slices (track);

        if (!g_str_equal (th_track_get_info (track)->id, "softirq"))
          continue;
        for (guint32 s = 0; s < th_slices_get_n (slices, 0); s++)
          {
            ThStream *stream = th_recording_get_stream (th_document_get_recording (document),
                                                        th_slices_get (slices, 0,
                                                                       s)->anchor.stream);

            g_assert_cmpstr (th_stream_get_name (stream), ==, "irqbuf");
            n_slices++;
          }
      }
  g_assert_cmpuint (n_slices, ==, 175);
  /* A packet's path is in one buffer, the softirq in which it was received in the other. */
  g_assert_cmpuint (th_table_get_n (find_table (document, "packets")), >, 0);

  activate (fixture, "win.set-filter('stream == \"irqbuf\"')");
  wait_until (fixture, is_filtered);
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (th_document_get_filter (document))),
                    ==, 559);
}

/* Returns the button of an example, or NULL. */
static GtkWidget *
find_example (GtkWidget  *widget,
              const char *title)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), title) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_example (child, title);

  return found;
}

/* An example fills in its parameters and clears those of the previous one. */
static void
test_examples (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThAnalysisDialog *dialog;
  g_auto(GStrv) added = NULL;

  wait_until (fixture, is_analysed);
  dialog = th_analysis_dialog_new (GTK_WINDOW (fixture->window), document);
  assert_begins_with (dialog, "latency");
  gtk_window_present (GTK_WINDOW (dialog));
  g_signal_emit_by_name (find_example (GTK_WIDGET (dialog), "Wakeup to switch"), "clicked");
  g_signal_emit_by_name (find_example (GTK_WIDGET (dialog), "Softirq: raise to entry"), "clicked");
  g_assert_cmpstr (add (dialog, "latency"), ==, "");
  added = th_analysis_runner_list_added (th_document_get_analyses (document));
  g_assert_cmpstr (added[0], ==, "latency(irq:softirq_raise,irq:softirq_entry,vec,cpu)");
  g_assert_null (added[1]);

  /* The sample has neither block devices nor frequencies. */
  g_assert_false (gtk_widget_get_sensitive (find_example (GTK_WIDGET (dialog), "Block request")));
  g_assert_true (gtk_widget_get_sensitive (find_example (GTK_WIDGET (dialog),
                                                         "Length of received packets")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
has_field_lane (Fixture *fixture)
{
  ThScene *scene = th_document_get_scene (th_window_get_document (fixture->window));

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    if (g_strcmp0 (th_scene_get_lane (scene, i)->title, "irq:softirq_raise vec") == 0)
      return TRUE;

  return FALSE;
}

/* "Show as Lane" and the others, as the menu of a field in the inspector offers them. */
static char *
list_actions (GMenuModel *menu)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *action = NULL, *more = section != NULL ? list_actions (section) : NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      g_string_append_printf (text, "%s%s", action != NULL ? action : more,
                              action != NULL ? " " : "");
    }

  return g_string_free (text, FALSE);
}

/* Two actions add a lane for a field: its menu, and the item. */
static void
test_field_menu (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThRecording *recording = th_document_get_recording (document);
  ThRef ref = { 0, 2, 0 }; /* softirq_raise, the first event of the sample */
  g_autoptr(GMenuModel) number = NULL, none = NULL;
  g_autofree char *of_number = NULL, *of_none = NULL;
  g_autoptr(GPtrArray) columns = NULL;

  wait_until (fixture, is_analysed);
  number = th_context_menu_for_detail (recording, ref, "vec", "1", "vec == 1");
  of_number = list_actions (number);
  g_assert_cmpstr (of_number, ==,
                   "win.include win.exclude win.copy-text win.add-field-column "
                   "win.show-field-lane ");
  none = th_context_menu_for_detail (recording, ref, NULL, "2", NULL);
  of_none = list_actions (none);
  g_assert_cmpstr (of_none, ==, "win.copy-text ");

  activate (fixture, "win.show-field-lane(('irq:softirq_raise', 'vec'))");
  wait_until (fixture, has_field_lane);
  activate (fixture, "win.show-field-lane(('irq:softirq_raise', 'nonsense'))");
  g_assert_nonnull (strstr (gui_get_notice (fixture->window), "has no field “nonsense”"));

  activate (fixture, "win.add-field-column('vec')");
  columns = th_event_table_list_columns (gui_get_table (fixture->window));
  g_assert_cmpstr (((const ThEventColumn *) columns->pdata[columns->len - 1])->id, ==, "field:vec");
}

static gboolean
is_measured (Fixture *fixture)
{
  return !gui_is (gui_get_tab (fixture->window, "measures"), "busy");
}

static GObject *
measures_part (GtkWidget  *tab,
               const char *name)
{
  return gtk_widget_get_template_child (tab, TH_TYPE_MEASURES_TAB, name);
}

static GtkListBoxRow *
measures_row (GtkWidget  *tab,
              const char *list,
              guint       index)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (measures_part (tab, list)), index);
}

/* The accessible name of a row is its text. */
static const char *
get_row_text (GtkListBoxRow *row)
{
  const char *text = gtk_label_get_text (GTK_LABEL (find_widget (GTK_WIDGET (row),
                                                                 GTK_TYPE_LABEL)));

  gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, text);
  return text;
}

/* Returns the first measure that has samples, which is at the top of the list. */
static ThMeasure *
find_first_measure (ThDocument *document)
{
  const GPtrArray *all = th_document_get_results (document);

  for (guint i = 0; i < all->len; i++)
    for (guint m = 0; m < th_results_get_n_measures (all->pdata[i]); m++)
      if (th_measure_get_n (th_results_get_measure (all->pdata[i], m)) > 0)
        return th_results_get_measure (all->pdata[i], m);

  g_assert_not_reached ();
}

static void
test_measures (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *tab;
  ThMeasure *measure;
  ThRef anchor = TH_REF_NONE;
  gint64 worst = G_MININT64;
  GtkListBoxRow *worst_row;
  g_autofree char *count = NULL, *numbers = NULL;

  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('measures')");
  wait_until (fixture, is_measured);
  tab = gui_get_tab (fixture->window, "measures");
  measure = find_first_measure (document);
  count = th_format_count (th_measure_get_n (measure));
  numbers = g_strdup_printf ("n %s   min ", count);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (measures_part (tab, "numbers"))),
                                   numbers));
  for (guint32 i = 0; i < th_measure_get_n (measure); i++)
    if (th_measure_get (measure, i).value > worst)
      {
        worst = th_measure_get (measure, i).value;
        anchor = th_measure_get (measure, i).anchor;
      }

  activate (fixture, "win.show-span((int64 177777600000, int64 177777620000))");
  worst_row = measures_row (tab, "worst", 0);
  g_assert_true (gtk_widget_activate (GTK_WIDGET (worst_row)));
  g_assert_true (th_ref_equal (th_document_get_selected (document), anchor));
  g_assert_cmpint (th_document_get_view (document)->from, <=,
                   th_recording_get_time (th_document_get_recording (document), anchor));
  g_assert_cmpint (th_document_get_view (document)->to, >=,
                   th_recording_get_time (th_document_get_recording (document), anchor));

  /* A row that has the focus does not keep the tab of a closed recording alive. */
  g_object_add_weak_pointer (G_OBJECT (tab), (gpointer *) &tab);
  open_sample (fixture);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_ms (50);
  g_assert_null (tab);
}

static void
time_handlers (ThDocument *document)
{
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (params, (char *) "from", (char *) "irq:irq_handler_entry");
  g_hash_table_insert (params, (char *) "to", (char *) "irq:irq_handler_exit");
  g_hash_table_insert (params, (char *) "key", (char *) "irq");
  g_assert_true (th_analysis_runner_add (th_document_get_analyses (document),
                                         th_analyses_find ("latency"), params, NULL));
}

static guint n_measures;

static gboolean
has_new_measure (Fixture *fixture)
{
  GtkWidget *tab = gui_get_tab (fixture->window, "measures");

  return measures_row (tab, "list", n_measures) != NULL && is_measured (fixture);
}

/* Another measure gets a row of its own, while the others keep theirs with focus and selection.
 * By a script over trace-cmd report -t, 22 handlers ran; the longest took 31478 ns, and 12739. */
static void
test_measures_rows (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  GtkWidget *tab;
  GtkListBoxRow *second, *last;
  g_autofree char *text = NULL;

  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('measures')");
  wait_until (fixture, is_measured);
  tab = gui_get_tab (fixture->window, "measures");
  second = measures_row (tab, "list", 1);
  gtk_list_box_select_row (GTK_LIST_BOX (measures_part (tab, "list")), second);
  gtk_widget_grab_focus (GTK_WIDGET (second));
  text = g_strdup (get_row_text (second));
  g_assert_true (g_str_has_prefix (text, gtk_label_get_text (GTK_LABEL (measures_part (tab,
                                                                                       "title")))));
  for (n_measures = 0; measures_row (tab, "list", n_measures) != NULL; n_measures++)
    ;

  time_handlers (document);
  wait_until (fixture, has_new_measure);
  g_assert_null (measures_row (tab, "list", n_measures + 1));
  g_assert_true (measures_row (tab, "list", 1) == second);
  g_assert_true (gtk_list_box_row_is_selected (second));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == GTK_WIDGET (second));
  g_assert_cmpstr (get_row_text (second), ==, text);

  last = measures_row (tab, "list", n_measures);
  g_assert_nonnull (strstr (get_row_text (last), "\nn 22   p50 "));
  gtk_list_box_select_row (GTK_LIST_BOX (measures_part (tab, "list")), last);
  g_assert_true (g_str_has_prefix (get_row_text (measures_row (tab, "worst", 0)), "31.478 µs "));
  g_assert_true (g_str_has_prefix (get_row_text (measures_row (tab, "worst", 1)), "12.739 µs "));
}

static gboolean
is_listed (Fixture *fixture)
{
  return !is_arranging (gui_get_tab (fixture->window, "sched/wakeups"));
}

static const char *
get_facts (Fixture *fixture)
{
  return gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_TABLE_PANE,
                                                            "facts")));
}

/* The number of rows beside the tabs is that of the rows that are listed. */
static void
test_row_count (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *all = NULL, *found = NULL;
  ThResultTable *table;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('sched/wakeups')");
  wait_until (fixture, is_listed);
  all = g_strdup (get_facts (fixture));
  g_assert_true (g_str_has_suffix (all, " rows"));
  g_assert_null (strstr (all, " of "));

  table = TH_RESULT_TABLE (gui_get_tab (fixture->window, "sched/wakeups"));
  th_result_table_seek (table, "ksoftirqd/1");
  wait_until (fixture, is_listed);
  found = g_strdup_printf ("%u of %s",
                           g_list_model_get_n_items (G_LIST_MODEL (gui_get_result_list (table))),
                           all);
  g_assert_cmpstr (get_facts (fixture), ==, found);
  g_assert_cmpstr (found, !=, all);

  th_result_table_seek (table, "no such word");
  wait_until (fixture, is_listed);
  g_assert_true (g_str_has_prefix (get_facts (fixture), "0 of "));
  th_result_table_seek (table, "");
  wait_until (fixture, is_listed);
  g_assert_cmpstr (get_facts (fixture), ==, all);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/analysis/field-menu", test_field_menu);
  ADD_WINDOW_TEST ("/analysis/examples", test_examples);
  ADD_WINDOW_TEST ("/analysis/values", test_values);
  ADD_WINDOW_TEST ("/analysis/latency", test_latency);
  ADD_WINDOW_TEST ("/analysis/span-statistics", test_span_statistics);
  ADD_WINDOW_TEST ("/analysis/buffers", test_buffers);
  ADD_WINDOW_TEST ("/analysis/pick", test_pick);
  ADD_WINDOW_TEST ("/analysis/measures", test_measures);
  ADD_WINDOW_TEST ("/analysis/measures-rows", test_measures_rows);
  ADD_WINDOW_TEST ("/analysis/row-count", test_row_count);

  return g_test_run ();
}
