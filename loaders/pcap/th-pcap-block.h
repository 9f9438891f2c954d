/* th-pcap-block.h - the blocks of a pcapng, as functions of bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A block is u32 type, u32 size of all of it, body, the same size again.  A section begins with a
 * block that tells the byte order of all blocks up to the next section.  Source:
 * draft-ietf-opsawg-pcapng, sections 3 and 4.
 */
#pragma once

#include "th-headers.h"

G_BEGIN_DECLS

#define TH_PCAP_SECTION    0x0a0d0d0au
#define TH_PCAP_INTERFACE  1u
#define TH_PCAP_PACKET     2u /* obsolete */
#define TH_PCAP_SIMPLE     3u
#define TH_PCAP_STATISTICS 5u
#define TH_PCAP_ENHANCED   6u

#define TH_PCAP_BYTE_ORDER 0x1a2b3c4du
/* The smallest block, and the start of one that a section is recognized by. */
#define TH_PCAP_MIN_BLOCK 12

/* Options of more bytes in one block are not read. */
#define TH_PCAP_MAX_OPTIONS (64 * 1024)

static inline guint16
th_pcap_u16 (const guint8 *at,
             gboolean      big_endian)
{
  return big_endian ? (guint16) (at[0] << 8 | at[1]) : (guint16) (at[1] << 8 | at[0]);
}

static inline guint32
th_pcap_u32 (const guint8 *at,
             gboolean      big_endian)
{
  return big_endian
         ? (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3]
         : (guint32) at[3] << 24 | (guint32) at[2] << 16 | (guint32) at[1] << 8 | at[0];
}

/**
 * ThPcapOption:
 * @code: what it is; depends on the block, except for 0 (the end) and 1 (a comment)
 * @bytes: @size bytes of value
 */
typedef struct
{
  guint         code;
  guint         size;
  const guint8 *bytes;
} ThPcapOption;

/* Reads the option at *@at of @size bytes of options and moves *@at past it.  FALSE at the end,
 * and at an option that is not there as a whole. */
gboolean th_pcap_option_next  (const guint8  *options,
                               gsize          size,
                               gboolean       big_endian,
                               gsize         *at,
                               ThPcapOption  *option);
/* The number of 64 bits that @option holds: first the low half if @low_first is unset, as in
 * options; times have the high half first. */
gboolean th_pcap_option_u64   (const ThPcapOption *option,
                               gboolean            big_endian,
                               guint64            *value);
/* A text of a file as valid UTF-8 without line breaks at its ends, cut after 1 KiB.  Free with
 * g_free(). */
char    *th_pcap_option_dup_text (const ThPcapOption *option);

/**
 * ThPcapInterface:
 * @name: "" if the file does not tell it
 * @description: the same
 * @filter: the filter that the capture was made with, or ""
 * @link_type: LINKTYPE_… of its frames
 * @snaplen: at most that many bytes of a frame were captured; 0: all
 * @resolution: if_tsresol: 10 to the minus @resolution s is a tick, or with bit 7 set, 2 to the
 *   minus the other bits
 * @offset: seconds that are added to its times
 * @stream: index of its stream in the recording; G_MAXUINT: none, there are too many
 */
typedef struct
{
  char   *name;
  char   *description;
  char   *filter;
  guint   link_type;
  guint32 snaplen;
  guint8  resolution;
  gint64  offset;
  guint   stream;
} ThPcapInterface;

/* Reads the body of an interface's block; FALSE if it is too short. */
gboolean th_pcap_interface_read  (const guint8    *body,
                                  gsize            size,
                                  gboolean         big_endian,
                                  ThPcapInterface *interface);
void     th_pcap_interface_clear (ThPcapInterface *interface);

/* Converts @ticks of @interface to ns since 1970; FALSE beyond 63 bits. */
gboolean th_pcap_interface_time  (const ThPcapInterface *interface,
                                  guint64                ticks,
                                  gint64                *time);

G_END_DECLS
