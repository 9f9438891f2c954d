/* th-measures-table.c - one line per measure: count, percentiles and maximum
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-text-values.h"
#include "th-measures-table.h"

static void
add_line (ThTextTable  *lines,
          ThRecording *recording,
          ThMeasure   *measure)
{
  const ThMeasureInfo *info = th_measure_get_info (measure);
  ThSummary summary;

  th_measure_summarize (measure, &summary);
  th_text_table_add (lines, info->id);
  th_text_table_take (lines, g_strdup_printf ("%u", summary.n));
  th_text_table_take (lines, th_text_format_value (recording, info->unit, summary.p50));
  th_text_table_take (lines, th_text_format_value (recording, info->unit, summary.p90));
  th_text_table_take (lines, th_text_format_value (recording, info->unit, summary.p99));
  th_text_table_take (lines, th_text_format_value (recording, info->unit, summary.max));
  th_text_table_add (lines, _(info->title));
}

static void
add_head (ThTextTable *lines)
{
  th_text_table_add (lines, _("Measure"));
  th_text_table_add (lines, "n");
  th_text_table_add (lines, "p50");
  th_text_table_add (lines, "p90");
  th_text_table_add (lines, "p99");
  th_text_table_add (lines, _("Max"));
  th_text_table_add (lines, "");
}

ThTextTable *
th_measures_make_table (ThRecording *recording,
                        ThResults   *results)
{
  g_autoptr(ThTextTable) lines = th_text_table_new ("lrrrrrl");

  add_head (lines);
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    if (th_measure_get_n (th_results_get_measure (results, i)) > 0)
      add_line (lines, recording, th_results_get_measure (results, i));

  return th_text_table_get_n_rows (lines) > 1 ? g_steal_pointer (&lines) : NULL;
}
