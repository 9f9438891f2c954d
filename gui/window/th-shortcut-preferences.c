/* th-shortcut-preferences.c - the window that changes shortcuts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shortcut-preferences.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-shortcut-dialog.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThShortcutPreferences
{
  GtkWindow       parent;

  GtkSearchEntry *entry;
  GtkListBox     *list;
  GtkWidget      *reset_all;
  GtkSizeGroup   *buttons; /* aligns rows that have no buttons with the others */
  char           *wanted;  /* case-folded search text; NULL: shows all rows */
};

G_DEFINE_FINAL_TYPE (ThShortcutPreferences, th_shortcut_preferences, GTK_TYPE_WINDOW)

/* The row of an action; GTK owns the widgets. */
typedef struct
{
  const ThAction *action;
  GtkWidget      *keys;
  GtkWidget      *clear;
  GtkWidget      *reset;
} Row;

static Row *
get_row (GtkWidget *widget)
{
  GtkWidget *row = GTK_IS_LIST_BOX_ROW (widget)
                   ? widget : gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return g_object_get_data (G_OBJECT (row), "th-row");
}

/* --- rows ------------------------------------------------------ */

static char *
list_keys (const ThAction *action)
{
  GString *text = g_string_new (NULL);

  for (const char *const *accel = th_shortcuts_get (action); *accel != NULL; accel++)
    {
      g_autofree char *label = th_shortcuts_label (*accel);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "   " : "", label);
    }

  return g_string_free (text, FALSE);
}

static void
update_row (Row *row)
{
  g_autofree char *keys = list_keys (row->action);

  gtk_label_set_text (GTK_LABEL (row->keys), keys);
  if (th_shortcuts_is_fixed (row->action))
    return;

  gtk_widget_set_sensitive (row->clear, keys[0] != '\0');
  gtk_widget_set_sensitive (row->reset, th_shortcuts_is_own (row->action));
}

static void
update (ThShortcutPreferences *self)
{
  gboolean any = FALSE;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->list)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_BOX_ROW (child))
      {
        update_row (get_row (child));
        any |= th_shortcuts_is_own (get_row (child)->action);
      }
  gtk_widget_set_sensitive (self->reset_all, any);
  gtk_list_box_invalidate_filter (self->list);
}

static gboolean
is_wanted (GtkListBoxRow *list_row,
           gpointer       data)
{
  Row *row = get_row (GTK_WIDGET (list_row));
  g_autofree char *text = NULL, *folded = NULL;

  if (TH_SHORTCUT_PREFERENCES (data)->wanted == NULL)
    return TRUE;

  text = g_strjoin ("\n", _(row->action->group), _(row->action->label),
                    gtk_label_get_text (GTK_LABEL (row->keys)),
                    row->action->keywords != NULL ? _(row->action->keywords) : NULL, NULL);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, TH_SHORTCUT_PREFERENCES (data)->wanted) != NULL;
}

static void
add_heading (GtkListBoxRow *row,
             GtkListBoxRow *before,
             gpointer       data)
{
  const char *group = get_row (GTK_WIDGET (row))->action->group;

  if (before != NULL && g_str_equal (get_row (GTK_WIDGET (before))->action->group, group))
    gtk_list_box_row_set_header (row, NULL);
  else
    gtk_list_box_row_set_header (row, th_label_new (_(group), "heading"));
}

static void
searched_cb (ThShortcutPreferences *self,
             GtkSearchEntry        *entry)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));

  g_free (self->wanted);
  self->wanted = text[0] != '\0' ? g_utf8_casefold (text, -1) : NULL;
  gtk_list_box_invalidate_filter (self->list);
}

/* --- buttons ----------------------------------------------------- */

static void
add_cb (GtkWidget *button)
{
  gtk_window_present (GTK_WINDOW (th_shortcut_dialog_new (GTK_WINDOW (gtk_widget_get_root (button)),
                                                          get_row (button)->action)));
}

/* Moves the focus to the first button, as this one is about to become insensitive. */
static void
leave (GtkWidget *button)
{
  gtk_widget_grab_focus (gtk_widget_get_first_child (gtk_widget_get_parent (button)));
}

static void
clear_cb (GtkWidget *button)
{
  leave (button);
  th_shortcuts_clear (get_row (button)->action);
}

static void
reset_cb (GtkWidget *button)
{
  leave (button);
  th_shortcuts_reset (get_row (button)->action);
}

static void
reset_all_cb (void)
{
  th_shortcuts_reset (NULL);
}

static GtkWidget *
add_button (GtkWidget  *box,
            Row        *row,
            const char *icon,
            const char *tip,
            GCallback   clicked)
{
  GtkWidget *button = th_icon_button_new (icon, tip);

  th_button_name_of (button, _(row->action->label), tip);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", clicked, NULL);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static GtkWidget *
row_new (ThShortcutPreferences *self,
         const ThAction        *action)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *label = th_paragraph_new (_(action->label), NULL), *list_row = gtk_list_box_row_new ();
  Row *row = g_new0 (Row, 1);

  row->action = action;
  row->keys = th_label_new ("", "detail");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), row->keys);
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_size_group_add_widget (self->buttons, buttons);
  if (!th_shortcuts_is_fixed (action))
    {
      add_button (buttons, row, "list-add-symbolic", _("Add a shortcut"), G_CALLBACK (add_cb));
      row->clear = add_button (buttons, row, "list-remove-symbolic", _("No shortcut"),
                               G_CALLBACK (clear_cb));
      row->reset = add_button (buttons, row, "edit-undo-symbolic", _("Reset to default"),
                               G_CALLBACK (reset_cb));
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (list_row), FALSE);
  gtk_widget_set_focusable (list_row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(action->label), -1);
  g_object_set_data_full (G_OBJECT (list_row), "th-row", row, g_free);

  return list_row;
}

/* --- class -------------------------------------------------------------- */

static void
th_shortcut_preferences_finalize (GObject *object)
{
  g_free (TH_SHORTCUT_PREFERENCES (object)->wanted);

  G_OBJECT_CLASS (th_shortcut_preferences_parent_class)->finalize (object);
}

static void
th_shortcut_preferences_class_init (ThShortcutPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = th_shortcut_preferences_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-shortcut-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, ThShortcutPreferences, entry);
  gtk_widget_class_bind_template_child (widget_class, ThShortcutPreferences, list);
  gtk_widget_class_bind_template_child (widget_class, ThShortcutPreferences, reset_all);
  gtk_widget_class_bind_template_child (widget_class, ThShortcutPreferences, buttons);
  gtk_widget_class_bind_template_callback (widget_class, searched_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_all_cb);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
th_shortcut_preferences_init (ThShortcutPreferences *self)
{
  const ThAction *actions;
  guint n;

  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (self->entry, GTK_WIDGET (self));
  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, row_new (self, &actions[i]));
  gtk_list_box_set_filter_func (self->list, is_wanted, self, NULL);
  gtk_list_box_set_header_func (self->list, add_heading, NULL, NULL);
  th_shortcuts_watch (self, G_CALLBACK (update));
  update (self);
}

GtkWidget *
th_shortcut_preferences_new (GtkWindow *parent)
{
  return th_dialog_new (TH_TYPE_SHORTCUT_PREFERENCES, parent);
}
