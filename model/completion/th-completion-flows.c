/* th-completion-flows.c - completes columns and values of flows, as in packet.outcome == dropped
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-completion-private.h"
#include "th-filter-flow-names.h"
#include "th-flow-registry.h"

/* The number of rows of a text column that are sampled, spread over all of them. */
#define MAX_ROWS 65536

/* --- names --------------------------------------------------------------- */

/* A word cannot contain "-"; "_" may stand for it. */
static char *
flow_name (const char *noun,
           const char *part,
           const char *id)
{
  g_autofree char *word = g_strdelimit (g_strdup (id), "-", '_');

  return g_strconcat (noun, ".", part, word, NULL);
}

static void
offer_name (CompletionOffer *offer,
            ThResults       *results,
            const char      *part,
            const char      *id,
            const char      *detail)
{
  g_autofree char *text = flow_name (th_flows_get_info (th_results_get_flows (results))->noun, part,
                                     id);
  FilterFlowColumn found;
  ThColumnKind kind;

  if (filter_flow_find (results, text, &found, &kind))
    completion_offer (offer, TH_COMPLETION_FIELD, text, text, strchr (text, '.') + 1, detail);
}

static gboolean
is_stage (const ThFlowsInfo *info,
          const char        *id)
{
  for (guint i = 0; i < info->n_stages; i++)
    if (strcmp (info->stages[i].id, id) == 0)
      return TRUE;

  return FALSE;
}

/* --- stages that occur ----------------------------------------------------- */

typedef struct
{
  guint32 n_flows; /* the number of flows when they were sampled */
  guint8  occurs[TH_FLOW_NO_STAGE + 1];
} Stages;

/* Samples the flows, spread over all of them. */
static void
find_stages (Stages  *stages,
             ThFlows *flows)
{
  guint32 n = th_flows_get_n (flows), step = n / MAX_ROWS + 1;

  memset (stages->occurs, 0, sizeof stages->occurs);
  for (guint32 row = 0; row < n; row += step)
    {
      const ThFlow *flow = th_flows_get (flows, row);

      for (guint32 i = 0; i < flow->n_steps; i++)
        stages->occurs[th_flows_get_step (flows, flow, i).stage] = 1;
    }
  stages->n_flows = n;
}

/* Samples again once the number of flows has doubled. */
static const Stages *
get_stages (CompletionOffer *offer,
            ThResults       *results)
{
  ThCompleter *completer = offer->completer;
  Stages *stages;

  if (completer->stages == NULL)
    completer->stages = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) th_results_unref,
                                               g_free);
  stages = g_hash_table_lookup (completer->stages, results);
  if (stages == NULL)
    {
      stages = g_new0 (Stages, 1);
      g_hash_table_insert (completer->stages, th_results_ref (results), stages);
    }
  if (stages->n_flows == 0 || th_flows_get_n (th_results_get_flows (results)) / 2 > stages->n_flows)
    find_stages (stages, th_results_get_flows (results));

  return stages;
}

static void
add_stages (CompletionOffer *offer,
            ThResults       *results,
            gboolean         occurring)
{
  const ThFlowsInfo *info = th_flows_get_info (th_results_get_flows (results));
  const Stages *stages = get_stages (offer, results);

  for (guint i = 0; i < info->n_stages; i++)
    {
      g_autofree char *detail = occurring ? g_strdup (_(info->stages[i].text))
                                          /* Translators: what a stage of a packet is */
                                          : g_strdup_printf (_("does not occur here. %s"),
                                                             _(info->stages[i].text));

      if ((stages->occurs[i] != 0) == occurring)
        offer_name (offer, results, "stage.", info->stages[i].id, detail);
    }
}

static void
add_fields_of (CompletionOffer *offer,
               ThResults       *results)
{
  const ThFlowsInfo *info = th_flows_get_info (th_results_get_flows (results));
  const ThTableInfo *table = info->table < th_results_get_n_tables (results)
                               ? th_table_get_info (th_results_get_table (results, info->table))
                               : NULL;

  /* A stage also has a column; one name is enough. */
  for (guint i = 0; table != NULL && i < table->n_columns; i++)
    if (table->columns[i].kind != TH_COLUMN_DURATION || !is_stage (info, table->columns[i].id))
      offer_name (offer, results, "", table->columns[i].id, _(table->columns[i].title));
  add_stages (offer, results, TRUE);
  offer_name (offer, results, "", "id", _("address#life"));
  add_stages (offer, results, FALSE);
}

/* The fields of the frames of packets. */
static void
add_frame_fields (CompletionOffer *offer)
{
  ThRecording *recording = offer->completer->recording;
  const char *noun;
  g_autoptr(ThResults) links = th_flow_registry_get_links (recording, &noun);

  for (guint i = 0; links != NULL && i < th_recording_get_n_types (recording); i++)
    {
      const ThFieldTable *table = th_recording_get_fields (recording, i);

      for (guint j = 0; filter_flow_is_frame (recording, i) && j < table->n_fields; j++)
        {
          g_autofree char *name = g_strdup_printf ("%s.%s.%s", noun,
                                                   th_recording_get_type_name (recording, i),
                                                   table->fields[j].name);

          if (!(table->fields[j].flags & TH_FIELD_COMMON))
            completion_offer (offer, TH_COMPLETION_FIELD, name, name, strchr (name, '.') + 1,
                              /* Translators: a field of the frames that a packet is */
                              _("of its frames"));
        }
    }
}

void
completion_add_flow_fields (CompletionOffer *offer)
{
  g_autoptr(GPtrArray) flows = th_flow_registry_list (offer->completer->recording);

  for (guint i = 0; i < flows->len; i++)
    add_fields_of (offer, flows->pdata[i]);
  add_frame_fields (offer);
}

/* --- values -------------------------------------------------------------- */

gboolean
completion_get_flow_nature (CompletionOffer *offer,
                            FieldNature     *nature)
{
  g_autoptr(GPtrArray) flows = th_flow_registry_list (offer->completer->recording);
  FilterFlowColumn found;
  ThColumnKind kind;

  for (guint i = 0; offer->context.field != NULL && i < flows->len; i++)
    if (filter_flow_find (flows->pdata[i], offer->context.field, &found, &kind))
      {
        nature->text = filter_flow_is_text (kind);
        nature->number = !nature->text;
        return TRUE;
      }

  return FALSE;
}

static int
compare_counts (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  guint x = GPOINTER_TO_UINT (g_hash_table_lookup (data, *(gpointer *) a));
  guint y = GPOINTER_TO_UINT (g_hash_table_lookup (data, *(gpointer *) b));

  return x != y ? (x < y ? 1 : -1) : (*(gsize *) a > *(gsize *) b) - (*(gsize *) a < *(gsize *) b);
}

/* The words of a column, most frequent first. */
static void
add_words (CompletionOffer        *offer,
           const FilterFlowColumn *column)
{
  g_autoptr(GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr(GPtrArray) words = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer word;
  guint32 n = th_table_get_n (column->table), step = n / MAX_ROWS + 1;

  for (guint32 row = 0; row < n; row += step)
    {
      gint64 cell = th_table_get_cell (column->table, row, column->column);

      word = GSIZE_TO_POINTER ((gsize) cell);
      if (cell != TH_CELL_NONE)
        g_hash_table_insert (counts, word,
                             GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts,
                                                                                      word)) + 1));
    }

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    g_ptr_array_add (words, word);
  g_ptr_array_sort_with_data (words, compare_counts, counts);
  for (guint i = 0; i < words->len && i < FILTER_MAX_VALUES && !completion_is_full (offer); i++)
    completion_offer_quoted (offer,
                             th_results_get_word (column->results,
                                                  GPOINTER_TO_SIZE (words->pdata[i])), "");
}

/* The number at the caret with each unit, or common durations. */
static void
add_durations (CompletionOffer *offer)
{
  static const char *const units[] = { "us", "ms", "s", "ns" },
  *const usual[] = { "10us", "100us", "1ms", "10ms", "100ms" };
  const char *word = offer->context.word;
  gsize digits = strspn (word, "0123456789.");

  for (guint i = 0; word[0] == '\0' && i < G_N_ELEMENTS (usual); i++)
    completion_offer (offer, TH_COMPLETION_VALUE, usual[i], usual[i], NULL, "");
  for (guint i = 0; digits > 0 && i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *text = g_strdup_printf ("%.*s%s", (int) digits, word, units[i]);

      completion_offer (offer, TH_COMPLETION_VALUE, text, text, NULL, "");
    }
}

gboolean
completion_add_flow_values (CompletionOffer *offer)
{
  g_autoptr(GPtrArray) flows = th_flow_registry_list (offer->completer->recording);
  FilterFlowColumn found;
  ThColumnKind kind;
  gboolean any = FALSE;

  for (guint i = 0; i < flows->len; i++)
    {
      if (!filter_flow_find (flows->pdata[i], offer->context.field, &found, &kind))
        continue;
      any = TRUE;
      if (kind == TH_COLUMN_TEXT && found.column >= 0)
        add_words (offer, &found);
      else if (kind == TH_COLUMN_DURATION)
        add_durations (offer);
      else if (kind == TH_COLUMN_TASK)
        completion_add_tasks (offer, FALSE);
      else if (kind == TH_COLUMN_CPU)
        completion_add_cpus (offer);
    }

  return any;
}
