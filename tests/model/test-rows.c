/* test-rows.c - compares bits and their pyramid with a plain array
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "model-fixture.h"
#include "th-order.h"
#include "th-rows.h"

#define N_CPUS 3
#define N 150000

typedef struct
{
  ThRecording *recording;
  TestEvent   *events[N_CPUS];
  guint        n[N_CPUS];
  gboolean    *in[N_CPUS];
} Fixture;

/* One CPU has ranges of matching rows, one has single ones, one is empty. */
static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  fixture->recording = test_recording_new (N_CPUS);
  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      gboolean in = FALSE;

      fixture->n[cpu] = cpu == 2 ? 0 : N - 1000 * cpu - 17;
      fixture->events[cpu] = test_events_random (cpu, fixture->n[cpu]);
      fixture->in[cpu] = g_new0 (gboolean, fixture->n[cpu] + 1);
      for (guint i = 0; i < fixture->n[cpu]; i++)
        {
          if (g_rand_int_range (rand, 0, 3000) == 0)
            in = !in;
          fixture->in[cpu][i] = cpu == 0 ? in : g_rand_int_range (rand, 0, 50) == 0;
        }
    }
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      g_free (fixture->events[cpu]);
      g_free (fixture->in[cpu]);
    }
  th_recording_unref (fixture->recording);
}

/* Decides rows of a CPU up to @end, @piece at a time. */
static void
decide (Fixture *fixture,
        ThRows  *rows,
        guint    cpu,
        guint    end,
        guint    piece)
{
  while (th_rows_get_decided (rows, 0, cpu) < end)
    {
      guint decided = th_rows_get_decided (rows, 0, cpu);
      guint first = decided / 64 * 64;
      guint n = MIN (end, decided + piece) - first;
      g_autofree guint64 *bits = g_new0 (guint64, n / 64 + 1);

      for (guint i = 0; i < n; i++)
        bits[i / 64] |= (guint64) fixture->in[cpu][first + i] << (i % 64);
      th_rows_append (rows, 0, cpu, bits, n);
    }
}

static ThRows *
make_rows (Fixture *fixture,
           guint    piece)
{
  ThRows *rows = th_rows_new (fixture->recording);

  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      test_recording_write (fixture->recording, cpu, fixture->events[cpu], fixture->n[cpu], 4096);
      decide (fixture, rows, cpu, fixture->n[cpu], piece);
    }

  return rows;
}

static void
check_rows (Fixture *fixture,
            ThRows  *rows)
{
  guint64 n_all = 0;

  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      guint n = 0, last = G_MAXUINT32;

      for (guint row = 0; row < fixture->n[cpu]; row++)
        {
          gboolean in = fixture->in[cpu][row];

          g_assert_cmpint (th_rows_contains (rows, (ThRef) { 0, cpu, row }), ==, in);
          g_assert_cmpuint (th_rows_rank (rows, 0, cpu, row), ==, n);
          g_assert_cmpuint (th_rows_previous (rows, 0, cpu, row), ==, last);
          if (!in)
            continue;
          g_assert_cmpuint (th_rows_select (rows, 0, cpu, n), ==, row);
          g_assert_cmpuint (th_rows_next (rows, 0, cpu, row), ==, row);
          g_assert_cmpuint (th_rows_next (rows, 0, cpu, last + 1), ==, row);
          last = row;
          n++;
        }

      g_assert_cmpuint (th_rows_get_n_cpu (rows, 0, cpu), ==, n);
      g_assert_cmpuint (th_rows_rank (rows, 0, cpu, fixture->n[cpu]), ==, n);
      g_assert_cmpuint (th_rows_next (rows, 0, cpu, last + 1), ==, G_MAXUINT32);
      g_assert_cmpuint (th_rows_previous (rows, 0, cpu, G_MAXUINT32), ==, last);
      g_assert_cmpuint (th_rows_select (rows, 0, cpu, n), ==, G_MAXUINT32);
      n_all += n;
    }

  g_assert_cmpuint (th_rows_get_n (rows), ==, n_all);
  g_assert_cmpuint (th_rows_get_n_decided (rows), ==, fixture->n[0] + fixture->n[1]);
}

static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRows) rows = make_rows (fixture, GPOINTER_TO_UINT (data));

  check_rows (fixture, rows);
}

static void
test_memory (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRows) rows = make_rows (fixture, 32768);

  g_assert_cmpuint (th_rows_get_memory (rows), <, (fixture->n[0] + fixture->n[1]) / 5);
}

/* Long stretches that are included or not take no bits, if they are appended by whole blocks; the
 * rows are the same in any case. */
static void
test_uniform (Fixture       *fixture,
              gconstpointer  data)
{
  const guint pieces[] = { 64, 700, 4096, 32768 };

  for (guint i = 0; i < fixture->n[0]; i++)
    fixture->in[0][i] = i >= 3 * 4096 && i < 30 * 4096;
  for (guint i = 0; i < fixture->n[1]; i++)
    fixture->in[1][i] = i < 2 * 4096 + 64 || i == 30 * 4096 + 5;
  th_rows_unref (make_rows (fixture, 64));

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr(ThRows) rows = th_rows_new (fixture->recording);

      for (guint cpu = 0; cpu < N_CPUS; cpu++)
        decide (fixture, rows, cpu, fixture->n[cpu], pieces[i]);
      if (pieces[i] % 64 == 0)
        g_assert_cmpuint (th_rows_get_memory (rows), <, (fixture->n[0] + fixture->n[1]) / 25);
      check_rows (fixture, rows);
    }
}

static void
test_nowhere (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThRows) rows = make_rows (fixture, 32768);

  g_assert_false (th_rows_contains (rows, (ThRef) { 0, 0, N }));
  g_assert_false (th_rows_contains (rows, (ThRef) { 4, 0, 0 }));
  g_assert_false (th_rows_contains (rows, (ThRef) { 0, 9, 0 }));
  g_assert_cmpuint (th_rows_next (rows, 0, 9, 0), ==, G_MAXUINT32);
  g_assert_cmpuint (th_rows_previous (rows, 3, 0, 10), ==, G_MAXUINT32);
}

/* A partial block is appended again; its earlier rows keep their bits. */
static void
test_partial (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThRows) rows = th_rows_new (fixture->recording);
  guint64 bits = G_MAXUINT64;

  test_recording_write (fixture->recording, 0, fixture->events[0], 100, 100);
  th_rows_append (rows, 0, 0, &bits, 10);
  g_assert_cmpuint (th_rows_get_n_cpu (rows, 0, 0), ==, 10);
  bits = 0x5400; /* rows 10, 12 and 14 */
  th_rows_append (rows, 0, 0, &bits, 64);
  g_assert_cmpuint (th_rows_get_decided (rows, 0, 0), ==, 64);
  g_assert_cmpuint (th_rows_get_n_cpu (rows, 0, 0), ==, 13);
  g_assert_cmpuint (th_rows_next (rows, 0, 0, 13), ==, 14);

  /* Bits beyond the rows of the CPU are ignored. */
  bits = G_MAXUINT64;
  th_rows_append (rows, 0, 0, &bits, 64);
  g_assert_cmpuint (th_rows_get_decided (rows, 0, 0), ==, 100);
  g_assert_cmpuint (th_rows_get_n_cpu (rows, 0, 0), ==, 13 + 36);
}

/* --- pixels ------------------------------------------------------------ */

static void
check_pixels (Fixture *fixture,
              ThRows  *rows,
              guint    cpu,
              gint64   from,
              gint64   to,
              guint    n)
{
  g_autofree ThPixel *pixels = g_new (ThPixel, n);
  g_autofree guint *before = g_new0 (guint, n + 2); /* events before pixel i */
  guint sum = 0;

  th_rows_get_pixels (rows, 0, cpu, from, to, n, pixels);
  for (guint i = 0; i < fixture->n[cpu]; i++)
    if (fixture->in[cpu][i] && fixture->events[cpu][i].time >= from &&
        fixture->events[cpu][i].time < to)
      before[(guint) ((double) (fixture->events[cpu][i].time - from) / (double) (to - from) *
                      n) + 1]++;
  for (guint i = 1; i <= n; i++)
    before[i] += before[i - 1];

  /* No row is lost, and none is more than a pixel from its place. */
  for (guint i = 0; i < n; i++)
    {
      sum += pixels[i].count;
      g_assert_cmphex (pixels[i].types, ==, 0);
      g_assert_cmpuint (sum, >=, before[i]);
      g_assert_cmpuint (sum, <=, before[MIN (i + 2, n)]);
    }
  g_assert_cmpuint (sum, ==, before[n]);
}

static void
test_pixels (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRows) rows = make_rows (fixture, 32768);
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);

  for (guint cpu = 0; cpu < 2; cpu++)
    {
      gint64 first = fixture->events[cpu][0].time;
      gint64 last = fixture->events[cpu][fixture->n[cpu] - 1].time;

      check_pixels (fixture, rows, cpu, first, last + 1, 1000);
      for (guint i = 0; i < 40; i++)
        {
          gint64 from = first + (gint64) ((last - first) * g_rand_double (rand));
          gint64 to =
            from + 100 + (gint64) ((last - from) * g_rand_double (rand) * g_rand_double (rand));

          check_pixels (fixture, rows, cpu, from, to, g_rand_int_range (rand, 1, 900));
        }
    }
}

/* If all rows match, the pixels are those of the CPU itself. */
static void
test_all_pixels (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree ThPixel *pixels = g_new (ThPixel, 777);
  g_autofree ThPixel *expected = g_new (ThPixel, 777);
  g_autoptr(ThRows) rows = NULL;
  gint64 first, last;

  for (guint i = 0; i < fixture->n[0]; i++)
    fixture->in[0][i] = TRUE;
  rows = make_rows (fixture, 32768);
  th_recording_get_range (fixture->recording, &first, &last);

  for (guint i = 1; i < 30; i++)
    {
      th_rows_get_pixels (rows, 0, 0, first, first + (last - first) / i, 777, pixels);
      th_cpu_get_pixels (th_stream_get_cpu (th_recording_get_stream (fixture->recording, 0), 0),
                         first, first + (last - first) / i, 777, expected);
      for (guint j = 0; j < 777; j++)
        g_assert_cmpuint (pixels[j].count, ==, expected[j].count);
    }
}

/* --- order ------------------------------------------------------------- */

static void
check_order (Fixture *fixture,
             ThRows  *rows,
             gint64   from,
             gint64   to)
{
  g_autoptr(ThOrder) whole = th_order_new_range (fixture->recording, NULL, 0, from, to);
  g_autoptr(ThOrder) order = th_order_new_rows (rows, NULL, 0, from, to);
  g_autoptr(ThCursor) walk = th_cursor_new (whole, 0);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  guint64 n = 0;
  ThRef ref, found;

  while (th_cursor_next (walk, &ref))
    {
      gint64 time = fixture->events[ref.cpu][ref.row].time;

      if (!fixture->in[ref.cpu][ref.row])
        {
          if (ref.row % 7 == 0)
            g_assert_cmpuint (th_order_find (order, ref), ==, G_MAXUINT64);
          continue;
        }
      g_assert_true (th_cursor_next (cursor, &found));
      g_assert_true (th_ref_equal (ref, found));
      if (n % 97 == 0)
        {
          g_assert_true (th_ref_equal (th_order_get (order, n), ref));
          g_assert_cmpuint (th_order_find (order, ref), ==, n);
          g_assert_cmpuint (th_order_lower_bound (order, time), <=, n);
          g_assert_cmpuint (th_order_lower_bound (order, time + 1), >, n);
        }
      n++;
    }

  g_assert_false (th_cursor_next (cursor, &found));
  g_assert_cmpuint (th_order_get_n (order), ==, n);
}

static void
test_order (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(ThRows) rows = make_rows (fixture, 32768);
  gint64 first, last;

  th_recording_get_range (fixture->recording, &first, &last);
  check_order (fixture, rows, G_MININT64, G_MAXINT64);
  check_order (fixture, rows, first + (last - first) / 3, first + (last - first) / 2);
}

/* --- growth ------------------------------------------------------------ */

typedef struct
{
  Fixture *fixture;
  ThRows  *rows;
  gint     done;
} Growth;

static gpointer
grow (gpointer data)
{
  Growth *growth = data;

  for (guint end = 1000; end < growth->fixture->n[0] + 1000; end += 1000)
    decide (growth->fixture, growth->rows, 0, MIN (end, growth->fixture->n[0]), 333);
  g_atomic_int_set (&growth->done, 1);
  return NULL;
}

/* A reader sees a correct partial result while another thread evaluates. */
static void
test_threads (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(ThRows) rows = th_rows_new (fixture->recording);
  Growth growth = { fixture, rows, 0 };
  g_autofree guint *rank = g_new0 (guint, fixture->n[0] + 1);
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  ThPixel pixel;
  GThread *thread;

  test_recording_write (fixture->recording, 0, fixture->events[0], fixture->n[0], 4096);
  for (guint i = 0; i < fixture->n[0]; i++)
    rank[i + 1] = rank[i] + fixture->in[0][i];

  thread = g_thread_new ("grow", grow, &growth);
  while (!g_atomic_int_get (&growth.done))
    {
      guint decided = th_rows_get_decided (rows, 0, 0);
      guint n_in = th_rows_get_n_cpu (rows, 0, 0);
      guint row = decided > 0 ? g_rand_int_range (rand, 0, decided) : 0;

      g_assert_cmpuint (n_in, >=, rank[decided]);
      if (decided == 0)
        continue;
      g_assert_cmpuint (th_rows_rank (rows, 0, 0, row), ==, rank[row]);
      if (fixture->in[0][row])
        g_assert_cmpuint (th_rows_select (rows, 0, 0, rank[row]), ==, row);
      th_rows_get_pixels (rows, 0, 0, fixture->events[0][0].time, fixture->events[0][row].time, 1,
                          &pixel);
      g_assert_cmpuint (pixel.count, <=, rank[row]);
    }
  g_thread_join (thread);
  g_assert_cmpuint (th_rows_get_n_cpu (rows, 0, 0), ==, rank[fixture->n[0]]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, data, func) \
  g_test_add (path, Fixture, data, fixture_set_up, func, fixture_tear_down)
  ADD ("/model/rows/counts", GUINT_TO_POINTER (N), test_counts);
  ADD ("/model/rows/counts-in-pieces", GUINT_TO_POINTER (321), test_counts);
  ADD ("/model/rows/memory", NULL, test_memory);
  ADD ("/model/rows/uniform", NULL, test_uniform);
  ADD ("/model/rows/nowhere", NULL, test_nowhere);
  ADD ("/model/rows/partial", NULL, test_partial);
  ADD ("/model/rows/pixels", NULL, test_pixels);
  ADD ("/model/rows/all-pixels", NULL, test_all_pixels);
  ADD ("/model/rows/order", NULL, test_order);
  ADD ("/model/rows/threads", NULL, test_threads);

  return g_test_run ();
}
