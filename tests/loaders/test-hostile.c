/* test-hostile.c - small files that could be expensive: memory and work are bounded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each is loaded in a separate process, which must finish within a minute and may grow by 256 MiB.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "loader-fixture.h"
#include "th-perfdata-file.h"
#include "th-perfdata-header.h"
#include "th-tracedat-file.h"
#include "th-tracedat-sections.h"

#ifdef __SANITIZE_THREAD__
#define WATCHDOG 600
#else
#define WATCHDOG 60
#endif
#define MAX_GROWTH (256 << 20)

/* Sanitizers keep freed memory, or need shadow memory, so the limit does not apply. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define MEMORY_COUNTS FALSE
#else
#define MEMORY_COUNTS TRUE
#endif

/* --- tools ------------------------------------------------------------- */

/* Returns "VmRSS:" or "VmHWM:" of this process, in bytes. */
static guint64
memory_now (const char *key)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, key);
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen (key), NULL, 10) * 1024;
}

static ThBytes *
open_inside (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hostile", name, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = th_bytes_new_file (path, &error);
  ThBytes *inside;

  g_assert_no_error (error);
  inside = th_loader_unwrap (bytes, &error);
  g_assert_no_error (error);
  th_bytes_wait (inside, G_MAXUINT64, -1);
  return inside;
}

/* Loads the file, which may be refused, and reads all of it. */
static void
load_within (ThBytes *bytes)
{
  const ThLoader *loader;
  g_autoptr(GError) error = NULL;
  guint64 before = memory_now ("VmRSS:");
  ThRecording *recording;

  alarm (WATCHDOG);
  recording = th_loader_open_bytes (bytes, &loader, &error);
  if (recording != NULL)
    {
      th_loader_load (loader, recording);
      th_recording_unref (recording);
    }
  if (MEMORY_COUNTS)
    g_assert_cmpuint (memory_now ("VmHWM:"), <, before + MAX_GROWTH);
  alarm (0);
}

/* --- trace.dat --------------------------------------------------------- */

/* Checks the facts of the header against what was counted during the load. */
static void
check_header (ThBytes *bytes)
{
  g_autoptr(ThRecording) recording = th_recording_new ("trace.dat");
  ThTdFile *file = th_td_file_new (bytes, recording);
  guint64 size = th_bytes_get_size (bytes);
  guint n_cpus = 0, n_filled = 0;
  guint64 data_size = 0;

  alarm (WATCHDOG);
  th_td_file_read (file, NULL);
  alarm (0);
  for (guint i = 0; i < file->buffers->len; i++)
    for (guint j = 0; j < th_td_file_buffer (file, i)->cpus->len; j++)
      {
        const ThTdCpu *cpu = th_td_buffer_cpu (th_td_file_buffer (file, i), j);

        n_cpus++;
        n_filled += cpu->size > 0;
        data_size += cpu->size;
      }

  g_assert_cmpuint (n_cpus, <=, 65535);
  g_assert_cmpuint (n_filled, <=, size / 4096 + 64);
  g_assert_cmpuint (data_size, <=, size);
  g_assert_cmpuint (file->unpacked_size, <=, (64 << 20) + 32 * size);
  th_td_file_free (file);
}

static void
test_file (gconstpointer name)
{
  if (g_test_subprocess ())
    {
      g_autoptr(ThBytes) bytes = open_inside (name);

      check_header (bytes);
      load_within (bytes);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
put (GByteArray *file,
     guint64     value,
     guint       size)
{
  guint64 little = GUINT64_TO_LE (value);

  g_byte_array_append (file, (const guint8 *) &little, size);
}

/* Returns the header of a version 7 file, little-endian, without compression. */
static GByteArray *
begin_v7 (guint64 options)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) "\x17\x08\x44tracing7\0\0\x08", 14);
  put (file, 4096, 4);
  g_byte_array_append (file, (const guint8 *) "none\0\0", 6);
  put (file, options, 8);
  return file;
}

/* Adds a section of options; *@size_at is the offset of its size. */
static void
begin_options (GByteArray *file)
{
  put (file, 0, 2);
  put (file, 0, 2);
  put (file, 0, 4);
  put (file, G_MAXINT32, 8);
}

/* CPUs in descending order, so that each is inserted before all others.  Moving those each time
 * would copy 100 GB. */
static void
test_descending (void)
{
  clock_t since;
  g_autoptr(GByteArray) file = begin_v7 (32);
  g_autoptr(ThBytes) bytes = NULL;
  guint n = 65000;

  g_assert_cmpuint (file->len, <=, 32);
  while (file->len < 32)
    put (file, 0, 1);
  begin_options (file);
  put (file, 3, 2); /* a buffer */
  put (file, 8 + 1 + 1 + 4 + 4 + n * 20, 4);
  put (file, 0, 8);
  put (file, 0, 2);
  put (file, 4096, 4);
  put (file, n, 4);
  for (guint i = n; i-- > 0;)
    {
      put (file, i, 4);
      put (file, 4096, 8);
      put (file, 0, 8);
    }
  put (file, 0, 2);
  put (file, 8, 4);
  put (file, 0, 8);

  bytes = th_bytes_new_memory (file->data, file->len);
  since = clock ();
  check_header (bytes);
  g_assert_cmpfloat ((double) (clock () - since) / CLOCKS_PER_SEC, <, 4);
  load_within (bytes);
}

/* --- perf.data --------------------------------------------------------- */

#define PERF_HEADER 104
#define PERF_ATTR 64
/* A popular one. */
#define MULTIPLIER G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static void
put_perf_attr (GByteArray *file,
               guint64     ids,
               guint64     ids_size)
{
  put (file, 1, 4);           /* a software event */
  put (file, PERF_ATTR, 4);
  put (file, 0, 8);
  put (file, 1, 8);           /* its period */
  put (file, 0x10087, 8);     /* ip, tid, time, cpu, identifier */
  put (file, 4, 8);           /* ids are read */
  put (file, 0x40000, 8);     /* in all records */
  put (file, 0, 8);
  put (file, 0, 8);
  put (file, ids, 8);
  put (file, ids_size, 8);
}

/* Returns a file of @n_attrs attributes, each with the same list of @n_ids, which increase by
 * @step. */
static ThBytes *
perf_with_ids (guint   n_attrs,
               guint   n_ids,
               guint64 step)
{
  g_autoptr(GByteArray) file = g_byte_array_new ();
  guint64 attrs_size = n_attrs * (PERF_ATTR + 16), ids = PERF_HEADER + attrs_size;

  g_byte_array_append (file, (const guint8 *) "PERFILE2", 8);
  put (file, PERF_HEADER, 8);
  put (file, PERF_ATTR + 16, 8);
  put (file, PERF_HEADER, 8);
  put (file, attrs_size, 8);
  put (file, ids + n_ids * 8, 8);
  put (file, 0, 8);
  for (guint i = 0; i < 6; i++)
    put (file, 0, 8);
  for (guint i = 0; i < n_attrs; i++)
    put_perf_attr (file, ids, n_ids * 8);
  for (guint i = 1; i <= n_ids; i++)
    put (file, i * step, 8);
  return th_bytes_new_memory (file->data, file->len);
}

/* Returns how many ids are read from @bytes. */
static guint64
count_ids (ThBytes *bytes)
{
  g_autoptr(ThRecording) recording = th_recording_new ("perf.data");
  ThPfFile *file = th_pf_file_new (bytes, recording);
  guint64 n;

  alarm (WATCHDOG);
  g_assert_true (th_pf_file_read (file, NULL));
  alarm (0);
  n = file->n_ids_read;
  g_assert_cmpuint (n, <=, th_bytes_get_size (bytes) / 8);
  th_pf_file_free (file);
  return n;
}

static guint64
inverse_of (guint64 odd)
{
  guint64 inverse = odd;

  for (guint i = 0; i < 6; i++)
    inverse *= 2 - odd * inverse;
  g_assert_cmpuint (inverse * odd, ==, 1);
  return inverse;
}

/* With a predictable hash, these ids collide. */
static void
test_colliding_ids (void)
{
  g_autoptr(ThBytes) bytes = perf_with_ids (1, 400000, inverse_of (MULTIPLIER));

  g_assert_cmpuint (count_ids (bytes), ==, 400000);
  load_within (bytes);
}

/* Thirty thousand attributes, each with the same two hundred thousand ids. */
static void
test_overlapping_ids (void)
{
  g_autoptr(ThBytes) bytes = perf_with_ids (30000, 200000, 1);

  g_assert_cmpuint (count_ids (bytes), ==, th_bytes_get_size (bytes) / 8);
  load_within (bytes);
}

/* Cancelling does not wait until all are read. */
static void
test_stopped_ids (void)
{
  g_autoptr(ThBytes) bytes = perf_with_ids (1, 400000, 1);

  th_bytes_stop (bytes);
  g_assert_cmpuint (count_ids (bytes), <=, 8192);
}

/* --- names ------------------------------------------------------------- */

#define N_NAMES 100000
#define N_WORDS 60000

/* Returns name number @i of many that collide with g_str_hash(). */
static char *
colliding_name (guint i)
{
  GString *name = g_string_new (NULL);

  for (guint bit = 0; bit < 17; bit++)
    g_string_append (name, (i >> bit & 1) != 0 ? "bB" : "ac");
  return g_string_free (name, FALSE);
}

/* Returns the CPU seconds since @since; a slow machine may need three times as long. */
static void
assert_quick (clock_t since)
{
  g_assert_cmpfloat ((double) (clock () - since) / CLOCKS_PER_SEC, <, 10);
}

/* As in the saved names of a trace.dat. */
static void
test_colliding_tasks (void)
{
  ThTasks *tasks = th_tasks_new ();
  clock_t since = clock ();

  alarm (WATCHDOG);
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = colliding_name (i);

      th_tasks_set_saved (tasks, i + 1, name);
    }
  alarm (0);
  assert_quick (since);
  g_assert_cmpuint (th_tasks_get_n (tasks), ==, N_NAMES + 1);
  th_tasks_free (tasks);
}

static gboolean
is_name (const char *text,
         gsize       size)
{
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isgraph (text[i]) || text[i] == ':')
      return FALSE;
  return TRUE;
}

/* Names of eight bytes that collide if words are multiplied by MULTIPLIER and their halves are
 * added. */
static void
test_colliding_words (void)
{
  g_autoptr(GString) text = g_string_new ("# tracer: nop\n#\n");
  guint64 inverse = inverse_of (MULTIPLIER);
  g_autoptr(ThBytes) bytes = NULL;
  clock_t since;

  for (guint i = 0, n = 0; n < N_WORDS; i++)
    {
      guint64 hash = (guint64) i << 32 | 0x5aa5;
      guint64 word = ((hash ^ hash >> 32) * inverse) ^ sizeof word;

      if (is_name ((const char *) &word, sizeof word))
        g_string_append_printf (text, "            bash-100     [000] d..1. 100.%06u: %.8s: a=1\n",
                                n++, (const char *) &word);
    }

  since = clock ();
  bytes = th_bytes_new_memory (text->str, text->len);
  load_within (bytes);
  assert_quick (since);
}

static void
load_types (gboolean collide)
{
  g_autoptr(GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr(ThBytes) bytes = NULL;
  clock_t since = clock ();

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = collide ? colliding_name (i) : g_strdup_printf ("event%u", i);

      g_string_append_printf (text,
                              "            bash-100     [000] d..1. 100.%06u: %s: a=1 b%u=2\n", i,
                              name, i);
    }
  bytes = th_bytes_new_memory (text->str, text->len);
  load_within (bytes);
  assert_quick (since);
}

static void
test_many_types (void)
{
  load_types (FALSE);
}

static void
test_colliding_types (void)
{
  load_types (TRUE);
}

static void
test_made (gconstpointer data)
{
  void (*const *run) (void) = data;

  if (g_test_subprocess ())
    {
      (*run) ();
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

int
main (int    argc,
      char **argv)
{
  static const char *const files[] = {
    "bomb-v6-instances.dat.xz",    /* 1,024 buffers of 65,535 CPUs, all with the same data */
    "bomb-v6-instances-20.dat.xz", /* 20 of them */
    "v6-65535cpus.dat.xz",         /* one */
    "bomb-v7-cpus-1.dat.xz",       /* the same in version 7 */
    "bomb-v7-cpus.dat.xz",
    "bomb-v7-options.dat.xz",      /* options that lead to options: 15 GB when decompressed */
  };
  static const struct { const char *name; void (*run) (void); } made[] = {
    { "descending-cpus", test_descending },
    { "colliding-ids", test_colliding_ids },
    { "overlapping-ids", test_overlapping_ids },
    { "stopped-ids", test_stopped_ids },
    { "colliding-tasks", test_colliding_tasks },
    { "many-types", test_many_types },
    { "colliding-types", test_colliding_types },
    { "colliding-words", test_colliding_words },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strconcat ("/loaders/hostile/", files[i], NULL);

      g_test_add_data_func (path, files[i], test_file);
    }
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_autofree char *path = g_strconcat ("/loaders/hostile/", made[i].name, NULL);

      g_test_add_data_func (path, &made[i].run, test_made);
    }
  return g_test_run ();
}
