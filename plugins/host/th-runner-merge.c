/* th-runner-merge.c - the events and losses of all CPUs, merged in time order
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The order is that of ThOrder: time, stream, CPU, row.  Runs of rows of
 * unwanted types are skipped, as their times are not needed.
 */
#include "config.h"

#include "th-runner-merge.h"

void
th_runner_merge_init (Merge       *self,
                      ThRecording *recording,
                      guint8      *unwanted)
{
  guint n_streams = th_recording_get_n_streams (recording);
  guint n = 0;

  for (guint i = 0; i < n_streams; i++)
    n += th_stream_get_n_cpus (th_recording_get_stream (recording, i));

  *self = (Merge) { .unwanted = unwanted, .winner = TH_MERGE_NO_ITEM };
  self->tracks = g_new0 (Track, n + 1);
  self->losers = g_new0 (guint64, n + 1);
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
  self->track_bits = g_bit_storage (n);
}

void
th_runner_merge_clear (Merge *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    th_cpu_block_give_back (&self->tracks[i].block);
  g_free (self->tracks);
  g_free (self->losers);
}

/* --- tracks -------------------------------------------------------------- */

static G_NO_INLINE void
track_take_block (Track        *track,
                  const guint8 *unwanted,
                  guint32       row)
{
  ThCpuBlock *block = &track->block;

  th_cpu_block_move (block, track->cpu, row, track->end);
  track->wanted = 0;
  for (guint i = 0; i < block->n; i++)
    track->wanted |= (guint64) !unwanted[block->types[i]] << i;
}

/* Returns the first wanted row at or after @row, and loads its block; returns the track's end if
 * there is none. */
static inline guint32
track_find_wanted (Track        *track,
                   const guint8 *unwanted,
                   guint32       row)
{
  ThCpuBlock *block = &track->block;

  while (row < track->end)
    {
      guint64 left;

      if (row - block->first >= block->n)
        track_take_block (track, unwanted, row);
      left = track->wanted >> (row - block->first);
      if (left != 0)
        return row + __builtin_ctzll (left);
      row = block->first + block->n;
    }

  return row;
}

static G_NO_INLINE void
track_find_lost (Track *track)
{
  track->lost_row = track->lost < th_cpu_get_n_lost (track->cpu)
                    ? th_cpu_get_lost (track->cpu, track->lost).row : G_MAXUINT32;
  track->stop = MIN (track->end, track->lost_row);
  track->is_lost = FALSE;
}

static inline void
merge_pass (Merge   *self,
            Track   *track,
            guint32  row)
{
  __atomic_store_n (&self->n_done, self->n_done + (row - track->row), __ATOMIC_RELAXED);
  track->row = row;
}

/* Finds the next event or loss at or after @row.  Returns FALSE if there is none before the track's
 * end. */
static G_NO_INLINE gboolean
track_look_far (Merge   *self,
                Track   *track,
                guint32  row)
{
  row = track_find_wanted (track, self->unwanted, row);
  track->is_lost = track->lost_row <= row && track->lost_row < track->end;
  if (track->is_lost)
    row = track->lost_row;
  merge_pass (self, track, row);
  if (row >= track->end)
    return FALSE;

  /* A loss may be in an earlier block than the next wanted row. */
  track->time = track->is_lost ? th_cpu_get_time (track->cpu, row)
                               : th_cpu_block_get_time (&track->block, row - track->block.first);
  return TRUE;
}

/* Likewise, @n_passed rows after the last one.  Usually that is an event in the same block. */
static G_ALWAYS_INLINE inline gboolean
track_look (Merge *self,
            Track *track,
            guint  n_passed)
{
  const ThCpuBlock *block = &track->block;
  guint32 row = track->row + n_passed;
  guint i = row - block->first;
  guint64 left = i < block->n ? track->wanted >> i : 0;

  if (G_UNLIKELY (left == 0))
    return track_look_far (self, track, row);
  i += __builtin_ctzll (left);
  if (G_UNLIKELY (block->first + i >= track->stop))
    return track_look_far (self, track, row);

  merge_pass (self, track, block->first + i);
  track->time = th_cpu_block_get_time (block, i);
  return TRUE;
}

/* --- tournament --------------------------------------------------------- */

/* Keys do not distinguish times that are at least this long after the base: decades with few
 * tracks, 39 hours with 65,536.  So the base moves when such a key is the lowest.  That visits all
 * tracks, but 64-bit times have room for at most two moves per track. */
static inline guint64
merge_get_far (const Merge *self)
{
  return (TH_MERGE_NO_ITEM >> self->track_bits) - 1;
}

static inline guint64
merge_get_key (const Merge *self,
               guint        track,
               gint64       time)
{
  guint64 since = (guint64) time - (guint64) self->base;

  return MIN (since, merge_get_far (self)) << self->track_bits | track;
}

/* Plays the matches from the leaf of a track up to the root.  Each node keeps the loser of its
 * match, and the winner goes on; so a step compares once for each level.  No branch
 * depends on the result of a match, which a processor cannot predict. */
static inline guint64
merge_play (Merge   *self,
            guint    track,
            guint64  key)
{
  guint64 *losers = self->losers;

  for (gsize node = (track + self->n_tracks) / 2; node > 0; node /= 2)
    {
      guint64 other = losers[node];

      losers[node] = MAX (other, key);
      key = MIN (other, key);
    }

  return key;
}

/* Plays all matches below @node; returns the winner. */
static guint64
merge_play_all (Merge *self,
                guint  node)
{
  guint64 left, right;

  if (node >= self->n_tracks)
    {
      const Track *track = &self->tracks[node - self->n_tracks];

      return track->row < track->end ? merge_get_key (self, node - self->n_tracks, track->time)
             : TH_MERGE_NO_ITEM;
    }

  left = merge_play_all (self, 2 * node);
  right = merge_play_all (self, 2 * node + 1);
  self->losers[node] = MAX (left, right);
  return MIN (left, right);
}

/* Makes the earliest time of all tracks the base, and plays all matches. */
static G_NO_INLINE void
merge_rebase (Merge *self)
{
  gint64 base = G_MAXINT64;

  for (guint i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].row < self->tracks[i].end)
      base = MIN (base, self->tracks[i].time);
  self->base = base;
  self->winner = merge_play_all (self, 1);
}

/* An event at @until itself may still get a predecessor with the same time. */
void
th_runner_merge_open (Merge  *self,
                      gint64  until)
{
  for (guint i = 0; i < self->n_tracks; i++)
    {
      Track *track = &self->tracks[i];
      guint32 n_rows = th_cpu_get_n_rows (track->cpu);

      track->end = until == G_MAXINT64 ? n_rows : th_cpu_lower_bound (track->cpu, n_rows, until);
      track->end = MAX (track->end, track->row);
      track_find_lost (track);
      track_look (self, track, 0);
    }

  if (self->n_tracks > 0)
    merge_rebase (self);
}

void
th_runner_merge_step (Merge *self)
{
  guint number = merge_get_first (self);
  Track *track = &self->tracks[number];
  gboolean was_lost = track->is_lost;
  guint64 key = TH_MERGE_NO_ITEM;

  if (G_UNLIKELY (was_lost))
    {
      track->lost++;
      track_find_lost (track);
    }
  if (G_LIKELY (track_look (self, track, !was_lost)))
    key = merge_get_key (self, number, track->time);
  self->winner = merge_play (self, number, key);
  if (G_UNLIKELY (self->winner >> self->track_bits == merge_get_far (self)))
    merge_rebase (self);
}

/* --- payloads ------------------------------------------------------------ */

/* The rows of the track's block, from row @i on, whose payloads an analysis reads, as far as their
 * types are known. */
static guint64
track_list_read (const Track  *self,
                 Route *const *routes,
                 guint         i)
{
  guint64 rows = G_GUINT64_CONSTANT (1) << i;

  for (guint64 left = self->wanted >> i << i; left != 0; left &= left - 1)
    {
      guint at = __builtin_ctzll (left);
      const Route *route = routes[th_cpu_block_get_type (&self->block, at)];

      rows |= (guint64) (route != NULL && route->payload) << at;
    }
  return rows;
}

void
th_runner_track_read (Track        *self,
                      ThReader     *reader,
                      Route *const *routes)
{
  ThRef first = { self->stream, self->index, self->block.first };
  guint64 rows = track_list_read (self, routes, self->row - self->block.first);

  self->read_first = self->block.first;
  self->read = th_reader_get_payloads (reader, first, rows, self->payloads, &self->readable);
}
