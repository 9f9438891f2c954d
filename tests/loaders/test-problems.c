/* test-problems.c - each kind of problem has an input that causes only that
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each case is a valid recording with one fault, and all problems that are then reported.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <zlib.h>

#include "loader-fixture.h"
#include "th-load-options.h"
#include "th-perfdata-record.h"
#include "th-recording-testing.h"
#include "th-tracedat-file.h"
#include "th-tracedat-sections.h"
#include "th-tracedat-unpack.h"
#include "tracedat-writer.h"

/* --- the disk ---------------------------------------------------------- */

/* Replaces libc's function: from this offset on, the disk cannot be read. */
static gint64 disk_breaks_at = G_MAXINT64;

ssize_t pread (int     fd,
               void   *buffer,
               size_t  size,
               off_t   offset);

ssize_t
pread (int     fd,
       void   *buffer,
       size_t  size,
       off_t   offset)
{
  if (offset >= disk_breaks_at)
    {
      errno = EIO;
      return -1;
    }
  return syscall (SYS_pread64, fd, buffer, size, offset);
}

/* --- faults ------------------------------------------------------------ */

typedef struct
{
  char     *data;
  gsize     size;
  ThTdFile *file; /* the valid recording, if it is a trace.dat */
} Sound;

typedef void (*SpoilFunc) (Sound *self);

typedef struct
{
  ThProblemKind kind;
  const char   *name;     /* of a valid recording; NULL: @spoil creates one */
  SpoilFunc     spoil;
  const char   *problems; /* all that are reported */
  gboolean      placed;   /* the problem has a place on the timeline */
} Case;

static void
sound_read (Sound *self)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (self->data, self->size);
  g_autoptr(ThRecording) recording = th_recording_new ("trace.dat");

  self->file = th_td_file_new (bytes, recording);
  g_assert_true (th_td_file_read (self->file, NULL));
}

static const ThTdCpu *
first_cpu (Sound *self)
{
  return th_td_buffer_cpu (th_td_file_buffer (self->file, 0), 0);
}

/* Returns a page of a CPU in an uncompressed file. */
static guint8 *
page (Sound *self,
      guint  number)
{
  return (guint8 *) self->data + first_cpu (self)->offset + number * 4096;
}

/* Cuts the file between two pages. */
static void
cut (Sound *self)
{
  self->size -= 4096;
}

static void
huge_section (Sound *self)
{
  memset (self->data + self->file->sections[TH_TD_KALLSYMS].offset - 8, 0xff, 8);
}

/* The page claims more data than it can hold. */
static void
bad_page (Sound *self)
{
  page (self, 0)[9] = 0x7f;
}

/* Damages the magic number of zstd. */
static void
bad_chunk (Sound *self)
{
  memset (self->data + first_cpu (self)->offset + 4 + 8, 0x5a, 4);
}

static char *
find (Sound      *self,
      const char *text)
{
  char *at = memmem (self->data, self->size, text, strlen (text));

  g_assert_nonnull (at);
  return at;
}

/* No event of this type was recorded. */
static void
bad_format (Sound *self)
{
  memcpy (strstr (find (self, "name: user_stack\n"), "ID: "), "IX: ", 4);
}

static void
unknown_type (Sound *self)
{
  char *id = strstr (find (self, "name: sched_switch\n"), "ID: ");

  memcpy (id + 4, "999", 3);
}

static guint64
stamp_of (const guint8 *at)
{
  return th_bytes_u64 (at, FALSE);
}

static void
set_stamp (guint8  *at,
           guint64  stamp)
{
  stamp = GUINT64_TO_LE (stamp);
  memcpy (at, &stamp, sizeof stamp);
}

#define NS_BACK 1000000

/* The tenth event of its first page gets an earlier time than the ninth: such an event is preceded
 * by an absolute timestamp, in two words whose lowest 5 bits are 31. */
static void
backwards (Sound *self)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  guint32 word;
  guint8 *at;
  guint n = 0;

  self->data =
    (char *) g_byte_array_steal (tracedat_write (path,
                                                 &(TracedatShape) { 6, TH_TD_NONE, FALSE, 8, 4096,
                                                                    TRUE }),
                                 &self->size);
  sound_read (self);
  for (at = page (self, 0) + 16; ; at += 4)
    if ((*at & 31) == 31 && ++n == 10)
      break;
  word = GUINT32_FROM_LE (*(guint32 *) (gpointer) at);
  g_assert_cmpuint (word >> 5, >, NS_BACK);
  *(guint32 *) (gpointer) at = GUINT32_TO_LE (word - (NS_BACK << 5));
}

static void
bad_time (Sound *self)
{
  set_stamp (page (self, 1), stamp_of (page (self, 1)) ^ G_GUINT64_CONSTANT (1) << 55);
}

/* Times in ns where the reader expects seconds. */
static void
huge_time (Sound *self)
{
  self->data =
    g_strdup ("a-1 [000] .... 5.000000: x: n=1\na-1 [000] .... 177600000000001.000000: x: n=2\n");
  self->size = strlen (self->data);
}

/* A sample that is shorter than its event's format requires, which the kernel would not write. */
static void
bad_record (Sound *self)
{
  guint64 at = th_bytes_u64 ((guint8 *) self->data + 40, FALSE);
  guint64 end = at + th_bytes_u64 ((guint8 *) self->data + 48, FALSE);

  while (at < end)
    {
      guint8 *record = (guint8 *) self->data + at;
      guint32 size = th_pf_record_size (record, FALSE);

      if (th_pf_record_type (record, FALSE) == TH_PF_SAMPLE)
        {
          /* Splits it into two records: the sample, and one of an unknown type. */
          record[6] = 8;
          record[8] = 0xf0;
          memset (record + 9, 0, 3);
          record[14] = size - 8;
          record[15] = (size - 8) >> 8;
          return;
        }
      at += size;
    }
  g_assert_not_reached ();
}

/* Bytes of something else in the place of a line. */
static void
bad_line (Sound *self)
{
  char *begin = memchr (self->data + self->size / 2, '\n', self->size / 2);
  char *end = memchr (begin + 1, '\n', self->size / 4);

  memset (begin + 1, 1, (gsize) (end - begin - 1));
}

static void
many_types (Sound *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 70000; i++)
    g_string_append_printf (text, "a-1 [000] .... 1.%06u: e%u: a=1\n", i, i);
  self->size = text->len;
  self->data = g_string_free (text, FALSE);
}

static void
few_rows (Sound *self)
{
  th_cpu_set_max_rows (100);
}

static void
broken_disk (Sound *self)
{
  disk_breaks_at = (gint64) first_cpu (self)->offset;
}

/* A window of 15 bits, and 16 for the header of gzip. */
static void
wrap (Sound *self)
{
  z_stream stream = { 0 };
  g_autofree char *sound = g_steal_pointer (&self->data);

  g_assert_cmpint (deflateInit2 (&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  stream.next_in = (Bytef *) sound;
  stream.avail_in = (uInt) self->size;
  stream.avail_out = (uInt) deflateBound (&stream, self->size);
  stream.next_out = (Bytef *) (self->data = g_malloc (stream.avail_out));
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  self->size = stream.total_out;
  deflateEnd (&stream);
}

/* Damages the checksum after the compressed data. */
/* The columns of a packed file stay in memory. */
static void
little_memory (Sound *self)
{
  wrap (self);
  th_load_options_set_memory_limit (1024);
}

static void
bad_wrapper (Sound *self)
{
  wrap (self);
  self->data[self->size - 5] ^= 1;
}

static void
allow_files (rlim_t size)
{
  struct rlimit limit;

  getrlimit (RLIMIT_FSIZE, &limit);
  limit.rlim_cur = MIN (size, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* There is room for the recording but not for all the data after it. */
static void
full_disk (Sound *self)
{
  gsize size = self->size;

  self->data = g_realloc (self->data, 3 * size);
  memset (self->data + size, 0, 2 * size);
  self->size = 3 * size;
  wrap (self);
  allow_files (2 * size);
}

/* The recording is followed by more zeros than any recording has. */
static void
expand (Sound *self)
{
  gsize size = 200 << 20;

  g_assert_cmpuint (self->size, <, size);
  self->data = g_realloc (self->data, size);
  memset (self->data + self->size, 0, size - self->size);
  self->size = size;
  wrap (self);
}

/* Changes that are made after the file was opened. */
static void
shrink (Sound *self)
{
}

static void
cancel (Sound *self)
{
}

static const Case cases[] = {
  { TH_PROBLEM_TRUNCATED, "e1000-v6.dat", cut, "truncated 1" },
  { TH_PROBLEM_BAD_SECTION, "e1000-buffers.dat", huge_section, "bad-section 1" },
  { TH_PROBLEM_BAD_PAGE, "e1000-v6.dat", bad_page, "bad-page 1", TRUE },
  { TH_PROBLEM_BAD_CHUNK, "e1000-lost.dat", bad_chunk, "bad-chunk 1" },
  { TH_PROBLEM_BAD_RECORD, "e1000-probe.perf.data", bad_record, "bad-record 1" },
  { TH_PROBLEM_BAD_LINE, "e1000-ftrace-default.txt", bad_line, "bad-line 1" },
  { TH_PROBLEM_BAD_FORMAT, "e1000-v6.dat", bad_format, "bad-format 1" },
  { TH_PROBLEM_UNKNOWN_TYPE, "e1000-v6.dat", unknown_type, "unknown-type 44", TRUE },
  { TH_PROBLEM_TIME_BACKWARDS, NULL, backwards, "time-backwards 1", TRUE },
  { TH_PROBLEM_BAD_TIME, "e1000-v6.dat", bad_time, "bad-time 38", TRUE },
  { TH_PROBLEM_HUGE_TIME, NULL, huge_time, "huge-time 1", TRUE },
  { TH_PROBLEM_TOO_MANY_TYPES, NULL, many_types, "too-many-types 4465" },
  { TH_PROBLEM_TOO_MANY_EVENTS, "e1000-v6.dat", few_rows, "too-many-events 3" },
  { TH_PROBLEM_MEMORY, "e1000-v6.dat", little_memory, "memory 1" },
  { TH_PROBLEM_CHANGED, "e1000-v6.dat", shrink, "changed 4" },
  { TH_PROBLEM_BAD_WRAPPER, "e1000-ftrace-default.txt", bad_wrapper, "bad-wrapper 1" },
  { TH_PROBLEM_EXPANSION, "e1000-v6.dat", expand, "expansion 1" },
  { TH_PROBLEM_SPOOL, "e1000-v6.dat", full_disk, "spool 1" },
  /* For each of four CPUs, reading its first time and its data fails. */
  { TH_PROBLEM_READ, "e1000-v6.dat", broken_disk, "read 8" },
  { TH_PROBLEM_CANCELLED, "e1000-v6.dat", cancel, "cancelled 1" },
};

/* --- the complete list ------------------------------------------------- */

/* Returns FALSE if the recording is not available. */
static gboolean
sound_init (Sound      *self,
            const char *name)
{
  g_autofree char *path = name != NULL ? fixture_find_recording (name) : NULL;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  *self = (Sound) { 0 };
  if (name == NULL)
    return TRUE;
  if (path == NULL)
    return FALSE;

  g_assert_true (g_file_get_contents (path, &self->data, &self->size, NULL));
  recording = fixture_load_bytes (self->data, self->size, NULL);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  if (g_str_has_suffix (name, ".dat"))
    sound_read (self);
  return TRUE;
}

static void
sound_clear (Sound *self)
{
  g_clear_pointer (&self->file, th_td_file_free);
  g_free (self->data);
  th_cpu_set_max_rows (0);
  th_load_options_set_memory_limit (0);
  allow_files (RLIM_INFINITY);
  disk_breaks_at = G_MAXINT64;
}

/* Loads from a file, because some faults concern files. */
static ThRecording *
load_spoiled (const Case *self,
              Sound      *sound,
              const char *path)
{
  const ThLoader *loader;
  g_autoptr(GError) error = NULL;
  ThRecording *recording;

  g_assert_true (g_file_set_contents (path, sound->data, (gssize) sound->size, NULL));
  th_load_options_set_n_threads (1);
  recording = th_loader_open (path, &loader, &error);
  g_assert_no_error (error);
  if (self->spoil == cancel)
    th_recording_cancel (recording);
  if (self->spoil == shrink)
    g_assert_cmpint (truncate (path, (off_t) first_cpu (sound)->offset + 3 * 4096), ==, 0);
  th_loader_load (loader, recording);
  th_load_options_set_n_threads (0);
  return recording;
}

static void
check_problem (const Case  *self,
               ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  const ThProblem *problem = g_ptr_array_index (problems, 0);
  gint64 first, last;

  g_assert_cmpint (problem->kind, ==, self->kind);
  g_assert_true ((problem->cpu != NULL) == self->placed);
  if (!self->placed)
    return;

  g_assert_true (th_recording_get_range (recording, &first, &last));
  g_assert_cmpint (problem->time, >=, first);
  g_assert_cmpint (problem->time, <=, last);
  g_assert_cmpuint (problem->stream, ==, 0);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "th-problem-XXXXXX", NULL);
  g_autofree char *problems = NULL;
  g_autoptr(ThRecording) recording = NULL;
  Sound sound;

  if (!sound_init (&sound, self->name))
    return;

  close (g_mkstemp (path));
  self->spoil (&sound);
  recording = load_spoiled (self, &sound, path);
  sound_clear (&sound);
  g_unlink (path);

  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, self->problems);
  check_problem (self, recording);
  fixture_read_all (recording);
}

/* Every kind of problem must have a case. */
static void
test_closed (void)
{
  gboolean seen[TH_N_PROBLEMS] = { FALSE };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    seen[cases[i].kind] = TRUE;
  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    if (!seen[i])
      {
        g_test_message ("nothing leads to %s", th_problem_kind_id (i));
        g_test_fail ();
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* Exceeding the file size limit must be an error, not a signal. */
  signal (SIGXFSZ, SIG_IGN);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/problems/%s", th_problem_kind_id (cases[i].kind));

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/problems/closed", test_closed);
  return g_test_run ();
}
