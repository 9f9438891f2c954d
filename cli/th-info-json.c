/* th-info-json.c - `thresh info --json`: for scripts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-guest.h"
#include "th-info.h"
#include "th-origin.h"
#include "th-stream-stats.h"

static void
add_counts (GString    *text,
            const char *key,
            GArray     *counts)
{
  th_json_begin_object (text, key);
  for (guint i = 0; i < counts->len; i++)
    {
      const ThCount *count = &g_array_index (counts, ThCount, i);

      th_json_write_int (text, count->key, count->n);
    }
  th_json_end_object (text);
}

static void
add_cpus (GString             *text,
          const ThStreamStats *stats)
{
  th_json_begin_object (text, "events_per_cpu");
  for (guint i = 0; i < th_stream_get_n_cpus (stats->stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stats->stream, i);
      guint number = th_cpu_get_number (cpu);
      g_autofree char *key = number == G_MAXUINT ? g_strdup ("") : g_strdup_printf ("%u", number);

      th_json_write_int (text, key, stats->n_per_cpu[i]);
    }
  th_json_end_object (text);
}

static void
add_stream (GString             *text,
            const ThStreamStats *stats)
{
  const ThClock *clock = th_stream_get_clock (stats->stream);

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "name", th_stream_get_name (stats->stream));
  th_json_write_text (text, "clock", clock->name);
  th_json_write_boolean (text, "ticks", clock->ticks);
  th_json_write_int (text, "events", stats->summary.n_events);
  th_json_write_int_or_null (text, "first_ns", stats->summary.n_events > 0, stats->summary.first);
  th_json_write_int_or_null (text, "last_ns", stats->summary.n_events > 0, stats->summary.last);
  add_cpus (text, stats);
  add_counts (text, "events_by_type", stats->types);
  add_counts (text, "events_by_task", stats->tasks);

  th_json_begin_object (text, "lost");
  th_json_write_int (text, "gaps", stats->summary.losses.n_gaps);
  th_json_write_int (text, "known", stats->summary.losses.n_known);
  th_json_end_object (text);
  th_json_end_object (text);
}

/* The position of the first; null for an unknown file offset or time. */
static void
add_place (GString         *text,
           const ThProblem *problem)
{
  const struct { const char *key; gint64 value; gboolean known; } places[] = {
    { "offset", problem->offset, problem->offset >= 0 },
    { "stream", problem->stream, problem->cpu != NULL },
    { "cpu", problem->cpu != NULL ? th_cpu_get_number (problem->cpu) : 0, problem->cpu != NULL },
    { "time", problem->time, problem->cpu != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    th_json_write_int_or_null (text, places[i].key, places[i].known, places[i].value);
}

static void
add_problems (GString     *text,
              ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

  th_json_begin_array (text, "problems");
  for (guint i = 0; i < problems->len; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *description = th_problem_describe (problem);

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "kind", th_problem_kind_id (problem->kind));
      th_json_write_int (text, "count", problem->count);
      th_json_write_text (text, "text", description);
      add_place (text, problem);
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

/* A fact, or null if the recording does not have it. */
static void
add_fact (GString     *text,
          ThRecording *recording,
          const char  *key)
{
  th_json_write_text (text, key, th_recording_get_fact (recording, key));
}

static void
add_guest (GString       *text,
           const ThGuest *guest)
{
  g_autofree char *id = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", guest->trace_id);

  th_json_begin_object (text, NULL);
  th_json_write_text (text, "name", guest->name);
  th_json_write_text (text, "trace_id", id);
  th_json_begin_array (text, "vcpus");
  for (guint i = 0; i < guest->n_vcpus; i++)
    {
      th_json_begin_object (text, NULL);
      th_json_write_int (text, "cpu", guest->vcpus[i].cpu);
      th_json_write_int (text, "pid", guest->vcpus[i].pid);
      th_json_end_object (text);
    }
  th_json_end_array (text);
  th_json_end_object (text);
}

static void
add_guests (GString     *text,
            ThRecording *recording)
{
  th_json_begin_array (text, "guests");
  for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
    add_guest (text, th_recording_get_guest (recording, i));
  th_json_end_array (text);
}

static void
add_list (GString     *text,
          const char  *key,
          char       **list)
{
  th_json_begin_array (text, key);
  for (guint i = 0; list[i] != NULL; i++)
    th_json_write_text (text, NULL, list[i]);
  th_json_end_array (text);
}

static void
add_wanted (GString        *text,
            const ThOrigin *origin)
{
  th_json_begin_array (text, "events");
  for (guint i = 0; i < origin->events->len; i++)
    {
      const ThOriginEvent *event = origin->events->pdata[i];

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "name", event->name);
      th_json_write_text (text, "filter",
                                  *event->filter != '\0' ? event->filter : NULL);
      th_json_end_object (text);
    }
  th_json_end_array (text);
}

/* How the recording was made; null if nothing is known. */
static void
add_origin (GString     *text,
            ThRecording *recording)
{
  g_autoptr(ThOrigin) origin = th_origin_find (recording);

  if (origin == NULL)
    {
      th_json_write_null (text, "origin");
      return;
    }
  th_json_begin_object (text, "origin");
  th_json_write_text (text, "program", origin->program);
  th_json_write_text (text, "version", origin->version);
  th_json_write_text (text, "agent", origin->agent);
  th_json_write_text (text, "command", origin->command);
  th_json_write_text (text, "target", origin->target);
  th_json_write_text (text, "host", origin->host);
  th_json_write_text (text, "clock", origin->clock);
  add_list (text, "presets", origin->presets);
  add_list (text, "processes", origin->processes);
  th_json_write_text (text, "tracer", origin->tracer);
  add_list (text, "functions", origin->functions);
  th_json_write_int_or_null (text, "buffer_kb", origin->buffer_kb > 0, (gint64) origin->buffer_kb);
  th_json_write_int_or_null (text, "ring_mb", origin->ring_mb > 0, (gint64) origin->ring_mb);
  th_json_write_int_or_null (text, "lost", origin->n_lost > 0, (gint64) origin->n_lost);
  add_wanted (text, origin);
  th_json_end_object (text);
}

static void
add_header (GString     *text,
            ThRecording *recording)
{
  const char *version = th_recording_get_fact (recording, "version");
  const char *cpus = th_recording_get_fact (recording, "cpus");

  th_json_write_text (text, "format", th_recording_get_format (recording));
  th_json_write_int_or_null (text, "version", version != NULL,
                             version != NULL ? g_ascii_strtoll (version, NULL, 10) : 0);
  /* The CPUs of the machine, including those without events. */
  th_json_write_int_or_null (text, "cpus", cpus != NULL,
                             cpus != NULL ? g_ascii_strtoll (cpus, NULL, 10) : 0);
  add_fact (text, recording, "compression");
  add_fact (text, recording, "wrapper");
  add_fact (text, recording, "trace-id");
  add_fact (text, recording, "peer");
  add_origin (text, recording);
  add_guests (text, recording);
}

void
th_info_append_json (GString     *text,
                     const char  *path,
                     ThRecording *recording,
                     GPtrArray   *stats)
{
  th_cli_json_begin (text);
  th_json_write_text (text, "file", path);
  if (th_cli_has_appended ())
    th_json_write_int (text, "offset", th_recording_get_shift (recording));
  add_header (text, recording);

  th_json_begin_array (text, "streams");
  for (guint i = 0; i < stats->len; i++)
    add_stream (text, g_ptr_array_index (stats, i));
  th_json_end_array (text);

  add_problems (text, recording);
  th_cli_json_end (text);
}
