/* test-order.c - compares global rows with a sorted list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model-fixture.h"
#include "th-order.h"

#define N_CPUS 9
#define N 4000

typedef struct
{
  gint64 time;
  ThRef  ref;
} Row;

typedef struct
{
  ThRecording *recording;
  GArray      *rows;  /* of Row, sorted */
} Fixture;

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->ref.cpu != y->ref.cpu)
    return x->ref.cpu - y->ref.cpu;
  return x->ref.row < y->ref.row ? -1 : 1;
}

/* CPUs with very different numbers of events, one of them empty, and many equal times. */
static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->recording = test_recording_new (N_CPUS);
  fixture->rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      guint n = cpu == 4 ? 0 : N / (cpu + 1);
      g_autofree TestEvent *events = test_events_random (cpu, n);

      for (guint i = 0; i < n; i++)
        {
          Row row = { events[i].time / 4000 * 4000, { 0, cpu, i } };

          events[i].time = row.time;
          g_array_append_val (fixture->rows, row);
        }
      test_recording_write (fixture->recording, cpu, events, n, 100);
    }

  g_array_sort (fixture->rows, compare_rows);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  g_array_unref (fixture->rows);
  th_recording_unref (fixture->recording);
}

static const Row *
row_at (Fixture *fixture,
        guint    row)
{
  return &g_array_index (fixture->rows, Row, row);
}

static void
test_cursor (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThOrder) order = th_order_new (fixture->recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  ThRef ref;

  g_assert_cmpuint (th_order_get_n (order), ==, fixture->rows->len);
  for (guint i = 0; i < fixture->rows->len; i++)
    {
      g_assert_true (th_cursor_next (cursor, &ref));
      g_assert_true (th_ref_equal (ref, row_at (fixture, i)->ref));
    }
  g_assert_false (th_cursor_next (cursor, &ref));
}

static void
test_get_and_find (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(ThOrder) order = th_order_new (fixture->recording);

  for (guint i = 0; i < fixture->rows->len; i += 3)
    {
      g_assert_true (th_ref_equal (th_order_get (order, i), row_at (fixture, i)->ref));
      g_assert_cmpuint (th_order_find (order, row_at (fixture, i)->ref), ==, i);
    }

  g_assert_cmpuint (th_order_find (order, (ThRef) { 0, 4, 0 }), ==, G_MAXUINT64);
  g_assert_cmpuint (th_order_find (order, (ThRef) { 0, 0, N }), ==, G_MAXUINT64);
  g_assert_cmpuint (th_order_find (order, (ThRef) { 3, 0, 0 }), ==, G_MAXUINT64);
}

/* Rows that are near each other and far apart, also with equal times. */
static void
test_find_many (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(ThOrder) order = th_order_new (fixture->recording);

  for (guint step = 1; step < fixture->rows->len; step = step * 3 + 1)
    {
      g_autoptr(GArray) refs = g_array_new (FALSE, FALSE, sizeof (ThRef));
      g_autofree guint64 *numbers = NULL;

      for (guint i = step / 2; i < fixture->rows->len; i += step)
        g_array_append_val (refs, row_at (fixture, i)->ref);
      numbers = g_new (guint64, refs->len);
      th_order_find_many (order, (const ThRef *) (gpointer) refs->data, refs->len, numbers);
      for (guint i = 0; i < refs->len; i++)
        g_assert_cmpuint (numbers[i], ==, step / 2 + i * step);
    }
}

static void
test_lower_bound (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(ThOrder) order = th_order_new (fixture->recording);

  for (guint i = 1; i < fixture->rows->len; i++)
    if (row_at (fixture, i)->time != row_at (fixture, i - 1)->time)
      g_assert_cmpuint (th_order_lower_bound (order, row_at (fixture, i)->time), ==, i);
  g_assert_cmpuint (th_order_lower_bound (order, G_MAXINT64), ==, fixture->rows->len);
}

static void
test_range (Fixture       *fixture,
            gconstpointer  data)
{
  const guint cpus[] = { 1, 7 };
  gint64 from = row_at (fixture, 500)->time;
  gint64 to = row_at (fixture, fixture->rows->len - 500)->time;
  g_autoptr(ThOrder) order = th_order_new_range (fixture->recording, cpus, 2, from, to);
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 2);
  guint64 n = 0;
  ThRef ref;

  for (guint i = 0; i < fixture->rows->len; i++)
    {
      const Row *row = row_at (fixture, i);

      if (row->time < from || row->time >= to || (row->ref.cpu != 1 && row->ref.cpu != 7))
        continue;
      g_assert_cmpuint (th_order_find (order, row->ref), ==, n);
      if (n++ < 2)
        continue;
      g_assert_true (th_cursor_next (cursor, &ref));
      g_assert_true (th_ref_equal (ref, row->ref));
    }

  g_assert_cmpuint (th_order_get_n (order), ==, n);
  g_assert_false (th_cursor_next (cursor, &ref));
}

/* A snapshot does not contain rows added after it. */
static void
test_snapshot (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (2);
  g_autofree TestEvent *events = test_events_random (1, 200);
  g_autoptr(ThOrder) empty = th_order_new (recording);
  g_autoptr(ThOrder) before = NULL;

  test_recording_write (recording, 0, events, 100, 7);
  before = th_order_new (recording);
  test_recording_write (recording, 1, events, 200, 7);

  g_assert_cmpuint (th_order_get_n (empty), ==, 0);
  g_assert_cmpuint (th_order_get_n (before), ==, 100);
  g_assert_true (th_ref_equal (th_order_get (before, 99), (ThRef) { 0, 0, 99 }));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("/model/order/cursor", test_cursor);
  ADD ("/model/order/get-and-find", test_get_and_find);
  ADD ("/model/order/find-many", test_find_many);
  ADD ("/model/order/lower-bound", test_lower_bound);
  ADD ("/model/order/range", test_range);
  g_test_add_func ("/model/order/snapshot", test_snapshot);

  return g_test_run ();
}
