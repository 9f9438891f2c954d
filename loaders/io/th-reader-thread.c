/* th-reader-thread.c - the thread that brings a pipe, or what is unpacked, into a spool
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-reader-thread.h"
#include "th-spool.h"

#define PIECE (256 * 1024)
#define LOOK_MS 100

struct _ThInlet
{
  ThSpool      *spool;
  GThread      *thread;
  int           fd;      /* of a pipe; -1: unpacks */
  int           wake;    /* eventfd that ends the wait for the pipe */
  ThBytes      *packed;
  ThUnpack     *unpack;
  guint64       used;    /* atomic, as the next two */
  guint64       size;
  gint          stopped;

  GMutex        lock;    /* of the rest */
  GCond         grown;
  gboolean      ended;
  gboolean      troubled;
  ThProblemKind kind;
  guint64       offset;
  const char   *detail;
};

/* --- in ---------------------------------------------------------------- */

static gboolean
fail (ThInlet       *self,
      ThProblemKind  kind,
      const char    *detail)
{
  g_mutex_lock (&self->lock);
  self->troubled = TRUE;
  self->kind = kind;
  self->offset = self->packed != NULL ? self->used : self->size;
  self->detail = detail;
  g_mutex_unlock (&self->lock);
  return FALSE;
}

static gboolean
keep (ThInlet      *self,
      const guint8 *bytes,
      gsize         size)
{
  gboolean fits = th_spool_write (self->spool, bytes, size);
  int code = errno;

  g_mutex_lock (&self->lock);
  __atomic_store_n (&self->size, th_spool_get_size (self->spool), __ATOMIC_RELEASE);
  g_cond_broadcast (&self->grown);
  g_mutex_unlock (&self->lock);
  return fits || fail (self, TH_PROBLEM_SPOOL, th_spool_explain (self->spool, code));
}

static gpointer
end (ThInlet *self)
{
  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  g_cond_broadcast (&self->grown);
  g_mutex_unlock (&self->lock);
  return NULL;
}

static gboolean
is_stopped (ThInlet *self)
{
  return g_atomic_int_get (&self->stopped);
}

/* --- pipes ------------------------------------------------------------- */

static gboolean
drain (ThInlet *self,
       guint8  *room)
{
  gssize n = read (self->fd, room, PIECE);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return TRUE;
  if (n < 0)
    return fail (self, TH_PROBLEM_READ, g_strerror (errno));
  return n > 0 && keep (self, room, n);
}

/* Reading alone could wait for ever: a pipe may stall. */
static gpointer
drain_thread (gpointer data)
{
  ThInlet *self = data;
  g_autofree guint8 *room = th_bytes_room (PIECE);
  gboolean open = TRUE;

  while (open && !is_stopped (self))
    {
      struct pollfd wait[] = { { self->fd, POLLIN, 0 }, { self->wake, POLLIN, 0 } };

      if (poll (wait, G_N_ELEMENTS (wait), -1) < 0)
        open = errno == EINTR || fail (self, TH_PROBLEM_READ, g_strerror (errno));
      else if (wait[0].revents != 0)
        open = drain (self, room);
    }
  return end (self);
}

/* --- wrappers ---------------------------------------------------------- */

/* All that comes out of @n packed bytes. */
static gboolean
unpack_piece (ThInlet      *self,
              const guint8 *packed,
              gsize         n,
              guint8       *room)
{
  const guint8 *at = packed;
  gsize came;

  do
    {
      gsize before = n;
      guint64 left;
      gboolean good;

      came = PIECE;
      good = th_unpack_run (self->unpack, &at, &n, room, &came);
      __atomic_store_n (&self->used, self->used + (before - n), __ATOMIC_RELAXED);
      left = th_bytes_get_unpack_bound (self->packed) - self->size;
      if (!keep (self, room, MIN (came, left)))
        return FALSE;
      if (came > left)
        return fail (self, TH_PROBLEM_EXPANSION, NULL);
      if (!good)
        return fail (self, TH_PROBLEM_BAD_WRAPPER, _("damaged"));
    }
  while ((n > 0 || came == PIECE) && !is_stopped (self));
  return TRUE;
}

static gboolean
unpack_next (ThInlet *self,
             guint64 *at,
             guint8  *packed,
             guint8  *room)
{
  /* Asked before the size: what comes in between is seen the next time. */
  gboolean growing = th_bytes_is_growing (self->packed);
  gssize n;

  if (growing)
    th_bytes_wait (self->packed, *at + 1, LOOK_MS);
  n = th_bytes_read (self->packed, *at, packed, PIECE);
  if (n < 0)
    return fail (self, TH_PROBLEM_READ, g_strerror (errno));
  if (n == 0)
    return growing || th_unpack_is_whole (self->unpack) || th_bytes_is_stopped (self->packed) || is_stopped (self)
             ? growing : fail (self, TH_PROBLEM_BAD_WRAPPER, _("truncated"));

  *at += n;
  return unpack_piece (self, packed, n, room);
}

static gpointer
unpack_thread (gpointer data)
{
  ThInlet *self = data;
  g_autofree guint8 *packed = th_bytes_room (PIECE);
  g_autofree guint8 *room = th_bytes_room (PIECE);
  guint64 at = 0;

  while (!is_stopped (self) && unpack_next (self, &at, packed, room))
    continue;
  /* An endless pipe would fill the disk for nobody. */
  th_bytes_abandon (self->packed);
  return end (self);
}

/* --- doors ------------------------------------------------------------- */

static ThInlet *
inlet_start (ThInlet      *self,
             GThreadFunc   func,
             GError      **error)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->grown);
  self->spool = th_spool_new ();
  if (self->spool == NULL)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                 _("There is no space for data that is unpacked or read from a pipe: %s. Free some disk space, "
                   "or set TMPDIR to a directory with more space."), g_strerror (errno));
  else
    self->thread = g_thread_try_new ("th-inlet", func, self, error);
  if (self->thread == NULL)
    {
      th_inlet_free (self);
      return NULL;
    }
  return self;
}

ThInlet *
th_inlet_new_pipe (int      fd,
                   GError **error)
{
  ThInlet *self = g_new0 (ThInlet, 1);

  self->fd = fd;
  self->wake = eventfd (0, EFD_CLOEXEC);
  return inlet_start (self, drain_thread, error);
}

ThInlet *
th_inlet_new_unpack (ThBytes   *packed,
                     ThWrapper  wrapper,
                     GError   **error)
{
  ThInlet *self = g_new0 (ThInlet, 1);

  self->fd = self->wake = -1;
  self->packed = packed;
  self->unpack = th_unpack_new (wrapper);
  return inlet_start (self, unpack_thread, error);
}

void
th_inlet_stop (ThInlet *self)
{
  guint64 one = 1;

  g_atomic_int_set (&self->stopped, TRUE);
  /* Nothing can be done about a wake that fails, and nothing needs to: it is set. */
  if (self->wake >= 0 && write (self->wake, &one, sizeof one) < 0)
    g_debug ("eventfd: %s", g_strerror (errno));
}

void
th_inlet_free (ThInlet *self)
{
  if (self->thread != NULL)
    {
      th_inlet_stop (self);
      g_thread_join (self->thread);
    }
  if (self->fd >= 0)
    close (self->fd);
  if (self->wake >= 0)
    close (self->wake);
  g_clear_pointer (&self->unpack, th_unpack_free);
  g_clear_pointer (&self->spool, th_spool_free);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->grown);
  g_free (self);
}

guint64
th_inlet_get_size (ThInlet *self)
{
  return __atomic_load_n (&self->size, __ATOMIC_ACQUIRE);
}

guint64
th_inlet_get_used (ThInlet *self)
{
  return __atomic_load_n (&self->used, __ATOMIC_RELAXED);
}

gboolean
th_inlet_is_open (ThInlet *self)
{
  gboolean open;

  g_mutex_lock (&self->lock);
  open = !self->ended;
  g_mutex_unlock (&self->lock);
  return open;
}

guint64
th_inlet_wait (ThInlet *self,
               guint64  size,
               gint     timeout_ms)
{
  gint64 until = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  g_mutex_lock (&self->lock);
  while (!self->ended && self->size < size)
    if (timeout_ms < 0)
      g_cond_wait (&self->grown, &self->lock);
    else if (!g_cond_wait_until (&self->grown, &self->lock, until))
      break;
  g_mutex_unlock (&self->lock);
  return th_inlet_get_size (self);
}

gssize
th_inlet_read (ThInlet *self,
               guint64  offset,
               void    *buffer,
               gsize    size)
{
  guint64 end = th_inlet_get_size (self);

  return offset >= end ? 0 : th_spool_read (self->spool, offset, buffer, MIN (size, end - offset));
}

gboolean
th_inlet_get_problem (ThInlet        *self,
                      ThProblemKind  *kind,
                      guint64        *offset,
                      const char    **detail)
{
  gboolean troubled;

  g_mutex_lock (&self->lock);
  troubled = self->troubled;
  *kind = self->kind;
  *offset = self->offset;
  *detail = self->detail;
  g_mutex_unlock (&self->lock);
  return troubled;
}
