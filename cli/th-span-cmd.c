/* th-span-cmd.c - `thresh span`: statistics of a time span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-span.h"
#include "th-text-values.h"
#include "th-text-table.h"
#include "th-printable.h"
#include "th-span-stats.h"
#include "th-time.h"

static const struct
{
  const char *id;
  const char *title;
} groups[TH_N_SPAN_GROUPS] = {
  { "tasks", N_("Task") }, { "types", N_("Event") }, { "cpus", N_("CPU") },
  { "stages", N_("Stage") }
};

/* @known: whether the recording has events, and thus times. */
static void
append_json (GString     *text,
             ThSpanStats *stats,
             gint64       from,
             gint64       to,
             gboolean     known)
{
  th_cli_json_begin (text);
  th_json_write_int_or_null (text, "from_ns", known, from);
  th_json_write_int_or_null (text, "to_ns", known, to);
  th_json_write_int (text, "events", th_span_stats_get_n (stats));
  for (guint g = 0; g < TH_N_SPAN_GROUPS; g++)
    {
      const GArray *counts = th_span_stats_get (stats, g);

      th_json_begin_array (text, groups[g].id);
      for (guint i = 0; i < counts->len; i++)
        {
          const ThSpanCount *count = &g_array_index (counts, ThSpanCount, i);

          th_json_begin_object (text, NULL);
          th_json_write_text (text, "name", count->name);
          th_json_write_int (text, "n", count->n);
          th_json_write_int (text, "time_ns", count->time);
          th_json_write_int (text, "longest_ns", count->longest);
          th_json_end_object (text);
        }
      th_json_end_array (text);
    }
  th_cli_json_end (text);
}

/* The span ends a nanosecond after its last event, which is not shown if the clock has only
 * microseconds. */
static char *
format_duration (ThRecording *recording,
                 gint64       duration)
{
  if (th_recording_get_resolution (recording) == TH_RESOLUTION_US)
    duration -= duration % 1000;

  return th_text_format_duration (recording, duration);
}

static void
append_group (GString     *text,
              ThRecording *recording,
              ThSpanStats *stats,
              guint        group,
              gint64       length)
{
  const GArray *counts = th_span_stats_get (stats, group);
  gboolean timed = group != TH_SPAN_TYPES;
  g_autoptr(ThTextTable) lines = th_text_table_new (timed ? "lrrrr" : "lr");

  if (counts->len == 0)
    return;

  th_text_table_add (lines, _(groups[group].title));
  th_text_table_add (lines, "n");
  if (timed)
    {
      th_text_table_add (lines, _("Time"));
      th_text_table_add (lines, "%");
      th_text_table_add (lines, _("Longest"));
    }
  for (guint i = 0; i < counts->len; i++)
    {
      const ThSpanCount *count = &g_array_index (counts, ThSpanCount, i);

      th_text_table_take (lines, th_printable_line (count->name));
      th_text_table_take (lines, g_strdup_printf ("%" G_GUINT64_FORMAT, count->n));
      if (!timed)
        continue;
      th_text_table_take (lines, format_duration (recording, count->time));
      th_text_table_take (lines, g_strdup_printf ("%.1f", 100.0 * count->time / MAX (length, 1)));
      th_text_table_take (lines, format_duration (recording, count->longest));
    }
  g_string_append_c (text, '\n');
  th_text_table_append (lines, text);
}

static void
append_text (GString     *text,
             ThRecording *recording,
             ThSpanStats *stats,
             gint64       length)
{
  g_autofree char *duration = format_duration (recording, length);
  guint64 n = th_span_stats_get_n (stats);

  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "%" G_GUINT64_FORMAT " event in %s",
                                       "%" G_GUINT64_FORMAT " events in %s", n),
                          n, duration);
  g_string_append_c (text, '\n');
  for (guint g = 0; g < TH_N_SPAN_GROUPS; g++)
    append_group (text, recording, stats, g, length);
}

/* Clamps [@from, @to) to the recording.  FALSE, which is reported, if that has no events, and thus
 * no times. */
static gboolean
cut_span (ThRecording *recording,
          gint64      *from,
          gint64      *to)
{
  gint64 first, last, end;

  if (!th_recording_get_range (recording, &first, &last))
    {
      *from = *to = 0;
      g_printerr ("thresh span: %s\n", _("the recording has no events"));
      return FALSE;
    }

  end = th_time_shift (last, 1);
  *from = CLAMP (*from, first, end);
  *to = CLAMP (*to, *from, end);
  return TRUE;
}

static ThExit
show (ThRecording *recording,
      gpointer     data)
{
  const ThCliOptions *options = data;
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(ThSpanStats) stats = NULL;
  g_autoptr(ThRows) rows = NULL;
  gint64 from, to;
  gboolean known;
  ThTextOutput output;

  if (!th_cli_parse_span ("span", recording, options, &from, &to))
    return TH_EXIT_USAGE;
  if (options->filter != NULL && !(rows = th_cli_filter ("span", recording, options->filter)))
    return TH_EXIT_USAGE;
  if (!(results = th_cli_analyze ("span", recording, NULL)))
    return TH_EXIT_USAGE;

  known = cut_span (recording, &from, &to);
  stats = th_span_stats_new (recording, rows, results, from, to, NULL);
  th_cli_output_init (&output);
  if (options->json)
    append_json (output.text, stats, from, to, known);
  else
    append_text (output.text, recording, stats, th_time_between (from, to));

  return th_cli_output_end (&output);
}

int
th_span_main (int    argc,
              char **argv)
{
  g_auto(ThCliOptions) options = { 0, };
  const GOptionEntry entries[] = {
    TH_CLI_FROM_ENTRY (&options),
    TH_CLI_TO_ENTRY (&options),
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object")),
    TH_CLI_FILTER_ENTRY (&options),
    { NULL }
  };

  return th_cli_show_file (argc, argv, entries,
                           _("Print statistics of a time span: tasks, events, CPUs, packet "
                             "stages."), &options.json, show, &options);
}
