/* th-table-cmd.c - `thresh table`: one table of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-cli-filter.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-results.h"

typedef struct
{
  ThCliOptions  common;
  gboolean      csv;
  gboolean      reverse;
  gint64        n;
  char         *sort;
  char         *output; /* NULL: standard output */
  ThAtomicFile  file;   /* of @output */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->sort);
  g_free (options->output);
  th_atomic_file_clear (&options->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The rows to show, in order. */
typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  GArray      *rows;     /* guint32 */
  gint         sort;     /* column, or -1 */
  gboolean     descending;
} View;

static gboolean
is_text (const ThTableInfo *info,
         gint               column)
{
  return info->columns[column].kind == TH_COLUMN_TEXT;
}

static gboolean
view_set_sort (View          *view,
               const Options *options)
{
  const ThTableInfo *info = th_table_get_info (view->table);

  view->sort = info->sort;
  view->descending = info->descending;
  if (options->sort != NULL)
    {
      view->sort = th_table_find_column (view->table, options->sort);
      if (view->sort < 0)
        return FALSE;
      view->descending = !is_text (info, view->sort) &&
                         info->columns[view->sort].kind != TH_COLUMN_TIME;
    }
  if (options->reverse)
    view->descending = !view->descending;

  return TRUE;
}

/* With the columns that it has. */
static ThExit
report_no_column (const View    *view,
                  const Options *options)
{
  const ThTableInfo *info = th_table_get_info (view->table);
  g_autoptr(GString) all = g_string_new (NULL);

  for (guint i = 0; i < info->n_columns; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", info->columns[i].id);

  return th_cli_usage_error ("table", _("the table “%s” has no column “%s”: it has %s"),
                             options->common.arguments[0], options->sort, all->str);
}

/* Tables may be named with or without their analysis. */
static ThExit
report_no_table (GPtrArray     *all,
                 const Options *options)
{
  const char *name = options->common.arguments[0], *slash = strrchr (name, '/');
  ThGuess guess = { .wanted = slash != NULL ? slash + 1 : name };

  for (guint i = 0; i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_tables (all->pdata[i]); j++)
      th_guess_try_prefix (&guess,
                           th_table_get_info (th_results_get_table (all->pdata[i], j))->id);

  return th_cli_unknown_error ("table", &guess,
                               _("there is no table “%s” (“thresh tables %s” lists them)"), name,
                               options->common.arguments[1]);
}

static void
view_fill (View          *view,
           const Options *options,
           ThRows        *filtered)
{
  guint32 n = th_table_get_n (view->table);

  for (guint32 i = 0; i < n; i++)
    {
      ThRef anchor = th_table_get_anchor (view->table, i);

      if (filtered == NULL || (!th_ref_is_none (anchor) && th_rows_contains (filtered, anchor)))
        g_array_append_val (view->rows, i);
    }

  if (view->sort >= 0)
    th_cli_table_sort_rows (view->rows, view->results, view->table, view->sort,
                            view->descending);
  if (view->rows->len > options->n)
    g_array_set_size (view->rows, options->n);
}

/* --- the command ------------------------------------------------------- */

static gboolean
parse_options (Options  *options,
               int      *argc,
               char   ***argv)
{
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options->common, N_("Print one JSON object per row, each on its own line")),
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options->csv,
      N_("Print comma-separated values with a header line"), NULL },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options->sort, N_("Sort by this column: numbers "
                                                            "descending, text and times ascending"),
                                                            N_("COLUMN") },
    { "reverse", 0, 0, G_OPTION_ARG_NONE, &options->reverse, N_("Reverse the order"), NULL },
    { "count", 'n', 0, G_OPTION_ARG_INT64, &options->n, N_("At most this many rows"), N_("N") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
      N_("The file to write instead of standard output, with --csv or --json; it is replaced if it "
         "exists"), N_("FILE") },
    TH_CLI_FILTER_ENTRY (&options->common),
    TH_CLI_WITH_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("NAME FILE"), _("Print a table of an analysis. "
                                                              "“thresh tables FILE” lists the "
                                                              "names."));
}

static ThExit
check_options (const Options *options)
{
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != 2)
    return th_cli_usage_error ("table", "%s",
                               _("the name of a table and exactly one file are needed"));
  if (options->common.json && options->csv)
    return th_cli_usage_error ("table", "%s", _("--json and --csv exclude each other"));
  if (options->n < 0)
    return th_cli_usage_error ("table", "%s", _("the number of rows cannot be negative"));
  if (options->output != NULL && !options->common.json && !options->csv)
    return th_cli_usage_error ("table", "%s", _("-o needs --csv or --json"));

  return TH_EXIT_WHOLE;
}

/* --- writing ----------------------------------------------------------- */

static ThExit
begin_output (Options *options)
{
  g_autoptr(GError) error = NULL;

  if (options->output == NULL)
    return TH_EXIT_WHOLE;
  if (!th_atomic_file_spares (options->output, options->common.arguments[1], &error))
    return th_cli_fail ("table", error);
  if (th_atomic_file_begin_output (&options->file, options->output))
    return TH_EXIT_WHOLE;

  th_atomic_file_fail (options->output, errno, &error);
  return th_cli_fail ("table", error);
}

/* The file gets its name unless the table could not be written. */
static ThExit
end_output (Options *options,
            ThExit   status)
{
  g_autoptr(GError) error = NULL;

  if (options->output == NULL || status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE ||
      th_atomic_file_commit (&options->file))
    return status;

  th_atomic_file_fail (options->output, errno, &error);
  return th_cli_fail ("table", error);
}

static ThExit
show (View          *view,
      const Options *options)
{
  ThCliTable shown = { view->recording, view->results, view->table, view->rows };
  ThTextOutput output;

  if (options->output != NULL)
    th_text_output_init (&output, options->file.fd);
  else
    th_cli_output_init (&output);
  if (options->common.json || options->csv)
    th_cli_table_append_rows (&shown, options->common.json ? TH_ROWS_JSON_LINES : TH_ROWS_CSV,
                              &output);
  else
    th_cli_table_append_text (&shown, &output);

  return th_cli_output_end (&output);
}

static ThExit
show_table (ThRecording *recording,
            gpointer     data)
{
  const Options *options = data;
  g_autoptr(GPtrArray) all = th_cli_analyze ("table", recording, options->common.with);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(ThRows) filtered = NULL;
  View view = { recording, NULL, NULL, rows, -1, FALSE };

  if (all == NULL)
    return TH_EXIT_USAGE;

  view.table = th_results_find_table_in (all, options->common.arguments[0], &view.results);
  if (view.table == NULL)
    return report_no_table (all, options);
  if (!view_set_sort (&view, options))
    return report_no_column (&view, options);
  if (options->common.filter != NULL &&
      !(filtered = th_cli_filter ("table", recording, options->common.filter)))
    return TH_EXIT_USAGE;

  view_fill (&view, options, filtered);
  th_cli_report_remarks (view.results);
  return show (&view, options);
}

int
th_table_main (int    argc,
               char **argv)
{
  g_auto(Options) options = { .n = G_MAXINT64, .file = TH_ATOMIC_FILE_INIT };
  g_autoptr(ThRecording) recording = NULL;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.common.arguments[1], &recording);
  if (recording == NULL)
    return status;

  if (begin_output (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_REFUSED;

  status = th_cli_worse (status,
                         th_cli_each_part (recording, !options.common.json && !options.csv,
                                           show_table, &options));
  return end_output (&options, status);
}
