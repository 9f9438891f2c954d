/* th-bookmarks-window.c - a list of the bookmarks, to rename, colour, visit and delete
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmarks-window.h"

#include <glib/gi18n-lib.h>

#include "th-context-colors.h"
#include "th-shortcuts.h"
#include "th-markers.h"
#include "th-style.h"
#include "th-display-text.h"
#include "th-theme.h"
#include "th-widgets.h"

#define DOT_PX 14

struct _ThBookmarksWindow
{
  GtkWindow   parent;

  ThDocument *document;
  GtkWidget  *list;
  GtkWidget  *none;
  gboolean    editing; /* a row of this window makes the change, and shows it already */
};

G_DEFINE_FINAL_TYPE (ThBookmarksWindow, th_bookmarks_window, GTK_TYPE_WINDOW)

static ThMarkers *
get_marks (ThBookmarksWindow *self)
{
  return th_document_get_markers (self->document);
}

static guint
index_of (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

/* --- changing ------------------------------------------------------------ */

static void
edit (ThBookmarksWindow *self,
      GtkWidget         *widget,
      const char        *name,
      guint              color)
{
  self->editing = TRUE;
  th_markers_edit_bookmark (get_marks (self), index_of (widget), name, color);
  self->editing = FALSE;
}

static void
named_cb (ThBookmarksWindow *self,
          GtkEditable       *entry)
{
  edit (self, GTK_WIDGET (entry), gtk_editable_get_text (entry),
        th_markers_get_bookmark (get_marks (self), index_of (GTK_WIDGET (entry)))->color);
}

static void
tell_color (GtkWidget *button,
            guint      color)
{
  /* Translators: of so many colours */
  g_autofree char *text = g_strdup_printf (_("Color %u of %u; click for the next one"), color + 1,
                                           TH_N_BOOKMARK_COLORS);

  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
colored_cb (ThBookmarksWindow *self,
            GtkWidget         *button)
{
  const ThBookmark *bookmark = th_markers_get_bookmark (get_marks (self), index_of (button));
  g_autofree char *name = g_strdup (bookmark->name);
  guint color = (bookmark->color + 1) % TH_N_BOOKMARK_COLORS;

  edit (self, button, name, color);
  tell_color (button, color);
  gtk_widget_queue_draw (gtk_button_get_child (GTK_BUTTON (button)));
}

static void
delete_cb (ThBookmarksWindow *self,
           GtkWidget         *button)
{
  th_markers_remove_bookmark (get_marks (self), index_of (button));
}

/* --- rows ---------------------------------------------------------------- */

static void
draw_dot_cb (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  ThBookmarksWindow *self = data;
  const ThBookmark *bookmark = th_markers_get_bookmark (get_marks (self),
                                                        index_of (GTK_WIDGET (area)));
  ThColor color = th_theme_get_bookmark_color (th_style_get_theme (th_style_get_default ()),
                                               bookmark->color);

  cairo_arc (cr, width / 2.0, height / 2.0, MIN (width, height) / 2.0, 0, 2 * G_PI);
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_fill (cr);
}

static GtkWidget *
color_button_new (ThBookmarksWindow *self,
                  guint              color)
{
  GtkWidget *button = gtk_button_new (), *dot = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (dot), (int) th_style_grow (DOT_PX));
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (dot), (int) th_style_grow (DOT_PX));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (dot), draw_dot_cb, self, NULL);
  gtk_widget_set_valign (dot, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (button), dot);
  gtk_widget_add_css_class (button, "flat");
  tell_color (button, color);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (colored_cb), self);

  return button;
}

static GtkWidget *
entry_new (ThBookmarksWindow *self,
           const char        *name)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_max_length (GTK_ENTRY (entry), TH_TEXT_MAX);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Bookmark name"), -1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (named_cb), self);

  return entry;
}

static GtkWidget *
row_new (ThBookmarksWindow *self,
         guint              index)
{
  const ThBookmark *bookmark = th_markers_get_bookmark (get_marks (self), index);
  g_autofree char *name = th_display_text_make_valid (bookmark->name);
  g_autofree char *time = th_document_format_time (self->document, bookmark->time);
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *show = th_button_new (_("_Show"));
  GtkWidget *delete = th_icon_button_new ("edit-delete-symbolic", _("Delete"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (show), "win.go-bookmark");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (show), "u", index);
  g_signal_connect_swapped (delete, "clicked", G_CALLBACK (delete_cb), self);
  gtk_box_append (GTK_BOX (box), color_button_new (self, bookmark->color));
  gtk_box_append (GTK_BOX (box), entry_new (self, name));
  gtk_box_append (GTK_BOX (box), th_label_new (time, "numeric"));
  gtk_box_append (GTK_BOX (box), show);
  gtk_box_append (GTK_BOX (box), delete);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, time, -1);

  return row;
}

static void
fill (ThBookmarksWindow *self)
{
  guint n = th_document_get_scene (self->document) != NULL
            ? th_markers_get_n_bookmarks (get_marks (self)) : 0;

  if (self->editing)
    return;

  th_widget_clear (self->list);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (self, i));
  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->none, n == 0);
}

/* --- class --------------------------------------------------------------- */

static void
th_bookmarks_window_dispose (GObject *object)
{
  ThBookmarksWindow *self = TH_BOOKMARKS_WINDOW (object);

  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_data (get_marks (self), self);
      g_signal_handlers_disconnect_by_data (self->document, self);
    }
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_bookmarks_window_parent_class)->dispose (object);
}

static void
th_bookmarks_window_class_init (ThBookmarksWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_bookmarks_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
th_bookmarks_window_init (ThBookmarksWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = th_scroller_new (inner);
  g_autofree char *key = th_shortcuts_describe (th_actions_find ("win.bookmark"));
  /* Translators: %s is an action and its key: "Set or remove a bookmark (M)" */
  g_autofree char *none = g_strdup_printf (_("No bookmarks yet. “%s” sets one at the selected "
                                             "event, or at the pointer."), key);

  th_dialog_add_header (GTK_WINDOW (self));
  gtk_window_set_title (GTK_WINDOW (self), _("Bookmarks"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 360);
  gtk_widget_add_css_class (GTK_WIDGET (self), "filterdialog");
  gtk_widget_add_css_class (box, "sheets");
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Bookmarks"), -1);
  self->none = th_paragraph_new (none, "dim-label");
  gtk_box_append (GTK_BOX (inner), self->none);
  gtk_box_append (GTK_BOX (inner), self->list);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_window_set_child (GTK_WINDOW (self), box);
}

GtkWidget *
th_bookmarks_window_new (GtkWindow  *parent,
                         ThDocument *document)
{
  ThBookmarksWindow *self = g_object_new (TH_TYPE_BOOKMARKS_WINDOW, "transient-for", parent,
                                          "destroy-with-parent", TRUE, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_swapped (get_marks (self), "changed", G_CALLBACK (fill), self);
  g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (fill), self);
  th_dialog_lend_actions (GTK_WINDOW (self), parent);
  fill (self);

  return GTK_WIDGET (self);
}
