/* th-flows.h - events that belong together, in order: the journeys of packets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow is one life of one thing that is known by a key (an skb by its
 * address): its steps in order, each an event or a place found by nesting,
 * each with the stage that ended there, how sure it is that the step belongs
 * here, and the rule that says so.  The stages of a flow are the legs between
 * its steps, so they add up to the whole and never overlap.
 *
 * A flow may have a parent: what it was merged into, or else what it was cut
 * or cloned from; where both are, the latter is its origin.  A flow that is a
 * part of its parent (TH_FLOW_PART: a frame that GRO merged) is not counted
 * beside it.
 *
 * Numbers: a flow gets its number when it begins (th_flows_begin()), so that
 * others can name it as their parent at once, and its row when all is known
 * of it (th_flows_seal()).  Row n of the flows is row n of the analysis' table
 * of them (ThFlowsInfo.table), which has whatever else is to be told.
 *
 * One thread fills, in pieces that th_results_publish() makes visible; any
 * thread reads what is published, without locks, but for the look-ups by key
 * and by parent, which keep an index of their own behind a mutex.
 *
 * A step is kept in 16 bytes (th-flow-steps.h) and unpacked when it is asked
 * for; a flow takes 68 and its row in the table.
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"
#include "th-slices.h"

G_BEGIN_DECLS

typedef struct _ThFlows ThFlows;

/* How sure a joint is. */
typedef enum
{
  TH_SURE_EXACT,     /* same key, same life, nothing else fits */
  TH_SURE_INFERRED,  /* by a rule that is right */
  TH_SURE_AMBIGUOUS, /* several fit, or clocks of two CPUs disagree */
  TH_SURE_BROKEN,    /* events were lost in between, or one that is needed was not recorded */
  TH_SURE_OPEN,      /* the end is not seen: it may have been silent */
  TH_N_SURENESS
} ThSureness;

#define TH_FLOW_NONE G_MAXUINT32
#define TH_FLOW_NO_STAGE G_MAXUINT8

/* One leg of a journey.  @waits: somebody waits for a CPU in it, so who ran
 * there meanwhile is of interest; the CPU is that of the step that ends it. */
typedef struct
{
  const char *id;      /* stable: "wakeup" */
  const char *title;   /* N_() */
  const char *text;    /* N_(): from what to what */
  ThContext   context; /* what colours it */
  gboolean    waits;
} ThStage;

/* @id: stable: "gro-last-held"; @text: N_(), one sentence. */
typedef struct
{
  const char *id;
  const char *text;
} ThRule;

/* How a flow belongs to another.  @id: stable: "clone"; @of: N_(), before the
 * parent's name: "cloned from"; @has: N_(), before the part's: "cloned from it". */
typedef struct
{
  const char *id;
  const char *of;
  const char *has;
} ThParentKind;

/**
 * ThFlowsInfo:
 * @noun: N_(): "packet"
 * @key_fields: names of the fields of events that hold a key, %NULL-terminated
 * @stages: @n_stages of them, in the order of a journey
 * @rules: @n_rules of them
 * @parent_kinds: @n_parent_kinds of them
 * @table: index in the results of the table whose row n tells of flow n
 * @dup_parts: "44 frames merged by GRO" of @n parts whose kind of parent is @kind,
 *   in the user's language, free with g_free(); NULL, or it returns NULL: in no
 *   words of its own
 *
 * All of it stays as long as the results.
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
  TH_STEP_CONTEXT = 1 << 0, /* an event that others share: the irq, the poll, the wakeup */
  TH_STEP_PLACE   = 1 << 1  /* no event: found by nesting; @anchor is the nearest event */
} ThStepFlags;

/**
 * ThStep:
 * @time: of the event, or inferred
 * @label: word: "napi_gro_receive_entry", "poll began"
 * @detail: word: "eth0 · len 1440", or 0xffffffff for none
 * @cpu: number of the CPU
 * @rule: index of what made this joint
 * @sureness: of the joint with the step before
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
  guint8  sureness;
  guint8  stage;
  guint8  flags;
} ThStep;

#define TH_STEP_NO_DETAIL G_MAXUINT32

typedef enum
{
  TH_FLOW_PART  = 1 << 0, /* it went on as its parent: not counted beside it */
  TH_FLOW_LOST  = 1 << 1, /* events were lost while it lived */
  TH_FLOW_CLOCK = 1 << 2  /* a leg came out negative: the CPUs' clocks disagree */
} ThFlowFlags;

/**
 * ThFlow:
 * @number: given by th_flows_begin()
 * @generation: the how many-th life of this key, from 1; for display
 * @first, @last: time of the first and the last step
 * @parent: number of the parent, or TH_FLOW_NONE.  It may be sealed later
 * @origin: what it came from, where @parent is what it went on in and only one
 *   fits; else TH_FLOW_NONE
 * @group: for ThSample: of what is not independent of each other
 * @parent_kind, @parent_sureness, @parent_rule: of the link with it; of the
 *   origin likewise
 * @first_candidate, @n_candidates: see th_flows_get_candidate(): all that the
 *   parent may be, where several fit
 */
typedef struct
{
  guint64 key;
  gint64  first;
  gint64  last;
  guint32 number;
  guint32 generation;
  guint32 first_step;
  guint32 n_steps;
  guint32 parent;
  guint32 origin;
  guint32 group;
  guint32 first_candidate;
  guint8  n_candidates;
  guint8  parent_kind;
  guint8  parent_rule;
  guint8  parent_sureness;
  guint8  origin_kind;
  guint8  origin_rule;
  guint8  origin_sureness;
  guint8  flags;
} ThFlow;

/* A leg: of one stage from @begin to @end; @end_step: the step that ends it,
 * counted within the flow.  A negative one is a disagreement of clocks. */
typedef struct
{
  gint64  begin;
  gint64  end;
  guint32 end_step;
  guint8  stage;
  guint8  sureness;
} ThLeg;

/* --- filling ----------------------------------------------------------- */

/* @arena: of the results.  Analyses call th_results_add_flows(). */
ThFlows           *th_flows_new           (ThArena           *arena,
                                           const ThFlowsInfo *info);
void               th_flows_free          (ThFlows           *self);

/* The next number. */
guint32            th_flows_begin         (ThFlows           *self);

/* All is known of @flow: its row is the next one, which is returned.  @steps and
 * @candidates (numbers) are copied, @flow's n_steps and n_candidates of them;
 * its first_… and first, last are set here from the steps.  Once per number. */
guint32            th_flows_seal          (ThFlows           *self,
                                           const ThFlow      *flow,
                                           const ThStep      *steps,
                                           const guint32     *candidates);
void               th_flows_publish       (ThFlows           *self);

/* --- using ------------------------------------------------------------- */

const ThFlowsInfo *th_flows_get_info      (const ThFlows     *self);
guint32            th_flows_get_n         (const ThFlows     *self);
const ThFlow      *th_flows_get           (const ThFlows     *self,
                                           guint32            row);
/* The row of flow @number; TH_FLOW_NONE while it is not sealed. */
guint32            th_flows_get_row       (const ThFlows     *self,
                                           guint32            number);
/* @index: counted within @flow. */
ThStep             th_flows_get_step      (const ThFlows     *self,
                                           const ThFlow      *flow,
                                           guint32            index);
guint32            th_flows_get_candidate (const ThFlows     *self,
                                           const ThFlow      *flow,
                                           guint              index);

/* The legs of @flow in order, neighbours of one stage joined, up to the last step
 * that ends a stage; none for a flow of one step.  Returns (element-type ThLeg): free with
 * g_array_unref(). */
GArray            *th_flows_list_legs     (const ThFlows     *self,
                                           const ThFlow      *flow);

/* What @flow spent in @stage, ended at @anchor (out, may be %NULL), the last
 * such leg; TH_TIME_NONE if it has none.  It is negative where clocks disagree. */
gint64             th_flows_get_stage_time (const ThFlows    *self,
                                           const ThFlow      *flow,
                                           guint              stage,
                                           ThRef             *anchor);

/* From the first step to the last that ends a stage, which is at @anchor (out,
 * may be %NULL); 0 if none does. */
gint64             th_flows_get_total     (const ThFlows     *self,
                                           const ThFlow      *flow,
                                           ThRef             *anchor);

/* How many of its steps are of each sureness; they add up to their number. */
void               th_flows_count_sureness (const ThFlows    *self,
                                           const ThFlow      *flow,
                                           guint              counts[TH_N_SURENESS]);

/* Readies the look-ups below for what is published, which the first of them would do
 * else; other threads may use them meanwhile. */
void               th_flows_prepare       (ThFlows           *self);

/* The flow of @key that has @event among its steps (as its own rather than as
 * context), else the one that lived at @time, else TH_FLOW_NONE.  @event may be
 * TH_REF_NONE. */
guint32            th_flows_find          (ThFlows           *self,
                                           guint64            key,
                                           gint64             time,
                                           ThRef              event);

/* The neighbour of @row in the lives of its key: the one before (@direction
 * -1) or after it (1), or TH_FLOW_NONE. */
guint32            th_flows_get_neighbour (ThFlows           *self,
                                           guint32            row,
                                           gint               direction);

/* Rows of the flows whose parent or origin is @row's flow, ascending.
 * Returns (element-type guint32): free with g_array_unref(). */
GArray            *th_flows_list_children (ThFlows           *self,
                                           guint32            row);

G_END_DECLS
