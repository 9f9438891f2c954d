/* th-notes-lane.c - the lanes that `thresh notes add --lane` names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-error.h"
#include "th-notes-lane.h"

#include <string.h>

#include <glib/gi18n-lib.h>


#define CPU "cpu/"
#define TASK "task/"

/* The lanes of other buffers and of tracks, whose ids depend on analyses, are not looked up. */
static gboolean
has_cpu (ThRecording *recording,
         const char  *digits)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT32, &number, NULL))
    return FALSE;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        if (th_cpu_get_number (th_stream_get_cpu (stream, c)) == number)
          return TRUE;
    }
  return FALSE;
}

/* "1" of "CPU 1" and "cpu1"; NULL if @name is another one. */
static const char *
find_digits (const char *name)
{
  if (g_ascii_strncasecmp (name, "cpu", 3) != 0)
    return NULL;

  name += 3;
  while (*name == ' ')
    name++;
  return g_ascii_isdigit (*name) && strspn (name, "0123456789") == strlen (name) ? name : NULL;
}

/* Returns the number of tasks of that name, and the lane of the first.  The idle task has none. */
static guint
find_tasks (ThRecording *recording,
            const char  *name,
            char       **lane)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  guint n = 0;

  for (guint32 task = 1; task < th_tasks_get_n (tasks); task++)
    if (th_tasks_was_called (tasks, task, name) && n++ == 0)
      *lane = g_strdup_printf ("task/%d", th_tasks_get_pid (tasks, task));

  return n;
}

/* Whether "task/PID" names a task of the recording.  Lanes of other kinds are not looked up. */
static gboolean
may_exist (ThRecording *recording,
           const char  *name)
{
  gint64 pid;

  if (!g_str_has_prefix (name, TASK))
    return TRUE;

  return g_ascii_string_to_signed (name + strlen (TASK), 10, G_MININT32, G_MAXINT32, &pid, NULL) &&
         th_tasks_find (th_recording_get_tasks (recording), pid) != TH_TASK_NONE;
}

/* A task may be called "ksoftirqd/0", so what contains a slash is an id only if no task has that
 * name. */
static ThExit
find_other (ThRecording *recording,
            const char  *name,
            char       **lane)
{
  guint n = find_tasks (recording, name, lane);

  if (n == 0 && strchr (name, '/') != NULL && may_exist (recording, name))
    *lane = g_strdup (name);
  if (n > 1)
    g_clear_pointer (lane, g_free);
  if (*lane != NULL)
    return TH_EXIT_WHOLE;
  if (n > 1)
    return th_cli_usage_error ("notes", _("%u tasks are called “%s”: write “task/PID”"), n, name);

  return th_cli_usage_error ("notes", _("there is no lane “%s”: write one like “CPU 1”, the name "
                                        "of a task, or “task/PID”"), name);
}

static ThExit
find_lane (ThRecording *recording,
           const char  *name,
           char       **lane)
{
  const char *digits = g_str_has_prefix (name, CPU) && strchr (name + strlen (CPU), '/') == NULL
                       ? name + strlen (CPU) : find_digits (name);

  if (digits == NULL)
    return find_other (recording, name, lane);
  if (!has_cpu (recording, digits))
    return th_cli_usage_error ("notes", _("the recording has no CPU %s"), digits);

  *lane = g_strconcat (CPU, digits, NULL);
  return TH_EXIT_WHOLE;
}

ThExit
th_notes_find_lanes (ThRecording        *recording,
                     const char *const  *names,
                     char             ***lanes)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; names[i] != NULL; i++)
    {
      char *lane = NULL;
      ThExit status = find_lane (recording, names[i], &lane);

      if (lane == NULL)
        return status;
      g_ptr_array_add (found, lane);
    }

  g_ptr_array_add (found, NULL);
  *lanes = (char **) g_ptr_array_free (g_steal_pointer (&found), FALSE);
  return TH_EXIT_WHOLE;
}
