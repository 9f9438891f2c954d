/* th-packets-table.c - packets as a table: their outcome, and where their time went
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-text-values.h"
#include "th-journey.h"
#include "th-packets-table.h"
#include "th-time.h"

/* The number of stages to list in a line. */
#define MAX_STAGES 3

/* Whether any of the rows has a cell in that column. */
static gboolean
has_cells (ThFlowSet *flows,
           GArray    *rows,
           guint      column)
{
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);

      if (row < th_table_get_n (flows->table) &&
          th_table_get_cell (flows->table, row, column) != TH_CELL_NONE)
        return TRUE;
    }

  return FALSE;
}

/* Whether to show the column in a line: columns of stages are omitted, and of those that most
 * recordings cannot fill, empty ones. */
static gboolean
is_shown (ThFlowSet *flows,
          GArray    *rows,
          guint      index)
{
  const ThColumn *column = &th_table_get_info (flows->table)->columns[index];

  if (column->derived && (column->kind == TH_COLUMN_TEXT || column->kind == TH_COLUMN_COUNT) &&
      !has_cells (flows, rows, index))
    return FALSE;
  if (column->kind == TH_COLUMN_DURATION)
    return strcmp (column->id, "total") == 0;

  return column->kind != TH_COLUMN_STAGES && strcmp (column->id, "generation") != 0;
}

static gint
compare_times (gconstpointer a,
               gconstpointer b)
{
  const gint64 *time_a = a, *time_b = b;

  return time_a[0] > time_b[0] ? -1 : time_a[0] < time_b[0];
}

char *
th_packets_describe_longest (ThFlowSet *flows,
                             guint32    row,
                             guint      max)
{
  const ThFlowsInfo *info = th_flows_get_info (flows->flows);
  g_autofree gint64 *times = g_new0 (gint64, 2 * info->n_stages + 2);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < info->n_stages; i++)
    {
      times[2 * i] = th_flows_get_stage_time (flows->flows, th_flows_get (flows->flows, row), i,
                                              NULL);
      times[2 * i + 1] = i;
    }
  qsort (times, info->n_stages, 2 * sizeof (gint64), compare_times);

  for (guint i = 0; i < MIN (info->n_stages, max) && times[2 * i] > 0; i++)
    {
      g_autofree char *time = th_text_format_duration (flows->recording, times[2 * i]);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "",
                              _(info->stages[times[2 * i + 1]].title), time);
    }

  return g_string_free (text, FALSE);
}

static void
add_head (ThTextTable        *lines,
          const ThTableInfo *info,
          const gboolean    *shown)
{
  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    if (shown[i])
      th_text_table_add (lines, _(info->columns[i].title));
  th_text_table_add (lines, _("Where the time went"));
}

static void
add_line (ThTextTable        *lines,
          ThFlowSet        *flows,
          const ThTableInfo *info,
          const gboolean    *shown,
          guint32            row)
{
  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    if (strcmp (info->columns[i].id, "address") == 0)
      th_text_table_take (lines, th_journey_dup_id (th_flows_get (flows->flows, row)));
    else if (shown[i])
      th_text_table_take (lines,
                         th_text_format_cell (flows->recording, flows->results, flows->table, row,
                                             i));
  th_text_table_take (lines, th_packets_describe_longest (flows, row, MAX_STAGES));
}

static char *
make_alignment (const ThTableInfo *info,
                const gboolean    *shown)
{
  GString *alignment = g_string_new (NULL);

  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    if (shown[i])
      g_string_append_c (alignment, info->columns[i].kind == TH_COLUMN_TEXT ||
                         info->columns[i].kind == TH_COLUMN_TASK ||
                                    info->columns[i].kind == TH_COLUMN_ADDRESS ? 'l' : 'r');
  g_string_append_c (alignment, 'l');
  return g_string_free (alignment, FALSE);
}

ThTextTable *
th_packets_make_table (ThFlowSet *flows,
                       GArray     *rows)
{
  const ThTableInfo *info = flows->table != NULL ? th_table_get_info (flows->table) : NULL;
  g_autofree gboolean *shown = g_new0 (gboolean, info != NULL ? info->n_columns : 1);
  g_autofree char *alignment = NULL;
  ThTextTable *lines;

  for (guint i = 0; info != NULL && i < info->n_columns; i++)
    shown[i] = is_shown (flows, rows, i);
  alignment = make_alignment (info, shown);
  lines = th_text_table_new (alignment);
  add_head (lines, info, shown);
  for (guint i = 0; i < rows->len; i++)
    add_line (lines, flows, info, shown, g_array_index (rows, guint32, i));
  return lines;
}

GArray *
th_packets_list_slowest (ThResults *flows,
                         guint      max)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 row = TH_FLOW_NONE;

  while (rows->len < max &&
         (row = th_journey_find_slowest (flows, row, NULL)) != TH_FLOW_NONE)
    g_array_append_val (rows, row);

  return rows;
}

char *
th_packets_describe_stages (ThRecording   *recording,
                            const ThFlows *flows,
                            guint32        row)
{
  g_autoptr(GArray) legs = th_flows_list_legs (flows, th_flows_get (flows, row));
  g_autoptr(GArray) sums = th_journey_sum_stages (legs);
  g_autoptr(GString) stages = g_string_new (NULL);

  for (guint i = 0; i < sums->len; i++)
    {
      const ThLeg *leg = &g_array_index (sums, ThLeg, i);
      g_autofree char *time = th_text_format_duration (recording,
                                                       th_time_between (leg->begin, leg->end));

      g_string_append_printf (stages, "%s%s %s", i > 0 ? ", " : "",
                              th_flows_get_stage_title (flows, leg->stage), time);
    }

  return stages->len > 0 ? g_strdup_printf (_("Stages: %s."), stages->str) : g_strdup ("");
}
