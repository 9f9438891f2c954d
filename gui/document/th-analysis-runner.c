/* th-analysis-runner.c - analyses run beside the load, results as they come
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-analyses.h"
#include "th-runner.h"
#include "th-document-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-thread-pool.h"

#define POLL_MS 250
#define IDLE_MS 20

struct _ThFeedJob
{
  ThRunner    *feed;
  GPtrArray *results; /* of it */
  gint       cancelled; /* atomic */
};

static void
job_free (ThFeedJob *job)
{
  th_runner_free (job->feed);
  g_ptr_array_unref (job->results);
  g_free (job);
}

/* The first look-up would do it under a click. */
static void
prepare_flows (const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (th_results_get_flows (results->pdata[i]) != NULL)
      th_flows_prepare (th_results_get_flows (results->pdata[i]));
}

static void
feed_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFeedJob *job = data;

  while (!g_atomic_int_get (&job->cancelled) && th_runner_advance (job->feed))
    g_usleep (IDLE_MS * 1000);
  if (!g_atomic_int_get (&job->cancelled))
    prepare_flows (job->results);

  g_task_return_boolean (task, !g_atomic_int_get (&job->cancelled));
}

static guint
add_generations (ThDocument *self)
{
  guint sum = 0;

  for (guint i = 0; i < self->results->len; i++)
    sum += th_results_get_generation (self->results->pdata[i]);

  return sum;
}

static void
take_results (ThDocument *self)
{
  self->generations = add_generations (self);
  self->serial++;
  th_scene_update (self->scene);
  th_document_emit (self, SIGNAL_RESULTS_CHANGED);
  th_document_retry_follow (self);
}

static gboolean
poll_cb (gpointer data)
{
  ThDocument *self = data;

  if (add_generations (self) != self->generations)
    take_results (self);

  return G_SOURCE_CONTINUE;
}

static void
feed_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);

  /* One that was cancelled is none of ours any more. */
  if (!g_ptr_array_remove (self->feed_jobs, g_task_get_task_data (G_TASK (result))))
    return;

  if (self->feed_jobs->len == 0)
    {
      g_clear_handle_id (&self->feed_poll_id, g_source_remove);
      self->feed_seconds = (g_get_monotonic_time () - self->feed_begun) / 1e6;
    }
  take_results (self);
}

static void
add_results (ThDocument *self,
             GPtrArray  *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      g_ptr_array_add (self->results, th_results_ref (results->pdata[i]));
      th_scene_add_results (self->scene, results->pdata[i]);
    }
}

/* @feed: taken.  @results: of it; taken. */
static void
run_feed (ThDocument *self,
          ThRunner     *feed,
          GPtrArray  *results)
{
  ThFeedJob *job = g_new0 (ThFeedJob, 1);
  g_autoptr(GTask) task = NULL;

  job->feed = feed;
  job->results = results;
  g_ptr_array_add (self->feed_jobs, job);
  self->feed_seconds = -1;
  self->feed_begun = g_get_monotonic_time ();
  self->generations = add_generations (self);
  if (self->feed_poll_id == 0)
    self->feed_poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  task = g_task_new (self, NULL, feed_done_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, feed_worker);
}

void
th_document_start_feed (ThDocument *self)
{
  ThRunner *feed = th_runner_new (self->recording, th_analyses_list ());
  GPtrArray *added = th_runner_add_all (feed);

  g_ptr_array_set_size (self->results, 0);
  g_ptr_array_set_size (self->removed, 0);

  /* What was asked for before the file was loaded again; it may not fit it now. */
  for (guint i = 0; i < self->asked->len; i++)
    {
      const ThAsked *asked = self->asked->pdata[i];
      GPtrArray *parts = th_runner_add_parts (feed, asked->analysis, asked->params, NULL);

      if (parts != NULL)
        g_ptr_array_extend_and_steal (added, parts);
    }
  add_results (self, added);
  run_feed (self, feed, added);
}

/* --- asked for by the user ---------------------------------------------- */

void
th_asked_free (gpointer data)
{
  ThAsked *asked = data;

  g_hash_table_unref (asked->params);
  g_free (asked->id);
  g_free (asked);
}

static gboolean
has_results (ThDocument *self,
             const char *id)
{
  for (guint i = 0; i < self->results->len; i++)
    if (g_str_equal (th_results_get_id (self->results->pdata[i]), id))
      return TRUE;

  return FALSE;
}

gboolean
th_document_add_analysis (ThDocument        *self,
                          const ThAnalysis  *analysis,
                          GHashTable        *params,
                          GError           **error)
{
  g_autoptr(ThRunner) feed = NULL;
  g_autoptr(GPtrArray) parts = NULL;
  ThAsked *asked;

  g_return_val_if_fail (TH_IS_DOCUMENT (self) && self->recording != NULL, FALSE);

  feed = th_runner_new (self->recording, th_analyses_list ());
  parts = th_runner_add_parts (feed, analysis, params, error);
  if (parts == NULL)
    return FALSE;
  if (has_results (self, th_results_get_id (parts->pdata[0])))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("This analysis is already shown."));
      return FALSE;
    }

  asked = g_new0 (ThAsked, 1);
  asked->analysis = analysis;
  asked->params = g_hash_table_ref (params);
  asked->id = g_strdup (th_results_get_id (parts->pdata[0]));
  g_ptr_array_add (self->asked, asked);
  add_results (self, parts);
  run_feed (self, g_steal_pointer (&feed), g_steal_pointer (&parts));
  take_results (self);

  return TRUE;
}

const ThAnalysis *
th_document_get_added (ThDocument  *self,
                       guint        index,
                       GHashTable **params)
{
  const ThAsked *asked = index < self->asked->len ? self->asked->pdata[index] : NULL;

  *params = asked != NULL ? asked->params : NULL;
  return asked != NULL ? asked->analysis : NULL;
}

char **
th_document_list_added (ThDocument *self)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < self->asked->len; i++)
    g_strv_builder_add (ids, ((const ThAsked *) self->asked->pdata[i])->id);

  return g_strv_builder_end (ids);
}

/* Of one part there may be results, of each of several others, too:
 * "values(a,b)@2". */
static gboolean
is_of_analysis (const char *results,
                const char *id)
{
  const char *part = strrchr (id, '@');
  gsize size = part != NULL && part > strrchr (id, ')') ? (gsize) (part - id) : strlen (id);

  return strncmp (results, id, size) == 0 && (results[size] == '\0' || results[size] == '@');
}

/* Views may still show it, and a worker fill it: it stays until another
 * recording comes. */
void
th_document_remove_analysis (ThDocument *self,
                             const char *id)
{
  for (guint i = 0; i < self->asked->len; i++)
    if (g_str_equal (((const ThAsked *) self->asked->pdata[i])->id, id))
      g_ptr_array_remove_index (self->asked, i--);

  for (guint i = 0; i < self->results->len; i++)
    if (is_of_analysis (th_results_get_id (self->results->pdata[i]), id))
      {
        th_scene_remove_results (self->scene, self->results->pdata[i]);
        g_ptr_array_add (self->removed, th_results_ref (self->results->pdata[i]));
        g_ptr_array_remove_index (self->results, i--);
      }
  take_results (self);
}

/* --- ending ------------------------------------------------------------- */

/* What was found stays.  The worker ends soon, without anyone waiting for it
 * (th-thread-pool.h); its task frees the job. */
void
th_document_stop_feed (ThDocument *self)
{
  g_clear_handle_id (&self->feed_poll_id, g_source_remove);
  for (guint i = 0; i < self->feed_jobs->len; i++)
    {
      ThFeedJob *job = self->feed_jobs->pdata[i];

      g_atomic_int_set (&job->cancelled, 1);
      th_runner_cancel (job->feed);
    }
  g_ptr_array_set_size (self->feed_jobs, 0);
}

const GPtrArray *
th_document_get_results (ThDocument *self)
{
  return self->results;
}

gboolean
th_document_is_analysing (ThDocument *self)
{
  return self->feed_jobs->len > 0;
}

/* Of the one that is behind. */
double
th_document_get_feed_progress (ThDocument *self)
{
  double progress = 1;

  for (guint i = 0; i < self->feed_jobs->len; i++)
    {
      double one = th_runner_get_progress (((const ThFeedJob *) self->feed_jobs->pdata[i])->feed);

      progress = MIN (progress, one);
    }

  return progress;
}

double
th_document_get_feed_seconds (ThDocument *self)
{
  return self->feed_seconds;
}
