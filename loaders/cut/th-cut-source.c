/* th-cut-source.c - the events of a trace.dat in the order of the file, with their bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cut-source.h"

#include <glib/gi18n-lib.h>

#include "th-loaders.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-declare.h"
#include "th-tracedat-layout.h"
#include "th-tracedat-page.h"
#include "th-tracedat-reader.h"
#include "th-tracedat-sections.h"
#include "th-tracedat.h"

#define PAGES_AT_ONCE 16

struct _ThCutSource
{
  ThBytes      *bytes;
  ThRecording  *recording; /* has the facts and problems of the header, but no events */
  ThTdFile     *file;      /* owned by @recording */
  ThTdLayout   *layout;
  ThTdUnpacker *unpacker;
  ThTdWalk      walk;
  guint8       *raw;
  gsize         raw_capacity;
  guint8       *packed;
  gsize         packed_capacity;
};

/* --- opening ------------------------------------------------------------ */

static gboolean
is_trace_dat (ThBytes  *bytes,
              GError  **error)
{
  guint8 head[TH_PROBE_SIZE];
  gssize size = th_bytes_read (bytes, 0, head, sizeof head);

  if (size > 0 && th_tracedat_loader.probe (head, (gsize) size) == TH_PROBE_YES)
    return TRUE;

  g_set_error_literal (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                       _("Only a trace.dat can be cut or sanitized; this is another kind of "
                         "recording. “thresh record” and trace-cmd record a trace.dat."));
  return FALSE;
}

ThCutSource *
th_cut_source_new (const char  *path,
                   GError     **error)
{
  g_autoptr(ThCutSource) self = g_new0 (ThCutSource, 1);
  g_autoptr(ThBytes) packed = th_bytes_new_file (path, error);

  th_td_walk_init (&self->walk);
  if (packed == NULL || (self->bytes = th_loader_unwrap (packed, error)) == NULL)
    return NULL;
  th_bytes_wait (self->bytes, G_MAXUINT64, -1);
  if (!is_trace_dat (self->bytes, error))
    return NULL;

  self->recording = th_recording_new ("trace.dat");
  self->file = th_td_file_new (self->bytes, self->recording);
  th_recording_set_source (self->recording, &th_tracedat_source, self->file);
  self->file->keeps_options = TRUE;
  if (!th_td_file_read (self->file, error))
    return NULL;

  th_td_file_declare (self->file);
  self->layout = th_td_layout_new (self->file);
  self->unpacker = th_td_file_take_unpacker (self->file);
  return g_steal_pointer (&self);
}

void
th_cut_source_free (ThCutSource *self)
{
  th_td_walk_clear (&self->walk);
  g_clear_pointer (&self->unpacker, th_td_unpacker_free);
  g_clear_pointer (&self->layout, th_td_layout_free);
  g_clear_pointer (&self->recording, th_recording_unref);
  g_clear_pointer (&self->bytes, th_bytes_unref);
  g_free (self->raw);
  g_free (self->packed);
  g_free (self);
}

ThTdFile *
th_cut_source_get_file (ThCutSource *self)
{
  return self->file;
}

/* --- events ------------------------------------------------------------- */

/* A walk over the events of one CPU. */
typedef struct
{
  ThTdBuffer    *buffer;
  ThTdCpu       *cpu;
  ThCutNextFunc  next;
  ThCutEventFunc func;
  gpointer       data;
} Walk;

/* Whether any event that is wanted lies before @end. */
static gboolean
wants (const Walk *walk,
       guint64     end)
{
  return walk->next == NULL || walk->next (walk->data) < end;
}

static gboolean
walk_page (ThCutSource  *self,
           Walk         *walk,
           const guint8 *page,
           gsize         size,
           guint64       place)
{
  ThTdWalk *events = &self->walk;
  guint lost = 0;

  if (!th_td_walk_reset (events, size))
    return TRUE;
  th_td_walk_page (events, self->layout, page, size, 0);
  for (guint32 i = 0; i < events->n; i++)
    {
      ThCutEvent event = { .place = place + events->places[i], .stamp = events->stamps[i] };

      if (lost < events->lost->len && g_array_index (events->lost, ThTdLost, lost).row == i)
        event.lost = g_array_index (events->lost, ThTdLost, lost++).count;
      if (th_td_page_record (page, size, events->places[i], self->layout->big_endian,
                             &event.record, &event.size) &&
          !walk->func (&event, walk->data))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_pages (ThCutSource *self,
            Walk        *walk,
            gsize        size,
            guint64      place)
{
  for (gsize at = 0; at < size; at += walk->buffer->page_size)
    {
      gsize page_size = MIN (walk->buffer->page_size, size - at);

      if (wants (walk, place + at + page_size) &&
          !walk_page (self, walk, self->raw + at, page_size, place + at))
        return FALSE;
    }
  return TRUE;
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (error, TH_LOADER_ERROR, TH_LOADER_ERROR_READ,
                       _("There is not enough memory for a page of this recording."));
  return FALSE;
}

static gboolean
unreadable (GError **error)
{
  g_set_error_literal (error, TH_LOADER_ERROR, TH_LOADER_ERROR_READ,
                       _("The recording cannot be read any further. Copy it to another disk, then "
                         "try again."));
  return FALSE;
}

static gboolean
walk_plain (ThCutSource *self,
            Walk        *walk,
            GError     **error)
{
  gsize step = PAGES_AT_ONCE * (gsize) walk->buffer->page_size;

  if (!th_td_reserve (&self->raw, &self->raw_capacity, step))
    return no_memory (error);

  for (guint64 at = 0; at < walk->cpu->size; at += step)
    {
      gsize wanted = MIN (step, walk->cpu->size - at);

      if (!wants (walk, at + wanted))
        continue;
      if (th_bytes_read (self->bytes, walk->cpu->offset + at, self->raw, wanted) !=
          (gssize) wanted)
        return unreadable (error);
      if (!walk_pages (self, walk, wanted, at))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_chunk (ThCutSource     *self,
            Walk            *walk,
            const ThTdChunk *chunk,
            GError         **error)
{
  gssize size;

  if (!wants (walk, chunk->place + chunk->raw))
    return TRUE;
  if (!th_td_reserve (&self->packed, &self->packed_capacity, chunk->packed) ||
      !th_td_reserve (&self->raw, &self->raw_capacity, chunk->raw))
    return no_memory (error);
  if (th_bytes_read (self->bytes, chunk->offset, self->packed, chunk->packed) != chunk->packed)
    return unreadable (error);

  size = th_td_unpacker_run (self->unpacker, self->packed, chunk->packed, self->raw, chunk->raw);
  return size < 0 || walk_pages (self, walk, (gsize) size, chunk->place);
}

gboolean
th_cut_source_foreach (ThCutSource     *self,
                       ThTdBuffer      *buffer,
                       ThTdCpu         *cpu,
                       ThCutNextFunc    next,
                       ThCutEventFunc   func,
                       gpointer         data,
                       GError         **error)
{
  Walk walk = { buffer, cpu, next, func, data };

  if (!wants (&walk, G_MAXUINT64))
    return TRUE;
  if (!buffer->compressed)
    return walk_plain (self, &walk, error);

  if (cpu->chunks == NULL)
    th_td_file_find_chunks (self->file, buffer, cpu);
  for (guint i = 0; i < cpu->n_chunks; i++)
    if (!walk_chunk (self, &walk, &cpu->chunks[i], error))
      return FALSE;
  return TRUE;
}
