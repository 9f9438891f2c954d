/* test-flame.c - the flame graph in the window: zoom, search, keys, navigation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <glib/gstdio.h>

#include "gui-gestures.h"
#include "th-analysis-dialog.h"
#include "th-event-filter.h"
#include "th-flame-tab.h"

/* recv 100 us: lock 10, copy 60 (in it fault 20); idle: irq 50. */
static ThFlameChart *
find_chart (ThFlameTab *tab)
{
  return TH_FLAME_CHART (find_widget (GTK_WIDGET (tab), TH_TYPE_FLAME_CHART));
}

static const char text[] =
  "# tracer: function_graph\n"
  " 0)               |  recv() {\n"
  " 0) + 10.000 us   |    lock();\n"
  " 0)               |    copy() {\n"
  " 0) + 20.000 us   |      fault();\n"
  " 0) + 60.000 us   |    }\n"
  " 0) ! 100.000 us  |  }\n"
  " 1) + 50.000 us   |  irq();\n";

static gboolean
is_filtered (Fixture *fixture)
{
  return !th_event_filter_is_running (gui_get_filter (fixture));
}

static ThFlameTab *
open_tab (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->directory, "calls.txt", NULL);
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('flame')");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));

  return TH_FLAME_TAB (gui_get_tab (fixture->window, "flame"));
}

static guint32
find (ThFlameTab *tab,
      const char *name)
{
  ThFlame *flame = th_flame_chart_get_flame (find_chart (tab));

  for (guint32 i = 0; i < th_flame_get_n (flame); i++)
    if (strcmp (th_flame_get (flame, i)->name, name) == 0)
      return i;

  g_assert_not_reached ();
}

static void
act (ThFlameTab *tab,
     const char *name,
     const char *format,
     int         parameter)
{
  GVariant *variant = format != NULL ? g_variant_new (format, parameter) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (find_chart (tab)),
                                                     name, variant));
}

static GtkWidget *
part (ThFlameTab *tab,
      const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (tab), TH_TYPE_FLAME_TAB, name));
}

static const char *
get_found (ThFlameTab *tab)
{
  return gtk_label_get_text (GTK_LABEL (part (tab, "found")));
}

/* "all › recv › copy" */
static char *
dup_path (ThFlameTab *tab)
{
  GString *path = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (part (tab, "path")); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    g_string_append_printf (path, "%s%s", path->len > 0 ? " " : "",
                            GTK_IS_LABEL (child) ? gtk_label_get_text (GTK_LABEL (child))
                                                 : gtk_button_get_label (GTK_BUTTON (child)));

  return g_string_free (path, FALSE);
}

#define assert_path(tab, expected) \
  do { g_autofree char *path_ = dup_path (tab); \
       g_assert_cmpstr (path_, ==, (expected)); } while (0)

static void
test_zoom (Fixture       *fixture,
           gconstpointer  data)
{
  ThFlameTab *tab = open_tab (fixture);
  ThFlameChart *chart = find_chart (tab);
  g_autofree char *told = NULL;

  assert_path (tab, "all");
  told = th_flame_chart_describe (chart, find (tab, "copy"));
  g_assert_cmpstr (told, ==, "copy (kernel): 60.000 µs, 40.0 % of all; self 40.000 µs");

  th_flame_chart_set_focus (chart, find (tab, "copy"));
  assert_path (tab, "all › recv › copy");
  act (tab, "flame.out", NULL, 0);
  assert_path (tab, "all › recv");
  act (tab, "flame.all", NULL, 0);
  assert_path (tab, "all");
}

/* Down goes to the callee, up to the caller; the reverse if the graph is inverted. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  ThFlameTab *tab = open_tab (fixture);
  ThFlameChart *chart = find_chart (tab);

  act (tab, "flame.step", "i", GTK_DIR_DOWN);
  act (tab, "flame.step", "i", GTK_DIR_DOWN);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "copy"));
  act (tab, "flame.step", "i", GTK_DIR_RIGHT);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "lock"));
  act (tab, "flame.step", "i", GTK_DIR_LEFT);
  act (tab, "flame.zoom", NULL, 0);
  assert_path (tab, "all › recv › copy");
  /* The caller of the focus becomes the focus. */
  act (tab, "flame.step", "i", GTK_DIR_UP);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "recv"));

  th_flame_chart_set_icicle (chart, FALSE);
  act (tab, "flame.step", "i", GTK_DIR_DOWN);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, 0);
  act (tab, "flame.step", "i", GTK_DIR_UP);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "recv"));
}

static gboolean
has_found (Fixture *fixture)
{
  return *get_found (TH_FLAME_TAB (gui_get_tab (fixture->window, "flame"))) != '\0';
}

static void
test_search (Fixture       *fixture,
             gconstpointer  data)
{
  ThFlameTab *tab = open_tab (fixture);
  ThFlameChart *chart = find_chart (tab);
  g_autofree char *told = NULL;

  gtk_editable_set_text (GTK_EDITABLE (part (tab, "search")), "c");
  wait_until (fixture, has_found);
  /* recv with its callees: 100 of 150 us. */
  g_assert_cmpstr (get_found (tab), ==, "3 matches, 66.7 %");
  act (tab, "flame.match", "b", FALSE);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "recv"));
  act (tab, "flame.match", "b", TRUE);
  g_assert_cmpuint (th_flame_chart_get_selected (chart), ==, find (tab, "lock"));

  /* The search applies to another tree, too. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (tab, "trees")), 1);
  told = th_flame_chart_describe (chart, 0);
  g_assert_cmpstr (told, ==, "all: 5"); /* calls */
  g_assert_cmpstr (get_found (tab), ==, "3 matches, 80.0 %");
}

static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  ThFlameTab *tab = open_tab (fixture);
  ThDocument *document = th_window_get_document (fixture->window);
  ThEventFilter *filter = th_document_get_filter (document);
  ThFlameChart *chart = find_chart (tab);

  gui_select_frame (chart, find (tab, "irq"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (chart), "flametab.go", NULL));
  g_assert_cmpuint (th_document_get_selected (document).cpu, ==, 1);
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 0);

  gui_select_frame (chart, find (tab, "fault"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (chart), "flametab.filter", NULL));
  wait_until (fixture, is_filtered);
  g_assert_cmpstr (th_event_filter_get_text (filter), ==,
                   "ftrace:funcgraph_entry and info contains \"fault\"");
  g_assert_cmpuint (th_rows_get_n (th_event_filter_get_rows (filter)), ==, 1);
}

static void
test_accessible (Fixture       *fixture,
                 gconstpointer  data)
{
  ThFlameTab *tab = open_tab (fixture);
  GtkAccessible *chart = GTK_ACCESSIBLE (find_chart (tab));
  /* The macro would take the text as a format. */
  const char *told = "lock (kernel): 10.000 µs, 6.7 % of all; self 10.000 µs";

  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "Time in functions");
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "all: 150.000 µs");
  gui_select_frame (TH_FLAME_CHART (chart), find (tab, "lock"));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, told);
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (chart)));
}

/* A recording without call chains has no such tab, and that of the previous recording is removed.
 * */
static void
test_no_chains (Fixture       *fixture,
                gconstpointer  data)
{
  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('flame')");
  g_assert_null (gui_get_tab (fixture->window, "flame"));
}

/* Returns the number of samples of the type in the call tree of the results with that id, or 0. */
static gint64
count_samples (ThDocument *document,
               const char *id,
               const char *tree_id)
{
  const GPtrArray *all = th_document_get_results (document);
  gint64 sum = 0;

  for (guint i = 0; i < all->len; i++)
    for (guint j = 0;
         g_str_equal (th_results_get_id (all->pdata[i]), id) &&
         j < th_results_get_n_trees (all->pdata[i]); j++)
      {
        ThCallTree *tree = th_results_get_tree (all->pdata[i], j);

        for (guint32 node = 0;
             g_str_equal (th_call_tree_get_info (tree)->id, tree_id) &&
             node < th_call_tree_get_n (tree); node++)
          {
            ThCallNode at;

            th_call_tree_get (tree, node, &at);
            sum += at.own[0];
          }
      }
  return sum;
}

/* The dialog proposes the selected span; its samples get a flame graph of their own. perf script
 * lists 155 softirq_entry, 100 of them in that span. */
static void
test_span (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "virtio-tp-g.perf.data",
                                                 NULL);
  ThDocument *document = open_path (fixture, path);
  ThAnalysisDialog *dialog;
  GListModel *trees;
  guint n;
  ThFlameTab *tab;

  wait_until (fixture, is_analysed);
  g_assert_cmpint (count_samples (document, "stacks", "irq:softirq_entry"), ==, 155);
  activate (fixture, "win.tab('flame')");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  tab = TH_FLAME_TAB (gui_get_tab (fixture->window, "flame"));
  trees = gtk_drop_down_get_model (GTK_DROP_DOWN (part (tab, "trees")));
  n = g_list_model_get_n_items (trees);

  th_document_select_span (document, G_GINT64_CONSTANT (31700000000),
                           G_GINT64_CONSTANT (31800000000));
  dialog = th_analysis_dialog_new (GTK_WINDOW (fixture->window), document);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "analysis.add", "s", "stacks"));
  wait_until (fixture, is_analysed);
  g_assert_cmpint (count_samples (document, "stacks(31.700000000,31.800000000)",
                                  "irq:softirq_entry"), ==, 100);
  g_assert_cmpint (count_samples (document, "stacks", "irq:softirq_entry"), ==, 155);
  g_assert_cmpuint (g_list_model_get_n_items (trees), >, n);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/flame/zoom", test_zoom);
  ADD_WINDOW_TEST ("/flame/keys", test_keys);
  ADD_WINDOW_TEST ("/flame/search", test_search);
  ADD_WINDOW_TEST ("/flame/events", test_events);
  ADD_WINDOW_TEST ("/flame/accessible", test_accessible);
  ADD_WINDOW_TEST ("/flame/no-chains", test_no_chains);
  ADD_WINDOW_TEST ("/flame/span", test_span);

  return g_test_run ();
}
