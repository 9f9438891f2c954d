/* th-density-job.c - counts the events of the overview on a worker thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-density-job.h"

#include "th-thread-pool.h"

/* The main thread has a reference until th_density_job_free(), the task until it is released. */
struct _ThDensityJob
{
  gatomicrefcount ref_count;
  int             cancelled; /* atomic */
  GSourceFunc     ready;
  gpointer        data;
  ThDensity      *density;   /* the worker's until counted; NULL once taken */

  GMutex          lock;
  GCond           done;
  gboolean        counted;   /* protected by the lock */
};

static void
job_unref (ThDensityJob *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->density, th_density_free);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->done);
  g_free (self);
}

static void
count_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  ThDensityJob *self = data;

  th_density_count (self->density, &self->cancelled);
  g_mutex_lock (&self->lock);
  self->counted = TRUE;
  g_cond_signal (&self->done);
  g_mutex_unlock (&self->lock);
  g_task_return_boolean (task, TRUE);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  ThDensityJob *self = data;

  if (!g_atomic_int_get (&self->cancelled))
    self->ready (self->data);
  job_unref (self);
}

ThDensityJob *
th_density_job_new (ThDensity   *density,
                    GSourceFunc  ready,
                    gpointer     data)
{
  ThDensityJob *self = g_new0 (ThDensityJob, 1);
  g_autoptr(GTask) task = g_task_new (NULL, NULL, counted_cb, self);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  g_cond_init (&self->done);
  self->density = density;
  self->ready = ready;
  self->data = data;

  g_atomic_ref_count_inc (&self->ref_count);
  g_task_set_task_data (task, self, NULL);
  th_thread_pool_run (task, count_worker);
  return self;
}

void
th_density_job_free (ThDensityJob *self)
{
  g_atomic_int_set (&self->cancelled, TRUE);
  job_unref (self);
}

const ThDensity *
th_density_job_peek (ThDensityJob *self)
{
  return self->density;
}

ThDensity *
th_density_job_take (ThDensityJob *self,
                     gint64        until)
{
  gboolean counted;

  g_mutex_lock (&self->lock);
  while (!self->counted && g_cond_wait_until (&self->done, &self->lock, until))
    ;
  counted = self->counted;
  g_mutex_unlock (&self->lock);

  return counted ? g_steal_pointer (&self->density) : NULL;
}
