/* th-read.c - pread() that counts its errors, and recordings that changed after their load
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "th-read.h"

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
