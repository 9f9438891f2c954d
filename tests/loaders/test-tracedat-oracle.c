/* test-tracedat-oracle.c - compares each record with libtracecmd
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <trace-cmd.h>

#include "loader-fixture.h"

/* libtracecmd leaks the name of the clock, which it gets from sscanf(). */
__attribute__ ((visibility ("default"))) const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libtracecmd\nleak:vsscanf\n";
}

typedef struct
{
  ThRecording *recording;
  ThReader    *reader;
  guint16      stream;
  guint64      n;
} Compared;

static ThCpu *
cpu_by_number (ThStream *stream,
               guint     number,
               guint16  *index)
{
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_cpu_get_number (th_stream_get_cpu (stream, i)) == number)
      {
        *index = i;
        return th_stream_get_cpu (stream, i);
      }
  return NULL;
}

static void
compare_record (Compared          *self,
                struct tep_handle *tep,
                struct tep_record *record,
                ThCpu             *cpu,
                ThRef              ref)
{
  ThPayload payload;
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  struct tep_event *event = tep_find_event (tep, tep_data_type (tep, record));

  g_assert_cmpint (th_cpu_get_time (cpu, ref.row), ==, record->ts);
  g_assert_cmpint (th_tasks_get_pid (tasks, th_cpu_get_task (cpu, ref.row)), ==,
                   tep_data_pid (tep, record));
  g_assert_cmpstr (th_recording_get_type_name (self->recording, th_cpu_get_type (cpu, ref.row)), ==,
                   event->name);
  g_assert_cmpstr (th_recording_get_type_system (self->recording, th_cpu_get_type (cpu, ref.row)),
                   ==, event->system);
  g_assert_true (th_reader_get_payload (self->reader, ref, &payload));
  g_assert_cmpmem (payload.data, payload.size, record->data, record->size);
}

/* Payloads read as a block equal those read row by row.  Each block reads a different third of the
 * rows, so that pages are skipped, too. */
static void
compare_blocks (Compared *self,
                ThRef     first,
                guint32   n_rows)
{
  g_autoptr(ThReader) single = th_reader_new (self->recording);

  for (; first.row < n_rows; first.row += TH_BLOCK_ROWS)
    {
      guint n = MIN (TH_BLOCK_ROWS, n_rows - first.row);
      guint64 left = G_GUINT64_CONSTANT (0x9249249249249249) << first.row / TH_BLOCK_ROWS % 17;

      left &= G_MAXUINT64 >> (TH_BLOCK_ROWS - n);
      while (left != 0)
        {
          ThPayload payloads[TH_BLOCK_ROWS], payload;
          guint64 good, tried = th_reader_get_payloads (self->reader, first, left, payloads, &good);

          g_assert_cmpuint (tried, !=, 0);
          g_assert_cmpuint (tried & ~left, ==, 0);
          g_assert_cmpuint (good, ==, tried);
          for (left &= ~tried; tried != 0; tried &= tried - 1)
            {
              guint i = __builtin_ctzll (tried);

              g_assert_true (th_reader_get_payload (single,
                                                    (ThRef) { first.stream, first.cpu,
                                                              first.row + i }, &payload));
              g_assert_cmpmem (payloads[i].data, payloads[i].size, payload.data, payload.size);
              g_assert_cmpint (payloads[i].big_endian, ==, payload.big_endian);
            }
        }
    }
}

static void
compare_lost (ThCpu             *cpu,
              struct tep_record *record,
              guint32            row,
              guint32           *n_lost)
{
  ThLost lost;

  if (record->missed_events == 0)
    return;

  g_assert_cmpuint (*n_lost, <, th_cpu_get_n_lost (cpu));
  lost = th_cpu_get_lost (cpu, (*n_lost)++);
  g_assert_cmpuint (lost.row, ==, row);
  g_assert_cmpint (lost.count, ==, record->missed_events);
}

static void
compare_cpu (Compared              *self,
             struct tracecmd_input *handle,
             guint                  number)
{
  ThStream *stream = th_recording_get_stream (self->recording, self->stream);
  ThRef ref = { self->stream, 0, 0 };
  ThCpu *cpu = cpu_by_number (stream, number, &ref.cpu);
  struct tep_record *record;
  guint32 n_lost = 0;

  while ((record = tracecmd_read_data (handle, number)) != NULL)
    {
      g_assert_nonnull (cpu);
      g_assert_cmpuint (ref.row, <, th_cpu_get_n_rows (cpu));
      compare_record (self, tracecmd_get_tep (handle), record, cpu, ref);
      compare_lost (cpu, record, ref.row, &n_lost);
      tracecmd_free_record (record);
      ref.row++;
    }
  if (cpu != NULL)
    {
      g_assert_cmpuint (ref.row, ==, th_cpu_get_n_rows (cpu));
      g_assert_cmpuint (n_lost, ==, th_cpu_get_n_lost (cpu));
      compare_blocks (self, (ThRef) { self->stream, ref.cpu, 0 }, ref.row);
    }
  self->n += ref.row;
}

static void
compare_stream (Compared              *self,
                struct tracecmd_input *handle,
                const char            *name)
{
  guint n = th_recording_get_n_streams (self->recording);

  for (self->stream = 0; self->stream < n; self->stream++)
    if (strcmp (th_stream_get_name (th_recording_get_stream (self->recording, self->stream)),
                name) == 0)
      {
        for (int cpu = 0; cpu < tep_get_cpus (tracecmd_get_tep (handle)); cpu++)
          compare_cpu (self, handle, cpu);
        return;
      }
}

static void
test_records (gconstpointer data)
{
  g_autofree char *path = fixture_find_recording (data);
  struct tracecmd_input *handle;
  Compared self = { 0 };
  g_autoptr(GError) error = NULL;

  if (path == NULL)
    return;

  tracecmd_set_loglevel (TEP_LOG_NONE);
  handle = tracecmd_open (path, 0);
  self.recording = fixture_load (path, &error);
  g_assert_no_error (error);
  self.reader = th_reader_new (self.recording);

  compare_stream (&self, handle, "");
  for (int i = 0; i < tracecmd_buffer_instances (handle); i++)
    {
      struct tracecmd_input *buffer = tracecmd_buffer_instance_handle (handle, i);

      g_assert_nonnull (buffer);
      compare_stream (&self, buffer, tracecmd_buffer_instance_name (handle, i));
      tracecmd_close (buffer);
    }
  g_assert_cmpuint (self.n, ==, th_recording_get_n_events (self.recording));
  g_assert_cmpuint (self.n, >, 0);

  tracecmd_close (handle);
  th_reader_free (self.reader);
  th_recording_unref (self.recording);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const names[] = {
    "e1000-buffers.dat", "e1000-lost.dat", "e1000-clock-counter.dat", "e1000-v7-zstd.dat",
    "e1000-v7-none.dat",
    "e1000-v6.dat", "e1000-tcp.dat", "e1000-listen-tcp.dat", "e1000-agent-guest.dat",
    "e1000-clock-tsc2nsec.dat",
    "e1000-clock-date.dat", "e1000-fgraph-ev.dat", "e1000-stack.dat", "k612-rep.dat",
    "deep/lost-deep.dat",
    "deep/veth-gro-mix-deep.dat"
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strdup_printf ("/tracedat/oracle/%s", names[i]);

      g_test_add_data_func (path, names[i], test_records);
    }
  return g_test_run ();
}
