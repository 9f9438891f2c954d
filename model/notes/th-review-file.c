/* th-review-file.c - reads and writes the small files of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK (th-review-error-quark, th_review_error)

gboolean
th_review_exists (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, TH_REVIEW_MANIFEST, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

gboolean
th_review_fail (GError    **error,
                const char *path,
                int         code)
{
  g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE, "“%s”: %s", path, g_strerror (code));
  return FALSE;
}

gboolean
th_review_read_bytes (int     fd,
                      guint64 offset,
                      guint8 *bytes,
                      gsize   size)
{
  for (gsize done = 0; done < size;)
    {
      ssize_t n = pread (fd, bytes + done, size - done, (off_t) (offset + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          errno = n == 0 ? EIO : errno;
          return FALSE;
        }
      done += (gsize) n;
    }

  return TRUE;
}

char *
th_review_read_file (const char *path,
                     gsize       max,
                     gsize      *length,
                     GError    **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), code = 0;
  struct stat facts;
  g_autofree char *text = NULL;

  if (fd < 0 || fstat (fd, &facts) != 0)
    code = errno;
  else if (!S_ISREG (facts.st_mode) || facts.st_size > (off_t) max)
    code = S_ISREG (facts.st_mode) ? EFBIG : EINVAL;
  else
    {
      *length = (gsize) facts.st_size;
      text = g_malloc0 (*length + 1);
      code = th_review_read_bytes (fd, 0, (guint8 *) text, *length) ? 0 : errno;
    }

  if (fd >= 0)
    close (fd);
  if (code != 0)
    th_review_fail (error, path, code);
  return code == 0 ? g_steal_pointer (&text) : NULL;
}

gboolean
th_review_write_file (const char *path,
                      const char *text,
                      gsize       length,
                      GError    **error)
{
  g_autoptr(GError) local = NULL;

  if (g_file_set_contents_full (path, text, (gssize) length,
                                G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666,
                                &local))
    return TRUE;

  g_set_error_literal (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE, local->message);
  return FALSE;
}
