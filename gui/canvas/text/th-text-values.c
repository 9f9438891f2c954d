/* th-text-values.c - times, values and cells of a recording as plain text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-text-values.h"

#include "th-number-format.h"

char *
th_text_format_time (ThRecording *recording,
                     gint64       time)
{
  return th_format_time (time, th_recording_get_resolution (recording), TH_FORMAT_PLAIN);
}

char *
th_text_format_duration (ThRecording *recording,
                         gint64       duration)
{
  return th_format_duration (duration, th_recording_get_resolution (recording), TH_FORMAT_PLAIN);
}

char *
th_text_format_value (ThRecording *recording,
                      ThUnit       unit,
                      gint64       value)
{
  if (unit == TH_UNIT_TIME)
    return th_text_format_duration (recording, value);

  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

/* The name of the task at the time of the row. */
static char *
format_task (ThRecording *recording,
             ThTable     *table,
             guint32      row,
             guint32      task)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  ThRef anchor = th_table_get_anchor (table, row);
  gint64 time = th_ref_is_none (anchor) ? G_MAXINT64 : th_recording_get_time (recording, anchor);

  return g_strdup_printf ("%s-%d", th_tasks_get_name (tasks, task, time),
                          th_tasks_get_pid (tasks, task));
}

static char *
format_event (ThRecording *recording,
              gint64       cell)
{
  ThRef ref = th_cell_to_ref (cell);

  return th_ref_is_none (ref)
         ? g_strdup ("") : th_text_format_time (recording, th_recording_get_time (recording, ref));
}

char *
th_text_format_cell (ThRecording *recording,
                     ThResults   *results,
                     ThTable     *table,
                     guint32      row,
                     guint        column)
{
  gint64 cell = th_table_get_cell (table, row, column);

  if (cell == TH_CELL_NONE)
    return g_strdup ("");

  switch (th_table_get_info (table)->columns[column].kind)
    {
    case TH_COLUMN_TIME:
      return th_text_format_time (recording, cell);
    case TH_COLUMN_DURATION:
      return th_text_format_duration (recording, cell);
    case TH_COLUMN_ADDRESS:
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) cell);
    case TH_COLUMN_TEXT:
      return g_strdup (th_results_get_word (results, cell));
    case TH_COLUMN_TASK:
      if (th_cell_is_word (cell))
        return g_strdup (th_results_get_word (results, th_cell_to_word (cell)));
      return format_task (recording, table, row, cell);
    case TH_COLUMN_CPU:
      return cell == G_MAXUINT ? g_strdup ("") : g_strdup_printf ("%u", (guint) cell);
    case TH_COLUMN_EVENT:
      return format_event (recording, cell);
    case TH_COLUMN_SHARE:
      return g_strdup_printf ("%" G_GINT64_FORMAT ".%d %%", cell / 10, (int) ABS (cell % 10));
    case TH_COLUMN_STAGES:
      return g_strdup ("");
    default:
      break;
    }

  return g_strdup_printf ("%" G_GINT64_FORMAT, cell);
}
