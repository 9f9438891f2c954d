/* th-cli-report.c - prints on standard error what went wrong in a load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-archive.h"
#include "th-cli-report.h"
#include "th-experiment-plan.h"
#include "th-printable.h"
#include "th-read.h"
#include "th-review.h"

/* Values of th_read_get_n_failed(): before the load, and how many failed reads are covered by
 * the problems that were printed. */
static guint n_failed_before, n_failed_reported;

void
th_cli_report (const char *path,
               const char *message)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown_name = th_printable_line (name);
  g_autofree char *shown = th_printable_line (message);

  g_printerr ("%s: %s\n", shown_name, shown);
}

void
th_cli_report_begin (void)
{
  n_failed_before = th_read_get_n_failed ();
}

/* Failed reads of a load are covered by its problems. */
static void
count_reported (void)
{
  guint n = th_read_get_n_failed ();

  n_failed_reported += n - n_failed_before;
  n_failed_before = n;
}

void
th_cli_report_problems (const char  *path,
                        ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

  count_reported ();
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *text = th_problem_describe (g_ptr_array_index (problems, i));

      th_cli_report (path, text);
    }
}

/* What @path is if other commands take it, but as something else than a recording; or NULL. */
static char *
describe_other (const char *path)
{
  if (th_review_exists (path) || g_str_has_suffix (path, TH_ARCHIVE_SUFFIX))
    return g_strdup_printf (_("This is a review, not a recording: “thresh info %s” tells what is "
                              "in it."), path);
  if (th_experiment_plan_exists (path))
    return g_strdup_printf (_("This is the folder of an experiment: “thresh compare %s” compares "
                              "its recordings."), path);
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_strdup (_("This is a folder: name a recording in it."));

  return NULL;
}

ThExit
th_cli_refuse (const char   *path,
               const GError *error)
{
  g_autofree char *other = describe_other (path);

  th_cli_report (path, other != NULL ? other : error->message);
  count_reported ();
  return TH_EXIT_REFUSED;
}

ThExit
th_cli_check_reads (ThExit status)
{
  if (th_read_get_n_failed () != n_failed_reported)
    {
      g_printerr ("%s\n",
                  _("thresh: Some reads failed with an input/output error; the output may be "
                    "incomplete."));
      status = th_cli_worse (status, TH_EXIT_PART);
    }
  if (th_read_get_n_changed () > 0)
    {
      g_printerr ("%s\n",
                  _("thresh: A file changed while it was read; the output may be incomplete."));
      status = th_cli_worse (status, TH_EXIT_PART);
    }

  return status;
}

ThExit
th_cli_worse (ThExit a,
              ThExit b)
{
  static const ThExit by_weight[] = {
    TH_EXIT_REFUSED, TH_EXIT_USAGE, TH_EXIT_FAILED, TH_EXIT_UNKNOWN, TH_EXIT_PART
  };

  for (guint i = 0; i < G_N_ELEMENTS (by_weight); i++)
    if (a == by_weight[i] || b == by_weight[i])
      return by_weight[i];

  return TH_EXIT_WHOLE;
}
