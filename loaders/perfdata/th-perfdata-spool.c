/* th-perfdata-spool.c - a file without a name, for what was unpacked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-perfdata.h"

struct _ThPfSpool
{
  int     fd;
  guint64 size;
};

ThPfSpool *
th_pf_spool_new (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("thresher-XXXXXX", &path, NULL);
  ThPfSpool *self;

  if (fd < 0)
    return NULL;

  /* Nobody finds it, and it goes with us however we end. */
  g_unlink (path);
  self = g_new0 (ThPfSpool, 1);
  self->fd = fd;
  return self;
}

void
th_pf_spool_free (ThPfSpool *self)
{
  close (self->fd);
  g_free (self);
}

gboolean
th_pf_spool_write (ThPfSpool  *self,
                   const void *data,
                   gsize       size)
{
  const guint8 *at = data;

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

gssize
th_pf_spool_read (ThPfSpool *self,
                  guint64    offset,
                  void      *buffer,
                  gsize      size)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = pread (self->fd, (guint8 *) buffer + done, size - done, offset + done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n < 0 && done == 0 ? -1 : (gssize) done;
      done += n;
    }
  return done;
}
