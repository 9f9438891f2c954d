/* th-record-processes.c - the processes that a plan names, on one target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-processes.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-message.h"

gboolean
th_record_process_is_number (const char *word)
{
  return *word != '\0' && word[strspn (word, "0123456789")] == '\0';
}

static gboolean
add_number (GArray      *pids,
            const char  *word,
            gsize        length,
            GError     **error)
{
  g_autofree char *digits = g_strndup (word, length);
  guint64 number;
  gint32 pid;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXINT32, &number, error))
    return FALSE;
  pid = (gint32) number;
  g_array_append_val (pids, pid);
  return TRUE;
}

/* @lines: "PID NAME" each, as the agent sends them. */
static gboolean
add_name (GArray             *pids,
          const char         *name,
          const char *const  *lines,
          GError            **error)
{
  guint n_before = pids->len;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *blank = strchr (lines[i], ' ');

      if (blank != NULL && g_pattern_match_simple (name, blank + 1))
        add_number (pids, lines[i], (gsize) (blank - lines[i]), NULL);
    }
  if (pids->len > n_before)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("no process on the target is called “%s”"), name);
  return FALSE;
}

GArray *
th_record_processes_find (char *const          *words,
                          const ThTargetFacts  *facts,
                          GError              **error)
{
  g_autoptr(GArray) pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree const char **lines = facts->processes != NULL
                                  ? th_message_get_strings (facts->processes, "names")
                                  : g_new0 (const char *, 1);

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    if (th_record_process_is_number (words[i]) ? !add_number (pids, words[i], strlen (words[i]),
                                                              error)
                                               : !add_name (pids, words[i], lines, error))
      return NULL;
  return g_steal_pointer (&pids);
}
