/* test-tracedat.c - compares every trace.dat with the output of trace-cmd report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "loader-fixture.h"
#include "th-load-options.h"
#include "th-tracedat-clock.h"
#include "th-tracedat-stripes.h"

/* The counts by name, which are the keys of the expected facts. */
typedef struct
{
  GHashTable *cpus;
  GHashTable *events;
  GHashTable *tasks;
  guint64     n_lost;
  guint64     n_lost_known;
  guint64     lost;
} Counts;

static void
count (GHashTable *table,
       const char *key)
{
  gint64 *n = g_hash_table_lookup (table, key);

  if (n == NULL)
    g_hash_table_insert (table, g_strdup (key), n = g_new0 (gint64, 1));
  ++*n;
}

static void
counts_init (Counts *self)
{
  *self = (Counts) { 0 };
  self->cpus = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
counts_clear (Counts *self)
{
  g_hash_table_unref (self->cpus);
  g_hash_table_unref (self->events);
  g_hash_table_unref (self->tasks);
}

static void
count_row (Counts      *self,
           ThRecording *recording,
           ThCpu       *cpu,
           guint32      row)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  guint32 task = th_cpu_get_task (cpu, row);
  g_autofree char *number = g_strdup_printf ("%u", th_cpu_get_number (cpu));
  g_autofree char *name = g_strdup_printf ("%s-%d", th_tasks_get_saved (tasks, task),
                                           th_tasks_get_pid (tasks, task));

  count (self->cpus, number);
  count (self->events, th_recording_get_type_name (recording, th_cpu_get_type (cpu, row)));
  count (self->tasks, name);
}

static void
count_stream (Counts      *self,
              ThRecording *recording,
              ThStream    *stream)
{
  for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, j);

      g_assert_cmpint (th_cpu_get_complete (cpu), ==, G_MAXINT64);
      for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
        count_row (self, recording, cpu, row);
      for (guint32 i = 0; i < th_cpu_get_n_lost (cpu); i++)
        {
          ThLost lost = th_cpu_get_lost (cpu, i);

          self->n_lost++;
          self->n_lost_known += lost.count >= 0;
          self->lost += MAX (lost.count, 0);
        }
    }
}

static void
check_table (JsonObject *expected,
             const char *member,
             GHashTable *counted)
{
  JsonObject *object = json_object_get_object_member (expected, member);
  g_autoptr(GList) keys = json_object_get_members (object);

  for (GList *l = keys; l != NULL; l = l->next)
    {
      gint64 *n = g_hash_table_lookup (counted, l->data);

      if (n == NULL || *n != json_object_get_int_member (object, l->data))
        g_error ("%s %s: %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, member,
                 (char *) l->data, n != NULL ? *n : 0,
                 json_object_get_int_member (object, l->data));
    }
  g_assert_cmpuint (g_hash_table_size (counted), ==, g_list_length (keys));
}

/* Reads "177.573884307", or whole ticks; null if there is no event. */
static gint64
parse_time (const char *text)
{
  char *end;
  gint64 whole = strtoll (text, &end, 10);

  return *end == '.' ? whole * 1000000000 + strtoll (end + 1, NULL, 10) : whole;
}

static void
check_range (JsonObject  *expected,
             ThRecording *recording)
{
  gint64 first, last;

  if (!th_recording_get_range (recording, &first, &last))
    {
      g_assert_cmpint (json_object_get_int_member (expected, "events"), ==, 0);
      return;
    }
  g_assert_cmpint (first, ==, parse_time (json_object_get_string_member (expected, "first_ts")));
  g_assert_cmpint (last, ==, parse_time (json_object_get_string_member (expected, "last_ts")));
}

static void
check_lost (JsonObject   *expected,
            const Counts *counts)
{
  JsonArray *lines = json_object_get_array_member (expected, "missed_event_lines");
  guint64 n_known = 0, lost = 0;

  for (guint i = 0; lines != NULL && i < json_array_get_length (lines); i++)
    {
      const char *open = strchr (json_array_get_string_element (lines, i), '[');
      guint64 n = open != NULL ? g_ascii_strtoull (open + 1, NULL, 10) : 0;

      n_known += n > 0;
      lost += n;
    }
  g_assert_cmpuint (counts->n_lost, ==, lines != NULL ? json_array_get_length (lines) : 0);
  g_assert_cmpuint (counts->n_lost_known, ==, n_known);
  g_assert_cmpuint (counts->lost, ==, lost);
}

static void
check_buffers (JsonObject  *expected,
               ThRecording *recording)
{
  JsonObject *buffers;
  guint n = 0;

  if (!json_object_has_member (expected, "per_buffer"))
    return;

  buffers = json_object_get_object_member (expected, "per_buffer");
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);
      const char *name = th_stream_get_name (stream);
      Counts counts;

      counts_init (&counts);
      count_stream (&counts, recording, stream);
      if (json_object_has_member (buffers, *name == '\0' ? "(top)" : name))
        {
          check_table (json_object_get_object_member (buffers, *name == '\0' ? "(top)" : name),
                       "per_event", counts.events);
          n++;
        }
      else
        g_assert_cmpuint (g_hash_table_size (counts.events), ==, 0);
      counts_clear (&counts);
    }
  g_assert_cmpuint (n, ==, json_object_get_size (buffers));
}

/* The recordings that are named after their clock. */
static void
check_clock (const char  *path,
             ThRecording *recording)
{
  const ThClock *clock = th_stream_get_clock (th_recording_get_stream (recording, 0));
  const char *name = strstr (path, "-clock-");
  gboolean ticks = strstr (path, "clock-counter") != NULL || strstr (path, "clock-x86-tsc") != NULL;
  gboolean date = strstr (path, "clock-date") != NULL;

  g_assert_cmpint (clock->ticks, ==, ticks);
  g_assert_cmpint (clock->wall_offset, ==, date ? 0 : TH_TIME_NONE);
  if (name != NULL && !date && strstr (name, "tsc2nsec") == NULL)
    {
      g_autofree char *wanted = g_strdup_printf ("-clock-%s.dat", clock->name);

      g_assert_cmpstr (name, ==, wanted);
    }
}

static void
test_expected (gconstpointer data)
{
  const char *path = data;
  g_autofree char *expected_path = fixture_expected_path (path);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = fixture_load (path, &error);
  g_autofree char *problems = NULL;
  JsonObject *expected;
  Counts counts;

  g_assert_no_error (error);
  json_parser_load_from_file (parser, expected_path, &error);
  g_assert_no_error (error);
  expected = json_node_get_object (json_parser_get_root (parser));

  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  check_clock (path, recording);
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_WHOLE);
  g_assert_cmpint (th_recording_get_n_events (recording), ==,
                   json_object_get_int_member (expected, "events"));
  g_assert_cmpstr (th_recording_get_fact (recording, "version"), ==,
                   json_object_get_string_member (expected, "file_version"));
  check_range (expected, recording);

  counts_init (&counts);
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    count_stream (&counts, recording, th_recording_get_stream (recording, i));
  check_table (expected, "per_cpu", counts.cpus);
  check_table (expected, "per_event", counts.events);
  check_table (expected, "per_task", counts.tasks);
  check_lost (expected, &counts);
  counts_clear (&counts);
  check_buffers (expected, recording);
}

/* Compares one worker and one page per stripe with the default. */
static void
test_pieces (gconstpointer data)
{
  g_autoptr(ThRecording) whole = fixture_load (data, NULL);
  g_autoptr(ThRecording) pieces = NULL;
  GString *a, *b;

  th_tracedat_set_stripe (1);
  th_load_options_set_n_threads (5);
  pieces = fixture_load (data, NULL);
  th_tracedat_set_stripe (0);
  th_load_options_set_n_threads (0);

  g_assert_nonnull (whole);
  g_assert_nonnull (pieces);
  a = fixture_dump (whole);
  b = fixture_dump (pieces);
  g_assert_true (g_string_equal (a, b));
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
}

/* The frames of the stack after an event have the names that its own row prints. */
static void
compare_stack (ThRecording *recording,
               ThReader    *reader,
               ThRef        event,
               ThRef        stack)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  g_autoptr(GString) printed = g_string_new (NULL);
  g_autoptr(GString) named = g_string_new (NULL);

  g_assert_true (th_reader_get_text (reader, stack, FALSE, printed));
  g_assert_true (th_reader_get_stack (reader, event, frames));
  for (guint i = 0; i < frames->len; i++)
    {
      const ThFrame *frame = &g_array_index (frames, ThFrame, i);
      guint64 offset;

      g_assert_false (frame->user);
      g_string_append_printf (named, "=> %s\n",
                              th_recording_get_symbol (recording, frame->address, &offset));
    }
  g_string_append (named, "=> 0x0");
  g_string_replace (printed, "\t", "", 0);
  g_string_replace (printed, " ", "", 0);
  g_string_replace (named, " ", "", 0);
  /* The row prints only the eight frames of its format; the stack has all. */
  if (!g_str_has_prefix (named->str, g_strstrip (printed->str)))
    g_assert_cmpstr (named->str, ==, printed->str);
  g_assert_cmpuint (frames->len, >, 2);
}

static void
test_stacks (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-stack.dat");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThReader) reader = NULL;
  guint type, n = 0;

  if (path == NULL)
    return;

  recording = fixture_load (path, NULL);
  reader = th_reader_new (recording);
  type = th_recording_find_type (recording, "ftrace:kernel_stack");
  for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (recording, 0)); j++)
    {
      ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), j);

      for (guint32 row = 0; row + 1 < th_cpu_get_n_rows (cpu); row++)
        if (th_cpu_get_type (cpu, row) != type && th_cpu_get_type (cpu, row + 1) == type)
          {
            compare_stack (recording, reader, (ThRef) { 0, j, row }, (ThRef) { 0, j, row + 1 });
            n++;
          }
    }
  g_assert_cmpuint (n, >, 20);
}

/* The name of a pid changes with exec; the file has saved the last one. */
static void
test_names (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-lost.dat");
  g_autoptr(ThRecording) recording = NULL;
  ThTasks *tasks;
  gint64 first, last;
  guint32 task;

  if (path == NULL)
    return;

  recording = fixture_load (path, NULL);
  tasks = th_recording_get_tasks (recording);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  task = th_tasks_find (tasks, 837);
  g_assert_cmpuint (task, !=, TH_TASK_NONE);
  g_assert_cmpstr (th_tasks_get_name (tasks, task, last), ==, "iperf3");
  g_assert_cmpstr (th_tasks_get_saved (tasks, task), ==, "iperf3");
  g_assert_cmpstr (th_tasks_get_name (tasks, task, first), ==, "sh");
  g_assert_cmpstr (th_tasks_get_name (tasks, TH_TASK_IDLE, last), ==, "<idle>");
}

static ThTdClock
clock_of (const guint64 *words,
          gsize          n,
          gboolean       interpolate)
{
  guint8 head[8] = { 0 };
  g_autoptr(GByteArray) raw = g_byte_array_new ();
  g_autoptr(ThBytes) bytes = NULL;
  ThByteCursor cursor = { 0 };
  ThTdClock clock = { 0 };
  guint32 n_samples = n / 4;

  head[0] = interpolate;
  head[4] = 1; /* one CPU */
  g_byte_array_append (raw, head, sizeof head);
  g_byte_array_append (raw, (guint8 *) &n_samples, 4);
  for (gsize i = 0; i < n; i++)
    g_byte_array_append (raw, (const guint8 *) &words[i], 8);
  bytes = th_bytes_new_memory (raw->data, raw->len);
  cursor = (ThByteCursor) { .bytes = bytes, .end = raw->len };
  th_td_clock_add_shifts (&clock, &cursor);
  g_assert_false (cursor.failed);
  return clock;
}

/* Timestamps of a guest, worked out by hand: times, offsets, scalings, fractions. */
static void
test_guest_shift (void)
{
  const guint64 one[] = { 100, -(guint64) 40, 1, 0 };
  const guint64 two[] = { 1000, 2000, 10, 20, 1, 1, 0, 0 };
  const guint64 scaled[] = { 1000, 2000, 10, 20, 3, 3, 1, 1 };
  ThTdClock clock = clock_of (one, G_N_ELEMENTS (one), FALSE);

  g_assert_cmpint (th_td_clock_convert (&clock, 0, 100), ==, 60);
  g_assert_cmpint (th_td_clock_convert (&clock, 1, 100), ==, 100);
  g_assert_false (th_td_clock_is_plain (&clock, 0));
  g_assert_true (th_td_clock_is_plain (&clock, 1));
  th_td_clock_clear (&clock);

  clock = clock_of (two, G_N_ELEMENTS (two), TRUE);
  g_assert_cmpint (th_td_clock_convert (&clock, 0, 1500), ==, 1515);
  g_assert_cmpint (th_td_clock_convert (&clock, 0, 3000), ==, 3030);
  th_td_clock_clear (&clock);

  clock = clock_of (two, G_N_ELEMENTS (two), FALSE);
  g_assert_cmpint (th_td_clock_convert (&clock, 0, 1500), ==, 1510);
  th_td_clock_clear (&clock);

  clock = clock_of (scaled, G_N_ELEMENTS (scaled), FALSE);
  clock.offset = 5;
  g_assert_cmpint (th_td_clock_convert (&clock, 0, 1500), ==, 2265);
  th_td_clock_clear (&clock);
}

/* The kernel's mul_u64_u32_shr(). */
static void
test_tsc (void)
{
  ThTdClock clock = { .mult = 0x5555, .shift = 16 };

  g_assert_cmpint (th_td_clock_convert (&clock, 0, 3000000000), ==, 999984741);
  g_assert_cmpint (th_td_clock_convert (&clock, 0, G_GUINT64_CONSTANT (1) << 60), ==,
                   G_GINT64_CONSTANT (0x5555) << 44);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GPtrArray) paths = NULL;

  g_test_init (&argc, &argv, NULL);
  paths = fixture_list_recordings ();
  g_assert_cmpuint (paths->len, >, 0);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autofree char *name = g_path_get_basename (path);
      gboolean near = strstr (path, "/tests/data/") != NULL;
      g_autofree char *expected = g_strdup_printf ("/tracedat/expected/%s%s", near ? "near/" : "",
                                                   name);
      g_autofree char *pieces = g_strdup_printf ("/tracedat/pieces/%s%s", near ? "near/" : "",
                                                 name);

      g_test_add_data_func (expected, path, test_expected);
      g_test_add_data_func (pieces, path, test_pieces);
    }
  g_test_add_func ("/tracedat/stacks", test_stacks);
  g_test_add_func ("/tracedat/names", test_names);
  g_test_add_func ("/tracedat/guest-shift", test_guest_shift);
  g_test_add_func ("/tracedat/tsc", test_tsc);
  return g_test_run ();
}
