/* th-result-table-rows.c - rows of a table of results: selection, activation, menu, copying
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-table-private.h"

#include "th-column-view-util.h"
#include "th-context-menus.h"
#include "th-flow-follower.h"
#include "th-incremental-model.h"
#include "th-list-row.h"
#include "th-result-copy.h"
#include "th-shown-row.h"

/* Returns a condition for the events of the flows that the row represents, or NULL. */
static char *
dup_flow_events (ThResultTable *self,
                 guint32        row)
{
  ThFlows *flows = th_results_get_flows (self->results);
  g_autofree char *prefix = NULL;

  if (flows == NULL)
    return NULL;

  prefix = g_strconcat (th_flows_get_info (flows)->noun, ".", NULL);
  return th_table_dup_flows (self->table, row, prefix);
}

static gboolean
read_row (ThResultTable *self,
          guint          position,
          ThRowSpan     *span)
{
  guint32 row = th_result_list_get_row (self->list, position);

  if (row == G_MAXUINT32)
    return FALSE;

  th_row_span_read (self->recording, self->results, self->table, row, span);
  return TRUE;
}

/* Puts the flows of the row into a chip of the filter.  Activating another row changes the chip,
 * its button removes it. */
static void
show_flows (ThResultTable *self,
            guint32        row)
{
  g_autofree char *expression = dup_flow_events (self, row);

  if (expression != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-flows", "s", expression);
}

/* Selecting a row shows its span as well as its event. */
static void
lead_changed_cb (ThResultTable *self)
{
  guint position = th_row_selection_get_lead (self->selection);
  ThRowSpan span;

  g_object_notify (G_OBJECT (self), "selected");
  /* Rows that disappear for a moment while they are sorted were not deselected by the
   * user. */
  if (self->syncing || g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    return;

  self->lead = th_result_list_get_row (self->list, position);
  if (read_row (self, position, &span))
    th_document_show_row (self->document, self->results, &span);
  g_signal_emit_by_name (self, "selection-changed");
}

/* A double click or Enter follows the row's flow or that of its event, or shows the lane
 * of the task that the row is about.  If the row represents several flows, their events are
 * filtered, too. */
void
th_result_table_activate (ThResultTable *self,
                          guint          position)
{
  ThFlowFollower *follower = th_document_get_follower (self->document);
  guint32 row = th_result_list_get_row (self->list, position);
  ThRowSpan span;

  if (!read_row (self, position, &span))
    return;

  show_flows (self, row);
  if (self->flows != NULL)
    th_flow_follower_follow (follower, self->results, row);
  else if (th_document_get_noun (self->document, span.anchor) != NULL)
    th_flow_follower_follow_event (follower, span.anchor);
  else if (span.task != TH_TASK_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-task", "u", span.task);
}

static void
menu_cb (ThResultTable *self,
         int            n_press,
         double         x,
         double         y)
{
  guint position = th_list_row_find (GTK_WIDGET (self), x, y);
  guint32 row = th_result_list_get_row (self->list, position);
  g_autofree char *flows = NULL, *events = NULL;
  ThRowSpan span;

  if (!read_row (self, position, &span))
    return;

  /* A click on one of several selected rows keeps the selection. */
  if (!gtk_bitset_contains (th_row_selection_peek (self->selection), position))
    th_row_selection_set (self->selection, position);
  flows = th_table_dup_flows (self->table, row, "");
  events = dup_flow_events (self, row);
  th_context_menu_popup (GTK_WIDGET (self), x, y,
                         th_context_menu_for_row (self->document, &span, self->results, row,
                                                  self->flows != NULL && flows == NULL, flows,
                                                  events,
                                                  th_table_get_cell_by_id (self->table, row,
                                                                           "connection")));
}

/* Scrolls by an action of the list view inside the column view: GTK 4.8 has no other
 * way. */
void
th_result_table_scroll_to (ThResultTable *self,
                           guint          position)
{
  th_column_view_scroll_to (GTK_COLUMN_VIEW (self->view), position);
}

gboolean
th_result_table_is_settling (ThResultTable *self)
{
  return gtk_widget_get_mapped (self->view) && th_incremental_model_is_growing (self->portions);
}

/* Called when the set of selected rows has changed, with or without the lead. */
static void
selection_changed_cb (ThResultTable *self)
{
  if (!self->syncing)
    g_signal_emit_by_name (self, "selection-changed");
}

/* Whether the followed flow is in this table; sets @row to its row. */
static gboolean
is_of_followed (ThResultTable *self,
                guint32       *row)
{
  ThFlowFollower *follower = th_document_get_follower (self->document);

  return self->flows != NULL && th_flow_follower_get_followed (follower, row) == self->results;
}

/* Returns the row to select: that of the followed flow, or else the one that was selected before
 * the order changed. */
static guint32
find_wanted (ThResultTable *self)
{
  guint32 row;

  if (is_of_followed (self, &row))
    return row;

  return self->lead;
}

static void
select_wanted (ThResultTable *self)
{
  guint32 row = find_wanted (self);
  guint position = row != G_MAXUINT32 ? th_result_list_find (self->list, row) : G_MAXUINT;

  self->is_awaited = position != G_MAXUINT &&
                     !th_incremental_model_reach (self->portions, position);
  if (self->is_awaited)
    position = G_MAXUINT;
  self->syncing = TRUE;
  if (position != G_MAXUINT)
    th_result_table_scroll_to (self, position);
  th_row_selection_set (self->selection,
                        position != G_MAXUINT ? position : GTK_INVALID_LIST_POSITION);
  self->syncing = FALSE;
}

static void
follow_changed_cb (ThResultTable *self)
{
  if (is_of_followed (self, NULL))
    select_wanted (self);
}

static void
rows_changed_cb (ThResultTable *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0)
    select_wanted (self);
}

static void
portion_cb (ThResultTable *self)
{
  if (self->is_awaited)
    select_wanted (self);
}

/* --- copying ------------------------------------------------------------ */

gboolean
th_result_table_has_selected (ThResultTable *self)
{
  return !gtk_bitset_is_empty ((GtkBitset *) th_row_selection_peek (self->selection));
}

void
th_result_table_get_source (ThResultTable *self,
                            ThRowSource   *source)
{
  th_result_copy_init (source, self->document, self->recording, self->results, self->table,
                       th_result_list_dup_rows (self->list),
                       th_result_table_list_shown_columns (self));
}

gboolean
th_result_table_copy_async (ThResultTable       *self,
                            ThRowFormat          format,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  g_autoptr(GtkBitset) positions = NULL;
  ThRowSource source;

  if (!th_result_table_has_selected (self))
    return FALSE;

  positions = th_row_selection_dup (self->selection);
  th_result_table_get_source (self, &source);
  th_row_copy_async (&source, positions, format, cancellable, callback, data);
  return TRUE;
}

/* --- connecting --------------------------------------------------------- */

void
th_result_table_select (ThResultTable *self,
                        guint          position)
{
  if (!th_incremental_model_reach (self->portions, position))
    th_incremental_model_expose_all (self->portions);
  th_row_selection_set (self->selection, position);
}

static void
connect_signals (ThResultTable *self)
{
  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->document_signals, "follow-changed",
                                  G_CALLBACK (follow_changed_cb), self);
  self->list_signals = g_signal_group_new (TH_TYPE_RESULT_LIST);
  /* After the view's own models have taken the rows. */
  g_signal_group_connect_data (self->list_signals, "items-changed", G_CALLBACK (rows_changed_cb),
                               self, NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  self->portions_signals = g_signal_group_new (GTK_TYPE_SLICE_LIST_MODEL);
  g_signal_group_connect_data (self->portions_signals, "notify::size", G_CALLBACK (portion_cb),
                               self, NULL, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  self->selection_signals = g_signal_group_new (TH_TYPE_ROW_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "lead-changed",
                                  G_CALLBACK (lead_changed_cb), self);
  g_signal_group_connect_swapped (self->selection_signals, "selection-changed",
                                  G_CALLBACK (selection_changed_cb), self);
}

void
th_result_table_add_rows (ThResultTable *self)
{
  GtkGesture *menu = gtk_gesture_click_new ();

  self->portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->list)));
  th_incremental_model_set_n_columns (self->portions, th_table_get_info (self->table)->n_columns);
  self->selection = th_row_selection_new (g_object_ref (G_LIST_MODEL (self->portions)));
  connect_signals (self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
}
