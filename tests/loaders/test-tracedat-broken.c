/* test-tracedat-broken.c - damaged, truncated and changing files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * None may crash, hang, read out of bounds or use disproportionate memory; what can be read is
 * read.  `--long` cuts at every byte.
 */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "th-source.h"
#include "th-tracedat-file.h"
#include "th-tracedat-sections.h"
#include "th-tracedat-stripes.h"
#include "th-tracedat-unpack.h"
#include "tracedat-writer.h"

#define MAX_GROWTH_KB (512 * 1024)

static gboolean long_run;

/* This one has uncompressed pages in the other byte order. */
#define BARE "bare-big-endian"

static const char *const small[] = { "e1000-buffers.dat", "e1000-v6.dat", "e1000-clock-counter.dat",
                                     BARE };

static gboolean
get_small (const char *name,
           char      **data,
           gsize      *size)
{
  gboolean bare = strcmp (name, BARE) == 0;
  g_autofree char *path = fixture_find_recording (bare ? "e1000-buffers.dat" : name);

  if (bare && path != NULL)
    {
      GByteArray *bytes = tracedat_write (path,
                                          &(TracedatShape) { 7, TH_TD_NONE, TRUE, 4, 4096, FALSE });

      *size = bytes->len;
      *data = (char *) g_byte_array_free (bytes, FALSE);
      return TRUE;
    }
  return path != NULL && g_file_get_contents (path, data, size, NULL);
}

/* --- cuts and flips ---------------------------------------------------- */

/* Returns the offsets at which sections and the data of CPUs begin and end. */
static GArray *
list_borders (const char *data,
              gsize       size)
{
  g_autoptr(ThBytes) bytes = th_bytes_new_memory (data, size);
  g_autoptr(ThRecording) recording = th_recording_new ("trace.dat");
  ThTdFile *file = th_td_file_new (bytes, recording);
  GArray *borders = g_array_new (FALSE, FALSE, sizeof (guint64));

  g_assert_true (th_td_file_read (file, NULL));
  for (guint i = 0; i < TH_TD_N_SECTIONS; i++)
    {
      guint64 ends[] = { file->sections[i].offset,
                         file->sections[i].offset + file->sections[i].size };

      g_array_append_vals (borders, ends, 2);
    }
  for (guint i = 0; i < file->buffers->len; i++)
    for (guint j = 0; j < th_td_file_buffer (file, i)->cpus->len; j++)
      {
        const ThTdCpu *cpu = th_td_buffer_cpu (th_td_file_buffer (file, i), j);
        guint64 ends[] = { th_td_file_buffer (file, i)->section, cpu->offset,
                           cpu->offset + cpu->size };

        g_array_append_vals (borders, ends, 3);
      }

  th_td_file_free (file);
  return borders;
}

static void
cut_around (const char *data,
            gsize       size,
            gsize       border,
            guint64    *most)
{
  for (gint d = -8; d <= 8; d++)
    if ((gint64) border + d >= 0 && border + d <= size)
      *most = MAX (*most, fixture_try_bytes (data, border + d));
}

static void
test_cuts (gconstpointer name)
{
  g_autofree char *data = NULL;
  gsize size;
  g_autoptr(GArray) borders = NULL;
  guint64 whole, before = 0;
  glong peak = fixture_peak_kb ();

  if (!get_small (name, &data, &size))
    return;

  borders = list_borders (data, size);
  whole = fixture_try_bytes (data, size);
  for (gsize cut = 0; cut < size; cut += (long_run || cut < 4096 ? 1 : 61) * FIXTURE_ONE_IN)
    g_assert_cmpuint (fixture_try_bytes (data, cut), <=, whole);
  for (gsize page = 4096; page < size + 4096; page += 4096)
    cut_around (data, size, MIN (page, size), &before);
  for (guint i = 0; i < borders->len; i++)
    cut_around (data, size, g_array_index (borders, guint64, i), &before);
  g_assert_cmpuint (before, ==, whole);
  g_assert_cmpint (fixture_peak_kb () - peak, <, MAX_GROWTH_KB);
}

/* Version 7 ends with the names of its sections: all events are read, but the truncation is
 * reported. */
static void
test_cut_end (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-lost.dat");
  g_autofree char *data = NULL;
  g_autoptr(ThRecording) whole = NULL;
  gsize size, strings;

  if (path == NULL)
    return;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  whole = fixture_load_bytes (data, size, NULL);
  for (strings = size - 16; th_bytes_u16 ((guint8 *) data + strings, FALSE) != 15 ||
                            th_bytes_u64 ((guint8 *) data + strings + 8,
                                          FALSE) != size - strings - 16; strings--)
    g_assert_cmpuint (strings, >, 0);

  for (gsize cut = size - 1; cut >= strings + 2; cut--)
    {
      g_autoptr(ThRecording) part = fixture_load_bytes (data, cut, NULL);
      g_autofree char *problems = fixture_problems (part);

      g_assert_cmpstr (problems, ==, "truncated 1");
      g_assert_cmpuint (th_recording_get_n_events (part), ==, th_recording_get_n_events (whole));
    }
}

/* Version 6 has a list of CPUs, each with the offset and size of its data.  If the file is cut in
 * it, all CPUs without data are reported. */
static void
test_cut_list (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  g_autofree char *data = NULL;
  const char *tag;
  gsize size, list;

  if (path == NULL)
    return;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  tag = memmem (data, size, "flyrecord", 10);
  g_assert_nonnull (tag);
  list = tag + 10 - data;
  for (gsize cut = list; cut <= list + 4 * 16; cut++)
    {
      g_autoptr(ThRecording) part = fixture_load_bytes (data, cut, NULL);
      g_autofree char *problems = fixture_problems (part);

      g_assert_cmpstr (problems, ==, "truncated 4");
      g_assert_cmpuint (th_recording_get_n_events (part), ==, 0);
    }
}

static void
test_flips (gconstpointer name)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20);
  g_autofree char *data = NULL;
  gsize size;
  guint64 whole, same = 0;
  glong peak = fixture_peak_kb ();
  guint n = (long_run ? 5000 : 500) / FIXTURE_ONE_IN;

  if (!get_small (name, &data, &size))
    return;

  whole = fixture_try_bytes (data, size);
  for (guint i = 0; i < n; i++)
    {
      gsize at = g_rand_boolean (rand) ? g_rand_int_range (rand, 0, 4096)
                                       : g_rand_int_range (rand, 0, size);
      char mask = g_rand_boolean (rand) ? 1 << g_rand_int_range (rand, 0, 8)
                                        : g_rand_int_range (rand, 1, 256);

      data[at] ^= mask;
      same += fixture_try_bytes (data, size) == whole;
      data[at] ^= mask;
    }
  /* Most single bytes are text or payload, so that all events are still read. */
  g_assert_cmpuint (same, >, n / 20);
  g_assert_cmpint (fixture_peak_kb () - peak, <, MAX_GROWTH_KB);
}

/* --- data whose list of CPUs is lost ----------------------------------- */

typedef struct
{
  const char   *name; /* a recording with one buffer, version 7 */
  TracedatShape shape;
  gboolean      as_is; /* not rewritten */
} Lost;

static const Lost lost[] = {
  { "e1000-lost.dat", { 0 }, TRUE },
  { "k612-rep.dat", { 0 }, TRUE },
  { "e1000-v7-none.dat", { 0 }, TRUE },
  { "e1000-lost.dat", { 7, TH_TD_NONE, TRUE, 4, 4096, FALSE } },
  { "e1000-lost.dat", { 7, TH_TD_ZLIB, FALSE, 8, 16384, FALSE } },
};

/* Asserts the same events on all CPUs before the last one, and at most as many on that. */
static void
compare_cpus (ThRecording *part,
              ThRecording *whole,
              guint        n_whole)
{
  ThStream *a = th_recording_get_stream (part, 0);
  ThStream *b = th_recording_get_stream (whole, 0);
  guint n = th_stream_get_n_cpus (a);

  g_assert_cmpuint (n, ==, n_whole);
  for (guint i = 0; i < n; i++)
    {
      ThCpu *x = th_stream_get_cpu (a, i);
      ThCpu *y = th_stream_get_cpu (b, i);
      guint32 rows = th_cpu_get_n_rows (x);

      if (i + 1 < n)
        g_assert_cmpuint (rows, ==, th_cpu_get_n_rows (y));
      g_assert_cmpuint (rows, <=, th_cpu_get_n_rows (y));
      for (guint32 j = 0; j < rows; j += 7)
        {
          g_assert_cmpint (th_cpu_get_time (x, j), ==, th_cpu_get_time (y, j));
          g_assert_cmpuint (th_cpu_get_place (x, j), ==, th_cpu_get_place (y, j));
        }
    }
}

static void
recover_cut (const guint8 *data,
             gsize         size,
             ThRecording  *whole,
             guint         n_cpus,
             gboolean      all)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) part = fixture_load_bytes (data, size, &error);
  g_autofree char *problems = NULL;

  g_assert_no_error (error);
  problems = fixture_problems (part);
  g_assert_true (g_str_has_prefix (problems, "truncated 1"));
  g_assert_nonnull (th_recording_get_fact (part, "recovered"));
  compare_cpus (part, whole, n_cpus);
  if (all)
    g_assert_cmpuint (th_recording_get_n_events (part), ==, th_recording_get_n_events (whole));
  else
    g_assert_cmpuint (th_recording_get_n_events (part), >, 0);
  fixture_read_all (part);
}

static void
test_recover (gconstpointer data)
{
  const Lost *self = data;
  g_autofree char *path = fixture_find_recording (self->name);
  g_autoptr(ThRecording) whole = NULL;
  g_autofree guint8 *copy = NULL;
  gsize size;
  ThTdBuffer *buffer;
  gpointer source;

  if (path == NULL)
    return;
  if (self->as_is)
    g_assert_true (g_file_get_contents (path, (char **) &copy, &size, NULL));
  else
    copy = g_byte_array_steal (tracedat_write (path, &self->shape), &size);

  whole = fixture_load_bytes (copy, size, NULL);
  th_recording_peek_source (whole, &source);
  buffer = th_td_file_buffer (source, 0);
  for (guint i = 0; i < buffer->cpus->len; i++)
    {
      const ThTdCpu *cpu = th_td_buffer_cpu (buffer, i);
      gboolean last = i + 1 == buffer->cpus->len;

      g_test_message ("CPU %u of %" G_GUINT64_FORMAT " bytes", i, cpu->size);
      /* The size does not include the count of chunks. */
      recover_cut (copy, cpu->offset + cpu->size + (buffer->compressed ? 4 : 0), whole, i + 1,
                   last);
      if (cpu->size > 64 * 1024)
        recover_cut (copy, cpu->offset + cpu->size / 2 / 4096 * 4096, whole, i + 1, FALSE);
    }
}

/* --- stamps ------------------------------------------------------------ */

/* Version 6 has uncompressed pages: flip a bit in the timestamp of each in turn.  No event is
 * lost, and the range is unchanged. */
static void
test_stamps (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-lost.dat");
  g_autoptr(GByteArray) bytes = NULL;
  g_autoptr(ThRecording) whole = NULL;
  gint64 from, to;
  gsize size;
  guint8 *data;
  guint n = 0, n_found = 0;

  if (path == NULL)
    return;

  bytes = tracedat_write (path, &(TracedatShape) { 6, TH_TD_NONE, FALSE, 8, 4096, FALSE });
  data = bytes->data;
  size = bytes->len;
  whole = fixture_load_bytes (data, size, NULL);
  g_assert_true (th_recording_get_range (whole, &from, &to));
  for (gsize page = size - 4096; page > 4096; page -= MIN (page, 29 * 4096))
    for (guint bit = 36; bit < 64; bit += 9)
      {
        g_autoptr(ThRecording) recording = NULL;
        g_autofree char *problems = NULL;
        guint64 stamp;
        gint64 first, last;

        memcpy (&stamp, data + page, sizeof stamp);
        if ((gint64) stamp < from || (gint64) stamp > to)
          continue;

        stamp ^= G_GUINT64_CONSTANT (1) << bit;
        memcpy (data + page, &stamp, sizeof stamp);
        recording = fixture_load_bytes (data, size, NULL);
        stamp ^= G_GUINT64_CONSTANT (1) << bit;
        memcpy (data + page, &stamp, sizeof stamp);

        problems = fixture_problems (recording);
        /* The first and the last page of a CPU may be off by less than 52 days. */
        n++;
        n_found += strstr (problems, "bad-time") != NULL;
        if (bit > 52)
          g_assert_nonnull (strstr (problems, "bad-time"));
        g_assert_cmpuint (th_recording_get_n_events (recording), ==,
                          th_recording_get_n_events (whole));
        g_assert_true (th_recording_get_range (recording, &first, &last));
        if (bit > 52)
          {
            g_assert_cmpint (first, >=, from);
            g_assert_cmpint (last, <=, to);
          }
      }
  g_assert_cmpuint (n, >, 40);
  g_assert_cmpuint (n_found * 10, >, n * 9);
}

/* --- the collection of damaged files ----------------------------------- */

static char *
outcome_of (const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = fixture_load (path, &error);
  g_autofree char *problems = NULL;

  if (recording == NULL)
    {
      g_assert_cmpuint (error->domain, ==, TH_LOADER_ERROR);
      return g_strdup_printf ("error %d", error->code);
    }
  fixture_read_all (recording);
  problems = fixture_problems (recording);
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %s", th_recording_get_n_events (recording),
                          problems);
}

static void
test_collection (void)
{
  static const struct
  {
    const char *name;
    const char *outcome;
  } files[] = {
    { "broken/empty.dat", "error 0" },
    { "broken/garbage.dat", "error 1" },
    { "broken/cut-mid-line.txt", "397 truncated 1" },
    { "broken/magic-then-garbage.dat", "error 3" },
    { "broken/header-only-v7.dat", "error 3" },
    { "broken/cut-30-v7.dat", "error 3" },
    { "broken/cut-85-v7.dat", "error 3" },
    { "broken/cut-50-v6.dat", "error 3" },
    { "broken/cut-last-byte-v7.dat", "764 truncated 1" },
    { "broken/cut-in-last-page-v6.dat", "661 truncated 1" },
    { "broken/flipped-compressed-v7.dat", "762 bad-page 1 bad-record 2" },
    { "broken/flipped-data-v6.dat", "661 unknown-type 1" },
    { "broken/flipped-header-v6.dat", "661 bad-section 1" },
    { "broken/huge-section-size-v7.dat", "764 bad-section 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = fixture_find_recording (files[i].name);
      g_autofree char *outcome = NULL;

      if (path == NULL)
        return;

      outcome = outcome_of (path);
      if (g_strcmp0 (outcome, files[i].outcome) != 0)
        {
          g_test_message ("%s: %s, expected %s", files[i].name, outcome, files[i].outcome);
          g_test_fail ();
        }
    }
}

/* --- known formats that are not supported ------------------------------ */

static void
refuse (char       *data,
        gsize       size,
        const char *old,
        const char *new,
        gint        code,
        const char *word)
{
  gsize length = strlen (old) + 1;
  char *at = memmem (data, size, old, length);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRecording) recording = NULL;

  g_assert_nonnull (at);
  memcpy (at, new, length);
  recording = fixture_load_bytes (data, size, &error);
  memcpy (at, old, length);
  g_assert_null (recording);
  g_assert_error (error, TH_LOADER_ERROR, code);
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_refused (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-clock-counter.dat");
  g_autoptr(GByteArray) v6 = NULL;
  g_autofree char *v7 = NULL;
  gsize size;

  if (path == NULL)
    return;

  v6 = tracedat_write (path, &(TracedatShape) { 6, TH_TD_NONE, FALSE, 8, 4096, FALSE });
  refuse ((char *) v6->data, v6->len, "flyrecord", "latency  ", TH_LOADER_ERROR_UNSUPPORTED,
          "latency");
  refuse ((char *) v6->data, v6->len, "flyrecord", "flyrecorx", TH_LOADER_ERROR_DAMAGED, "byte");

  g_assert_true (g_file_get_contents (path, &v7, &size, NULL));
  refuse (v7, size, "zstd", "lzma", TH_LOADER_ERROR_UNSUPPORTED, "lzma");
  refuse (v7, size, "tracing7", "tracing9", TH_LOADER_ERROR_UNSUPPORTED, "9");
}

/* --- files that change while they are open ----------------------------- */

typedef struct
{
  char        *path;
  char        *data;
  gsize        size;
  ThRecording *recording;
} Changing;

static gboolean
changing_set_up (Changing *self)
{
  g_autoptr(GError) error = NULL;

  *self = (Changing) { 0 };
  if (!get_small ("e1000-lost.dat", &self->data, &self->size))
    return FALSE;

  self->path = g_build_filename (g_get_tmp_dir (), "th-changing-XXXXXX", NULL);
  close (g_mkstemp (self->path));
  g_file_set_contents (self->path, self->data, self->size, &error);
  g_assert_no_error (error);
  self->recording = fixture_load (self->path, &error);
  g_assert_no_error (error);
  return TRUE;
}

static void
changing_tear_down (Changing *self)
{
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->data);
  g_clear_pointer (&self->recording, th_recording_unref);
}

/* Reads payloads one by one, and as a block. */
static gboolean
reads_payload (ThRecording *recording)
{
  g_autoptr(ThReader) reader = th_reader_new (recording);
  g_autoptr(ThReader) block_reader = th_reader_new (recording);
  ThPayload payload, payloads[TH_BLOCK_ROWS];
  gboolean reads = th_reader_get_payload (reader, (ThRef) { 0, 0, 40000 }, &payload);
  guint64 tried, good;

  for (guint64 left = G_MAXUINT64; left != 0; left &= ~tried)
    {
      tried = th_reader_get_payloads (block_reader, (ThRef) { 0, 0, 40000 }, left, payloads, &good);
      g_assert_cmpuint (tried & left, !=, 0);
      g_assert_cmpuint (good, ==, reads ? tried : 0);
    }

  return reads;
}

static void
test_truncated (void)
{
  Changing self;

  if (!changing_set_up (&self))
    return;

  g_assert_false (th_recording_has_changed (self.recording));
  g_assert_true (reads_payload (self.recording));
  g_assert_cmpint (truncate (self.path, self.size / 2), ==, 0);
  g_assert_true (th_recording_has_changed (self.recording));
  g_assert_false (reads_payload (self.recording));
  fixture_read_all (self.recording);
  changing_tear_down (&self);
}

static void
test_rewritten (void)
{
  Changing self;

  if (!changing_set_up (&self))
    return;

  /* The path now names a new file, but the old bytes can still be read. */
  g_assert_true (g_file_set_contents (self.path, "x", 1, NULL));
  g_assert_true (th_recording_has_changed (self.recording));
  g_assert_true (reads_payload (self.recording));
  changing_tear_down (&self);
}

static void
test_truncated_before_load (void)
{
  Changing self;
  const ThLoader *loader;
  g_autoptr(ThRecording) second = NULL;

  if (!changing_set_up (&self))
    return;

  second = th_loader_open (self.path, &loader, NULL);
  g_assert_cmpint (truncate (self.path, self.size / 2), ==, 0);
  th_loader_load (loader, second);
  g_assert_cmpint (th_recording_get_state (second), ==, TH_LOAD_PART);
  g_assert_cmpuint (th_recording_get_n_events (second), <,
                    th_recording_get_n_events (self.recording));
  changing_tear_down (&self);
}

/* --- cancel ------------------------------------------------------------ */

static gpointer
cancel_when_events (gpointer data)
{
  while (th_recording_get_n_events (data) == 0 && th_recording_get_state (data) == TH_LOAD_RUNNING)
    g_thread_yield ();
  th_recording_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-lost.dat");
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = NULL;
  GThread *thread;

  if (path == NULL)
    return;

  recording = th_loader_open (path, &loader, NULL);
  th_tracedat_set_stripe (1);
  thread = g_thread_new ("cancel", cancel_when_events, recording);
  th_loader_load (loader, recording);
  g_thread_join (thread);
  th_tracedat_set_stripe (0);

  if (th_recording_get_state (recording) == TH_LOAD_CANCELLED)
    {
      fixture_read_all (recording);
      g_assert_cmpuint (th_recording_get_n_events (recording), >, 0);
    }
  else
    g_assert_cmpuint (th_recording_get_n_events (recording), ==, 62800);
}

static void
test_cancelled_before (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-lost.dat");
  const ThLoader *loader;
  g_autoptr(ThRecording) recording = NULL;

  if (path == NULL)
    return;

  recording = th_loader_open (path, &loader, NULL);
  th_recording_cancel (recording);
  th_loader_load (loader, recording);
  g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_CANCELLED);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  long_run = g_getenv ("THRESHER_LONG") != NULL;
  for (int i = 1; i < argc; i++)
    long_run |= strcmp (argv[i], "--long") == 0;

  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    {
      g_autofree char *cuts = g_strdup_printf ("/tracedat/cuts/%s", small[i]);
      g_autofree char *flips = g_strdup_printf ("/tracedat/flips/%s", small[i]);

      g_test_add_data_func (cuts, small[i], test_cuts);
      g_test_add_data_func (flips, small[i], test_flips);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
    {
      g_autofree char *path = g_strdup_printf ("/tracedat/recover/%u-%s", i, lost[i].name);

      g_test_add_data_func (path, &lost[i], test_recover);
    }
  g_test_add_func ("/tracedat/broken/cut-end", test_cut_end);
  g_test_add_func ("/tracedat/broken/cut-list", test_cut_list);
  g_test_add_func ("/tracedat/stamps", test_stamps);
  g_test_add_func ("/tracedat/collection", test_collection);
  g_test_add_func ("/tracedat/refused", test_refused);
  g_test_add_func ("/tracedat/changed/truncated", test_truncated);
  g_test_add_func ("/tracedat/changed/rewritten", test_rewritten);
  g_test_add_func ("/tracedat/changed/truncated-before-load", test_truncated_before_load);
  g_test_add_func ("/tracedat/cancel", test_cancel);
  g_test_add_func ("/tracedat/cancelled-before", test_cancelled_before);
  return g_test_run ();
}
