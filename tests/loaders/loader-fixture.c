/* loader-fixture.c - recordings for the tests of the loaders
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sys/resource.h>

#include "loader-fixture.h"

/* The time that a damaged file may take. */
#define MAX_SECONDS 10

static const char *const sub_folders[] = { "", "deep" };

char *
fixture_expected_path (const char *path)
{
  char *beside = g_strconcat (path, ".expected.json", NULL);

  if (!g_file_test (beside, G_FILE_TEST_EXISTS) && g_str_has_suffix (path, ".dat"))
    {
      g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".dat"));

      g_free (beside);
      beside = g_strconcat (stem, ".expected.json", NULL);
    }
  return beside;
}

static void
add_folder (GPtrArray  *paths,
            const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *expected = fixture_expected_path (path);

      if (g_str_has_suffix (name, ".dat") && g_file_test (expected, G_FILE_TEST_EXISTS))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
}

static char *
data_folder (void)
{
  return g_test_build_filename (G_TEST_DIST, "data", NULL);
}

GPtrArray *
fixture_list_recordings (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *data = data_folder ();
  const char *traces = g_getenv ("THRESHER_TRACES");

  add_folder (paths, data);
  for (guint i = 0; traces != NULL && i < G_N_ELEMENTS (sub_folders); i++)
    {
      g_autofree char *folder = g_build_filename (traces, sub_folders[i], NULL);

      add_folder (paths, folder);
    }
  return paths;
}

char *
fixture_find_recording (const char *name)
{
  g_autofree char *data = data_folder ();
  g_autofree char *near = g_build_filename (data, name, NULL);
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *far = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;

  if (g_file_test (near, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&near);
  if (far != NULL && g_file_test (far, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&far);

  g_test_skip ("The recording is not in tests/data, and THRESHER_TRACES does not lead to it.");
  return NULL;
}

ThRecording *
fixture_load (const char  *path,
              GError     **error)
{
  const ThLoader *loader;
  ThRecording *recording = th_loader_open (path, &loader, error);

  if (recording != NULL)
    th_loader_load (loader, recording);
  return recording;
}

ThRecording *
fixture_load_bytes (const void  *data,
                    gsize        size,
                    GError     **error)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (data, size);
  g_autoptr(ThBytes) inside = th_loader_unwrap (bytes, error);
  const ThLoader *loader;
  ThRecording *recording;

  if (inside == NULL)
    return NULL;

  th_bytes_wait (inside, G_MAXUINT64, -1);
  recording = th_loader_open_bytes (inside, &loader, error);
  if (recording != NULL)
    th_loader_load (loader, recording);
  return recording;
}

/* The number of rows to read per CPU, spread from the first one on. */
#define ROWS_TO_READ 16

static void
read_rows (ThRecording *recording,
           ThReader    *reader,
           guint        stream,
           guint        cpu)
{
  ThCpu *rows = th_stream_get_cpu (th_recording_get_stream (recording, stream), cpu);
  guint32 n = th_cpu_get_n_rows (rows);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));

  for (guint32 row = 0; row < n; row += MAX (n / ROWS_TO_READ, 1))
    {
      ThRef ref = { stream, cpu, row };
      ThPayload payload;

      g_string_truncate (text, 0);
      g_array_set_size (frames, 0);
      th_reader_get_payload (reader, ref, &payload);
      th_reader_get_text (reader, ref, row % 2, text);
      if (th_reader_get_stack (reader, ref, frames))
        g_assert_cmpuint (frames->len, >, 0);
      g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
    }
}

void
fixture_read_all (ThRecording *recording)
{
  g_autoptr(ThReader) reader = th_reader_new (recording);
  gint64 first, last;

  if (th_recording_get_range (recording, &first, &last))
    g_assert_cmpint (first, <=, last);
  for (guint i = 0; i < th_recording_get_n_streams (recording); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (recording, i)); j++)
      read_rows (recording, reader, i, j);
}

guint64
fixture_try_bytes (const char *data,
                   gsize       size)
{
  g_autoptr(GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autoptr(ThRecording) recording = fixture_load_bytes (data, size, &error);
  guint64 n = 0;

  if (recording == NULL)
    {
      g_assert_nonnull (error);
      g_assert_cmpuint (strlen (error->message), >, 20);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_cmpint (th_recording_get_state (recording), !=, TH_LOAD_RUNNING);
      fixture_read_all (recording);
      n = th_recording_get_n_events (recording);
    }
  g_assert_cmpint (g_get_monotonic_time () - start, <, MAX_SECONDS * G_USEC_PER_SEC);
  return n;
}

static void
dump_cpu (GString     *text,
          ThRecording *recording,
          ThCpu       *cpu,
          gboolean     places)
{
  ThTasks *tasks = th_recording_get_tasks (recording);

  g_string_append_printf (text, "cpu %u\n", th_cpu_get_number (cpu));
  for (guint32 i = 0; i < th_cpu_get_n_rows (cpu); i++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %s %d\n",
                            th_cpu_get_time (cpu, i),
                            places ? th_cpu_get_place (cpu, i) : 0,
                            th_recording_get_type_name (recording, th_cpu_get_type (cpu, i)),
                            th_tasks_get_pid (tasks, th_cpu_get_task (cpu, i)));
  for (guint32 i = 0; i < th_cpu_get_n_lost (cpu); i++)
    {
      ThLost lost = th_cpu_get_lost (cpu, i);

      g_string_append_printf (text,
                              "lost %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                              " %" G_GINT64_FORMAT "\n",
                              lost.row, lost.count, lost.from, lost.to);
    }
  for (guint32 i = 0; i < th_cpu_get_n_runs (cpu); i++)
    {
      ThRun run = th_cpu_get_run (cpu, i);

      g_string_append_printf (text, "run %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %s %u\n",
                              run.begin, run.end,
                              th_tasks_get_pid (tasks, run.task),
                              th_tasks_get_name (tasks, run.task, run.begin), run.flags);
    }
}

static GString *
dump (ThRecording *recording,
      guint        n_streams,
      gboolean     places)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_streams; i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      g_string_append_printf (text, "stream %s\n", th_stream_get_name (stream));
      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        dump_cpu (text, recording, th_stream_get_cpu (stream, j), places);
    }
  return text;
}

glong
fixture_peak_kb (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  return 0;
#else
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
#endif
}

GString *
fixture_dump (ThRecording *recording)
{
  return dump (recording, th_recording_get_n_streams (recording), TRUE);
}

void
fixture_assert_same (ThRecording *a,
                     ThRecording *b,
                     guint        n_streams)
{
  g_autoptr(GString) x = dump (a, n_streams, FALSE);
  g_autoptr(GString) y = dump (b, n_streams, FALSE);

  g_assert_cmpstr (x->str, ==, y->str);
}

char *
fixture_problems (ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);

      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT, i > 0 ? " " : "",
                              th_problem_kind_id (problem->kind),
                              problem->count);
    }
  return g_string_free (text, FALSE);
}
