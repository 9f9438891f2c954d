/* test-live.c - a recording is loaded while it is being written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread writes the pages of a real recording in slices, another loads the growing file, and
 * the test looks at it meanwhile.  What it must be in the end is the finished file, loaded in the
 * ordinary way, which trace-cmd reads as the original (test-trace-writer.c).
 */
#include <string.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "recorded.h"
#include "results-text.h"
#include "th-analyses.h"
#include "th-filter-watch.h"
#include "th-runner.h"

static const char *const samples[] = { "k612-rep.dat", "e1000-lost.dat", "e1000-veth-loss.dat",
                                       "veth-gro-mix-deep.dat" };

/* --- a live load ------------------------------------------------------- */

typedef struct
{
  Recorded       *recorded;
  char           *path;
  ThTraceWriter  *writer;
  ThBytes        *bytes;
  const ThLoader *loader;
  ThRecording    *recording;
  GThread        *load;
  gboolean        held; /* atomic; whether write_thread() waits before it ends the recording */
} Live;

static gpointer
load_thread (gpointer data)
{
  Live *self = data;

  th_loader_load (self->loader, self->recording);
  return NULL;
}

static void
live_begin (Live       *self,
            const char *name)
{
  g_autofree char *source = recorded_find (name);
  g_autoptr(GError) error = NULL;

  self->recorded = recorded_new (source);
  self->path = g_build_filename (g_get_tmp_dir (), "live.dat", NULL);
  self->writer = recorded_begin (self->recorded, self->path);
  self->bytes = th_bytes_new_feed (th_trace_writer_get_path (self->writer),
                                   th_trace_writer_get_feed (self->writer), &error);
  g_assert_no_error (error);
  self->recording = th_loader_open_bytes (self->bytes, &self->loader, &error);
  g_assert_no_error (error);
  self->load = g_thread_new ("load", load_thread, self);
}

static void
live_join (Live *self)
{
  g_thread_join (g_steal_pointer (&self->load));
}

static void
live_end (Live *self)
{
  th_recording_unref (self->recording);
  th_bytes_unref (self->bytes);
  th_trace_writer_free (self->writer);
  recorded_free (self->recorded);
  g_unlink (self->path);
  g_free (self->path);
}

/* Waits until @n events have been published. */
static void
wait_for_events (Live    *self,
                 guint64  n)
{
  gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  while (th_recording_get_n_events (self->recording) < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (200);
    }
}

/* --- comparisons ------------------------------------------------------- */

static ThCpu *
get_cpu (ThRecording *recording,
         guint        index)
{
  return th_stream_get_cpu (th_recording_get_stream (recording, 0), index);
}

/* Asserts that the rows so far are the first ones of the original. */
static void
assert_prefix (Live *self)
{
  for (guint i = 0; i < self->recorded->head.n_cpus; i++)
    {
      ThCpu *now = get_cpu (self->recording, i), *whole = get_cpu (self->recorded->recording, i);
      gint64 complete = th_cpu_get_complete (now);
      guint32 n = th_cpu_get_n_rows (now);

      g_assert_cmpuint (n, <=, th_cpu_get_n_rows (whole));
      for (guint32 row = 0; row < n; row++)
        g_assert_cmpint (th_cpu_get_time (now, row), ==, th_cpu_get_time (whole, row));
      if (n < th_cpu_get_n_rows (whole))
        g_assert_cmpint (complete, <=, th_cpu_get_time (whole, n));
    }
}

/* The texts of all events, with CPU, time and task. */
static char *
dump_texts (ThRecording *recording)
{
  ThReader *reader = th_reader_new (recording);
  ThTasks *tasks = th_recording_get_tasks (recording);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < th_stream_get_n_cpus (th_recording_get_stream (recording, 0)); i++)
    for (guint32 row = 0; row < th_cpu_get_n_rows (get_cpu (recording, i)); row++)
      {
        ThRef ref = { 0, i, row };
        gint64 time = th_recording_get_time (recording, ref);
        guint32 task = th_recording_get_task (recording, ref);

        g_string_append_printf (out, "%u %" G_GINT64_FORMAT " %s|%s-%d ", i, time,
                                th_tasks_get_name (tasks, task, time),
                                th_tasks_get_saved (tasks, task), th_tasks_get_pid (tasks, task));
        g_assert_true (th_reader_get_text (reader, ref, FALSE, out));
        g_string_append_c (out, '\n');
      }
  th_reader_free (reader);
  return g_string_free (out, FALSE);
}

/* Replaces the number of the task that a track is attached to by its pid. */
static gboolean
name_task (const GMatchInfo *match,
           GString          *out,
           gpointer          recording)
{
  g_autofree char *head = g_match_info_fetch (match, 1), *key = g_match_info_fetch (match, 2);

  g_string_append_printf (out, "%s pid %d:", head,
                          th_tasks_get_pid (th_recording_get_tasks (recording),
                                            (guint32) g_ascii_strtoull (key, NULL, 10)));
  return FALSE;
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

/* The results of all analyses as sorted lines: tasks are numbered, and thus ordered, by chance. */
static char *
dump_results (ThRecording *recording,
              GPtrArray   *results)
{
  g_autoptr(GRegex) track = g_regex_new ("^(\\S+ [^:\\n]*) 1 (\\d+):", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr(GString) all = g_string_new (NULL);
  g_autofree char *named = NULL;
  g_auto(GStrv) lines = NULL;

  for (guint i = 0; i < results->len; i++)
    {
      g_autofree char *one = test_dump (recording, results->pdata[i]);

      g_string_append_printf (all, "%s\n", one);
    }
  named = g_regex_replace_eval (track, all->str, -1, 0, 0, name_task, recording, NULL);
  lines = g_strsplit (named, "\n", -1);
  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  return g_strjoinv ("\n", lines);
}

/* --- tests ------------------------------------------------------------- */

static gpointer
write_thread (gpointer data)
{
  Live *self = data;
  guint n = self->recorded->pages->len, step = MAX (n / 37, 1);

  for (guint at = 0; at < n; at += step)
    {
      recorded_append (self->recorded, self->writer, at, at + step);
      g_assert_true (th_trace_writer_commit (self->writer, NULL));
      if (at == 0)
        recorded_add_texts (self->recorded, self->writer);
      g_usleep (3000);
    }
  while (g_atomic_int_get (&self->held))
    g_usleep (1000);
  g_assert_true (th_trace_writer_finish (self->writer, NULL));
  return NULL;
}

static void
test_same (gconstpointer name)
{
  Live live = { 0 };
  g_autoptr(ThRecording) file = NULL;
  g_autoptr(ThRunner) runner = NULL, file_runner = NULL;
  g_autoptr(GPtrArray) results = NULL, file_results = NULL;
  g_autofree char *texts = NULL, *file_texts = NULL, *dump = NULL, *file_dump = NULL;
  guint n_looks = 0;
  GThread *thread;

  live_begin (&live, name);
  runner = th_runner_new (live.recording, th_analyses_list ());
  results = th_runner_add_all (runner);
  thread = g_thread_new ("write", write_thread, &live);
  while (th_runner_advance (runner))
    {
      assert_prefix (&live);
      n_looks += th_recording_get_state (live.recording) == TH_LOAD_RUNNING;
      g_usleep (1000);
    }
  g_thread_join (thread);
  live_join (&live);
  g_assert_cmpuint (n_looks, >, 3);
  g_assert_cmpint (th_recording_get_state (live.recording), ==, TH_LOAD_WHOLE);

  file = fixture_load (live.path, NULL);
  fixture_assert_same (live.recording, file, 1);
  texts = dump_texts (live.recording);
  file_texts = dump_texts (file);
  g_assert_true (g_str_equal (texts, file_texts));
  file_runner = th_runner_new (file, th_analyses_list ());
  file_results = th_runner_add_all (file_runner);
  while (th_runner_advance (file_runner))
    ;
  dump = dump_results (live.recording, results);
  file_dump = dump_results (file, file_results);
  g_assert_cmpuint (results->len, >, 0);
  g_assert_true (g_str_equal (dump, file_dump));
  live_end (&live);
}

/* A CPU that writes nothing is complete up to the time that the recorder tells; then the events
 * of the others before it can be analysed. */
static void
test_idle_cpu (void)
{
  Live live = { 0 };
  gint64 first, last, until;

  live_begin (&live, "k612-rep.dat");
  g_assert_true (th_recording_get_range (live.recorded->recording, &first, &last));
  g_assert_cmpint (th_recording_get_watermark (live.recording), ==, TH_TIME_NONE);
  until = first - 1;
  recorded_add_texts (live.recorded, live.writer);
  th_trace_writer_set_until (live.writer, until);
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  for (guint i = 0; th_recording_get_watermark (live.recording) != until; i++)
    {
      g_assert_cmpuint (i, <, 10000);
      g_usleep (1000);
    }
  g_assert_cmpuint (th_recording_get_n_events (live.recording), ==, 0);

  /* Without pages after it, the end completes all. */
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);
  g_assert_cmpint (th_recording_get_state (live.recording), ==, TH_LOAD_WHOLE);
  g_assert_cmpint (th_recording_get_watermark (live.recording), ==, G_MAXINT64);
  live_end (&live);
}

/* A recorder that breaks its promise: times do not go back. */
static void
test_lies (void)
{
  Live live = { 0 };
  gint64 first, last, begin, end;

  live_begin (&live, "k612-rep.dat");
  g_assert_true (th_recording_get_range (live.recorded->recording, &first, &last));
  recorded_add_texts (live.recorded, live.writer);
  th_trace_writer_set_until (live.writer, first + (last - first) / 2);
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  while (th_recording_get_watermark (live.recording) == TH_TIME_NONE)
    g_usleep (1000);
  recorded_append (live.recorded, live.writer, 0, G_MAXUINT);
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);
  g_assert_cmpuint (th_recording_get_n_events (live.recording), ==,
                    th_recording_get_n_events (live.recorded->recording));
  g_assert_true (th_recording_get_range (live.recording, &begin, &end));
  g_assert_cmpint (begin, ==, first + (last - first) / 2);
  g_assert_cmpint (end, ==, last);
  live_end (&live);
}

static void
test_cancel (void)
{
  Live live = { 0 };
  guint n;

  live_begin (&live, "k612-rep.dat");
  n = live.recorded->pages->len;
  recorded_append (live.recorded, live.writer, 0, n / 2);
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  wait_for_events (&live, 1);
  th_bytes_stop (live.bytes);
  live_join (&live); /* although the feed goes on */
  g_assert_cmpint (th_recording_get_state (live.recording), ==, TH_LOAD_CANCELLED);
  assert_prefix (&live);
  recorded_append (live.recorded, live.writer, n / 2, n);
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_end (&live);
}

/* Symbols and counters that come while it records are found without another load. */
static void
test_late_texts (void)
{
  Live live = { 0 };
  const char *counters = "a GVariant, for all we know";
  const char *symbols = "ffffffff81000000 T first\nffffffff81000100 T second\n"
                        "ffffffff81000200 T third\n";
  guint64 offset;
  g_autoptr(ThRecording) file = NULL;
  GBytes *bytes;

  live_begin (&live, "k612-rep.dat");
  g_assert_null (th_recording_get_symbol (live.recording, 0xffffffff81000010, &offset));
  th_trace_writer_set_text (live.writer, TH_TRACE_TEXT_KALLSYMS, symbols, strlen (symbols));
  th_trace_writer_set_text (live.writer, TH_TRACE_TEXT_CMDLINES, "4711 some-name\n", 15);
  g_assert_true (th_trace_writer_add_texts (live.writer, NULL));
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  while (th_recording_get_symbol (live.recording, 0xffffffff81000010, &offset) == NULL)
    g_usleep (1000);
  g_assert_cmpstr (th_recording_get_symbol (live.recording, 0xffffffff81000110, &offset), ==,
                   "second");
  g_assert_cmpuint (offset, ==, 0x10);
  g_assert_cmpstr (th_tasks_get_saved (th_recording_get_tasks (live.recording),
                                       th_tasks_find (th_recording_get_tasks (live.recording),
                                                      4711)), ==, "some-name");

  th_trace_writer_set_text (live.writer, TH_TRACE_TEXT_COUNTERS, counters, strlen (counters));
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);
  file = fixture_load (live.path, NULL);
  for (guint i = 0; i < 2; i++)
    {
      bytes = th_recording_get_attachment (i == 0 ? live.recording : file, "counters");
      g_assert_nonnull (bytes);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), counters,
                       strlen (counters));
    }
  live_end (&live);
}

/* Events stay readable by their places while the file is finished, and those that were removed
 * are not taken for others. */
static void
test_places (void)
{
  Live live = { 0 };
  gint64 first, last;
  ThReader *reader;

  live_begin (&live, "e1000-lost.dat");
  recorded_append (live.recorded, live.writer, 0, G_MAXUINT);
  recorded_add_texts (live.recorded, live.writer);
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  wait_for_events (&live, th_recording_get_n_events (live.recorded->recording));
  g_assert_true (th_recording_get_range (live.recording, &first, &last));
  g_assert_true (th_trace_writer_keep_from (live.writer, last - (last - first) / 8, NULL));
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);

  reader = th_reader_new (live.recording);
  for (guint i = 0; i < live.recorded->head.n_cpus; i++)
    {
      ThCpu *cpu = get_cpu (live.recording, i);
      guint32 n = th_cpu_get_n_rows (cpu);
      ThPayload payload, original;
      ThReader *whole = th_reader_new (live.recorded->recording);

      if (n == 0)
        continue;
      g_assert_true (th_reader_get_payload (reader, (ThRef) { 0, i, n - 1 }, &payload));
      g_assert_true (th_reader_get_payload (whole, (ThRef) { 0, i, n - 1 }, &original));
      g_assert_cmpmem (payload.data, payload.size, original.data, original.size);
      if (th_cpu_get_time (cpu, 0) < last - (last - first) / 4)
        g_assert_false (th_reader_get_payload (reader, (ThRef) { 0, i, 0 }, &payload));
      th_reader_free (whole);
    }
  th_reader_free (reader);
  live_end (&live);
}

typedef struct
{
  const ThLoader *loaders[2];
  ThRecording    *whole;
} Joined;

static gpointer
load_parts_thread (gpointer data)
{
  Joined *self = data;

  th_loader_load_parts (self->loaders, self->whole);
  return NULL;
}

/* Two machines are recorded onto one timeline, the second one 5 s later. */
static void
test_joined (void)
{
  const gint64 shift = G_GINT64_CONSTANT (5000000000);
  g_autofree char *source = recorded_find ("k612-rep.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  guint64 n_events = th_recording_get_n_events (recorded->recording);
  ThTraceWriter *writers[2];
  ThLoaderPart parts[2] = { { NULL, "a", 0 }, { NULL, "b", shift } };
  g_autoptr(ThRecording) whole = NULL;
  gint64 first, last, begin, end;
  guint serial = 0, failed, n_waits = 0;
  Joined joined;
  GThread *thread;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/joined-%u.dat", g_get_tmp_dir (), i);

      writers[i] = recorded_begin (recorded, path);
      recorded_add_texts (recorded, writers[i]);
      parts[i].bytes = th_bytes_new_feed (th_trace_writer_get_path (writers[i]),
                                          th_trace_writer_get_feed (writers[i]), NULL);
    }
  joined.whole = whole = th_loader_open_parts (parts, 2, joined.loaders, &failed, NULL);
  g_assert_nonnull (whole);
  g_assert_true (th_recording_is_live (whole));
  thread = g_thread_new ("load", load_parts_thread, &joined);

  recorded_append (recorded, writers[0], 0, G_MAXUINT);
  g_assert_true (th_trace_writer_finish (writers[0], NULL));
  /* Waiting for growth suffices to see it. */
  for (; th_recording_get_n_events (whole) < n_events; n_waits++)
    serial = th_recording_wait_growth (whole, serial);
  g_assert_cmpuint (n_waits, <, 100);
  g_assert_true (th_recording_is_live (whole)); /* the other part */
  recorded_append (recorded, writers[1], 0, G_MAXUINT);
  g_assert_true (th_trace_writer_finish (writers[1], NULL));
  while (th_recording_is_live (whole))
    serial = th_recording_wait_growth (whole, serial);
  g_thread_join (thread);

  g_assert_cmpuint (th_recording_get_n_events (whole), ==, 2 * n_events);
  g_assert_true (th_recording_get_range (recorded->recording, &first, &last));
  g_assert_true (th_recording_get_range (whole, &begin, &end));
  g_assert_cmpint (begin, ==, first);
  g_assert_cmpint (end, ==, last + shift);
  for (guint i = 0; i < 2; i++)
    {
      th_bytes_unref (parts[i].bytes);
      th_trace_writer_free (writers[i]);
    }
}

/* The time from the commit until the events are there, printed; it does not depend on polling. */
static void
test_delay (void)
{
  Live live = { 0 };
  gint64 worst = 0, sum = 0;
  guint n, n_commits = 0;

  live_begin (&live, "e1000-lost.dat");
  n = live.recorded->pages->len;
  for (guint at = 0; at < n; at += 10)
    {
      guint64 before = th_recording_get_n_events (live.recording);
      gint64 begin;

      recorded_append (live.recorded, live.writer, at, at + 10);
      begin = g_get_monotonic_time ();
      g_assert_true (th_trace_writer_commit (live.writer, NULL));
      wait_for_events (&live, before + 1);
      begin = g_get_monotonic_time () - begin;
      worst = MAX (worst, begin);
      sum += begin;
      n_commits++;
      g_usleep (2000);
    }
  g_test_message ("from a commit to its first events: %" G_GINT64_FORMAT " µs on average, %"
                  G_GINT64_FORMAT " µs at worst", sum / n_commits, worst);
  g_assert_cmpint (sum / n_commits, <, 50000);
  g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);
  live_end (&live);
}

static guint64
count_left (Live                *live,
            const ThFeedPortion *portion)
{
  ThFeed *feed = th_trace_writer_get_feed (live->writer);
  guint64 left = 0;

  for (guint i = 0; i < live->recorded->head.n_cpus; i++)
    left += th_feed_get_size (feed, i) - portion->begin[i];
  return left;
}

/* Loads the next portion into a recording of its own; returns its number of events, which must be
 * those that follow the first @rows[cpu] ones.  The last one is loaded from the finished file. */
static guint64
load_portion (Live          *live,
              ThBytes       *bytes,
              ThFeedPortion *portion,
              guint32       *rows)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = NULL;
  const ThLoader *loader;

  recording = th_loader_open_bytes (bytes, &loader, &error);
  g_assert_no_error (error);
  if (count_left (live, portion) < portion->max)
    g_assert_true (th_trace_writer_finish (live->writer, NULL));
  th_loader_load (loader, recording);
  g_assert_cmpint (th_recording_get_watermark (recording), ==, G_MAXINT64);
  for (guint i = 0; i < live->recorded->head.n_cpus; i++)
    {
      ThCpu *part = get_cpu (recording, i), *whole = get_cpu (live->recorded->recording, i);

      for (guint32 row = 0; row < th_cpu_get_n_rows (part); row++)
        g_assert_cmpint (th_cpu_get_time (part, row), ==, th_cpu_get_time (whole, rows[i] + row));
      rows[i] += th_cpu_get_n_rows (part);
    }
  return th_recording_get_n_events (recording);
}

/* A recording that is loaded portion by portion: each event is in one of them. */
static void
test_portions (gconstpointer name)
{
  Live live = { 0 };
  g_autoptr(ThBytes) bytes = NULL;
  g_autofree guint64 *begin = NULL;
  g_autofree guint32 *rows = NULL;
  ThFeedPortion portion = { .max = 5000 };
  guint64 total = 0;
  guint n_portions = 0;

  live_begin (&live, name);
  bytes = th_bytes_new_feed (th_trace_writer_get_path (live.writer),
                             th_trace_writer_get_feed (live.writer), NULL);
  th_bytes_set_portion (bytes, &portion);
  portion.begin = begin = g_new0 (guint64, live.recorded->head.n_cpus);
  rows = g_new0 (guint32, live.recorded->head.n_cpus);
  recorded_append (live.recorded, live.writer, 0, G_MAXUINT);
  recorded_add_texts (live.recorded, live.writer);
  g_assert_true (th_trace_writer_commit (live.writer, NULL));
  for (; count_left (&live, &portion) > 0; n_portions++)
    total += load_portion (&live, bytes, &portion, rows);
  if (!th_feed_is_closed (th_trace_writer_get_feed (live.writer)))
    g_assert_true (th_trace_writer_finish (live.writer, NULL));
  live_join (&live);
  g_assert_cmpuint (total, ==, th_recording_get_n_events (live.recorded->recording));
  g_assert_cmpuint (n_portions, >=, 2);
  live_end (&live);
}

/* The earliest event of the type on any CPU. */
static gint64
find_first (ThRecording *recording,
            const char  *type)
{
  guint number = th_recording_find_type (recording, type);
  gint64 first = G_MAXINT64;

  for (guint i = 0; i < th_stream_get_n_cpus (th_recording_get_stream (recording, 0)); i++)
    for (guint32 row = 0; row < th_cpu_get_n_rows (get_cpu (recording, i)); row++)
      if (th_cpu_get_type (get_cpu (recording, i), row) == number)
        first = MIN (first, th_cpu_get_time (get_cpu (recording, i), row));
  g_assert_cmpint (first, <, G_MAXINT64);
  return first;
}

static ThFilterWatch *
watch (Live       *live,
       const char *filter)
{
  g_autoptr(GError) error = NULL;
  guint begin, end;
  ThFilterWatch *self = th_filter_watch_new (live->recording, filter, &begin, &end, &error);

  g_assert_no_error (error);
  return self;
}

/* The first event that matches is found while the recording goes on. */
static void
test_watch (void)
{
  Live live = { .held = TRUE };
  g_autoptr(ThFilterWatch) found = NULL, none = NULL;
  gint64 time = 0;
  GThread *thread;

  live_begin (&live, "k612-rep.dat");
  found = watch (&live, "net:netif_receive_skb");
  none = watch (&live, "cpu == 77");
  thread = g_thread_new ("write", write_thread, &live);
  g_assert_true (th_filter_watch_run (found, &time));
  g_assert_true (th_recording_is_live (live.recording));
  g_atomic_int_set (&live.held, FALSE);
  g_assert_cmpint (time, ==, find_first (live.recorded->recording, "net:netif_receive_skb"));
  g_assert_false (th_filter_watch_run (none, &time));
  g_assert_cmpint (th_recording_get_state (live.recording), ==, TH_LOAD_WHOLE);
  g_thread_join (thread);
  live_join (&live);
  live_end (&live);
}

static gpointer
cancel_thread (gpointer data)
{
  g_usleep (50000);
  th_filter_watch_cancel (data);
  return NULL;
}

/* A watch ends when it is cancelled, and refuses what it cannot decide. */
static void
test_watch_cancel (void)
{
  Live live = { 0 };
  g_autoptr(ThFilterWatch) none = NULL;
  g_autoptr(GError) error = NULL;
  guint begin, end;
  gint64 time;
  GThread *thread;

  live_begin (&live, "k612-rep.dat");
  none = watch (&live, "cpu == 77");
  thread = g_thread_new ("cancel", cancel_thread, none);
  g_assert_false (th_filter_watch_run (none, &time));
  g_thread_join (thread);
  g_assert_true (th_recording_is_live (live.recording));
  g_assert_null (th_filter_watch_new (live.recording, "nosuchfield == 1", &begin, &end, &error));
  g_assert_error (error, TH_FILTER_ERROR, TH_FILTER_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_null (th_filter_watch_new (live.recording, "packet.total > 1ms", &begin, &end, &error));
  g_assert_nonnull (error);
  th_trace_writer_finish (live.writer, NULL);
  live_join (&live);
  live_end (&live);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/capture/live/same/", samples[i], NULL);

      g_test_add_data_func (name, samples[i], test_same);
    }
  g_test_add_func ("/capture/live/idle-cpu", test_idle_cpu);
  g_test_add_func ("/capture/live/lies", test_lies);
  g_test_add_func ("/capture/live/cancel", test_cancel);
  g_test_add_func ("/capture/live/late-texts", test_late_texts);
  g_test_add_func ("/capture/live/places", test_places);
  g_test_add_func ("/capture/live/joined", test_joined);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/capture/live/portions/", samples[i], NULL);

      g_test_add_data_func (name, samples[i], test_portions);
    }
  g_test_add_func ("/capture/live/watch", test_watch);
  g_test_add_func ("/capture/live/watch-cancel", test_watch_cancel);
  g_test_add_func ("/capture/live/delay", test_delay);

  return g_test_run ();
}
