/* th-filter-flow-names.c - resolves names of analysis results, as in packet.total
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-flow-names.h"
#include "th-journey.h"

/* Whether @name is the stage @id.  A "_" stands for "-", too, which is not a letter of a
 * word. */
static gboolean
is_stage (const char *id,
          const char *name)
{
  for (; *id != '\0' && (*id == *name || (*id == '-' && *name == '_')); id++)
    name++;

  return *id == '\0' && *name == '\0';
}

gboolean
filter_flow_is_frame (ThRecording *recording,
                      guint        type)
{
  return g_strcmp0 (th_recording_get_type_system (recording, type), "frame") == 0;
}

const char *
filter_flow_get_name (ThResults  *results,
                      const char *text,
                      gboolean    of_flows)
{
  const char *noun = th_flows_get_info (th_results_get_flows (results))->noun;
  gsize length = strlen (noun);

  if (strncmp (text, noun, length) == 0 && text[length] == '.')
    return text + length + 1;

  return of_flows ? text : NULL;
}

gboolean
filter_flow_find_column (ThResults        *results,
                         const char       *name,
                         FilterFlowColumn *found,
                         ThColumnKind     *kind)
{
  ThFlows *flows = th_results_get_flows (results);
  const ThFlowsInfo *info = th_flows_get_info (flows);

  *found = (FilterFlowColumn) { results, flows, NULL, -1, -1, strcmp (name, "id") == 0, NULL };
  *kind = found->is_id ? TH_COLUMN_TEXT : TH_COLUMN_DURATION;
  if (found->is_id)
    return TRUE;

  for (guint i = 0; g_str_has_prefix (name, FILTER_FLOW_STAGE) && i < info->n_stages; i++)
    if (is_stage (info->stages[i].id, name + strlen (FILTER_FLOW_STAGE)))
      {
        found->stage = i;
        return TRUE;
      }

  found->column = th_journey_find_column (results, name, &found->table);
  if (found->column < 0)
    return FALSE;

  *kind = th_table_get_info (found->table)->columns[found->column].kind;
  return *kind != TH_COLUMN_STAGES && *kind != TH_COLUMN_EVENT;
}

gboolean
filter_flow_find (ThResults        *results,
                  const char       *text,
                  FilterFlowColumn *found,
                  ThColumnKind     *kind)
{
  const char *name = filter_flow_get_name (results, text, FALSE);

  return name != NULL && filter_flow_find_column (results, name, found, kind);
}

gboolean
filter_flow_resolve (ThFilter      *self,
                     FilterOperand *operand)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      const char *name = filter_flow_get_name (self->flows->pdata[i], operand->text,
                                               self->of_flows);
      FilterFlowColumn found;

      if (name == NULL ||
          !filter_flow_find_column (self->flows->pdata[i], name, &found, &operand->column))
        continue;
      operand->subject = SUBJECT_FLOW;
      operand->field = name;
      return TRUE;
    }

  return FALSE;
}

gboolean
filter_flow_find_number (ThResults           *results,
                         const FilterOperand *operand,
                         FilterFlowColumn    *found)
{
  ThColumnKind kind;

  return filter_flow_find_column (results, filter_flow_get_name (results, operand->text, TRUE),
                                  found, &kind) && !filter_flow_is_text (kind);
}

gboolean
filter_flow_is_text (ThColumnKind kind)
{
  return kind == TH_COLUMN_TEXT || kind == TH_COLUMN_TASK;
}
