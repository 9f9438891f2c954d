/* th-bytes.c - where the bytes of a recording come from
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-bytes.h"

struct _ThBytes
{
  gint        ref_count; /* atomic */
  int         fd;        /* -1: memory */
  char       *path;
  guint8     *data;
  guint64     size;
  struct stat as_opened;
};

static ThBytes *
open_failed (const char *path,
             int         code,
             GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _("“%s” cannot be opened: %s"), name, g_strerror (code));
  return NULL;
}

ThBytes *
th_bytes_new_file (const char *path,
                   GError    **error)
{
  ThBytes *self;
  struct stat st;
  int fd;

  g_return_val_if_fail (path != NULL, NULL);

  /* Without O_NONBLOCK a named pipe would hold us here until somebody writes. */
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return open_failed (path, errno, error);
  if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode))
    {
      close (fd);
      return open_failed (path, S_ISDIR (st.st_mode) ? EISDIR : ESPIPE, error);
    }

  self = g_new0 (ThBytes, 1);
  self->ref_count = 1;
  self->fd = fd;
  self->path = g_strdup (path);
  self->size = st.st_size;
  self->as_opened = st;
  return self;
}

ThBytes *
th_bytes_new_memory (const void *data,
                     gsize       size)
{
  ThBytes *self = g_new0 (ThBytes, 1);

  self->ref_count = 1;
  self->fd = -1;
  self->data = g_memdup2 (data, size);
  self->size = size;
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

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->data);
  g_free (self);
}

guint64
th_bytes_get_size (ThBytes *self)
{
  return self->size;
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

gssize
th_bytes_read (ThBytes *self,
               guint64  offset,
               void    *buffer,
               gsize    size)
{
  gsize done = 0;

  if (self->fd < 0)
    return read_memory (self, offset, buffer, size);
  if (offset > G_MAXINT64 || size > G_MAXSSIZE)
    return 0;

  while (done < size)
    {
      gssize n = pread (self->fd, (guint8 *) buffer + done, size - done, offset + done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      done += n;
    }
  return done;
}

static gboolean
same_file (const struct stat *a,
           const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

gboolean
th_bytes_is_intact (ThBytes *self)
{
  struct stat st;

  return self->fd < 0 || (fstat (self->fd, &st) == 0 && same_file (&st, &self->as_opened));
}

gboolean
th_bytes_changed (ThBytes *self)
{
  struct stat st;

  if (self->fd < 0)
    return FALSE;

  return !th_bytes_is_intact (self) || stat (self->path, &st) != 0 || !same_file (&st, &self->as_opened);
}
