/* th-widgets.c - small building blocks of windows and panels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"
#include "th-widgets.h"

void
th_label_set_text (GtkWidget  *label,
                   const char *text)
{
  g_autofree char *shown = text == NULL || th_printable_is_clean (text, strlen (text))
                           ? NULL : th_printable_dup (text);

  gtk_label_set_text (GTK_LABEL (label), shown != NULL ? shown : text != NULL ? text : "");
}

GtkWidget *
th_label_new (const char *text,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  th_label_set_text (label, text);
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

/* GTK 4.8 derives the name from the text including the mnemonic's underscore, and
 * repeats it for the label inside. */
static void
name_once (GtkWidget *button)
{
  if (gtk_button_get_use_underline (GTK_BUTTON (button)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

GtkWidget *
th_button_new (const char *mnemonic)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (mnemonic);

  name_once (button);
  return button;
}

GtkWidget *
th_icon_button_new (const char *icon,
                    const char *text)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return button;
}

/* The focus of a menu button is on a button inside it. */
static void
name_by_tooltip (GtkWidget *widget)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (GTK_IS_MENU_BUTTON (widget))
    widget = gtk_widget_get_first_child (widget);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
}

static gboolean
has_picture_alone (GtkWidget *widget)
{
  return GTK_IS_MENU_BUTTON (widget)
         ? gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)) != NULL
                                     : GTK_IS_BUTTON (widget) &&
                                       gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL;
}

void
th_buttons_name (GtkWidget *parent)
{
  if (has_picture_alone (parent) && gtk_widget_get_tooltip_text (parent) != NULL)
    name_by_tooltip (parent);
  else if (GTK_IS_BUTTON (parent))
    name_once (parent);
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    th_buttons_name (child);
}

static void
chosen_cb (GtkDropDown *drop_down)
{
  const char *name = g_object_get_data (G_OBJECT (drop_down), "th-name");
  GObject *item = gtk_drop_down_get_selected_item (drop_down);
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));
  g_autofree char *text = NULL;

  if (GTK_IS_STRING_OBJECT (item))
    text = g_strdup_printf ("%s: %s", name,
                            gtk_string_object_get_string (GTK_STRING_OBJECT (item)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : name, -1);
}

void
th_inner_button_name (GtkWidget  *widget,
                      const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), "th-name", g_strdup (name), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (widget)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (!GTK_IS_DROP_DOWN (widget))
    return;

  g_signal_connect (widget, "notify::selected-item", G_CALLBACK (chosen_cb), NULL);
  chosen_cb (GTK_DROP_DOWN (widget));
}

void
th_button_name_of (GtkWidget  *button,
                   const char *of,
                   const char *text)
{
  g_autofree char *name = g_strdup_printf ("%s: %s", of, text);

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
th_label_place (GtkWidget  *label,
                const char *row,
                const char *column)
{
  g_autofree char *place = g_strdup_printf ("%s, %s", row, column);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  place, -1);
}

GtkWidget *
th_empty_state_new (GtkWidget *child)
{
  GtkWidget *hollow = gtk_overlay_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *text = th_paragraph_new (NULL, "dim-label"), *button = gtk_button_new ();

  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 50);
  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  g_object_set (box, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_CENTER, "visible", FALSE,
                NULL);
  gtk_overlay_set_child (GTK_OVERLAY (hollow), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (hollow), box);

  return hollow;
}

void
th_empty_state_set_text (GtkWidget  *hollow,
                         const char *text,
                         const char *button,
                         const char *action)
{
  GtkWidget *box = gtk_widget_get_last_child (hollow);
  GtkWidget *label = gtk_widget_get_first_child (box), *click = gtk_widget_get_last_child (box);

  if (text == NULL && !gtk_widget_get_visible (box))
    return;

  th_label_set_text (label, text);
  gtk_widget_set_visible (click, button != NULL);
  if (button != NULL)
    {
      gtk_button_set_label (GTK_BUTTON (click), button);
      name_once (click);
    }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (click), action);
  gtk_widget_set_visible (box, text != NULL);
}

GtkWidget *
th_scroller_new (GtkWidget *child)
{
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", child, "hscrollbar-policy",
                       GTK_POLICY_NEVER, NULL);
}

void
th_widget_clear (GtkWidget *parent)
{
  GtkRoot *root = gtk_widget_get_root (parent);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *child;

  /* GTK 4.8: removing a child that has the focus leaves its surroundings drawn as if
   * it were still there. */
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

void
th_dialog_add_header (GtkWindow *dialog)
{
  gtk_window_set_titlebar (dialog, gtk_header_bar_new ());
}

/* The dialog holds a reference to its parent, so closing the parent must destroy
 * the dialog explicitly. */
void
th_dialog_lend_actions (GtkWindow *dialog,
                        GtkWindow *parent)
{
  gtk_widget_insert_action_group (GTK_WIDGET (dialog), "win", G_ACTION_GROUP (parent));
  g_signal_connect_object (parent, "unrealize", G_CALLBACK (gtk_window_destroy), dialog,
                           G_CONNECT_SWAPPED);
}

GtkWindow *
th_dialog_find (GtkWindow *parent,
                GType      type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) &&
          gtk_window_get_transient_for (window) == parent)
        return window;
    }

  return NULL;
}

gboolean
th_dialog_present (GtkWindow *parent,
                   GType      type)
{
  GtkWindow *dialog = th_dialog_find (parent, type);

  if (dialog != NULL)
    gtk_window_present (dialog);

  return dialog != NULL;
}

void
th_widget_set_code (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    th_widget_set_code (child);
}

/* --- when idle ------------------------------------------------------------ */

typedef struct
{
  GWeakRef     widget;
  ThWidgetFunc func;
} Call;

static void
call_free (gpointer data)
{
  g_weak_ref_clear (&((Call *) data)->widget);
  g_free (data);
}

static gboolean
call_cb (gpointer data)
{
  const Call *call = data;
  g_autoptr(GtkWidget) widget = g_weak_ref_get (&((Call *) data)->widget);

  if (widget != NULL)
    call->func (widget);

  return G_SOURCE_REMOVE;
}

void
th_widget_call_when_idle (GtkWidget   *widget,
                          ThWidgetFunc func)
{
  Call *call = g_new0 (Call, 1);

  g_weak_ref_init (&call->widget, widget);
  call->func = func;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, call_cb, call, call_free);
}

/* --- focus ---------------------------------------------------------------- */

/* Idle handlers hold no reference to a widget; see th_widget_call_when_idle(). */
typedef struct
{
  GWeakRef before; /* the widget that had the focus */
  GWeakRef parent; /* of the popover */
} Loan;

static void
loan_free (gpointer data)
{
  Loan *loan = data;

  g_weak_ref_clear (&loan->before);
  g_weak_ref_clear (&loan->parent);
  g_free (loan);
}

static gboolean
give_back_cb (gpointer data)
{
  Loan *loan = data;
  g_autoptr(GtkWidget) before = g_weak_ref_get (&loan->before),
  parent = g_weak_ref_get (&loan->parent);
  GtkRoot *root = before != NULL ? gtk_widget_get_root (before) : NULL;
  GtkWidget *now = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (root != NULL && (now == NULL || (parent != NULL && gtk_widget_is_ancestor (now, parent))))
    gtk_widget_grab_focus (before);

  return G_SOURCE_REMOVE;
}

static void
popover_unmapped_cb (GtkPopover *popover,
                     GtkWidget  *before)
{
  Loan *loan = g_new0 (Loan, 1);

  g_signal_handlers_disconnect_by_func (popover, popover_unmapped_cb, before);
  g_weak_ref_init (&loan->before, before);
  g_weak_ref_init (&loan->parent, gtk_widget_get_parent (GTK_WIDGET (popover)));
  /* Runs after the chosen action, and after GTK has moved the focus. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, give_back_cb, loan, loan_free);
}

void
th_popovers_close (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
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

  /* A submenu keeps the focus until it is destroyed, so "closed" would be too early. */
  if (before != NULL && !gtk_widget_is_ancestor (before, GTK_WIDGET (popover)))
    g_signal_connect_object (popover, "unmap", G_CALLBACK (popover_unmapped_cb), before, 0);
}

static void
menu_unmapped_cb (GtkPopover *popover)
{
  GtkWidget *button = gtk_widget_get_first_child (gtk_widget_get_parent (GTK_WIDGET (popover)));
  Loan *loan = g_new0 (Loan, 1);

  g_weak_ref_init (&loan->before, button);
  g_weak_ref_init (&loan->parent, popover);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, give_back_cb, loan, loan_free);
}

/* Setting another menu model creates another popover. */
static void
popover_set_cb (GtkMenuButton *button)
{
  if (gtk_menu_button_get_popover (button) != NULL)
    g_signal_connect (gtk_menu_button_get_popover (button), "unmap", G_CALLBACK (menu_unmapped_cb),
                      NULL);
}

void
th_menu_button_take_back_focus (GtkMenuButton *button)
{
  g_signal_connect (button, "notify::popover", G_CALLBACK (popover_set_cb), NULL);
  popover_set_cb (button);
}
