/* th-drops-cmd.c - `thresh drops`: which packets were dropped, where and why
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-drops-table.h"

static void
append_json (const ThDrops *self,
             guint32        row,
             GString       *text)
{
  static const struct
  {
    const char *column;
    const char *key;
  } members[] = {
    { "reason", "reason" }, { "location", "location" }, { "device", "device" },
    { "count", "count" }, { "bytes", "bytes" },
    { "first", "first_ns" }, { "last", "last_ns" }
  };

  th_cli_json_begin (text);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      gint64 cell = th_drops_get_cell (self, row, members[i].column);

      if (cell == TH_CELL_NONE)
        th_json_write_null (text, members[i].key);
      else if (i < 3)
        th_json_write_text (text, members[i].key, th_results_get_word (self->results, cell));
      else
        th_json_write_int (text, members[i].key, cell);
    }
  th_json_write_boolean (text, "purge", th_drops_is_purge (self, row));
  th_cli_json_end (text);
}

/* Appends the lines of one kind; returns their number of packets. */
static gint64
append_lines (const ThDrops *self,
              gboolean       purged,
              GString       *text)
{
  gint64 n_packets;
  g_autoptr(ThTextTable) lines = th_drops_make_table (self, purged, &n_packets);

  if (n_packets > 0)
    th_text_table_append (lines, text);
  return n_packets;
}

static void
append_text (const ThDrops *self,
             GString       *text)
{
  g_autoptr(GString) purged = g_string_new (NULL);
  gint64 n_dropped = append_lines (self, FALSE, text);
  gint64 n_purged = append_lines (self, TRUE, purged);
  g_autofree char *dropped = g_strdup_printf ("%" G_GINT64_FORMAT, n_dropped);
  g_autofree char *freed = g_strdup_printf ("%" G_GINT64_FORMAT, n_purged);

  if (n_dropped == 0)
    g_string_append_printf (text, "%s\n", _("No packet was dropped."));
  else
    g_string_append_printf (text, ngettext ("\n%s packet was dropped.\n",
                                            "\n%s packets were dropped.\n", n_dropped), dropped);
  if (n_purged > 0)
    g_string_append_printf (text, ngettext ("\n%s packet was freed with the queue of a closed "
                                            "socket, which is not a drop:\n",
                                            "\n%s packets were freed with the queue of a closed "
                                            "socket, which is not a drop:\n", n_purged), freed);
  g_string_append (text, purged->str);
}

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  const gboolean *json = data;
  g_autoptr(GPtrArray) all = th_cli_analyze ("drops", recording, NULL);
  ThDrops self;
  ThTextOutput output;

  if (all == NULL)
    return TH_EXIT_USAGE;
  if (!th_drops_find (&self, recording, all))
    return th_cli_usage_error ("drops", "%s", _("no analysis counts drops"));

  th_cli_report_remarks (self.results);
  th_cli_output_init (&output);
  if (*json)
    for (guint32 row = 0;
         row < th_table_get_n (self.table) && th_text_output_check (&output); row++)
      append_json (&self, row, output.text);
  else
    append_text (&self, output.text);

  return th_cli_output_end (&output);
}

int
th_drops_main (int    argc,
               char **argv)
{
  g_auto(ThCliOptions) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per reason, location and device, each "
                                    "on its own line")),
    { NULL }
  };

  return th_cli_show_file (argc, argv, entries,
                           _("Print which packets were dropped: why, where and on which device.\n"
                             "“thresh packets --dropped” lists them one by one."),
                           &options.json, show, &options.json);
}
