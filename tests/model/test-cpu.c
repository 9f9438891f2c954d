/* test-cpu.c - columns, index and runs against plain arrays
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "model-fixture.h"
#include "th-cpu-block.h"

#define N 150000

typedef struct
{
  TestEvent   *events;
  ThRecording *recording;
  ThCpu       *cpu;
} Fixture;

static void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->events = test_events_random (17, N);
  fixture->recording = test_recording_new (1);
  test_recording_write (fixture->recording, 0, fixture->events, N, 1777);
  fixture->cpu = th_stream_get_cpu (th_recording_get_stream (fixture->recording, 0), 0);
}

static void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  th_recording_unref (fixture->recording);
  g_free (fixture->events);
}

static void
test_columns (Fixture       *fixture,
              gconstpointer  data)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);

  g_assert_cmpuint (th_cpu_get_n_rows (fixture->cpu), ==, N);
  g_assert_cmpuint (th_cpu_get_n_backwards (fixture->cpu, NULL), ==, 0);

  for (guint i = 0; i < N; i++)
    {
      const TestEvent *event = &fixture->events[i];

      g_assert_cmpint (th_cpu_get_time (fixture->cpu, i), ==, event->time);
      g_assert_cmpuint (th_cpu_get_place (fixture->cpu, i), ==, event->place);
      g_assert_cmpuint (th_cpu_get_type (fixture->cpu, i), ==, event->type);
      g_assert_cmpint (th_tasks_get_pid (tasks, th_cpu_get_task (fixture->cpu, i)), ==, event->pid);
    }
}

/* Checks the rows of one block against the events that were written. */
static void
check_block (const ThCpuBlock *block,
             ThTasks          *tasks,
             const TestEvent  *events)
{
  guint64 same_type = 0, same_task = 0, types = 0;
  guint64 all = block->n < 64 ? (G_GUINT64_CONSTANT (1) << block->n) - 1 : G_MAXUINT64;
  guint32 task = th_cpu_block_get_task (block, block->n / 2);

  for (guint i = 0; i < block->n; i++)
    {
      const TestEvent *event = &events[block->first + i];

      g_assert_cmpint (th_cpu_block_get_time (block, i), ==, event->time);
      g_assert_cmpuint (th_cpu_block_get_type (block, i), ==, event->type);
      g_assert_cmpint (th_tasks_get_pid (tasks, th_cpu_block_get_task (block, i)), ==, event->pid);
      same_type |= (guint64) (event->type == events[block->first].type) << i;
      same_task |= (guint64) (event->pid == events[block->first + block->n / 2].pid) << i;
      types |= G_GUINT64_CONSTANT (1) << (event->type & 63);
    }

  g_assert_cmphex (th_cpu_block_find_type (block, all, events[block->first].type), ==, same_type);
  g_assert_cmphex (th_cpu_block_find_type (block, all & ~1, events[block->first].type), ==,
                   same_type & ~1);
  g_assert_cmphex (th_cpu_block_find_task (block, all, task), ==, same_task);
  g_assert_cmphex (th_cpu_block_find_task (block, all, task + 0x10000), ==, 0);
  g_assert_cmphex (th_cpu_block_get_mask (block), ==, types);
}

static void
test_blocks (Fixture       *fixture,
             gconstpointer  data)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);
  ThCpuBlock block = { 0, };
  guint32 n_rows = 0;

  for (guint32 row = 0; row < N; row += TH_BLOCK_ROWS)
    {
      th_cpu_block_take (&block, fixture->cpu, row + row % 50, N);
      g_assert_cmpuint (block.first, ==, row);
      n_rows += block.n;
      check_block (&block, tasks, fixture->events);
      th_cpu_block_give_back (&block);
      g_assert_cmpuint (block.n, ==, 0);
    }
  g_assert_cmpuint (n_rows, ==, N);

  /* Steps that stay in a block and steps that leave it, forwards and back. */
  for (guint32 row = 0, i; row < N; row += row % 91)
    {
      i = th_cpu_block_reach (&block, fixture->cpu, row, N);
      g_assert_cmpint (th_cpu_block_get_time (&block, i), ==, fixture->events[row].time);
      i = th_cpu_block_reach (&block, fixture->cpu, row / 2, N);
      g_assert_cmpint (th_cpu_block_get_time (&block, i), ==, fixture->events[row / 2].time);
      row += 7;
    }
  th_cpu_block_give_back (&block);
}

/* A block keeps its rows valid while the writer appends a time that does not fit the columns, and
 * a task number beyond 16 bits. */
static void
test_block_while_written (void)
{
  ThArena *arena = th_arena_new ();
  ThCpu *cpu = th_cpu_new (arena, 0, TH_PLACE_U32);
  const gint64 times[] = { 10, 20, 30, G_GINT64_CONSTANT (1) << 40 };
  const guint64 places[] = { 0, 8, 16, 24 };
  const guint16 types[] = { 1, 2, 1, 1 };
  const guint32 tasks[] = { 5, 65535, 5, 65536 + 5 };
  ThCpuBlock before, after;

  th_cpu_append (cpu, &(ThBatch) { 2, times, places, types, tasks, 0, NULL });
  th_cpu_publish (cpu, TH_TIME_NONE);
  th_cpu_block_take (&before, cpu, 1, th_cpu_get_n_rows (cpu));
  th_cpu_append (cpu, &(ThBatch) { 2, times + 2, places + 2, types + 2, tasks + 2, 0, NULL });
  th_cpu_publish (cpu, TH_TIME_NONE);
  th_cpu_block_take (&after, cpu, 1, th_cpu_get_n_rows (cpu));

  g_assert_cmpuint (before.n, ==, 2);
  g_assert_cmpint (th_cpu_block_get_time (&before, 1), ==, 20);
  g_assert_cmpuint (th_cpu_block_get_task (&before, 1), ==, 65535);
  g_assert_cmpuint (after.n, ==, 4);
  g_assert_cmpint (th_cpu_block_get_time (&after, 1), ==, 20);
  g_assert_cmpint (th_cpu_block_get_time (&after, 3), ==, G_GINT64_CONSTANT (1) << 40);
  g_assert_cmpuint (th_cpu_block_get_task (&after, 3), ==, 65541);
  g_assert_cmphex (th_cpu_block_find_task (&after, 0xf, 5), ==, 0x5);
  g_assert_cmphex (th_cpu_block_find_task (&after, 0xf, 65541), ==, 0x8);
  g_assert_cmphex (th_cpu_block_find_type (&after, 0xf, 1), ==, 0xd);

  th_cpu_free (cpu);
  th_arena_free (arena);
}

/* Compared with a count over the columns, after each appended piece. */
static void
check_counts (ThCpu *cpu,
              guint  n_tasks)
{
  g_autofree guint64 *types = g_new0 (guint64, TH_TYPE_OTHER + 1);
  g_autofree guint64 *tasks = g_new0 (guint64, n_tasks);

  th_cpu_count_types (cpu, types);
  th_cpu_count_tasks (cpu, tasks, n_tasks);
  for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
    {
      types[th_cpu_get_type (cpu, row)]--;
      if (th_cpu_get_task (cpu, row) < n_tasks)
        tasks[th_cpu_get_task (cpu, row)]--;
    }
  for (guint i = 0; i <= TH_TYPE_OTHER; i++)
    g_assert_cmpuint (types[i], ==, 0);
  for (guint i = 0; i < n_tasks; i++)
    g_assert_cmpuint (tasks[i], ==, 0);
}

static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  guint n_tasks = th_tasks_get_n (th_recording_get_tasks (fixture->recording));
  g_autoptr(ThRecording) long_one = test_recording_new (1);

  check_counts (fixture->cpu, n_tasks);
  check_counts (fixture->cpu, n_tasks / 2);

  /* So many that neighbors are counted separately. */
  for (guint i = 0; i < 2; i++)
    test_recording_write (long_one, 0, fixture->events, N, 1777);
  check_counts (th_stream_get_cpu (th_recording_get_stream (long_one, 0), 0), n_tasks);
}

/* Adjacent switches, switches at the edges of batches and losses, from a task to itself and to an
 * unknown one; tasks whose numbers need 32 bits. */
static void
test_counts_odd (void)
{
  static const guint32 names[] = { 0, 1, 2, 70000, TH_TASK_NONE };
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < 30; round++)
    {
      g_autoptr(ThRecording) recording = test_recording_new (1);
      ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);

      for (gint64 time = 0; time < 200; time += 10)
        {
          guint32 n = g_rand_int_range (rand, 1, 10), n_switches = 0;
          gint64 times[10];
          guint64 places[10] = { 0 };
          guint16 types[10];
          guint32 tasks[10];
          ThSwitch switches[10];

          for (guint32 i = 0; i < n; i++)
            {
              times[i] = time + i;
              types[i] = g_rand_int_range (rand, 0, 3) == 0 ? TH_TYPE_OTHER : i;
              tasks[i] = names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];
              if (g_rand_boolean (rand))
                switches[n_switches++] =
                  (ThSwitch) { i, names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))] };
            }
          if (g_rand_int_range (rand, 0, 4) == 0)
            th_cpu_append_lost (cpu, 1);
          th_cpu_append (cpu, &(ThBatch) { n, times, places, types, tasks, n_switches, switches });
          th_cpu_publish (cpu, TH_TIME_NONE);
          check_counts (cpu, 70001);
        }
    }
}

static void
test_lower_bound (Fixture       *fixture,
                  gconstpointer  data)
{
  for (guint i = 1; i < N; i += 37)
    {
      gint64 time = fixture->events[i].time;
      guint first = i;

      while (first > 0 && fixture->events[first - 1].time >= time)
        first--;
      g_assert_cmpuint (th_cpu_lower_bound (fixture->cpu, N, time), ==, first);
      g_assert_cmpuint (th_cpu_lower_bound (fixture->cpu, first, time), ==, first);
    }

  g_assert_cmpuint (th_cpu_lower_bound (fixture->cpu, N, G_MININT64), ==, 0);
  g_assert_cmpuint (th_cpu_lower_bound (fixture->cpu, N, G_MAXINT64), ==, N);
  g_assert_cmpuint (th_cpu_lower_bound (fixture->cpu, 0, 5), ==, 0);
}

/* Without columns the row is known but for a block. */
static void
test_guess_lower_bound (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  gint64 begin = fixture->events[0].time - 5, end = fixture->events[N - 1].time + 5;

  for (guint i = 0; i < 20000; i++)
    {
      guint32 low = g_rand_int_range (rand, 0, N);
      guint32 high = low + g_rand_int_range (rand, 0, i % 2 ? 300 : N);
      gint64 time = i % 3 == 0 ? fixture->events[low].time + g_rand_int_range (rand, -2, 3)
                               : begin + (gint64) (g_rand_double (rand) * (end - begin));
      guint32 first, last, found;

      high = MIN (high, N);
      found = th_cpu_lower_bound_between (fixture->cpu, low, high, time);
      th_cpu_guess_lower_bound (fixture->cpu, low, high, time, &first, &last);
      g_assert_cmpuint (first, >=, low);
      g_assert_cmpuint (first, <=, found);
      g_assert_cmpuint (last, >=, found);
      g_assert_cmpuint (last, <=, high);
      g_assert_cmpuint (last - first, <=, TH_BLOCK_ROWS);
    }
}

/* In spans from inside a block to many blocks, against the events themselves. */
static void
test_has_rows (Fixture       *fixture,
               gconstpointer  data)
{
  static const gint64 lengths[] = { 0, 1, 20, 1000, 100000, 10000000 };
  guint n_found = 0, n_tried = 0;

  for (guint i = 1; i < N; i += 97)
    for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
      {
        /* Between two events, or at the first. */
        gint64 from = fixture->events[i - 1].time + 1, to = from + lengths[l];
        guint first = i - 1;
        gboolean expected;

        while (first < N && fixture->events[first].time < from)
          first++;
        expected = first < N && fixture->events[first].time <= to;
        g_assert_cmpint (th_cpu_has_rows_between (fixture->cpu, N, from, to), ==, expected);
        n_found += expected;
        n_tried++;
      }

  g_assert_cmpuint (n_found, >, 0);
  g_assert_cmpuint (n_found, <, n_tried);
  g_assert_true (th_cpu_has_rows_between (fixture->cpu, N, G_MININT64, G_MAXINT64));
  g_assert_false (th_cpu_has_rows_between (fixture->cpu, N, G_MAXINT64, G_MININT64));
  g_assert_false (th_cpu_has_rows_between (fixture->cpu, 0, G_MININT64, G_MAXINT64));
}

static guint
pixel_of (gint64 time,
          gint64 from,
          gint64 to,
          guint  n)
{
  guint pixel = (__int128) (time - from) * n / (to - from);

  while (pixel + 1 < n && from + (gint64) ((__int128) (to - from) * (pixel + 1) / n) <= time)
    pixel++;
  return pixel;
}

/* Counts add up, no event moves by more than a pixel, and no type is lost. */
static void
check_pixels (Fixture *fixture,
              gint64   from,
              gint64   to,
              guint    n)
{
  g_autofree ThPixel *pixels = g_new (ThPixel, n);
  guint64 exact = 0, drawn = 0, ahead = 0;

  th_cpu_get_pixels (fixture->cpu, from, to, n, pixels);

  for (guint i = 0; i < N; i++)
    {
      gint64 time = fixture->events[i].time;
      guint64 bit = G_GUINT64_CONSTANT (1) << (fixture->events[i].type & 63);
      guint pixel;

      if (time < from || time >= to)
        continue;
      exact++;
      pixel = pixel_of (time, from, to, n);
      g_assert_true ((pixels[pixel].types & bit) != 0 ||
                     (pixel > 0 && (pixels[pixel - 1].types & bit) != 0));
    }

  for (guint i = 0; i < n; i++)
    drawn += pixels[i].count;
  g_assert_cmpuint (drawn, ==, exact);

  /* Events are only ever moved to the pixel before. */
  for (guint i = 0, row = 0; i < n; i++)
    {
      gint64 right = from + (gint64) ((__int128) (to - from) * (i + 1) / n);
      guint64 until = 0;

      for (; row < N && fixture->events[row].time < right; row++)
        until += fixture->events[row].time >= from;
      ahead += pixels[i].count;
      ahead -= until;
      g_assert_cmpint ((gint64) ahead, >=, 0);
      if (i + 1 < n)
        g_assert_cmpint ((gint64) ahead, <=, pixels[i].count);
    }
}

static void
test_pixels (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);
  gint64 first = fixture->events[0].time;
  gint64 last = fixture->events[N - 1].time;

  check_pixels (fixture, first, last + 1, 2000);
  check_pixels (fixture, first - 1000000, last + 1000000, 7);
  check_pixels (fixture, first, first + 3, 2000);
  for (guint i = 0; i < 60; i++)
    {
      gint64 span = 1 + (last - first) / (1 << g_rand_int_range (rand, 0, 24));
      gint64 from = first + (gint64) (g_rand_double (rand) * (last - first - span));

      check_pixels (fixture, from, from + span, g_rand_int_range (rand, 1, 2000));
    }
}

/* A damaged time stamp must not break the arithmetic of everything else. */
static void
test_pixels_all_time (void)
{
  TestEvent events[] = { { -9000000000000000000, 0, 1, 0, -1 }, { 5, 4, 2, 0, -1 },
                         { 9000000000000000000, 8, 3, 0, -1 } };
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  ThPixel pixels[100];
  ThTaskPixel tasks[100];

  test_recording_write (recording, 0, events, 3, 3);
  th_cpu_get_pixels (cpu, G_MININT64 + 1, G_MAXINT64, 100, pixels);
  th_cpu_get_task_pixels (cpu, G_MININT64 + 1, G_MAXINT64, 100, tasks);
  g_assert_cmpuint (pixels[1].count, ==, 1);
  g_assert_cmpuint (pixels[50].count, ==, 1);
  g_assert_cmpuint (pixels[98].count, ==, 1);
}

/* The runs, derived again from the events. */
static void
test_runs (Fixture       *fixture,
           gconstpointer  data)
{
  ThTasks *tasks = th_recording_get_tasks (fixture->recording);
  guint32 run = 0;
  gint32 pid = -1;

  for (guint i = 0; i < N; i++)
    {
      const TestEvent *event = &fixture->events[i];

      if (event->pid != pid)
        {
          g_assert_cmpuint (th_cpu_get_run (fixture->cpu, run).row, ==, i);
          g_assert_cmpuint (th_cpu_get_run (fixture->cpu, run).flags, ==, TH_RUN_INFERRED);
          run++;
        }
      pid = event->pid;
      if (event->next_pid >= 0)
        {
          ThRun got = th_cpu_get_run (fixture->cpu, run);

          g_assert_cmpint (th_tasks_get_pid (tasks, got.task), ==, event->next_pid);
          g_assert_cmpint (got.begin, ==, event->time);
          g_assert_cmpuint (got.flags, ==, 0);
          if (run + 1 < th_cpu_get_n_runs (fixture->cpu))
            g_assert_cmpint (got.end, ==, th_cpu_get_run (fixture->cpu, run + 1).begin);
          run++;
          pid = event->next_pid;
        }
    }

  g_assert_cmpuint (th_cpu_get_n_runs (fixture->cpu), ==, run);
  g_assert_cmpuint (th_cpu_get_n_exact_runs (fixture->cpu), ==, run - 1);
  g_assert_cmpint (th_cpu_get_run (fixture->cpu, run - 1).end, ==, fixture->events[N - 1].time);
}

/* The run at @time, by looking at all of them. */
static guint32
scan_runs (const ThCpu *cpu,
           gint64       time)
{
  guint32 found = G_MAXUINT32;

  for (guint32 i = 0; i < th_cpu_get_n_runs (cpu); i++)
    if (th_cpu_get_run (cpu, i).begin <= time)
      found = i;
  return found;
}

static void
test_find_run (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  guint32 n = th_cpu_get_n_runs (fixture->cpu);
  gint64 first = fixture->events[0].time, last = fixture->events[N - 1].time;

  for (guint i = 0; i < 200; i++)
    {
      guint32 at = g_rand_int_range (rand, 0, n);
      gint64 begin = th_cpu_get_run (fixture->cpu, at).begin;
      gint64 times[] = { begin, begin - 1, begin + 1, first - 1, last + 1,
                         first + (gint64) (g_rand_double (rand) * (last - first)) };
      guint32 near[] = { 0, at, at + 1, at - 1, n - 1, n, G_MAXUINT32,
                         g_rand_int_range (rand, 0, n) };

      for (guint t = 0; t < G_N_ELEMENTS (times); t++)
        {
          guint32 run = scan_runs (fixture->cpu, times[t]);

          g_assert_cmpuint (th_cpu_find_run (fixture->cpu, times[t]), ==, run);
          for (guint k = 0; k < G_N_ELEMENTS (near); k++)
            g_assert_cmpuint (th_cpu_find_run_near (fixture->cpu, times[t], near[k]), ==, run);
        }
    }
}

static gint64
busy_between (Fixture *fixture,
              gint64   from,
              gint64   to)
{
  gint64 busy = 0;

  for (guint32 i = 0; i < th_cpu_get_n_runs (fixture->cpu); i++)
    {
      ThRun run = th_cpu_get_run (fixture->cpu, i);
      gint64 length = MIN (run.end, to) - MAX (run.begin, from);

      if (run.task != TH_TASK_IDLE && length > 0)
        busy += length;
    }

  return busy;
}

static void
test_busy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  gint64 first = fixture->events[0].time;
  gint64 last = fixture->events[N - 1].time;

  for (guint i = 0; i < 200; i++)
    {
      gint64 span = 1 + (last - first) / (1 << g_rand_int_range (rand, 0, 20));
      gint64 from = first + (gint64) (g_rand_double (rand) * (last - first - span));

      g_assert_cmpint (th_cpu_get_busy (fixture->cpu, from, from + span), ==,
                       busy_between (fixture, from, from + span));
    }

  g_assert_cmpint (th_cpu_get_busy (fixture->cpu, G_MININT64, G_MAXINT64), ==,
                   busy_between (fixture, G_MININT64 / 2, G_MAXINT64 / 2));
}

/* Groups of sixteen runs that a pixel's edge cuts are divided by time if they are not longer than
 * a pixel; at worst, a quarter of a pixel goes to the wrong side of each edge. */
#define BUSY_OFF 128

/* Returns whether that many runs can have been divided. */
static gboolean
holds_many_runs (Fixture *fixture,
                 gint64   from,
                 gint64   to)
{
  guint32 first = th_cpu_find_run (fixture->cpu, from);

  return th_cpu_find_run (fixture->cpu, to) - (first == G_MAXUINT32 ? 0 : first) >= 15;
}

/* The inner pixels are the same, whatever range is requested around them. */
static void
check_part (Fixture           *fixture,
            const ThTaskPixel *pixels,
            gint64             from,
            gint64             length,
            guint              n)
{
  g_autofree ThTaskPixel *part = g_new (ThTaskPixel, n);
  guint first = n / 3, last = n - n / 4;

  th_cpu_get_task_pixels (fixture->cpu, from + first * length, from + last * length, last - first,
                          part);
  for (guint i = first; i < last; i++)
    {
      g_assert_cmpuint (part[i - first].busy, ==, pixels[i].busy);
      g_assert_cmpuint (part[i - first].task, ==, pixels[i].task);
      g_assert_cmpuint (part[i - first].run, ==, pixels[i].run);
    }
}

static void
check_task_pixels (Fixture *fixture,
                   gint64   from,
                   gint64   to,
                   guint    n)
{
  g_autofree ThTaskPixel *pixels = g_new (ThTaskPixel, n);
  gint64 left = from, sum = 0;

  th_cpu_get_task_pixels (fixture->cpu, from, to, n, pixels);

  for (guint i = 0; i < n; i++)
    {
      gint64 right = from + (gint64) ((__int128) (to - from) * (i + 1) / n);
      gint64 busy = busy_between (fixture, left, right);
      guint want = MIN (255.0 * busy / MAX (right - left, 1), 255);
      guint off = holds_many_runs (fixture, left - (right - left), right + (right - left))
                  ? BUSY_OFF : 0;

      g_assert_cmpint (pixels[i].busy, >=, (gint) want - (gint) off);
      g_assert_cmpint (pixels[i].busy, <=, MAX (want, 1) + off);
      sum += (gint) pixels[i].busy - (gint) want;
      if (pixels[i].run != G_MAXUINT32)
        {
          ThRun run = th_cpu_get_run (fixture->cpu, pixels[i].run);

          g_assert_cmpint (run.begin, <=, left);
          g_assert_cmpint (run.end, >=, right);
          g_assert_cmpuint (pixels[i].task, ==, run.task);
        }
      left = right;
    }

  /* An error of one pixel is compensated in the next. */
  g_assert_cmpint (ABS (sum), <=, n + 2 * BUSY_OFF);
  if ((to - from) % n == 0)
    check_part (fixture, pixels, from, (to - from) / n, n);
}

static void
test_task_pixels (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (9);
  gint64 first = fixture->events[0].time;
  gint64 last = fixture->events[N - 1].time;

  check_task_pixels (fixture, first, last, 150);
  for (guint i = 0; i < 20; i++)
    {
      gint64 span = 1000 + (last - first) / (1 << g_rand_int_range (rand, 0, 20));
      gint64 from = first + (gint64) (g_rand_double (rand) * (last - first - span));
      guint n = g_rand_int_range (rand, 4, 150);

      check_task_pixels (fixture, from, from + span, n);
      check_task_pixels (fixture, from, from + span - span % n, n);
    }
}

/* Columns, runs and pixels do not depend on the pieces in which events are appended. */
static void
test_pieces (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(ThRecording) one = test_recording_new (1);
  ThCpu *whole;
  ThPixel a[500], b[500];
  ThTaskPixel c[500], d[500];
  gint64 first = fixture->events[0].time, last = fixture->events[N - 1].time;

  test_recording_write (one, 0, fixture->events, N, N);
  whole = th_stream_get_cpu (th_recording_get_stream (one, 0), 0);

  g_assert_cmpuint (th_cpu_get_n_runs (whole), ==, th_cpu_get_n_runs (fixture->cpu));
  for (guint i = 0; i < th_cpu_get_n_runs (whole); i++)
    g_assert_cmpuint (th_cpu_get_run (whole, i).row, ==, th_cpu_get_run (fixture->cpu, i).row);
  for (gint64 span = last - first; span > 500; span /= 3)
    {
      memset (c, 0, sizeof c);
      memset (d, 0, sizeof d);
      th_cpu_get_pixels (whole, first, first + span, 500, a);
      th_cpu_get_pixels (fixture->cpu, first, first + span, 500, b);
      th_cpu_get_task_pixels (whole, first, first + span, 500, c);
      th_cpu_get_task_pixels (fixture->cpu, first, first + span, 500, d);
      for (guint i = 0; i < 500; i++)
        {
          g_assert_cmpuint (a[i].count, ==, b[i].count);
          g_assert_cmpuint (a[i].types, ==, b[i].types);
          g_assert_cmpuint (c[i].task, ==, d[i].task);
          g_assert_cmpuint (c[i].busy, ==, d[i].busy);
          g_assert_cmpuint (c[i].run, ==, d[i].run);
        }
    }
}

/* A row with an earlier time gets the time of the previous row and is counted; rows that are very
 * far apart, next to others, keep their exact times. */
static void
test_odd_times (void)
{
  TestEvent events[] = {
    { 100, 16, 1, 7, -1 }, { 90, 20, 1, 7, -1 }, { 110, 24, 1, 7, -1 },
    { 110 + G_GINT64_CONSTANT (0x200000000), 28, 2, 7, -1 },
    { 111 + G_GINT64_CONSTANT (0x200000000), 4000000, 3, 8, -1 },
    { 112 + G_GINT64_CONSTANT (0x200000000), 8, 3, 8, -1 }
  };
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  GString *text = g_string_new (NULL);
  gint64 first;

  test_recording_write (recording, 0, events, G_N_ELEMENTS (events), 2);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT "@%" G_GUINT64_FORMAT " ",
                            th_cpu_get_time (cpu, i), th_cpu_get_place (cpu, i));

  g_assert_cmpstr (text->str, ==,
                   "100@16 100@20 110@24 8589934702@28 8589934703@4000000 8589934704@8 ");
  g_assert_cmpuint (th_cpu_get_n_backwards (cpu, &first), ==, 1);
  g_assert_cmpint (first, ==, 100);
  g_string_free (text, TRUE);
}

/* From the maximum time to the minimum: backwards, although the difference wraps to a short step.
 * */
static void
test_wrapped_times (void)
{
  TestEvent events[] = {
    { G_MAXINT64 - 200, 16, 1, 7, -1 }, { G_MAXINT64 - 100, 20, 1, 7, -1 },
    { G_MININT64 + 300, 24, 1, 7, -1 }, { G_MININT64 + 400, 28, 1, 7, -1 }
  };
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);

  test_recording_write (recording, 0, events, G_N_ELEMENTS (events), 4);
  for (guint i = 1; i < G_N_ELEMENTS (events); i++)
    g_assert_cmpint (th_cpu_get_time (cpu, i), ==, G_MAXINT64 - 100);
  g_assert_cmpuint (th_cpu_get_n_backwards (cpu, NULL), ==, 2);
}

static void
test_lost (void)
{
  TestEvent events[] = { { 10, 0, 1, 7, -1 }, { 20, 4, 1, 7, 8 }, { 50, 8, 1, 9, -1 },
                         { 60, 12, 1, 9, -1 } };
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  GString *text = g_string_new (NULL);

  th_cpu_append_lost (cpu, 3);
  test_recording_write (recording, 0, events, 2, 2);
  th_cpu_append_lost (cpu, 5);
  th_cpu_append_lost (cpu, 6);
  test_recording_write (recording, 0, events + 2, 1, 1);
  th_cpu_append_lost (cpu, -1);
  th_cpu_append_lost (cpu, 6);
  test_recording_write (recording, 0, events + 3, 1, 1);
  th_cpu_append_lost (cpu, 2);
  th_cpu_publish (cpu, G_MAXINT64);

  for (guint i = 0; i < th_cpu_get_n_lost (cpu); i++)
    {
      ThLost lost = th_cpu_get_lost (cpu, i);

      g_string_append_printf (text, "%u:%d[%d %d] ", lost.row, (int) lost.count,
                              lost.from == TH_TIME_NONE ? -1 : (int) lost.from, (int) lost.to);
    }
  g_assert_cmpstr (text->str, ==, "0:3[-1 10] 2:11[20 50] 3:-1[50 60] 4:2[60 60] ");

  g_string_truncate (text, 0);
  for (guint i = 0; i < th_cpu_get_n_runs (cpu); i++)
    {
      ThRun run = th_cpu_get_run (cpu, i);

      g_string_append_printf (text, "%u:%d[%d %d]%u ", run.row,
                              th_tasks_get_pid (th_recording_get_tasks (recording), run.task),
                              (int) run.begin, (int) run.end, run.flags);
    }
  /* The task after the switch is known until its last event before the loss. */
  g_assert_cmpstr (text->str, ==, "0:7[10 20]3 1:8[20 20]0 2:9[50 50]3 3:9[60 60]3 ");
  g_string_free (text, TRUE);
}

/* --- one writes, others read ------------------------------------------- */

static gpointer
read_while_written (gpointer data)
{
  Fixture *fixture = data;
  ThCpu *cpu = fixture->cpu;
  g_autofree ThPixel *pixels = g_new (ThPixel, 300);
  g_autofree ThTaskPixel *tasks = g_new (ThTaskPixel, 300);
  gint64 first = fixture->events[0].time, last = fixture->events[N - 1].time;

  for (guint32 n = 0; n < N;)
    {
      guint64 drawn = 0;

      n = th_cpu_get_n_rows (cpu);
      if (n == 0)
        continue;
      g_assert_cmpint (th_cpu_get_time (cpu, n - 1), ==, fixture->events[n - 1].time);
      g_assert_cmpuint (th_cpu_get_place (cpu, n - 1), ==, fixture->events[n - 1].place);
      th_cpu_get_pixels (cpu, first, last + 1, 300, pixels);
      th_cpu_get_task_pixels (cpu, first, last + 1, 300, tasks);
      for (guint i = 0; i < 300; i++)
        drawn += pixels[i].count;
      g_assert_cmpuint (drawn, >=, n);
    }

  return NULL;
}

static void
test_threads (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autofree TestEvent *events = test_events_random (17, N);
  Fixture fixture = { events, recording,
                      th_stream_get_cpu (th_recording_get_stream (recording, 0), 0) };
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_while_written, &fixture);
  test_recording_write (recording, 0, events, N, 97);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* An event takes 10.25 bytes, and the index little more. */
static void
test_memory (void)
{
  guint n = 4000000;
  g_autofree TestEvent *events = g_new (TestEvent, n);
  g_autoptr(ThRecording) recording = test_recording_new (1);

  for (guint i = 0; i < n; i++)
    events[i] = (TestEvent) { i * G_GINT64_CONSTANT (100), i * G_GUINT64_CONSTANT (40), i % 100,
                              i / 50 % 500, -1 };
  test_recording_write (recording, 0, events, n, 13000);

  g_test_message ("%.2f bytes an event", th_recording_get_memory (recording) / (double) n);
  g_assert_cmpfloat (th_recording_get_memory (recording) / (double) n, <, 11.5);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("/model/cpu/columns", test_columns);
  ADD ("/model/cpu/lower-bound", test_lower_bound);
  ADD ("/model/cpu/guess-lower-bound", test_guess_lower_bound);
  ADD ("/model/cpu/has-rows", test_has_rows);
  ADD ("/model/cpu/blocks", test_blocks);
  ADD ("/model/cpu/counts", test_counts);
  g_test_add_func ("/model/cpu/counts-odd", test_counts_odd);
  ADD ("/model/cpu/pixels", test_pixels);
  ADD ("/model/cpu/runs", test_runs);
  ADD ("/model/cpu/find-run", test_find_run);
  ADD ("/model/cpu/busy", test_busy);
  ADD ("/model/cpu/task-pixels", test_task_pixels);
  ADD ("/model/cpu/pieces", test_pieces);
  g_test_add_func ("/model/cpu/pixels-all-time", test_pixels_all_time);
  g_test_add_func ("/model/cpu/odd-times", test_odd_times);
  g_test_add_func ("/model/cpu/block-while-written", test_block_while_written);
  g_test_add_func ("/model/cpu/wrapped-times", test_wrapped_times);
  g_test_add_func ("/model/cpu/lost", test_lost);
  g_test_add_func ("/model/cpu/threads", test_threads);
  g_test_add_func ("/model/cpu/memory", test_memory);

  return g_test_run ();
}
