/* th-trace-file.c - the file under a trace writer: complete writes, sparseness, names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-read.h"
#include "th-trace-file.h"
#include "th-trace-writer.h"

#define COPY_STEP (1u << 20)

G_DEFINE_QUARK (th-trace-writer-error-quark, th_trace_writer_error)

gboolean
th_trace_file_write (int         fd,
                     guint64     offset,
                     const void *data,
                     gsize       size,
                     gsize      *done)
{
  gsize n = 0;

  while (n < size)
    {
      gssize written = pwrite (fd, (const guint8 *) data + n, size - n, (off_t) (offset + n));

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        {
          errno = written < 0 ? errno : ENOSPC;
          break;
        }
      n += (gsize) written;
    }
  if (done != NULL)
    *done = n;
  return n == size;
}

/* A file system without holes allocates blocks for all of the file at once. */
gboolean
th_trace_file_is_sparse (int fd)
{
  const off_t probe = 4 << 20;
  struct stat st;

  if (ftruncate (fd, probe) != 0 || fsync (fd) != 0 || fstat (fd, &st) != 0)
    return FALSE;

  errno = EOPNOTSUPP;
  return (guint64) st.st_blocks * 512 < (guint64) probe / 2;
}

gboolean
th_trace_file_rename (const char *from,
                      const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return TRUE;
  if (errno != EINVAL && errno != ENOSYS)
    return FALSE;

  /* The file system has no such rename; link(2) does not replace either. */
  return link (from, to) == 0 && unlink (from) == 0;
}

static gboolean
copy_by_hand (int     from,
              guint64 offset,
              int     to,
              guint64 at,
              guint64 size)
{
  g_autofree guint8 *buffer = g_malloc (COPY_STEP);

  while (size > 0)
    {
      gssize n = th_read_at (from, offset, buffer, MIN (size, COPY_STEP));

      if (n <= 0)
        {
          errno = n < 0 ? errno : EIO;
          return FALSE;
        }
      if (!th_trace_file_write (to, at, buffer, (gsize) n, NULL))
        return FALSE;
      offset += (guint64) n;
      at += (guint64) n;
      size -= (guint64) n;
    }
  return TRUE;
}

gboolean
th_trace_file_copy (int     from,
                    guint64 offset,
                    int     to,
                    guint64 at,
                    guint64 size)
{
  off_t in = (off_t) offset, out = (off_t) at;

  while (size > 0)
    {
      gssize n = copy_file_range (from, &in, to, &out, size, 0);

      if (n < 0 && errno == ENOSPC)
        return FALSE;
      if (n <= 0)
        return copy_by_hand (from, (guint64) in, to, (guint64) out, size);
      size -= (guint64) n;
    }
  return TRUE;
}

void
th_trace_file_set_error (GError    **error,
                         const char *path,
                         int         code)
{
  g_autofree char *name = g_filename_display_name (path);

  if (code == EEXIST)
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_EXISTS,
                 _("“%s” exists already. Choose another name."), name);
  else if (code == EFBIG)
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL,
                 _("“%s” cannot become large enough: the file system or “ulimit -f” limits the "
                   "size of files."), name);
  else if (code == ENOSPC || code == EDQUOT)
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL,
                 _("There is no room left for “%s”. Everything that was recorded until then is "
                   "kept. Free some space, or record to another disk."), name);
  else
    g_set_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DISK,
                 _("Cannot write “%s”: %s"), name, g_strerror (code));
}
