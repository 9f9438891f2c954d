/* th-agent-task-names.c - the names of all tasks that can be found
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-agent-task-names.h"

/* Longer than any that the kernel gives: kernel threads have up to 63 bytes. */
#define MAX_NAME 128

struct _ThAgentTaskNames
{
  const ThAgentPlaces *places;
  GTree               *names; /* pid to name */
  GDir                *scan;
};

static int
compare_pids (gconstpointer a,
              gconstpointer b,
              gpointer      unused)
{
  return GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b) ? -1 : a != b;
}

ThAgentTaskNames *
th_agent_task_names_new (const ThAgentPlaces *places)
{
  ThAgentTaskNames *self = g_new0 (ThAgentTaskNames, 1);

  self->places = places;
  self->names = g_tree_new_full (compare_pids, NULL, NULL, g_free);
  return self;
}

void
th_agent_task_names_free (ThAgentTaskNames *self)
{
  g_tree_unref (self->names);
  g_clear_pointer (&self->scan, g_dir_close);
  g_free (self);
}

void
th_agent_task_names_begin (ThAgentTaskNames *self)
{
  g_clear_pointer (&self->scan, g_dir_close);
  self->scan = g_dir_open (self->places->proc, 0, NULL);
}

static gboolean
parse_pid (const char *text,
           guint      *pid)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &value, NULL))
    return FALSE;
  *pid = value;
  return TRUE;
}

/* A task may call itself anything; here a name is the rest of a line. */
static void
take_name (ThAgentTaskNames *self,
           guint             pid,
           char             *name)
{
  for (char *c = name; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = '?';
  g_tree_insert (self->names, GUINT_TO_POINTER (pid), name);
}

static void
scan_process (ThAgentTaskNames *self,
              const char       *process)
{
  g_autofree char *folder = g_build_filename (self->places->proc, process, "task", NULL);
  g_autoptr(GDir) tasks = g_dir_open (folder, 0, NULL);
  const char *task;

  while (tasks != NULL && (task = g_dir_read_name (tasks)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, task, "comm", NULL);
      gsize size;
      char *name;
      guint pid;

      if (!parse_pid (task, &pid) ||
          (name = th_agent_file_read (path, MAX_NAME, &size)) == NULL)
        continue;
      if (size > 0 && name[size - 1] == '\n')
        name[size - 1] = '\0';
      take_name (self, pid, name);
    }
}

/* Tasks that are gone; a living one is known better by /proc. */
static void
merge_saved (ThAgentTaskNames *self)
{
  g_autofree char *text = th_agent_file_read_in (self->places->tracefs, "saved_cmdlines");
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *space = strchr (lines[i], ' ');
      guint pid;

      if (space == NULL)
        continue;
      *space = '\0';
      if (parse_pid (lines[i], &pid) &&
          g_tree_lookup (self->names, GUINT_TO_POINTER (pid)) == NULL)
        take_name (self, pid, g_strdup (space + 1));
    }
}

gboolean
th_agent_task_names_step (ThAgentTaskNames *self,
                          guint             n_processes)
{
  if (self->scan == NULL)
    return FALSE;
  for (guint i = 0; i < n_processes; i++)
    {
      const char *name = g_dir_read_name (self->scan);

      if (name == NULL)
        {
          g_clear_pointer (&self->scan, g_dir_close);
          merge_saved (self);
          return FALSE;
        }
      if (g_ascii_isdigit (*name))
        scan_process (self, name);
    }
  return TRUE;
}

static gboolean
append_name (gpointer pid,
             gpointer name,
             gpointer text)
{
  g_string_append_printf (text, "%u %s\n", GPOINTER_TO_UINT (pid), (const char *) name);
  return FALSE;
}

char *
th_agent_task_names_dup_text (ThAgentTaskNames *self)
{
  GString *text = g_string_new (NULL);

  g_tree_foreach (self->names, append_name, text);
  return g_string_free (text, FALSE);
}
