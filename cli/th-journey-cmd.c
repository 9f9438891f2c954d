/* th-journey-cmd.c - `thresh journey`: one packet, step by step
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-flows.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-text-values.h"
#include "th-journey-text.h"
#include "th-layers.h"
#include "th-time-span.h"

/* The number of lives of an address to list if one has to be chosen. */
#define MAX_LISTED 20

typedef struct
{
  ThCliOptions  common;
  char         *at;
  gboolean      transit;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->at);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  gboolean has_key;
  guint64  key;
  guint64  generation; /* 0 for any */
  gboolean has_time;
  gint64   time;
} Wanted;

/* --- which ------------------------------------------------------------- */

/* Parses "0xffff88011c5bb300#2"; "0x" is optional. */
static gboolean
parse_address (const char *text,
               Wanted     *wanted)
{
  g_auto(GStrv) parts = g_strsplit (text, "#", 2);
  const char *digits = g_str_has_prefix (parts[0], "0x") ? parts[0] + 2 : parts[0];

  wanted->has_key = TRUE;
  return g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT64, &wanted->key, NULL) &&
         (parts[1] == NULL ||
          g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXUINT32, &wanted->generation, NULL));
}

/* A transit has the address of the packet at the sender, and that at the receiver. */
static gboolean
has_key (ThFlowSet *flows,
         guint32    row,
         guint64    key)
{
  gint column = th_flow_set_find_column (flows, "received_as");

  return th_flows_get (flows->flows, row)->key == key ||
         (column >= 0 && th_table_get_cell (flows->table, row, column) == (gint64) key);
}

static gboolean
fits (ThFlowSet    *flows,
      guint32       row,
      const Wanted *wanted)
{
  const ThFlow *flow = th_flows_get (flows->flows, row);

  return (!wanted->has_key || has_key (flows, row, wanted->key)) &&
         (wanted->generation == 0 || flow->generation == wanted->generation) &&
         (!wanted->has_time || (flow->first <= wanted->time && flow->last >= wanted->time));
}

/* The distance of the nearest own step from the requested time. */
static guint64
distance (ThFlowSet   *flows,
          const ThFlow *flow,
          gint64        time)
{
  guint64 best = G_MAXUINT64;

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows->flows, flow, i);

      if (!(step.flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)))
        best = MIN (best,
                    step.time > time ? (guint64) step.time - time : (guint64) time - step.time);
    }

  return best;
}

static void
list_choices (ThFlowSet *flows,
              GArray     *rows)
{
  for (guint i = 0; i < MIN (rows->len, MAX_LISTED); i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      const ThFlow *flow = th_flows_get (flows->flows, row);
      g_autofree char *id = th_journey_dup_id (flow);
      g_autofree char *time = th_text_format_time (flows->recording, flow->first);
      g_autofree char *facts = th_journey_dup_facts (flows->recording, flows->results, row);

      g_printerr ("  %s  %s  %s\n", id, time, facts);
    }
  if (rows->len > MAX_LISTED)
    g_printerr ("  …\n");
}

/* The packet with the step nearest to the requested time, which is *@least from it; TH_FLOW_NONE if
 * none fits. */
static guint32
find_nearest (ThFlowSet    *flows,
              const Wanted *wanted,
              guint64      *least)
{
  guint32 nearest = TH_FLOW_NONE;

  *least = G_MAXUINT64;
  for (guint32 row = 0; row < th_flows_get_n (flows->flows); row++)
    {
      guint64 here;

      if (!fits (flows, row, wanted))
        continue;
      here = distance (flows, th_flows_get (flows->flows, row), wanted->time);
      if (nearest != TH_FLOW_NONE && here >= *least)
        continue;
      *least = here;
      nearest = row;
    }
  return nearest;
}

/* Finds the requested life; with a time, the one with the nearest step. */
static ThExit
choose (ThFlowSet    *flows,
        const Wanted  *wanted,
        const char    *address,
        guint32       *row)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 least;

  if (wanted->has_time)
    {
      *row = find_nearest (flows, wanted, &least);
      return *row != TH_FLOW_NONE
             ? TH_EXIT_WHOLE
             : th_cli_usage_error ("journey", "%s", _("no packet was in flight at that time"));
    }

  for (guint32 i = 0; i < th_flows_get_n (flows->flows); i++)
    if (fits (flows, i, wanted))
      g_array_append_val (rows, i);
  if (rows->len == 0)
    return th_cli_usage_error ("journey",
                               _("there is no packet “%s” (“thresh packets --lives” lists them "
                                 "all)"), address);

  *row = g_array_index (rows, guint32, 0);
  if (rows->len == 1)
    return TH_EXIT_WHOLE;

  th_cli_usage_error ("journey", ngettext ("%u packet used that address: add its number, or --at",
                                           "%u packets used that address: add the number of one, "
                                           "or --at", rows->len), rows->len);
  list_choices (flows, rows);
  return TH_EXIT_USAGE;
}

/* --- the command ------------------------------------------------------- */

static gboolean
parse_options (Options   *options,
               int       *argc,
               char    ***argv)
{
  const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_STRING, &options->at, N_("The packet in flight at this time; with "
                                                        "an address, the one at that address"),
                                                        N_("TIME") },
    { "transit", 0, 0, G_OPTION_ARG_NONE, &options->transit,
      N_("The whole journey from one machine to another, as “thresh transits” lists them"), NULL },
    TH_CLI_JSON_ENTRY (&options->common, N_("Print JSON, in the form that “thresh packets” uses")),
    TH_CLI_STAGES_ENTRY (&options->common),
    TH_CLI_WITH_ENTRY (&options->common),
    TH_CLI_ARGUMENTS_ENTRY (&options->common),
    { NULL }
  };

  return th_cli_parse (argc, argv, entries, _("FILE [ADDRESS[#NUMBER]]"),
                       _("Print the journey of one packet: each step with its location, CPU and "
                         "time, how certain it is\n"
                         "and by which rule, where the time went, and which tasks ran while "
                         "another waited."));
}

static ThExit
check_options (const Options *options,
               Wanted        *wanted)
{
  guint n = options->common.arguments != NULL ? g_strv_length (options->common.arguments) : 0;

  if (n == 0 || n > 2)
    return th_cli_usage_error ("journey", "%s",
                               _("one file and the address of a packet are needed"));
  if (n == 1 && options->at == NULL)
    return th_cli_usage_error ("journey", "%s", _("no packet was given: use its address, as "
                                                  "“thresh packets” prints it, or --at TIME"));
  if (n == 2 && !parse_address (options->common.arguments[1], wanted))
    return th_cli_usage_error ("journey",
                               _("“%s” is not an address: use a form like 0xffff88011c5bb300#2"),
                               options->common.arguments[1]);

  return TH_EXIT_WHOLE;
}

static gboolean
parse_time (const Options *options,
            ThRecording   *recording,
            Wanted        *wanted)
{
  g_autoptr(GError) error = NULL;
  gint64 end;

  if (options->at == NULL)
    return TRUE;

  wanted->has_time = TRUE;
  if (th_time_span_parse (recording, options->at, NULL, &wanted->time, &end, &error))
    return TRUE;

  th_cli_usage_error ("journey", "%s", error->message);
  return FALSE;
}

static const char *
get_noun (const Options *options)
{
  return options->transit ? "transit" : "packet";
}

/* The results of the recordings of the timeline in which such flows were found. */
static GPtrArray *
list_followed (GPtrArray  *all,
               const char *noun)
{
  GPtrArray *followed = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    {
      ThFlows *flows = th_results_get_flows (all->pdata[i]);

      if (flows != NULL && strcmp (th_flows_get_info (flows)->noun, noun) == 0 &&
          th_flows_get_n (flows) > 0)
        g_ptr_array_add (followed, all->pdata[i]);
    }
  return followed;
}

/* Leaves only the results with the packet that is nearest to the time. */
static void
keep_nearest (ThRecording  *recording,
              const Wanted *wanted,
              const char   *noun,
              GPtrArray    *followed)
{
  ThResults *nearest = followed->pdata[0];
  guint64 least = G_MAXUINT64;

  for (guint i = 0; i < followed->len; i++)
    {
      g_autoptr(GPtrArray) one = g_ptr_array_new ();
      g_auto(ThFlowSet) flows = { NULL, };
      guint64 here;

      g_ptr_array_add (one, followed->pdata[i]);
      th_flow_set_init (&flows, recording, one, noun);
      find_nearest (&flows, wanted, &here);
      if (here < least)
        nearest = flows.results;
      least = MIN (least, here);
    }
  g_ptr_array_set_size (followed, 0);
  g_ptr_array_add (followed, nearest);
}

static char *
format_time (gpointer data,
             gint64   time)
{
  return th_text_format_time (data, time);
}

static char *
format_duration (gpointer data,
                 gint64   duration)
{
  return th_text_format_duration (data, duration);
}

/* Builds the indexes in which other flows of the same events are looked up. */
static void
prepare (GPtrArray *all)
{
  for (guint i = 0; i < all->len; i++)
    if (th_results_get_flows (all->pdata[i]) != NULL)
      th_flows_prepare (th_results_get_flows (all->pdata[i]));
}

static ThExit
show (const Options *options,
      const Wanted  *wanted,
      ThRecording   *recording,
      GPtrArray     *all,
      GPtrArray     *followed)
{
  g_auto(ThFlowSet) flows = { NULL, };
  const ThJourneyFormat format = { format_time, format_duration, recording,
                                   th_recording_get_resolution (recording) };
  ThTextOutput output;
  guint32 row = 0;

  if (!th_flow_set_init (&flows, recording, followed->len > 0 ? followed : all,
                         get_noun (options)))
    return th_cli_usage_error ("journey", "%s", options->transit
                               ? _("there are no packets between machines, whose recordings and a "
                                   "capture have to be added with --append")
                               : _("no analysis follows packets"));
  flows.links = th_results_find_links (all);
  if (choose (&flows, wanted, options->common.arguments[1], &row) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  th_cli_output_init (&output);
  if (options->common.json)
    {
      th_cli_report_remarks (flows.results);
      th_cli_flows_append_json (&flows, row, output.text);
    }
  else
    {
      g_autofree char *text = NULL;

      prepare (all);
      text = th_journey_dup_text (recording, all, flows.results, row, &format);
      g_string_append (output.text, text);
    }

  return th_cli_output_end (&output);
}

int
th_journey_main (int    argc,
                 char **argv)
{
  g_auto(Options) options = { 0 };
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GPtrArray) all = NULL, followed = NULL;
  Wanted wanted = { FALSE, };
  ThExit status;

  if (!parse_options (&options, &argc, &argv) || check_options (&options, &wanted) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;
  if (!th_cli_check_stages (options.common.stages))
    return TH_EXIT_REFUSED;

  status = th_cli_load (options.common.arguments[0], &recording);
  if (recording == NULL)
    return status;
  if (!parse_time (&options, recording, &wanted) ||
      !(all = th_cli_analyze_with ("journey", recording, options.common.with, "stages",
                                   options.common.stages)))
    return TH_EXIT_USAGE;
  followed = list_followed (all, get_noun (&options));
  if (followed->len > 1 && wanted.has_time)
    keep_nearest (recording, &wanted, get_noun (&options), followed);
  if (followed->len > 1)
    return th_cli_usage_error ("journey", "%s",
                               _("several recordings have packets: add --at TIME, or choose one "
                                 "with --recording"));

  return th_cli_worse (status, show (&options, &wanted, recording, all, followed));
}
