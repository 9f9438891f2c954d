/* th-stacks-cmd.c - `thresh stacks`: call trees of one recording, or of two sides
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-compare-arguments.h"
#include "th-printable.h"
#include "th-stacks-chain.h"
#include "th-stacks-compare.h"
#include "th-time-span.h"

typedef struct
{
  ThCliOptions  common;
  char         *event;
  char         *weight;
  char         *tasks;
  char         *root;
  gboolean      functions;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->event);
  g_free (options->weight);
  g_free (options->tasks);
  g_free (options->root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
has_choice (const Options *options)
{
  return options->common.from != NULL || options->common.to != NULL || options->tasks != NULL ||
         options->root != NULL;
}

/* --- one tree ---------------------------------------------------------- */

typedef struct
{
  ThResults  *results;
  ThCallTree *tree;
  guint       weight;
} Tree;

static void
append_json (GArray   *chain,
             gint64    value,
             GString  *text,
             gpointer  data)
{
  const Tree *tree = data;
  const ThCallTreeInfo *info = th_call_tree_get_info (tree->tree);

  th_cli_json_begin (text);
  th_json_write_text (text, "tree", info->id);
  th_json_write_text (text, "weight", info->weights[tree->weight].id);
  th_json_write_int (text, "value", value);
  th_stacks_chain_add_json (tree->results, chain, text);
  th_cli_json_end (text);
}

/* FALSE if the tree has no chains. */
static gboolean
print_tree (const Options *options,
            ThResults     *results,
            ThCallTree    *tree,
            guint          weight,
            ThTextOutput  *output)
{
  Tree printed = { results, tree, weight };

  return options->common.json
         ? th_folded_foreach (tree, weight, output, append_json, &printed)
         : th_folded_write (results, tree, weight, options->event == NULL, output);
}

/* --- all --------------------------------------------------------------- */

static int
no_such_tree (GPtrArray *all)
{
  g_autofree char *names = th_cli_list_trees (all);

  if (names == NULL)
    return th_cli_usage_error ("stacks", "%s", _("this recording has no call chains"));
  return th_cli_usage_error ("stacks", _("no call chains match; available: %s"), names);
}

/* NULL after an error, which is reported. */
static GPtrArray *
analyze (const Options *options,
         ThRecording   *recording)
{
  static const char *const names[] = { "from", "to", "tasks", "root" };
  const char *values[] = { options->common.from, options->common.to, options->tasks,
                           options->root };
  g_autoptr(GPtrArray) with = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) choice = g_string_new ("stacks");

  for (guint i = 0; options->common.with != NULL && options->common.with[i] != NULL; i++)
    g_ptr_array_add (with, g_strdup (options->common.with[i]));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (values[i] != NULL)
      {
        g_autofree char *value = g_strdup (values[i]);

        /* Parameters must not contain blanks; the pattern ? also matches a blank. */
        g_strdelimit (value, " \t", i < 2 ? '_' : '?');
        g_string_append_printf (choice, " %s=%s", names[i], value);
      }
  if (has_choice (options))
    g_ptr_array_add (with, g_strdup (choice->str));
  g_ptr_array_add (with, NULL);
  return th_cli_analyze ("stacks", recording, (char **) with->pdata);
}

/* Explains empty output, which would look like a bug. */
static void
tell_nothing (GPtrArray *all)
{
  g_printerr ("thresh stacks: %s\n", _("this recording has no call chains"));
  for (guint i = 0; i < all->len; i++)
    if (strcmp (th_results_get_id (all->pdata[i]), "stacks") == 0 &&
        th_results_get_n_trees (all->pdata[i]) == 0)
      th_cli_report_remarks (all->pdata[i]);
}

static ThExit
print_all (ThRecording *recording,
           gpointer     data)
{
  const Options *options = data;
  g_autoptr(GPtrArray) all = analyze (options, recording);
  ThTextOutput output;
  gboolean fits = FALSE, any = FALSE;

  if (all == NULL)
    return TH_EXIT_USAGE;

  th_cli_output_init (&output);
  /* The results for the chosen parameters come last. */
  for (guint i = has_choice (options) ? all->len - 1 : 0; i < all->len; i++)
    {
      ThResults *results = all->pdata[i];

      for (guint j = 0; j < th_results_get_n_trees (results); j++)
        {
          ThCallTree *tree = th_results_get_tree (results, j);
          guint weight = th_cli_find_weight (tree, options->weight);

          if (weight == G_MAXUINT ||
              (options->event != NULL && !th_cli_tree_is (tree, options->event)))
            continue;
          fits = TRUE;
          any |= print_tree (options, results, tree, weight, &output);
        }
      if (th_results_get_n_trees (results) > 0)
        th_cli_report_remarks (results);
    }

  if (!fits && (has_choice (options) || options->event != NULL || options->weight != NULL))
    {
      th_cli_output_end (&output);
      return no_such_tree (all);
    }
  if (!any)
    tell_nothing (all);
  return th_cli_output_end (&output);
}

/* --- two sides --------------------------------------------------------- */

/* Explains why a recording has nothing to compare. */
static void
tell_missing (const char *path,
              GPtrArray  *all)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown = th_printable_line (name);

  g_printerr ("%s: ", shown);
  tell_nothing (all);
}

/* Chooses the span of "FILE@FROM..TO", either end of which may be missing, instead of that of
 * the options.  @ends gets the texts; free with g_strfreev(). */
static void
choose_span (Options     *options,
             const char  *span,
             char      ***ends)
{
  if (span == NULL)
    return;

  *ends = g_strsplit (span, "..", 2);
  options->common.from = *(*ends)[0] != '\0' ? (*ends)[0] : NULL;
  options->common.to = *(*ends)[1] != '\0' ? (*ends)[1] : NULL;
}

static ThExit
load_sample (const Options *options,
             const char    *argument,
             GPtrArray     *samples)
{
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GPtrArray) all = NULL;
  g_auto(GStrv) ends = NULL;
  const char *span;
  g_autofree char *path = th_time_span_split (argument, &span);
  Options chosen = *options; /* borrows the texts */
  ThExit status = th_cli_load (path, &recording);
  ThCallSample *sample;

  if (recording == NULL)
    return status;
  choose_span (&chosen, span, &ends);
  if (!(all = analyze (&chosen, recording)))
    return TH_EXIT_USAGE;

  /* The results for the chosen parameters come last. */
  if (has_choice (&chosen))
    g_ptr_array_remove_range (all, 0, all->len - 1);
  sample = th_call_sample_take (all, th_recording_get_resolution (recording));
  if (th_call_sample_get_n_trees (sample) == 0)
    tell_missing (argument, all);
  g_ptr_array_add (samples, sample);
  return status;
}

static ThExit
load_side (const Options  *options,
           char          **files,
           GPtrArray      *samples)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; files[i] != NULL; i++)
    {
      ThExit one = load_sample (options, files[i], samples);

      status = th_cli_worse (status, one);
      if (one == TH_EXIT_REFUSED || one == TH_EXIT_USAGE)
        break;
    }
  return status;
}

static ThExit
print_difference (const Options          *options,
                  const ThCallDifference *difference)
{
  ThStacksFlags flags = (options->common.json ? TH_STACKS_JSON : 0) |
                        (options->functions ? TH_STACKS_FUNCTIONS : 0);
  g_autofree char *names = th_stacks_list_difference (difference);
  ThTextOutput output;
  gboolean any;
  ThExit status;

  if (names == NULL)
    return TH_EXIT_WHOLE; /* the reasons were told for each recording */

  th_cli_output_init (&output);
  any = th_stacks_print_difference (difference, options->event, options->weight, flags, &output);
  status = th_cli_output_end (&output);
  return any ? status : th_cli_usage_error ("stacks", _("no call chains match; available: %s"),
                                            names);
}

static ThExit
compare (const Options  *options,
         char          **files_a,
         char          **files_b)
{
  g_autoptr(GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
  g_autoptr(GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify) th_call_sample_free);
  g_autoptr(ThCallDifference) difference = NULL;
  ThExit status;

  if (th_cli_has_appended ())
    return th_cli_usage_error ("stacks", "%s",
                               _("two sides are separate recordings, so --append cannot be used"));

  status = load_side (options, files_a, a);
  if (status != TH_EXIT_REFUSED && status != TH_EXIT_USAGE)
    status = th_cli_worse (status, load_side (options, files_b, b));
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE)
    return status;

  difference = th_call_difference_new (a, b);
  return th_cli_worse (status, print_difference (options, difference));
}

/* --- the command ------------------------------------------------------- */

static ThExit
run (Options *options)
{
  g_auto(GStrv) a = NULL, b = NULL;

  if (!th_compare_arguments_split (options->common.arguments, &a, &b))
    return th_cli_usage_error ("stacks", "%s", _("there are only two sides: A… -- B…"));
  if (a[0] != NULL && b[0] != NULL)
    return compare (options, a, b);
  if (options->functions)
    return th_cli_usage_error ("stacks", "%s", _("--functions needs two sides: A… -- B…"));
  if (a[0] != NULL && a[1] == NULL)
    return th_cli_show_one (a[0], &options->common.json, print_all, options);

  return th_cli_usage_error ("stacks", "%s", _("one file is needed, or two sides: A… -- B…"));
}

int
th_stacks_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "event", 'e', 0, G_OPTION_ARG_STRING, &options.event, N_("Only the call chains of this "
                                                               "event type, like skb:kfree_skb; "
                                                               "otherwise each chain starts with "
                                                               "its event type"), N_("TYPE") },
    { "weight", 'w', 0, G_OPTION_ARG_STRING, &options.weight, N_("What to add up, like samples, "
                                                                 "period, time or calls; by "
                                                                 "default the first that is "
                                                                 "available"), N_("NAME") },
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per chain, each on its own line")),
    TH_CLI_FROM_ENTRY (&options.common),
    TH_CLI_TO_ENTRY (&options.common),
    { "task", 0, 0, G_OPTION_ARG_STRING, &options.tasks, N_("Only these tasks: names with * and "
                                                            "?, or PIDs, separated by commas"),
                                                            N_("LIST") },
    { "root", 0, 0, G_OPTION_ARG_STRING, &options.root,
      N_("Let each chain begin with the name of its task, as stackcollapse-perf.pl does, or with "
         "its name and PID"), "task|thread" },
    { "functions", 0, 0, G_OPTION_ARG_NONE, &options.functions,
      N_("With two sides: list functions instead of call chains, greatest change first"), NULL },
    TH_CLI_WITH_ENTRY (&options.common),
    TH_CLI_ARGUMENTS_ENTRY (&options.common),
    { NULL }
  };

  /* A "--" before all files only ends the options. */
  if (argc > 1 && strcmp (argv[1], "--") != 0)
    th_compare_arguments_mark (argc, argv);
  if (!th_cli_parse (&argc, &argv, entries, _("FILE | A… -- B…"),
                     _("Count call chains: one per line, outermost caller first, in the "
                       "format of flame graph tools.  With two sides, each line has two "
                       "numbers: millionths of side A and of side B.")))
    return TH_EXIT_USAGE;

  return run (&options);
}
