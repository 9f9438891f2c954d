/* th-result-table.c - one table of an analysis: sorted, filtered, each row leads to its event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-table.h"

#include <glib/gi18n-lib.h>

#include "th-shown-row.h"
#include "th-flow-facts.h"
#include "th-follow.h"
#include "th-list-row.h"
#include "th-context-menus.h"
#include "th-path-cell.h"
#include "th-popup.h"
#include "th-row-copy.h"
#include "th-stage-legend.h"
#include "th-column-view-util.h"
#include "th-incremental-model.h"
#include "th-result-copy.h"
#include "th-result-text.h"
#include "th-display-text.h"
#include "th-header-sorter.h"
#include "th-widgets.h"

/* Rows that are looked at to learn how long texts are. */
#define SAMPLE_ROWS 200
/* A name of fifteen letters is cut, its number is not. */
#define TASK_CHARS  16
/* "999.999999 ms": no length makes its column jump. */
#define DURATION_CHARS 13

struct _ThResultTable
{
  GtkWidget           parent;

  ThDocument         *document;
  /* that its rows are of: the document may have the next one already */
  ThRecording        *recording;
  ThResults          *results;
  ThTable            *table;
  ThResultList       *list;
  GtkSliceListModel  *portions; /* of the list, for the view */
  ThRowSelection     *selection;
  GtkWidget          *box;
  GtkWidget          *hollow;
  GtkWidget          *view;
  GtkWidget          *entry;
  GtkWidget          *complaint; /* about the expression in the entry */
  GPtrArray          *columns; /* GtkColumnViewColumn, lent by the view */
  guint               expanding; /* column */
  gint                sort;
  gboolean            descending;
  guint32             n_shown;
  guint32             lead;    /* the row that was selected last, or G_MAXUINT32 */
  char               *text;

  /* Where the rows are flows */
  ThFlows            *flows;
  GCancellable       *cancellable; /* of the facts under way */
  char               *facts;
  gboolean            syncing;
  gboolean            shows_flows; /* of the row that was selected last */
  gboolean            is_awaited; /* the row to be selected has not reached the view */
};

/* Of one column: its factory has it. */
typedef struct
{
  ThResultTable *table;
  guint          index;
} Place;

static guint facts_signal, selected_signal;

G_DEFINE_FINAL_TYPE (ThResultTable, th_result_table, GTK_TYPE_WIDGET)

/* --- cells -------------------------------------------------------------- */

static gboolean
is_right (ThColumnKind kind)
{
  return kind != TH_COLUMN_TEXT && kind != TH_COLUMN_TASK && kind != TH_COLUMN_EVENT &&
         kind != TH_COLUMN_STAGES;
}

static gboolean
is_path (ThResultTable *self,
         guint          column)
{
  return self->flows != NULL &&
         th_table_get_info (self->table)->columns[column].kind == TH_COLUMN_STAGES;
}

/* A loss is told with its reason, and not by colour alone. */
static char *
outcome_text (ThResultTable *self,
              guint32        row,
              char          *outcome) /* taken */
{
  const char *reason = th_journey_get_word (self->results, row, "reason");
  g_autofree char *taken = outcome;
  g_autofree char *valid = reason != NULL ? th_display_text_make_valid (reason) : NULL;

  if (!th_journey_is_dropped (self->results, row))
    return g_steal_pointer (&taken);

  return g_strdup_printf ("✕ %s", valid != NULL ? valid : taken);
}

/* Numbers are never cut, and a task's number comes last: "ksoftirqd/1 (22)". */
static guint
get_min_chars (ThResultTable *self,
               ThColumnKind   kind)
{
  if (kind == TH_COLUMN_TIME)
    return th_document_get_time_chars (self->document);
  if (kind == TH_COLUMN_TASK && self->flows == NULL)
    return TASK_CHARS;

  return kind == TH_COLUMN_DURATION ? DURATION_CHARS : 5;
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          Place                    *place)
{
  ThColumnKind kind = th_table_get_info (place->table->table)->columns[place->index].kind;
  GtkWidget *cell = is_path (place->table, place->index)
                    ? th_path_cell_new (place->table->document) : gtk_inscription_new (NULL);
  guint min_chars = get_min_chars (place->table, kind);
  guint n_chars = kind == TH_COLUMN_TEXT || kind == TH_COLUMN_TASK ? 18 : kind == TH_COLUMN_TIME
                  ? min_chars + 1 : MAX (min_chars, 11);

  th_list_row_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
  if (!GTK_IS_INSCRIPTION (cell))
    return;

  /* The bar wants the room; "…1c5bb300#2" is never cut. */
  if (place->table->flows != NULL && kind == TH_COLUMN_ADDRESS)
    min_chars = n_chars = 14;
  else if (place->table->flows != NULL && (kind == TH_COLUMN_TEXT || kind == TH_COLUMN_TASK))
    n_chars = g_str_equal (th_table_get_info (place->table->table)->columns[place->index].id,
                           "device") ? 7 : 12;
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), min_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), n_chars);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (cell, "numeric");
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         Place                    *place)
{
  ThResultTable *self = place->table;
  guint32 row = th_result_row_get_row (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_autofree char *text = NULL;

  if (is_path (self, place->index))
    {
      th_path_cell_bind (cell, self->results, row);
      return;
    }

  text = th_result_text_dup (self->document, self->recording, self->results, self->table, row,
                             place->index);
  if (self->flows != NULL &&
      g_str_equal (th_table_get_info (self->table)->columns[place->index].id, "outcome"))
    {
      text = outcome_text (self, row, g_steal_pointer (&text));
      if (th_journey_is_dropped (self->results, row))
        gtk_widget_add_css_class (cell, "error");
      else
        gtk_widget_remove_css_class (cell, "error");
    }
  th_column_view_set_text (GTK_INSCRIPTION (cell), text,
                           is_right (th_table_get_info (self->table)->columns[place->index].kind));
}

/* --- sorting ------------------------------------------------------------ */

static GHashTable *
remembered (void)
{
  static GHashTable *sorts;

  if (sorts == NULL)
    sorts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return sorts;
}

static void
arrange (ThResultTable *self)
{
  self->n_shown = th_table_get_n (self->table);
  th_result_list_arrange (self->list, self->sort, self->descending, self->text);
}

static void
sorter_changed_cb (ThResultTable *self)
{
  gpointer key = th_header_sorter_find (GTK_COLUMN_VIEW (self->view), &self->descending);

  self->sort = GPOINTER_TO_INT (key) - 1;
  if (self->sort >= 0)
    g_hash_table_replace (remembered (), g_strdup (th_table_get_info (self->table)->id),
                          GINT_TO_POINTER (self->sort * 2 + self->descending + 1));
  arrange (self);
}

void
th_result_table_sort (ThResultTable *self,
                      guint          column,
                      gboolean       descending)
{
  g_return_if_fail (TH_IS_RESULT_TABLE (self) && column < self->columns->len);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), self->columns->pdata[column],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
sort_at_first (ThResultTable *self)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  int kept = GPOINTER_TO_INT (g_hash_table_lookup (remembered (), info->id));

  if (kept > 0 && (guint) (kept - 1) / 2 < info->n_columns)
    th_result_table_sort (self, (kept - 1) / 2, (kept - 1) % 2);
  else if (info->sort >= 0 && (guint) info->sort < info->n_columns)
    th_result_table_sort (self, info->sort, info->descending);
  else
    arrange (self);
}

/* --- rows --------------------------------------------------------------- */

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

/* What a row stands for is shown by a chip of the filter, which another row changes and
 * its button takes away. */
static void
show_flows (ThResultTable *self)
{
  g_autofree char *expression = NULL;
  g_autofree char *prefix = NULL;
  ThFlows *flows = th_results_get_flows (self->results);

  if (flows == NULL)
    return;

  prefix = g_strconcat (th_flows_get_info (flows)->noun, ".", NULL);
  expression = self->lead != G_MAXUINT32 ? th_table_dup_flows (self->table, self->lead, prefix)
                                         : NULL;
  if (expression != NULL || self->shows_flows)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-flows", "s",
                                expression != NULL ? expression : "");
  self->shows_flows = expression != NULL;
}

/* A row is more than its event: its span, too. */
static void
lead_changed_cb (ThResultTable *self)
{
  guint position = th_row_selection_get_lead (self->selection);
  ThRowSpan span;

  /* Rows that go for a moment, to come in another order, are not let go by the user. */
  if (self->syncing || g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    return;

  self->lead = th_result_list_get_row (self->list, position);
  if (read_row (self, position, &span))
    th_document_show_row (self->document, self->results, &span);
  show_flows (self);
  g_signal_emit (self, selected_signal, 0);
}

/* By a double click or Enter: the flow of the row, or that of its event, or the lane
 * of the task that it is about. */
void
th_result_table_activate (ThResultTable *self,
                          guint          position)
{
  guint32 row = th_result_list_get_row (self->list, position);
  ThRowSpan span;

  if (!read_row (self, position, &span))
    return;

  if (self->flows != NULL)
    th_document_follow (self->document, self->results, row);
  else if (th_document_get_noun (self->document, span.anchor) != NULL)
    th_document_follow_event (self->document, span.anchor);
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
  g_autofree char *flows = NULL;
  ThRowSpan span;

  if (!read_row (self, position, &span))
    return;

  /* Of several that are selected any may be clicked. */
  if (!gtk_bitset_contains (th_row_selection_peek (self->selection), position))
    th_row_selection_set (self->selection, position);
  flows = th_table_dup_flows (self->table, row, "");
  th_context_menu_popup (GTK_WIDGET (self), x, y,
                         th_context_menu_for_row (self->document, &span,
                                                  self->flows != NULL || flows != NULL
                                                  ? self->results : NULL, row, flows));
}

/* The list view is inside the column view; GTK 4.8 has no other way. */
static void
scroll_to (ThResultTable *self,
           guint          position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->view); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", position);
}

/* A signal of the selection model: which rows are selected, whoever leads. */
static void
selection_changed_cb (ThResultTable *self)
{
  if (!self->syncing)
    g_signal_emit (self, selected_signal, 0);
}

/* The row that is to be selected: of what is followed, else the one that was before
 * the rows came in another order. */
static guint32
find_wanted (ThResultTable *self)
{
  guint32 row;

  if (self->flows != NULL && th_document_get_followed (self->document, &row) == self->results)
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
    scroll_to (self, position);
  th_row_selection_set (self->selection,
                        position != G_MAXUINT ? position : GTK_INVALID_LIST_POSITION);
  self->syncing = FALSE;
}

static void
follow_changed_cb (ThResultTable *self)
{
  if (self->flows != NULL && th_document_get_followed (self->document, NULL) == self->results)
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

/* --- all of them in one line ---------------------------------------------- */

static void
facts_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThResultTable *self = data;
  char *facts;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) /* @self may be gone */
    return;

  facts = th_flow_facts_finish (self->document, result);
  g_free (self->facts);
  self->facts = facts;
  g_clear_object (&self->cancellable);
  g_signal_emit (self, facts_signal, 0);
}

static void
stop_facts (ThResultTable *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
start_facts (ThResultTable *self)
{
  if (self->flows == NULL)
    return;

  stop_facts (self);
  self->cancellable = g_cancellable_new ();
  th_flow_facts_async (self->document, self->results, self->cancellable, facts_done_cb, self);
}

const char *
th_result_table_get_facts (ThResultTable *self)
{
  return self->facts;
}


/* --- copying --------------------------------------------------------------- */

gboolean
th_result_table_has_selected (ThResultTable *self)
{
  return !gtk_bitset_is_empty ((GtkBitset *) th_row_selection_peek (self->selection));
}

ThRowSelection *
th_result_table_get_selection (ThResultTable *self)
{
  return self->selection;
}

/* As they stand from left to right. */
static GArray *
list_shown_columns (ThResultTable *self)
{
  GListModel *shown = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint index;

      if (gtk_column_view_column_get_visible (column) &&
          g_ptr_array_find (self->columns, column, &index) && !is_path (self, index))
        g_array_append_val (columns, index);
    }

  return columns;
}

void
th_result_table_get_source (ThResultTable *self,
                            ThRowSource   *source)
{
  th_result_copy_init (source, self->document, self->recording, self->results, self->table,
                       th_result_list_dup_rows (self->list), list_shown_columns (self));
}

gboolean
th_result_table_copy_async (ThResultTable       *self,
                            ThRowFormat          format,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  ThRowSource source;

  if (!th_result_table_has_selected (self))
    return FALSE;

  th_result_table_get_source (self, &source);
  th_row_copy_async (&source, th_row_selection_peek (self->selection), format, cancellable,
                     callback, data);
  return TRUE;
}

void
th_result_table_select (ThResultTable *self,
                        guint          position)
{
  if (!th_incremental_model_reach (self->portions, position))
    th_incremental_model_hand_out (self->portions);
  th_row_selection_set (self->selection, position);
}

gboolean
th_result_table_fold (ThResultTable *self)
{
  scroll_to (self, 0);
  return th_incremental_model_fold (self->portions);
}

static void
tell_why_empty (ThResultTable *self)
{
  gboolean sought = self->text != NULL && self->text[0] != '\0';
  const char *text = NULL;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    text = sought ? _("No matching rows") : th_document_is_analysing (self->document)
           ? _("Nothing yet: the analysis is still running.")
             : _("This recording has none of these.");
  th_empty_state_set_text (self->hollow, text, NULL, NULL);
}

void
th_result_table_set_text (ThResultTable *self,
                          const char    *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  arrange (self);
  tell_why_empty (self);
}

void
th_result_table_update (ThResultTable *self)
{
  tell_why_empty (self);
  if (th_table_get_n (self->table) == self->n_shown)
    return;

  arrange (self);
  start_facts (self);
}

ThTable *
th_result_table_get_table (ThResultTable *self)
{
  return self->table;
}

ThResultList *
th_result_table_get_list (ThResultTable *self)
{
  return self->list;
}

/* --- class -------------------------------------------------------------- */

static void
th_result_table_dispose (GObject *object)
{
  ThResultTable *self = TH_RESULT_TABLE (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->selection, self);
      g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), self);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
      stop_facts (self);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->facts, g_free);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->portions);
  g_clear_object (&self->list);
  g_clear_pointer (&self->results, th_results_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_object (&self->document);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (th_result_table_parent_class)->dispose (object);
}

static void
th_result_table_class_init (ThResultTableClass *klass)
{
  facts_signal = g_signal_new ("facts-changed", TH_TYPE_RESULT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  selected_signal = g_signal_new ("selected", TH_TYPE_RESULT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  G_OBJECT_CLASS (klass)->dispose = th_result_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eventtable");
}

static void
th_result_table_init (ThResultTable *self)
{
  self->columns = g_ptr_array_new ();
  self->sort = -1;
  self->lead = G_MAXUINT32;
}

/* Which column takes the room that is left: the way of flows, else the last one
 * unless its numbers would be torn away from the others: then the longest text,
 * and G_MAXUINT, none, where all are numbers. */
static guint
expanding_column (ThResultTable *self)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  guint32 n = MIN (th_table_get_n (self->table), SAMPLE_ROWS);
  guint best = info->n_columns - 1;
  gsize longest = 0;

  for (guint i = 0; i < info->n_columns; i++)
    if (self->flows != NULL && is_path (self, i))
      return i;
  if (!is_right (info->columns[best].kind))
    return best;
  best = G_MAXUINT;

  for (guint i = 0; i < info->n_columns; i++)
    for (guint32 row = 0; row < n && info->columns[i].kind == TH_COLUMN_TEXT; row++)
      {
        gint64 cell = th_table_get_cell (self->table, row, i);
        gsize length = cell != TH_CELL_NONE ? strlen (th_results_get_word (self->results, cell))
                                            : 0;

        if (length <= longest && best != G_MAXUINT)
          continue;
        longest = length;
        best = i;
      }

  return best;
}

static void
add_column (ThResultTable *self,
            guint          index)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new (_(info->columns[index].title),
                                                                      factory);
  g_autoptr(GtkSorter) sorter = NULL;
  Place *place = g_new (Place, 1);

  *place = (Place) { self, index };
  g_object_set_data_full (G_OBJECT (factory), "place", place, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), place);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), place);
  th_column_view_remember (factory);
  sorter = th_header_sorter_new (GUINT_TO_POINTER (index + 1));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, index == self->expanding);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  g_ptr_array_add (self->columns, column);
}

static void
time_format_cb (ThResultTable *self)
{
  th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
}

static void
search_cb (ThResultTable  *self,
           GtkSearchEntry *entry)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autoptr(GError) error = NULL;

  /* What makes no sense yet is looked for as it stands, and said. */
  th_result_list_is_expression (self->list, text, &error);
  gtk_label_set_text (GTK_LABEL (self->complaint), error != NULL ? error->message : "");
  gtk_widget_set_visible (self->complaint, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  th_result_table_set_text (self, text);
}

void
th_result_table_seek (ThResultTable *self,
                      const char    *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  search_cb (self, GTK_SEARCH_ENTRY (self->entry));
}

/* --- which columns --------------------------------------------------------- */

/* A table of flows has one for each stage, and what is told elsewhere too. */
static gboolean
is_quiet (ThResultTable *self,
          guint          column)
{
  static const char *const quiet[] = { "generation", "direction", "reason", "location", "copied" };
  const ThTableInfo *info = th_table_get_info (self->table);

  for (guint i = 0; i < G_N_ELEMENTS (quiet); i++)
    if (g_str_equal (info->columns[column].id, quiet[i]))
      return TRUE;

  return info->columns[column].kind == TH_COLUMN_DURATION &&
         !g_str_equal (info->columns[column].id, "total");
}

static void
sort_clicked_cb (ThResultTable *self,
                 GtkWidget     *button)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "column"));

  gtk_column_view_column_set_visible (self->columns->pdata[index], TRUE);
  th_result_table_sort (self, index, TRUE);
}

static GtkWidget *
column_row_new (ThResultTable *self,
                guint          index)
{
  const char *title = _(th_table_get_info (self->table)->columns[index].title);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new_with_label (title);
  /* Translators: %s is the title of a column */
  g_autofree char *text = g_strdup_printf (_("Sort by %s, largest first"), title);
  GtkWidget *sort = th_icon_button_new ("view-sort-descending-symbolic", text);

  gtk_widget_set_hexpand (check, TRUE);
  g_object_bind_property (self->columns->pdata[index], "visible", check, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_object_set_data (G_OBJECT (sort), "column", GUINT_TO_POINTER (index));
  gtk_button_set_has_frame (GTK_BUTTON (sort), FALSE);
  g_signal_connect_swapped (sort, "clicked", G_CALLBACK (sort_clicked_cb), self);
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), sort);

  return row;
}

static GtkWidget *
columns_button_new (ThResultTable *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  for (guint i = 0; i < self->columns->len; i++)
    {
      if (is_quiet (self, i))
        gtk_column_view_column_set_visible (self->columns->pdata[i], FALSE);
      if (!is_path (self, i))
        gtk_box_append (GTK_BOX (box), column_row_new (self, i));
    }
  scroller = th_scroller_new (box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Columns"));

  return button;
}

static void
parts_toggled_cb (ThResultTable  *self,
                  GtkCheckButton *check)
{
  th_result_table_show_parts (self, gtk_check_button_get_active (check));
}

void
th_result_table_show_parts (ThResultTable *self,
                            gboolean       show)
{
  th_result_list_hide_parts (self->list, show ? NULL : self->flows);
  arrange (self);
}

/* Of flows: which columns, and whether what went on in another has a row. */
static void
add_flow_controls (ThResultTable *self,
                   GtkWidget     *row)
{
  GtkWidget *parts = gtk_check_button_new_with_label (_("Include Merged and Cloned Packets"));

  gtk_widget_set_tooltip_text (parts, _("Also list packets that became part of another: merged "
                                        "frames, segments, clones"));
  g_signal_connect_swapped (parts, "toggled", G_CALLBACK (parts_toggled_cb), self);
  gtk_box_append (GTK_BOX (row), parts);
  gtk_box_append (GTK_BOX (row), columns_button_new (self));
}

static void
build (ThResultTable *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *entry = self->entry = gtk_search_entry_new ();
  const ThTableInfo *info = th_table_get_info (self->table);

  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(info->title), -1);
  self->expanding = expanding_column (self);
  for (guint i = 0; i < info->n_columns; i++)
    add_column (self, i);
  for (guint i = 0; i < self->columns->len; i++)
    th_column_view_align_title (GTK_COLUMN_VIEW (self->view), i,
                                is_right (th_table_get_info (self->table)->columns[i].kind));
  th_column_view_pass_tab (GTK_COLUMN_VIEW (self->view));
  th_column_view_add_tips (GTK_COLUMN_VIEW (self->view));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);

  self->complaint = gtk_label_new ("");
  gtk_label_set_ellipsize (GTK_LABEL (self->complaint), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->complaint, "complaint");
  gtk_widget_set_visible (self->complaint, FALSE);
  g_object_set (entry, "placeholder-text",
                self->flows != NULL ? _("Rows that contain…, or an expression such as total > 1ms")
                                    : _("Rows that contain…"),
                "hexpand", TRUE, NULL);
  g_object_set (row, "margin-start", 10, "margin-end", 10, "margin-bottom", 6, NULL);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), self->complaint);
  if (self->flows != NULL)
    add_flow_controls (self, row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Rows that contain"), -1);
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (search_cb), self);

  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (th_result_table_activate), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), row);
  if (self->flows != NULL)
    gtk_box_append (GTK_BOX (self->box), th_stage_legend_new (self->document, self->results));
  self->hollow = th_empty_state_new (scroller);
  gtk_box_append (GTK_BOX (self->box), self->hollow);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
th_result_table_new (ThDocument *document,
                     ThResults  *results,
                     ThTable    *table)
{
  ThResultTable *self = g_object_new (TH_TYPE_RESULT_TABLE, NULL);

  self->document = g_object_ref (document);
  self->results = th_results_ref (results);
  self->table = table;
  self->flows = th_flow_facts_is_table (results, table) ? th_results_get_flows (results) : NULL;
  self->recording = th_recording_ref (th_document_get_recording (document));
  self->list = th_result_list_new (self->recording, results, table);
  th_result_list_hide_parts (self->list, self->flows);
  self->portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->list)));
  self->selection = th_row_selection_new (g_object_ref (G_LIST_MODEL (self->portions)));
  g_signal_connect_object (self->portions, "notify::size", G_CALLBACK (portion_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_swapped (self->selection, "lead-changed", G_CALLBACK (lead_changed_cb), self);
  g_signal_connect_swapped (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb),
                            self);
  build (self);
  g_signal_connect_swapped (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                            G_CALLBACK (sorter_changed_cb), self);
  g_signal_connect_object (document, "notify::time-format", G_CALLBACK (time_format_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "follow-changed", G_CALLBACK (follow_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "theme-changed", G_CALLBACK (gtk_widget_queue_draw),
                           self->view, G_CONNECT_SWAPPED);
  /* Behind what the view's own models do. */
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (tell_why_empty), self,
                           G_CONNECT_SWAPPED);
  tell_why_empty (self);
  sort_at_first (self);
  start_facts (self);

  return GTK_WIDGET (self);
}
