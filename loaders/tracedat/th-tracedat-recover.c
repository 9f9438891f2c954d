/* th-tracedat-recover.c - recovers event data whose list of CPUs is lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In version 7 the list of CPUs follows the data of a buffer, so a truncated file lacks
 * that list.  The data of each CPU is aligned, with zeros, to a multiple of the page size of
 * the machine or of the ring buffer.  Compressed data begins with the number of its chunks.
 * Uncompressed pages do not show where the data of a CPU ends, but their time stamps go back
 * at the start of the next CPU.
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-tracedat-file.h"
#include "th-tracedat-options.h"
#include "th-tracedat-recover.h"
#include "th-tracedat-unpack.h"

#define SECTION_HEADER 16

static guint64
align_up (guint64 offset,
          guint64 unit)
{
  return (offset + unit - 1) / unit * unit;
}

/* --- compressed -------------------------------------------------------- */

static gboolean
begins_with_chunk (ThTdFile         *self,
                   const ThTdBuffer *buffer,
                   guint64           start)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, start);
  guint64 n = th_byte_cursor_uint (&cursor, 4);
  guint64 packed = th_byte_cursor_uint (&cursor, 4);
  guint64 raw = th_byte_cursor_uint (&cursor, 4);

  return !cursor.failed && n > 0 && packed > 0 && raw > 0 && raw <= TH_TD_MAX_CHUNK &&
         raw % buffer->page_size == 0;
}

/* Returns the end of the last chunk of the CPU at @start; @end if that is truncated. */
static guint64
chunks_end (ThTdFile *self,
            guint64   start,
            guint64   end)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, start);
  guint64 n;

  cursor.end = MIN (cursor.end, end);
  n = th_byte_cursor_uint (&cursor, 4);
  for (guint64 i = 0; i < n && !cursor.failed; i++)
    {
      guint64 packed = th_byte_cursor_uint (&cursor, 4);

      th_byte_cursor_skip (&cursor, 4);
      th_byte_cursor_skip (&cursor, packed);
    }
  return cursor.failed ? end : cursor.pos;
}

/* --- plain ------------------------------------------------------------- */

/* Reads the stamp of the page at @offset; FALSE if that cannot be a page. */
static gboolean
page_stamp (ThTdFile         *self,
            const ThTdBuffer *buffer,
            guint64           offset,
            guint64          *stamp)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, offset);
  guint64 commit;

  *stamp = th_byte_cursor_uint (&cursor, 8);
  commit = th_byte_cursor_uint (&cursor, 4);
  /* The highest bits of commit are flags of lost events. */
  return !cursor.failed && *stamp != 0 && (commit & 0xfffffff) <= buffer->page_size;
}

static guint64
pages_end (ThTdFile         *self,
           const ThTdBuffer *buffer,
           guint64           start,
           guint64           end)
{
  guint64 last = 0;

  for (guint64 page = start; page < end; page += buffer->page_size)
    {
      guint64 stamp;

      if (!page_stamp (self, buffer, page, &stamp))
        continue;
      if (stamp < last)
        return page;
      last = stamp;
    }
  return end;
}

/* --- both -------------------------------------------------------------- */

/* Returns the start of the next CPU's data at or after @from, or @end. */
static guint64
find_start (ThTdFile         *self,
            const ThTdBuffer *buffer,
            guint64           from,
            guint64           end)
{
  guint64 last = align_up (from, MAX (buffer->page_size, self->page_size));
  guint64 stamp;

  for (guint64 at = align_up (from, self->page_size); at <= last && at < end; at += self->page_size)
    if (buffer->compressed ? begins_with_chunk (self, buffer, at)
                           : page_stamp (self, buffer, at, &stamp))
      return at;
  return end;
}

static void
recover_cpus (ThTdFile   *self,
              ThTdBuffer *buffer,
              guint64     from,
              guint64     end)
{
  guint max = self->cpu_count != 0 ? self->cpu_count : TH_TD_MAX_CPUS;

  for (guint number = 0; number < max; number++)
    {
      guint64 start = find_start (self, buffer, from, end), stop;

      if (start == end)
        break;

      if (number == max - 1)
        stop = end;
      else
        stop = buffer->compressed ? chunks_end (self, start, end)
                                  : pages_end (self, buffer, start, end);
      if (!th_td_buffer_add_cpu (self, buffer, number, start, stop - start))
        break;
      from = stop;
    }
}

static void
recover_buffer (ThTdFile *self,
                guint64   section)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, section);
  g_autofree char *name = self->buffers->len > 0
                          ? g_strdup_printf (_("buffer %u"), self->buffers->len) : g_strdup ("");
  ThTdBuffer *buffer;
  guint64 size;

  th_byte_cursor_skip (&cursor, 2);
  buffer = th_td_file_add_buffer (self, name, self->clock_name, 0);
  buffer->section = section;
  buffer->compressed = self->compression != TH_TD_NONE &&
                       (th_byte_cursor_uint (&cursor, 2) & TH_TD_SECTION_COMPRESSED) != 0;
  cursor.pos = section + SECTION_HEADER - 8;
  size = th_byte_cursor_uint (&cursor, 8);
  if (size == 0) /* trace-cmd writes the size last */
    size = G_MAXUINT64;
  recover_cpus (self, buffer, cursor.pos, cursor.pos + MIN (size, cursor.end - cursor.pos));
}

void
th_td_file_recover_v7 (ThTdFile *self)
{
  for (guint i = 0; i < self->data_sections->len && self->buffers->len < TH_TD_MAX_BUFFERS; i++)
    recover_buffer (self, g_array_index (self->data_sections, guint64, i));
  if (self->data_sections->len > 0)
    th_recording_set_fact (self->base.recording, "recovered",
                           _("The list of CPUs is missing; event data was recovered by scanning "
                             "for pages. CPU numbers and buffer names are guesses."));
}
