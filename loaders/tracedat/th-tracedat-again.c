/* th-tracedat-again.c - decodes columns of a loaded trace.dat again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-decode-again.h"
#include "th-source.h"
#include "th-tracedat-again.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-convert.h"
#include "th-tracedat-page.h"
#include "th-tracedat-unpack.h"

/* Pages are read in pieces of this size. */
#define PIECE (128u << 10)
/* To decode a unit of 2,048 rows, some 100 KiB, at most one page or chunk before it and one after
 * it are decoded needlessly, so they must not be large. */
#define MAX_PAGE (128u << 10)
#define MAX_CHUNK (256u << 10)
/* If all columns fit into the cache, those of chunks are kept, since unpacking costs more than
 * the memory, and so are those of CPUs with fewer bytes than this: a picture of the whole
 * recording would decode most of their units again. */
#define MAX_KEPT (8u << 20)

/* What one thread needs. */
typedef struct
{
  ThTdWalk      walk;
  ThTdTasks     tasks;
  ThTdUnpacker *unpacker;
  guint8       *raw;
  gsize         raw_capacity;
  guint8       *packed;
  gsize         packed_capacity;
  const ThTdChunk *unpacked; /* the chunk in @raw; NULL: none */
} Decoder;

struct _ThTdAgain
{
  ThDecodeAgain shared; /* first */
  ThTdFile   *file;
  ThTdLayout *layout;
  gboolean    fits;    /* the cache has room for all columns */
};

/* --- decoders ---------------------------------------------------------- */

static gpointer
decoder_new (gpointer source)
{
  const ThTdAgain *self = source;
  Decoder *decoder = g_new0 (Decoder, 1);

  th_td_walk_init (&decoder->walk);
  th_td_tasks_init (&decoder->tasks, th_recording_get_tasks (self->file->base.recording));
  decoder->unpacker = th_td_file_take_unpacker (self->file);
  return decoder;
}

static void
decoder_free (gpointer data)
{
  Decoder *self = data;

  th_td_walk_clear (&self->walk);
  th_td_tasks_clear (&self->tasks);
  th_td_unpacker_free (self->unpacker);
  g_free (self->raw);
  g_free (self->packed);
  g_free (self);
}

/* --- decoding ---------------------------------------------------------- */

/* Sets the types of those marked rows whose ids the file does not describe.  The load has named
 * these types. */
static void
set_unknown_types (const ThTdLayout *layout,
                   ThTdWalk         *walk)
{
  for (guint32 i = 0; i < walk->n_marks; i++)
    {
      const ThTdMark *mark = &walk->marks[i];
      guint16 id, type;

      if (mark->special != TH_TD_UNDESCRIBED)
        continue;
      id = th_bytes_u16 (mark->record + layout->id_offset, layout->big_endian);
      type = __atomic_load_n (&layout->unknown[id], __ATOMIC_RELAXED);
      walk->types[mark->row] = type > 0 ? type - 1 : TH_TYPE_OTHER;
    }
}

/* Decodes @size bytes of pages, the first of which has the place @place.  Returns FALSE if no more
 * are needed. */
static gboolean
decode_pages (ThTdAgain     *self,
              Decoder       *decoder,
              const ThTdCpu *cpu,
              const guint8  *bytes,
              gsize          size,
              guint64        place,
              ThRefill      *refill)
{
  ThTdWalk *walk = &decoder->walk;
  ThBatch batch = { 0 };

  if (!th_td_walk_reset (walk, size))
    return FALSE;
  for (gsize at = 0; at < size; at += cpu->page_size)
    th_td_walk_page (walk, self->layout, bytes + at, MIN (cpu->page_size, size - at), place + at);

  set_unknown_types (self->layout, walk);
  th_td_walk_stamps_to_times (walk, &self->file->clock, cpu->number);
  th_td_walk_pids_to_tasks (walk, &decoder->tasks);
  batch.n = walk->n;
  batch.time = (const gint64 *) walk->stamps;
  batch.place = walk->places;
  batch.type = walk->types;
  batch.task = walk->tasks;
  return th_refill_add (refill, &batch);
}

static gboolean
decode_plain (ThTdAgain     *self,
              Decoder       *decoder,
              const ThTdCpu *cpu,
              guint64        begin,
              guint64        end,
              ThRefill      *refill)
{
  guint64 stop = end < cpu->size ? MIN (end + (cpu->page_size - 1 - (end - 1) % cpu->page_size),
                                        cpu->size) : cpu->size;
  gsize size;
  gssize n;

  decoder->unpacked = NULL;
  for (guint64 at = begin - begin % cpu->page_size; at < stop; at += size)
    {
      size = MIN (PIECE, stop - at);
      if (!th_td_reserve (&decoder->raw, &decoder->raw_capacity, size))
        return FALSE;
      n = th_bytes_read (self->file->base.bytes, cpu->offset + at, decoder->raw, size);
      if (n < (gssize) size)
        {
          /* The file has shrunk: the whole pages may still be what they were. */
          if (n >= (gssize) cpu->page_size)
            decode_pages (self, decoder, cpu, decoder->raw, n - n % cpu->page_size, at, refill);
          return FALSE;
        }
      if (!decode_pages (self, decoder, cpu, decoder->raw, size, at, refill))
        break;
    }

  return TRUE;
}

/* Returns the unpacked size of the chunk, or -1.  A walk comes with the next part of the chunk that
 * it needed last. */
static gssize
unpack_chunk (ThTdAgain       *self,
              Decoder         *decoder,
              const ThTdChunk *chunk)
{
  gssize size;

  if (decoder->unpacked == chunk)
    return chunk->raw;

  decoder->unpacked = NULL;
  if (!th_td_reserve (&decoder->raw, &decoder->raw_capacity, chunk->raw) ||
      !th_td_reserve (&decoder->packed, &decoder->packed_capacity, chunk->packed) ||
      th_bytes_read (self->file->base.bytes, chunk->offset, decoder->packed,
                     chunk->packed) != chunk->packed)
    return -1;

  size = th_td_unpacker_run (decoder->unpacker, decoder->packed, chunk->packed, decoder->raw,
                             chunk->raw);
  decoder->unpacked = size == (gssize) chunk->raw ? chunk : NULL;
  return size;
}

static gboolean
decode_chunks (ThTdAgain     *self,
               Decoder       *decoder,
               const ThTdCpu *cpu,
               guint64        begin,
               guint64        end,
               ThRefill      *refill)
{
  for (const ThTdChunk *chunk = th_td_cpu_find_chunk (cpu, begin);
       chunk != NULL && chunk < cpu->chunks + cpu->n_chunks && chunk->place < end; chunk++)
    {
      gssize size = unpack_chunk (self, decoder, chunk);

      if (size < 0)
        return FALSE;
      if (!decode_pages (self, decoder, cpu, decoder->raw, size, chunk->place, refill))
        break;
    }

  return TRUE;
}

static gboolean
again_decode (gpointer  source,
              gpointer  track,
              guint64   begin,
              guint64   end,
              ThRefill *refill)
{
  ThTdAgain *self = source;
  const ThTdCpu *cpu = track;
  Decoder *decoder = th_decode_again_take (&self->shared);
  gboolean good = (cpu->chunks == NULL ? decode_plain : decode_chunks) (self, decoder, cpu, begin,
                                                                        end, refill);

  th_decode_again_give_back (&self->shared, decoder);
  /* The index tells which events are still there; but fields are not compared with anything. */
  if (!th_bytes_is_intact (self->file->base.bytes))
    th_decode_again_report_changed (self);
  return good;
}

static const ThColumnSource again_source = { again_decode, th_decode_again_report_changed };

/* --- public ------------------------------------------------------------ */

gboolean
th_td_again_is_possible (const ThTdFile *file)
{
  guint depth;

  th_bytes_get_wrapper (file->base.bytes, &depth);
  return depth == 0 && !th_bytes_is_pipe (file->base.bytes) &&
         !th_bytes_is_growing (file->base.bytes);
}

static void
again_free (gpointer data)
{
  ThTdAgain *self = data;

  th_td_layout_free (self->layout);
  th_decode_again_clear (&self->shared);
  g_free (self);
}

/* Columns are smaller than the pages that they are decoded from. */
static gboolean
fits_cache (const ThTdFile *file)
{
  ThColumnCache *cache = th_recording_get_column_cache (file->base.recording);
  guint64 size = 0;

  for (guint i = 0; i < file->buffers->len; i++)
    for (guint j = 0; j < th_td_file_buffer (file, i)->cpus->len; j++)
      size += th_td_buffer_cpu (th_td_file_buffer (file, i), j)->raw_size;
  return size <= th_column_cache_get_limit (cache);
}

void
th_td_again_begin (ThTdFile   *file,
                   ThTdLayout *layout)
{
  ThTdAgain *self = g_new0 (ThTdAgain, 1);

  self->file = file;
  self->layout = layout;
  self->fits = fits_cache (file);
  th_decode_again_init (&self->shared, file->base.recording, decoder_new, decoder_free);
  file->again = self;
  file->again_free = again_free;
}

static gboolean
is_fine (const ThTdAgain  *self,
         const ThTdBuffer *buffer,
         const ThTdCpu    *cpu)
{
  if (self->fits && (cpu->n_chunks > 0 || cpu->raw_size < MAX_KEPT))
    return FALSE;
  for (guint i = 0; i < cpu->n_chunks; i++)
    if (cpu->chunks[i].raw > MAX_CHUNK)
      return FALSE;

  return buffer->page_size <= MAX_PAGE;
}

void
th_td_again_add_cpu (ThTdFile         *file,
                     const ThTdBuffer *buffer,
                     ThTdCpu          *cpu,
                     ThCpu            *out)
{
  if (!is_fine (file->again, buffer, cpu))
    return;

  cpu->page_size = buffer->page_size;
  th_cpu_set_source (out, th_recording_get_column_cache (file->base.recording), &again_source,
                     file->again, cpu);
}
