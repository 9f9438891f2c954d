/* th-runner-merge.c - the events and losses of all CPUs, merged in time order
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The order is that of ThOrder: time, stream, CPU, row.  Runs of rows of
 * unwanted types are skipped, as their times are not needed.
 */
#include "config.h"

#include "th-runner-private.h"

void
th_runner_merge_init (Merge       *self,
                      ThRecording *recording,
                      guint8      *unwanted)
{
  guint n_streams = th_recording_get_n_streams (recording);
  guint n = 0;

  for (guint i = 0; i < n_streams; i++)
    n += th_stream_get_n_cpus (th_recording_get_stream (recording, i));

  *self = (Merge) { .unwanted = unwanted };
  self->tracks = g_new0 (Track, n + 1);
  self->heap = g_new0 (guint, n + 1);
  for (guint i = 0; i < n_streams; i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, j);

          self->tracks[self->n_tracks++] = (Track) { .cpu = cpu, .stream = i, .index = j,
                                                     .number = th_cpu_get_number (cpu) };
        }
    }
}

void
th_runner_merge_clear (Merge *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    th_cpu_block_give_back (&self->tracks[i].block);
  g_free (self->tracks);
  g_free (self->heap);
}

/* Returns the first wanted row at or after the track's, and loads its block; returns the
 * track's end if there is none. */
static guint32
track_find_wanted (Track        *track,
                   const guint8 *unwanted)
{
  ThCpuBlock *block = &track->block;
  guint32 row = track->row;

  while (row < track->end)
    {
      guint i = th_cpu_block_reach (block, track->cpu, row, track->end);

      while (i < block->n && unwanted[block->types[i]])
        i++;
      row = block->first + i;
      if (i < block->n)
        return row;
    }

  return row;
}

/* Finds the next event or loss.  Returns FALSE if there is none before the track's end. */
static gboolean
track_look (Merge *self,
            Track *track)
{
  guint32 row = track_find_wanted (track, self->unwanted);
  guint32 n_lost = th_cpu_get_n_lost (track->cpu);

  track->is_lost = FALSE;
  if (track->lost < n_lost)
    {
      ThLost lost = th_cpu_get_lost (track->cpu, track->lost);

      if (lost.row <= row && lost.row < track->end)
        {
          track->is_lost = TRUE;
          row = lost.row;
        }
    }

  __atomic_store_n (&self->n_done, self->n_done + (row - track->row), __ATOMIC_RELAXED);
  track->row = row;
  if (row >= track->end)
    return FALSE;

  /* A loss may be in an earlier block than the next wanted row. */
  track->time = track->is_lost ? th_cpu_get_time (track->cpu, row)
                               : th_cpu_block_get_time (&track->block, row - track->block.first);
  return TRUE;
}

/* --- heap -------------------------------------------------------------- */

static inline gboolean
comes_before (const Merge *self,
              guint        a,
              guint        b)
{
  gint64 time_a = self->tracks[a].time, time_b = self->tracks[b].time;

  return time_a < time_b || (time_a == time_b && a < b);
}

static void
merge_sift (Merge *self,
            guint  at)
{
  guint track = self->heap[at];

  for (guint child = 2 * at + 1; child < self->n_heap; child = 2 * at + 1)
    {
      if (child + 1 < self->n_heap && comes_before (self, self->heap[child + 1], self->heap[child]))
        child++;
      if (!comes_before (self, self->heap[child], track))
        break;
      self->heap[at] = self->heap[child];
      at = child;
    }

  self->heap[at] = track;
}

/* An event at @until itself may still get a predecessor with the same time. */
void
th_runner_merge_open (Merge  *self,
                      gint64  until)
{
  self->n_heap = 0;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      Track *track = &self->tracks[i];
      guint32 n_rows = th_cpu_get_n_rows (track->cpu);

      track->end = until == G_MAXINT64 ? n_rows : th_cpu_lower_bound (track->cpu, n_rows, until);
      track->end = MAX (track->end, track->row);
      if (track_look (self, track))
        self->heap[self->n_heap++] = i;
    }

  for (guint i = self->n_heap / 2; i-- > 0;)
    merge_sift (self, i);
}

Track *
th_runner_merge_peek (Merge *self)
{
  return self->n_heap > 0 ? &self->tracks[self->heap[0]] : NULL;
}

void
th_runner_merge_step (Merge *self)
{
  Track *track = th_runner_merge_peek (self);

  if (track->is_lost)
    track->lost++;
  else
    {
      track->row++;
      __atomic_store_n (&self->n_done, self->n_done + 1, __ATOMIC_RELAXED);
    }

  if (!track_look (self, track))
    self->heap[0] = self->heap[--self->n_heap];
  if (self->n_heap > 0)
    merge_sift (self, 0);
}
