/* test-menus.c - menus that are filled when they open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include <string.h>

#include "th-filter-store.h"
#include "th-window-private.h"

/* Returns the contents of the menu when it is opened by its button. */
static char *
open_filter_menu (Fixture *fixture)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (gui_template_child (fixture->window, TH_TYPE_FILTER_BAR,
                                                               "menu_button"));
  GString *text = g_string_new (NULL);

  gtk_menu_button_popup (button);
  wait_ms (100);
  append_labels (GTK_WIDGET (gtk_menu_button_get_popover (button)), text);
  gtk_menu_button_popdown (button);
  wait_ms (100);

  return g_string_free (text, FALSE);
}

/* Entries that were added or removed after the menu was first opened. */
static void
test_menu_again (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *none = NULL, *one = NULL, *two = NULL, *other = NULL;

  g_autoptr(ThFilterState) state = th_filter_state_new ("pid == 0");

  open_sample (fixture);
  none = open_filter_menu (fixture);
  g_assert_null (strstr (none, "first"));
  g_assert_true (th_filter_store_save ("first", state));
  one = open_filter_menu (fixture);
  g_assert_nonnull (strstr (one, "Saved Filters\nfirst\nManage"));
  g_assert_true (th_filter_store_save ("second", state));
  two = open_filter_menu (fixture);
  g_assert_nonnull (strstr (two, "Saved Filters\nfirst\nsecond\nManage"));
  th_filter_store_remove ("first");
  other = open_filter_menu (fixture);
  g_assert_nonnull (strstr (other, "Saved Filters\nsecond\nManage"));
  th_filter_store_remove ("second");
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  ADD_WINDOW_TEST ("/menus/filters-again", test_menu_again);

  return g_test_run ();
}
