/* th-journey-others.c - the flow of an event, and what other flows have the same events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-journey-others.h"
#include "th-reader.h"

/* --- the flow of an event -------------------------------------------------- */

gboolean
th_journey_has_key (ThRecording *recording,
                    ThResults   *results,
                    guint        type)
{
  const ThFieldTable *table = th_recording_get_fields (recording, type);
  const char *const *names = th_flows_get_info (th_results_get_flows (results))->key_fields;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (th_field_table_find (table, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

guint32
th_journey_find_of_event (ThRecording *recording,
                          ThReader    *reader,
                          ThResults   *results,
                          ThRef        event)
{
  ThFlows *flows = th_results_get_flows (results);
  const char *const *names = th_flows_get_info (flows)->key_fields;
  const ThFieldTable *table =
    th_recording_get_fields (recording, th_recording_get_type (recording, event));
  guint32 row = TH_FLOW_NONE;
  ThPayload payload;

  if (!th_reader_get_payload (reader, event, &payload))
    return TH_FLOW_NONE;
  for (guint i = 0; row == TH_FLOW_NONE && names != NULL && names[i] != NULL; i++)
    {
      const ThField *field = th_field_table_find (table, names[i]);
      guint64 key;

      if (field != NULL && th_field_read_u64 (field, &payload, &key))
        row = th_flows_find (flows, key, th_recording_get_time (recording, event), event);
    }
  return row;
}

/* --- other flows ------------------------------------------------------------ */

static gboolean
has_event (ThFlows *flows,
           guint32  row,
           ThRef    event)
{
  const ThFlow *flow = th_flows_get (flows, row);

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (th_step_is_own (&step) && th_ref_equal (step.anchor, event))
        return TRUE;
    }
  return FALSE;
}

static void
add (GArray    *found,
     ThResults *results,
     guint32    row)
{
  ThOtherFlow other = { results, row };

  for (guint i = 0; i < found->len; i++)
    if (g_array_index (found, ThOtherFlow, i).results == results &&
        g_array_index (found, ThOtherFlow, i).row == row)
      return;
  g_array_append_val (found, other);
}

/* Adds the flow of @results that has the event as a step of its own. */
static void
add_of_event (GArray      *found,
              ThRecording *recording,
              ThReader    *reader,
              ThResults   *results,
              ThRef        event)
{
  guint32 row = th_journey_find_of_event (recording, reader, results, event);

  if (row != TH_FLOW_NONE && has_event (th_results_get_flows (results), row, event))
    add (found, results, row);
}

GArray *
th_journey_list_others (ThRecording     *recording,
                        const GPtrArray *all,
                        ThResults       *results,
                        guint32          row)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (ThOtherFlow));
  g_autoptr(ThReader) reader = th_reader_new (recording);
  ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, row);
  ThRef first = TH_REF_NONE, last = TH_REF_NONE;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!th_step_is_own (&step))
        continue;
      first = th_ref_is_none (first) ? step.anchor : first;
      last = step.anchor;
    }

  for (guint i = 0; !th_ref_is_none (first) && i < all->len; i++)
    if (all->pdata[i] != results && th_results_get_flows (all->pdata[i]) != NULL &&
        th_flows_is_prepared (th_results_get_flows (all->pdata[i])))
      {
        add_of_event (found, recording, reader, all->pdata[i], first);
        add_of_event (found, recording, reader, all->pdata[i], last);
      }
  return found;
}
