/* th-pipe-reader.c - a reader thread for a pipe, a terminal or a socket
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "th-aligned.h"
#include "th-pipe-reader.h"

#define PIECE (256 * 1024)

static gboolean
fail (ThReaderThread *thread)
{
  return th_reader_thread_fail (thread, TH_PROBLEM_READ, th_reader_thread_get_size (thread),
                                g_strerror (errno));
}

/* Reads what is available; FALSE at the end of the pipe, and if reading or storing fails. */
static gboolean
read_piece (ThReaderThread *thread,
            int             fd,
            guint8         *buffer)
{
  gssize n = read (fd, buffer, PIECE);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return TRUE;
  if (n < 0)
    return fail (thread);
  if (n > 0 && !th_reader_thread_append (thread, buffer, n))
    return th_reader_thread_fail_full (thread, th_reader_thread_get_size (thread));
  return n > 0;
}

/* A read alone could block forever, since a pipe may stall: so poll for data and for
 * the request to stop. */
static void
read_pipe (ThReaderThread *thread,
           gpointer        data)
{
  int fd = GPOINTER_TO_INT (data);
  g_autofree guint8 *buffer = th_aligned_alloc (PIECE);
  gboolean open = TRUE;

  while (open && !th_reader_thread_is_stopped (thread))
    {
      struct pollfd wait[] = { { fd, POLLIN, 0 },
                               { th_reader_thread_get_wake_fd (thread), POLLIN, 0 } };

      if (poll (wait, G_N_ELEMENTS (wait), -1) < 0)
        open = errno == EINTR || fail (thread);
      else if (wait[0].revents != 0)
        open = read_piece (thread, fd, buffer);
    }
}

static void
close_pipe (gpointer data)
{
  close (GPOINTER_TO_INT (data));
}

ThReaderThread *
th_pipe_reader_new (int      fd,
                    GError **error)
{
  return th_reader_thread_new (read_pipe, GINT_TO_POINTER (fd), close_pipe, error);
}
