/* th-tracedat-load.h - what the files of the load share
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

#include "th-tracedat.h"

G_BEGIN_DECLS

#define TH_TD_CACHE_SIZE 4096 /* a power of two */

/* A part of the pages of one CPU: bytes, or chunks. */
typedef struct
{
  guint32 lane;
  guint32 index;  /* on its lane */
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
} ThTdLane;

typedef struct
{
  ThTdFile    *file;
  ThRecording *recording;
  ThTdLayout  *layout;
  GArray      *lanes;
  GArray      *stripes;
  gsize        memory_limit;
  guint64      reference;     /* a stamp among all the others */
  gboolean     has_reference;
  gsize        heads_size;    /* of the first chunks that lanes keep */

  GMutex       lock;
  GCond        returned;
  guint        next;  /* in @stripes */
  guint        n_jobs_left; /* how many may still be made */
  GQueue       idle;  /* jobs without a stripe */
  gboolean     stopped;
} ThTdLoad;

typedef struct
{
  gint32  pid;
  guint32 task; /* + 1; 0: free */
} ThTdTaskEntry;

typedef struct
{
  guint32 stamp; /* of the stripe it belongs to */
  gint32  pid;
  char    name[16];
} ThTdNameEntry;

typedef struct
{
  ThTdLoad         *load;
  ThTdUnpacker *unpacker;
  guint8       *raw;
  gsize         raw_capacity;
  guint8       *packed;
  gsize         packed_capacity;
  guint32       stamp;
  ThTdTaskEntry    *tasks; /* TH_TD_CACHE_SIZE of both, from the first stripe on */
  ThTdNameEntry    *names;
} ThTdWorker;

/* --- th-tracedat-stripes.c --------------------------------------------- */

/* Fills lanes and stripes; publishes the CPUs that have none. */
void        th_td_load_cut           (ThTdLoad        *load);
/* The middle one of all CPUs' first stamps: a few wrong ones do no harm. */
void        th_td_load_find_reference (ThTdLoad       *load);

/* --- th-tracedat-decode.c ---------------------------------------------- */

ThTdWorker *th_td_worker_new         (ThTdLoad        *load);
void        th_td_worker_free        (ThTdWorker      *self);
/* After this the arrays of the walk hold times, types, tasks and switches. */
void        th_td_worker_decode      (ThTdWorker      *self,
                                      ThTdJob         *job);
/* The stamp of the first page of the lane, if it holds anything. */
gboolean    th_td_worker_peek_first_stamp (ThTdWorker *self,
                                           ThTdLane   *lane,
                                           guint64    *stamp);

/* --- th-tracedat-publish.c --------------------------------------------- */

ThTdJob    *th_td_job_new            (void);
void        th_td_job_free           (ThTdJob         *job);
/* Takes the decoded @job; appends what is next on its lane. */
void        th_td_load_bring         (ThTdLoad        *load,
                                      ThTdJob         *job);

G_END_DECLS
