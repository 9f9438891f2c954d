/* th-record-bar.c - says what went wrong with a recording, and what was kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-bar.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

struct _ThRecordBar
{
  GtkWidget  parent;

  GtkWidget *box;
  GtkWidget *label;
  char      *text; /* or NULL */
};

enum
{
  PROP_TEXT = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThRecordBar, th_record_bar, GTK_TYPE_WIDGET)

void
th_record_bar_set_text (ThRecordBar *self,
                        const char  *text)
{
  g_return_if_fail (TH_IS_RECORD_BAR (self));

  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  th_label_set_text (self->label, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
close_cb (ThRecordBar *self)
{
  th_record_bar_set_text (self, NULL);
}

/* --- class -------------------------------------------------------------------- */

static void
th_record_bar_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  if (id == PROP_TEXT)
    g_value_set_string (value, TH_RECORD_BAR (object)->text);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_record_bar_dispose (GObject *object)
{
  ThRecordBar *self = TH_RECORD_BAR (object);

  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_BAR);

  G_OBJECT_CLASS (th_record_bar_parent_class)->dispose (object);
}

static void
th_record_bar_class_init (ThRecordBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_record_bar_dispose;
  G_OBJECT_CLASS (klass)->get_property = th_record_bar_get_property;
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-record-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThRecordBar, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordBar, label);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
th_record_bar_init (ThRecordBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
