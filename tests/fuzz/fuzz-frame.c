/* fuzz-frame.c - reads a stream of frames as one end of the line does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "fuzz-frame.h"
#include "th-message.h"
#include "th-page-batch.h"
#include "th-wire-file.h"

#define PAGE_SIZE 4096

static void
parse_pages (const ThWireFrame *frame)
{
  guint8 copy[PAGE_SIZE];
  gsize offset = 0;
  ThWirePage page;
  gboolean damaged;

  while (th_page_batch_next (frame->payload, frame->size, PAGE_SIZE, &offset, &page, &damaged))
    memcpy (copy, page.bytes, page.size);
  g_assert_true (damaged || offset == frame->size);
}

static void
parse_file (const ThWireFrame *frame)
{
  ThWireFile file;

  if (!th_wire_file_parse (frame, &file, NULL))
    return;
  g_assert_true (g_utf8_validate (file.name, -1, NULL));
  g_assert_true (file.text + file.size == frame->payload + frame->size);
  g_free (file.name);
}

static void
parse_message (const ThWireFrame *frame)
{
  g_autoptr(GVariant) message = th_message_parse (frame, NULL);
  g_autoptr(GByteArray) out = g_byte_array_new ();
  g_autofree const char **strings = NULL;

  if (message == NULL)
    return;
  th_message_get_uint (message, "version", 0);
  th_message_get_int (message, "pack", 0);
  th_message_get_boolean (message, "ring", FALSE);
  g_assert_true (g_utf8_validate (th_message_get_string (message, "clock", ""), -1, NULL));
  strings = th_message_get_strings (message, "functions");
  for (guint i = 0; strings[i] != NULL; i++)
    g_assert_true (g_utf8_validate (strings[i], -1, NULL));

  /* What is in normal form is written as it was read. */
  th_message_append (out, TH_WIRE_HELLO, message);
  g_assert_cmpmem (out->data + TH_WIRE_HEADER_SIZE, out->len - TH_WIRE_HEADER_SIZE,
                   frame->payload, frame->size);
}

static void
parse (const ThWireFrame *frame)
{
  if (frame->type == TH_WIRE_PAGES)
    parse_pages (frame);
  else if (frame->type == TH_WIRE_FILE)
    parse_file (frame);
  else
    parse_message (frame);
}

void
fuzz_frames (ThWireFrameOrigin origin,
             const guint8     *data,
             gsize             size)
{
  g_autoptr(ThWireFrameReader) reader = th_wire_frame_reader_new (origin);
  ThWireFrameRead read = TH_WIRE_READ_MORE;
  ThWireFrame frame;

  for (gsize at = 0; at < size && read != TH_WIRE_READ_ERROR;)
    {
      gsize fits, n = MIN (1 + data[at] % 97, size - at);
      guint8 *room = th_wire_frame_reader_get_room (reader, &fits);

      n = MIN (n, fits);
      g_assert_cmpuint (n, >, 0);
      memcpy (room, data + at, n);
      th_wire_frame_reader_pushed (reader, n);
      at += n;
      while ((read = th_wire_frame_reader_next (reader, &frame, NULL)) == TH_WIRE_READ_FRAME)
        parse (&frame);
    }
  g_assert_nonnull (th_wire_frame_reader_get_noise (reader));
}
