/* test-text.c - compares every text with the facts counted by other tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "loader-fixture.h"

typedef struct
{
  GHashTable *cpus;
  GHashTable *events;
  GHashTable *tasks;
  GHashTable *functions;
  gint64      n;
  gint64      n_lost;
  gint64      leaf_ns;
} Counts;

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
count (GHashTable *table,
       const char *key)
{
  gint64 *n = g_hash_table_lookup (table, key);

  if (n == NULL)
    g_hash_table_insert (table, g_strdup (key), n = g_new0 (gint64, 1));
  ++*n;
}

static gboolean
field_text (ThRecording     *recording,
            guint            type,
            const char      *name,
            const ThPayload *payload,
            GString         *text)
{
  const ThField *field = th_field_table_find (th_recording_get_fields (recording, type), name);
  const guint8 *bytes;
  gsize size;

  g_string_truncate (text, 0);
  if (field == NULL || !th_field_read_bytes (field, payload, &bytes, &size))
    return FALSE;
  g_string_append_len (text, (const char *) bytes, size);
  return TRUE;
}

static void
count_function (Counts      *self,
                ThRecording *recording,
                ThReader    *reader,
                ThRef        ref)
{
  guint type = th_recording_get_type (recording, ref);
  const char *event = th_recording_get_type_name (recording, type);
  gboolean is_graph = strcmp (event, "funcgraph_entry") == 0;
  g_autoptr(GString) name = g_string_new (NULL);
  ThPayload payload;
  guint64 duration;

  if (!is_graph && strcmp (event, "function") != 0)
    return;
  g_assert_true (th_reader_get_payload (reader, ref, &payload));
  g_assert_true (field_text (recording, type, is_graph ? "func" : "ip", &payload, name));
  count (self->functions, name->str);
  if (is_graph &&
      th_field_read_u64 (th_field_table_find (th_recording_get_fields (recording, type),
                                              "duration"), &payload, &duration))
    self->leaf_ns += (gint64) duration;
}

static void
count_all (Counts      *self,
           ThRecording *recording,
           gboolean     with_system)
{
  ThStream *stream = th_recording_get_stream (recording, 0);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autoptr(ThReader) reader = th_reader_new (recording);

  *self = (Counts) { new_table (), new_table (), new_table (), new_table (), 0, 0, 0 };
  for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, j);

      self->n_lost += th_cpu_get_n_lost (cpu);
      for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++, self->n++)
        {
          guint32 task = th_cpu_get_task (cpu, row);
          guint type = th_cpu_get_type (cpu, row);
          const char *saved = with_system
                              ? th_tasks_get_name (tasks, task, th_cpu_get_time (cpu, row))
                              : th_tasks_get_saved (tasks, task);
          gboolean idle = th_tasks_get_pid (tasks, task) == 0;
          g_autofree char *number = g_strdup_printf ("%u", th_cpu_get_number (cpu));
          g_autofree char *name = g_strdup_printf ("%s-%d", idle ? with_system ? "swapper"
                                                                               : "<idle>" : saved,
                                                   th_tasks_get_pid (tasks, task));
          g_autofree char *event =
            g_strconcat (with_system ? th_recording_get_type_system (recording, type) : "",
                         with_system ? ":" : "", th_recording_get_type_name (recording, type),
                         NULL);

          count (self->cpus, number);
          count (self->events, *event == ':' ? event + 1 : event);
          count (self->tasks, name);
          count_function (self, recording, reader, (ThRef) { 0, j, row });
        }
    }
}

static void
counts_clear (Counts *self)
{
  g_hash_table_unref (self->cpus);
  g_hash_table_unref (self->events);
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->functions);
}

/* @some: the expected facts are a selection. */
static void
check_table (JsonObject *expected,
             const char *member,
             GHashTable *counted,
             gboolean    some)
{
  JsonObject *object = json_object_has_member (expected, member)
                       ? json_object_get_object_member (expected, member) : NULL;
  g_autoptr(GList) keys = object != NULL ? json_object_get_members (object) : NULL;

  if (keys == NULL)
    return;
  for (GList *l = keys; l != NULL; l = l->next)
    {
      gint64 *n = g_hash_table_lookup (counted, l->data);

      if (n == NULL || *n != json_object_get_int_member (object, l->data))
        g_error ("%s %s: %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, member,
                 (char *) l->data, n != NULL ? *n : 0,
                 json_object_get_int_member (object, l->data));
    }
  if (!some)
    g_assert_cmpuint (g_hash_table_size (counted), ==, g_list_length (keys));
}

static gint64
parse_seconds (const char *text)
{
  char *end;
  gint64 whole = strtoll (text, &end, 10);
  gint64 unit = 100000000;

  whole *= 1000000000;
  if (*end == '.')
    for (end++; g_ascii_isdigit (*end); end++, unit /= 10)
      whole += (*end - '0') * unit;
  return whole;
}

static void
check_range (JsonObject  *expected,
             ThRecording *recording)
{
  gint64 first, last;

  if (!json_object_has_member (expected, "first_ts") ||
      g_str_has_suffix (json_object_get_string_member (expected, "file"), "latency.txt"))
    return;
  g_assert_true (th_recording_get_range (recording, &first, &last));
  g_assert_cmpint (first, ==, parse_seconds (json_object_get_string_member (expected, "first_ts")));
  g_assert_cmpint (last, ==, parse_seconds (json_object_get_string_member (expected, "last_ts")));
}

static void
check (JsonObject  *expected,
       ThRecording *recording,
       gboolean     with_system)
{
  JsonObject *text = json_object_has_member (expected, "text")
                     ? json_object_get_object_member (expected, "text") : NULL;
  const char *n = json_object_has_member (expected, "events") ? "events" : "event_count";
  Counts counts;

  count_all (&counts, recording, with_system);
  g_assert_cmpint (counts.n, ==, json_object_get_int_member (expected, n));
  check_range (expected, recording);
  check_table (expected, "per_cpu", counts.cpus, FALSE);
  check_table (expected, "per_event", counts.events, FALSE);
  check_table (expected, "per_task", counts.tasks, FALSE);
  check_table (expected, "per_task_column", counts.tasks, FALSE);
  check_table (expected, "per_function", counts.functions, TRUE);
  if (json_object_has_member (expected, "distinct_functions"))
    g_assert_cmpint (g_hash_table_size (counts.functions), ==,
                     json_object_get_int_member (expected, "distinct_functions"));
  if (json_object_has_member (expected, "sum_of_leaf_durations_us"))
    g_assert_cmpfloat_with_epsilon (counts.leaf_ns / 1000.0,
                                    json_object_get_double_member (expected,
                                                                   "sum_of_leaf_durations_us"),
                                    0.0005);
  if (json_object_has_member (expected, "missed_event_line_count"))
    g_assert_cmpint (counts.n_lost, ==,
                     json_object_get_int_member (expected, "missed_event_line_count"));
  if (text != NULL)
    {
      check_table (text, "events_per_cpu", counts.cpus, FALSE);
      check_table (text, "top_events", counts.events, FALSE);
      check_table (text, "calls_of_top_functions", counts.functions, TRUE);
    }
  counts_clear (&counts);
}

static char *
path_of (const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *near = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  char *far;

  if (g_file_test (near, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&near);
  far = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;
  if (far == NULL || !g_file_test (far, G_FILE_TEST_EXISTS))
    {
      g_clear_pointer (&far, g_free);
      g_test_skip ("The recording is not in tests/data, and THRESHER_TRACES does not lead to it.");
    }
  return far;
}

static void
test_expected (gconstpointer data)
{
  g_autofree char *path = path_of (data);
  g_autofree char *facts = path != NULL ? g_strconcat (path, ".expected.json", NULL) : NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *problems = NULL;

  if (path == NULL)
    return;
  g_assert_true (json_parser_load_from_file (parser, facts, &error));
  recording = fixture_load (path, &error);
  g_assert_no_error (error);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_WHOLE);
  check (json_node_get_object (json_parser_get_root (parser)), recording, FALSE);
}

static void
test_raw (gconstpointer data)
{
  g_autofree char *path = path_of (data);
  g_autoptr(GError) error = NULL;

  if (path == NULL)
    return;
  g_assert_null (fixture_load (path, &error));
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "“raw”"));
}

/* Returns the text printed by perf script; it is compared with counts from another run of that. */
static GBytes *
unpack (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInputStream) packed = g_file_read (file, NULL, NULL);
  g_autoptr(GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr(GInputStream) plain = g_converter_input_stream_new (G_INPUT_STREAM (packed),
                                                                G_CONVERTER (gunzip));
  g_autoptr(GOutputStream) all = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (g_output_stream_splice (all, plain, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL,
                                           NULL), >, 0);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (all));
}

static void
test_perf (gconstpointer data)
{
  g_autofree char *text_name = g_strconcat (data, ".perf.script.txt.gz", NULL);
  g_autofree char *facts_name = g_strconcat (data, ".perf.data.expected.json", NULL);
  g_autofree char *path = path_of (text_name);
  g_autofree char *facts = path != NULL ? path_of (facts_name) : NULL;
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (path == NULL)
    return;
  bytes = unpack (path);
  g_assert_true (json_parser_load_from_file (parser, facts, &error));
  recording = fixture_load_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  check (json_node_get_object (json_parser_get_root (parser)), recording, TRUE);
}

static const char *const expected[] = {
  "e1000-ftrace-default.txt", "e1000-ftrace-latency.txt", "e1000-ftrace-noirqinfo.txt",
  "e1000-ftrace-tgid.txt",
  "e1000-function.txt", "e1000-fgraph-plain.txt", "e1000-fgraph-proc-abstime.txt",
  "k612-ftrace-default.txt", "k612-ftrace-latency.txt", "k612-ftrace-noirqinfo.txt",
  "k612-ftrace-tgid.txt",
  "k612-fgraph-plain.txt", "k612-fgraph-proc-abstime.txt",
  "public/ping_ftrace_report.txt", "public/simple-with-header.linux-perf.txt",
  "public/trace_idle_unsorted.txt",
  "public/bad_print.systrace",
};
static const char *const perf[] = {
  "e1000-tp", "e1000-tp-g", "e1000-cpu-clock-g", "e1000-cpu-clock-z", "k612-tp", "k612-tp-g",
  "k612-cpu-clock-g",
  "k612-cpu-clock-z", "virtio-tp", "virtio-tp-g", "virtio-cpu-clock-g", "virtio-cpu-clock-z",
};

static void
add (const char    *folder,
     const char    *name,
     GTestDataFunc  func)
{
  g_autofree char *path = g_strdup_printf ("/text/%s/%s", folder, name);

  g_test_add_data_func (path, name, func);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    add ("expected", expected[i], test_expected);
  for (guint i = 0; i < G_N_ELEMENTS (perf); i++)
    add ("perf", perf[i], test_perf);
  add ("refused", "e1000-ftrace-raw.txt", test_raw);
  add ("refused", "k612-ftrace-raw.txt", test_raw);
  return g_test_run ();
}
