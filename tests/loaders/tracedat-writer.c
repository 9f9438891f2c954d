/* tracedat-writer.c - rewrites a recording as another kind of trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "loader-fixture.h"
#include "th-source.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-file.h"
#include "th-tracedat-unpack.h"
#include "tracedat-writer.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>


#define CHUNK_PAGES 10

typedef struct
{
  const TracedatShape *shape;
  ThRecording         *recording;
  ThReader            *reader;
  ThTdFile            *file;
  GByteArray          *out;
} Writer;

/* --- numbers ----------------------------------------------------------- */

static void
put (GByteArray *out,
     guint64     value,
     guint       size,
     gboolean    big_endian)
{
  guint8 raw[8];

  for (guint i = 0; i < size; i++)
    raw[big_endian ? size - 1 - i : i] = value >> (8 * i);
  g_byte_array_append (out, raw, size);
}

static void
put_text (GByteArray *out,
          const char *text)
{
  g_byte_array_append (out, (const guint8 *) text, strlen (text) + 1);
}

static void
set (GByteArray *out,
     gsize       at,
     guint64     value,
     guint       size,
     gboolean    big_endian)
{
  g_autoptr(GByteArray) raw = g_byte_array_new ();

  put (raw, value, size, big_endian);
  memcpy (out->data + at, raw->data, size);
}

static void
align (GByteArray *out,
       guint       to)
{
  while (out->len % to != 0)
    put (out, 0, 1, FALSE);
}

/* --- records ----------------------------------------------------------- */

static void
reverse (guint8 *bytes,
         gsize   size)
{
  for (gsize i = 0; i < size / 2; i++)
    {
      guint8 byte = bytes[i];

      bytes[i] = bytes[size - 1 - i];
      bytes[size - 1 - i] = byte;
    }
}

static void
reverse_each (guint8 *bytes,
              gsize   size,
              gsize   element)
{
  for (gsize at = 0; element > 1 && at + element <= size; at += element)
    reverse (bytes + at, element);
}

/* @record is still in the byte order of the source, for fields that point to others. */
static void
swap_field (const ThField   *field,
            const ThPayload *record,
            guint8          *copy)
{
  const guint8 *bytes;
  gsize size;

  if (field->offset + field->size > record->size)
    return;

  switch (field->kind)
    {
    case TH_FIELD_STRING:
      break;
    case TH_FIELD_ARRAY:
      reverse_each (copy + field->offset, field->size, field->element_size);
      /* A struct sockaddr_in6: its family is a number, the rest is network order. */
      if (field->element_size == 1 && field->size == 28)
        reverse (copy + field->offset, 2);
      break;
    case TH_FIELD_DYNAMIC_ARRAY:
      if (th_field_read_bytes (field, record, &bytes, &size))
        reverse_each (copy + (bytes - record->data), size, field->element_size);
      reverse (copy + field->offset, field->size);
      break;
    case TH_FIELD_DYNAMIC_STRING:
    case TH_FIELD_INT:
    case TH_FIELD_POINTER:
    case TH_FIELD_SYMBOL:
    case TH_FIELD_DOUBLE:
    default:
      reverse (copy + field->offset, field->size);
      break;
    }
}

static guint8 *
convert_record (const Writer    *self,
                guint            type,
                const ThPayload *record)
{
  guint8 *copy = g_memdup2 (record->data, record->size);
  const ThFieldTable *fields = th_recording_get_fields (self->recording, type);

  if (self->shape->big_endian != record->big_endian)
    for (guint i = 0; i < fields->n_fields; i++)
      swap_field (&fields->fields[i], record, copy);
  return copy;
}

/* --- pages ------------------------------------------------------------- */

typedef struct
{
  const Writer *writer;
  GByteArray   *all;
  GByteArray   *page;
  guint64       last;
  gint64        lost; /* before the page; 0: none */
} Pages;

static void
pages_begin (Pages  *self,
             guint64 stamp)
{
  g_byte_array_set_size (self->page, 0);
  put (self->page, stamp, 8, self->writer->shape->big_endian);
  put (self->page, 0, self->writer->shape->commit_size, self->writer->shape->big_endian);
  self->last = stamp;
}

static void
pages_end (Pages *self)
{
  const TracedatShape *shape = self->writer->shape;
  guint64 commit = self->page->len - 8 - shape->commit_size;

  if (self->page->len == 0)
    return;

  if (self->lost != 0)
    commit |= 1u << 31;
  if (self->lost > 0)
    {
      commit |= 1u << 30;
      put (self->page, self->lost, shape->commit_size, shape->big_endian);
    }
  self->lost = 0;
  set (self->page, 8, commit, shape->commit_size, shape->big_endian);
  g_byte_array_append (self->all, self->page->data, self->page->len);
  align (self->all, shape->page_size);
  g_byte_array_set_size (self->page, 0);
}

static void
put_word (Pages   *self,
          guint    type,
          guint32  delta)
{
  put (self->page, self->writer->shape->big_endian ? type << 27 | delta : delta << 5 | type, 4,
       self->writer->shape->big_endian);
}

static void
put_event (Pages        *self,
           guint64       stamp,
           const guint8 *record,
           gsize         size)
{
  const TracedatShape *shape = self->writer->shape;
  guint64 delta = stamp - self->last;

  g_assert (size % 4 == 0);
  if (shape->absolute)
    {
      guint64 low = stamp & ((G_GUINT64_CONSTANT (1) << 59) - 1);

      put_word (self, 31, low & ((1 << 27) - 1));
      put (self->page, low >> 27, 4, shape->big_endian);
      delta = 0;
    }
  else if (delta >> 27 != 0)
    {
      put_word (self, 30, delta & ((1 << 27) - 1));
      put (self->page, delta >> 27, 4, shape->big_endian);
      delta = 0;
    }

  put_word (self, size <= 28 * 4 ? size / 4 : 0, delta);
  if (size > 28 * 4)
    put (self->page, size + 4, 4, shape->big_endian);
  g_byte_array_append (self->page, record, size);
  self->last = stamp;
}

static void
add_row (Pages  *self,
         ThCpu  *cpu,
         ThRef   ref,
         gint64  lost)
{
  const TracedatShape *shape = self->writer->shape;
  guint64 stamp = th_cpu_get_time (cpu, ref.row);
  ThPayload record;
  g_autofree guint8 *copy = NULL;

  g_assert_true (th_reader_get_payload (self->writer->reader, ref, &record));
  if (lost != 0 || self->page->len + record.size + 16 + shape->commit_size > shape->page_size)
    pages_end (self);
  if (self->page->len == 0)
    {
      pages_begin (self, stamp);
      self->lost = lost;
    }
  copy = convert_record (self->writer, th_cpu_get_type (cpu, ref.row), &record);
  put_event (self, stamp, copy, record.size);
}

static GByteArray *
make_pages (const Writer *writer,
            guint         stream,
            guint         index)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (writer->recording, stream), index);
  Pages self = { .writer = writer, .all = g_byte_array_new (), .page = g_byte_array_new () };
  guint32 n_lost = 0;

  for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
    {
      gint64 lost = 0;

      if (n_lost < th_cpu_get_n_lost (cpu) && th_cpu_get_lost (cpu, n_lost).row == row)
        lost = th_cpu_get_lost (cpu, n_lost++).count;
      add_row (&self, cpu, (ThRef) { stream, index, row }, lost);
    }
  pages_end (&self);
  g_byte_array_unref (self.page);
  return self.all;
}

/* --- compression ------------------------------------------------------- */

static GByteArray *
pack (const Writer *self,
      const guint8 *raw,
      gsize         size)
{
  GByteArray *packed = g_byte_array_new ();

  g_byte_array_set_size (packed, MAX (compressBound (size), ZSTD_compressBound (size)));
  if (self->shape->compression == TH_TD_ZLIB)
    {
      uLongf n = packed->len;

      g_assert_cmpint (compress (packed->data, &n, raw, size), ==, Z_OK);
      g_byte_array_set_size (packed, n);
    }
  else
    g_byte_array_set_size (packed, ZSTD_compress (packed->data, packed->len, raw, size, 3));
  return packed;
}

static void
put_packed (const Writer *self,
            GByteArray   *out,
            const guint8 *raw,
            gsize         size)
{
  g_autoptr(GByteArray) packed = pack (self, raw, size);

  put (out, packed->len, 4, self->shape->big_endian);
  put (out, size, 4, self->shape->big_endian);
  g_byte_array_append (out, packed->data, packed->len);
}

static GByteArray *
pack_pages (const Writer *self,
            GByteArray   *pages)
{
  gsize step = (gsize) CHUNK_PAGES * self->shape->page_size;
  GByteArray *out = g_byte_array_new ();

  put (out, (pages->len + step - 1) / step, 4, self->shape->big_endian);
  for (gsize at = 0; at < pages->len; at += step)
    put_packed (self, out, pages->data + at, MIN (step, pages->len - at));
  return out;
}

/* --- sections ---------------------------------------------------------- */

static GByteArray *
make_header_info (const Writer *self)
{
  const TracedatShape *shape = self->shape;
  GByteArray *out = g_byte_array_new ();
  g_autofree char *page = g_strdup_printf ("\tfield: u64 "
                                           "timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: "
                                           "local_t "
                                           "commit;\toffset:8;\tsize:%u;\tsigned:1;\n\tfield: int "
                                           "overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: "
                                           "char data;\toffset:%u;\tsize:%u;\tsigned:1;\n",
                                           shape->commit_size, 8 + shape->commit_size,
                                           shape->page_size - 8 - shape->commit_size);

  put_text (out, "header_page");
  put (out, strlen (page), 8, shape->big_endian);
  g_byte_array_append (out, (const guint8 *) page, strlen (page));
  put_text (out, "header_event");
  put (out, 1, 8, shape->big_endian);
  g_byte_array_append (out, (const guint8 *) "\n", 1);
  return out;
}

/* Writes a number in the new byte order. */
static guint64
carry (const Writer *self,
       ThByteCursor *in,
       GByteArray   *out,
       guint         size)
{
  guint64 value = th_byte_cursor_uint (in, size);

  put (out, value, size, self->shape->big_endian);
  return value;
}

static void
carry_text (const Writer *self,
            ThByteCursor *in,
            GByteArray   *out,
            guint         size_bytes)
{
  guint64 size = carry (self, in, out, size_bytes);
  g_autofree char *text = th_byte_cursor_dup (in, size);

  g_assert_nonnull (text);
  g_byte_array_append (out, (const guint8 *) text, size);
}

static void
carry_formats (const Writer *self,
               ThByteCursor *in,
               GByteArray   *out)
{
  guint64 n = carry (self, in, out, 4);

  for (guint64 i = 0; i < n; i++)
    carry_text (self, in, out, 8);
}

static GByteArray *
make_section (const Writer    *self,
              ThTdSectionKind  kind)
{
  g_autoptr(ThBytes) bytes = kind == TH_TD_HEADER_INFO ? NULL
                                                       : th_td_file_unpack (self->file, kind);
  GByteArray *out;
  ThByteCursor in;

  if (kind == TH_TD_HEADER_INFO)
    return make_header_info (self);

  g_assert_nonnull (bytes);
  out = g_byte_array_new ();
  in = th_td_file_cursor (self->file, bytes, 0);
  if (kind == TH_TD_FTRACE_EVENTS)
    carry_formats (self, &in, out);
  else if (kind == TH_TD_EVENT_FORMATS)
    for (guint64 i = carry (self, &in, out, 4); i > 0; i--)
      {
        g_autofree char *system = th_byte_cursor_text (&in, 256);

        put_text (out, system);
        carry_formats (self, &in, out);
      }
  else
    carry_text (self, &in, out, kind == TH_TD_CMDLINES ? 8 : 4);
  g_assert_false (in.failed);
  return out;
}

static void
begin_file (Writer     *self,
            const char *version)
{
  g_byte_array_append (self->out, (const guint8 *) "\x17\x08\x44tracing", 10);
  put_text (self->out, version);
  put (self->out, self->shape->big_endian, 1, FALSE);
  put (self->out, self->shape->commit_size, 1, FALSE);
  put (self->out, 4096, 4, self->shape->big_endian);
}

static const char *
clock_text (const Writer *self)
{
  return th_stream_get_clock (th_recording_get_stream (self->recording, 0))->name;
}

static void
put_clock_option (const Writer *self,
                  GByteArray   *out)
{
  g_autofree char *text = g_strdup_printf ("[%s] other", clock_text (self));

  put (out, 4, 2, self->shape->big_endian);
  put (out, strlen (text) + 1, 4, self->shape->big_endian);
  put_text (out, text);
}

/* --- version 6 --------------------------------------------------------- */

static void
write_v6 (Writer *self)
{
  const TracedatShape *shape = self->shape;
  ThStream *top = th_recording_get_stream (self->recording, 0);
  guint n = th_stream_get_n_cpus (top);
  gsize list;

  begin_file (self, "6");
  for (guint kind = TH_TD_HEADER_INFO; kind <= TH_TD_CMDLINES; kind++)
    {
      g_autoptr(GByteArray) section = make_section (self, kind);

      g_byte_array_append (self->out, section->data, section->len);
    }
  put (self->out, n, 4, shape->big_endian);
  put_text (self->out, "options  ");
  put_clock_option (self, self->out);
  put (self->out, 0, 2, shape->big_endian);
  put_text (self->out, "flyrecord");
  list = self->out->len;
  for (guint i = 0; i < n; i++)
    {
      put (self->out, 0, 8, FALSE);
      put (self->out, 0, 8, FALSE);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GByteArray) pages = make_pages (self, 0, i);

      align (self->out, shape->page_size);
      set (self->out, list + 16 * i, self->out->len, 8, shape->big_endian);
      set (self->out, list + 16 * i + 8, pages->len, 8, shape->big_endian);
      g_byte_array_append (self->out, pages->data, pages->len);
    }
}

/* --- version 7 --------------------------------------------------------- */

static gsize
begin_section (Writer *self,
               guint   id)
{
  gboolean big = self->shape->big_endian;
  gsize at = self->out->len;

  put (self->out, id, 2, big);
  put (self->out, self->shape->compression != TH_TD_NONE && id != 0, 2, big);
  put (self->out, 0, 4, big);
  put (self->out, 0, 8, big);
  return at;
}

static void
end_section (Writer *self,
             gsize   at)
{
  set (self->out, at + 8, self->out->len - at - 16, 8, self->shape->big_endian);
}

static void
put_section (Writer          *self,
             GByteArray      *options,
             ThTdSectionKind  kind)
{
  g_autoptr(GByteArray) contents = make_section (self, kind);
  gsize at = begin_section (self, 16 + kind);

  if (self->shape->compression != TH_TD_NONE)
    put_packed (self, self->out, contents->data, contents->len);
  else
    g_byte_array_append (self->out, contents->data, contents->len);
  end_section (self, at);

  put (options, 16 + kind, 2, self->shape->big_endian);
  put (options, 8, 4, self->shape->big_endian);
  put (options, at, 8, self->shape->big_endian);
}

static void
put_buffer (Writer     *self,
            GByteArray *options,
            guint       index)
{
  gboolean big = self->shape->big_endian;
  ThStream *stream = th_recording_get_stream (self->recording, index);
  guint n = th_stream_get_n_cpus (stream);
  g_autoptr(GByteArray) option = g_byte_array_new ();
  gsize at = begin_section (self, 3);

  put (option, at, 8, big);
  put_text (option, th_stream_get_name (stream));
  put_text (option, clock_text (self));
  put (option, self->shape->page_size, 4, big);
  put (option, n, 4, big);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GByteArray) pages = make_pages (self, index, i);
      g_autoptr(GByteArray) packed = self->shape->compression != TH_TD_NONE
                                     ? pack_pages (self, pages) : g_byte_array_ref (pages);

      align (self->out, self->shape->page_size);
      put (option, th_cpu_get_number (th_stream_get_cpu (stream, i)), 4, big);
      put (option, self->out->len, 8, big);
      put (option, pages->len == 0 ? 0 : packed->len, 8, big);
      g_byte_array_append (self->out, packed->data, packed->len);
    }
  end_section (self, at);

  put (options, 3, 2, big);
  put (options, option->len, 4, big);
  g_byte_array_append (options, option->data, option->len);
}

static void
write_v7 (Writer *self)
{
  static const char *const names[] = { "none", "zlib", "zstd" };
  gboolean big = self->shape->big_endian;
  g_autoptr(GByteArray) options = g_byte_array_new ();
  gsize pointer, at;

  begin_file (self, "7");
  put_text (self->out, names[self->shape->compression]);
  put_text (self->out, "1");
  pointer = self->out->len;
  put (self->out, 0, 8, big);
  for (guint kind = TH_TD_HEADER_INFO; kind <= TH_TD_CMDLINES; kind++)
    put_section (self, options, kind);
  put_clock_option (self, options);
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    put_buffer (self, options, i);
  put (options, 0, 2, big);
  put (options, 8, 4, big);
  put (options, 0, 8, big);

  set (self->out, pointer, self->out->len, 8, big);
  at = begin_section (self, 0);
  g_byte_array_append (self->out, options->data, options->len);
  end_section (self, at);
}

GByteArray *
tracedat_write (const char          *path,
                const TracedatShape *shape)
{
  Writer self = { .shape = shape, .out = g_byte_array_new () };
  gpointer source;

  self.recording = fixture_load (path, NULL);
  g_assert_nonnull (self.recording);
  th_recording_peek_source (self.recording, &source);
  self.file = source;
  self.reader = th_reader_new (self.recording);
  if (shape->version == 6)
    write_v6 (&self);
  else
    write_v7 (&self);

  th_reader_free (self.reader);
  th_recording_unref (self.recording);
  return self.out;
}
