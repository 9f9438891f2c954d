/* th-wire-file.c - the texts of tracefs that belong to a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-wire-file.h"

/* Kind, flags, size of the name. */
#define FILE_HEADER 4
#define MAX_NAME 255
/* Small enough to wait between batches of pages. */
#define MAX_PIECE (1 << 20)

static void
append_piece (GByteArray     *out,
              ThWireFileKind  kind,
              const char     *name,
              const guint8   *text,
              gsize           size,
              gboolean        more,
              int             level)
{
  g_autoptr(GByteArray) payload = g_byte_array_new ();
  gsize length = strlen (name);
  guint8 header[FILE_HEADER] = { kind, more ? TH_WIRE_FILE_MORE : 0, length & 0xff, length >> 8 };

  g_byte_array_append (payload, header, sizeof header);
  g_byte_array_append (payload, (const guint8 *) name, length);
  if (size > 0)
    g_byte_array_append (payload, text, size);
  th_wire_frame_append (out, TH_WIRE_FILE, payload->data, payload->len, level);
}

void
th_wire_file_append (GByteArray     *out,
                     ThWireFileKind  kind,
                     const char     *name,
                     const void     *text,
                     gsize           size,
                     gboolean        more,
                     int             level)
{
  const guint8 *bytes = text;

  g_return_if_fail (strlen (name) <= MAX_NAME);

  while (size > MAX_PIECE)
    {
      append_piece (out, kind, name, bytes, MAX_PIECE, TRUE, level);
      bytes += MAX_PIECE;
      size -= MAX_PIECE;
    }
  append_piece (out, kind, name, bytes, size, more, level);
}

/* A name that may stand in an event's path: letters, digits, "_" and what probes use. */
static gboolean
is_word (const char *begin,
         const char *end)
{
  for (const char *c = begin; c < end; c++)
    if (!g_ascii_isalnum (*c) && strchr ("_-.:@+", *c) == NULL)
      return FALSE;
  return end > begin;
}

static gboolean
name_fits (ThWireFileKind  kind,
           const char     *name)
{
  const char *end = name + strlen (name), *slash = strchr (name, '/');

  switch (kind)
    {
    case TH_WIRE_FILE_FTRACE_FORMAT:
      return is_word (name, end);
    case TH_WIRE_FILE_FORMAT:
      return slash != NULL && is_word (name, slash) && is_word (slash + 1, end);
    default:
      return *name == '\0';
    }
}

gboolean
th_wire_file_parse (const ThWireFrame *frame,
                    ThWireFile        *file,
                    GError           **error)
{
  const guint8 *bytes = frame->payload;
  g_autofree char *name = NULL;
  gsize length = frame->size < FILE_HEADER ? 0 : bytes[2] | bytes[3] << 8;

  if (frame->size < FILE_HEADER || length > MAX_NAME || length > frame->size - FILE_HEADER ||
      bytes[0] < TH_WIRE_FILE_HEADER_PAGE || bytes[0] > TH_WIRE_FILE_KPROBE_PROFILE ||
      (bytes[1] & ~TH_WIRE_FILE_MORE) != 0 || memchr (bytes + FILE_HEADER, '\0', length) != NULL ||
      !name_fits (bytes[0], name = g_strndup ((const char *) bytes + FILE_HEADER, length)))
    {
      g_set_error_literal (error, TH_WIRE_ERROR, TH_WIRE_ERROR_PAYLOAD,
                           "A text of the recording has no valid name");
      return FALSE;
    }

  file->kind = bytes[0];
  file->more = bytes[1] == TH_WIRE_FILE_MORE;
  file->name = g_steal_pointer (&name);
  file->text = bytes + FILE_HEADER + length;
  file->size = frame->size - FILE_HEADER - length;
  return TRUE;
}
