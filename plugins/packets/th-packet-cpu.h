/* th-packet-cpu.h - the state of each CPU
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

/* A call that links packets according to a stage map; the link is valid when it returns. */
typedef struct
{
  const ThStagePoint *point;
  Handle              life;   /* the packet at "address" */
  Handle              parent;
  guint32             task;
  gint64              from;   /* the time since which both packets are known */
} LinkCall;

/* The packets in progress in one context of a CPU. */
typedef struct
{
  Handle  gro[MAX_OPEN];   /* in napi_gro_receive, innermost last */
  guint   n_gro;
  Handle  flushed[MAX_OPEN]; /* held earlier, passed to the stack inside that call */
  guint   n_flushed;
  Handle  xmit[MAX_OPEN];  /* in the driver's transmit function */
  guint   n_xmit;
  Handle  queued;          /* the packet of the last net_dev_queue */
  guint32 queued_task;
  Handle  cut;             /* the same packet after its consume_skb: it was segmented */
  guint32 cut_task;
  gboolean dequeued;       /* a qdisc has dequeued here since then */
  Handle  received;        /* the packet of the last netif_receive_skb */
  Handle  batch[MAX_BATCH]; /* the packets of a list, all received before any is delivered */
  guint   n_batch;
  LinkCall calls[MAX_OPEN]; /* innermost last */
  guint   n_calls;
} Place;

/* A handler of an interrupt. */
typedef struct
{
  gint64  time;      /* TH_TIME_NONE: none */
  ThRef   ref;
  guint64 number;
  guint32 string;
  guint   cpu;
} Irq;

/* When, and by which handler, NET_RX was raised. */
typedef struct
{
  gint64   time;      /* TH_TIME_NONE: not raised */
  ThRef    ref;
  Irq      irq;       /* none: outside a handler */
  gboolean in_thread; /* raised by the thread of the handler */
  Mark     waking;    /* of that thread; a reference of none: it was still running */
  Mark     run;       /* the switch to that thread; likewise */
  gint64   exit_time; /* TH_TIME_NONE: not seen */
  ThRef    exit_ref;
  gboolean irq_open;
} Raise;

struct _Cpu
{
  guint    number;
  guint    space;
  gint64   lost;            /* time of the last loss; TH_TIME_NONE: none */

  gboolean in_irq;
  Irq      irq;             /* the last one */

  Raise    pending;         /* raised but not entered yet */
  Raise    active;          /* of the current softirq */
  gboolean in_softirq;
  gboolean in_net_rx;
  gint64   entered;
  ThRef    entered_ref;

  gint64   poll_time;       /* start of the current poll; TH_TIME_NONE: none */
  ThRef    poll_ref;
  gint64   turn_time;       /* last event of a packet in the poll; TH_TIME_NONE: none */
  ThRef    turn_ref;
  guint32  batch;
  Handle   batch_lives[MAX_BATCH];
  guint    n_batch;

  guint32  n_probes;        /* number of tcp_probe events */
  Handle   recent[N_RECENT]; /* ring of the packets received last */
  guint32  n_recent;
  Handle   held[MAX_HELD];
  guint    n_held;
  Place    places[N_CONTEXTS];
};

Cpu *th_packet_cpu_new (guint space,
                        guint number);
/* Returns whether the context of events of this type can be known. */
gboolean th_packet_cpu_knows_context (const Packets *self,
                                      const ThEvent *event,
                                      guint          flags_field);
CpuContext th_packet_flags_to_context (guint64 flags);
/* Returns the context of @event; if that is NULL, uses only the nesting. */
CpuContext th_packet_cpu_get_context (const Packets *self,
                                      const Cpu     *cpu,
                                      const ThEvent *event,
                                      guint          flags_field);
void th_packet_cpu_turn (Cpu           *cpu,
                         const ThEvent *event);
/* Forgets what was open on @cpu, since events were lost there until @time. */
void th_packet_cpu_lose (Cpu    *cpu,
                         gint64  time);
/* Everything received here so far has been delivered. */
void th_packet_place_close (Place *place);
/* Returns whether @life is among the last packets received here since then. */
gboolean th_packet_place_has (const Place *place,
                              const Life  *life);

G_END_DECLS
