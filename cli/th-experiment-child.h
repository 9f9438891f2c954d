/* th-experiment-child.h - runs the commands of an experiment, until a signal ends them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each command is a process group.  SIGINT, SIGTERM and SIGHUP end the group of the command
 * that runs; the program itself goes on, so that it can put the machine back.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_CHILD_STATE,   /* what it leaves in the background is the state, and is kept */
  TH_CHILD_LOAD,    /* what it leaves in the background is ended */
  TH_CHILD_RESTORE  /* as TH_CHILD_STATE, but signals do not end it */
} ThChildKind;

/* Takes over the signals, until the end of the process. */
void     th_experiment_child_init           (void);
/* Whether a signal has come. */
gboolean th_experiment_child_is_interrupted (void);
/* Runs a command of the shell and waits for it.  Its output goes to standard error.  FALSE if
 * it did not end with 0, or if a signal has come. */
gboolean th_experiment_child_run            (const char  *command,
                                             ThChildKind  kind,
                                             GError     **error);

G_END_DECLS
