/* test-changed.c - a trace.dat that changes after it was loaded, or while its columns are decoded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each file is loaded twice: with all columns in memory, where they stay, and with a cache of one
 * unit, so that nearly all of them are decoded after the file has changed.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "column-fixture.h"
#include "loader-fixture.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-sections.h"

#define PAGE 4096u
#define N_READERS 4
#define UNIT_ROWS 2048u

static const TracedatShape shapes[] = {
  { 7, TH_TD_NONE, FALSE, 8, PAGE, FALSE },
  { 6, TH_TD_NONE, FALSE, 8, PAGE, FALSE },
  { 7, TH_TD_ZLIB, FALSE, 8, PAGE, FALSE },
  { 7, TH_TD_ZSTD, FALSE, 8, PAGE, FALSE },
};

/* The file, and what is in the middle of its longest CPU. */
typedef struct
{
  char       *path;
  guint64     offset;     /* of a page, or of the packed bytes of a chunk, in the file */
  guint64     place;      /* of its first event, or before it */
  guint64     place_end;
  guint       last_event; /* offset of the page's last event in it; 0: a chunk */
} Middle;

/* --- changes ------------------------------------------------------------ */

static void
write_at (const Middle *middle,
          guint64       offset,
          const void   *data,
          gsize         size)
{
  int fd = g_open (middle->path, O_WRONLY);

  g_assert_cmpint (pwrite (fd, data, size, (off_t) offset), ==, (gssize) size);
  close (fd);
}

static void
cut_all (const Middle *middle)
{
  g_assert_cmpint (truncate (middle->path, PAGE), ==, 0);
}

static void
cut_half (const Middle *middle)
{
  g_assert_cmpint (truncate (middle->path, (off_t) middle->offset + 100), ==, 0);
}

static void
grow (const Middle *middle)
{
  FILE *file = g_fopen (middle->path, "a");

  fputs ("more", file);
  fclose (file);
}

static void
touch (const Middle *middle)
{
  static const struct timespec times[2] = { { 1, 0 }, { 1, 0 } };

  g_assert_cmpint (utimensat (AT_FDCWD, middle->path, times, 0), ==, 0);
}

static void
overwrite (const Middle *middle)
{
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (middle->path, &data, &size, NULL));
  for (gsize i = size / 4; i < size; i++)
    data[i] = (char) (i * 7 + i / 100);
  write_at (middle, 0, data, size);
}

/* The page begins a microsecond later. */
static void
move_time (const Middle *middle)
{
  guint64 stamp;
  int fd = g_open (middle->path, O_RDONLY);

  g_assert_cmpint (pread (fd, &stamp, 8, (off_t) middle->offset), ==, 8);
  close (fd);
  stamp += 1000;
  write_at (middle, middle->offset, &stamp, 8);
}

/* The page has one event less. */
static void
shorten (const Middle *middle)
{
  const guint64 commit = middle->last_event - 16;

  write_at (middle, middle->offset + 8, &commit, 8);
}

static void
spoil_chunk (const Middle *middle)
{
  static const guint8 bytes[64] = { 0x55, 0xaa };

  write_at (middle, middle->offset, bytes, sizeof bytes);
}

typedef struct
{
  const char *name;
  void      (*change) (const Middle *middle);
  guint       least;     /* of 100 rows are unknown afterwards */
  guint       most;
  gboolean    is_hidden; /* neither the size nor the time of the file tells */
  gboolean    is_here;   /* the rest of the file is as before */
} Change;

/* For any file, for pages, and for chunks.  A unit is decoded at once, so around what has changed
 * up to a unit of rows may be unknown: a fifth of all. */
static const Change changes[] = {
  { "shrinks/all", cut_all, 90, 100 },
  { "shrinks/half", cut_half, 30, 75 },
  { "grows", grow, 0, 0 },
  { "touched", touch, 0, 0 },
  { "overwritten", overwrite, 50, 100, TRUE },
};
static const Change page_changes[] = {
  { "time", move_time, 0, 20, TRUE, TRUE },
  { "length", shorten, 0, 20, TRUE, TRUE },
};
static const Change chunk_changes[] = {
  { "chunk", spoil_chunk, 0, 20, TRUE, TRUE },
};

/* --- the file ----------------------------------------------------------- */

static guint
middle_row (ThCpu *cpu)
{
  return th_cpu_get_n_rows (cpu) / 2;
}

/* Finds the page, or the chunk, of the longest CPU's row in the middle. */
static void
find_middle (Middle *middle,
             ThCpu  *cpu)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = th_bytes_new_file (middle->path, &error);
  g_autoptr(ThRecording) recording = th_recording_new ("trace.dat");
  ThTdFile *file = th_td_file_new (bytes, recording);
  guint64 place = th_cpu_get_place (cpu, middle_row (cpu));
  ThTdBuffer *buffer;
  ThTdCpu *data;

  g_assert_true (th_td_file_read (file, &error));
  buffer = th_td_file_buffer (file, 0);
  data = th_td_buffer_cpu (buffer, 0);
  for (guint i = 0; i < buffer->cpus->len; i++)
    if (th_td_buffer_cpu (buffer, i)->number == th_cpu_get_number (cpu))
      data = th_td_buffer_cpu (buffer, i);
  if (buffer->compressed)
    {
      const ThTdChunk *chunk;

      th_td_file_find_chunks (file, buffer, data);
      chunk = th_td_cpu_find_chunk (data, place);
      *middle = (Middle) { middle->path, chunk->offset, chunk->place, chunk->place + chunk->raw };
    }
  else
    {
      middle->place = place - place % PAGE;
      middle->place_end = middle->place + PAGE;
      middle->offset = data->offset + middle->place;
      for (guint row = middle_row (cpu); th_cpu_get_place (cpu, row) < middle->place_end; row++)
        middle->last_event = (guint) (th_cpu_get_place (cpu, row) % PAGE);
    }
  th_td_file_free (file);
}

static void
change_file (const Change *self,
             const Middle *middle)
{
  struct timespec times[2];
  struct stat before;

  g_assert_cmpint (stat (middle->path, &before), ==, 0);
  self->change (middle);
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  if (self->is_hidden)
    g_assert_cmpint (utimensat (AT_FDCWD, middle->path, times, 0), ==, 0);
}

/* --- what is left ------------------------------------------------------- */

static gboolean
is_same (ThCpu   *kept,
         ThCpu   *cached,
         guint32  row)
{
  return th_cpu_get_time (cached, row) == th_cpu_get_time (kept, row) &&
         th_cpu_get_type (cached, row) == th_cpu_get_type (kept, row) &&
         th_cpu_get_task (cached, row) == th_cpu_get_task (kept, row) &&
         th_cpu_get_place (cached, row) == th_cpu_get_place (kept, row);
}

/* A row that could not be decoded has the time of its block. */
static gboolean
is_unknown (ThCpu   *kept,
            ThCpu   *cached,
            guint32  row)
{
  return th_cpu_get_type (cached, row) == TH_TYPE_OTHER &&
         th_cpu_get_time (cached, row) == th_cpu_get_time (kept, row - row % TH_BLOCK_ROWS);
}

/* Rows in the part that has changed may be what is in the file now, as far as nothing contradicts
 * the index. */
static gboolean
may_differ (const Middle *middle,
            ThCpu        *kept,
            guint32       row)
{
  return th_cpu_get_place (kept, row) >= middle->place &&
         th_cpu_get_place (kept, row) < middle->place_end;
}

/* The block with the page's end is decoded on its own: no event of the next page is taken for one
 * of this page. */
static void
check_end (const Middle *middle,
           ThCpu        *kept,
           ThCpu        *cached)
{
  guint32 row = middle_row (kept);

  while (th_cpu_get_place (kept, row) < middle->place_end)
    row++;
  for (guint32 i = row - row % TH_BLOCK_ROWS; i < row - row % TH_BLOCK_ROWS + TH_BLOCK_ROWS; i++)
    g_assert_true (is_unknown (kept, cached, i) || is_same (kept, cached, i) ||
                   may_differ (middle, kept, i));
}

static void
check_rows (const Change *self,
            const Middle *middle,
            ThCpu        *kept,
            ThCpu        *cached)
{
  guint64 n_rows = th_cpu_get_n_rows (kept), n_unknown = 0;

  g_assert_cmpuint (th_cpu_get_n_rows (cached), ==, n_rows);
  for (guint32 row = 0; row < n_rows; row++)
    if (is_unknown (kept, cached, row))
      {
        n_unknown++;
        if (self->is_here)
          g_assert_cmpuint (row + UNIT_ROWS, >, middle_row (kept));
        if (self->is_here)
          g_assert_cmpuint (row, <, middle_row (kept) + UNIT_ROWS);
      }
    else
      g_assert_true (is_same (kept, cached, row) ||
                     (self->is_here && may_differ (middle, kept, row)));

  g_assert_cmpuint (n_unknown, >=, n_rows * self->least / 100);
  g_assert_cmpuint (n_unknown, <=, n_rows * self->most / 100);
  if (self->is_here)
    g_assert_cmpuint (n_unknown, >, 0);
}

typedef struct
{
  const TracedatShape *shape;
  const Change        *change;
} Case;

static void
test_change (gconstpointer data)
{
  const Change *self = ((const Case *) data)->change;
  Middle middle = { .path = fixture_write_shape (((const Case *) data)->shape) };
  g_autofree char *path = middle.path, *problems = NULL;
  g_autoptr(ThRecording) kept = NULL, cached = NULL;

  if (path == NULL)
    return;

  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  cached = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  find_middle (&middle, fixture_longest_cpu (kept));
  change_file (self, &middle);
  if (self->is_here)
    check_end (&middle, fixture_longest_cpu (kept), fixture_longest_cpu (cached));
  check_rows (self, &middle, fixture_longest_cpu (kept), fixture_longest_cpu (cached));
  problems = fixture_problems (cached);
  g_assert_nonnull (strstr (problems, "changed 1"));
  fixture_read_all (cached);
  g_unlink (path);
}

/* --- meanwhile ---------------------------------------------------------- */

typedef struct
{
  ThCpu   *kept;
  ThCpu   *cached;
  guint32  seed;
  gint     done; /* atomic */
} Look;

static gpointer
look (gpointer data)
{
  Look *self = data;
  g_autoptr(GRand) random = g_rand_new_with_seed (self->seed);
  guint32 n_rows = th_cpu_get_n_rows (self->kept);

  while (!g_atomic_int_get (&self->done))
    {
      guint32 row = (guint32) g_rand_int_range (random, 0, (gint32) n_rows);

      /* Between the two, another reader may decode it again. */
      for (guint i = 0; !is_unknown (self->kept, self->cached, row) &&
           !is_same (self->kept, self->cached, row); i++)
        g_assert_cmpuint (i, <, 100);
    }
  return NULL;
}

/* Readers decode while the file grows and shrinks. */
static void
test_meanwhile (gconstpointer data)
{
  Middle middle = { .path = fixture_write_shape (data) };
  g_autofree char *path = middle.path, *problems = NULL;
  g_autoptr(ThRecording) kept = NULL, cached = NULL;
  GThread *threads[N_READERS];
  Look looks[N_READERS];

  if (path == NULL)
    return;

  kept = fixture_load_with_cache (path, FIXTURE_ALL);
  cached = fixture_load_with_cache (path, FIXTURE_ONE_UNIT);
  find_middle (&middle, fixture_longest_cpu (kept));
  for (guint i = 0; i < N_READERS; i++)
    {
      looks[i] = (Look) { fixture_longest_cpu (kept), fixture_longest_cpu (cached), i };
      threads[i] = g_thread_new ("look", look, &looks[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_usleep (20000);
      if (changes[i].change != cut_all)
        changes[i].change (&middle);
    }
  g_usleep (20000);
  cut_all (&middle);
  g_usleep (20000);
  for (guint i = 0; i < N_READERS; i++)
    g_atomic_int_set (&looks[i].done, TRUE);
  for (guint i = 0; i < N_READERS; i++)
    g_thread_join (threads[i]);

  problems = fixture_problems (cached);
  g_assert_nonnull (strstr (problems, "changed 1"));
  g_unlink (path);
}

/* --- all of it ---------------------------------------------------------- */

static void
add_cases (const TracedatShape *shape,
           const Change        *list,
           guint                n)
{
  static const char *const packers[] = { "plain", "zlib", "zstd" };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("/changed/v%u-%s/%s", shape->version,
                                               packers[shape->compression], list[i].name);
      Case *self = g_new (Case, 1);

      *self = (Case) { shape, &list[i] };
      g_test_add_data_func_full (name, self, test_change, g_free);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      add_cases (&shapes[i], changes, G_N_ELEMENTS (changes));
      if (shapes[i].compression == TH_TD_NONE)
        add_cases (&shapes[i], page_changes, G_N_ELEMENTS (page_changes));
      else
        add_cases (&shapes[i], chunk_changes, G_N_ELEMENTS (chunk_changes));
    }
  g_test_add_data_func ("/changed/meanwhile/plain", &shapes[0], test_meanwhile);
  g_test_add_data_func ("/changed/meanwhile/zstd", &shapes[3], test_meanwhile);

  return g_test_run ();
}
