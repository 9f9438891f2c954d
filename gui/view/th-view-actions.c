/* th-view-actions.c - the actions of a document view, and the conditions that enable them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-view-actions.h"

#include "th-document-view-private.h"

#define CONDITION "th-view-condition"
#define OWNER "th-document-view"

/* --- actions ------------------------------------------------------------ */

void
th_view_actions_add (ThDocumentView     *view,
                     const ThViewAction *actions,
                     guint               n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    {
      GAction *action;

      g_action_map_add_action_entries (G_ACTION_MAP (view->actions), &actions[i].entry, 1, view);
      action = g_action_map_lookup_action (G_ACTION_MAP (view->actions), actions[i].entry.name);
      g_object_set_data (G_OBJECT (action), CONDITION, (gpointer) &actions[i]);
    }
}

void
th_view_actions_update (ThDocumentView *view)
{
  g_auto(GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (view->actions));

  for (guint i = 0; names[i] != NULL; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (view->actions), names[i]);
      const ThViewAction *entry = g_object_get_data (G_OBJECT (action), CONDITION);

      if (entry != NULL && entry->is_enabled != NULL)
        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), entry->is_enabled (view));
    }
}

GSimpleAction *
th_view_actions_find (ThDocumentView *view,
                      const char     *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (view->actions), name));
}

/* --- conditions --------------------------------------------------------- */

gboolean
th_view_has_document (ThDocumentView *view)
{
  return view->document != NULL;
}

gboolean
th_view_has_recording (ThDocumentView *view)
{
  return view->document != NULL && th_document_get_recording (view->document) != NULL;
}

gboolean
th_view_shows_tables (ThDocumentView *view)
{
  return gtk_widget_get_visible (GTK_WIDGET (view->table_pane)) && th_view_has_recording (view);
}

gboolean
th_view_has_events (ThDocumentView *view)
{
  gint64 first, last;

  return view->document != NULL && th_document_get_range (view->document, &first, &last);
}

gboolean
th_view_has_selected (ThDocumentView *view)
{
  return th_view_has_recording (view) &&
         !th_ref_is_none (th_document_get_selected (view->document));
}

gboolean
th_view_has_span (ThDocumentView *view)
{
  gint64 from, to;

  return th_view_has_recording (view) && th_document_get_span (view->document, &from, &to);
}

/* --- dialogs ------------------------------------------------------------ */

GtkWindow *
th_view_get_window (ThDocumentView *view)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

static GtkWindow *
find_dialog (ThDocumentView *view,
             GType           type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) &&
          g_object_get_data (G_OBJECT (window), OWNER) == view)
        return window;
    }

  return NULL;
}

gboolean
th_view_present_dialog (ThDocumentView *view,
                        GType           type)
{
  GtkWindow *dialog = find_dialog (view, type);

  if (dialog != NULL)
    gtk_window_present (dialog);

  return dialog != NULL;
}

/* The actions of a dialog activate those of the window, which belong to the view with the
 * focus.  Gives the focus to the view that opened the dialog. */
static void
active_cb (ThDocumentView *view,
           GParamSpec     *pspec,
           GtkWindow      *dialog)
{
  GtkWindow *window = th_view_get_window (view);
  GtkWidget *focus = window != NULL ? gtk_window_get_focus (window) : NULL;
  GtkWidget *other = focus != NULL ? gtk_widget_get_ancestor (focus, TH_TYPE_DOCUMENT_VIEW) : NULL;

  if (gtk_window_is_active (dialog) && other != NULL && other != GTK_WIDGET (view))
    gtk_widget_grab_focus (GTK_WIDGET (view->timeline));
}

void
th_view_add_dialog (ThDocumentView *view,
                    gpointer        dialog)
{
  g_object_set_data (G_OBJECT (dialog), OWNER, view);
  gtk_widget_insert_action_group (dialog, "win", G_ACTION_GROUP (view->actions));
  g_signal_connect_object (dialog, "notify::is-active", G_CALLBACK (active_cb), view,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
th_view_close_dialogs (ThDocumentView *view)
{
  GtkWindow *dialog;

  while ((dialog = find_dialog (view, GTK_TYPE_WINDOW)) != NULL)
    gtk_window_destroy (dialog);
}
