/* th-flow-facts.c - a short summary of the flows of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-facts.h"

#include <glib/gi18n-lib.h>

#include "th-journey-text.h"
#include "th-thread-pool.h"

/* More lines would not fit into a tooltip. */
#define MAX_STAGES 60

typedef struct
{
  ThResults *results;
  guint32    n;
  guint32    n_dropped;
  ThSummary  total;
} Facts;

static void
facts_free (Facts *facts)
{
  th_results_unref (facts->results);
  g_free (facts);
}

gboolean
th_flow_facts_is_table (ThResults *results,
                        ThTable   *table)
{
  ThFlows *flows = th_results_get_flows (results);
  guint index = flows != NULL ? th_flows_get_info (flows)->table : G_MAXUINT;

  return index < th_results_get_n_tables (results) &&
         th_results_get_table (results, index) == table;
}

static ThMeasure *
find_total (ThResults *results)
{
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    if (th_measure_get_info (th_results_get_measure (results, i))->is_whole_flow)
      return th_results_get_measure (results, i);

  return NULL;
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Facts *facts = data;
  ThFlows *flows = th_results_get_flows (facts->results);
  ThMeasure *total = find_total (facts->results);
  guint32 n = th_flows_get_n (flows);

  for (guint32 row = 0; row < n && !g_cancellable_is_cancelled (cancellable); row++)
    if (!(th_flows_get (flows, row)->flags & TH_FLOW_PART))
      {
        facts->n++;
        facts->n_dropped += th_journey_is_dropped (facts->results, row);
      }
  if (total != NULL)
    th_measure_summarize (total, &facts->total);

  g_task_return_boolean (task, TRUE);
}

void
th_flow_facts_async (ThDocument          *document,
                     ThResults           *results,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Facts *facts = g_new0 (Facts, 1);

  facts->results = th_results_ref (results);
  g_task_set_task_data (task, facts, (GDestroyNotify) facts_free);
  th_thread_pool_run (task, worker);
}

char *
th_flow_facts_finish (ThDocument   *document,
                      GAsyncResult *result)
{
  const Facts *facts = g_task_get_task_data (G_TASK (result));
  g_autofree char *count = NULL, *dropped = NULL, *plural = NULL, *p50 = NULL, *p99 = NULL;
  ThTable *table;
  GString *text;

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return NULL;

  count = th_format_count (facts->n);
  dropped = th_format_count (facts->n_dropped);
  plural = th_journey_dup_plural (facts->results);
  text = g_string_new (NULL);
  g_string_append_printf (text, "%s %s", count, plural);
  if (facts->total.n > 0)
    {
      p50 = th_document_format_duration (document, facts->total.p50);
      p99 = th_document_format_duration (document, facts->total.p99);
      g_string_append_printf (text, " · p50 %s · p99 %s", p50, p99);
    }
  /* Requests cannot be dropped. */
  if (th_journey_find_column (facts->results, "reason", &table) >= 0)
    /* Translators: how many packets were dropped */
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, " · %s dropped", " · %s dropped",
                                         facts->n_dropped), dropped);

  return g_string_free (text, FALSE);
}

char *
th_flow_facts_dup_stages (ThDocument   *document,
                          ThFlows      *flows,
                          const ThFlow *flow)
{
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow), stages = th_journey_sum_stages (legs);
  g_autofree guint *percents = g_new0 (guint, stages->len + 1);
  GString *text = g_string_new (NULL);

  th_journey_share (stages, percents);
  for (guint i = 0; i < MIN (stages->len, MAX_STAGES); i++)
    {
      const ThLeg *leg = &g_array_index (stages, ThLeg, i);
      g_autofree char *time = th_document_format_duration (document, leg->end);

      /* Translators: a stage, its time, and its share of the whole */
      g_string_append_printf (text, _("%s%s %s, %u %%"), i > 0 ? "\n" : "",
                              th_flows_get_stage_title (flows, leg->stage), time, percents[i]);
    }

  return g_string_free (text, FALSE);
}
