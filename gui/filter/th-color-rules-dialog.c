/* th-color-rules-dialog.c - the list of colors for events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-color-rules-dialog.h"

#include "th-color-rule-row.h"
#include "th-color-rules.h"
#include "th-event-coloring.h"
#include "th-scene-filter.h"
#include "th-widgets.h"

struct _ThColorRulesDialog
{
  GtkWindow   parent;

  ThDocument *document;
  GListStore *rules;      /* ThColorRule */
  GtkWidget  *list;
  GtkWidget  *none;
  GtkWidget  *add;
  guint       removed;    /* position of the rule that is removed by remove_id */
  guint       remove_id;
};

G_DEFINE_FINAL_TYPE (ThColorRulesDialog, th_color_rules_dialog, GTK_TYPE_WINDOW)

/* The colors of new rules, which differ clearly on light and dark backgrounds. */
static const char *const palette[] = { "#d1495b", "#2e86ab", "#3a9d5d", "#c47f17", "#8e5bc0",
                                       "#0e9aa7" };

/* --- the list ------------------------------------------------------------ */

static guint
get_n_rules (ThColorRulesDialog *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->rules));
}

static ThColorRuleRow *
get_row (ThColorRulesDialog *self,
         guint               index)
{
  return TH_COLOR_RULE_ROW (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index));
}

/* Saves copies, because the user may continue to edit these rules. */
static void
apply (ThColorRulesDialog *self)
{
  g_autoptr(GPtrArray) copy = th_color_rules_new ();

  for (guint i = 0; i < get_n_rules (self); i++)
    {
      g_autoptr(ThColorRule) rule = g_list_model_get_item (G_LIST_MODEL (self->rules), i);

      th_color_rules_add (copy, th_color_rule_get_expression (rule),
                          th_color_rule_get_color (rule));
    }
  th_color_rules_save (copy);
  th_event_coloring_set_rules (th_document_get_coloring (self->document), copy);
}

static void
update_rows (ThColorRulesDialog *self)
{
  guint n = get_n_rules (self);

  for (guint i = 0; i < n; i++)
    th_color_rule_row_update_place (get_row (self, i));
  gtk_widget_set_visible (self->none, n == 0);
  gtk_widget_set_visible (self->list, n > 0);
}

static void
append (ThColorRulesDialog *self,
        ThColorRule        *rule)
{
  g_signal_connect_object (rule, "notify", G_CALLBACK (apply), self, G_CONNECT_SWAPPED);
  g_list_store_append (self->rules, rule);
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  ThColorRulesDialog *self = data;

  return th_color_rule_row_new (item, th_document_get_recording (self->document));
}

/* --- actions ------------------------------------------------------------- */

static void
add_action (GtkWidget  *widget,
            const char *action,
            GVariant   *parameter)
{
  ThColorRulesDialog *self = TH_COLOR_RULES_DIALOG (widget);
  guint n = get_n_rules (self);
  g_autoptr(ThColorRule) rule = th_color_rule_new ("", palette[n % G_N_ELEMENTS (palette)]);

  if (n < TH_SCENE_MAX_RULES)
    {
      append (self, rule);
      apply (self);
      update_rows (self);
    }
  th_color_rule_row_focus_field (get_row (self, get_n_rules (self) - 1));
}

/* Moves the preceding rule down instead, so that the row keeps its widgets, one of which may be in
 * use. */
static void
move_up_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  ThColorRulesDialog *self = TH_COLOR_RULES_DIALOG (widget);
  guint index = g_variant_get_uint32 (parameter);
  g_autoptr(ThColorRule) before = NULL;

  if (index == 0 || index >= get_n_rules (self))
    return;

  before = g_list_model_get_item (G_LIST_MODEL (self->rules), index - 1);
  g_list_store_remove (self->rules, index - 1);
  g_list_store_insert (self->rules, index, before);
  apply (self);
  update_rows (self);
  th_color_rule_row_focus_button (get_row (self, index - 1), TRUE);
}

/* Moves the focus to the next rule, or to the last one, before the row is removed. */
static gboolean
remove_cb (gpointer data)
{
  ThColorRulesDialog *self = data;
  guint n = get_n_rules (self), index = self->removed;

  self->remove_id = 0;
  if (n > 1)
    th_color_rule_row_focus_button (get_row (self, index + 1 < n ? index + 1 : index - 1), FALSE);
  else
    gtk_widget_grab_focus (self->add);
  g_list_store_remove (self->rules, index);
  apply (self);
  update_rows (self);

  return G_SOURCE_REMOVE;
}

/* Removes the rule from an idle source, because the button that was clicked is in the row. */
static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  ThColorRulesDialog *self = TH_COLOR_RULES_DIALOG (widget);
  guint index = g_variant_get_uint32 (parameter);

  if (index >= get_n_rules (self) || self->remove_id != 0)
    return;

  self->removed = index;
  self->remove_id = g_idle_add_full (G_PRIORITY_DEFAULT, remove_cb, self, NULL);
}

/* --- class --------------------------------------------------------------- */

static void
th_color_rules_dialog_dispose (GObject *object)
{
  ThColorRulesDialog *self = TH_COLOR_RULES_DIALOG (object);

  g_clear_handle_id (&self->remove_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COLOR_RULES_DIALOG);
  g_clear_object (&self->rules);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_color_rules_dialog_parent_class)->dispose (object);
}

static void
th_color_rules_dialog_class_init (ThColorRulesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_color_rules_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_install_action (widget_class, "rule.add", NULL, add_action);
  gtk_widget_class_install_action (widget_class, "rule.move-up", "u", move_up_action);
  gtk_widget_class_install_action (widget_class, "rule.remove", "u", remove_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-color-rules-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThColorRulesDialog, list);
  gtk_widget_class_bind_template_child (widget_class, ThColorRulesDialog, none);
  gtk_widget_class_bind_template_child (widget_class, ThColorRulesDialog, add);
}

static void
th_color_rules_dialog_init (ThColorRulesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (self->add);
  self->rules = g_list_store_new (TH_TYPE_COLOR_RULE);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), G_LIST_MODEL (self->rules), create_row,
                           self, NULL);
}

ThColorRulesDialog *
th_color_rules_dialog_new (GtkWindow  *parent,
                           ThDocument *document)
{
  ThColorRulesDialog *self = th_dialog_new (TH_TYPE_COLOR_RULES_DIALOG, parent);
  g_autoptr(GPtrArray) rules = th_color_rules_load ();

  self->document = g_object_ref (document);
  for (guint i = 0; i < rules->len; i++)
    append (self, rules->pdata[i]);
  update_rows (self);
  /* Enter adds the first rule. */
  if (rules->len == 0)
    gtk_window_set_focus (GTK_WINDOW (self), self->add);

  return self;
}
