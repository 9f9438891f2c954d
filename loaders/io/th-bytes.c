/* th-bytes.c - the bytes of a recording, from a file, a pipe, memory or a wrapper
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-bytes.h"
#include "th-pipe-reader.h"
#include "th-read.h"

/* gzip can expand to 1032 times the compressed size, xz and zstd to much more.  Recordings
 * usually expand to 20 times, or some multiple of that if they are mostly zeros. */
#define MAX_RATIO 256
#define FREE_UNPACKED (64 << 20)

struct _ThBytes
{
  gint            ref_count; /* atomic */
  int             fd;        /* of a file; -1: none */
  char           *path;
  guint8         *data;
  guint64         size;
  struct stat     as_opened;
  gboolean        is_written; /* still being written: changes do not count */
  ThReaderThread *thread;    /* appends bytes; NULL: does not grow */
  ThFeed         *feed;      /* of a file that is being recorded, or NULL */
  ThFeedPortion  *portion;   /* of that feed, unowned; NULL: all of it */
  ThBytes        *packed;    /* the wrapper it is unpacked from, or NULL */
  ThWrapper       wrapper;
  gint            stopped;   /* atomic */
  gint            may_outgrow; /* atomic */

  GMutex          lock;      /* protects the rest: failed reads */
  guint           n_failed;
  int             failed_code; /* errno of the first failed read */
  guint64         failed_at;
};

static ThBytes *
open_failed (const char *path,
             int         code,
             GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  if (code == EISDIR)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR,
                 _("“%s” is a folder: open a recording in it"), name);
  else
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _("Cannot open “%s”: %s"),
                 name, g_strerror (code));
  return NULL;
}

static ThBytes *
bytes_new (void)
{
  ThBytes *self = g_new0 (ThBytes, 1);

  self->ref_count = 1;
  self->fd = -1;
  g_mutex_init (&self->lock);
  return self;
}

/* Returns the descriptor of standard input or of a name in /dev/fd, such as that of the
 * shell's <(…); or -1.  Opening such a name again may lack permission for a pipe, and fails
 * for a socket. */
static int
inherited_fd (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
  guint64 fd;

  if (strcmp (path, "-") == 0 || strcmp (path, "/dev/stdin") == 0)
    return STDIN_FILENO;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]) &&
        g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT, &fd, NULL))
      return (int) fd;
  return -1;
}

static int
open_path (const char  *path,
           struct stat *st)
{
  int fd = inherited_fd (path);

  if (fd >= 0 && fstat (fd, st) == 0 && !S_ISREG (st->st_mode))
    return fcntl (fd, F_DUPFD_CLOEXEC, 0);

  /* Without O_NONBLOCK, open() would block until a named pipe has a writer. */
  fd = open (strcmp (path, "-") == 0 ? "/dev/stdin" : path,
             O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0 && fstat (fd, st) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

ThBytes *
th_bytes_new_file (const char *path,
                   GError    **error)
{
  ThBytes *self;
  struct stat st;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);

  fd = open_path (path, &st);
  if (fd < 0)
    return open_failed (path, errno, error);
  if (S_ISDIR (st.st_mode) || S_ISBLK (st.st_mode))
    {
      close (fd);
      return open_failed (path, S_ISDIR (st.st_mode) ? EISDIR : ESPIPE, error);
    }

  self = bytes_new ();
  self->path = g_strdup (path);
  if (!S_ISREG (st.st_mode))
    {
      self->thread = th_pipe_reader_new (fd, error);
      if (self->thread == NULL)
        g_clear_pointer (&self, th_bytes_unref);
      return self;
    }

  self->fd = fd;
  self->size = st.st_size;
  self->as_opened = st;
  return self;
}

ThBytes *
th_bytes_new_feed (const char *path,
                   ThFeed     *feed,
                   GError    **error)
{
  ThBytes *self;

  g_return_val_if_fail (path != NULL && feed != NULL, NULL);

  self = th_bytes_new_file (path, error);
  if (self != NULL && self->fd < 0)
    {
      th_bytes_unref (self);
      return open_failed (path, ESPIPE, error);
    }
  if (self != NULL)
    self->feed = th_feed_ref (feed);
  return self;
}

ThBytes *
th_bytes_new_memory (const void *data,
                     gsize       size)
{
  ThBytes *self = bytes_new ();

  self->data = g_memdup2 (data, size);
  self->size = size;
  return self;
}

ThBytes *
th_bytes_new_growing (ThReaderThread *thread,
                      ThBytes        *packed,
                      ThWrapper       wrapper)
{
  ThBytes *self = bytes_new ();

  self->thread = thread;
  self->packed = packed != NULL ? th_bytes_ref (packed) : NULL;
  self->wrapper = wrapper;
  return self;
}

ThBytes *
th_bytes_ref (ThBytes *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
th_bytes_unref (ThBytes *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_clear_pointer (&self->thread, th_reader_thread_free);
  g_clear_pointer (&self->packed, th_bytes_unref);
  g_clear_pointer (&self->feed, th_feed_unref);
  if (self->fd >= 0)
    close (self->fd);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self->data);
  g_free (self);
}

/* --- reading ----------------------------------------------------------- */

guint64
th_bytes_get_size (ThBytes *self)
{
  return self->thread != NULL ? th_reader_thread_get_size (self->thread) : self->size;
}

guint64
th_bytes_get_packed_size (ThBytes *self)
{
  while (self->packed != NULL)
    self = self->packed;
  return th_bytes_get_size (self);
}

guint64
th_bytes_get_unpack_bound (ThBytes *self)
{
  guint64 packed = th_bytes_get_packed_size (self);

  return packed < (G_MAXUINT64 - FREE_UNPACKED) / MAX_RATIO ? packed * MAX_RATIO + FREE_UNPACKED
                                                            : G_MAXUINT64;
}

static gssize
read_memory (ThBytes *self,
             guint64  offset,
             void    *buffer,
             gsize    size)
{
  if (offset >= self->size || size == 0)
    return 0;

  size = MIN (size, self->size - offset);
  memcpy (buffer, self->data + offset, size);
  return size;
}

static gssize
read_feed (ThBytes *self,
           guint64  offset,
           void    *buffer,
           gsize    size)
{
  guint64 place = th_feed_lock (self->feed, offset);
  gssize n = place != G_MAXUINT64 ? th_read_at (self->fd, place, buffer, size) : 0;
  int code = errno;

  th_feed_unlock (self->feed);
  errno = code;
  return n;
}

static void
note_failed (ThBytes *self,
             guint64  offset)
{
  int code = errno;

  g_mutex_lock (&self->lock);
  if (self->n_failed++ == 0)
    {
      self->failed_code = code;
      self->failed_at = offset;
    }
  g_mutex_unlock (&self->lock);
  errno = code;
}

gssize
th_bytes_read (ThBytes *self,
               guint64  offset,
               void    *buffer,
               gsize    size)
{
  gssize n;

  if (self->thread != NULL)
    n = th_reader_thread_read (self->thread, offset, buffer, size);
  else if (self->feed != NULL)
    n = read_feed (self, offset, buffer, size);
  else if (self->fd >= 0)
    n = th_read_at (self->fd, offset, buffer, size);
  else
    n = read_memory (self, offset, buffer, size);
  if (n < 0)
    note_failed (self, offset);
  return n;
}

guint
th_bytes_get_n_failed (ThBytes     *self,
                       guint64     *offset,
                       const char **detail)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_failed;
  *offset = self->failed_at;
  *detail = n > 0 ? g_strerror (self->failed_code) : NULL;
  g_mutex_unlock (&self->lock);
  return n;
}

void
th_bytes_set_may_outgrow (ThBytes *self,
                          gboolean may_outgrow)
{
  g_atomic_int_set (&self->may_outgrow, may_outgrow);
}

gboolean
th_bytes_get_may_outgrow (ThBytes *self)
{
  return g_atomic_int_get (&self->may_outgrow);
}

/* --- growing ----------------------------------------------------------- */

gboolean
th_bytes_is_growing (ThBytes *self)
{
  if (self->feed != NULL)
    return !g_atomic_int_get (&self->stopped) && !th_feed_is_closed (self->feed);
  return self->thread != NULL && th_reader_thread_is_open (self->thread);
}

guint64
th_bytes_wait (ThBytes *self,
               guint64  size,
               gint     timeout_ms)
{
  return self->thread != NULL ? th_reader_thread_wait (self->thread, size, timeout_ms) : self->size;
}

void
th_bytes_set_portion (ThBytes       *self,
                      ThFeedPortion *portion)
{
  g_return_if_fail (self->feed != NULL);

  self->portion = portion;
}

ThFeedPortion *
th_bytes_get_portion (ThBytes *self)
{
  return self->portion;
}

ThFeed *
th_bytes_get_feed (ThBytes *self)
{
  return self->feed;
}

ThBytes *
th_bytes_dup_written (ThBytes *self)
{
  struct stat st;
  ThBytes *copy;
  int fd = self->feed != NULL ? fcntl (self->fd, F_DUPFD_CLOEXEC, 0) : -1;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) != 0)
    {
      close (fd);
      return NULL;
    }

  copy = bytes_new ();
  copy->fd = fd;
  copy->path = g_strdup (self->path);
  copy->size = st.st_size;
  copy->as_opened = st;
  copy->is_written = TRUE;
  return copy;
}

void
th_bytes_stop (ThBytes *self)
{
  g_atomic_int_set (&self->stopped, TRUE);
  if (self->feed != NULL)
    th_feed_wake (self->feed);
  if (self->packed != NULL)
    th_bytes_stop (self->packed);
  if (self->thread != NULL)
    th_reader_thread_stop (self->thread);
}

/* Stops the innermost layer first, so that it does not take the end of the layer around it
 * for damage. */
void
th_bytes_abandon (ThBytes *self)
{
  for (; self != NULL; self = self->packed)
    if (self->thread != NULL)
      th_reader_thread_stop (self->thread);
}

gboolean
th_bytes_is_stopped (ThBytes *self)
{
  return g_atomic_int_get (&self->stopped) ||
         (self->packed != NULL && th_bytes_is_stopped (self->packed));
}

gboolean
th_bytes_is_pipe (ThBytes *self)
{
  return self->packed != NULL ? th_bytes_is_pipe (self->packed) : self->thread != NULL;
}

double
th_bytes_get_progress (ThBytes *self)
{
  guint64 total;

  if (!th_bytes_is_growing (self))
    return 1;
  if (self->packed == NULL || th_bytes_is_growing (self->packed))
    return self->packed != NULL ? th_bytes_get_progress (self->packed) : -1;

  total = th_bytes_get_size (self->packed);
  return total > 0 ? MIN (1, (double) th_reader_thread_get_used (self->thread) / total) : -1;
}

guint64
th_bytes_guess_total (ThBytes *self)
{
  double progress = th_bytes_get_progress (self);

  return progress > 0 ? (guint64) (th_bytes_get_size (self) / progress) : 0;
}

ThWrapper
th_bytes_get_wrapper (ThBytes *self,
                      guint   *depth)
{
  ThWrapper outermost = TH_WRAPPER_NONE;

  *depth = 0;
  for (; self->packed != NULL; self = self->packed, (*depth)++)
    outermost = self->wrapper;
  return outermost;
}

/* The problem of the outermost wrapper takes precedence, as it causes those inside. */
gboolean
th_bytes_get_problem (ThBytes        *self,
                      ThProblemKind  *kind,
                      guint64        *offset,
                      const char    **detail)
{
  if (self->packed != NULL && th_bytes_get_problem (self->packed, kind, offset, detail))
    return TRUE;
  return self->thread != NULL && th_reader_thread_get_problem (self->thread, kind, offset, detail);
}

/* --- changes ----------------------------------------------------------- */

static gboolean
same_file (const struct stat *a,
           const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Whether somebody records into the file, who has locked it (th-trace-writer.h).  A shared lock is
 * the only way to ask; it is held for a moment, and only if the file was written to. */
static gboolean
is_locked (ThBytes *self)
{
  if (flock (self->fd, LOCK_SH | LOCK_NB) != 0)
    return errno == EWOULDBLOCK;

  flock (self->fd, LOCK_UN);
  return FALSE;
}

/* Of what a reader of an unfinished recording knows, only the sizes of the CPUs and the offset of
 * the options change while it is being recorded: pages and texts are written where nothing was.
 * When it is finished, the holes are removed and it gets smaller. */
static gboolean
has_only_grown (ThBytes           *self,
                const struct stat *st)
{
  return st->st_size >= self->as_opened.st_size && is_locked (self);
}

gboolean
th_bytes_is_intact (ThBytes *self)
{
  struct stat st;

  if (self->packed != NULL)
    return th_bytes_is_intact (self->packed);
  if (self->fd < 0 || self->feed != NULL || self->is_written)
    return TRUE;

  return fstat (self->fd, &st) == 0 &&
         (same_file (&st, &self->as_opened) || has_only_grown (self, &st));
}

gboolean
th_bytes_changed (ThBytes *self)
{
  struct stat st;

  if (self->packed != NULL)
    return th_bytes_changed (self->packed);
  if (self->fd < 0 || self->feed != NULL)
    return FALSE;

  return !th_bytes_is_intact (self) || stat (self->path, &st) != 0 ||
         !same_file (&st, &self->as_opened);
}

gint64
th_bytes_get_time (ThBytes *self)
{
  if (self->packed != NULL)
    return th_bytes_get_time (self->packed);
  if (self->fd < 0 || !S_ISREG (self->as_opened.st_mode))
    return g_get_real_time ();

  return self->as_opened.st_mtim.tv_sec * G_USEC_PER_SEC + self->as_opened.st_mtim.tv_nsec / 1000;
}
