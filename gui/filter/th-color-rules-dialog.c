/* th-color-rules-dialog.c - the list of colours for events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-color-rules-dialog.h"

#include <glib/gi18n-lib.h>

#include "th-expression-field.h"
#include "th-filter.h"
#include "th-color-rules.h"
#include "th-widgets.h"

struct _ThColorRulesDialog
{
  GtkWindow   parent;

  ThDocument *document;
  GPtrArray  *rules;
  GtkWidget  *list;
  GtkWidget  *none;
  GtkWidget  *add;
  guint       focus_row; /* where the keys go once the list is filled anew */
  gboolean    focus_up;
  gboolean    filling;
  guint       refill_id;
};

G_DEFINE_FINAL_TYPE (ThColorRulesDialog, th_color_rules_dialog, GTK_TYPE_WINDOW)

/* What the next rules begin with; they are told apart in light and dark. */
static const char *const palette[] = { "#d1495b", "#2e86ab", "#3a9d5d", "#c47f17", "#8e5bc0",
                                       "#0e9aa7" };

static void fill (ThColorRulesDialog *self);

static void
apply (ThColorRulesDialog *self)
{
  GPtrArray *copy = th_color_rules_new ();

  for (guint i = 0; i < self->rules->len; i++)
    {
      const ThColorRule *rule = self->rules->pdata[i];

      th_color_rules_add (copy, rule->expression, rule->color);
    }
  th_color_rules_save (copy);
  th_document_set_rules (self->document, copy);
  g_ptr_array_unref (copy);
}

/* --- one rule ------------------------------------------------------------ */

static guint
get_index (GtkWidget *widget)
{
  return gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (widget,
                                                                                GTK_TYPE_LIST_BOX_ROW)));
}

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

static void
typed_cb (ThColorRulesDialog *self,
          GtkWidget          *entry)
{
  ThColorRule *rule;

  if (self->filling)
    return;

  rule = self->rules->pdata[get_index (entry)];
  g_free (rule->expression);
  rule->expression = g_strdup (th_expression_field_get_text (TH_EXPRESSION_FIELD (entry)));
  apply (self);
}

static void
colored_cb (ThColorRulesDialog *self,
            GtkWidget          *button)
{
  ThColorRule *rule = self->rules->pdata[get_index (button)];
  GdkRGBA rgba;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &rgba);
  g_free (rule->color);
  rule->color = g_strdup_printf ("#%02x%02x%02x", (guint) (rgba.red * 255 + .5),
                                 (guint) (rgba.green * 255 + .5), (guint) (rgba.blue * 255 + .5));
  apply (self);
}

/* The keys stay with what was moved, and come to what follows what was deleted. */
static void
give_focus (ThColorRulesDialog *self)
{
  guint place = MIN (self->focus_row, MAX (self->rules->len, 1) - 1);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), place);
  GtkWidget *button = row != NULL ? gtk_widget_get_last_child (gtk_list_box_row_get_child (row))
                                  : self->add;

  if (row != NULL && self->focus_up && place > 0)
    button = gtk_widget_get_prev_sibling (button);
  gtk_widget_grab_focus (button);
}

static gboolean
refill_cb (gpointer data)
{
  ThColorRulesDialog *self = data;

  self->refill_id = 0;
  fill (self);
  give_focus (self);

  return G_SOURCE_REMOVE;
}

/* What was clicked is in the list. */
static void
refill_later (ThColorRulesDialog *self)
{
  if (self->refill_id == 0)
    self->refill_id = g_idle_add_full (G_PRIORITY_DEFAULT, refill_cb, self, NULL);
}

void
th_color_rules_dialog_move (ThColorRulesDialog *self,
                            guint               index,
                            int                 step)
{
  gpointer rule;

  if (index >= self->rules->len || (int) index + step < 0 || index + step >= self->rules->len)
    return;

  rule = g_ptr_array_steal_index (self->rules, index);
  g_ptr_array_insert (self->rules, index + step, rule);
  self->focus_row = index + step;
  self->focus_up = TRUE;
  apply (self);
  refill_later (self);
}

void
th_color_rules_dialog_remove (ThColorRulesDialog *self,
                              guint               index)
{
  if (index >= self->rules->len)
    return;

  g_ptr_array_remove_index (self->rules, index);
  self->focus_row = index;
  self->focus_up = FALSE;
  apply (self);
  refill_later (self);
}

static void
up_cb (ThColorRulesDialog *self,
       GtkWidget          *button)
{
  th_color_rules_dialog_move (self, get_index (button), -1);
}

static void
remove_cb (ThColorRulesDialog *self,
           GtkWidget          *button)
{
  th_color_rules_dialog_remove (self, get_index (button));
}

static GtkWidget *
create_button (ThColorRulesDialog *self,
               const char         *icon,
               const char         *label,
               GCallback           callback)
{
  GtkWidget *button = th_icon_button_new (icon, label);

  gtk_widget_set_valign (button, GTK_ALIGN_START);
  g_signal_connect_swapped (button, "clicked", callback, self);

  return button;
}

static GtkWidget *
create_row (ThColorRulesDialog *self,
            const ThColorRule  *rule,
            guint               index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *color = gtk_color_button_new ();
  GtkWidget *entry = th_expression_field_new (th_document_get_recording (self->document), check,
                                              _("Expression"),
                                              _("Expression, for example: skb:kfree_skb"));
  GtkWidget *up = create_button (self, "go-up-symbolic", _("Move up"), G_CALLBACK (up_cb));
  GtkWidget *remove = create_button (self, "edit-delete-symbolic", _("Delete"),
                                     G_CALLBACK (remove_cb));
  /* Translators: of the list of colours of events; the first that matches counts */
  g_autofree char *name = g_strdup_printf (_("Rule %u"), index + 1);
  GdkRGBA rgba = { 0, 0, 0, 1 };

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  th_button_name_of (up, name, _("Move up"));
  th_button_name_of (remove, name, _("Delete"));

  gtk_widget_set_sensitive (up, index > 0);
  gdk_rgba_parse (&rgba, rule->color);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (color), &rgba);
  gtk_color_button_set_title (GTK_COLOR_BUTTON (color), _("Color of these events"));
  gtk_widget_set_tooltip_text (color, _("Color of these events"));
  th_inner_button_name (color, _("Color of these events"));
  g_signal_connect_swapped (color, "color-set", G_CALLBACK (colored_cb), self);
  th_expression_field_set_text (TH_EXPRESSION_FIELD (entry), rule->expression);
  gtk_widget_set_valign (color, GTK_ALIGN_START);
  gtk_widget_set_hexpand (entry, TRUE);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (typed_cb), self);
  gtk_box_append (GTK_BOX (box), color);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), up);
  gtk_box_append (GTK_BOX (box), remove);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);

  return row;
}

static void
fill (ThColorRulesDialog *self)
{
  self->filling = TRUE;
  th_widget_clear (self->list);
  for (guint i = 0; i < self->rules->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), create_row (self, self->rules->pdata[i], i));
  gtk_widget_set_visible (self->none, self->rules->len == 0);
  gtk_widget_set_visible (self->list, self->rules->len > 0);
  self->filling = FALSE;
}

void
th_color_rules_dialog_add (ThColorRulesDialog *self,
                           const char         *expression,
                           const char         *color)
{
  th_color_rules_add (self->rules, expression, color);
  apply (self);
  fill (self);
}

static void
add_cb (ThColorRulesDialog *self)
{
  GtkListBoxRow *row;

  th_color_rules_dialog_add (self, "", palette[self->rules->len % G_N_ELEMENTS (palette)]);
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), self->rules->len - 1);
  if (row != NULL)
    gtk_widget_grab_focus (gtk_widget_get_next_sibling (gtk_widget_get_first_child (gtk_list_box_row_get_child (row))));
}

/* --- class --------------------------------------------------------------- */

static void
th_color_rules_dialog_dispose (GObject *object)
{
  ThColorRulesDialog *self = TH_COLOR_RULES_DIALOG (object);

  g_clear_handle_id (&self->refill_id, g_source_remove);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (th_color_rules_dialog_parent_class)->dispose (object);
}

static void
th_color_rules_dialog_finalize (GObject *object)
{
  g_ptr_array_unref (TH_COLOR_RULES_DIALOG (object)->rules);

  G_OBJECT_CLASS (th_color_rules_dialog_parent_class)->finalize (object);
}

static void
th_color_rules_dialog_class_init (ThColorRulesDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_color_rules_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_color_rules_dialog_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
th_color_rules_dialog_init (ThColorRulesDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  th_dialog_add_header (GTK_WINDOW (self));
  self->rules = th_color_rules_load ();
  self->add = th_button_new (_("_Add Color"));
  gtk_window_set_title (GTK_WINDOW (self), _("Event Colors"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 360);
  gtk_widget_add_css_class (GTK_WIDGET (self), "filterdialog");
  gtk_widget_add_css_class (box, "sheets");
  self->none = th_paragraph_new (_("Events that match an expression get its color in lanes and "
                                   "table; the first match applies."), "dim-label");
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Event Colors"), -1);
  gtk_box_append (GTK_BOX (inner), self->none);
  gtk_box_append (GTK_BOX (inner), self->list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), inner);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_halign (self->add, GTK_ALIGN_START);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (add_cb), self);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->add);
  gtk_window_set_child (GTK_WINDOW (self), box);
}

ThColorRulesDialog *
th_color_rules_dialog_new (GtkWindow  *parent,
                           ThDocument *document)
{
  ThColorRulesDialog *self = g_object_new (TH_TYPE_COLOR_RULES_DIALOG, "transient-for", parent,
                                           "destroy-with-parent", TRUE, NULL);

  self->document = g_object_ref (document);
  fill (self);
  /* Enter adds the first one. */
  if (self->rules->len == 0)
    gtk_window_set_focus (GTK_WINDOW (self), self->add);

  return self;
}
