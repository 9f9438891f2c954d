/* th-event-table-sort.c - lists only the selected span in the event table, and sorts it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-filter.h"
#include "th-event-table-private.h"

#include <glib/gi18n-lib.h>

#include "th-event-sort.h"
#include "th-header-sorter.h"

/* A span that is being dragged is listed once it has rested this long. */
#define REST_MS 120

static void
set_facts (ThEventTable *self,
           char         *facts) /* taken */
{
  gboolean same = g_strcmp0 (facts, self->facts) == 0;

  g_free (self->facts);
  self->facts = facts;
  if (!same)
    g_signal_emit_by_name (self, "facts-changed");
}

const char *
th_event_table_get_facts (ThEventTable *self)
{
  return self->facts;
}

/* --- sorting ------------------------------------------------------------ */

static void
list_in_order (ThEventTable *self,
               GArray       *places) /* taken */
{
  self->syncing = TRUE;
  th_event_list_set_places (self->list, places);
  self->syncing = FALSE;
  /* The rows that the user sorts for are at the top. */
  th_event_table_show_selected (self, TRUE);
  th_event_table_scroll_to (self, 0);
}

static void
sorted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThEventTable *self = data;
  GArray *places = th_event_sort_finish (result);

  if (places == NULL) /* cancelled: @self may be gone */
    return;

  g_clear_object (&self->sorting);
  list_in_order (self, places);
  set_facts (self, NULL);
}

void
th_event_table_stop_sort (ThEventTable *self)
{
  g_cancellable_cancel (self->sorting);
  g_clear_object (&self->sorting);
}

static gboolean
is_at_rest (ThEventTable *self)
{
  return th_document_get_state (self->document) == TH_DOCUMENT_LOADED &&
         !th_event_filter_is_running (th_document_get_filter (self->document));
}

static void
start_sort (ThEventTable *self)
{
  g_autofree char *max = NULL;

  th_event_table_stop_sort (self);
  if (th_event_list_get_n_events (self->list) > TH_EVENT_SORT_MAX)
    {
      max = th_format_count (TH_EVENT_SORT_MAX);
      /* Translators: %s is a number of events */
      set_facts (self,
                 g_strdup_printf (_("Too many events to sort: select a shorter span or filter "
                                    "down to %s"), max));
      return;
    }

  self->sorting = g_cancellable_new ();
  set_facts (self, g_strdup (_("Sorting…")));
  th_event_sort_async (th_document_get_recording (self->document),
                       th_event_list_get_order (self->list), self->sort,
                       self->descending, self->sorting, sorted_cb, self);
}

/* Unsorted rows are ordered by time. */
static gboolean
is_by_time (ThEventTable *self)
{
  return self->sort == NULL ||
         ((self->sort->kind == TH_EVENT_COLUMN_TIME ||
           self->sort->kind == TH_EVENT_COLUMN_NUMBER) &&
          !self->descending);
}

void
th_event_table_sort_again (ThEventTable *self)
{
  gint64 from, to;

  if (!self->only_span || is_by_time (self) || !th_document_get_span (self->document, &from, &to) ||
      th_event_list_has_places (self->list) || !is_at_rest (self))
    return;

  start_sort (self);
}

static void
sorter_changed_cb (ThEventTable *self)
{
  self->sort = th_header_sorter_find (GTK_COLUMN_VIEW (self->view), &self->descending);
  if (self->document == NULL)
    return;

  th_event_table_stop_sort (self);
  set_facts (self, NULL);
  if (is_by_time (self) && th_event_list_has_places (self->list))
    list_in_order (self, NULL);
  else if (!is_by_time (self) && self->only_span && is_at_rest (self))
    start_sort (self);
}

void
th_event_table_sort (ThEventTable        *self,
                     const ThEventColumn *column,
                     gboolean             descending)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) view_column = g_list_model_get_item (columns, i);

      if (th_event_table_find_column (self, view_column) == column)
        gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), view_column,
                                        descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
    }
}

/* --- the span ------------------------------------------------------------ */

static void
list_span (ThEventTable *self)
{
  gint64 from = TH_TIME_NONE, to = TH_TIME_NONE;

  g_clear_handle_id (&self->span_id, g_source_remove);
  if (self->only_span)
    th_document_get_span (self->document, &from, &to);

  th_event_table_stop_sort (self);
  self->syncing = TRUE;
  th_event_list_set_span (self->list, from, to);
  self->syncing = FALSE;
  set_facts (self, self->only_span && from == TH_TIME_NONE
             ? g_strdup (_("All events: no span is selected")) : NULL);
  th_event_table_sort_again (self);
  th_event_table_show_selected (self, FALSE);
  g_signal_emit_by_name (self, "facts-changed");
}

static gboolean
rested_cb (gpointer data)
{
  ThEventTable *self = data;

  self->span_id = 0;
  list_span (self);

  return G_SOURCE_REMOVE;
}

void
th_event_table_span_changed (ThEventTable *self)
{
  if (!self->only_span)
    return;

  g_clear_handle_id (&self->span_id, g_source_remove);
  self->span_id = g_timeout_add (REST_MS, rested_cb, self);
}

/* Only the rows of a span can be sorted, so titles have sorters only then. */
static void
set_sorters (ThEventTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) view_column = g_list_model_get_item (columns, i);
      const ThEventColumn *column = th_event_table_find_column (self, view_column);
      g_autoptr(GtkSorter) sorter = self->only_span ? th_header_sorter_new ((gpointer) column)
                                                    : NULL;

      gtk_column_view_column_set_sorter (view_column, sorter);
    }
}

void
th_event_table_set_only_span (ThEventTable *self,
                              gboolean      only_span)
{
  g_return_if_fail (TH_IS_EVENT_TABLE (self));

  if (self->only_span == only_span)
    return;

  self->only_span = only_span;
  if (!only_span)
    gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), NULL, GTK_SORT_ASCENDING);
  set_sorters (self);
  if (self->document != NULL)
    th_document_set_only_span (self->document, only_span);
  if (self->document != NULL && th_document_get_recording (self->document) != NULL)
    list_span (self);
}

gboolean
th_event_table_get_only_span (ThEventTable *self)
{
  return self->only_span;
}

void
th_event_table_add_sort (ThEventTable *self)
{
  self->sorter_signals = g_signal_group_new (GTK_TYPE_SORTER);
  g_signal_group_connect_swapped (self->sorter_signals, "changed",
                                  G_CALLBACK (sorter_changed_cb), self);
}
