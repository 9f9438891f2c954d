/* th-packets-cmd.c - `thresh packets`: what became of each packet, and where its time went
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-flows.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-journey.h"
#include "th-layers.h"
#include "th-netdev-times.h"
#include "th-packets-table.h"

typedef struct
{
  ThCliOptions  common;
  gboolean      lives;
  gboolean      dropped;
  gboolean      netdev_times;
  gint64        slowest;
  char         *sort;
  char         *layers;
  ThRecording  *timeline; /* with @all; NULL if each recording is shown alone */
  GPtrArray    *all;      /* of ThResults, of all recordings of the timeline */
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->sort);
  g_free (options->layers);
  g_clear_pointer (&options->all, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- which, in what order ---------------------------------------------- */

/* Biggest first, flows without the value last; otherwise in order of time. */
typedef struct
{
  ThFlowSet *flows;
  gint        stage;   /* -1 if not by a stage */
  gint        column;  /* -1 if not by a column */
} Order;

static gint64
order_value (const Order *order,
             guint32      row)
{
  if (order->stage >= 0)
    return th_flows_get_stage_time (order->flows->flows, th_flows_get (order->flows->flows, row),
                                    order->stage, NULL);

  return row < th_table_get_n (order->flows->table)
         ? th_table_get_cell (order->flows->table, row, order->column) : TH_CELL_NONE;
}

static gint
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Order *order = data;
  guint32 row_a = *(const guint32 *) a, row_b = *(const guint32 *) b;
  const ThFlow *flow_a = th_flows_get (order->flows->flows, row_a);
  const ThFlow *flow_b = th_flows_get (order->flows->flows, row_b);

  if (order->stage >= 0 || order->column >= 0)
    {
      gint64 value_a = order_value (order, row_a), value_b = order_value (order, row_b);

      if (value_a != value_b)
        return value_a > value_b ? -1 : 1;
    }
  if (flow_a->first != flow_b->first)
    return flow_a->first < flow_b->first ? -1 : 1;

  return flow_a->number < flow_b->number ? -1 : flow_a->number > flow_b->number;
}

/* A stage takes precedence over a column of the same id, as "reader" is both. */
static gboolean
order_set (Order      *order,
           ThFlowSet *flows,
           const char *key)
{
  *order = (Order) { flows, -1, -1 };
  if (key == NULL)
    return TRUE;

  order->stage = th_flow_set_find_stage (flows, key);
  if (order->stage < 0)
    order->column = th_flow_set_find_column (flows, key);
  return order->stage >= 0 || order->column >= 0;
}

/* All names of --sort, or the one that is similar. */
static ThExit
report_no_key (ThFlowSet  *flows,
               const char *key)
{
  const ThFlowsInfo *info = th_flows_get_info (flows->flows);
  const ThTableInfo *table = th_table_get_info (flows->table);
  g_autoptr(GString) stages = g_string_new (NULL), columns = g_string_new (NULL);
  ThGuess guess = { .wanted = key };

  for (guint i = 0; i < info->n_stages; i++)
    {
      th_guess_try_prefix (&guess, info->stages[i].id);
      g_string_append_printf (stages, "%s%s", i > 0 ? ", " : "", info->stages[i].id);
    }
  for (guint i = 0; i < table->n_columns; i++)
    {
      th_guess_try_prefix (&guess, table->columns[i].id);
      g_string_append_printf (columns, "%s%s", i > 0 ? ", " : "", table->columns[i].id);
    }
  if (guess.best != NULL)
    return th_cli_unknown_error ("packets", &guess, _("there is no stage or column “%s”"), key);

  return th_cli_usage_error ("packets", _("there is no stage or column “%s”: the stages are %s, "
                                          "the columns %s"), key, stages->str, columns->str);
}

static GArray *
list_rows (ThFlowSet    *flows,
           const Options *options,
           const Order   *order)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < th_flows_get_n (flows->flows); row++)
    {
      if (!options->lives && th_flows_get (flows->flows, row)->flags & TH_FLOW_PART)
        continue;
      if (options->dropped && !th_journey_is_dropped (flows->results, row))
        continue;
      g_array_append_val (rows, row);
    }

  g_array_sort_with_data (rows, compare_rows, (gpointer) order);
  if (options->slowest >= 0 && rows->len > options->slowest)
    g_array_set_size (rows, options->slowest);
  return rows;
}

/* --- text -------------------------------------------------------------- */

/* "42 packets: 30 delivered, 2 dropped; steps: 300 exact, 12 inferred". */
static void
append_summary (ThFlowSet  *flows,
                GArray      *rows,
                ThTextOutput *output)
{
  g_autoptr(GHashTable) outcomes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) order = g_ptr_array_new ();
  guint64 steps[TH_N_CONFIDENCES] = { 0, };

  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      const char *outcome = th_journey_get_word (flows->results, row, "outcome");
      guint counts[TH_N_CONFIDENCES];

      th_flows_count_confidence (flows->flows, th_flows_get (flows->flows, row), counts);
      for (guint j = 0; j < TH_N_CONFIDENCES; j++)
        steps[j] += counts[j];
      if (outcome == NULL)
        continue;
      if (!g_hash_table_contains (outcomes, outcome))
        g_ptr_array_add (order, (char *) outcome);
      g_hash_table_insert (outcomes, (char *) outcome,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (outcomes,
                                                                                    outcome)) + 1));
    }

  g_string_append_printf (output->text, "\n%u × %s", rows->len,
                          _(th_flows_get_info (flows->flows)->noun));
  for (guint i = 0; i < order->len; i++)
    g_string_append_printf (output->text, "%s %u %s", i > 0 ? "," : ":",
                            GPOINTER_TO_UINT (g_hash_table_lookup (outcomes, order->pdata[i])),
                            (const char *) order->pdata[i]);
  g_string_append_printf (output->text, "\n%s", _("steps"));
  for (guint i = 0; i < TH_N_CONFIDENCES; i++)
    g_string_append_printf (output->text, "%s %" G_GUINT64_FORMAT " %s", i > 0 ? "," : ":",
                            steps[i], th_cli_confidence_id (i));
  g_string_append_c (output->text, '\n');
}

/* --- the command ------------------------------------------------------- */

static gboolean
parse_options (Options   *options,
               int       *argc,
               char    ***argv)
{
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options->common,
                       N_("Print one JSON object per packet, each on its own line")),
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options->sort, N_("Sort by a stage, like wakeup, or by "
                                                            "“total”, longest first, or by a "
                                                            "column, largest first"), N_("STAGE") },
    { "slowest", 0, 0, G_OPTION_ARG_INT64, &options->slowest,
      N_("Only this many packets, by the total or by --sort"), N_("N") },
    { "dropped", 0, 0, G_OPTION_ARG_NONE, &options->dropped, N_("Only dropped packets"), NULL },
    { "lives", 0, 0, G_OPTION_ARG_NONE, &options->lives, N_("Also packets that became part of "
                                                            "another one, such as frames merged "
                                                            "by GRO"), NULL },
    TH_CLI_STAGES_ENTRY (&options->common),
    { "layers", 0, 0, G_OPTION_ARG_STRING, &options->layers, N_("Print one line per packet with "
                                                                "the times between layers of this "
                                                                "stage map, like rhel-tcp-ip"),
                                                                N_("MAP") },
    { "netdev-times", 0, 0, G_OPTION_ARG_NONE, &options->netdev_times, N_("Print the report of "
                                                                          "perf's netdev-times "
                                                                          "script; tx, rx or "
                                                                          "dev=NAME may follow "
                                                                          "the file"), NULL },
    TH_CLI_WITH_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("FILE"),
                       _("Follow each packet of a recording from its first sighting to its end:\n"
                         "its outcome, its reader, and where its time went."));
}

static ThExit
check_options (const Options *options)
{
  guint n = options->common.arguments != NULL ? g_strv_length (options->common.arguments) : 0;

  if (n == 0 || (n > 1 && !options->netdev_times))
    return th_cli_usage_error ("packets", "%s", _("exactly one file is needed"));
  if (options->common.json + options->netdev_times + (options->layers != NULL) > 1)
    return th_cli_usage_error ("packets", "%s",
                               _("--json, --layers and --netdev-times exclude each other"));
  if ((options->netdev_times || options->layers != NULL) &&
      (options->sort != NULL || options->slowest >= 0 || options->dropped || options->lives))
    return th_cli_usage_error ("packets", "%s", _("--sort, --slowest, --dropped and --lives are "
                                                  "for the list of packets, not for --layers and "
                                                  "--netdev-times"));
  if (options->slowest < 0 && options->slowest != TH_CLI_NO_NUMBER)
    return th_cli_usage_error ("packets", "%s", _("the number of packets cannot be negative"));

  return TH_EXIT_WHOLE;
}

static ThExit
show_list (ThFlowSet    *flows,
           const Options *options)
{
  const char *key = options->sort != NULL ? options->sort : options->slowest >= 0 ? "total" : NULL;
  g_autoptr(GArray) rows = NULL;
  ThTextOutput output;
  Order order;

  if (!order_set (&order, flows, key))
    return report_no_key (flows, key);

  rows = list_rows (flows, options, &order);
  th_cli_report_remarks (flows->results);
  th_cli_output_init (&output);
  if (options->common.json)
    for (guint i = 0; i < rows->len && th_text_output_check (&output); i++)
      th_cli_flows_append_json (flows, g_array_index (rows, guint32, i), output.text);
  else
    {
      g_autoptr(ThTextTable) lines = th_packets_make_table (flows, rows);

      th_text_table_append (lines, output.text);
      append_summary (flows, rows, &output);
    }

  return th_cli_output_end (&output);
}

/* --- with the frames of captures ------------------------------------------------ */

static gboolean
has_capture (ThRecording *timeline)
{
  for (guint i = 0; i < th_recording_get_n_parts (timeline); i++)
    if (th_recording_is_capture (th_recording_get_part (timeline, i)))
      return TRUE;
  return FALSE;
}

/* The frames of packets are only known to the analyses of the whole timeline.  FALSE if an option
 * is invalid. */
static gboolean
analyze_timeline (Options     *options,
                  ThRecording *timeline)
{
  if (!options->common.json || !has_capture (timeline))
    return TRUE;

  options->timeline = timeline;
  options->all = th_cli_analyze_with ("packets", timeline, options->common.with, "stages",
                                      options->common.stages);
  return options->all != NULL;
}

/* The results of @part alone. */
static GPtrArray *
list_of_part (GPtrArray   *all,
              ThRecording *part)
{
  GPtrArray *own = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (th_results_get_part (all->pdata[i]) == th_recording_get_index (part))
      g_ptr_array_add (own, all->pdata[i]);
  return own;
}

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  const Options *options = data;
  g_autoptr(GPtrArray) all = options->all != NULL
    ? list_of_part (options->all, recording)
    : th_cli_analyze_with ("packets", recording, options->common.with, "stages",
                           options->common.stages);
  g_auto(ThFlowSet) flows = { NULL, };

  if (all == NULL)
    return TH_EXIT_USAGE;

  if (!th_flow_set_init (&flows, options->all != NULL ? options->timeline : recording, all,
                         "packet"))
    return th_cli_usage_error ("packets", "%s", _("no analysis follows packets"));
  if (options->all != NULL)
    flows.links = th_results_find_links (options->all);
  if (options->netdev_times)
    return th_netdev_times_show (&flows, (const char *const *) options->common.arguments + 1);
  if (options->layers != NULL)
    return th_layers_show (&flows, options->layers, options->common.stages);

  return show_list (&flows, options);
}

int
th_packets_main (int    argc,
                 char **argv)
{
  g_auto(Options) options = { .slowest = TH_CLI_NO_NUMBER };
  g_autoptr(ThRecording) recording = NULL;
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;
  if (!th_cli_check_stages (options.common.stages))
    return TH_EXIT_REFUSED;

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;
  if (!analyze_timeline (&options, recording))
    return TH_EXIT_USAGE;

  return th_cli_worse (status, th_cli_each_part (recording, !options.common.json, show, &options));
}
