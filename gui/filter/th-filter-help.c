/* th-filter-help.c - how filters and expressions are written, by example
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-help.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-widgets.h"

#define WIDTH 620
#define HEIGHT 640

struct _ThFilterHelp
{
  GtkWindow parent;
};

G_DEFINE_FINAL_TYPE (ThFilterHelp, th_filter_help, GTK_TYPE_WINDOW)

/* In every recording of a network card and the scheduler they are right. */
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

const char *
th_filter_help_get_example (guint index)
{
  return index < G_N_ELEMENTS (examples) ? examples[index].expression : NULL;
}

static void
chosen_cb (GtkWindow     *self,
           GtkListBoxRow *row)
{
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (self));

  if (parent != NULL)
    gtk_widget_activate_action (parent, "win.set-filter", "s",
                                examples[gtk_list_box_row_get_index (row)].expression);
  gtk_window_close (self);
}

static GtkWidget *
row_new (guint index)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *expression = gtk_label_new (examples[index].expression);
  GtkWidget *meaning = th_paragraph_new (_(examples[index].meaning), NULL);

  gtk_label_set_xalign (GTK_LABEL (expression), 0);
  gtk_widget_add_css_class (expression, "example");
  th_widget_set_code (expression);
  gtk_box_append (GTK_BOX (box), expression);
  gtk_box_append (GTK_BOX (box), meaning);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  examples[index].expression,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(examples[index].meaning),
                                  -1);

  return row;
}

static void
th_filter_help_class_init (ThFilterHelpClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
th_filter_help_init (ThFilterHelp *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *list = gtk_list_box_new ();
  g_autofree char *key = th_shortcuts_describe (th_actions_find ("win.complete"));
  /* Translators: %s is an action and its key: "Offer words for the filter (Ctrl+Space)" */
  g_autofree char *chosen = g_strdup_printf (_("Choose an example to use it as the filter. “%s” "
                                               "completes while you type."), key);

  th_dialog_add_header (GTK_WINDOW (self));
  gtk_window_set_title (GTK_WINDOW (self), _("Filter Syntax"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  gtk_widget_add_css_class (GTK_WIDGET (self), "filterdialog");
  gtk_widget_add_css_class (box, "sheets");

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Examples"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    gtk_list_box_append (GTK_LIST_BOX (list), row_new (i));
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (chosen_cb), self);

  gtk_box_append (GTK_BOX (box), th_paragraph_new (chosen, NULL));
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), th_paragraph_new (_("Find takes an expression after “=”. A table "
                                                     "column can be a field or an arithmetic "
                                                     "expression, for example: len * 8"), NULL));
  gtk_window_set_child (GTK_WINDOW (self), th_scroller_new (box));
}

GtkWidget *
th_filter_help_new (GtkWindow *parent)
{
  return g_object_new (TH_TYPE_FILTER_HELP, "transient-for", parent, "destroy-with-parent", TRUE,
                       NULL);
}
