/* test-actions.c - the table of actions: complete, and with keys that work
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-document-private.h"
#include "th-flow-follower.h"
#include "th-shortcuts.h"
#include "th-shortcuts-window.h"

#define PLACE_W 25
#define PLACE_A 38
#define PLACE_1 10

static const char *
name_for (guint           keyval,
          guint           keycode,
          GdkModifierType state)
{
  gboolean fast;
  const ThAction *action = th_shortcuts_to_action (keyval, keycode, state, &fast);

  return action != NULL ? action->name : NULL;
}

static void
test_accels (void)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *tip = th_shortcuts_describe (&actions[i]);

      g_assert_nonnull (actions[i].accels[0]);
      g_assert_cmpuint (strlen (tip), >, strlen (actions[i].label));
      for (guint a = 0; actions[i].accels[a] != NULL; a++)
        {
          GdkModifierType modifiers;
          guint keyval;

          g_assert_true (gtk_accelerator_parse (actions[i].accels[a], &keyval, &modifiers));
          /* No key has two actions. */
          g_assert_true (g_hash_table_add (seen, gtk_accelerator_name (keyval, modifiers)));
          if (!th_shortcuts_is_global (&actions[i], actions[i].accels[a]))
            g_assert_cmpstr (name_for (keyval, 0, modifiers), ==, actions[i].name);
        }
    }
}

/* Keys that type a character must reach a text field first. */
static void
test_letters_are_local (void)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    for (guint a = 0; actions[i].accels[a] != NULL; a++)
      {
        GdkModifierType modifiers;
        guint keyval;

        gtk_accelerator_parse (actions[i].accels[a], &keyval, &modifiers);
        if (gdk_keyval_to_unicode (keyval) != 0 &&
            (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) == 0)
          g_assert_false (th_shortcuts_is_global (&actions[i], actions[i].accels[a]));
      }
}

static void
test_places (void)
{
  /* The key above S, whatever it types, which is Z on a French keyboard. */
  g_assert_cmpstr (name_for (GDK_KEY_w, PLACE_W, 0), ==, "win.zoom-in");
  g_assert_cmpstr (name_for (GDK_KEY_z, PLACE_W, 0), ==, "win.zoom-in");
  g_assert_cmpstr (name_for (GDK_KEY_q, PLACE_A, 0), ==, "win.pan-left");
  /* The symbol alone has no action. */
  g_assert_cmpstr (name_for (GDK_KEY_w, 52, 0), ==, NULL);
  /* A symbol that has an action takes precedence over the place of its key. */
  g_assert_cmpstr (name_for (GDK_KEY_comma, PLACE_W, 0), ==, "win.previous-event");
  g_assert_cmpstr (name_for (GDK_KEY_w, PLACE_W, GDK_CONTROL_MASK), ==, NULL);
  /* Digits with Shift, on a US keyboard, and without on a French one. */
  g_assert_cmpstr (name_for (GDK_KEY_exclam, PLACE_1, GDK_CONTROL_MASK | GDK_SHIFT_MASK), ==,
                   "win.store-view-1");
  g_assert_cmpstr (name_for (GDK_KEY_percent, PLACE_1 + 4, GDK_CONTROL_MASK | GDK_SHIFT_MASK), ==,
                   "win.store-view-5");
  g_assert_cmpstr (name_for (GDK_KEY_eacute, PLACE_1 + 1, GDK_CONTROL_MASK), ==,
                   "win.recall-view-2");
  g_assert_cmpstr (name_for (GDK_KEY_exclam, PLACE_1, GDK_SHIFT_MASK), ==, NULL);
}

static void
test_shift_for_symbols (void)
{
  g_assert_cmpstr (name_for (GDK_KEY_question, 0, GDK_SHIFT_MASK), ==, "win.shortcuts");
  g_assert_cmpstr (name_for (GDK_KEY_plus, 0, GDK_SHIFT_MASK), ==, "win.zoom-in");
  g_assert_cmpstr (name_for (GDK_KEY_plus, 0, 0), ==, "win.zoom-in");
  g_assert_cmpstr (name_for (GDK_KEY_bracketright, 0, 0), ==, "win.next-step");
  g_assert_cmpstr (name_for (GDK_KEY_braceright, 0, GDK_SHIFT_MASK), ==, "win.next-life");
  g_assert_cmpstr (name_for (GDK_KEY_braceleft, 0, GDK_SHIFT_MASK), ==, "win.previous-life");
}

/* A letter with Shift is a different key. */
static void
test_shift_for_letters (void)
{
  g_assert_cmpstr (name_for (GDK_KEY_g, 0, 0), ==, "win.follow");
  g_assert_cmpstr (name_for (GDK_KEY_G, 0, GDK_SHIFT_MASK), ==, "win.unfollow");
  g_assert_cmpstr (name_for (GDK_KEY_l, 0, 0), ==, "win.slowest");
  g_assert_cmpstr (name_for (GDK_KEY_L, 0, GDK_SHIFT_MASK), ==, "win.next-slowest");
  /* an accelerator of the application */
  g_assert_cmpstr (name_for (GDK_KEY_j, 0, GDK_CONTROL_MASK), ==, NULL);
}

/* Shift makes held keys faster and changes nothing else. */
static void
test_fast (void)
{
  static const struct
  {
    guint       keyval, keycode;
    const char *name;
    gboolean    fast;
  } keys[] = {
    { GDK_KEY_Left, 0, "win.pan-left", TRUE }, { GDK_KEY_Right, 0, "win.pan-right", TRUE },
    { GDK_KEY_W, PLACE_W, "win.zoom-in", TRUE }, { GDK_KEY_A, PLACE_A, "win.pan-left", TRUE },
    { GDK_KEY_plus, 0, "win.zoom-in", FALSE }, { GDK_KEY_F, 0, NULL, FALSE },
    { GDK_KEY_G, 0, "win.unfollow", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gboolean fast = TRUE;
      const ThAction *action = th_shortcuts_to_action (keys[i].keyval, keys[i].keycode,
                                                       GDK_SHIFT_MASK, &fast);

      g_assert_cmpstr (action != NULL ? action->name : NULL, ==, keys[i].name);
      g_assert_cmpint (fast, ==, keys[i].fast);
    }
}

/* One recording alone is not apart from another, and is not compared; gui-append and
 * gui-comparison have two.  It is not in progress; gui-record-live has one that is.  There is no
 * review; gui-review has one.  Its events have no call chains, and none is a frame of a capture. */
static gboolean
needs_more (const char *name)
{
  static const char *const names[] = {
    "align", "close-comparison", "other-side", "next-run", "previous-run", "counterpart",
    "link-sides", "swap-sides", "side-by-side", "copy-recipe", "stop-recording",
    "stop-keep-last", "discard-recording", "mark-moment", "follow-present", "pause-picture",
    "notes", "next-note", "previous-note", "locate-recording", "export-chains", "share",
    "merge-answers", "open-in-wireshark",
    NULL,
  };

  return g_strv_contains (names, name);
}

static gboolean
is_ready (GActionGroup *group,
          const char   *name)
{
  return g_action_group_get_action_enabled (group, name) != needs_more (name);
}

/* Returns whether Find, the filter and the followed flow are complete and the status line is
 * updated. */
static gboolean
is_enabled (Fixture *fixture)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      GActionGroup *group = g_str_has_prefix (actions[i].name, "app.")
                            ? G_ACTION_GROUP (fixture->application)
                            : G_ACTION_GROUP (fixture->window);

      if (!is_ready (group, actions[i].name + strlen ("app.")))
        return FALSE;
    }

  return TRUE;
}

/* Every action exists, and is enabled when a recording is open and an event is selected. */
static void
test_activatable (Fixture       *fixture,
                  gconstpointer  data)
{
  static const char *const views[] = {
    "win.show-span((int64 177600000000, int64 177610000000))",
    "win.show-span((int64 177600000000, int64 177620000000))",
  };
  const ThAction *actions;
  guint n;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.set-find('sched')");
  activate (fixture, "win.exclude('cpu == 3')");
  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      activate (fixture, views[i]);
      th_document_settle (th_window_get_document (fixture->window));
    }
  /* A netif_receive_skb event, which has a packet to follow. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 105))");
  for (guint i = 1; i <= 5; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.store-view-%u", i);

      activate (fixture, action);
    }
  activate (fixture, "win.select-span((int64 177600000000, int64 177610000000))");
  activate (fixture, "win.view-back");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.set-marker-b");
  activate (fixture, "win.bookmark");
  /* The loop below names an action that never becomes enabled. */
  for (guint i = 0; i < 200 && !is_enabled (fixture); i++)
    wait_ms (50);

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      GActionGroup *group = g_str_has_prefix (actions[i].name, "app.")
                            ? G_ACTION_GROUP (fixture->application)
                            : G_ACTION_GROUP (fixture->window);
      const char *name = actions[i].name + strlen ("app.");

      g_test_message ("%s", actions[i].name);
      g_assert_true (g_action_group_has_action (group, name));
      g_assert_true (is_ready (group, name));
      g_assert_null (g_action_group_get_action_parameter_type (group, name));
    }
}

static void
count_shortcuts (GtkWidget *widget,
                 guint     *count)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, GTK_TYPE_SHORTCUTS_SHORTCUT))
    (*count)++;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_shortcuts (child, count);
}

static void
append_titles (GtkWidget *widget,
               GString   *titles)
{
  if (GTK_IS_SHORTCUTS_GROUP (widget))
    {
      g_autofree char *title = NULL;

      g_object_get (widget, "title", &title, NULL);
      g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "", title);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_titles (child, titles);
}

/* Its pages come in the order of the table, and fit a small screen. */
static void
test_shortcuts_window (void)
{
  GtkWidget *window = th_shortcuts_window_new (NULL);
  g_autoptr(GString) titles = g_string_new (NULL);
  guint n, count = 0;
  int height;

  th_actions_list (&n);
  g_assert_true (GTK_IS_SHORTCUTS_WINDOW (window));
  count_shortcuts (window, &count);
  g_assert_cmpuint (count, >=, n);
  append_titles (window, titles);
  g_assert_true (g_str_has_prefix (titles->str, "Recording, Live Recording, Filter, "));
  g_assert_true (g_str_has_suffix (titles->str, "Table, Copy, Export, Review, Compare, Window"));
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  g_assert_cmpint (height, <=, 700);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_enabled_soon (Fixture    *fixture,
                 const char *name)
{
  wait_ms (50);
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), name);
}

/* The view follows the document itself, so its actions are right without a status bar. */
static void
test_conditions (Fixture       *fixture,
                 gconstpointer  data)
{
  open_sample (fixture);
  wait_until (fixture, is_analysed);
  th_status_bar_set_document (TH_STATUS_BAR (find_widget (GTK_WIDGET (fixture->window),
                                                          TH_TYPE_STATUS_BAR)), NULL);

  g_assert_false (is_enabled_soon (fixture, "copy-cell"));
  activate (fixture, "win.select((uint32 0, uint32 2, uint32 0))");
  g_assert_true (is_enabled_soon (fixture, "copy-cell"));

  g_assert_false (is_enabled_soon (fixture, "next-bookmark"));
  activate (fixture, "win.bookmark");
  g_assert_true (is_enabled_soon (fixture, "next-bookmark"));

  g_assert_false (is_enabled_soon (fixture, "recall-view-1"));
  activate (fixture, "win.store-view-1");
  g_assert_true (is_enabled_soon (fixture, "recall-view-1"));

  g_assert_false (is_enabled_soon (fixture, "next-hit"));
  activate (fixture, "win.set-find('softirq')");
  g_assert_true (is_enabled_soon (fixture, "next-hit"));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  g_test_add_func ("/actions/accels", test_accels);
  g_test_add_func ("/actions/letters-are-local", test_letters_are_local);
  g_test_add_func ("/actions/places", test_places);
  g_test_add_func ("/actions/shift-for-symbols", test_shift_for_symbols);
  g_test_add_func ("/actions/shift-for-letters", test_shift_for_letters);
  g_test_add_func ("/actions/fast", test_fast);
  g_test_add_func ("/actions/shortcuts-window", test_shortcuts_window);
  ADD_WINDOW_TEST ("/actions/activatable", test_activatable);
  ADD_WINDOW_TEST ("/actions/conditions", test_conditions);

  return g_test_run ();
}
