/* th-perfdata-header.c - header, attributes and features, of a file or a pipe
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-loader.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-features.h"
#include "th-perfdata-file.h"
#include "th-perfdata-formats.h"
#include "th-perfdata-header.h"
#include "th-perfdata-record.h"
#include "th-perfdata-walk.h"

#define FILE_HEADER 104
#define IDS_PER_LOOK 4096 /* between two checks for cancellation */
#define PIPE_HEADER 16
#define MIN_ATTR 64
#define MAX_ATTR_SIZE 4096
#define ATTR_SIZE_PLACE 16 /* where the header has the size of an attribute */
/* The maximal size of what precedes the first sample from a pipe: features, formats,
 * processes. */
#define MAX_PRELUDE (256 << 20)

/* --- attributes -------------------------------------------------------- */

static void
read_ids (ThPfFile     *self,
          ThByteCursor *cursor,
          guint32       attr)
{
  guint64 start = cursor->pos;

  for (guint n = 1; !cursor->failed && cursor->end - cursor->pos >= 8; n++)
    {
      if (!th_pf_file_add_id (self, th_byte_cursor_uint (cursor, 8), attr))
        {
          th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, (gint64) start,
                                    "ids");
          return;
        }
      if (n % IDS_PER_LOOK == 0 &&
          (th_recording_is_cancelled (self->base.recording) ||
           th_bytes_is_stopped (self->base.bytes)))
        return;
    }
}

/* Both the header and each entry have the size of an entry.  That in the header is used unless the
 * size of the section is not a multiple of it. */
static void
check_attr_size (ThPfFile *self)
{
  ThByteCursor cursor = th_pf_file_cursor (self, self->attr_section.offset + 4, 4);
  guint64 own = th_byte_cursor_uint (&cursor, 4) + 16;

  if (self->attr_section.size % self->attr_size == 0)
    return;

  th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, ATTR_SIZE_PLACE,
                            "size of attributes");
  if (own >= MIN_ATTR + 16 && own <= MAX_ATTR_SIZE && self->attr_section.size % own == 0)
    self->attr_size = own;
}

static void
read_attrs (ThPfFile *self)
{
  guint64 n = self->attr_section.size / self->attr_size;

  for (guint64 i = 0; i < n && self->attrs->len < TH_PF_MAX_ATTRS; i++)
    {
      ThByteCursor cursor =
        th_pf_file_cursor (self, self->attr_section.offset + i * self->attr_size, self->attr_size);
      guint64 own = self->attr_size - 16;
      ThPfAttr *attr = th_pf_attr_read (&cursor, own);
      guint64 offset, size;

      cursor = th_pf_file_cursor (self, self->attr_section.offset + i * self->attr_size + own, 16);
      offset = th_byte_cursor_uint (&cursor, 8);
      size = th_byte_cursor_uint (&cursor, 8);
      if (attr == NULL || cursor.failed || !th_pf_file_add_attr (self, attr))
        {
          if (attr != NULL && cursor.failed)
            th_pf_attr_free (attr);
          th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                                    self->attr_section.offset, "attributes");
          return;
        }
      cursor = th_pf_file_cursor (self, offset, size);
      read_ids (self, &cursor, self->attrs->len - 1);
    }
}

/* --- file -------------------------------------------------------------- */

static gboolean
fail (GError    **error,
      guint       code,
      const char *message)
{
  g_set_error_literal (error, TH_LOADER_ERROR, code, message);
  return FALSE;
}

static gboolean
has_feature (const guint8 *bits,
             guint         feature)
{
  return bits[feature / 8] >> feature % 8 & 1;
}

/* The bitmap consists of longs, in the byte order of the writer. */
static void
read_feature_bits (ThByteCursor *cursor,
                   guint8       *bits)
{
  for (guint i = 0; i < TH_PF_N_FEATURES / 64; i++)
    {
      guint64 word = th_byte_cursor_uint (cursor, 8);

      for (guint j = 0; j < 8; j++)
        bits[i * 8 + j] = word >> j * 8 & 0xff;
    }
}

static void
find_features (ThPfFile     *self,
               const guint8 *bits)
{
  guint64 size = th_bytes_get_size (self->base.bytes);
  guint64 table = self->data.offset + self->data.size;
  ThByteCursor cursor = th_pf_file_cursor (self, table, TH_PF_N_FEATURES * 16);

  for (guint i = 0; i < TH_PF_N_FEATURES; i++)
    {
      ThPfSection section;

      if (!has_feature (bits, i))
        continue;
      section.offset = th_byte_cursor_uint (&cursor, 8);
      section.size = th_byte_cursor_uint (&cursor, 8);
      if (cursor.failed && i < TH_PF_F_SIMPLEPERF)
        th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, MIN (table, size),
                                  "features");
      if (cursor.failed)
        return;
      if (section.offset <= size && section.size <= size - section.offset)
        self->features[i] = section;
      else if (i < TH_PF_F_SIMPLEPERF)
        th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, cursor.pos - 16,
                                  "features");
    }
}

/* Android's simpleperf names itself in a feature of its own.  Older versions have only a list
 * of files, each with the size of the remaining entry and its path.  Other high bits are
 * ignored, as in perf. */
static gboolean
is_simpleperf (ThPfFile *self)
{
  static const char key[] = "simpleperf_version";
  const ThPfSection *facts = &self->features[TH_PF_F_SIMPLEPERF_FACTS];
  const ThPfSection *files = &self->features[TH_PF_F_SIMPLEPERF];
  char text[4096];
  gsize n = th_bytes_read (self->base.bytes, facts->offset, text, MIN (facts->size, sizeof text));
  guint8 head[5];

  if (memmem (text, n, key, sizeof key) != NULL)
    return TRUE;

  return files->size > sizeof head &&
         th_bytes_read (self->base.bytes, files->offset, head, sizeof head) == sizeof head &&
         th_bytes_u32 (head, self->big_endian) < files->size && (head[4] == '/' || head[4] == '[');
}

static void
read_features (ThPfFile *self)
{
  for (guint i = 0; i < TH_PF_N_FEATURES; i++)
    if (self->features[i].size > 0)
      {
        ThByteCursor cursor = th_pf_file_cursor (self, self->features[i].offset,
                                                 self->features[i].size);

        th_pf_file_read_feature (self, i, &cursor);
      }
}

static gboolean
read_file_header (ThPfFile  *self,
                  GError   **error)
{
  ThByteCursor cursor = th_pf_file_cursor (self, 16, FILE_HEADER - 16);
  guint64 size = th_bytes_get_size (self->base.bytes);
  guint8 bits[TH_PF_N_FEATURES / 8] = { 0 };

  self->attr_size = th_byte_cursor_uint (&cursor, 8);
  self->attr_section.offset = th_byte_cursor_uint (&cursor, 8);
  self->attr_section.size = th_byte_cursor_uint (&cursor, 8);
  self->data.offset = th_byte_cursor_uint (&cursor, 8);
  self->data.size = th_byte_cursor_uint (&cursor, 8);
  th_byte_cursor_skip (&cursor, 16);
  read_feature_bits (&cursor, bits);
  if (cursor.failed)
    return fail (error, TH_LOADER_ERROR_DAMAGED,
                 _("This perf recording is cut off in its header. Copy it again from where it was "
                   "recorded."));
  if (has_feature (bits, TH_PF_F_DIR_FORMAT))
    return fail (error, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This is one file of a recording that perf wrote as a directory (perf record "
                   "--threads). Only single files are supported; record without --threads."));
  if (self->attr_size < MIN_ATTR + 16 || self->attr_size > MAX_ATTR_SIZE ||
      self->attr_section.offset > size ||
      self->data.offset > size || self->data.offset < PIPE_HEADER)
    return fail (error, TH_LOADER_ERROR_DAMAGED,
                 _("The header of this perf recording is invalid: it points past the end of the "
                   "file. Copy it again from where it was recorded."));

  check_attr_size (self);
  self->attr_section.size = MIN (self->attr_section.size, size - self->attr_section.offset);
  read_attrs (self);
  /* perf writes the size of the data last: it is 0 if perf was killed. */
  if (self->data.size == 0 || self->data.size > size - self->data.offset)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, size, "data");
      self->data.size = size - self->data.offset;
      self->cut = TRUE;
    }
  else
    find_features (self, bits);
  if (is_simpleperf (self))
    return fail (error, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This is a recording of Android's simpleperf, whose format differs from "
                   "perf's. It is not supported; record with perf or trace-cmd."));
  read_features (self);
  self->compressed = has_feature (bits, TH_PF_F_COMPRESSED);
  return TRUE;
}

/* --- pipe -------------------------------------------------------------- */

static void
take_pipe_attr (ThPfFile *self,
                guint32   size,
                guint64   place)
{
  ThByteCursor cursor = th_pf_file_cursor (self, place + TH_PF_HEADER, size - TH_PF_HEADER);
  guint64 start = cursor.pos, own;
  ThPfAttr *attr;

  th_byte_cursor_skip (&cursor, 4);
  own = th_byte_cursor_uint (&cursor, 4);
  if (own < MIN_ATTR || own > size - TH_PF_HEADER)
    own = MIN_ATTR;
  cursor = th_pf_file_cursor (self, start, own);
  attr = th_pf_attr_read (&cursor, own);
  if (attr == NULL || !th_pf_file_add_attr (self, attr))
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1, place,
                                "attributes");
      return;
    }

  cursor = th_pf_file_cursor (self, start + own, size - TH_PF_HEADER - own);
  read_ids (self, &cursor, self->attrs->len - 1);
}

/* PERF_RECORD_EVENT_UPDATE: u64 kind, u64 id, then data by kind; kind 2 is a name. */
static void
take_update (ThPfFile     *self,
             const guint8 *record,
             guint32       size)
{
  ThPfAttr *attr;

  if (size <= 24 || th_bytes_u64 (record + 8, self->big_endian) != 2)
    return;

  attr = th_pf_file_find_id (self, th_bytes_u64 (record + 16, self->big_endian));
  if (attr != NULL && attr->name == NULL)
    {
      g_autofree char *name = g_strndup ((const char *) record + 24, size - 24);

      attr->name = g_utf8_make_valid (name, -1);
    }
}

static void
take_pipe_feature (ThPfFile     *self,
                   const guint8 *record,
                   guint32       size,
                   guint64       place)
{
  ThByteCursor cursor;
  guint64 feature;

  if (size < 16)
    return;

  feature = th_bytes_u64 (record + 8, self->big_endian);
  cursor = th_pf_file_cursor (self, place + 16, size - 16);
  if (feature < TH_PF_N_FEATURES && feature != TH_PF_F_TRACING_DATA)
    th_pf_file_read_feature (self, feature, &cursor);
}

static gboolean
take_prelude (gpointer      data,
              const guint8 *record,
              guint32       size,
              guint64       place)
{
  ThPfFile *self = data;

  if (record == NULL)
    return TRUE;

  switch (th_pf_record_type (record, self->big_endian))
    {
    case TH_PF_HEADER_ATTR:
      take_pipe_attr (self, size, place);
      break;
    case TH_PF_EVENT_UPDATE:
      take_update (self, record, size);
      break;
    case TH_PF_HEADER_FEATURE:
      take_pipe_feature (self, record, size, place);
      break;
    case TH_PF_TRACING_DATA:
      if (size >= 12)
        {
          guint32 more = th_bytes_u32 (record + 8, self->big_endian);
          ThByteCursor cursor;

          th_bytes_wait (self->base.bytes, place + size + more, -1);
          cursor = th_pf_file_cursor (self, place + size, more);
          th_pf_file_read_formats (self, &cursor);
        }
      break;
    case TH_PF_COMPRESSED:
    case TH_PF_COMPRESSED2:
      self->compressed = TRUE;
      return FALSE;
    case TH_PF_SAMPLE:
    case TH_PF_FINISHED_ROUND:
      return FALSE;
    default:
      break;
    }
  return place < MAX_PRELUDE;
}

static gboolean
read_pipe (ThPfFile *self)
{
  self->pipe = TRUE;
  self->data.offset = PIPE_HEADER;
  self->data.size = TH_PF_UNTIL_END - PIPE_HEADER;
  /* The load will read the same records again and report problems. */
  th_pf_walk (self, PIPE_HEADER, TH_PF_UNTIL_END, FALSE, take_prelude, NULL, self);
  return TRUE;
}

/* --- both -------------------------------------------------------------- */

gboolean
th_pf_file_read (ThPfFile *self,
                 GError  **error)
{
  guint8 head[PIPE_HEADER];
  guint64 size;

  th_bytes_wait (self->base.bytes, sizeof head, -1);
  if (th_bytes_read (self->base.bytes, 0, head, sizeof head) != sizeof head)
    return fail (error, TH_LOADER_ERROR_DAMAGED,
                 _("This perf recording is cut off in its header. Copy it again from where it was "
                   "recorded."));

  /* "PERFILE2" is written as a number, which shows the byte order.  "PERFFILE" is text, so
   * use the size of the header: it must be small. */
  self->big_endian = head[0] != 'P' && head[0] != 'E'
                     ? TRUE : th_bytes_u64 (head + 8, FALSE) > G_MAXUINT32;
  size = th_bytes_u64 (head + 8, self->big_endian);
  if (size != PIPE_HEADER)
    th_bytes_wait (self->base.bytes, G_MAXUINT64, -1);
  if (size == PIPE_HEADER)
    read_pipe (self);
  else if (!read_file_header (self, error))
    return FALSE;

  if (self->attrs->len == 0)
    return fail (error, TH_LOADER_ERROR_NO_EVENTS,
                 _("This perf recording does not describe the events it holds, so none can be "
                   "read. Copy it again from where it was recorded, or record it again."));
  return TRUE;
}
