/* th-gtk48.c - workarounds for what GTK 4.8 lacks or does wrong
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-gtk48.h"

#include <glib/gi18n-lib.h>

#include "th-list-row.h"

/* --- names for screen readers ------------------------------------------------ */

void
th_button_fix_name (GtkWidget *button)
{
  if (gtk_button_get_use_underline (GTK_BUTTON (button)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
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
is_icon_button (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget))
    return gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)) != NULL;

  return GTK_IS_BUTTON (widget) && gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL;
}

void
th_buttons_name (GtkWidget *parent)
{
  if (is_icon_button (parent) && gtk_widget_get_tooltip_text (parent) != NULL)
    name_by_tooltip (parent);
  else if (GTK_IS_BUTTON (parent))
    th_button_fix_name (parent);
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    th_buttons_name (child);
}

static void
selected_cb (GtkDropDown *drop_down)
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

  g_signal_connect (widget, "notify::selected-item", G_CALLBACK (selected_cb), NULL);
  selected_cb (GTK_DROP_DOWN (widget));
}

/* --- children ----------------------------------------------------------------- */

void
th_widget_clear (GtkWidget *parent)
{
  GtkRoot *root = gtk_widget_get_root (parent);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *child;

  /* In GTK 4.8, removing a child that has the focus leaves its surroundings drawn as if it were
   * still there. */
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

/* --- windows ------------------------------------------------------------------- */

static void
forget_parent (GtkWindow *window)
{
  gtk_window_set_transient_for (window, NULL);
}

void
th_window_forget_parent (GtkWindow *window)
{
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL)
    g_signal_connect_object (parent, "destroy", G_CALLBACK (forget_parent), window,
                             G_CONNECT_SWAPPED);
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
  g_autoptr(GtkWidget) before = g_weak_ref_get (&loan->before);
  g_autoptr(GtkWidget) parent = g_weak_ref_get (&loan->parent);
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

static GtkWidget *
get_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

static void
give_back_focus (GtkPopover *popover,
                 GtkWidget  *before)
{
  /* A submenu keeps the focus until it is destroyed, so "closed" would be too early. */
  if (before != NULL && !gtk_widget_is_ancestor (before, GTK_WIDGET (popover)))
    g_signal_connect_object (popover, "unmap", G_CALLBACK (popover_unmapped_cb), before, 0);
}

void
th_popover_give_back_focus (GtkPopover *popover)
{
  give_back_focus (popover, get_focus (GTK_WIDGET (popover)));
}

void
th_menu_button_open_by_key (GtkMenuButton *button)
{
  GtkWidget *before = get_focus (GTK_WIDGET (button));

  gtk_menu_button_popup (button);
  /* There is none if the button is insensitive. */
  if (gtk_menu_button_get_popover (button) != NULL)
    give_back_focus (gtk_menu_button_get_popover (button), before);
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

/* --- column views -------------------------------------------------------------- */

void
th_column_view_replace_title (GtkColumnView *view,
                              guint          column,
                              GtkWidget     *widget)
{
  g_autoptr(GtkColumnViewColumn) wanted = g_list_model_get_item (gtk_column_view_get_columns (view),
                                                                 column);
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (view)));
  GtkWidget *box;

  for (guint i = 0; title != NULL && i < column; i++)
    title = gtk_widget_get_next_sibling (title);
  box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  if (!GTK_IS_BOX (box))
    return; /* other versions of GTK show the title */

  gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_column_view_column_get_title (wanted), -1);
  gtk_widget_set_visible (gtk_widget_get_first_child (box), FALSE);
  gtk_box_prepend (GTK_BOX (box), widget);
}

/* The header holds the titles in the order in which the columns were added, not in
 * the order in which they are shown. */
void
th_column_view_align_title (GtkColumnView *view,
                            guint          column,
                            gboolean       right)
{
  g_autoptr(GtkColumnViewColumn) wanted = g_list_model_get_item (gtk_column_view_get_columns (view),
                                                                 column);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  const char *text = wanted != NULL ? gtk_column_view_column_get_title (wanted) : NULL;

  for (GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
       title != NULL; title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title);
      GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;
      gboolean ltr;

      /* The sort arrow may have been moved to the front already. */
      if (label != NULL && !GTK_IS_LABEL (label))
        label = gtk_widget_get_next_sibling (label);
      if (!GTK_IS_LABEL (label) || g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
        continue;
      /* After a right-aligned title, the arrow would push the title away from its numbers. */
      ltr = gtk_widget_get_direction (label) != GTK_TEXT_DIR_RTL;
      gtk_box_reorder_child_after (GTK_BOX (box), label,
                                   right && ltr ? gtk_widget_get_last_child (box) : NULL);
      gtk_widget_set_halign (box, right && ltr ? GTK_ALIGN_END : GTK_ALIGN_FILL);
    }
}

void
th_column_view_lead_keys (GtkWidget *list,
                          guint      position)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = gtk_widget_get_first_child (list);

  while (row != NULL && th_list_row_get (row) != position)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL && focus != NULL && gtk_widget_is_ancestor (focus, list))
    gtk_widget_grab_focus (row);
}

static gboolean
tab_cb (GtkWidget      *list,
        guint           keyval,
        guint           keycode,
        GdkModifierType state)
{
  GtkRoot *root = gtk_widget_get_root (list);
  gboolean forward = keyval == GDK_KEY_Tab || keyval == GDK_KEY_KP_Tab;

  if ((!forward && keyval != GDK_KEY_ISO_Left_Tab) ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  gtk_widget_set_can_focus (list, FALSE);
  g_signal_emit_by_name (root, "move-focus", forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
  gtk_widget_set_can_focus (list, TRUE);
  return TRUE;
}

void
th_list_view_pass_tab (GtkWidget *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (tab_cb), list);
  gtk_widget_add_controller (list, keys);
}

void
th_expander_take_enter (GtkExpander *expander)
{
  static const guint enter[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (enter); i++)
    {
      GtkShortcutTrigger *trigger = gtk_keyval_trigger_new (enter[i], 0);
      GtkShortcutAction *action = g_object_ref (gtk_activate_action_get ());

      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                            gtk_shortcut_new (trigger, action));
    }
  gtk_widget_add_controller (GTK_WIDGET (expander), keys);
}

void
th_column_view_pass_tab (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));

  while (list != NULL && !GTK_IS_LIST_VIEW (list))
    list = gtk_widget_get_prev_sibling (list);
  g_return_if_fail (list != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rows"),
                                  -1);
  th_list_view_pass_tab (list);
}
