/* th-capture-process.h - the command that leads to an agent, and its three pipes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pipes do not block.  SIGINT is ignored by the command, so that Ctrl+C in a terminal reaches
 * this program alone, which then stops the recording in order.  Standard error is kept apart: its
 * last 64 KiB are the log.
 *
 * For one thread at a time.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  GPid     pid;     /* 0: ended and reaped, or never started */
  int      status;  /* of waitpid(), once pid is 0 */
  int      input;   /* its standard input; -1: closed */
  int      output;
  int      errors;
  GString *log;     /* as it came */
} ThCaptureProcess;

void     th_capture_process_init  (ThCaptureProcess   *self);
/* Kills the command if it still runs. */
void     th_capture_process_clear (ThCaptureProcess   *self);
gboolean th_capture_process_start (ThCaptureProcess   *self,
                                   char              **argv,
                                   GError            **error);
/* As write(2), but a pipe without a reader is EPIPE and never SIGPIPE. */
gssize   th_capture_process_write_quietly (int           fd,
                                           const guint8 *bytes,
                                           gsize         size);
/* Writes as much as fits and removes it from @bytes.  FALSE if the command has closed its input. */
gboolean th_capture_process_write (ThCaptureProcess   *self,
                                   GByteArray         *bytes);
/* Reads what is available into the log; closes the pipe at its end. */
void     th_capture_process_read_errors (ThCaptureProcess *self);
/* Tells an agent to end. */
void     th_capture_process_close_input (ThCaptureProcess *self);
/* Kills the command, but not what it has started: an agent on this machine may go on with the
 * recording.  Closes the pipes, so that another command can be started; the log stays. */
void     th_capture_process_end   (ThCaptureProcess   *self);
/* Waits for the command to end until @deadline_us.  Then it gets SIGTERM, and 2 s later SIGKILL,
 * with all that it has started (th-process-tree.h). */
void     th_capture_process_reap  (ThCaptureProcess   *self,
                                   gint64              deadline_us);

G_END_DECLS
