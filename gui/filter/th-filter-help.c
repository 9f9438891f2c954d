/* th-filter-help.c - the syntax of filters and expressions, by example
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-help.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThFilterHelp
{
  GtkWindow   parent;

  GtkLabel   *hint;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (ThFilterHelp, th_filter_help, GTK_TYPE_WINDOW)

/* The examples are valid in any recording with network and scheduler events. */
static const struct
{
  const char *expression;
  const char *meaning;
} examples[] = {
  { "irq:*", N_("All events of a system; a comma between two means either") },
  { "sched_switch and prev_prio < 100",
    N_("An event and one of its fields; “or”, “not” and parentheses work, too") },
  { "task ~ \"wget*\" or pid in {12, 14..20}",
    N_("A pattern with * and ?; any of these values and ranges") },
  { "info contains \"eth0\"",
    N_("Text anywhere in the event's info; or a regular expression: info =~ /eth[01]/") },
  { "cpu == 2 and ts > 188.024s", N_("CPU and time; units are ns, us, ms, s, B, KB, MB, GB") },
  { "reason != NOT_SPECIFIED", N_("The name of a field's value") },
  { "(len + 14) * 8 > 12000", N_("Arithmetic in place of a field or number: + - * / % << >> & | ^ "
                                 "~ and parentheses") },
  { "prev_pid & 0xff == 3",
    N_("Some bits of a value: arithmetic binds more tightly than comparison") },
  { "packet.total > 1ms",
    N_("Events of slow packets; also packet.outcome, packet.reader, packet.stage.wakeup") },
  { "net/netif_receive_skb: len > 60", N_("trace-cmd's syntax") },
};

static void
chosen_cb (ThFilterHelp  *self,
           GtkListBoxRow *row)
{
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self)));

  if (parent != NULL)
    gtk_widget_activate_action (parent, "win.set-filter", "s",
                                examples[gtk_list_box_row_get_index (row)].expression);
  gtk_window_close (GTK_WINDOW (self));
}

static const char *
get_meaning (const char *expression)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].expression, expression))
      return _(examples[i].meaning);

  g_return_val_if_reached ("");
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  const char *expression = gtk_string_object_get_string (item), *meaning = get_meaning (expression);
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = th_label_new (expression, "example");

  th_widget_set_code (label);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), th_paragraph_new (meaning, NULL));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, expression,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, meaning, -1);

  return row;
}

static void
th_filter_help_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_FILTER_HELP);

  G_OBJECT_CLASS (th_filter_help_parent_class)->dispose (object);
}

static void
th_filter_help_class_init (ThFilterHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_filter_help_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-filter-help.ui");
  gtk_widget_class_bind_template_child (widget_class, ThFilterHelp, hint);
  gtk_widget_class_bind_template_child (widget_class, ThFilterHelp, list);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}

static void
th_filter_help_init (ThFilterHelp *self)
{
  g_autoptr(GtkStringList) expressions = gtk_string_list_new (NULL);
  g_autofree char *key = th_shortcuts_describe (th_actions_find ("win.complete"));
  /* Translators: %s is an action and its key: "Offer words for the filter (Ctrl+Space)" */
  g_autofree char *hint = g_strdup_printf (_("Choose an example to use it as the filter. “%s” "
                                             "completes while you type."), key);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_text (self->hint, hint);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    gtk_string_list_append (expressions, examples[i].expression);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (expressions), create_row, NULL, NULL);
}

GtkWidget *
th_filter_help_new (GtkWindow *parent)
{
  return th_dialog_new (TH_TYPE_FILTER_HELP, parent);
}
