/* th-capture-process.c - the command that leads to an agent, and its three pipes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>

#include "th-process-tree.h"

#define MAX_LOG (64 << 10)
/* How often the end of the command is looked for, and how long it has after each signal. */
#define REAP_MS 20
#define SIGNAL_US (2 * G_TIME_SPAN_SECOND)

void
th_capture_process_init (ThCaptureProcess *self)
{
  *self = (ThCaptureProcess) { .input = -1, .output = -1, .errors = -1 };
  self->log = g_string_new (NULL);
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* Called in the child, where only async-signal-safe functions may be called. */
static void
set_up_cb (gpointer data G_GNUC_UNUSED)
{
  signal (SIGINT, SIG_IGN);
}

gboolean
th_capture_process_start (ThCaptureProcess  *self,
                          char             **argv,
                          GError           **error)
{
  if (!g_spawn_async_with_pipes (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                                 set_up_cb, NULL, &self->pid, &self->input, &self->output,
                                 &self->errors, error))
    {
      self->pid = 0;
      return FALSE;
    }
  return g_unix_set_fd_nonblocking (self->input, TRUE, error) &&
         g_unix_set_fd_nonblocking (self->output, TRUE, error) &&
         g_unix_set_fd_nonblocking (self->errors, TRUE, error);
}

/* The signal may be meant for this thread alone, so it is blocked here and taken back. */
gssize
th_capture_process_write_quietly (int           fd,
                                  const guint8 *bytes,
                                  gsize         size)
{
  const struct timespec now = { 0, 0 };
  sigset_t pipe_signal, old;
  gssize n;
  int code;

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &old);
  n = write (fd, bytes, size);
  code = errno;
  if (n < 0 && code == EPIPE && !sigismember (&old, SIGPIPE))
    sigtimedwait (&pipe_signal, NULL, &now);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  errno = code;
  return n;
}

gboolean
th_capture_process_write (ThCaptureProcess *self,
                          GByteArray       *bytes)
{
  while (bytes->len > 0 && self->input >= 0)
    {
      gssize n = th_capture_process_write_quietly (self->input, bytes->data, bytes->len);

      if (n > 0)
        g_byte_array_remove_range (bytes, 0, (guint) n);
      else if (errno == EAGAIN)
        return TRUE;
      else if (errno != EINTR)
        {
          close_fd (&self->input);
          return FALSE;
        }
    }
  return self->input >= 0;
}

void
th_capture_process_read_errors (ThCaptureProcess *self)
{
  char buffer[4096];
  gssize n;

  while (self->errors >= 0)
    {
      n = read (self->errors, buffer, sizeof buffer);
      if (n > 0)
        {
          g_string_append_len (self->log, buffer, n);
          if (self->log->len > MAX_LOG)
            g_string_erase (self->log, 0, (gssize) (self->log->len - MAX_LOG));
        }
      else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_fd (&self->errors);
      else if (errno == EAGAIN)
        return;
    }
}

void
th_capture_process_close_input (ThCaptureProcess *self)
{
  close_fd (&self->input);
}

static gboolean
has_ended (ThCaptureProcess *self)
{
  pid_t found;

  if (self->pid == 0)
    return TRUE;
  do
    found = waitpid (self->pid, &self->status, WNOHANG);
  while (found < 0 && errno == EINTR);
  if (found == 0)
    return FALSE;
  if (found < 0)
    self->status = 0;
  self->pid = 0;
  return TRUE;
}

/* @tree: its descendants, which are to end, too; or NULL.  What they print is read meanwhile, or
 * they could hang in writing it. */
static gboolean
wait_until (ThCaptureProcess *self,
            ThProcessTree    *tree,
            gint64            deadline_us)
{
  while (!has_ended (self) || (tree != NULL && th_process_tree_is_running (tree)))
    {
      struct pollfd one = { .fd = self->errors, .events = POLLIN };

      if (g_get_monotonic_time () >= deadline_us)
        return FALSE;
      poll (&one, 1, REAP_MS);
      th_capture_process_read_errors (self);
    }
  th_capture_process_read_errors (self);
  return TRUE;
}

static gboolean
end_by_signal (ThCaptureProcess *self,
               ThProcessTree    *tree,
               int               number)
{
  /* pkexec and what it starts belong to root: for them the closed input is the order to end. */
  if (tree != NULL)
    th_process_tree_signal (tree, number);
  else
    kill (self->pid, number);
  return wait_until (self, tree, g_get_monotonic_time () + SIGNAL_US);
}

static void
end_by_force (ThCaptureProcess *self,
              ThProcessTree    *tree)
{
  if (!end_by_signal (self, tree, SIGTERM))
    end_by_signal (self, tree, SIGKILL);
}

void
th_capture_process_reap (ThCaptureProcess *self,
                         gint64            deadline_us)
{
  g_autoptr(ThProcessTree) tree = NULL;

  if (self->pid == 0 || wait_until (self, NULL, deadline_us))
    return;
  tree = th_process_tree_new (self->pid);
  end_by_force (self, tree);
}

void
th_capture_process_end (ThCaptureProcess *self)
{
  close_fd (&self->input);
  if (self->pid != 0 && !wait_until (self, NULL, 0))
    end_by_force (self, NULL);
  close_fd (&self->output);
  close_fd (&self->errors);
}

void
th_capture_process_clear (ThCaptureProcess *self)
{
  th_capture_process_end (self);
  g_string_free (self->log, TRUE);
}
