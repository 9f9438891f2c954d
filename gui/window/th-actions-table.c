/* th-actions-table.c - actions on the event table: columns, copying, the span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-window-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-columns-window.h"
#include "th-completion.h"
#include "th-chooser.h"
#include "th-result-table.h"
#include "th-settings.h"
#include "th-display-text.h"
#include "th-widgets.h"

/* Events that a field is said to be of in the list of fields. */
#define MAX_TOLD_TYPES 3

#define DEFINE_ACTION(name) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data)

static gboolean
has_recording (ThWindow *self)
{
  return self->document != NULL && th_document_get_recording (self->document) != NULL;
}

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
  ThWindow *self = data;
  guint n_rows, n_left;
  g_autofree char *text = th_row_copy_finish (result, &n_rows, &n_left), *told = NULL;

  if (text == NULL) /* cancelled: @self may be gone */
    return;

  g_clear_object (&self->copying);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  told = copied_text (n_rows, n_left);
  th_status_bar_say (self->status_bar, told);
}

void
th_window_stop_copying (ThWindow *self)
{
  g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
}

/* The table that is shown; NULL where that is the one of the events. */
static ThResultTable *
get_result_table (ThWindow *self)
{
  GtkWidget *page = th_table_pane_get_visible_page (self->table_pane);

  return TH_IS_RESULT_TABLE (page) ? TH_RESULT_TABLE (page) : NULL;
}

static void
copy (ThWindow    *self,
      gboolean     span,
      ThRowFormat  format)
{
  ThResultTable *table = span ? NULL : get_result_table (self);

  if (!has_recording (self))
    return;

  th_window_stop_copying (self);
  self->copying = g_cancellable_new ();
  if (table != NULL && th_result_table_copy_async (table, format, self->copying, copied_cb, self))
    return;
  if (!th_event_table_copy_async (th_table_pane_get_events (self->table_pane), span, format,
                                  self->copying, copied_cb, self))
    g_clear_object (&self->copying);
}

/* --- finding rows --------------------------------------------------------- */

DEFINE_ACTION (seek_in)
{
  ThWindow *self = data;
  const char *tab, *text;

  g_variant_get (parameter, "(&s&s)", &tab, &text);
  th_table_pane_set_tab (self->table_pane, tab);
  if (get_result_table (self) != NULL)
    th_result_table_seek (get_result_table (self), text);
}

/* --- saving -------------------------------------------------------------- */

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  ThWindow *self = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *rows = NULL, *told = NULL;
  guint64 n_rows;

  if (!th_row_save_finish (result, &n_rows, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) /* @self may be gone */
        return;
      g_clear_object (&self->copying);
      th_status_bar_say (self->status_bar, error->message);
      return;
    }

  g_clear_object (&self->copying);
  rows = th_format_count (n_rows);
  told = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row saved", "%s rows saved", n_rows),
                          rows);
  th_status_bar_say (self->status_bar, told);
}

static void
save_rows (ThWindow *self,
           GFile    *file)
{
  ThResultTable *table = get_result_table (self);
  ThRowSource source;

  if (table != NULL)
    th_result_table_get_source (table, &source);
  else if (!th_event_table_get_source (th_table_pane_get_events (self->table_pane), &source))
    return;

  th_window_stop_copying (self);
  self->copying = g_cancellable_new ();
  th_row_save_async (&source, file, self->copying, saved_cb, self);
}

static void
save_response_cb (ThWindow *self,
                  int       response)
{
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT
                          ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser)) : NULL;

  if (file != NULL)
    save_rows (self, file);
  g_clear_object (&self->chooser);
}

static void
add_filter (GtkFileChooserNative *chooser,
            const char           *name,
            const char           *pattern)
{
  g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

DEFINE_ACTION (save_rows_to)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (has_recording (data))
    save_rows (data, file);
}

DEFINE_ACTION (save_rows)
{
  ThWindow *self = data;
  const char *name = th_table_pane_get_tab (self->table_pane);
  const char *slash = name != NULL ? strrchr (name, '/') : NULL;
  g_autofree char *suggested = g_strconcat (slash != NULL ? slash + 1 : name != NULL
                                            ? name : "events", ".csv", NULL);

  if (self->chooser != NULL || !has_recording (self))
    return;

  self->chooser = gtk_file_chooser_native_new (_("Save Rows"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"),
                                               _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  add_filter (self->chooser, _("CSV"), "*.csv");
  add_filter (self->chooser, _("JSON"), "*.json");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), suggested);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (save_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* --- what to copy --------------------------------------------------------- */

DEFINE_ACTION (copy_row)
{
  copy (data, FALSE, TH_ROWS_TEXT);
}

DEFINE_ACTION (copy_csv)
{
  copy (data, FALSE, TH_ROWS_CSV);
}

DEFINE_ACTION (copy_json)
{
  copy (data, FALSE, TH_ROWS_JSON);
}

DEFINE_ACTION (copy_span)
{
  copy (data, TRUE, TH_ROWS_TEXT);
}

DEFINE_ACTION (copy_span_csv)
{
  copy (data, TRUE, TH_ROWS_CSV);
}

DEFINE_ACTION (copy_span_json)
{
  copy (data, TRUE, TH_ROWS_JSON);
}

static void
copy_cell_of (ThWindow   *self,
              const char *id)
{
  const ThEventColumn *column = th_event_column_find (id);
  g_autofree char *text = column != NULL
                          ? th_event_table_dup_cell (th_table_pane_get_events (self->table_pane),
                                                     column) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

DEFINE_ACTION (copy_cell_of)
{
  copy_cell_of (data, g_variant_get_string (parameter, NULL));
}

static void
cell_chosen (guint    id,
             gpointer data)
{
  ThWindow *self = data;

  copy_cell_of (self, self->choices->pdata[id]);
}

DEFINE_ACTION (copy_cell)
{
  ThWindow *self = data;
  g_autoptr(GPtrArray) columns =
    th_event_table_list_columns (th_table_pane_get_events (self->table_pane));
  ThChooser *finder = th_chooser_new (GTK_WINDOW (self), _("Copy a cell of the selected event"),
                                      cell_chosen, self);

  g_ptr_array_set_size (self->choices, 0);
  for (guint i = 0; i < columns->len; i++)
    {
      const ThEventColumn *column = columns->pdata[i];
      g_autofree char *text = th_event_table_dup_cell (th_table_pane_get_events (self->table_pane),
                                                       column);
      g_autofree char *shown = th_display_text_cut (text != NULL ? text : "", TH_TEXT_MAX);

      th_chooser_add (finder,
                      &(ThChoice) { shown, th_event_column_get_name (column), NULL, i,
                                    text == NULL });
      g_ptr_array_add (self->choices, g_strdup (column->id));
    }
  gtk_window_present (GTK_WINDOW (finder));
}

/* --- columns ------------------------------------------------------------ */

static void
column_chosen (guint    id,
               gpointer data)
{
  ThWindow *self = data;
  const ThEventColumn *column = th_event_column_find (self->choices->pdata[id]);

  if (column != NULL)
    th_event_table_add_column (th_table_pane_get_events (self->table_pane), column, G_MAXUINT);
}

static void
add_choice (ThWindow   *self,
            ThChooser   *finder,
            const char *title,
            const char *detail,
            char       *id) /* taken */
{
  th_chooser_add (finder, &(ThChoice) { title, detail, NULL, self->choices->len, FALSE });
  g_ptr_array_add (self->choices, id);
}

/* "sched_switch, sched_wakeup, …" by the name of a field; first what occurs. */
static GHashTable *
list_fields (ThRecording *recording,
             GPtrArray   *names)
{
  GHashTable *types = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                             (GDestroyNotify) g_ptr_array_unref);
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  guint n_seen;
  g_autoptr(GArray) order = th_completer_list_types (completer, &n_seen);

  for (guint i = 0; i < order->len; i++)
    {
      guint type = g_array_index (order, guint, i);
      const ThFieldTable *fields = th_recording_get_fields (recording, type);

      for (guint f = 0; f < fields->n_fields; f++)
        {
          GPtrArray *of = g_hash_table_lookup (types, fields->fields[f].name);

          if (of == NULL)
            {
              of = g_ptr_array_new ();
              g_hash_table_insert (types, (gpointer) fields->fields[f].name, of);
              g_ptr_array_add (names, (gpointer) fields->fields[f].name);
            }
          g_ptr_array_add (of, (gpointer) th_recording_get_type_name (recording, type));
        }
    }

  return types;
}

static char *
tell_types (const GPtrArray *types)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (types->len, MAX_TOLD_TYPES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) types->pdata[i]);
  if (types->len > MAX_TOLD_TYPES)
    g_string_append (text, ", …");

  return th_display_text_take_string (text);
}

static void
add_fields (ThWindow  *self,
            ThChooser *finder)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GHashTable) types = list_fields (th_document_get_recording (self->document), names);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *detail = tell_types (g_hash_table_lookup (types, names->pdata[i]));
      g_autofree char *name = th_display_text_make_valid (names->pdata[i]);

      add_choice (self, finder, name, detail, g_strconcat ("field:", names->pdata[i], NULL));
    }
}

/* What is typed may be an expression; one of the list comes by its own name. */
static gboolean
offer_expression (const char *text,
                  ThOffer    *offer,
                  gpointer    data)
{
  ThWindow *self = data;
  const ThEventColumn *column = th_event_column_parse (th_document_get_recording (self->document),
                                                       text, NULL, NULL, NULL);

  if (column == NULL || column->kind != TH_EVENT_COLUMN_EXPRESSION)
    return FALSE;

  g_ptr_array_set_size (self->choices, self->n_choices);
  g_ptr_array_add (self->choices, g_strdup (column->id));
  *offer = (ThOffer) { g_strdup (column->title), g_strdup (_("value of an expression")),
                       self->n_choices, FALSE };
  return TRUE;
}

GtkWindow *
th_window_open_column_finder (ThWindow *self)
{
  g_autoptr(GPtrArray) shown =
    th_event_table_list_columns (th_table_pane_get_events (self->table_pane));
  const ThEventColumn *columns;
  ThChooser *finder;
  guint n;

  if (!has_recording (self))
    return NULL;

  finder = th_chooser_new (GTK_WINDOW (self), _("Add a column"), column_chosen, self);
  g_ptr_array_set_size (self->choices, 0);
  columns = th_event_column_list (&n);
  for (guint i = 0; i < n; i++)
    if (!g_ptr_array_find (shown, &columns[i], NULL) &&
        th_event_column_is_there (&columns[i], th_document_get_recording (self->document)))
      add_choice (self, finder, _(columns[i].name), NULL, g_strdup (columns[i].id));
  add_fields (self, finder);
  self->n_choices = self->choices->len;
  th_chooser_set_offer (finder, offer_expression);
  gtk_window_present (GTK_WINDOW (finder));

  return GTK_WINDOW (finder);
}

DEFINE_ACTION (add_column)
{
  th_window_open_column_finder (data);
}

DEFINE_ACTION (columns)
{
  ThWindow *self = data;

  ThRecording *recording = has_recording (self) ? th_document_get_recording (self->document) : NULL;

  if (!th_dialog_present (GTK_WINDOW (self), TH_TYPE_COLUMNS_WINDOW))
    gtk_window_present (GTK_WINDOW (th_columns_window_new (GTK_WINDOW (self),
                                                           th_table_pane_get_events (self->table_pane), recording)));
}

/* As text, as in the settings: [('time', 0), ('field:len', 80)]. */
DEFINE_ACTION (set_columns)
{
  ThWindow *self = data;
  g_autoptr(GVariant) columns = g_variant_parse (TH_EVENT_TABLE_COLUMNS_TYPE,
                                                 g_variant_get_string (parameter, NULL), NULL, NULL,
                                                 NULL);

  if (columns != NULL)
    th_event_table_set_columns (th_table_pane_get_events (self->table_pane), columns);
}

DEFINE_ACTION (reset_columns)
{
  ThWindow *self = data;

  th_event_table_reset_columns (th_table_pane_get_events (self->table_pane));
  g_signal_emit_by_name (th_table_pane_get_events (self->table_pane), "columns-changed");
}

DEFINE_ACTION (keep_columns)
{
  ThWindow *self = data;
  g_autoptr(GVariant) columns =
    th_event_table_dup_columns (th_table_pane_get_events (self->table_pane));

  if (th_settings_get () != NULL &&
      g_settings_set_value (th_settings_get (), "event-columns", columns))
    th_status_bar_say (self->status_bar, _("Other recordings will use these columns"));
}

DEFINE_ACTION (forget_columns)
{
  if (th_settings_get () != NULL)
    g_settings_reset (th_settings_get (), "event-columns");
  th_status_bar_say (((ThWindow *) data)->status_bar,
                     _("Other recordings will use the default columns"));
}

/* --- the span ------------------------------------------------------------ */

DEFINE_ACTION (only_span)
{
  ThWindow *self = data;
  gboolean only_span = !th_event_table_get_only_span (th_table_pane_get_events (self->table_pane));

  th_event_table_set_only_span (th_table_pane_get_events (self->table_pane), only_span);
  g_simple_action_set_state (action, g_variant_new_boolean (only_span));
}

/* By the id of a column, as a click on its title does. */
static void
sort_events (ThWindow   *self,
             GVariant   *parameter)
{
  const ThEventColumn *column;
  gboolean descending;
  const char *id;

  g_variant_get (parameter, "(&sb)", &id, &descending);
  column = th_event_column_find (id);
  if (column != NULL)
    th_event_table_sort (th_table_pane_get_events (self->table_pane), column, descending);
}

DEFINE_ACTION (sort_events)
{
  sort_events (data, parameter);
}

static const GActionEntry entries[] = {
  { "copy-row", copy_row_cb },
  { "copy-csv", copy_csv_cb },
  { "copy-json", copy_json_cb },
  { "copy-span", copy_span_cb },
  { "copy-span-csv", copy_span_csv_cb },
  { "copy-span-json", copy_span_json_cb },
  { "seek-in", seek_in_cb, "(ss)" },
  { "save-rows", save_rows_cb },
  { "save-rows-to", save_rows_to_cb, "s" },
  { "copy-cell", copy_cell_cb },
  { "copy-cell-of", copy_cell_of_cb, "s" },
  { "add-column", add_column_cb },
  { "columns", columns_cb },
  { "set-columns", set_columns_cb, "s" },
  { "reset-columns", reset_columns_cb },
  { "keep-columns", keep_columns_cb },
  { "forget-columns", forget_columns_cb },
  { "only-span", only_span_cb, NULL, "false" },
  { "sort-events", sort_events_cb, "(sb)" },
};

void
th_window_update_table (ThWindow *self)
{
  static const char *const with_recording[] = {
    "add-column", "columns", "set-columns", "reset-columns", "keep-columns", "sort-events",
    "only-span"
  };
  static const char *const with_rows[] = { "copy-row", "copy-csv", "copy-json" };
  static const char *const with_selected[] = { "copy-cell", "copy-cell-of" };
  static const char *const with_span[] = { "copy-span", "copy-span-csv", "copy-span-json" };
  ThResultTable *table = get_result_table (self);
  gboolean has = has_recording (self), span, selected, is_rows;
  gint64 from, to;

  selected = has && !th_ref_is_none (th_document_get_selected (self->document));
  is_rows = has &&
            (table != NULL ||
             th_table_pane_get_visible_page (self->table_pane) ==
             GTK_WIDGET (th_table_pane_get_events (self->table_pane)));
  th_action_enable (G_ACTION_MAP (self), "save-rows", is_rows);
  th_action_enable (G_ACTION_MAP (self), "save-rows-to", is_rows);
  for (guint i = 0; i < G_N_ELEMENTS (with_rows); i++)
    th_action_enable (G_ACTION_MAP (self), with_rows[i],
                      selected || (has && table != NULL && th_result_table_has_selected (table)));
  span = has && th_document_get_span (self->document, &from, &to);
  for (guint i = 0; i < G_N_ELEMENTS (with_recording); i++)
    th_action_enable (G_ACTION_MAP (self), with_recording[i], has);
  for (guint i = 0; i < G_N_ELEMENTS (with_selected); i++)
    th_action_enable (G_ACTION_MAP (self), with_selected[i], selected);
  for (guint i = 0; i < G_N_ELEMENTS (with_span); i++)
    th_action_enable (G_ACTION_MAP (self), with_span[i], span);
}

void
th_window_add_table (ThWindow *self)
{
  self->choices = g_ptr_array_new_with_free_func (g_free);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  if (th_settings_get () != NULL)
    {
      g_autoptr(GAction) compact = g_settings_create_action (th_settings_get (), "compact-info");

      g_action_map_add_action (G_ACTION_MAP (self), compact);
    }
  g_signal_connect_object (self->table_pane, "changed", G_CALLBACK (th_window_update_table), self,
                           G_CONNECT_SWAPPED);
  th_window_update_table (self);
}
