/* th-analysis.h - the contract of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An analysis reads the events that it subscribes to, in order of time over all CPUs
 * of all buffers of one recording, and yields results (th-results.h).  It
 * keeps its state in a struct of its own, never writes the columns, never
 * touches a window, and knows model/ alone.
 *
 * Where several sources are joined on one timeline (th-recording.h) each has an
 * analysis of its own: what it is given as its recording is the part of that
 * source, so that pids, addresses and names of another kernel never meet its own.
 * An analysis that compares the sources asks for the whole timeline instead.
 *
 * An analysis may read the results of others, which it names by their ids.  In
 * begin() it is given those of its own part, in the order of the ids; one that
 * has the whole timeline is given those of every part, id by id.  They are empty
 * then and stay until free().  Each event, watermark and finish() reaches the
 * needed analysis first, and what it published there may be read.
 *
 * The host runs any number of analyses in one pass over the events, on one
 * worker thread.  For each analysis it calls, in this order:
 *   begin      once; may look at the recording's types and tasks
 *   event      for each wanted event, times ascending
 *   lost       in its place: events of that CPU are missing here.  What was
 *              open on that CPU ends broken; nothing may be invented across it.
 *              Losses of a buffer that gave the analysis no event so far are
 *              kept from it: nothing that is open can depend on them.  What
 *              was lost behind the last event of a CPU comes last of all
 *   watermark  now and then while the recording grows: no event before @until
 *              will come any more.  Publish what is certain
 *   finish     once, after the last event; not when the run was cancelled
 *   free       exactly once after a successful begin
 *
 * Fed in any number of pieces it must yield the same as in one.
 *
 * Fields are found by name once per type, and read by offset afterwards
 * (th_event_get_uint() and its like).  Kernels differ: a field that
 * a recording lacks reads as not there.
 *
 * A wanted type or field that the recording lacks is reported by the host as a
 * remark in the results: @hides says what that hides.  What an analysis can do
 * without has no @hides, or a "?" before the field's name.
 *
 * Results are bounded: an analysis whose results take more than its share of
 * the memory gets finish early, and a remark says so.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

#define TH_ANALYSIS_ABI 2
#define TH_ANALYSIS_MAX_SUBSCRIPTIONS 256
#define TH_SUBSCRIPTION_MAX_FIELDS 15

/**
 * ThSubscription:
 * @event: "sched:sched_switch"; a "*" stands for any text, and "*:*" for all
 *   events.  "$id" is what the parameter of that id names.  An event goes to
 *   each subscription that names it, in their order; if there is none, to the first
 *   one with a "*" that it fits
 * @hides: N_(): a sentence: what is missing without it, or %NULL if nothing
 * @fields: names (or labels) of fields, %NULL-terminated.  Without any the
 *   payload is not read.  "$id" stands for those that the parameter of that id
 *   lists, with commas between
 * @with_stack: only events that may carry a stack of their own
 *   (th_reader_get_stack()); not in the way that ftrace has, as a further event
 */
typedef struct
{
  const char *event;
  const char *hides;
  const char *fields[TH_SUBSCRIPTION_MAX_FIELDS + 1];
  gboolean    with_stack;
} ThSubscription;

/* The last three are texts as well; fronts help to find one. */
typedef enum
{
  TH_PARAM_INT,
  TH_PARAM_TEXT,
  TH_PARAM_BOOL,
  TH_PARAM_EVENT, /* "sched:sched_switch" */
  TH_PARAM_FIELD, /* a field of an event type that another parameter names */
  TH_PARAM_TIME   /* as th_time_parse() reads it; of two the first is where a span begins */
} ThParamKind;

/* @value: the default, as text; NULL: it must be given. */
typedef struct
{
  const char *id;
  const char *title;
  ThParamKind kind;
  const char *value;
} ThParam;

/**
 * ThEvent:
 * @cpu: number of the CPU (G_MAXUINT: none)
 * @task: who ran
 * @subscription: index of the subscription that it is for
 * @payload: empty if it could not be read, or the subscription has no fields
 * @reader: for what the fields do not tell (th_reader_get_text()); a call may
 *   spoil @payload
 *
 * One event on its way to an analysis; lent for the call.
 */
typedef struct
{
  ThRef     ref;
  gint64    time;
  guint     cpu;
  guint32   task;
  guint16   type;
  guint16   subscription;
  ThPayload payload;
  /* of the subscription in this event's type; an absent one is NULL */
  const ThField *const *fields;
  ThReader *reader;
} ThEvent;

/* Parameters that are worth trying: "from=irq:softirq_raise to=irq:softirq_entry". */
typedef struct
{
  const char *title;  /* N_() */
  const char *params; /* id=value, separated by blanks */
} ThExample;

typedef struct
{
  guint          abi;     /* TH_ANALYSIS_ABI; anything else is refused */
  const char    *id;      /* stable: "sched" */
  const char    *title;   /* N_() */
  const char    *text;    /* N_(): one sentence: what it shows */
  const ThSubscription  *subscriptions;   /* ends with a NULL event */
  const ThParam *params;  /* ends with a NULL id; or NULL.  An analysis with a
                             parameter whose default is NULL runs only where asked for */

  gpointer (*begin)  (ThRecording    *recording,
                      ThResults      *results, /* stays until free */
                      GHashTable     *params,  /* id → text; all of @params are there */
                      ThResults *const *needed, /* see @needs; ends with NULL */
                      GError        **error);
  void     (*event)  (gpointer        state,
                      const ThEvent  *event);
  void     (*lost)   (gpointer        state,
                      guint           stream,
                      guint           cpu,     /* its number */
                      const ThLost   *lost);
  void     (*watermark) (gpointer        state,
                         gint64          until);
  void     (*finish) (gpointer        state);
  void     (*free)   (gpointer        state);
  /* Or NULL.  Asked once after begin: what the analysis wants besides @wants,
   * numbered on from there.  Ends with a NULL event; stays until free. */
  const ThSubscription *(*more_subscriptions) (gpointer state);
  /* What it is about are the first so many of @wants, the others only add to
   * it: without any of them nothing was recorded for it.  0: all are. */
  guint          n_subject;
  /* Of its flows, as in th-flows.h; NULL if it has none.  In an expression
   * `NOUN.column` speaks of them. */
  const char    *noun;
  const ThExample *examples; /* ends with a NULL title; or NULL */
  /* Ids of the analyses whose results it reads; ends with NULL, or is NULL.  The
   * runner adds those that nobody else asked for, with default parameters. */
  const char *const *needs;
  /* Its recording is the whole timeline, once; else each part of it in turn. */
  gboolean       whole_timeline;
} ThAnalysis;

/* The value of field @index of the event's subscription; FALSE if this recording's type
 * has no such field or the record does not hold it. */
gboolean    th_event_get_uint   (const ThEvent  *event,
                                 guint           index,
                                 guint64        *value);
gboolean    th_event_get_int    (const ThEvent  *event,
                                 guint           index,
                                 gint64         *value);
/* The text; lent, not NUL-terminated, not checked for UTF-8. */
gboolean    th_event_get_text   (const ThEvent  *event,
                                 guint           index,
                                 const char    **text,
                                 gsize          *length);

/* Whether it runs without being asked for: no parameter must be given. */
gboolean    th_analysis_is_automatic (const ThAnalysis *analysis);

G_END_DECLS
