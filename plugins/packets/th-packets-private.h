/* th-packets-private.h - the state of the analysis that follows packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A life is one use of one sk_buff.  Events name it by its address; what tells
 * one life of an address from the next is in th-packet-lives.c.  Around the
 * lives, each CPU knows in what context it is (th-packet-context.c), and each
 * task when it was woken, switched in, and in which system call it is
 * (th-packet-reader.c).
 *
 * The rules, and how often each is right, were found on recordings with probes
 * that tell the truth; th-packet-stages.c has their table.
 */
#pragma once

#include "th-drops.h"
#include "th-packet-map.h"
#include "th-packet-reader.h"
#include "th-packet-space.h"

G_BEGIN_DECLS

/* Two buffers that recorded the same events would show each packet twice at
 * once: each has lives of its own. */
#define MAX_SPACES 16

struct _Packets
{
  ThRecording *recording;
  ThResults   *results;
  ThTasks     *tasks;
  ThDrops  *drops;
  ThFlows     *flows;
  const ThFlowsInfo *info;
  ThStageMaps *maps;
  GArray      *points;        /* of ThPacketPoint, by type */
  ThTable     *table;
  ThTable     *unassigned;
  ThMeasure   *measures[MAX_STAGES];
  ThMeasure   *total;

  Space        spaces[MAX_SPACES];
  guint        n_spaces;
  gboolean     is_text;       /* types show when they occur */
  gboolean     local_clock;   /* CPUs may disagree */
  guint8      *stream_space;  /* space + 1 by stream */
  guint        n_streams;
  GPtrArray   *task_states;   /* of Task, by number */
  /* the type is there, or an event of it was */
  gboolean     recorded[TH_ANALYSIS_MAX_SUBSCRIPTIONS];

  GPtrArray   *pool;          /* of Life, all that were made */
  Life        *spare;
  LifeList     live;
  LifeList     ended;
  gint64       due;           /* when the first of them is finalized */
  GArray      *losses;        /* of Loss */
  guint32      n_batches;
  guint32      n_clock;
  guint32      n_nameless;    /* freed at an address without a name, for no reason */
  guint64      clone_offset;  /* 0: not known yet */

  ThPacketMap  strings;         /* see th-packet-strings.c */
  ThPacketMap  locations;
  GString     *text;
  ThPacketMap  sockets;       /* address → index + 1 */
  GPtrArray   *socket_queues;
  SocketQueue *unnamed_queue; /* of sockets that the events do not name; NULL: none */

  guint32      labels[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  guint16      label_types[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  guint32      string_poll, string_turn, string_no_end, string_reused, string_whole, string_net_rx;
  guint32      string_verdicts[6];
  guint32      string_lo;
  guint32      string_outcomes[8];
  guint32      string_directions[4];
};

G_END_DECLS
