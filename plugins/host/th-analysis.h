/* th-analysis.h - the contract of an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An analysis reads the events to which it subscribes, in order of time over all CPUs of
 * all buffers of one recording, and yields results (th-results.h).  It keeps its state in
 * a struct of its own, never writes the columns, never touches a window, and uses nothing
 * but model/.
 *
 * With several recordings on one timeline (th-recording.h) each part has its own run of the
 * analysis, with that part as its recording: pids, addresses and names of different kernels
 * never mix.  An analysis that compares parts asks for the whole timeline instead.
 *
 * An analysis may read the results of others, which it names by their ids.  begin() is given
 * those of its own part, in the order of the ids; if it has the whole timeline, those of
 * every part, id by id.  They live until free(), and are empty at that time, unless the analysis
 * reads no events itself and they were finished before.  Each event,
 * watermark and finish() reaches the needed analysis first, so what that one has published
 * there may be read.
 *
 * The host runs any number of analyses in one pass over the events, on one
 * worker thread.  For each analysis it calls, in this order:
 *   begin      once; may look at the recording's types and tasks
 *   event      for each event of its subscriptions, times ascending
 *   lost       in order with the events: events of that CPU are missing here.  Whatever
 *              is open on that CPU ends broken; do not infer anything across the gap.
 *              Losses of a buffer that has given the analysis no event are not reported,
 *              since nothing open can depend on them.  Losses after the last event of a
 *              CPU are reported at the very end
 *   watermark  repeatedly while the recording grows: no event before @until can
 *              arrive any more.  Publish what is certain
 *   finish     once, after the last event; not if the run was cancelled
 *   free       exactly once after a successful begin
 *
 * The results must not depend on the number of pieces in which the events arrive.
 *
 * Fields are looked up by name once per type, and then read by offset
 * (th_event_get_uint() and the like).  Kernels differ: reading a field that the type lacks
 * returns FALSE.
 *
 * If the recording lacks a type or field of a subscription, the host adds a remark to the
 * results; @hides is that sentence.  For an optional type leave out @hides; for an optional
 * field put a "?" before its name.
 *
 * Results are bounded: if they outgrow their share of the memory, the analysis is finished
 * early, and a remark says so.
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
 *   events.  "$id" is the value of the parameter of that id.  An event is passed to each
 *   subscription that names it, in their order; if there is none, to the first
 *   one whose pattern it matches
 * @hides: N_(): a sentence about what is missing without the event; %NULL: nothing
 * @fields: names (or labels) of fields, %NULL-terminated.  Without any the
 *   payload is not read.  "$id" stands for the fields that the parameter of that id
 *   lists, separated by commas
 * @with_stack: only events that may carry their own stack (th_reader_get_stack());
 *   ftrace records stacks as separate events, which do not count
 * @instead: the event of another subscription that tells what this one hides; or %NULL
 */
typedef struct
{
  const char *event;
  const char *hides;
  const char *fields[TH_SUBSCRIPTION_MAX_FIELDS + 1];
  gboolean    with_stack;
  const char *instead;
} ThSubscription;

/* The last three are texts, too, for which a user interface can suggest values. */
typedef enum
{
  TH_PARAM_INT,
  TH_PARAM_TEXT,
  TH_PARAM_BOOL,
  TH_PARAM_EVENT, /* "sched:sched_switch" */
  TH_PARAM_FIELD, /* a field of an event type that another parameter names */
  TH_PARAM_TIME   /* read by th_time_parse(); of two, the first one begins a span */
} ThParamKind;

/* @value: the default, as text; NULL: the parameter is mandatory. */
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
 * @task: the task that was running
 * @subscription: index of the subscription that matched
 * @payload: empty if it could not be read, or if the subscription has no fields
 * @reader: for data beyond the fields (th_reader_get_text()); using it may
 *   invalidate @payload
 *
 * One event as it is passed to an analysis; valid during the call.
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
  /* the fields of the subscription in this event's type; NULL if the type lacks one */
  const ThField *const *fields;
  ThReader *reader;
} ThEvent;

/* Useful parameters: "from=irq:softirq_raise to=irq:softirq_entry". */
typedef struct
{
  const char *title;  /* N_() */
  const char *params; /* id=value, separated by blanks */
} ThExample;

typedef struct
{
  guint          abi;     /* TH_ANALYSIS_ABI; an analysis with another value is refused */
  const char    *id;      /* stable: "sched" */
  const char    *title;   /* N_() */
  const char    *text;    /* N_(): one sentence that says what it shows */
  const ThSubscription  *subscriptions;   /* terminated by a NULL event; empty if it reads
                                             only the results of others */
  const ThParam *params;  /* ends with a NULL id; or NULL.  An analysis with a
                             parameter whose default is NULL runs only where asked for */

  gpointer (*begin)  (ThRecording    *recording,
                      ThResults      *results, /* valid until free */
                      GHashTable     *params,  /* id → text; complete */
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
  /* Or NULL.  Called once after begin: further subscriptions, whose indices continue
   * those of @subscriptions.  Ends with a NULL event; lives until free. */
  const ThSubscription *(*more_subscriptions) (gpointer state);
  /* The first @n_subject subscriptions are the subject of the analysis, the others add
   * detail: if the recording has none of the former, it has no data for the analysis.
   * 0: all of them are. */
  guint          n_subject;
  /* The noun of its flows (th-flows.h); NULL if it has none.  Expressions refer to their
   * columns as `NOUN.column`. */
  const char    *noun;
  const ThExample *examples; /* ends with a NULL title; or NULL */
  /* Ids of the analyses whose results it reads; ends with NULL, or is NULL.  The runner
   * adds those that are not running yet, with default parameters. */
  const char *const *needs;
  /* Whether it runs once over the whole timeline, rather than once for each part. */
  gboolean       whole_timeline;
  /* Whether its results are nothing but call trees, so that callers that use none need not
   * run it. */
  gboolean       only_trees;
  /* Whether it runs only where another analysis needs it.  It may leave data that these read
   * (th_results_take_data()). */
  gboolean       only_needed;
  /* Its measures, as far as they are known before any recording is read; ends with a NULL id, or
   * is NULL.  begin() and the others add them to the results.  The id "irq.*" stands for measures
   * whose names come from the recording (th_results_add_named_measure()). */
  const ThMeasureInfo *measures;
  /* Lists the ids of further measures: those of stages, some of which the user's settings add;
   * free with g_strfreev().  May be NULL. */
  char **(*list_measures) (void);
  /* The noun of the flows that its links refer to (th-event-links.h); NULL if it has none. */
  const char    *linked_noun;
} ThAnalysis;

/* These read field @index of the event's subscription.  They return FALSE if the event's type
 * lacks the field, if the field is not an integer, or if the record is too short for it. */
static inline gboolean
th_event_get_uint (const ThEvent *event,
                   guint          index,
                   guint64       *value)
{
  const ThField *field = event->fields[index];

  return field != NULL && th_field_read_u64 (field, &event->payload, value);
}

static inline gboolean
th_event_get_int (const ThEvent *event,
                  guint          index,
                  gint64        *value)
{
  guint64 bits;

  if (!th_event_get_uint (event, index, &bits))
    return FALSE;

  *value = bits;
  return TRUE;
}

/* The text is part of the record: not NUL-terminated, not checked for UTF-8. */
gboolean    th_event_get_text   (const ThEvent  *event,
                                 guint           index,
                                 const char    **text,
                                 gsize          *length);

/* Returns whether it runs without being asked for: every parameter has a default, and it is not
 * there only for others. */
gboolean    th_analysis_is_automatic (const ThAnalysis *analysis);

G_END_DECLS
