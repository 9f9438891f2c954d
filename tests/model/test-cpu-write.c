/* test-cpu-write.c - what a loader promises about its events does not change what readers get
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same events are appended with a task for each event, every one compared with the one before;
 * and as changes of the task, with the promise that they ascend, to a CPU whose columns may be
 * decoded again.
 */
#include "model-fixture.h"
#include "th-column-cache.h"
#include "th-source.h"

#define N 60000
#define N_TYPES 300

static TestEvent *events; /* of all CPUs with a source */
static ThTasks *source_tasks;
static guint n_decoded; /* atomic */

/* Passes the events from @begin on in small batches, until no more are needed. */
static gboolean
decode (gpointer  source,
        gpointer  track,
        guint64   begin,
        guint64   end,
        ThRefill *refill)
{
  gboolean goes_on = TRUE;

  g_atomic_int_inc (&n_decoded);
  for (guint i = 0; i < N && goes_on; i++)
    if (events[i].place >= begin)
      {
        guint n = MIN (64, N - i);
        gint64 time[64];
        guint64 place[64];
        guint16 type[64];
        guint32 task[64];
        ThBatch batch = { n, time, place, type, task };

        for (guint j = 0; j < n; j++)
          {
            time[j] = events[i + j].time;
            place[j] = events[i + j].place;
            type[j] = events[i + j].type;
            task[j] = th_tasks_intern (source_tasks, events[i + j].pid);
          }
        goes_on = th_refill_add (refill, &batch);
        i += n - 1;
      }
  return TRUE;
}

static void
changed (gpointer source)
{
  g_assert_not_reached ();
}

static const ThColumnSource source = { decode, changed };

/* Appends the events [@from, @to) as task changes, with the promise that they ascend. */
static void
append_known (ThCpu   *cpu,
              ThTasks *tasks,
              guint    from,
              guint    to)
{
  g_autoptr(GArray) changes = g_array_new (FALSE, FALSE, sizeof (ThTaskChange));
  g_autoptr(GArray) switches = g_array_new (FALSE, FALSE, sizeof (ThSwitch));
  g_autofree gint64 *time = g_new (gint64, to - from);
  g_autofree guint64 *place = g_new (guint64, to - from);
  g_autofree guint16 *type = g_new (guint16, to - from);
  ThBatch batch = { .n = to - from, .time = time, .place = place, .type = type, .ascends = TRUE };

  for (guint i = 0; i < batch.n; i++)
    {
      const TestEvent *event = &events[from + i];
      ThTaskChange change = { i, th_tasks_intern (tasks, event->pid) };

      time[i] = event->time;
      place[i] = event->place;
      type[i] = event->type;
      if (i == 0 || event->pid != event[-1].pid)
        g_array_append_val (changes, change);
      if (event->next_pid >= 0)
        g_array_append_val (switches,
                            ((ThSwitch) { i, th_tasks_intern (tasks, event->next_pid) }));
    }
  batch.n_changes = changes->len;
  batch.changes = (const ThTaskChange *) changes->data;
  batch.n_switches = switches->len;
  batch.switches = (const ThSwitch *) switches->data;
  g_assert_cmpuint (th_cpu_append (cpu, &batch), ==, batch.n);
}

static void
assert_same_rows (ThCpu *a,
                  ThCpu *b)
{
  guint32 n = th_cpu_get_n_rows (a);
  g_autofree guint64 *counts_a = g_new0 (guint64, G_MAXUINT16 + 1);
  g_autofree guint64 *counts_b = g_new0 (guint64, G_MAXUINT16 + 1);

  g_assert_cmpuint (th_cpu_get_n_rows (b), ==, n);
  for (guint32 row = 0; row < n; row++)
    {
      g_assert_cmpint (th_cpu_get_time (a, row), ==, th_cpu_get_time (b, row));
      g_assert_cmpuint (th_cpu_get_place (a, row), ==, th_cpu_get_place (b, row));
      g_assert_cmpuint (th_cpu_get_type (a, row), ==, th_cpu_get_type (b, row));
      g_assert_cmpuint (th_cpu_get_task (a, row), ==, th_cpu_get_task (b, row));
    }

  g_assert_cmpuint (th_cpu_get_n_runs (a), ==, th_cpu_get_n_runs (b));
  for (guint32 i = 0; i < th_cpu_get_n_runs (a); i++)
    {
      ThRun x = th_cpu_get_run (a, i), y = th_cpu_get_run (b, i);

      g_assert_cmpint (x.begin, ==, y.begin);
      g_assert_cmpint (x.end, ==, y.end);
      g_assert_cmpuint (x.row, ==, y.row);
      g_assert_cmpuint (x.task, ==, y.task);
      g_assert_cmpuint (x.flags, ==, y.flags);
    }

  th_cpu_count_types (a, counts_a);
  th_cpu_count_types (b, counts_b);
  g_assert_cmpmem (counts_a, N_TYPES * sizeof (guint64), counts_b, N_TYPES * sizeof (guint64));
}

/* Appends @piece events at a time.  @ignored: as in th_cpu_set_ignored(), or NULL. */
static void
check (guint         piece,
       const guint8 *ignored)
{
  g_autoptr(ThRecording) plain = test_recording_new (1), known = test_recording_new (1);
  ThCpu *a = th_stream_get_cpu (th_recording_get_stream (plain, 0), 0);
  ThCpu *b = th_stream_get_cpu (th_recording_get_stream (known, 0), 0);

  events = test_events_random (23, N);
  source_tasks = th_recording_get_tasks (known);
  n_decoded = 0;
  th_cpu_set_source (b, th_recording_get_column_cache (known), &source, NULL, NULL);
  th_cpu_set_ignored (a, ignored);
  th_cpu_set_ignored (b, ignored);
  test_recording_write (plain, 0, events, N, piece);
  for (guint from = 0; from < N; from += piece)
    {
      guint to = MIN (from + piece, N);

      append_known (b, source_tasks, from, to);
      th_cpu_publish (b, to < N ? events[to - 1].time : G_MAXINT64);
    }

  assert_same_rows (a, b);
  g_assert_cmpuint (n_decoded, >, 0);
  g_free (events);
}

static void
test_pieces (void)
{
  /* Less than a unit, whole units, and units that begin and end anywhere. */
  static const guint pieces[] = { 1777, 2048, 5400, 30011, N };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    check (pieces[i], NULL);
}

static void
test_ignored (void)
{
  g_autofree guint8 *ignored = g_new0 (guint8, G_MAXUINT16 + 1);

  for (guint i = 0; i < N_TYPES; i += 7)
    ignored[i] = TRUE;
  check (5400, ignored);
}

/* --- one writes, others read ------------------------------------------- */

/* Reads published rows until all are published. */
static gpointer
read_while_written (gpointer data)
{
  ThCpu *cpu = data;
  g_autoptr(GRand) random = g_rand_new_with_seed (5);

  for (guint32 n = 0; n < N;)
    {
      const TestEvent *event;
      guint32 row;

      n = th_cpu_get_n_rows (cpu);
      if (n == 0)
        continue;
      /* The writer still holds the unit of the last rows. */
      row = g_rand_boolean (random) ? n - 1 : g_rand_int_range (random, 0, n);
      event = &events[row];
      g_assert_cmpint (th_cpu_get_time (cpu, row), ==, event->time);
      g_assert_cmpuint (th_cpu_get_place (cpu, row), ==, event->place);
      g_assert_cmpuint (th_cpu_get_type (cpu, row), ==, event->type);
      g_assert_cmpint (th_tasks_get_pid (source_tasks, th_cpu_get_task (cpu, row)), ==,
                       event->pid);
    }
  return NULL;
}

/* Most units contain a gap that is too long for their columns, so they are kept from there on,
 * while others read them. */
static void
add_gaps (void)
{
  for (guint i = 0; i < N; i++)
    events[i].time += i / 2000 * G_GINT64_CONSTANT (5000000000);
}

static void
test_threads (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (recording, 0), 0);
  GThread *threads[3];

  events = test_events_random (29, N);
  add_gaps ();
  source_tasks = th_recording_get_tasks (recording);
  th_column_cache_set_limit (th_recording_get_column_cache (recording), 1);
  th_cpu_set_source (cpu, th_recording_get_column_cache (recording), &source, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_while_written, cpu);
  for (guint from = 0; from < N; from += 97)
    {
      guint to = MIN (from + 97, N);

      append_known (cpu, source_tasks, from, to);
      th_cpu_publish (cpu, to < N ? events[to - 1].time : G_MAXINT64);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_free (events);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/cpu-write/pieces", test_pieces);
  g_test_add_func ("/model/cpu-write/ignored", test_ignored);
  g_test_add_func ("/model/cpu-write/threads", test_threads);
  return g_test_run ();
}
