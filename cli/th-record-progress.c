/* th-record-progress.c - what `thresh record` tells on standard error
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-output.h"
#include "th-message.h"
#include "th-number-format.h"
#include "th-record-presets.h"
#include "th-target-limits.h"

/* Where lines are not rewritten, they are few. */
#define LINE_US (5 * G_TIME_SPAN_SECOND)
/* Of a recording that is not finished. */
#define PART_SUFFIX ".part"
/* The unit of st_blocks. */
#define BLOCK_SIZE 512

void
th_record_progress_init (ThRecordProgress *self,
                         gboolean          is_quiet,
                         gboolean          is_ring)
{
  *self = (ThRecordProgress) { .is_quiet = is_quiet, .is_ring = is_ring,
                               .is_terminal = isatty (STDERR_FILENO) };
}

static double
get_fill (const ThCaptureStatus *status)
{
  double fill = 0;

  for (guint i = 0; i < status->n_cpus; i++)
    fill = MAX (fill, status->cpus[i].fill);
  return fill;
}

/* A ring is fetched at the end; nothing arrives before. */
static char *
dup_ring_line (const ThCaptureStatus *status)
{
  /* Translators: seconds, fill of the buffers */
  return g_strdup_printf (_("%.1f s  the newest events are kept on the target  buffers %.0f %%"),
                          status->seconds, get_fill (status) * 100);
}

static char *
dup_line (const ThCaptureStatus *status)
{
  g_autofree char *events = th_format_count (status->n_events);
  g_autofree char *rate = th_format_count_short ((guint64) status->events_per_second);
  g_autofree char *size = g_format_size (status->n_bytes);
  g_autofree char *lost = th_format_count (status->n_lost);

  /* Translators: seconds, events, events per second, size, lost events, fill of the buffers */
  return g_strdup_printf (_("%.1f s  %s events  %s/s  %s  %s lost  buffers %.0f %%"),
                          status->seconds, events, rate, size, lost,
                          get_fill (status) * 100);
}

void
th_record_progress_show (ThRecordProgress      *self,
                         const ThCaptureStatus *status)
{
  g_autofree char *line = NULL;

  if (self->is_quiet)
    return;
  if (!self->is_terminal && status->time_us - self->shown_us < LINE_US)
    return;

  line = self->is_ring ? dup_ring_line (status) : dup_line (status);
  self->shown_us = status->time_us;
  if (!self->is_terminal)
    {
      g_printerr ("%s\n", line);
      return;
    }
  /* The guard of g_printerr() would show the carriage return. */
  fprintf (stderr, "\r%-*s", (int) self->width, line);
  fflush (stderr);
  self->width = (guint) g_utf8_strlen (line, -1);
}

void
th_record_progress_clear (ThRecordProgress *self)
{
  if (self->width == 0)
    return;
  fprintf (stderr, "\r%*s\r", (int) self->width, "");
  fflush (stderr);
  self->width = 0;
}

/* --- reports --------------------------------------------------------------- */

static void
report_missing (const char *names,
                const char *since,
                const char *without,
                gpointer    data)
{
  if (since != NULL)
    g_printerr (_("thresh record: not available on the target: %s (since Linux %s): %s\n"), names,
                since, without);
  else
    g_printerr (_("thresh record: not available on the target: %s: %s\n"), names, without);
}

void
th_record_report_match (const ThPresetMatch *match)
{
  th_record_each_missing (match, report_missing, NULL);
}

/* Of probes and missing events the match tells. */
static gboolean
concerns (const ThTargetLimit *limit,
          const ThPresetMatch *match)
{
  static const char *const graph[] = { "no-instance-graph", "in-use", NULL };

  return strcmp (limit->code, "hidden-symbols") == 0 ||
         (g_strcmp0 (match->tracer, "function_graph") == 0 && g_strv_contains (graph, limit->code));
}

void
th_record_report_limits (GVariant            *hello,
                         const ThPresetMatch *match)
{
  g_autofree const ThTargetLimit **limits = th_target_limits_list (hello);

  for (guint i = 0; limits[i] != NULL; i++)
    if (concerns (limits[i], match))
      g_printerr ("thresh record: %s: %s%s%s\n", _(limits[i]->title), _(limits[i]->text),
                  limits[i]->command != NULL ? " " : "",
                  limits[i]->command != NULL ? limits[i]->command : "");
}

void
th_record_report_left_out (GVariant *configured)
{
  g_autofree const char **missing = th_message_get_strings (configured, "missing");
  g_autoptr(GVariant) refused = g_variant_lookup_value (configured, "refused",
                                                        G_VARIANT_TYPE ("a(ss)"));
  const char *what, *why;
  GVariantIter iter;

  for (guint i = 0; missing[i] != NULL; i++)
    g_printerr (_("thresh record: the agent did not find the event %s\n"), missing[i]);
  if (refused == NULL)
    return;
  g_variant_iter_init (&iter, refused);
  while (g_variant_iter_next (&iter, "(&s&s)", &what, &why))
    g_printerr (_("thresh record: the kernel refused %s: %s\n"), what, why);
}

void
th_record_report_end (GVariant *end,
                      gboolean  is_quiet)
{
  g_autofree const char **left = th_message_get_strings (end, "left");
  guint64 missed = th_message_get_uint (end, "missed", 0);
  g_autofree char *count = th_format_count (missed);

  if (missed > 0 && !is_quiet)
    g_printerr (_("thresh record: %s hits of probes were missed\n"), count);
  for (guint i = 0; left[i] != NULL; i++)
    g_printerr (_("thresh record: the agent could not restore on the target: %s\n"), left[i]);
}

void
th_record_report_match_found (gint64 time,
                              double seconds_left)
{
  g_autofree char *at = th_format_time (time, TH_RESOLUTION_NS, TH_FORMAT_PLAIN);

  if (seconds_left > 0)
    g_printerr (_("thresh record: an event matched at %s; recording for another %.1f s\n"), at,
                seconds_left);
  else
    g_printerr (_("thresh record: an event matched at %s\n"), at);
}

void
th_record_report_clock (const char            *name,
                        const char            *first,
                        const ThClockRelation *relation)
{
  g_autofree char *range = th_format_duration (relation->error, TH_RESOLUTION_NS,
                                               TH_FORMAT_PLAIN);
  g_autofree char *drift = th_clock_relation_describe_drift (relation);

  /* Translators: target, seconds, error with its unit, target, "drift +3.000 ± 0.250 µs/s" */
  g_printerr (_("%s: %+.9f s ± %s were added to its times, to match the clock of %s; %s\n"), name,
              (double) relation->offset / 1e9, range, first, drift);
}

/* Whether there are pages in the file. */
static gboolean
has_pages (ThCapture *capture)
{
  ThFeed *feed = th_capture_get_feed (capture);
  guint64 n = 0;

  for (guint i = 0; feed != NULL && i < th_feed_get_n_cpus (feed); i++)
    n += th_feed_get_size (feed, i);
  return n > 0;
}

/* A recording that is not finished has holes. */
static char *
dup_size (const struct stat *about,
          gboolean           is_part)
{
  return g_format_size (is_part ? (guint64) about->st_blocks * BLOCK_SIZE
                                : (guint64) about->st_size);
}

/* The agent has told the last numbers. */
static void
report_whole (const ThCaptureStatus *status,
              const char            *name,
              const char            *size)
{
  g_autofree char *events = th_format_count (status->n_events);
  g_autofree char *lost = th_format_count (status->n_lost);

  if (status->n_lost == 0)
    g_printerr (_("%s: %s events in %.1f s, %s; none were lost\n"), name, events, status->seconds,
                size);
  else
    g_printerr (_("%s: %s events in %.1f s, %s; %s were lost: use a larger --buffer or fewer "
                  "events\n"), name, events, status->seconds, size, lost);
}

/* Its last numbers never came, and a report may be much later than the last page: the time is that
 * of the events in the file. */
static void
report_cut (const ThCaptureStatus *status,
            gint64                 span,
            const char            *name,
            const char            *size)
{
  g_autofree char *count = th_format_count (status->n_events);
  /* Translators: %s is a number of events */
  g_autofree char *events = g_strdup_printf (_("about %s"), count);
  g_autofree char *lost = th_format_count (status->n_lost);
  double seconds = span != TH_CAPTURE_NO_SPAN ? (double) span / 1e9 : status->seconds;

  if (status->n_lost == 0)
    g_printerr (_("%s: %s events in %.1f s, %s; the end is missing\n"), name, events, seconds,
                size);
  else
    g_printerr (_("%s: %s events in %.1f s, %s; the end is missing, and %s were lost before it: "
                  "use a larger --buffer or fewer events\n"), name, events, seconds, size, lost);
}

/* The message before this one says why the file is still called .part. */
static void
report_part (const GError *error,
             const char   *name)
{
  if (g_error_matches (error, TH_CAPTURE_ERROR, TH_CAPTURE_ERROR_FULL))
    g_printerr (_("Once there is room, “thresh record --recover %s” finishes it.\n"), name);
  else
    g_printerr (_("“thresh record --recover %s” finishes it.\n"), name);
}

void
th_record_report_summary (ThCapture  *capture,
                          gboolean    is_ring,
                          const char *path)
{
  gboolean is_part = g_str_has_suffix (path, PART_SUFFIX);
  g_autofree char *name = g_filename_display_name (path), *size = NULL;
  ThCaptureStatus status = { 0 };
  struct stat about;

  if (stat (path, &about) != 0)
    {
      g_printerr (_("%s is gone: it was removed or renamed while it was being recorded\n"), name);
      return;
    }
  size = dup_size (&about, is_part);
  th_capture_get_status (capture, &status);
  if (status.n_events == 0 && has_pages (capture))
    g_printerr (_("%s: %s; the agent did not tell how many events it recorded and lost\n"), name,
                size);
  else if (is_ring)
    {
      g_autofree char *events = th_format_count (status.n_events);

      g_printerr (_("%s: the last %s events, %s\n"), name, events, size);
    }
  else if (th_capture_get_end (capture) != NULL)
    report_whole (&status, name, size);
  else
    report_cut (&status, th_capture_get_span (capture), name, size);
  if (is_part)
    report_part (th_capture_get_error (capture), name);
}

/* How long the buffer of the busiest CPU lasts if nobody reads it. */
static double
get_stall (const ThCaptureStatus *status,
           guint64                buffer_kb,
           double                 seconds)
{
  guint64 most = 0;

  for (guint i = 0; i < status->n_cpus; i++)
    most = MAX (most, status->cpus[i].n_bytes);
  return most > 0 ? (double) buffer_kb * 1024 * seconds / (double) most : 0;
}

ThExit
th_record_report_estimate (const ThCaptureStatus *status,
                           GVariant              *configured,
                           double                 seconds)
{
  guint64 buffer_kb = configured != NULL ? th_message_get_uint (configured, "buffer-kb", 0) : 0;
  double stall = get_stall (status, buffer_kb, seconds);
  g_autofree char *rate = th_format_count_short ((guint64) ((double) status->n_events / seconds));
  g_autofree char *bytes = g_format_size ((guint64) ((double) status->n_bytes / seconds));
  g_autofree char *minute = g_format_size ((guint64) ((double) status->n_bytes * 60 / seconds));
  g_autofree char *lost = th_format_count (status->n_lost);
  g_autoptr(GString) text = g_string_new (NULL);

  g_string_append_printf (text, _("%s events/s, %s/s; a recording of one minute takes %s\n"), rate,
                          bytes, minute);
  if (stall > 0)
    g_string_append_printf (text, _("The buffers of %u KiB last %.1f s if the connection "
                                    "stalls.\n"), (guint) buffer_kb, stall);
  if (status->n_lost > 0)
    g_string_append_printf (text, _("%s events were lost while measuring.\n"), lost);
  return th_cli_output_print (text->str);
}
