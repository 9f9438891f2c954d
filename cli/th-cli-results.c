/* th-cli-results.c - the results of analyses, for the commands that show them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-cli-error.h"
#include "th-runner.h"
#include "th-analysis.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-printable.h"

#define MAX_ANALYSES 64

/* --- running ----------------------------------------------------------- */

static void
report_no_analysis (const char *command,
                    const char *name)
{
  ThGuess guess = { .wanted = name };

  for (const ThAnalysis *const *analysis = th_analyses_list (); *analysis != NULL; analysis++)
    th_guess_try_prefix (&guess, (*analysis)->id);
  th_cli_unknown_error (command, &guess, _("there is no analysis “%s”"), name);
}

static ThResults *
add_with (const char *command,
          ThRunner     *feed,
          const char *with)
{
  g_auto(GStrv) words = g_strsplit_set (with, " \t", -1);
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  const ThAnalysis *analysis = words[0] != NULL ? th_analyses_find (words[0]) : NULL;
  ThResults *results;

  if (analysis == NULL)
    {
      report_no_analysis (command, words[0] != NULL ? words[0] : "");
      return NULL;
    }

  for (guint i = 1; words[i] != NULL; i++)
    {
      char *equals = strchr (words[i], '=');

      if (*words[i] == '\0')
        continue;
      if (equals == NULL)
        {
          th_cli_usage_error (command, _("“%s” is not a parameter: write NAME=VALUE"), words[i]);
          return NULL;
        }
      *equals = '\0';
      g_hash_table_insert (params, words[i], equals + 1);
    }

  if (!(results = th_runner_add (feed, analysis, params, &error)))
    th_cli_usage_error (command, "%s", error->message);
  return results;
}

static gboolean
has_param (const ThAnalysis *analysis,
           const char       *id)
{
  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    if (strcmp (param->id, id) == 0)
      return TRUE;

  return FALSE;
}

static GPtrArray *
add_all_with (ThRunner     *feed,
              const char *param,
              const char *value)
{
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  g_hash_table_insert (params, (char *) param, (char *) value);
  for (const ThAnalysis *const *analysis = th_analyses_list (); *analysis != NULL; analysis++)
    {
      gboolean given = has_param (*analysis, param);
      ThResults *results = given || th_analysis_is_automatic (*analysis)
                             ? th_runner_add (feed, *analysis, given ? params : NULL, NULL) : NULL;

      if (results != NULL)
        g_ptr_array_add (all, results);
    }

  return all;
}

GPtrArray *
th_cli_analyze (const char  *command,
                ThRecording *recording,
                char       **with)
{
  return th_cli_analyze_with (command, recording, with, NULL, NULL);
}

/* Appends the results of the analyses of @with to @all; FALSE if one is invalid. */
static gboolean
add_each_with (const char *command,
               ThRunner   *feed,
               char      **with,
               GPtrArray  *all)
{
  for (guint i = 0; with != NULL && with[i] != NULL; i++)
    {
      ThResults *results = add_with (command, feed, with[i]);

      if (results == NULL)
        return FALSE;
      g_ptr_array_add (all, results);
    }
  return TRUE;
}

/* All analyses but those whose results are call trees. */
static const ThAnalysis *const *
list_without_trees (void)
{
  static const ThAnalysis *kept[MAX_ANALYSES + 1];
  guint n = 0;

  for (const ThAnalysis *const *analysis = th_analyses_list (); *analysis != NULL; analysis++)
    if (!(*analysis)->only_trees && n < MAX_ANALYSES)
      kept[n++] = *analysis;

  return kept;
}

ThRunner *
th_cli_prepare_analyses (const char  *command,
                         ThRecording *recording,
                         char       **with,
                         GPtrArray  **all)
{
  g_autoptr(ThRunner) feed = th_runner_new (recording, list_without_trees ());
  g_autoptr(GPtrArray) results = th_runner_add_all (feed);

  if (!add_each_with (command, feed, with, results))
    return NULL;

  *all = g_steal_pointer (&results);
  return g_steal_pointer (&feed);
}

GPtrArray *
th_cli_analyze_with (const char  *command,
                     ThRecording *recording,
                     char       **with,
                     const char  *param,
                     const char  *value)
{
  g_autoptr(ThRunner) feed = th_runner_new (recording, th_analyses_list ());
  g_autoptr(GPtrArray) all = value != NULL ? add_all_with (feed, param, value)
                                           : th_runner_add_all (feed);

  if (!add_each_with (command, feed, with, all))
    return NULL;

  while (th_runner_advance (feed))
    ;
  return g_steal_pointer (&all);
}

ThExit
th_cli_print_results (const char         *command,
                      ThRecording        *recording,
                      const ThCliOptions *options,
                      ThCliAppendFunc     append)
{
  g_autoptr(GPtrArray) all = th_cli_analyze (command, recording, options->with);
  ThTextOutput output;

  if (all == NULL)
    return TH_EXIT_USAGE;

  th_cli_output_init (&output);
  append (recording, all, options->json, output.text);
  return th_cli_output_end (&output);
}

gboolean
th_cli_tree_is (ThCallTree *tree,
                const char *name)
{
  const char *id = th_call_tree_get_info (tree)->id;
  const char *colon = strrchr (id, ':');

  return strcmp (name, id) == 0 || (colon != NULL && strcmp (name, colon + 1) == 0);
}

guint
th_cli_find_weight (ThCallTree *tree,
                    const char *name)
{
  const ThCallTreeInfo *info = th_call_tree_get_info (tree);

  for (guint i = 0; i < info->n_weights; i++)
    if (name == NULL || strcmp (name, info->weights[i].id) == 0)
      return i;

  return G_MAXUINT;
}

char *
th_cli_list_trees (GPtrArray *all)
{
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_trees (all->pdata[i]); j++)
      {
        const ThCallTreeInfo *info = th_call_tree_get_info (th_results_get_tree (all->pdata[i], j));

        for (guint w = 0; w < info->n_weights; w++)
          g_string_append_printf (names, "%s%s (%s)", names->len > 0 ? ", " : "", info->id,
                                  info->weights[w].id);
      }

  return names->len > 0 ? th_printable_line (names->str) : NULL;
}

void
th_cli_report_remarks (ThResults *results)
{
  g_auto(GStrv) remarks = th_results_list_remarks (results);

  for (guint i = 0; remarks[i] != NULL; i++)
    {
      g_autofree char *shown = th_printable_line (remarks[i]);

      g_printerr ("%s: %s\n", th_results_get_title (results), shown);
    }
}

const char *
th_cli_unit_id (ThUnit unit)
{
  switch (unit)
    {
    case TH_UNIT_TIME:
      return "ns";
    case TH_UNIT_BYTES:
      return "bytes";
    case TH_UNIT_HERTZ:
      return "Hz";
    default:
      return "count";
    }
}
