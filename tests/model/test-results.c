/* test-results.c - compares slices, points, tables and measures with plain arrays
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-results.h"

#define N 5000

/* --- slices ------------------------------------------------------------ */

/* Returns slices of which some touch, some have gaps, some have no length. */
static GArray *
random_slices (guint32 seed,
               guint   n)
{
  GArray *slices = g_array_new (FALSE, FALSE, sizeof (ThSlice));
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  gint64 time = 1000;

  for (guint i = 0; i < n; i++)
    {
      ThSlice slice = { .anchor = { 0, 0, i }, .name = g_rand_int_range (rand, 0, 5),
                        .context = TH_CONTEXT_IRQ };

      time += g_rand_int_range (rand, 0, 3) * g_rand_int_range (rand, 0, 400);
      slice.begin = time;
      time += g_rand_int_range (rand, 0, 4) == 0 ? 0 : g_rand_int_range (rand, 1, 500);
      if (g_rand_int_range (rand, 0, 900) == 0)
        time += 400000;
      slice.end = time;
      slice.context = slice.name == 2 ? TH_CONTEXT_SOFTIRQ : TH_CONTEXT_IRQ;
      slice.flags = g_rand_int_range (rand, 0, 500) == 0 ? TH_SLICE_NO_END : 0;
      g_array_append_val (slices, slice);
    }

  return slices;
}

static ThSlicePixel
plain_pixel (const GArray *slices,
             gint64        from,
             gint64        to,
             guint        *n_names)
{
  ThSlicePixel pixel = { G_MAXUINT32, 0, 0, 0, G_MAXUINT32 };
  guint32 covering = G_MAXUINT32;
  gint64 covered = 0;
  guint names = 0, n = 0;

  for (guint i = 0; i < slices->len; i++)
    {
      const ThSlice *slice = &g_array_index (slices, ThSlice, i);

      if (slice->begin >= to || slice->end < from || (slice->end == from && slice->begin < from))
        continue;
      if (slice->begin <= from && slice->end >= to)
        covering = i;
      covered += MIN (slice->end, to) - MAX (slice->begin, from);
      pixel.flags |= slice->flags;
      pixel.name = slice->name;
      pixel.context = slice->context;
      names |= 1u << slice->name;
      n++;
    }

  /* A slice of no length may be at the start of another. */
  if (n == 1)
    pixel.index = covering;
  if (n > 0)
    pixel.share = CLAMP (255.0 * covered / (to - from), 1, 255);
  *n_names = __builtin_popcount (names);
  return pixel;
}

/* Groups of sixteen slices that a pixel's edge cuts are divided by time if they are not longer
 * than half a pixel; at worst, an eighth of a pixel goes to the wrong side of each edge. */
#define SHARE_OFF 65

/* Returns whether that many slices can have been divided. */
static gboolean
holds_many (const ThSlices *slices,
            gint64          from,
            gint64          to)
{
  guint32 first = th_slices_find (slices, 0, from), last = th_slices_find (slices, 0, to);

  return last != G_MAXUINT32 && last - (first == G_MAXUINT32 ? 0 : first) >= 15;
}

static void
check_pixel (const GArray       *plain,
             const ThSlicePixel *pixel,
             gint64              left,
             gint64              right,
             guint               off)
{
  guint n_names, n_beside;
  ThSlicePixel expected = plain_pixel (plain, left, right, &n_names);
  ThSlicePixel beside = plain_pixel (plain, left - (right - left), right + (right - left),
                                     &n_beside);

  g_assert_cmpint (pixel->share, >=, (gint) expected.share - (gint) off);
  g_assert_cmpint (pixel->share, <=, expected.share + off);
  g_assert_cmpuint (pixel->index, ==, expected.index);
  g_assert_cmpuint (pixel->flags & expected.flags, ==, expected.flags);
  g_assert_cmpuint (pixel->flags | beside.flags, ==, beside.flags);
  if (off == 0)
    g_assert_cmpuint (pixel->flags, ==, expected.flags);
  if (off == 0 && n_names == 0)
    g_assert_cmpuint (pixel->name, ==, G_MAXUINT32);
  if (n_names == 1 && (off == 0 || n_beside == 1))
    {
      g_assert_cmpuint (pixel->name, ==, expected.name);
      g_assert_cmpuint (pixel->context, ==, expected.context);
    }
}

/* The inner pixels are the same, whatever range is requested around them. */
static void
check_part (const ThSlices     *slices,
            const ThSlicePixel *pixels,
            gint64              from,
            gint64              length,
            guint               n)
{
  g_autofree ThSlicePixel *part = g_new (ThSlicePixel, n);
  guint first = n / 3, last = n - n / 4;

  th_slices_get_pixels (slices, 0, from + first * length, from + last * length, last - first, part);
  for (guint i = first; i < last; i++)
    {
      g_assert_cmpuint (part[i - first].share, ==, pixels[i].share);
      g_assert_cmpuint (part[i - first].name, ==, pixels[i].name);
      g_assert_cmpuint (part[i - first].flags, ==, pixels[i].flags);
      g_assert_cmpuint (part[i - first].index, ==, pixels[i].index);
    }
}

/* Returns how many pixels differ from a computation slice by slice. */
static guint
check_pixels (const ThSlices *slices,
              const GArray   *plain,
              gint64          from,
              gint64          to,
              guint           n_pixels)
{
  g_autofree ThSlicePixel *pixels = g_new (ThSlicePixel, n_pixels);
  gint64 sum = 0;
  guint n_shared = 0;

  th_slices_get_pixels (slices, 0, from, to, n_pixels, pixels);
  for (guint i = 0; i < n_pixels; i++)
    {
      gint64 left = from + (gint64) ((__int128) (to - from) * i / n_pixels);
      gint64 right = from + (gint64) ((__int128) (to - from) * (i + 1) / n_pixels);
      guint n_names;
      guint off = holds_many (slices, left - (right - left), right + (right - left)) ? SHARE_OFF
                                                                                     : 0;
      gint difference = pixels[i].share - plain_pixel (plain, left, right, &n_names).share;

      check_pixel (plain, &pixels[i], left, right, off);
      sum += difference;
      n_shared += difference != 0;
    }

  /* An error of one pixel is compensated in the next. */
  g_assert_cmpint (ABS (sum), <=, n_pixels + 2 * SHARE_OFF);
  if ((to - from) % n_pixels == 0 && n_pixels > 3)
    check_part (slices, pixels, from, (to - from) / n_pixels, n_pixels);

  return n_shared;
}

static void
test_slices_pixels (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  g_autoptr(GArray) plain = random_slices (7, N);
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);
  ThSlices *slices = th_slices_new (arena);
  gint64 first = g_array_index (plain, ThSlice, 0).begin;
  gint64 last = g_array_index (plain, ThSlice, N - 1).end;
  guint n_shared = 0;

  for (guint i = 0; i < N; i++)
    {
      g_assert_true (th_slices_add (slices, 0, &g_array_index (plain, ThSlice, i)));
      g_assert_cmpuint (th_slices_get_n (slices, 0), ==, 0);
    }
  th_slices_publish (slices);
  g_assert_cmpuint (th_slices_get_n (slices, 0), ==, N);

  check_pixels (slices, plain, first, last, 100);
  check_pixels (slices, plain, first - 1000, last + 1000, 3);
  for (guint i = 0; i < 100; i++)
    {
      gint64 from = first + (gint64) (g_rand_double (rand) * (last - first));
      guint n_pixels = g_rand_int_range (rand, 1, i % 4 == 0 ? 20 : 200);
      gint64 length = i % 4 == 0 ? (last - from) / 2 + 20
                                 : g_rand_int_range (rand, n_pixels, i % 2 == 0 ? 200000 : 400);

      n_shared += check_pixels (slices, plain, from, from + length, n_pixels);
      check_pixels (slices, plain, from, from + length - length % n_pixels, n_pixels);
    }
  g_assert_cmpuint (n_shared, >, 20);

  th_slices_free (slices);
}

/* The longest slice determines the pixel, also in sums. */
static void
test_slices_lead (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThSlices *slices = th_slices_new (arena);
  ThSlicePixel pixel;

  for (gint64 i = 0; i < 3000; i++)
    g_assert_true (th_slices_add (slices, 0,
                                  &(ThSlice) { i * 100, i * 100 + (i % 3 == 0 ? 60 : 20),
                                               { 0, 0, 0 }, i % 3, i % 3, 0 }));
  th_slices_publish (slices);
  th_slices_get_pixels (slices, 0, 0, 300000, 1, &pixel);
  g_assert_cmpuint (pixel.name, ==, 0);
  g_assert_cmpuint (pixel.context, ==, 0);
  g_assert_cmpuint (pixel.share, ==, 255 / 3);

  th_slices_free (slices);
}

static void
test_slices_depths (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThSlices *slices = th_slices_new (arena);

  g_assert_true (th_slices_add (slices, 2, &(ThSlice) { 20, 30 }));
  g_assert_true (th_slices_add (slices, 0, &(ThSlice) { 10, 40 }));
  /* Refused: a slice that overlaps, goes back, ends before it begins, or is too deep. */
  g_assert_false (th_slices_add (slices, 0, &(ThSlice) { 39, 50 }));
  g_assert_false (th_slices_add (slices, 0, &(ThSlice) { 5, 7 }));
  g_assert_false (th_slices_add (slices, 0, &(ThSlice) { 60, 59 }));
  g_assert_false (th_slices_add (slices, TH_SLICES_MAX_DEPTH, &(ThSlice) { 60, 61 }));
  g_assert_true (th_slices_add (slices, 0, &(ThSlice) { 40, 40 }));
  th_slices_publish (slices);

  g_assert_cmpuint (th_slices_get_depth (slices), ==, 3);
  g_assert_cmpuint (th_slices_get_n (slices, 0), ==, 2);
  g_assert_cmpuint (th_slices_get_n (slices, 1), ==, 0);
  g_assert_cmpuint (th_slices_get_n (slices, 3), ==, 0);
  g_assert_cmpuint (th_slices_find (slices, 0, 9), ==, G_MAXUINT32);
  g_assert_cmpuint (th_slices_find (slices, 0, 39), ==, 0);
  g_assert_cmpuint (th_slices_find (slices, 0, 100), ==, 1);

  th_slices_free (slices);
}

/* --- points ------------------------------------------------------------ */

static void
check_values (const ThTrack *track,
              const ThPoint *plain,
              gint64         from,
              gint64         to,
              guint          n_pixels)
{
  g_autofree ThValuePixel *pixels = g_new (ThValuePixel, n_pixels);

  th_track_get_value_pixels (track, from, to, n_pixels, pixels);
  for (guint i = 0; i < n_pixels; i++)
    {
      gint64 left = from + (gint64) ((__int128) (to - from) * i / n_pixels);
      gint64 right = from + (gint64) ((__int128) (to - from) * (i + 1) / n_pixels);
      ThValuePixel expected = { 0, };

      for (guint j = 0; j < N; j++)
        if (plain[j].time >= left && plain[j].time < right)
          {
            expected.min = expected.n == 0 ? plain[j].value : MIN (expected.min, plain[j].value);
            expected.max = expected.n == 0 ? plain[j].value : MAX (expected.max, plain[j].value);
            expected.last = plain[j].value;
            expected.n++;
          }

      g_assert_cmpuint (pixels[i].n, ==, expected.n);
      g_assert_cmpfloat (pixels[i].min, ==, expected.min);
      g_assert_cmpfloat (pixels[i].max, ==, expected.max);
      g_assert_cmpfloat (pixels[i].last, ==, expected.last);
    }
}

static void
test_points (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  ThTrack *track = th_results_add_track (results,
                                         &(ThTrackInfo) { TH_TRACK_VALUES, "v", "Values",
                                                          TH_ATTACH_NAMED, 0, TH_UNIT_COUNT });
  g_autofree ThPoint *plain = g_new0 (ThPoint, N);
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  gint64 time = 50;

  for (guint i = 0; i < N; i++)
    {
      time += g_rand_int_range (rand, 0, 40);
      plain[i] = (ThPoint) { time, g_rand_double_range (rand, -10, 10), { 0, 0, i }, 0 };
      g_assert_true (th_track_add_point (track, &plain[i]));
    }
  g_assert_false (th_track_add_point (track, &(ThPoint) { time - 1, 0 }));
  g_assert_cmpuint (th_results_get_n_tracks (results), ==, 0);
  th_results_publish (results);
  g_assert_cmpuint (th_results_get_n_tracks (results), ==, 1);
  g_assert_cmpuint (th_track_get_n_points (track), ==, N);

  g_assert_cmpuint (th_track_find_point (track, plain[0].time - 1), ==, G_MAXUINT32);
  g_assert_cmpuint (th_track_find_point (track, G_MAXINT64), ==, N - 1);
  check_values (track, plain, 0, time + 10, 1);
  check_values (track, plain, 0, time + 10, 37);
  check_values (track, plain, 30000, 31000, 200);
}

/* --- tables and measures ----------------------------------------------- */

static void
test_table (void)
{
  static const ThColumn columns[] = { { "a", "A", TH_COLUMN_COUNT },
                                      { "e", "E", TH_COLUMN_EVENT } };
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  ThTable *table = th_results_add_table (results,
                                         &(ThTableInfo) { "t", "T", "row", columns, 2, -1, FALSE });

  for (guint32 i = 0; i < 1000; i++)
    th_table_append (table, (ThRef) { 1, 2, i },
                     (gint64[]) { i * i, th_cell_from_ref ((ThRef) { 3, 4, i }) });
  g_assert_cmpuint (th_table_get_n (table), ==, 0);
  g_assert_null (th_results_find_table (results, "t"));
  th_results_publish (results);
  g_assert_cmpuint (th_table_get_n (table), ==, 1000);
  g_assert_true (th_results_find_table (results, "t") == table);
  g_assert_null (th_results_find_table (results, "T"));
  for (guint32 i = 0; i < 1000; i++)
    {
      g_assert_true (th_ref_equal (th_table_get_anchor (table, i), (ThRef) { 1, 2, i }));
      g_assert_cmpint (th_table_get_cell (table, i, 0), ==, i * i);
      g_assert_true (th_ref_equal (th_cell_to_ref (th_table_get_cell (table, i, 1)),
                                   (ThRef) { 3, 4, i }));
    }
}

static gint64
derive_cell (gconstpointer data,
             guint32       row,
             guint         column)
{
  return *(const gint64 *) data + 10 * row + column;
}

/* Columns of all widths in any order, and one that is not kept. */
static void
test_table_columns (void)
{
  static const ThColumn columns[] = {
    { "w", "W", TH_COLUMN_TEXT }, { "d", "D", TH_COLUMN_DURATION, TRUE },
    { "n", "N", TH_COLUMN_COUNT }, { "t", "T", TH_COLUMN_TASK },
    { "b", "B", TH_COLUMN_BYTES }, { "c", "C", TH_COLUMN_CPU }
  };
  static const gint64 base = 1000;
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  ThTable *table = th_results_add_table (results,
                                         &(ThTableInfo) { "t", "T", "row", columns,
                                                          G_N_ELEMENTS (columns), -1, FALSE });

  th_table_derive (table, derive_cell, &base);
  for (guint32 i = 0; i < 300; i++)
    th_table_append (table, (ThRef) { 1, 2, i }, (gint64[]) {
      i % 3 == 0 ? TH_CELL_NONE : G_MAXUINT32 - 1 - i, 77, i % 5 == 0 ? TH_CELL_NONE : -(gint64) i,
      i, G_MAXINT64 - i, i % 7 == 0 ? TH_CELL_NONE : 65535
    });
  th_results_publish (results);

  for (guint32 i = 0; i < 300; i++)
    {
      g_assert_true (th_ref_equal (th_table_get_anchor (table, i), (ThRef) { 1, 2, i }));
      g_assert_cmpint (th_table_get_cell (table, i, 0), ==,
                       i % 3 == 0 ? TH_CELL_NONE : G_MAXUINT32 - 1 - i);
      g_assert_cmpint (th_table_get_cell (table, i, 1), ==, 1001 + 10 * i);
      g_assert_cmpint (th_table_get_cell (table, i, 2), ==,
                       i % 5 == 0 ? TH_CELL_NONE : -(gint64) i);
      g_assert_cmpint (th_table_get_cell (table, i, 3), ==, i);
      g_assert_cmpint (th_table_get_cell (table, i, 4), ==, G_MAXINT64 - i);
      g_assert_cmpint (th_table_get_cell (table, i, 5), ==, i % 7 == 0 ? TH_CELL_NONE : 65535);
    }
}

/* The greatest numbers that 3 and 4 bytes hold, those beside them, and words among the tasks. */
static void
test_table_narrow (void)
{
  static const ThColumn columns[] = {
    { "w", "W", TH_COLUMN_TEXT }, { "t", "T", TH_COLUMN_TASK }, { "n", "N", TH_COLUMN_COUNT },
    { "d", "D", TH_COLUMN_DURATION }
  };
  static const gint64 small[] = { 0, 1, 0xffff, 0x10000, 0xfffffd, 0xfffffe, 0xffffff, 0x1000000,
                                  0xfffffffe, TH_CELL_NONE };
  static const gint64 wide[] = { 0, 0xfffffffd, 0xfffffffe, 0xffffffff, 0x100000000, G_MAXINT64, -1,
                                 G_MININT64 + 1, 0xfffffd, TH_CELL_NONE };
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  ThTable *table = th_results_add_table (results,
                                         &(ThTableInfo) { "t", "T", "row", columns,
                                                          G_N_ELEMENTS (columns), -1, FALSE });

  for (guint i = 0; i < 500; i++)
    th_table_append (table, TH_REF_NONE, (gint64[]) {
      small[i % 10], i % 3 == 0 ? th_cell_from_word (i) : small[(i + 1) % 10], wide[i % 10],
      wide[(i + 3) % 10]
    });
  th_results_publish (results);

  for (guint i = 0; i < 500; i++)
    {
      g_assert_cmpint (th_table_get_cell (table, i, 0), ==, small[i % 10]);
      g_assert_cmpint (th_table_get_cell (table, i, 1), ==,
                       i % 3 == 0 ? th_cell_from_word (i) : small[(i + 1) % 10]);
      g_assert_cmpint (th_table_get_cell (table, i, 2), ==, wide[i % 10]);
      g_assert_cmpint (th_table_get_cell (table, i, 3), ==, wide[(i + 3) % 10]);
    }
}

/* The first rows have few combinations of words, the others more than are remembered.  Some words
 * do not fit into a cell. */
static gint64
shared_cell (guint32 row,
             guint   column)
{
  guint32 kind = row < 20000 ? row % 3 : row;

  if ((kind + column) % 5 == 0)
    return TH_CELL_NONE;
  return kind % 7 == column ? 0xfffffe + kind : kind + column;
}

static void
test_table_shared (void)
{
  static const ThColumn columns[] = {
    { "a", "A", TH_COLUMN_TEXT }, { "n", "N", TH_COLUMN_COUNT }, { "b", "B", TH_COLUMN_TEXT },
    { "t", "T", TH_COLUMN_TASK }, { "c", "C", TH_COLUMN_CPU }, { "d", "D", TH_COLUMN_TEXT }
  };
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  ThTable *table = th_results_add_table (results,
                                         &(ThTableInfo) { "t", "T", "row", columns,
                                                          G_N_ELEMENTS (columns), -1, FALSE });

  for (guint32 i = 0; i < 22000; i++)
    {
      gint64 cells[G_N_ELEMENTS (columns)];

      for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
        cells[j] = shared_cell (i, j);
      th_table_append (table, (ThRef) { 1, 2, i }, cells);
      if (i == 19999)
        g_assert_cmpuint (th_results_get_memory (results), <, 20000 * 24);
    }
  th_results_publish (results);

  for (guint32 i = 0; i < 22000; i++)
    {
      g_assert_true (th_ref_equal (th_table_get_anchor (table, i), (ThRef) { 1, 2, i }));
      for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
        g_assert_cmpint (th_table_get_cell (table, i, j), ==, shared_cell (i, j));
    }
}

static void
derive_sample (gconstpointer data,
               guint         what,
               guint32       row,
               ThSample     *sample)
{
  *sample = (ThSample) { ((const gint64 *) data)[row] + what, { 0, 0, row }, 2 * row };
}

static void
test_measure_derived (void)
{
  static const gint64 values[] = { 30, 10, 20, 50, 40 };
  g_autoptr(ThArena) arena = th_arena_new ();
  ThMeasure *measure = th_measure_new (arena, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  ThSummary summary;

  th_measure_derive (measure, derive_sample, values, 5);
  for (guint32 row = 1; row < 5; row++)
    th_measure_append_row (measure, row);
  th_measure_publish (measure);

  th_measure_summarize (measure, &summary);
  g_assert_cmpuint (summary.n, ==, 4);
  g_assert_true (summary.min == 15 && summary.p50 == 25 && summary.max == 55);
  g_assert_cmpuint (th_measure_get (measure, summary.worst[0]).anchor.row, ==, 3);
  g_assert_cmpuint (th_measure_get (measure, 3).group, ==, 8);
  th_measure_free (measure);
}

static void
derive_row (gconstpointer data,
            guint         what,
            guint32       row,
            ThSample     *sample)
{
  sample->value = row;
}

/* Rows that ascend by one, in steps that 16 bits do not hold, and that do not ascend; each read as
 * it was appended. */
static void
test_measure_rows (void)
{
  static const guint32 steps[] = { 1, 1023, 1041, 65534, 65535, 65536, G_MAXUINT32, 0 };
  g_autoptr(ThArena) arena = th_arena_new ();

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      ThMeasure *measure = th_measure_new (arena, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });

      th_measure_derive (measure, derive_row, NULL, 0);
      for (guint32 j = 0; j < 1000; j++)
        {
          th_measure_append_row (measure, 7 + j * steps[i]);
          if (j == 500)
            th_measure_publish (measure);
        }
      g_assert_cmpuint (th_measure_get_n (measure), ==, 501);
      th_measure_publish (measure);
      g_assert_cmpuint (th_measure_get_n (measure), ==, 1000);
      for (guint32 j = 0; j < 1000; j++)
        {
          g_assert_cmpuint (th_measure_get_row (measure, j), ==, (guint32) (7 + j * steps[i]));
          g_assert_cmpint (th_measure_get (measure, j).value, ==, (guint32) (7 + j * steps[i]));
        }
      th_measure_free (measure);
    }
}

static gint
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* Nearest rank by definition: the smallest value that at least that share does
 * not exceed. */
static gint64
plain_percentile (const gint64 *sorted,
                  guint         n,
                  guint         percent)
{
  for (guint i = 0; i < n; i++)
    if ((i + 1) * 100 >= n * percent)
      return sorted[i];

  return sorted[n - 1];
}

static void
check_summary (guint  n,
               gint32 range,
               guint  order)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (n);
  g_autofree gint64 *values = g_new (gint64, n);
  ThMeasure *measure = th_measure_new (arena, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  guint32 bins[8], n_binned = 0, below = 0;
  double factor, sum = 0;
  ThSummary summary;

  for (guint i = 0; i < n; i++)
    {
      values[i] = order == 0 ? g_rand_int_range (rand, -5, range) : order == 1 ? i : n - i;
      sum += values[i];
      below += values[i] < 1;
      th_measure_append (measure, &(ThSample) { values[i], { 0, 0, i }, 0 });
    }
  th_measure_publish (measure);
  th_measure_summarize (measure, &summary);
  th_measure_histogram (measure, 8, bins, &factor);

  g_assert_cmpuint (summary.n_worst, ==, MIN (n, 10));
  for (guint i = 0; i < 8; i++)
    n_binned += bins[i];
  g_assert_cmpuint (n_binned, ==, n);
  g_assert_cmpuint (bins[0], >=, below);
  for (guint i = 1; i < summary.n_worst; i++)
    g_assert_cmpint (values[summary.worst[i - 1]], >=, values[summary.worst[i]]);

  qsort (values, n, sizeof (gint64), compare_values);
  g_assert_cmpint (summary.min, ==, values[0]);
  g_assert_cmpint (summary.max, ==, values[n - 1]);
  g_assert_cmpint (summary.p50, ==, plain_percentile (values, n, 50));
  g_assert_cmpint (summary.p90, ==, plain_percentile (values, n, 90));
  g_assert_cmpint (summary.p99, ==, plain_percentile (values, n, 99));
  g_assert_cmpfloat_with_epsilon (summary.mean, sum / n, 1e-6);

  th_measure_free (measure);
}

static void
test_summary (void)
{
  for (guint n = 1; n < 130; n++)
    check_summary (n, 1000, 0);
  check_summary (20000, 3, 0);
  check_summary (20000, 1000000, 0);
  check_summary (20000, 0, 1);
  check_summary (20000, 0, 2);
}

static void
test_summary_empty (void)
{
  g_autoptr(ThArena) arena = th_arena_new ();
  ThMeasure *measure = th_measure_new (arena, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  ThSummary summary;
  guint32 bins[3];
  double factor;

  th_measure_summarize (measure, &summary);
  th_measure_histogram (measure, 3, bins, &factor);
  g_assert_cmpuint (summary.n + summary.n_worst + bins[0] + bins[1] + bins[2], ==, 0);

  th_measure_free (measure);
}

/* 1, 10, 100, 999 in three bins: edges 1, 10, 100, 1000 (just above the biggest). */
static void
test_histogram (void)
{
  static const gint64 values[] = { -4, 0, 1, 9, 11, 99, 101, 999 };
  g_autoptr(ThArena) arena = th_arena_new ();
  ThMeasure *measure = th_measure_new (arena, &(ThMeasureInfo) { "m", "M", "", TH_UNIT_TIME });
  guint32 bins[3];
  double factor;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    th_measure_append (measure, &(ThSample) { values[i], { 0, 0, 0 }, 0 });
  th_measure_publish (measure);
  th_measure_histogram (measure, 3, bins, &factor);
  g_assert_cmpfloat_with_epsilon (factor, 10, 0.01);
  g_assert_cmpuint (bins[0], ==, 4);
  g_assert_cmpuint (bins[1], ==, 2);
  g_assert_cmpuint (bins[2], ==, 2);

  th_measure_free (measure);
}

/* --- results ----------------------------------------------------------- */

static void
test_words (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  guint32 a = th_results_intern (results, "irq");
  guint32 b = th_results_intern (results, "soft\xffirq");

  g_assert_cmpuint (th_results_intern (results, "irq"), ==, a);
  g_assert_cmpuint (th_results_intern (results, "soft\xffirq"), ==, b);
  g_assert_cmpuint (th_results_intern_n (results, "irqs", 3), ==, a);
  g_assert_cmpstr (th_results_get_word (results, a), ==, "irq");
  g_assert_true (g_utf8_validate (th_results_get_word (results, b), -1, NULL));
  g_assert_cmpstr (th_results_get_word (results, 99), ==, "");
}

/* A string is stored whole, however long it is. */
static void
test_long_word (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  g_autofree char *text = g_strnfill (60000, 'w');
  guint32 whole = th_results_intern (results, text);

  g_assert_cmpuint (th_results_intern_n (results, text, 60000), ==, whole);
  g_assert_cmpuint (th_results_intern_n (results, text, 513), !=, whole);
  g_assert_cmpuint (strlen (th_results_get_word (results, whole)), ==, 60000);
}

/* 3,000 distinct texts of 64 KB are 192 MB: the first 64 MiB are kept, the others share one
 * string, and so do later titles. */
static void
test_word_bytes (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  g_autofree char *text = g_strnfill (64 << 10, 'w');
  guint32 first = th_results_intern (results, text), last = 0;
  ThTrack *track;

  for (guint i = 0; i < 3000; i++)
    {
      memcpy (text, &(char[5]) { 'a' + i % 20, 'a' + i / 20 % 20, 'a' + i / 400, '-', '-' }, 5);
      last = th_results_intern_n (results, text, 64 << 10);
    }
  track = th_results_add_track (results, &(ThTrackInfo) { TH_TRACK_POINTS, text, text,
                                                          TH_ATTACH_NAMED, 0, TH_UNIT_COUNT });

  g_assert_cmpuint (strlen (th_results_get_word (results, first)), ==, 64 << 10);
  g_assert_cmpstr (th_results_get_word (results, last), ==, "…");
  g_assert_cmpstr (th_track_get_info (track)->title, ==, "…");
  g_assert_cmpuint (th_results_get_memory (results), <, 80 << 20);
  g_assert_cmpuint (th_results_intern (results, "short"), !=, last);
}

/* Another thread reads during appending and always sees a consistent state. */
static gpointer
read_results (gpointer data)
{
  ThResults *results = data;
  guint32 seen = 0;

  while (seen < N)
    {
      const ThTrack *track = th_results_get_n_tracks (results) > 0
                             ? th_results_get_track (results, 0) : NULL;
      const ThSlices *slices = track != NULL ? th_track_get_slices (track) : NULL;
      ThSlicePixel pixel;

      if (slices == NULL || th_slices_get_n (slices, 0) == 0)
        continue;
      seen = th_slices_get_n (slices, 0);
      for (guint32 i = seen - MIN (seen, 100); i < seen; i++)
        {
          g_assert_cmpint (th_slices_get (slices, 0, i)->begin, ==, i * 10);
          g_assert_cmpstr (th_results_get_word (results, th_slices_get (slices, 0, i)->name), !=,
                           "");
        }
      th_slices_get_pixels (slices, 0, 0, seen * 10, 1, &pixel);
      g_assert_cmpuint (pixel.share, >=, 127);
    }

  return NULL;
}

static void
test_threads (void)
{
  g_autoptr(ThResults) results = th_results_new ("test", "Test");
  GThread *reader = g_thread_new ("reader", read_results, results);
  ThTrack *track = th_results_add_track (results,
                                         &(ThTrackInfo) { TH_TRACK_SLICES, "s", "S", TH_ATTACH_CPU,
                                                          0, TH_UNIT_TIME });

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *word = g_strdup_printf ("w%u", i);

      th_slices_add (th_track_get_slices (track), 0,
                     &(ThSlice) { i * 10, i * 10 + 5, { 0, 0, i },
                                  th_results_intern (results, word), TH_CONTEXT_IRQ, 0 });
      if (i % 17 == 0)
        th_results_publish (results);
    }
  th_results_finish (results);
  g_thread_join (reader);
  g_assert_true (th_results_is_finished (results));
  g_assert_cmpuint (th_results_get_generation (results), >, 200);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/results/slices/pixels", test_slices_pixels);
  g_test_add_func ("/model/results/slices/lead", test_slices_lead);
  g_test_add_func ("/model/results/slices/depths", test_slices_depths);
  g_test_add_func ("/model/results/points", test_points);
  g_test_add_func ("/model/results/table", test_table);
  g_test_add_func ("/model/results/table/columns", test_table_columns);
  g_test_add_func ("/model/results/table/narrow", test_table_narrow);
  g_test_add_func ("/model/results/table/shared", test_table_shared);
  g_test_add_func ("/model/results/measure/derived", test_measure_derived);
  g_test_add_func ("/model/results/measure/rows", test_measure_rows);
  g_test_add_func ("/model/results/measure/summary", test_summary);
  g_test_add_func ("/model/results/measure/empty", test_summary_empty);
  g_test_add_func ("/model/results/measure/histogram", test_histogram);
  g_test_add_func ("/model/results/words", test_words);
  g_test_add_func ("/model/results/words/long", test_long_word);
  g_test_add_func ("/model/results/words/bytes", test_word_bytes);
  g_test_add_func ("/model/results/threads", test_threads);

  return g_test_run ();
}
