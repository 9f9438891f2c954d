/* th-tracedat-publish.c - appends decoded stripes to the columns of their CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-load.h"
#include "th-tracedat-page.h"
#include "th-tracedat-publish.h"

/* --- jobs -------------------------------------------------------------- */

ThTdJob *
th_td_job_new (void)
{
  ThTdJob *job = g_new0 (ThTdJob, 1);

  th_td_walk_init (&job->walk);
  return job;
}

void
th_td_job_free (ThTdJob *job)
{
  th_td_walk_clear (&job->walk);
  g_free (job);
}

/* --- publishing -------------------------------------------------------- */

/* Keeps the events that were appended; reports the problem once. */
static void
stop_at_memory_limit (ThTdLoad *load)
{
  gboolean first;

  g_mutex_lock (&load->lock);
  first = !load->stopped;
  load->stopped = TRUE;
  g_cond_broadcast (&load->returned);
  g_mutex_unlock (&load->lock);
  if (first)
    th_recording_add_problem (load->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
}

/* Puts the task changes among the events [@from, @to) of the job into @batch.  *@n_changes is the
 * number of changes taken so far.  If no change is at @from, its task is that of the last change
 * before, which is taken again. */
static void
take_changes (ThTdWalk *walk,
              guint32   from,
              guint32   to,
              guint    *n_changes,
              ThBatch  *batch)
{
  ThTaskChange *all = walk->changes;
  guint first = *n_changes;

  if (first > 0 && (first == walk->n_changes || all[first].index > from))
    all[--first].index = from;
  for (guint i = first; i < walk->n_changes && all[i].index < to; i++)
    {
      all[i].index -= from;
      *n_changes = i + 1;
    }
  batch->n_changes = *n_changes - first;
  batch->changes = all + first;
}

/* Appends the events [@from, @to) of the job.  *@n_switches and *@n_changes: how many of the
 * switches and of the changes were appended. */
static gboolean
append_rows (ThTdQueue *queue,
             ThTdJob   *job,
             guint32    from,
             guint32    to,
             guint     *n_switches,
             guint     *n_changes)
{
  ThSwitch *all = job->walk.switches;
  guint first = *n_switches;
  ThBatch batch = {
    .n = to - from,
    .time = (const gint64 *) job->walk.stamps + from,
    .place = job->walk.places + from,
    .type = job->walk.types + from,
    .ascends = job->walk.ascends,
    .keep = job->keep,
  };

  take_changes (&job->walk, from, to, n_changes, &batch);
  while (*n_switches < job->walk.n_switches && all[*n_switches].index < to)
    all[(*n_switches)++].index -= from;
  batch.n_switches = *n_switches - first;
  batch.switches = batch.n_switches > 0 ? all + first : NULL;
  return th_cpu_append (queue->out, &batch) == batch.n;
}

static void
append_job (ThTdLoad  *load,
            ThTdQueue *queue,
            ThTdJob   *job)
{
  const ThTdWalk *walk = &job->walk;
  guint32 row = 0;
  guint n_switches = 0, n_changes = 0;
  gboolean room = !queue->full;

  for (guint i = 0; i < walk->lost->len && room; i++)
    {
      const ThTdLost *lost = &g_array_index (walk->lost, ThTdLost, i);

      if (lost->row > row)
        room = append_rows (queue, job, row, lost->row, &n_switches, &n_changes);
      row = lost->row;
      if (room)
        th_cpu_append_lost (queue->out, lost->count);
    }
  if (room && walk->n > row)
    room = append_rows (queue, job, row, walk->n, &n_switches, &n_changes);
  if (!room && !queue->full)
    th_recording_add_problem (load->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
  queue->full = !room;
}

/* A live recorder that broke its promise must not make time go back. */
static void
raise_to_floor (ThTdLoad  *load,
                ThTdQueue *queue,
                ThTdWalk  *walk)
{
  guint32 n = 0;

  for (; n < walk->n && (gint64) walk->stamps[n] < queue->floor; n++)
    walk->stamps[n] = (guint64) queue->floor;
  if (n > 0)
    th_recording_add_problem (load->recording, TH_PROBLEM_BAD_TIME, n, -1, NULL);
}

static void
publish_job (ThTdLoad  *load,
             ThTdQueue *queue,
             ThTdJob   *job)
{
  gint64 complete = TH_TIME_NONE;

  if (load->live)
    raise_to_floor (load, queue, &job->walk);
  append_job (load, queue, job);
  if (!load->live && job->stripe->index + 1 == queue->n_stripes)
    complete = G_MAXINT64;
  else if (job->walk.n > 0 && !load->holds)
    complete = (gint64) job->walk.stamps[job->walk.n - 1];
  th_cpu_publish (queue->out, complete);

  if (th_recording_get_memory (load->recording) > load->memory_limit)
    stop_at_memory_limit (load);
}

static ThTdJob *
take_ready (ThTdQueue *queue)
{
  for (GList *l = queue->ready.head; l != NULL; l = l->next)
    {
      ThTdJob *job = l->data;

      if (job->stripe->index == queue->next)
        {
          g_queue_delete_link (&queue->ready, l);
          queue->next++;
          return job;
        }
    }
  return NULL;
}

void
th_td_load_enqueue (ThTdLoad *load,
                    ThTdJob  *job)
{
  ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, job->stripe->queue);

  g_queue_push_tail (&queue->ready, job);
  while (!queue->busy && (job = take_ready (queue)) != NULL)
    {
      queue->busy = TRUE;
      g_mutex_unlock (&load->lock);
      publish_job (load, queue, job);
      g_mutex_lock (&load->lock);
      queue->busy = FALSE;
      /* Reuse the job that is still in the CPU cache first. */
      g_queue_push_head (&load->idle, job);
      if (load->n_waiting > 0)
        g_cond_broadcast (&load->returned);
    }
}
