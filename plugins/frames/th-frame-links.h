/* th-frame-links.h - which frames of captures belong to which packets of traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From the finished results of the analysis "frames", which own the links; other results have
 * none.  Frames whose packet is ambiguous or unknown have no link, and neither have frames that
 * were only compared with those of another capture.
 */
#pragma once

#include "th-frame-match.h"
#include "th-results.h"

G_BEGIN_DECLS

/* How a frame belongs to a packet. */
typedef enum
{
  TH_FRAME_WHOLE,   /* the frame is the packet */
  TH_FRAME_SEGMENT, /* the packet was larger (GSO or TSO) and was cut into frames; one of them */
  TH_FRAME_MERGED   /* GRO merged several frames into the packet; one of them */
} ThFrameRelation;

/**
 * ThFrameLink:
 * @frame: the event of the capture, in the joined recording
 * @packet: the event of the trace: net_dev_start_xmit or netif_receive_skb
 * @skb: the address that this event names
 * @relation: a ThFrameRelation
 * @state: a ThFrameState: TH_FRAME_INFERRED or TH_FRAME_EXACT
 */
typedef struct
{
  ThRef   frame;
  ThRef   packet;
  guint64 skb;
  guint8  relation;
  guint8  state;
} ThFrameLink;

/* All links, ordered by the event of the packet (stream, CPU, row), then by the time of the
 * frame.  NULL and 0 if there are none. */
const ThFrameLink *th_frame_links_get       (ThResults *results,
                                             guint     *n);
/* The links of the packet of event @packet, or of the frame @frame, by binary search. */
const ThFrameLink *th_frame_links_of_packet (ThResults *results,
                                             ThRef      packet,
                                             guint     *n);
const ThFrameLink *th_frame_links_of_frame  (ThResults *results,
                                             ThRef      frame,
                                             guint     *n);

G_END_DECLS
