/* th-actions-connection.c - actions that show all packets of a connection
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The analysis "connection" lays them on a lane and lists them in a table.  It may take a while,
 * so the lane becomes the current one as soon as it exists.
 */
#include "config.h"

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-document-view-private.h"
#include "th-view-actions.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-flow-follower.h"
#include "th-result-list.h"
#include "th-result-table.h"
#include "th-runner.h"

#define ANALYSIS "connection"

/* --- which connection ------------------------------------------------------------ */

/* A connection by its number in one recording. */
typedef struct
{
  guint   part;   /* of the timeline */
  guint32 number; /* 0: none */
} Chosen;

/* The connection of the selected row of the visible table. */
static Chosen
get_connection_of_row (ThDocumentView *self)
{
  GtkWidget *page = th_view_shows_tables (self) ? th_table_pane_get_visible_page (self->table_pane)
                                                : NULL;
  g_autoptr(ThResultList) list = NULL;
  Chosen none = { 0, 0 };
  ThTable *table;
  guint selected;
  guint32 row;
  gint64 cell;

  if (!TH_IS_RESULT_TABLE (page))
    return none;

  table = th_result_table_get_table (TH_RESULT_TABLE (page));
  g_object_get (page, "selected", &selected, "list", &list, NULL);
  row = th_result_list_get_row (list, selected);
  if (row >= th_table_get_n (table))
    return none;

  cell = th_table_get_cell_by_id (table, row, "connection");
  if (cell <= 0 || cell > G_MAXUINT32)
    return none;
  return (Chosen) { th_results_get_part (th_result_table_get_results (TH_RESULT_TABLE (page))),
                    cell };
}

static Chosen
get_connection_of_flow (ThResults *results,
                        guint32    row)
{
  const ThFlowEnds *ends = results != NULL
                           ? th_flows_get_ends (th_results_get_flows (results), row) : NULL;

  return ends != NULL ? (Chosen) { th_results_get_part (results), ends->connection }
                      : (Chosen) { 0, 0 };
}

static Chosen
get_connection (ThDocumentView *self)
{
  guint32 row = 0;
  ThResults *followed;
  Chosen chosen;

  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return (Chosen) { 0, 0 };

  chosen = get_connection_of_row (self);
  followed = th_flow_follower_get_followed (th_document_get_follower (self->document), &row);
  return chosen.number > 0 ? chosen : get_connection_of_flow (followed, row);
}

/* --- following --------------------------------------------------------------------- */

void
th_view_show_connection (ThDocumentView *self)
{
  ThResults *results = self->connection != NULL
                       ? th_document_find_results (self->document, self->connection)
                       : NULL;
  guint lane;

  if (results == NULL || th_results_get_n_tracks (results) == 0)
    return;

  lane = th_scene_find_track (th_document_get_scene (self->document),
                              th_results_get_track (results, 0));
  if (lane == G_MAXUINT)
    return;

  th_timeline_set_current (self->timeline, lane);
  th_timeline_show_current (self->timeline);
  g_clear_pointer (&self->connection, g_free);
}

static void
follow_connection (ThDocumentView *self,
                   Chosen          chosen)
{
  g_autoptr(GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *id = NULL, *tab = NULL, *text = NULL;
  g_autoptr(GError) error = NULL;

  g_hash_table_insert (params, g_strdup ("connection"), g_strdup_printf ("%u", chosen.number));
  g_hash_table_insert (params, g_strdup ("recording"), g_strdup_printf ("%u", chosen.part + 1));
  id = th_runner_dup_id_of_part (th_analyses_find (ANALYSIS), params, chosen.part);
  tab = g_strconcat (id, "/connection-packets", NULL);
  if (th_document_find_results (self->document, id) == NULL &&
      !th_analysis_runner_add (th_document_get_analyses (self->document),
                               th_analyses_find (ANALYSIS), params, &error))
    text = th_display_text_make_valid (error->message);
  else
    text = g_strdup_printf (_("All packets of connection %u, in a lane and in a table"),
                            chosen.number);

  g_free (self->connection);
  self->connection = g_strdup (id);
  th_table_pane_want_tab (self->table_pane, tab);
  th_view_show_connection (self);
  th_status_bar_say (self->status_bar, text);
}

TH_DEFINE_VIEW_ACTION (follow_connection)
{
  ThDocumentView *self = data;
  Chosen chosen = get_connection (self);

  if (chosen.number > 0)
    follow_connection (self, chosen);
  else
    th_status_bar_say (self->status_bar,
                       _("Follow a packet of the connection, or select its row in a table"));
}

TH_DEFINE_VIEW_ACTION (follow_connection_of)
{
  ThDocumentView *self = data;
  Chosen chosen;

  g_variant_get (parameter, "(uu)", &chosen.part, &chosen.number);
  if (self->document != NULL && th_document_get_scene (self->document) != NULL)
    follow_connection (self, chosen);
}

static const ThViewAction actions[] = {
  { { "follow-connection", follow_connection_cb }, th_view_has_recording },
  { { "follow-connection-of", follow_connection_of_cb, "(uu)" } },
};

void
th_view_add_connection_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
