/* th-recording-summary.c - event counts, time range and losses of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-summary.h"

static void
add_losses (ThLosses *losses,
            ThCpu    *cpu)
{
  guint32 n_lost = th_cpu_get_n_lost (cpu);

  losses->n_gaps += n_lost;
  for (guint32 i = 0; i < n_lost; i++)
    {
      gint64 n = th_cpu_get_lost (cpu, i).count;

      losses->n_known += MAX (n, 0);
      losses->has_unknown |= n < 0;
    }
}

guint32
th_stream_count_cpu (ThStream *stream,
                     guint     index,
                     ThRows   *rows)
{
  return rows != NULL ? th_rows_get_n_cpu (rows, th_stream_get_index (stream), index)
                      : th_cpu_get_n_rows (th_stream_get_cpu (stream, index));
}

/* The time of the event at index @i among those in @rows. */
static gint64
time_of (ThStream *stream,
         guint     index,
         ThRows   *rows,
         guint32   i)
{
  guint32 row = rows != NULL ? th_rows_select (rows, th_stream_get_index (stream), index, i) : i;

  return th_cpu_get_time (th_stream_get_cpu (stream, index), row);
}

void
th_stream_summarize (ThStream        *stream,
                     ThRows          *rows,
                     ThStreamSummary *summary)
{
  *summary = (ThStreamSummary) { .first = G_MAXINT64, .last = G_MININT64 };
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, i);
      guint32 n = th_stream_count_cpu (stream, i, rows);

      add_losses (&summary->losses, cpu);
      summary->n_all += rows != NULL ? th_cpu_get_n_rows (cpu) : n;
      if (n == 0)
        continue;

      summary->n_events += n;
      summary->first = MIN (summary->first, time_of (stream, i, rows, 0));
      summary->last = MAX (summary->last, time_of (stream, i, rows, n - 1));
    }
}

void
th_recording_sum_losses (ThRecording *recording,
                         ThLosses    *losses)
{
  *losses = (ThLosses) { 0 };
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        add_losses (losses, th_stream_get_cpu (stream, c));
    }
}

guint
th_recording_count_cpus (ThRecording *recording)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);
      guint64 part = th_recording_get_index (th_recording_get_stream_part (recording, s));

      for (guint c = 0; !th_stream_is_interface (stream) && c < th_stream_get_n_cpus (stream); c++)
        {
          guint64 key = part << 32 | th_stream_get_cpu_number (stream, c);

          g_hash_table_add (seen, g_memdup2 (&key, sizeof key));
        }
    }
  return g_hash_table_size (seen);
}

guint64
th_recording_count_events (ThRecording *recording,
                           gint64       from,
                           gint64       to)
{
  guint64 count = 0;

  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    {
      ThStream *stream = th_recording_get_stream (recording, s);

      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, c);
          guint32 n_rows = th_cpu_get_n_rows (cpu);

          count += th_cpu_lower_bound (cpu, n_rows, to) - th_cpu_lower_bound (cpu, n_rows, from);
        }
    }
  return count;
}
