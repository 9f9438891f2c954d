/* th-sockets-cmd.c - `thresh sockets`: the connections, and the packets of one of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-connection.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-results.h"
#include "th-socket-layouts.h"

typedef struct
{
  ThCliOptions          common;
  gint64                follow;  /* the number of a connection; TH_CLI_NO_NUMBER: all connections */
  char                 *layout_name;
  const ThSocketLayout *layout;
  gboolean              is_found; /* a recording has the connection */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->layout_name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  Options *options = data;
  g_autofree char *followed = options->follow < 0 ? NULL
                              : g_strdup_printf ("connection connection=%" G_GINT64_FORMAT
                                                 " recording=%u", options->follow,
                                                 th_recording_get_index (recording) + 1);
  char *with[] = { followed, NULL };
  g_autoptr(GPtrArray) all = th_cli_analyze ("sockets", recording, with);
  const char *name = options->follow >= 0 ? "connection-packets"
                     : options->layout != NULL ? th_socket_layout_get_table (options->layout)
                     : "connections";
  ThResults *results;
  ThTable *table;
  ThTextOutput output;

  if (all == NULL)
    return TH_EXIT_USAGE;
  if (followed != NULL && !th_cli_has_connection ("sockets", all, (guint) options->follow))
    return TH_EXIT_WHOLE;
  options->is_found = TRUE;
  table = th_results_find_table_in (all, name, &results);
  if (table == NULL)
    return th_cli_usage_error ("sockets", "%s", _("no analysis follows connections"));

  th_cli_report_remarks (results);
  th_cli_output_init (&output);
  if (options->layout != NULL)
    th_socket_layout_print (options->layout, recording, results, table,
                            th_results_find_table_in (all, "connections", &results), &output);
  else
    {
      g_autoptr(GArray) rows = th_cli_table_list_rows (table);

      th_cli_table_append (&(ThCliTable) { recording, results, table, rows },
                           options->common.json, &output);
    }

  return th_cli_output_end (&output);
}

static ThExit
check_options (Options *options)
{
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != 1)
    return th_cli_usage_error ("sockets", "%s", _("exactly one file is needed"));
  if (options->follow != TH_CLI_NO_NUMBER &&
      (options->follow < 1 || options->follow > G_MAXUINT32))
    return th_cli_usage_error ("sockets", "%s", _("connections are numbered from 1"));
  if (options->layout_name == NULL)
    return TH_EXIT_WHOLE;
  if (options->common.json || options->follow > 0)
    return th_cli_usage_error ("sockets", "%s",
                               _("--layout cannot be combined with --json or --follow"));

  options->layout = th_socket_layout_find (options->layout_name);
  if (options->layout == NULL)
    return th_cli_usage_error ("sockets", _("there is no layout “%s”: tcpstates, tcpdrop and "
                                            "solisten exist"), options->layout_name);
  return TH_EXIT_WHOLE;
}

int
th_sockets_main (int    argc,
                 char **argv)
{
  g_auto(Options) options = { .follow = TH_CLI_NO_NUMBER };
  g_autoptr(ThRecording) recording = NULL;
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per row, each on its own line")),
    { "follow", 0, 0, G_OPTION_ARG_INT64, &options.follow,
      N_("Print all packets of the connection of this number in both directions, and what it "
         "waited for in between"), N_("NUMBER") },
    { "layout", 0, 0, G_OPTION_ARG_STRING, &options.layout_name,
      N_("Print the columns of another tool: changes of state (tcpstates), drops (tcpdrop) or "
         "listening sockets (solisten)"), "tcpstates|tcpdrop|solisten" },
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE"),
                     _("Print the connections of a recording: their ends, who opened them, their "
                       "states, and\nwhat they received, sent, repeated and dropped.")) ||
      check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  status = th_cli_worse (status, th_cli_each_part (recording, !options.common.json, show,
                                                   &options));
  return options.is_found ? status : TH_EXIT_USAGE;
}
