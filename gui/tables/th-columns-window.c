/* th-columns-window.c - chooses and orders the columns of the event table, also by keyboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-columns-window.h"

#include <glib/gi18n-lib.h>

#include "th-event-table-private.h"
#include "th-expression-field.h"
#include "th-widgets.h"

struct _ThColumnsWindow
{
  GtkWindow     parent;

  ThEventTable *table;
  ThRecording  *recording;
  GtkWidget    *list;
  GtkWidget    *expression; /* hidden without a recording */
  GtkWidget    *entry;      /* NULL: there is no recording */
};

G_DEFINE_FINAL_TYPE (ThColumnsWindow, th_columns_window, GTK_TYPE_WINDOW)

/* --- rows ---------------------------------------------------------------- */

static const ThEventColumn *
get_column (GtkWidget *button)
{
  return g_object_get_data (G_OBJECT (button), "th-column");
}

/* A column that moves gets another row; the focus moves to the same button of that row. */
static void
focus_row (ThColumnsWindow     *self,
           const ThEventColumn *column,
           const char          *name)
{
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    for (GtkWidget *child =
         gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)));
         child != NULL;
         child = gtk_widget_get_next_sibling (child))
      if (get_column (child) == column && g_str_equal (gtk_widget_get_name (child), name))
        gtk_widget_grab_focus (child);
}

/* To be called before a row with the focus is removed: GTK 4.8 would draw its surroundings
 * as if the focus were still there. */
static void
leave_row (ThColumnsWindow *self)
{
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
}

static void
move (ThColumnsWindow *self,
      GtkWidget       *button,
      int              step)
{
  const ThEventColumn *column = get_column (button);

  leave_row (self);
  th_event_table_move_column (self->table, column, step);
  focus_row (self, column, step < 0 ? "left" : "right");
}

static void
left_cb (ThColumnsWindow *self,
         GtkWidget       *button)
{
  move (self, button, -1);
}

static void
right_cb (ThColumnsWindow *self,
          GtkWidget       *button)
{
  move (self, button, 1);
}

static void
hide_cb (ThColumnsWindow *self,
         GtkWidget       *button)
{
  const ThEventColumn *column = get_column (button);

  leave_row (self);
  th_event_table_remove_column (self->table, column);
}

static void
add_button (ThColumnsWindow     *self,
            GtkWidget           *box,
            const ThEventColumn *column,
            const char          *name,
            const char          *icon,
            const char          *tip,
            GCallback            clicked)
{
  GtkWidget *button = th_icon_button_new (icon, tip);

  th_button_name_of (button, th_event_column_get_name (column), tip);
  gtk_widget_set_name (button, name);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "th-column", (gpointer) column);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
create_row (gpointer view_column,
            gpointer data)
{
  ThColumnsWindow *self = data;
  const ThEventColumn *column = th_event_table_find_column (self->table, view_column);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new (th_event_column_get_name (column));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  add_button (self, box, column, "left", "go-up-symbolic", _("Move left"), G_CALLBACK (left_cb));
  add_button (self, box, column, "right", "go-down-symbolic", _("Move right"),
              G_CALLBACK (right_cb));
  add_button (self, box, column, "hide", "window-close-symbolic", _("Hide"), G_CALLBACK (hide_cb));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  th_event_column_get_name (column), -1);

  return row;
}

/* --- one more ------------------------------------------------------------ */

static gboolean
check (ThRecording  *recording,
       const char   *text,
       guint        *begin,
       guint        *end,
       GError      **error)
{
  return th_event_column_parse (recording, text, begin, end, error) != NULL;
}

static void
typed_cb (ThColumnsWindow *self)
{
  ThExpressionField *entry = TH_EXPRESSION_FIELD (self->entry);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "columns.add",
                                 th_expression_field_get_text (entry)[0] != '\0' &&
                                 th_expression_field_get_mistake (entry) == NULL);
}

static void
add_cb (ThColumnsWindow *self)
{
  ThExpressionField *entry = TH_EXPRESSION_FIELD (self->entry);
  const ThEventColumn *column =
    th_event_column_parse (self->recording, th_expression_field_get_text (entry), NULL, NULL, NULL);

  if (column == NULL)
    return;

  th_event_table_add_column (self->table, column, G_MAXUINT);
  th_expression_field_set_text (entry, "");
}

static void
add_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  add_cb (TH_COLUMNS_WINDOW (widget));
}

static void
show_entry (ThColumnsWindow *self)
{
  self->entry = th_expression_field_new (self->recording, check, _("Expression value"),
                                         _("Expression, for example: len * 8"));
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_box_prepend (GTK_BOX (self->expression), self->entry);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (typed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (add_cb), self);
  gtk_widget_set_visible (self->expression, TRUE);
}

/* --- class -------------------------------------------------------------- */

static void
th_columns_window_dispose (GObject *object)
{
  ThColumnsWindow *self = TH_COLUMNS_WINDOW (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (GTK_LIST_BOX (self->list), NULL, NULL, NULL, NULL);
  g_clear_pointer (&self->recording, th_recording_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COLUMNS_WINDOW);

  G_OBJECT_CLASS (th_columns_window_parent_class)->dispose (object);
}

static void
th_columns_window_class_init (ThColumnsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_columns_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-columns-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ThColumnsWindow, list);
  gtk_widget_class_bind_template_child (widget_class, ThColumnsWindow, expression);
  gtk_widget_class_install_action (widget_class, "columns.add", NULL, add_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
th_columns_window_init (ThColumnsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_dialog_add_header (GTK_WINDOW (self));
  th_buttons_name (gtk_window_get_child (GTK_WINDOW (self)));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "columns.add", FALSE);
}

GtkWidget *
th_columns_window_new (GtkWindow    *parent,
                       ThEventTable *table,
                       ThRecording  *recording)
{
  ThColumnsWindow *self = th_dialog_new (TH_TYPE_COLUMNS_WINDOW, parent);

  self->table = table;
  if (recording != NULL)
    {
      self->recording = th_recording_ref (recording);
      show_entry (self);
    }
  th_dialog_lend_actions (GTK_WINDOW (self), parent);
  gtk_list_box_bind_model (GTK_LIST_BOX (self->list), th_event_table_get_columns (table),
                           create_row, self, NULL);

  return GTK_WIDGET (self);
}
