/* th-order.c - merges the events of all CPUs into one order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cpu-block.h"
#include "th-order-private.h"

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
  ThCpuBlock *blocks; /* by track: that of its row, once it has stepped on */
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
  n_more = th_order_seek (order, MIN (row, order->n), self->positions);

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
