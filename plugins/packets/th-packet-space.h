/* th-packet-space.h - the addresses of one buffer, and the life that uses each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-packet-life.h"
#include "th-packet-map.h"

G_BEGIN_DECLS

/* An address, with its consecutive uses. */
typedef struct
{
  guint32 generation;
  Handle  last;
} Slot;

/* The lives that share a data head: the first one and its clones. */
#define MAX_SAME_HEAD 4

typedef struct
{
  Handle lives[MAX_SAME_HEAD];
  guint  n;
} HeadOwners;

#define MAX_CUT 32

typedef struct
{
  guint32 number;     /* the number of the life */
  guint32 device;
  gint64  length;
  gint64  left;       /* payload not yet attributed to a segment */
  gint64  time;
  guint32 n_parts;    /* segments that certainly belong to it */
  gint64  part_length; /* payload length of the first segment */
  gboolean is_whole;  /* the last segment has been seen, too */
} Cut;

typedef struct
{
  ThPacketMap map;        /* address → index in slots + 1 */
  GArray     *slots;      /* of Slot */
  ThPacketMap heads;      /* address of a data head → index in head_owners + 1 */
  GArray     *head_owners; /* of HeadOwners */
  guint       seen;       /* bit mask of the kinds of events that were seen */
  gboolean    ready_seen;
  gboolean    exit_seen;
  gboolean    coalesce_told; /* a stage map's events show which packets were coalesced */
  Cut         cut[MAX_CUT]; /* packets that were segmented, in a ring */
  guint       n_cut;
  /* by subscription: the stream that has its events, plus 1 */
  guint16     owners[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  GPtrArray  *cpus;       /* of Cpu, by number */
} Space;

void th_packet_space_init (Space *space);
void th_packet_space_clear (Space *space);
/* Creates the slot if needed; valid until the next one is created. */
Slot *th_packet_space_get_slot (Space   *space,
                                guint64  address);
/* Returns the last life of the address, or NULL if there is none or it is finalized. */
Life *th_packet_space_find (const Space *space,
                            guint64      address);

G_END_DECLS
