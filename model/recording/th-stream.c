/* th-stream.c - the buffers of a recording, and sums over their events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-private.h"
#include "th-time.h"

void
th_stream_free (ThStream *self)
{
  g_ptr_array_unref (self->cpus);
  g_array_unref (self->numbers);
  g_free ((char *) self->clock.name);
  g_free (self->name);
  g_free (self);
}

ThStream *
th_recording_add_stream (ThRecording   *self,
                         const char    *name,
                         const ThClock *clock,
                         ThPlaceWidth   width)
{
  ThStream *stream;

  g_return_val_if_fail (self->streams->len < G_MAXUINT16, NULL);

  stream = g_new0 (ThStream, 1);
  stream->recording = self;
  stream->index = self->streams->len;
  stream->name = g_utf8_make_valid (name, -1);
  stream->clock = *clock;
  stream->clock.name = g_utf8_make_valid (clock->name, -1);
  if (clock->wall_offset != TH_TIME_NONE)
    stream->clock.wall_offset = th_time_shift (clock->wall_offset, -self->shift);
  stream->width = width;
  stream->ascending = TRUE;
  stream->cpus = g_ptr_array_new_with_free_func ((GDestroyNotify) th_cpu_free);
  stream->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->streams, stream);

  return stream;
}

void
th_recording_add_places (ThRecording *self,
                         guint        n)
{
  for (guint i = 0; i < n; i++)
    th_recording_add_stream (self, "", &self->no_clock, TH_PLACE_U32);
  self->first_stream = n;
}

ThCpu *
th_stream_add_cpu (ThStream *self,
                   guint     number)
{
  ThCpu *cpu;

  g_return_val_if_fail (self->cpus->len < G_MAXUINT16, NULL);

  if (self->numbers->len > 0 &&
      g_array_index (self->numbers, guint, self->numbers->len - 1) >= number)
    self->ascending = FALSE;
  cpu = th_cpu_new (self->recording->arena, number, self->width);
  th_cpu_set_shift (cpu, self->recording->shift);
  g_ptr_array_add (self->cpus, cpu);
  g_array_append_val (self->numbers, number);

  return cpu;
}

ThStream *
th_recording_add_interface (ThRecording   *self,
                            const char    *name,
                            const ThClock *clock,
                            ThPlaceWidth   width)
{
  ThStream *stream = th_recording_add_stream (self, name, clock, width);

  stream->is_interface = TRUE;
  th_stream_add_cpu (stream, G_MAXUINT);
  return stream;
}

gboolean
th_stream_is_interface (ThStream *self)
{
  return self->is_interface;
}

gboolean
th_recording_is_capture (ThRecording *self)
{
  for (guint i = 0; i < th_recording_get_n_streams (self); i++)
    if (th_stream_is_interface (th_recording_get_stream (self, i)))
      return TRUE;

  return FALSE;
}

const char *
th_stream_get_name (ThStream *self)
{
  return self->name;
}

guint
th_stream_get_index (ThStream *self)
{
  return self->index;
}

const ThClock *
th_stream_get_clock (ThStream *self)
{
  return &self->clock;
}

guint
th_stream_get_n_cpus (ThStream *self)
{
  return self->cpus->len;
}

ThCpu *
th_stream_get_cpu (ThStream *self,
                   guint     index)
{
  g_return_val_if_fail (index < self->cpus->len, NULL);

  return g_ptr_array_index (self->cpus, index);
}

guint
th_stream_get_cpu_number (ThStream *self,
                          guint     index)
{
  g_return_val_if_fail (index < self->numbers->len, G_MAXUINT);

  return g_array_index (self->numbers, guint, index);
}

ThRecording *
th_stream_get_recording (ThStream *self)
{
  return self->recording;
}

const ThClock *
th_recording_get_clock (ThRecording *self)
{
  if (self->first_stream >= self->streams->len)
    return &self->no_clock;

  return th_stream_get_clock (g_ptr_array_index (self->streams, self->first_stream));
}

ThResolution
th_clock_get_resolution (const ThClock *clock)
{
  if (clock->ticks)
    return TH_RESOLUTION_TICKS;

  return clock->coarse ? TH_RESOLUTION_US : TH_RESOLUTION_NS;
}

ThResolution
th_recording_get_resolution (ThRecording *self)
{
  ThResolution first = th_clock_get_resolution (th_recording_get_clock (self));

  for (guint i = self->first_stream; first == TH_RESOLUTION_US && i < self->streams->len; i++)
    if (!th_stream_get_clock (g_ptr_array_index (self->streams, i))->coarse)
      return TH_RESOLUTION_NS;

  return first;
}

guint
th_recording_get_first_stream (ThRecording *self)
{
  return self->first_stream;
}

ThRecording *
th_recording_get_stream_part (ThRecording *self,
                              guint        stream)
{
  g_return_val_if_fail (stream < self->streams->len, self);

  return ((ThStream *) g_ptr_array_index (self->streams, stream))->recording;
}

guint
th_recording_get_n_streams (ThRecording *self)
{
  return self->streams->len;
}

ThStream *
th_recording_get_stream (ThRecording *self,
                         guint        index)
{
  g_return_val_if_fail (index < self->streams->len, NULL);

  return g_ptr_array_index (self->streams, index);
}

static ThCpu *
stream_find_cpu (ThStream *stream,
                 guint     number)
{
  guint low = 0, high = stream->cpus->len;

  for (guint i = 0; !stream->ascending && i < stream->cpus->len; i++)
    if (th_cpu_get_number (g_ptr_array_index (stream->cpus, i)) == number)
      return g_ptr_array_index (stream->cpus, i);

  while (stream->ascending && low < high)
    {
      guint middle = low + (high - low) / 2;
      guint found = th_cpu_get_number (g_ptr_array_index (stream->cpus, middle));

      if (found == number)
        return g_ptr_array_index (stream->cpus, middle);
      if (found < number)
        low = middle + 1;
      else
        high = middle;
    }

  return NULL;
}

ThCpu *
th_recording_get_runs_cpu (ThRecording *self,
                           ThStream    *stream,
                           ThCpu       *cpu)
{
  ThCpu *best = cpu;

  if (th_cpu_get_n_exact_runs (cpu) > 0)
    return cpu;

  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *beside = g_ptr_array_index (self->streams, i);
      ThCpu *other = beside->recording == stream->recording
                     ? stream_find_cpu (beside, th_cpu_get_number (cpu)) : NULL;

      if (other != NULL && th_cpu_get_n_exact_runs (other) > th_cpu_get_n_exact_runs (best))
        best = other;
    }

  return best;
}

GArray *
th_recording_list_runs (ThRecording *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThCpuRuns));
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  ThRecording *part = NULL;

  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      if (stream->recording != part)
        g_hash_table_remove_all (seen);
      part = stream->recording;
      for (guint j = 0; j < stream->cpus->len; j++)
        {
          ThCpu *cpu = g_ptr_array_index (stream->cpus, j);
          ThCpuRuns runs = { part, cpu, th_recording_get_runs_cpu (self, stream, cpu) };

          if (th_cpu_get_number (cpu) != G_MAXUINT && th_cpu_get_n_runs (runs.runs) > 0 &&
              g_hash_table_add (seen, GUINT_TO_POINTER (th_cpu_get_number (cpu))))
            g_array_append_val (list, runs);
        }
    }

  return list;
}

/* --- counts ------------------------------------------------------------ */

typedef void (*CpuFunc) (ThCpu    *cpu,
              gpointer  data);

static void
recording_foreach_cpu (ThRecording *self,
                       CpuFunc      func,
                       gpointer     data)
{
  for (guint i = 0; i < self->streams->len; i++)
    {
      ThStream *stream = g_ptr_array_index (self->streams, i);

      for (guint j = 0; j < stream->cpus->len; j++)
        func (g_ptr_array_index (stream->cpus, j), data);
    }
}

static void
add_events (ThCpu    *cpu,
            gpointer  data)
{
  *(guint64 *) data += th_cpu_get_n_rows (cpu);
}

guint64
th_recording_get_n_events (ThRecording *self)
{
  guint64 n = 0;

  recording_foreach_cpu (self, add_events, &n);
  return n;
}

static void
widen_range (ThCpu    *cpu,
             gpointer  data)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  gint64 *range = data;

  if (n == 0)
    return;

  range[0] = MIN (range[0], th_cpu_get_time (cpu, 0));
  range[1] = MAX (range[1], th_cpu_get_last_time (cpu, n));
}

gboolean
th_recording_get_range (ThRecording *self,
                        gint64      *first,
                        gint64      *last)
{
  gint64 range[2] = { G_MAXINT64, G_MININT64 };

  recording_foreach_cpu (self, widen_range, range);
  if (range[0] > range[1])
    {
      *first = *last = 0;
      return FALSE;
    }

  *first = range[0];
  *last = range[1];
  return TRUE;
}

static void
lower_watermark (ThCpu    *cpu,
                 gpointer  data)
{
  gint64 *watermark = data;

  *watermark = MIN (*watermark, th_cpu_get_complete (cpu));
}

gint64
th_recording_get_watermark (ThRecording *self)
{
  gint64 watermark = G_MAXINT64;

  recording_foreach_cpu (self, lower_watermark, &watermark);
  return watermark;
}

ThColumnCache *
th_recording_get_column_cache (ThRecording *self)
{
  return self->cache;
}

ThArena *
th_recording_get_arena (ThRecording *self)
{
  return self->arena;
}

gsize
th_recording_get_memory (ThRecording *self)
{
  return th_arena_get_used (self->arena);
}

/* --- by reference ------------------------------------------------------ */

ThCpu *
th_recording_get_cpu (ThRecording *self,
                      ThRef        ref)
{
  ThStream *stream;

  g_return_val_if_fail (ref.stream < self->streams->len, NULL);

  stream = g_ptr_array_index (self->streams, ref.stream);
  return th_stream_get_cpu (stream, ref.cpu);
}

gint64
th_recording_get_time (ThRecording *self,
                       ThRef        ref)
{
  return th_cpu_get_time (th_recording_get_cpu (self, ref), ref.row);
}

gint64
th_recording_get_own_time (ThRecording *self,
                           ThRef        ref)
{
  return th_time_shift (th_recording_get_time (self, ref),
                        -th_recording_get_stream_part (self, ref.stream)->shift);
}

guint
th_recording_get_type (ThRecording *self,
                       ThRef        ref)
{
  return th_cpu_get_type (th_recording_get_cpu (self, ref), ref.row);
}

guint32
th_recording_get_task (ThRecording *self,
                       ThRef        ref)
{
  if (th_stream_is_interface (th_recording_get_stream (self, ref.stream)))
    return TH_TASK_NONE;

  return th_cpu_get_task (th_recording_get_cpu (self, ref), ref.row);
}
