/* th-strip-job.c - counts events for a strip of time on a worker thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-strip-job.h"

#include "th-thread-pool.h"

/* The main thread has a reference until th_strip_job_free(), the task until it is released. */
struct _ThStripJob
{
  gatomicrefcount ref_count;
  int             cancelled; /* atomic */
  ThStripCount    count;
  GDestroyNotify  free;
  GtkWidget      *strip;     /* of the main thread, unless cancelled */
  gpointer        counts;    /* of the worker until done; NULL once taken */

  GMutex          lock;
  GCond           ended;
  gboolean        done;      /* protected by the lock */
};

static void
job_unref (ThStripJob *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->counts, self->free);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->ended);
  g_free (self);
}

static void
count_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  ThStripJob *self = data;

  self->count (self->counts, &self->cancelled);
  g_mutex_lock (&self->lock);
  self->done = TRUE;
  g_cond_signal (&self->ended);
  g_mutex_unlock (&self->lock);
  g_task_return_boolean (task, TRUE);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  ThStripJob *self = data;

  if (!g_atomic_int_get (&self->cancelled))
    gtk_widget_queue_draw (self->strip);
  job_unref (self);
}

ThStripJob *
th_strip_job_new (gpointer        counts,
                  ThStripCount    count,
                  GDestroyNotify  free,
                  GtkWidget      *strip)
{
  ThStripJob *self = g_new0 (ThStripJob, 1);
  g_autoptr(GTask) task = g_task_new (NULL, NULL, done_cb, self);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  g_cond_init (&self->ended);
  self->counts = counts;
  self->count = count;
  self->free = free;
  self->strip = strip;

  g_atomic_ref_count_inc (&self->ref_count);
  g_task_set_task_data (task, self, NULL);
  th_thread_pool_run (task, count_worker);
  return self;
}

void
th_strip_job_free (ThStripJob *self)
{
  g_atomic_int_set (&self->cancelled, TRUE);
  job_unref (self);
}

gpointer
th_strip_job_take (ThStripJob *self,
                   gint64        until)
{
  gboolean done;

  g_mutex_lock (&self->lock);
  while (!self->done && g_cond_wait_until (&self->ended, &self->lock, until))
    ;
  done = self->done;
  g_mutex_unlock (&self->lock);

  return done ? g_steal_pointer (&self->counts) : NULL;
}
