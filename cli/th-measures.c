/* th-measures.c - `thresh measures`: what the analyses measured, in numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"
#include "th-measures-table.h"

static void
append_worst (GString         *text,
              ThRecording     *recording,
              ThMeasure       *measure,
              const ThSummary *summary)
{
  th_json_begin_array (text, "worst");
  for (guint i = 0; i < summary->n_worst; i++)
    {
      ThSample sample = th_measure_get (measure, summary->worst[i]);

      th_json_begin_object (text, NULL);
      th_json_write_int (text, "value", sample.value);
      th_json_write_int (text, "time", th_recording_get_time (recording, sample.anchor));
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

static void
append_json (ThRecording *recording,
             ThResults   *results,
             ThMeasure   *measure,
             GString     *text)
{
  const ThMeasureInfo *info = th_measure_get_info (measure);
  ThSummary summary;

  th_measure_summarize (measure, &summary);
  th_cli_json_begin (text);
  th_json_write_text (text, "analysis", th_results_get_id (results));
  th_json_write_text (text, "id", info->id);
  th_json_write_text (text, "unit", th_cli_unit_id (info->unit));
  th_json_write_int (text, "n", summary.n);
  if (summary.n > 0)
    {
      th_json_write_int (text, "min", summary.min);
      th_json_write_int (text, "p50", summary.p50);
      th_json_write_int (text, "p90", summary.p90);
      th_json_write_int (text, "p99", summary.p99);
      th_json_write_int (text, "max", summary.max);
      th_json_write_double (text, "mean", summary.mean);
    }
  append_worst (text, recording, measure, &summary);
  th_cli_json_end (text);
}

static void
append_text (ThRecording *recording,
             ThResults   *results,
             GString     *text)
{
  g_autoptr(ThTextTable) lines = th_measures_make_table (recording, results);

  if (lines == NULL)
    return;

  g_string_append_printf (text, "%s%s\n", text->len > 0 ? "\n" : "",
                          th_results_get_title (results));
  th_text_table_append (lines, text);
}

static void
append (ThRecording *recording,
        GPtrArray   *all,
        gboolean     json,
        GString     *text)
{
  for (guint i = 0; i < all->len; i++)
    {
      ThResults *results = g_ptr_array_index (all, i);

      for (guint j = 0; json && j < th_results_get_n_measures (results); j++)
        append_json (recording, results, th_results_get_measure (results, j), text);
      if (!json)
        append_text (recording, results, text);
      th_cli_report_remarks (results);
    }
}

static ThExit
show (ThRecording *recording,
      gpointer     options)
{
  return th_cli_print_results ("measures", recording, options, append);
}

int
th_measures_main (int    argc,
                  char **argv)
{
  g_auto(ThCliOptions) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per measure, each on its own line")),
    TH_CLI_WITH_ENTRY (&options),
    { NULL }
  };

  return th_cli_show_file (argc, argv, entries, _("Print measured latencies and durations: count, "
                                                  "percentiles and maximum."), &options.json, show,
                           &options);
}
