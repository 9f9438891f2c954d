/* th-window-actions.c - the actions of a window, except those of its views
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-window-private.h"

#include "th-command-palette.h"
#include "th-comparison-actions.h"
#include "th-settings.h"
#include "th-shortcut-preferences.h"
#include "th-shortcuts-window.h"
#include "th-widgets.h"

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

/* --- files -------------------------------------------------------------- */

DEFINE_ACTION (open)
{
  th_window_choose_file (data);
}

DEFINE_ACTION (open_uri)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_window_open_file (data, file);
}

DEFINE_ACTION (open_sample)
{
  g_autoptr(GFile) file = th_settings_find_sample ();

  if (file != NULL)
    th_window_open_file (data, file);
}

DEFINE_ACTION (record)
{
  th_window_record (data);
}

DEFINE_ACTION (stop_recording)
{
  th_window_stop_recording (data, FALSE);
}

DEFINE_ACTION (stop_keep_last)
{
  th_window_stop_recording (data, TRUE);
}

DEFINE_ACTION (discard_recording)
{
  th_window_discard_recording (data);
}

DEFINE_ACTION (mark_moment)
{
  th_window_mark_moment (data);
}

DEFINE_ACTION (save_picture)
{
  th_window_save_picture (data);
}

DEFINE_ACTION (save_picture_as)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_window_save_picture_as (data, file);
}

DEFINE_ACTION (save_view)
{
  th_window_save_view (data);
}

DEFINE_ACTION (save_view_as)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  th_window_save_view_as (data, file);
}

DEFINE_ACTION (copy_link)
{
  th_window_copy_link (data);
}

DEFINE_ACTION (copy_picture)
{
  th_window_copy_picture (data);
}

/* --- window ------------------------------------------------------------- */

DEFINE_ACTION (fullscreen)
{
  GtkWindow *window = data;

  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

DEFINE_ACTION (menu)
{
  ThWindow *self = data;

  th_menu_button_open_by_key (self->menu);
}

DEFINE_ACTION (palette)
{
  ThWindow *self = data;
  gboolean has_tables = g_str_equal (th_document_view_get_page (self->view), "recording") &&
                        th_comparison_view_get_sides (self->comparison) == NULL;
  ThTablePane *tables = has_tables ? th_document_view_get_table_pane (self->view) : NULL;

  gtk_window_present (GTK_WINDOW (th_command_palette_new (GTK_APPLICATION_WINDOW (self), tables,
                                                          self->main_menu)));
}

DEFINE_ACTION (shortcuts)
{
  if (!th_dialog_present (data, GTK_TYPE_SHORTCUTS_WINDOW))
    gtk_window_present (GTK_WINDOW (th_shortcuts_window_new (data)));
}

DEFINE_ACTION (keys)
{
  if (!th_dialog_present (data, TH_TYPE_SHORTCUT_PREFERENCES))
    gtk_window_present (GTK_WINDOW (th_shortcut_preferences_new (data)));
}

DEFINE_ACTION (close)
{
  gtk_window_close (data);
}

static const GActionEntry entries[] = {
  { "open", open_cb },
  { "open-uri", open_uri_cb, "s" },
  { "open-sample", open_sample_cb },
  { "record", record_cb },
  { "stop-recording", stop_recording_cb },
  { "stop-keep-last", stop_keep_last_cb },
  { "discard-recording", discard_recording_cb },
  { "mark-moment", mark_moment_cb },
  { "save-view", save_view_cb },
  { "save-view-as", save_view_as_cb, "s" },
  { "copy-link", copy_link_cb },
  { "save-picture", save_picture_cb },
  { "save-picture-as", save_picture_as_cb, "s" },
  { "copy-picture", copy_picture_cb },
  { "fullscreen", fullscreen_cb },
  { "menu", menu_cb },
  { "palette", palette_cb },
  { "shortcuts", shortcuts_cb },
  { "keys", keys_cb },
  { "close", close_cb },
};

void
th_window_add_actions (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  th_comparison_actions_add (self->comparison, G_ACTION_MAP (self));
}
