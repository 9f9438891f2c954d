/* glib-order.c - tells the thread sanitizer in which order GLib makes threads run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * GLib is not instrumented and its mutexes are not those of pthread, so the sanitizer would report
 * everything that they protect, and would not see in which order they are locked.  This library is
 * preloaded and wraps them.  (A GRWLock and a GRecMutex are those of pthread.)  It does not see
 * calls inside libglib itself, so it also wraps the functions that hand data to other threads.  It
 * does see those of libgobject and libgio, so a GTask needs no wrapper: it is handed to a pool of
 * threads and comes back as a source.
 */
#include <dlfcn.h>

#include <gio/gio.h>
#include <gmodule.h>

extern void __tsan_acquire (void *address) __attribute__ ((weak));
extern void __tsan_release (void *address) __attribute__ ((weak));
extern void __tsan_mutex_destroy (void *address, unsigned flags) __attribute__ ((weak));
extern void __tsan_mutex_pre_lock (void *address, unsigned flags) __attribute__ ((weak));
extern void __tsan_mutex_post_lock (void *address, unsigned flags, int recursion)
  __attribute__ ((weak));
extern int __tsan_mutex_pre_unlock (void *address, unsigned flags) __attribute__ ((weak));
extern void __tsan_mutex_post_unlock (void *address, unsigned flags) __attribute__ ((weak));

/* These flags are defined in the sanitizer's tsan_interface.h, which only gcc ships. */
#define TRY_LOCK 0x10
#define TRY_LOCK_FAILED 0x20

static void
acquire (gpointer address)
{
  if (__tsan_acquire != NULL && address != NULL)
    __tsan_acquire (address);
}

static void
release (gpointer address)
{
  if (__tsan_release != NULL && address != NULL)
    __tsan_release (address);
}

/* GLib's own function of that name.  The pointer is kept, because looking it up takes longer than
 * locking a mutex. */
#define REAL(name) \
  ({ \
    static __typeof__ (&name) real; \
 \
    if (real == NULL) \
      real = (__typeof__ (&name)) dlsym (RTLD_NEXT, #name); \
    real; \
  })

/* GLib allocates its lock of error domains when it first makes an error, and publishes it inside
 * libglib.  So it is made before there are threads. */
__attribute__ ((constructor)) static void
make_error (void)
{
  g_error_free (g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_FAILED, ""));
}

/* --- mutexes --------------------------------------------------------------- */

/* The library is also preloaded into programs that were not built with the sanitizer. */
static gboolean
is_watched (void)
{
  return __tsan_mutex_pre_lock != NULL;
}

/* The sanitizer ignores everything from here to after_lock(). */
static void
before_lock (GMutex  *mutex,
             unsigned flags)
{
  if (is_watched ())
    __tsan_mutex_pre_lock (mutex, flags);
}

static void
after_lock (GMutex  *mutex,
            unsigned flags)
{
  if (is_watched ())
    __tsan_mutex_post_lock (mutex, flags, 0);
}

/* The sanitizer ignores everything from here to after_unlock(). */
static void
before_unlock (GMutex *mutex)
{
  if (is_watched ())
    __tsan_mutex_pre_unlock (mutex, 0);
}

static void
after_unlock (GMutex *mutex)
{
  if (is_watched ())
    __tsan_mutex_post_unlock (mutex, 0);
}

G_MODULE_EXPORT void
g_mutex_clear (GMutex *mutex)
{
  if (is_watched ())
    __tsan_mutex_destroy (mutex, 0);
  REAL (g_mutex_clear) (mutex);
}

G_MODULE_EXPORT void
g_mutex_lock (GMutex *mutex)
{
  before_lock (mutex, 0);
  REAL (g_mutex_lock) (mutex);
  after_lock (mutex, 0);
}

G_MODULE_EXPORT gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked;

  before_lock (mutex, TRY_LOCK);
  locked = REAL (g_mutex_trylock) (mutex);
  after_lock (mutex, locked ? TRY_LOCK : TRY_LOCK | TRY_LOCK_FAILED);
  return locked;
}

G_MODULE_EXPORT void
g_mutex_unlock (GMutex *mutex)
{
  before_unlock (mutex);
  REAL (g_mutex_unlock) (mutex);
  after_unlock (mutex);
}

G_MODULE_EXPORT void
g_cond_wait (GCond  *cond,
             GMutex *mutex)
{
  before_unlock (mutex);
  after_unlock (mutex);
  REAL (g_cond_wait) (cond, mutex);
  before_lock (mutex, 0);
  after_lock (mutex, 0);
}

G_MODULE_EXPORT gboolean
g_cond_wait_until (GCond  *cond,
                   GMutex *mutex,
                   gint64  end_time)
{
  gboolean signalled;

  before_unlock (mutex);
  after_unlock (mutex);
  signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  before_lock (mutex, 0);
  after_lock (mutex, 0);
  return signalled;
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

/* --- pools of threads ---------------------------------------------------- */

/* What the pool calls.  It is never freed, because a thread may need it longer than the pool
 * lives. */
typedef struct
{
  GFunc    func;
  gpointer data;
} Pool;

static void
run_in_pool (gpointer item,
             gpointer data)
{
  Pool *pool = data;

  acquire (pool);
  pool->func (item, pool->data);
  release (pool);
}

static Pool *
pool_new (GFunc    func,
          gpointer data)
{
  Pool *pool = g_new (Pool, 1);

  *pool = (Pool) { func, data };
  return pool;
}

G_MODULE_EXPORT GThreadPool *
g_thread_pool_new (GFunc     func,
                   gpointer  data,
                   gint      max_threads,
                   gboolean  exclusive,
                   GError  **error)
{
  return REAL (g_thread_pool_new) (run_in_pool, pool_new (func, data), max_threads, exclusive,
                                   error);
}

G_MODULE_EXPORT gboolean
g_thread_pool_push (GThreadPool *self,
                    gpointer     item,
                    GError     **error)
{
  release (self->user_data);
  return REAL (g_thread_pool_push) (self, item, error);
}

G_MODULE_EXPORT void
g_thread_pool_free (GThreadPool *self,
                    gboolean     immediate,
                    gboolean     wait)
{
  Pool *pool = self->user_data;

  REAL (g_thread_pool_free) (self, immediate, wait);
  if (wait)
    acquire (pool);
}

/* --- main loops ---------------------------------------------------------- */

/* Held while a source is attached, so that the callback also comes after what GLib does there.  The
 * context has a list of sources for each priority: whoever attaches the first makes it, and whoever
 * drops the last frees it. */
static GMutex attaching;

typedef struct
{
  GSourceFunc    func;
  gpointer       data;
  GDestroyNotify notify;
} Callback;

static Callback *
callback_new (GSourceFunc    func,
              gpointer       data,
              GDestroyNotify notify)
{
  Callback *self = g_new (Callback, 1);

  *self = (Callback) { func, data, notify };
  return self;
}

static void
await_attaching (void)
{
  g_mutex_lock (&attaching);
  g_mutex_unlock (&attaching);
}

static gboolean
callback_call (gpointer data)
{
  Callback *self = data;

  await_attaching ();
  return self->func (self->data);
}

static void
callback_free (gpointer data)
{
  Callback *self = data;

  await_attaching ();
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

/* The callbacks of other sources have other arguments.  Those sources wait for files, and the
 * sanitizer knows the order of reads and writes. */
G_MODULE_EXPORT void
g_source_set_callback (GSource        *source,
                       GSourceFunc     func,
                       gpointer        data,
                       GDestroyNotify  notify)
{
  if (source->source_funcs == &g_idle_funcs || source->source_funcs == &g_timeout_funcs)
    REAL (g_source_set_callback) (source, callback_call, callback_new (func, data, notify),
                                  callback_free);
  else
    REAL (g_source_set_callback) (source, func, data, notify);
}

/* Calls GLib's own function of that name, which attaches a source and returns its number. */
#define ATTACH(name, ...) \
  ({ \
    guint id; \
 \
    g_mutex_lock (&attaching); \
    id = REAL (name) (__VA_ARGS__); \
    g_mutex_unlock (&attaching); \
    id; \
  })

G_MODULE_EXPORT guint
g_source_attach (GSource      *source,
                 GMainContext *context)
{
  return ATTACH (g_source_attach, source, context);
}

G_MODULE_EXPORT guint
g_idle_add_full (gint            priority,
                 GSourceFunc     func,
                 gpointer        data,
                 GDestroyNotify  notify)
{
  return ATTACH (g_idle_add_full, priority, callback_call, callback_new (func, data, notify),
                 callback_free);
}

G_MODULE_EXPORT guint
g_idle_add (GSourceFunc func,
            gpointer    data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

G_MODULE_EXPORT guint
g_timeout_add_full (gint            priority,
                    guint           ms,
                    GSourceFunc     func,
                    gpointer        data,
                    GDestroyNotify  notify)
{
  return ATTACH (g_timeout_add_full, priority, ms, callback_call,
                 callback_new (func, data, notify), callback_free);
}

G_MODULE_EXPORT guint
g_timeout_add (guint       ms,
               GSourceFunc func,
               gpointer    data)
{
  return g_timeout_add_full (G_PRIORITY_DEFAULT, ms, func, data, NULL);
}

G_MODULE_EXPORT guint
g_timeout_add_seconds_full (gint            priority,
                            guint           seconds,
                            GSourceFunc     func,
                            gpointer        data,
                            GDestroyNotify  notify)
{
  return ATTACH (g_timeout_add_seconds_full, priority, seconds, callback_call,
                 callback_new (func, data, notify), callback_free);
}

G_MODULE_EXPORT guint
g_timeout_add_seconds (guint       seconds,
                       GSourceFunc func,
                       gpointer    data)
{
  return g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, seconds, func, data, NULL);
}

/* --- references ---------------------------------------------------------- */

/* The thread that drops the last reference frees what others used until they dropped theirs. */
G_MODULE_EXPORT gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean last;

  release ((gpointer) count);
  last = REAL (g_atomic_ref_count_dec) (count);
  if (last)
    acquire ((gpointer) count);
  return last;
}

static __thread GDestroyNotify clear;

static void
clear_box (gpointer box)
{
  acquire (box);
  if (clear != NULL)
    clear (box);
}

G_MODULE_EXPORT void
g_atomic_rc_box_release_full (gpointer       box,
                              GDestroyNotify clear_func)
{
  release (box);
  clear = clear_func;
  REAL (g_atomic_rc_box_release_full) (box, clear_box);
}

G_MODULE_EXPORT void
g_atomic_rc_box_release (gpointer box)
{
  g_atomic_rc_box_release_full (box, NULL);
}

/* Orders each drop of a reference after the earlier ones, since only GLib knows which drop was the
 * last. */
static void
drop (gpointer shared)
{
  release (shared);
  acquire (shared);
}

G_MODULE_EXPORT void
(g_object_unref) (gpointer object)
{
  drop (object);
  REAL (g_object_unref) (object);
}

G_MODULE_EXPORT void
g_bytes_unref (GBytes *bytes)
{
  drop (bytes);
  REAL (g_bytes_unref) (bytes);
}

/* What a variant contains is dropped inside GLib, so all variants count as one. */
G_MODULE_EXPORT void
g_variant_unref (GVariant *variant)
{
  static char variants;

  drop (&variants);
  REAL (g_variant_unref) (variant);
}
