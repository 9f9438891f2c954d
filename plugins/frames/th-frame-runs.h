/* th-frame-runs.h - which frames are parts of one packet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A capture at the other end of the wire has the frames into which a device cut a packet (TSO),
 * and those which GRO merged into one.  Such frames are a run: of one connection, with
 * consecutive sequence numbers and headers of one length, all but the last with payloads of one
 * length, and header and payloads sum to the length of the packet.  As with single frames
 * (th-frame-match.h), packets get their runs as early and as late as possible; a run is the
 * packet's if both agree.
 */
#pragma once

#include "th-frame-match.h"

G_BEGIN_DECLS

/**
 * ThFramePart:
 * @time: ns on the clock of the trace
 * @connection: the number for the ends that it travelled between
 * @header: bytes from the network header to the payload
 * @is_free: whether it may be part of a packet: it has a payload and is not known to be a packet
 *   of its own
 */
typedef struct
{
  gint64   time;
  guint32  connection;
  guint32  seq;
  guint32  header;
  guint32  payload;
  guint8   direction; /* ThFrameDirection */
  gboolean is_free;
} ThFramePart;

/**
 * ThFrameBulk:
 * @connection: likewise; 0 if not known
 * @length: from the network header on
 * @gso_size: the payload of a frame; 0 if not known
 * @n_segments: into how many frames it was cut; 0 if not known
 */
typedef struct
{
  gint64  time;
  guint32 connection;
  guint32 length;
  guint16 gso_size;
  guint16 n_segments;
  guint8  direction; /* ThFrameDirection */
} ThFrameBulk;

/* A part of a packet, but several are possible. */
#define TH_FRAME_SEVERAL_PACKETS (TH_FRAME_NO_PACKET - 1)

/* Both in order of time.  The bulk of each part, or TH_FRAME_SEVERAL_PACKETS, or
 * TH_FRAME_NO_PACKET; free with g_free().
 * The first frame of a run is at most @late before the packet and @early after it. */
guint32 *th_frame_runs_find (const ThFramePart *parts,
                             guint32            n_parts,
                             const ThFrameBulk *bulks,
                             guint32            n_bulks,
                             gint64             early,
                             gint64             late);

G_END_DECLS
