/* th-slices.h - the intervals of one track, in nested rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A slice is an interval with a name, anchored at the event that began it.
 * Slices of one depth never overlap and ascend in time; a slice of depth d + 1
 * lies inside one of depth d, except in tracks whose rows merely separate
 * intervals that overlap.  Slices are added when they end, which within a depth
 * is the order of their begins, too.
 *
 * Each depth has sums over 16, 128 and 1024 slices, so that drawing costs
 * pixels × log slices.  A group of slices that is at most half a pixel long is
 * divided by time between the two pixels it lies in: at worst an eighth of a pixel
 * is attributed to the wrong side of an edge, and nothing is lost.
 *
 * One thread adds; any thread reads what is published, without locks.
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThSlices ThSlices;

/* function_graph follows calls 50 deep; deeper nesting is never intended. */
#define TH_SLICES_MAX_DEPTH 64

/* The greatest number of a word that a slice can have as its name. */
#define TH_WORD_MAX 0xffffffu

typedef enum
{
  TH_SLICE_NO_BEGIN = 1 << 0, /* its begin was not recorded; it starts at the first event seen */
  TH_SLICE_NO_END   = 1 << 1, /* still open at the end of the recording, or when events were lost */
  TH_SLICE_INFERRED = 1 << 2  /* inferred, not from a pair of events */
} ThSliceFlags;

/**
 * ThSlice:
 * @begin: when it began; @end: when it ended, never before
 * @anchor: the event that began it; the one that ended it if the begin is missing
 * @name: a word of the results (th_results_intern())
 * @context: its color: a ThContext, or TH_CONTEXT_TASK for the hash of the name
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

/* Contexts that have a fixed color everywhere. */
typedef enum
{
  TH_CONTEXT_TASK,     /* colored by the hash of the name */
  TH_CONTEXT_IDLE,
  TH_CONTEXT_RUNNING,
  TH_CONTEXT_RUNNABLE, /* waits for a CPU */
  TH_CONTEXT_BLOCKED,  /* interruptible sleep */
  TH_CONTEXT_BLOCKED_HARD, /* uninterruptible sleep: waits for disk I/O and the like */
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
  TH_CONTEXT_WIRE,     /* between two machines */
  TH_CONTEXT_SYSCALL,
  TH_CONTEXT_DROP,
  TH_CONTEXT_GUEST,   /* a virtual CPU that runs its guest */
  TH_CONTEXT_EXIT,    /* a virtual CPU after a VM exit */
  TH_CONTEXT_OTHER,
  TH_CONTEXT_REST,     /* an idle processor, followed by four deeper idle states */
  TH_CONTEXT_REST_DEEPEST = TH_CONTEXT_REST + 4,
  TH_N_CONTEXTS
} ThContext;

ThSlices      *th_slices_new        (ThArena        *arena);
void           th_slices_free       (ThSlices       *self);

/* --- writing ----------------------------------------------------------- */

/* Adds a slice that has ended.  Adds nothing and returns FALSE if it begins before
 * the last one of its depth ended, or is too deep. */
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
/* The last slice that begins at or before @time (it may have ended before); G_MAXUINT32
 * if there is none. */
guint32        th_slices_find       (const ThSlices *self,
                                     guint           depth,
                                     gint64          time);

/**
 * ThSlicePixel:
 * @name: the name that covers most of the pixel; G_MAXUINT32 if the pixel is empty
 * @context: its context
 * @share: the covered part of the pixel, 0 … 255; at least 1 if there is a slice
 * @flags: the flags of all slices in it, combined
 * @index: the slice that covers the whole pixel, else G_MAXUINT32.  Adjacent pixels
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
