/* th-info-text.c - `thresh info` for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-text-table.h"
#include "th-cli-load.h"
#include "th-info.h"
#include "th-stream-stats.h"
#include "th-printable.h"
#include "th-time.h"

/* Long lists are truncated to the most frequent entries; --json has all. */
#define MAX_LINES 20
/* After this many CPUs, only those with events are listed. */
#define MAX_CPUS  64

static char *
format_count (guint64 n)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, n);
}

static char *
format_share (guint64 n,
              guint64 of)
{
  /* Translators: a share, in per cent */
  return g_strdup_printf (_("%.1f %%"), of > 0 ? 100.0 * n / of : 0.0);
}

static void
append_facts (GString     *text,
              const char  *path,
              ThRecording *recording)
{
  g_autoptr(ThTextTable) table = th_recording_make_facts (recording,
                                                                  th_cli_has_appended ());
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown = th_printable_line (name);

  g_string_append_printf (text, "%s\n", shown);
  th_text_table_append (table, text);
}

/* The busy share of the time of the CPU; only if switches were recorded. */
static char *
format_busy (ThRecording         *recording,
             const ThStreamStats *stats,
             ThCpu               *cpu)
{
  ThCpu *runs = th_recording_get_runs_cpu (recording, stats->stream, cpu);
  gint64 span = th_time_between (stats->summary.first, stats->summary.last);

  if (runs == NULL || th_cpu_get_n_exact_runs (runs) == 0 || span <= 0)
    return g_strdup ("");

  return g_strdup_printf (_("%.1f %%"),
                          100.0 * th_cpu_get_busy (runs, stats->summary.first,
                                                   stats->summary.last) / span);
}

/* Machines can have thousands of CPUs, and damaged files more than there are events. */
static void
append_unused (GString *text,
               guint    n_unused)
{
  g_autofree char *count = format_count (n_unused);

  if (n_unused > 0)
    g_string_append_printf (text, ngettext ("  and %s without events\n",
                                            "  and %s without events\n", n_unused), count);
}

static void
append_cpus (GString             *text,
             ThRecording         *recording,
             const ThStreamStats *stats)
{
  g_autoptr(ThTextTable) table = th_text_table_new ("rrrrr");
  guint n_unused = 0;

  g_string_append_c (text, '\n');
  th_text_table_add (table, _("CPU"));
  th_text_table_add (table, _("events"));
  th_text_table_add (table, _("share"));
  th_text_table_add (table, _("busy"));
  th_text_table_add (table, _("gaps"));

  for (guint i = 0; i < th_stream_get_n_cpus (stats->stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stats->stream, i);
      guint number = th_cpu_get_number (cpu);

      if (i >= MAX_CPUS && stats->n_per_cpu[i] == 0 && th_cpu_get_n_lost (cpu) == 0)
        {
          n_unused++;
          continue;
        }
      th_text_table_take (table, number == G_MAXUINT ? g_strdup (_("none"))
                                                    : g_strdup_printf ("%u", number));
      th_text_table_take (table, format_count (stats->n_per_cpu[i]));
      th_text_table_take (table, format_share (stats->n_per_cpu[i], stats->summary.n_events));
      th_text_table_take (table, format_busy (recording, stats, cpu));
      th_text_table_take (table, th_cpu_get_n_lost (cpu) > 0
                         ? format_count (th_cpu_get_n_lost (cpu)) : g_strdup (""));
    }
  th_text_table_append (table, text);
  append_unused (text, n_unused);
}

static void
append_counts (GString             *text,
               const char          *title,
               GArray              *counts,
               const ThStreamStats *stats)
{
  g_autoptr(ThTextTable) table = th_text_table_new ("lrr");

  if (counts->len == 0)
    return;

  g_string_append_c (text, '\n');
  th_text_table_add (table, title);
  th_text_table_add (table, _("events"));
  th_text_table_add (table, _("share"));
  for (guint i = 0; i < MIN (counts->len, MAX_LINES); i++)
    {
      const ThCount *count = &g_array_index (counts, ThCount, i);

      th_text_table_add (table, count->key);
      th_text_table_take (table, format_count (count->n));
      th_text_table_take (table, format_share (count->n, stats->summary.n_events));
    }
  th_text_table_append (table, text);

  if (counts->len > MAX_LINES)
    g_string_append_printf (text,
                            ngettext ("  and %u more\n", "  and %u more\n",
                                      counts->len - MAX_LINES),
                            counts->len - MAX_LINES);
}

static void
append_stream (GString             *text,
               ThRecording         *recording,
               const ThStreamStats *stats)
{
  g_autoptr(ThTextTable) table = th_stream_make_facts (stats);
  g_autofree char *title = th_stream_dup_title (stats);

  g_string_append_printf (text, "\n%s\n", title);
  th_text_table_append (table, text);
  if (!th_stream_is_interface (stats->stream))
    append_cpus (text, recording, stats);
  append_counts (text, _("event type"), stats->types, stats);
  if (!th_stream_is_interface (stats->stream))
    append_counts (text, _("task"), stats->tasks, stats);
}

void
th_info_append_text (GString     *text,
                     const char  *path,
                     ThRecording *recording,
                     GPtrArray   *stats)
{
  append_facts (text, path, recording);
  for (guint i = 0; i < stats->len; i++)
    append_stream (text, recording, g_ptr_array_index (stats, i));
}
