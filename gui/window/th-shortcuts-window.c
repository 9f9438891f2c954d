/* th-shortcuts-window.c - the window that lists all shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shortcuts-window.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"

/* No group has more shortcuts, and a page with this many rows fits on a small screen. */
#define PAGE_ROWS 12

static void
append_shortcut (GString        *ui,
                 const ThAction *action)
{
  g_autofree char *title = g_markup_escape_text (_(action->label), -1);
  g_autoptr(GString) keys = g_string_new (NULL);

  /* Leave out keypad keys, which duplicate other keys. */
  for (const char *const *accel = th_shortcuts_get (action); *accel != NULL; accel++)
    if (!g_str_has_prefix (*accel, "KP_"))
      g_string_append_printf (keys, "%s%s", keys->len > 0 ? " " : "", *accel);

  g_string_append (ui, "<child><object class='GtkShortcutsShortcut'>");
  g_string_append_printf (ui, "<property name='title'>%s</property>", title);
  g_free (title);
  title = g_markup_escape_text (keys->str, -1);
  g_string_append_printf (ui, "<property name='accelerator'>%s</property></object></child>", title);
}

/* In GTK 4.8 this window can only be filled by a builder file. */
GtkWidget *
th_shortcuts_window_new (GtkWindow *parent)
{
  g_autoptr(GString) ui = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'>"
                                        "<property name='modal'>1</property><child>"
                                        "<object class='GtkShortcutsSection' id='section'>"
                                        "<property name='section-name'>keys</property>"
                                        "<property name='max-height'>1000</property>");
  g_autoptr(GtkBuilder) builder = NULL;
  const ThAction *actions;
  const char *group = NULL;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      if (g_strcmp0 (group, actions[i].group) != 0)
        {
          g_autofree char *title = g_markup_escape_text (_(actions[i].group), -1);

          g_string_append_printf (ui,
                                  "%s<child><object class='GtkShortcutsGroup'><property "
                                  "name='title'>%s</property>",
                                  group != NULL ? "</object></child>" : "", title);
          group = actions[i].group;
        }
      append_shortcut (ui, &actions[i]);
    }
  g_string_append (ui, "</object></child></object></child></object></interface>");

  /* GTK 4.8 mixes up the order of pages that are added one group at a time. */
  builder = gtk_builder_new_from_string (ui->str, ui->len);
  g_object_set (gtk_builder_get_object (builder, "section"), "max-height", PAGE_ROWS, NULL);
  g_object_set (gtk_builder_get_object (builder, "window"), "transient-for", parent,
                "destroy-with-parent", TRUE, NULL);
  return GTK_WIDGET (gtk_builder_get_object (builder, "window"));
}
