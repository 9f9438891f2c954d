/* th-menu-shortcuts.c - menus that show the shortcuts of their items
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-menu-shortcuts.h"

#include "th-shortcuts.h"

static void
add_key (GMenuItem *item)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = g_menu_item_get_attribute_value (item, G_MENU_ATTRIBUTE_TARGET,
                                                                NULL);
  const ThAction *action;
  const char *key;

  if (target != NULL || !g_menu_item_get_attribute (item, G_MENU_ATTRIBUTE_ACTION, "s", &name))
    return;

  action = th_actions_find (name);
  key = action != NULL ? th_shortcuts_get (action)[0] : NULL;
  if (key != NULL && !th_shortcuts_is_global (action, key))
    g_menu_item_set_attribute (item, "accel", "s", key);
}

static void
copy_link (GMenuItem  *item,
           const char *link)
{
  g_autoptr(GMenuModel) model = g_menu_item_get_link (item, link);
  g_autoptr(GMenuModel) copy = model != NULL ? th_menu_shortcuts_copy (model) : NULL;

  if (copy != NULL)
    g_menu_item_set_link (item, link, copy);
}

GMenuModel *
th_menu_shortcuts_copy (GMenuModel *model)
{
  GMenu *copy = g_menu_new ();

  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr(GMenuItem) item = g_menu_item_new_from_model (model, i);

      copy_link (item, G_MENU_LINK_SECTION);
      copy_link (item, G_MENU_LINK_SUBMENU);
      add_key (item);
      g_menu_append_item (copy, item);
    }

  return G_MENU_MODEL (copy);
}

static void
opening_cb (GtkMenuButton *button,
            GMenuModel    *model)
{
  g_autoptr(GMenuModel) copy = NULL;

  if (gtk_menu_button_get_menu_model (button) != NULL)
    return;

  copy = th_menu_shortcuts_copy (model);
  gtk_menu_button_set_menu_model (button, copy);
}

/* The menu is built again when it is next opened. */
static void
drop_menu (GtkMenuButton *button)
{
  gtk_menu_button_set_menu_model (button, NULL);
}

void
th_menu_shortcuts_set (GtkMenuButton *button,
                       GMenuModel    *model)
{
  th_shortcuts_watch (button, G_CALLBACK (drop_menu));
  gtk_menu_button_set_create_popup_func (button, (GtkMenuButtonCreatePopupFunc) opening_cb,
                                         g_object_ref (model), g_object_unref);
}
