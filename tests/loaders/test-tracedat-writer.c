/* test-tracedat-writer.c - byte orders, word sizes, page sizes, compressions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording rewritten in another layout has the same columns, fields and texts.
 */
#include <string.h>

#include "loader-fixture.h"
#include "tracedat-writer.h"

static const char *const sources[] = { "e1000-buffers.dat", "e1000-lost.dat",
                                       "e1000-clock-counter.dat" };

static const TracedatShape shapes[] = {
  { 7, TH_TD_NONE, FALSE, 8, 4096, FALSE },
  { 7, TH_TD_ZLIB, FALSE, 8, 4096, FALSE },
  { 7, TH_TD_ZSTD, FALSE, 8, 65536, FALSE },
  { 7, TH_TD_NONE, TRUE, 8, 4096, FALSE },
  { 7, TH_TD_ZLIB, TRUE, 4, 16384, FALSE },
  { 7, TH_TD_NONE, FALSE, 4, 4096, FALSE },
  { 7, TH_TD_ZSTD, TRUE, 8, 4096, TRUE },
  { 6, TH_TD_NONE, FALSE, 8, 4096, FALSE },
  { 6, TH_TD_NONE, TRUE, 8, 8192, TRUE },
  { 6, TH_TD_NONE, TRUE, 4, 4096, FALSE },
  { 6, TH_TD_NONE, FALSE, 4, 4096, FALSE },
};

static void
compare_field (const ThField   *field,
               const ThPayload *a,
               const ThPayload *b)
{
  guint64 x = 0, y = 0;
  gboolean has_x = th_field_read_u64 (field, a, &x);
  gboolean has_y = th_field_read_u64 (field, b, &y);

  /* Byte arrays are not swapped, and addresses stay in network order. */
  if (field->kind != TH_FIELD_INT && field->kind != TH_FIELD_POINTER &&
      field->kind != TH_FIELD_SYMBOL)
    return;

  g_assert_cmpint (has_x, ==, has_y);
  g_assert_cmpuint (x, ==, y);
}

static void
compare_row (ThRecording *a,
             ThReader    *reader_a,
             ThReader    *reader_b,
             ThRef        ref)
{
  const ThFieldTable *fields = th_recording_get_fields (a, th_recording_get_type (a, ref));
  g_autoptr(GString) text_a = g_string_new (NULL);
  g_autoptr(GString) text_b = g_string_new (NULL);
  ThPayload payload_a, payload_b;

  g_assert_true (th_reader_get_payload (reader_a, ref, &payload_a));
  g_assert_true (th_reader_get_payload (reader_b, ref, &payload_b));
  g_assert_cmpuint (payload_a.size, ==, payload_b.size);
  for (guint i = 0; i < fields->n_fields; i++)
    compare_field (&fields->fields[i], &payload_a, &payload_b);

  g_assert_true (th_reader_get_text (reader_a, ref, FALSE, text_a));
  g_assert_true (th_reader_get_text (reader_b, ref, FALSE, text_b));
  g_assert_cmpstr (text_a->str, ==, text_b->str);
}

static void
compare_recordings (ThRecording *a,
                    ThRecording *b,
                    guint        n_streams)
{
  g_autoptr(ThReader) reader_a = th_reader_new (a);
  g_autoptr(ThReader) reader_b = th_reader_new (b);
  guint64 n = 0;

  for (guint i = 0; i < n_streams; i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (a, i)); j++)
      {
        ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (a, i), j);

        for (guint32 row = 0; row < th_cpu_get_n_rows (cpu);
             row += 1 + th_cpu_get_n_rows (cpu) / 500, n++)
          compare_row (a, reader_a, reader_b, (ThRef) { i, j, row });
      }
  g_assert_cmpuint (n, >, 50);
}

static void
test_shape (gconstpointer data)
{
  const TracedatShape *shape = data;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autofree char *path = fixture_find_recording (sources[i]);
      g_autoptr(GByteArray) bytes = NULL;
      g_autoptr(GError) error = NULL;
      g_autoptr(ThRecording) original = NULL;
      g_autoptr(ThRecording) written = NULL;
      g_autofree char *problems = NULL;
      guint n_streams;

      if (path == NULL)
        return;

      bytes = tracedat_write (path, shape);
      original = fixture_load (path, NULL);
      written = fixture_load_bytes (bytes->data, bytes->len, &error);
      g_assert_no_error (error);
      problems = fixture_problems (written);
      g_assert_cmpstr (problems, ==, "");

      n_streams = shape->version == 6 ? 1 : th_recording_get_n_streams (original);
      g_assert_cmpuint (th_recording_get_n_streams (written), ==, n_streams);
      fixture_assert_same (original, written, n_streams);
      compare_recordings (original, written, n_streams);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const char *const names[] = { "none", "zlib", "zstd" };

  if (argc > 2 && strcmp (argv[1], "--write") == 0)
    {
      g_autoptr(GByteArray) bytes = tracedat_write (argv[2],
                                                    &shapes[g_ascii_strtoull (argv[3], NULL, 10)]);

      return g_file_set_contents (argv[4], (char *) bytes->data, bytes->len, NULL) ? 0 : 1;
    }

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const TracedatShape *shape = &shapes[i];
      g_autofree char *path = g_strdup_printf ("/tracedat/shape/v%u-%s-%s-%ubit-page%u%s",
                                               shape->version, names[shape->compression],
                                               shape->big_endian ? "big" : "little",
                                               shape->commit_size * 8, shape->page_size,
                                               shape->absolute ? "-absolute" : "");

      g_test_add_data_func (path, shape, test_shape);
    }
  return g_test_run ();
}
