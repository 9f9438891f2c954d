/* th-spool.c - an unnamed temporary file for bytes from a pipe or a decompressor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-read.h"
#include "th-spool.h"

#define FOLDER_MODE 0700

struct _ThSpool
{
  int     fd;
  const char *folder; /* interned */
  guint64 size;
  guint64 bound;
};

static int
open_in (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "thresher-XXXXXX", NULL);
  int fd = g_mkstemp (path);

  if (fd >= 0)
    g_unlink (path);
  return fd;
}

static int
open_somewhere (const char **folder)
{
  g_autofree char *cache = g_build_filename (g_get_user_cache_dir (), "thresher", NULL);
  int fd = -1;

  if (g_getenv ("TMPDIR") == NULL && g_mkdir_with_parents (cache, FOLDER_MODE) == 0)
    fd = open_in (cache);
  *folder = g_intern_string (fd >= 0 ? cache : g_get_tmp_dir ());
  return fd >= 0 ? fd : open_in (*folder);
}

ThSpool *
th_spool_new (void)
{
  const char *folder;
  int fd = open_somewhere (&folder);
  struct statvfs disk;
  ThSpool *self;

  if (fd < 0)
    return NULL;

  self = g_new0 (ThSpool, 1);
  self->fd = fd;
  self->folder = folder;
  self->bound = fstatvfs (fd, &disk) == 0 ? (guint64) disk.f_bavail * disk.f_frsize / 2
                                          : G_MAXINT64;
  return self;
}

void
th_spool_free (ThSpool *self)
{
  close (self->fd);
  g_free (self);
}

gboolean
th_spool_write (ThSpool    *self,
                const void *data,
                gsize       size)
{
  const guint8 *at = data;

  if (size > self->bound - MIN (self->size, self->bound))
    {
      errno = EFBIG;
      return FALSE;
    }
  while (size > 0)
    {
      gssize n = pwrite (self->fd, at, size, self->size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      at += n;
      size -= n;
      self->size += n;
    }
  return TRUE;
}

const char *
th_spool_explain (const ThSpool *self,
                  int            code)
{
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;

  if (code == EFBIG)
    return _("half of the free disk space has been used");
  if (code != ENOSPC && code != EDQUOT)
    return g_strerror (code);

  shown = g_filename_display_name (self->folder);
  text = g_strdup_printf (_("no space left in %s"), shown);
  return g_intern_string (text);
}

guint64
th_spool_get_size (const ThSpool *self)
{
  return self->size;
}

gssize
th_spool_read (ThSpool *self,
               guint64  offset,
               void    *buffer,
               gsize    size)
{
  return th_read_at (self->fd, offset, buffer, size);
}
