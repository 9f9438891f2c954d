/* th-filter-eval-flow.c - finds the flow that an event belongs to, by its key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-filter-eval-state.h"
#include "th-flows.h"

/* A flow of another recording may have the same key.  A transit is a flow of two recordings. */
static gboolean
is_of_part (ThFilterEvaluator *run,
            ThFlows           *flows,
            guint32            row)
{
  const ThFlow *flow = th_flows_get (flows, row);

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThRef event = th_flows_get_step (flows, flow, i).anchor;

      if (!th_ref_is_none (event) &&
          th_recording_get_stream_part (run->recording, event.stream) == run->part)
        return TRUE;
    }

  return flow->n_steps == 0;
}

guint32
filter_evaluator_find_flow (ThFilterEvaluator *self,
                            ThResults         *results)
{
  guint i = self->row - self->first_row;
  const ThFieldTable *table = th_recording_get_fields (self->recording, run_type (self, i));
  ThFlows *flows = th_results_get_flows (results);
  const char *const *names = th_flows_get_info (flows)->key_fields;
  gint64 time = th_cpu_block_get_time (&self->block, i);

  for (guint j = 0; names != NULL && names[j] != NULL; j++)
    {
      const ThField *field = th_field_table_find (table, names[j]);
      const ThPayload *payload = field != NULL ? filter_evaluator_get_payload (self) : NULL;
      guint64 key;
      guint32 row;

      if (payload == NULL || !th_field_read_u64 (field, payload, &key))
        continue;
      row = th_flows_find (flows, key, time, (ThRef) { self->stream, self->cpu_index, self->row });
      if (row != TH_FLOW_NONE && is_of_part (self, flows, row))
        return row;
    }

  return TH_FLOW_NONE;
}
