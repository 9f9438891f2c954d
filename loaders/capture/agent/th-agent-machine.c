/* th-agent-machine.c - what the agent has to know about the machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "th-agent-machine.h"

#define DEFAULT_BUFFER_KB (8 << 10)
#define LEAST_BUFFER_KB 256
#define MAX_CPUS 8192
#define MAX_PAGE_SIZE (4 << 20)

static int
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return first < second ? -1 : first > second;
}

GArray *
th_agent_list_cpus (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "per_cpu", NULL);
  g_auto(GStrv) names = th_agent_file_list (path);
  GArray *cpus = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      guint64 number;
      guint32 cpu;

      if (!g_str_has_prefix (names[i], "cpu") ||
          !g_ascii_string_to_unsigned (names[i] + 3, 10, 0, MAX_CPUS - 1, &number, NULL))
        continue;
      cpu = number;
      g_array_append_val (cpus, cpu);
    }
  g_array_sort (cpus, compare_cpus);
  return cpus;
}

char **
th_agent_read_words (const char *folder,
                     const char *file)
{
  g_autofree char *text = th_agent_file_read_in (folder, file);
  g_autoptr(GPtrArray) words = g_ptr_array_new ();
  g_auto(GStrv) parts = g_strsplit_set (text != NULL ? text : "", " \n[]", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_ptr_array_add (words, g_strdup (parts[i]));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

guint64
th_agent_read_available_kb (const ThAgentPlaces *places)
{
  g_autofree char *text = th_agent_file_read_in (places->proc, "meminfo");
  const char *line = text != NULL ? strstr (text, "MemAvailable:") : NULL;

  return line != NULL ? g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) : 0;
}

guint64
th_agent_get_default_buffer_kb (guint64 available_kb,
                                guint   n_cpus)
{
  return CLAMP (available_kb / 16 / MAX (n_cpus, 1), LEAST_BUFFER_KB, DEFAULT_BUFFER_KB);
}

guint64
th_agent_get_max_buffer_kb (guint64 available_kb,
                            guint   n_cpus)
{
  return MAX (available_kb / 2 / MAX (n_cpus, 1), LEAST_BUFFER_KB);
}

guint
th_agent_parse_page_size (const char *header_page)
{
  const char *data = strstr (header_page, "field: char data;");
  guint offset, size;

  if (data == NULL || sscanf (data, "field: char data; offset:%u; size:%u;", &offset, &size) != 2)
    return 0;
  return offset == 16 && size >= 1024 && size <= MAX_PAGE_SIZE - offset ? offset + size : 0;
}

gboolean
th_agent_read_clock (const char *name,
                     gint64     *ns)
{
  static const struct { const char *name; clockid_t id; } clocks[] = {
    { "mono", CLOCK_MONOTONIC }, { "mono_raw", CLOCK_MONOTONIC_RAW },
    { "boot", CLOCK_BOOTTIME }, { "tai", CLOCK_TAI }, { "real", CLOCK_REALTIME },
  };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      struct timespec now;

      if (!g_str_equal (name, clocks[i].name))
        continue;
      clock_gettime (clocks[i].id, &now);
      *ns = now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
      return TRUE;
    }
  return FALSE;
}
