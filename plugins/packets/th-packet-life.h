/* th-packet-life.h - one use of one sk_buff: its steps, its links, its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-handle.h"
#include "th-packet-stages.h"
#include "th-packet-cpu.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

#define TH_PACKET_MAX_STEPS 4096

typedef enum
{
  LIFE_FREE,
  LIFE_LIVE,
  LIFE_ENDED  /* late events may still be added before it is finalized */
} LifeState;

typedef enum
{
  END_NONE,
  END_CONSUMED,
  END_FREED,    /* kfree_skb */
  END_MERGED
} End;

/* What GRO merged into a packet in its last pass through GRO. */
typedef struct
{
  Handle  last;     /* the last inferred part; earlier ones follow by @sibling */
  Handle  sibling;  /* the part merged into the same packet before this one */
  guint   n;
  gint64  sum;      /* sum of their lengths */
  gint64  shortest;
  gint64  own;      /* length of the packet itself on entry; -1: not known */
  gint64  whole;    /* length when it was passed to the stack; -1: not yet */
} GroParts;

/* The links of a packet: to the one it came from, and to the one it continued in. */
typedef enum
{
  LINK_ORIGIN,
  LINK_MERGE,
  N_LINKS
} LinkSide;

typedef struct
{
  guint32      number;     /* number of the other life; TH_FLOW_NONE: no link */
  ParentKind   kind : 8;
  RuleId       rule : 8;
  ThConfidence confidence : 8;
  guint        by_map : 1; /* set by a stage map, which overrides any inference */
  gint64       from;       /* the link is valid if no events were lost from here … */
  gint64       to;         /* … to here */
  guint32     *candidates;
  guint        n_candidates;
} Link;

#define MAX_WAKES 4
/* Most packets have fewer steps than this. */
#define LIFE_FIRST_STEPS 8

/* A busy machine has tens of thousands of lives at once, so every cache line of a life counts. */
struct _Life
{
  ThStep   *steps;        /* @first_steps, or allocated */
  guint32   n_steps;
  guint32   n_allocated;

  /* From here to @first_steps all is cleared when a life begins. */
  guint64   address;
  guint32   number;
  guint32   generation;
  LifeState state : 8;
  End       end : 8;
  Kind      first_kind : 8;
  Kind      last_kind : 8; /* kind of the last event that shows where it is */
  CpuContext last_in : 8;
  guint     end_by_map : 1; /* ended by a stage map */
  guint     waits_born : 1; /* its only step so far is a birth by a stage map: @born_step */
  guint     merged : 1;   /* merged according to GRO */
  guint     listed : 1;   /* was in the frag list of another packet and was freed with it */
  guint     foreign : 1;  /* was never on a network: AF_UNIX, netlink */
  guint     purged : 1;   /* freed when its queue was closed: not a drop */
  guint     resumed : 1;  /* resumed by another softirq: the next context is that poll */
  guint     delivered : 1;
  guint     sent : 1;     /* passed to the driver, and not received since */
  guint     rc_bad : 1;   /* the driver did not accept it */
  guint     queued : 1;   /* waits for a device that has not begun to send it, if that is known */
  guint     sent_first : 1; /* its first event on a network was one of sending */
  guint     ready : 1;    /* @queued_step is sk_data_ready */
  guint     empty : 1;    /* a TCP packet without data, according to tcp_probe */
  guint     kinds;        /* bit mask of the kinds of all its events */
  guint32   n_probes;     /* tcp_probe events of its last CPU up to its last other event */
  gint64    last_time;
  gint64    end_time;     /* when it ended; only with an @end */
  const Cpu *last_cpu;
  Life     *previous;     /* neighbors in the list of live ones; @next: also of spare ones */
  Life     *next;
  guint32   place;        /* in the queue of ended ones */

  const Cpu *xmit_cpu;    /* CPU of the start_xmit or the queueing, where late events come */
  const Cpu *queue_cpu;
  guint32   first_device; /* string; TH_STEP_NO_DETAIL: not known */
  guint32   device;
  gint64    first_length; /* -1: not known */
  gint64    length;
  gint64    whole_length; /* including merged packets; -1: none, or not known */
  guint64   hash;
  guint64   napi_id;

  ThRef     own_ref;      /* its first own event */
  guint32   reason;
  guint32   location;
  guint32   why_open;     /* string: why its end is missing */
  guint32   reader;       /* task */
  guint32   ends;         /* index of its ends in the flows, plus 1; 0: not known */
  guint     n_calls;      /* number of system calls that read from it */
  gint64    copied;       /* -1: not known */
  gint64    peeked;
  guint32   batch;
  guint32   received_as;  /* its ordinal number on the CPU that received it */
  const Cpu *received_on; /* CPU of netif_receive_skb; NULL: not yet */
  guint16   queued_step;  /* the step after which a task is woken */
  guint16   n_wakes;

  Link      links[N_LINKS];
  GroParts  parts;

  ThStep    first_steps[LIFE_FIRST_STEPS];
  Mark      wakes[MAX_WAKES];
  ThStep    born_step;
};

/* The bytes of a life that every packet uses. */
#define LIFE_HOT_BYTES (G_STRUCT_OFFSET (Life, first_steps) + 6 * sizeof (ThStep))

typedef struct
{
  Life *first;
  Life *last;
  guint n;
} LifeList;

/* A ring of lives.  The life that is several places ahead can be prefetched without reading those
 * before it, which a linked list would need. */
typedef struct
{
  Life  **lives;          /* NULL: removed; never the first one */
  guint32 mask;           /* number of places - 1 */
  guint32 first;          /* places are counted modulo 2^32 */
  guint32 end;
} LifeQueue;

static inline Life *
handle_get (Handle handle)
{
  return handle.life != NULL && handle.life->number == handle.number &&
         handle.life->state != LIFE_FREE ? handle.life : NULL;
}

static inline Handle
handle_to (Life *life)
{
  return (Handle) { life, life != NULL ? life->number : TH_FLOW_NONE };
}

/* Begins a life of @address with an event of @kind; the caller sets its generation. */
Life *th_packet_life_begin (Packets *self,
                            guint64  address,
                            Kind     kind);
/* Moves @life to the end of the list of live ones, as it has the latest event. */
void th_packet_life_touch (Packets *self,
                           Life    *life);
void th_packet_life_end (Packets *self,
                         Life    *life,
                         End      end,
                         gint64   time);
/* Undoes a wrong end: it is live again, at the end of the list. */
void th_packet_life_revive (Packets *self,
                            Life    *life);
/* Removes and returns the next life that ended so long before @time that no more events
 * can come; NULL: none. */
Life *th_packet_life_pop_due (Packets *self,
                              gint64   time);
/* Removes and returns the first ended life or, if there is none, the first live one; NULL if there
 * is none, either. */
Life *th_packet_life_pop (Packets *self);
void th_packet_life_queue_init (LifeQueue *queue);
void th_packet_life_queue_clear (LifeQueue *queue);
/* Returns @life to the pool; invalidates its handles. */
void th_packet_life_release (Packets *self,
                             Life    *life);
/* The same as th_packet_life_insert(), for steps that need not be the last one. */
ThStep *th_packet_life_insert_between (Life   *life,
                                       guint   after,
                                       gint64  time);

/* Makes room for a step in order of time, but after step @after.  The caller fills it in, which is
 * cheaper than copying a step. */
static inline ThStep *
th_packet_life_insert (Life   *life,
                       guint   after,
                       gint64  time)
{
  guint at = life->n_steps;

  if (G_LIKELY (at < life->n_allocated && (at <= after + 1 || life->steps[at - 1].time <= time)))
    {
      life->n_steps++;
      return life->steps + at;
    }
  return th_packet_life_insert_between (life, after, time);
}

/* The same with a copy of @step; returns its index. */
guint th_packet_life_add (Life         *life,
                          guint         after,
                          const ThStep *step);
void th_packet_life_add_event (Packets       *self,
                               Life          *life,
                               const ThEvent *event,
                               guint8         stage,
                               Continuation   continuation,
                               guint32        detail,
                               guint          flags);
/* Sets a link and returns it.  Links of GRO, coalescing and reassembly lead to the packet in
 * which @life continued, the others to the one it came from.  Returns NULL if a stage map has
 * already set the link. */
Link *th_packet_life_set_link (Life        *life,
                               ParentKind   kind,
                               guint32      parent,
                               RuleId       rule,
                               ThConfidence confidence);
/* Sets the candidates for the other life; copies them. */
void th_packet_link_set_candidates (Link          *link,
                                    const guint32 *numbers,
                                    guint          n);
void th_packet_life_clear_links (Life *life);

G_END_DECLS
