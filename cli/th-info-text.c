/* th-info-text.c - `thresh info` for people
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-table.h"
#include "th-cli-load.h"
#include "th-guest.h"
#include "th-info.h"
#include "th-info-stats.h"
#include "th-number-format.h"
#include "th-printable.h"
#include "th-time.h"

/* Long lists are truncated to the most frequent entries; --json has all. */
#define MAX_LINES 20

/* Uses the digit grouping of the user's locale. */
static char *
format_count (guint64 n)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, n);
}

static char *
format_events (const ThStreamStats *stats)
{
  g_autofree char *n = format_count (stats->summary.n_events);
  g_autofree char *all = format_count (stats->summary.n_all);

  /* Translators: so many events match a filter, of so many */
  return stats->summary.n_events == stats->summary.n_all ? g_strdup (n)
                                                         : g_strdup_printf (_("%s of %s"), n, all);
}

static char *
format_share (guint64 n,
              guint64 of)
{
  /* Translators: a share, in per cent */
  return g_strdup_printf (_("%.1f %%"), of > 0 ? 100.0 * n / of : 0.0);
}

static char *
format_time (const ThClock *clock,
             gint64         time)
{
  return th_format_time (time, th_clock_get_resolution (clock), TH_FORMAT_PLAIN);
}

static char *
format_span (const ThStreamStats *stats)
{
  const ThClock *clock = th_stream_get_clock (stats->stream);
  g_autofree char *first = format_time (clock, stats->summary.first);
  g_autofree char *last = format_time (clock, stats->summary.last);
  g_autofree char *length =
    format_time (clock, th_time_between (stats->summary.first, stats->summary.last));

  if (clock->ticks)
    /* Translators: first and last time, and the time between, in ticks of a counter */
    return g_strdup_printf (_("%s … %s: %s ticks"), first, last, length);

  /* Translators: first and last time, and the time between, in seconds */
  return g_strdup_printf (_("%s … %s: %s s"), first, last, length);
}

static char *
format_loss (const ThStreamStats *stats)
{
  g_autofree char *known = format_count (stats->summary.losses.n_known);
  g_autofree char *gaps = format_count (stats->summary.losses.n_gaps);

  if (stats->summary.losses.n_gaps == 0)
    return g_strdup (_("none"));
  if (stats->summary.losses.n_known == 0)
    return g_strdup_printf (ngettext ("an unknown number of events, in %s place",
                                      "an unknown number of events, in %s places",
                                      stats->summary.losses.n_gaps),
                            gaps);

  return g_strdup_printf (ngettext ("at least %s events, in %s place",
                                    "at least %s events, in %s places",
                                    stats->summary.losses.n_gaps),
                          known, gaps);
}

/* The shift of the times of the recording. */
static char *
format_offset (ThRecording *recording)
{
  gint64 shift = th_recording_get_shift (recording);
  g_autofree char *text = format_time (th_recording_get_clock (recording), shift);

  return g_strdup_printf (th_recording_get_clock (recording)->ticks ? _("%s%s ticks") : _("%s%s s"),
                          shift > 0 ? "+" : "", text);
}

static void
append_facts (GString     *text,
              const char  *path,
              ThRecording *recording)
{
  g_autoptr(ThCliTable) table = th_cli_table_new ("ll");
  g_auto(GStrv) keys = th_recording_list_facts (recording);
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown = th_printable_line (name);

  g_string_append_printf (text, "%s\n", shown);

  if (th_cli_has_appended ())
    {
      th_cli_table_add (table, _("offset"));
      th_cli_table_take (table, format_offset (recording));
    }
  th_cli_table_add (table, _("format"));
  th_cli_table_add (table, th_recording_get_format (recording));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      th_cli_table_add (table, keys[i]);
      th_cli_table_add (table, th_recording_get_fact (recording, keys[i]));
    }
  for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
    {
      th_cli_table_add (table, _("guest"));
      th_cli_table_take (table, th_guest_describe (th_recording_get_guest (recording, i)));
    }
  th_cli_table_append (table, text);
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

static void
append_cpus (GString             *text,
             ThRecording         *recording,
             const ThStreamStats *stats)
{
  g_autoptr(ThCliTable) table = th_cli_table_new ("rrrrr");

  g_string_append_c (text, '\n');
  th_cli_table_add (table, _("CPU"));
  th_cli_table_add (table, _("events"));
  th_cli_table_add (table, _("share"));
  th_cli_table_add (table, _("busy"));
  th_cli_table_add (table, _("gaps"));

  for (guint i = 0; i < th_stream_get_n_cpus (stats->stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stats->stream, i);
      guint number = th_cpu_get_number (cpu);

      th_cli_table_take (table, number == G_MAXUINT ? g_strdup (_("none"))
                                                    : g_strdup_printf ("%u", number));
      th_cli_table_take (table, format_count (stats->n_per_cpu[i]));
      th_cli_table_take (table, format_share (stats->n_per_cpu[i], stats->summary.n_events));
      th_cli_table_take (table, format_busy (recording, stats, cpu));
      th_cli_table_take (table, th_cpu_get_n_lost (cpu) > 0
                         ? format_count (th_cpu_get_n_lost (cpu)) : g_strdup (""));
    }
  th_cli_table_append (table, text);
}

static void
append_counts (GString             *text,
               const char          *title,
               GArray              *counts,
               const ThStreamStats *stats)
{
  g_autoptr(ThCliTable) table = th_cli_table_new ("lrr");

  if (counts->len == 0)
    return;

  g_string_append_c (text, '\n');
  th_cli_table_add (table, title);
  th_cli_table_add (table, _("events"));
  th_cli_table_add (table, _("share"));
  for (guint i = 0; i < MIN (counts->len, MAX_LINES); i++)
    {
      const ThCount *count = &g_array_index (counts, ThCount, i);

      th_cli_table_add (table, count->key);
      th_cli_table_take (table, format_count (count->n));
      th_cli_table_take (table, format_share (count->n, stats->summary.n_events));
    }
  th_cli_table_append (table, text);

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
  g_autoptr(ThCliTable) table = th_cli_table_new ("ll");
  const ThClock *clock = th_stream_get_clock (stats->stream);
  const char *name = th_stream_get_name (stats->stream);
  g_autofree char *shown = th_printable_line (name);
  g_autofree char *title = g_strdup_printf (_("Buffer “%s”"), shown);

  g_string_append_printf (text, "\n%s\n", name[0] == '\0' ? _("Top buffer") : title);
  th_cli_table_add (table, _("events"));
  th_cli_table_take (table, format_events (stats));
  if (clock->name != NULL && *clock->name != '\0')
    {
      th_cli_table_add (table, _("clock"));
      th_cli_table_add (table, clock->name);
    }
  if (stats->summary.n_events > 0)
    {
      th_cli_table_add (table, _("time"));
      th_cli_table_take (table, format_span (stats));
    }
  th_cli_table_add (table, _("lost"));
  th_cli_table_take (table, format_loss (stats));
  th_cli_table_append (table, text);

  append_cpus (text, recording, stats);
  append_counts (text, _("event type"), stats->types, stats);
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
