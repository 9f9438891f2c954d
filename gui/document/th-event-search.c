/* th-event-search.c - hits of what is sought, decided in the background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-private.h"
#include "th-event-search.h"

#include "th-text-search.h"
#include "th-order.h"
#include "th-thread-pool.h"

#define POLL_MS 100
#define IDLE_MS 20

/* Of one text over one filter of one recording. */
struct _ThFindJob
{
  gatomicrefcount ref_count;
  ThFilter *filter;
  ThRows   *hits;
  ThRows   *within;    /* NULL: all */
  ThRows   *all;       /* hits whether or not they are within, while they are counted; else NULL */
  gint      cancelled; /* atomic */
  gint      n_given_up; /* atomic */
  gint      is_settled; /* atomic: all hits are known */
  gboolean  is_known;   /* and the main thread has told so */
  guint64   n_hidden;   /* of @all those that are not within, once it is gone */
};

/* From an event to the nearest hit. */
struct _ThFindStep
{
  ThFindJob *job;
  ThFindWalk walk;
  gint       cancelled; /* atomic */
  ThRef      found;
  gboolean   is_found;
};

static ThFindJob *
job_ref (ThFindJob *job)
{
  g_atomic_ref_count_inc (&job->ref_count);
  return job;
}

static void
job_unref (ThFindJob *job)
{
  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;

  th_filter_unref (job->filter);
  th_rows_unref (job->hits);
  g_clear_pointer (&job->within, th_rows_unref);
  g_clear_pointer (&job->all, th_rows_unref);
  g_free (job);
}

/* --- hits --------------------------------------------------------------- */

/* What the filter hides is counted only after what it shows. */
static gboolean
count_all (ThFindJob *job)
{
  if (job->all == NULL)
    return TRUE;

  th_filter_evaluate (job->filter, job->all, NULL, g_get_num_processors (), &job->cancelled);
  return th_find_is_whole (job->all);
}

/* The state is asked for first: what comes after the load ended is nothing. */
static void
find_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFindJob *job = data;

  while (!g_atomic_int_get (&job->cancelled))
    {
      gboolean running = th_recording_get_state (th_rows_get_recording (job->hits)) == TH_LOAD_RUNNING;

      g_atomic_int_add (&job->n_given_up,
                        th_filter_evaluate (job->filter, job->hits, job->within, g_get_num_processors (), &job->cancelled));
      /* The filter may still be at work, on what is behind. */
      if (th_find_is_whole (job->hits))
        {
          g_atomic_int_set (&job->is_settled, !running);
          if (count_all (job) && !running)
            break;
        }
      g_usleep (IDLE_MS * 1000);
    }

  g_task_return_boolean (task, TRUE);
}

static void go (ThDocument *self,
                gboolean    backward,
                gboolean    inclusive);

/* How far the worker has come. */
static guint64
get_progress (const ThFindJob *job)
{
  return th_rows_get_n_decided (job->hits) + (job->all != NULL ? th_rows_get_n_decided (job->all) : 0);
}

static void
take_hits (ThDocument *self)
{
  self->n_sought = self->find_job != NULL ? get_progress (self->find_job) : 0;
  if (self->find_job != NULL)
    self->find_job->is_known = g_atomic_int_get (&self->find_job->is_settled);
  /* The first one came only now, as the recording is still being read. */
  if (self->find_unmet && self->find_step == NULL && self->find_job != NULL && th_rows_get_n (self->find_job->hits) > 0)
    go (self, FALSE, TRUE);
  th_document_emit (self, SIGNAL_FIND_CHANGED);
}

static gboolean
poll_cb (gpointer data)
{
  ThDocument *self = data;

  if (get_progress (self->find_job) != self->n_sought ||
      self->find_job->is_known != g_atomic_int_get (&self->find_job->is_settled))
    take_hits (self);

  return G_SOURCE_CONTINUE;
}

/* Of one CPU, so far. */
static guint64
count_hidden_cpu (const ThFindJob *job,
                  guint            stream,
                  guint            cpu)
{
  guint32 n = MIN (th_rows_get_decided (job->all, stream, cpu), th_rows_get_decided (job->hits, stream, cpu));

  return th_rows_rank (job->all, stream, cpu, n) - th_rows_rank (job->hits, stream, cpu, n);
}

static guint64
count_hidden (const ThFindJob *job)
{
  ThRecording *recording = th_rows_get_recording (job->hits);
  guint64 n = 0;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (recording, s)); c++)
      n += count_hidden_cpu (job, s, c);

  return n;
}

static void
find_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);

  if (self->find_job == NULL || self->find_job != g_task_get_task_data (G_TASK (result)))
    return;

  g_clear_handle_id (&self->find_poll_id, g_source_remove);
  if (self->find_job->all != NULL)
    self->find_job->n_hidden = count_hidden (self->find_job);
  g_clear_pointer (&self->find_job->all, th_rows_unref);
  take_hits (self);
}

static void
stop_step (ThDocument *self)
{
  if (self->find_step != NULL)
    g_atomic_int_set (&self->find_step->cancelled, 1);
  self->find_step = NULL;
}

/* The hits so far are gone, too. */
void
th_document_stop_find (ThDocument *self)
{
  stop_step (self);
  self->find_unmet = FALSE;
  g_clear_handle_id (&self->find_poll_id, g_source_remove);
  if (self->find_job != NULL)
    g_atomic_int_set (&self->find_job->cancelled, 1);
  g_clear_pointer (&self->find_job, job_unref);
}

static void
run (ThDocument *self,
     ThFilter   *filter)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, find_done_cb, NULL);
  ThFindJob *job = g_new0 (ThFindJob, 1);

  g_atomic_ref_count_init (&job->ref_count);
  job->filter = th_filter_ref (filter);
  job->hits = th_rows_new (self->recording);
  job->within = self->rows != NULL ? th_rows_ref (self->rows) : NULL;
  job->all = job->within != NULL ? th_rows_new (self->recording) : NULL;
  self->find_job = job;
  self->find_serial++;
  self->find_poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  g_task_set_task_data (task, job_ref (job), (GDestroyNotify) job_unref);
  th_workers_run (task, find_worker);
}

static ThFilter *
compile (ThDocument *self,
         const char *text)
{
  g_autoptr(GError) error = NULL;
  ThFilter *filter = th_find_new (self->recording, TH_FIND_ENTRY, text, &self->find_mistake.begin, &self->find_mistake.end, &error);

  g_clear_pointer (&self->find_mistake.text, g_free);
  if (filter == NULL)
    self->find_mistake.text = g_strdup (error->message);

  return filter;
}

/* Anew, over self->recording and self->rows. */
void
th_document_start_find (ThDocument *self)
{
  g_autoptr(ThFilter) filter = NULL;

  th_document_stop_find (self);
  if (self->find_text[0] == '\0')
    return;

  filter = compile (self, self->find_text);
  if (filter != NULL)
    run (self, filter);
  take_hits (self);
}

/* --- steps -------------------------------------------------------------- */

static void
step_free (ThFindStep *step)
{
  job_unref (step->job);
  g_free (step);
}

static void
step_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThFindStep *step = data;

  step->is_found = th_find_walk (&step->walk, &step->found, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
step_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThDocument *self = TH_DOCUMENT (source);
  ThFindStep *step = g_task_get_task_data (G_TASK (result));

  if (self->find_step != step)
    return;

  self->find_step = NULL;
  self->find_unmet &= !step->is_found;
  if (step->is_found)
    th_document_select (self, step->found);
  th_document_emit (self, SIGNAL_FIND_CHANGED);
}

static void
go (ThDocument *self,
    gboolean    backward,
    gboolean    inclusive)
{
  gboolean selected = !th_ref_is_none (self->selected);
  ThFindWalk walk = { .from = self->selected, .backward = backward, .inclusive = inclusive };
  g_autoptr(GTask) task = NULL;
  ThFindStep *step;
  ThRef found;

  stop_step (self);
  if (self->find_job == NULL)
    return;

  walk.filter = self->find_job->filter;
  walk.hits = self->find_job->hits;
  walk.within = self->find_job->within;
  walk.time = selected ? th_recording_get_time (self->recording, self->selected) : backward ? self->view.to : self->view.from;
  if (!th_document_is_finding (self))
    {
      /* All is known. */
      self->find_unmet = FALSE;
      if (th_find_walk (&walk, &found, NULL))
        th_document_select (self, found);
      th_document_emit (self, SIGNAL_FIND_CHANGED);
      return;
    }

  step = g_new0 (ThFindStep, 1);
  step->job = job_ref (self->find_job);
  step->walk = walk;
  step->walk.cancelled = &step->cancelled;
  self->find_step = step;
  task = g_task_new (self, NULL, step_done_cb, NULL);
  g_task_set_task_data (task, step, (GDestroyNotify) step_free);
  th_workers_run (task, step_worker);
}

/* --- public ------------------------------------------------------------- */

void
th_document_set_find (ThDocument *self,
                      const char *text)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_DOCUMENT (self) && text != NULL);

  if (self->recording == NULL || g_str_equal (text, self->find_text))
    {
      g_clear_pointer (&self->find_mistake.text, g_free);
      th_document_emit (self, SIGNAL_FIND_CHANGED);
      return;
    }
  if (text[0] != '\0' && (filter = compile (self, text)) == NULL)
    {
      th_document_emit (self, SIGNAL_FIND_CHANGED);
      return;
    }

  g_clear_pointer (&self->find_mistake.text, g_free);
  th_document_stop_find (self);
  g_free (self->find_text);
  self->find_text = g_strdup (text);
  if (filter != NULL)
    {
      run (self, filter);
      self->find_unmet = TRUE;
      go (self, FALSE, TRUE);
    }
  take_hits (self);
}

const char *
th_document_get_find (ThDocument *self)
{
  return self->find_text;
}

void
th_document_step_find (ThDocument *self,
                       gboolean    backward)
{
  g_return_if_fail (TH_IS_DOCUMENT (self));

  self->find_unmet = FALSE;
  go (self, backward, FALSE);
}

ThRows *
th_document_get_hits (ThDocument *self)
{
  return self->find_job != NULL ? self->find_job->hits : NULL;
}

guint
th_document_get_find_serial (ThDocument *self)
{
  return self->find_serial;
}

gboolean
th_document_is_finding (ThDocument *self)
{
  return self->find_job != NULL && !self->find_job->is_known;
}

gboolean
th_document_is_counting_hidden (ThDocument *self)
{
  return self->find_job != NULL && self->find_job->all != NULL;
}

guint64
th_document_get_n_hidden_hits (ThDocument *self)
{
  if (self->find_job == NULL)
    return 0;

  return self->find_job->all != NULL ? count_hidden (self->find_job) : self->find_job->n_hidden;
}

gboolean
th_document_is_stepping (ThDocument *self)
{
  return self->find_step != NULL;
}

guint64
th_document_get_hit_number (ThDocument *self)
{
  g_autoptr(ThOrder) order = NULL;

  if (self->find_job == NULL || !self->find_job->is_known || th_ref_is_none (self->selected) ||
      !th_rows_contains (self->find_job->hits, self->selected))
    return 0;

  order = th_order_new_rows (self->find_job->hits, NULL, 0, G_MININT64, G_MAXINT64);
  return th_order_find (order, self->selected) + 1;
}

const char *
th_document_get_find_error (ThDocument *self,
                            guint      *begin,
                            guint      *end)
{
  *begin = self->find_mistake.begin;
  *end = self->find_mistake.end;

  return self->find_mistake.text;
}

guint
th_document_get_find_given_up (ThDocument *self)
{
  return self->find_job != NULL ? g_atomic_int_get (&self->find_job->n_given_up) : 0;
}
