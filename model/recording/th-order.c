/* th-order.c - merges the events of all CPUs into one order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-cpu-block.h"
#include "th-order.h"

/* The events of one CPU in the order, by position: the row, or with ThRows the rank of
 * the row among the included ones. */
typedef struct
{
  const ThCpu *cpu;
  ThRef        ref;    /* the stream and the CPU */
  guint32      begin;
  guint32      end;
} Track;

struct _ThOrder
{
  gatomicrefcount ref_count;
  ThRecording    *recording;
  ThRows         *rows;   /* NULL: all */
  guint           n_tracks;
  guint64         n;
  Track           tracks[];
};

/* --- positions --------------------------------------------------------- */

static inline guint32
track_row (const ThOrder *self,
           const Track   *track,
           guint32        position)
{
  if (self->rows == NULL)
    return position;

  return th_rows_select (self->rows, track->ref.stream, track->ref.cpu, position);
}

static inline guint32
track_position (const ThOrder *self,
                const Track   *track,
                guint32        row)
{
  if (self->rows == NULL)
    return row;

  return th_rows_rank (self->rows, track->ref.stream, track->ref.cpu, row);
}

static inline gint64
track_time (const ThOrder *self,
            const Track   *track,
            guint32        position)
{
  return th_cpu_get_time (track->cpu, track_row (self, track, position));
}

/* --- making ------------------------------------------------------------ */

static gboolean
wanted (guint        number,
        const guint *cpus,
        guint        n_cpus)
{
  for (guint i = 0; i < n_cpus; i++)
    if (cpus[i] == number)
      return TRUE;

  return cpus == NULL;
}

static void
order_add_track (ThOrder *self,
                 ThCpu   *cpu,
                 guint    stream,
                 guint    index,
                 gint64   from,
                 gint64   to)
{
  guint32 n = self->rows == NULL ? th_cpu_get_n_rows (cpu)
                                 : th_rows_get_decided (self->rows, stream, index);
  Track track = { cpu, { stream, index, 0 }, 0, 0 };

  if (from != G_MININT64)
    track.begin = track_position (self, &track, th_cpu_lower_bound (cpu, n, from));
  track.end = track_position (self, &track, to != G_MAXINT64 ? th_cpu_lower_bound (cpu, n, to) : n);
  if (track.begin >= track.end)
    return;

  self->tracks[self->n_tracks++] = track;
  self->n += track.end - track.begin;
}

static ThOrder *
order_new (ThRecording *recording,
           ThRows      *rows,
           const guint *cpus,
           guint        n_cpus,
           gint64       from,
           gint64       to)
{
  guint n_streams = th_recording_get_n_streams (recording);
  guint n_max = 0;
  ThOrder *self;

  for (guint i = 0; i < n_streams; i++)
    n_max += th_stream_get_n_cpus (th_recording_get_stream (recording, i));

  self = g_malloc0 (sizeof (ThOrder) + n_max * sizeof (Track));
  g_atomic_ref_count_init (&self->ref_count);
  self->recording = th_recording_ref (recording);
  self->rows = rows != NULL ? th_rows_ref (rows) : NULL;

  for (guint i = 0; i < n_streams; i++)
    {
      ThStream *stream = th_recording_get_stream (recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, j);

          if (wanted (th_cpu_get_number (cpu), cpus, n_cpus))
            order_add_track (self, cpu, i, j, from, to);
        }
    }

  return self;
}

ThOrder *
th_order_new (ThRecording *recording)
{
  return order_new (recording, NULL, NULL, 0, G_MININT64, G_MAXINT64);
}

ThOrder *
th_order_new_range (ThRecording *recording,
                    const guint *cpus,
                    guint        n_cpus,
                    gint64       from,
                    gint64       to)
{
  return order_new (recording, NULL, cpus, n_cpus, from, to);
}

ThOrder *
th_order_new_rows (ThRows      *rows,
                   const guint *cpus,
                   guint        n_cpus,
                   gint64       from,
                   gint64       to)
{
  return order_new (th_rows_get_recording (rows), rows, cpus, n_cpus, from, to);
}

ThOrder *
th_order_ref (ThOrder *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
th_order_unref (ThOrder *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->rows, th_rows_unref);
  th_recording_unref (self->recording);
  g_free (self);
}

guint64
th_order_get_n (ThOrder *self)
{
  return self->n;
}

/* --- searching --------------------------------------------------------- */

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

/* Sets the position of each track such that at most @row events precede them all, and returns
 * the number that is missing.  Each step splits all ranges at the middle of the longest one;
 * once they are as short as the number of tracks, walking is cheaper. */
static guint64
order_seek (const ThOrder *self,
            guint64        row,
            guint32       *positions)
{
  g_autofree Range *ranges = g_new (Range, self->n_tracks + 1);
  g_autofree Range *ranks = g_new (Range, self->n_tracks + 1);
  guint64 n_low = 0, n_open = self->n;

  for (guint i = 0; i < self->n_tracks; i++)
    ranges[i] = track_range (self, &self->tracks[i]);

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

  for (guint i = 0; i < self->n_tracks; i++)
    positions[i] = ranges[i].low;
  return row - n_low;
}

ThRef
th_order_get (ThOrder *self,
              guint64  row)
{
  g_autoptr(ThCursor) cursor = NULL;
  ThRef ref = TH_REF_NONE;

  g_return_val_if_fail (row < self->n, TH_REF_NONE);

  cursor = th_cursor_new (self, row);
  th_cursor_next (cursor, &ref);

  return ref;
}

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

/* The first position from @from on at or after @time, which is usually close. */
static guint32
gallop (const Track *track,
        guint32      from,
        gint64       time)
{
  guint32 step = 1;

  while (step <= track->end - from && th_cpu_get_time (track->cpu, from + step - 1) < time)
    {
      from += step;
      step *= 2;
    }

  return th_cpu_lower_bound_between (track->cpu, from, MIN (from + step - 1, track->end), time);
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

/* --- walking ----------------------------------------------------------- */

/* The tracks that still have events form a heap ordered by (time of the next, track). */
typedef struct
{
  gint64 time;
  guint  track;
} Head;

struct _ThCursor
{
  ThOrder *order;
  guint32 *positions;
  guint32 *rows;      /* of the positions */
  ThCpuBlock *blocks; /* those that the rows are in, once a track has stepped on */
  Head    *heads;
  guint    n_heads;
};

static gboolean
head_before (const Head *a,
             const Head *b)
{
  return a->time < b->time || (a->time == b->time && a->track < b->track);
}

static void
cursor_sift (ThCursor *self,
             guint     at)
{
  Head head = self->heads[at];

  for (guint child = 2 * at + 1; child < self->n_heads; child = 2 * at + 1)
    {
      if (child + 1 < self->n_heads && head_before (&self->heads[child + 1], &self->heads[child]))
        child++;
      if (!head_before (&self->heads[child], &head))
        break;
      self->heads[at] = self->heads[child];
      at = child;
    }

  self->heads[at] = head;
}

ThCursor *
th_cursor_new (ThOrder *order,
               guint64  row)
{
  ThCursor *self = g_new0 (ThCursor, 1);
  guint64 n_more;
  ThRef ref;

  self->order = th_order_ref (order);
  self->positions = g_new0 (guint32, order->n_tracks + 1);
  self->rows = g_new0 (guint32, order->n_tracks + 1);
  self->blocks = g_new0 (ThCpuBlock, order->n_tracks + 1);
  self->heads = g_new0 (Head, order->n_tracks + 1);
  n_more = order_seek (order, MIN (row, order->n), self->positions);

  for (guint i = 0; i < order->n_tracks; i++)
    if (self->positions[i] < order->tracks[i].end)
      {
        self->rows[i] = track_row (order, &order->tracks[i], self->positions[i]);
        self->heads[self->n_heads++] =
          (Head) { th_cpu_get_time (order->tracks[i].cpu, self->rows[i]), i };
      }
  for (guint i = self->n_heads / 2; i-- > 0;)
    cursor_sift (self, i);
  for (; n_more > 0; n_more--)
    th_cursor_next (self, &ref);

  return self;
}

void
th_cursor_free (ThCursor *self)
{
  for (guint i = 0; i < self->order->n_tracks; i++)
    th_cpu_block_give_back (&self->blocks[i]);
  th_order_unref (self->order);
  g_free (self->blocks);
  g_free (self->positions);
  g_free (self->rows);
  g_free (self->heads);
  g_free (self);
}

/* The time of the next row of a track, which is before its end. */
static gint64
cursor_time (ThCursor *self,
             guint     track)
{
  const ThCpu *cpu = self->order->tracks[track].cpu;
  ThCpuBlock *block = &self->blocks[track];
  guint i = th_cpu_block_reach (block, cpu, self->rows[track], th_cpu_get_n_rows (cpu));

  return th_cpu_block_get_time (block, i);
}

gboolean
th_cursor_next (ThCursor *self,
                ThRef    *ref)
{
  const Track *track;
  guint at;

  if (self->n_heads == 0)
    return FALSE;

  at = self->heads[0].track;
  track = &self->order->tracks[at];
  *ref = track->ref;
  ref->row = self->rows[at];

  if (++self->positions[at] < track->end)
    {
      self->rows[at] = self->order->rows == NULL ? ref->row + 1
                                                 : th_rows_next (self->order->rows, ref->stream,
                                                                 ref->cpu, ref->row + 1);
      self->heads[0].time = cursor_time (self, at);
    }
  else
    {
      th_cpu_block_give_back (&self->blocks[at]);
      self->heads[0] = self->heads[--self->n_heads];
    }
  cursor_sift (self, 0);

  return TRUE;
}
