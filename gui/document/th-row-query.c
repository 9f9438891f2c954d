/* th-row-query.c - evaluates filters on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-row-query.h"

#include "th-text-search.h"
#include "th-thread-pool.h"

#define IDLE_MS 20

/* The state of the worker.  The query borrows it from the task while it runs. */
typedef struct
{
  ThRowPass passes[TH_ROW_QUERY_MAX_PASSES];
  gint      settled[TH_ROW_QUERY_MAX_PASSES]; /* atomic */
  guint     n;
  gint      cancelled;  /* atomic */
  gint      n_given_up; /* atomic */
  guint64   n_told;     /* live: rows decided when the main thread was last told */
} Job;

struct _ThRowQuery
{
  GObject  parent;

  guint    poll_ms;
  guint    poll_id;
  Job     *job;        /* NULL when nothing runs */
  guint64  n_decided;  /* rows decided in all passes at the last "progress" */
  guint32  settled;    /* one bit per pass, likewise */
  guint    n_given_up;
};

G_DEFINE_FINAL_TYPE (ThRowQuery, th_row_query, G_TYPE_OBJECT)

static guint progress_signal;

static Job *
job_new (const ThRowPass *passes,
         guint            n)
{
  Job *job = g_new0 (Job, 1);

  job->n = n;
  for (guint i = 0; i < n; i++)
    {
      job->passes[i] = passes[i];
      th_filter_ref (passes[i].filter);
      th_rows_ref (passes[i].rows);
      if (passes[i].within != NULL)
        th_rows_ref (passes[i].within);
    }

  return job;
}

static void
job_free (Job *job)
{
  for (guint i = 0; i < job->n; i++)
    {
      th_filter_unref (job->passes[i].filter);
      th_rows_unref (job->passes[i].rows);
      g_clear_pointer (&job->passes[i].within, th_rows_unref);
    }
  g_free (job);
}

/* --- on the worker ------------------------------------------------------ */

/* Whether @pass has evaluated all events that were published. */
static gboolean
decide (Job   *job,
        guint  pass)
{
  ThRowPass *one = &job->passes[pass];
  guint n_given_up = th_filter_evaluate (one->filter, one->rows, one->within,
                                         g_get_num_processors (), &job->cancelled);

  if (pass == 0)
    g_atomic_int_add (&job->n_given_up, n_given_up);
  return th_find_is_whole (one->rows);
}

/* Returns TRUE when all passes are complete.  The state of the load is read first, so that no event
 * published before the load ended is missed. */
static gboolean
decide_all (Job *job)
{
  gboolean running =
    th_recording_get_state (th_rows_get_recording (job->passes[0].rows)) == TH_LOAD_RUNNING;
  gboolean before = TRUE, all = TRUE;

  for (guint i = 0; i < job->n; i++)
    {
      before = (before || !job->passes[i].waits) && decide (job, i);
      g_atomic_int_set (&job->settled[i], before && !running);
      all &= before;
    }

  return all && !running;
}

/* Whether the progress differs from that of the last poll. */
static gboolean
look (ThRowQuery *self)
{
  guint64 n_decided = 0;
  guint32 settled = 0;
  gboolean differs;

  for (guint i = 0; i < self->job->n; i++)
    {
      n_decided += th_rows_get_n_decided (self->job->passes[i].rows);
      settled |= g_atomic_int_get (&self->job->settled[i]) ? 1u << i : 0;
    }
  self->n_given_up = g_atomic_int_get (&self->job->n_given_up);
  differs = n_decided != self->n_decided || settled != self->settled;
  self->n_decided = n_decided;
  self->settled = settled;

  return differs;
}

static gboolean
poll_cb (gpointer data)
{
  ThRowQuery *self = data;

  if (self->job != NULL && look (self))
    g_signal_emit (self, progress_signal, 0);

  return G_SOURCE_CONTINUE;
}

static gboolean
told_cb (gpointer data)
{
  poll_cb (data);

  return G_SOURCE_REMOVE;
}

/* Waits for more events.  Those of a recording in progress come at its own pace; then the main
 * thread is told instead of polling. */
static void
await (Job        *job,
       ThRowQuery *query,
       guint      *serial)
{
  ThRecording *recording = th_rows_get_recording (job->passes[0].rows);
  guint64 n_decided = 0;

  if (!th_recording_is_live (recording))
    {
      g_usleep (IDLE_MS * 1000);
      return;
    }

  g_usleep (query->poll_ms * 1000);
  for (guint i = 0; i < job->n; i++)
    n_decided += th_rows_get_n_decided (job->passes[i].rows);
  if (n_decided != job->n_told)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, told_cb, g_object_ref (query), g_object_unref);
  job->n_told = n_decided;
  if (!g_atomic_int_get (&job->cancelled))
    *serial = th_recording_wait_growth (recording, *serial);
}

static void
query_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  Job *job = data;
  guint serial = 0;

  while (!g_atomic_int_get (&job->cancelled) && !decide_all (job))
    await (job, source, &serial);

  g_task_return_boolean (task, TRUE);
}

/* --- on the main thread ------------------------------------------------- */

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThRowQuery *self = TH_ROW_QUERY (source);

  if (self->job == NULL || self->job != g_task_get_task_data (G_TASK (result)))
    return; /* the query was stopped */

  g_clear_handle_id (&self->poll_id, g_source_remove);
  look (self);
  self->job = NULL;
  g_signal_emit (self, progress_signal, 0);
}

void
th_row_query_stop (ThRowQuery *self)
{
  g_return_if_fail (TH_IS_ROW_QUERY (self));

  g_clear_handle_id (&self->poll_id, g_source_remove);
  if (self->job != NULL)
    {
      g_atomic_int_set (&self->job->cancelled, 1);
      th_recording_note_growth (th_rows_get_recording (self->job->passes[0].rows));
    }
  self->job = NULL;
}

void
th_row_query_start (ThRowQuery      *self,
                    const ThRowPass *passes,
                    guint            n_passes)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (TH_IS_ROW_QUERY (self));
  g_return_if_fail (n_passes > 0 && n_passes <= TH_ROW_QUERY_MAX_PASSES);

  th_row_query_stop (self);
  self->job = job_new (passes, n_passes);
  self->n_given_up = 0;
  look (self);
  if (!th_recording_is_live (th_rows_get_recording (passes[0].rows)))
    self->poll_id = g_timeout_add (self->poll_ms, poll_cb, self);
  task = g_task_new (self, NULL, done_cb, NULL);
  g_task_set_task_data (task, self->job, (GDestroyNotify) job_free);
  th_thread_pool_run (task, query_worker);
}

gboolean
th_row_query_is_running (ThRowQuery *self)
{
  return self->job != NULL;
}

gboolean
th_row_query_is_settled (ThRowQuery *self,
                         guint       pass)
{
  return (self->settled & 1u << pass) != 0;
}

guint
th_row_query_get_n_given_up (ThRowQuery *self)
{
  return self->job != NULL ? (guint) g_atomic_int_get (&self->job->n_given_up) : self->n_given_up;
}

/* --- class -------------------------------------------------------------- */

static void
th_row_query_dispose (GObject *object)
{
  th_row_query_stop (TH_ROW_QUERY (object));

  G_OBJECT_CLASS (th_row_query_parent_class)->dispose (object);
}

static void
th_row_query_class_init (ThRowQueryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_row_query_dispose;
  progress_signal = g_signal_new ("progress", TH_TYPE_ROW_QUERY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void
th_row_query_init (ThRowQuery *self)
{
}

ThRowQuery *
th_row_query_new (guint poll_ms)
{
  ThRowQuery *self = g_object_new (TH_TYPE_ROW_QUERY, NULL);

  self->poll_ms = poll_ms;
  return self;
}
