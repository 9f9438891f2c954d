/* recorded.c - the parts of a real trace.dat, as an agent would send them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "recorded.h"
#include "th-loaders.h"
#include "th-source.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-file.h"
#include "th-tracedat-unpack.h"

char *
recorded_find (const char *name)
{
  g_autofree char *here = g_test_build_filename (G_TEST_DIST, "..", "data", name, NULL);
  g_autofree char *path = g_canonicalize_filename (here, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_free (path);
      path = g_canonicalize_filename (g_test_get_filename (G_TEST_DIST, "data", name, NULL), NULL);
    }
  return g_steal_pointer (&path);
}

/* --- texts ------------------------------------------------------------- */

static char *
section_text (ThTdFile        *file,
              ThTdSectionKind  kind,
              guint            width)
{
  g_autoptr(ThBytes) bytes = th_td_file_unpack (file, kind);
  ThByteCursor cursor;

  if (bytes == NULL)
    return g_strdup ("");

  cursor = th_td_file_cursor (file, bytes, 0);
  return th_byte_cursor_dup (&cursor, th_byte_cursor_uint (&cursor, width));
}

static void
read_header_info (Recorded *self,
                  ThTdFile *file)
{
  g_autoptr(ThBytes) bytes = NULL;
  ThByteCursor cursor;

  if (file->version == 6)
    cursor = th_td_file_cursor (file, file->base.bytes, 10 + 2 + 2 + 4);
  else
    {
      bytes = th_td_file_unpack (file, TH_TD_HEADER_INFO);
      g_assert_nonnull (bytes);
      cursor = th_td_file_cursor (file, bytes, 0);
    }
  th_byte_cursor_skip (&cursor, 12);
  self->head.header_page = th_byte_cursor_dup (&cursor, th_byte_cursor_uint (&cursor, 8));
  th_byte_cursor_skip (&cursor, 13);
  self->head.header_event = th_byte_cursor_dup (&cursor, th_byte_cursor_uint (&cursor, 8));
  g_assert_false (cursor.failed);
}

static void
read_formats (Recorded     *self,
              ThByteCursor *cursor,
              const char   *system)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n; i++)
    {
      g_ptr_array_add (self->formats, g_strdup (system));
      g_ptr_array_add (self->formats,
                       th_byte_cursor_dup (cursor, th_byte_cursor_uint (cursor, 8)));
    }
}

static void
read_all_formats (Recorded *self,
                  ThTdFile *file)
{
  g_autoptr(ThBytes) ftrace = th_td_file_unpack (file, TH_TD_FTRACE_EVENTS);
  g_autoptr(ThBytes) systems = th_td_file_unpack (file, TH_TD_EVENT_FORMATS);
  ThByteCursor cursor = th_td_file_cursor (file, ftrace, 0);
  guint64 n;

  read_formats (self, &cursor, "ftrace");
  cursor = th_td_file_cursor (file, systems, 0);
  n = th_byte_cursor_uint (&cursor, 4);
  for (guint64 i = 0; i < n; i++)
    {
      g_autofree char *system = th_byte_cursor_text (&cursor, 256);

      read_formats (self, &cursor, system);
    }
  g_assert_false (cursor.failed);
}

/* --- pages ------------------------------------------------------------- */

/* The length of a page without the zeros after its data and its count of lost events. */
static gsize
used_size (const guint8 *page,
           gsize         size)
{
  guint32 commit;
  gsize used;

  memcpy (&commit, page + 8, sizeof commit);
  used = 16 + (commit & ((1u << 27) - 1));
  return MIN (size, used + ((commit & (1u << 30)) != 0 ? 8 : 0));
}

static void
add_pages (Recorded     *self,
           guint         cpu,
           const guint8 *bytes,
           gsize         size)
{
  for (gsize at = 0; at + self->head.page_size <= size; at += self->head.page_size)
    {
      RecordedPage page = { .cpu = cpu };

      memcpy (&page.stamp, bytes + at, 8);
      page.size = used_size (bytes + at, self->head.page_size);
      page.bytes = g_memdup2 (bytes + at, page.size);
      g_array_append_val (self->pages, page);
    }
}

static guint8 *
read_bytes (ThTdFile *file,
            guint64   offset,
            gsize     size)
{
  guint8 *bytes = g_malloc (MAX (size, 1));

  g_assert_cmpint (th_bytes_read (file->base.bytes, offset, bytes, size), ==, size);
  return bytes;
}

static void
read_cpu (Recorded   *self,
          ThTdFile   *file,
          ThTdBuffer *buffer,
          guint       index)
{
  const ThTdCpu *cpu = th_td_buffer_cpu (buffer, index);
  ThTdUnpacker *unpacker = th_td_unpacker_new (file->compression);

  g_array_append_val (self->cpus, cpu->number);
  if (!buffer->compressed)
    {
      g_autofree guint8 *plain = read_bytes (file, cpu->offset, cpu->size);

      add_pages (self, index, plain, cpu->size);
    }
  for (guint i = 0; i < cpu->n_chunks; i++)
    {
      const ThTdChunk *chunk = &cpu->chunks[i];
      g_autofree guint8 *packed = read_bytes (file, chunk->offset, chunk->packed);
      g_autofree guint8 *raw = g_malloc (chunk->raw);
      gssize n = th_td_unpacker_run (unpacker, packed, chunk->packed, raw, chunk->raw);

      g_assert_cmpint (n, >, 0);
      add_pages (self, index, raw, n);
    }
  th_td_unpacker_free (unpacker);
}

/* Stable, since pages of one CPU may begin at the same time. */
static gint
compare_pages (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const RecordedPage *x = a, *y = b;

  return (x->stamp > y->stamp) - (x->stamp < y->stamp);
}

static void
page_clear (gpointer data)
{
  g_free (((RecordedPage *) data)->bytes);
}

static void
read_data (Recorded *self,
           ThTdFile *file)
{
  ThTdBuffer *buffer = th_td_file_buffer (file, 0);
  const ThClock *clock = th_recording_get_clock (self->recording);

  self->head.page_size = buffer->page_size;
  self->head.big_endian = file->big_endian;
  self->head.long_size = file->long_size;
  self->head.clock = clock->name;
  self->head.uname = "Linux host 6.1.0 x86_64";
  self->head.version = "test 1";
  for (guint i = 0; i < buffer->cpus->len; i++)
    read_cpu (self, file, buffer, i);
  g_array_sort_with_data (self->pages, compare_pages, NULL);
  self->head.cpus = (const guint *) (gpointer) self->cpus->data;
  self->head.n_cpus = self->cpus->len;
}

/* --- all of it --------------------------------------------------------- */

Recorded *
recorded_new (const char *path)
{
  Recorded *self = g_new0 (Recorded, 1);
  const ThLoader *loader;
  g_autoptr(GError) error = NULL;
  gpointer source;
  ThTdFile *file;

  self->recording = th_loader_open (path, &loader, &error);
  g_assert_no_error (error);
  th_loader_load (loader, self->recording);
  th_recording_peek_source (self->recording, &source);
  file = source;

  self->cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  self->formats = g_ptr_array_new_with_free_func (g_free);
  self->pages = g_array_new (FALSE, FALSE, sizeof (RecordedPage));
  g_array_set_clear_func (self->pages, page_clear);
  read_header_info (self, file);
  read_all_formats (self, file);
  read_data (self, file);
  self->texts[TH_TRACE_TEXT_KALLSYMS] = section_text (file, TH_TD_KALLSYMS, 4);
  self->texts[TH_TRACE_TEXT_PRINTK] = section_text (file, TH_TD_PRINTK, 4);
  self->texts[TH_TRACE_TEXT_CMDLINES] = section_text (file, TH_TD_CMDLINES, 8);
  self->texts[TH_TRACE_TEXT_COUNTERS] = g_strdup ("what the machine counted");
  return self;
}

void
recorded_free (Recorded *self)
{
  g_array_unref (self->cpus);
  g_array_unref (self->pages);
  g_ptr_array_unref (self->formats);
  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    g_free (self->texts[i]);
  g_free ((char *) self->head.header_page);
  g_free ((char *) self->head.header_event);
  th_recording_unref (self->recording);
  g_free (self);
}

ThTraceWriter *
recorded_begin (Recorded   *self,
                const char *path)
{
  g_autoptr(GError) error = NULL;
  ThTraceWriter *writer = th_trace_writer_new (path, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < self->formats->len; i += 2)
    {
      const char *text = g_ptr_array_index (self->formats, i + 1);

      th_trace_writer_add_format (writer, g_ptr_array_index (self->formats, i), text,
                                  strlen (text));
    }
  th_trace_writer_begin (writer, &self->head, &error);
  g_assert_no_error (error);
  return writer;
}

void
recorded_append (Recorded      *self,
                 ThTraceWriter *writer,
                 guint          from,
                 guint          to)
{
  g_autoptr(GError) error = NULL;

  for (guint i = from; i < MIN (to, self->pages->len); i++)
    {
      const RecordedPage *page = &g_array_index (self->pages, RecordedPage, i);

      th_trace_writer_append (writer, page->cpu, page->bytes, page->size, &error);
      g_assert_no_error (error);
    }
}

void
recorded_add_texts (Recorded      *self,
                    ThTraceWriter *writer)
{
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < TH_TRACE_N_TEXTS; i++)
    if (self->texts[i] != NULL)
      th_trace_writer_set_text (writer, i, self->texts[i], strlen (self->texts[i]));
  th_trace_writer_add_texts (writer, &error);
  g_assert_no_error (error);
}
