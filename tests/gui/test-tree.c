/* test-tree.c - the windows as a screen reader sees them: names, roles, one whole task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   test-tree THRESHER SAMPLE
 */
#include "config.h"

#include "gui-tree.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *sample;

/* --- tests ------------------------------------------------------------------ */

/* GTK 4.8 names an object without a name after its type; objects that GTK creates itself are
 * skipped. */
static gboolean
has_name (const TreeNode *node)
{
  return node->name[0] != '\0' && !g_str_has_prefix (node->name, "Gtk") &&
         !(g_str_has_prefix (node->name, "Th") && strpbrk (node->name, " ,") == NULL);
}

/* A row of a table is read through its cells. */
static gboolean
has_name_below (GPtrArray *nodes,
                guint      index)
{
  guint depth = ((TreeNode *) nodes->pdata[index])->depth;

  for (guint i = index + 1; i < nodes->len && ((TreeNode *) nodes->pdata[i])->depth > depth; i++)
    if (has_name (nodes->pdata[i]))
      return TRUE;

  return FALSE;
}

/* GTK 4.8 names a button with a mnemonic by its text with the underline, and again by its label. */
static gboolean
is_named_twice (const char *name)
{
  const char *half = name + strlen (name) / 2;

  return name[0] == '_' ||
         (*half == ' ' && strlen (half + 1) == (gsize) (half - name) &&
          g_str_has_prefix (name, half + 1));
}

/* Checks that each focusable object has a role and a name; returns the number of objects. */
static guint
check_focusable (const TreeNode *root)
{
  g_autoptr(GPtrArray) nodes = tree_read (root);
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const TreeNode *node = nodes->pdata[i];

      if (!tree_has_state (node, TREE_FOCUSABLE) || !tree_has_state (node, TREE_VISIBLE))
        continue;
      n++;
      g_test_message ("%s “%s” %s", node->role, node->name, node->description);
      /* A text may be empty; in a scrolled window the content takes the focus. */
      if (g_str_equal (node->role, "label") ||
          ((g_str_equal (node->role, "row") || g_str_equal (node->role, "group")) &&
           has_name_below (nodes, i)))
        continue;
      if (!has_name (node) || g_str_equal (node->role, "") || g_str_equal (node->role, "unknown") ||
          g_str_equal (node->role, "filler"))
        g_test_fail_printf ("a %s at depth %u has no name: “%s”", node->role, node->depth,
                            node->name);
      if (is_named_twice (node->name))
        g_test_fail_printf ("a %s says its name twice: “%s”", node->role, node->name);
    }

  return n;
}

static void
test_names (void)
{
  tree_start ((const char *[]) { sample, NULL });
  tree_node_free (tree_await ("list", "Lanes"));
  tree_node_free (tree_await ("status", "analyses done"));
  g_assert_cmpuint (check_focusable (NULL), >, 12);
  tree_stop ();
}

/* Checks all windows that an action opens. */
static void
test_windows (void)
{
  static const struct
  {
    const char *action;
    gboolean    modal;
  } windows[] = {
    { "win.columns" }, { "win.color-rules" }, { "win.add-analysis" }, { "win.offsets" },
    { "win.recording" }, { "win.span-statistics" }, { "win.bookmarks" },
    { "win.saved-filters", TRUE }, { "win.palette", TRUE }, { "win.find-lane", TRUE },
    { "win.go-to", TRUE }, { "win.add-column", TRUE }
  };

  tree_start ((const char *[]) { sample, NULL });
  tree_node_free (tree_await ("status", "analyses done"));
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      TreeNode *window;

      g_test_message ("%s", windows[i].action);
      tree_activate (windows[i].action);
      window = tree_await_window (1);
      g_assert_cmpuint (check_focusable (window), >, 0);
      /* The second time, the same window is presented. */
      if (!windows[i].modal)
        tree_activate (windows[i].action);
      tree_await_windows (2);
      tree_do_action (window, "window.close");
      tree_await_windows (1);
      tree_node_free (window);
    }
  tree_stop ();
}

static void
test_empty (void)
{
  tree_start (NULL);
  tree_node_free (tree_await ("button", "Open the Sample Recording"));
  g_assert_cmpuint (check_focusable (NULL), >, 12);
  tree_stop ();
}

/* An error is reported as text. */
static void
test_problems (void)
{
  g_autofree char *directory = g_dir_make_tmp ("thresher-tree-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "cut.dat", NULL);
  g_autofree char *whole = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (sample, &whole, &size, NULL));
  g_assert_true (g_file_set_contents (path, whole, size - 20000, NULL));
  tree_start ((const char *[]) { path, NULL });
  tree_node_free (tree_await ("alert", "missing"));
  tree_stop ();
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* From the empty window to the journey of a packet, using only the tree. */
static void
test_journey (void)
{
  TreeNode *node;

  tree_start (NULL);
  tree_press ("button", "Open the Sample Recording");
  tree_node_free (tree_await ("list", "Lanes"));
  tree_node_free (tree_await ("status", "analyses done"));

  tree_write ("text box", "Find", "netif_receive_skb");
  tree_node_free (tree_await ("status", "Selected: netif_receive_skb at"));
  /* The lane's description has its selected event. */
  node = tree_await ("list item", "CPU 0");
  g_assert_nonnull (strstr (node->description, "% busy"));
  g_assert_nonnull (strstr (node->description, "Selected: netif_receive_skb at"));
  tree_node_free (node);

  tree_press ("button", "Follow Packet");
  node = tree_await ("status", " steps · ");
  g_assert_nonnull (strstr (node->name, "Packet"));
  tree_node_free (node);
  /* The first of the sample: skbaddr=0xff222d4c0bb1bc00 len=60, by trace-cmd report. */
  tree_node_free (tree_await ("label", "0bb1bc00#1"));
  tree_node_free (tree_await ("label", "60 B"));
  tree_node_free (tree_await ("list item", "irq_handler_entry, "));
  tree_node_free (tree_await ("list item", "netif_receive_skb, "));
  /* An invalid filter is announced as an alert. */
  tree_write ("text box", "Filter", "nonsense == 1");
  tree_node_free (tree_await ("alert", "No event has a field “nonsense”"));
  tree_stop ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  sample = argv[2];
  tree_connect (argv[1]);

  g_test_add_func ("/tree/empty", test_empty);
  g_test_add_func ("/tree/names", test_names);
  g_test_add_func ("/tree/windows", test_windows);
  g_test_add_func ("/tree/problems", test_problems);
  g_test_add_func ("/tree/journey", test_journey);

  return g_test_run ();
}
