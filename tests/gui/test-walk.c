/* test-walk.c - walks every key, every menu item and every focus stop
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no separate list: it walks the table of actions, the menus as they open, and the
 * widgets as Tab reaches them.  Keys are sent through the display server.  If a new action changes
 * nothing in the state of prepare(), add there what it needs.  Any warning of a library fails the
 * test.
 */
#include "config.h"

#include "gui-keyboard.h"
#include "gui-looks.h"
#include "th-actions.h"
#include "th-event-search.h"
#include "th-lane-arrangement.h"
#include "th-scene-edit.h"
#include "th-session.h"
#include "th-document-private.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-timeline-private.h"
#include "th-window-private.h"

/* 177.740423160 on CPU 0: ksoftirqd/0 frees a packet; by trace-cmd report -N. */
#define EVENT "1267"

#define PATIENCE_MS 3000
#define STEP_MS 30
#define MAX_STOPS 100
/* The minimum size of a focus ring or caret. */
#define MIN_PIXELS 12

/* --- a window in which all actions are enabled --------------------------- */

static gboolean
is_focused (Fixture *fixture)
{
  return gtk_window_is_active (GTK_WINDOW (fixture->window));
}

static gboolean
is_found (Fixture *fixture)
{
  return !th_event_search_is_running (gui_get_search (fixture));
}

static gboolean
is_sought (Fixture *fixture)
{
  return th_flow_follower_get_state (gui_get_follower (fixture)) !=
         TH_FOLLOW_SEARCHING;
}

static void
take_focus (Fixture *fixture)
{
  if (!is_focused (fixture))
    keyboard_give (GTK_WINDOW (fixture->window));
  wait_until (fixture, is_focused);
}

/* Keys may have closed the window. */
static ThDocument *
open_window (Fixture *fixture)
{
  if (g_list_find (gtk_application_get_windows (GTK_APPLICATION (fixture->application)),
                   fixture->window) == NULL)
    fixture->window = NULL;
  looks_close_others (fixture);
  if (fixture->window == NULL || !g_str_equal (th_window_get_page (fixture->window), "recording"))
    {
      open_sample (fixture);
      /* The window is small, so that lanes have to be scrolled and drawing is fast. */
      gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 560);
    }
  wait_until (fixture, is_analysed);

  return th_window_get_document (fixture->window);
}

/* As activate(), but no frame is drawn in between. */
static void
act (Fixture    *fixture,
     const char *detailed)
{
  g_autoptr(GVariant) target = NULL;
  g_autofree char *name = NULL;

  g_assert_true (g_action_parse_detailed_name (detailed, &name, &target, NULL));
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), name, target));
}

/* Resets the lanes, except that one is hidden; the current lane is one of several that can move. */
static void
arrange_lanes (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  guint i = 0;

  gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), "win.show-lanes", NULL);
  while (i < th_scene_get_n_lanes (scene))
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->pinned && th_scene_set_pinned (scene, i, FALSE))
        i = 0; /* its index has changed */
      else
        i++;
    }
  th_scene_set_hidden (scene, th_scene_find_cpu (scene, 0, 3), TRUE);
  th_document_lanes_changed (document);
  th_timeline_set_current (th_window_get_timeline (fixture->window),
                           th_scene_find_cpu (scene, 0, 1));
}

/* Prepares a history in both directions, a selected event that can be followed, the journey of
 * another packet, a filter, hits, markers elsewhere, and space on all sides. */
static void
prepare (Fixture *fixture)
{
  static const char *const steps[] = {
    "win.set-filter('')", "win.unfollow", "win.tab('events')", "win.clear-markers",
    "win.time-format('absolute')",
    "win.set-columns(\"[('time', 0), ('task', 0), ('event', 0), ('info', 0)]\")",
    "win.select((uint32 0, uint32 1, uint32 20))", "win.set-marker('A')",
    "win.select((uint32 0, uint32 1, uint32 60))", "win.set-marker('B')",
    "win.set-filter('cpu == 0')", "win.slowest", "win.set-find('net')",
  };
  static const char *const views[] = {
    "win.show-span((int64 177600000000, int64 177610000000))",
    "win.show-span((int64 177730000000, int64 177750000000))",
    "win.show-span((int64 177740000000, int64 177741000000))",
  };
  ThDocument *document = open_window (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  ThMarkers *marks;

  marks = th_document_get_markers (document);
  gtk_window_unfullscreen (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (GTK_WIDGET (timeline));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    act (fixture, steps[i]);
  wait_until (fixture, is_sought); /* the slowest packet, which is part of each step */
  while (th_markers_get_n_bookmarks (marks) > 0)
    th_markers_remove_bookmark (marks, 0);
  th_markers_add_bookmark (marks, SAMPLE_FIRST + 1000, NULL);
  th_markers_add_bookmark (marks, SAMPLE_LAST - 1000, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      act (fixture, views[i]);
      th_document_settle (document);
      for (guint k = 1; i == 0 && k <= TH_SESSION_N_VIEWS; k++)
        {
          g_autofree char *keep = g_strdup_printf ("win.store-view-%u", k);

          act (fixture, keep);
        }
    }
  /* so that no action's message is already shown */
  th_document_view_say (gui_get_view (fixture->window), "prepared");
  activate (fixture, "win.view-back");
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 " EVENT "))");
  arrange_lanes (fixture);
  wait_until (fixture, is_found);
  gtk_adjustment_set_value (timeline->scroll,
                            (gtk_adjustment_get_upper (timeline->scroll) -
                             gtk_adjustment_get_page_size (timeline->scroll)) / 2);
  take_focus (fixture);
}

/* Returns whether an action has no effect here: without a window manager there is no full screen
 * (see gui-wayland), and a single recording has no offset (see gui-append). */
static gboolean
is_impossible (const ThAction *action)
{
  return g_str_equal (action->name, "win.fullscreen") || g_str_equal (action->name, "win.align");
}

/* Returns whether an action only changes a setting: without a recording, nothing shows that. */
static gboolean
is_silent (const ThAction *action)
{
  return g_str_equal (action->name, "win.forget-lanes") ||
         g_str_equal (action->name, "win.forget-columns");
}

/* --- keys ----------------------------------------------------------------- */

static gboolean
is_enabled (Fixture        *fixture,
            const ThAction *action)
{
  GActionGroup *group = g_str_has_prefix (action->name, "app.")
                        ? G_ACTION_GROUP (fixture->application) : G_ACTION_GROUP (fixture->window);

  return g_action_group_get_action_enabled (group, action->name + strlen ("app."));
}

/* Returns what changed, or NULL.  Free with g_free(). */
static char *
await_change (Fixture    *fixture,
              const char *before)
{
  for (guint waited = 0; waited < PATIENCE_MS; waited += STEP_MS)
    {
      g_autofree char *after = looks_text (fixture);

      if (!g_str_equal (before, after))
        return looks_differ (before, after);
      wait_ms (STEP_MS);
    }

  return NULL;
}

static void
press_and_see (Fixture        *fixture,
               const ThAction *action,
               const char     *accel)
{
  g_autofree char *before = looks_rest (fixture);
  g_autofree char *change = NULL;

  keyboard_press (accel);
  change = await_change (fixture, before);
  g_test_message ("%s by %s: %s", action->name, accel, change != NULL ? change : "nothing");
  if (change == NULL)
    g_test_fail_printf ("%s by %s changes nothing that is seen", action->name, accel);
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  data)
{
  const ThAction *actions;
  guint n;

  if (!keyboard_is_there ())
    return;

  keyboard_away ();
  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    for (guint a = 0; actions[i].accels[a] != NULL; a++)
      {
        prepare (fixture);
        if (is_impossible (&actions[i]))
          continue;
        else if (is_enabled (fixture, &actions[i]))
          press_and_see (fixture, &actions[i], actions[i].accels[a]);
        else
          g_test_fail_printf ("%s is disabled in a window in which everything can be done",
                              actions[i].name);
      }
  open_window (fixture);
}

/* Without a recording, a key has an effect or its action is disabled and says so. */
static void
test_keys_empty (Fixture       *fixture,
                 gconstpointer  data)
{
  const ThAction *actions;
  guint n, n_enabled = 0;

  if (!keyboard_is_there ())
    return;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *before = NULL, *after = NULL, *difference = NULL;

      if (is_impossible (&actions[i]) || is_silent (&actions[i]) ||
          g_str_equal (actions[i].name, "win.close") || g_str_equal (actions[i].name, "app.quit"))
        continue; /* their effects are checked in the other walk */
      looks_close_others (fixture);
      gtk_window_unfullscreen (GTK_WINDOW (fixture->window));
      take_focus (fixture);
      gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
      if (is_enabled (fixture, &actions[i]))
        {
          n_enabled++;
          press_and_see (fixture, &actions[i], actions[i].accels[0]);
          continue;
        }
      /* A letter with Alt is a mnemonic if its action is disabled. */
      if (g_str_has_prefix (actions[i].accels[0], "<Alt>"))
        continue;
      before = looks_rest (fixture);
      keyboard_press (actions[i].accels[0]);
      wait_ms (2 * STEP_MS);
      after = looks_rest (fixture);
      difference = looks_differ (before, after);
      if (!g_str_equal (before, after))
        g_test_fail_printf ("%s is disabled, and its key does %s", actions[i].name, difference);
    }
  g_assert_cmpuint (n_enabled, >, 5);
  looks_close_others (fixture);
}

/* --- menus ---------------------------------------------------------------- */

/* Returns whether an item may change nothing, because its state is already set. */
static gboolean
leaves_all_as_it_is (Fixture    *fixture,
                     const char *action,
                     GVariant   *target)
{
  GActionGroup *group = g_str_has_prefix (action, "app.") ? G_ACTION_GROUP (fixture->application)
                                                          : G_ACTION_GROUP (fixture->window);
  g_autoptr(GVariant) state = g_action_group_get_action_state (group, action + strlen ("app."));

  if (g_str_equal (action, "win.open-uri"))
    return TRUE; /* the file that is already open in this window */
  if (g_str_equal (action, "win.fullscreen"))
    return TRUE;
  /* The filter may exclude the event under the pointer from the table. */
  if (g_str_equal (action, "win.copy-row"))
    return gui_get_selected_row (gui_get_table (fixture->window)) ==
           GTK_INVALID_LIST_POSITION;
  if (g_str_equal (action, "win.pick-filter"))
    return strstr (g_variant_get_string (target, NULL),
                   th_event_filter_get_text (gui_get_filter (fixture))) != NULL;

  return state != NULL && target != NULL && g_variant_equal (state, target);
}

/* Opens the menu to walk; returns NULL if there is none. */
typedef GtkPopoverMenu *(*OpenMenu) (Fixture  *fixture,
                                     gpointer  data);

typedef struct
{
  Fixture  *fixture;
  OpenMenu  open;
  gpointer  data;
  guint     n_chosen; /* items that were chosen and changed something */
  gboolean  strict;   /* all items must change something */
  GHashTable *labels; /* label → how often it was seen, as submenus repeat labels */
} Walk;

/* Returns the menu button with this text, after skipping @n of them, or NULL. */
static GtkWidget *
find_item (GtkWidget  *widget,
           const char *label,
           guint      *n)
{
  GtkWidget *found = NULL;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton"))
    {
      g_autofree char *text = NULL;

      g_object_get (widget, "text", &text, NULL);
      if (g_strcmp0 (text, label) == 0 && (*n)-- == 0)
        return widget;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_item (child, label, n);

  return found;
}

/* In a label, "__" stands for an underscore, and "_" precedes the mnemonic. */
static char *
without_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    {
      at += *at == '_';
      g_string_append_c (text, *at);
    }

  return g_string_free (text, FALSE);
}

static void
choose (Walk       *walk,
        const char *label,
        const char *action,
        GVariant   *target)
{
  Fixture *fixture = walk->fixture;
  g_autofree char *text = without_mnemonic (label);
  g_autofree char *before = NULL, *change = NULL;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (walk->labels, text));
  GtkPopoverMenu *menu;
  GtkWidget *item;

  g_hash_table_insert (walk->labels, g_strdup (text), GUINT_TO_POINTER (n + 1));
  /* The menu of a place selects what is there and scrolls to it.  That is not an effect of the
   * item, so open it twice: the second time nothing moves. */
  prepare (fixture);
  for (guint i = 0; i < 2; i++)
    {
      walk->open (fixture, walk->data);
      looks_close_others (fixture);
    }
  before = looks_rest (fixture);
  if (leaves_all_as_it_is (fixture, action, target))
    return;

  menu = walk->open (fixture, walk->data);
  g_assert_true (menu != NULL || !walk->strict);
  item = menu != NULL ? find_item (GTK_WIDGET (menu), text, &n) : NULL;
  g_assert_true (item != NULL || !walk->strict);
  if (item == NULL || !gtk_widget_is_sensitive (item))
    return;
  gtk_widget_activate (item);
  looks_close_menus (fixture);
  change = await_change (fixture, before);
  g_test_message ("“%s”, %s: %s", label, action, change != NULL ? change : "nothing");
  if (change == NULL && walk->strict)
    g_test_fail_printf ("“%s” changes nothing that is seen", label);
  walk->n_chosen += change != NULL;
}

/* Chooses each item of @model and of its submenus. */
static void
walk_menu (Walk       *walk,
           GMenuModel *model)
{
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) below = g_menu_model_get_item_link (model, i, G_MENU_LINK_SUBMENU);
      g_autoptr(GVariant) target =
        g_menu_model_get_item_attribute_value (model, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL;

      if (section != NULL)
        walk_menu (walk, section);
      if (below != NULL)
        walk_menu (walk, below);
      if (g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_ACTION, "s", &action) &&
          g_menu_model_get_item_attribute (model, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        choose (walk, label, action, target);
    }
}

/* Returns a descendant of @type that is or is not @mapped, after skipping *@n of them, or NULL. */
static GtkWidget *
find_typed (GtkWidget *widget,
            GType      type,
            gboolean   mapped,
            guint     *n)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget) == mapped &&
      (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_typed (child, type, mapped, n);

  return found;
}

static GtkPopoverMenu *
find_open_menu (Fixture *fixture)
{
  GtkWidget *menu = NULL;

  for (guint waited = 0; waited < PATIENCE_MS && menu == NULL; waited += STEP_MS)
    {
      guint n = 0;

      wait_ms (STEP_MS);
      menu = find_typed (GTK_WIDGET (fixture->window), GTK_TYPE_POPOVER_MENU, TRUE, &n);
    }

  return (GtkPopoverMenu *) menu;
}

static GtkPopoverMenu *
open_button (Fixture  *fixture,
             gpointer  data)
{
  guint n = GPOINTER_TO_UINT (data);
  GtkWidget *button = find_typed (GTK_WIDGET (fixture->window), GTK_TYPE_MENU_BUTTON, TRUE, &n);

  if (button == NULL)
    return NULL;

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  if (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)) != NULL)
    return find_open_menu (fixture);

  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  return NULL;
}

static GtkPopoverMenu *
open_lane (Fixture  *fixture,
           gpointer  data)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const ThLane *lane = th_scene_get_lane (th_timeline_get_scene (timeline),
                                          GPOINTER_TO_UINT (data));

  th_timeline_set_current (timeline, GPOINTER_TO_UINT (data));
  wait_ms (STEP_MS);
  th_timeline_popup_menu_at (timeline, gtk_widget_get_width (GTK_WIDGET (timeline)) / 2,
                             th_timeline_get_lanes_top () + lane->y -
                             gtk_adjustment_get_value (timeline->scroll) + lane->height / 2);
  return find_open_menu (fixture);
}

static guint
walk_menus (Fixture  *fixture,
            OpenMenu  open,
            gpointer  data)
{
  g_autoptr(GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* An item may have no effect at this place: the top lane cannot move further up. */
  Walk walk = { fixture, open, data, 0, open != open_lane, labels };
  GtkPopoverMenu *menu;
  g_autoptr(GMenuModel) model = NULL;

  prepare (fixture);
  menu = open (fixture, data);
  if (menu == NULL)
    return 0;

  model = g_object_ref (gtk_popover_menu_get_menu_model (menu));
  walk_menu (&walk, model);
  return walk.n_chosen;
}

static void
test_menus (Fixture       *fixture,
            gconstpointer  data)
{
  guint n_buttons = 0, n_chosen = 0, n;

  prepare (fixture);
  while ((n = n_buttons,
          find_typed (GTK_WIDGET (fixture->window), GTK_TYPE_MENU_BUTTON, TRUE, &n)) != NULL)
    {
      n_chosen += walk_menus (fixture, open_button, GUINT_TO_POINTER (n_buttons++));
      prepare (fixture);
    }
  g_assert_cmpuint (n_buttons, >=, 2);
  g_assert_cmpuint (n_chosen, >, 12);
}

/* The menu of one lane of each kind. */
static void
test_lane_menus (Fixture       *fixture,
                 gconstpointer  data)
{
  guint seen = 0, n_chosen = 0;
  ThScene *scene;

  prepare (fixture);
  scene = th_document_get_scene (th_window_get_document (fixture->window));
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      if (lane->height <= 0 || (seen & 1u << lane->kind))
        continue;
      seen |= 1u << lane->kind;
      n_chosen += walk_menus (fixture, open_lane, GUINT_TO_POINTER (i));
      prepare (fixture);
      scene = th_document_get_scene (th_window_get_document (fixture->window));
    }
  g_assert_cmpuint (n_chosen, >, 6);
}

/* --- the focus -------------------------------------------------------------- */

static const char *
place_of (GtkWidget *widget)
{
  static const struct
  {
    const char *type; /* or style class */
    const char *place;
  } places[] = {
    { "GtkHeaderBar", "header" }, { "ThMarkerBar", "markers" }, { "filterrow", "filter" },
    { "ThTimeline", "lanes" },
    { "tabs", "tabs" }, { "ThEventTable", "table" }, { "ThInspector", "inspector" },
    { "statusline", "status" },
  };

  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    for (guint i = 0; i < G_N_ELEMENTS (places); i++)
      if (g_str_equal (G_OBJECT_TYPE_NAME (at), places[i].type) ||
          gtk_widget_has_css_class (at, places[i].type))
        return places[i].place;

  return G_OBJECT_TYPE_NAME (widget);
}

typedef struct
{
  guchar *pixels;
  int     width, height;
} Picture;

static Picture
take_picture (Fixture *fixture)
{
  g_autoptr(GdkTexture) texture = NULL;
  Picture picture;

  /* Focus rings fade in, and there is none until layout is complete. */
  wait_ms (5 * STEP_MS);
  for (guint waited = 0;
       waited < PATIENCE_MS && (texture = th_window_render (fixture->window)) == NULL;
       waited += STEP_MS)
    wait_ms (STEP_MS);
  g_assert_nonnull (texture);
  picture.width = gdk_texture_get_width (texture);
  picture.height = gdk_texture_get_height (texture);
  picture.pixels = g_malloc (4 * picture.width * picture.height);
  gdk_texture_download (texture, picture.pixels, 4 * picture.width);

  return picture;
}

/* Returns the number of pixels in and around @widget that its focus changes. */
static guint
count_focus (Fixture   *fixture,
             GtkWidget *widget)
{
  const int around = 6;
  Picture with = take_picture (fixture), without;
  graphene_rect_t bounds;
  guint n = 0;

  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  without = take_picture (fixture);
  g_assert_cmpint (with.width, ==, without.width);
  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->window), &bounds));
  for (int y = MAX (bounds.origin.y - around, 0);
       y < MIN (bounds.origin.y + bounds.size.height + around, with.height); y++)
    for (int x = MAX (bounds.origin.x - around, 0);
         x < MIN (bounds.origin.x + bounds.size.width + around, with.width); x++)
      n += memcmp (&with.pixels[4 * (y * with.width + x)],
                   &without.pixels[4 * (y * with.width + x)], 4) != 0;

  g_free (with.pixels);
  g_free (without.pixels);
  return n;
}

static gboolean
is_focus_seen (Fixture *fixture)
{
  return gtk_widget_get_mapped (gtk_window_get_focus (GTK_WINDOW (fixture->window)));
}

/* Tab moves through the window in reading order, with a visible focus. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GString) way = g_string_new (NULL);
  GtkWidget *first = NULL, *focus;
  const char *last = "";

  if (!keyboard_is_there ())
    return;

  keyboard_away ();
  prepare (fixture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 800);
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  for (guint i = 0; i < MAX_STOPS; i++)
    {
      guint n;

      keyboard_press ("Tab");
      wait_ms (STEP_MS);
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      g_assert_nonnull (focus);
      if (first == NULL)
        first = focus;
      else if (focus == first)
        break;

      /* A row may have to be scrolled into view, and the table moves the focus to the selected
       * one. */
      wait_ms (STEP_MS * 3);
      wait_until (fixture, is_focus_seen);
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      if (!g_str_equal (place_of (focus), last))
        g_string_append_printf (way, "%s%s", way->len > 0 ? " " : "", place_of (focus));
      last = place_of (focus);
      n = count_focus (fixture, focus);
      g_test_message ("%s %s: %u pixels", last, G_OBJECT_TYPE_NAME (focus), n);
      if (n < MIN_PIXELS)
        g_test_fail_printf ("the focus is not seen on a %s in %s", G_OBJECT_TYPE_NAME (focus),
                            last);
      gtk_widget_grab_focus (focus);
      gtk_window_set_focus_visible (GTK_WINDOW (fixture->window), TRUE);
    }
  g_assert_cmpstr (way->str, ==, "filter markers lanes tabs table inspector status header");
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/walk/keys-empty", test_keys_empty);
  ADD_WINDOW_TEST ("/walk/focus", test_focus);
  if (g_getenv ("THRESHER_LONG") != NULL) /* minutes */
    {
      ADD_WINDOW_TEST ("/walk/keys", test_keys);
      ADD_WINDOW_TEST ("/walk/menus", test_menus);
      ADD_WINDOW_TEST ("/walk/lane-menus", test_lane_menus);
    }

  return g_test_run ();
}
