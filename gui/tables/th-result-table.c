/* th-result-table.c - one table of an analysis: sorted, filtered, each row leads to its event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-table-private.h"

#include <glib/gi18n-lib.h>

#include "th-analysis-runner.h"
#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-flow-facts.h"
#include "th-header-sorter.h"
#include "th-incremental-model.h"
#include "th-removed-rows.h"
#include "th-stage-legend.h"
#include "th-widgets.h"

enum
{
  PROP_0,
  PROP_SELECTED,
  PROP_LIST,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThResultTable, th_result_table, GTK_TYPE_WIDGET)

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

/* --- a summary of all flows ------------------------------------------------ */

static void
facts_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThResultTable *self = data;
  g_autofree char *facts = NULL;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) /* @self may be gone */
    return;

  facts = th_flow_facts_finish (self->document, result);
  g_clear_object (&self->cancellable);
  gtk_label_set_text (GTK_LABEL (self->summary), facts != NULL ? facts : "");
  gtk_widget_set_visible (self->summary, facts != NULL);
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

/* --- which rows ------------------------------------------------------------ */

static gboolean
is_searched (ThResultTable *self)
{
  return self->text != NULL && self->text[0] != '\0';
}

guint
th_result_table_get_n_found (ThResultTable *self)
{
  return is_searched (self) ? g_list_model_get_n_items (G_LIST_MODEL (self->list))
                            : th_table_get_n (self->table);
}

static void
tell_why_empty (ThResultTable *self)
{
  const char *text = NULL;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    {
      ThAnalysisRunner *analyses = th_document_get_analyses (self->document);

      text = is_searched (self) ? _("No matching rows") : th_analysis_runner_is_running (analyses)
             ? _("Nothing yet: the analysis is still running.")
             : _("This recording has none of these.");
    }
  th_empty_state_set_text (self->empty, text, NULL, NULL);
}

static void
set_text (ThResultTable *self,
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

gboolean
th_result_table_fold (ThResultTable *self)
{
  th_result_table_scroll_to (self, 0);
  return th_incremental_model_fold (self->portions);
}

gboolean
th_result_table_has_summary (ThResultTable *self)
{
  return self->summary != NULL;
}

ThTable *
th_result_table_get_table (ThResultTable *self)
{
  return self->table;
}

ThResults *
th_result_table_get_results (ThResultTable *self)
{
  return self->results;
}

/* --- class -------------------------------------------------------------- */

static void
th_result_table_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  ThResultTable *self = TH_RESULT_TABLE (object);

  if (id == PROP_SELECTED)
    g_value_set_uint (value, th_row_selection_get_lead (self->selection));
  else
    g_value_set_object (value, self->list);
}

static void
th_result_table_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  g_assert (id == PROP_SELECTED);
  th_result_table_select (TH_RESULT_TABLE (object), g_value_get_uint (value));
}

static void
th_result_table_dispose (GObject *object)
{
  ThResultTable *self = TH_RESULT_TABLE (object);

  if (self->box != NULL)
    {
      g_clear_object (&self->document_signals);
      g_clear_object (&self->list_signals);
      g_clear_object (&self->portions_signals);
      g_clear_object (&self->selection_signals);
      g_clear_object (&self->sorter_signals);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
      stop_facts (self);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_result_table_get_property;
  object_class->set_property = th_result_table_set_property;
  object_class->dispose = th_result_table_dispose;
  properties[PROP_SELECTED] = g_param_spec_uint ("selected", NULL, NULL, 0, G_MAXUINT,
                                                 GTK_INVALID_LIST_POSITION,
                                                 G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                 G_PARAM_STATIC_STRINGS);
  properties[PROP_LIST] = g_param_spec_object ("list", NULL, NULL, TH_TYPE_RESULT_LIST,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_signal_new ("selection-changed", TH_TYPE_RESULT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
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

  /* An invalid expression is searched for as plain text, and its error is shown. */
  th_result_list_is_expression (self->list, text, &error);
  gtk_label_set_text (GTK_LABEL (self->complaint), error != NULL ? error->message : "");
  gtk_widget_set_visible (self->complaint, error != NULL);
  th_widget_set_class (GTK_WIDGET (entry), "error", error != NULL);
  set_text (self, text);
}

void
th_result_table_seek (ThResultTable *self,
                      const char    *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  search_cb (self, GTK_SEARCH_ENTRY (self->entry));
}

static void
parts_toggled_cb (ThResultTable  *self,
                  GtkCheckButton *check)
{
  th_result_list_hide_parts (self->list, gtk_check_button_get_active (check) ? NULL
                                                                             : self->flows);
  arrange (self);
}

/* Adds whether packets that became part of another are listed. */
static void
add_parts_control (ThResultTable *self,
                   GtkWidget     *row)
{
  GtkWidget *parts = gtk_check_button_new_with_label (_("Include Merged and Cloned Packets"));

  gtk_widget_set_tooltip_text (parts, _("Also list packets that became part of another: merged "
                                        "frames, segments, clones"));
  g_signal_connect_swapped (parts, "toggled", G_CALLBACK (parts_toggled_cb), self);
  gtk_box_append (GTK_BOX (row), parts);
}

/* Requests have no parts. */
static void
add_flow_controls (ThResultTable *self,
                   GtkWidget     *row)
{
  if (th_flows_get_info (self->flows)->n_parent_kinds > 0)
    add_parts_control (self, row);
  gtk_box_append (GTK_BOX (row), th_result_table_columns_button_new (self));
}

static void
add_view (ThResultTable *self)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (self->selection);

  self->view = gtk_column_view_new (NULL);
  th_removed_rows_free_later (GTK_COLUMN_VIEW (self->view), G_LIST_MODEL (model));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), model);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(th_table_get_info (self->table)->title), -1);
  th_result_table_add_columns (self);
  th_column_view_pass_tab (GTK_COLUMN_VIEW (self->view));
  th_column_view_add_tips (GTK_COLUMN_VIEW (self->view));
  th_column_view_keep_start (GTK_COLUMN_VIEW (self->view));
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (th_result_table_activate), self);
}

static GtkWidget *
search_row_new (ThResultTable *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);

  self->entry = gtk_search_entry_new ();
  self->complaint = gtk_label_new ("");
  gtk_label_set_ellipsize (GTK_LABEL (self->complaint), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->complaint, "complaint");
  gtk_widget_set_visible (self->complaint, FALSE);
  g_object_set (self->entry, "hexpand", TRUE, "placeholder-text",
                self->flows != NULL
                ? _("Rows that contain…, or an expression such as total > 1ms")
                : _("Rows that contain…"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Rows that contain"), -1);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (search_cb), self);

  g_object_set (row, "margin-start", 10, "margin-end", 10, "margin-bottom", 6, NULL);
  gtk_box_append (GTK_BOX (row), self->entry);
  gtk_box_append (GTK_BOX (row), self->complaint);
  if (self->flows != NULL)
    add_flow_controls (self, row);

  return row;
}

static void
add_row (ThResultTable *self,
         GtkWidget     *row)
{
  gtk_grid_attach_next_to (GTK_GRID (self->box), row, NULL, GTK_POS_BOTTOM, 1, 1);
}

/* The summary has a line of its own, as the row of tabs has no room for it. */
static void
add_summary (ThResultTable *self)
{
  self->summary = th_paragraph_new ("", "summary");
  gtk_label_set_width_chars (GTK_LABEL (self->summary), TH_PARAGRAPH_CHARS);
  gtk_widget_set_visible (self->summary, FALSE);
  add_row (self, self->summary);
  add_row (self, th_stage_legend_new (self->document, self->results));
}

static void
build (ThResultTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  add_view (self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->empty = th_empty_state_new (scroller);

  /* To measure a box, GTK would break the text of the summary and the legend at many widths. */
  self->box = gtk_grid_new ();
  add_row (self, search_row_new (self));
  if (self->flows != NULL)
    add_summary (self);
  add_row (self, self->empty);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* Called once the view has connected to its models, so that it takes their changes first. */
static void
follow_signals (ThResultTable *self)
{
  g_signal_group_connect_swapped (self->document_signals, "notify::time-format",
                                  G_CALLBACK (time_format_cb), self);
  g_signal_group_connect_swapped (self->document_signals, "theme-changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self->view);
  g_signal_group_connect_swapped (self->list_signals, "items-changed",
                                  G_CALLBACK (tell_why_empty), self);
  self->sorter_signals = g_signal_group_new (GTK_TYPE_SORTER);
  g_signal_group_connect_swapped (self->sorter_signals, "changed",
                                  G_CALLBACK (sorter_changed_cb), self);

  g_signal_group_set_target (self->document_signals, self->document);
  g_signal_group_set_target (self->list_signals, self->list);
  g_signal_group_set_target (self->portions_signals, self->portions);
  g_signal_group_set_target (self->selection_signals, self->selection);
  g_signal_group_set_target (self->sorter_signals,
                             gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)));
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
  th_result_table_add_rows (self);
  build (self);
  follow_signals (self);
  tell_why_empty (self);
  sort_at_first (self);
  start_facts (self);

  return GTK_WIDGET (self);
}
