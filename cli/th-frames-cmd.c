/* th-frames-cmd.c - `thresh frames`: which packet each frame of a capture is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-results.h"

typedef struct
{
  ThCliOptions common;
  gboolean     clocks;
  gboolean     unseen;
  gboolean     only_missing;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Frames in one state. */
typedef struct
{
  gint64 word;
  guint  n;
} Count;

static gint
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const Count *x = a, *y = b;

  return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : (x->word > y->word) - (x->word < y->word);
}

/* The states that occur, the most frequent one first. */
static GArray *
count_states (ThTable      *table,
              const GArray *rows)
{
  guint column = th_table_find_column (table, "state");
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (Count));

  for (guint i = 0, at; i < rows->len; i++)
    {
      Count count = { th_table_get_cell (table, g_array_index (rows, guint32, i), column), 0 };

      for (at = 0; at < counts->len && g_array_index (counts, Count, at).word != count.word; )
        at++;
      if (at == counts->len)
        g_array_append_val (counts, count);
      g_array_index (counts, Count, at).n++;
    }
  g_array_sort (counts, compare_counts);
  return counts;
}

/* Appends "868 frames: 820 inferred, 36 ambiguous, 6 exact, 6 unmatched". */
static void
append_totals (ThResults    *results,
               ThTable      *table,
               const GArray *rows,
               ThTextOutput *output)
{
  g_autoptr(GArray) counts = count_states (table, rows);

  g_string_append_c (output->text, '\n');
  g_string_append_printf (output->text, ngettext ("%u frame", "%u frames", rows->len), rows->len);
  for (guint i = 0; i < counts->len; i++)
    {
      const Count *count = &g_array_index (counts, Count, i);

      g_string_append_printf (output->text, "%s %u %s", i == 0 ? ":" : ",", count->n,
                              th_results_get_word (results, (guint32) count->word));
    }
  g_string_append_c (output->text, '\n');
}

static ThExit
show (ThRecording   *recording,
      const Options *options)
{
  g_autoptr(GPtrArray) all = th_cli_analyze ("frames", recording, NULL);
  const char *name = options->clocks ? "frame-clocks"
                     : options->only_missing ? "missing-frames"
                     : options->unseen ? "unseen-packets" : "frames";
  g_autoptr(GArray) rows = NULL;
  ThResults *results;
  ThTable *table;
  ThTextOutput output;

  if (all == NULL)
    return TH_EXIT_USAGE;
  table = th_results_find_table_in (all, name, &results);
  if (table == NULL)
    return th_cli_usage_error ("frames", "%s",
                               _("there is no capture: append one, as in “thresh frames trace.dat "
                                 "--append capture.pcap”"));

  th_cli_report_remarks (results);
  th_cli_output_init (&output);
  rows = th_cli_table_list_rows (table);
  th_cli_table_append (&(ThCliTable) { recording, results, table, rows }, options->common.json,
                       &output);
  if (!options->common.json && strcmp (name, "frames") == 0)
    append_totals (results, table, rows, &output);
  return th_cli_output_end (&output);
}

static ThExit
check_options (const Options *options)
{
  if (options->common.arguments == NULL || g_strv_length (options->common.arguments) != 1)
    return th_cli_usage_error ("frames", "%s", _("exactly one file is needed"));
  if (options->clocks + options->unseen + options->only_missing > 1)
    return th_cli_usage_error ("frames", "%s",
                               _("--clocks, --missing and --unseen cannot be combined"));
  return TH_EXIT_WHOLE;
}

int
th_frames_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { 0 };
  g_autoptr(ThRecording) recording = NULL;
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per row, each on its own line")),
    { "clocks", 0, 0, G_OPTION_ARG_NONE, &options.clocks,
      N_("Print how the clocks of captures and traces relate, and how many frames were matched"),
      NULL },
    { "missing", 0, 0, G_OPTION_ARG_NONE, &options.only_missing,
      N_("Print only the frames that the kernel did not see"), NULL },
    { "unseen", 0, 0, G_OPTION_ARG_NONE, &options.unseen,
      N_("Print the packets of the kernel that the capture does not have"), NULL },
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("FILE"),
                     _("Print which packet of the kernel each frame of a capture is. Append the "
                       "captures to the trace\nwith --append; neither needs to have the right "
                       "time.")) ||
      check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, show (recording, &options));
}
