/* test-difference.c - how functions differ between two sides: flame graph and table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "gui-gestures.h"
#include "th-difference-tab.h"
#include "th-difference-table.h"
#include "th-flame-chart.h"

static const ThCallWeight weights[] = { { "samples", "Samples", TH_UNIT_COUNT },
                                        { "period", "Time", TH_UNIT_TIME } };

/* A has 100 samples: main 10, main;old 50, main;same 40.  B has 200: main 20, main;new 100,
 * main;same 80.  The names are hostile where they can be. */
#define A "main 10|main;old 50|main;same 40"
#define B "main 20|main;ne\nw<b>\xff 100|main;same 80"

/* @chains: "a;b 10|c 5", with the number of samples, each of 1 us. */
static ThCallSample *
take (const char *chains)
{
  g_autoptr(ThResults) results = th_results_new ("stacks", "Stacks");
  g_autoptr(GPtrArray) all = g_ptr_array_new ();
  g_auto(GStrv) lines = g_strsplit (chains, "|", -1);
  ThCallTree *tree = th_results_add_tree (results, &(ThCallTreeInfo) { "cpu-clock", "cpu-clock",
                                                                       weights, 2 });

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *space = strrchr (lines[i], ' ');
      gint64 n = g_ascii_strtoll (space + 1, NULL, 10);
      guint32 node = TH_CALL_ROOT;
      g_auto(GStrv) names = NULL;

      *space = '\0';
      names = g_strsplit (lines[i], ";", -1);
      for (guint j = 0; names[j] != NULL; j++)
        node = th_call_tree_enter (tree, node, th_results_intern (results, names[j]),
                                   TH_CALL_KERNEL, TH_REF_NONE);
      th_call_tree_count (tree, node, (gint64[]) { n, n * 1000 }, TH_REF_NONE);
    }
  th_results_finish (results);
  g_ptr_array_add (all, results);
  return th_call_sample_take (all, TH_RESOLUTION_NS);
}

/* A side for each of two texts, which may be NULL for a side without chains. */
static ThCallDifference *
difference_new (const char *a,
                const char *b)
{
  g_autoptr(GPtrArray) side_a =
    g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
  g_autoptr(GPtrArray) side_b =
    g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);

  if (a != NULL)
    g_ptr_array_add (side_a, take (a));
  if (b != NULL)
    g_ptr_array_add (side_b, take (b));
  return th_call_difference_new (side_a, side_b);
}

typedef struct
{
  GtkWidget *window;
  GtkWidget *tab;
} Shown;

static void
shown_clear (Shown *shown)
{
  gtk_window_destroy (GTK_WINDOW (shown->window));
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static Shown
show (const char *a,
      const char *b)
{
  g_autoptr(ThCallDifference) difference = difference_new (a, b);
  Shown shown = { gtk_window_new (), g_object_new (TH_TYPE_DIFFERENCE_TAB, NULL) };

  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), difference);
  gtk_window_set_default_size (GTK_WINDOW (shown.window), 1200, 400);
  gtk_window_set_child (GTK_WINDOW (shown.window), shown.tab);
  gtk_window_present (GTK_WINDOW (shown.window));
  gtk_test_widget_wait_for_draw (shown.tab);
  return shown;
}

static GtkWidget *
part (const Shown *shown,
      const char  *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (shown->tab, TH_TYPE_DIFFERENCE_TAB, name));
}

static GtkWidget *
from_b (const Shown *shown)
{
  return find_tooltip (shown->tab,
                       "Show what B has: the width of a function is its share in B");
}

static ThFlame *
get_flame (const Shown *shown)
{
  return th_flame_chart_get_flame (TH_FLAME_CHART (part (shown, "chart")));
}

/* "all main same": the frames in the order of the picture. */
static char *
dup_frames (const Shown *shown)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_flame_get_n (get_flame (shown)); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            th_flame_get (get_flame (shown), i)->name);
  return g_string_free (text, FALSE);
}

#define assert_frames(shown, expected) \
  do { g_autofree char *frames_ = dup_frames (shown); \
       g_assert_cmpstr (frames_, ==, (expected)); } while (0)

static const char *
get_text (const Shown *shown,
          const char  *name)
{
  return gtk_label_get_text (GTK_LABEL (part (shown, name)));
}

static guint32
find (const Shown *shown,
      const char  *name)
{
  for (guint32 i = 0; i < th_flame_get_n (get_flame (shown)); i++)
    if (strcmp (th_flame_get (get_flame (shown), i)->name, name) == 0)
      return i;

  g_assert_not_reached ();
}

static void
iterate_until (gboolean (*condition) (const Shown *shown),
               const Shown *shown)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!condition (shown) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (condition (shown));
}

/* --- the flame graph ------------------------------------------------------- */

/* One direction shows what B has, the other one what A had. */
static void
test_directions (Fixture       *fixture,
                 gconstpointer  data)
{
  g_auto(Shown) shown = show (A, B);
  ThFlameChart *chart = TH_FLAME_CHART (part (&shown, "chart"));

  assert_frames (&shown, "all main ne\nw<b>\xef\xbf\xbd same");
  g_assert_cmpstr (get_text (&shown, "facts"), ==, "all: A 100.0 %, B 100.0 %");
  gui_select_frame (chart, find (&shown, "ne\nw<b>\xef\xbf\xbd"));
  g_assert_true (g_str_has_suffix (get_text (&shown, "facts"),
                                   "(kernel): A 0.0 %, B 50.0 %, +50.0 points, only in B"));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (&shown, "from_a")), TRUE);
  assert_frames (&shown, "all main old same");
  gui_select_frame (chart, find (&shown, "old"));
  g_assert_cmpstr (get_text (&shown, "facts"), ==,
                   "old (kernel): A 50.0 %, B 0.0 %, \u221250.0 points, only in A");
  gui_select_frame (chart, find (&shown, "same"));
  g_assert_cmpstr (get_text (&shown, "facts"), ==,
                   "same (kernel): A 40.0 %, B 40.0 %, 0 points, ×1.00");
  g_assert_cmpstr (get_text (&shown, "sides"), ==, "A: Samples 100 · B: Samples 200");
}

/* The focus of a function that both sides have stays; of one that the other side lacks it goes
 * back to all. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  g_auto(Shown) shown = show (A, B);
  ThFlameChart *chart = TH_FLAME_CHART (part (&shown, "chart"));
  GtkToggleButton *from_a = GTK_TOGGLE_BUTTON (part (&shown, "from_a"));

  th_flame_chart_set_focus (chart, find (&shown, "main"));
  gtk_toggle_button_set_active (from_a, TRUE);
  g_assert_cmpuint (th_flame_chart_get_focus (chart), ==, find (&shown, "main"));
  th_flame_chart_set_focus (chart, find (&shown, "old"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (from_b (&shown)), TRUE);
  g_assert_cmpuint (th_flame_chart_get_focus (chart), ==, 0);
}

static void
test_weights (Fixture       *fixture,
              gconstpointer  data)
{
  g_auto(Shown) shown = show (A, B);
  g_autoptr(ThCallDifference) other = difference_new ("f 1|g 2", "f 1");
  GtkDropDown *trees = GTK_DROP_DOWN (part (&shown, "trees"));

  gtk_drop_down_set_selected (trees, 1);
  g_assert_cmpstr (get_text (&shown, "sides"), ==, "A: Time 100.000 µs · B: Time 200.000 µs");
  /* The choice outlives a new difference. */
  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), other);
  g_assert_cmpuint (gtk_drop_down_get_selected (trees), ==, 1);
  assert_frames (&shown, "all f");
  g_assert_cmpstr (get_text (&shown, "sides"), ==, "A: Time 3.000 µs · B: Time 1.000 µs");
}

static gboolean
has_found (const Shown *shown)
{
  return *get_text (shown, "found") != '\0';
}

static void
test_search (Fixture       *fixture,
             gconstpointer  data)
{
  g_auto(Shown) shown = show (A, B);

  gtk_editable_set_text (GTK_EDITABLE (part (&shown, "search")), "SAM");
  iterate_until (has_found, &shown);
  g_assert_cmpstr (get_text (&shown, "found"), ==, "1 match, 40.0 %");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (&shown, "from_a")), TRUE);
  g_assert_cmpstr (get_text (&shown, "found"), ==, "1 match, 40.0 %");
  g_assert_true (gtk_widget_activate_action (part (&shown, "chart"), "flame.match", "b", FALSE));
  g_assert_cmpuint (th_flame_chart_get_selected (TH_FLAME_CHART (part (&shown, "chart"))), ==,
                    find (&shown, "same"));
}

/* --- the table ------------------------------------------------------------- */

/* The texts of the visible cells, a row a line. */
static char *
dup_rows (const Shown *shown)
{
  GtkWidget *view = find_widget (part (shown, "table"), GTK_TYPE_COLUMN_VIEW);
  GtkWidget *list = gtk_widget_get_last_child (view);
  GString *text = g_string_new (NULL);

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      GString *line = g_string_new (NULL);

      for (GtkWidget *cell = gtk_widget_get_first_child (row);
           cell != NULL && gtk_widget_get_mapped (row); cell = gtk_widget_get_next_sibling (cell))
        {
          GtkWidget *inside = find_widget (cell, GTK_TYPE_INSCRIPTION);

          g_string_append_printf (line, "%s%s", line->len > 0 ? " | " : "",
                                  gtk_inscription_get_text (GTK_INSCRIPTION (inside)));
        }
      if (line->len > 0)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line->str);
      g_string_free (line, TRUE);
    }

  return g_string_free (text, FALSE);
}

static const char *awaited;

static gboolean
has_rows (const Shown *shown)
{
  g_autofree char *rows = dup_rows (shown);

  return strcmp (rows, awaited) == 0;
}

static void
await_rows (const Shown *shown,
            const char  *expected)
{
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  g_autofree char *rows = NULL;

  awaited = expected;
  while (!has_rows (shown) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  rows = dup_rows (shown);
  g_assert_cmpstr (rows, ==, expected);
}

static void
show_table (const Shown *shown)
{
  gtk_stack_set_visible_child_name (GTK_STACK (part (shown, "views")), "table");
}

/* Does what a click on a title does. */
static void
sort (ThDifferenceTable *table,
      ThCallColumn       column,
      GtkSortType        type)
{
  GtkColumnView *view =
    GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW));
  g_autoptr(GtkColumnViewColumn) title =
    g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_sort_by_column (view, title, type);
}

#define ROW_OLD "old | kernel | 50.0 % | 0.0 % | \u221250.0 | 50.0 % | 0.0 % | \u221250.0"
#define ROW_NEW " | kernel | 0.0 % | 50.0 % | +50.0 | 0.0 % | 50.0 % | +50.0"
#define ROW_MAIN "main | kernel | 10.0 % | 10.0 % | 0 | 100.0 % | 100.0 % | 0"
#define ROW_SAME "same | kernel | 40.0 % | 40.0 % | 0 | 40.0 % | 40.0 % | 0"

/* The greatest change first; then as a title says. */
static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  g_auto(Shown) shown = show ("main 10|main;old 50|main;same 40", "main 20|main;new 100|main;same "
                                                                  "80");
  ThDifferenceTable *table = TH_DIFFERENCE_TABLE (part (&shown, "table"));

  show_table (&shown);
  await_rows (&shown, "new" ROW_NEW "\n" ROW_OLD "\n" ROW_MAIN "\n" ROW_SAME);
  g_assert_false (gtk_widget_get_visible (part (&shown, "legend")));
  g_assert_false (gtk_widget_get_visible (part (&shown, "graph_tools")));
  g_assert_cmpstr (get_text (&shown, "facts"), ==,
                   "new (kernel): self A 0.0 %, B 50.0 %, +50.0 points, only in B; "
                   "total A 0.0 %, B 50.0 %, +50.0 points, only in B");

  sort (table, TH_CALL_COLUMN_SELF_A, GTK_SORT_DESCENDING);
  await_rows (&shown, ROW_OLD "\n" ROW_SAME "\n" ROW_MAIN "\nnew" ROW_NEW);
  sort (table, TH_CALL_COLUMN_SELF_CHANGE, GTK_SORT_ASCENDING);
  await_rows (&shown, ROW_OLD "\n" ROW_MAIN "\n" ROW_SAME "\nnew" ROW_NEW);
  sort (table, TH_CALL_COLUMN_FUNCTION, GTK_SORT_ASCENDING);
  await_rows (&shown, ROW_MAIN "\nnew" ROW_NEW "\n" ROW_OLD "\n" ROW_SAME);
  gtk_editable_set_text (GTK_EDITABLE (part (&shown, "search")), "MA");
  await_rows (&shown, ROW_MAIN);
  gtk_editable_set_text (GTK_EDITABLE (part (&shown, "search")), "nothing");
  await_rows (&shown, "");
  gtk_editable_set_text (GTK_EDITABLE (part (&shown, "search")), "");
  await_rows (&shown, ROW_MAIN "\nnew" ROW_NEW "\n" ROW_OLD "\n" ROW_SAME);
}

/* A row leads to the function in the graph. */
static void
test_activate (Fixture       *fixture,
               gconstpointer  data)
{
  g_auto(Shown) shown = show ("f 1|f;g 1", "f 1|f;g 3");

  show_table (&shown);
  /* Self changed by as much, the total of g by more. */
  await_rows (&shown, "g | kernel | 50.0 % | 75.0 % | +25.0 | 50.0 % | 75.0 % | +25.0\n"
                      "f | kernel | 50.0 % | 25.0 % | \u221225.0 | 100.0 % | 100.0 % | 0");
  activate_row (find_widget (part (&shown, "table"), GTK_TYPE_COLUMN_VIEW), 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (part (&shown, "views"))), ==,
                   "graph");
  g_assert_cmpuint (th_flame_chart_get_selected (TH_FLAME_CHART (part (&shown, "chart"))), ==,
                    find (&shown, "g"));
  g_assert_cmpstr (get_text (&shown, "facts"), ==,
                   "g (kernel): A 50.0 %, B 75.0 %, +25.0 points, ×1.50");
}

/* --- nothing to compare ------------------------------------------------------ */

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  g_auto(Shown) shown = show (NULL, NULL);
  g_autoptr(ThCallDifference) half = difference_new ("f 1", NULL);
  g_autoptr(ThCallDifference) whole = difference_new (A, B);
  GtkStack *pages = GTK_STACK (part (&shown, "pages"));
  g_autofree char *labels = dup_label_texts (gtk_stack_get_visible_child (pages));

  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "nothing");
  g_assert_nonnull (strstr (labels, "perf record -g"));
  g_assert_nonnull (strstr (labels, "function_graph"));

  /* One side has chains: what it had can be seen. */
  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), half);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "content");
  g_assert_cmpstr (get_text (&shown, "sides"), ==, "A: Samples 1 · B: no such call chains");
  assert_frames (&shown, "all");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (&shown, "from_a")), TRUE);
  assert_frames (&shown, "all f");
  gtk_test_widget_wait_for_draw (shown.tab);

  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), whole);
  show_table (&shown);
  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "nothing");
  g_assert_null (get_flame (&shown));
  gtk_test_widget_wait_for_draw (shown.tab);
}

static gboolean
is_laid_out (const Shown *shown)
{
  return !th_flame_chart_is_busy (TH_FLAME_CHART (part (shown, "chart")));
}

/* A large tree is laid out on a thread, also when it is replaced or closed meanwhile. */
static void
test_large (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GString) chains = g_string_new ("g 1");
  g_autoptr(ThCallDifference) large = NULL;
  g_auto(Shown) shown = show (A, B);

  for (guint i = 0; i < 15000; i++)
    g_string_append_printf (chains, "|f%u;g 1", i);
  large = difference_new (chains->str, chains->str);
  th_difference_tab_set (TH_DIFFERENCE_TAB (shown.tab), large);
  g_assert_true (th_flame_chart_is_busy (TH_FLAME_CHART (part (&shown, "chart"))));
  iterate_until (is_laid_out, &shown);
  g_assert_cmpuint (th_flame_get_n (get_flame (&shown)), ==, 30002);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (&shown, "from_a")), TRUE);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (from_b (&shown)), TRUE);
  g_assert_true (th_flame_chart_is_busy (TH_FLAME_CHART (part (&shown, "chart"))));
}

static void
test_accessible (Fixture       *fixture,
                 gconstpointer  data)
{
  g_auto(Shown) shown = show (A, B);
  GtkAccessible *chart = GTK_ACCESSIBLE (part (&shown, "chart"));
  const char *text = "old (kernel): A 50.0 %, B 0.0 %, \u221250.0 points, only in A";

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (&shown, "from_a")), TRUE);
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "cpu-clock");
  gui_select_frame (TH_FLAME_CHART (chart), find (&shown, "old"));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (part (&shown, "from_a")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Widths from A");
  gtk_test_accessible_assert_property (
    GTK_ACCESSIBLE (find_widget (part (&shown, "table"), GTK_TYPE_COLUMN_VIEW)),
    GTK_ACCESSIBLE_PROPERTY_LABEL, "Functions");
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/difference/directions", test_directions);
  ADD_WINDOW_TEST ("/difference/focus", test_focus);
  ADD_WINDOW_TEST ("/difference/weights", test_weights);
  ADD_WINDOW_TEST ("/difference/search", test_search);
  ADD_WINDOW_TEST ("/difference/table", test_table);
  ADD_WINDOW_TEST ("/difference/activate", test_activate);
  ADD_WINDOW_TEST ("/difference/nothing", test_nothing);
  ADD_WINDOW_TEST ("/difference/large", test_large);
  ADD_WINDOW_TEST ("/difference/accessible", test_accessible);

  return g_test_run ();
}
