/* th-review-key.c - the key that identifies the content of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-session-key.h"

static char *
make_key (int         fd,
          guint64     size,
          const char *path,
          GError    **error)
{
  ThSessionPiece pieces[TH_SESSION_MAX_PIECES];
  guint n = th_session_list_pieces (size, pieces);
  g_autoptr(GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      guint begin = bytes->len;

      g_byte_array_set_size (bytes, begin + (guint) pieces[i].length);
      if (!th_review_read_bytes (fd, pieces[i].offset, bytes->data + begin, pieces[i].length))
        {
          th_review_fail (error, path, errno);
          return NULL;
        }
    }

  return th_session_make_key (size, bytes->data, bytes->len);
}

char *
th_review_make_key (const char *path,
                    GError    **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat facts;
  char *key = NULL;

  if (fd < 0 || fstat (fd, &facts) != 0)
    th_review_fail (error, path, errno);
  else if (!S_ISREG (facts.st_mode) || facts.st_size == 0)
    g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
                 _("“%s” is empty or not a regular file"), path);
  else
    key = make_key (fd, (guint64) facts.st_size, path, error);

  if (fd >= 0)
    close (fd);
  return key;
}
