/* th-recording-facts.c - a recording in one line, and its losses in words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-facts.h"
#include "th-scene-times.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

static void
add_part (GString *line,
          char    *part) /* taken */
{
  if (part[0] != '\0')
    g_string_append_printf (line, "%s%s", line->len > 0 ? " · " : "", part);

  g_free (part);
}

char *
th_recording_facts_describe_losses (const ThLosses *losses)
{
  g_autofree char *count = th_format_count (losses->n_known);
  g_autofree char *n_gaps = th_format_count (losses->n_gaps);
  guint gaps = MIN (losses->n_gaps, G_MAXUINT);

  if (gaps == 0)
    return g_strdup ("");
  if (losses->n_known == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s gap with lost events",
                                         "%s gaps with lost events", gaps), n_gaps);
  if (losses->has_unknown)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s gap, at least %s events lost",
                                         "%s gaps, at least %s events lost", gaps), n_gaps, count);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s gap, %s events lost",
                                       "%s gaps, %s events lost", gaps), n_gaps, count);
}

char *
th_recording_facts_lost (ThRecording *recording)
{
  ThLosses losses;

  /* There may be very many gaps, so they are summed up only after the load. */
  if (th_recording_get_state (recording) == TH_LOAD_RUNNING)
    return g_strdup ("");

  th_recording_sum_losses (recording, &losses);
  return th_recording_facts_describe_losses (&losses);
}

static char *
clock_part (ThRecording *recording)
{
  const ThClock *clock;

  if (th_recording_get_n_streams (recording) == 0)
    return g_strdup ("");

  clock = th_recording_get_clock (recording);
  if (clock->name == NULL || clock->name[0] == '\0')
    return g_strdup ("");
  if (clock->ticks)
    /* Translators: the trace's clock counts something that is not ns */
    return g_strdup_printf (_("clock %s (ticks)"), clock->name);

  return g_strdup_printf (_("clock %s"), clock->name);
}

/* Shortens the output of uname, "Linux host 6.12.5 #1 SMP …", to "Linux 6.12.5". */
static char *
kernel_part (ThRecording *recording)
{
  const char *kernel = th_recording_get_fact (recording, "kernel");
  g_auto(GStrv) words = NULL;

  if (kernel == NULL)
    return g_strdup ("");

  words = g_strsplit (kernel, " ", 4);
  if (g_strv_length (words) >= 3 && g_str_equal (words[0], "Linux") &&
      g_ascii_isdigit (words[2][0]))
    return g_strdup_printf ("Linux %s", words[2]);
  if (g_ascii_isdigit (words[0][0]))
    return g_strdup_printf ("Linux %s", words[0]);

  return g_utf8_substring (kernel, 0, MIN (g_utf8_strlen (kernel, 200), 40));
}

static guint
count_interfaces (ThRecording *recording)
{
  guint n = 0;

  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    n += th_stream_is_interface (th_recording_get_stream (recording, i));
  return n;
}

char *
th_recording_facts_line (ThRecording *recording,
                         ThScene     *scene)
{
  g_autofree char *count = th_format_count (th_recording_get_n_events (recording));
  guint64 n_events = th_recording_get_n_events (recording);
  GString *line = g_string_new (NULL);
  guint n_cpus = th_recording_count_cpus (recording);
  guint n_interfaces = count_interfaces (recording);
  g_autofree char *cpus = th_format_count (n_cpus);
  gint64 first, last;

  if (n_cpus > 0)
    add_part (line,
              g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s CPU", "%s CPUs", n_cpus), cpus));
  if (n_interfaces > 0)
    add_part (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u interface", "%u interfaces",
                                                  n_interfaces), n_interfaces));
  if (th_recording_get_n_parts (recording) > 1)
    add_part (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u recording", "%u recordings",
                                                  th_recording_get_n_parts (recording)),
                                     th_recording_get_n_parts (recording)));
  else if (th_recording_get_n_streams (recording) > 1 && n_interfaces == 0)
    add_part (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u buffer", "%u buffers",
                                                  th_recording_get_n_streams (recording)),
                                     th_recording_get_n_streams (recording)));
  add_part (line,
            g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n_events),
                             count));
  if (th_recording_get_range (recording, &first, &last))
    add_part (line, th_scene_format_duration (scene, last - first));
  add_part (line, kernel_part (recording));
  add_part (line, clock_part (recording));
  add_part (line, th_recording_facts_lost (recording));

  return g_string_free (line, FALSE);
}
