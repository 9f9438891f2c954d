/* th-tracedat-decode.h - a worker that decodes stripes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A worker belongs to one thread.
 */
#pragma once

#include "th-tracedat-convert.h"
#include "th-tracedat-load.h"

G_BEGIN_DECLS

/* A power of two.  A stripe has a few thousand events, which name a few dozen tasks. */
#define TH_TD_N_NAMES 1024

typedef struct
{
  guint32 stamp; /* number of the stripe it was used for */
  gint32  pid;
  char    name[TH_TASK_NAME_SIZE];
} ThTdNameEntry;

typedef struct
{
  ThTdLoad      *load;
  guint          number;   /* among the workers of the load */
  ThTdUnpacker  *unpacker;
  guint8        *raw;
  gsize          raw_capacity;
  guint8        *packed;
  gsize          packed_capacity;
  const ThTdChunk *ahead_chunk; /* the chunk after the last stripe, if it is in @ahead; or NULL */
  guint8        *ahead;         /* that chunk, unpacked */
  gsize          ahead_capacity;
  gssize         ahead_size;
  guint32        stamp;
  ThTdTasks      tasks;
  ThTdNameEntry *names; /* TH_TD_N_NAMES, from the first stripe on */
  GArray        *seen;  /* ThNameSighting: the names in this stripe */
} ThTdWorker;

ThTdWorker *th_td_worker_new         (ThTdLoad        *load,
                                      guint            number);
void        th_td_worker_free        (ThTdWorker      *self);
/* Decodes a stripe; afterwards the arrays of the walk hold times, types, tasks and
 * switches. */
void        th_td_worker_decode      (ThTdWorker      *self,
                                      ThTdJob         *job);
/* Reads the stamp of the first page of the queue; FALSE if that page has no events. */
gboolean    th_td_worker_peek_first_stamp (ThTdWorker *self,
                                           ThTdQueue  *queue,
                                           guint64    *stamp);

G_END_DECLS
