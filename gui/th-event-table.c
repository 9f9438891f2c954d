/* th-event-table.c - all events as a table, the textual equivalent of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-table.h"

#include <glib/gi18n-lib.h>

#include "th-follow.h"
#include "th-menu.h"
#include "th-cells.h"
#include "th-portions.h"
#include "th-text.h"

/* Rows that stay in view above and below the selected one. */
#define MARGIN_ROWS 3

struct _ThEventTable
{
  GtkWidget           parent;

  ThDocument         *document;
  ThEventList        *list;
  GtkSliceListModel  *portions; /* of the list, for the view */
  GtkSingleSelection *selection;
  GtkWidget          *scroller;
  GtkWidget          *view;
  GtkWidget          *inner;    /* the list view inside the column view; may be NULL */
  guint               scroll_id;
  guint               scroll_position;
  guint               n_scroll_ticks;
  gboolean            syncing;  /* table and document tell each other */
};

typedef char *(*Text) (ThEventTable *self,
                       ThEventRow   *row);

typedef struct
{
  const char *id;
  const char *title;
  guint       min_chars;
  guint       n_chars; /* 0: takes what is left */
  gboolean    right;
  Text        text;
} Column;

G_DEFINE_FINAL_TYPE (ThEventTable, th_event_table, GTK_TYPE_WIDGET)

/* --- cells -------------------------------------------------------------- */

static ThRecording *
get_recording (ThEventTable *self)
{
  return th_document_get_recording (self->document);
}

static char *
number_text (ThEventTable *self,
             ThEventRow   *row)
{
  return th_format_count (th_event_row_get_number (row) + 1);
}

static char *
time_text (ThEventTable *self,
           ThEventRow   *row)
{
  return th_document_format_time (self->document, th_recording_get_time (get_recording (self), th_event_row_get_ref (row)));
}

static char *
cpu_text (ThEventTable *self,
          ThEventRow   *row)
{
  guint number = th_cpu_get_number (th_recording_get_cpu (get_recording (self), th_event_row_get_ref (row)));

  return number != G_MAXUINT ? g_strdup_printf ("%u", number) : g_strdup ("–");
}

static char *
task_text (ThEventTable *self,
           ThEventRow   *row)
{
  ThRef ref = th_event_row_get_ref (row);
  guint32 task = th_recording_get_task (get_recording (self), ref);

  if (task == TH_TASK_NONE)
    return g_strdup ("–");

  return th_text_make_valid (th_tasks_get_name (th_recording_get_tasks (get_recording (self)), task,
                                                th_recording_get_time (get_recording (self), ref)));
}

static char *
pid_text (ThEventTable *self,
          ThEventRow   *row)
{
  guint32 task = th_recording_get_task (get_recording (self), th_event_row_get_ref (row));

  if (task == TH_TASK_NONE)
    return g_strdup ("–");

  return g_strdup_printf ("%d", th_tasks_get_pid (th_recording_get_tasks (get_recording (self)), task));
}

static char *
event_text (ThEventTable *self,
            ThEventRow   *row)
{
  return th_text_make_valid (th_recording_get_type_name (get_recording (self),
                                                         th_recording_get_type (get_recording (self), th_event_row_get_ref (row))));
}

static char *
info_text (ThEventTable *self,
           ThEventRow   *row)
{
  return g_strdup (th_event_row_get_info (row));
}

static const Column columns[] = {
  { "number", N_("#"), 7, 9, TRUE, number_text },
  { "time", N_("Time"), 14, 16, TRUE, time_text },
  { "cpu", N_("CPU"), 3, 4, TRUE, cpu_text },
  { "task", N_("Task"), 9, 14, FALSE, task_text },
  { "pid", N_("PID"), 5, 6, TRUE, pid_text },
  { "event", N_("Event"), 14, 20, FALSE, event_text },
  { "info", N_("Info"), 24, 0, FALSE, info_text },
};

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          const Column             *column)
{
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), column->right ? 1 : 0);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), column->min_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), MAX (column->n_chars, column->min_chars));
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (column->right)
    gtk_widget_add_css_class (cell, "numeric");
  th_menu_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         const Column             *column)
{
  GtkInscription *cell = GTK_INSCRIPTION (gtk_list_item_get_child (item));
  ThEventTable *self = g_object_get_data (G_OBJECT (factory), "table");
  g_autofree char *text = NULL;

  if (self->document != NULL && get_recording (self) != NULL)
    text = column->text (self, gtk_list_item_get_item (item));
  gtk_inscription_set_text (cell, text);
}

static void
add_column (ThEventTable *self,
            const Column *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) view_column = NULL;

  g_object_set_data (G_OBJECT (factory), "table", self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) column);
  th_cells_remember (factory);

  view_column = gtk_column_view_column_new (_(column->title), factory);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column->n_chars == 0);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), view_column);
}

/* --- selection ---------------------------------------------------------- */

static void
scroll_to (ThEventTable *self,
           gint64        position)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->portions));

  if (self->inner != NULL && n > 0)
    gtk_widget_activate_action (self->inner, "list.scroll-to-item", "u", (guint) CLAMP (position, 0, n - 1));
}

static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       data)
{
  ThEventTable *self = TH_EVENT_TABLE (widget);

  if (++self->n_scroll_ticks < 2)
    return G_SOURCE_CONTINUE;

  self->scroll_id = 0;
  scroll_to (self, (gint64) self->scroll_position - MARGIN_ROWS);
  return G_SOURCE_REMOVE;
}

/* Its neighbours too: an event is read in its context.  The list moves with
 * the next layout, so the rows above must wait until the rows below are in. */
static void
scroll_around (ThEventTable *self,
               guint         position)
{
  self->scroll_position = position;
  self->n_scroll_ticks = 0;
  scroll_to (self, (gint64) position + MARGIN_ROWS);
  if (self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
}

static void
row_selected_cb (ThEventTable *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->syncing || self->document == NULL || position == GTK_INVALID_LIST_POSITION)
    return;

  self->syncing = TRUE;
  th_document_select (self->document, th_event_list_get_ref (self->list, position));
  self->syncing = FALSE;
}

static void
show_selected (ThEventTable *self)
{
  guint position;

  if (self->syncing)
    return;

  self->syncing = TRUE;
  position = th_event_list_find (self->list, th_document_get_selected (self->document));
  if (position != GTK_INVALID_LIST_POSITION)
    th_portions_reach (self->portions, position);
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    scroll_around (self, position);
  self->syncing = FALSE;
}

guint
th_event_table_get_selected (ThEventTable *self)
{
  return gtk_single_selection_get_selected (self->selection);
}

void
th_event_table_select (ThEventTable *self,
                       guint         position)
{
  th_portions_reach (self->portions, position);
  gtk_single_selection_set_selected (self->selection, position);
}

ThEventList *
th_event_table_get_list (ThEventTable *self)
{
  return self->list;
}

char *
th_event_table_dup_row (ThEventTable *self)
{
  g_autoptr(ThEventRow) row = NULL;
  guint position;
  GString *text;

  if (self->document == NULL)
    return NULL;

  position = th_event_list_find (self->list, th_document_get_selected (self->document));
  row = g_list_model_get_item (G_LIST_MODEL (self->list), position);
  if (row == NULL)
    return NULL;

  text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *cell = columns[i].text (self, row);

      g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", cell);
    }

  return g_string_free (text, FALSE);
}

/* By a double click or Enter. */
void
th_event_table_activate (ThEventTable *self,
                         guint         position)
{
  if (self->document != NULL && th_document_get_noun (self->document, th_event_list_get_ref (self->list, position)) != NULL)
    th_document_follow_event (self->document, th_event_list_get_ref (self->list, position));
}

static void
menu_cb (ThEventTable *self,
         int           n_press,
         double        x,
         double        y)
{
  guint position = th_menu_find_row (GTK_WIDGET (self), x, y);

  if (self->document == NULL || position == GTK_INVALID_LIST_POSITION)
    return;

  gtk_single_selection_set_selected (self->selection, position);
  th_menu_popup (GTK_WIDGET (self), x, y, th_menu_for_event (self->document));
}

/* --- following the document --------------------------------------------- */

static void
recording_changed_cb (ThEventTable *self)
{
  th_event_list_set_recording (self->list, get_recording (self), th_document_get_cpus (self->document));
  th_event_list_set_rows (self->list, th_document_get_rows (self->document));
  th_event_list_update (self->list);
}

static void
grown_cb (ThEventTable *self)
{
  th_event_list_update (self->list);
  if (!th_ref_is_none (th_document_get_selected (self->document)) &&
      gtk_single_selection_get_selected (self->selection) == GTK_INVALID_LIST_POSITION)
    show_selected (self);
}

static void
filter_cb (ThEventTable *self)
{
  self->syncing = TRUE;
  th_event_list_set_rows (self->list, th_document_get_rows (self->document));
  th_event_list_update (self->list);
  self->syncing = FALSE;
  if (!th_document_is_filtering (self->document) && !th_ref_is_none (th_document_get_selected (self->document)))
    show_selected (self);
}

static void
time_format_cb (ThEventTable *self)
{
  th_cells_rebind (GTK_COLUMN_VIEW (self->view));
}

void
th_event_table_set_document (ThEventTable *self,
                             ThDocument   *document)
{
  if (self->document == document)
    return;

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  th_event_list_set_recording (self->list, NULL, NULL);
  g_set_object (&self->document, document);
  if (document == NULL)
    return;

  g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (recording_changed_cb), self);
  g_signal_connect_swapped (document, "grown", G_CALLBACK (grown_cb), self);
  g_signal_connect_swapped (document, "filter-changed", G_CALLBACK (filter_cb), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (show_selected), self);
  g_signal_connect_swapped (document, "notify::time-format", G_CALLBACK (time_format_cb), self);
}

/* --- class -------------------------------------------------------------- */

static void
th_event_table_dispose (GObject *object)
{
  ThEventTable *self = TH_EVENT_TABLE (object);

  if (self->scroller != NULL)
    {
      th_event_table_set_document (self, NULL);
      g_signal_handlers_disconnect_by_data (self->selection, self);
    }
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->portions);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (th_event_table_parent_class)->dispose (object);
}

static void
th_event_table_class_init (ThEventTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_event_table_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
}

static GtkWidget *
find_list_view (GtkWidget *view)
{
  for (GtkWidget *child = gtk_widget_get_first_child (view); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      return child;

  return NULL;
}

/* A title stands over its numbers; GTK 4.8 has no property for that. */
static void
align_titles (GtkWidget *view)
{
  GtkWidget *header = gtk_widget_get_first_child (view);
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (columns) && title != NULL; i++, title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title);
      GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;

      if (columns[i].right && GTK_IS_LABEL (label))
        {
          gtk_widget_set_hexpand (label, TRUE);
          gtk_label_set_xalign (GTK_LABEL (label), 1);
        }
    }
}

static void
th_event_table_init (ThEventTable *self)
{
  GtkGesture *menu = gtk_gesture_click_new ();

  self->list = th_event_list_new ();
  self->portions = th_portions_new (g_object_ref (G_LIST_MODEL (self->list)));
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->portions)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (row_selected_cb), self);

  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Events"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (self, &columns[i]);
  self->inner = find_list_view (self->view);
  align_titles (self->view);

  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (th_event_table_activate), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
