/* th-tracedat-load.h - the load of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pages of every CPU are divided into stripes.  Workers take stripes from one list,
 * ordered so that all CPUs advance together, and decode each into separate arrays.  A
 * finished stripe waits in the queue of its CPU until those before it are appended; the
 * worker that finishes the next one appends all that are ready, one thread per CPU at a
 * time.  The number of stripes in progress is bounded.
 *
 * Every CPU is assigned to a worker.  A worker takes stripes of its own CPUs as long as there are
 * some nearby, and reuses its own arrays, because it is expensive for a processor to read or
 * overwrite what another processor has just written.
 *
 * A file that is being recorded is loaded in rounds (th-tracedat-live.c), each of which
 * divides what has been written since the last one.
 */
#pragma once

#include "th-tracedat-page.h"

G_BEGIN_DECLS

/* A part of the pages of one CPU: bytes, or chunks. */
typedef struct
{
  guint32 queue;
  guint32 index;  /* in the queue */
  guint64 place;
  guint64 size;   /* unpacked */
  guint32 chunk;  /* index of the first chunk */
  guint32 n_chunks;
  double  order;
  gboolean taken; /* by any worker; under the lock */
} ThTdStripe;

/* A stripe in progress. */
typedef struct
{
  const ThTdStripe *stripe;
  ThTdWalk      walk;
  guint32       n_unknown;     /* number of rows of undescribed types */
  guint32       first_unknown; /* row of the first of these */
  gboolean      keep;          /* the same pages might be decoded differently again */
  guint         worker;        /* the number of the one that used it last */
} ThTdJob;

/* One CPU of one buffer. */
typedef struct
{
  ThTdBuffer *buffer;
  ThTdCpu    *cpu;
  ThCpu      *out;
  guint32     number;    /* in the list of queues */
  guint8     *head;      /* its first chunk, unpacked, until that is loaded; or NULL */
  guint32     n_stripes;
  guint32     next;      /* the next stripe to append; under the lock */
  gboolean    busy;      /* a thread is appending; under the lock */
  gboolean    full;      /* the columns are full; only for the appending thread */
  gint64      floor;     /* live: the recorder promised that nothing before this follows */
  guint       worker;    /* the number of the one that it is assigned to */
  GQueue      ready;     /* finished jobs, in any order; under the lock */
} ThTdQueue;

typedef struct
{
  ThTdFile    *file;
  ThRecording *recording;
  ThTdLayout  *layout;
  GArray      *queues;
  GArray      *stripes;
  gsize        memory_limit;
  guint64      reference;     /* a typical stamp of the recording */
  gboolean     has_reference;
  gsize        heads_size;    /* total size of the first chunks in queues */
  gboolean     live;          /* more may come after the last stripe */
  gboolean     holds;         /* live: events are published, but not as complete */

  GMutex       lock;
  GCond        returned;
  guint        next;  /* index in @stripes of the first that is not taken */
  guint        n_workers;
  guint        n_jobs_left; /* number of jobs that may still be allocated */
  guint        n_waiting;   /* threads that wait for @returned: waking nobody is a system call */
  GQueue       idle;  /* jobs without a stripe */
  gboolean     stopped;
} ThTdLoad;

void th_tracedat_load (ThRecording *recording);

G_END_DECLS
