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
typedef struct _Slot    Slot;

#define TH_PACKET_MAX_STEPS 4096

typedef enum
{
  LIFE_FREE,
  LIFE_LIVE,
  LIFE_ENDED  /* what comes late may still be added, then it is finalized */
} LifeState;

typedef enum
{
  END_NONE,
  END_CONSUMED,
  END_FREED,    /* kfree_skb */
  END_MERGED
} End;

/* What GRO merged into a packet, since it went through GRO last. */
typedef struct
{
  Handle  last;     /* of those that were inferred; others before it: their @sibling */
  Handle  sibling;  /* merged into the same one before this */
  guint   n;
  gint64  sum;      /* of their lengths */
  gint64  shortest;
  gint64  own;      /* of the packet itself when it entered; -1: not known */
  gint64  whole;    /* when it was handed to the stack; -1: not yet */
} GroParts;

/* What it came from, and what it went on in. */
typedef enum
{
  LINK_ORIGIN,
  LINK_MERGE,
  N_LINKS
} LinkSide;

typedef struct
{
  guint32    number;     /* of the other life; TH_FLOW_NONE: none */
  ParentKind kind;
  RuleId     rule;
  ThSureness sureness;
  gboolean   by_map;       /* by a stage map: no guess counts beside it */
  gint64     from;       /* nothing may be lost from then … */
  gint64     to;         /* … until then for it to hold */
  guint32   *candidates;
  guint      n_candidates;
} Link;

#define MAX_WAKES 4

struct _Life
{
  guint64   address;
  guint32   number;
  guint32   generation;
  LifeState state;
  End       end;

  guint     kinds;        /* bits of all its events */
  Kind      first_kind;
  Kind      last_kind;    /* of the events that tell where it is */
  CpuContext        last_in;
  gint64    last_time;
  const Cpu *last_cpu;
  guint32   n_probes;     /* of that CPU then */
  const Cpu *xmit_cpu;    /* of the start_xmit, the queueing: where the late ones come */
  const Cpu *queue_cpu;
  gboolean  rc_bad;

  guint32   first_device; /* words; TH_STEP_NO_DETAIL if not known */
  guint32   device;
  gint64    first_length; /* -1: not known */
  gint64    length;
  gint64    whole_length; /* with all that was merged into it; -1: nothing was, or not known */
  guint64   hash;
  guint64   napi_id;
  GroParts  parts;

  gboolean  end_by_map;     /* by a stage map */
  gboolean  waits_born;   /* born by a stage map, and nothing else yet: @born_step */
  ThStep    born_step;
  gboolean  merged;       /* GRO says so */
  gboolean  listed;       /* hung in the list of another, freed with it */
  gboolean  foreign;      /* never was on a network: of AF_UNIX, netlink */
  gboolean  purged;       /* its queue was, on close: no drop */
  gboolean  resumed;      /* another softirq brought it on: what comes is that poll */
  gboolean  delivered;
  gboolean  sent;         /* the driver took it, and nobody received it since */
  ThRef     own_ref;      /* its first own event */
  guint32   reason;
  guint32   location;
  guint32   why_open;     /* string, if its end is not seen */
  guint32   reader;       /* task */
  gint64    copied;       /* -1: not known */
  gint64    peeked;
  guint     n_calls;      /* system calls that delivered of it */

  Link      links[N_LINKS];

  guint32   batch;
  const Cpu *received_on; /* of netif_receive_skb; NULL: not yet */
  guint32   received_as;  /* the how many-th there */
  guint16   queued_step;  /* behind which somebody is woken */
  gboolean  ready;        /* … which is sk_data_ready */
  guint     n_wakes;
  Mark      wakes[MAX_WAKES];

  ThStep   *steps;
  guint32   n_steps;
  guint32   n_allocated;

  Life     *previous;     /* of the live ones by last event; of the ended ones */
  Life     *next;
};

typedef struct
{
  Life *first;
  Life *last;
  guint n;
} LifeList;

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

/* A life of @address begins at @slot with an event of @kind. */
Life *th_packet_life_begin (Packets *self,
                            Slot    *slot,
                            guint64  address,
                            Kind     kind);
/* It is the last of the live ones that something happened to. */
void th_packet_life_touch (Packets *self,
                           Life    *life);
void th_packet_life_end (Packets *self,
                         Life    *life,
                         End      end,
                         gint64   time);
/* It ended by mistake: it is live again, as the one that something happened to last. */
void th_packet_life_revive (Packets *self,
                            Life    *life);
/* The next one that ended so long before @time that nothing more comes; NULL:
 * none.  It is in no list then. */
Life *th_packet_life_pop_due (Packets *self,
                              gint64   time);
/* The first of the list, taken out of it; NULL: it is empty. */
Life *th_packet_life_pop (LifeList *list);
/* It may be used again; handles of it are void. */
void th_packet_life_release (Packets *self,
                             Life    *life);
/* Inserts at its time, but not before step @after. Returns its index. */
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
/* What GRO, coalescing and the putting together of fragments link is what it
 * went on in, the rest what it came from.  NULL where a stage map has set the link. */
Link *th_packet_life_set_link (Life       *life,
                               ParentKind  kind,
                               guint32     parent,
                               RuleId      rule,
                               ThSureness  sureness);
/* All that it may be; copied. */
void th_packet_link_set_candidates (Link          *link,
                                    const guint32 *numbers,
                                    guint          n);
void th_packet_life_clear_links (Life *life);

G_END_DECLS
