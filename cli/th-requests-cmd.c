/* th-requests-cmd.c - `thresh requests`: requests and their answers, slowest first
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-connection.h"
#include "th-cli-flows.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"

typedef struct
{
  ThCliOptions common;
  gint64       slowest;    /* -1: all */
  gint64       connection; /* -1: all */
  gboolean     is_found;   /* a recording has the connection */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static GArray *
list_rows (const Options *options,
           ThTable       *table)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < th_table_get_n (table); row++)
    if (options->connection < 0 ||
        th_table_get_cell_by_id (table, row, "connection") == options->connection)
      g_array_append_val (rows, row);

  return rows;
}

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  Options *options = data;
  g_autoptr(GPtrArray) all = th_cli_analyze_with ("requests", recording, NULL, NULL, NULL);
  g_auto(ThFlowSet) flows = { NULL, };

  if (all == NULL)
    return TH_EXIT_USAGE;
  if (options->connection >= 0 &&
      !th_cli_has_connection ("requests", all, (guint) options->connection))
    return TH_EXIT_WHOLE;
  options->is_found = TRUE;
  if (!th_flow_set_init (&flows, recording, all, "request"))
    return th_cli_usage_error ("requests", "%s", _("no analysis finds requests"));

  /* Those without an answer have no duration and come last. */
  return th_cli_flows_print_slowest (&flows, list_rows (options, flows.table), "duration",
                                     options->slowest, options->common.json);
}

static ThExit
check_options (const Options *options)
{
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != 1)
    return th_cli_usage_error ("requests", "%s", _("exactly one file is needed"));
  if (options->connection < -1 || options->connection == 0 || options->connection > G_MAXUINT32)
    return th_cli_usage_error ("requests", "%s", _("connections are numbered from 1"));
  if (options->slowest < -1)
    return th_cli_usage_error ("requests", "%s", _("the number of requests cannot be negative"));

  return TH_EXIT_WHOLE;
}

int
th_requests_main (int    argc,
                  char **argv)
{
  g_auto(Options) options = { .slowest = -1, .connection = -1 };
  g_autoptr(ThRecording) recording = NULL;
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per request, each on its own line")),
    { "slowest", 0, 0, G_OPTION_ARG_INT64, &options.slowest,
      N_("Only this many requests, the slowest ones"), N_("N") },
    { "connection", 0, 0, G_OPTION_ARG_INT64, &options.connection,
      N_("Only the requests on the connection of this number"), N_("NUMBER") },
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE"),
                     _("Print the requests on TCP connections, slowest first: who asked, who "
                       "answered,\nand where the time in between went.")) ||
      check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  status = th_cli_worse (status, th_cli_each_part (recording, !options.common.json, show,
                                                   &options));
  return options.is_found ? status : TH_EXIT_USAGE;
}
