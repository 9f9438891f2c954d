/* th-tables.c - `thresh tables`: lists the tables of all analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-results.h"
#include "th-text-table.h"

static void
append_table_json (JsonBuilder *builder,
                   ThTable     *table)
{
  json_builder_begin_object (builder);
  th_cli_json_string (builder, "id", th_table_get_info (table)->id);
  th_cli_json_string (builder, "title", _(th_table_get_info (table)->title));
  th_cli_json_int (builder, "rows", th_table_get_n (table));
  json_builder_end_object (builder);
}

static void
append_json (GString   *text,
             ThResults *results)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_auto(GStrv) remarks = th_results_list_remarks (results);

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "analysis", th_results_get_id (results));
  th_cli_json_string (builder, "title", th_results_get_title (results));
  json_builder_set_member_name (builder, "tables");
  json_builder_begin_array (builder);
  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    append_table_json (builder, th_results_get_table (results, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "remarks");
  json_builder_begin_array (builder);
  for (guint i = 0; remarks[i] != NULL; i++)
    json_builder_add_string_value (builder, remarks[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  th_cli_json_append (builder, text);
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
