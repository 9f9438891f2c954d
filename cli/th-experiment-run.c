/* th-experiment-run.c - carries out the runs of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */



#include "config.h"
#include "th-cli-error.h"
#include "th-cli-report.h"
#include "th-compare-sides.h"
#include "th-comparison.h"
#include "th-experiment-child.h"
#include "th-experiment-run.h"
#include "th-experiment-sides.h"
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static ThExit
save (const ThExperimentPlan *plan,
      const char             *directory)
{
  g_autoptr(GError) error = NULL;

  if (th_experiment_plan_save (plan, directory, &error))
    return TH_EXIT_WHOLE;

  return th_cli_fail ("experiment", error);
}

/* --- commands ---------------------------------------------------------------- */

/* Runs a command and reports why it failed, prefixed by its name @what. */
static ThExit
run_command (const char  *what,
             const char  *command,
             ThChildKind  kind)
{
  g_autoptr(GError) error = NULL;

  if (th_experiment_child_run (command, kind, &error))
    return TH_EXIT_WHOLE;

  g_prefix_error (&error, "%s: ", what);
  th_cli_fail ("experiment", error);
  return th_experiment_child_is_interrupted () ? TH_EXIT_PART : TH_EXIT_FAILED;
}

/* The load as a single word for the shell.  It writes its exit status to a file, since
 * recorders do not pass it on, and may not even have run the load. */
static char *
quote_load (const char *load,
            const char *status_path)
{
  g_autofree char *path = g_shell_quote (status_path);
  g_autofree char *script = g_strdup_printf ("( %s\n); s=$?; echo $s > %s; exit $s", load, path);

  return g_shell_quote (script);
}

/* Replaces both placeholders in one pass, so that they are not found in the replacements. */
static char *
expand (const char *record,
        const char *output,
        const char *load)
{
  g_autofree char *quoted = g_shell_quote (output);
  GString *command = g_string_new (NULL);

  for (const char *c = record; *c != '\0';)
    if (g_str_has_prefix (c, "{output}"))
      {
        g_string_append (command, quoted);
        c += strlen ("{output}");
      }
    else if (g_str_has_prefix (c, "{load}"))
      {
        g_string_append (command, load);
        c += strlen ("{load}");
      }
    else
      g_string_append_c (command, *c++);
  return g_string_free (command, FALSE);
}

/* Removes files of an unfinished run: NAME.dat, and temporary files NAME.dat.* of recorders. */
static void
remove_leftovers (const char *directory,
                  const char *output)
{
  g_autofree char *name = g_path_get_basename (output);
  g_autofree char *part = g_strconcat (name, ".", NULL);
  g_autoptr(GDir) dir = g_dir_open (directory, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (strcmp (entry, name) == 0 || g_str_has_prefix (entry, part))
      {
        g_autofree char *path = g_build_filename (directory, entry, NULL);

        g_unlink (path);
      }
}

/* Checks that the exit status of the load was 0 and that the recorder wrote a file. */
static ThExit
check_run (const char *output,
           const char *status_path)
{
  g_autofree char *name = g_filename_display_name (output);
  g_autofree char *status = NULL;
  GStatBuf about;

  if (!g_file_get_contents (status_path, &status, NULL, NULL))
    {
      g_printerr ("thresh experiment: %s\n", _("the recorder did not run the load to its end"));
      return TH_EXIT_FAILED;
    }
  if (strcmp (g_strchomp (status), "0") != 0)
    {
      g_printerr (_("thresh experiment: the load failed with status %s\n"), status);
      return TH_EXIT_FAILED;
    }
  if (g_lstat (output, &about) != 0 || !S_ISREG (about.st_mode) || about.st_size == 0)
    {
      g_printerr (_("thresh experiment: the recorder wrote no file %s\n"), name);
      return TH_EXIT_FAILED;
    }
  return TH_EXIT_WHOLE;
}

static ThExit
record (const ThExperimentPlan *plan,
        const char             *directory)
{
  g_autofree char *absolute = g_canonicalize_filename (directory, NULL);
  g_autofree char *output = th_experiment_plan_get_path (plan, absolute, plan->starts->len);
  g_autofree char *status_path = g_build_filename (absolute, "load.status", NULL);
  g_autofree char *load = quote_load (plan->load, status_path);
  g_autofree char *command = expand (plan->record, output, load);
  ThExit status;

  remove_leftovers (absolute, output);
  g_unlink (status_path);
  status = run_command (_("recorder"), command, TH_CHILD_LOAD);
  /* If the load failed, report that as well: it is probably why the recorder failed. */
  if (status == TH_EXIT_WHOLE ||
      (status == TH_EXIT_FAILED && g_file_test (status_path, G_FILE_TEST_EXISTS)))
    status = th_cli_worse (status, check_run (output, status_path));
  g_unlink (status_path);
  return status;
}

/* --- runs -------------------------------------------------------------------- */

static ThExit
do_run (ThExperimentPlan *plan,
        const char       *directory)
{
  guint run = plan->starts->len;
  gboolean is_a = plan->order[run] == 'A';
  g_autofree char *name = th_experiment_plan_name_run (plan, run);
  g_autoptr(GDateTime) now = NULL;
  ThExit status;

  g_printerr (_("thresh experiment: run %u of %u: %s\n"), run + 1, 2 * plan->n_runs, name);
  status = run_command (is_a ? "--before" : "--after", is_a ? plan->before : plan->after,
                        TH_CHILD_STATE);
  if (status == TH_EXIT_WHOLE)
    status = run_command (_("warm-up load"), plan->load, TH_CHILD_LOAD);
  if (status != TH_EXIT_WHOLE)
    return status;

  now = g_date_time_new_now_utc ();
  status = record (plan, directory);
  if (status != TH_EXIT_WHOLE)
    return status;

  g_ptr_array_add (plan->starts, g_date_time_format_iso8601 (now));
  return save (plan, directory);
}

/* A look is conclusive if something changed, or if everything is known to be the same. */
static gboolean
is_decided (const ThComparison *comparison)
{
  guint n_tested = 0, n_open = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      if (row->verdict == TH_VERDICT_SLOWER || row->verdict == TH_VERDICT_FASTER)
        return TRUE;
      n_tested += row->is_tested;
      n_open += row->is_tested && row->verdict == TH_VERDICT_CANT_TELL;
    }
  return n_tested > 0 && n_open == 0;
}

static ThExit
look (ThExperimentPlan *plan,
      const char       *directory)
{
  g_autoptr(ThExperimentSides) sides = th_experiment_sides_new (plan, directory);
  g_autoptr(GPtrArray) a = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_autoptr(GPtrArray) b = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  g_autoptr(ThComparison) comparison = NULL;
  g_autoptr(GError) error = NULL;
  ThVerdictOptions verdict;
  ThExit status;

  th_verdict_options_init (&verdict);
  verdict.alpha *= sides->alpha_factor;
  status = th_compare_sides_load ("experiment", sides->a, sides->b, NULL, a, b, NULL);
  if (status != TH_EXIT_WHOLE && status != TH_EXIT_PART)
    return status;
  if ((comparison = th_comparison_new (a, b, &verdict, &error)) == NULL)
    return th_cli_fail ("experiment", error);

  plan->n_looked++;
  plan->is_stopped = is_decided (comparison);
  return save (plan, directory);
}

static ThExit
do_runs (ThExperimentPlan *plan,
         const char       *directory)
{
  ThExit status = TH_EXIT_WHOLE;

  while (status == TH_EXIT_WHOLE && !plan->is_stopped)
    if (th_experiment_plan_is_at_look (plan))
      status = look (plan, directory);
    else if (th_experiment_plan_is_done (plan))
      break;
    else
      status = do_run (plan, directory);
  return status;
}

ThExit
th_experiment_run (ThExperimentPlan *plan,
                   const char       *directory)
{
  gboolean restores = plan->restore != NULL;
  ThExit status = TH_EXIT_WHOLE;

  th_experiment_child_init ();
  if (!th_experiment_plan_is_done (plan) || th_experiment_plan_is_at_look (plan))
    {
      plan->is_restored = !restores;
      status = save (plan, directory);
      if (status == TH_EXIT_WHOLE)
        status = do_runs (plan, directory);
    }
  if (restores && !plan->is_restored)
    {
      ThExit last = run_command ("--restore", plan->restore, TH_CHILD_RESTORE);

      plan->is_restored = last == TH_EXIT_WHOLE;
      status = th_cli_worse (status, th_cli_worse (last, save (plan, directory)));
    }
  return status;
}
