/* th-frame-sighting.h - when something saw a packet, and how to recognize it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A frame of a capture and an event of a packet are both sightings.  Those with equal keys may
 * be of the same packet: the key is made of the length, or of the headers if both sides have
 * them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a packet came to the machine or left it. */
typedef enum
{
  TH_FRAME_NO_DIRECTION,
  TH_FRAME_IN,
  TH_FRAME_OUT
} ThFrameDirection;

/* Sightings with times beyond this are ignored, so that differences do not overflow. */
#define TH_SIGHTING_MAX_TIME (G_MAXINT64 / 4)

/**
 * ThSighting:
 * @time: ns on the clock of its side
 * @key: sightings match only if their keys are equal
 * @source: whose packet it is: those of one source pass in one direction only.  0: not known
 * @connection: a number for the two ends that it travelled between; 0: not known.  Sightings with
 *   different ones are not of the same packet
 * @lane: the CPU; sightings of one lane are in their true order
 */
typedef struct
{
  gint64     time;
  guint64    key;
  guint32    source;
  guint32    connection;
  guint16    lane;
  guint8     direction; /* ThFrameDirection */
} ThSighting;

/* Sightings of one side, in order of time. */
typedef struct
{
  const ThSighting *items;
  guint32           n;
} ThSightings;

/**
 * ThFrameGroups:
 * @n: number of keys
 * @frames: rows of frames, grouped by key and in order of time within a key: those of key i
 *   are from @frame_ends[i - 1] (0 for the first) to @frame_ends[i] - 1
 * @packets: likewise
 */
typedef struct
{
  guint32  n;
  guint32 *frame_ends;
  guint32 *frames;
  guint32 *packet_ends;
  guint32 *packets;
} ThFrameGroups;

/* One key of it. */
typedef struct
{
  const guint32 *frames;
  guint32        n_frames;
  const guint32 *packets;
  guint32        n_packets;
} ThFrameGroup;

ThFrameGroups *th_frame_groups_new  (ThSightings          frames,
                                     ThSightings          packets);
void           th_frame_groups_free (ThFrameGroups       *self);
ThFrameGroup   th_frame_groups_get  (const ThFrameGroups *self,
                                     guint32              index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFrameGroups, th_frame_groups_free)

G_END_DECLS
