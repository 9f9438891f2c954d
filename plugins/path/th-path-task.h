/* th-path-task.h - finds a task by its pid or its name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Returns the task that has the pid @text, or else that is or was called so; TH_TASK_NONE with
 * @error if there is none, or if there are several of that name. */
guint32 th_path_task_find (ThRecording  *recording,
                           const char   *text,
                           GError      **error);

G_END_DECLS
