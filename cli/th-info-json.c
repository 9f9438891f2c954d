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
add_counts (JsonBuilder *builder,
            const char  *key,
            GArray      *counts)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  for (guint i = 0; i < counts->len; i++)
    th_cli_json_int (builder, g_array_index (counts, ThCount, i).key,
                     g_array_index (counts, ThCount, i).n);
  json_builder_end_object (builder);
}

static void
add_cpus (JsonBuilder         *builder,
          const ThStreamStats *stats)
{
  json_builder_set_member_name (builder, "events_per_cpu");
  json_builder_begin_object (builder);
  for (guint i = 0; i < th_stream_get_n_cpus (stats->stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stats->stream, i);
      guint number = th_cpu_get_number (cpu);
      g_autofree char *key = number == G_MAXUINT ? g_strdup ("") : g_strdup_printf ("%u", number);

      th_cli_json_int (builder, key, stats->n_per_cpu[i]);
    }
  json_builder_end_object (builder);
}

static void
add_stream (JsonBuilder         *builder,
            const ThStreamStats *stats)
{
  const ThClock *clock = th_stream_get_clock (stats->stream);

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "name", th_stream_get_name (stats->stream));
  th_cli_json_string (builder, "clock", clock->name);
  json_builder_set_member_name (builder, "ticks");
  json_builder_add_boolean_value (builder, clock->ticks);
  th_cli_json_int (builder, "events", stats->summary.n_events);
  th_cli_json_int_or_null (builder, "first_ns", stats->summary.n_events > 0, stats->summary.first);
  th_cli_json_int_or_null (builder, "last_ns", stats->summary.n_events > 0, stats->summary.last);
  add_cpus (builder, stats);
  add_counts (builder, "events_by_type", stats->types);
  add_counts (builder, "events_by_task", stats->tasks);

  json_builder_set_member_name (builder, "lost");
  json_builder_begin_object (builder);
  th_cli_json_int (builder, "gaps", stats->summary.losses.n_gaps);
  th_cli_json_int (builder, "known", stats->summary.losses.n_known);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

/* The position of the first; null for an unknown file offset or time. */
static void
add_place (JsonBuilder     *builder,
           const ThProblem *problem)
{
  const struct { const char *key; gint64 value; gboolean known; } places[] = {
    { "offset", problem->offset, problem->offset >= 0 },
    { "stream", problem->stream, problem->cpu != NULL },
    { "cpu", problem->cpu != NULL ? th_cpu_get_number (problem->cpu) : 0, problem->cpu != NULL },
    { "time", problem->time, problem->cpu != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].known)
      th_cli_json_int (builder, places[i].key, places[i].value);
    else
      {
        json_builder_set_member_name (builder, places[i].key);
        json_builder_add_null_value (builder);
      }
}

static void
add_problems (JsonBuilder *builder,
              ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  for (guint i = 0; i < problems->len; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *text = th_problem_describe (problem);

      json_builder_begin_object (builder);
      th_cli_json_string (builder, "kind", th_problem_kind_id (problem->kind));
      th_cli_json_int (builder, "count", problem->count);
      th_cli_json_string (builder, "text", text);
      add_place (builder, problem);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* A fact, or null if the recording does not have it. */
static void
add_fact (JsonBuilder *builder,
          ThRecording *recording,
          const char  *key)
{
  const char *value = th_recording_get_fact (recording, key);

  if (value != NULL)
    {
      th_cli_json_string (builder, key, value);
      return;
    }
  json_builder_set_member_name (builder, key);
  json_builder_add_null_value (builder);
}

static void
add_guest (JsonBuilder   *builder,
           const ThGuest *guest)
{
  g_autofree char *id = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", guest->trace_id);

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "name", guest->name);
  th_cli_json_string (builder, "trace_id", id);
  json_builder_set_member_name (builder, "vcpus");
  json_builder_begin_array (builder);
  for (guint i = 0; i < guest->n_vcpus; i++)
    {
      json_builder_begin_object (builder);
      th_cli_json_int (builder, "cpu", guest->vcpus[i].cpu);
      th_cli_json_int (builder, "pid", guest->vcpus[i].pid);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_guests (JsonBuilder *builder,
            ThRecording *recording)
{
  json_builder_set_member_name (builder, "guests");
  json_builder_begin_array (builder);
  for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
    add_guest (builder, th_recording_get_guest (recording, i));
  json_builder_end_array (builder);
}

static void
add_list (JsonBuilder  *builder,
          const char   *key,
          char        **list)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
  for (guint i = 0; list[i] != NULL; i++)
    json_builder_add_string_value (builder, list[i]);
  json_builder_end_array (builder);
}

static void
add_wanted (JsonBuilder    *builder,
            const ThOrigin *origin)
{
  json_builder_set_member_name (builder, "events");
  json_builder_begin_array (builder);
  for (guint i = 0; i < origin->events->len; i++)
    {
      const ThOriginEvent *event = origin->events->pdata[i];

      json_builder_begin_object (builder);
      th_cli_json_string (builder, "name", event->name);
      th_cli_json_string_or_null (builder, "filter",
                                  *event->filter != '\0' ? event->filter : NULL);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* How the recording was made; null if nothing is known. */
static void
add_origin (JsonBuilder *builder,
            ThRecording *recording)
{
  g_autoptr(ThOrigin) origin = th_origin_find (recording);

  json_builder_set_member_name (builder, "origin");
  if (origin == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  th_cli_json_string_or_null (builder, "program", origin->program);
  th_cli_json_string_or_null (builder, "version", origin->version);
  th_cli_json_string_or_null (builder, "agent", origin->agent);
  th_cli_json_string_or_null (builder, "command", origin->command);
  th_cli_json_string_or_null (builder, "target", origin->target);
  th_cli_json_string_or_null (builder, "host", origin->host);
  th_cli_json_string_or_null (builder, "clock", origin->clock);
  add_list (builder, "presets", origin->presets);
  add_list (builder, "processes", origin->processes);
  th_cli_json_string_or_null (builder, "tracer", origin->tracer);
  add_list (builder, "functions", origin->functions);
  th_cli_json_int_or_null (builder, "buffer_kb", origin->buffer_kb > 0, (gint64) origin->buffer_kb);
  th_cli_json_int_or_null (builder, "ring_mb", origin->ring_mb > 0, (gint64) origin->ring_mb);
  th_cli_json_int_or_null (builder, "lost", origin->n_lost > 0, (gint64) origin->n_lost);
  add_wanted (builder, origin);
  json_builder_end_object (builder);
}

static void
add_header (JsonBuilder *builder,
            ThRecording *recording)
{
  const char *version = th_recording_get_fact (recording, "version");
  const char *cpus = th_recording_get_fact (recording, "cpus");

  th_cli_json_string (builder, "format", th_recording_get_format (recording));
  th_cli_json_int_or_null (builder, "version", version != NULL,
                           version != NULL ? g_ascii_strtoll (version, NULL, 10) : 0);
  /* The CPUs of the machine, including those without events. */
  th_cli_json_int_or_null (builder, "cpus", cpus != NULL,
                           cpus != NULL ? g_ascii_strtoll (cpus, NULL, 10) : 0);
  add_fact (builder, recording, "compression");
  add_fact (builder, recording, "wrapper");
  add_fact (builder, recording, "trace-id");
  add_fact (builder, recording, "peer");
  add_origin (builder, recording);
  add_guests (builder, recording);
}

void
th_info_append_json (GString     *text,
                     const char  *path,
                     ThRecording *recording,
                     GPtrArray   *stats)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *line = NULL;

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "file", path);
  if (th_cli_has_appended ())
    th_cli_json_int (builder, "offset", th_recording_get_shift (recording));
  add_header (builder, recording);

  json_builder_set_member_name (builder, "streams");
  json_builder_begin_array (builder);
  for (guint i = 0; i < stats->len; i++)
    add_stream (builder, g_ptr_array_index (stats, i));
  json_builder_end_array (builder);

  add_problems (builder, recording);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  line = json_to_string (root, FALSE);
  g_string_append (text, line);
  g_string_append_c (text, '\n');
}
