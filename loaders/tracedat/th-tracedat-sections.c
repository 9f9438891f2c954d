/* th-tracedat-sections.c - reads the header of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-file.h"
#include "th-tracedat-options.h"
#include "th-tracedat-recover.h"
#include "th-tracedat-sections.h"
#include "th-tracedat-unpack.h"

#define MAGIC "\x17\x08\x44tracing"
#define MAGIC_SIZE 10
#define TAG_SIZE 10 /* "options  ", "flyrecord", "latency  " with their NUL */
#define MAX_NAME 4096

/* For translated messages, as xgettext cannot expand G_GUINT64_FORMAT. */
static char *
number_text (guint64 number)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, number);
}

/* --- header_page ------------------------------------------------------- */

/* Returns the number after @key (`size:`) of the field @name in a header_page text, or 0. */
static guint64
page_field (const char *text,
            const char *name,
            const char *key)
{
  const char *field = strstr (text, name);
  const char *end = field != NULL ? strchr (field, '\n') : NULL;
  const char *value = field != NULL ? strstr (field, key) : NULL;

  if (value == NULL || (end != NULL && value > end))
    return 0;

  return g_ascii_strtoull (value + strlen (key), NULL, 10);
}

static void
take_header_page (ThTdFile   *self,
                  const char *text)
{
  guint64 commit = page_field (text, " commit;", "size:");
  guint64 room = page_field (text, " data;", "size:");
  guint64 start = page_field (text, " data;", "offset:");

  if (commit == 4 || commit == 8)
    self->commit_size = commit;
  self->sub_buffer_size = room < TH_TD_MAX_PAGE && start <= 64
                          ? th_td_check_page_size (room + start) : 0;
}

/* Checks that the event header is that of Linux 2.6.30 and later, the only one that is
 * supported.  An empty text means this layout, too. */
static void
check_header_event (ThTdFile   *self,
                    const char *text)
{
  static const struct
  {
    const char *name;
    guint       bits;
  } parts[] = { { "type_len", 5 }, { "time_delta", 27 }, { "array", 32 } };

  for (guint i = 0; i < G_N_ELEMENTS (parts) && text[strspn (text, "\n")] != '\0'; i++)
    {
      const char *at = strstr (text, parts[i].name);
      char *end = NULL;

      at = at != NULL ? strchr (at, ':') : NULL;
      if (at == NULL || g_ascii_strtoull (at + 1, &end, 10) != parts[i].bits ||
          !g_str_has_prefix (end, " bits"))
        {
          th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, -1,
                                    "header_event");
          return;
        }
    }
}

static gboolean
read_header_info (ThTdFile     *self,
                  ThByteCursor *cursor)
{
  g_autofree char *page = NULL, *event = NULL;
  char tag[13];

  th_byte_cursor_read (cursor, tag, 12);
  if (cursor->failed || memcmp (tag, "header_page", 12) != 0)
    return FALSE;

  page = th_byte_cursor_dup (cursor, th_byte_cursor_uint (cursor, 8));
  if (page != NULL)
    take_header_page (self, page);

  th_byte_cursor_read (cursor, tag, 13);
  if (cursor->failed || memcmp (tag, "header_event", 13) != 0)
    return FALSE;

  event = th_byte_cursor_dup (cursor, th_byte_cursor_uint (cursor, 8));
  if (event != NULL)
    check_header_event (self, event);
  return !cursor->failed;
}

/* --- version 6 --------------------------------------------------------- */

static void
skip_formats (ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n && !cursor->failed; i++)
    th_byte_cursor_skip (cursor, th_byte_cursor_uint (cursor, 8));
}

static void
skip_systems (ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n && !cursor->failed; i++)
    {
      g_free (th_byte_cursor_text (cursor, MAX_NAME));
      skip_formats (cursor);
    }
}

/* Skips a section with @skip and records its location. */
static void
note_section (ThTdFile        *self,
              ThByteCursor      *cursor,
              ThTdSectionKind  kind,
              void           (*skip) (ThByteCursor *))
{
  guint64 start = cursor->pos;

  skip (cursor);
  if (!cursor->failed)
    self->sections[kind] = (ThTdSection) { start, cursor->pos - start, FALSE };
}

static void
skip_text_4 (ThByteCursor *cursor)
{
  th_byte_cursor_skip (cursor, th_byte_cursor_uint (cursor, 4));
}

static void
skip_text_8 (ThByteCursor *cursor)
{
  th_byte_cursor_skip (cursor, th_byte_cursor_uint (cursor, 8));
}

/* Reads from "options  " or "flyrecord" to the locations of the CPUs' data. */
static gboolean
read_data_v6 (ThTdFile     *self,
              ThByteCursor *cursor,
              const char   *name,
              GError      **error)
{
  char tag[TAG_SIZE] = "";
  ThTdBuffer *buffer;

  th_byte_cursor_read (cursor, tag, TAG_SIZE);
  if (memcmp (tag, "options", 7) == 0)
    {
      th_td_file_read_options_v6 (self, cursor);
      th_byte_cursor_read (cursor, tag, TAG_SIZE);
    }
  if (memcmp (tag, "latency", 7) == 0)
    {
      self->has_latency_text = TRUE;
      return TRUE;
    }
  if (cursor->failed || memcmp (tag, "flyrecord", 9) != 0)
    {
      g_autofree char *number = number_text (cursor->pos);

      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                   _("This trace.dat is truncated or damaged: the list of recorded CPUs was "
                     "expected at byte %s. Copy the file again from where it was recorded."),
                   number);
      return FALSE;
    }

  buffer = th_td_file_add_buffer (self, name, self->clock_name, 0);
  for (guint i = 0; i < self->cpu_count; i++)
    {
      guint64 offset = th_byte_cursor_uint (cursor, 8);
      guint64 size = th_byte_cursor_uint (cursor, 8);

      if (cursor->failed)
        {
          th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, self->cpu_count - i,
                                    (gint64) cursor->end, NULL);
          break;
        }
      if (!th_td_buffer_add_cpu (self, buffer, i, offset, size))
        break;
    }
  th_td_buffer_sort_cpus (self, buffer);
  return TRUE;
}

/* For an additional buffer, version 6 has only an offset; the list of its CPUs is there. */
static void
read_buffers_v6 (ThTdFile *self)
{
  guint n = self->buffers->len;

  for (guint i = 0; i < n; i++)
    {
      ThTdBuffer *buffer = th_td_file_buffer (self, i);
      ThByteCursor cursor;
      g_autoptr(GError) error = NULL;

      if (buffer->section == 0)
        continue;

      cursor = th_td_file_cursor (self, self->base.bytes, buffer->section);
      if (!read_data_v6 (self, &cursor, buffer->name, &error))
        th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, buffer->section,
                                  buffer->name);
    }

  for (guint i = self->buffers->len; i-- > 0;)
    if (th_td_file_buffer (self, i)->section != 0)
      g_ptr_array_remove_index (self->buffers, i);
}

static gboolean
cut_in_header (ThByteCursor *cursor,
               GError      **error)
{
  g_autofree char *number = number_text (cursor->pos);

  g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
               _("This trace.dat is truncated or damaged: its header cannot be read past byte %s. "
                 "Copy the file again from where it was recorded."),
               number);
  return FALSE;
}

static gboolean
read_v6 (ThTdFile     *self,
         ThByteCursor *cursor,
         GError      **error)
{
  guint64 n_cpus, start = cursor->pos;
  guint n_before;

  if (!read_header_info (self, cursor))
    return cut_in_header (cursor, error);

  self->sections[TH_TD_HEADER_INFO] = (ThTdSection) { start, cursor->pos - start, FALSE };
  note_section (self, cursor, TH_TD_FTRACE_EVENTS, skip_formats);
  note_section (self, cursor, TH_TD_EVENT_FORMATS, skip_systems);
  note_section (self, cursor, TH_TD_KALLSYMS, skip_text_4);
  note_section (self, cursor, TH_TD_PRINTK, skip_text_4);
  note_section (self, cursor, TH_TD_CMDLINES, skip_text_8);
  n_cpus = th_byte_cursor_uint (cursor, 4);
  if (cursor->failed || n_cpus > TH_TD_MAX_CPUS)
    return cut_in_header (cursor, error);

  self->cpu_count = n_cpus;
  n_before = self->buffers->len;
  if (!read_data_v6 (self, cursor, "", error))
    return FALSE;

  /* The options, with the additional buffers, were read first: move the top buffer before
   * them. */
  if (self->buffers->len > n_before + 1)
    g_ptr_array_insert (self->buffers, n_before,
                        g_ptr_array_steal_index (self->buffers, self->buffers->len - 1));
  read_buffers_v6 (self);
  return TRUE;
}

/* --- version 7 --------------------------------------------------------- */

static ThTdCompression
compression_of (const char *name)
{
  static const struct
  {
    const char     *name;
    ThTdCompression compression;
  } known[] = { { "none", TH_TD_NONE }, { "zlib", TH_TD_ZLIB }, { "zstd", TH_TD_ZSTD } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (name, known[i].name) == 0)
      return known[i].compression;
  return TH_TD_UNKNOWN;
}

static gboolean
no_options (ThTdFile *self,
            guint64   offset,
            GError  **error)
{
  guint64 size = th_bytes_get_size (self->base.bytes);
  gboolean too_short = offset > size && offset - size < G_MAXINT64 / 2;
  g_autofree char *number = number_text (too_short ? offset - size : offset);

  if (too_short)
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                 _("This trace.dat ends before its event data: at least %s bytes are missing, and "
                   "with them all events. Copy the file again, or stop trace-cmd before copying."),
                 number);
  else
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                 _("This trace.dat is truncated or damaged: there is no option list at byte %s. "
                   "Copy the file again from where it was recorded."),
                 number);
  return FALSE;
}

static gboolean
read_v7 (ThTdFile     *self,
         ThByteCursor *cursor,
         GError      **error)
{
  g_autofree char *name = th_byte_cursor_text (cursor, 64);
  g_autoptr(ThBytes) info = NULL;
  guint64 options;

  g_free (th_byte_cursor_text (cursor, 64)); /* the version of the compressor */
  options = th_byte_cursor_uint (cursor, 8);
  if (cursor->failed)
    return cut_in_header (cursor, error);

  self->compression = compression_of (name);
  if (self->compression == TH_TD_UNKNOWN)
    {
      g_autofree char *valid = g_utf8_make_valid (name, -1);

      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                   _("This trace.dat is compressed with “%s”, which is not supported. “trace-cmd "
                     "convert --compression none” makes a file that can be read."),
                   valid);
      return FALSE;
    }

  th_recording_set_fact (self->base.recording, "compression", name);
  if (!th_td_file_read_options_v7 (self, cursor->pos, options))
    return no_options (self, options, error);

  info = th_td_file_unpack (self, TH_TD_HEADER_INFO);
  if (info != NULL)
    {
      ThByteCursor inside = th_td_file_cursor (self, info, 0);

      if (!read_header_info (self, &inside))
        th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                                  self->sections[TH_TD_HEADER_INFO].offset, "header_page");
    }
  th_td_file_recover_v7 (self);
  return TRUE;
}

/* --- the whole header -------------------------------------------------- */

static gboolean
check_found (ThTdFile *self,
             GError  **error)
{
  g_autofree char *number = number_text (th_bytes_get_size (self->base.bytes));

  if (self->buffers->len > 0)
    return TRUE;

  if (self->has_latency_text)
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This trace.dat holds the text output of a latency tracer instead of recorded "
                   "events. Read it with “trace-cmd report”."));
  else
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS,
                 _("This trace.dat has no event data: it ends after %s bytes, before the data "
                   "begins. It was truncated, or the recording did not end properly. Copy the "
                   "file again, or try “trace-cmd restore”."),
                 number);
  return FALSE;
}

gboolean
th_td_file_read (ThTdFile *self,
                 GError  **error)
{
  ThByteCursor cursor = th_td_file_cursor (self, self->base.bytes, MAGIC_SIZE);
  g_autofree char *version = th_byte_cursor_text (&cursor, 8);
  guint8 shape[2];
  guint64 page_size;

  th_byte_cursor_read (&cursor, shape, 2);
  self->big_endian = cursor.big_endian = shape[0] == 1;
  page_size = th_byte_cursor_uint (&cursor, 4);
  if (cursor.failed)
    return cut_in_header (&cursor, error);

  self->version = strcmp (version, "6") == 0 ? 6 : strcmp (version, "7") == 0 ? 7 : 0;
  self->long_size = self->commit_size = shape[1];
  self->page_size = th_td_check_page_size (page_size);
  if (self->version == 0)
    {
      g_autofree char *valid = g_utf8_make_valid (version, -1);

      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                   _("This trace.dat claims to be version “%s”; versions 6 and 7 are supported. "
                     "“trace-cmd convert” converts between them."),
                   valid);
      return FALSE;
    }
  if (shape[0] > 1 || (shape[1] != 4 && shape[1] != 8) || self->page_size == 0)
    {
      g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_DAMAGED,
                   _("This file begins like a trace.dat, but byte order, word size or page size "
                     "at byte 12 is invalid. Copy it again from where it was recorded."));
      return FALSE;
    }

  th_recording_set_fact (self->base.recording, "version", version);
  if (self->version == 6 ? !read_v6 (self, &cursor, error) : !read_v7 (self, &cursor, error))
    return FALSE;
  return check_found (self, error);
}
