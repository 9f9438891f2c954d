/* th-path-cmd.c - `thresh path`: the critical path of a task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-path-analysis.h"
#include "th-path-task.h"
#include "th-results.h"
#include "th-time-span.h"

typedef struct
{
  ThCliOptions common;
  char        *task;
  char        *span;
  char        *each;
  gint64       call;    /* 0: not asked for */
  gboolean     totals;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->task);
  g_free (options->span);
  g_free (options->each);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- output ------------------------------------------------------------ */

static void
print_table (ThRecording  *recording,
             GPtrArray    *all,
             const char   *name,
             gboolean      json,
             ThTextOutput *output)
{
  ThResults *results;
  ThTable *table = th_results_find_table_in (all, name, &results);
  g_autoptr(GArray) rows = th_cli_table_list_rows (table);
  gint sort = th_table_get_info (table)->sort;

  if (sort >= 0)
    th_cli_table_sort_rows (rows, results, table, sort, TRUE);
  th_cli_table_append (&(ThCliTable) { recording, results, table, rows }, json, output);
}

/* --- the analysis ------------------------------------------------------ */

static ThResults *
analyze (ThRecording    *recording,
         const Options  *options,
         GError        **error)
{
  g_autoptr(GHashTable) params = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr(ThRunner) runner = th_runner_new (recording, th_analyses_list ());
  const char *dots = options->span != NULL ? strstr (options->span, "..") : NULL;
  ThResults *results;

  g_hash_table_insert (params, (char *) "task", g_strdup (options->task));
  if (dots != NULL)
    {
      g_hash_table_insert (params, (char *) "from",
                           g_strndup (options->span, dots - options->span));
      g_hash_table_insert (params, (char *) "to", g_strdup (dots + 2));
    }
  if (options->each != NULL)
    g_hash_table_insert (params, (char *) "each", g_strdup (options->each));
  if (options->call > 0)
    g_hash_table_insert (params, (char *) "call",
                         g_strdup_printf ("%" G_GINT64_FORMAT, options->call));
  if (!(results = th_runner_add (runner, &th_path_analysis, params, error)))
    return NULL;

  while (th_runner_advance (runner))
    ;
  return results;
}

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  const Options *options = data;
  gboolean json = options->common.json;
  gboolean each = options->each != NULL && options->call == TH_CLI_NO_NUMBER;
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  g_autoptr(GError) error = NULL;
  gint64 from, to;
  ThResults *results;
  ThTextOutput output;

  if (th_path_task_find (recording, options->task, &error) == TH_TASK_NONE ||
      !th_time_span_parse_range (recording, options->span, &from, &to, &error) ||
      !(results = analyze (recording, options, &error)))
    return th_cli_usage_error ("path", "%s", error->message);

  g_ptr_array_add (all, results);
  th_cli_report_remarks (results);
  th_cli_output_init (&output);
  if (!options->totals)
    print_table (recording, all, each ? "paths" : "path", json, &output);
  if (!options->totals && !json)
    g_string_append_c (output.text, '\n');
  if (options->totals || !json)
    print_table (recording, all, "path-causes", json, &output);

  return th_cli_output_end (&output);
}

int
th_path_main (int    argc,
              char **argv)
{
  g_auto(Options) options = { .call = TH_CLI_NO_NUMBER };
  g_autoptr(ThRecording) recording = NULL;
  const GOptionEntry entries[] = {
    { "task", 't', 0, G_OPTION_ARG_STRING, &options.task, N_("The task: its pid or its name"),
      N_("TASK") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span,
      N_("Only this span, like 188.024..188.031 or +12ms..+15ms"), N_("FROM..TO") },
    { "each", 0, 0, G_OPTION_ARG_STRING, &options.each,
      N_("Each call of this name of the task, the slowest first"), N_("SYSCALL") },
    { "syscall", 0, 0, G_OPTION_ARG_INT64, &options.call,
      N_("Only one system call: the first one of the task is number 1; with --each, the first "
         "one of that name"), N_("NUMBER") },
    { "totals", 0, 0, G_OPTION_ARG_NONE, &options.totals, N_("Print only the totals by cause"),
      NULL },
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per row, each on its own line")),
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE"),
                     _("Print what a task waited for over a span of time, waker by waker: other "
                       "tasks, interrupts,\ntimers, block devices and packets; and the totals "
                       "by cause.")))
    return TH_EXIT_USAGE;
  if (options.common.arguments == NULL || g_strv_length (options.common.arguments) != 1)
    return th_cli_usage_error ("path", "%s", _("exactly one file is needed"));
  if (options.task == NULL)
    return th_cli_usage_error ("path", "%s", _("--task is needed"));
  if (options.call != TH_CLI_NO_NUMBER && (options.call < 1 || options.call > G_MAXUINT32))
    return th_cli_usage_error ("path", "%s", _("system calls are numbered from 1"));

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, th_cli_each_part (recording, !options.common.json, show,
                                                 &options));
}
