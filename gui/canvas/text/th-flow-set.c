/* th-flow-set.c - the flows of a recording with the table about them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-flow-set.h"

#include <string.h>

gboolean
th_flow_set_init (ThFlowSet  *self,
                  ThRecording *recording,
                  GPtrArray   *all,
                  const char  *noun)
{
  *self = (ThFlowSet) { .recording = recording };

  for (guint i = 0; i < all->len && (self->flows == NULL || th_flows_get_n (self->flows) == 0); i++)
    {
      ThFlows *flows = th_results_get_flows (g_ptr_array_index (all, i));

      if (flows == NULL || strcmp (th_flows_get_info (flows)->noun, noun) != 0 ||
          (self->flows != NULL && th_flows_get_n (flows) == 0))
        continue;
      self->results = g_ptr_array_index (all, i);
      self->flows = flows;
    }
  if (self->flows == NULL)
    return FALSE;

  if (th_flows_get_info (self->flows)->table < th_results_get_n_tables (self->results))
    self->table = th_results_get_table (self->results, th_flows_get_info (self->flows)->table);
  self->links = th_results_find_links (all);
  self->reader = th_reader_new (recording);
  self->keys = g_hash_table_new (NULL, NULL);
  return TRUE;
}

void
th_flow_set_clear (ThFlowSet *self)
{
  g_clear_pointer (&self->reader, th_reader_free);
  g_clear_pointer (&self->keys, g_hash_table_unref);
}

gint
th_flow_set_find_column (ThFlowSet *self,
                         const char *id)
{
  const ThTableInfo *info = self->table != NULL ? th_table_get_info (self->table) : NULL;

  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    if (strcmp (info->columns[i].id, id) == 0)
      return i;

  return -1;
}

gint
th_flow_set_find_stage (ThFlowSet *self,
                        const char *id)
{
  const ThFlowsInfo *info = th_flows_get_info (self->flows);

  for (guint i = 0; i < info->n_stages; i++)
    if (strcmp (info->stages[i].id, id) == 0)
      return i;

  return -1;
}
