/* th-text-row.c - a row of a list box that shows the text of an item
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-text-row.h"

struct _ThTextRow
{
  GtkListBoxRow  parent;

  GtkWidget     *label;
};

G_DEFINE_FINAL_TYPE (ThTextRow, th_text_row, GTK_TYPE_LIST_BOX_ROW)

/* The row has the focus, so it gets the accessible name. */
static void
label_cb (ThTextRow *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (GTK_LABEL (self->label)), -1);
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  ThTextRow *self = g_object_new (TH_TYPE_TEXT_ROW, NULL);

  g_object_bind_property (item, "text", self->label, "label", G_BINDING_SYNC_CREATE);
  return GTK_WIDGET (self);
}

void
th_text_rows_bind (GtkListBox *box,
                   GListStore *list)
{
  gtk_list_box_bind_model (box, G_LIST_MODEL (list), create_row, NULL, NULL);
}

static void
th_text_row_dispose (GObject *object)
{
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_TEXT_ROW);

  G_OBJECT_CLASS (th_text_row_parent_class)->dispose (object);
}

static void
th_text_row_class_init (ThTextRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_text_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-text-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThTextRow, label);
  gtk_widget_class_bind_template_callback (widget_class, label_cb);
}

static void
th_text_row_init (ThTextRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
