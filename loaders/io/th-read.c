/* th-read.c - pread() that counts its errors, and recordings that changed after their load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-read.h"

#define PIECE (64 << 10)

static guint n_failed, n_changed; /* atomic */

gssize
th_read_at (int      fd,
            guint64  offset,
            void    *buffer,
            gsize    size)
{
  gsize done = 0;

  if (offset > G_MAXINT64 || size > G_MAXSSIZE)
    return 0;

  while (done < size)
    {
      gssize n = pread (fd, (guint8 *) buffer + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          th_read_note_failed ();
          return -1;
        }
      if (n == 0)
        break;
      done += (gsize) n;
    }
  return (gssize) done;
}

/* --- whole files -------------------------------------------------------- */

static gboolean
fail_all (GError     **error,
          const char  *path,
          gboolean     is_open,
          int          code)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
               is_open ? _("Cannot read “%s”: %s") : _("Cannot open “%s”: %s"), name,
               g_strerror (code));
  return FALSE;
}

/* FALSE on an error, also if there are more than @max bytes, which sets @too_much. */
static gboolean
append_all (int         fd,
            guint       max,
            GByteArray *bytes,
            gboolean   *too_much)
{
  for (;;)
    {
      guint len = bytes->len;
      gssize n;

      g_byte_array_set_size (bytes, len + PIECE);
      n = read (fd, bytes->data + len, PIECE);
      g_byte_array_set_size (bytes, len + (guint) MAX (n, 0));
      if (n < 0 && errno == EINTR)
        continue;
      *too_much = bytes->len > max;
      if (n <= 0 || *too_much)
        return n == 0;
    }
}

static gboolean
refuse_all (GError     **error,
            const char  *path,
            guint        max)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
               _("%s: not a regular file of at most %d bytes"), name, (int) max);
  return FALSE;
}

static gboolean
read_all (int          fd,
          const char  *path,
          guint        max,
          GByteArray  *bytes,
          GError     **error)
{
  gboolean too_much = FALSE;
  struct stat st;

  if (fd < 0 || fstat (fd, &st) != 0)
    return fail_all (error, path, FALSE, errno);
  if (!S_ISREG (st.st_mode) && !S_ISFIFO (st.st_mode))
    return refuse_all (error, path, max);
  if (append_all (fd, max, bytes, &too_much))
    return TRUE;
  if (too_much)
    return refuse_all (error, path, max);

  th_read_note_failed ();
  return fail_all (error, path, TRUE, errno);
}

char *
th_read_all (const char *path,
             guint       max,
             gsize      *size,
             GError    **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  gboolean good = read_all (fd, path, max, bytes, error);

  if (fd >= 0)
    close (fd);
  if (!good)
    return NULL;

  *size = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

/* --- counts ------------------------------------------------------------- */

void
th_read_note_failed (void)
{
  __atomic_add_fetch (&n_failed, 1, __ATOMIC_RELAXED);
}

guint
th_read_get_n_failed (void)
{
  return __atomic_load_n (&n_failed, __ATOMIC_RELAXED);
}

void
th_read_note_changed (void)
{
  __atomic_add_fetch (&n_changed, 1, __ATOMIC_RELAXED);
}

guint
th_read_get_n_changed (void)
{
  return __atomic_load_n (&n_changed, __ATOMIC_RELAXED);
}
