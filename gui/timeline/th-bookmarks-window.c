/* th-bookmarks-window.c - a list of the bookmarks, to rename, color, visit and delete
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmarks-window.h"

#include <glib/gi18n-lib.h>

#include "th-bookmark-row.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThBookmarksWindow
{
  GtkWindow   parent;

  ThDocument *document;
  GtkWidget  *list;
  GtkWidget  *none;
};

G_DEFINE_FINAL_TYPE (ThBookmarksWindow, th_bookmarks_window, GTK_TYPE_WINDOW)

static GtkWidget *
create_row (gpointer bookmark,
            gpointer self)
{
  return th_bookmark_row_new (TH_BOOKMARKS_WINDOW (self)->document, bookmark);
}

static void
update_empty (ThBookmarksWindow *self)
{
  guint n = th_markers_get_n_bookmarks (th_document_get_markers (self->document));

  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->none, n == 0);
}

static void
th_bookmarks_window_dispose (GObject *object)
{
  ThBookmarksWindow *self = TH_BOOKMARKS_WINDOW (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (GTK_LIST_BOX (self->list), NULL, NULL, NULL, NULL);
  g_clear_object (&self->document);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_BOOKMARKS_WINDOW);

  G_OBJECT_CLASS (th_bookmarks_window_parent_class)->dispose (object);
}

static void
th_bookmarks_window_class_init (ThBookmarksWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_bookmarks_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-bookmarks-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ThBookmarksWindow, list);
  gtk_widget_class_bind_template_child (widget_class, ThBookmarksWindow, none);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_bookmarks_window_init (ThBookmarksWindow *self)
{
  g_autofree char *key = th_shortcuts_describe (th_actions_find ("win.bookmark"));
  /* Translators: %s is an action and its key: "Set or remove a bookmark (M)" */
  g_autofree char *none = g_strdup_printf (_("No bookmarks yet. “%s” sets one at the selected "
                                             "event, or at the pointer."), key);

  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  gtk_label_set_text (GTK_LABEL (self->none), none);
}

GtkWidget *
th_bookmarks_window_new (GtkWindow  *parent,
                         ThDocument *document)
{
  ThBookmarksWindow *self = th_dialog_new (TH_TYPE_BOOKMARKS_WINDOW, parent);
  GListModel *bookmarks = th_markers_get_bookmarks (th_document_get_markers (document));

  self->document = g_object_ref (document);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), bookmarks, create_row, self, NULL);
  g_signal_connect_object (bookmarks, "items-changed", G_CALLBACK (update_empty), self,
                           G_CONNECT_SWAPPED);
  th_dialog_lend_actions (GTK_WINDOW (self), parent);
  update_empty (self);

  return GTK_WIDGET (self);
}
