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

  return th_cli_flows_print_slowest (&flows, th_cli_table_list_rows (flows.table), "total",
                                     options->slowest, options->common.json);
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
