/* th-agent-cleanup.c - removes what an agent created in tracefs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "th-agent-cleanup.h"

#define BUSY_WAIT_US (20 * 1000)
#define BUSY_TRIES 500

gboolean
th_agent_remove_instance (const ThAgentPlaces *places,
                          const char          *name)
{
  g_autofree char *path = g_build_filename (places->tracefs, "instances", name, NULL);
  g_autofree char *switch_path = g_build_filename (path, "tracing_on", NULL);

  th_agent_file_write (switch_path, "0", 0);
  for (guint i = 0; rmdir (path) != 0; i++)
    {
      if (errno == ENOENT)
        return TRUE;
      /* Somebody reads its files, or an agent that was killed is still closing them. */
      if (errno != EBUSY || i == BUSY_TRIES)
        return FALSE;
      g_usleep (BUSY_WAIT_US);
    }
  return TRUE;
}

/* Kernels before 5.0 have the latter alone, later ones without kprobes the former. */
static char *
read_probes (const ThAgentPlaces  *places,
             const char          **file)
{
  static const char *const files[] = { "dynamic_events", "kprobe_events" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      char *text = th_agent_file_read_in (places->tracefs, files[i]);

      *file = files[i];
      if (text != NULL)
        return text;
    }
  return NULL;
}

/* The "group/name" of a line like "p:group/name symbol"; NULL if it is none. */
static char *
dup_probe_name (const char *line)
{
  const char *colon = strchr (line, ':');
  gsize length;

  if (colon == NULL)
    return NULL;
  length = strcspn (colon + 1, " \t");
  return memchr (colon + 1, '/', length) != NULL ? g_strndup (colon + 1, length) : NULL;
}

gboolean
th_agent_remove_probes (const ThAgentPlaces *places,
                        const char          *group)
{
  const char *file;
  g_autofree char *text = read_probes (places, &file);
  g_autofree char *path = g_build_filename (places->tracefs, file, NULL);
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autofree char *prefix = g_strconcat (group, "/", NULL);
  gboolean all = TRUE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *name = dup_probe_name (lines[i]);
      g_autofree char *removal = g_strconcat ("-:", name, NULL);

      if (name != NULL && g_str_has_prefix (name, prefix))
        all &= th_agent_file_write (path, removal, O_APPEND);
    }
  return all;
}

GPtrArray *
th_agent_list_groups (const ThAgentPlaces *places)
{
  const char *file;
  g_autofree char *text = read_probes (places, &file);
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  GPtrArray *groups = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *name = dup_probe_name (lines[i]);

      if (name != NULL)
        *strchr (name, '/') = '\0';
      if (name == NULL || !g_str_has_prefix (name, TH_AGENT_PREFIX) ||
          g_ptr_array_find_with_equal_func (groups, name, g_str_equal, NULL))
        g_free (name);
      else
        g_ptr_array_add (groups, name);
    }
  return groups;
}

/* Restores one file of the top from the text of a mark. */
static void
restore (const ThAgentPlaces *places,
         const char          *mark)
{
  g_auto(GStrv) words = g_strsplit (mark, "\t", 2);
  g_autofree char *path = NULL;

  if (g_strv_length (words) != 2 || strstr (words[0], "..") != NULL)
    return;
  path = g_build_filename (places->tracefs, words[0], NULL);
  th_agent_file_write (path, words[1], O_TRUNC);
}

/* What an agent changed at the top and could not restore, last things first. */
static void
restore_top (const ThAgentPlaces *places,
             const char          *folder)
{
  g_autofree char *path = g_build_filename (folder, "trace", NULL);
  g_autofree char *text = th_agent_file_read (path, TH_AGENT_MAX_TEXT, NULL);
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = g_strv_length (lines); i > 0; i--)
    {
      const char *mark = strstr (lines[i - 1], ": " TH_AGENT_RESTORE_MARK);

      if (mark != NULL)
        restore (places, mark + strlen (": " TH_AGENT_RESTORE_MARK));
    }
}

gboolean
th_agent_remove_abandoned (const ThAgentPlaces *places,
                           const char          *name,
                           gint64               wait_us)
{
  g_autofree char *path = g_build_filename (places->tracefs, "instances", name, NULL);
  int lock = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean removed = FALSE;
  int locked;

  if (lock < 0)
    return FALSE;
  while ((locked = flock (lock, LOCK_EX | LOCK_NB)) != 0 && wait_us > 0)
    {
      g_usleep (BUSY_WAIT_US);
      wait_us -= BUSY_WAIT_US;
    }
  if (locked == 0)
    restore_top (places, path);
  if (locked == 0)
    removed = th_agent_remove_instance (places, name);
  close (lock);
  if (removed)
    th_agent_remove_probes (places, name);
  return removed;
}

GPtrArray *
th_agent_sweep (const ThAgentPlaces *places)
{
  g_autofree char *folder = g_build_filename (places->tracefs, "instances", NULL);
  g_auto(GStrv) names = th_agent_file_list (folder);
  g_autoptr(GPtrArray) groups = NULL;
  GPtrArray *swept = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (g_str_has_prefix (names[i], TH_AGENT_PREFIX) &&
        th_agent_remove_abandoned (places, names[i], 0))
      g_ptr_array_add (swept, g_strdup (names[i]));

  groups = th_agent_list_groups (places);
  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, groups->pdata[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS) &&
          th_agent_remove_probes (places, groups->pdata[i]))
        g_ptr_array_add (swept, g_strdup (groups->pdata[i]));
    }
  return swept;
}
