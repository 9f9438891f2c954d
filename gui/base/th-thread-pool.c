/* th-thread-pool.c - the worker threads of the windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-thread-pool.h"

typedef struct
{
  GTaskThreadFunc func;
  GThread        *home;   /* the thread to which the source object belongs */
  gpointer        source; /* reference to the source object of the task, or NULL */
} Work;

static GMutex lock;
static GCond  rested;
static guint  n_working; /* protected by the lock */

static GQuark
work_quark (void)
{
  return g_quark_from_static_string ("th-work");
}

static gboolean
release_cb (gpointer data)
{
  g_object_unref (data);

  return G_SOURCE_REMOVE;
}

/* The thread drops its task after sending the result.  If the main loop was faster, the thread
 * holds the last reference to the task and hence to its source object, but a widget must not be
 * finalized on this thread. */
static void
work_free (gpointer data)
{
  Work *self = data;

  if (self->source != NULL && g_thread_self () != self->home)
    g_idle_add_full (G_PRIORITY_DEFAULT, release_cb, self->source, NULL);
  else
    g_clear_object (&self->source);
  g_free (self);
}

void
th_thread_pool_enter (void)
{
  g_mutex_lock (&lock);
  n_working++;
  g_mutex_unlock (&lock);
}

void
th_thread_pool_leave (void)
{
  g_mutex_lock (&lock);
  n_working--;
  g_cond_broadcast (&rested);
  g_mutex_unlock (&lock);
}

static void
work (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  const Work *self = g_object_get_qdata (G_OBJECT (task), work_quark ());

  self->func (task, source, data, cancellable);
  th_thread_pool_leave ();
}

void
th_thread_pool_run (GTask           *task,
                    GTaskThreadFunc  func)
{
  Work *self = g_new0 (Work, 1);

  self->func = func;
  self->home = g_thread_self ();
  self->source = g_task_get_source_object (task);
  if (self->source != NULL)
    g_object_ref (self->source);
  g_object_set_qdata_full (G_OBJECT (task), work_quark (), self, work_free);

  th_thread_pool_enter ();
  g_task_run_in_thread (task, work);
}

gboolean
th_thread_pool_wait (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * G_TIME_SPAN_MILLISECOND;
  gboolean done;

  g_mutex_lock (&lock);
  while (n_working > 0 && g_cond_wait_until (&rested, &lock, end))
    ;
  done = n_working == 0;
  g_mutex_unlock (&lock);

  return done;
}
