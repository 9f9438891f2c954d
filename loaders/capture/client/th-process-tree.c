/* th-process-tree.c - ends a process together with its descendants
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-process-tree.h"

#include <poll.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <unistd.h>

#define MAX_PROCESSES 1000

struct _ThProcessTree
{
  GArray *processes; /* int, pidfds: a pid may be used again once its process was reaped */
};

static gboolean
is_in_session (GPid pid)
{
  return getsid (pid) == getsid (0);
}

static void add_children (ThProcessTree *self,
                          GPid           parent);

static void
add_process (ThProcessTree *self,
             GPid           pid)
{
  int fd = is_in_session (pid) ? pidfd_open (pid, 0) : -1;

  if (fd < 0)
    return;
  g_array_append_val (self->processes, fd);
  add_children (self, pid);
}

static void
add_children_of_thread (ThProcessTree *self,
                        const char    *thread)
{
  g_autofree char *path = g_build_filename (thread, "children", NULL);
  g_autofree char *text = NULL;
  g_auto(GStrv) pids = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  pids = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; pids[i] != NULL && self->processes->len < MAX_PROCESSES; i++)
    {
      guint64 pid;

      if (g_ascii_string_to_unsigned (pids[i], 10, 1, G_MAXINT32, &pid, NULL))
        add_process (self, (GPid) pid);
    }
}

static void
add_children (ThProcessTree *self,
              GPid           parent)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", parent);
  g_autoptr(GDir) threads = g_dir_open (folder, 0, NULL);
  const char *name;

  while (threads != NULL && (name = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *thread = g_build_filename (folder, name, NULL);

      add_children_of_thread (self, thread);
    }
}

static void
close_fd (gpointer data)
{
  close (*(int *) data);
}

ThProcessTree *
th_process_tree_new (GPid root)
{
  ThProcessTree *self = g_new0 (ThProcessTree, 1);

  self->processes = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_set_clear_func (self->processes, close_fd);
  add_process (self, root);
  return self;
}

void
th_process_tree_free (ThProcessTree *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->processes);
  g_free (self);
}

void
th_process_tree_signal (ThProcessTree *self,
                        int            signal)
{
  /* Those of another user, as pkexec starts them, refuse it; their input has ended. */
  for (guint i = 0; i < self->processes->len; i++)
    if (pidfd_send_signal (g_array_index (self->processes, int, i), signal, NULL, 0) != 0)
      g_debug ("a process was not sent signal %d", signal);
}

gboolean
th_process_tree_is_running (ThProcessTree *self)
{
  for (guint i = 0; i < self->processes->len; i++)
    {
      struct pollfd one = { .fd = g_array_index (self->processes, int, i), .events = POLLIN };

      if (poll (&one, 1, 0) == 0)
        return TRUE;
    }
  return FALSE;
}
