/* th-packet-cpu.h - what each CPU is doing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-handle.h"
#include "th-packet-kinds.h"
#include "th-stage-map.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;
typedef struct _Cpu     Cpu;

#define MAX_OPEN 8
#define MAX_HELD 64
#define N_RECENT 256
#define MAX_BATCH 64

/* A call that links packets, by a stage map; what it does holds when it returns. */
typedef struct
{
  const ThStagePoint *point;
  Handle              life;   /* of "address" */
  Handle              parent;
  guint32             task;
  gint64              from;   /* since when both are known to be what they are */
} LinkCall;

/* What goes on in one context of a CPU. */
typedef struct
{
  Handle  gro[MAX_OPEN];   /* in napi_gro_receive, innermost last */
  guint   n_gro;
  Handle  flushed[MAX_OPEN]; /* held before, handed to the stack inside that call */
  guint   n_flushed;
  Handle  xmit[MAX_OPEN];  /* in the driver's transmit function */
  guint   n_xmit;
  Handle  queued;          /* net_dev_queue came last for it */
  guint32 queued_task;
  Handle  cut;             /* … and then its consume_skb: it was segmented */
  guint32 cut_task;
  gboolean dequeued;       /* a qdisc has worked here since */
  Handle  received;        /* netif_receive_skb came last for it */
  Handle  batch[MAX_BATCH]; /* … and for these: a list is received first, then delivered */
  guint   n_batch;
  LinkCall calls[MAX_OPEN]; /* innermost last */
  guint   n_calls;
} Place;

/* Why NET_RX runs. */
typedef struct
{
  gint64  time;      /* TH_TIME_NONE: not raised */
  ThRef   ref;
  gint64  irq_time;  /* TH_TIME_NONE: outside of a handler */
  ThRef   irq_ref;
  guint32 irq_string;
  gint64  exit_time; /* TH_TIME_NONE: not seen */
  ThRef   exit_ref;
  gboolean irq_open;
} Raise;

struct _Cpu
{
  guint    number;
  guint    space;
  gint64   lost;            /* when events were lost last; TH_TIME_NONE: never */

  gboolean in_irq;
  gint64   irq_time;
  ThRef    irq_ref;
  guint32  irq_string;

  Raise    pending;         /* raised, not entered */
  Raise    active;          /* of the softirq that runs */
  gboolean in_softirq;
  gboolean in_net_rx;
  gint64   entered;
  ThRef    entered_ref;

  gint64   poll_time;       /* when the poll that runs began; TH_TIME_NONE: none does */
  ThRef    poll_ref;
  gint64   turn_time;       /* last event of a packet in it; TH_TIME_NONE: none */
  ThRef    turn_ref;
  guint32  batch;
  Handle   batch_lives[MAX_BATCH];
  guint    n_batch;

  guint32  n_probes;        /* of tcp_probe */
  Handle   recent[N_RECENT]; /* received last, in a ring */
  guint32  n_recent;
  Handle   held[MAX_HELD];
  guint    n_held;
  Place    places[N_CONTEXTS];
};

Cpu *th_packet_cpu_get (Packets *self,
                        guint    space,
                        guint    number);
/* Whether it is known at all in what context events of this type happen. */
gboolean th_packet_cpu_knows_context (const Packets *self,
                                      const ThEvent *event,
                                      guint          flags_field);
CpuContext th_packet_flags_to_context (guint64 flags);
/* @event may be NULL: by nesting alone. */
CpuContext th_packet_cpu_get_context (const Packets *self,
                                      const Cpu     *cpu,
                                      const ThEvent *event,
                                      guint          flags_field);
void th_packet_cpu_turn (Cpu           *cpu,
                         const ThEvent *event);
/* Events of the CPU were lost until @time: what was open there is unknown. */
void th_packet_cpu_lose (Cpu    *cpu,
                         gint64  time);
/* What was received here so far has been delivered. */
void th_packet_place_close (Place *place);

G_END_DECLS
