/* flow-text.c - the flows of results as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "flow-text.h"

static const char *const confidence[TH_N_CONFIDENCES] = { "", " i", " a", " b", " o" };

static void
append_name (GString *text,
             ThFlows *flows,
             guint32  number)
{
  guint32 row = th_flows_get_row (flows, number);
  const ThFlow *flow = row != TH_FLOW_NONE ? th_flows_get (flows, row) : NULL;

  if (flow == NULL)
    g_string_append (text, "?");
  else
    g_string_append_printf (text, "%" G_GINT64_MODIFIER "x#%u", flow->key, flow->generation);
}

static void
append_steps (GString      *text,
              ThResults    *results,
              ThFlows      *flows,
              const ThFlow *flow)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      g_string_append_printf (text, "%s %s@%" G_GINT64_FORMAT, i > 0 ? "," : "",
                              th_results_get_word (results, step.label), step.time);
      if (i > 0)
        g_string_append_printf (text, "/%s",
                                step.stage < info->n_stages ? info->stages[step.stage].id : "-");
      g_string_append (text, confidence[step.confidence]);
    }
}

static void
append_parent (GString      *text,
               ThFlows      *flows,
               const ThFlow *flow)
{
  const ThFlowLinks *links = th_flows_get_links (flows, flow);

  if (links->parent == TH_FLOW_NONE)
    return;

  g_string_append_printf (text, " <%s ",
                          th_flows_get_info (flows)->parent_kinds[links->parent_kind].id);
  append_name (text, flows, links->parent);
  g_string_append (text, confidence[links->parent_confidence]);
  for (guint i = 0; i < links->n_candidates; i++)
    {
      g_string_append (text, i == 0 ? " (" : " ");
      append_name (text, flows, th_flows_get_candidate (flows, flow, i));
    }
  g_string_append (text, links->n_candidates > 0 ? ")" : "");
}

char *
test_flows (ThResults *results)
{
  ThFlows *flows = th_results_get_flows (results);
  GString *text = g_string_new (NULL);

  for (guint32 row = 0; flows != NULL && row < th_flows_get_n (flows); row++)
    {
      const ThFlow *flow = th_flows_get (flows, row);

      g_string_append (text, row > 0 ? "\n" : "");
      append_name (text, flows, flow->number);
      g_string_append (text, ":");
      append_steps (text, results, flows, flow);
      append_parent (text, flows, flow);
      g_string_append_printf (text, "%s%s%s", flow->flags & TH_FLOW_PART ? " [part]" : "",
                              flow->flags & TH_FLOW_LOST ? " [lost]" : "",
                              flow->flags & TH_FLOW_CLOCK ? " [clock]" : "");
    }

  return g_string_free (text, FALSE);
}
