/* th-record-exec.h - a command that is run on the target while it is recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Here it runs as the user who called the program, elsewhere over a connection of its own, as the
 * user who logs in there.  It has no input; its output is that of this program.
 *
 * The command is started held: its process exists and has its final pid, so that the agent can be
 * told to trace it, but it does nothing before th_record_exec_release().
 *
 * For the main thread.
 */
#pragma once

#include "th-target.h"

G_BEGIN_DECLS

typedef struct _ThRecordExec ThRecordExec;

/* The process exists; @pid is its number on the target. */
typedef void (*ThRecordExecHeld)  (GPid     pid,
                                   gpointer data);
/* The command has ended; @status: its exit status, as a shell gives it: 128 and the signal if one
 * killed it. */
typedef void (*ThRecordExecEnded) (int      status,
                                   gpointer data);

/* Whether commands can be run on the target at all. */
gboolean      th_record_exec_is_possible (ThTarget           *target);
/* Starts the shell command, held.  @held (or NULL) is called at most once, then @ended once, both
 * from the main loop.  NULL and @error if it could not be started. */
ThRecordExec *th_record_exec_start       (ThTarget           *target,
                                          const char         *command,
                                          ThRecordExecHeld    held,
                                          ThRecordExecEnded   ended,
                                          gpointer            data,
                                          GError            **error);
/* Lets the command run, as soon as it is there. */
void          th_record_exec_release     (ThRecordExec       *self);
/* Asks the command and what it has started, or its connection, to end.  One that was not released
 * never runs. */
void          th_record_exec_end         (ThRecordExec       *self);
/* The same, and no function is called any more. */
void          th_record_exec_free        (ThRecordExec       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRecordExec, th_record_exec_free)

G_END_DECLS
