/* th-command-palette.c - the chooser of all actions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-command-palette.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"

/* --- choices ----------------------------------------------------------- */

/* Activates the chosen action.  An id beyond the table of actions is the quark of a detailed
 * action name, so that it stays valid when tabs are added or removed. */
static void
action_chosen (guint    id,
               gpointer data)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  if (id < n)
    {
      gtk_widget_activate_action_variant (data, actions[id].name, NULL);
    }
  else
    {
      g_autofree char *name = NULL;
      g_autoptr(GVariant) target = NULL;

      if (g_action_parse_detailed_name (g_quark_to_string (id - n), &name, &target, NULL))
        gtk_widget_activate_action_variant (data, name, target);
    }
}

static guint
detailed_id (guint       first_id,
             const char *name,
             GVariant   *target)
{
  g_autofree char *detailed = g_action_print_detailed_name (name, target);

  return first_id + g_quark_from_string (detailed);
}

static void
add_tabs (ThTablePane *table_pane,
          ThChooser   *chooser,
          guint        first_id)
{
  const char *name, *title;

  for (guint i = 0; (title = th_table_pane_get_title (table_pane, i, &name)) != NULL; i++)
    {
      g_autoptr(GVariant) target = g_variant_ref_sink (g_variant_new_string (name));

      th_chooser_add (chooser,
                      &(ThChoice) { title, _("Table"), NULL,
                                    detailed_id (first_id, "win.tab", target), FALSE });
    }
}

/* Returns "Style: Dark" for "_Dark" in the submenu "_Style". */
static char *
join_label (const char *parent,
            const char *label)
{
  g_autofree char *joined = parent != NULL ? g_strconcat (parent, ": ", label, NULL)
                                           : g_strdup (label);
  g_auto(GStrv) parts = g_strsplit (joined, "_", -1);

  return g_strjoinv ("", parts);
}

/* Adds the menu items that have a target, which the table of actions does not list. */
static void
add_menu (ThChooser  *chooser,
          GMenuModel *menu,
          const char *parent,
          guint       first_id)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr(GVariant) target =
        g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL, *title = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      if (section != NULL)
        add_menu (chooser, section, parent, first_id);
      else if (submenu != NULL)
        add_menu (chooser, submenu, label, first_id);
      else if (label != NULL && action != NULL && target != NULL)
        {
          title = join_label (parent, label);
          th_chooser_add (chooser,
                          &(ThChoice) { title, _("Menu"), NULL,
                                        detailed_id (first_id, action, target), FALSE });
        }
    }
}

static gboolean
is_enabled (GtkWindow      *window,
            const ThAction *action)
{
  GActionGroup *group = g_str_has_prefix (action->name, "app.")
                        ? G_ACTION_GROUP (gtk_window_get_application (window))
                        : G_ACTION_GROUP (window);

  return group != NULL && g_action_group_get_action_enabled (group, action->name + strlen ("app."));
}

static void
add_actions (GtkWindow *window,
             ThChooser *chooser)
{
  guint n;
  const ThAction *actions = th_actions_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = th_shortcuts_dup_label (&actions[i]);

      th_chooser_add (chooser,
                      &(ThChoice) { _(actions[i].label), _(actions[i].group), key, i,
                                    !is_enabled (window, &actions[i]),
                                    actions[i].keywords != NULL ? _(actions[i].keywords) : NULL });
    }
}

ThChooser *
th_command_palette_new (GtkApplicationWindow *window,
                        ThTablePane          *table_pane,
                        GMenuModel           *menu)
{
  ThChooser *chooser = th_chooser_new (GTK_WINDOW (window), _("Type a command"), action_chosen,
                                       window);
  guint first_id;

  th_actions_list (&first_id);
  add_actions (GTK_WINDOW (window), chooser);
  if (table_pane != NULL)
    add_tabs (table_pane, chooser, first_id);
  add_menu (chooser, menu, NULL, first_id);
  th_chooser_set_none (chooser, _("No matching commands"));

  return chooser;
}
