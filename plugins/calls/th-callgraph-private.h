/* th-callgraph-private.h - the open calls of each task, and statistics of each function
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A nest holds the open calls of one task (the idle task has one nest per CPU).  A task
 * keeps its nest while it sleeps and when it wakes up on another CPU.  A lane shows the
 * nests that run on a CPU one after the other: a switch to another task cuts their calls.
 */
#pragma once

#include "th-functions.h"

G_BEGIN_DECLS

typedef struct
{
  ThFunctionName name;
  guint32        n_calls;
  gint64         total;     /* a call inside of one of the same function is not counted again */
  gint64         self;
  GArray        *durations; /* gint64; of calls whose end was seen */
  gint64         longest;
  ThRef          worst;     /* the longest call, else the first */
  GHashTable    *tasks;
  guint32        last_task;
} Function;

typedef struct
{
  Function *function;
  guint     depth;      /* as recorded: the row */
  gint64    begin;
  gint64    length;     /* a leaf whose end comes without an event; else -1 */
  gint64    children;   /* time in what it called */
  ThRef     anchor;
  guint32   node;
  gint64    lane_begin; /* since when on this CPU */
  guint     lane_flags;
} Call;

/* Slices, each row by itself in order of time. */
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
  gint64  known_from;   /* nothing is known from before; TH_TIME_NONE: nothing yet */
  guint   n_losses;     /* seen by it */
  Lane   *lane;         /* where it is on the CPU */
  guint32 root;         /* of the chain of the function tracer */
  /* Time of calls whose caller's begin was not seen, by depth. */
  gint64  orphans[TH_SLICES_MAX_DEPTH];
} Nest;

struct _Lane
{
  guint  cpu;
  Rows   rows;
  Nest  *current;
  guint  n_losses;      /* all there were when it lost some */
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
  gboolean     by_cpu;     /* times of two CPUs cannot be compared */
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
/* The nest that runs on @cpu leaves it at @time. */
void     th_callgraph_leave       (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   gint64          time);
/* Whether the task has open calls. */
gboolean th_callgraph_is_inside   (Callgraph      *self,
                                   Side           *side,
                                   guint           cpu,
                                   guint32         task);
void     th_callgraph_push        (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   const Call     *call);
/* Closes the innermost call; @duration -1: not known. */
void     th_callgraph_pop         (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   gint64          end,
                                   gint64          duration,
                                   guint           flags);
/* Ends the calls that are open at @depth and deeper as broken. */
void     th_callgraph_break       (Callgraph      *self,
                                   Side           *side,
                                   Nest           *nest,
                                   guint           depth,
                                   gint64          time);
/* Adds a call of which only the end was recorded. */
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
/* A call began, or its end was the first that was seen of it. */
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
