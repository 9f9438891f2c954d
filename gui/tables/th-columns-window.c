/* th-columns-window.c - the columns of the event table, chosen and ordered by keys too
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-columns-window.h"

#include <glib/gi18n-lib.h>

#include "th-expression-field.h"
#include "th-widgets.h"

struct _ThColumnsWindow
{
  GtkWindow     parent;

  ThEventTable *table;
  ThRecording  *recording;
  GtkWidget    *list;
  GtkWidget    *box;
  GtkWidget    *entry;   /* NULL: there is no recording */
  GtkWidget    *add;
};

G_DEFINE_FINAL_TYPE (ThColumnsWindow, th_columns_window, GTK_TYPE_WINDOW)

/* --- rows ---------------------------------------------------------------- */

static const ThEventColumn *
get_column (GtkWidget *button)
{
  return g_object_get_data (G_OBJECT (button), "th-column");
}

/* The row is rebuilt, and the focus moves to the same button of the new row. */
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

static void
move (ThColumnsWindow *self,
      GtkWidget       *button,
      int              step)
{
  const ThEventColumn *column = get_column (button);

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
  th_event_table_remove_column (self->table, get_column (button));
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
row_new (ThColumnsWindow     *self,
         const ThEventColumn *column)
{
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

static void
fill (ThColumnsWindow *self)
{
  g_autoptr(GPtrArray) columns = th_event_table_list_columns (self->table);

  th_widget_clear (self->list);
  for (guint i = 0; i < columns->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (self, columns->pdata[i]));
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

  gtk_widget_set_sensitive (self->add, th_expression_field_get_text (entry)[0] != '\0' &&
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
add_expression_row (ThColumnsWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->entry = th_expression_field_new (self->recording, check, _("Expression value"),
                                         _("Expression, for example: len * 8"));
  self->add = th_button_new (_("A_dd"));
  gtk_widget_set_valign (self->add, GTK_ALIGN_START);
  gtk_widget_set_sensitive (self->add, FALSE);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->add);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (typed_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (add_cb), self);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (add_cb), self);
  gtk_box_insert_child_after (GTK_BOX (self->box), box, gtk_widget_get_first_child (self->box));
}

/* --- class -------------------------------------------------------------- */

static void
th_columns_window_dispose (GObject *object)
{
  g_clear_pointer (&TH_COLUMNS_WINDOW (object)->recording, th_recording_unref);

  G_OBJECT_CLASS (th_columns_window_parent_class)->dispose (object);
}

static void
th_columns_window_class_init (ThColumnsWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_columns_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
add_action (GtkWidget  *box,
            const char *label,
            const char *action)
{
  GtkWidget *button = th_button_new (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static void
th_columns_window_init (ThColumnsWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *scroller;

  th_dialog_add_header (GTK_WINDOW (self));
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "columns");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Columns"), -1);
  scroller = th_scroller_new (self->list);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  add_action (box, _("_Add a Column…"), "win.add-column");
  add_action (box, _("_Default Columns"), "win.reset-columns");
  add_action (box, _("_Use for Other Recordings"), "win.keep-columns");
  gtk_widget_add_css_class (box, "columns-box");
  self->box = box;
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_default_size (GTK_WINDOW (self), 380, 492);
}

GtkWidget *
th_columns_window_new (GtkWindow    *parent,
                       ThEventTable *table,
                       ThRecording  *recording)
{
  ThColumnsWindow *self = g_object_new (TH_TYPE_COLUMNS_WINDOW, "transient-for", parent,
                                        "destroy-with-parent", TRUE,
                                        "title", _("Columns"), NULL);

  self->table = table;
  if (recording != NULL)
    {
      self->recording = th_recording_ref (recording);
      add_expression_row (self);
    }
  th_dialog_lend_actions (GTK_WINDOW (self), parent);
  g_signal_connect_object (table, "columns-changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
