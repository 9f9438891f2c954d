/* glib-order.c - tells the thread sanitizer what GLib's locks order
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GLib is not instrumented and its locks are no pthread mutexes, so the sanitizer would report
 * everything that they protect.  Preloaded, this wraps them; calls inside GLib itself do not come
 * by here, so what hands data to other threads is wrapped, too.
 */
#include <dlfcn.h>

#include <gmodule.h>

extern void __tsan_acquire (void *address) __attribute__ ((weak));
extern void __tsan_release (void *address) __attribute__ ((weak));

static void
acquire (gpointer address)
{
  if (__tsan_acquire != NULL)
    __tsan_acquire (address);
}

static void
release (gpointer address)
{
  if (__tsan_release != NULL)
    __tsan_release (address);
}

/* The function of GLib with that name. */
#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

G_MODULE_EXPORT void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock) (mutex);
  acquire (mutex);
}

G_MODULE_EXPORT gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked = REAL (g_mutex_trylock) (mutex);

  if (locked)
    acquire (mutex);
  return locked;
}

G_MODULE_EXPORT void
g_mutex_unlock (GMutex *mutex)
{
  release (mutex);
  REAL (g_mutex_unlock) (mutex);
}

G_MODULE_EXPORT void
g_cond_wait (GCond  *cond,
             GMutex *mutex)
{
  release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  acquire (mutex);
}

G_MODULE_EXPORT gboolean
g_cond_wait_until (GCond  *cond,
                   GMutex *mutex,
                   gint64  end_time)
{
  gboolean signalled;

  release (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  acquire (mutex);
  return signalled;
}

G_MODULE_EXPORT void
g_rw_lock_reader_lock (GRWLock *lock)
{
  REAL (g_rw_lock_reader_lock) (lock);
  acquire (lock);
}

G_MODULE_EXPORT void
g_rw_lock_reader_unlock (GRWLock *lock)
{
  release (lock);
  REAL (g_rw_lock_reader_unlock) (lock);
}

G_MODULE_EXPORT void
g_rw_lock_writer_lock (GRWLock *lock)
{
  REAL (g_rw_lock_writer_lock) (lock);
  acquire (lock);
}

G_MODULE_EXPORT void
g_rw_lock_writer_unlock (GRWLock *lock)
{
  release (lock);
  REAL (g_rw_lock_writer_unlock) (lock);
}

/* --- handing over -------------------------------------------------------- */

G_MODULE_EXPORT gboolean
(g_once_init_enter) (volatile void *location)
{
  gboolean first = REAL (g_once_init_enter) (location);

  acquire ((gpointer) location);
  return first;
}

G_MODULE_EXPORT void
(g_once_init_leave) (volatile void *location,
                     gsize          result)
{
  release ((gpointer) location);
  REAL (g_once_init_leave) (location, result);
}

G_MODULE_EXPORT void
g_async_queue_push (GAsyncQueue *queue,
                    gpointer     data)
{
  release (queue);
  REAL (g_async_queue_push) (queue, data);
}

G_MODULE_EXPORT gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_pop) (queue);

  acquire (queue);
  return data;
}

G_MODULE_EXPORT gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data = REAL (g_async_queue_try_pop) (queue);

  acquire (queue);
  return data;
}
