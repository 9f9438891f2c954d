/* th-thread-pool.h - the worker threads of the windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Work that takes longer than a frame is a GTask on a thread.  A window that closes or reloads
 * tells its workers to stop and does not wait for them, because that would freeze it.  The
 * program waits at its end, when there is no window left, so that main() does not return while
 * a worker runs.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* g_task_run_in_thread(), counted; from the main thread, on which the source object
 * of the task ends then, too. */
void     th_thread_pool_run   (GTask           *task,
                               GTaskThreadFunc  func);
/* The number of tasks that run, or that have ended but may still hold references until the main
 * loop runs.  Any thread. */
guint    th_thread_pool_get_n (void);
/* Waits until there are none, or until @ms have passed, since a network file may not answer;
 * FALSE in that case. */
gboolean th_thread_pool_wait  (guint            ms);

G_END_DECLS
