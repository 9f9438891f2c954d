/* th-agent-top.c - the top of tracefs, which belongs to everybody
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-agent-machine.h"
#include "th-agent-top.h"

static gboolean
refuse (GError     **error,
        const char  *what)
{
  g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_IN_USE,
               "This kernel has function_graph for one program at a time, and another one uses "
               "it: %s", what);
  return FALSE;
}

/* What each file says if nobody uses it; a comment counts as nothing. */
static gboolean
check_files (const ThAgentPlaces *places,
             GError             **error)
{
  static const char *const files[][2] = {
    { "current_tracer", "nop" }, { "set_event", "" }, { "set_event_pid", "" },
    { "set_event_notrace_pid", "" }, { "set_ftrace_pid", "no pid" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = th_agent_file_read_in (places->tracefs, files[i][0]);

      if (text != NULL && *text != '\0' && *text != '#' && !g_str_equal (text, files[i][1]))
        return refuse (error, files[i][0]);
    }
  return TRUE;
}

static gboolean
check_buffers (const ThAgentPlaces *places,
               GError             **error)
{
  g_autoptr(GArray) cpus = th_agent_list_cpus (places->tracefs);

  for (guint i = 0; i < cpus->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("per_cpu/cpu%u/stats",
                                               g_array_index (cpus, guint32, i));
      g_autofree char *stats = th_agent_file_read_in (places->tracefs, name);

      if (stats != NULL && !g_str_has_prefix (stats, "entries: 0\n"))
        return refuse (error, "its buffers hold events");
    }
  return TRUE;
}

gboolean
th_agent_top_is_unused (const ThAgentPlaces *places,
                        GError             **error)
{
  return check_files (places, error) && check_buffers (places, error);
}

/* "local [global] counter" → "global" */
static char *
dup_chosen (const char *text)
{
  const char *open = strchr (text, '['), *end = open != NULL ? strchr (open, ']') : NULL;

  return end != NULL ? g_strndup (open + 1, end - open - 1) : NULL;
}

/* "7 (expanded: 1408)" → "1408": once the buffers have been used the kernel expands no more, and
 * the next user would have 7 KB. */
static char *
dup_size (const char *text)
{
  const char *expanded = strstr (text, "expanded: ");
  const char *number = expanded != NULL ? expanded + strlen ("expanded: ") : text;

  return g_strndup (number, strspn (number, "0123456789"));
}

char *
th_agent_top_dup_text (const ThAgentPlaces *places,
                       const char          *file)
{
  g_autofree char *text = th_agent_file_read_in (places->tracefs, file);

  if (text == NULL)
    return NULL;
  if (g_str_equal (file, "trace_clock"))
    return dup_chosen (text);
  if (g_str_equal (file, "buffer_size_kb"))
    return dup_size (text);
  if (g_str_has_suffix (file, "/filter"))
    return g_strdup (g_str_equal (text, "none") ? "0" : text);
  if (g_str_has_suffix (file, "/enable"))
    return g_strndup (text, 1);
  /* Comments stand for an empty list of functions; lists of tasks were empty. */
  if (*text == '#' || g_str_has_suffix (file, "_pid"))
    return g_strdup ("");
  return g_steal_pointer (&text);
}
