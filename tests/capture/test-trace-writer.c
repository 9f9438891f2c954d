/* test-trace-writer.c - a trace.dat that is valid while it is being written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pages of real recordings go through the writer; trace-cmd says what is in the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "recorded.h"
#include "th-loaders.h"
#include "th-recording-summary.h"

static const char *const samples[] = { "k612-rep.dat", "e1000-lost.dat", "e1000-v6.dat" };

/* --- trace-cmd --------------------------------------------------------- */

/* The lines of trace-cmd's report, without "cpus=…" and "version = …".  Asserts that there are no
 * complaints. */
static char *
report (const char *path)
{
  const char *argv[] = { "trace-cmd", "report", "-t", "-N", "--ts-diff", "-i", path, NULL };
  g_autofree char *out = NULL, *err = NULL;
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  g_assert_cmpstr (err, ==, "");
  lines = g_strsplit (out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && !g_str_has_prefix (lines[i], "cpus=") &&
        !g_str_has_prefix (lines[i], "version ="))
      g_string_append_printf (text, "%s\n", lines[i]);
  return g_string_free (text, FALSE);
}

/* The lines that are events. */
static guint
count_lines (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += *lines[i] != '\0' && strstr (lines[i], "EVENTS DROPPED") == NULL;
  return n;
}

static guint
count_reported (const char *path)
{
  g_autofree char *text = report (path);

  return count_lines (text);
}

static ThRecording *
load (const char *path)
{
  const ThLoader *loader;
  g_autoptr(GError) error = NULL;
  ThRecording *recording = th_loader_open (path, &loader, &error);

  g_assert_no_error (error);
  th_loader_load (loader, recording);
  return recording;
}

/* Asserts that our loader finds nothing wrong; returns the number of events. */
static guint64
count_loaded (const char *path)
{
  g_autoptr(ThRecording) recording = load (path);
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

  g_assert_cmpuint (problems->len, ==, 0);
  return th_recording_get_n_events (recording);
}

static char *
scratch (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

static guint64
disk_bytes (const char *path)
{
  struct stat st;

  g_assert_cmpint (stat (path, &st), ==, 0);
  return (guint64) st.st_blocks * 512;
}

/* --- a whole recording --------------------------------------------------- */

static void
test_commits (gconstpointer name)
{
  g_autofree char *source = recorded_find (name), *path = scratch ("commits.dat");
  g_autofree char *expected = report (source);
  g_autofree char *text = NULL;
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  const char *part = th_trace_writer_get_path (writer);
  g_autoptr(GError) error = NULL;
  guint n = recorded->pages->len, before = 0;
  struct stat st;

  g_assert_cmpuint (count_reported (part), ==, 0);
  g_assert_cmpuint (count_loaded (part), ==, 0);
  for (guint step = 0; step < 4; step++)
    {
      guint n_lines;

      recorded_append (recorded, writer, n * step / 4, n * (step + 1) / 4);
      g_assert_cmpuint (count_reported (part), ==, before); /* not before the commit */
      g_assert_true (th_trace_writer_commit (writer, &error));
      if (step == 1)
        recorded_add_texts (recorded, writer);
      n_lines = count_reported (part);
      g_assert_cmpuint (n_lines, >=, before);
      g_assert_cmpuint (count_loaded (part), ==, n_lines);
      before = n_lines;
    }

  g_assert_true (th_trace_writer_finish (writer, &error));
  g_assert_no_error (error);
  g_assert_cmpint (access (part, F_OK), !=, 0);
  text = report (path);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (count_loaded (path), ==, count_lines (expected));
  g_assert_cmpint (stat (path, &st), ==, 0);
  g_assert_cmpuint (st.st_size, <, 32 << 20); /* no hole is left */
  g_unlink (path);
}

/* How many events of @recording have a text. */
static guint
count_texts (ThRecording *recording)
{
  g_autoptr(ThReader) reader = th_reader_new (recording);
  g_autoptr(GString) text = g_string_new (NULL);
  ThStream *stream = th_recording_get_stream (recording, 0);
  guint n = 0;

  for (guint cpu = 0; cpu < th_stream_get_n_cpus (stream); cpu++)
    for (guint32 row = 0; row < th_cpu_get_n_rows (th_stream_get_cpu (stream, cpu)); row++)
      {
        ThRef ref = { 0, (guint16) cpu, row };

        g_string_truncate (text, 0);
        n += th_reader_get_text (reader, ref, FALSE, text) && text->len > 0;
      }
  return n;
}

/* Somebody reads the file while it is being recorded: what was there when it was opened stays
 * readable, until the holes are removed. */
static void
test_read_meanwhile (void)
{
  g_autofree char *source = recorded_find ("e1000-lost.dat"), *path = scratch ("meanwhile.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  const char *part = th_trace_writer_get_path (writer);
  g_autoptr(ThRecording) opened = NULL;
  g_autoptr(GPtrArray) problems = NULL;
  const ThLoader *loader;
  guint n = recorded->pages->len, n_lines;

  recorded_append (recorded, writer, 0, n / 2);
  g_assert_true (th_trace_writer_commit (writer, NULL));
  n_lines = count_reported (part);
  opened = th_loader_open (part, &loader, NULL);
  g_assert_nonnull (opened);

  recorded_append (recorded, writer, n / 2, n);
  g_assert_true (th_trace_writer_commit (writer, NULL));
  recorded_add_texts (recorded, writer);
  th_loader_load (loader, opened);
  problems = th_recording_list_problems (opened);
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_cmpuint (count_texts (opened), ==, n_lines);
  g_assert_true (th_recording_has_changed (opened)); /* there is more to be seen */

  g_assert_true (th_trace_writer_finish (writer, NULL));
  g_assert_cmpuint (count_texts (opened), ==, 0);
  g_unlink (path);
}

/* --- damage and crashes -------------------------------------------------- */

/* Calls @work in another process, which must be killed before that returns. */
static void
run_and_die (void      (*work) (Recorded   *recorded,
                                const char *path,
                                guint       n),
             Recorded   *recorded,
             const char *path,
             guint       n)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      work (recorded, path, n);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
}

/* Writes the recording, and dies after @n_commits commits. */
static void
write_and_die (Recorded   *recorded,
               const char *path,
               guint       n_commits)
{
  ThTraceWriter *writer = recorded_begin (recorded, path);
  guint n = recorded->pages->len;

  for (guint i = 0; i < n_commits; i++)
    {
      recorded_append (recorded, writer, n * i / 4, n * (i + 1) / 4);
      th_trace_writer_commit (writer, NULL);
      if (i == 0)
        recorded_add_texts (recorded, writer);
    }
  recorded_append (recorded, writer, 0, 1); /* does not count */
  raise (SIGKILL);
}

static void
test_recover (void)
{
  g_autofree char *source = recorded_find ("e1000-lost.dat"), *path = scratch ("crash.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *expected = report (source);
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(GError) error = NULL;

  for (guint n_commits = 1; n_commits <= 4; n_commits++)
    {
      g_autofree char *before = NULL, *after = NULL;

      run_and_die (write_and_die, recorded, path, n_commits);
      before = report (part);
      g_assert_true (th_trace_writer_recover (part, NULL, &error));
      g_assert_no_error (error);
      after = report (path);
      g_assert_cmpstr (after, ==, before);
      if (n_commits == 4)
        g_assert_cmpstr (after, ==, expected);
      g_unlink (path);
    }
}

/* The first time that trace-cmd prints. */
static double
find_time (const char *text)
{
  g_autoptr(GRegex) regex = g_regex_new (" ([0-9]+\\.[0-9]+): ", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *time = NULL;

  g_assert_true (g_regex_match (regex, text, 0, &match));
  time = g_match_info_fetch (match, 1);
  return g_ascii_strtod (time, NULL);
}

static void
write_offset (Recorded   *recorded,
              const char *path,
              guint       n G_GNUC_UNUSED)
{
  ThTraceWriter *writer = recorded_begin (recorded, path);

  recorded_append (recorded, writer, 0, G_MAXUINT);
  th_trace_writer_set_offset (writer, -7 * G_GINT64_CONSTANT (1000000000), 1);
  th_trace_writer_set_offset (writer, 500 * G_GINT64_CONSTANT (1000000000), 12345);
  th_trace_writer_commit (writer, NULL);
  recorded_add_texts (recorded, writer);
  raise (SIGKILL);
}

/* The offset is added by trace-cmd and by our loader, also if the recording was cut short. */
static void
test_offset (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("offset.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *before = report (source), *after = NULL;
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThRecording) loaded = NULL;
  gint64 first, last, first_source;

  run_and_die (write_offset, recorded, path, 0);
  g_assert_true (th_trace_writer_recover (part, NULL, NULL));
  after = report (path);
  g_assert_cmpuint (count_lines (after), ==, count_lines (before));
  g_assert_cmpfloat_with_epsilon (find_time (after) - find_time (before), 500, 1e-6);
  loaded = load (path);
  g_assert_true (th_recording_get_range (recorded->recording, &first_source, &last));
  g_assert_true (th_recording_get_range (loaded, &first, &last));
  g_assert_cmpint (first - first_source, ==, 500 * G_GINT64_CONSTANT (1000000000));
  g_unlink (path);
}

/* Counts down to the call that a process does not survive; negative: none. */
static int calls_left = -1;

/* Takes the place of the C library's. */
int
fallocate (int   fd,
           int   mode,
           off_t offset,
           off_t size)
{
  if (calls_left >= 0 && calls_left-- == 0)
    raise (SIGKILL);
  return (int) syscall (SYS_fallocate, fd, mode, offset, size);
}

/* Writes the whole recording, and dies when it is about to remove the hole number @hole. */
static void
die_finishing (Recorded   *recorded,
               const char *path,
               guint       hole)
{
  ThTraceWriter *writer = recorded_begin (recorded, path);

  recorded_append (recorded, writer, 0, G_MAXUINT);
  recorded_add_texts (recorded, writer);
  calls_left = (int) hole;
  th_trace_writer_finish (writer, NULL);
}

/* A crash while the holes are being removed: the rest is removed later. */
static void
test_interrupted (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("interrupted.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *expected = report (source);
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(GError) error = NULL;

  /* One hole behind each CPU. */
  for (guint hole = 0; hole < recorded->head.n_cpus; hole++)
    {
      g_autofree char *text = NULL;

      run_and_die (die_finishing, recorded, path, hole);
      g_assert_true (th_trace_writer_recover (part, NULL, &error));
      g_assert_no_error (error);
      text = report (path);
      g_assert_cmpstr (text, ==, expected);
      g_assert_cmpuint (count_loaded (path), ==, count_lines (expected));
      g_unlink (path);
    }
}

/* A recovery does not disturb a writer that is alive, and refuses other files. */
static void
test_refused (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("refused.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  g_autoptr(ThTraceWriter) second = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_false (th_trace_writer_recover (part, NULL, &error));
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_BUSY);
  g_clear_error (&error);
  second = th_trace_writer_new (path, &error);
  g_assert_null (second);
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_EXISTS);
  g_clear_error (&error);

  /* A file of the final name that appears meanwhile is not replaced. */
  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  g_assert_false (th_trace_writer_finish (writer, &error));
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_cmpint (access (part, F_OK), ==, 0);
  th_trace_writer_discard (writer);
  g_assert_cmpint (access (part, F_OK), !=, 0);
  g_unlink (path);

  g_assert_true (g_file_set_contents (part, "\x17\x08\x44tracing7", 12, NULL));
  g_assert_false (th_trace_writer_recover (part, NULL, &error));
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_DAMAGED);
  g_unlink (part);
}

/* Any bytes of the head may be damaged: a recovery says so, or finishes a file; it does not
 * crash and does not take long. */
static void
test_damaged (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("damaged.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autoptr(Recorded) recorded = recorded_new (source);
  guint n_done = 0, n_refused = 0;

  for (guint round = 0; round < 60; round++)
    {
      guint64 at;
      guint8 byte;
      int fd;

      run_and_die (write_and_die, recorded, path, 2);
      fd = g_open (part, O_RDWR, 0);
      at = round < 32 ? round : (guint64) g_test_rand_int_range (32, 150000);
      byte = (guint8) g_test_rand_int ();
      g_assert_cmpint (pwrite (fd, &byte, 1, at), ==, 1);
      close (fd);
      if (th_trace_writer_recover (part, NULL, NULL))
        n_done++;
      else
        n_refused++;
      g_unlink (part);
      g_unlink (path);
    }
  g_assert_cmpuint (n_done, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

/* Pages that the table counts but that never reached the disk are left out. */
static void
test_power (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("power.dat");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(GError) error = NULL;
  guint before, after;
  off_t begin = -1;
  int fd;

  run_and_die (write_and_die, recorded, path, 4);
  before = count_reported (part);
  fd = g_open (part, O_RDWR, 0);
  /* The last page of the first CPU: the end of the first data behind the head. */
  begin = lseek (fd, 0, SEEK_HOLE);
  begin = lseek (fd, begin, SEEK_DATA);
  begin = lseek (fd, begin, SEEK_HOLE) - 4096;
  g_assert_cmpint (fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin, 4096), ==, 0);
  close (fd);
  g_assert_true (th_trace_writer_recover (part, NULL, &error));
  g_assert_no_error (error);
  after = count_reported (path);
  g_assert_cmpuint (after, >, 0);
  g_assert_cmpuint (after, <, before);
  g_assert_cmpuint (count_loaded (path), ==, after);
  g_unlink (path);
}

/* --- limits ------------------------------------------------------------ */

static void
test_limit (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("limit.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  g_autoptr(GError) error = NULL;
  const RecordedPage *page = &g_array_index (recorded->pages, RecordedPage, 5);

  th_trace_writer_set_limit (writer, 5 * 4096);
  recorded_append (recorded, writer, 0, 5);
  g_assert_false (th_trace_writer_append (writer, page->cpu, page->bytes, page->size, &error));
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (th_trace_writer_commit (writer, &error)); /* the error stays */
  g_assert_true (th_trace_writer_finish (writer, NULL));
  g_assert_cmpuint (count_reported (path), >, 0);
  g_unlink (path);
}

/* Pages are stored as they are: none of these reaches beyond its own place. */
static void
test_hostile (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("hostile.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  g_autofree guint8 *page = g_malloc (8192);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 200; i++)
    {
      gsize size = (gsize) g_test_rand_int_range (1, 4097);

      for (gsize at = 0; at < size; at++)
        page[at] = (guint8) g_test_rand_int ();
      g_assert_true (th_trace_writer_append (writer, i % recorded->head.n_cpus, page, size, NULL));
    }
  g_assert_true (th_trace_writer_keep_from (writer, G_MAXUINT64 / 2, NULL));
  g_assert_true (th_trace_writer_commit (writer, NULL));
  g_assert_false (th_trace_writer_append (writer, 0, page, 4097, &error));
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_INVALID);
  g_assert_true (th_trace_writer_finish (writer, NULL));
  recording = load (path);
  g_unlink (path);
}

static void
test_invalid_head (void)
{
  const guint cpus[] = { 0, 2 }, twice[] = { 1, 1 };
  const ThTraceHead good = { 4096, FALSE, 8, "", "", cpus, 2, "mono", NULL, NULL };
  ThTraceHead bad[] = { good, good, good, good, good };
  g_autofree char *path = scratch ("invalid.dat");

  bad[0].page_size = 5000;
  bad[1].page_size = 8 << 20;
  bad[2].n_cpus = 0;
  bad[3].cpus = twice;
  bad[4].long_size = 3;
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(ThTraceWriter) writer = th_trace_writer_new (path, NULL);
      g_autoptr(GError) error = NULL;

      g_assert_false (th_trace_writer_begin (writer, &bad[i], &error));
      g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_INVALID);
      th_trace_writer_discard (writer);
    }
}

/* --- CPUs and times ------------------------------------------------------ */

/* CPUs 1, 4 and 9 alone: their numbers are those of the report. */
static void
test_holes (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *path = scratch ("holes.dat");
  g_autofree char *text = NULL;
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = NULL;
  const guint numbers[] = { 1, 4, 9, 14 };
  guint n = recorded->head.n_cpus;

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (numbers));
  recorded->head.cpus = numbers;
  writer = recorded_begin (recorded, path);
  recorded_append (recorded, writer, 0, G_MAXUINT);
  g_assert_true (th_trace_writer_commit (writer, NULL));
  g_assert_cmpuint (count_loaded (th_trace_writer_get_path (writer)), ==,
                    th_recording_get_n_events (recorded->recording));
  g_assert_true (th_trace_writer_finish (writer, NULL));
  text = report (path);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *mark = g_strdup_printf ("[%03u]", numbers[i]);

      if (th_cpu_get_n_rows (th_stream_get_cpu (th_recording_get_stream (recorded->recording, 0),
                                                i)) > 0)
        g_assert_nonnull (strstr (text, mark));
    }
  g_assert_cmpuint (count_lines (text), ==, th_recording_get_n_events (recorded->recording));
  g_unlink (path);
}

static guint64
count_from (ThRecording *recording,
            gint64       time)
{
  return th_recording_count_events (recording, time, G_MAXINT64);
}

static void
test_keep (void)
{
  g_autofree char *source = recorded_find ("e1000-lost.dat"), *path = scratch ("keep.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  g_autoptr(ThRecording) kept = NULL;
  gint64 first, last, time;
  guint64 n_part;

  g_assert_true (th_recording_get_range (recorded->recording, &first, &last));
  time = last - (last - first) / 4;
  recorded_append (recorded, writer, 0, G_MAXUINT);
  g_assert_true (th_trace_writer_keep_from (writer, time, NULL));
  n_part = count_loaded (th_trace_writer_get_path (writer));
  recorded_add_texts (recorded, writer);
  g_assert_true (th_trace_writer_finish (writer, NULL));
  kept = load (path);
  /* Nothing from @time on is missing, and little before it is left: at most a page of each CPU. */
  g_assert_cmpuint (count_from (kept, time), ==, count_from (recorded->recording, time));
  g_assert_cmpuint (th_recording_get_n_events (kept), ==, n_part);
  g_assert_cmpuint (n_part, <, th_recording_get_n_events (recorded->recording) / 2);
  g_assert_cmpuint (n_part - count_from (kept, time), <, recorded->head.n_cpus * 340);
  g_assert_cmpuint (count_reported (path), ==, n_part);
  g_unlink (path);
}

/* --- file systems -------------------------------------------------------- */

/* Whether fstat() tells of a file system that allocates blocks for holes. */
static gboolean has_no_holes;

/* Takes the place of the C library's. */
int
fstat (int          fd,
       struct stat *st)
{
  int result = fstatat (fd, "", st, AT_EMPTY_PATH);

  if (has_no_holes && result == 0)
    st->st_blocks = (st->st_size + 511) / 512;
  return result;
}

/* A file system without sparse files is refused before it is filled with zeros. */
static void
test_no_holes (void)
{
  const guint cpus[] = { 0, 1 };
  const ThTraceHead head = { 4096, FALSE, 8, "", "", cpus, 2, "mono", NULL, NULL };
  g_autofree char *path = scratch ("fat.dat");
  g_autoptr(ThTraceWriter) writer = th_trace_writer_new (path, NULL);
  g_autoptr(GError) error = NULL;

  has_no_holes = TRUE;
  g_assert_false (th_trace_writer_begin (writer, &head, &error));
  has_no_holes = FALSE;
  g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_SPARSE);
  th_trace_writer_discard (writer);
}

/* Mounts a tmpfs of @size; skips the test if that is not possible. */
static gboolean
mount_small (const char *folder,
             const char *size)
{
  g_mkdir_with_parents (folder, 0700);
  if (mount ("tmpfs", folder, "tmpfs", 0, size) == 0)
    return TRUE;

  g_test_skip ("a file system can be mounted by root alone");
  return FALSE;
}

/* tmpfs cannot collapse: the file is copied. */
static void
test_copy (void)
{
  g_autofree char *source = recorded_find ("k612-rep.dat"), *folder = scratch ("tmpfs");
  g_autofree char *path = g_build_filename (folder, "copy.dat", NULL), *text = NULL;
  g_autofree char *expected = report (source);

  if (!mount_small (folder, "size=64m"))
    return;
  {
    g_autoptr(Recorded) recorded = recorded_new (source);
    g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
    g_autoptr(GError) error = NULL;

    recorded_append (recorded, writer, 0, G_MAXUINT);
    recorded_add_texts (recorded, writer);
    g_assert_true (th_trace_writer_finish (writer, &error));
    g_assert_no_error (error);
    text = report (path);
    g_assert_cmpstr (text, ==, expected);
    g_assert_cmpuint (disk_bytes (path), <, 32 << 20);
  }
  g_assert_cmpint (umount (folder), ==, 0);
}

/* A full disk: what had been written is kept, and can be finished once there is room. */
static void
test_full (void)
{
  g_autofree char *source = recorded_find ("e1000-lost.dat"), *folder = scratch ("full");
  g_autofree char *path = g_build_filename (folder, "full.dat", NULL);
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  if (!mount_small (folder, "size=2m"))
    return;
  {
    g_autoptr(Recorded) recorded = recorded_new (source);
    g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
    g_autoptr(GError) error = NULL;
    guint n_reported;
    gboolean good = TRUE;

    for (guint i = 0; i < 2000 && good; i++)
      {
        const RecordedPage *page = &g_array_index (recorded->pages, RecordedPage,
                                                   i % recorded->pages->len);

        good = th_trace_writer_append (writer, page->cpu, page->bytes, page->size, NULL) &&
               (i % 10 != 0 || th_trace_writer_commit (writer, NULL));
      }
    g_assert_false (th_trace_writer_commit (writer, &error));
    g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL);
    g_clear_error (&error);
    n_reported = count_reported (part);
    g_assert_cmpuint (n_reported, >, 1000);

    g_assert_false (th_trace_writer_finish (writer, &error)); /* no room for a copy */
    g_assert_error (error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL);
    g_assert_cmpuint (count_reported (part), ==, n_reported);
    g_clear_pointer (&writer, th_trace_writer_free);

    g_assert_cmpint (mount ("tmpfs", folder, "tmpfs", MS_REMOUNT, "size=16m"), ==, 0);
    g_clear_error (&error);
    g_assert_true (th_trace_writer_recover (part, NULL, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (count_reported (path), ==, n_reported);
  }
  g_assert_cmpint (umount (folder), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/capture/writer/commits/", samples[i], NULL);

      g_test_add_data_func (name, samples[i], test_commits);
    }
  g_test_add_func ("/capture/writer/read-meanwhile", test_read_meanwhile);
  g_test_add_func ("/capture/writer/recover", test_recover);
  g_test_add_func ("/capture/writer/offset", test_offset);
  g_test_add_func ("/capture/writer/interrupted", test_interrupted);
  g_test_add_func ("/capture/writer/refused", test_refused);
  g_test_add_func ("/capture/writer/damaged", test_damaged);
  g_test_add_func ("/capture/writer/power", test_power);
  g_test_add_func ("/capture/writer/limit", test_limit);
  g_test_add_func ("/capture/writer/hostile", test_hostile);
  g_test_add_func ("/capture/writer/head", test_invalid_head);
  g_test_add_func ("/capture/writer/holes", test_holes);
  g_test_add_func ("/capture/writer/keep", test_keep);
  g_test_add_func ("/capture/writer/no-holes", test_no_holes);
  g_test_add_func ("/capture/writer/copy", test_copy);
  g_test_add_func ("/capture/writer/full", test_full);

  return g_test_run ();
}
