/* th-thread-pool.h - the threads that work for windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What takes longer than a frame is a GTask on a thread.  A window that closes,
 * or loads again, tells its workers to stop and does not wait for them, as that
 * would freeze it.  The program waits, at its very end, when no window is left
 * to freeze: a worker must not be caught in the middle by the end of main().
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* g_task_run_in_thread(), counted; from the main thread, on which the source object
 * of the task ends then, too. */
void     th_thread_pool_run   (GTask           *task,
                               GTaskThreadFunc  func);
/* How many are at work, or have ended and may still hold what they worked on, for
 * which the main loop has to turn.  Any thread. */
guint    th_thread_pool_get_n (void);
/* Until none is, or @ms have passed (a file on a network may not answer);
 * FALSE then. */
gboolean th_thread_pool_wait  (guint            ms);

G_END_DECLS
