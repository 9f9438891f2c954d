/* th-cli-cpus.c - the CPUs that an option names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-cpus.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-literals.h"

/* The number of CPUs of the machine as the file tells it; 0 if it does not.  CPUs without events
 * may have no lane. */
static guint
get_n_declared (ThRecording *part)
{
  const char *text = th_recording_get_fact (part, "cpus");
  guint64 n;

  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16 + 1, &n, NULL)
         ? (guint) n : 0;
}

static gint
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint first = *(const guint *) a, second = *(const guint *) b;

  return first < second ? -1 : first > second;
}

static void
add_number (GArray     *list,
            GHashTable *known,
            guint       number)
{
  if (g_hash_table_add (known, GUINT_TO_POINTER (number)))
    g_array_append_val (list, number);
}

/* Ascending, of guint; free with g_array_unref(). */
static GArray *
list_cpus (ThRecording *recording)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GHashTable) known = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < th_recording_get_n_parts (recording); i++)
    {
      guint n = get_n_declared (th_recording_get_part (recording, i));

      for (guint number = 0; number < n; number++)
        add_number (list, known, number);
    }
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
        add_number (list, known, th_stream_get_cpu_number (stream, i));
    }

  g_array_sort (list, compare_numbers);
  return list;
}

gboolean
th_cli_check_cpus (const char   *command,
                   ThRecording  *recording,
                   const char   *text,
                   const GArray *numbers)
{
  g_autoptr(GArray) cpus = list_cpus (recording), missing = NULL;
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *all = th_cpus_format (cpus), *others = NULL;
  guint n_found = 0;

  missing = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < numbers->len; i++)
    {
      guint number = g_array_index (numbers, guint, i);

      if (g_array_binary_search (cpus, &number, compare_numbers, NULL))
        n_found++;
      else
        add_number (missing, seen, number);
    }
  if (missing->len == 0)
    return TRUE;
  if (n_found == 0 && cpus->len == 0)
    th_cli_usage_error (command, _("there is no CPU %s: the recording has no events"), text);
  else if (n_found == 0)
    th_cli_usage_error (command, _("there is no CPU %s: the recording has %s"), text, all);
  if (n_found == 0)
    return FALSE;

  g_array_sort (missing, compare_numbers);
  others = th_cpus_format (missing);
  g_printerr (_("thresh %s: there is no CPU %s: the recording has %s\n"), command, others, all);
  return TRUE;
}
