/* th-pcap-file.h - a capture that is open: its sections, interfaces and event types
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Filled by th-pcap-open.h, and not changed after that; any thread may read it.  A pcap is one
 * section with one interface.
 */
#pragma once

#include "th-format-source.h"
#include "th-headers.h"
#include "th-pcap-block.h"

G_BEGIN_DECLS

#define TH_PCAP_CLASSIC_HEADER 16
/* A file with more sections is read up to that one. */
#define TH_PCAP_MAX_SECTIONS 65536
/* Interfaces of all sections; further ones are not known to their frames. */
#define TH_PCAP_MAX_INTERFACES 65536
/* Streams; frames of interfaces beyond are counted as bad records. */
#define TH_PCAP_MAX_STREAMS 1024

/**
 * ThPcapSection:
 * @place: where its first block begins
 * @first_interface: number of its first interface in the file
 */
typedef struct
{
  guint64  place;
  gboolean big_endian;
  guint    first_interface;
  guint    n_interfaces;
} ThPcapSection;

/**
 * ThPcapFile:
 * @is_ng: a pcapng; else a pcap, to which the following apply
 * @big_endian: its byte order
 * @is_ns: its times have ns, not µs
 * @minor: its version is 2.@minor
 * @record_header: bytes before those of a frame
 * @first_record: where its first record is; 0 for a pcapng, whose sections are records
 * @sections: (element-type ThPcapSection)
 * @interfaces: (element-type ThPcapInterface)
 * @n_streams: how many streams they have
 * @scanned: up to where the blocks are known; a section or an interface after that is new
 * @types: the event type of each protocol
 */
typedef struct
{
  ThFormatSource base;
  gboolean       is_ng;
  gboolean       big_endian;
  gboolean       is_ns;
  guint          minor;
  guint          record_header;
  guint64        first_record;
  GArray        *sections;
  GArray        *interfaces;
  guint          n_streams;
  guint64        scanned;
  guint          types[TH_N_PROTOCOLS];
} ThPcapFile;

ThPcapFile            *th_pcap_file_new            (ThBytes          *bytes,
                                                    ThRecording      *recording);
void                   th_pcap_file_free           (ThPcapFile       *self);

/* The section of a block at @place; NULL before the first. */
const ThPcapSection   *th_pcap_file_find_section   (const ThPcapFile *self,
                                                    guint64           place);

static inline const ThPcapInterface *
th_pcap_file_get_interface (const ThPcapFile *self,
                            guint             number)
{
  return &g_array_index (self->interfaces, ThPcapInterface, number);
}

G_END_DECLS
