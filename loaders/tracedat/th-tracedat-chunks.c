/* th-tracedat-chunks.c - the contents of sections, and the chunks of compressed pages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-chunks.h"
#include "th-tracedat-file.h"
#include "th-tracedat-unpack.h"

/* --- contents ---------------------------------------------------------- */

/* Limits the claimed size of an unpacked section: real ones compress to about a tenth. */
static gboolean
plausible_raw (guint64 packed,
               guint64 raw)
{
  return raw <= (16u << 20) + packed * 32;
}

/* Limits the total unpacked size, since a chain of options could lead to the same packed
 * bytes again and again.  In a valid file every section is read once. */
static gboolean
take_unpacked (ThTdFile *self,
               guint64   raw)
{
  guint64 most = (64u << 20) + th_bytes_get_size (self->base.bytes) * 32;

  if (raw > most - MIN (self->unpacked_size, most))
    return FALSE;

  self->unpacked_size += raw;
  return TRUE;
}

static ThBytes *
unpack_block (ThTdFile     *self,
              ThByteCursor *cursor)
{
  guint64 packed_size = th_byte_cursor_uint (cursor, 4);
  guint64 raw_size = th_byte_cursor_uint (cursor, 4);
  g_autofree char *packed = NULL;
  g_autofree guint8 *raw = NULL;
  ThTdUnpacker *unpacker;
  gboolean done;

  if (cursor->failed || !plausible_raw (packed_size, raw_size) || !take_unpacked (self, raw_size) ||
      (packed = th_byte_cursor_dup (cursor, packed_size)) == NULL)
    return NULL;
  if ((raw = g_try_malloc (raw_size + 1)) == NULL)
    return NULL;

  unpacker = th_td_file_take_unpacker (self);
  done = th_td_unpacker_run (unpacker, (const guint8 *) packed, packed_size, raw,
                             raw_size) == (gssize) raw_size;
  th_td_file_give_unpacker (self, unpacker);
  return done ? th_bytes_new_memory (raw, raw_size) : NULL;
}

static ThBytes *
copy_block (ThByteCursor *cursor,
            guint64       size)
{
  g_autofree char *copy = th_byte_cursor_dup (cursor, size);

  return copy != NULL ? th_bytes_new_memory (copy, size) : NULL;
}

ThBytes *
th_td_file_unpack (ThTdFile        *self,
                   ThTdSectionKind  kind)
{
  const ThTdSection *section = &self->sections[kind];
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, section->offset);
  ThBytes *bytes;

  if (section->offset == 0)
    return NULL;

  bytes = section->compressed ? unpack_block (self, &cursor) : copy_block (&cursor, section->size);
  if (bytes == NULL)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, section->offset,
                              NULL);
  return bytes;
}

/* --- chunks ------------------------------------------------------------ */

/* The number of chunks between two checks for cancellation. */
#define CHUNKS_BETWEEN_LOOKS 1024

static gboolean
sound_chunk (const ThTdBuffer *buffer,
             const ThTdChunk  *chunk,
             guint64           left)
{
  /* A page of padding shrinks 2,000 times; beyond that it is an attack. */
  return chunk->packed > 0 && chunk->packed <= left && chunk->raw > 0 &&
         chunk->raw <= TH_TD_MAX_CHUNK &&
         chunk->raw % buffer->page_size == 0 &&
         chunk->raw <= (1u << 20) + (guint64) chunk->packed * 4096;
}

void
th_td_file_find_chunks (ThTdFile   *self,
                        ThTdBuffer *buffer,
                        ThTdCpu    *cpu)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, cpu->offset);
  GArray *chunks = g_array_new (FALSE, FALSE, sizeof (ThTdChunk));
  guint64 n;

  /* The size that the file gives does not count the number of chunks. */
  cursor.end = MIN (cpu->offset + cpu->size + 4, cursor.end);
  n = th_byte_cursor_uint (&cursor, 4);
  cpu->raw_size = 0;
  for (guint64 i = 0; i < n; i++)
    {
      ThTdChunk chunk = { .place = cpu->raw_size };
      guint8 head[8];

      if (i % CHUNKS_BETWEEN_LOOKS == 0 && th_recording_is_cancelled (self->base.recording))
        break;

      th_byte_cursor_read (&cursor, head, sizeof head);
      chunk.packed = th_bytes_u32 (head, self->big_endian);
      chunk.raw = th_bytes_u32 (head + 4, self->big_endian);
      chunk.offset = cursor.pos;
      if (cursor.failed || !sound_chunk (buffer, &chunk, cursor.end - cursor.pos))
        {
          /* The number of missing chunks is only the file's claim. */
          th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_CHUNK, 1, cursor.pos,
                                    NULL);
          break;
        }
      th_byte_cursor_skip (&cursor, chunk.packed);
      cpu->raw_size += chunk.raw;
      g_array_append_val (chunks, chunk);
    }

  cpu->n_chunks = chunks->len;
  cpu->chunks = (ThTdChunk *) (gpointer) g_array_free (chunks, FALSE);
}

const ThTdChunk *
th_td_cpu_find_chunk (const ThTdCpu *cpu,
                      guint64        place)
{
  guint low = 0, high = cpu->n_chunks;

  if (high == 0 || place >= cpu->raw_size)
    return NULL;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;

      if (cpu->chunks[middle].place <= place)
        low = middle;
      else
        high = middle;
    }
  return &cpu->chunks[low];
}
