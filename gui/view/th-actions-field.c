/* th-actions-field.c - actions on a field that the inspector shows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-event-column.h"
#include "th-display-text.h"

/* Finds the analysis that draws a field of an event type: its only parameters without a
 * default are an event type and a field.  Stores their ids in @event and @field. */
static const ThAnalysis *
find_drawer (const char **event,
             const char **field)
{
  for (const ThAnalysis *const *analysis = th_analyses_list (); *analysis != NULL; analysis++)
    {
      guint n = 0;

      *event = *field = NULL;
      for (const ThParam *param = (*analysis)->params; param != NULL && param->id != NULL;
           param++, n++)
        if (param->value == NULL && param->kind == TH_PARAM_EVENT)
          *event = param->id;
        else if (param->value == NULL && param->kind == TH_PARAM_FIELD)
          *field = param->id;
      if (n == 2 && *event != NULL && *field != NULL)
        return *analysis;
    }

  return NULL;
}

static void
show_field_lane_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  ThDocumentView *self = data;
  g_autoptr(GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr(GError) error = NULL;
  const char *event, *field, *event_id, *field_id;
  const ThAnalysis *drawer = find_drawer (&event_id, &field_id);
  g_autofree char *text = NULL;

  if (self->document == NULL || drawer == NULL)
    return;

  g_variant_get (parameter, "(&s&s)", &event, &field);
  g_hash_table_insert (params, g_strdup (event_id), g_strdup (event));
  g_hash_table_insert (params, g_strdup (field_id), g_strdup (field));
  if (th_analysis_runner_add (th_document_get_analyses (self->document), drawer, params, &error))
    text = g_strdup_printf (_("Lane “%s %s” added"), event, field);
  else
    text = th_display_text_make_valid (error->message);
  th_status_bar_say (self->status_bar, text);
}

static void
add_field_column_cb (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       data)
{
  ThDocumentView *self = data;
  g_autofree char *id = g_strconcat ("field:", g_variant_get_string (parameter, NULL), NULL);
  const ThEventColumn *column = th_event_column_find (id);

  if (column != NULL)
    th_event_table_add_column (th_table_pane_get_events (self->table_pane), column, G_MAXUINT);
}

static void
copy_text_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), g_variant_get_string (parameter, NULL));
}

static const ThViewAction actions[] = {
  { { "show-field-lane", show_field_lane_cb, "(ss)" } },
  { { "add-field-column", add_field_column_cb, "s" } },
  { { "copy-text", copy_text_cb, "s" } },
};

void
th_view_add_field_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
