/* test-bytes.c - compressed files and pipes give the same recording as the plain file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "th-aligned.h"
#include "th-unpack.h"

static const char *const samples[] = { "e1000-v6.dat", "e1000-lost.dat", "e1000-ftrace-default.txt",
                                       "e1000-probe.perf.data" };

typedef struct
{
  const char *name;
  const char *command; /* reads standard input */
  gboolean    text_only;
} Wrapper;

#define ATRACE(z, behind) \
  "python3 -c 'import sys, zlib; " \
  "sys.stdout.buffer.write(b\"capturing trace... done\\nTRACE:\\n\" + " \
  "zlib.compress(sys.stdin.buffer.read(), " z ") + b\"" behind "\")'"

/* The programs themselves, with options that produce several members or frames in one file. */
static const Wrapper wrappers[] = {
  { "gzip", "gzip -1" },
  { "gzip-members", "head -c 30000 | gzip -1; cat | gzip -9" },
  { "xz", "xz -0" },
  { "xz-streams", "head -c 30000 | xz -0; xz -0 -C crc32" },
  { "xz-blocks", "xz -0 --block-size=50000" },
  { "zstd", "zstd -q -1" },
  { "zstd-frames", "head -c 30000 | zstd -q -1; zstd -q --long=24" },
  { "gzip-of-xz", "xz -0 | gzip -1" },
  { "zstd-of-zstd", "zstd -q -1 | zstd -q -1" },
  { "atrace -z", ATRACE ("6", ""), TRUE },
  { "atrace -z, fast, with words behind", ATRACE ("1", "\\nTRACE:\\nbye\\n"), TRUE },
  { "UTF-16", "iconv -f UTF-8 -t UTF-16", TRUE },
  { "UTF-16 without a mark", "iconv -f UTF-8 -t UTF-16LE", TRUE },
  { "UTF-16 of the other byte order", "{ printf '\\376\\377'; iconv -f UTF-8 -t UTF-16BE; }",
    TRUE },
  { "UTF-16 of the other byte order without a mark", "iconv -f UTF-8 -t UTF-16BE", TRUE },
};

static const char *const single[] = { "gzip -1", "xz -0", "zstd -q -1", ATRACE ("6", "") };

/* --- tools ------------------------------------------------------------- */

static GBytes *
read_file (const char *path)
{
  char *data;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  return g_bytes_new_take (data, size);
}

/* Returns the output of @command for the file. */
static GBytes *
wrap (const char *path,
      const char *command)
{
  g_autofree char *folder = g_dir_make_tmp ("test-bytes-XXXXXX", NULL);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autofree char *script = g_strdup_printf ("{ %s; } < '%s' > '%s'", command, path, out);
  g_autofree char *quoted = g_shell_quote (script);
  g_autofree char *line = g_strconcat ("sh -c ", quoted, NULL);
  GBytes *bytes;
  int status;

  g_assert_true (g_spawn_command_line_sync (line, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  bytes = read_file (out);
  g_unlink (out);
  g_rmdir (folder);
  return bytes;
}

/* Reads all fields at once, as a filter or an analysis does. */
static void
ask_fields (ThRecording *recording)
{
  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    th_recording_get_fields (recording, i);
}

/* Loads as a window does: while the file grows, and again if that failed. */
static ThRecording *
load_growing (ThBytes  *bytes,
              guint    *n_loads,
              GError  **error)
{
  ThRecording *recording = NULL;
  const ThLoader *loader;

  *n_loads = 0;
  do
    {
      g_clear_pointer (&recording, th_recording_unref);
      recording = th_loader_open_bytes (bytes, &loader, error);
      if (recording == NULL)
        return NULL;
      ask_fields (recording);
      th_loader_load (loader, recording);
      (*n_loads)++;
    }
  while (th_recording_is_outgrown (recording));
  return recording;
}

static char *
list_fields (ThRecording *recording)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    {
      const ThFieldTable *fields = th_recording_get_fields (recording, i);

      g_string_append_printf (text, "%s:", th_recording_get_type_name (recording, i));
      for (guint j = 0; j < fields->n_fields; j++)
        g_string_append_printf (text, " %s/%d", fields->fields[j].name, fields->fields[j].kind);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
assert_equal (ThRecording *recording,
              ThRecording *plain)
{
  g_autoptr(GString) was = fixture_dump (plain);
  g_autoptr(GString) is = fixture_dump (recording);
  g_autofree char *fields_were = list_fields (plain);
  g_autofree char *fields_are = list_fields (recording);
  g_autofree char *problems_were = fixture_problems (plain);
  g_autofree char *problems_are = fixture_problems (recording);

  g_assert_true (g_string_equal (was, is));
  g_assert_cmpstr (fields_are, ==, fields_were);
  g_assert_cmpstr (problems_are, ==, problems_were);
  g_assert_cmpint (th_recording_get_state (recording), ==, th_recording_get_state (plain));
}

/* --- wrappers ---------------------------------------------------------- */

static void
check_wrapped (const Wrapper *wrapper,
               const char    *name)
{
  g_autofree char *path = fixture_find_recording (name);
  g_autoptr(GBytes) wrapped = wrap (path, wrapper->command);
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (g_bytes_get_data (wrapped, NULL),
                                                  g_bytes_get_size (wrapped));
  g_autoptr(ThRecording) plain = fixture_load (path, NULL);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;
  guint n_loads;

  recording = load_growing (bytes, &n_loads, &error);
  g_assert_no_error (error);
  assert_equal (recording, plain);
  g_assert_true (g_str_has_prefix (wrapper->name, th_recording_get_fact (recording, "wrapper")));
}

static void
test_wrapped (gconstpointer data)
{
  const Wrapper *wrapper = data;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    if (!wrapper->text_only || g_str_has_suffix (samples[i], ".txt"))
      check_wrapped (wrapper, samples[i]);
}

/* The data decompressed before the damage is the beginning of the whole. */
static void
assert_beginning (GBytes     *wrapped,
                  gsize       size,
                  const char *path,
                  const char *problem)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (g_bytes_get_data (wrapped, NULL), size);
  g_autoptr(GBytes) plain = read_file (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) inside = th_loader_unwrap (bytes, &error);
  g_autofree guint8 *came = NULL;
  ThProblemKind kind;
  guint64 offset, n;
  const char *detail;

  g_assert_no_error (error);
  n = th_bytes_wait (inside, G_MAXUINT64, -1);
  came = g_malloc (n + 1);
  g_assert_cmpint (th_bytes_read (inside, 0, came, n + 1), ==, (gssize) n);
  g_assert_cmpuint (n, <=, g_bytes_get_size (plain));
  g_assert_cmpint (memcmp (came, g_bytes_get_data (plain, NULL), n), ==, 0);
  g_assert_true (th_bytes_get_problem (inside, &kind, &offset, &detail));
  g_assert_cmpstr (th_problem_kind_id (kind), ==, problem);
  g_assert_cmpuint (offset, <=, size);
}

/* A truncated file is read in part or refused, but never counts as whole. */
static void
test_cut (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");

  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    {
      g_autoptr(GBytes) wrapped = wrap (path, single[i]);
      gsize size = g_bytes_get_size (wrapped);

      for (gsize cut = 12; cut < size; cut += size / 60)
        {
          g_autoptr(ThRecording) recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL),
                                                                 cut, NULL);
          g_autofree char *problems = recording != NULL ? fixture_problems (recording) : NULL;

          g_assert_true (recording == NULL || strstr (problems, "bad-wrapper 1") != NULL);
        }
    }
}

static void
test_cut_beginning (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");

  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    {
      g_autoptr(GBytes) wrapped = wrap (path, single[i]);

      for (guint part = 1; part < 8; part++)
        assert_beginning (wrapped, g_bytes_get_size (wrapped) * part / 8, path, "bad-wrapper");
      assert_beginning (wrapped, g_bytes_get_size (wrapped) - 1, path, "bad-wrapper");
    }
}

/* Damaged bytes are either read or refused. */
static void
test_flipped (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");
  g_autoptr(GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    {
      g_autoptr(GBytes) wrapped = wrap (path, single[i]);
      gsize size;
      g_autofree guint8 *data = g_bytes_unref_to_data (g_bytes_ref (wrapped), &size);

      for (guint n = 0; n < 150; n++)
        {
          guint at = g_rand_int_range (random, 0, MIN (size, n % 2 == 0 ? 40 : G_MAXINT));
          guint bit = g_rand_int_range (random, 0, 8);
          g_autoptr(ThRecording) recording = NULL;
          g_autoptr(GError) error = NULL;

          data[at] ^= 1 << bit;
          recording = fixture_load_bytes (data, size, &error);
          data[at] ^= 1 << bit;
          g_assert_true ((recording == NULL) == (error != NULL));
        }
    }
}

/* Buffers are aligned so that the kernel copies fast: 16 bytes after a page boundary, where
 * malloc() places large blocks, it may take 3.5 times as long. */
static void
test_room (void)
{
  static const gsize sizes[] = { 4096, 16384, 128 << 10, (128 << 10) + 1, 256 << 10, 1 << 20,
                                 (16 << 20) + 5 };
  g_autofree guint8 *none = th_aligned_try_alloc (G_MAXSIZE / 2);

  g_assert_null (none);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree guint8 *room = th_aligned_alloc (sizes[i]);

      g_assert_cmpuint ((guintptr) room % 4096, ==, 0);
      memset (room, 1, sizes[i]);
    }
}

/* Returns the limit of the decompressed size as in the manual, for any number of layers. */
static guint64
unpack_bound (guint64 size)
{
  return (64 << 20) + 256 * size;
}

static void
assert_expands (ThBytes *inside)
{
  ThProblemKind kind;
  guint64 offset;
  const char *detail;

  g_assert_true (th_bytes_get_problem (inside, &kind, &offset, &detail));
  g_assert_cmpstr (th_problem_kind_id (kind), ==, "expansion");
}

#define BOMB "{ cat; head -c 335544320 /dev/zero; } | "

/* A trace followed by 320 MiB of zeros.  It is decompressed exactly up to the limit; two layers
 * have the same limit as one, because they could multiply each other. */
static void
test_bomb (void)
{
  static const char *const commands[] = {
    BOMB "gzip -6", BOMB "xz -0", BOMB "zstd -q -1", BOMB "gzip -6 | gzip -6",
    BOMB "zstd -q -1 | gzip -6",
  };
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr(GBytes) wrapped = wrap (path, commands[i]);
      g_autoptr(ThBytes) bytes = th_bytes_new_memory (g_bytes_get_data (wrapped, NULL),
                                                      g_bytes_get_size (wrapped));
      g_autoptr(ThBytes) inside = th_loader_unwrap (bytes, NULL);
      guint64 bound = unpack_bound (g_bytes_get_size (wrapped));

      g_test_message ("%s: %" G_GSIZE_FORMAT " bytes", commands[i], g_bytes_get_size (wrapped));
      g_assert_cmpuint (bound, <, 335544320);
      g_assert_cmpuint (th_bytes_wait (inside, G_MAXUINT64, -1), ==, bound);
      assert_expands (inside);
    }
}

#define SHORT_LINE "a-1 [000] 1.000001: e: a"

/* A recording that was compressed to less than a hundredth is read completely. */
static void
test_dense (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");
  g_autoptr(GBytes) wrapped = wrap (path, "yes '" SHORT_LINE "' | head -n 4000000 | gzip -1");
  gsize size = g_bytes_get_size (wrapped), unpacked = 4000000 * sizeof SHORT_LINE;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  g_assert_cmpuint (unpacked, >, 100 * size);
  g_assert_cmpuint (unpacked, >, 64 << 20);
  recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL), size, NULL);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 4000000);
}

#define SHORTEST_LINE "a-1 [0] 1: b:"

/* Compressed lines that are so short and so many that their columns would need far more memory
 * than the file: loading stops at 128 MiB plus 16 times the compressed size. */
static void
test_short_lines (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");
  g_autoptr(GBytes) wrapped =
    wrap (path, "yes '" SHORTEST_LINE "' | head -n 15000000 | gzip -1");
  gsize size = g_bytes_get_size (wrapped), limit = (128 << 20) + 16 * size;
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  g_test_message ("%" G_GSIZE_FORMAT " bytes", size);
  g_assert_cmpuint (15000000 * sizeof SHORTEST_LINE, <, unpack_bound (size));
  recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL), size, NULL);
  problems = fixture_problems (recording);
  g_assert_nonnull (strstr (problems, "memory"));
  g_assert_cmpuint (th_recording_get_n_events (recording), >, 5000000);
  g_assert_cmpuint (th_recording_get_memory (recording), <, limit + (4 << 20));
}

/* Characters of one to four bytes, lone surrogates, an odd byte at the end. */
static void
test_utf16 (void)
{
  static const guint8 wide[] = {
    0xff, 0xfe, 'a', 0, 0xe4, 0, 0xac, 0x20, 0x3d, 0xd8, 0x00, 0xde, 0x00, 0xd8, 'b', 0, 0x01, 0xdc,
    0x02, 0xd8, 0x03, 0xd8, 0x04, 0xdc, 'c', 0, 'd'
  };
  static const char narrow[] =
    "a\303\244\342\202\254\360\237\230\200\357\277\275b\357\277\275\357\277\275\360\220\260\204c";

  for (gsize first = 2; first < sizeof wide; first++)
    {
      ThUnpack *unpack = th_unpack_new (th_wrapper_probe (wide, sizeof wide));
      guint8 out[64];
      const guint8 *in = wide;
      gsize n_in = first, n_out = sizeof out, n;

      g_assert_true (th_unpack_run (unpack, &in, &n_in, out, &n_out));
      n = n_out;
      n_in = sizeof wide - first;
      n_out = sizeof out - n;
      g_assert_true (th_unpack_run (unpack, &in, &n_in, out + n, &n_out));
      g_assert_cmpmem (out, n + n_out, narrow, sizeof narrow - 1);
      g_assert_cmpuint (n_in, ==, 0);
      g_assert_true (th_unpack_is_whole (unpack));
      th_unpack_free (unpack);
    }
}

static void
test_too_deep (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  g_autoptr(GBytes) wrapped = wrap (path, "gzip -1 | xz -0 | zstd -q -1");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;

  recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL), g_bytes_get_size (wrapped),
                                  &error);
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED);
}

static void
test_damaged_at_once (void)
{
  static const char nothing[] = "\x1f\x8b\x08\0\0\0\0\0\0\3\xff\xff\xff\xff\xff\xff\xff";
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;

  recording = fixture_load_bytes (nothing, sizeof nothing, &error);
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "compression around the recording"));
  g_assert_null (strstr (error->message, "is shown"));
}

/* If a recording cannot be opened because its compression is damaged, that is what is told. */
static void
test_damaged_in_header (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  g_autoptr(GBytes) wrapped = wrap (path, "gzip -c");
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;

  recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL), 20000, &error);
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "damaged at byte 20000 of the file"));
}

/* A wrapper that ends early explains why the recording does, which is told once. */
static void
test_damaged_once (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-probe.perf.data");
  g_autoptr(GBytes) wrapped = wrap (path, "gzip -c");
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *problems = NULL;

  recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL),
                                  g_bytes_get_size (wrapped) / 2, NULL);
  g_assert_nonnull (recording);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "bad-wrapper 1");
}

/* On a full disk, the part for which there was space is read. */
static void
test_no_room (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-ftrace-default.txt");
  g_autoptr(GBytes) wrapped = wrap (path, "gzip -1");
  const struct rlimit room = { 30000, 30000 };

  if (g_test_subprocess ())
    {
      g_autoptr(ThRecording) recording = NULL;
      g_autofree char *problems = NULL;

      signal (SIGXFSZ, SIG_IGN);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &room), ==, 0);
      recording = fixture_load_bytes (g_bytes_get_data (wrapped, NULL), g_bytes_get_size (wrapped),
                                      NULL);
      problems = fixture_problems (recording);
      g_assert_nonnull (strstr (problems, "spool 1"));
      /* A line has about a hundred bytes. */
      g_assert_cmpuint (th_recording_get_n_events (recording), >, 100);
      g_assert_cmpuint (th_recording_get_n_events (recording), <, 600);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

/* --- pipes ------------------------------------------------------------- */

typedef struct
{
  char   *folder;
  char   *path;
  GBytes *data;
  guint   n_pieces;
  guint   pause_ms;
  gint    hold;   /* atomic: the writer exits only after this is 0 */
  GThread *thread;
} Feeder;

static gpointer
feed (gpointer data)
{
  Feeder *self = data;
  gsize size, at = 0;
  const guint8 *bytes = g_bytes_get_data (self->data, &size);
  int fd = open (self->path, O_WRONLY | O_CLOEXEC);

  for (guint i = 1; i <= self->n_pieces && fd >= 0; i++)
    {
      gsize to = size * i / self->n_pieces;

      while (at < to)
        {
          gssize n = write (fd, bytes + at, to - at);

          if (n <= 0)
            break; /* the reader has closed the pipe */
          at += n;
        }
      g_usleep (self->pause_ms * 1000);
    }
  while (g_atomic_int_get (&self->hold))
    g_usleep (5000);
  if (fd >= 0)
    close (fd);
  return NULL;
}

static void
feeder_start (Feeder *self,
              GBytes *data,
              guint   n_pieces,
              guint   pause_ms)
{
  *self = (Feeder) { .data = g_bytes_ref (data), .n_pieces = n_pieces, .pause_ms = pause_ms };
  self->folder = g_dir_make_tmp ("test-bytes-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "fifo", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  self->thread = g_thread_new ("feed", feed, self);
}

static void
feeder_end (Feeder *self)
{
  g_atomic_int_set (&self->hold, FALSE);
  g_thread_join (self->thread);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
  g_bytes_unref (self->data);
}

static void
test_pieces (gconstpointer name)
{
  g_autofree char *path = fixture_find_recording (name);
  g_autoptr(GBytes) data = read_file (path);
  g_autoptr(ThRecording) plain = fixture_load (path, NULL);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  Feeder feeder;
  guint n_loads;

  feeder_start (&feeder, data, 37, 25);
  bytes = th_bytes_new_file (feeder.path, &error);
  g_assert_no_error (error);
  recording = load_growing (bytes, &n_loads, &error);
  g_assert_no_error (error);
  g_test_message ("%u loads", n_loads);
  assert_equal (recording, plain);
  g_assert_true (th_bytes_is_pipe (bytes));
  feeder_end (&feeder);
}

/* CPU 1 has its first event late, CPU 0 goes back in time, a field appears late. */
static const char story[] =
  "          <idle>-0     [000] d... 100.000001: my_event: a=1\n"
  "              sh-7     [000] d... 100.000002: my_event: a=2\n";
static const char sequel[] =
  "              sh-7     [001] d... 100.000003: my_event: a=3 b=x\n"
  "              sh-7     [000] d... 100.000001: my_event: a=4\n"
  "              sh-7     [001] d... 105.000000: my_other: c=4\n"
  "              sh-7     [000] d... 101.000000: my_event: a=5 d=9";

static void
test_outgrown (void)
{
  g_autofree char *text = g_strconcat (story, sequel, NULL);
  g_autoptr(GBytes) data = NULL;
  g_autoptr(ThRecording) plain = NULL;
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  Feeder feeder;
  guint n_loads;

  data = g_bytes_new (text, strlen (text));
  plain = fixture_load_bytes (text, strlen (text), NULL);
  /* A few bytes at a time, in all for longer than the first probe waits. */
  feeder_start (&feeder, data, 60, 20);
  bytes = th_bytes_new_file (feeder.path, NULL);
  recording = load_growing (bytes, &n_loads, NULL);
  feeder_end (&feeder);
  g_assert_cmpuint (n_loads, >, 1);
  assert_equal (recording, plain);
}

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
} Load;

static gpointer
load_thread (gpointer data)
{
  Load *load = data;

  th_loader_load (load->loader, load->recording);
  return NULL;
}

/* A pipe with two lines and then nothing: they are loaded, and the load ends when it is cancelled.
 * */
static void
test_stalled (void)
{
  g_autoptr(GBytes) data = g_bytes_new_static (story, strlen (story));
  g_autoptr(ThBytes) bytes = NULL;
  g_autofree char *problems = NULL;
  g_autoptr(GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();
  Load load = { NULL, NULL };
  GThread *thread;
  Feeder feeder;

  feeder_start (&feeder, data, 1, 0);
  g_atomic_int_set (&feeder.hold, TRUE);
  bytes = th_bytes_new_file (feeder.path, NULL);
  load.recording = th_loader_open_bytes (bytes, &load.loader, &error);
  g_assert_no_error (error);
  thread = g_thread_new ("load", load_thread, &load);
  while (th_recording_get_n_events (load.recording) < 2 &&
         g_get_monotonic_time () - begin < 20 * G_USEC_PER_SEC)
    g_usleep (5000);
  g_assert_cmpuint (th_recording_get_n_events (load.recording), ==, 2);
  g_assert_cmpint (th_recording_get_state (load.recording), ==, TH_LOAD_RUNNING);
  g_assert_cmpfloat (th_recording_get_progress (load.recording), ==, -1);

  th_recording_cancel (load.recording);
  g_thread_join (thread);
  g_assert_cmpint (th_recording_get_state (load.recording), ==, TH_LOAD_CANCELLED);
  g_assert_cmpuint (th_recording_get_n_events (load.recording), ==, 2);
  problems = fixture_problems (load.recording);
  g_assert_cmpstr (problems, ==, "cancelled 1");
  th_recording_unref (load.recording);
  feeder_end (&feeder);
}

static gpointer
stop_thread (gpointer bytes)
{
  g_usleep (200 * 1000);
  th_bytes_stop (bytes);
  return NULL;
}

/* If nobody ever writes, opening waits until it is cancelled. */
static void
test_stopped_opening (void)
{
  g_autofree char *folder = g_dir_make_tmp ("test-bytes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "fifo", NULL);
  g_autoptr(ThBytes) bytes = NULL;
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  GThread *thread;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  bytes = th_bytes_new_file (path, NULL);
  thread = g_thread_new ("stop", stop_thread, bytes);
  recording = th_loader_open_bytes (bytes, &loader, &error);
  g_thread_join (thread);
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY);
  g_assert_nonnull (strstr (error->message, "stopped"));
  g_unlink (path);
  g_rmdir (folder);
}

/* A file with sections is read to its end first; if cancelled, it has what was received until
 * then. */
static void
test_stopped_sections (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  g_autoptr(GBytes) data = read_file (path);
  g_autoptr(GBytes) most = g_bytes_new_from_bytes (data, 0, g_bytes_get_size (data) - 8192);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  GThread *thread;
  Feeder feeder;

  feeder_start (&feeder, most, 1, 0);
  g_atomic_int_set (&feeder.hold, TRUE);
  bytes = th_bytes_new_file (feeder.path, NULL);
  g_assert_cmpuint (th_bytes_wait (bytes, g_bytes_get_size (most), 20000), ==,
                    g_bytes_get_size (most));
  thread = g_thread_new ("stop", stop_thread, bytes);
  recording = th_loader_open_bytes (bytes, &loader, &error);
  g_thread_join (thread);
  g_assert_no_error (error);
  th_loader_load (loader, recording);
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_CANCELLED);
  g_assert_cmpuint (th_recording_get_n_events (recording), >, 0);
  feeder_end (&feeder);
}

typedef struct
{
  char    *folder;
  char    *path;
  ThBytes *bytes;
} Endless;

/* Opens a pipe from @command, which never ends. */
static void
endless_start (Endless    *self,
               const char *command)
{
  g_autofree char *line = NULL;
  const char *argv[] = { "sh", "-c", NULL, NULL };
  g_autoptr(GError) error = NULL;

  self->folder = g_dir_make_tmp ("test-bytes-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "fifo", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  argv[2] = line = g_strdup_printf ("%s > '%s'", command, self->path);
  g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                &error));
  g_assert_no_error (error);
  self->bytes = th_bytes_new_file (self->path, &error);
  g_assert_no_error (error);
}

/* The writer gets an error once nobody reads any more. */
static void
endless_end (Endless *self)
{
  g_clear_pointer (&self->bytes, th_bytes_unref);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static void
assert_ends (ThBytes *bytes)
{
  th_bytes_wait (bytes, G_MAXUINT64, 20000);
  g_assert_false (th_bytes_is_growing (bytes));
}

/* A trace followed by endless zeros.  When it exceeds the limit, the pipe is closed, too, and the
 * load does not count as cancelled. */
static void
test_endless_bomb (void)
{
  g_autofree char *trace = fixture_find_recording ("e1000-ftrace-default.txt");
  g_autofree char *command = g_strdup_printf ("cat '%s' /dev/zero | gzip -6", trace);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThRecording) plain = fixture_load (trace, NULL);
  g_autofree char *problems = NULL;
  g_autoptr(GError) error = NULL;
  Endless endless;
  guint n_loads;

  endless_start (&endless, command);
  recording = load_growing (endless.bytes, &n_loads, &error);
  g_assert_no_error (error);
  assert_ends (endless.bytes);
  g_assert_false (th_bytes_is_stopped (endless.bytes));
  problems = fixture_problems (recording);
  g_assert_nonnull (strstr (problems, "expansion 1"));
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_PART);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, th_recording_get_n_events (plain));
  endless_end (&endless);
}

/* A valid pipe without an end; the load ends when it is cancelled. */
static void
test_stopped_unpacking (void)
{
  g_autoptr(ThBytes) inside = NULL;
  Endless endless;

  endless_start (&endless, "yes '" SHORT_LINE "' | gzip -1");
  inside = th_loader_unwrap (endless.bytes, NULL);
  g_assert_cmpuint (th_bytes_wait (inside, 1 << 20, 20000), >=, 1 << 20);
  g_assert_true (th_bytes_is_growing (inside));
  th_bytes_stop (inside);
  assert_ends (inside);
  assert_ends (endless.bytes);
  g_assert_true (th_bytes_is_stopped (inside));
  g_clear_pointer (&inside, th_bytes_unref);
  endless_end (&endless);
}

static void
test_empty_pipe (void)
{
  g_autoptr(GBytes) data = g_bytes_new_static ("", 0);
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  const ThLoader *loader;
  Feeder feeder;

  feeder_start (&feeder, data, 1, 0);
  bytes = th_bytes_new_file (feeder.path, NULL);
  recording = th_loader_open_bytes (bytes, &loader, &error);
  feeder_end (&feeder);
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_EMPTY);
  g_assert_nonnull (strstr (error->message, "pipe"));
}

int
main (int    argc,
      char **argv)
{
  /* The writing threads must survive the end of the pipe. */
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  /* Keep spool files out of the user's cache. */
  g_setenv ("TMPDIR", g_get_tmp_dir (), FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (wrappers); i++)
    {
      g_autofree char *test = g_strconcat ("/loaders/bytes/wrapped/", wrappers[i].name, NULL);

      g_test_add_data_func (test, &wrappers[i], test_wrapped);
    }
  g_test_add_func ("/loaders/bytes/utf16", test_utf16);
  g_test_add_func ("/loaders/bytes/cut", test_cut);
  g_test_add_func ("/loaders/bytes/cut-beginning", test_cut_beginning);
  g_test_add_func ("/loaders/bytes/flipped", test_flipped);
  g_test_add_func ("/loaders/bytes/room", test_room);
  g_test_add_func ("/loaders/bytes/bomb", test_bomb);
  g_test_add_func ("/loaders/bytes/dense", test_dense);
  g_test_add_func ("/loaders/bytes/endless-bomb", test_endless_bomb);
  g_test_add_func ("/loaders/bytes/short-lines", test_short_lines);
  g_test_add_func ("/loaders/bytes/too-deep", test_too_deep);
  g_test_add_func ("/loaders/bytes/damaged-at-once", test_damaged_at_once);
  g_test_add_func ("/loaders/bytes/damaged-in-header", test_damaged_in_header);
  g_test_add_func ("/loaders/bytes/damaged-once", test_damaged_once);
  g_test_add_func ("/loaders/bytes/no-room", test_no_room);
  g_test_add_data_func ("/loaders/bytes/pieces/text", "e1000-ftrace-default.txt", test_pieces);
  g_test_add_data_func ("/loaders/bytes/pieces/perf-script", "e1000-probe.perf.script.txt",
                        test_pieces);
  g_test_add_data_func ("/loaders/bytes/pieces/report", "k612-rep.report.txt", test_pieces);
  g_test_add_data_func ("/loaders/bytes/pieces/trace.dat", "e1000-v6.dat", test_pieces);
  g_test_add_data_func ("/loaders/bytes/pieces/perf.data", "e1000-probe.perf.data", test_pieces);
  g_test_add_func ("/loaders/bytes/outgrown", test_outgrown);
  g_test_add_func ("/loaders/bytes/stalled", test_stalled);
  g_test_add_func ("/loaders/bytes/stopped/opening", test_stopped_opening);
  g_test_add_func ("/loaders/bytes/stopped/sections", test_stopped_sections);
  g_test_add_func ("/loaders/bytes/stopped/unpacking", test_stopped_unpacking);
  g_test_add_func ("/loaders/bytes/empty-pipe", test_empty_pipe);
  return g_test_run ();
}
