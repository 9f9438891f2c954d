/* th-frame-match.h - which packet a frame is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Within a key and a direction, frames and packets come in the same order.  Of all assignments
 * that keep it and match as many as possible, the one that takes packets as early as possible and
 * the one that takes them as late as possible are computed: where they agree, there is no
 * other.  Where they do not, the difference of times decides if the packets are so far apart
 * that a wrong one would show; otherwise the frame is ambiguous.
 *
 * Where the connection of a packet is known, only frames of that connection can be it.
 *
 *  exact      no other frame and no other packet of either recording has this key, and the
 *             times agree; so neither clocks nor order matter.  Or the connection of the packet
 *             is known and is that of the frame, and order and time leave no other.  Not if
 *             events were lost
 *  inferred   by order and time, and nothing else is possible within the error
 *  ambiguous  several packets are possible
 */
#pragma once

#include "th-frame-clock.h"
#include "th-frame-sighting.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FRAME_UNMATCHED,
  TH_FRAME_AMBIGUOUS,
  TH_FRAME_INFERRED,
  TH_FRAME_EXACT,
  TH_N_FRAME_STATES
} ThFrameState;

/* How a frame belongs to a packet. */
typedef enum
{
  TH_FRAME_WHOLE,   /* the frame is the packet */
  TH_FRAME_SEGMENT, /* the packet was larger (GSO or TSO) and was cut into frames; one of them */
  TH_FRAME_MERGED,  /* GRO merged several frames into the packet; one of them */
  TH_N_FRAME_RELATIONS
} ThFrameRelation;

#define TH_FRAME_NO_PACKET G_MAXUINT32

/* @packet: a row of the packets; TH_FRAME_NO_PACKET unless inferred or exact.
 * @direction: the direction of the frame, which may have been inferred.
 * @relation: whether it is the packet or a part of it. */
typedef struct
{
  guint32 packet;
  guint8  state;     /* ThFrameState */
  guint8  direction; /* ThFrameDirection */
  guint8  relation;  /* ThFrameRelation */
} ThFrameMatch;

/* A new array with an element for each frame; free with g_free().  @has_loss: events or frames
 * are missing, so that no match is exact. */
ThFrameMatch *th_frame_match_find (ThSightings          frames,
                                   ThSightings          packets,
                                   const ThFrameGroups *groups,
                                   const ThFrameClock  *clock,
                                   gboolean             has_loss);

G_END_DECLS
