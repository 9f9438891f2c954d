/* th-order.c - global rows by search, and a merge that walks them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-order.h"

/* The events of one CPU that belong to the order, by position: the row, or
 * where there are ThRows the rank of the row among those that are in. */
typedef struct
{
  const ThCpu *cpu;
  ThRef        ref;    /* its stream and cpu */
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
  guint32 n = self->rows == NULL ? th_cpu_get_n_rows (cpu) : th_rows_get_decided (self->rows, stream, index);
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

/* The first position from @low on, at most @high, at or after @time. */
static guint32
track_search (const ThOrder *self,
              guint          track,
              guint32        low,
              guint32        high,
              gint64         time)
{
  const Track *found = &self->tracks[track];

  /* By rows, that is one rank instead of a select a step. */
  if (self->rows != NULL)
    {
      guint32 n = th_rows_get_decided (self->rows, found->ref.stream, found->ref.cpu);
      guint32 position = track_position (self, found, th_cpu_lower_bound (found->cpu, n, time));

      return CLAMP (position, low, high);
    }

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (th_cpu_get_time (found->cpu, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* How many positions of @track come before (@time, @pivot_track, @position). */
static guint32
track_rank (const ThOrder *self,
            guint          track,
            guint32        low,
            guint32        high,
            gint64         time,
            guint          pivot_track,
            guint32        position)
{
  if (track == pivot_track)
    return position;

  /* Equal times: earlier tracks come first. */
  if (track < pivot_track)
    {
      if (time == G_MAXINT64)
        return high;
      time++;
    }

  return track_search (self, track, low, high, time);
}

/* Where each track stands when @row events lie before: the middle of the
 * longest open range is ranked in all tracks, and halves them, until none is
 * open. */
static void
order_seek (const ThOrder *self,
            guint64        row,
            guint32       *positions)
{
  g_autofree guint32 *high = g_new (guint32, self->n_tracks + 1);
  g_autofree guint32 *rank = g_new (guint32, self->n_tracks + 1);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      positions[i] = self->tracks[i].begin;
      high[i] = self->tracks[i].end;
    }

  for (;;)
    {
      guint longest = 0;
      guint64 n_before = 0;
      guint32 middle;
      gint64 time;

      for (guint i = 1; i < self->n_tracks; i++)
        if (high[i] - positions[i] > high[longest] - positions[longest])
          longest = i;
      if (self->n_tracks == 0 || high[longest] == positions[longest])
        return;

      middle = positions[longest] + (high[longest] - positions[longest]) / 2;
      time = track_time (self, &self->tracks[longest], middle);
      for (guint i = 0; i < self->n_tracks; i++)
        {
          rank[i] = track_rank (self, i, positions[i], high[i], time, longest, middle);
          n_before += rank[i] - self->tracks[i].begin;
        }

      if (n_before >= row)
        memcpy (high, rank, self->n_tracks * sizeof (guint32));
      else
        {
          memcpy (positions, rank, self->n_tracks * sizeof (guint32));
          positions[longest]++;  /* the pivot itself lies before, too */
        }
    }
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

guint64
th_order_find (ThOrder *self,
               ThRef    ref)
{
  guint64 n_before = 0;
  guint pivot = 0;
  guint32 position;
  gint64 time;

  while (pivot < self->n_tracks &&
         (self->tracks[pivot].ref.stream != ref.stream || self->tracks[pivot].ref.cpu != ref.cpu))
    pivot++;
  if (pivot == self->n_tracks || (self->rows != NULL && !th_rows_contains (self->rows, ref)))
    return G_MAXUINT64;

  position = track_position (self, &self->tracks[pivot], ref.row);
  if (position < self->tracks[pivot].begin || position >= self->tracks[pivot].end)
    return G_MAXUINT64;

  time = th_cpu_get_time (self->tracks[pivot].cpu, ref.row);
  for (guint i = 0; i < self->n_tracks; i++)
    {
      const Track *track = &self->tracks[i];

      n_before += track_rank (self, i, track->begin, track->end, time, pivot, position) - track->begin;
    }

  return n_before;
}

guint64
th_order_lower_bound (ThOrder *self,
                      gint64   time)
{
  guint64 n_before = 0;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      const Track *track = &self->tracks[i];

      n_before += track_search (self, i, track->begin, track->end, time) - track->begin;
    }

  return n_before;
}

/* --- walking ----------------------------------------------------------- */

/* The tracks that still have events are a heap by (time of the next, track). */
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

  self->order = th_order_ref (order);
  self->positions = g_new0 (guint32, order->n_tracks + 1);
  self->rows = g_new0 (guint32, order->n_tracks + 1);
  self->heads = g_new0 (Head, order->n_tracks + 1);
  order_seek (order, MIN (row, order->n), self->positions);

  for (guint i = 0; i < order->n_tracks; i++)
    if (self->positions[i] < order->tracks[i].end)
      {
        self->rows[i] = track_row (order, &order->tracks[i], self->positions[i]);
        self->heads[self->n_heads++] = (Head) { th_cpu_get_time (order->tracks[i].cpu, self->rows[i]), i };
      }
  for (guint i = self->n_heads / 2; i-- > 0;)
    cursor_sift (self, i);

  return self;
}

void
th_cursor_free (ThCursor *self)
{
  th_order_unref (self->order);
  g_free (self->positions);
  g_free (self->rows);
  g_free (self->heads);
  g_free (self);
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
      self->rows[at] = self->order->rows == NULL ? ref->row + 1 : th_rows_next (self->order->rows, ref->stream, ref->cpu, ref->row + 1);
      self->heads[0].time = th_cpu_get_time (track->cpu, self->rows[at]);
    }
  else
    self->heads[0] = self->heads[--self->n_heads];
  cursor_sift (self, 0);

  return TRUE;
}
