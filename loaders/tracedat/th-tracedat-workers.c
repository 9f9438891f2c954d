/* th-tracedat-workers.c - the threads that decode the stripes of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-load-options.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-publish.h"
#include "th-tracedat-workers.h"

/* Enough for the other workers to go on while one of them is preempted. */
#define JOBS_PER_WORKER 6
#define MAX_THREADS 64

/* Returns a job with the next stripe, or NULL at the end.  Waits while too many jobs are in
 * progress.  That cannot deadlock: some worker always has the earliest of them. */
static ThTdJob *
next_job (ThTdLoad *load)
{
  ThTdJob *job = NULL;

  if (th_recording_is_cancelled (load->recording))
    return NULL;

  g_mutex_lock (&load->lock);
  while (!load->stopped && load->next < load->stripes->len && g_queue_is_empty (&load->idle) &&
         load->n_jobs_left == 0)
    {
      load->n_waiting++;
      g_cond_wait (&load->returned, &load->lock);
      load->n_waiting--;
    }
  if (!load->stopped && load->next < load->stripes->len)
    {
      job = g_queue_pop_head (&load->idle);
      if (job == NULL)
        {
          job = th_td_job_new ();
          load->n_jobs_left--;
        }
      job->stripe = &g_array_index (load->stripes, ThTdStripe, load->next++);
    }
  g_mutex_unlock (&load->lock);
  return job;
}

static gpointer
work (gpointer data)
{
  ThTdLoad *load = data;
  ThTdWorker *self = th_td_worker_new (load);
  ThTdJob *job;

  while ((job = next_job (load)) != NULL)
    {
      th_td_worker_decode (self, job);
      th_td_load_enqueue (load, job);
    }

  th_td_worker_free (self);
  return NULL;
}

void
th_td_load_run (ThTdLoad *load,
                guint     n_threads)
{
  GThread *threads[MAX_THREADS];
  guint n = CLAMP (th_load_options_get_n_threads (), 1, MAX_THREADS);

  n = MIN (n, MIN (n_threads, MAX (load->stripes->len, 1)));
  load->n_jobs_left = n * JOBS_PER_WORKER;
  load->n_jobs_left -= MIN (load->n_jobs_left, g_queue_get_length (&load->idle));
  /* The calling thread is a worker too, so it does not matter if no thread can be created. */
  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("th-load", work, load, NULL);
  work (load);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}
