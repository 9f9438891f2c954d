/* th-packets-private.h - the parts of the analysis that follows packets
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

#include "th-analysis.h"
#include "th-drops.h"
#include "th-packet-map.h"
#include "th-stage-map.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;
typedef struct _Life    Life;
typedef struct _Cpu     Cpu;

/* What a type of event is for, by a stage map. */
typedef struct
{
  const ThStagePoint *point;   /* NULL: nothing */
  const ThField      *address;
  const ThField      *parent;
  const ThField      *head;
  const ThField      *result;  /* of the return of a call */
  const ThField      *flags;
  guint8              stage;
} ThPacketPoint;

/* What an event with an address does to the life. */
typedef enum
{
  KIND_NONE,
  KIND_GRO,        /* napi_gro_receive_entry, napi_gro_frags_entry */
  KIND_RX_ENTRY,   /* netif_receive_skb_entry, …_list_entry */
  KIND_RX,         /* netif_receive_skb */
  KIND_RXN_ENTRY,  /* netif_rx_entry, netif_rx_ni_entry */
  KIND_RXN,        /* netif_rx */
  KIND_COPY,
  KIND_CONSUME,
  KIND_KFREE,
  KIND_QUEUE,      /* net_dev_queue */
  KIND_START,      /* net_dev_start_xmit */
  KIND_XMIT,       /* net_dev_xmit */
  KIND_ENQUEUE,    /* of the qdisc */
  KIND_DEQUEUE,
  KIND_RETRANSMIT, /* names the original, not what is sent */
  KIND_TOUCH,      /* some other event that names it */
  KIND_BORN,       /* … that begins it, says a stage map */
  KIND_END,        /* … that ends it */
  KIND_LINK,       /* … that only tells of its link with another */
  KIND_RETURN,     /* of a call that links packets, of which it names none */
  N_KINDS
} Kind;

#define KIND_BIT(kind) (1u << (kind))
#define KINDS_RX (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY) | KIND_BIT (KIND_RX) | KIND_BIT (KIND_RXN_ENTRY) | KIND_BIT (KIND_RXN))
#define KINDS_TX (KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_START) | KIND_BIT (KIND_XMIT) | KIND_BIT (KIND_ENQUEUE) | KIND_BIT (KIND_DEQUEUE))
#define KINDS_BIRTH (KIND_BIT (KIND_GRO) | KIND_BIT (KIND_RX_ENTRY) | KIND_BIT (KIND_RXN_ENTRY) | KIND_BIT (KIND_QUEUE) | KIND_BIT (KIND_BORN))

#define ETHERNET_HEADER 14

/* In what an event happens on its CPU. */
typedef enum
{
  IN_TASK,
  IN_SOFTIRQ,
  IN_HARDIRQ,
  N_INS
} In;

/* --- th-packet-stages.c -------------------------------------------------- */

typedef enum
{
  STAGE_IRQ,
  STAGE_SOFTIRQ,
  STAGE_NAPI,
  STAGE_GRO,
  STAGE_STACK,
  STAGE_QUEUE,
  STAGE_WAKEUP,
  STAGE_READER,
  STAGE_COPY,
  STAGE_SEND,
  STAGE_QDISC,
  STAGE_DRIVER,
  STAGE_COMPLETION,
  N_STAGES,
  MAX_STAGES = 48, /* with those of stage maps */
  STAGE_NEXT = TH_FLOW_NO_STAGE - 1 /* as the next step that has one */
} Stage;

typedef enum
{
  RULE_ADDRESS,
  RULE_BIRTH,
  RULE_NO_BIRTH,
  RULE_TOLD,
  RULE_LOST,
  RULE_INCOMPLETE,
  RULE_FORWARDED,
  RULE_FORWARDED_PERHAPS,
  RULE_STACKED,
  RULE_VETH,
  RULE_TUNNEL,
  RULE_AGAIN,
  RULE_LATER,
  RULE_COALESCED,
  RULE_GREW,
  RULE_BYTES,
  RULE_FRAGMENTS,
  RULE_LATE_XMIT,
  RULE_LATE_ENQUEUE,
  RULE_GRO_EXIT,
  RULE_GRO_ONLY,
  RULE_GRO_HASH,
  RULE_GRO_LAST,
  RULE_CLONE_OFFSET,
  RULE_SEGMENT,
  RULE_SEGMENT_QDISC,
  RULE_NAMED,
  RULE_WITHIN,
  RULE_HEAD,
  RULE_IRQ,
  RULE_RAISE,
  RULE_SOFTIRQ,
  RULE_POLL,
  RULE_TURN,
  RULE_NAPI_THREAD,
  RULE_BUSY_POLL,
  RULE_POLL_END,
  RULE_READY,
  RULE_READY_ORDER,
  RULE_WAKING,
  RULE_SWITCH,
  RULE_RAN,
  RULE_CONSUMED_IN_CALL,
  RULE_CONSUMED_IN_TASK,
  RULE_SOCKET_ORDER,
  RULE_DATAGRAM,
  RULE_CALL,
  RULE_SEND_CALL,
  RULE_DEFERRED,
  RULE_NO_END,
  RULE_CLOCK,
  N_RULES
} RuleId;

typedef enum
{
  PARENT_GRO,
  PARENT_SEGMENT,
  PARENT_CLONE,
  PARENT_FRAGMENT,
  PARENT_COALESCE,
  PARENT_COPY,
  N_PARENTS
} ParentKind;

extern const ThFlowsInfo th_packet_flows_info;

/* The stage that an event of @kind ends, behind the life's last one. */
guint8   th_packet_stage_of   (const Life *life,
                               Kind        kind);

/* --- lives --------------------------------------------------------------- */

typedef enum
{
  LIFE_FREE,
  LIFE_LIVE,
  LIFE_ENDED  /* what comes late may still be added, then it is sealed */
} LifeState;

typedef enum
{
  END_NONE,
  END_CONSUMED,
  END_FREED,    /* kfree_skb */
  END_MERGED
} End;

typedef struct _SocketQueue SocketQueue; /* see th-packet-reader.c */

/* A life that may be sealed since: good while the numbers agree. */
typedef struct
{
  Life   *life;
  guint32 number;
} Handle;

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
  gboolean   told;       /* by a stage map: no guess counts beside it */
  gint64     from;       /* nothing may be lost from then … */
  gint64     to;         /* … until then for it to hold */
  guint32   *candidates;
  guint      n_candidates;
} Link;

typedef struct
{
  gint64  time;
  ThRef   ref;
  guint32 task;
  guint32 name;  /* word: as the event names the task; TH_STEP_NO_DETAIL: it does not */
  guint   cpu;
} Mark;

#define MAX_WAKES 4
#define MAX_BATCH 64

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
  In        last_in;
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

  gboolean  told_end;     /* by a stage map */
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
  guint32   why_open;     /* word, if its end is not seen */
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

/* --- CPUs ---------------------------------------------------------------- */

#define MAX_OPEN 8
#define MAX_HELD 64
#define N_RECENT 256

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
  guint32 irq_word;
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
  guint32  irq_word;

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
  Place    places[N_INS];
};

/* --- tasks --------------------------------------------------------------- */

typedef enum
{
  CALL_NONE,
  CALL_RECEIVE,
  CALL_SEND,
  CALL_OTHER
} Call;

#define N_SWITCHES 8
#define TASK_COMM_LENGTH 16
#define MAX_DELIVERED 8

typedef struct
{
  guint    n_losses;        /* when its calls were seen */
  Mark     waking;
  gint64   waking_irq;      /* of the handler that it happened in */
  ThRef    waking_irq_ref;
  guint32  waking_irq_word;
  Mark     switches[N_SWITCHES];
  guint32  n_switches;
  Call     call;
  gboolean calls_seen;
  gboolean peeks;
  gint64   call_time;
  ThRef    call_ref;
  guint    call_cpu;
  guint32  call_word;
  Handle   delivered[MAX_DELIVERED]; /* in this call */
  guint    n_delivered;
  gboolean is_napi;
  gboolean looked_at;
  char     comm[TASK_COMM_LENGTH]; /* in the last event that named it … */
  gsize    comm_length;
  guint32  comm_word;       /* … as a word */
} Task;

/* --- all ----------------------------------------------------------------- */

/* An event with an address. */
typedef struct
{
  const ThEvent *event;
  Kind           kind;
  In             in;
  guint64        address;
  guint32        device;
  gint64         length;
  Cpu           *cpu;
  Place         *place;
  Task          *task;
  guint8         stage;   /* of a point of a stage map */
  const ThPacketPoint *point; /* NULL: of none */
} Skb;

typedef struct
{
  RuleId     rule;
  ThSureness sureness;
} Joint;

/* One use of an address after the other. */
typedef struct
{
  guint32 generation;
  Handle  last;
} Slot;

/* The lives that have one data head: the first one and its clones. */
#define MAX_SAME_HEAD 4

typedef struct
{
  Handle lives[MAX_SAME_HEAD];
  guint  n;
} HeadOwners;

/* Two buffers that recorded the same events would show each packet twice at
 * once: each has lives of its own. */
#define MAX_SPACES 16

#define MAX_CUT 32

typedef struct
{
  guint32 number;     /* of the life */
  guint32 device;
  gint64  length;
  gint64  left;       /* payload that no segment has yet */
  gint64  time;
  guint32 n_parts;    /* segments that are surely of it */
  gint64  part_length; /* of the first of them */
  gboolean is_whole;  /* … and the last one was there */
} Cut;

typedef struct
{
  ThPacketMap map;        /* address → index in slots + 1 */
  GArray     *slots;      /* of Slot */
  ThPacketMap heads;      /* address of a data head → index in head_owners + 1 */
  GArray     *head_owners; /* of HeadOwners */
  guint       seen;       /* bits of kinds */
  gboolean    ready_seen;
  gboolean    exit_seen;
  Cut         cut[MAX_CUT]; /* packets that were segmented, in a ring */
  guint       n_cut;
  guint16     owners[TH_ANALYSIS_MAX_WANTS]; /* stream + 1 that has events of a want */
  GPtrArray  *cpus;       /* of Cpu, by number */
} Space;

/* @to_before: no loss before this one reaches beyond it. */
typedef struct
{
  gint64 from;
  gint64 to;
  gint64 to_before;
  guint  cpu;
} Loss;

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
  gboolean     recorded[TH_ANALYSIS_MAX_WANTS]; /* the type is there, or an event of it was */

  GPtrArray   *pool;          /* of Life, all that were made */
  Life        *spare;
  LifeList     live;
  LifeList     ended;
  gint64       due;           /* when the first of them is sealed */
  GArray      *losses;        /* of Loss */
  guint32      n_batches;
  guint32      n_clock;
  guint32      n_nameless;    /* freed at an address without a name, for no reason */
  guint64      clone_offset;  /* 0: not known yet */

  ThPacketMap  words;         /* see th-packet-strings.c */
  ThPacketMap  locations;
  GString     *text;
  ThPacketMap  sockets;       /* address → index + 1 */
  GPtrArray   *socket_queues;
  SocketQueue *unnamed_queue; /* of sockets that were not told; NULL: all were */

  guint32      labels[TH_ANALYSIS_MAX_WANTS];
  guint16      label_types[TH_ANALYSIS_MAX_WANTS];
  guint32      word_poll, word_turn, word_no_end, word_reused, word_whole, word_net_rx;
  guint32      word_verdicts[6];
  guint32      word_lo;
  guint32      word_outcomes[8];
  guint32      word_directions[4];
};

/* th-packets.c */
Cpu       *th_packets_get_cpu     (Packets       *self,
                                   guint          space,
                                   guint          number);
Task      *th_packets_get_task    (Packets       *self,
                                   guint32        number);
static inline Life *
handle_get (Handle handle)
{
  return handle.life != NULL && handle.life->number == handle.number && handle.life->state != LIFE_FREE ? handle.life : NULL;
}

static inline Handle
handle_to (Life *life)
{
  return (Handle) { life, life != NULL ? life->number : TH_FLOW_NONE };
}

/* --- th-packet-lives.c --------------------------------------------------- */

void       th_packet_lives_event  (Packets       *self,
                                   Space         *space,
                                   Skb           *skb);
Life      *th_packet_lives_find   (Packets       *self,
                                   Space         *space,
                                   guint64        address);
void       th_packet_life_end     (Packets       *self,
                                   Life          *life,
                                   End            end,
                                   gint64         time);
/* Inserts at its time, but not before step @after. Returns its index. */
guint      th_packet_life_add     (Life          *life,
                                   guint          after,
                                   const ThStep  *step);
void       th_packet_life_add_event (Packets     *self,
                                   Life          *life,
                                   const ThEvent *event,
                                   guint8         stage,
                                   Joint          joint,
                                   guint32        detail,
                                   guint          flags);
/* Seals those that ended so long before @time that nothing more comes. */
void       th_packet_lives_settle (Packets       *self,
                                   gint64         time);
void       th_packet_lives_finish (Packets       *self);
/* What GRO, coalescing and the putting together of fragments link is what it
 * went on in, the rest what it came from.  NULL where a stage map told already. */
Link      *th_packet_life_set_link (Life         *life,
                                   ParentKind     kind,
                                   guint32        parent,
                                   RuleId         rule,
                                   ThSureness     sureness);
void       th_packet_life_clear_links (Life      *life);
/* All that it may be; copied. */
void       th_packet_link_set_candidates (Link   *link,
                                   const guint32 *numbers,
                                   guint          n);

/* --- th-packet-continuation.c -------------------------------------------------- */

/* Whether the event goes on with @life, the last of its address. */
gboolean   th_packet_joint_goes_on (Packets      *self,
                                   const Space   *space,
                                   const Life    *life,
                                   const Skb     *skb,
                                   Joint         *joint);

Joint      th_packet_joint_by_address (const Packets *self,
                                   const Life    *life);
gboolean   th_packet_joints_are_complete (const Packets *self);

/* --- th-packet-gro.c ----------------------------------------------------- */

void       th_packet_gro_enter    (Packets       *self,
                                   const Skb     *skb,
                                   Life          *life);
void       th_packet_gro_exit     (Packets       *self,
                                   Space         *space,
                                   Cpu           *cpu,
                                   Place         *place,
                                   const ThEvent *event);
void       th_packet_gro_received (Packets       *self,
                                   const Skb     *skb,
                                   Life          *life);

/* --- th-packet-tx.c ------------------------------------------------------ */

/* The life that a net_dev_xmit is of, by the calls that are open on its CPU. */
Life      *th_packet_tx_find_xmit (const Skb     *skb);
void       th_packet_tx_event     (Packets       *self,
                                   Space         *space,
                                   const Skb     *skb,
                                   Life          *life,
                                   gboolean       born);

/* --- th-packet-context.c ------------------------------------------------- */

/* Whether it is known at all in what context events of this type happen. */
gboolean   th_packet_context_is_known (const Packets *self,
                                   const ThEvent *event,
                                   guint          flags_field);
In         th_packet_context_from_flags (guint64 flags);
/* @event may be NULL: by nesting alone. */
In         th_packet_context_in   (const Packets *self,
                                   const Cpu     *cpu,
                                   const ThEvent *event,
                                   guint          flags_field);
gboolean   th_packet_context_event (Packets      *self,
                                   Cpu           *cpu,
                                   const ThEvent *event);
void       th_packet_context_lost (Cpu           *cpu,
                                   gint64         time);
void       th_packet_context_birth (Packets      *self,
                                   Life          *life,
                                   const Skb     *skb);
/* A softirq that began since the life's last event brings it on. */
void       th_packet_context_resume (Packets     *self,
                                   Life          *life,
                                   const Skb     *skb);
void       th_packet_context_turn (Cpu           *cpu,
                                   const ThEvent *event);

/* --- th-packet-lost.c ---------------------------------------------------- */

void       th_packet_lost_add     (Packets       *self,
                                   guint          cpu,
                                   const ThLost  *lost);
/* Joints across a loss of any CPU are broken.  Whether there are any. */
gboolean   th_packet_lost_break   (const Packets *self,
                                   Life          *life);

/* --- th-packet-reader.c -------------------------------------------------- */

gboolean   th_packet_reader_event (Packets       *self,
                                   Cpu           *cpu,
                                   const ThEvent *event);
/* What was received here so far has been delivered. */
void       th_packet_place_close  (Place         *place);
/* netif_receive_skb of @life came. */
void       th_packet_reader_received (Place      *place,
                                   Life          *life);
/* Whether the end of @life in this task is its delivery. */
gboolean   th_packet_reader_takes (Packets       *self,
                                   const Life    *life,
                                   const Skb     *skb,
                                   Joint         *joint);
/* Adds why the reader ran, as far as that is known.  Returns the stage that the
 * read ends: STAGE_READER if the reader was switched in since the packet was
 * queued, whatever else happened since; else STAGE_QUEUE, for it was awake. */
guint8     th_packet_reader_arrive (Packets      *self,
                                   Life          *life,
                                   Task          *task,
                                   guint32        task_number,
                                   gint64         time);
/* Freed by a task none of whose calls was seen: the return of this one may
 * tell that it was read. */
void       th_packet_reader_perhaps (Task        *task,
                                   Life          *life);
void       th_packet_reader_delivered (Packets   *self,
                                   Life          *life,
                                   Task          *task,
                                   guint32        task_number,
                                   gint64         bytes);
void       th_packet_reader_retract (const Packets *self,
                                   Life          *life,
                                   Task          *task);
void       th_packet_reader_clear (Packets       *self);

/* An address of a packet: a number, or a text that is one; 0: none. */
guint64    th_packet_address      (const ThField *field,
                                   const ThPayload *payload);

/* --- th-packet-coalesce.c ------------------------------------------------ */

void       th_packet_coalesce_received (Cpu      *cpu,
                                   Life          *life);
/* The last step of @head is a copy. */
void       th_packet_coalesce_copied (Packets    *self,
                                   Life          *head,
                                   gint64         time);

/* --- th-packet-strings.c --------------------------------------------------- */

void       th_packet_words_init   (Packets       *self);
guint32    th_packet_label        (Packets       *self,
                                   const ThEvent *event);
guint32    th_packet_device       (Packets       *self,
                                   const ThEvent *event,
                                   guint          field);
guint32    th_packet_detail_device (Packets      *self,
                                   guint32        device,
                                   gint64         length);
guint32    th_packet_detail_bytes (Packets       *self,
                                   gint64         bytes);
guint32    th_packet_detail_result (Packets      *self,
                                   gint64         result);
guint32    th_packet_detail_pair  (Packets       *self,
                                   gint64         work,
                                   gint64         budget);
guint32    th_packet_detail_irq   (Packets       *self,
                                   gint64         irq,
                                   guint32        name);
guint32    th_packet_detail_join  (Packets       *self,
                                   guint32        first,
                                   guint32        second);
/* Whether the task is one that polls, by its name. */
void       th_packet_task_look    (Packets       *self,
                                   Task          *task,
                                   guint32        number,
                                   gint64         time);
/* What a field of the event calls @task, as a word. */
guint32    th_packet_task_in_event (Packets      *self,
                                   Task          *task,
                                   const ThEvent *event,
                                   guint          field);
/* The task's name as the event had it, else as it was known then. */
guint32    th_packet_mark_name    (Packets       *self,
                                   const Mark    *mark);
guint32    th_packet_location     (Packets       *self,
                                   const ThEvent *event,
                                   guint          field);
guint32    th_packet_reason       (Packets       *self,
                                   const ThEvent *event,
                                   guint          field);
const char *th_packet_word        (Packets       *self,
                                   guint32        word);
/* Freed there is what hung in the list of another packet. */
gboolean   th_packet_is_list_free (const char    *location);
/* Freed there are buffers of sockets that no network reaches. */
gboolean   th_packet_is_local     (const char    *location);
/* Whether only what is being sent is dropped for that reason. */
gboolean   th_packet_is_sending_reason (const char *reason);
/* kfree_skb there with no reason given empties a queue, and drops nothing. */
gboolean   th_packet_is_purge     (const char    *location,
                                   const char    *reason);

/* --- th-packet-stage-links.c ---------------------------------------------------- */

/* What the event of a stage map's point tells of links. */
void       th_packet_told_event   (Packets       *self,
                                   Space         *space,
                                   const Skb     *skb);
void       th_packet_told_return  (Packets       *self,
                                   const Skb     *skb);

/* --- th-packet-stage-points.c -------------------------------------------------- */

void       th_packet_points_begin (Packets       *self,
                                   const char    *file);
void       th_packet_points_clear (Packets       *self);
const ThWant *th_packet_points_get_wants (Packets *self);
/* Whether the event names a packet, or is the return of a call that did. */
gboolean   th_packet_points_read  (Packets       *self,
                                   Skb           *skb);

/* --- th-packet-finalize.c ---------------------------------------------------- */

void       th_packet_seal_begin   (Packets       *self);
void       th_packet_seal         (Packets       *self,
                                   Life          *life);
void       th_packet_seal_unassigned (Packets    *self,
                                   const Skb     *skb,
                                   const char    *reason);
void       th_packet_seal_finish  (Packets       *self);

G_END_DECLS
