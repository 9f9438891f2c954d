/* th-tracedat-load.h - the load of a trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The pages of every CPU are cut into stripes.  Workers take stripes from one
 * queue, ordered so that all CPUs advance together, and decode each into
 * arrays of its own.  A finished stripe waits at its CPU until those before it
 * are in; whoever brings the next one appends all that are ready, one thread
 * per CPU at a time.  The number of stripes between queue and columns is
 * bounded.
 */
#pragma once

#include "th-tracedat-page.h"

G_BEGIN_DECLS

/* A part of the pages of one CPU: bytes, or chunks. */
typedef struct
{
  guint32 queue;
  guint32 index;  /* on its queue */
  guint64 place;
  guint64 size;   /* unpacked */
  guint32 chunk;  /* the first */
  guint32 n_chunks;
  double  order;
} ThTdStripe;

/* A stripe on its way. */
typedef struct
{
  const ThTdStripe *stripe;
  ThTdWalk      walk;
  guint32       n_unknown;     /* rows whose types the file does not describe */
  guint32       first_unknown; /* the first of them */
} ThTdJob;

/* One CPU of one buffer. */
typedef struct
{
  ThTdBuffer *buffer;
  ThTdCpu    *cpu;
  ThCpu      *out;
  guint8     *head;      /* its first chunk, unpacked, until that is loaded; or NULL */
  guint32     n_stripes;
  guint32     next;      /* the stripe to be appended; under the lock */
  gboolean    busy;      /* somebody appends; under the lock */
  gboolean    full;      /* no room in the columns; the appender's */
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
  guint64      reference;     /* a stamp among all the others */
  gboolean     has_reference;
  gsize        heads_size;    /* of the first chunks that queues keep */

  GMutex       lock;
  GCond        returned;
  guint        next;  /* in @stripes */
  guint        n_jobs_left; /* how many may still be made */
  GQueue       idle;  /* jobs without a stripe */
  gboolean     stopped;
} ThTdLoad;

void th_tracedat_load (ThRecording *recording);

G_END_DECLS
