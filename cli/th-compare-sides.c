/* th-compare-sides.c - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-results.h"
#include "th-compare-baseline.h"
#include "th-compare-sides.h"
#include "th-compare-take.h"
#include "th-printable.h"
#include "th-time-span.h"

/* Recordings that are in memory at once. */
#define MAX_RECORDINGS 2

/* --- loading ---------------------------------------------------------------- */

/* A loaded recording that is to become a run of @runs.  @kept: where to keep it; or NULL */
typedef struct
{
  ThRecording         *recording;
  ThRunner            *runner;
  GPtrArray           *all;
  char                *name;
  gint64               from;
  gint64               to;
  GPtrArray           *runs;
  ThCompareRun        *run;
  ThComparedRecording *kept;
} Job;

/* @jobs: the recordings in memory, of which there are at most MAX_RECORDINGS.  They are
 * loaded one after another, as the report of read errors concerns one load, and then
 * analyzed together. */
typedef struct
{
  const char *command;
  char      **with;
  Job         jobs[MAX_RECORDINGS];
  guint       n_jobs;
} Loading;

static void
job_clear (Job *self)
{
  g_clear_pointer (&self->runner, th_runner_free);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->name, g_free);
}

void
th_compared_recording_clear (ThComparedRecording *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->run, th_compare_run_unref);
}

static void
keep (Job *self)
{
  *self->kept = (ThComparedRecording) {
    g_steal_pointer (&self->recording), g_steal_pointer (&self->all),
    th_compare_run_ref (self->run), self->from, self->to
  };
}

static gpointer
run_job (gpointer data)
{
  Job *self = data;

  while (th_runner_advance (self->runner))
    ;
  g_clear_pointer (&self->runner, th_runner_free);
  self->run = th_compare_run_take (self->recording, self->all, self->name, self->from, self->to);
  if (self->kept != NULL)
    keep (self);
  job_clear (self);
  return NULL;
}

/* Runs all jobs, each on a thread of its own, and adds their runs in order. */
static void
finish_jobs (Loading *self)
{
  GThread *threads[MAX_RECORDINGS] = { NULL, };

  for (guint i = 1; i < self->n_jobs; i++)
    threads[i] = g_thread_new ("th-compare", run_job, &self->jobs[i]);
  if (self->n_jobs > 0)
    run_job (&self->jobs[0]);
  for (guint i = 1; i < self->n_jobs; i++)
    g_thread_join (threads[i]);

  for (guint i = 0; i < self->n_jobs; i++)
    g_ptr_array_add (self->jobs[i].runs, self->jobs[i].run);
  self->n_jobs = 0;
}

static ThExit
load_recording (Loading             *self,
                const char          *argument,
                GPtrArray           *runs,
                ThComparedRecording *kept)
{
  const char *range;
  g_autofree char *path = th_time_span_split (argument, &range);
  g_autoptr(GError) error = NULL;
  Job *job = &self->jobs[self->n_jobs];
  ThExit status;

  *job = (Job) { .name = g_filename_display_name (argument), .runs = runs, .kept = kept };
  status = th_cli_load (path, &job->recording);
  if (job->recording != NULL &&
      !th_time_span_parse_range (job->recording, range, &job->from, &job->to, &error))
    status = th_cli_usage_error (self->command, "%s", error->message);
  else if (job->recording != NULL &&
           !(job->runner = th_cli_prepare_analyses (self->command, job->recording, self->with,
                                                    &job->all)))
    status = TH_EXIT_USAGE;
  if (job->runner == NULL)
    {
      job_clear (job);
      return status;
    }

  self->n_jobs++;
  if (self->n_jobs == MIN (MAX_RECORDINGS, g_get_num_processors ()))
    finish_jobs (self);
  return status;
}

static ThExit
load_baseline (Loading    *self,
               const char *path,
               GPtrArray  *runs)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) found = th_compare_baseline_load (path, &error);

  if (found == NULL)
    {
      g_autofree char *name = g_filename_display_name (path);
      g_autofree char *shown = th_printable_line (name);

      g_printerr ("%s: %s\n", shown, error->message);
      return TH_EXIT_REFUSED;
    }

  /* Runs stay in the order of their files. */
  finish_jobs (self);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (runs, th_compare_run_ref (g_ptr_array_index (found, i)));
  return TH_EXIT_WHOLE;
}

static gboolean
is_fatal (ThExit status)
{
  return status == TH_EXIT_REFUSED || status == TH_EXIT_USAGE;
}

static ThExit
load_side (Loading             *self,
           char               **files,
           GPtrArray           *runs,
           ThComparedRecording *kept)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; files[i] != NULL && !is_fatal (status); i++)
    if (th_compare_baseline_detect (files[i]))
      status = th_cli_worse (status, load_baseline (self, files[i], runs));
    else
      {
        status = th_cli_worse (status, load_recording (self, files[i], runs, kept));
        kept = NULL;
      }
  return status;
}

ThExit
th_compare_sides_load (const char           *command,
                       char                **files_a,
                       char                **files_b,
                       char                **with,
                       GPtrArray            *a,
                       GPtrArray            *b,
                       ThComparedRecording  *kept)
{
  Loading loading = { .command = command, .with = with };
  ThExit status = load_side (&loading, files_a, a, kept);

  if (!is_fatal (status))
    status = th_cli_worse (status, load_side (&loading, files_b, b,
                                              kept != NULL ? &kept[1] : NULL));
  if (!is_fatal (status))
    finish_jobs (&loading);
  for (guint i = 0; i < loading.n_jobs; i++)
    job_clear (&loading.jobs[i]);
  return status;
}

/* --- comparing -------------------------------------------------------------- */

ThExit
th_compare_sides_compare_files (const char              *command,
                                char                   **with,
                                const ThVerdictOptions  *verdict,
                                GStrv                   *files,
                                GPtrArray              **runs,
                                ThComparedRecording     *kept,
                                ThComparison           **comparison)
{
  g_autoptr(GError) error = NULL;
  ThExit status = th_compare_sides_load (command, files[0], files[1], with, runs[0], runs[1], kept);

  if (is_fatal (status))
    return status;

  *comparison = th_comparison_new (runs[0], runs[1], verdict, &error);
  if (*comparison != NULL)
    return status;

  g_printerr ("thresh %s: %s\n", command, error->message);
  return TH_EXIT_REFUSED;
}
