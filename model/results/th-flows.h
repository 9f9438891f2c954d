/* th-flows.h - ordered sequences of related events: the journeys of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow is one lifetime of an object that is identified by a key (an skb by its
 * address): its steps in order.  A step is an event, or a position inferred from
 * nesting, with the stage that ends there, the confidence that the step belongs
 * to this flow, and the rule that says so.  The stages of a flow are the legs
 * between its steps, so they add up to the total and never overlap.
 *
 * A flow may have a parent: the flow it was merged into, or else the one it was
 * split or cloned from.  If both exist, the latter is its origin.  A flow that is a
 * part of its parent (TH_FLOW_PART: a frame that GRO merged) is not counted
 * separately.
 *
 * Numbers: a flow gets its number when it begins (th_flows_begin()), so that
 * others can name it as their parent at once, and its row when it is complete
 * (th_flows_finalize()).  Row n of the flows is row n of the analysis' table of flows
 * (ThFlowsInfo.table), which has all further properties.
 *
 * One thread fills them, and th_results_publish() makes its additions visible; any
 * thread reads what is published, without locks.  Only the look-ups by key and by
 * parent use an index that a mutex protects.
 *
 * A step takes 12 bytes (th-flow-steps.h) and is unpacked when it is read; a flow
 * takes 52 bytes plus its row in the table, 20 more if it is related to other flows, and 8 more if
 * its ends are known.
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"
#include "th-slices.h"

G_BEGIN_DECLS

typedef struct _ThFlows ThFlows;

/* The confidence of a link between two steps, or of a link to another flow. */
typedef enum
{
  TH_CONFIDENCE_EXACT,     /* same key, same lifetime, no other candidate */
  TH_CONFIDENCE_INFERRED,  /* by a rule that holds without an exact match */
  TH_CONFIDENCE_AMBIGUOUS, /* several candidates, or the clocks of two CPUs disagree */
  TH_CONFIDENCE_BROKEN,    /* events were lost in between, or a required event was not recorded */
  TH_CONFIDENCE_OPEN,      /* the end was not recorded; not every end has an event */
  TH_N_CONFIDENCES
} ThConfidence;

#define TH_FLOW_NONE G_MAXUINT32
#define TH_FLOW_NO_STAGE G_MAXUINT8

/* A stage of a journey.  @waits: a task waits for a CPU during it, so it matters who
 * ran there meanwhile; the CPU is that of the step that ends the stage. */
typedef struct
{
  const char *id;      /* a stable id such as "wakeup" */
  const char *title;   /* N_() */
  const char *text;    /* N_(): where the stage begins and ends */
  ThContext   context; /* its color */
  gboolean    waits;
} ThStage;

/* @id: a stable id such as "gro-last-held"; @text: N_(), one sentence. */
typedef struct
{
  const char *id;
  const char *text;
} ThRule;

/* How a flow is related to its parent.  @id: a stable id such as "clone"; @of: N_(),
 * precedes the parent's name: "cloned from"; @has: N_(), precedes the child's:
 * "cloned from it". */
typedef struct
{
  const char *id;
  const char *of;
  const char *has;
} ThParentKind;

/**
 * ThFlowsInfo:
 * @noun: N_(): "packet"
 * @key_fields: the event fields that hold a key, %NULL-terminated
 * @stages: @n_stages of them, in the order of a journey
 * @rules: @n_rules of them
 * @parent_kinds: @n_parent_kinds of them
 * @table: index in the results of the table whose row n describes flow n
 * @dup_parts: describes @n parts whose parent kind is @kind, as in "44 frames merged
 *   by GRO"; translated, free with g_free().  It may be %NULL or return %NULL where
 *   there is no special wording
 *
 * All of it must live as long as the results.
 */
typedef struct
{
  const char         *noun;
  const char *const  *key_fields;
  const ThStage      *stages;
  guint               n_stages;
  const ThRule       *rules;
  guint               n_rules;
  const ThParentKind *parent_kinds;
  guint               n_parent_kinds;
  guint               table;
  char             *(*dup_parts) (guint kind,
                                  guint n);
} ThFlowsInfo;

typedef enum
{
  TH_STEP_CONTEXT = 1 << 0, /* an event shared with other flows: the irq, the poll, the wakeup */
  TH_STEP_PLACE   = 1 << 1  /* inferred from nesting; @anchor is the nearest event */
} ThStepFlags;

/**
 * ThStep:
 * @time: the time of the event, or an inferred one
 * @label: a word: "napi_gro_receive_entry", "poll began"
 * @detail: a word: "eth0 · len 1440", or 0xffffffff for none
 * @cpu: number of the CPU
 * @rule: index of the rule that linked the step
 * @confidence: confidence of the link to the preceding step
 * @stage: index of the stage that ends here; TH_FLOW_NO_STAGE for time that
 *   no stage explains (shown as "other")
 */
typedef struct
{
  ThRef   anchor;
  gint64  time;
  guint32 label;
  guint32 detail;
  guint16 cpu;
  guint16 rule;
  guint8  confidence;
  guint8  stage;
  guint8  flags;
} ThStep;

#define TH_STEP_NO_DETAIL G_MAXUINT32

/* Whether the step is an event of this flow alone. */
static inline gboolean
th_step_is_own (const ThStep *self)
{
  return !(self->flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)) && !th_ref_is_none (self->anchor);
}

typedef enum
{
  TH_FLOW_PART  = 1 << 0, /* it continued as its parent and is not counted separately */
  TH_FLOW_LOST  = 1 << 1, /* events were lost during its lifetime */
  TH_FLOW_CLOCK = 1 << 2, /* a leg is negative: the CPUs' clocks disagree */
  TH_FLOW_PLAIN = 1 << 3  /* its key is a number, not an address */
} ThFlowFlags;

/**
 * ThFlow:
 * @number: given by th_flows_begin()
 * @generation: ordinal of this lifetime of the key, from 1; for display
 * @first, @last: times of the first and the last step
 * @group: for ThSample: flows of one group are not independent of each other
 * @links: see th_flows_get_links(); 0: it has none
 * @n_steps: at most TH_FLOW_MAX_STEPS
 * @flags: of ThFlowFlags
 */
typedef struct
{
  guint64 key;
  gint64  first;
  gint64  last;
  guint32 number;
  guint32 generation;
  guint32 group;
  guint32 links;
  guint32 first_step;
  guint32 n_steps : 28;
  guint32 flags : 4;
} ThFlow;

#define TH_FLOW_MAX_STEPS ((1u << 28) - 1)

/**
 * ThFlowLinks:
 * @parent: number of the parent, or TH_FLOW_NONE.  It may be completed later
 * @origin: the flow it came from, if @parent is the flow it continued in and there
 *   is only one candidate; else TH_FLOW_NONE
 * @parent_kind, @parent_confidence, @parent_rule: the link to the parent; likewise
 *   for the origin
 * @first_candidate, @n_candidates: see th_flows_get_candidate(): the possible
 *   parents, if there are several
 *
 * How a flow is related to others; most flows are not.
 */
typedef struct
{
  guint32 parent;
  guint32 origin;
  guint32 first_candidate;
  guint8  n_candidates;
  guint8  parent_kind;
  guint8  parent_rule;
  guint8  parent_confidence;
  guint8  origin_kind;
  guint8  origin_rule;
  guint8  origin_confidence;
} ThFlowLinks;

/**
 * ThFlowEnds:
 * @connection: the number of the connection that it belongs to (th-connections.h)
 * @source, @target: the addresses it travelled from and to, as words; TH_FLOW_NO_ADDRESS if
 *   one is not known
 * @source_port, @target_port: 0 if one is not known
 * @service: the name of the service that one of the ports stands for, as a word;
 *   TH_FLOW_NO_ADDRESS if there is none
 *
 * The two ends between which a packet travelled.  Flows share them.
 */
typedef struct
{
  guint32 connection;
  guint32 source;
  guint32 target;
  guint16 source_port;
  guint16 target_port;
  guint32 service;
} ThFlowEnds;

#define TH_FLOW_NO_ADDRESS G_MAXUINT32

/* A leg: one stage from @begin to @end; @end_step: index within the flow of the step
 * that ends it.  A negative leg means that clocks disagree. */
typedef struct
{
  gint64  begin;
  gint64  end;
  guint32 end_step;
  guint8  stage;
  guint8  confidence;
} ThLeg;

/* --- filling ----------------------------------------------------------- */

/* @arena belongs to the results.  Analyses call th_results_add_flows(). */
ThFlows           *th_flows_new              (ThArena           *arena,
                                              const ThFlowsInfo *info);
void               th_flows_free             (ThFlows           *self);

/* Begins a flow and returns its number. */
guint32            th_flows_begin            (ThFlows           *self);

/* Appends @flow, which is complete, and returns its row.  Copies flow->n_steps @steps, and sets
 * flow->first, last, first_step and links.  Call it once per number. */
guint32            th_flows_finalize         (ThFlows           *self,
                                              const ThFlow      *flow,
                                              const ThStep      *steps);
/* Sets the links of the flow that was finalized last, whose row is @row.  Copies
 * links->n_candidates @candidates (numbers of flows), and sets links->first_candidate. */
void               th_flows_set_links        (ThFlows           *self,
                                              guint32            row,
                                              const ThFlowLinks *links,
                                              const guint32     *candidates);
/* Appends ends that flows can have, and returns their index. */
guint32            th_flows_add_ends         (ThFlows           *self,
                                              const ThFlowEnds  *ends);
/* Sets the ends of the flow that was finalized last, whose row is @row. */
void               th_flows_set_ends         (ThFlows           *self,
                                              guint32            row,
                                              guint32            ends);
/* Makes th_flows_find() find the flow of @row, which was finalized last, by @key, too: a request
 * belongs to the sockets of both its ends. */
void               th_flows_add_key          (ThFlows           *self,
                                              guint32            row,
                                              guint64            key);
void               th_flows_publish          (ThFlows           *self);

/* --- using ------------------------------------------------------------- */

const ThFlowsInfo *th_flows_get_info         (const ThFlows     *self);
guint32            th_flows_get_n            (const ThFlows     *self);
const ThFlow      *th_flows_get              (const ThFlows     *self,
                                              guint32            row);
/* The row of flow @number; TH_FLOW_NONE until it is complete and published. */
guint32            th_flows_get_row          (const ThFlows     *self,
                                              guint32            number);
/* @index: the index of the step within @flow. */
ThStep             th_flows_get_step         (const ThFlows     *self,
                                              const ThFlow      *flow,
                                              guint32            index);
/* Never NULL. */
const ThFlowLinks *th_flows_get_links        (const ThFlows     *self,
                                              const ThFlow      *flow);
guint32            th_flows_get_candidate    (const ThFlows     *self,
                                              const ThFlow      *flow,
                                              guint              index);
/* NULL if the ends of the flow of @row are not known. */
const ThFlowEnds  *th_flows_get_ends         (const ThFlows     *self,
                                              guint32            row);

/* The legs of @flow in order, up to the last step that ends a stage; adjacent legs of
 * one stage are merged.  Empty for a flow of one step.  Returns (element-type ThLeg):
 * free with g_array_unref(). */
GArray            *th_flows_list_legs        (const ThFlows     *self,
                                              const ThFlow      *flow);

/* The time that @flow spent in @stage, or TH_TIME_NONE; @anchor (out, may be %NULL):
 * the event that ends the last such leg.  Negative where clocks disagree. */
gint64             th_flows_get_stage_time   (const ThFlows     *self,
                                              const ThFlow      *flow,
                                              guint              stage,
                                              ThRef             *anchor);

/* The time from the first step to the last one that ends a stage, whose event is
 * @anchor (out, may be %NULL); 0 if no step ends a stage. */
gint64             th_flows_get_total        (const ThFlows     *self,
                                              const ThFlow      *flow,
                                              ThRef             *anchor);

/* Counts the steps of each confidence; the counts add up to the number of steps. */
void               th_flows_count_confidence (const ThFlows     *self,
                                              const ThFlow      *flow,
                                              guint              counts[TH_N_CONFIDENCES]);

/* Updates the index of the look-ups below with what is published; otherwise the first
 * look-up does so.  Other threads may use them meanwhile. */
void               th_flows_prepare          (ThFlows           *self);
/* Whether the index has all flows that are published, so that these look-ups are fast. */
gboolean           th_flows_is_prepared      (ThFlows           *self);

/* The row of the flow of @key (or with @key as a further one) that has @event among its
 * steps (preferably not as context), else of the one alive at @time, else TH_FLOW_NONE.
 * @event may be TH_REF_NONE. */
guint32            th_flows_find             (ThFlows           *self,
                                              guint64            key,
                                              gint64             time,
                                              ThRef              event);

/* The previous (@direction -1) or next (1) lifetime of the key of @row's flow, or
 * TH_FLOW_NONE. */
guint32            th_flows_get_neighbor     (ThFlows           *self,
                                              guint32            row,
                                              gint               direction);

/* The rows of the flows whose parent or origin is @row's flow, ascending.
 * Returns (element-type guint32): free with g_array_unref(). */
GArray            *th_flows_list_children    (ThFlows           *self,
                                              guint32            row);

G_END_DECLS
