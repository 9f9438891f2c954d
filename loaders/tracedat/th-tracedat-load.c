/* th-tracedat-load.c - the load of a trace.dat: its threads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-load-options.h"
#include "th-loader.h"
#include "th-source.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-layout.h"
#include "th-tracedat-load.h"
#include "th-tracedat-publish.h"
#include "th-tracedat-reader.h"
#include "th-tracedat-stripes.h"

/* Enough for the other workers to go on while one of them is preempted. */
#define JOBS_PER_WORKER 6
#define MAX_THREADS 64

/* --- workers ----------------------------------------------------------- */

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
    g_cond_wait (&load->returned, &load->lock);
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

/* --- the whole load ---------------------------------------------------- */

static void
run_workers (ThTdLoad *load)
{
  GThread *threads[MAX_THREADS];
  guint n = CLAMP (th_load_options_get_n_threads (), 1, MAX_THREADS);

  n = MIN (n, MAX (load->stripes->len, 1));
  load->n_jobs_left = n * JOBS_PER_WORKER;
  /* The calling thread is a worker too, so it does not matter if no thread can be created. */
  for (guint i = 1; i < n; i++)
    threads[i] = g_thread_try_new ("th-load", work, load, NULL);
  work (load);
  for (guint i = 1; i < n; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}

/* Frees stripes that were decoded but not appended because the load was stopped. */
static void
load_clear (ThTdLoad *load)
{
  for (guint i = 0; i < load->queues->len; i++)
    {
      ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, i);

      g_queue_clear_full (&queue->ready, (GDestroyNotify) th_td_job_free);
      g_free (queue->head);
    }
  g_queue_clear_full (&load->idle, (GDestroyNotify) th_td_job_free);
  g_array_unref (load->queues);
  g_array_unref (load->stripes);
  th_td_layout_free (load->layout);
  g_mutex_clear (&load->lock);
  g_cond_clear (&load->returned);
}

void
th_tracedat_load (ThRecording *recording)
{
  gpointer source = NULL;
  ThTdLoad load = { .recording = recording };

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_tracedat_source);

  load.file = source;
  load.layout = th_td_layout_new (load.file);
  load.queues = g_array_new (FALSE, FALSE, sizeof (ThTdQueue));
  load.stripes = g_array_new (FALSE, FALSE, sizeof (ThTdStripe));
  load.memory_limit = th_loader_get_memory_limit (load.file->base.bytes);
  g_mutex_init (&load.lock);
  g_cond_init (&load.returned);
  g_queue_init (&load.idle);

  th_td_load_cut (&load);
  th_td_load_find_reference (&load);
  run_workers (&load);
  load_clear (&load);
  th_loader_note_bytes (recording, load.file->base.bytes);
  th_recording_finish (recording);
}
