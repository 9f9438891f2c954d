/* th-event-table.c - all events as a table, the textual equivalent of the lanes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-table-private.h"

#include <glib/gi18n-lib.h>

#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-context-menus.h"
#include "th-event-filter.h"
#include "th-flow-follower.h"
#include "th-incremental-model.h"
#include "th-list-row.h"
#include "th-removed-rows.h"
#include "th-row-copy.h"
#include "th-settings.h"
#include "th-widgets.h"

/* A list view keeps widgets for this many rows. */
#define VIEW_ROWS 200
#define PATIENCE_USEC (300 * 1000)

enum
{
  PROP_0,
  PROP_SELECTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThEventTable, th_event_table, GTK_TYPE_WIDGET)

static ThRecording *
get_recording (ThEventTable *self)
{
  return th_document_get_recording (self->document);
}

static ThRows *
get_listed_rows (ThEventTable *self)
{
  return th_event_filter_get_listed_rows (th_document_get_filter (self->document));
}

/* --- selection ---------------------------------------------------------- */

static void
selection_changed_cb (ThEventTable *self)
{
  th_event_table_show_selected (self, FALSE);
  th_event_table_show_place (self);
  th_event_table_span_changed (self);
}

static void
lead_changed_cb (ThEventTable *self)
{
  /* A user who selects a row wants to stay there. */
  if (!self->syncing && th_row_selection_get_lead (self->selection) != GTK_INVALID_LIST_POSITION)
    th_event_table_leave_tail (self);
  th_event_table_lead_changed (self);
  th_event_table_note_missed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static void
select_row (ThEventTable *self,
            guint         position)
{
  if (!th_incremental_model_reach (self->portions, position))
    th_incremental_model_expose_all (self->portions);
  th_row_selection_set (self->selection, position);
}

gboolean
th_event_table_fold (ThEventTable *self)
{
  th_event_table_scroll_to (self, 0);
  return th_incremental_model_fold (self->portions);
}

ThEventList *
th_event_table_get_list (ThEventTable *self)
{
  return self->list;
}

/* A row was activated by a double click or Enter. */
static void
activated_cb (ThEventTable *self,
              guint         position)
{
  if (self->document != NULL &&
      th_document_get_noun (self->document, th_event_list_get_ref (self->list, position)) != NULL)
    th_flow_follower_follow_event (th_document_get_follower (self->document),
                                   th_event_list_get_ref (self->list, position));
}

/* The menu is about the cell that was clicked and all selected rows. */
static void
append_copying (GMenu               *menu,
                const ThEventColumn *column)
{
  g_autoptr(GMenu) copy = g_menu_new ();
  g_autoptr(GMenuItem) item = g_menu_item_new (_("Copy C_ell"), NULL);

  if (column != NULL)
    {
      g_menu_item_set_action_and_target (item, "win.copy-cell-of", "s", column->id);
      g_menu_append_item (copy, item);
    }
  g_menu_append (copy, _("Copy as CS_V"), "win.copy-csv");
  g_menu_append (copy, _("Copy as _JSON"), "win.copy-json");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copy));
}

static void
menu_cb (ThEventTable *self,
         int           n_press,
         double        x,
         double        y)
{
  guint position = th_list_row_find (GTK_WIDGET (self), x, y);
  GMenuModel *menu;

  if (self->document == NULL || position == GTK_INVALID_LIST_POSITION)
    return;

  /* A click on one of several selected rows keeps the selection. */
  if (!gtk_bitset_contains (th_row_selection_peek (self->selection), position))
    th_row_selection_set (self->selection, position);
  menu = th_context_menu_for_event (self->document);
  append_copying (G_MENU (menu),
                  th_event_table_get_cell_column (th_list_row_find_cell (GTK_WIDGET (self), x, y)));
  th_context_menu_popup (GTK_WIDGET (self), x, y, menu);
}

/* --- copying ------------------------------------------------------------ */

/* Copies all events of the selected span in the order of time. */
static ThEventList *
list_span (ThEventTable *self)
{
  ThEventList *list;
  gint64 from, to;

  if (!th_document_get_span (self->document, &from, &to))
    return NULL;

  list = th_event_list_new ();
  th_event_list_set_recording (list, get_recording (self), th_document_get_cpus (self->document));
  th_event_list_set_span (list, from, to);
  th_event_list_set_rows (list, get_listed_rows (self));
  th_event_list_update (list);
  return list;
}

/* Lists all events, as the selected one is copied even if the filter hides it. */
static ThEventList *
list_all (ThEventTable *self)
{
  ThEventList *list = th_event_list_new ();

  th_event_list_set_recording (list, get_recording (self), NULL);
  th_event_list_update (list);
  return list;
}

static GtkBitset *
get_positions (ThEventTable *self)
{
  guint position = th_event_list_find (self->list, th_document_get_selected (self->document));
  GtkBitset *positions = th_row_selection_dup (self->selection);

  if (gtk_bitset_is_empty (positions) && position != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (positions, position);

  return positions;
}

gboolean
th_event_table_copy_async (ThEventTable        *self,
                           gboolean             span,
                           ThRowFormat          format,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  g_autoptr(ThEventList) list = NULL;
  g_autoptr(GtkBitset) positions = NULL;
  g_autoptr(GPtrArray) columns = NULL;
  ThRowSource source;

  if (self->document == NULL || get_recording (self) == NULL)
    return FALSE;

  list = span ? list_span (self) : th_event_list_copy (self->list);
  if (list == NULL)
    return FALSE;
  positions = span ? gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (list)))
                   : get_positions (self);
  if (gtk_bitset_is_empty (positions) && !span)
    {
      guint position;

      g_object_unref (list);
      list = list_all (self);
      position = th_event_list_find (list, th_document_get_selected (self->document));
      if (position != GTK_INVALID_LIST_POSITION)
        gtk_bitset_add (positions, position);
    }
  if (gtk_bitset_is_empty (positions))
    return FALSE;

  columns = th_event_table_list_columns (self);
  th_event_copy_init (&source, self->document, list, columns);
  th_row_copy_async (&source, positions, format, cancellable, callback, data);
  return TRUE;
}

gboolean
th_event_table_get_source (ThEventTable *self,
                           ThRowSource  *source)
{
  g_autoptr(ThEventList) list = NULL;
  g_autoptr(GPtrArray) columns = NULL;

  if (self->document == NULL || get_recording (self) == NULL)
    return FALSE;

  list = th_event_list_copy (self->list);
  columns = th_event_table_list_columns (self);
  th_event_copy_init (source, self->document, list, columns);
  return TRUE;
}

char *
th_event_table_dup_cell (ThEventTable        *self,
                         const ThEventColumn *column)
{
  guint position = self->document != NULL
                   ? th_event_list_find (self->list, th_document_get_selected (self->document))
                                          : GTK_INVALID_LIST_POSITION;
  g_autoptr(ThEventRow) row = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  return row != NULL ? th_event_column_dup_whole (column, self->document, row) : NULL;
}

/* --- without a row ------------------------------------------------------- */

static void
tell_why_empty (ThEventTable *self)
{
  gboolean is_filtered;

  if (self->document == NULL)
    return;

  is_filtered = get_listed_rows (self) != NULL;
  if (get_recording (self) == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0 ||
      th_document_get_state (self->document) == TH_DOCUMENT_LOADING ||
      th_event_filter_is_running (th_document_get_filter (self->document)))
    th_empty_state_set_text (self->empty_state, NULL, NULL, NULL);
  else if (self->only_span && is_filtered)
    th_empty_state_set_text (self->empty_state,
                             _("No events in the selected span match the filter."),
                             _("_Clear the Filter"), "win.clear-filter");
  else if (self->only_span)
    th_empty_state_set_text (self->empty_state, _("There are no events in the selected span."),
                             _("_List All Events"), "win.only-span");
  else if (is_filtered)
    th_empty_state_set_text (self->empty_state, _("No events match the filter."),
                             _("_Clear the Filter"),
                             "win.clear-filter");
  else
    th_empty_state_set_text (self->empty_state, _("This recording has no events."),
                             _("_About the Recording"), "win.recording");
}

/* --- following the document --------------------------------------------- */

static void
recording_changed_cb (ThEventTable *self)
{
  th_event_table_stop_sort (self);
  th_event_table_update_columns (self);
  th_event_list_set_recording (self->list, get_recording (self),
                               th_document_get_cpus (self->document));
  th_event_list_set_rows (self->list, get_listed_rows (self));
  th_event_list_update (self->list);
}

static void
grown_cb (ThEventTable *self)
{
  th_event_list_update (self->list);
  tell_why_empty (self);
  th_event_table_sort_again (self);
  if (!th_ref_is_none (th_document_get_selected (self->document)) &&
      th_row_selection_get_lead (self->selection) == GTK_INVALID_LIST_POSITION)
    th_event_table_show_selected (self, FALSE);
  th_event_table_tail (self);
}

/* A filter has just started: the previous rows stay until it has found a screenful, or
 * takes too long. */
static gboolean
is_too_early (ThEventTable *self)
{
  ThEventFilter *filter = th_document_get_filter (self->document);
  ThRows *rows = th_event_filter_get_listed_rows (filter);
  gint64 now = g_get_monotonic_time ();

  if (rows != self->seen_rows)
    {
      self->seen_rows = rows;
      self->seen_at = now;
    }
  return rows != NULL && th_event_filter_is_running (filter) &&
         now - self->seen_at < PATIENCE_USEC &&
         th_rows_get_n (rows) < VIEW_ROWS;
}

static void
filter_cb (ThEventTable *self)
{
  ThEventFilter *filter = th_document_get_filter (self->document);

  if (is_too_early (self))
    return;

  self->syncing = TRUE;
  th_event_list_set_rows (self->list, th_event_filter_get_listed_rows (filter));
  th_event_list_update (self->list);
  self->syncing = FALSE;
  tell_why_empty (self);
  /* Other rows are dimmed now. */
  if (th_event_filter_get_listed_rows (filter) != th_event_filter_get_rows (filter))
    th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
  th_event_table_sort_again (self);
  if (!th_event_filter_is_running (filter) &&
      !th_ref_is_none (th_document_get_selected (self->document)))
    {
      th_event_table_show_selected (self, FALSE);
      th_event_table_show_place (self);
    }
  th_event_table_tail (self);
}

static void
rebind_cb (ThEventTable *self)
{
  th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
}

static void
names_cb (ThEventTable *self)
{
  th_event_list_renew_texts (self->list);
  rebind_cb (self);
}

static void
compact_cb (ThEventTable *self)
{
  th_event_list_set_compact (self->list, th_settings_get () == NULL ||
                             g_settings_get_boolean (th_settings_get (), "compact-info"));
  rebind_cb (self);
}

/* Scrolls to the top, where a new recording begins. */
static void
renewing_cb (ThEventTable *self)
{
  th_event_table_scroll_to (self, 0);
}

/* None of the selected rows exists any more. */
static void
renewed_cb (ThEventTable *self)
{
  gboolean syncing = self->syncing;

  self->syncing = TRUE;
  th_row_selection_set (self->selection, GTK_INVALID_LIST_POSITION);
  self->syncing = syncing;
  rebind_cb (self);
}

/* Values of expressions about packets become known while the analysis runs. */
static void
results_cb (ThEventTable *self)
{
  if (!th_event_table_has_expressions (self))
    return;

  th_event_table_update_columns (self);
  th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
}

void
th_event_table_set_document (ThEventTable *self,
                             ThDocument   *document)
{
  if (self->document == document)
    return;

  g_clear_handle_id (&self->span_id, g_source_remove);
  th_event_table_stop_sort (self);
  g_signal_group_set_target (self->document_signals, document);
  th_event_list_set_recording (self->list, NULL, NULL);
  g_set_object (&self->document, document);
  if (document == NULL)
    return;

  th_event_table_reset_columns (self);
  th_document_set_only_span (document, self->only_span);
}

/* --- class -------------------------------------------------------------- */

static void
th_event_table_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  g_assert (id == PROP_SELECTED);
  g_value_set_uint (value, th_row_selection_get_lead (TH_EVENT_TABLE (object)->selection));
}

static void
th_event_table_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  g_assert (id == PROP_SELECTED);
  select_row (TH_EVENT_TABLE (object), g_value_get_uint (value));
}

static void
th_event_table_dispose (GObject *object)
{
  ThEventTable *self = TH_EVENT_TABLE (object);

  if (self->document_signals != NULL)
    th_event_table_set_document (self, NULL);
  g_clear_object (&self->document_signals);
  g_clear_object (&self->list_signals);
  g_clear_object (&self->portions_signals);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->columns_signals);
  g_clear_object (&self->sorter_signals);
  g_clear_handle_id (&self->span_id, g_source_remove);
  g_clear_handle_id (&self->jump_id, g_source_remove);
  g_clear_pointer (&self->empty_state, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->portions);
  g_clear_object (&self->list);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->facts, g_free);

  G_OBJECT_CLASS (th_event_table_parent_class)->dispose (object);
}

static void
th_event_table_class_init (ThEventTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_event_table_get_property;
  object_class->set_property = th_event_table_set_property;
  object_class->dispose = th_event_table_dispose;
  properties[PROP_SELECTED] = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT,
                                                 GTK_INVALID_LIST_POSITION,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
  g_signal_new ("columns-changed", TH_TYPE_EVENT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("facts-changed", TH_TYPE_EVENT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
watch_document (ThEventTable *self)
{
  const struct
  {
    const char *signal;
    GCallback   callback;
  } followed[] = {
    { "recording-changed", G_CALLBACK (recording_changed_cb) },
    { "grown", G_CALLBACK (grown_cb) },
    { "filter-changed", G_CALLBACK (filter_cb) },
    { "selection-changed", G_CALLBACK (selection_changed_cb) },
    { "notify::time-format", G_CALLBACK (rebind_cb) },
    { "theme-changed", G_CALLBACK (rebind_cb) },
    { "names-changed", G_CALLBACK (names_cb) },
    { "results-changed", G_CALLBACK (results_cb) },
    { "notify::following", G_CALLBACK (th_event_table_tail) },
  };

  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_group_connect_swapped (self->document_signals, followed[i].signal,
                                    followed[i].callback, self);
}

static void
watch_rows (ThEventTable *self)
{
  self->list_signals = g_signal_group_new (TH_TYPE_EVENT_LIST);
  g_signal_group_connect_swapped (self->list_signals, "renewing", G_CALLBACK (renewing_cb), self);
  g_signal_group_connect_swapped (self->list_signals, "renewed", G_CALLBACK (renewed_cb), self);
  g_signal_group_connect_swapped (self->list_signals, "items-changed",
                                  G_CALLBACK (tell_why_empty), self);
  g_signal_group_connect_swapped (self->list_signals, "items-changed",
                                  G_CALLBACK (th_event_table_note_missed), self);

  self->portions_signals = g_signal_group_new (GTK_TYPE_SLICE_LIST_MODEL);
  g_signal_group_connect_swapped (self->portions_signals, "notify::size",
                                  G_CALLBACK (th_event_table_rows_came), self);
  g_signal_group_connect_swapped (self->portions_signals, "notify::size",
                                  G_CALLBACK (th_event_table_tail), self);

  self->selection_signals = g_signal_group_new (TH_TYPE_ROW_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "lead-changed",
                                  G_CALLBACK (lead_changed_cb), self);
}

/* Called once the view has connected to its models, so that it takes their changes first. */
static void
set_targets (ThEventTable *self)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (self->view);

  g_signal_group_set_target (self->list_signals, self->list);
  g_signal_group_set_target (self->portions_signals, self->portions);
  g_signal_group_set_target (self->selection_signals, self->selection);
  g_signal_group_set_target (self->columns_signals, gtk_column_view_get_columns (view));
  g_signal_group_set_target (self->sorter_signals, gtk_column_view_get_sorter (view));
}

static void
add_view (ThEventTable *self)
{
  self->view = gtk_column_view_new (NULL);
  th_removed_rows_free_later (GTK_COLUMN_VIEW (self->view), G_LIST_MODEL (self->selection));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Events"), -1);
  self->inner = th_column_view_find_list (GTK_COLUMN_VIEW (self->view));
  th_event_table_add_columns (self);
  th_event_table_add_sort (self);
  th_column_view_pass_tab (GTK_COLUMN_VIEW (self->view));
  th_column_view_add_tips (GTK_COLUMN_VIEW (self->view));
  th_column_view_keep_start (GTK_COLUMN_VIEW (self->view));
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activated_cb), self);
}

static void
th_event_table_init (ThEventTable *self)
{
  GtkGesture *menu = gtk_gesture_click_new ();

  self->list = th_event_list_new ();
  self->portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->list)));
  th_incremental_model_delay (self->portions);
  self->selection = th_row_selection_new (g_object_ref (G_LIST_MODEL (self->portions)));
  watch_document (self);
  watch_rows (self);
  add_view (self);
  set_targets (self);
  if (self->inner != NULL)
    {
      GtkEventController *focus = gtk_event_controller_focus_new ();

      g_signal_connect_swapped (focus, "enter", G_CALLBACK (th_event_table_entered), self);
      gtk_widget_add_controller (self->inner, focus);
    }
  if (th_settings_get () != NULL)
    g_signal_connect_object (th_settings_get (), "changed::compact-info", G_CALLBACK (compact_cb),
                             self, G_CONNECT_SWAPPED);
  compact_cb (self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  th_event_table_add_tail (self);
  self->empty_state = th_empty_state_new (self->scroller);
  gtk_widget_set_parent (self->empty_state, GTK_WIDGET (self));
  g_signal_connect_swapped (self->view, "map", G_CALLBACK (th_event_table_mapped), self);
}
