/* th-color-rule-row.c - one rule for the color of events: its color and its expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-color-rule-row.h"

#include <glib/gi18n-lib.h>

#include "th-expression-field.h"
#include "th-filter.h"
#include "th-widgets.h"

struct _ThColorRuleRow
{
  GtkListBoxRow  parent;

  ThColorRule   *rule;
  GtkWidget     *color;
  GtkWidget     *field;
  GtkWidget     *up;
  GtkWidget     *remove;
};

G_DEFINE_FINAL_TYPE (ThColorRuleRow, th_color_rule_row, GTK_TYPE_LIST_BOX_ROW)

static gboolean
check (ThRecording  *recording,
       const char   *text,
       guint        *begin,
       guint        *end,
       GError      **error)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, begin, end, error);

  return filter != NULL;
}

/* --- user input ---------------------------------------------------------- */

static void
typed_cb (ThColorRuleRow *self)
{
  g_object_set (self->rule, "expression",
                th_expression_field_get_text (TH_EXPRESSION_FIELD (self->field)), NULL);
}

static void
colored_cb (ThColorRuleRow *self)
{
  g_autofree char *color = NULL;
  GdkRGBA rgba;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (self->color), &rgba);
  color = g_strdup_printf ("#%02x%02x%02x", (guint) (rgba.red * 255 + .5),
                           (guint) (rgba.green * 255 + .5), (guint) (rgba.blue * 255 + .5));
  g_object_set (self->rule, "color", color, NULL);
}

static guint
get_index (ThColorRuleRow *self)
{
  return gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (self));
}

static void
up_cb (ThColorRuleRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "rule.move-up", "u", get_index (self));
}

static void
remove_cb (ThColorRuleRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "rule.remove", "u", get_index (self));
}

/* --- place and focus ----------------------------------------------------- */

void
th_color_rule_row_update_place (ThColorRuleRow *self)
{
  /* Translators: in the list of event colors, of which the first match applies */
  g_autofree char *name = g_strdup_printf (_("Rule %u"), get_index (self) + 1);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  th_button_name_of (self->up, name, gtk_widget_get_tooltip_text (self->up));
  th_button_name_of (self->remove, name, gtk_widget_get_tooltip_text (self->remove));
  gtk_widget_set_sensitive (self->up, get_index (self) > 0);
}

void
th_color_rule_row_focus_button (ThColorRuleRow *self,
                                gboolean        up)
{
  gtk_widget_grab_focus (up && gtk_widget_get_sensitive (self->up) ? self->up : self->remove);
}

void
th_color_rule_row_focus_field (ThColorRuleRow *self)
{
  gtk_widget_grab_focus (self->field);
}

/* --- class --------------------------------------------------------------- */

static void
th_color_rule_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_COLOR_RULE_ROW);
  g_clear_object (&TH_COLOR_RULE_ROW (object)->rule);

  G_OBJECT_CLASS (th_color_rule_row_parent_class)->dispose (object);
}

static void
th_color_rule_row_class_init (ThColorRuleRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_color_rule_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-color-rule-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThColorRuleRow, color);
  gtk_widget_class_bind_template_child (widget_class, ThColorRuleRow, up);
  gtk_widget_class_bind_template_child (widget_class, ThColorRuleRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, colored_cb);
  gtk_widget_class_bind_template_callback (widget_class, up_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
th_color_rule_row_init (ThColorRuleRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_inner_button_name (self->color, gtk_widget_get_tooltip_text (self->color));
}

GtkWidget *
th_color_rule_row_new (ThColorRule *rule,
                       ThRecording *recording)
{
  ThColorRuleRow *self = g_object_new (TH_TYPE_COLOR_RULE_ROW, NULL);
  GdkRGBA rgba = { 0, 0, 0, 1 };

  self->rule = g_object_ref (rule);
  gdk_rgba_parse (&rgba, th_color_rule_get_color (rule));
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (self->color), &rgba);
  self->field = th_expression_field_new (recording, check, _("Expression"),
                                         _("Expression, for example: skb:kfree_skb"));
  gtk_widget_set_hexpand (self->field, TRUE);
  th_expression_field_set_text (TH_EXPRESSION_FIELD (self->field),
                                th_color_rule_get_expression (rule));
  g_signal_connect_swapped (self->field, "changed", G_CALLBACK (typed_cb), self);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (self->color)), self->field,
                              self->color);

  return GTK_WIDGET (self);
}
