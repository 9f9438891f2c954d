/* th-transits-cmd.c - `thresh transits`: packets from machine to machine, slowest first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-flows.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-journey.h"
#include "th-packets-table.h"
#include "th-text-table.h"
#include "th-text-values.h"

/* Stages in a line, which is to fit into 100 columns. */
#define MAX_STAGES 2

typedef struct
{
  ThCliOptions common;
  gint64       slowest;    /* -1: all */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- text ------------------------------------------------------------------------------ */

/* Lines name machines by letters, because the names of recordings may be long. */
static char
get_letter (ThRecording *timeline,
            guint        part)
{
  guint n = 0;

  for (guint i = 0; i < part; i++)
    n += !th_recording_is_capture (th_recording_get_part (timeline, i));
  return (char) ('A' + n % 26);
}

static guint
find_part (ThFlowSet *flows,
           guint32    row,
           gboolean   is_received)
{
  const ThFlow *flow = th_flows_get (flows->flows, row);
  guint part = 0;

  /* The first event is at the sender and the last one at the receiver. */
  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows->flows, flow, is_received ? flow->n_steps - 1 - i : i);

      if (th_ref_is_none (step.anchor))
        continue;
      part = th_recording_get_index (th_recording_get_stream_part (flows->recording,
                                                                   step.anchor.stream));
      break;
    }
  return part;
}

static void
add_line (ThTextTable *lines,
          ThFlowSet   *flows,
          guint32      row)
{
  ThRecording *timeline = flows->recording;
  const ThFlow *flow = th_flows_get (flows->flows, row);

  th_text_table_take (lines, th_text_format_time (timeline, flow->first));
  th_text_table_take (lines, g_strdup_printf ("%c→%c",
                                              get_letter (timeline, find_part (flows, row, FALSE)),
                                              get_letter (timeline, find_part (flows, row, TRUE))));
  th_text_table_take (lines, th_journey_dup_id (flow));
  th_text_table_take (lines, th_text_format_cell (timeline, flows->results, flows->table, row,
                                                  th_flow_set_find_column (flows, "outcome")));
  th_text_table_take (lines, th_text_format_cell (timeline, flows->results, flows->table, row,
                                                  th_flow_set_find_column (flows, "total")));
  th_text_table_take (lines, th_packets_describe_longest (flows, row, MAX_STAGES));
}

static void
append_text (ThFlowSet    *flows,
             const GArray *rows,
             ThTextOutput *output)
{
  static const char *const titles[] = { N_("First step"), N_("Way"), N_("Sent as"), N_("Outcome"),
                                        N_("Total"), N_("Where the time went") };
  g_autoptr(ThTextTable) lines = th_text_table_new ("rlllrl");
  guint n_parts = th_recording_get_n_parts (flows->recording);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    th_text_table_add (lines, _(titles[i]));
  for (guint i = 0; i < rows->len; i++)
    add_line (lines, flows, g_array_index (rows, guint32, i));
  th_text_table_append (lines, output->text);

  g_string_append_c (output->text, '\n');
  for (guint i = 0; i < n_parts; i++)
    {
      ThRecording *part = th_recording_get_part (flows->recording, i);

      if (!th_recording_is_capture (part))
        g_string_append_printf (output->text, "  %c  %s\n", get_letter (flows->recording, i),
                                th_recording_get_name (part));
    }
}

/* --- the command ------------------------------------------------------------------------ */

static ThExit
print (ThFlowSet     *flows,
       const Options *options)
{
  g_autoptr(GArray) rows = th_cli_table_list_rows (flows->table);
  ThTextOutput output;

  th_cli_table_sort_rows (rows, flows->results, flows->table,
                          th_flow_set_find_column (flows, "total"), TRUE);
  if (options->slowest >= 0 && rows->len > options->slowest)
    g_array_set_size (rows, options->slowest);

  th_cli_report_remarks (flows->results);
  th_cli_output_init (&output);
  append_text (flows, rows, &output);
  return th_cli_output_end (&output);
}

static ThExit
show (const Options *options,
      ThRecording   *recording)
{
  g_autoptr(GPtrArray) all = th_cli_analyze_with ("transits", recording, NULL, NULL, NULL);
  g_auto(ThFlowSet) flows = { NULL, };

  if (all == NULL)
    return TH_EXIT_USAGE;
  if (!th_flow_set_init (&flows, recording, all, "transit"))
    return th_cli_usage_error ("transits", "%s",
                               _("the recordings of two machines are needed, and a capture of one "
                                 "of them: add them with --append, as in “--append server.dat "
                                 "--append client.pcap@packets”"));

  if (!options->common.json)
    return print (&flows, options);

  return th_cli_flows_print_slowest (&flows, th_cli_table_list_rows (flows.table), "total",
                                     options->slowest, TRUE);
}

int
th_transits_main (int    argc,
                  char **argv)
{
  g_auto(Options) options = { .slowest = -1 };
  g_autoptr(ThRecording) recording = NULL;
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per transit, each on its own line")),
    { "slowest", 0, 0, G_OPTION_ARG_INT64, &options.slowest,
      N_("Only this many transits, the slowest ones"), N_("N") },
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE --append FILE --append CAPTURE@packets"),
                     _("Print the packets from one machine to another, slowest first, and where "
                       "their time went:\nat the sender, on the wire, at the receiver.")))
    return TH_EXIT_USAGE;
  if (options.common.arguments == NULL || g_strv_length (options.common.arguments) != 1)
    return th_cli_usage_error ("transits", "%s", _("exactly one file is needed"));
  if (options.slowest < -1)
    return th_cli_usage_error ("transits", "%s",
                               _("the number of transits cannot be negative"));

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, show (&options, recording));
}
