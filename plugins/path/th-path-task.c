/* th-path-task.c - finds a task by its pid or its name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-task.h"

#include <glib/gi18n-lib.h>

#define MAX_NAMED 8

static guint32
find_by_name (ThRecording  *recording,
              const char   *name,
              GError      **error)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autoptr(GString) pids = g_string_new (NULL);
  guint32 found = TH_TASK_NONE;
  guint n = 0;

  for (guint32 task = 1; task < th_tasks_get_n (tasks); task++)
    {
      if (th_tasks_get_source (tasks, task) != th_recording_get_index (recording) ||
          !th_tasks_was_called (tasks, task, name))
        continue;
      if (n++ < MAX_NAMED)
        g_string_append_printf (pids, "%s%d", pids->len > 0 ? ", " : "",
                                th_tasks_get_pid (tasks, task));
      found = task;
    }

  if (n == 1)
    return found;
  if (n == 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _("The recording has no task “%s”"), name);
  else
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 ngettext ("%u task is called “%s”; give its pid: %s",
                           "%u tasks are called “%s”; give the pid of one: %s", n),
                 n, name, pids->str);
  return TH_TASK_NONE;
}

guint32
th_path_task_find (ThRecording  *recording,
                   const char   *text,
                   GError      **error)
{
  guint64 pid;
  guint32 task = TH_TASK_NONE;

  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &pid, NULL))
    task = th_tasks_find (th_recording_get_tasks (recording), pid);
  if (task != TH_TASK_NONE)
    return task;

  return find_by_name (recording, text, error);
}
