/* th-callgraph-private.h - the open calls of each task, and statistics of each function
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A nest holds the open calls of one task (the idle task has one nest per CPU).  A task
 * keeps its nest while it sleeps and when it wakes up on another CPU.  A lane shows the
 * nests that run on a CPU one after the other; a switch to another task cuts their calls.
 */
#pragma once

#include "th-functions.h"

G_BEGIN_DECLS

typedef struct
{
  ThFunctionName name;
  guint32        n_calls;
  gint64         total;     /* recursive calls are not counted again */
  gint64         self;
  GArray        *durations; /* gint64; of calls whose end was recorded */
  gint64         longest;
  ThRef          worst;     /* the longest call; the first one if no length is known */
  GHashTable    *tasks;
  guint32        last_task;
} Function;

typedef struct
{
  Function *function;
  guint     depth;      /* as recorded; the row in the lane */
  gint64    begin;
  gint64    length;     /* duration of a leaf, which has no end event; else -1 */
  gint64    children;   /* time spent in its callees */
  ThRef     anchor;
  guint32   node;
  gint64    lane_begin; /* the time since which the call is on this CPU */
  guint     lane_flags;
} Call;

/* Slices, ordered by time within each row. */
typedef struct
{
  ThTrack *track;       /* NULL: not drawn */
  gint64   last_end[TH_SLICES_MAX_DEPTH];
} Rows;

typedef struct _Lane Lane;

typedef struct
{
  guint32 task;
  Rows    rows;
  GArray *calls;        /* Call, outermost first, depths ascending */
  gint64  last_time;
  gint64  known_from;   /* calls are known from this time on; TH_TIME_NONE: none is known yet */
  guint   n_losses;     /* number of losses it has handled */
  Lane   *lane;         /* its lane on the CPU */
  guint32 root;         /* root of the chain of the function tracer */
  /* Time of calls whose caller's entry was not recorded, by depth. */
  gint64  orphans[TH_SLICES_MAX_DEPTH];
} Nest;

struct _Lane
{
  guint  cpu;
  Rows   rows;
  Nest  *current;
  guint  n_losses;      /* number of all losses at the last one of this CPU */
};

/* One of the two tracers: function_graph or function. */
typedef struct
{
  const char *track_id;
  const char *title;    /* translated */
  ThCallTree *tree;
  GHashTable *nests;    /* task (and CPU) → Nest */
  GHashTable *lanes;    /* CPU → Lane */
} Side;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThFunctions *names;
  GHashTable  *functions;  /* word → Function */
  GPtrArray   *order;      /* Function, as first seen */
  GArray      *losses;     /* gint64: when each began */
  gboolean     by_cpu;     /* times of different CPUs cannot be compared */
  gboolean     ticks;
  Side         graph;
  Side         plain;
  ThTable     *table;
} Callgraph;

/* --- th-callgraph-nest.c ------------------------------------------------- */

void     th_callgraph_side_init   (Side           *side,
                                   const char     *track_id,
                                   const char     *title);
void     th_callgraph_side_clear  (Side           *side);

/* Returns the nest of the event's task, moved to the CPU of the event. */
Nest    *th_callgraph_arrive      (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   guint32         task,
                                   gint64          time);
/* Switches out the current nest of @cpu at @time. */
void     th_callgraph_leave       (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   gint64          time);
/* Returns whether the task has open calls. */
gboolean th_callgraph_is_inside   (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   guint32         task);
void     th_callgraph_push        (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   const Call     *call);
/* Closes the innermost call; @duration is -1 if it is not known. */
void     th_callgraph_pop         (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   gint64          end,
                                   gint64          duration,
                                   guint           flags);
/* Ends the open calls at @depth and deeper as broken. */
void     th_callgraph_break       (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   guint           depth,
                                   gint64          time);
/* Adds a call whose entry was not recorded. */
void     th_callgraph_add_end     (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   const Call     *call,
                                   gint64          end,
                                   gint64          duration);
void     th_callgraph_lose        (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   gint64          time);
void     th_callgraph_break_all   (Callgraph      *self,
                                   Side           *side);

/* --- th-callgraph-table.c ------------------------------------------------ */

extern const ThTableInfo th_callgraph_table_info;

Function *th_callgraph_find_function (Callgraph      *self,
                                      ThFunctionName  name);
void      th_callgraph_function_free (gpointer        function);
/* Counts a call when it begins, or when it ends if its entry was not recorded. */
void      th_callgraph_count_call    (Function       *function,
                                      guint32         task,
                                      ThRef           anchor);
void      th_callgraph_count_time    (Function       *function,
                                      gint64          duration,
                                      gint64          self_time,
                                      gboolean        recursive,
                                      ThRef           anchor);
void      th_callgraph_fill_table    (Callgraph      *self);

G_END_DECLS
