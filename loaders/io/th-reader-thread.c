/* th-reader-thread.c - a thread that fills a spool while others read it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-reader-thread.h"
#include "th-spool.h"

struct _ThReaderThread
{
  ThSpool       *spool;
  GThread       *thread;
  ThReaderFunc   func;
  gpointer       data;
  GDestroyNotify free_data;
  int            wake;    /* eventfd */
  guint64        used;    /* this and the next two are atomic */
  guint64        size;
  gint           stopped;

  GMutex         lock;    /* protects the rest */
  GCond          grown;
  gboolean       ended;
  gboolean       failed;
  ThProblemKind  kind;
  guint64        offset;
  const char    *detail;
};

/* --- the thread -------------------------------------------------------- */

static gpointer
run (gpointer data)
{
  ThReaderThread *self = data;

  self->func (self, self->data);

  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  g_cond_broadcast (&self->grown);
  g_mutex_unlock (&self->lock);
  return NULL;
}

ThReaderThread *
th_reader_thread_new (ThReaderFunc    func,
                      gpointer        data,
                      GDestroyNotify  free_data,
                      GError        **error)
{
  ThReaderThread *self = g_new0 (ThReaderThread, 1);

  self->func = func;
  self->data = data;
  self->free_data = free_data;
  self->wake = eventfd (0, EFD_CLOEXEC);
  g_mutex_init (&self->lock);
  g_cond_init (&self->grown);
  self->spool = th_spool_new ();
  if (self->spool == NULL)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                 _("There is no space for data that is unpacked or read from a pipe: %s. Free "
                   "some disk space, or set TMPDIR to a directory with more space."),
                 g_strerror (errno));
  else
    self->thread = g_thread_try_new ("th-reader", run, self, error);
  if (self->thread == NULL)
    g_clear_pointer (&self, th_reader_thread_free);
  return self;
}

void
th_reader_thread_stop (ThReaderThread *self)
{
  guint64 one = 1;

  g_atomic_int_set (&self->stopped, TRUE);
  /* The flag is set, so a reader that does not wait stops even if this fails. */
  if (self->wake >= 0 && write (self->wake, &one, sizeof one) < 0)
    g_debug ("eventfd: %s", g_strerror (errno));
}

void
th_reader_thread_free (ThReaderThread *self)
{
  if (self->thread != NULL)
    {
      th_reader_thread_stop (self);
      g_thread_join (self->thread);
    }
  self->free_data (self->data);
  if (self->wake >= 0)
    close (self->wake);
  g_clear_pointer (&self->spool, th_spool_free);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->grown);
  g_free (self);
}

/* --- the reader function ----------------------------------------------- */

gboolean
th_reader_thread_is_stopped (ThReaderThread *self)
{
  return g_atomic_int_get (&self->stopped);
}

int
th_reader_thread_get_wake_fd (ThReaderThread *self)
{
  return self->wake;
}

gboolean
th_reader_thread_fail (ThReaderThread *self,
                       ThProblemKind   kind,
                       guint64         offset,
                       const char     *detail)
{
  g_mutex_lock (&self->lock);
  self->failed = TRUE;
  self->kind = kind;
  self->offset = offset;
  self->detail = detail;
  g_mutex_unlock (&self->lock);
  return FALSE;
}

gboolean
th_reader_thread_append (ThReaderThread *self,
                         const guint8   *bytes,
                         gsize           size)
{
  gboolean fits = th_spool_write (self->spool, bytes, size);
  int code = errno;

  g_mutex_lock (&self->lock);
  __atomic_store_n (&self->size, th_spool_get_size (self->spool), __ATOMIC_RELEASE);
  g_cond_broadcast (&self->grown);
  g_mutex_unlock (&self->lock);
  errno = code;
  return fits;
}

gboolean
th_reader_thread_fail_full (ThReaderThread *self,
                            guint64         offset)
{
  return th_reader_thread_fail (self, TH_PROBLEM_SPOOL, offset,
                                th_spool_explain (self->spool, errno));
}

void
th_reader_thread_set_used (ThReaderThread *self,
                           guint64         used)
{
  __atomic_store_n (&self->used, used, __ATOMIC_RELAXED);
}

/* --- readers of the spool ---------------------------------------------- */

guint64
th_reader_thread_get_size (ThReaderThread *self)
{
  return __atomic_load_n (&self->size, __ATOMIC_ACQUIRE);
}

guint64
th_reader_thread_get_used (ThReaderThread *self)
{
  return __atomic_load_n (&self->used, __ATOMIC_RELAXED);
}

gboolean
th_reader_thread_is_open (ThReaderThread *self)
{
  gboolean open;

  g_mutex_lock (&self->lock);
  open = !self->ended;
  g_mutex_unlock (&self->lock);
  return open;
}

guint64
th_reader_thread_wait (ThReaderThread *self,
                       guint64         size,
                       gint            timeout_ms)
{
  gint64 until = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  g_mutex_lock (&self->lock);
  while (!self->ended && self->size < size)
    if (timeout_ms < 0)
      g_cond_wait (&self->grown, &self->lock);
    else if (!g_cond_wait_until (&self->grown, &self->lock, until))
      break;
  g_mutex_unlock (&self->lock);
  return th_reader_thread_get_size (self);
}

gssize
th_reader_thread_read (ThReaderThread *self,
                       guint64         offset,
                       void           *buffer,
                       gsize           size)
{
  guint64 end = th_reader_thread_get_size (self);

  return offset >= end ? 0 : th_spool_read (self->spool, offset, buffer, MIN (size, end - offset));
}

gboolean
th_reader_thread_get_problem (ThReaderThread  *self,
                              ThProblemKind   *kind,
                              guint64         *offset,
                              const char     **detail)
{
  gboolean failed;

  g_mutex_lock (&self->lock);
  failed = self->failed;
  *kind = self->kind;
  *offset = self->offset;
  *detail = self->detail;
  g_mutex_unlock (&self->lock);
  return failed;
}
