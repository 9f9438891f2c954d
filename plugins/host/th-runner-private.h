/* th-runner-private.h - the parts of the runner of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu-block.h"
#include "th-runner.h"

G_BEGIN_DECLS

/* --- th-runner-types.c: who subscribes to what ---------------------------- */

typedef struct
{
  const ThAnalysis *analysis;
  ThRecording      *part;        /* lent; what it is about */
  gpointer          state;
  ThResults        *results;
  GArray           *subscriptions;       /* of ThSubscription, parameters put in */
  GStringChunk     *strings;     /* what they point to */
  guint8           *subscriptions_met;   /* by subscription: the recording has such a type */
  guint8           *subscriptions_seen;  /* by subscription: an event of such a type was fed */
  GHashTable       *lacking;     /* fields that were reported */
  guint8           *streams;     /* by stream: whether an event of it was fed */
  GPtrArray        *needed;      /* of ThResults; ends with NULL */
  gboolean          is_asked;    /* somebody besides another analysis has its results */
  gboolean          ended;       /* finished, or stopped */
} Run;

/* A subscription of a run that a type matches. */
typedef struct
{
  Run           *run;
  guint16        subscription;
  const ThField *fields[TH_SUBSCRIPTION_MAX_FIELDS];
} Handler;

typedef struct
{
  guint    n_handlers;
  gboolean payload;      /* some handler reads it */
  Handler  handlers[];
} Route;

/* The subscriptions of @run, with what @params (id → text) says in place of "$id". */
void   th_runner_run_subscription     (Run         *run,
                                       GHashTable  *params);
/* Which subscriptions of @runs the type matches; never NULL. */
Route *th_runner_route_new    (ThRecording *recording,
                               GPtrArray   *runs,
                               guint        type);
/* Remarks about what its part lacks; @whole: all of its events were fed. */
void   th_runner_run_remark   (Run         *run,
                               gboolean     whole);

/* --- th-runner-merge.c: what comes next ----------------------------------- */

/* The events of one CPU of one buffer. */
typedef struct
{
  const ThCpu *cpu;
  guint16      stream;
  guint16      index;
  guint        number;
  guint32      row;       /* the next to be looked at */
  ThCpuBlock   block;     /* which it lies in, once it was looked at */
  guint32      end;       /* how far it may be fed now */
  guint32      lost;      /* the next loss */
  gboolean     is_lost;   /* what comes next is a loss */
  gint64       time;      /* of what comes next */
} Track;

typedef struct
{
  guint   n_tracks;
  Track  *tracks;
  guint  *heap;           /* of tracks, by (time, track) */
  guint   n_heap;
  guint8 *unwanted;       /* by type */
  guint64 n_done;         /* atomic; rows that lie behind */
} Merge;

void   th_runner_merge_init   (Merge       *self,
                               ThRecording *recording,
                               guint8      *unwanted);
void   th_runner_merge_clear  (Merge       *self);
/* Lets it go on to all events before @until (G_MAXINT64: all there are). */
void   th_runner_merge_open   (Merge       *self,
                               gint64       until);
/* What comes next: its track, or NULL.  Then step over it. */
Track *th_runner_merge_peek   (Merge       *self);
void   th_runner_merge_step   (Merge       *self);

/* The type and the task of the next event of a track that no loss precedes. */
static inline guint16
track_get_type (const Track *self)
{
  return th_cpu_block_get_type (&self->block, self->row - self->block.first);
}

static inline guint32
track_get_task (const Track *self)
{
  return th_cpu_block_get_task (&self->block, self->row - self->block.first);
}

/* --- the runner ---------------------------------------------------------- */

struct _ThRunner
{
  ThRecording *recording;
  const ThAnalysis *const *analyses; /* those that may be needed */
  ThReader    *reader;
  GPtrArray   *runs;       /* of Run */
  Route      **routes;     /* by type; NULL: not met yet */
  guint8      *unwanted;   /* by type */
  Merge        merge;
  gsize        memory_limit;
  gint64       published;  /* when, µs */
  guint        n_unread;
  gboolean     advanced;
  gboolean     ended;
  gint         cancelled;  /* atomic */
};

G_END_DECLS
