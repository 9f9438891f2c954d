/* th-slices.h - intervals of one lane, in rows that nest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A slice is an interval with a name, anchored at the event that began it.
 * Slices of one depth never overlap and ascend in time; a slice of depth d + 1
 * lies inside one of depth d, but where a lane shows things that overlap (rows
 * are then only room).  They are added when they end, which is the
 * order of their begins within a depth.
 *
 * Each depth has sums over 16, 128 and 1024 slices, so that a picture costs
 * pixels × log slices.  So many that are together no longer than half a pixel are
 * shared by time between the two in which they lie: at worst an eighth of a pixel
 * goes to the wrong side of an edge, and nothing is lost.
 *
 * One thread adds, any thread reads what is published, without locks.
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThSlices ThSlices;

/* function_graph follows calls 50 deep; deeper nesting is nobody's intention. */
#define TH_SLICES_MAX_DEPTH 64

/* Names are words of the results, not beyond this. */
#define TH_WORD_MAX 0xffffffu

typedef enum
{
  TH_SLICE_NO_BEGIN = 1 << 0, /* its begin was not recorded: it is the first event seen */
  TH_SLICE_NO_END   = 1 << 1, /* open at the end of the recording, or when events were lost */
  TH_SLICE_INFERRED = 1 << 2  /* from circumstances, not from a pair of events */
} ThSliceFlags;

/**
 * ThSlice:
 * @begin: when it began; @end: when it ended, never before
 * @anchor: the event that began it; the end's, where the begin was not seen
 * @name: word in the results (th_results_intern())
 * @context: what colours it: a ThContext, or TH_CONTEXT_TASK for the name's hash
 */
typedef struct
{
  gint64       begin;
  gint64       end;
  ThRef        anchor;
  guint32      name;
  guint16      context;
  guint16      flags;   /* ThSliceFlags */
} ThSlice;

/* What has a fixed colour in every picture. */
typedef enum
{
  TH_CONTEXT_TASK,     /* by the hash of the name */
  TH_CONTEXT_IDLE,
  TH_CONTEXT_RUNNING,
  TH_CONTEXT_RUNNABLE, /* wants a CPU and has none */
  TH_CONTEXT_BLOCKED,  /* sleeps, can be woken by a signal */
  TH_CONTEXT_BLOCKED_HARD, /* sleeps, cannot: waits for the disk and such */
  TH_CONTEXT_IRQ,
  TH_CONTEXT_SOFTIRQ,
  TH_CONTEXT_NAPI,
  TH_CONTEXT_GRO,
  TH_CONTEXT_STACK,
  TH_CONTEXT_QUEUE,
  TH_CONTEXT_WAKEUP,
  TH_CONTEXT_READER,
  TH_CONTEXT_COPY,
  TH_CONTEXT_SEND,
  TH_CONTEXT_QDISC,
  TH_CONTEXT_DRIVER,
  TH_CONTEXT_COMPLETION,
  TH_CONTEXT_SYSCALL,
  TH_CONTEXT_DROP,
  TH_CONTEXT_GUEST,   /* a virtual CPU in its guest */
  TH_CONTEXT_EXIT,    /* a virtual CPU out of it */
  TH_CONTEXT_OTHER,
  TH_CONTEXT_REST,     /* a processor at rest, and four states in which it sleeps deeper */
  TH_CONTEXT_REST_DEEPEST = TH_CONTEXT_REST + 4,
  TH_N_CONTEXTS
} ThContext;

ThSlices      *th_slices_new        (ThArena        *arena);
void           th_slices_free       (ThSlices       *self);

/* --- writing ----------------------------------------------------------- */

/* Adds a slice that has ended.  FALSE, and nothing is added, if it begins
 * before the last one of its depth ended, or lies too deep. */
gboolean       th_slices_add        (ThSlices       *self,
                                     guint           depth,
                                     const ThSlice  *slice);
void           th_slices_publish    (ThSlices       *self);

/* --- reading ----------------------------------------------------------- */

guint          th_slices_get_depth  (const ThSlices *self); /* number of depths in use */
guint32        th_slices_get_n      (const ThSlices *self,
                                     guint           depth);
const ThSlice *th_slices_get        (const ThSlices *self,
                                     guint           depth,
                                     guint32         index);
/* The last slice that begins at or before @time (it may have ended before);
 * G_MAXUINT32 if none. */
guint32        th_slices_find       (const ThSlices *self,
                                     guint           depth,
                                     gint64          time);

/**
 * ThSlicePixel:
 * @name: of what was longest in the pixel; G_MAXUINT32 where there is nothing
 * @context: its context
 * @share: of the pixel that is covered, 0 … 255; at least 1 where something is
 * @flags: of all in it
 * @index: the slice, where the pixel lies in one; else G_MAXUINT32.  Neighbours
 *   of the same index are one slice: draw them as one, with its name
 */
typedef struct
{
  guint32 name;
  guint16 context;
  guint8  share;
  guint8  flags;
  guint32 index;
} ThSlicePixel;

void           th_slices_get_pixels (const ThSlices *self,
                                     guint           depth,
                                     gint64          from,
                                     gint64          to,
                                     guint           n_pixels,
                                     ThSlicePixel   *pixels);

G_END_DECLS
