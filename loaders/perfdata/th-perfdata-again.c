/* th-perfdata-again.c - decodes columns of a loaded perf.data again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-column-cache.h"
#include "th-decode-again.h"
#include "th-load-options.h"
#include "th-perfdata-again.h"
#include "th-perfdata-file.h"
#include "th-perfdata-layouts.h"
#include "th-perfdata-record.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-sideband.h"
#include "th-perfdata-tasks.h"
#include "th-perfdata-window.h"
#include "th-source.h"

#define N_BATCH 256
/* The parts of a sample with fixed offsets are within this. */
#define MAX_FIXED 128
/* If all columns fit into the cache, those of files with fewer bytes than this for each CPU are
 * kept: a picture of the whole recording would decode most of their units again. */
#define MAX_KEPT (8u << 20)

/* A CPU whose columns are not kept. */
typedef struct
{
  ThPfPlaces places;
  guint      number; /* G_MAXUINT: of samples without a CPU */
} Track;

/* What one thread needs. */
typedef struct
{
  ThPfWindow window;
  ThPfTasks  tasks;
  guint32    n; /* events in the arrays */
  gint64     time[N_BATCH];
  guint64    place[N_BATCH];
  guint16    type[N_BATCH];
  guint32    task[N_BATCH];
} Decoder;

struct _ThPfAgain
{
  ThDecodeAgain shared; /* first */
  ThPfFile   *file;
  ThPfLayouts layouts;
  Track      *tracks;  /* one per CPU of the stream */
  guint       n_tracks;
};

/* --- decoders ---------------------------------------------------------- */

static gpointer
decoder_new (gpointer source)
{
  const ThPfAgain *self = source;
  Decoder *decoder = g_new0 (Decoder, 1);

  th_pf_window_init (&decoder->window, self->file->base.bytes);
  decoder->tasks.tasks = th_recording_get_tasks (self->file->base.recording);
  return decoder;
}

static void
decoder_free (gpointer data)
{
  Decoder *self = data;

  th_pf_window_clear (&self->window);
  g_free (self);
}

/* --- decoding ---------------------------------------------------------- */

/* Appends an event to the arrays; FALSE if it is not one of that CPU, or of no known task. */
static gboolean
add_event (const ThPfAgain *self,
           Decoder         *decoder,
           const Track     *track,
           guint32          cpu,
           gint64           time,
           guint16          type,
           guint32          task)
{
  if (task == TH_TASK_NONE ||
      track->number != (cpu < self->file->n_cpus ? cpu : G_MAXUINT))
    return FALSE;

  decoder->time[decoder->n] = time;
  decoder->type[decoder->n] = type;
  decoder->task[decoder->n] = task;
  return TRUE;
}

static gboolean
decode_sample (const ThPfAgain *self,
               Decoder         *decoder,
               const Track     *track,
               const guint8    *record,
               guint32          size)
{
  gboolean big_endian = self->file->big_endian;
  const ThPfLayout *layout = th_pf_layouts_find (&self->layouts, record, size, big_endian);
  ThPfLayout made;

  if (G_UNLIKELY (layout == NULL))
    layout = th_pf_layouts_make (self->file, record, size, &made);
  if (layout == NULL || layout->time == TH_PF_ABSENT)
    return FALSE;

  return add_event (self, decoder, track,
                    layout->cpu != TH_PF_ABSENT
                    ? th_bytes_u32 (record + layout->cpu, big_endian) : G_MAXUINT32,
                    (gint64) th_bytes_u64 (record + layout->time, big_endian), layout->event_type,
                    layout->tid != TH_PF_ABSENT
                    ? th_pf_tasks_find (&decoder->tasks,
                                        (gint32) th_bytes_u32 (record + layout->tid + 4,
                                                               big_endian))
                    : TH_TASK_IDLE);
}

static gboolean
decode_sideband (const ThPfAgain *self,
                 Decoder         *decoder,
                 const Track     *track,
                 const guint8    *record,
                 guint32          size)
{
  ThPfFile *file = self->file;
  ThPfTrail trail = th_pf_trail_read (file, record, size);

  if (!trail.has_time ||
      !th_pf_is_sideband (th_pf_record_type (record, file->big_endian), file->sideband))
    return FALSE;

  return add_event (self, decoder, track, trail.cpu, trail.time, th_pf_sideband_type (file, record),
                    trail.tid >= 0 ? th_pf_tasks_find (&decoder->tasks, trail.tid) : TH_TASK_IDLE);
}

/* Returns the record at @offset; its size may be larger than what is read of a sample. */
static const guint8 *
read_record (const ThPfAgain *self,
             Decoder         *decoder,
             guint64          offset,
             guint32         *size)
{
  gboolean big_endian = self->file->big_endian;
  const guint8 *record = th_pf_window_get (&decoder->window, offset, TH_PF_HEADER);

  if (record == NULL)
    return NULL;

  *size = th_pf_record_size (record, big_endian);
  return th_pf_window_get (&decoder->window, offset,
                           th_pf_record_type (record, big_endian) == TH_PF_SAMPLE
                           ? MIN (*size, MAX_FIXED) : *size);
}

static gboolean
decode_record (const ThPfAgain *self,
               Decoder         *decoder,
               const Track     *track,
               const guint8    *record,
               guint32          size)
{
  return th_pf_record_type (record, self->file->big_endian) == TH_PF_SAMPLE
         ? decode_sample (self, decoder, track, record, size)
         : decode_sideband (self, decoder, track, record, size);
}

/* Passes the events in the arrays on.  Returns FALSE if no more are needed. */
static gboolean
pass_on (Decoder  *decoder,
         ThRefill *refill)
{
  ThBatch batch = { .n = decoder->n, .time = decoder->time, .place = decoder->place,
                    .type = decoder->type, .task = decoder->task };

  decoder->n = 0;
  return th_refill_add (refill, &batch);
}

/* Decodes the events from @first up to but not including @end.  Returns FALSE if one of them cannot
 * be decoded; those before it are passed on. */
static gboolean
decode_events (const ThPfAgain *self,
               Decoder         *decoder,
               const Track     *track,
               guint64          first,
               guint64          end,
               ThRefill        *refill)
{
  gboolean good = TRUE, more;
  ThPfStep step;

  decoder->n = 0;
  for (more = th_pf_step_init (&step, &track->places, first); more && step.index < end; )
    {
      guint32 size;
      const guint8 *record = read_record (self, decoder, step.place, &size);

      good = record != NULL && size >= TH_PF_HEADER &&
             (step.index < first || decode_record (self, decoder, track, record, size));
      if (good && step.index >= first)
        decoder->place[decoder->n++] = step.index * 4;
      if (decoder->n == N_BATCH && !pass_on (decoder, refill))
        return TRUE;
      more = good && th_pf_step_next (&step, size);
    }
  if (decoder->n > 0)
    pass_on (decoder, refill);

  return good;
}

static gboolean
again_decode (gpointer  source,
              gpointer  track,
              guint64   begin,
              guint64   end,
              ThRefill *refill)
{
  ThPfAgain *self = source;
  guint64 n = th_pf_places_get_n (&((Track *) track)->places);
  Decoder *decoder = th_decode_again_take (&self->shared);
  gboolean good = decode_events (self, decoder, track, begin / 4, MIN (end / 4, n), refill);

  th_decode_again_give_back (&self->shared, decoder);
  /* The index tells which events are still there. */
  if (!th_bytes_is_intact (self->file->base.bytes))
    th_decode_again_report_changed (self);
  return good;
}

static const ThColumnSource again_source = { again_decode, th_decode_again_report_changed };

/* --- public ------------------------------------------------------------ */

gboolean
th_pf_again_is_possible (const ThPfFile *file)
{
  ThBytes *bytes = file->base.bytes;
  guint depth;

  th_bytes_get_wrapper (bytes, &depth);
  return depth == 0 && !th_bytes_is_pipe (bytes) && !th_bytes_is_growing (bytes) &&
         th_bytes_get_size (bytes) < TH_PF_MAX_OFFSET && !file->compressed && !file->without_time;
}

/* Columns are smaller than the records that they are decoded from. */
static gboolean
is_worth_it (const ThPfFile *file)
{
  ThColumnCache *cache = th_recording_get_column_cache (file->base.recording);
  guint64 size = th_bytes_get_size (file->base.bytes);

  return size > th_column_cache_get_limit (cache) || size / MAX (file->n_cpus, 1) >= MAX_KEPT;
}

void
th_pf_again_begin (ThPfFile *file)
{
  gsize cache_size = th_load_options_get_memory_limit ();
  ThPfAgain *self;

  if (cache_size != 0)
    th_column_cache_set_limit (th_recording_get_column_cache (file->base.recording), cache_size);
  if (!th_pf_again_is_possible (file) || !is_worth_it (file))
    return;

  self = g_new0 (ThPfAgain, 1);
  self->file = file;
  th_decode_again_init (&self->shared, file->base.recording, decoder_new, decoder_free);
  th_pf_layouts_init (&self->layouts, file);
  file->again = self;
}

void
th_pf_again_add_cpus (ThPfFile *file)
{
  ThRecording *recording = file->base.recording;
  ThStream *stream = th_recording_get_stream (recording, th_recording_get_first_stream (recording));
  ThPfAgain *self = file->again;

  self->n_tracks = th_stream_get_n_cpus (stream);
  self->tracks = g_new0 (Track, self->n_tracks);
  for (guint i = 0; i < self->n_tracks; i++)
    {
      ThCpu *cpu = th_stream_get_cpu (stream, i);

      self->tracks[i].number = th_cpu_get_number (cpu);
      th_pf_places_init (&self->tracks[i].places, th_recording_get_arena (recording));
      th_cpu_set_source (cpu, th_recording_get_column_cache (recording), &again_source, self,
                         &self->tracks[i]);
    }
}

void
th_pf_again_free (ThPfAgain *self)
{
  th_pf_layouts_clear (&self->layouts);
  th_decode_again_clear (&self->shared);
  g_free (self->tracks);
  g_free (self);
}

ThPfPlaces *
th_pf_again_get_places (const ThPfFile *file,
                        guint           index)
{
  return file->again != NULL && index < file->again->n_tracks ? &file->again->tracks[index].places
                                                             : NULL;
}
