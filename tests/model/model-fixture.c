/* model-fixture.c - recordings made from lists of events, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "model-fixture.h"

ThRecording *
test_recording_new (guint n_cpus)
{
  ThRecording *recording = th_recording_new ("test");
  ThStream *stream = th_recording_add_stream (recording, "",
                                              &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                              TH_PLACE_U16X4);

  for (guint i = 0; i < n_cpus; i++)
    th_stream_add_cpu (stream, i);

  return recording;
}

static void
write_piece (ThRecording     *recording,
             ThCpu           *cpu,
             const TestEvent *events,
             guint            n)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree gint64 *time = g_new (gint64, n);
  g_autofree guint64 *place = g_new (guint64, n);
  g_autofree guint16 *type = g_new (guint16, n);
  g_autofree guint32 *task = g_new (guint32, n);
  g_autofree ThSwitch *switches = g_new (ThSwitch, n);
  ThBatch batch = { n, time, place, type, task, 0, switches };

  for (guint i = 0; i < n; i++)
    {
      time[i] = events[i].time;
      place[i] = events[i].place;
      type[i] = events[i].type;
      task[i] = th_tasks_intern (tasks, events[i].pid);
      if (events[i].next_pid >= 0)
        switches[batch.n_switches++] = (ThSwitch) { i,
                                                    th_tasks_intern (tasks, events[i].next_pid) };
    }

  g_assert_cmpuint (th_cpu_append (cpu, &batch), ==, n);
}

void
test_recording_write (ThRecording     *recording,
                      guint            cpu,
                      const TestEvent *events,
                      guint            n,
                      guint            piece)
{
  ThCpu *track = th_stream_get_cpu (th_recording_get_stream (recording, 0), cpu);

  for (guint done = 0; done < n; done += piece)
    {
      guint step = MIN (piece, n - done);

      write_piece (recording, track, events + done, step);
      th_cpu_publish (track, events[done + step - 1].time);
    }

  th_cpu_publish (track, G_MAXINT64);
}

TestEvent *
test_events_random (guint32 seed,
                    guint   n)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  TestEvent *events = g_new (TestEvent, n);
  gint64 time = 1000000000 + g_rand_int_range (rand, 0, 1000);
  guint64 place = 16;
  gint32 pid = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean silence = g_rand_int_range (rand, 0, 5000) == 0;
      gboolean change = g_rand_int_range (rand, 0, 40) == 0;

      time += silence ? 7 * G_GINT64_CONSTANT (1000000000) : g_rand_int_range (rand, 0, 2000);
      place += g_rand_int_range (rand, 2, 40) * 4;
      events[i] = (TestEvent) { time, place, g_rand_int_range (rand, 0, 300), pid, -1 };
      if (change)
        events[i].next_pid = pid = g_rand_int_range (rand, 0, 3) == 0
                                   ? 0 : g_rand_int_range (rand, 1, 90000);
    }

  return events;
}
