/* th-packets-private.h - the state of the analysis that follows packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A life is one use of one sk_buff.  Events refer to it by its address;
 * th-packet-continuation.c separates one life of an address from the next.  In addition
 * there is the context of each CPU (th-packet-context.c), and for each task when it was
 * woken and switched in, and its current system call (th-packet-reader.c).
 *
 * The rules, and how often each is right, were determined from recordings with probes
 * that show every start and end; th-packet-stages.c has the table of rules.
 */
#pragma once

#include "th-drops.h"
#include "th-packet-map.h"
#include "th-packet-socket.h"
#include "th-packet-space.h"
#include "th-syscall-names.h"

G_BEGIN_DECLS

/* Buffers that recorded the same events would have each packet twice, so each such buffer
 * has a space of its own. */
#define MAX_SPACES 16

/* Nearly every event names a device.  Names of devices have fewer than 16 bytes. */
#define NAME_BITS 5
#define MAX_NAME 16

typedef struct
{
  guint64 first;         /* the bytes of the name before the last 8, with its NUL */
  guint64 last;
  guint32 length;        /* 0: free */
  guint32 string;
} Name;

/* The location that was read last. */
typedef struct
{
  const ThField *field;  /* NULL: none */
  ThRef          ref;
  guint32        string;
} Located;

struct _Packets
{
  ThRecording *recording;
  ThResults   *results;
  ThTasks     *tasks;
  ThDrops  *drops;
  ThFlows     *flows;
  const ThFlowsInfo *info;
  ThStageMaps *maps;
  GArray      *points;        /* of ThPacketStagePoint, by type */
  ThTable     *table;
  ThTable     *unassigned;
  ThMeasure   *measures[MAX_STAGES];
  ThMeasure   *total;
  ThMeasure   *life;

  Space        spaces[MAX_SPACES];
  guint        n_spaces;
  gboolean     is_text;       /* types are only known when they occur */
  gboolean     local_clock;   /* clocks of CPUs may disagree */
  guint8      *stream_space;  /* by stream: the space, plus 1 */
  guint        n_streams;
  GPtrArray   *task_states;   /* of Task, by number */
  /* by subscription: whether the type is declared or has occurred */
  gboolean     recorded[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  gboolean     is_complete;   /* see th_packet_continuations_are_complete() */

  ThArena     *memory;        /* of the lives */
  GPtrArray   *pool;          /* of Life: all lives that were allocated */
  Life        *spare;
  LifeList     live;
  LifeQueue    ended;
  gint64       due;           /* time at which the first of the ended lives is finalized */
  GArray      *losses;        /* of Loss */
  guint32      n_batches;
  guint32      n_clock;
  guint32      n_nameless;    /* packets freed without a reason, at an address without a symbol */
  guint64      clone_offset;  /* 0: not known yet */

  Name         names[1 << NAME_BITS]; /* by hash; see th-packet-strings.c, like the next three */
  Located      located;
  ThPacketMap  strings;
  ThPacketMap  locations;
  GString     *text;
  ThConnections *directory;   /* of the analysis of sockets */
  ThPacketMap  ends;          /* see th-packet-ends.c */
  ThPacketMap  sockets;       /* address → index + 1 */
  GPtrArray   *socket_queues;
  SocketQueue *unnamed_queue; /* of sockets that the events do not identify; NULL: none */

  const ThSyscallNames *syscall_names; /* of raw system calls; or NULL */
  guint32      labels[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  guint16      label_types[TH_ANALYSIS_MAX_SUBSCRIPTIONS];
  guint32      string_poll, string_turn, string_no_end, string_reused, string_whole, string_no_data;
  guint32      string_net_rx;
  guint32      string_verdicts[6];
  guint32      string_lo;
  guint32      string_outcomes[8];
  guint32      string_directions[4];
};

G_END_DECLS
