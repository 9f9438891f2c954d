/* th-tracedat-reader.c - payload, text and stack of one event, on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-source.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-file.h"
#include "th-tracedat-page.h"
#include "th-tracedat-reader.h"
#include "th-tracedat-unpack.h"

#define MAX_FRAMES 512
/* The number of pages per read when events are read in sequence. */
#define PAGES_AHEAD 16

/* The unpacked bytes of a CPU that were read last: pages, or a chunk.  Each CPU has its own,
 * since events in order of time alternate between CPUs. */
typedef struct
{
  guint64 place;
  gsize   size; /* 0: empty */
  guint8 *bytes;
  gsize   capacity;
} Slot;

typedef struct
{
  ThFormatReader base;
  ThTdFile      *file;
  ThTdUnpacker  *unpacker;
  guint         *first_slot; /* index of each stream's first slot, and the end of the last one's */
  Slot          *slots;      /* one per CPU of each stream */
  guint8        *packed;
  gsize          packed_capacity;
} Reader;

/* --- source ------------------------------------------------------------ */

static void
source_free (gpointer source)
{
  th_td_file_free (source);
}

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  ThTdFile *self = source;
  guint id = GPOINTER_TO_UINT (g_hash_table_lookup (self->id_of_type, GUINT_TO_POINTER (type)));

  return th_formats_get_fields (self->base.formats, id == 0 ? G_MAXUINT : id - 1);
}

static gpointer
reader_new (gpointer source)
{
  Reader *self = g_new0 (Reader, 1);
  guint n = 0;

  self->file = source;
  self->first_slot = g_new0 (guint, self->file->buffers->len + 1);
  for (guint i = 0; i < self->file->buffers->len; i++)
    {
      n += th_td_file_buffer (self->file, i)->cpus->len;
      self->first_slot[i + 1] = n;
    }
  self->slots = g_new0 (Slot, n + 1);
  self->unpacker = th_td_file_take_unpacker (self->file);
  return self;
}

static void
reader_free (gpointer reader)
{
  Reader *self = reader;

  for (guint i = 0; i < self->first_slot[self->file->buffers->len]; i++)
    g_free (self->slots[i].bytes);
  g_free (self->slots);
  g_free (self->first_slot);
  th_format_reader_clear (&self->base);
  th_td_unpacker_free (self->unpacker);
  g_free (self->packed);
  g_free (self);
}

/* --- bytes ------------------------------------------------------------- */

static gboolean
fill_from_chunk (Reader          *self,
                 Slot            *slot,
                 const ThTdChunk *chunk)
{
  gssize size;

  slot->size = 0;
  if (!th_td_reserve (&self->packed, &self->packed_capacity, chunk->packed) ||
      !th_td_reserve (&slot->bytes, &slot->capacity, chunk->raw) ||
      th_bytes_read (self->file->base.bytes, chunk->offset, self->packed,
                     chunk->packed) != chunk->packed)
    return FALSE;

  size = th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, slot->bytes, chunk->raw);
  if (size < 0)
    return FALSE;

  slot->place = chunk->place;
  slot->size = size;
  return TRUE;
}

static gboolean
fill_from_page (Reader        *self,
                Slot          *slot,
                const ThTdCpu *cpu,
                guint64        place,
                gsize          page_size)
{
  guint64 start = place - place % page_size;
  gboolean reads_on = slot->size > 0 && start == slot->place + slot->size;
  guint64 cpu_size = th_td_cpu_get_size (cpu);
  gsize size;

  if (place >= cpu_size)
    return FALSE;

  size = MIN (reads_on ? PAGES_AHEAD * page_size : page_size, cpu_size - start);
  slot->size = 0;
  if (!th_td_reserve (&slot->bytes, &slot->capacity, size) ||
      th_bytes_read (self->file->base.bytes, cpu->offset + start, slot->bytes,
                     size) != (gssize) size)
    return FALSE;

  slot->place = start;
  slot->size = size;
  return TRUE;
}

/* Returns the index of the buffer that @ref refers to; beyond the last one if @ref is not of
 * this file. */
static guint
buffer_index (const Reader *self,
              ThRef         ref)
{
  return (guint) ref.stream - th_recording_get_first_stream (self->file->base.recording);
}

static gboolean
has_cpu (const Reader *self,
         ThRef         ref)
{
  guint index = buffer_index (self, ref);

  return index < self->file->buffers->len &&
         ref.cpu < th_td_file_buffer (self->file, index)->cpus->len;
}

static inline gboolean
slot_has (const Slot *slot,
          guint64     place)
{
  return place >= slot->place && place - slot->place < slot->size;
}

/* Returns the page that contains @place, at *@offset; NULL if it cannot be read or the file
 * was changed. */
static const guint8 *
get_page (Reader  *self,
          ThRef    ref,
          guint64  place,
          gsize   *size,
          gsize   *offset)
{
  guint index = buffer_index (self, ref);
  ThTdBuffer *buffer = th_td_file_buffer (self->file, index);
  ThTdCpu *cpu = th_td_buffer_cpu (buffer, ref.cpu);
  Slot *slot = &self->slots[self->first_slot[index] + ref.cpu];
  guint32 in_slot;
  gsize page;

  if (!slot_has (slot, place))
    {
      const ThTdChunk *chunk = buffer->compressed ? th_td_cpu_find_chunk (cpu, place) : NULL;

      if (buffer->compressed ? chunk == NULL || !fill_from_chunk (self, slot, chunk)
                             : !fill_from_page (self, slot, cpu, place, buffer->page_size))
        return NULL;
      /* Checked only after a read: data read before a change remains valid, and a check for each
       * event would cost more than the event. */
      if (!th_bytes_is_intact (self->file->base.bytes) || !slot_has (slot, place))
        {
          slot->size = 0;
          return NULL;
        }
    }

  /* A slot begins with a page and is small, so a 32-bit division is enough. */
  in_slot = place - slot->place;
  *offset = in_slot % buffer->page_size;
  page = in_slot - *offset;
  *size = MIN (buffer->page_size, slot->size - page);
  return slot->bytes + page;
}

static gboolean
reader_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  Reader *self = reader;
  ThCpu *cpu;
  const guint8 *page;
  gsize size, offset;

  if (!has_cpu (self, ref))
    return FALSE;

  cpu = th_format_source_find_cpu (&self->file->base, ref);
  if (cpu == NULL)
    return FALSE;

  page = get_page (self, ref, th_cpu_get_place (cpu, ref.row), &size, &offset);
  if (page == NULL)
    return FALSE;

  payload->big_endian = self->file->big_endian;
  return th_td_page_record (page, size, offset, payload->big_endian, &payload->data,
                            &payload->size);
}

/* Stops before a row whose bytes would replace those that earlier payloads point to. */
static guint64
reader_payloads (gpointer   reader,
                 ThRef      first,
                 guint64    rows,
                 ThPayload *payloads,
                 guint64   *good)
{
  Reader *self = reader;
  guint64 places[TH_BLOCK_ROWS], left = rows;
  const Slot *slot;
  ThCpu *cpu;

  *good = 0;
  if (!has_cpu (self, first))
    return rows;
  cpu = th_recording_get_cpu (self->file->base.recording, first);
  if (cpu == NULL || first.row + (guint64) (63 - __builtin_clzll (rows)) >= th_cpu_get_n_rows (cpu))
    return rows;

  slot = &self->slots[self->first_slot[buffer_index (self, first)] + first.cpu];
  th_cpu_get_places (cpu, first.row, rows, places);
  while (left != 0 && (left == rows || slot_has (slot, places[__builtin_ctzll (left)])))
    {
      guint64 place = places[__builtin_ctzll (left)];
      gsize size, offset;
      const guint8 *page = get_page (self, first, place, &size, &offset);

      if (page == NULL)
        left &= left - 1;
      else
        *good |= th_td_page_records (page, size, place - offset, self->file->big_endian, places,
                                     &left, payloads);
    }

  return rows & ~left;
}

/* --- text -------------------------------------------------------------- */

static guint
payload_id (Reader          *self,
            const ThPayload *payload)
{
  guint64 id;

  return th_payload_read_uint (payload, self->file->id_offset, 2, &id) ? id : G_MAXUINT;
}

static gboolean
reader_text (gpointer  reader,
             ThRef     ref,
             gboolean  raw,
             GString  *text)
{
  Reader *self = reader;
  ThPayload payload;

  if (!reader_payload (self, ref, &payload))
    return FALSE;

  th_format_reader_print (&self->base, self->file->base.formats, payload_id (self, &payload),
                          &payload, raw, text);
  return TRUE;
}

/* --- stacks ------------------------------------------------------------ */

static gboolean
is_stack (Reader   *self,
          ThRef     ref,
          gboolean *user)
{
  guint type = th_recording_get_type (self->file->base.recording, ref);
  const char *name = th_recording_get_type_name (self->file->base.recording, type);

  *user = g_strcmp0 (name, "user_stack") == 0;
  return *user || g_strcmp0 (name, "kernel_stack") == 0;
}

/* kernel_stack: u32 count, then addresses up to the end.  user_stack: s32 tgid, then an
 * array of fixed size, terminated by a zero address. */
static void
append_frames (Reader          *self,
               const ThField   *caller,
               const ThPayload *payload,
               gboolean         user,
               GArray          *frames)
{
  gsize width = user ? 8 : self->file->commit_size;

  if (caller->element_size == 4 || caller->element_size == 8)
    width = caller->element_size;
  for (gsize at = caller->offset;
       at <= payload->size && payload->size - at >= width && frames->len < MAX_FRAMES; at += width)
    {
      ThFrame frame = { 0, user };

      if (!th_payload_read_uint (payload, at, width, &frame.address) || frame.address == 0 ||
          frame.address == (width == 8 ? G_MAXUINT64 : G_MAXUINT32))
        break;
      g_array_append_val (frames, frame);
    }
}

static gboolean
take_stack (Reader  *self,
            ThRef    ref,
            gboolean user,
            GArray  *frames)
{
  ThPayload payload;
  guint type = th_recording_get_type (self->file->base.recording, ref);
  const ThField *caller =
    th_field_table_find (th_recording_get_fields (self->file->base.recording, type), "caller");
  guint before = frames->len;

  if (caller == NULL || !reader_payload (self, ref, &payload))
    return FALSE;

  append_frames (self, caller, &payload, user, frames);
  return frames->len > before;
}

/* A stack is recorded directly after its event, with the same task. */
static gboolean
reader_stack (gpointer  reader,
              ThRef     ref,
              GArray   *frames)
{
  Reader *self = reader;
  ThCpu *cpu;
  guint32 task;
  gboolean found = FALSE, user;

  if (!has_cpu (self, ref))
    return FALSE;

  cpu = th_format_source_find_cpu (&self->file->base, ref);
  if (cpu == NULL)
    return FALSE;
  if (is_stack (self, ref, &user))
    return take_stack (self, ref, user, frames);

  task = th_cpu_get_task (cpu, ref.row);
  for (ref.row++;
       ref.row < th_cpu_get_n_rows (cpu) && th_cpu_get_task (cpu, ref.row) == task &&
       is_stack (self, ref, &user); ref.row++)
    found |= take_stack (self, ref, user, frames);
  return found;
}

const ThSource th_tracedat_source = {
  .free = source_free,
  .fields = source_fields,
  .symbol = th_format_source_symbol,
  .module = th_format_source_module,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .payload = reader_payload,
  .payloads = reader_payloads,
  .text = reader_text,
  .stack = reader_stack,
  .changed = th_format_source_changed,
};
