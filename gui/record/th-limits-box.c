/* th-limits-box.c - what a target cannot do, and the remedy
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-limits-box.h"

#include <glib/gi18n-lib.h>

#include "th-command-row.h"
#include "th-target-limits.h"
#include "th-widgets.h"

struct _ThLimitsBox
{
  GtkWidget  parent;

  GtkWidget *box;
  GtkWidget *title;
  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (ThLimitsBox, th_limits_box, GTK_TYPE_WIDGET)

static void
add_limit (ThLimitsBox         *self,
           const ThTargetLimit *limit)
{
  gtk_box_append (GTK_BOX (self->list), th_paragraph_new (_(limit->title), "heading"));
  gtk_box_append (GTK_BOX (self->list), th_paragraph_new (_(limit->text), "detail"));
  if (limit->command != NULL)
    gtk_box_append (GTK_BOX (self->list), th_command_row_new (limit->command));
}

void
th_limits_box_set (ThLimitsBox *self,
                   const char  *name,
                   GVariant    *hello)
{
  g_autofree const ThTargetLimit **limits = hello != NULL ? th_target_limits_list (hello) : NULL;
  g_autofree char *title = NULL;

  th_widget_clear (self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), limits != NULL && limits[0] != NULL);
  if (limits == NULL || limits[0] == NULL)
    return;

  title = g_strdup_printf (_("Limits of %s"), name);
  th_label_set_text (self->title, title);
  for (guint i = 0; limits[i] != NULL; i++)
    add_limit (self, limits[i]);
}

static void
th_limits_box_dispose (GObject *object)
{
  ThLimitsBox *self = TH_LIMITS_BOX (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_LIMITS_BOX);

  G_OBJECT_CLASS (th_limits_box_parent_class)->dispose (object);
}

static void
th_limits_box_class_init (ThLimitsBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_limits_box_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-limits-box.ui");
  gtk_widget_class_bind_template_child (widget_class, ThLimitsBox, box);
  gtk_widget_class_bind_template_child (widget_class, ThLimitsBox, title);
  gtk_widget_class_bind_template_child (widget_class, ThLimitsBox, list);
}

static void
th_limits_box_init (ThLimitsBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
