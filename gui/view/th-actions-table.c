/* th-actions-table.c - actions on the tables: tabs, finding, copying and saving rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-chooser.h"
#include "th-job.h"
#include "th-number-format.h"
#include "th-result-table.h"
#include "th-display-text.h"

/* --- copying ------------------------------------------------------------ */

static char *
copied_text (guint n_rows,
             guint n_left)
{
  g_autofree char *rows = th_format_count (n_rows), *left = th_format_count (n_left);

  if (n_left == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row copied", "%s rows copied",
                                         n_rows), rows);

  /* Translators: numbers of rows */
  return g_strdup_printf (_("%s rows copied, %s more exceed the limit"), rows, left);
}

static void
copied_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  ThDocumentView *self = data;
  guint n_rows, n_left;
  g_autofree char *text = th_row_copy_finish (result, &n_rows, &n_left), *message = NULL;

  if (text == NULL) /* cancelled; @self may be gone */
    return;

  g_clear_object (&self->copying);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  message = copied_text (n_rows, n_left);
  th_status_bar_say (self->status_bar, message);
}

void
th_view_stop_copying (ThDocumentView *self)
{
  g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

static ThEventTable *
get_events (ThDocumentView *self)
{
  return th_table_pane_get_events (self->table_pane);
}

/* Returns the visible table of results; NULL if another page is visible, or no table at all. */
static ThResultTable *
get_result_table (ThDocumentView *self)
{
  GtkWidget *page = th_view_shows_tables (self) ? th_table_pane_get_visible_page (self->table_pane)
                                                : NULL;

  return TH_IS_RESULT_TABLE (page) ? TH_RESULT_TABLE (page) : NULL;
}

static void
copy (ThDocumentView *self,
      gboolean        span,
      ThRowFormat     format)
{
  ThResultTable *table = span ? NULL : get_result_table (self);

  if (!th_view_has_recording (self))
    return;

  th_view_stop_copying (self);
  self->copying = g_cancellable_new ();
  if (table != NULL && th_result_table_copy_async (table, format, self->copying, copied_cb, self))
    return;
  if (!th_event_table_copy_async (get_events (self), span, format,
                                  self->copying, copied_cb, self))
    g_clear_object (&self->copying);
}

/* --- tabs ----------------------------------------------------------------- */

/* A compact view has no tabs, but what contains it may have some. */
static void
step_tab (ThDocumentView *self,
          int             direction)
{
  if (self->compact)
    g_signal_emit_by_name (self, "step-tab", direction);
  else
    th_table_pane_step (self->table_pane, direction);
}

TH_DEFINE_VIEW_ACTION (next_tab)
{
  step_tab (data, 1);
}

TH_DEFINE_VIEW_ACTION (previous_tab)
{
  step_tab (data, -1);
}

/* --- finding rows --------------------------------------------------------- */

TH_DEFINE_VIEW_ACTION (seek_in)
{
  ThDocumentView *self = data;
  const char *tab, *text;

  g_variant_get (parameter, "(&s&s)", &tab, &text);
  th_table_pane_set_tab (self->table_pane, tab);
  if (get_result_table (self) != NULL)
    th_result_table_seek (get_result_table (self), text);
}

/* --- saving -------------------------------------------------------------- */

static void
saved_cb (GtkWidget    *owner,
          gboolean      succeeded,
          const GError *error,
          gpointer      data)
{
  guint64 n_rows = th_row_save_get_n_rows (data);
  g_autofree char *rows = th_format_count (n_rows), *message = NULL;

  if (error != NULL)
    message = g_strdup (error->message);
  else if (!succeeded)
    message = g_strdup (_("Cancelled; nothing was saved"));
  else
    message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row saved", "%s rows saved",
                                            n_rows), rows);
  th_status_bar_say (TH_DOCUMENT_VIEW (owner)->status_bar, message);
}

static void
save_rows (gpointer  view,
           GFile    *file)
{
  ThDocumentView *self = view;
  ThResultTable *table = get_result_table (self);
  g_autofree char *name = NULL, *base = NULL, *text = NULL;
  ThRowSource source;

  if (table != NULL)
    th_result_table_get_source (table, &source);
  else if (!th_event_table_get_source (get_events (self), &source))
    return;

  name = g_file_get_parse_name (file);
  base = g_path_get_basename (name);
  text = g_strdup_printf (_("Saving “%s”"), base);
  th_job_run (GTK_WIDGET (self), _("Save Rows"), text, th_row_save_run,
              th_row_save_new (&source, file), (GDestroyNotify) th_row_save_free, saved_cb);
}

TH_DEFINE_VIEW_ACTION (save_rows_to)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (th_view_has_recording (data))
    save_rows (data, file);
}

TH_DEFINE_VIEW_ACTION (save_rows)
{
  static const char *const csv[] = { "*.csv", NULL }, *const json[] = { "*.json", NULL };
  const ThFileKind kinds[] = { { _("CSV"), csv }, { _("JSON"), json } };
  ThDocumentView *self = data;
  const char *name = th_table_pane_get_tab (self->table_pane);
  const char *slash = name != NULL ? strrchr (name, '/') : NULL;
  g_autofree char *end = g_strconcat ("-", slash != NULL ? slash + 1 : name != NULL
                                      ? name : "events", ".csv", NULL);
  g_autofree char *suggested = NULL;
  GFile *recording;

  if (!th_view_has_recording (self))
    return;

  recording = th_document_get_file (self->document);
  suggested = th_file_dialog_suggest_name (recording, end);
  th_file_dialog_open (&self->chooser,
                       &(ThFileDialog) { th_view_get_window (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("Save Rows"), _("_Save"), suggested, recording, kinds,
                                         G_N_ELEMENTS (kinds) },
                       save_rows, self);
}

/* --- copying: actions --------------------------------------------------------- */

TH_DEFINE_VIEW_ACTION (copy_row)
{
  copy (data, FALSE, TH_ROWS_TEXT);
}

TH_DEFINE_VIEW_ACTION (copy_csv)
{
  copy (data, FALSE, TH_ROWS_CSV);
}

TH_DEFINE_VIEW_ACTION (copy_json)
{
  copy (data, FALSE, TH_ROWS_JSON);
}

TH_DEFINE_VIEW_ACTION (copy_span)
{
  copy (data, TRUE, TH_ROWS_TEXT);
}

TH_DEFINE_VIEW_ACTION (copy_span_csv)
{
  copy (data, TRUE, TH_ROWS_CSV);
}

TH_DEFINE_VIEW_ACTION (copy_span_json)
{
  copy (data, TRUE, TH_ROWS_JSON);
}

static void
copy_cell_of (ThDocumentView *self,
              const char     *id)
{
  const ThEventColumn *column = th_event_column_find (id);
  g_autofree char *text = column != NULL
                          ? th_event_table_dup_cell (get_events (self),
                                                     column) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

TH_DEFINE_VIEW_ACTION (copy_cell_of)
{
  copy_cell_of (data, g_variant_get_string (parameter, NULL));
}

static void
cell_chosen (guint    id,
             gpointer data)
{
  ThDocumentView *self = data;
  g_autoptr(GPtrArray) columns = th_event_table_list_columns (get_events (self));

  if (id < columns->len)
    copy_cell_of (self, ((const ThEventColumn *) columns->pdata[id])->id);
}

TH_DEFINE_VIEW_ACTION (copy_cell)
{
  ThDocumentView *self = data;
  g_autoptr(GPtrArray) columns = th_event_table_list_columns (get_events (self));
  ThChooser *chooser = th_chooser_new (th_view_get_window (self),
                                       _("Copy a cell of the selected event"), cell_chosen, self);

  for (guint i = 0; i < columns->len; i++)
    {
      const ThEventColumn *column = columns->pdata[i];
      g_autofree char *text = th_event_table_dup_cell (get_events (self), column);
      g_autofree char *shown = th_display_text_cut (text != NULL ? text : "", TH_TEXT_MAX);

      th_chooser_add (chooser,
                      &(ThChoice) { shown, th_event_column_get_name (column), NULL, i,
                                    text == NULL });
    }
  th_view_add_dialog (self, chooser);
}

/* --- the span ------------------------------------------------------------ */

TH_DEFINE_VIEW_ACTION (only_span)
{
  ThDocumentView *self = data;
  gboolean only_span = !th_event_table_get_only_span (get_events (self));

  th_event_table_set_only_span (get_events (self), only_span);
  g_simple_action_set_state (action, g_variant_new_boolean (only_span));
}

/* Sorts by the column whose id is the parameter, like a click on its title. */
static void
sort_events (ThDocumentView *self,
             GVariant       *parameter)
{
  const ThEventColumn *column;
  gboolean descending;
  const char *id;

  g_variant_get (parameter, "(&sb)", &id, &descending);
  column = th_event_column_find (id);
  if (column != NULL)
    th_event_table_sort (get_events (self), column, descending);
}

TH_DEFINE_VIEW_ACTION (sort_events)
{
  sort_events (data, parameter);
}

static gboolean
shows_rows (ThDocumentView *self)
{
  return th_view_shows_tables (self) &&
         (get_result_table (self) != NULL ||
          th_table_pane_get_visible_page (self->table_pane) == GTK_WIDGET (get_events (self)));
}

static gboolean
has_selected_rows (ThDocumentView *self)
{
  ThResultTable *table = get_result_table (self);

  return th_view_has_selected (self) ||
         (th_view_has_recording (self) && table != NULL && th_result_table_has_selected (table));
}

static const ThViewAction actions[] = {
  { { "copy-row", copy_row_cb }, has_selected_rows },
  { { "copy-csv", copy_csv_cb }, has_selected_rows },
  { { "copy-json", copy_json_cb }, has_selected_rows },
  { { "copy-span", copy_span_cb }, th_view_has_span },
  { { "copy-span-csv", copy_span_csv_cb }, th_view_has_span },
  { { "copy-span-json", copy_span_json_cb }, th_view_has_span },
  { { "seek-in", seek_in_cb, "(ss)" }, th_view_shows_tables },
  { { "save-rows", save_rows_cb }, shows_rows },
  { { "save-rows-to", save_rows_to_cb, "s" }, shows_rows },
  { { "copy-cell", copy_cell_cb }, th_view_has_selected },
  { { "copy-cell-of", copy_cell_of_cb, "s" }, th_view_has_selected },
  { { "only-span", only_span_cb, NULL, "false" }, th_view_shows_tables },
  { { "sort-events", sort_events_cb, "(sb)" }, th_view_shows_tables },
  { { "next-tab", next_tab_cb }, th_view_has_events },
  { { "previous-tab", previous_tab_cb }, th_view_has_events },
};

void
th_view_add_table_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
