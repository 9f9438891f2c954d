/* pcap-writer.c - makes captures for tests, byte by byte
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "pcap-writer.h"

PcapWriter *
pcap_writer_new (gboolean big_endian)
{
  PcapWriter *self = g_new0 (PcapWriter, 1);

  self->bytes = g_byte_array_new ();
  self->big_endian = big_endian;
  return self;
}

void
pcap_writer_free (PcapWriter *self)
{
  g_byte_array_unref (self->bytes);
  g_free (self);
}

void
pcap_writer_add (PcapWriter *self,
                 guint64     number,
                 guint       size)
{
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = number >> 8 * (self->big_endian ? size - 1 - i : i);

      g_byte_array_append (self->bytes, &byte, 1);
    }
}

void
pcap_writer_add_bytes (PcapWriter *self,
                       const void *bytes,
                       gsize       size)
{
  g_byte_array_append (self->bytes, bytes, size);
}

/* --- pcap -------------------------------------------------------------- */

void
pcap_writer_header (PcapWriter *self,
                    guint32     magic,
                    guint       minor,
                    guint32     snaplen,
                    guint32     link_type)
{
  pcap_writer_add (self, magic, 4);
  pcap_writer_add (self, 2, 2);
  pcap_writer_add (self, minor, 2);
  pcap_writer_add (self, 0, 8);
  pcap_writer_add (self, snaplen, 4);
  pcap_writer_add (self, link_type, 4);
}

void
pcap_writer_record (PcapWriter *self,
                    guint32     seconds,
                    guint32     fraction,
                    guint32     length,
                    const void *frame,
                    guint32     captured)
{
  pcap_writer_add (self, seconds, 4);
  pcap_writer_add (self, fraction, 4);
  pcap_writer_add (self, captured, 4);
  pcap_writer_add (self, length, 4);
  pcap_writer_add_bytes (self, frame, captured);
}

/* --- pcapng ------------------------------------------------------------ */

static void
pad (PcapWriter *self)
{
  while (self->bytes->len % 4 != 0)
    pcap_writer_add (self, 0, 1);
}

void
pcap_writer_begin (PcapWriter *self,
                   guint32     type)
{
  self->block = self->bytes->len;
  pcap_writer_add (self, type, 4);
  pcap_writer_add (self, 0, 4);
}

void
pcap_writer_option (PcapWriter *self,
                    guint       code,
                    const void *bytes,
                    guint       size)
{
  pad (self);
  pcap_writer_add (self, code, 2);
  pcap_writer_add (self, size, 2);
  pcap_writer_add_bytes (self, bytes, size);
  pad (self);
}

void
pcap_writer_end (PcapWriter *self)
{
  guint32 size;

  pad (self);
  size = self->bytes->len - self->block + 4;
  pcap_writer_add (self, size, 4);
  memcpy (self->bytes->data + self->block + 4, self->bytes->data + self->bytes->len - 4, 4);
}

void
pcap_writer_section (PcapWriter *self)
{
  pcap_writer_begin (self, 0x0a0d0d0a);
  pcap_writer_add (self, 0x1a2b3c4d, 4);
  pcap_writer_add (self, 1, 2);
  pcap_writer_add (self, 0, 2);
  pcap_writer_add (self, G_MAXUINT64, 8);
  pcap_writer_end (self);
}

void
pcap_writer_interface (PcapWriter *self,
                       guint       link_type,
                       const char *name,
                       gint        resolution)
{
  guint8 byte = resolution;

  pcap_writer_begin (self, 1);
  pcap_writer_add (self, link_type, 2);
  pcap_writer_add (self, 0, 6);
  if (name != NULL)
    pcap_writer_option (self, 2, name, strlen (name));
  if (resolution >= 0)
    pcap_writer_option (self, 9, &byte, 1);
  pcap_writer_option (self, 0, NULL, 0);
  pcap_writer_end (self);
}

static void
add_number_option (PcapWriter *self,
                   guint       code,
                   guint64     number,
                   guint       size)
{
  pcap_writer_add (self, code, 2);
  pcap_writer_add (self, size, 2);
  pcap_writer_add (self, number, size);
}

void
pcap_writer_enhanced (PcapWriter *self,
                      guint32     interface,
                      guint64     ticks,
                      const void *frame,
                      guint32     captured,
                      guint32     flags,
                      guint64     dropped)
{
  pcap_writer_begin (self, 6);
  pcap_writer_add (self, interface, 4);
  pcap_writer_add (self, ticks >> 32, 4);
  pcap_writer_add (self, ticks & G_MAXUINT32, 4);
  pcap_writer_add (self, captured, 4);
  pcap_writer_add (self, captured, 4);
  pcap_writer_add_bytes (self, frame, captured);
  pad (self);
  if (flags != 0)
    add_number_option (self, 2, flags, 4);
  if (dropped != 0)
    add_number_option (self, 4, dropped, 8);
  pcap_writer_end (self);
}

/* --- frames ------------------------------------------------------------ */

void
pcap_frame_make (guint8  frame[PCAP_FRAME_SIZE],
                 guint32 number)
{
  static const guint8 start[PCAP_FRAME_SIZE] = {
    2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0,
    0x45, 0, 0, 32, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
    0x03, 0xe8, 0x07, 0xd0, 0, 12, 0, 0
  };

  memcpy (frame, start, PCAP_FRAME_SIZE);
  for (guint i = 0; i < 4; i++)
    frame[42 + i] = number >> 8 * (3 - i);
}
