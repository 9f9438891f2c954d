/* th-order-seek.c - finds events of an order by number, and their numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-order-private.h"

/* The number of halvings on each side of a row once the index does not tell exactly. */
#define N_SIDE_STEPS 8

static inline gint64
track_time (const ThOrder *self,
            const Track   *track,
            guint32        position)
{
  return th_cpu_get_time (track->cpu, track_row (self, track, position));
}

/* The open range of a track in a search: positions, and with ThRows also the rows found for
 * them, which shorten later searches. */
typedef struct
{
  guint32 low;
  guint32 high;
  guint32 row_low;
  guint32 row_high;
} Range;

static Range
track_range (const ThOrder *self,
             const Track   *track)
{
  if (self->rows == NULL)
    return (Range) { track->begin, track->end, track->begin, track->end };

  return (Range) { track->begin, track->end, 0,
                   th_rows_get_decided (self->rows, track->ref.stream, track->ref.cpu) };
}

/* The first position of @range at or after @time, and its row or the row that follows the
 * preceding position. */
static guint32
track_search (const ThOrder *self,
              guint          track,
              const Range   *range,
              gint64         time,
              guint32       *row)
{
  const Track *found = &self->tracks[track];
  guint32 position;

  *row = th_cpu_lower_bound_between (found->cpu, range->row_low, range->row_high, time);
  if (self->rows == NULL)
    return *row;

  position = track_position (self, found, *row);
  return CLAMP (position, range->low, range->high);
}

/* The number of positions of @track before (@time, @pivot_track), which is at @position. */
static guint32
track_rank (const ThOrder *self,
            guint          track,
            const Range   *range,
            gint64         time,
            guint          pivot_track,
            guint32        position,
            guint32       *row)
{
  if (track == pivot_track)
    {
      *row = track_row (self, &self->tracks[track], position);
      return position;
    }

  /* Equal times: earlier tracks come first. */
  if (track < pivot_track)
    {
      if (time == G_MAXINT64)
        {
          *row = range->row_high;
          return range->high;
        }
      time++;
    }

  return track_search (self, track, range, time, row);
}

/* Ranks the middle of the longest range in all tracks; returns the number of events before
 * it. */
static guint64
split_ranges (const ThOrder *self,
              const Range   *ranges,
              guint          longest,
              Range         *ranks)
{
  guint32 middle = ranges[longest].low + (ranges[longest].high - ranges[longest].low) / 2;
  gint64 time = track_time (self, &self->tracks[longest], middle);
  guint64 n_before = 0;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      ranks[i].low = track_rank (self, i, &ranges[i], time, longest, middle, &ranks[i].row_low);
      n_before += ranks[i].low - self->tracks[i].begin;
    }

  return n_before;
}

/* Splits all ranges at the middle of the longest one until all together are as short as the number
 * of tracks; from there, walking is cheaper.  Returns the number of events before them. */
static guint64
narrow_by_rows (const ThOrder *self,
                guint64        row,
                Range         *ranges)
{
  g_autofree Range *ranks = g_new (Range, self->n_tracks + 1);
  guint64 n_low = 0, n_open = 0;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      n_low += ranges[i].low - self->tracks[i].begin;
      n_open += ranges[i].high - ranges[i].low;
    }

  while (n_open > self->n_tracks)
    {
      guint longest = 0;
      guint64 n_before;

      for (guint i = 1; i < self->n_tracks; i++)
        if (ranges[i].high - ranges[i].low > ranges[longest].high - ranges[longest].low)
          longest = i;

      n_before = split_ranges (self, ranges, longest, ranks);
      for (guint i = 0; i < self->n_tracks; i++)
        if (n_before >= row)
          {
            ranges[i].high = ranks[i].low;
            ranges[i].row_high = ranks[i].row_low;
          }
        else
          {
            ranges[i].low = ranks[i].low;
            ranges[i].row_low = ranks[i].row_low;
          }
      if (n_before >= row)
        {
          n_open = n_before - n_low;
          continue;
        }
      ranges[longest].low++;  /* the pivot itself precedes, too */
      n_open -= n_before + 1 - n_low;
      n_low = n_before + 1;
    }

  return n_low;
}

/* --- the same by the index ---------------------------------------------- */

/* What a time is in relation to a row of the order, as far as the index tells. */
typedef enum
{
  SIDE_BEFORE,
  SIDE_AFTER,
  SIDE_UNKNOWN
} Side;

/* Sets the range in which the first position of @track at or after @time is, which is as long as a
 * block at most.  Reads no columns. */
static void
track_guess (const ThOrder *self,
             guint          track,
             const Range   *range,
             gint64         time,
             Range         *guess)
{
  const Track *found = &self->tracks[track];

  th_cpu_guess_lower_bound (found->cpu, range->row_low, range->row_high, time, &guess->row_low,
                            &guess->row_high);
  guess->low = CLAMP (track_position (self, found, guess->row_low), range->low, range->high);
  guess->high = CLAMP (track_position (self, found, guess->row_high), range->low, range->high);
}

/* Splits all ranges at @time: those before the event @row begin there, and those after it end
 * there. */
static Side
split_by_index (const ThOrder *self,
                guint64        row,
                gint64         time,
                Range         *ranges,
                Range         *guesses)
{
  guint64 n_low = 0, n_high = 0;
  Side side;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      track_guess (self, i, &ranges[i], time, &guesses[i]);
      n_low += guesses[i].low - self->tracks[i].begin;
      n_high += guesses[i].high - self->tracks[i].begin;
    }

  side = n_high <= row ? SIDE_BEFORE : n_low > row ? SIDE_AFTER : SIDE_UNKNOWN;
  for (guint i = 0; i < self->n_tracks; i++)
    if (side == SIDE_BEFORE)
      {
        ranges[i].low = guesses[i].low;
        ranges[i].row_low = guesses[i].row_low;
      }
    else if (side == SIDE_AFTER)
      {
        ranges[i].high = guesses[i].high;
        ranges[i].row_high = guesses[i].row_high;
      }

  return side;
}

/* The lowest time of the first blocks of all tracks, and the highest of the last ones. */
static void
order_span (const ThOrder *self,
            const Range   *ranges,
            gint64        *from,
            gint64        *to)
{
  *from = G_MAXINT64;
  *to = G_MININT64;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      const ThCpu *cpu = self->tracks[i].cpu;
      guint32 last = ranges[i].row_high - 1;

      *from = MIN (*from, th_cpu_get_time (cpu, ranges[i].row_low & ~(TH_BLOCK_ROWS - 1)));
      *to = MAX (*to, th_cpu_get_time (cpu, last & ~(TH_BLOCK_ROWS - 1)));
    }
}

static gint64
middle_time (gint64 from,
             gint64 to)
{
  return from + (gint64) (((guint64) to - (guint64) from) / 2);
}

/* Narrows the ranges down to a few blocks around the event @row.  The first loop ends at a time so
 * close to it that the index does not tell on which side it is; from there, a few steps to each
 * side suffice. */
static void
narrow_by_index (const ThOrder *self,
                 guint64        row,
                 Range         *ranges)
{
  g_autofree Range *guesses = g_new (Range, self->n_tracks + 1);
  Side side = SIDE_BEFORE;
  gint64 from, to, low, high;

  order_span (self, ranges, &from, &to);
  low = high = to;
  while (from < to && side != SIDE_UNKNOWN)
    {
      low = high = middle_time (from, to);
      side = split_by_index (self, row, low, ranges, guesses);
      if (side == SIDE_BEFORE)
        from = low + 1;
      else if (side == SIDE_AFTER)
        to = low;
    }

  for (guint i = 0; i < N_SIDE_STEPS && from < low; i++)
    {
      gint64 middle = middle_time (from, low);

      if (split_by_index (self, row, middle, ranges, guesses) == SIDE_BEFORE)
        from = middle + 1;
      else
        low = middle;
    }
  for (guint i = 0; i < N_SIDE_STEPS && high < to; i++)
    {
      gint64 middle = middle_time (high, to);

      if (split_by_index (self, row, middle, ranges, guesses) == SIDE_AFTER)
        to = middle;
      else
        high = middle + 1;
    }
}

/* --- seeking ------------------------------------------------------------ */

/* First the index narrows each range down to a few blocks, so that only those are decoded. */
guint64
th_order_seek (const ThOrder *self,
               guint64        row,
               guint32       *positions)
{
  g_autofree Range *ranges = g_new (Range, self->n_tracks + 1);
  guint64 n_before;

  for (guint i = 0; i < self->n_tracks; i++)
    ranges[i] = track_range (self, &self->tracks[i]);
  if (self->n > self->n_tracks)
    narrow_by_index (self, row, ranges);
  n_before = narrow_by_rows (self, row, ranges);

  for (guint i = 0; i < self->n_tracks; i++)
    positions[i] = ranges[i].low;
  return row - n_before;
}

/* --- numbers of events -------------------------------------------------- */

/* Returns n_tracks if there is none. */
static guint
find_track (const ThOrder *self,
            ThRef          ref)
{
  guint track = 0;

  while (track < self->n_tracks &&
         (self->tracks[track].ref.stream != ref.stream || self->tracks[track].ref.cpu != ref.cpu))
    track++;

  return track;
}

guint64
th_order_find (ThOrder *self,
               ThRef    ref)
{
  guint64 n_before = 0;
  guint pivot = find_track (self, ref);
  guint32 position;
  gint64 time;

  if (pivot == self->n_tracks || (self->rows != NULL && !th_rows_contains (self->rows, ref)))
    return G_MAXUINT64;

  position = track_position (self, &self->tracks[pivot], ref.row);
  if (position < self->tracks[pivot].begin || position >= self->tracks[pivot].end)
    return G_MAXUINT64;

  time = th_cpu_get_time (self->tracks[pivot].cpu, ref.row);
  for (guint i = 0; i < self->n_tracks; i++)
    {
      Range range = track_range (self, &self->tracks[i]);
      guint32 row;

      n_before += track_rank (self, i, &range, time, pivot, position, &row) - range.low;
    }

  return n_before;
}

/* The first position from @from on at or after @time, which is usually close.  Only first rows of
 * blocks are looked at, whose times are in the index. */
static guint32
gallop (const Track *track,
        guint32      from,
        gint64       time)
{
  guint64 step = TH_BLOCK_ROWS, next = (from + step) & ~(guint64) (TH_BLOCK_ROWS - 1);

  while (next < track->end && th_cpu_get_time (track->cpu, (guint32) next) < time)
    {
      from = (guint32) next;
      step *= 2;
      next = (from + step) & ~(guint64) (TH_BLOCK_ROWS - 1);
    }

  return th_cpu_lower_bound_between (track->cpu, from, (guint32) MIN (next, track->end), time);
}

typedef struct
{
  gint64  time;
  guint   track;
  guint32 row;
} Place;

/* Adds the number of events in one track that precede each of the events. */
static void
count_before (const ThOrder *self,
              guint          track,
              const Place   *places,
              guint          n,
              guint64       *numbers)
{
  const Track *counted = &self->tracks[track];
  guint32 at = counted->begin;

  for (guint i = 0; i < n; i++)
    {
      if (track == places[i].track)
        at = places[i].row;
      else if (track < places[i].track && places[i].time == G_MAXINT64)
        at = counted->end;
      else
        at = gallop (counted, at, places[i].time + (track < places[i].track));
      numbers[i] += at - counted->begin;
    }
}

void
th_order_find_many (ThOrder     *self,
                    const ThRef *refs,
                    guint        n,
                    guint64     *numbers)
{
  g_autofree Place *places = g_new (Place, n);

  g_return_if_fail (self->rows == NULL);

  memset (numbers, 0, n * sizeof *numbers);
  for (guint i = 0; i < n; i++)
    {
      places[i].track = find_track (self, refs[i]);
      g_return_if_fail (places[i].track < self->n_tracks);
      places[i].row = refs[i].row;
      places[i].time = th_cpu_get_time (self->tracks[places[i].track].cpu, refs[i].row);
    }

  for (guint i = 0; i < self->n_tracks; i++)
    count_before (self, i, places, n, numbers);
}

guint64
th_order_lower_bound (ThOrder *self,
                      gint64   time)
{
  guint64 n_before = 0;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      Range range = track_range (self, &self->tracks[i]);
      guint32 row;

      n_before += track_search (self, i, &range, time, &row) - range.low;
    }

  return n_before;
}
