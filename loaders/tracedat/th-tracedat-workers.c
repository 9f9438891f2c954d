/* th-tracedat-workers.c - the threads that decode the stripes of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "th-load-options.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-publish.h"
#include "th-tracedat-workers.h"

/* Enough for the other workers to go on while one of them is preempted. */
#define JOBS_PER_WORKER 6
#define MAX_THREADS 64

/* A worker prefers stripes of its own CPUs, but searches only this many of the next stripes for
 * each worker, so that no CPU gets far ahead of the others. */
#define CHOICE_PER_WORKER 4

typedef struct
{
  ThTdQueue *queue;
  guint64    size;
} Share;

static ThTdQueue *
stripe_queue (ThTdLoad         *load,
              const ThTdStripe *stripe)
{
  return &g_array_index (load->queues, ThTdQueue, stripe->queue);
}

static gint
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Share *one = a, *other = b;

  return (one->size < other->size) - (one->size > other->size);
}

/* Assigns each CPU to a worker, so that all workers have about the same number of bytes. */
static void
share_queues (ThTdLoad *load)
{
  g_autofree Share *shares = g_new0 (Share, load->queues->len);
  guint64 sizes[MAX_THREADS] = { 0, };

  for (guint i = 0; i < load->queues->len; i++)
    shares[i].queue = &g_array_index (load->queues, ThTdQueue, i);
  for (guint i = load->next; i < load->stripes->len; i++)
    {
      const ThTdStripe *stripe = &g_array_index (load->stripes, ThTdStripe, i);

      shares[stripe->queue].size += stripe->size;
    }

  if (load->queues->len > 0) /* NULL is no array */
    qsort (shares, load->queues->len, sizeof (Share), compare_shares);
  for (guint i = 0; i < load->queues->len; i++)
    {
      guint least = 0;

      for (guint j = 1; j < load->n_workers; j++)
        if (sizes[j] < sizes[least])
          least = j;
      shares[i].queue->worker = least;
      sizes[least] += shares[i].size;
    }
}

/* Takes the next stripe of a CPU of @worker; if there is none nearby, the next one of all.  The
 * stripes of each CPU are taken in order. */
static ThTdStripe *
take_stripe (ThTdLoad *load,
             guint     worker)
{
  ThTdStripe *stripes = (ThTdStripe *) load->stripes->data, *stripe = &stripes[load->next];
  guint end = MIN (load->stripes->len, load->next + load->n_workers * CHOICE_PER_WORKER);

  for (guint i = load->next; i < end; i++)
    if (!stripes[i].taken && stripe_queue (load, &stripes[i])->worker == worker)
      {
        stripe = &stripes[i];
        break;
      }

  stripe->taken = TRUE;
  while (load->next < load->stripes->len && stripes[load->next].taken)
    load->next++;
  return stripe;
}

static ThTdJob *
take_idle (ThTdLoad *load,
           guint     worker)
{
  for (GList *l = load->idle.head; l != NULL; l = l->next)
    {
      ThTdJob *job = l->data;

      if (job->worker == worker)
        {
          g_queue_delete_link (&load->idle, l);
          return job;
        }
    }

  if (load->n_jobs_left == 0)
    return g_queue_pop_head (&load->idle);

  load->n_jobs_left--;
  return th_td_job_new ();
}

/* Returns a job with the next stripe for @worker, or NULL at the end.  The caller holds the lock.
 * Waits while too many jobs are in progress.  This cannot deadlock: a finished stripe waits only
 * for earlier ones of its CPU, all of which have been taken by other workers. */
static ThTdJob *
next_job (ThTdLoad *load,
          guint     worker)
{
  ThTdJob *job;

  while (!load->stopped && load->next < load->stripes->len && g_queue_is_empty (&load->idle) &&
         load->n_jobs_left == 0)
    {
      load->n_waiting++;
      g_cond_wait (&load->returned, &load->lock);
      load->n_waiting--;
    }
  if (load->stopped || load->next == load->stripes->len ||
      th_recording_is_cancelled (load->recording))
    return NULL;

  job = take_idle (load, worker);
  job->worker = worker;
  job->stripe = take_stripe (load, worker);
  return job;
}

static gpointer
work (gpointer data)
{
  ThTdWorker *self = data;
  ThTdLoad *load = self->load;
  ThTdJob *job;

  g_mutex_lock (&load->lock);
  while ((job = next_job (load, self->number)) != NULL)
    {
      g_mutex_unlock (&load->lock);
      th_td_worker_decode (self, job);
      g_mutex_lock (&load->lock);
      th_td_load_enqueue (load, job);
    }
  g_mutex_unlock (&load->lock);

  return NULL;
}

void
th_td_load_run (ThTdLoad *load,
                guint     n_threads)
{
  ThTdWorker *workers[MAX_THREADS] = { NULL };
  GThread *threads[MAX_THREADS];
  guint n = th_load_options_get_n_threads ();

  n = MIN (MIN (n, MAX_THREADS), MIN (n_threads, MAX (load->stripes->len, 1)));
  load->n_workers = n;
  load->n_jobs_left = n * JOBS_PER_WORKER;
  load->n_jobs_left -= MIN (load->n_jobs_left, g_queue_get_length (&load->idle));
  share_queues (load);
  for (guint i = 0; i < n; i++)
    workers[i] = th_td_worker_new (load, i);
  /* The calling thread is a worker too, so it does not matter if no thread can be created. */
  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("th-load", work, workers[i], NULL);
  work (workers[0]);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
  for (guint i = 0; i < n; i++)
    th_td_worker_free (workers[i]);
}
