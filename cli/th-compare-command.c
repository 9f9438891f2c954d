/* th-compare-command.c - runs `thresh compare`: whether anything changed, and what
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-command.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-compare-arguments.h"
#include "th-compare-baseline.h"
#include "th-compare-output.h"
#include "th-compare-rules.h"
#include "th-compare-sides.h"

typedef struct
{
  gboolean json;
  gboolean markdown;
  gboolean all;
  gboolean single;
  char    *margin;
  char    *baseline;
  char   **fail_if;
  char   **require;
  char   **with;
  char   **arguments;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->margin);
  g_free (self->baseline);
  g_strfreev (self->fail_if);
  g_strfreev (self->require);
  g_strfreev (self->with);
  g_strfreev (self->arguments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Parses "10%", "10 %" or "10", above 0 and below 1000. */
static gboolean
parse_margin (const char *text,
              double     *margin)
{
  char *end;
  double percent = g_ascii_strtod (text, &end);

  while (*end == ' ')
    end++;
  if (*end == '%')
    end++;
  if (end == text || *end != '\0' || !(percent > 0 && percent < 1000))
    return FALSE;

  *margin = log1p (percent / 100);
  return TRUE;
}

static ThExit
print (const ThComparison *comparison,
       const Options      *options)
{
  ThTextOutput output;

  th_cli_output_init (&output);
  if (options->json)
    th_compare_append_json (comparison, output.text);
  else if (options->markdown)
    th_compare_append_markdown (comparison, output.text);
  else
    th_compare_append_text (comparison, options->all, output.text);

  return th_cli_output_end (&output);
}

/* Loads side A alone and saves it, so that the baseline exists even if side B cannot be
 * loaded. */
static ThExit
load_and_save (const Options *options,
               char         **files,
               GPtrArray     *runs)
{
  g_autoptr(GError) error = NULL;
  char *none[] = { NULL };
  ThExit status = TH_EXIT_WHOLE;
  gboolean spares = TRUE;

  for (guint i = 0; files[i] != NULL && spares; i++)
    spares = th_atomic_file_spares (options->baseline, files[i], &error);
  if (spares)
    status = th_compare_sides_load ("compare", files, none, options->with, runs, runs, NULL);
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE ||
      (spares && th_compare_baseline_save (runs, options->baseline, &error)))
    return status;

  return th_cli_fail ("compare", error);
}

/* Whether only the automatic analyses are used: a baseline may have been saved with others. */
static gboolean
has_usual_measures (const Options *options,
                    char         **files_a,
                    char         **files_b)
{
  char **sides[] = { files_a, files_b };

  for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
    for (guint i = 0; sides[side][i] != NULL; i++)
      if (th_compare_baseline_detect (sides[side][i]))
        return FALSE;

  return options->with == NULL;
}

static ThExit
compare (const Options          *options,
         const ThVerdictOptions *verdict,
         const ThCompareRules   *rules,
         char                  **files_a,
         char                  **files_b)
{
  g_autoptr(GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_autoptr(GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_autoptr(ThComparison) comparison = NULL;
  g_autoptr(GError) error = NULL;
  char *none[] = { NULL };
  ThExit status = options->baseline != NULL
                  ? load_and_save (options, files_a, a)
                  : th_compare_sides_load ("compare", files_a, files_b, options->with, a, b,
                                           NULL);

  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE || files_b[0] == NULL)
    return status;
  if (options->baseline != NULL)
    status = th_cli_worse (status, th_compare_sides_load ("compare", files_b, none, options->with,
                                                          b, b, NULL));
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE)
    return status;
  if (th_compare_rules_check_runs (rules, a, b) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  comparison = th_comparison_new (a, b, verdict, &error);
  if (comparison == NULL)
    return th_cli_fail ("compare", error);

  status = th_cli_worse (status, print (comparison, options));
  return th_cli_worse (status, th_compare_rules_check (rules, comparison, options->single));
}

static ThExit
check_options (const Options    *options,
               ThVerdictOptions *verdict)
{
  if (options->margin != NULL && !parse_margin (options->margin, &verdict->margin))
    return th_cli_usage_error ("compare", _("“%s” is not a margin: write 10%%"), options->margin);
  if (th_cli_has_appended ())
    return th_cli_usage_error ("compare", "%s",
                               _("compare takes separate recordings, so --append cannot be used"));

  return TH_EXIT_WHOLE;
}

int
th_compare_command_run (int                argc,
                        char             **argv,
                        ThCompareSplitFunc split)
{
  g_auto(Options) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print a JSON object about the comparison, then one per row, "
                                    "each on its own line")),
    { "markdown", 0, 0, G_OPTION_ARG_NONE, &options.markdown,
      N_("Print Markdown, for a pull request"), NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &options.all,
      N_("Also list what has too few samples to be judged, and all types of events"), NULL },
    { "margin", 0, 0, G_OPTION_ARG_STRING, &options.margin,
      N_("What differs by less counts as the same; 10% by default"), N_("PERCENT") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.fail_if,
      N_("Exit with status 1 if this is certain, like 'any slower' or 'reader p99 > +20%', and "
         "with 4 if nothing that it is about can be judged; may be repeated"), N_("CONDITION") },
    { "require", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.require,
      N_("Exit with status 1 unless this holds, like 'total p50 same within 25%', and with 4 if "
         "it cannot be decided; may be repeated"), N_("CONDITION") },
    { "single", 0, 0, G_OPTION_ARG_NONE, &options.single,
      N_("Let --fail-if accept verdicts that are based on one recording per side"), NULL },
    { "save-baseline", 0, 0, G_OPTION_ARG_FILENAME, &options.baseline,
      N_("Save what is compared of the recordings A to this small file, which can be given "
         "instead of them; without B nothing is compared"), N_("FILE") },
    TH_CLI_WITH_ENTRY (&options),
    TH_CLI_ARGUMENTS_ENTRY (&options),
    { NULL }
  };
  g_autoptr(ThCompareRules) rules = NULL;
  g_auto(GStrv) a = NULL, b = NULL;
  ThVerdictOptions verdict;
  ThExit status = TH_EXIT_WHOLE;

  th_verdict_options_init (&verdict);
  th_compare_arguments_mark (argc, argv);
  if (!th_cli_parse (&argc, &argv, entries, _("A… -- B… | DIRECTORY"),
                     _("Tell whether the recordings B differ from the recordings A, and where "
                       "the difference comes from.")))
    return TH_EXIT_USAGE;
  status = check_options (&options, &verdict);
  if (status != TH_EXIT_WHOLE ||
      !(rules = th_compare_rules_new (options.fail_if, options.require)))
    return TH_EXIT_USAGE;
  if (split != NULL)
    status = split ("compare", options.arguments, &a, &b, &verdict);
  else if (!th_compare_arguments_split (options.arguments, &a, &b))
    status = th_cli_usage_error ("compare", "%s", _("there are only two sides: A… -- B…"));
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE)
    return status;
  if (a[0] == NULL || (b[0] == NULL && options.baseline == NULL))
    return th_cli_usage_error ("compare", "%s",
                               _("each side needs at least one file: A… -- B…, or give the "
                                 "directory of an experiment"));

  if (has_usual_measures (&options, a, b) &&
      th_compare_rules_check_names (rules) != TH_EXIT_WHOLE)
    return TH_EXIT_USAGE;

  return th_cli_worse (status, compare (&options, &verdict, rules, a, b));
}
