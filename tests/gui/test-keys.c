/* test-keys.c - shortcuts of the user: saved, assigned and removed, shown everywhere
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-comparison.h"
#include "gui-fixture.h"
#include "gui-keyboard.h"

#include "th-comparison-panel.h"
#include "th-comparison-results.h"
#include "th-comparison-table.h"
#include "th-shortcut-dialog.h"
#include "th-shortcut-preferences.h"
#include "th-shortcuts.h"
#include "th-settings.h"
#include "th-widgets.h"
#include "th-window-private.h"

#define PLACE_W 25

static void
keys_tear_down (Fixture       *fixture,
                gconstpointer  data)
{
  g_settings_reset (th_settings_get (), "keys");
  fixture_tear_down (fixture, data);
}

static const ThAction *
find (const char *name)
{
  const ThAction *action = th_actions_find (name);

  g_assert_nonnull (action);
  return action;
}

static char *
keys_of (const char *name)
{
  return g_strjoinv (" ", (char **) th_shortcuts_get (find (name)));
}

#define ASSERT_KEYS(name, expected) \
  G_STMT_START { g_autofree char *told = keys_of (name); \
                 g_assert_cmpstr (told, ==, expected); } G_STMT_END

static const char *
name_for (guint keyval,
          guint keycode)
{
  gboolean fast;
  const ThAction *action = th_shortcuts_to_action (keyval, keycode, 0, &fast);

  return action != NULL ? action->name : NULL;
}

/* Adds a key; the default keys, also by place, keep working. */
static void
test_add (void)
{
  th_shortcuts_add (find ("win.zoom-in"), "y");
  ASSERT_KEYS ("win.zoom-in", "w plus equal KP_Add y");
  g_assert_true (th_shortcuts_is_own (find ("win.zoom-in")));
  g_assert_cmpstr (name_for (GDK_KEY_y, 0), ==, "win.zoom-in");
  g_assert_cmpstr (name_for (GDK_KEY_z, PLACE_W), ==, "win.zoom-in");

  th_shortcuts_clear (find ("win.zoom-in"));
  ASSERT_KEYS ("win.zoom-in", "");
  g_assert_cmpstr (name_for (GDK_KEY_plus, 0), ==, NULL);
  g_assert_cmpstr (name_for (GDK_KEY_w, PLACE_W), ==, NULL);

  th_shortcuts_reset (find ("win.zoom-in"));
  ASSERT_KEYS ("win.zoom-in", "w plus equal KP_Add");
  g_assert_false (th_shortcuts_is_own (find ("win.zoom-in")));
}

/* A key has one action; an action that lost it to another gets it back when that gives it up. */
static void
test_taken (void)
{
  th_shortcuts_add (find ("win.fit"), "<Control>g");
  ASSERT_KEYS ("win.fit", "0 KP_0 <Control>0 <Control>g");
  ASSERT_KEYS ("win.go-to", "");
  g_assert_false (th_shortcuts_is_own (find ("win.go-to")));

  /* This also holds for a key that the user had added. */
  th_shortcuts_add (find ("win.center"), "<Control>g");
  ASSERT_KEYS ("win.center", "c <Control>g");
  ASSERT_KEYS ("win.fit", "0 KP_0 <Control>0");
  ASSERT_KEYS ("win.go-to", "");

  th_shortcuts_reset (find ("win.center"));
  ASSERT_KEYS ("win.go-to", "<Control>g");
  th_shortcuts_add (find ("win.go-to"), "<Control>g");
  ASSERT_KEYS ("win.go-to", "<Control>g");
  th_shortcuts_reset (NULL);
  ASSERT_KEYS ("win.fit", "0 KP_0 <Control>0");
  g_assert_false (th_shortcuts_is_own (find ("win.fit")));
}

/* Settings may have been edited by hand. */
static void
test_nonsense (void)
{
  g_autoptr(GString) many = g_string_new ("{'win.pan-left': ['");

  g_settings_set_value (th_settings_get (), "keys",
                        g_variant_new_parsed ("{'win.no-such': ['x'], '': ['y'], 'win.cancel': "
                                              "['q'], 'win.fit': ['', 'nonsense', 'Escape', "
                                              "'Tab', 'Shift_L', '<Ctrl>Y'] }"));
  ASSERT_KEYS ("win.cancel", "Escape");
  ASSERT_KEYS ("win.fit", "<Control>y");
  ASSERT_KEYS ("win.zoom-in", "w plus equal KP_Add");

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (many, "%s<Alt>%c", i > 0 ? "', '" : "", 'a' + (char) (i % 26));
  g_string_append (many, "']}");
  g_settings_set_value (th_settings_get (), "keys", g_variant_new_parsed (many->str));
  g_assert_cmpuint (g_strv_length ((char **) th_shortcuts_get (find ("win.pan-left"))), ==, 16);
  th_shortcuts_reset (NULL);
}

static void
test_name (void)
{
  static const struct
  {
    guint            keyval, keycode;
    GdkModifierType  state;
    const char      *name, *owner;
  } keys[] = {
    { GDK_KEY_g, 0, GDK_CONTROL_MASK, "<Control>g", "win.go-to" },
    { GDK_KEY_G, 0, GDK_CONTROL_MASK | GDK_LOCK_MASK, "<Control>g", "win.go-to" },
    { GDK_KEY_G, 0, GDK_SHIFT_MASK, "<Shift>g", "win.unfollow" },
    { GDK_KEY_question, 0, GDK_SHIFT_MASK, "question", "win.shortcuts" },
    { GDK_KEY_z, PLACE_W, 0, "z", "win.zoom-in" }, /* by place, on a French keyboard */
    { GDK_KEY_w, PLACE_W, 0, "w", "win.zoom-in" },
    { GDK_KEY_y, 0, 0, "y", NULL },
    { GDK_KEY_Escape, 0, 0, NULL, NULL }, { GDK_KEY_Tab, 0, 0, NULL, NULL },
    { GDK_KEY_ISO_Left_Tab, 0, GDK_SHIFT_MASK, NULL, NULL },
    { GDK_KEY_Shift_L, 0, 0, NULL, NULL }, { GDK_KEY_Control_R, 0, 0, NULL, NULL },
    { GDK_KEY_ISO_Level3_Shift, 0, 0, NULL, NULL },
    { GDK_KEY_Caps_Lock, 0, 0, NULL, NULL }, { GDK_KEY_VoidSymbol, 0, 0, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const ThAction *owner = NULL;
      g_autofree char *name = th_shortcuts_name (keys[i].keyval, keys[i].keycode, keys[i].state,
                                                 &owner);

      g_assert_cmpstr (name, ==, keys[i].name);
      g_assert_cmpstr (owner != NULL ? owner->name : NULL, ==, keys[i].owner);
    }
}

/* --- in the window -------------------------------------------------------- */

static void
assert_tip (GtkWidget  *widget,
            const char *text)
{
  const char *tip = gtk_widget_get_tooltip_text (widget);

  g_assert_cmpstr (tip, ==, text);
}

static gboolean
has_tips (Fixture *fixture)
{
  return gtk_widget_get_tooltip_text (fixture->window->fit) != NULL;
}

/* Accelerators and tooltips are updated; the first tooltips are set after the first frame. */
static void
test_told (Fixture       *fixture,
           gconstpointer  data)
{
  g_auto(GStrv) before = NULL, after = NULL, actions = NULL;

  open_sample (fixture);
  wait_until (fixture, has_tips);
  assert_tip (fixture->window->fit, "Show the whole recording (0)");
  th_shortcuts_clear (find ("win.fit"));
  assert_tip (fixture->window->fit, "Show the whole recording");
  th_shortcuts_add (find ("win.fit"), "<Control>g");
  assert_tip (fixture->window->fit, "Show the whole recording (Ctrl+G)");
  before = gtk_application_get_accels_for_action (GTK_APPLICATION (fixture->application),
                                                  "win.fit");
  g_assert_cmpstr (before[0], ==, "<Control>g");
  g_assert_null (before[1]);
  actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (fixture->application),
                                                   "<Control>g");
  g_assert_cmpuint (g_strv_length (actions), ==, 1);
  th_shortcuts_reset (NULL);
  after = gtk_application_get_accels_for_action (GTK_APPLICATION (fixture->application),
                                                 "win.go-to");
  g_assert_cmpstr (after[0], ==, "<Control>g");
}

/* Returns the first visible row; sets *@n to their number. */
static GtkWidget *
find_row (GtkWidget *window,
          guint     *n)
{
  GtkWidget *list = find_widget (window, GTK_TYPE_LIST_BOX), *first = NULL;

  *n = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (list); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_BOX_ROW (child) && gtk_widget_get_child_visible (child))
      {
        first = first != NULL ? first : child;
        (*n)++;
      }

  return first;
}

static GtkWidget *
open_keys (Fixture *fixture)
{
  activate (fixture, "win.keys");

  return GTK_WIDGET (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_SHORTCUT_PREFERENCES));
}

static void
search (GtkWidget  *window,
        const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_widget (window, GTK_TYPE_SEARCH_ENTRY)), text);
  wait_ms (400); /* GTK delays the search while the user types */
}

/* Checks the texts and the buttons of the row. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *window = open_keys (fixture), *row;
  g_autoptr(GString) text = g_string_new (NULL);
  guint n, n_actions;

  g_assert_true (open_keys (fixture) == window);
  th_actions_list (&n_actions);
  find_row (window, &n);
  g_assert_cmpuint (n, ==, n_actions);

  search (window, "go to a time");
  row = find_row (window, &n);
  g_assert_cmpuint (n, ==, 1);
  append_labels (row, text);
  g_assert_nonnull (strstr (text->str, "Ctrl+G"));
  g_assert_false (gtk_widget_get_sensitive (find_tooltip (row, "Reset to default")));
  g_signal_emit_by_name (find_tooltip (row, "No shortcut"), "clicked");
  ASSERT_KEYS ("win.go-to", "");
  g_assert_false (gtk_widget_get_sensitive (find_tooltip (row, "No shortcut")));
  g_signal_emit_by_name (find_tooltip (row, "Reset to default"), "clicked");
  ASSERT_KEYS ("win.go-to", "<Control>g");

  /* By a word that only the command palette shows, by a key, and by a text that does not occur. */
  search (window, "woken cause");
  append_labels (find_row (window, &n), text);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (strstr (text->str, "Critical path"));
  search (window, "ctrl+g");
  find_row (window, &n);
  g_assert_cmpuint (n, ==, 1);
  search (window, "no such thing");
  find_row (window, &n);
  g_assert_cmpuint (n, ==, 0);

  search (window, "stop loading");
  row = find_row (window, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (find_tooltip (row, "Add a shortcut"));
  gtk_window_close (GTK_WINDOW (window));
}

static gboolean
is_asking (Fixture *fixture)
{
  GtkWindow *window = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_SHORTCUT_PREFERENCES);

  return window != NULL && th_dialog_find (window, TH_TYPE_SHORTCUT_DIALOG) != NULL;
}

static gboolean
is_answered (Fixture *fixture)
{
  return !is_asking (fixture);
}

static void
ask (Fixture    *fixture,
     const char *action)
{
  GtkWidget *window = open_keys (fixture);
  guint n;

  search (window, action);
  g_signal_emit_by_name (find_tooltip (find_row (window, &n), "Add a shortcut"), "clicked");
  wait_until (fixture, is_asking);
  wait_ms (100);
  keyboard_give (th_dialog_find (GTK_WINDOW (window), TH_TYPE_SHORTCUT_DIALOG));
}

static gboolean
tells_owner (Fixture *fixture)
{
  g_autoptr(GString) text = g_string_new (NULL);

  append_labels (GTK_WIDGET (th_dialog_find (th_dialog_find (GTK_WINDOW (fixture->window),
                                                             TH_TYPE_SHORTCUT_PREFERENCES),
                                             TH_TYPE_SHORTCUT_DIALOG)), text);
  return strstr (text->str, "“Find events”") != NULL;
}

/* Whether the button that Return stands for has the focus. */
static gboolean
is_on_reassign (Fixture *fixture)
{
  GtkWindow *dialog = th_dialog_find (th_dialog_find (GTK_WINDOW (fixture->window),
                                                      TH_TYPE_SHORTCUT_PREFERENCES),
                                      TH_TYPE_SHORTCUT_DIALOG);
  GtkWidget *focus = gtk_window_get_focus (dialog);

  return GTK_IS_BUTTON (focus) && gtk_window_get_focus_visible (dialog) &&
         g_strcmp0 (gtk_button_get_label (GTK_BUTTON (focus)), "_Reassign") == 0;
}

/* By keyboard: a free key is assigned at once, one that is in use after Return. */
static void
test_press (Fixture       *fixture,
            gconstpointer  data)
{
  if (!keyboard_is_there ())
    return;

  keyboard_away ();
  ask (fixture, "Center the selection");
  keyboard_press ("y");
  wait_until (fixture, is_answered);
  ASSERT_KEYS ("win.center", "c y");

  ask (fixture, "Center the selection");
  keyboard_press ("slash");
  wait_until (fixture, tells_owner);
  ASSERT_KEYS ("win.find", "slash");
  g_assert_true (is_on_reassign (fixture));
  keyboard_press ("Return");
  wait_until (fixture, is_answered);
  ASSERT_KEYS ("win.find", "");
  ASSERT_KEYS ("win.center", "c y slash");

  ask (fixture, "Center the selection");
  keyboard_press ("Escape");
  wait_until (fixture, is_answered);
  ASSERT_KEYS ("win.center", "c y slash");
}

static gboolean
is_focused (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL &&
         gtk_widget_is_ancestor (focus,
                                 gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry"));
}

/* The new shortcuts work: a letter, and one with Ctrl. */
static void
test_use (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *whole = NULL, *zoomed = NULL;
  ThDocument *document;

  if (!keyboard_is_there ())
    return;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  document = open_sample (fixture);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  whole = view_text (document);
  th_shortcuts_add (find ("win.zoom-in"), "y");
  th_shortcuts_add (find ("win.filter"), "<Control><Alt>y");
  keyboard_press ("y");
  for (guint i = 0; i < 50 && (zoomed == NULL || g_str_equal (zoomed, whole)); i++)
    {
      wait_ms (100);
      g_free (zoomed);
      zoomed = view_text (document);
    }
  g_assert_cmpstr (zoomed, !=, whole);
  keyboard_press ("<Control><Alt>y");
  wait_until (fixture, is_focused);
}

static gint64
width_of (Fixture *fixture)
{
  const ThView *view = th_document_get_view (th_window_get_document (fixture->window));

  return view->to - view->from;
}

static gint64 width_before;

static gboolean
is_narrower (Fixture *fixture)
{
  return width_of (fixture) < width_before;
}

/* Returns how much narrower the view is after one press. */
static double
zoom_by (Fixture    *fixture,
         const char *accel)
{
  gint64 first, last;

  g_assert_true (th_document_get_range (th_window_get_document (fixture->window), &first, &last));
  th_document_set_view (th_window_get_document (fixture->window), first, last);
  width_before = width_of (fixture);
  keyboard_press (accel);
  wait_until (fixture, is_narrower);

  return (double) width_before / (double) width_of (fixture);
}

/* With Shift, one press has the effect of four. */
static void
test_fast (Fixture       *fixture,
           gconstpointer  data)
{
  double once = 0, fast = 0;

  if (!keyboard_is_there ())
    return;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  open_sample (fixture);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  /* On a busy machine a press may be taken for a held key. */
  for (guint i = 0; i < 5 && (fast == 0 || fabs (fast - pow (once, 4)) >= .01 * fast); i++)
    {
      once = zoom_by (fixture, "w");
      fast = zoom_by (fixture, "<Shift>w");
    }
  g_assert_cmpfloat_with_epsilon (fast, pow (once, 4), .01 * fast);
}

/* Returns the key that the item of @action shows, or NULL.  Free with g_free(). */
static char *
find_item_key (GMenuModel *menu,
               const char *action)
{
  char *key = NULL;

  for (int i = 0; i < g_menu_model_get_n_items (menu) && key == NULL; i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *name = NULL;

      if (section != NULL || submenu != NULL)
        key = find_item_key (section != NULL ? section : submenu, action);
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name) &&
               g_str_equal (name, action))
        g_menu_model_get_item_attribute (menu, i, "accel", "s", &key);
    }

  return key;
}

static GMenuModel *
lane_menu (Fixture *fixture)
{
  GtkWidget *popover = find_widget (GTK_WIDGET (th_window_get_timeline (fixture->window)),
                                    GTK_TYPE_POPOVER_MENU);

  return popover != NULL ? gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover)) : NULL;
}

static gboolean
has_lane_menu (Fixture *fixture)
{
  return lane_menu (fixture) != NULL;
}

/* The menu of the window is built when it opens. */
static GMenuModel *
window_menu (Fixture *fixture)
{
  GtkMenuButton *button = fixture->window->menu;

  g_assert_null (gtk_menu_button_get_menu_model (button));
  gtk_menu_button_popup (button);
  gtk_menu_button_popdown (button);
  return gtk_menu_button_get_menu_model (button);
}

/* Menus show single keys, which GTK does not show by itself, also after a change. */
static void
test_menus (Fixture       *fixture,
            gconstpointer  data)
{
  const ThAction *action = th_actions_find ("win.view-back");
  g_autofree char *hide = NULL, *find = NULL, *help = NULL, *chosen = NULL;

  open_sample (fixture);
  activate (fixture, "win.lane-menu");
  wait_until (fixture, has_lane_menu);
  hide = find_item_key (lane_menu (fixture), "win.hide-lane");
  g_assert_cmpstr (hide, ==, "h");
  find = find_item_key (lane_menu (fixture), "win.find-lane");
  g_assert_null (find); /* GTK shows Ctrl+P itself */

  help = find_item_key (window_menu (fixture), "win.shortcuts");
  g_assert_cmpstr (help, ==, "question");
  th_shortcuts_clear (action);
  th_shortcuts_add (action, "y");
  chosen = find_item_key (window_menu (fixture), "win.view-back");
  g_assert_cmpstr (chosen, ==, "y");
}

static char *whole_view;

static gboolean
is_zoomed (Fixture *fixture)
{
  g_autofree char *view = view_text (th_window_get_document (fixture->window));

  return g_strcmp0 (view, whole_view) != 0;
}

static gboolean
is_menu_open (Fixture *fixture)
{
  GtkPopover *popover = gtk_menu_button_get_popover (fixture->window->menu);

  return popover != NULL && gtk_widget_get_mapped (GTK_WIDGET (popover));
}

static gboolean
is_menu_closed (Fixture *fixture)
{
  return !is_menu_open (fixture);
}

/* Opens the menu of the window by its key or by a click, presses @keys, and then a key of the
 * lanes. */
static void
use_menu (Fixture    *fixture,
          gboolean    by_click,
          const char *keys)
{
  g_auto(GStrv) all = g_strsplit (keys, " ", -1);
  GtkWidget *button = GTK_WIDGET (fixture->window->menu);

  g_test_message ("%s: %s", by_click ? "click" : "F10", keys);
  activate (fixture, "win.fit");
  wait_ms (100);
  g_free (whole_view);
  whole_view = view_text (th_window_get_document (fixture->window));
  if (by_click)
    pointer_click (button, 1, 1, gtk_widget_get_width (button) / 2,
                   gtk_widget_get_height (button) / 2, NULL);
  else
    keyboard_press ("F10");
  wait_until (fixture, is_menu_open);
  for (guint i = 0; all[i] != NULL; i++)
    {
      wait_ms (150);
      keyboard_press (all[i]);
    }
  wait_until (fixture, is_menu_closed);
  wait_ms (200);
  keyboard_away ();
  keyboard_press ("w");
  wait_until (fixture, is_zoomed);
}

/* The keys of the lanes work after the menu, whether or not an item of a submenu was chosen. */
static void
test_after_menu (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char *const keys[] = { "Escape", "Down Return Down Return", "Return Down Return",
                                      "Return Escape" };

  if (!keyboard_is_there ())
    return;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  open_sample (fixture);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (keys); i++)
    use_menu (fixture, i % 2 == 1, keys[i / 2]);
  g_clear_pointer (&whole_view, g_free);
}

/* --- tabs -------------------------------------------------------------------------------- */

/* The label of the tab with the focus; "more" for the button beside the tabs, or "". */
static const char *
get_focused_tab (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  if (focus == NULL || gtk_widget_get_ancestor (focus, TH_TYPE_TAB_BOX) == NULL)
    return "";

  return gtk_widget_has_css_class (focus, "tab") ? gtk_button_get_label (GTK_BUTTON (focus))
                                                 : "more";
}

static void
press_to (Fixture    *fixture,
          const char *accel,
          const char *tab)
{
  keyboard_press (accel);
  for (guint i = 0; i < 200 && g_strcmp0 (get_focused_tab (fixture), tab) != 0; i++)
    wait_ms (50);
  g_test_message ("%s", accel);
  g_assert_cmpstr (get_focused_tab (fixture), ==, tab);
}

/* The tabs are one stop of the Tab key, wherever the focus was among them before; arrows move
 * among them, do not pan the lanes, and Return shows the tab. */
static void
test_tabs (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *before = NULL, *after = NULL;
  ThDocument *document;
  ThTablePane *pane;

  if (!keyboard_is_there ())
    return;

  document = open_sample (fixture);
  wait_until (fixture, is_analysed);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (GTK_WIDGET (th_window_get_timeline (fixture->window)));
  wait_ms (100);
  before = view_text (document);
  pane = gui_get_table_pane (fixture);

  press_to (fixture, "Tab", "Events");
  press_to (fixture, "Right", "Packets");
  press_to (fixture, "Right", "Wakeups");
  press_to (fixture, "Left", "Packets");
  press_to (fixture, "Home", "Events");
  press_to (fixture, "Left", "Events");
  press_to (fixture, "Right", "Packets");
  g_assert_cmpstr (th_table_pane_get_tab (pane), ==, "events");
  after = view_text (document);
  g_assert_cmpstr (after, ==, before);

  press_to (fixture, "Return", "Packets");
  for (guint i = 0; i < 40 && g_str_equal (th_table_pane_get_tab (pane), "events"); i++)
    wait_ms (50);
  g_assert_cmpstr (th_table_pane_get_tab (pane), !=, "events");

  press_to (fixture, "Home", "Events");
  press_to (fixture, "<Shift>Tab", "");
  press_to (fixture, "Tab", "Packets");
}

static gboolean
is_in_table (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_get_mapped (focus) &&
         gtk_widget_get_ancestor (focus, TH_TYPE_COMPARISON_TABLE) != NULL;
}

/* Where all tabs fit, there is no button beside them that could take the focus. */
static void
test_past_tabs (Fixture       *fixture,
                gconstpointer  data)
{
  GtkWidget *results;

  if (!keyboard_is_there ())
    return;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  results = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_COMPARISON_RESULTS);
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (find_widget (results, GTK_TYPE_TOGGLE_BUTTON));
  wait_ms (100);
  press_to (fixture, "Right", "Counters");
  press_to (fixture, "Left", "Comparison");
  press_to (fixture, "Tab", "");
  wait_until (fixture, is_in_table);
  press_to (fixture, "<Shift>Tab", "Comparison");
}

/* --- panes ------------------------------------------------------------------------------- */

static void
expect_pane (Fixture    *fixture,
             const char *accel,
             gpointer    pane)
{
  GtkWidget *focus = NULL;

  keyboard_press (accel);
  for (guint i = 0; i < 200; i++)
    {
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      if (focus != NULL && (focus == pane || gtk_widget_is_ancestor (focus, pane)))
        return;
      wait_ms (50);
    }
  g_error ("%s: the focus is on %s", accel, focus != NULL ? G_OBJECT_TYPE_NAME (focus) : "nothing");
}

/* Whether the focus is in the rows of a table, rather than in a tab or a title. */
static gboolean
is_in_rows (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return GTK_IS_LIST_VIEW (focus) || gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW) != NULL;
}

static void
begin_panes (Fixture    *fixture,
             ThTimeline *timeline)
{
  keyboard_away ();
  keyboard_give (GTK_WINDOW (fixture->window));
  gtk_widget_grab_focus (GTK_WIDGET (timeline));
  wait_ms (100);
}

/* F6 cycles through the timeline, the rows of the table and the inspector, Shift+F6 in reverse;
 * both skip a hidden pane. */
static void
test_panes (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocumentView *view;
  ThTimeline *timeline;

  if (!keyboard_is_there ())
    return;

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  timeline = th_window_get_timeline (fixture->window);
  view = TH_DOCUMENT_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (timeline), TH_TYPE_DOCUMENT_VIEW));
  begin_panes (fixture, timeline);

  expect_pane (fixture, "F6", gui_get_table_pane (fixture));
  g_assert_true (is_in_rows (fixture));
  expect_pane (fixture, "F6", th_document_view_get_inspector (view));
  expect_pane (fixture, "F6", timeline);
  expect_pane (fixture, "<Shift>F6", th_document_view_get_inspector (view));
  expect_pane (fixture, "<Shift>F6", gui_get_table_pane (fixture));
  g_assert_true (is_in_rows (fixture));
  expect_pane (fixture, "<Shift>F6", timeline);

  activate (fixture, "win.inspector");
  expect_pane (fixture, "<Shift>F6", gui_get_table_pane (fixture));
  activate (fixture, "win.inspector");
}

/* In a comparison, F6 goes to the other timeline first. */
static void
test_panes_of_sides (Fixture       *fixture,
                     gconstpointer  data)
{
  ThTimeline *timelines[2];
  GtkWidget *results, *panel;

  if (!keyboard_is_there ())
    return;

  gui_compare (fixture, "e1000-gt-udp.dat", "e1000-lost.dat");
  for (guint side = 0; side < 2; side++)
    timelines[side] = th_document_view_get_timeline (th_side_view_get_view (
      th_comparison_view_get_side (gui_get_comparison (fixture), side)));
  results = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_COMPARISON_RESULTS);
  panel = find_widget (GTK_WIDGET (fixture->window), TH_TYPE_COMPARISON_PANEL);
  begin_panes (fixture, timelines[0]);

  for (guint round = 0; round < 2; round++)
    {
      expect_pane (fixture, "F6", timelines[1]);
      expect_pane (fixture, "F6", results);
      g_assert_true (is_in_rows (fixture));
      expect_pane (fixture, "F6", panel);
      expect_pane (fixture, "F6", timelines[0]);
    }
  expect_pane (fixture, "<Shift>F6", panel);
  expect_pane (fixture, "<Shift>F6", results);
  expect_pane (fixture, "<Shift>F6", timelines[1]);
  expect_pane (fixture, "<Control>F6", timelines[0]);
}

#define ADD_KEYS_TEST(path, func) \
  g_test_add (path, Fixture, NULL, fixture_set_up, func, keys_tear_down)

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  g_test_add_func ("/keys/add", test_add);
  g_test_add_func ("/keys/taken", test_taken);
  g_test_add_func ("/keys/nonsense", test_nonsense);
  g_test_add_func ("/keys/name", test_name);
  ADD_KEYS_TEST ("/keys/told", test_told);
  ADD_KEYS_TEST ("/keys/menus", test_menus);
  ADD_KEYS_TEST ("/keys/rows", test_rows);
  ADD_KEYS_TEST ("/keys/press", test_press);
  ADD_KEYS_TEST ("/keys/use", test_use);
  ADD_KEYS_TEST ("/keys/fast", test_fast);
  ADD_KEYS_TEST ("/keys/after-menu", test_after_menu);
  ADD_WINDOW_TEST ("/keys/tabs", test_tabs);
  ADD_WINDOW_TEST ("/keys/past-tabs", test_past_tabs);
  ADD_WINDOW_TEST ("/keys/panes", test_panes);
  ADD_WINDOW_TEST ("/keys/panes-of-sides", test_panes_of_sides);

  return g_test_run ();
}
