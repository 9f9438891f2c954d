/* th-tables.c - `thresh tables`: lists the tables of all analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"
#include "th-text-table.h"

static void
append_table_json (GString *text,
                   ThTable *table)
{
  th_json_begin_object (text, NULL);
  th_json_write_text (text, "id", th_table_get_info (table)->id);
  th_json_write_text (text, "title", _(th_table_get_info (table)->title));
  th_json_write_int (text, "rows", th_table_get_n (table));
  th_json_end_object (text);
}

static void
append_json (GString   *text,
             ThResults *results)
{
  g_auto(GStrv) remarks = th_results_list_remarks (results);

  th_cli_json_begin (text);
  th_json_write_text (text, "analysis", th_results_get_id (results));
  th_json_write_text (text, "title", th_results_get_title (results));
  th_json_begin_array (text, "tables");
  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    append_table_json (text, th_results_get_table (results, i));
  th_json_end_array (text);
  th_json_begin_array (text, "remarks");
  for (guint i = 0; remarks[i] != NULL; i++)
    th_json_write_text (text, NULL, remarks[i]);
  th_json_end_array (text);
  th_cli_json_end (text);
}

static void
append_text (GString   *text,
             GPtrArray *all)
{
  for (guint i = 0; i < all->len; i++)
    {
      ThResults *results = g_ptr_array_index (all, i);
      g_autoptr(ThTextTable) lines = th_text_table_new ("lrl");

      g_string_append_printf (text, "%s%s (%s)\n", i > 0 ? "\n" : "",
                              th_results_get_title (results), th_results_get_id (results));
      for (guint j = 0; j < th_results_get_n_tables (results); j++)
        {
          ThTable *table = th_results_get_table (results, j);

          th_text_table_add (lines, th_table_get_info (table)->id);
          th_text_table_take (lines, g_strdup_printf ("%u", th_table_get_n (table)));
          th_text_table_add (lines, _(th_table_get_info (table)->title));
        }
      th_text_table_append (lines, text);
    }
}

static void
append (ThRecording *recording,
        GPtrArray   *all,
        gboolean     json,
        GString     *text)
{
  for (guint i = 0; json && i < all->len; i++)
    append_json (text, all->pdata[i]);
  if (json)
    return;

  append_text (text, all);
  for (guint i = 0; i < all->len; i++)
    th_cli_report_remarks (g_ptr_array_index (all, i));
}

static ThExit
show (ThRecording *recording,
      gpointer     options)
{
  return th_cli_print_results ("tables", recording, options, append);
}

int
th_tables_main (int    argc,
                char **argv)
{
  g_auto(ThCliOptions) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per analysis, each on its own line")),
    TH_CLI_WITH_ENTRY (&options),
    { NULL }
  };

  return th_cli_show_file (argc, argv, entries, _("List the tables that the analyses produce, and "
                                                  "how many rows each has."), &options.json, show,
                           &options);
}
