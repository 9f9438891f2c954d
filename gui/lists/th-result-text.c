/* th-result-text.c - the cells of an analysis' table as a person reads them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-text.h"

#include "th-flow-facts.h"
#include "th-journey.h"
#include "th-display-text.h"

char *
th_result_text_dup_task (ThRecording *recording,
                         ThResults   *results,
                         ThRef        anchor,
                         gint64       cell)
{
  gint64 time = th_ref_is_none (anchor) ? G_MAXINT64 : th_recording_get_time (recording, anchor);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *name = NULL;

  if (th_cell_is_word (cell))
    return th_display_text_make_valid (th_results_get_word (results, th_cell_to_word (cell)));
  if (cell < 0 || cell >= TH_TASK_NONE)
    return g_strdup ("–");

  name = th_display_text_make_valid (th_tasks_get_name (tasks, cell, time));
  return g_strdup_printf ("%s (%d)", name, th_tasks_get_pid (tasks, cell));
}

static char *
number_text (gint64      number,
             const char *unit)
{
  g_autofree char *count = number < 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number)
                                      : th_format_count (number);

  return g_strconcat (count, unit, NULL);
}

static const ThFlow *
get_flow (ThResults *results,
          ThTable   *table,
          guint32    row)
{
  ThFlows *flows = th_flow_facts_is_table (results, table) ? th_results_get_flows (results) : NULL;

  return flows != NULL && row < th_flows_get_n (flows) ? th_flows_get (flows, row) : NULL;
}

static char *
address_text (const ThFlow *flow,
              gint64        cell)
{
  return flow != NULL && flow->key == (guint64) cell ? th_journey_dup_name (flow)
                      : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) cell);
}

static char *
event_text (ThRecording *recording,
            ThRef        ref)
{
  guint type;

  if (th_ref_is_none (ref))
    return g_strdup ("–");

  type = th_recording_get_type (recording, ref);
  return th_display_text_make_valid (th_recording_get_type_name (recording, type));
}

char *
th_result_text_dup (ThDocument  *document,
                    ThRecording *recording,
                    ThResults   *results,
                    ThTable     *table,
                    guint32      row,
                    guint        column)
{
  gint64 cell = th_table_get_cell (table, row, column);

  if (cell == TH_CELL_NONE)
    return g_strdup ("–");

  switch (th_table_get_info (table)->columns[column].kind)
    {
    case TH_COLUMN_TIME: return th_document_format_time (document, cell);
    case TH_COLUMN_DURATION: return th_document_format_length (document, cell);
    case TH_COLUMN_COUNT: return number_text (cell, "");
    case TH_COLUMN_BYTES: return number_text (cell, " B");
    case TH_COLUMN_ADDRESS: return address_text (get_flow (results, table, row), cell);
    case TH_COLUMN_TEXT: return th_display_text_make_valid (th_results_get_word (results, cell));
    case TH_COLUMN_TASK:
      return th_result_text_dup_task (recording, results, th_table_get_anchor (table, row), cell);
    case TH_COLUMN_CPU: return g_strdup_printf ("%" G_GINT64_FORMAT, cell);
    case TH_COLUMN_SHARE: return g_strdup_printf ("%.1f %%", cell / 10.0);
    case TH_COLUMN_EVENT: return event_text (recording, th_cell_to_ref (cell));
    case TH_COLUMN_STAGES: /* drawn, where there are flows */
    default: return g_strdup ("");
    }
}

static gboolean
is_number (ThColumnKind kind)
{
  return kind == TH_COLUMN_TIME || kind == TH_COLUMN_DURATION || kind == TH_COLUMN_COUNT ||
         kind == TH_COLUMN_BYTES ||
         kind == TH_COLUMN_SHARE;
}

char *
th_result_text_copy (ThDocument  *document,
                     ThRecording *recording,
                     ThResults   *results,
                     ThTable     *table,
                     guint32      row,
                     guint        column)
{
  ThColumnKind kind = th_table_get_info (table)->columns[column].kind;
  gint64 cell = th_table_get_cell (table, row, column);
  const ThFlow *flow = get_flow (results, table, row);

  if (cell == TH_CELL_NONE)
    return g_strdup ("");
  if (kind == TH_COLUMN_ADDRESS && flow != NULL && flow->key == (guint64) cell)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x#%u", flow->key, flow->generation);
  if (kind == TH_COLUMN_TEXT)
    return th_display_text_make_whole (th_results_get_word (results, cell));
  if (is_number (kind))
    return th_display_text_take_plain (th_result_text_dup (document, recording, results, table, row,
                                                           column));

  return th_result_text_dup (document, recording, results, table, row, column);
}
