/* test-perfdata-made.c - byte orders, pipes, late samples and losses, in generated files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "perfdata-writer.h"
#include "th-load-options.h"
#include "th-perfdata-maps.h"

static ThRecording *
load (PerfWriter *writer)
{
  g_autoptr(GBytes) bytes = perf_writer_finish (writer);
  g_autoptr(GError) error = NULL;
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  ThRecording *recording = fixture_load_bytes (data, size, &error);

  g_assert_no_error (error);
  return recording;
}

static char *
describe_cpu (ThRecording *recording,
              guint        index)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), index);
  ThTasks *tasks = th_recording_get_tasks (recording);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%d:", (int) th_cpu_get_number (cpu));
  for (guint32 i = 0; i < th_cpu_get_n_rows (cpu); i++)
    g_string_append_printf (text, " %" G_GINT64_FORMAT "/%s-%d", th_cpu_get_time (cpu, i),
                            th_tasks_get_name (tasks, th_cpu_get_task (cpu, i),
                                               th_cpu_get_time (cpu, i)),
                            th_tasks_get_pid (tasks, th_cpu_get_task (cpu, i)));
  for (guint32 i = 0; i < th_cpu_get_n_lost (cpu); i++)
    g_string_append_printf (text, " lost %" G_GINT64_FORMAT "@%u", th_cpu_get_lost (cpu, i).count,
                            th_cpu_get_lost (cpu, i).row);
  return g_string_free (text, FALSE);
}

static void
write_story (PerfWriter      *writer,
             const PerfShape *shape)
{
  perf_writer_init (writer, shape);
  perf_writer_comm (writer, 0, 7, "before");
  perf_writer_sample (writer, 1000, 0, 7);
  perf_writer_comm (writer, 1500, 7, "after");
  perf_writer_sample (writer, 2000, 0, 7);
  perf_writer_fork (writer, 1600, 8, 7);
  perf_writer_sample (writer, 1700, 1, 8);
  perf_writer_lost (writer, 1800, 1, 5);
  perf_writer_sample (writer, 2100, 1, 0);
  perf_writer_throttle (writer, 2050, 0);
  perf_writer_sample (writer, 2200, 0, 0);
}

static const PerfShape shapes[] = {
  { FALSE, FALSE, FALSE, 64, WRITER_SAMPLE, 2 }, { FALSE, FALSE, FALSE, 128, WRITER_SAMPLE, 0 },
  { FALSE, FALSE, FALSE, 136, WRITER_SAMPLE, 2 }, { FALSE, FALSE, FALSE, 512, WRITER_SAMPLE, 2 },
  { TRUE, FALSE, FALSE, 112, WRITER_SAMPLE, 2 },  { TRUE, FALSE, FALSE, 144, WRITER_SAMPLE, 0 },
  { FALSE, FALSE, TRUE, 72, WRITER_SAMPLE, 2 },   { TRUE, FALSE, TRUE, 72, WRITER_SAMPLE, 2 },
  { FALSE, TRUE, FALSE, 136, WRITER_SAMPLE, 2 },  { TRUE, TRUE, FALSE, 136, WRITER_SAMPLE, 2 },
};

static void
test_shapes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      PerfWriter writer;
      g_autoptr(ThRecording) recording = NULL;
      g_autoptr(ThReader) reader = NULL;
      g_autoptr(GString) text = g_string_new (NULL);
      g_autofree char *zero = NULL, *one = NULL, *problems = NULL;
      const ThField *period;
      ThPayload payload;
      guint64 value = 0;

      write_story (&writer, &shapes[i]);
      recording = load (&writer);
      reader = th_reader_new (recording);
      zero = describe_cpu (recording, 0);
      one = describe_cpu (recording, 1);
      problems = fixture_problems (recording);
      g_assert_cmpstr (problems, ==, "");
      g_assert_cmpstr (zero, ==, "0: 1000/before-7 2000/after-7 2200/<idle>-0 lost -1@2");
      g_assert_cmpstr (one, ==, "1: 1700/after-8 2100/<idle>-0 lost 5@1");

      period =
        th_field_table_find (th_recording_get_fields (recording,
                                                      th_recording_find_type (recording,
                                                                              "cpu-clock")),
                             "period");
      g_assert_nonnull (period);
      g_assert_true (th_reader_get_payload (reader, (ThRef) { 0, 1, 0 }, &payload));
      g_assert_true (th_field_read_u64 (period, &payload, &value));
      g_assert_cmpuint (value, ==, 251);
      g_assert_true (th_reader_get_text (reader, (ThRef) { 0, 0, 0 }, FALSE, text));
      g_assert_cmpstr (text->str, ==, "ip=0xffffffff810003e8 period=250 mode=kernel");
    }
}

/* Each CPU has its own buffer, so a record of another CPU may follow later ones in the file: here
 * the exec of 7 and the fork of 8, before and after the first sample. */
static void
test_names_out_of_order (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      PerfWriter writer;
      g_autoptr(ThRecording) recording = NULL;
      g_autofree char *zero = NULL;
      ThTasks *tasks;

      perf_writer_init (&writer, &shapes[i]);
      perf_writer_comm (&writer, 0, 7, "shell");
      perf_writer_comm (&writer, 900, 8, "wget");
      perf_writer_fork (&writer, 960, 9, 7);
      perf_writer_sample (&writer, 1000, 0, 8);
      perf_writer_sample (&writer, 1010, 0, 9);
      perf_writer_sample (&writer, 1020, 0, 7);
      perf_writer_fork (&writer, 800, 8, 7);
      perf_writer_comm (&writer, 950, 7, "make");
      perf_writer_sample (&writer, 880, 0, 8);
      recording = load (&writer);
      zero = describe_cpu (recording, 0);
      g_assert_cmpstr (zero, ==, "0: 880/shell-8 1000/wget-8 1010/make-9 1020/make-7");

      tasks = th_recording_get_tasks (recording);
      g_assert_cmpstr (th_tasks_get_saved (tasks, th_tasks_find (tasks, 8)), ==, "wget");
      g_assert_true (th_tasks_is_timed (tasks, th_tasks_find (tasks, 8)));
    }
}

/* Late samples are sorted: within rounds, and in a file without rounds. */
static void
test_late (gconstpointer data)
{
  gboolean rounds = GPOINTER_TO_INT (data);
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  ThCpu *cpu;
  guint n = 100000;

  perf_writer_init (&writer, &shapes[0]);
  for (guint i = 0; i < n; i++)
    {
      perf_writer_sample (&writer, 1000 + (gint64) (i % 2 == 0 ? i + 3 : i - 1) * 10, 0, 7);
      if (rounds && i % 100 == 99)
        perf_writer_round (&writer);
    }
  recording = load (&writer);
  cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), ==, n);
  g_assert_cmpuint (th_cpu_get_n_backwards (cpu, NULL), ==, 0);
  /* Each time that was written, in order. */
  for (guint i = 1; i < n; i++)
    g_assert_cmpint (th_cpu_get_time (cpu, i), >=, th_cpu_get_time (cpu, i - 1));
  g_assert_cmpint (th_cpu_get_time (cpu, n - 1), ==, 1000 + (gint64) (n - 2 + 3) * 10);
}

/* Buffers of threads: each is written from its beginning. */
static void
test_late_threads (void)
{
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  ThTasks *tasks;
  ThCpu *cpu;
  guint n = 13000, n_threads = 4;

  perf_writer_init (&writer, &shapes[0]);
  for (guint thread = 0; thread < n_threads; thread++)
    for (guint i = 0; i < n; i++)
      perf_writer_sample (&writer, 1000 + (gint64) (i * n_threads + thread), 0,
                          7 + (gint32) thread);
  recording = load (&writer);
  tasks = th_recording_get_tasks (recording);
  cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  g_assert_cmpuint (th_cpu_get_n_rows (cpu), ==, n * n_threads);
  for (guint i = 0; i < n * n_threads; i++)
    {
      g_assert_cmpint (th_cpu_get_time (cpu, i), ==, 1000 + (gint64) i);
      g_assert_cmpint (th_tasks_get_pid (tasks, th_cpu_get_task (cpu, i)), ==,
                       7 + (gint32) (i % n_threads));
    }
}

static char *
describe_runs (ThRecording *recording,
               guint        index)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), index);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_cpu_get_n_runs (cpu); i++)
    {
      ThRun run = th_cpu_get_run (cpu, i);

      g_string_append_printf (text, "%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " %d%s, ", run.begin,
                              run.end,
                              th_tasks_get_pid (th_recording_get_tasks (recording), run.task),
                              run.flags & TH_RUN_INFERRED ? "?" : "");
    }
  return g_string_free (text, FALSE);
}

/* A loss and a switch stay with their time, too. */
static void
test_late_switch (void)
{
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *zero = NULL, *runs = NULL;

  perf_writer_init (&writer, &shapes[0]);
  perf_writer_sample (&writer, 1000, 0, 7);
  perf_writer_switch (&writer, 1300, 0, 7, TRUE, 8);
  perf_writer_sample (&writer, 1350, 0, 8);
  perf_writer_lost (&writer, 1200, 0, 3);
  perf_writer_switch (&writer, 1100, 0, 7, TRUE, 9);
  perf_writer_sample (&writer, 1150, 0, 9);
  perf_writer_sample (&writer, 1400, 0, 8);
  recording = load (&writer);
  zero = describe_cpu (recording, 0);
  g_assert_cmpstr (zero, ==,
                   "0: 1000/<...>-7 1100/<...>-7 1150/<...>-9 1300/<...>-7 1350/<...>-8 "
                   "1400/<...>-8 lost 3@3");
  runs = describe_runs (recording, 0);
  /* The task that ran during a loss is unknown; those before and after are known. */
  g_assert_cmpstr (runs, ==, "1000-1100 7?, 1100-1150 9, 1300-1300 7?, 1300-1400 8, ");
}

static void
test_without (void)
{
  PerfShape shape = { FALSE, FALSE, FALSE, 112, WRITER_SAMPLE & ~WRITER_CPU, 4 };
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *all = NULL;

  perf_writer_init (&writer, &shape);
  perf_writer_sample (&writer, 1000, 0, 7);
  perf_writer_sample (&writer, 2000, 0, 7);
  recording = load (&writer);
  all = describe_cpu (recording, 0);
  g_assert_cmpuint (th_stream_get_n_cpus (th_recording_get_stream (recording, 0)), ==, 1);
  g_assert_cmpstr (all, ==, "-1: 1000/<...>-7 2000/<...>-7");
  g_assert_nonnull (th_recording_get_fact (recording, "without cpu"));
  g_assert_null (th_recording_get_fact (recording, "without time"));
}

/* A sample of next year does not stretch the recording. */
static void
test_bad_time (void)
{
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *zero = NULL, *problems = NULL;

  perf_writer_init (&writer, &shapes[0]);
  perf_writer_sample (&writer, 1000, 0, 7);
  perf_writer_sample (&writer, G_GINT64_CONSTANT (1) << 60, 0, 7);
  perf_writer_sample (&writer, -5, 0, 7);
  perf_writer_sample (&writer, 2000, 0, 7);
  perf_writer_sample (&writer, 2000, 99, 7);
  recording = load (&writer);
  zero = describe_cpu (recording, 0);
  problems = fixture_problems (recording);
  g_assert_cmpstr (zero, ==, "0: 1000/<...>-7 2000/<...>-7");
  g_assert_cmpstr (problems, ==, "bad-record 1 bad-time 2");
}

/* --- switches and namespaces ------------------------------------------- */

static char *
describe_texts (ThRecording *recording,
                guint        index)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), index);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_cpu_get_n_rows (cpu); i++)
    {
      guint type = th_cpu_get_type (cpu, i);

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT " %d %s:%s ", i > 0 ? "\n" : "",
                              th_cpu_get_time (cpu, i),
                              th_tasks_get_pid (th_recording_get_tasks (recording),
                                                th_cpu_get_task (cpu, i)),
                              th_recording_get_type_system (recording, type),
                              th_recording_get_type_name (recording, type));
      g_assert_true (th_reader_get_text (reader, (ThRef) { 0, index, i }, FALSE, text));
    }
  return g_string_free (text, FALSE);
}

/* In both byte orders.  Records that perf synthesized for the time before (time 0) are not events.
 * */
static void
test_notes (gconstpointer data)
{
  PerfShape shape = shapes[0];
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *texts = NULL, *other = NULL, *problems = NULL, *runs = NULL;

  shape.big_endian = GPOINTER_TO_INT (data);
  perf_writer_init (&writer, &shape);
  perf_writer_namespaces (&writer, 0, 0, 7);
  perf_writer_sample (&writer, 1000, 0, 7);
  perf_writer_switch (&writer, 1100, 0, 7, TRUE, 8);
  perf_writer_switch (&writer, 1110, 0, 8, FALSE, 7);
  perf_writer_namespaces (&writer, 1200, 0, 8);
  perf_writer_switch (&writer, 1300, 1, 9, FALSE, -1);
  perf_writer_switch (&writer, 1400, 1, 9, TRUE, -1);
  perf_writer_switch (&writer, 1400, 77, 9, TRUE, -1);
  recording = load (&writer);

  texts = describe_texts (recording, 0);
  g_assert_cmpstr (texts, ==,
                   "1000 7 software:cpu-clock ip=0xffffffff810003e8 period=250 mode=kernel\n"
                   "1100 7 perf:switch_out preempt=1 next_pid=8 next_tid=8\n"
                   "1110 8 perf:switch_in prev_pid=7 prev_tid=7\n"
                   "1200 8 perf:namespaces pid=8 tid=8 net_ns=71 uts_ns=72");
  other = describe_texts (recording, 1);
  g_assert_cmpstr (other, ==, "1300 9 perf:switch_in \n1400 9 perf:switch_out preempt=1");
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "bad-record 1");

  /* The runs of the CPU follow from the switches. */
  runs = describe_runs (recording, 0);
  g_assert_cmpstr (runs, ==, "1000-1100 7?, 1100-1200 8, ");
}

/* Losses are gaps, and on demand also events. */
static void
test_lost_events (gconstpointer data)
{
  PerfShape shape = shapes[0];
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *zero = NULL, *one = NULL, *gaps = NULL, *problems = NULL;

  shape.big_endian = GPOINTER_TO_INT (data);
  write_story (&writer, &shape);
  th_load_options_set_sideband (TH_SIDEBAND_LOST);
  recording = load (&writer);
  th_load_options_set_sideband (0);

  zero = describe_texts (recording, 0);
  one = describe_texts (recording, 1);
  gaps = describe_cpu (recording, 1);
  problems = fixture_problems (recording);
  g_assert_cmpstr (zero, ==,
                   "1000 7 software:cpu-clock ip=0xffffffff810003e8 period=250 mode=kernel\n"
                   "2000 7 software:cpu-clock ip=0xffffffff810007d0 period=250 mode=kernel\n"
                   "2050 0 perf:throttle id=1 stream_id=1\n"
                   "2200 0 software:cpu-clock ip=0xffffffff81000898 period=250 mode=kernel");
  g_assert_cmpstr (one, ==,
                   "1700 8 software:cpu-clock ip=0xffffffff810006a4 period=251 mode=kernel\n"
                   "1800 0 perf:lost lost=5 id=1\n"
                   "2100 0 software:cpu-clock ip=0xffffffff81000834 period=251 mode=kernel");
  g_assert_cmpstr (gaps, ==, "1: 1700/after-8 1800/<idle>-0 2100/<idle>-0 lost 5@1");
  g_assert_cmpstr (problems, ==, "");
  fixture_read_all (recording);
}

/* Tasks and mappings likewise; a name that fills its field has no end. */
static void
test_task_events (gconstpointer data)
{
  PerfShape shape = shapes[0];
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL, plain = NULL;
  g_autofree char *texts = NULL, *without = NULL, *problems = NULL;

  shape.big_endian = GPOINTER_TO_INT (data);
  for (guint round = 0; round < 2; round++)
    {
      perf_writer_init (&writer, &shape);
      perf_writer_comm (&writer, 0, 7, "before");
      perf_writer_sample (&writer, 1000, 0, 7);
      perf_writer_fork (&writer, 1100, 8, 7);
      perf_writer_comm (&writer, 1200, 8, "sixteen-letters");
      perf_writer_mmap (&writer, 1300, 8, 0x400000, "/a b", FALSE);
      perf_writer_mmap (&writer, 1400, 8, 0x500000, "/lib/\xff", TRUE);
      perf_writer_exit (&writer, 1500, 8, 7);
      th_load_options_set_sideband (round == 0 ? 0 : TH_SIDEBAND_TASKS | TH_SIDEBAND_MMAPS);
      *(round == 0 ? &plain : &recording) = load (&writer);
    }
  th_load_options_set_sideband (0);

  without = describe_texts (plain, 0);
  g_assert_cmpstr (without, ==,
                   "1000 7 software:cpu-clock ip=0xffffffff810003e8 period=250 mode=kernel");
  texts = describe_texts (recording, 0);
  g_assert_cmpstr (texts, ==,
                   "1000 7 software:cpu-clock ip=0xffffffff810003e8 period=250 mode=kernel\n"
                   "1100 8 perf:fork pid=8 tid=8 ppid=7 ptid=7\n"
                   "1200 8 perf:comm pid=8 tid=8 exec=0 comm=sixteen-letters\n"
                   "1300 8 perf:mmap pid=8 tid=8 addr=0x400000 len=0x3000 pgoff=0x1000 "
                   "filename=/a b\n1400 8 perf:mmap2 pid=8 tid=8 addr=0x500000 len=0x3000 "
                   "pgoff=0x1000 prot=0x5 filename=/lib/\357\277\275\n1500 8 perf:exit pid=8 "
                   "tid=8 ppid=7 ptid=7");
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  fixture_read_all (recording);
}

/* The function and the file of a sample are those of the process at that time. */
static void
test_code (gconstpointer data)
{
  const PerfShape shape = { .big_endian = GPOINTER_TO_INT (data), .attr_size = 112, .n_cpus = 1,
                            .sample_type = WRITER_SAMPLE | WRITER_USER };
  const PerfUser user = { 2 };
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *texts = NULL;
  PerfWriter writer;

  perf_writer_init (&writer, &shape);
  perf_writer_map (&writer, 900, &(PerfMap) { 7, 0, 0x4000, 0x400, "/srv/lib\xff.so" });
  perf_writer_user (&writer, 1000, 7, &user);
  perf_writer_user (&writer, 1100, 9, &user);
  perf_writer_map (&writer, 1200, &(PerfMap) { 7, 0x1000, 0x1000, 0, "/srv/b" });
  perf_writer_user (&writer, 1300, 7, &user);
  recording = load (&writer);
  texts = describe_texts (recording, 0);
  g_assert_cmpstr (texts, ==,
                   "1000 7 software:cpu-clock lib\357\277\275.so+0x1400 "
                   "(/srv/lib\357\277\275.so) ip=0x1000 period=250 mode=user\n"
                   "1100 9 software:cpu-clock ip=0x1000 period=250 mode=user\n"
                   "1300 7 software:cpu-clock b+0x0 (/srv/b) ip=0x1000 period=250 mode=user");
  fixture_read_all (recording);
}

/* --- mappings ---------------------------------------------------------- */

static void
map (ThPfMaps   *maps,
     gint64      time,
     guint64     start,
     guint64     size,
     const char *name)
{
  ThPfMapped mapped = { .time = time, .pid = 7, .start = start, .size = size };

  mapped.name = (const guint8 *) name;
  mapped.name_size = strlen (name);
  th_pf_maps_add (maps, &mapped);
}

static void
check_place (ThPfMaps   *maps,
             gint64      time,
             guint64     address,
             const char *want)
{
  guint64 place = th_pf_maps_place (maps, 7, time, address), offset;

  if (want == NULL)
    g_assert_cmphex (place, ==, address);
  else
    g_assert_cmpstr (th_pf_maps_find_symbol (maps, place, &offset), ==, want);
}

/* The newest mapping at that time is used; a small one does not hide a larger one that begins
 * before it; of several at one time, the last record counts. */
static void
test_maps (void)
{
  ThPfMaps *maps = th_pf_maps_new ();

  map (maps, 10, 0x1000, 0x9000, "/no/big");
  map (maps, 10, 0x3000, 0x100, "/no/small");
  map (maps, 30, 0x3080, 0x10, "/no/later");
  map (maps, 10, 0x3000, 0x80, "/no/same");
  map (maps, 5, 0x20000, 0x1000, "/no/far");
  check_place (maps, 20, 0x3010, "same+0x10");
  check_place (maps, 20, 0x3084, "small+0x84");
  check_place (maps, 30, 0x3084, "later+0x4");
  check_place (maps, 40, 0x5000, "big+0x4000");
  check_place (maps, 40, 0x20fff, "far+0xfff");
  check_place (maps, 9, 0x3010, NULL);
  check_place (maps, 40, 0xa000, NULL);
  check_place (maps, 40, 0xfff, NULL);
  map (maps, 35, 0x3000, 0x20, "/no/grown");
  check_place (maps, 40, 0x3010, "grown+0x10");
  th_pf_maps_free (maps);
}

/* --- a pipe ------------------------------------------------------------ */

typedef struct
{
  int     fd;
  GBytes *data;
  gsize   first; /* bytes to write at once; then it waits for @go_on */
  gint    go_on; /* atomic */
} Feeder;

static gpointer
feed (gpointer data)
{
  Feeder *self = data;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (self->data, &size);

  g_assert_cmpint (write (self->fd, bytes, self->first), ==, (gssize) self->first);
  while (!g_atomic_int_get (&self->go_on))
    g_usleep (1000);
  /* The odd size cuts records anywhere. */
  for (gsize at = self->first; at < size; at += 997)
    {
      gsize n = MIN (997, size - at);

      g_assert_cmpint (write (self->fd, bytes + at, n), ==, (gssize) n);
      g_usleep (500);
    }
  close (self->fd);
  return NULL;
}

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
} Loading;

static gpointer
load_all (gpointer data)
{
  Loading *loading = data;

  th_loader_load (loading->loader, loading->recording);
  return NULL;
}

/* perf record -o - | …: data up to the last but one round are visible while it continues, and the
 * final result equals that of the file. */
static void
test_pipe (gconstpointer data)
{
  const PerfShape *shape = data;
  g_autofree char *path = NULL;
  g_autoptr(ThRecording) plain = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(ThBytes) source = NULL;
  Feeder feeder = { .go_on = FALSE };
  Loading loading = { NULL, NULL };
  GThread *feeding, *load_thread;
  PerfWriter writer;
  int fds[2];

  perf_writer_init (&writer, shape);
  for (guint i = 0; i < 3000; i++)
    {
      perf_writer_sample (&writer, 1000 + i * 10, i % 2, 7);
      if (i % 100 == 99)
        perf_writer_round (&writer);
      if (i == 999)
        feeder.first = writer.bytes->len;
    }
  bytes = perf_writer_finish (&writer);
  plain = fixture_load_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);
  feeder.data = bytes;

  g_assert_cmpint (pipe (fds), ==, 0);
  feeder.fd = fds[1];
  path = g_strdup_printf ("/dev/fd/%d", fds[0]);
  source = th_bytes_new_file (path, NULL);
  close (fds[0]);
  feeding = g_thread_new ("feed", feed, &feeder);
  loading.recording = th_loader_open_bytes (source, &loading.loader, NULL);
  g_assert_nonnull (loading.recording);
  load_thread = g_thread_new ("load", load_all, &loading);
  /* All except the data that the last two rounds may still hold back. */
  for (guint i = 0; th_recording_get_n_events (loading.recording) < 800 && i < 20000; i++)
    g_usleep (1000);
  g_assert_cmpuint (th_recording_get_n_events (loading.recording), >=, 800);
  g_assert_cmpuint (th_recording_get_n_events (loading.recording), <=, 1000);
  g_assert_cmpint (th_recording_get_state (loading.recording), ==, TH_LOAD_RUNNING);

  g_atomic_int_set (&feeder.go_on, TRUE);
  g_thread_join (feeding);
  g_thread_join (load_thread);
  g_assert_cmpuint (th_recording_get_n_events (plain), ==, 3000);
  fixture_assert_same (plain, loading.recording, 1);
  g_assert_cmpint (th_recording_get_state (loading.recording), ==, TH_LOAD_WHOLE);
  th_recording_unref (loading.recording);
}

/* Neither a feature nor the first samples show all CPUs: the data are visible until a sample of a
 * new CPU arrives, and then the load starts again with that. */
static void
test_pipe_cpus (void)
{
  PerfShape shape = shapes[8];
  g_autofree char *path = NULL;
  g_autoptr(ThRecording) plain = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(ThBytes) source = NULL;
  Feeder feeder = { .go_on = FALSE };
  ThRecording *recording = NULL;
  GThread *feeding;
  PerfWriter writer;
  guint n_loads = 0;
  int fds[2];

  shape.n_cpus = 0;
  perf_writer_init (&writer, &shape);
  for (guint i = 0; i < 3000; i++)
    {
      perf_writer_sample (&writer, 1000 + i * 10, i < 1000 ? 0 : i < 2000 ? i % 2 : i % 4, 7);
      if (i % 100 == 99)
        perf_writer_round (&writer);
      if (i == 999)
        feeder.first = writer.bytes->len;
    }
  bytes = perf_writer_finish (&writer);
  plain = fixture_load_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);
  g_assert_cmpuint (th_stream_get_n_cpus (th_recording_get_stream (plain, 0)), ==, 4);
  feeder.data = bytes;

  g_assert_cmpint (pipe (fds), ==, 0);
  feeder.fd = fds[1];
  path = g_strdup_printf ("/dev/fd/%d", fds[0]);
  source = th_bytes_new_file (path, NULL);
  close (fds[0]);
  feeding = g_thread_new ("feed", feed, &feeder);
  do
    {
      Loading loading = { NULL, NULL };
      GThread *thread;

      g_clear_pointer (&recording, th_recording_unref);
      /* It does not wait for the end to open it. */
      recording = loading.recording = th_loader_open_bytes (source, &loading.loader, NULL);
      g_assert_nonnull (recording);
      thread = g_thread_new ("load", load_all, &loading);
      for (guint i = 0; n_loads == 0 && th_recording_get_n_events (recording) < 800 && i < 20000;
           i++)
        g_usleep (1000);
      g_assert_cmpuint (n_loads > 0 ? 800 : th_recording_get_n_events (recording), >=, 800);
      g_atomic_int_set (&feeder.go_on, TRUE);
      g_thread_join (thread);
      n_loads++;
    }
  while (th_recording_is_outgrown (recording));
  g_thread_join (feeding);

  fixture_assert_same (plain, recording, 1);
  g_assert_cmpuint (n_loads, >=, 2);
  g_assert_cmpuint (n_loads, <=, 4);
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_WHOLE);
  th_recording_unref (recording);
}

static void
assert_refused (GBytes     *bytes,
                gint        code,
                const char *word)
{
  g_autoptr(GError) error = NULL;
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_autoptr(ThRecording) recording = fixture_load_bytes (data, size, &error);

  g_assert_null (recording);
  g_assert_error (error, TH_LOADER_ERROR, code);
  g_assert_nonnull (strstr (error->message, word));
}

/* Returns a file with only @feature, of @size bytes. */
static GBytes *
write_feature (guint       feature,
               const char *text,
               gsize       size)
{
  PerfWriter writer;
  g_autoptr(GBytes) file = NULL;
  GByteArray *bytes = g_byte_array_new ();
  guint64 section[2];
  gsize n;

  write_story (&writer, &shapes[1]);
  writer.bytes->data[72 + feature / 8] |= 1 << feature % 8;
  file = perf_writer_finish (&writer);
  n = g_bytes_get_size (file);
  section[0] = GUINT64_TO_LE (n + sizeof section);
  section[1] = GUINT64_TO_LE (size);
  g_byte_array_append (bytes, g_bytes_get_data (file, NULL), n);
  g_byte_array_append (bytes, (const guint8 *) section, sizeof section);
  g_byte_array_append (bytes, (const guint8 *) text, size);
  return g_byte_array_free_to_bytes (bytes);
}

/* The layout is that of simpleperf's record_file_format.h. */
static void
test_simpleperf (void)
{
  static const char facts[] = "app_type\0none\0simpleperf_version\0001.build.7848450\0";
  static const char files[] = "\x12\0\0\0/system/lib64/libc";
  g_autoptr(GBytes) newer = write_feature (129, facts, sizeof facts);
  g_autoptr(GBytes) older = write_feature (128, files, sizeof files);

  assert_refused (newer, TH_LOADER_ERROR_UNSUPPORTED, "simpleperf");
  assert_refused (older, TH_LOADER_ERROR_UNSUPPORTED, "simpleperf");
}

/* perf skips unknown records: perf script reads the same from these. */
static void
test_strange_features (void)
{
  static const guint features[] = { 128, 129, 135, 192, 255 };

  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    for (guint damaged = 0; damaged < 2; damaged++)
      {
        g_autoptr(GBytes) bytes = write_feature (features[i], "\xff\xff\xff\xff/somewhere", 14);
        g_autoptr(ThRecording) recording = NULL;
        g_autofree char *zero = NULL, *problems = NULL;
        gsize size;
        const void *data = g_bytes_get_data (bytes, &size);

        /* Also if the offset of the feature is invalid. */
        recording = fixture_load_bytes (data, damaged ? size - 20 : size, NULL);
        g_assert_nonnull (recording);
        zero = describe_cpu (recording, 0);
        problems = fixture_problems (recording);
        g_assert_cmpstr (zero, ==, "0: 1000/before-7 2000/after-7 2200/<idle>-0 lost -1@2");
        g_assert_cmpstr (problems, ==, "");
      }
}

static void
test_refused (void)
{
  PerfWriter writer;
  g_autoptr(GBytes) folder = NULL, nothing = NULL;

  perf_writer_init (&writer, &shapes[0]);
  writer.bytes->data[72 + 24 / 8] = 1;
  folder = g_byte_array_free_to_bytes (writer.bytes);
  assert_refused (folder, TH_LOADER_ERROR_UNSUPPORTED, "--threads");

  perf_writer_init (&writer, &shapes[0]);
  memset (writer.bytes->data + 32, 0, 8);
  nothing = perf_writer_finish (&writer);
  assert_refused (nothing, TH_LOADER_ERROR_NO_EVENTS, "does not describe the events");
}

/* Returns the output of @command for @bytes. */
static GBytes *
pack (const void *bytes,
      gsize       size,
      const char *command)
{
  g_autofree char *folder = g_dir_make_tmp ("test-made-XXXXXX", NULL);
  g_autofree char *in = g_build_filename (folder, "in", NULL);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  const char *argv[] = { "sh", "-c", "$3 < \"$1\" > \"$2\"", "sh", in, out, command, NULL };
  char *packed;
  int status;

  g_assert_true (g_file_set_contents (in, bytes, size, NULL));
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_file_get_contents (out, &packed, &size, NULL));
  g_unlink (in);
  g_unlink (out);
  g_rmdir (folder);
  return g_bytes_new_take (packed, size);
}

#define BOMB_SIZE (200 << 20)
#define COMPRESSED 81

/* Returns a file with many copies of a sample in one compressed record; sets *@sample_size to its
 * size. */
static GBytes *
make_bomb (gsize *sample_size)
{
  g_autofree guint8 *samples = g_malloc (BOMB_SIZE);
  g_autoptr(GBytes) packed = NULL;
  PerfWriter writer;
  guint8 header[8] = { COMPRESSED };
  gsize begin, size;

  perf_writer_init (&writer, &shapes[0]);
  begin = writer.bytes->len;
  perf_writer_sample (&writer, 1000, 0, 7);
  *sample_size = writer.bytes->len - begin;
  for (gsize at = 0; at + *sample_size <= BOMB_SIZE; at += *sample_size)
    memcpy (samples + at, writer.bytes->data + begin, *sample_size);

  packed = pack (samples, BOMB_SIZE / *sample_size * *sample_size, "zstd -q -1");
  size = g_bytes_get_size (packed);
  g_assert_cmpuint (size, <, 65000);
  header[6] = (size + sizeof header) & 0xff;
  header[7] = (size + sizeof header) >> 8;
  g_byte_array_append (writer.bytes, header, sizeof header);
  g_byte_array_append (writer.bytes, g_bytes_get_data (packed, NULL), size);
  return perf_writer_finish (&writer);
}

/* Records that decompress to too much are read up to the limit of the file, which a compressed
 * wrapper does not raise. */
static void
test_bomb (void)
{
  gsize sample_size;
  g_autoptr(GBytes) plain = make_bomb (&sample_size);
  g_autoptr(GBytes) wrapped = pack (g_bytes_get_data (plain, NULL), g_bytes_get_size (plain),
                                    "gzip -9");
  GBytes *const files[] = { plain, wrapped };

  g_assert_cmpuint (g_bytes_get_size (wrapped), <, g_bytes_get_size (plain) / 4);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      gsize size = g_bytes_get_size (files[i]);
      g_autoptr(ThRecording) recording = fixture_load_bytes (g_bytes_get_data (files[i], NULL),
                                                             size, NULL);
      g_autofree char *problems = fixture_problems (recording);
      guint64 most = ((64 << 20) + 256 * size) / sample_size + 1;

      g_assert_cmpstr (problems, ==, "expansion 1");
      g_assert_cmpuint (th_recording_get_n_events (recording), <=, most);
      g_assert_cmpuint (th_recording_get_n_events (recording), >=,
                        most - (256 << 10) / sample_size - 2);
    }
}

/* Names of modules are freed with the file: GLib never frees interned strings. */
static void
test_symbol_names (void)
{
  PerfWriter writer;
  g_autoptr(ThRecording) recording = NULL;
  guint64 offset;

  perf_writer_init (&writer, &shapes[0]);
  perf_writer_mmap (&writer, 900, -1, 0xffffffffc0000000, "[module_of_this_file]", FALSE);
  perf_writer_sample (&writer, 1000, 0, 7);
  recording = load (&writer);

  g_assert_cmpstr (th_recording_get_symbol (recording, 0xffffffffc0000010, &offset), ==,
                   "[module_of_this_file]");
  g_assert_cmpuint (offset, ==, 0x10);
  g_assert_cmpuint (g_quark_try_string ("[module_of_this_file]"), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfdata/made/shapes", test_shapes);
  g_test_add_data_func ("/perfdata/made/late/rounds", GINT_TO_POINTER (TRUE), test_late);
  g_test_add_data_func ("/perfdata/made/late/plain", GINT_TO_POINTER (FALSE), test_late);
  g_test_add_func ("/perfdata/made/late/threads", test_late_threads);
  g_test_add_func ("/perfdata/made/late/switch", test_late_switch);
  g_test_add_func ("/perfdata/made/without", test_without);
  g_test_add_func ("/perfdata/made/bad-time", test_bad_time);
  g_test_add_data_func ("/perfdata/made/notes", GINT_TO_POINTER (FALSE), test_notes);
  g_test_add_data_func ("/perfdata/made/notes-big-endian", GINT_TO_POINTER (TRUE), test_notes);
  g_test_add_data_func ("/perfdata/made/lost-events", GINT_TO_POINTER (FALSE), test_lost_events);
  g_test_add_data_func ("/perfdata/made/lost-events-big-endian", GINT_TO_POINTER (TRUE),
                        test_lost_events);
  g_test_add_data_func ("/perfdata/made/task-events", GINT_TO_POINTER (FALSE), test_task_events);
  g_test_add_data_func ("/perfdata/made/task-events-big-endian", GINT_TO_POINTER (TRUE),
                        test_task_events);
  g_test_add_data_func ("/perfdata/made/code", GINT_TO_POINTER (FALSE), test_code);
  g_test_add_data_func ("/perfdata/made/code-big-endian", GINT_TO_POINTER (TRUE), test_code);
  g_test_add_func ("/perfdata/made/maps", test_maps);
  g_test_add_func ("/perfdata/made/symbol-names", test_symbol_names);
  g_test_add_func ("/perfdata/made/names-out-of-order", test_names_out_of_order);
  g_test_add_func ("/perfdata/made/simpleperf", test_simpleperf);
  g_test_add_func ("/perfdata/made/strange-features", test_strange_features);
  g_test_add_func ("/perfdata/made/bomb", test_bomb);
  g_test_add_func ("/perfdata/made/refused", test_refused);
  g_test_add_func ("/perfdata/made/pipe/cpus", test_pipe_cpus);
  g_test_add_data_func ("/perfdata/made/pipe", &shapes[8], test_pipe);
  g_test_add_data_func ("/perfdata/made/pipe/big-endian", &shapes[9], test_pipe);
  return g_test_run ();
}
