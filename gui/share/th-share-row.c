/* th-share-row.c - a row of the share dialog: what it is about, and the choices for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-share-row.h"

#include "th-widgets.h"

struct _ThShareRow
{
  GtkListBoxRow  parent;

  GtkWidget     *title;
  GtkWidget     *detail;
  GtkDropDown   *choices;
};

enum
{
  PROP_0,
  PROP_SELECTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThShareRow, th_share_row, GTK_TYPE_LIST_BOX_ROW)

guint
th_share_row_get_selected (ThShareRow *self)
{
  g_return_val_if_fail (TH_IS_SHARE_ROW (self), 0);

  return gtk_drop_down_get_selected (self->choices);
}

static void
selected_cb (ThShareRow *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/* --- class ------------------------------------------------------------------ */

static void
th_share_row_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  g_value_set_uint (value, th_share_row_get_selected (TH_SHARE_ROW (object)));
}

static void
th_share_row_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  gtk_drop_down_set_selected (TH_SHARE_ROW (object)->choices, g_value_get_uint (value));
}

static void
th_share_row_class_init (ThShareRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_share_row_get_property;
  object_class->set_property = th_share_row_set_property;
  properties[PROP_SELECTED] = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT, 0,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-share-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThShareRow, title);
  gtk_widget_class_bind_template_child (widget_class, ThShareRow, detail);
  gtk_widget_class_bind_template_child (widget_class, ThShareRow, choices);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
}

static void
th_share_row_init (ThShareRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
th_share_row_new (const char        *title,
                  const char        *detail,
                  const char *const *choices,
                  guint              selected)
{
  ThShareRow *self = g_object_new (TH_TYPE_SHARE_ROW, NULL);
  g_autoptr(GtkStringList) model = gtk_string_list_new (choices);

  th_label_set_text (self->title, title);
  th_label_set_text (self->detail, detail);
  gtk_drop_down_set_model (self->choices, G_LIST_MODEL (model));
  gtk_drop_down_set_selected (self->choices, selected);
  gtk_widget_set_sensitive (GTK_WIDGET (self->choices),
                            g_list_model_get_n_items (G_LIST_MODEL (model)) > 1);
  th_inner_button_name (GTK_WIDGET (self->choices), title);

  return GTK_WIDGET (self);
}
