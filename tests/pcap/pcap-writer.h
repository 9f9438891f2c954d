/* pcap-writer.h - makes captures for tests, byte by byte
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Written from pcap-savefile(5) and draft-ietf-opsawg-pcapng, independently of the loader.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  GByteArray *bytes;
  gboolean    big_endian;
  guint       block; /* where the open block begins */
} PcapWriter;

PcapWriter *pcap_writer_new       (gboolean     big_endian);
void        pcap_writer_free      (PcapWriter  *self);
void        pcap_writer_add       (PcapWriter  *self,
                                   guint64      number,
                                   guint        size);
void        pcap_writer_add_bytes (PcapWriter  *self,
                                   const void  *bytes,
                                   gsize        size);

/* pcap */
void        pcap_writer_header    (PcapWriter  *self,
                                   guint32      magic,
                                   guint        minor,
                                   guint32      snaplen,
                                   guint32      link_type);
void        pcap_writer_record    (PcapWriter  *self,
                                   guint32      seconds,
                                   guint32      fraction,
                                   guint32      length,
                                   const void  *frame,
                                   guint32      captured);

/* pcapng */
void        pcap_writer_begin     (PcapWriter  *self,
                                   guint32      type);
void        pcap_writer_option    (PcapWriter  *self,
                                   guint        code,
                                   const void  *bytes,
                                   guint        size);
void        pcap_writer_end       (PcapWriter  *self);
void        pcap_writer_section   (PcapWriter  *self);
/* @resolution: if_tsresol, or -1 for none */
void        pcap_writer_interface (PcapWriter  *self,
                                   guint        link_type,
                                   const char  *name,
                                   gint         resolution);
/* @flags: epb_flags, or 0 for none; @dropped likewise */
void        pcap_writer_enhanced  (PcapWriter  *self,
                                   guint32      interface,
                                   guint64      ticks,
                                   const void  *frame,
                                   guint32      captured,
                                   guint32      flags,
                                   guint64      dropped);

/* A frame of UDP over IPv4 over Ethernet from 10.0.0.1:1000 to 10.0.0.2:2000 with four bytes of
 * payload: @number. */
#define PCAP_FRAME_SIZE 46
void        pcap_frame_make       (guint8       frame[PCAP_FRAME_SIZE],
                                   guint32      number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PcapWriter, pcap_writer_free)

G_END_DECLS
