/* th-expression-field.c - an entry for an expression, with completion and validation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-expression-field.h"

#include "th-expression-entry.h"
#include "th-completion-popup.h"
#include "th-display-text.h"
#include "th-widgets.h"

struct _ThExpressionField
{
  GtkBox                 parent;

  ThRecording           *recording;
  ThExpressionCheckFunc  check;
  ThCompletionPopup     *words;   /* owned by this box */
  GtkWidget             *entry;
  GtkWidget             *complaint;
  char                  *mistake;
};

enum { SIGNAL_CHANGED, SIGNAL_ACTIVATE, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThExpressionField, th_expression_field, GTK_TYPE_BOX)

static void
show_mistake (ThExpressionField *self)
{
  const char *text = th_expression_field_get_text (self);
  g_autoptr(GError) error = NULL;
  gboolean quiet = th_completion_popup_is_open (self->words);
  guint begin = 0, end = 0;

  g_clear_pointer (&self->mistake, g_free);
  if (text[0] != '\0' && !self->check (self->recording, text, &begin, &end, &error))
    self->mistake = th_display_text_make_valid (error->message);
  th_expression_entry_set_mistake (GTK_ENTRY (self->entry), quiet ? NULL : self->mistake, begin,
                                   end);
  gtk_label_set_text (GTK_LABEL (self->complaint), self->mistake != NULL ? self->mistake : "");
  gtk_widget_set_visible (self->complaint, self->mistake != NULL && !quiet);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  self->mistake != NULL ? self->mistake : "", -1);
}

static void
changed_cb (ThExpressionField *self)
{
  show_mistake (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
activate_cb (ThExpressionField *self)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0);
}

const char *
th_expression_field_get_text (ThExpressionField *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

void
th_expression_field_set_text (ThExpressionField *self,
                              const char        *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

const char *
th_expression_field_get_mistake (ThExpressionField *self)
{
  return self->mistake;
}

/* --- class --------------------------------------------------------------- */

static gboolean
th_expression_field_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TH_EXPRESSION_FIELD (widget)->entry);
}

static void
th_expression_field_dispose (GObject *object)
{
  ThExpressionField *self = TH_EXPRESSION_FIELD (object);

  if (self->words != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->words));
  self->words = NULL;
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->mistake, g_free);

  G_OBJECT_CLASS (th_expression_field_parent_class)->dispose (object);
}

static void
th_expression_field_class_init (ThExpressionFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_expression_field_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = th_expression_field_grab_focus;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", TH_TYPE_EXPRESSION_FIELD, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", TH_TYPE_EXPRESSION_FIELD, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
th_expression_field_init (ThExpressionField *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  self->entry = gtk_entry_new ();
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_widget_add_css_class (self->entry, "expression");
  th_widget_set_code (self->entry);
  th_expression_entry_watch (GTK_ENTRY (self->entry), "");
  gtk_box_append (GTK_BOX (self), self->entry);
  self->complaint = th_paragraph_new (NULL, "error");
  gtk_widget_set_visible (self->complaint, FALSE);
  gtk_box_append (GTK_BOX (self), self->complaint);
  self->words = th_completion_popup_new (GTK_ENTRY (self->entry), "");
}

GtkWidget *
th_expression_field_new (ThRecording           *recording,
                         ThExpressionCheckFunc  check,
                         const char            *label,
                         const char            *placeholder)
{
  ThExpressionField *self = g_object_new (TH_TYPE_EXPRESSION_FIELD, NULL);

  self->recording = th_recording_ref (recording);
  self->check = check;
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), placeholder);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  th_completion_popup_set_recording (self->words, recording);
  th_expression_entry_set_recording (GTK_ENTRY (self->entry), recording);
  g_signal_connect_object (self->words, "notify::visible", G_CALLBACK (show_mistake), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
