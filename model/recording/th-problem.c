/* th-problem.c - describes the problems of a recording in sentences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-number-format.h"
#include "th-recording.h"

static const struct
{
  const char *id;
  const char *text; /* %s is the count */
} kinds[TH_N_PROBLEMS] = {
  [TH_PROBLEM_TRUNCATED] = { "truncated",
    N_("The file ends too early, so its last part is missing. Copy the file again, or free some "
       "disk space and record again.") },
  [TH_PROBLEM_BAD_SECTION] = { "bad-section",
    N_("A part of the file's header is invalid and was skipped. Copy the file again if you have "
       "another copy.") },
  [TH_PROBLEM_BAD_PAGE] = { "bad-page",
    N_("Damaged pages of event data; the unreadable parts were skipped.") },
  [TH_PROBLEM_BAD_CHUNK] = { "bad-chunk",
    N_("Compressed event data that cannot be unpacked; it was skipped. Copy the file again if "
       "you have another copy.") },
  [TH_PROBLEM_BAD_RECORD] = { "bad-record",
    N_("Damaged records, such as ones too short or too long for their type; they were "
       "skipped.") },
  [TH_PROBLEM_BAD_LINE] = { "bad-line",
    N_("Lines with binary data; they were skipped. Copy the file again if you have another "
       "copy.") },
  [TH_PROBLEM_BAD_FORMAT] = { "bad-format",
    N_("Event types whose format cannot be parsed; their events are shown as raw bytes.") },
  [TH_PROBLEM_UNKNOWN_TYPE] = { "unknown-type",
    N_("Events of a type that the file does not describe. They are shown, but without fields.") },
  [TH_PROBLEM_TIME_BACKWARDS] = { "time-backwards",
    N_("Events with an earlier time than the previous event on the same CPU. They are shown at "
       "that event's time.") },
  [TH_PROBLEM_BAD_TIME] = { "bad-time",
    N_("Events whose time is too far from all others to be right. In a trace.dat they are shown "
       "at the nearest plausible time; in a perf.data they were skipped.") },
  [TH_PROBLEM_HUGE_TIME] = { "huge-time",
    N_("Events more than 292 years after the start of the clock, which cannot be shown. They "
       "are shown at the time of the previous event.") },
  [TH_PROBLEM_TOO_MANY_TYPES] = { "too-many-types",
    N_("More event types than can be distinguished; the rest is shown as \"other\".") },
  [TH_PROBLEM_TOO_MANY_EVENTS] = { "too-many-events",
    N_("More events on one CPU than can be shown; the later ones were skipped. Split the file "
       "with \"trace-cmd split\".") },
  [TH_PROBLEM_MEMORY] = { "memory",
    N_("Loading stopped at the memory limit. What was loaded until then is shown. Raise the "
       "limit in the preferences or by --memory, or split the file.") },
  [TH_PROBLEM_CHANGED] = { "changed",
    N_("The file changed while it was read. Reload it.") },
  [TH_PROBLEM_BAD_WRAPPER] = { "bad-wrapper",
    N_("The compression around the recording is truncated or damaged; what could be unpacked "
       "before that is shown. Copy the file again if you have another copy.") },
  [TH_PROBLEM_EXPANSION] = { "expansion",
    N_("The compressed data unpacks to more than 256 times the size of the file, far more than "
       "that of a recording. Unpacking stopped, and only the beginning is shown. If you trust "
       "the file, uncompress it with the program that made it and open the result.") },
  [TH_PROBLEM_SPOOL] = { "spool",
    N_("There was no space for all data that is unpacked or read from a pipe; what came until "
       "then is shown. Set TMPDIR to a directory with more space, or unpack the file first.") },
  [TH_PROBLEM_READ] = { "read",
    N_("The file could not be read to its end.") },
  [TH_PROBLEM_CANCELLED] = { "cancelled",
    N_("Loading was stopped. What was loaded until then is shown.") }
};

const char *
th_problem_kind_id (ThProblemKind kind)
{
  g_return_val_if_fail (kind < TH_N_PROBLEMS, NULL);

  return kinds[kind].id;
}

const char *
th_problem_kind_text (ThProblemKind kind)
{
  g_return_val_if_fail (kind < TH_N_PROBLEMS, NULL);

  return _(kinds[kind].text);
}

static char *
place_in_source (const ThProblem *problem)
{
  g_autofree char *offset = g_strdup_printf ("%" G_GINT64_FORMAT, problem->offset);
  g_autofree char *time = NULL;

  if (problem->cpu == NULL)
    return problem->offset >= 0 ? g_strdup_printf (_("byte %s of the file"), offset)
                                : g_strdup ("");

  time = th_format_time (problem->time, problem->resolution, TH_FORMAT_PLAIN);
  if (problem->offset >= 0)
    return g_strdup_printf (_("CPU %u, time %s, byte %s of the file"),
                            th_cpu_get_number (problem->cpu), time, offset);
  return g_strdup_printf (_("CPU %u, time %s"), th_cpu_get_number (problem->cpu), time);
}

char *
th_problem_place (const ThProblem *problem)
{
  g_autofree char *place = place_in_source (problem);

  if (problem->source == NULL)
    return g_steal_pointer (&place);

  return g_strjoin (", ", problem->source, *place != '\0' ? place : NULL, NULL);
}

static char *
describe (const ThProblem *problem,
          gboolean         grouped)
{
  GString *text;
  g_autofree char *place = NULL;

  g_return_val_if_fail (problem->kind < TH_N_PROBLEMS, NULL);

  text = g_string_new (NULL);
  if (problem->source != NULL)
    /* Translators: %s is the name of a recording; what is wrong with it follows */
    g_string_append_printf (text, _("%s: "), problem->source);
  g_string_append (text, th_problem_kind_text (problem->kind));

  if (problem->detail != NULL)
    /* Translators: %s is what the problem is about, such as the name of a section or an error */
    g_string_append_printf (text, _(" First: %s."), problem->detail);
  if (problem->count > 1)
    {
      g_autofree char *count = grouped
                               ? th_format_count (problem->count)
                               : g_strdup_printf ("%" G_GUINT64_FORMAT, problem->count);

      /* Translators: %s is a number of at least 2 */
      g_string_append_printf (text,
                              ngettext (" Seen %s time.", " Seen %s times.",
                                        MIN (problem->count, G_MAXINT)), count);
    }
  place = place_in_source (problem);
  if (*place != '\0')
    /* Translators: %s is "byte 4096 of the file", "CPU 2, time 188.024310512", or both */
    g_string_append_printf (text, _(" At %s."), place);

  return g_string_free (text, FALSE);
}

char *
th_problem_describe (const ThProblem *problem)
{
  return describe (problem, FALSE);
}

char *
th_problem_describe_grouped (const ThProblem *problem)
{
  return describe (problem, TRUE);
}

void
th_problem_free (ThProblem *problem)
{
  g_free (problem->detail);
  g_free (problem->source);
  g_free (problem);
}
