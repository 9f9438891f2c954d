/* th-target-row.c - a machine in the list of targets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target-row.h"

#include "th-widgets.h"

struct _ThTargetRow
{
  GtkListBoxRow  parent;

  GtkImage      *icon;
  GtkWidget     *name;
  GtkWidget     *summary;
  GtkWidget     *forget;
  GtkStack      *marks; /* nothing, a spinner, a check mark, or a warning */

  ThTargetLink  *link;
};

G_DEFINE_FINAL_TYPE (ThTargetRow, th_target_row, GTK_TYPE_LIST_BOX_ROW)

static const char *
get_icon (ThTarget *target)
{
  switch (th_target_get_kind (target))
    {
    case TH_TARGET_LOCAL:
      return "computer-symbolic";
    case TH_TARGET_EXEC:
      return "utilities-terminal-symbolic";
    default:
      return "network-server-symbolic";
    }
}

static void
show_state (ThTargetRow *self)
{
  static const char *const marks[] = {
    [TH_TARGET_IDLE] = "idle", [TH_TARGET_CONNECTING] = "connecting", [TH_TARGET_READY] = "ready",
    [TH_TARGET_FAILED] = "failed"
  };

  gtk_stack_set_visible_child_name (self->marks, marks[th_target_link_get_state (self->link)]);
  th_label_set_text (self->name, th_target_link_get_name (self->link));
  th_label_set_text (self->summary, th_target_link_get_summary (self->link));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), th_target_link_get_name (self->link));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  th_target_link_get_name (self->link),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  th_target_link_get_summary (self->link), -1);
}

static gboolean
forget_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   data)
{
  ThTarget *target = th_target_link_get_target (TH_TARGET_ROW (widget)->link);

  return th_target_get_kind (target) != TH_TARGET_LOCAL &&
         gtk_widget_activate_action (widget, "targets.forget", "s",
                                     th_target_get_text (target));
}

static void
clicked_cb (ThTargetRow *self)
{
  forget_cb (GTK_WIDGET (self), NULL, NULL);
}

static void
th_target_row_dispose (GObject *object)
{
  g_clear_object (&TH_TARGET_ROW (object)->link);
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_TARGET_ROW);

  G_OBJECT_CLASS (th_target_row_parent_class)->dispose (object);
}

static void
th_target_row_class_init (ThTargetRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_target_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-target-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThTargetRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ThTargetRow, name);
  gtk_widget_class_bind_template_child (widget_class, ThTargetRow, summary);
  gtk_widget_class_bind_template_child (widget_class, ThTargetRow, forget);
  gtk_widget_class_bind_template_child (widget_class, ThTargetRow, marks);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, forget_cb, NULL);
}

static void
th_target_row_init (ThTargetRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
th_target_row_new (ThTargetLink *link)
{
  ThTargetRow *self = g_object_new (TH_TYPE_TARGET_ROW, NULL);

  self->link = g_object_ref (link);
  gtk_image_set_from_icon_name (self->icon, get_icon (th_target_link_get_target (link)));
  g_signal_connect_object (link, "notify::summary", G_CALLBACK (show_state), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_visible (self->forget, th_target_get_kind (th_target_link_get_target (link)) !=
                                        TH_TARGET_LOCAL);
  show_state (self);
  return GTK_WIDGET (self);
}

ThTargetLink *
th_target_row_get_link (ThTargetRow *self)
{
  return self->link;
}
