/* test-tree-work.c - a day's work through the accessibility bus alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   test-tree-work THRESHER SAMPLE ANOTHER REFUSED
 *
 * The numbers of the sample are those of "trace-cmd report -t": 2,687 events, of which
 * 38 are netif_receive_skb; the first is number 553 at 177.705627896, the second
 * number 583 at 177.708901293.
 */
#include "config.h"

#include "gui-tree.h"

#include <string.h>

static const char *sample, *another, *refused;

static void
start_sample (void)
{
  tree_start ((const char *[]) { sample, NULL });
  tree_node_free (tree_await ("status", "analyses done"));
}

static void
expect (const char *role,
        const char *name,
        const char *description)
{
  tree_node_free (tree_await_told (role, name, description));
}

static void
expect_state (const char *role,
              const char *name,
              guint       state,
              gboolean    has)
{
  for (guint i = 0; i < 400; i++)
    {
      TreeNode *node = tree_await (role, name);
      gboolean is = tree_has_state (node, state);

      tree_node_free (node);
      if (is == has)
        return;
      g_usleep (25000);
    }
  g_error ("State %u of the %s “%s” is not %d", state, role, name, has);
}

static void
expect_none (const char *role,
             const char *name)
{
  TreeNode *node = NULL;

  for (guint i = 0; i < 400; i++)
    {
      g_clear_pointer (&node, tree_node_free);
      node = tree_find (role, name, NULL);
      if (node == NULL)
        return;
      g_usleep (25000);
    }
  g_error ("There is a %s “%s”", role, name);
}

/* Types into the open chooser and accepts the first result. */
static void
choose (const char *entry,
        const char *text,
        const char *offered)
{
  TreeNode *finder = tree_await_window (1);

  tree_write ("search box", entry, text);
  expect ("search box", entry, offered);
  tree_do_action (finder, "chooser.choose");
  tree_node_free (finder);
}

static void
test_lanes (void)
{
  start_sample ();
  tree_activate ("win.find-lane");
  choose ("Go to a lane", "cpu 2", "CPU 2, ");
  tree_await_windows (1);
  expect_state ("list item", "CPU 2", TREE_SELECTED, TRUE);
  tree_activate ("win.next-lane-height");
  expect ("list item", "CPU 2", "Tall lane");
  tree_activate ("win.hide-lane");
  expect ("status", "1 lane hidden", NULL);
  expect_none ("list item", "CPU 2");
  expect_state ("list item", "CPU 3", TREE_SELECTED, TRUE);
  tree_activate ("win.next-lane-sort");
  expect ("list item", "CPUs", "Sorted by busy time");
  tree_activate ("win.show-lanes");
  expect ("list item", "CPU 2", NULL);

  tree_activate ("win.find-lane");
  choose ("Go to a lane", "cpus", "CPUs, ");
  expect_state ("list item", "CPUs", TREE_SELECTED, TRUE);
  expect_state ("list item", "CPUs", TREE_EXPANDED, TRUE);
  tree_activate ("win.fold");
  expect_state ("list item", "CPUs", TREE_EXPANDED, FALSE);
  expect_none ("list item", "CPU 3");
  tree_stop ();
}

/* Filter and Find show their counts and errors at the focused entry. */
static void
test_sift (void)
{
  start_sample ();
  tree_write ("text box", "Filter", "event == \"netif_receive_skb\"");
  expect ("text box", "Filter", "38 of 2\u202f687");
  expect ("status", "filter hides 2\u202f649", NULL);
  /* The first row that remains. */
  expect ("label", "177.705627896", NULL);
  tree_write ("text box", "Filter", "nonsense == 1");
  expect ("text box", "Filter", "No event has a field “nonsense”");
  tree_activate ("win.clear-filter");

  tree_write ("text box", "Find", "netif_receive_skb");
  expect ("text box", "Find", "1/38");
  tree_activate ("win.next-hit");
  expect ("text box", "Find", "2/38");
  expect ("status", "Selected: netif_receive_skb at 177.708901293 on CPU 0", NULL);
  tree_stop ();
}

/* There are 3,273,397 ns between the markers, and 30 events from A up to but excluding B. */
static void
test_marks (void)
{
  TreeNode *window;

  start_sample ();
  tree_write ("text box", "Find", "netif_receive_skb");
  expect ("text box", "Find", "1/38");
  tree_activate ("win.set-marker-a");
  expect ("button", "Marker A at 177.705627896", NULL);
  tree_activate ("win.next-hit");
  expect ("text box", "Find", "2/38");
  tree_activate ("win.set-marker-b");
  expect ("button", "Δ 3.273397 ms", "Between the markers");

  tree_activate ("win.bookmark");
  expect ("status", "Bookmark set", NULL);
  tree_activate ("win.bookmarks");
  window = tree_await_window (1);
  expect ("label", "177.708901293", NULL);
  tree_write ("text box", "Bookmark name", "second");
  tree_press ("button", "Color 1 of 6");
  expect ("button", "Color 2 of 6", NULL);
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  tree_activate ("win.go-to");
  choose ("Time, like", "second", "second, 177.708901293");
  tree_await_windows (1);

  tree_activate ("win.select-markers");
  expect ("status", "span 3.273397 ms, 30 events", NULL);
  tree_activate ("win.span-statistics");
  window = tree_await_window (1);
  expect ("label", "177.705627896 to 177.708901293: 3.273397 ms", NULL);
  /* By trace-cmd report. */
  expect ("label", "4", "irq:softirq_entry, Count");
  tree_node_free (window);
  tree_stop ();
}

static void
test_preferences (void)
{
  TreeNode *window;

  start_sample ();
  tree_activate ("win.palette");
  choose ("Type a command", "preferences", "Preferences, ");
  window = tree_await_window (1);
  expect ("button", "Times: Absolute", NULL);
  expect ("button", "Interrupt", NULL);
  tree_press ("switch", "Reverse Scrolling");
  tree_node_free (window);
  tree_stop ();
}

static void
test_offsets (void)
{
  TreeNode *window;

  tree_start ((const char *[]) { sample, "--append", another, NULL });
  expect ("status", "analyses done", NULL);
  tree_activate ("win.offsets");
  window = tree_await_window (1);
  tree_write ("text box", "Offset of k612-rep.dat", "nonsense");
  tree_do_action (window, "offsets.take");
  expect ("label", "An offset must be a time with a sign and a unit", NULL);
  tree_write ("text box", "Offset of k612-rep.dat", "+12.5ms");
  tree_do_action (window, "offsets.take");
  expect ("list item", "k612-rep.dat", "+12.500 ms");
  /* The description says which of the lanes with this name it is. */
  expect ("list item", "CPU 0", "k612-rep.dat");
  tree_press ("button", "k612-rep.dat: Remove");
  expect_none ("text box", "Offset of k612-rep.dat");
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  tree_stop ();
}

/* The first of the sample is softirq_raise of <idle> with vec=1, which is 0x1. */
static void
test_columns (void)
{
  TreeNode *window;

  start_sample ();
  tree_activate ("win.columns");
  window = tree_await_window (1);
  tree_press ("button", "PID: Hide");
  expect_none ("list item", "PID");
  tree_write ("text box", "Expression value", "vec +");
  expect ("text box", "Expression value", "A value is missing at the end");
  tree_write ("text box", "Expression value", "vec * 8");
  tree_press ("button", "Add");
  expect ("list item", "vec * 8", NULL);
  tree_press ("button", "vec * 8: Move left");
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  expect ("label", "8", NULL);
  tree_stop ();
}

static void
test_rules (void)
{
  TreeNode *window;

  start_sample ();
  tree_activate ("win.color-rules");
  window = tree_await_window (1);
  tree_press ("button", "Add Color");
  tree_write ("text box", "Expression", "nonsense == 1");
  expect ("text box", "Expression", "No event has a field “nonsense”");
  tree_write ("text box", "Expression", "net:netif_receive_skb");
  tree_press ("button", "Add Color");
  expect ("button", "Rule 2: Move up", NULL);
  tree_press ("button", "Rule 2: Delete");
  expect_none ("list item", "Rule 2");
  expect ("list item", "Rule 1", NULL);
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  tree_stop ();
}

static void
test_saved_filters (void)
{
  TreeNode *window;

  start_sample ();
  tree_write ("text box", "Filter", "event == \"netif_receive_skb\"");
  expect ("text box", "Filter", "38 of 2\u202f687");
  tree_activate ("win.saved-filters");
  window = tree_await_window (1);
  tree_write ("text box", "Name for the current filter", "received");
  tree_press ("button", "Save");
  expect ("button", "received: Apply this filter", NULL);
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  tree_activate ("win.clear-filter");
  expect_none ("status", "filter hides");
  tree_activate ("win.saved-filters");
  tree_node_free (tree_await_window (1));
  tree_press ("button", "received: Apply this filter");
  expect ("status", "filter hides 2\u202f649", NULL);
  tree_stop ();
}

static void
test_values (void)
{
  TreeNode *window;

  start_sample ();
  tree_activate ("win.find-lane");
  choose ("Go to a lane", "cpus", "CPUs, ");
  tree_await_windows (1);
  tree_activate ("win.add-analysis");
  window = tree_await_window (1);
  tree_press ("tab", "Values");
  tree_write ("text box", "Event type", "net:netif_receive_skb");
  tree_write ("text box", "Field", "len");
  tree_press ("button", "Values: Add");
  expect ("button", "values(net:netif_receive_skb,len): Remove", NULL);
  tree_do_action (window, "window.close");
  tree_await_windows (1);
  tree_node_free (window);
  /* Only lanes in view are in the tree. */
  tree_activate ("win.fold");
  tree_activate ("win.find-lane");
  choose ("Go to a lane", "connections", "Connections, ");
  tree_await_windows (1);
  tree_activate ("win.fold");
  expect ("list item", "netif_receive_skb len", NULL);

  /* Another curl, 160, has a saved name in the recording but no events. */
  tree_activate ("win.find-lane");
  choose ("Go to a lane", "curl", "curl, pid 279");
  tree_await_windows (1);
  expect_state ("list item", "curl", TREE_SELECTED, TRUE);
  tree_activate ("win.pin-lane");
  expect ("list item", "Pinned", NULL);
  tree_stop ();
}

/* By `thresh journey`: 13 steps; the queue takes the most time. */
static void
test_journey (void)
{
  start_sample ();
  tree_activate ("win.slowest");
  expect ("status", "13 steps", NULL);
  expect ("list item", "…0bb1be00#4", NULL);
  expect ("list item", "irq_handler_entry, ", NULL);
  expect (NULL, "Where the time went", NULL);
  expect ("label", "11.810 ms", "queue, Time");
  tree_activate ("win.next-step");
  expect ("status", "Selected: napi_gro_receive_exit", NULL);
  tree_activate ("win.unfollow");
  expect_none ("list item", "…0bb1be00#4");
  tree_stop ();
}

static void
test_recordings (void)
{
  tree_start ((const char *[]) { sample, "--append", another, NULL });
  expect ("status", "analyses done", NULL);
  tree_activate ("win.offsets");
  expect ("text box", "Offset of", "Shift all its times by this");
  tree_stop ();

  tree_start ((const char *[]) { refused, NULL });
  expect ("alert", "Cannot open", NULL);
  expect ("label", "Open the file that “trace-cmd record” or “perf record” wrote.", NULL);
  expect ("button", "Open Another…", NULL);
  tree_stop ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 5);
  tree_connect (argv[1]);
  sample = argv[2];
  another = argv[3];
  refused = argv[4];

  g_test_add_func ("/tree-work/lanes", test_lanes);
  g_test_add_func ("/tree-work/sift", test_sift);
  g_test_add_func ("/tree-work/marks", test_marks);
  g_test_add_func ("/tree-work/preferences", test_preferences);
  g_test_add_func ("/tree-work/offsets", test_offsets);
  g_test_add_func ("/tree-work/columns", test_columns);
  g_test_add_func ("/tree-work/rules", test_rules);
  g_test_add_func ("/tree-work/saved-filters", test_saved_filters);
  g_test_add_func ("/tree-work/values", test_values);
  g_test_add_func ("/tree-work/journey", test_journey);
  g_test_add_func ("/tree-work/recordings", test_recordings);

  return g_test_run ();
}
