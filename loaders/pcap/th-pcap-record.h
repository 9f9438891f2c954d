/* th-pcap-record.h - one frame of a capture: where it is, when it was, how long
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pcap-file.h"

G_BEGIN_DECLS

/**
 * ThPcapRecord:
 * @place: where its record or block begins in the file
 * @size: bytes of that
 * @data: where its bytes begin
 * @captured: how many there are
 * @length: how many there were on the wire
 * @interface: which one of the file
 * @time: ns since 1970; TH_TIME_NONE if it has none
 * @is_huge: its time is beyond 63 bits
 * @direction: as the record tells it
 * @dropped: frames of this interface that were dropped before it
 */
typedef struct
{
  guint64     place;
  guint64     size;
  guint64     data;
  guint32     captured;
  guint32     length;
  guint       interface;
  gint64      time;
  gboolean    is_huge;
  ThDirection direction;
  guint64     dropped;
} ThPcapRecord;

typedef enum
{
  TH_PCAP_FRAME,
  TH_PCAP_NO_FRAME, /* a block of another kind */
  TH_PCAP_CUT,      /* more bytes are needed: @size, from @place on */
  TH_PCAP_BAD       /* it is invalid, and so is all after it */
} ThPcapKind;

/* The largest header of a frame, before its bytes. */
#define TH_PCAP_MAX_HEADER 32

/* Reads the header of the record of a pcap at @record->place, which has @size bytes at @at. */
ThPcapKind th_pcap_record_read_classic (const ThPcapFile *file,
                                        const guint8     *at,
                                        gsize             size,
                                        ThPcapRecord     *record);
/* The same for a block of a pcapng in @section.  A frame has no direction and no drops yet, except
 * in the obsolete block. */
ThPcapKind th_pcap_record_read_block   (const ThPcapFile    *file,
                                        const ThPcapSection *section,
                                        const guint8        *at,
                                        gsize                size,
                                        ThPcapRecord        *record);
/* Where the options of a frame's block begin, and how many bytes of them there are. */
gboolean   th_pcap_record_find_options (const ThPcapRecord  *record,
                                        guint64             *place,
                                        gsize               *size);
/* Reads direction and drops of a frame from its options; *@comment (or NULL): a new text. */
void       th_pcap_record_read_options (ThPcapRecord        *record,
                                        const guint8        *options,
                                        gsize                size,
                                        gboolean             big_endian,
                                        char               **comment);

G_END_DECLS
