/* th-experiment-child.h - runs the commands of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each command is a process group.  SIGINT, SIGTERM and SIGHUP end the group of the running
 * command; the program itself continues, so that it can restore the machine.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_CHILD_STATE,   /* background processes are part of the state, and are kept */
  TH_CHILD_LOAD,    /* background processes are killed at its end */
  TH_CHILD_RESTORE  /* like TH_CHILD_STATE, but signals do not end it */
} ThChildKind;

/* Handles the signals until the process ends. */
void     th_experiment_child_init           (void);
/* Whether one of the signals was received. */
gboolean th_experiment_child_is_interrupted (void);
/* Runs a shell command and waits for it.  Its output goes to standard error.  FALSE with
 * @error set if its status was not 0, or if a signal was received. */
gboolean th_experiment_child_run            (const char  *command,
                                             ThChildKind  kind,
                                             GError     **error);

G_END_DECLS
