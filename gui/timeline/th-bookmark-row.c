/* th-bookmark-row.c - a row of the list of bookmarks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-bookmark-row.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-style.h"

#define DOT_PX 14

struct _ThBookmarkRow
{
  GtkListBoxRow parent;

  ThDocument   *document;
  ThBookmark   *bookmark;
  GtkWidget    *color;
  GtkWidget    *dot;
  GtkWidget    *name;
  GtkWidget    *time;
};

G_DEFINE_FINAL_TYPE (ThBookmarkRow, th_bookmark_row, GTK_TYPE_LIST_BOX_ROW)

/* --- actions ------------------------------------------------------------- */

static void
next_color_cb (ThBookmarkRow *self)
{
  th_bookmark_set_color (self->bookmark, (self->bookmark->color + 1) % TH_N_BOOKMARK_COLORS);
}

static void
show_cb (ThBookmarkRow *self)
{
  guint index = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-bookmark", "u", index);
}

static void
delete_cb (ThBookmarkRow *self)
{
  th_markers_remove_bookmark (th_document_get_markers (self->document),
                              (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (self)));
}

/* --- content ------------------------------------------------------------- */

static void
draw_dot_cb (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        data)
{
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  ThColor color = th_theme_get_bookmark_color (theme, TH_BOOKMARK_ROW (data)->bookmark->color);

  cairo_arc (cr, width / 2.0, height / 2.0, MIN (width, height) / 2.0, 0, 2 * G_PI);
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_fill (cr);
}

static void
update_color (ThBookmarkRow *self)
{
  /* Translators: the number of a color, and how many there are */
  g_autofree char *text = g_strdup_printf (_("Color %u of %u; click for the next one"),
                                           self->bookmark->color + 1, TH_N_BOOKMARK_COLORS);

  gtk_widget_set_tooltip_text (self->color, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->color), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
  gtk_widget_queue_draw (self->dot);
}

static void
update_time (ThBookmarkRow *self)
{
  g_autofree char *time = NULL;

  if (th_document_get_scene (self->document) == NULL)
    return;

  time = th_document_format_time (self->document, self->bookmark->time);
  gtk_label_set_text (GTK_LABEL (self->time), time);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, time, -1);
}

static gboolean
show_name (GBinding     *binding,
           const GValue *from,
           GValue       *to,
           gpointer      data)
{
  g_value_take_string (to, th_display_text_make_valid (g_value_get_string (from)));
  return TRUE;
}

/* Ignores an empty name, which would make a flag without text. */
static gboolean
take_name (GBinding     *binding,
           const GValue *from,
           GValue       *to,
           gpointer      data)
{
  const char *name = g_value_get_string (from);

  if (name == NULL || name[0] == '\0')
    return FALSE;

  g_value_set_string (to, name);
  return TRUE;
}

/* --- class --------------------------------------------------------------- */

static void
th_bookmark_row_dispose (GObject *object)
{
  ThBookmarkRow *self = TH_BOOKMARK_ROW (object);

  g_clear_object (&self->document);
  g_clear_object (&self->bookmark);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_BOOKMARK_ROW);

  G_OBJECT_CLASS (th_bookmark_row_parent_class)->dispose (object);
}

static void
th_bookmark_row_class_init (ThBookmarkRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_bookmark_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-bookmark-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThBookmarkRow, color);
  gtk_widget_class_bind_template_child (widget_class, ThBookmarkRow, dot);
  gtk_widget_class_bind_template_child (widget_class, ThBookmarkRow, name);
  gtk_widget_class_bind_template_child (widget_class, ThBookmarkRow, time);
  gtk_widget_class_bind_template_callback (widget_class, next_color_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
  gtk_widget_class_bind_template_callback (widget_class, delete_cb);
}

static void
th_bookmark_row_init (ThBookmarkRow *self)
{
  int size = th_style_grow (DOT_PX);

  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (GTK_WIDGET (self));
  gtk_entry_set_max_length (GTK_ENTRY (self->name), TH_TEXT_MAX);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->dot), size);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->dot), size);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->dot), draw_dot_cb, self, NULL);
}

GtkWidget *
th_bookmark_row_new (ThDocument *document,
                     ThBookmark *bookmark)
{
  ThBookmarkRow *self = g_object_new (TH_TYPE_BOOKMARK_ROW, NULL);

  self->document = g_object_ref (document);
  self->bookmark = g_object_ref (bookmark);
  g_object_bind_property_full (bookmark, "name", self->name, "text",
                               G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE,
                               show_name, take_name, NULL, NULL);
  g_signal_connect_object (bookmark, "notify::color", G_CALLBACK (update_color), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::time-format", G_CALLBACK (update_time), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "recording-changed", G_CALLBACK (update_time), self,
                           G_CONNECT_SWAPPED);
  /* Times may count from marker A. */
  g_signal_connect_object (th_document_get_markers (document), "changed",
                           G_CALLBACK (update_time), self, G_CONNECT_SWAPPED);
  update_color (self);
  update_time (self);

  return GTK_WIDGET (self);
}
