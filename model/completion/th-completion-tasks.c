/* th-completion-tasks.c - offers tasks, processes and CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-completion-private.h"

/* Also offers the names saved in the file, because a task may have had another name. */
void
completion_add_tasks (CompletionOffer *offer,
                      gboolean         pids)
{
  ThTasks *tasks = th_recording_get_tasks (offer->completer->recording);
  guint32 n = th_tasks_get_n (tasks);

  for (guint32 i = 0; i < n && !completion_is_full (offer); i++)
    {
      const char *name = th_tasks_get_name (tasks, i, G_MAXINT64);
      g_autofree char *pid = NULL;

      if (pids)
        {
          completion_offer_number (offer, th_tasks_get_pid (tasks, i), name);
          continue;
        }
      pid = g_strdup_printf (_("pid %d"), th_tasks_get_pid (tasks, i));
      completion_offer_quoted (offer, name, pid);
      completion_offer_quoted (offer, th_tasks_get_saved (tasks, i), pid);
    }
}

void
completion_add_cpus (CompletionOffer *offer)
{
  for (guint s = 0; s < th_recording_get_n_streams (offer->completer->recording); s++)
    {
      ThStream *stream = th_recording_get_stream (offer->completer->recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        if (th_cpu_get_number (th_stream_get_cpu (stream, c)) != G_MAXUINT)
          completion_offer_number (offer, th_cpu_get_number (th_stream_get_cpu (stream, c)), "");
    }
}

void
completion_add_processes (CompletionOffer *offer)
{
  ThTasks *tasks = th_recording_get_tasks (offer->completer->recording);

  for (guint32 i = 0; i < th_tasks_get_n (tasks); i++)
    if (th_tasks_get_tgid (tasks, i) >= 0)
      completion_offer_number (offer, th_tasks_get_tgid (tasks, i), "");
}
