/* th-pcap-walk.h - walks over the records of a capture, in the order of the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-pcap-record.h"

G_BEGIN_DECLS

typedef enum
{
  TH_PCAP_WALK_FRAME,
  TH_PCAP_WALK_BLOCK,     /* another block of a pcapng, of type @block */
  TH_PCAP_WALK_END,
  TH_PCAP_WALK_STARVED,   /* more bytes are needed, and may arrive */
  TH_PCAP_WALK_TRUNCATED, /* the file ends within the record */
  TH_PCAP_WALK_DAMAGED    /* the record is invalid, and where the next begins is unknown */
} ThPcapStep;

/**
 * ThPcapWalk:
 * @record: the last one that was reached; for a block only its place and size
 * @block: its type
 * @big_endian: its byte order
 * @next: where the next one begins
 */
typedef struct
{
  const ThPcapFile *file;
  ThPcapRecord      record;
  guint32           block;
  gboolean          big_endian;
  guint64           next;

  /*< private >*/
  guint8           *window;
  guint64           window_place;
  gsize             window_size;
} ThPcapWalk;

void          th_pcap_walk_init  (ThPcapWalk       *self,
                                  const ThPcapFile *file);
void          th_pcap_walk_clear (ThPcapWalk       *self);
/* Reaches the next record.  After TH_PCAP_WALK_STARVED it may be called again. */
ThPcapStep    th_pcap_walk_next  (ThPcapWalk       *self);
/* Returns bytes of the file at @place, *@available of them: @size, or fewer if there are no more,
 * or at most 1 MiB.  Valid until the next call. */
const guint8 *th_pcap_walk_peek  (ThPcapWalk       *self,
                                  guint64           place,
                                  gsize             size,
                                  gsize            *available);

G_END_DECLS
