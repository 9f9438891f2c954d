/* th-document-results.c - analyses run beside the load, results as they come
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"

#include "th-analysis.h"
#include "th-workers.h"

#define POLL_MS 250
#define IDLE_MS 20

struct _ThFeedJob
{
  ThFeed *feed;
  gint    cancelled; /* atomic */
};

static void
job_free (ThFeedJob *job)
{
  th_feed_free (job->feed);
  g_free (job);
}

static void
feed_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFeedJob *job = data;

  while (!g_atomic_int_get (&job->cancelled) && th_feed_advance (job->feed))
    g_usleep (IDLE_MS * 1000);

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

  if (self->feed_job != g_task_get_task_data (G_TASK (result)))
    return; /* cancelled: another may be running */

  g_clear_handle_id (&self->feed_poll_id, g_source_remove);
  self->feed_job = NULL;
  self->feed_seconds = (g_get_monotonic_time () - self->feed_begun) / 1e6;
  take_results (self);
}

void
th_document_start_feed (ThDocument *self)
{
  ThFeedJob *job = g_new0 (ThFeedJob, 1);
  g_autoptr(GTask) task = NULL;
  g_autoptr(GPtrArray) added = NULL;

  job->feed = th_feed_new (self->recording);
  added = th_feed_add_all (job->feed);
  g_ptr_array_set_size (self->results, 0);
  for (guint i = 0; i < added->len; i++)
    {
      g_ptr_array_add (self->results, th_results_ref (added->pdata[i]));
      th_scene_add_results (self->scene, added->pdata[i]);
    }

  self->feed_job = job;
  self->feed_seconds = -1;
  self->feed_begun = g_get_monotonic_time ();
  self->generations = add_generations (self);
  self->feed_poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  task = g_task_new (self, NULL, feed_done_cb, NULL);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  th_workers_run (task, feed_worker);
}

/* What was found stays.  The worker ends soon, without anyone waiting for it
 * (th-workers.h); its task frees the job. */
void
th_document_stop_feed (ThDocument *self)
{
  g_clear_handle_id (&self->feed_poll_id, g_source_remove);
  if (self->feed_job == NULL)
    return;

  g_atomic_int_set (&self->feed_job->cancelled, 1);
  th_feed_cancel (self->feed_job->feed);
  self->feed_job = NULL;
}

const GPtrArray *
th_document_get_results (ThDocument *self)
{
  return self->results;
}

gboolean
th_document_is_analysing (ThDocument *self)
{
  return self->feed_job != NULL;
}

double
th_document_get_feed_progress (ThDocument *self)
{
  return self->feed_job != NULL ? th_feed_get_progress (self->feed_job->feed) : 1;
}

double
th_document_get_feed_seconds (ThDocument *self)
{
  return self->feed_seconds;
}
