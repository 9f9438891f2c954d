/* gui-tree.c - drives the program as a screen reader does: only through the accessibility bus
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-tree.h"

#include <string.h>

#define REGISTRY      "org.a11y.atspi.Registry"
#define ROOT          "/org/a11y/atspi/accessible/root"
#define ACCESSIBLE    "org.a11y.atspi.Accessible"
#define ACTION        "org.a11y.atspi.Action"
#define EDITABLE_TEXT "org.a11y.atspi.EditableText"
#define CALL_MS       10000
#define PATIENCE_MS   60000
#define STEP_MS       25
#define MAX_NODES     20000
#define MAX_DEPTH     64
/* GTK creates 200 rows of a table; this many are enough. */
#define MAX_CHILDREN  25

static struct
{
  const char      *program;
  GDBusConnection *bus;
  GSubprocess     *process;
  char            *owner; /* the program's name on the bus */
} tree;

/* --- nodes ---------------------------------------------------------------- */

void
tree_node_free (gpointer data)
{
  TreeNode *node = data;

  g_free (node->bus);
  g_free (node->path);
  g_free (node->name);
  g_free (node->role);
  g_free (node->description);
  g_free (node);
}

/* Returns NULL if the object has been removed meanwhile. */
static GVariant *
call (const char *bus,
      const char *path,
      const char *interface,
      const char *method,
      GVariant   *parameters)
{
  return g_dbus_connection_call_sync (tree.bus, bus, path, interface, method, parameters, NULL,
                                      G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, NULL);
}

static char *
dup_property (GVariant   *properties,
              const char *name)
{
  g_autoptr(GVariant) value = properties != NULL
                              ? g_variant_lookup_value (properties, name, G_VARIANT_TYPE_STRING)
                              : NULL;

  return value != NULL ? g_variant_dup_string (value, NULL) : g_strdup ("");
}

gboolean
tree_has_state (const TreeNode *node,
                guint       state)
{
  return (node->states >> state & 1) != 0;
}

/* --- reading ---------------------------------------------------------------- */

/* The requests for all objects of one depth are sent at once and their replies awaited together,
 * because one at a time each would cost a round trip on the bus. */
typedef struct
{
  TreeNode  *node;
  GPtrArray *children;  /* of Branch; NULL: none */
  gboolean   is_parent;
  gboolean   is_gone;   /* removed since it was listed */
  guint     *n_pending; /* number of pending requests, shared by all objects */
} Branch;

static void
branch_free (gpointer data)
{
  Branch *branch = data;

  g_clear_pointer (&branch->node, tree_node_free);
  g_clear_pointer (&branch->children, g_ptr_array_unref);
  g_free (branch);
}

static Branch *
branch_new (const char *bus,
            const char *path,
            guint       depth,
            guint      *n_pending)
{
  Branch *branch = g_new0 (Branch, 1);

  branch->node = g_new0 (TreeNode, 1);
  branch->node->bus = g_strdup (bus);
  branch->node->path = g_strdup (path);
  branch->node->depth = depth;
  branch->node->name = g_strdup ("");
  branch->node->role = g_strdup ("");
  branch->node->description = g_strdup ("");
  branch->n_pending = n_pending;

  return branch;
}

/* Returns NULL if the object has been removed meanwhile. */
static GVariant *
take_reply (Branch       *branch,
            GObject      *bus,
            GAsyncResult *result)
{
  GVariant *reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);

  --*branch->n_pending;
  branch->is_gone |= reply == NULL;
  return reply;
}

static void
ask (Branch              *branch,
     const char          *interface,
     const char          *method,
     GVariant            *parameters,
     GAsyncReadyCallback  replied)
{
  ++*branch->n_pending;
  g_dbus_connection_call (tree.bus, branch->node->bus, branch->node->path, interface, method,
                          parameters, NULL,
                          G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, replied, branch);
}

static void
await_replies (const guint *n_pending)
{
  while (*n_pending > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
properties_cb (GObject      *bus,
               GAsyncResult *result,
               gpointer      data)
{
  Branch *branch = data;
  g_autoptr(GVariant) reply = take_reply (branch, bus, result);
  g_autoptr(GVariant) properties = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  gint32 n_children = 0;

  if (properties == NULL)
    return;

  g_free (branch->node->name);
  g_free (branch->node->description);
  branch->node->name = dup_property (properties, "Name");
  branch->node->description = dup_property (properties, "Description");
  branch->is_parent = !g_variant_lookup (properties, "ChildCount", "i", &n_children) ||
                      n_children != 0;
}

static void
role_cb (GObject      *bus,
         GAsyncResult *result,
         gpointer      data)
{
  Branch *branch = data;
  g_autoptr(GVariant) reply = take_reply (branch, bus, result);

  if (reply == NULL)
    return;

  g_free (branch->node->role);
  g_variant_get (reply, "(s)", &branch->node->role);
}

static void
states_cb (GObject      *bus,
           GAsyncResult *result,
           gpointer      data)
{
  Branch *branch = data;
  g_autoptr(GVariant) reply = take_reply (branch, bus, result);
  g_autoptr(GVariant) words = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  guint32 low = 0, high = 0;

  if (words == NULL || g_variant_n_children (words) < 2)
    return;

  g_variant_get_child (words, 0, "u", &low);
  g_variant_get_child (words, 1, "u", &high);
  branch->node->states = low | (guint64) high << 32;
}

static void
children_cb (GObject      *bus,
             GAsyncResult *result,
             gpointer      data)
{
  Branch *branch = data;
  g_autoptr(GVariant) reply = take_reply (branch, bus, result);
  g_autoptr(GVariantIter) children = NULL;
  const char *child_bus, *child_path;

  branch->children = g_ptr_array_new_with_free_func (branch_free);
  if (reply == NULL)
    return;

  g_variant_get (reply, "(a(so))", &children);
  while (branch->children->len < MAX_CHILDREN &&
         g_variant_iter_next (children, "(&s&o)", &child_bus, &child_path))
    g_ptr_array_add (branch->children,
                     branch_new (child_bus, child_path, branch->node->depth + 1,
                                 branch->n_pending));
}

static void
ask_node (Branch *branch)
{
  ask (branch, "org.freedesktop.DBus.Properties", "GetAll", g_variant_new ("(s)", ACCESSIBLE),
       properties_cb);
  ask (branch, ACCESSIBLE, "GetState", NULL, states_cb);
}

/* Roles are requested only for objects that have the name in question. */
static void
ask_roles (Branch     *branch,
           const char *name)
{
  if (strstr (branch->node->name, name) != NULL)
    ask (branch, ACCESSIBLE, "GetRoleName", NULL, role_cb);
  for (guint i = 0; branch->children != NULL && i < branch->children->len; i++)
    ask_roles (branch->children->pdata[i], name);
}

static TreeNode *
node_new (const char *bus,
          const char *path,
          guint       depth)
{
  guint n_pending = 0;
  Branch *branch = branch_new (bus, path, depth, &n_pending);
  TreeNode *node;

  ask_node (branch);
  ask_roles (branch, "");
  await_replies (&n_pending);
  node = g_steal_pointer (&branch->node);
  branch_free (branch);
  return node;
}

/* Reads the visible objects of @level and all levels below it. */
static void
grow (GPtrArray *level,
      guint     *n_pending)
{
  g_autoptr(GPtrArray) next = g_ptr_array_new ();

  for (guint i = 0; i < level->len; i++)
    ask_node (level->pdata[i]);
  await_replies (n_pending);

  for (guint i = 0; i < level->len; i++)
    {
      Branch *branch = level->pdata[i];

      if (branch->is_parent && branch->node->depth < MAX_DEPTH &&
          (branch->node->depth == 0 || tree_has_state (branch->node, TREE_VISIBLE)))
        ask (branch, ACCESSIBLE, "GetChildren", NULL, children_cb);
    }
  await_replies (n_pending);

  for (guint i = 0; i < level->len && next->len < MAX_NODES; i++)
    {
      GPtrArray *children = ((Branch *) level->pdata[i])->children;

      for (guint c = 0; children != NULL && c < children->len; c++)
        g_ptr_array_add (next, children->pdata[c]);
    }
  if (next->len > 0)
    grow (next, n_pending);
}

/* Lists each object before its children. */
static void
flatten (Branch    *branch,
         GPtrArray *nodes)
{
  /* If a list is refilled while it is read, leave out objects that are gone. */
  if (!branch->is_gone)
    g_ptr_array_add (nodes, g_steal_pointer (&branch->node));
  for (guint i = 0; branch->children != NULL && i < branch->children->len; i++)
    flatten (branch->children->pdata[i], nodes);
}

/* Also reads the roles of objects whose name contains @name. */
static GPtrArray *
read_named (const TreeNode *root,
            const char     *name)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (tree_node_free);
  g_autoptr(GPtrArray) first = g_ptr_array_new_with_free_func (branch_free);
  guint n_pending = 0;

  g_ptr_array_add (first,
                   branch_new (root != NULL ? root->bus : tree.owner,
                               root != NULL ? root->path : ROOT, 0, &n_pending));
  grow (first, &n_pending);
  ask_roles (first->pdata[0], name);
  await_replies (&n_pending);
  flatten (first->pdata[0], nodes);
  return nodes;
}

GPtrArray *
tree_read (const TreeNode *root)
{
  return read_named (root, "");
}

static gboolean
is_named (const TreeNode *node,
          const char     *role,
          const char     *name,
          const char     *description)
{
  return (role == NULL || g_str_equal (node->role, role)) && strstr (node->name, name) != NULL &&
         (description == NULL || strstr (node->description, description) != NULL) &&
         tree_has_state (node, TREE_VISIBLE);
}

TreeNode *
tree_find (const char *role,
           const char *name,
           const char *description)
{
  g_autoptr(GPtrArray) nodes = read_named (NULL, name);
  guint found = G_MAXUINT;

  for (guint i = 0; i < nodes->len; i++)
    {
      const TreeNode *node = nodes->pdata[i];

      if (!is_named (node, role, name, description))
        continue;
      if (g_str_equal (node->name, name))
        return g_ptr_array_steal_index (nodes, i);
      found = MIN (found, i);
    }

  return found < nodes->len ? g_ptr_array_steal_index (nodes, found) : NULL;
}

/* Prints the current tree, for messages. */
static void
show_tree (void)
{
  g_autoptr(GPtrArray) nodes = tree_read (NULL);

  for (guint i = 0; i < nodes->len; i++)
    {
      const TreeNode *node = nodes->pdata[i];

      g_test_message ("%*s%s “%s” (%s) %" G_GINT64_MODIFIER "x", node->depth * 2, "", node->role,
                      node->name, node->description, node->states);
    }
}

TreeNode *
tree_await_told (const char *role,
                 const char *name,
                 const char *description)
{
  gint64 until = g_get_monotonic_time () + PATIENCE_MS * 1000;
  TreeNode *node;

  while ((node = tree_find (role, name, description)) == NULL && g_get_monotonic_time () < until)
    g_usleep (STEP_MS * 1000);
  if (node != NULL)
    return node;

  show_tree ();
  g_error ("There is no %s with “%s” in its name, “%s” in its description",
           role != NULL ? role : "object", name,
           description != NULL ? description : "");
}

TreeNode *
tree_await (const char *role,
            const char *name)
{
  return tree_await_told (role, name, NULL);
}

static guint
count_windows (void)
{
  g_autoptr(GVariant) reply = call (tree.owner, ROOT, ACCESSIBLE, "GetChildren", NULL);
  g_autoptr(GVariant) children = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;

  return children != NULL ? g_variant_n_children (children) : 0;
}

void
tree_await_windows (guint n)
{
  gint64 until = g_get_monotonic_time () + PATIENCE_MS * 1000;

  while (count_windows () != n && g_get_monotonic_time () < until)
    g_usleep (STEP_MS * 1000);
  if (count_windows () == n)
    return;

  show_tree ();
  g_error ("There are %u windows instead of %u", count_windows (), n);
}

TreeNode *
tree_await_window (guint index)
{
  gint64 until = g_get_monotonic_time () + PATIENCE_MS * 1000;
  g_autoptr(GVariant) reply = NULL, children = NULL;
  const char *bus, *path;

  while (count_windows () <= index && g_get_monotonic_time () < until)
    g_usleep (STEP_MS * 1000);
  reply = call (tree.owner, ROOT, ACCESSIBLE, "GetChildren", NULL);
  g_assert_nonnull (reply);
  children = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (children), >, index);
  g_variant_get_child (children, index, "(&s&o)", &bus, &path);

  return node_new (bus, path, 0);
}

/* --- actions ---------------------------------------------------------------- */

static void
do_action (const TreeNode *node,
           int             index,
           const char     *name)
{
  g_autoptr(GVariant) reply = index >= 0
                              ? call (node->bus, node->path, ACTION, "DoAction",
                                      g_variant_new ("(i)", index)) : NULL;
  /* A window that is closed by the action cannot reply. */
  gboolean done = index >= 0 && reply == NULL;

  if (reply != NULL)
    g_variant_get (reply, "(b)", &done);
  if (!done)
    g_error ("The %s “%s” does nothing by %s", node->role, node->name, name);
}

void
tree_do (const TreeNode *node)
{
  do_action (node, 0, "its first action");
}

void
tree_do_action (const TreeNode *node,
                const char     *name)
{
  g_autoptr(GVariant) reply = call (node->bus, node->path, ACTION, "GetActions", NULL);
  g_autoptr(GVariantIter) actions = NULL;
  const char *each;
  int index = -1;

  g_assert_nonnull (reply);
  g_variant_get (reply, "(a(sss))", &actions);
  for (int i = 0; index < 0 && g_variant_iter_next (actions, "(&s&s&s)", &each, NULL, NULL); i++)
    if (g_str_equal (each, name))
      index = i;
  do_action (node, index, name);
}

void
tree_activate (const char *name)
{
  TreeNode *window = tree_await_window (0);

  tree_do_action (window, name);
  tree_node_free (window);
}

void
tree_press (const char *role,
            const char *name)
{
  TreeNode *node = tree_await (role, name);

  tree_do (node);
  tree_node_free (node);
}

void
tree_write (const char *role,
            const char *name,
            const char *text)
{
  TreeNode *node = tree_await (role, name);
  g_autoptr(GVariant) reply = call (node->bus, node->path, EDITABLE_TEXT, "SetTextContents",
                                    g_variant_new ("(s)", text));
  gboolean done = FALSE;

  g_assert_nonnull (reply);
  g_variant_get (reply, "(b)", &done);
  g_assert_true (done);
  tree_node_free (node);
}

/* --- the program ------------------------------------------------------------ */

void
tree_connect (const char *program)
{
  g_autoptr(GDBusConnection) session = NULL;
  g_autoptr(GVariant) reply = NULL;
  g_autoptr(GError) error = NULL;
  const char *address;

  tree.program = program;
  session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus",
                                       "GetAddress", NULL,
                                       G_VARIANT_TYPE ("(s)"), G_DBUS_CALL_FLAGS_NONE, CALL_MS,
                                       NULL, &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(&s)", &address);
  tree.bus = g_dbus_connection_new_for_address_sync (address,
                                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                     NULL, NULL, &error);
  g_assert_no_error (error);
}

/* Finds the first program in the registry besides the registry itself. */
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

void
tree_start (const char *const *arguments)
{
  static const char *const homes[] = { "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
                                       "XDG_DATA_HOME", "XDG_STATE_HOME" };
  g_autofree char *home = g_dir_make_tmp ("tree-XXXXXX", NULL);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) line = NULL;
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (homes); i++)
    g_subprocess_launcher_setenv (launcher, homes[i], home, TRUE);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-criticals", TRUE);
  g_strv_builder_add (builder, tree.program);
  if (arguments != NULL)
    g_strv_builder_addv (builder, (const char **) arguments);
  line = g_strv_builder_end (builder);
  tree.process = g_subprocess_launcher_spawnv (launcher, (const char *const *) line, &error);
  g_assert_no_error (error);
  for (guint waited = 0; waited < PATIENCE_MS && tree.owner == NULL; waited += STEP_MS)
    {
      g_usleep (STEP_MS * 1000);
      find_program ();
    }
  g_assert_nonnull (tree.owner);
}

void
tree_stop (void)
{
  g_subprocess_send_signal (tree.process, 15);
  g_subprocess_wait (tree.process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_signaled (tree.process));
  g_assert_cmpint (g_subprocess_get_term_sig (tree.process), ==, 15);
  g_clear_object (&tree.process);
  g_clear_pointer (&tree.owner, g_free);
}
