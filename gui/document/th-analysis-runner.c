/* th-analysis-runner.c - runs the analyses while the recording loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analysis-runner.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-runner.h"
#include "th-thread-pool.h"

#define POLL_MS 250
#define IDLE_MS 20

typedef struct
{
  ThRunner    *runner;
  ThRecording *recording;
  GPtrArray   *results;     /* results of the runner that are shown */
  GPtrArray   *all;         /* all results of the runner */
  guint64      n_told;      /* live: events passed when the main thread was last told */
  gint64       told;        /* when that was, µs */
  gint         cancelled;   /* atomic */
} Job;

/* An analysis that the user asked for, with its parameters. */
typedef struct
{
  const ThAnalysis *analysis;
  GHashTable       *params;
  char             *id;       /* id of its results */
} Asked;

struct _ThAnalysisRunner
{
  GObject      parent;

  ThRecording *recording;   /* or NULL */
  GPtrArray   *results;     /* ThResults, of the recording */
  GPtrArray   *removed;     /* ThResults that are no longer shown */
  GPtrArray   *needed;      /* ThResults that others needed, which are not shown */
  GPtrArray   *asked;       /* Asked */
  GPtrArray   *jobs;        /* running Jobs, owned by their tasks */
  gboolean     stopped;     /* results may be incomplete */
  guint        poll_id;
  guint        generations; /* sum over all results */
  gint64       begun;
  double       seconds;     /* duration of the runs; < 0 until all have ended */
};

G_DEFINE_FINAL_TYPE (ThAnalysisRunner, th_analysis_runner, G_TYPE_OBJECT)

enum
{
  ADDED,
  REMOVED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- one run ------------------------------------------------------------- */

static void
job_free (Job *job)
{
  th_runner_free (job->runner);
  th_recording_unref (job->recording);
  g_ptr_array_unref (job->results);
  g_ptr_array_unref (job->all);
  g_free (job);
}

/* Builds the index now, so that the first lookup by a click does not have to. */
static void
prepare_flows (const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (th_results_get_flows (results->pdata[i]) != NULL)
      th_flows_prepare (th_results_get_flows (results->pdata[i]));
}

/* Marks the results of a stopped run as complete, so that nobody waits for them forever. */
static void
finish_all (const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    th_results_finish (results->pdata[i]);
}

static guint
add_generations (const GPtrArray *results)
{
  guint sum = 0;

  for (guint i = 0; i < results->len; i++)
    sum += th_results_get_generation (results->pdata[i]);

  return sum;
}

static void
take_results (ThAnalysisRunner *self)
{
  self->generations = add_generations (self->results);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
poll_cb (gpointer data)
{
  ThAnalysisRunner *self = data;

  if (add_generations (self->results) != self->generations)
    take_results (self);

  return G_SOURCE_CONTINUE;
}

static gboolean
look_cb (gpointer data)
{
  poll_cb (data);

  return G_SOURCE_REMOVE;
}

/* Tells the main thread of new results at most every POLL_MS. */
static void
tell (Job      *job,
      gpointer  runner)
{
  guint64 n_passed = th_runner_get_n_passed (job->runner);
  gint64 now = g_get_monotonic_time ();

  if (n_passed == job->n_told || now - job->told < POLL_MS * 1000)
    return;

  job->n_told = n_passed;
  job->told = now;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, look_cb, g_object_ref (runner), g_object_unref);
}

/* Waits for more events.  Those of a recording in progress come at its own pace; nobody polls
 * then. */
static void
await (Job      *job,
       gpointer  runner,
       guint    *serial)
{
  g_usleep (IDLE_MS * 1000);
  if (!th_recording_is_live (job->recording))
    return;

  tell (job, runner);
  if (!g_atomic_int_get (&job->cancelled))
    *serial = th_recording_wait_growth (job->recording, *serial);
}

static void
run_worker (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  Job *job = data;
  guint serial = 0;

  while (!g_atomic_int_get (&job->cancelled) && th_runner_advance (job->runner))
    await (job, source, &serial);
  if (!g_atomic_int_get (&job->cancelled))
    prepare_flows (job->results);
  else
    finish_all (job->results);

  g_task_return_boolean (task, !g_atomic_int_get (&job->cancelled));
}

/* Results that are not shown, but that other analyses may need, too. */
static void
keep_needed (ThAnalysisRunner *self,
             const Job        *job)
{
  for (guint i = 0; i < job->all->len; i++)
    if (!g_ptr_array_find (job->results, job->all->pdata[i], NULL))
      g_ptr_array_add (self->needed, th_results_ref (job->all->pdata[i]));
}

static void
run_done_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  ThAnalysisRunner *self = TH_ANALYSIS_RUNNER (source);

  Job *job = g_task_get_task_data (G_TASK (result));

  /* A stopped job is no longer in the list. */
  if (!g_ptr_array_remove (self->jobs, job))
    return;

  keep_needed (self, job);

  if (self->jobs->len == 0)
    {
      g_clear_handle_id (&self->poll_id, g_source_remove);
      self->seconds = (g_get_monotonic_time () - self->begun) / 1e6;
    }
  take_results (self);
}

static void
add_results (ThAnalysisRunner *self,
             GPtrArray        *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      g_ptr_array_add (self->results, th_results_ref (results->pdata[i]));
      g_signal_emit (self, signals[ADDED], 0, results->pdata[i]);
    }
}

/* Takes ownership of @runner and @results. */
static void
start_job (ThAnalysisRunner *self,
           ThRunner         *runner,
           GPtrArray        *results)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr(GTask) task = NULL;

  job->runner = runner;
  job->recording = th_recording_ref (self->recording);
  job->results = results;
  job->all = th_runner_list_results (runner);
  g_ptr_array_add (self->jobs, job);
  self->seconds = -1;
  self->begun = g_get_monotonic_time ();
  self->generations = add_generations (self->results);
  if (self->poll_id == 0 && !th_recording_is_live (self->recording))
    self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  task = g_task_new (self, NULL, run_done_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_thread_pool_run (task, run_worker);
}

static void
release_worker (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  th_recording_unref (data);
  g_task_return_boolean (task, TRUE);
}

/* The runner is the last object of a document that has the recording, and freeing the packets of
 * a hundred million events takes longer than a frame. */
static void
release_recording (ThAnalysisRunner *self)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  if (self->recording == NULL)
    return;

  g_task_set_task_data (task, g_steal_pointer (&self->recording), NULL);
  th_thread_pool_run (task, release_worker);
}

void
th_analysis_runner_start (ThAnalysisRunner *self,
                          ThRecording      *recording)
{
  ThRunner *runner = th_runner_new (recording, th_analyses_list ());
  GPtrArray *added = th_runner_add_all (runner);

  th_analysis_runner_stop (self);
  self->stopped = FALSE;
  release_recording (self);
  self->recording = th_recording_ref (recording);
  g_ptr_array_set_size (self->results, 0);
  g_ptr_array_set_size (self->removed, 0);
  g_ptr_array_set_size (self->needed, 0);

  /* An analysis that was added to an earlier recording may not fit this one. */
  for (guint i = 0; i < self->asked->len; i++)
    {
      const Asked *asked = self->asked->pdata[i];
      GPtrArray *parts = th_runner_add_parts (runner, asked->analysis, asked->params, NULL);

      if (parts != NULL)
        g_ptr_array_extend_and_steal (added, parts);
    }
  add_results (self, added);
  start_job (self, runner, added);
}

/* --- asked for by the user ---------------------------------------------- */

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_hash_table_unref (asked->params);
  g_free (asked->id);
  g_free (asked);
}

static gboolean
has_results (ThAnalysisRunner *self,
             const char       *id)
{
  for (guint i = 0; i < self->results->len; i++)
    if (g_str_equal (th_results_get_id (self->results->pdata[i]), id))
      return TRUE;

  return FALSE;
}

static void
lend (ThRunner        *runner,
      const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    th_runner_lend (runner, results->pdata[i]);
}

gboolean
th_analysis_runner_add (ThAnalysisRunner  *self,
                        const ThAnalysis  *analysis,
                        GHashTable        *params,
                        GError           **error)
{
  g_autoptr(ThRunner) runner = NULL;
  g_autoptr(GPtrArray) parts = NULL;
  Asked *asked;

  g_return_val_if_fail (TH_IS_ANALYSIS_RUNNER (self) && self->recording != NULL, FALSE);

  runner = th_runner_new (self->recording, th_analyses_list ());
  if (!self->stopped)
    {
      lend (runner, self->results);
      lend (runner, self->needed);
    }
  parts = th_runner_add_parts (runner, analysis, params, error);
  if (parts == NULL)
    return FALSE;
  if (has_results (self, th_results_get_id (parts->pdata[0])))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("This analysis is already shown."));
      return FALSE;
    }

  asked = g_new0 (Asked, 1);
  asked->analysis = analysis;
  asked->params = g_hash_table_ref (params);
  asked->id = g_strdup (th_results_get_id (parts->pdata[0]));
  g_ptr_array_add (self->asked, asked);
  add_results (self, parts);
  start_job (self, g_steal_pointer (&runner), g_steal_pointer (&parts));
  take_results (self);

  return TRUE;
}

const ThAnalysis *
th_analysis_runner_get_added (ThAnalysisRunner  *self,
                              guint              index,
                              GHashTable       **params)
{
  const Asked *asked = index < self->asked->len ? self->asked->pdata[index] : NULL;

  *params = asked != NULL ? asked->params : NULL;
  return asked != NULL ? asked->analysis : NULL;
}

char **
th_analysis_runner_list_added (ThAnalysisRunner *self)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < self->asked->len; i++)
    g_strv_builder_add (ids, ((const Asked *) self->asked->pdata[i])->id);

  return g_strv_builder_end (ids);
}

/* Whether @results is the id of results of the analysis that @id names.  An analysis has results
 * for each part of a timeline: "values(a,b)@2" are the results for the second part. */
static gboolean
is_of_analysis (const char *results,
                const char *id)
{
  const char *part = strrchr (id, '@');
  gsize size = part != NULL && part > strrchr (id, ')') ? (gsize) (part - id) : strlen (id);

  return strncmp (results, id, size) == 0 && (results[size] == '\0' || results[size] == '@');
}

/* Keeps the results until another recording is loaded, because views may still show them and a
 * worker may still fill them. */
void
th_analysis_runner_remove (ThAnalysisRunner *self,
                           const char       *id)
{
  for (guint i = 0; i < self->asked->len; i++)
    if (g_str_equal (((const Asked *) self->asked->pdata[i])->id, id))
      g_ptr_array_remove_index (self->asked, i--);

  for (guint i = 0; i < self->results->len; i++)
    if (is_of_analysis (th_results_get_id (self->results->pdata[i]), id))
      {
        g_ptr_array_add (self->removed, th_results_ref (self->results->pdata[i]));
        g_signal_emit (self, signals[REMOVED], 0, self->results->pdata[i]);
        g_ptr_array_remove_index (self->results, i--);
      }
  take_results (self);
}

/* --- ending ------------------------------------------------------------- */

/* Does not wait for the workers, which end soon (th-thread-pool.h); their tasks free the jobs. */
void
th_analysis_runner_stop (ThAnalysisRunner *self)
{
  g_clear_handle_id (&self->poll_id, g_source_remove);
  for (guint i = 0; i < self->jobs->len; i++)
    {
      Job *job = self->jobs->pdata[i];

      g_atomic_int_set (&job->cancelled, 1);
      th_runner_cancel (job->runner);
      th_recording_note_growth (job->recording); /* ends its wait */
    }
  self->stopped |= self->jobs->len > 0;
  g_ptr_array_set_size (self->jobs, 0);
}

const GPtrArray *
th_analysis_runner_get_results (ThAnalysisRunner *self)
{
  return self->results;
}

gboolean
th_analysis_runner_is_running (ThAnalysisRunner *self)
{
  return self->jobs->len > 0;
}

/* The progress of the slowest job. */
double
th_analysis_runner_get_progress (ThAnalysisRunner *self)
{
  double progress = 1;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      double one = th_runner_get_progress (((const Job *) self->jobs->pdata[i])->runner);

      progress = MIN (progress, one);
    }

  return progress;
}

double
th_analysis_runner_get_seconds (ThAnalysisRunner *self)
{
  return self->seconds;
}

guint
th_analysis_runner_get_generations (ThAnalysisRunner *self)
{
  return self->generations;
}

/* --- class -------------------------------------------------------------- */

static void
th_analysis_runner_dispose (GObject *object)
{
  ThAnalysisRunner *self = TH_ANALYSIS_RUNNER (object);

  th_analysis_runner_stop (self);
  g_ptr_array_set_size (self->results, 0);
  release_recording (self);

  G_OBJECT_CLASS (th_analysis_runner_parent_class)->dispose (object);
}

static void
th_analysis_runner_finalize (GObject *object)
{
  ThAnalysisRunner *self = TH_ANALYSIS_RUNNER (object);

  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->removed, g_ptr_array_unref);
  g_clear_pointer (&self->needed, g_ptr_array_unref);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_clear_pointer (&self->jobs, g_ptr_array_unref);

  G_OBJECT_CLASS (th_analysis_runner_parent_class)->finalize (object);
}

static void
th_analysis_runner_class_init (ThAnalysisRunnerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_analysis_runner_dispose;
  object_class->finalize = th_analysis_runner_finalize;
  signals[ADDED] = g_signal_new ("added", TH_TYPE_ANALYSIS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[REMOVED] = g_signal_new ("removed", TH_TYPE_ANALYSIS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_ANALYSIS_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
th_analysis_runner_init (ThAnalysisRunner *self)
{
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->removed = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->needed = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  self->asked = g_ptr_array_new_with_free_func (asked_free);
  self->jobs = g_ptr_array_new ();
  self->seconds = -1;
}

ThAnalysisRunner *
th_analysis_runner_new (void)
{
  return g_object_new (TH_TYPE_ANALYSIS_RUNNER, NULL);
}
