/* th-file-row.c - a recording in the list of a side, with a button that removes it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-file-row.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

struct _ThFileRow
{
  GtkListBoxRow  parent;

  GtkWidget     *name;
  GtkWidget     *remove;

  GFile         *file;
};

G_DEFINE_FINAL_TYPE (ThFileRow, th_file_row, GTK_TYPE_LIST_BOX_ROW)

static guint removed_signal;

static void
remove_cb (ThFileRow *self)
{
  g_signal_emit (self, removed_signal, 0);
}

static void
th_file_row_dispose (GObject *object)
{
  ThFileRow *self = TH_FILE_ROW (object);

  g_clear_object (&self->file);

  G_OBJECT_CLASS (th_file_row_parent_class)->dispose (object);
}

static void
th_file_row_class_init (ThFileRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_file_row_dispose;
  removed_signal = g_signal_new ("removed", TH_TYPE_FILE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-file-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFileRow, name);
  gtk_widget_class_bind_template_child (widget_class, ThFileRow, remove);
}

static void
th_file_row_init (ThFileRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->remove, "clicked", G_CALLBACK (remove_cb), self);
}

ThFileRow *
th_file_row_new (GFile *file)
{
  ThFileRow *self = g_object_new (TH_TYPE_FILE_ROW, NULL);
  g_autofree char *parse_name = g_file_get_parse_name (file);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_filename_display_basename (path != NULL ? path : parse_name);

  self->file = g_object_ref (file);
  th_label_set_text (self->name, name);
  gtk_widget_set_tooltip_text (self->name, parse_name);
  th_button_name_of (self->remove, name, _("Remove"));
  return self;
}

GFile *
th_file_row_get_file (ThFileRow *self)
{
  return self->file;
}
