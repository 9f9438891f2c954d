/* th-compare-experiment.c - arguments of a comparison that may be the directory of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-experiment.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-report.h"
#include "th-compare-arguments.h"
#include "th-compare-command.h"
#include "th-experiment-sides.h"

/* Replaces @a and @b by the recordings of the experiment in the directory *@a. */
static ThExit
take_experiment (const char       *command,
                 GStrv            *a,
                 GStrv            *b,
                 ThVerdictOptions *verdict)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThExperimentSides) sides = NULL;

  if (!th_experiment_plan_exists ((*a)[0]))
    {
      g_printerr (_("thresh %s: “%s” is not the directory of an experiment: give recordings of "
                    "both sides, as A… -- B…\n"), command, (*a)[0]);
      return TH_EXIT_REFUSED;
    }
  sides = th_experiment_sides_load ((*a)[0], &error);
  if (sides == NULL)
    {
      g_printerr ("thresh %s: %s\n", command, error->message);
      return TH_EXIT_REFUSED;
    }
  if (sides->n_missing > 0)
    g_printerr (ngettext ("thresh %s: %u run per side of the experiment is not compared\n",
                          "thresh %s: %u runs per side of the experiment are not compared\n",
                          sides->n_missing), command, sides->n_missing);

  verdict->alpha *= sides->alpha_factor;
  g_strfreev (*a);
  g_strfreev (*b);
  *a = g_steal_pointer (&sides->a);
  *b = g_steal_pointer (&sides->b);
  return sides->n_missing > 0 ? TH_EXIT_PART : TH_EXIT_WHOLE;
}

ThExit
th_compare_experiment_split (const char        *command,
                             char             **arguments,
                             GStrv             *a,
                             GStrv             *b,
                             ThVerdictOptions  *verdict)
{
  if (!th_compare_arguments_split (arguments, a, b))
    return th_cli_usage_error (command, "%s", _("there are only two sides: A… -- B…"));
  if ((*a)[0] == NULL || (*a)[1] != NULL || (*b)[0] != NULL ||
      !g_file_test ((*a)[0], G_FILE_TEST_IS_DIR))
    return TH_EXIT_WHOLE;

  return take_experiment (command, a, b, verdict);
}

ThExit
th_compare_experiment_compare (const char          *command,
                               char               **arguments,
                               char               **with,
                               GStrv               *files,
                               GPtrArray          **runs,
                               ThComparedRecording *kept,
                               ThComparison       **comparison)
{
  ThVerdictOptions verdict;
  ThExit status;

  th_verdict_options_init (&verdict);
  status = th_compare_experiment_split (command, arguments, &files[0], &files[1], &verdict);
  if (status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE)
    return status;
  if (files[0][0] == NULL || files[1][0] == NULL)
    return th_cli_usage_error (command, "%s",
                               _("each side needs at least one file: A… -- B…, or give the "
                                 "directory of an experiment"));

  return th_cli_worse (status, th_compare_sides_compare_files (command, with, &verdict, files,
                                                               runs, kept, comparison));
}

int
th_compare_experiment_main (int    argc,
                            char **argv)
{
  return th_compare_command_run (argc, argv, th_compare_experiment_split);
}
