/* th-actions-columns.c - actions on the columns of the event table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-chooser.h"
#include "th-columns-window.h"
#include "th-completion.h"
#include "th-display-text.h"
#include "th-settings.h"

/* How many event types the detail of a field names at most. */
#define MAX_NAMED_TYPES 3

static ThEventTable *
get_events (ThDocumentView *self)
{
  return th_table_pane_get_events (self->table_pane);
}

/* --- the chooser of columns ------------------------------------------------ */

/* The data of the chooser of columns. */
typedef struct
{
  ThDocumentView *view;
  GPtrArray      *ids;      /* column ids; the index is the id of the choice */
  guint           n_listed; /* index in @ids of the typed expression */
} Choices;

static void
choices_free (gpointer data)
{
  Choices *choices = data;

  g_ptr_array_unref (choices->ids);
  g_free (choices);
}

static void
column_chosen (guint    id,
               gpointer data)
{
  const Choices *choices = data;
  const ThEventColumn *column = th_event_column_find (choices->ids->pdata[id]);

  if (column != NULL)
    th_event_table_add_column (get_events (choices->view), column, G_MAXUINT);
}

static void
add_choice (Choices    *choices,
            ThChooser  *chooser,
            const char *title,
            const char *detail,
            char       *id) /* taken */
{
  th_chooser_add (chooser, &(ThChoice) { title, detail, NULL, choices->ids->len, FALSE });
  g_ptr_array_add (choices->ids, id);
}

/* Returns a table from each field name to the types that have this field.  Appends the
 * names to @names, fields of types that occur in the recording first. */
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
describe_types (const GPtrArray *types)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (types->len, MAX_NAMED_TYPES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) types->pdata[i]);
  if (types->len > MAX_NAMED_TYPES)
    g_string_append (text, ", …");

  return th_display_text_take_string (text);
}

static void
add_fields (Choices   *choices,
            ThChooser *chooser)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GHashTable) types =
    list_fields (th_document_get_recording (choices->view->document), names);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *detail = describe_types (g_hash_table_lookup (types, names->pdata[i]));
      g_autofree char *name = th_display_text_make_valid (names->pdata[i]);

      add_choice (choices, chooser, name, detail, g_strconcat ("field:", names->pdata[i], NULL));
    }
}

/* Offers the typed text as a column if it is an expression, not the name of a listed
 * column. */
static gboolean
offer_expression (const char *text,
                  ThOffer    *offer,
                  gpointer    data)
{
  Choices *choices = data;
  ThRecording *recording = th_document_get_recording (choices->view->document);
  const ThEventColumn *column = th_event_column_parse (recording, text, NULL, NULL, NULL);

  if (column == NULL || column->kind != TH_EVENT_COLUMN_EXPRESSION)
    return FALSE;

  g_ptr_array_set_size (choices->ids, choices->n_listed);
  g_ptr_array_add (choices->ids, g_strdup (column->id));
  *offer = (ThOffer) { g_strdup (column->title), g_strdup (_("value of an expression")),
                       choices->n_listed, FALSE };
  return TRUE;
}

static void
add_columns (Choices   *choices,
             ThChooser *chooser)
{
  ThRecording *recording = th_document_get_recording (choices->view->document);
  g_autoptr(GPtrArray) shown = th_event_table_list_columns (get_events (choices->view));
  guint n;
  const ThEventColumn *columns = th_event_column_list (&n);

  for (guint i = 0; i < n; i++)
    if (!g_ptr_array_find (shown, &columns[i], NULL) &&
        th_event_column_is_there (&columns[i], recording))
      add_choice (choices, chooser, _(columns[i].name), NULL, g_strdup (columns[i].id));
  add_fields (choices, chooser);
  choices->n_listed = choices->ids->len;
}

TH_DEFINE_VIEW_ACTION (add_column)
{
  ThDocumentView *self = data;
  ThChooser *chooser;
  Choices *choices;

  if (!th_view_has_recording (self))
    return;

  choices = g_new0 (Choices, 1);
  choices->view = self;
  choices->ids = g_ptr_array_new_with_free_func (g_free);
  chooser = th_chooser_new (th_view_get_window (self), _("Add a column"), column_chosen, choices);
  g_object_set_data_full (G_OBJECT (chooser), "th-choices", choices, choices_free);
  add_columns (choices, chooser);
  th_chooser_set_offer (chooser, offer_expression);
  th_view_add_dialog (self, chooser);
}

TH_DEFINE_VIEW_ACTION (columns)
{
  ThDocumentView *self = data;
  ThRecording *recording = th_view_has_recording (self)
                           ? th_document_get_recording (self->document) : NULL;

  if (!th_view_present_dialog (self, TH_TYPE_COLUMNS_WINDOW))
    th_view_add_dialog (self, th_columns_window_new (th_view_get_window (self), get_events (self),
                                                     recording));
}

/* The parameter is a GVariant in text format, as in the settings:
 * [('time', 0), ('field:len', 80)]. */
TH_DEFINE_VIEW_ACTION (set_columns)
{
  ThDocumentView *self = data;
  g_autoptr(GVariant) columns = g_variant_parse (TH_EVENT_TABLE_COLUMNS_TYPE,
                                                 g_variant_get_string (parameter, NULL), NULL, NULL,
                                                 NULL);

  if (columns != NULL)
    th_event_table_set_columns (get_events (self), columns);
}

TH_DEFINE_VIEW_ACTION (reset_columns)
{
  ThDocumentView *self = data;

  th_event_table_reset_columns (get_events (self));
  g_signal_emit_by_name (get_events (self), "columns-changed");
}

TH_DEFINE_VIEW_ACTION (keep_columns)
{
  ThDocumentView *self = data;
  g_autoptr(GVariant) columns =
    th_event_table_dup_columns (get_events (self));

  if (th_settings_get () != NULL &&
      g_settings_set_value (th_settings_get (), "event-columns", columns))
    th_status_bar_say (self->status_bar, _("Other recordings will use these columns"));
}

TH_DEFINE_VIEW_ACTION (forget_columns)
{
  if (th_settings_get () != NULL)
    g_settings_reset (th_settings_get (), "event-columns");
  th_status_bar_say (TH_DOCUMENT_VIEW (data)->status_bar,
                     _("Other recordings will use the default columns"));
}

static const ThViewAction actions[] = {
  { { "add-column", add_column_cb }, th_view_shows_tables },
  { { "columns", columns_cb }, th_view_shows_tables },
  { { "set-columns", set_columns_cb, "s" }, th_view_shows_tables },
  { { "reset-columns", reset_columns_cb }, th_view_shows_tables },
  { { "keep-columns", keep_columns_cb }, th_view_shows_tables },
  { { "forget-columns", forget_columns_cb } },
};

void
th_view_add_column_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
  if (th_settings_get () != NULL)
    {
      g_autoptr(GAction) compact = g_settings_create_action (th_settings_get (), "compact-info");

      g_action_map_add_action (G_ACTION_MAP (self->actions), compact);
    }
}
