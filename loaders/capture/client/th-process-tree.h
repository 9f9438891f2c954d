/* th-process-tree.h - ends a process together with its descendants
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A shell that runs several commands does not pass a signal on to them.  A process group of their
 * own would do so, but then no program in it could ask for a password on the terminal.
 *
 * A descendant that has a session of its own is left alone: a daemon outlives its parent on
 * purpose, and so does the process that cleans up after a killed agent.
 *
 * For one thread at a time.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThProcessTree ThProcessTree;

/* @root, a child of this program that was not reaped, and its descendants at this moment. */
ThProcessTree *th_process_tree_new        (GPid           root);
void           th_process_tree_free       (ThProcessTree *self);
/* Sends the signal to all of them that still run. */
void           th_process_tree_signal     (ThProcessTree *self,
                                           int            signal);
/* Whether one of them still runs; a zombie does not. */
gboolean       th_process_tree_is_running (ThProcessTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThProcessTree, th_process_tree_free)

G_END_DECLS
