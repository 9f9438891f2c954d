/* th-runner-private.h - the parts of the runner of analyses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-cpu-block.h"
#include "th-runner.h"

G_BEGIN_DECLS

/* --- th-runner-types.c: subscriptions and routes --------------------------- */

typedef struct
{
  const ThAnalysis *analysis;
  ThRecording      *part;        /* the recording that it reads; not owned */
  gpointer          state;
  ThResults        *results;
  GArray           *subscriptions;       /* of ThSubscription, with parameters substituted */
  GStringChunk     *strings;     /* strings of the subscriptions */
  guint8           *subscriptions_met;   /* by subscription: the recording has its type */
  guint8           *subscriptions_seen;  /* by subscription: such an event was fed */
  GHashTable       *lacking;     /* fields that were reported as missing */
  guint8           *streams;     /* by stream: whether an event of it was fed */
  GPtrArray        *needed;      /* of ThResults; NULL-terminated */
  gboolean          is_asked;    /* its results were not only requested by another analysis */
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
  gboolean payload;      /* some handler reads the payload */
  Handler  handlers[];
} Route;

/* Sets the subscriptions of @run, with the values in @params (id → text) in place of "$id". */
void   th_runner_run_subscription     (Run         *run,
                                       GHashTable  *params);
/* Returns the subscriptions of @runs that the type matches; never NULL. */
Route *th_runner_route_new    (ThRecording *recording,
                               GPtrArray   *runs,
                               guint        type);
/* Adds remarks about types and fields that its part lacks; @whole: all of its events were fed. */
void   th_runner_run_remark   (Run         *run,
                               gboolean     whole);

/* --- th-runner-merge.c: merging in order of time --------------------------- */

/* The events of one CPU of one buffer. */
typedef struct
{
  const ThCpu *cpu;
  guint16      stream;
  guint16      index;
  guint        number;
  guint32      row;       /* the next row to examine */
  ThCpuBlock   block;     /* the block of the row, once it was examined */
  guint64      wanted;    /* its rows whose types may be wanted */
  guint32      end;       /* the row up to which events may be fed now */
  guint32      lost;      /* the next loss */
  guint32      lost_row;  /* the row that it precedes; G_MAXUINT32: there is none */
  guint32      stop;      /* the lower of that and the end */
  gboolean     is_lost;   /* the next item is a loss, not an event */
  gint64       time;      /* time of the next item */

  guint32      read_first; /* first row of the block that the payloads are of */
  guint64      read;      /* its rows that the reader has tried to read */
  guint64      readable;  /* those that it could read */
  ThPayload    payloads[TH_BLOCK_ROWS];
} Track;

/* The key of a track without a next item: greater than all others. */
#define TH_MERGE_NO_ITEM G_MAXUINT64

/* A loser tree: the leaf of track i is node n_tracks + i, and node / 2 is its parent.  The key
 * of a track is the time of its next item since the base and, in the low bits, its index; so the
 * lowest key is that of the next item of all. */
typedef struct
{
  guint    n_tracks;
  Track   *tracks;
  guint64 *losers;        /* keys by inner node, of which 1 is the root */
  guint64  winner;        /* the lowest key of all */
  gint64   base;
  guint    track_bits;    /* number of low bits of a key that hold the index of its track */
  guint8  *unwanted;      /* by type */
  guint64  n_done;        /* atomic; number of rows already passed */
} Merge;

void   th_runner_merge_init   (Merge       *self,
                               ThRecording *recording,
                               guint8      *unwanted);
void   th_runner_merge_clear  (Merge       *self);
/* Admits all events before @until (G_MAXINT64: all events). */
void   th_runner_merge_open   (Merge       *self,
                               gint64       until);
void   th_runner_merge_step   (Merge       *self);

/* The index of the track of the next event or loss, if there is one. */
static inline guint
merge_get_first (const Merge *self)
{
  return self->winner & ((1u << self->track_bits) - 1);
}

/* Returns the track of the next event or loss, or NULL; th_runner_merge_step() moves past it. */
static inline Track *
th_runner_merge_peek (Merge *self)
{
  return self->winner != TH_MERGE_NO_ITEM ? &self->tracks[merge_get_first (self)] : NULL;
}

/* These return the type and the task of a track's next event, unless a loss precedes it. */
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

/* Reads the payload of the track's next event, and those after it in its block that are wanted. */
void   th_runner_track_read   (Track         *self,
                               ThReader      *reader,
                               Route *const  *routes);

/* Sets *@payload to that of the track's next event.  Returns FALSE if the event cannot be read. */
static inline gboolean
track_get_payload (Track         *self,
                   ThReader      *reader,
                   Route *const  *routes,
                   ThPayload     *payload)
{
  guint i = self->row - self->block.first;

  if (G_UNLIKELY (self->read_first != self->block.first || !(self->read >> i & 1)))
    th_runner_track_read (self, reader, routes);
  if (G_UNLIKELY (!((self->read & self->readable) >> i & 1)))
    return FALSE;

  *payload = self->payloads[i];
  return TRUE;
}

/* --- the runner ---------------------------------------------------------- */

struct _ThRunner
{
  ThRecording *recording;
  const ThAnalysis *const *analyses; /* the analyses that may be needed */
  ThReader    *reader;     /* lent to the analyses */
  ThReader    *payloads;   /* not lent: a read would invalidate the payloads of a block */
  GPtrArray   *runs;       /* of Run */
  GPtrArray   *lent;       /* of ThResults: finished ones that analyses may need */
  Route      **routes;     /* by type; NULL: no event yet */
  guint8      *unwanted;   /* by type */
  Merge        merge;
  gsize        memory_limit;
  gint64       published;  /* when results were last published, µs */
  guint        n_unread;
  gboolean     advanced;
  gboolean     ended;
  gint         cancelled;  /* atomic */
};

G_END_DECLS
