/* th-thread-pool.h - the worker threads of the windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Work that takes longer than a frame is a GTask on a thread.  A window that closes or reloads
 * asks its workers to stop and does not wait for them, because that would freeze it.  The
 * program waits before it exits, when there is no window left, so that main() does not return
 * while a worker runs.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Calls g_task_run_in_thread() and counts the task.  Call it from the main thread, on which the
 * source object of the task is then released, too. */
void     th_thread_pool_run  (GTask           *task,
                              GTaskThreadFunc  func);
/* Count work that runs on a thread in another way: enter on the main thread before it begins,
 * leave on its thread when it has ended. */
void     th_thread_pool_enter (void);
void     th_thread_pool_leave (void);
/* Waits until no task is running.  Returns FALSE if @ms milliseconds pass before that, because a
 * network file may not respond; so 0 asks whether a task is running. */
gboolean th_thread_pool_wait (guint            ms);

G_END_DECLS
