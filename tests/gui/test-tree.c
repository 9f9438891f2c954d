/* test-tree.c - the window as a screen reader has it: through the accessibility bus alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   test-tree THRESHER SAMPLE
 *
 * The program runs as a process of its own with GTK's AT-SPI backend; all that
 * is known of it here came over the bus of at-spi2-core.  Interfaces, roles and
 * states by the XML and headers of that package.
 */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define REGISTRY      "org.a11y.atspi.Registry"
#define ROOT          "/org/a11y/atspi/accessible/root"
#define ACCESSIBLE    "org.a11y.atspi.Accessible"
#define ACTION        "org.a11y.atspi.Action"
#define EDITABLE_TEXT "org.a11y.atspi.EditableText"
#define CALL_MS       10000
#define PATIENCE_MS   60000
#define STEP_MS       100
#define MAX_NODES     20000
#define MAX_DEPTH     64
/* Of a table GTK has 200 rows: these many tell enough. */
#define MAX_CHILDREN  25

/* Bits of GetState: AtspiStateType. */
#define STATE_FOCUSABLE 11
/* GTK 4.8 sets SHOWING for windows alone. */
#define STATE_VISIBLE   30

typedef struct
{
  char       *bus;
  char       *path;
  char       *name;
  char       *role;
  char       *description;
  guint64     states;
  guint       depth;
} Node;

static struct
{
  const char      *program, *sample;
  GDBusConnection *bus;
  GSubprocess     *process;
  char            *owner; /* the program's name on the bus */
} tree;

/* --- nodes ---------------------------------------------------------------- */

static void
node_free (gpointer data)
{
  Node *node = data;

  g_free (node->bus);
  g_free (node->path);
  g_free (node->name);
  g_free (node->role);
  g_free (node->description);
  g_free (node);
}

/* NULL where the object went in the meantime. */
static GVariant *
call (const char *bus,
      const char *path,
      const char *interface,
      const char *method,
      GVariant   *parameters)
{
  return g_dbus_connection_call_sync (tree.bus, bus, path, interface, method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, NULL);
}

static char *
dup_property (GVariant   *properties,
              const char *name)
{
  g_autoptr(GVariant) value = properties != NULL ? g_variant_lookup_value (properties, name, G_VARIANT_TYPE_STRING) : NULL;

  return value != NULL ? g_variant_dup_string (value, NULL) : g_strdup ("");
}

static guint64
get_states (const char *bus,
            const char *path)
{
  g_autoptr(GVariant) reply = call (bus, path, ACCESSIBLE, "GetState", NULL);
  g_autoptr(GVariant) words = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  guint32 low = 0, high = 0;

  if (words == NULL || g_variant_n_children (words) < 2)
    return 0;

  g_variant_get_child (words, 0, "u", &low);
  g_variant_get_child (words, 1, "u", &high);
  return low | (guint64) high << 32;
}

static gboolean
has_state (const Node *node,
           guint       state)
{
  return (node->states >> state & 1) != 0;
}

static Node *
node_new (const char *bus,
          const char *path,
          guint       depth)
{
  g_autoptr(GVariant) reply = call (bus, path, "org.freedesktop.DBus.Properties", "GetAll", g_variant_new ("(s)", ACCESSIBLE));
  g_autoptr(GVariant) properties = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  g_autoptr(GVariant) role = call (bus, path, ACCESSIBLE, "GetRoleName", NULL);
  Node *node = g_new0 (Node, 1);

  node->bus = g_strdup (bus);
  node->path = g_strdup (path);
  node->depth = depth;
  node->name = dup_property (properties, "Name");
  node->description = dup_property (properties, "Description");
  if (role != NULL)
    g_variant_get (role, "(s)", &node->role);
  else
    node->role = g_strdup ("");
  node->states = get_states (bus, path);

  return node;
}

/* Of what is on the screen. */
static void
walk (GPtrArray  *nodes,
      const char *bus,
      const char *path,
      guint       depth)
{
  g_autoptr(GVariant) reply = NULL;
  g_autoptr(GVariantIter) children = NULL;
  const char *child_bus, *child_path;
  guint n = 0;
  Node *node;

  if (nodes->len >= MAX_NODES || depth > MAX_DEPTH)
    return;

  node = node_new (bus, path, depth);
  g_ptr_array_add (nodes, node);
  if (depth > 0 && !has_state (node, STATE_VISIBLE))
    return;
  reply = call (bus, path, ACCESSIBLE, "GetChildren", NULL);
  if (reply == NULL)
    return;

  g_variant_get (reply, "(a(so))", &children);
  while (n++ < MAX_CHILDREN && g_variant_iter_next (children, "(&s&o)", &child_bus, &child_path))
    walk (nodes, child_bus, child_path, depth + 1);
}

static GPtrArray *
read_tree (void)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (node_free);

  walk (nodes, tree.owner, ROOT, 0);
  return nodes;
}

static gboolean
is_named (const Node *node,
          const char *role,
          const char *name)
{
  return (role == NULL || g_str_equal (node->role, role)) && strstr (node->name, name) != NULL && has_state (node, STATE_VISIBLE);
}

/* Waits for it; in messages the tree as it is then.  Free with node_free(). */
static Node *
await (const char *role,
       const char *name)
{
  gint64 until = g_get_monotonic_time () + PATIENCE_MS * 1000;

  for (;;)
    {
      g_autoptr(GPtrArray) nodes = read_tree ();

      for (guint i = 0; i < nodes->len; i++)
        if (is_named (nodes->pdata[i], role, name))
          return node_new (((Node *) nodes->pdata[i])->bus, ((Node *) nodes->pdata[i])->path, 0);
      g_usleep (STEP_MS * 1000);
      if (g_get_monotonic_time () < until)
        continue;
      for (guint i = 0; i < nodes->len; i++)
        {
          Node *node = nodes->pdata[i];

          g_test_message ("%*s%s “%s” %" G_GINT64_MODIFIER "x", node->depth * 2, "", node->role, node->name, node->states);
        }
      break;
    }
  g_error ("There is no %s with “%s” in its name", role != NULL ? role : "object", name);
}

static void
do_action (const Node *node)
{
  g_autoptr(GVariant) reply = call (node->bus, node->path, ACTION, "DoAction", g_variant_new ("(i)", 0));
  gboolean done = FALSE;

  if (reply != NULL)
    g_variant_get (reply, "(b)", &done);
  if (!done)
    g_error ("The %s “%s” does nothing", node->role, node->name);
}

/* --- the program ------------------------------------------------------------ */

static void
connect_bus (void)
{
  g_autoptr(GDBusConnection) session = NULL;
  g_autoptr(GVariant) reply = NULL;
  g_autoptr(GError) error = NULL;
  const char *address;

  session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL,
                                       G_VARIANT_TYPE ("(s)"), G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(&s)", &address);
  tree.bus = g_dbus_connection_new_for_address_sync (address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* The first that the registry has besides itself. */
static gboolean
find_program (void)
{
  g_autoptr(GVariant) reply = call (REGISTRY, ROOT, ACCESSIBLE, "GetChildren", NULL);
  g_autoptr(GVariantIter) children = NULL;
  const char *bus, *path;

  if (reply == NULL)
    return FALSE;

  g_variant_get (reply, "(a(so))", &children);
  if (!g_variant_iter_next (children, "(&s&o)", &bus, &path))
    return FALSE;

  tree.owner = g_strdup (bus);
  return TRUE;
}

static void
start (const char *file)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr(GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-criticals", TRUE);
  tree.process = g_subprocess_launcher_spawn (launcher, &error, tree.program, file, NULL);
  g_assert_no_error (error);
  for (guint waited = 0; waited < PATIENCE_MS && tree.owner == NULL; waited += STEP_MS)
    {
      g_usleep (STEP_MS * 1000);
      find_program ();
    }
  g_assert_nonnull (tree.owner);
}

static void
stop (void)
{
  g_subprocess_send_signal (tree.process, 15);
  g_subprocess_wait (tree.process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_signaled (tree.process));
  g_assert_cmpint (g_subprocess_get_term_sig (tree.process), ==, 15);
  g_clear_object (&tree.process);
  g_clear_pointer (&tree.owner, g_free);
}

/* --- tests ------------------------------------------------------------------ */

/* GTK 4.8 gives what has no name that of its type; what it draws itself is not ours. */
static gboolean
has_name (const Node *node)
{
  return node->name[0] != '\0' && !g_str_has_prefix (node->name, "Gtk") && !(g_str_has_prefix (node->name, "Th") && strpbrk (node->name, " ,") == NULL);
}

/* A row of a table is read by its cells. */
static gboolean
has_name_below (GPtrArray *nodes,
                guint      index)
{
  guint depth = ((Node *) nodes->pdata[index])->depth;

  for (guint i = index + 1; i < nodes->len && ((Node *) nodes->pdata[i])->depth > depth; i++)
    if (has_name (nodes->pdata[i]))
      return TRUE;

  return FALSE;
}

/* What can have the focus says what it is and what it is called. */
static void
check_focusable (void)
{
  g_autoptr(GPtrArray) nodes = read_tree ();
  guint n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const Node *node = nodes->pdata[i];

      if (!has_state (node, STATE_FOCUSABLE) || !has_state (node, STATE_VISIBLE))
        continue;
      n++;
      g_test_message ("%s “%s” %s", node->role, node->name, node->description);
      /* A text may be empty; of a box that scrolls what is in it has the focus. */
      if (g_str_equal (node->role, "label") ||
          ((g_str_equal (node->role, "row") || g_str_equal (node->role, "group")) && has_name_below (nodes, i)))
        continue;
      if (!has_name (node) || g_str_equal (node->role, "") || g_str_equal (node->role, "unknown") || g_str_equal (node->role, "filler"))
        g_test_fail_printf ("a %s at depth %u has no name: “%s”", node->role, node->depth, node->name);
    }
  g_assert_cmpuint (n, >, 12);
}

static void
test_names (void)
{
  start (tree.sample);
  node_free (await ("list", "Lanes"));
  node_free (await ("status", "analyses done"));
  check_focusable ();
  stop ();
}

static void
test_empty (void)
{
  start (NULL);
  node_free (await ("button", "Open the Sample Recording"));
  check_focusable ();
  stop ();
}

static void
press (const char *role,
       const char *name)
{
  Node *node = await (role, name);

  do_action (node);
  node_free (node);
}

static void
write_into (const char *name,
            const char *text)
{
  Node *node = await ("text box", name);
  g_autoptr(GVariant) reply = call (node->bus, node->path, EDITABLE_TEXT, "SetTextContents", g_variant_new ("(s)", text));
  gboolean done = FALSE;

  g_assert_nonnull (reply);
  g_variant_get (reply, "(b)", &done);
  g_assert_true (done);
  node_free (node);
}

/* What went wrong is told, and by which words. */
static void
test_problems (void)
{
  g_autofree char *directory = g_dir_make_tmp ("thresher-tree-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "cut.dat", NULL);
  g_autofree char *whole = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (tree.sample, &whole, &size, NULL));
  g_assert_true (g_file_set_contents (path, whole, size - 20000, NULL));
  start (path);
  node_free (await ("alert", "missing"));
  stop ();
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* From the empty window to the journey of a packet, and nothing but the tree. */
static void
test_journey (void)
{
  Node *node;

  start (NULL);
  press ("button", "Open the Sample Recording");
  node_free (await ("list", "Lanes"));
  node_free (await ("status", "analyses done"));

  write_into ("Find", "netif_receive_skb");
  node_free (await ("status", "Selected: netif_receive_skb at"));
  /* The lane says what is selected in it. */
  node = await ("list item", "CPU 0");
  g_assert_nonnull (strstr (node->description, "% busy"));
  g_assert_nonnull (strstr (node->description, "Selected: netif_receive_skb at"));
  node_free (node);

  press ("button", "Follow packet");
  node = await ("status", " steps · ");
  g_assert_nonnull (strstr (node->name, "Packet"));
  node_free (node);
  /* The first of the sample: skbaddr=0xff222d4c0bb1bc00 len=60, by trace-cmd report. */
  node_free (await ("label", "0bb1bc00#1"));
  node_free (await ("label", "60 B"));
  node_free (await ("list item", "irq_handler_entry, "));
  node_free (await ("list item", "netif_receive_skb, "));
  /* A filter that is wrong is told as an alert. */
  write_into ("Filter", "nonsense == 1");
  node_free (await ("alert", "No event has a field “nonsense”"));
  stop ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  tree.program = argv[1];
  tree.sample = argv[2];
  connect_bus ();

  g_test_add_func ("/tree/empty", test_empty);
  g_test_add_func ("/tree/names", test_names);
  g_test_add_func ("/tree/problems", test_problems);
  g_test_add_func ("/tree/journey", test_journey);

  return g_test_run ();
}
