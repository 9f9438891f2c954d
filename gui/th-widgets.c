/* th-widgets.c - pieces that windows and panels are put together from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-widgets.h"

GtkWidget *
th_label_new (const char *text,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

GtkWidget *
th_paragraph_new (const char *text,
                  const char *css_class)
{
  GtkWidget *label = th_label_new (text, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);

  return label;
}

GtkWidget *
th_hollow_new (GtkWidget *child)
{
  GtkWidget *hollow = gtk_overlay_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *text = th_paragraph_new (NULL, "dim-label"), *button = gtk_button_new ();

  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 50);
  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  g_object_set (box, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_CENTER, "visible", FALSE, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (hollow), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (hollow), box);

  return hollow;
}

void
th_hollow_set_text (GtkWidget  *hollow,
                    const char *text,
                    const char *button,
                    const char *action)
{
  GtkWidget *box = gtk_widget_get_last_child (hollow);
  GtkWidget *label = gtk_widget_get_first_child (box), *click = gtk_widget_get_last_child (box);

  if (text == NULL && !gtk_widget_get_visible (box))
    return;

  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (click, button != NULL);
  if (button != NULL)
    gtk_button_set_label (GTK_BUTTON (click), button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (click), action);
  gtk_widget_set_visible (box, text != NULL);
}

GtkWidget *
th_scroller_new (GtkWidget *child)
{
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", child, "hscrollbar-policy", GTK_POLICY_NEVER, NULL);
}

void
th_widget_clear (GtkWidget *parent)
{
  GtkRoot *root = gtk_widget_get_root (parent);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *child;

  /* GTK 4.8: a child that goes with the focus on it leaves what is around it
   * drawn as if it were there still. */
  if (focus != NULL && gtk_widget_is_ancestor (focus, parent))
    gtk_root_set_focus (root, NULL);
  while ((child = gtk_widget_get_first_child (parent)) != NULL)
    if (GTK_IS_LIST_BOX (parent))
      gtk_list_box_remove (GTK_LIST_BOX (parent), child);
    else if (GTK_IS_GRID (parent))
      gtk_grid_remove (GTK_GRID (parent), child);
    else
      gtk_box_remove (GTK_BOX (parent), child);
}

/* It holds the parent then, which does not end before, so that it has to be told by
 * hand that the parent goes. */
void
th_dialog_lend_actions (GtkWindow *dialog,
                        GtkWindow *parent)
{
  gtk_widget_insert_action_group (GTK_WIDGET (dialog), "win", G_ACTION_GROUP (parent));
  g_signal_connect_object (parent, "unrealize", G_CALLBACK (gtk_window_destroy), dialog, G_CONNECT_SWAPPED);
}

void
th_widget_set_code (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    th_widget_set_code (child);
}

/* --- focus ---------------------------------------------------------------- */

typedef struct
{
  GtkWidget *before; /* who had it */
  GtkWidget *parent; /* of the popover */
} Loan;

static void
loan_free (gpointer data)
{
  Loan *loan = data;

  g_object_unref (loan->before);
  g_clear_object (&loan->parent);
  g_free (loan);
}

static gboolean
give_back_cb (gpointer data)
{
  Loan *loan = data;
  GtkRoot *root = gtk_widget_get_root (loan->before);
  GtkWidget *now = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (root != NULL && (now == NULL || (loan->parent != NULL && gtk_widget_is_ancestor (now, loan->parent))))
    gtk_widget_grab_focus (loan->before);

  return G_SOURCE_REMOVE;
}

static void
popover_closed_cb (GtkPopover *popover,
                   GtkWidget  *before)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (popover));
  Loan *loan = g_new0 (Loan, 1);

  g_signal_handlers_disconnect_by_func (popover, popover_closed_cb, before);
  loan->before = g_object_ref (before);
  loan->parent = parent != NULL ? g_object_ref (parent) : NULL;
  /* Once what was chosen has been done, and GTK has put the focus somewhere. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, give_back_cb, loan, loan_free);
}

void
th_popovers_close (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      th_popovers_close (child);
      if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
        gtk_popover_popdown (GTK_POPOVER (child));
    }
}

void
th_popover_give_back_focus (GtkPopover *popover)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (popover));
  GtkWidget *before = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (before != NULL && !gtk_widget_is_ancestor (before, GTK_WIDGET (popover)))
    g_signal_connect_object (popover, "closed", G_CALLBACK (popover_closed_cb), before, 0);
}
