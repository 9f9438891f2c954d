/* th-cpu-private.h - the layout of a CPU's columns, shared by the files of ThCpu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * See th-cpu.h for the design.  A segment is 8^3 blocks, so that the levels of the pyramid
 * inside it are complete and the top level is one node.  There is no level above: segments,
 * one for 32,768 events, are scanned.
 */
#pragma once

#include "th-cpu.h"
#include "th-pixel-grid.h"
#include "th-series.h"

#define SEGMENT_SHIFT  15
#define SEGMENT_ROWS   (1u << SEGMENT_SHIFT)
#define SEGMENT_BLOCKS (SEGMENT_ROWS / TH_BLOCK_ROWS)
#define BLOCK_SHIFT    6

/* A block whose rows do not fit 32 bits of time or 16 of place. */
typedef struct
{
  gint64  time[TH_BLOCK_ROWS];
  guint64 place[TH_BLOCK_ROWS];
} Wide;

/* 10.25 bytes a row for U16X4, and 0.2 for the index. */
typedef struct
{
  gint64   block_time[SEGMENT_BLOCKS];
  guint64  block_place[SEGMENT_BLOCKS];
  guint64  mask0[SEGMENT_BLOCKS];       /* types of a block */
  guint64  mask1[SEGMENT_BLOCKS / 8];   /* of 8 blocks */
  /* block_time of each 8th block, so that a picture of everything has fewer cache misses */
  gint64   time1[SEGMENT_BLOCKS / 8];
  guint64  mask2[SEGMENT_BLOCKS / 64];
  guint64  mask3;
  Wide   **wides;                       /* by block; NULL while there is none; atomic */
  guint32 *task32;                      /* instead of task, once a number needs it; atomic */
  gpointer place;                       /* guint16[] or guint32[] */
  guint16 *type;
  guint16 *task;
  guint32 *dt;
} Segment;

/* The beginning of a run and its task.  The time of its row is repeated here, because a walk
 * over runs would otherwise have two cache misses for each. */
typedef struct
{
  guint32 row;
  guint32 task_and_flags;
  guint32 dt;             /* since the beginning of its group; RUN_FAR: read it from the row */
} Run;

#define RUN_FAR G_MAXUINT32
#define RUN_GROUP 64u
#define RUN_CHUNK_SHIFT 10
#define RUN_CHUNK (1u << RUN_CHUNK_SHIFT)

#define RUN_TASK_BITS 30
#define RUN_TASK_MASK ((1u << RUN_TASK_BITS) - 1)

/* Sums over consecutive runs, made when the run after them begins. */
typedef struct
{
  gint64  begin;      /* of the first run */
  gint64  busy;       /* ns of tasks that are not idle */
  gint64  lead_busy;  /* ns of lead */
  guint32 lead;       /* the task that was longest; TH_TASK_NONE if all idle */
  guint32 flags;
} RunNode;

#define N_RUN_LEVELS 3
static const guint run_level_shift[N_RUN_LEVELS] = { 4, 7, 10 };

struct _ThCpu
{
  ThArena     *arena;
  guint        number;
  ThPlaceWidth width;

  /* One cache line holds all fields that are read of each of tens of thousands of CPUs. */
  gint64       complete;  /* atomic */
  guint32      n_rows;    /* atomic; published */
  ThSeries     lost;      /* ThLost */

  ThSeries     segments;  /* Segment * */
  ThSeries     runs;      /* Run */
  ThSeries     run_groups; /* gint64: when each 64th run begins */
  ThSeries     run_nodes[N_RUN_LEVELS];

  guint32      max_rows;
  guint32      n_backwards; /* atomic */
  gint64       first_backwards; /* where the first of them is shown */
  guint32      n_exact;   /* atomic; runs that begin at a sched_switch */

  /* Accessed only by the writer. */
  const guint8 *ignored;  /* by type, or NULL */
  gint64       shift;     /* of all times */
  guint32      n_written;
  gint64       last_time;
  guint32      run_task;
  gboolean     has_pending_loss;
  gint64       pending_loss;
  gboolean     is_after_loss; /* the next row is the first after a loss */
};

/* Steps over the pixels of a grid as events arrive. */
typedef struct
{
  const PixelGrid *grid;
  ThPixel         *pixels;
  guint            current; /* its index */
  gint64           end;     /* its end */
} PixelPen;

/* Times ascend, so the pixel is mostly the current one. */
static inline ThPixel *
pixel_pen_move (PixelPen *pen,
                gint64    time)
{
  if (time >= pen->end)
    {
      pen->current = pixel_grid_find (pen->grid, pen->current, time);
      pen->end = pen->current + 1 < pen->grid->n ? pen->grid->edges[pen->current + 1] : G_MAXINT64;
    }

  return &pen->pixels[pen->current];
}

static inline Segment *
cpu_segment (const ThCpu *self,
             guint32      row)
{
  return *(Segment **) th_series_get (&self->segments, row >> SEGMENT_SHIFT);
}

static inline Wide *
segment_wide (const Segment *segment,
              guint          block)
{
  Wide **wides = __atomic_load_n (&segment->wides, __ATOMIC_ACQUIRE);

  return G_LIKELY (wides == NULL) ? NULL : __atomic_load_n (&wides[block], __ATOMIC_ACQUIRE);
}

static inline gint64
segment_time (const Segment *segment,
              guint          index) /* of the row in the segment */
{
  guint block = index >> BLOCK_SHIFT;
  Wide *wide = segment_wide (segment, block);

  if (G_UNLIKELY (wide != NULL))
    return wide->time[index & (TH_BLOCK_ROWS - 1)];

  return segment->block_time[block] + segment->dt[index];
}

static inline gint64
cpu_time (const ThCpu *self,
          guint32      row)
{
  return segment_time (cpu_segment (self, row), row & (SEGMENT_ROWS - 1));
}

static inline Run
cpu_run (const ThCpu *self,
         guint32      index)
{
  return *(Run *) th_series_get (&self->runs, index);
}

static inline gint64
cpu_run_begin (const ThCpu *self,
               guint32      index,
               Run          run)
{
  if (G_UNLIKELY (run.dt == RUN_FAR))
    return cpu_time (self, run.row);

  return *(gint64 *) th_series_get (&self->run_groups, index / RUN_GROUP) + run.dt;
}

static inline guint32
run_task (Run run)
{
  guint32 task = run.task_and_flags & RUN_TASK_MASK;

  return task == RUN_TASK_MASK ? TH_TASK_NONE : task;
}

static inline ThRunFlags
run_flags (Run run)
{
  return run.task_and_flags >> RUN_TASK_BITS;
}

/* When @run left the CPU for @next, which begins at @next_begin. */
static inline gint64
run_end (const ThCpu *self,
         Run          run,
         Run          next,
         gint64       next_begin)
{
  /* Without a switch, only its last event is known. */
  if (run_flags (next) & TH_RUN_INFERRED && next.row > run.row)
    return cpu_time (self, next.row - 1);

  return next_begin;
}

/* When run @index of @n ends; the last run ends with the last event (th-cpu-runs.c). */
gint64 th_cpu_get_run_end (const ThCpu *self,
                           guint32      index,
                           guint32      n);
/* The writer begins a run at @row (th-cpu-write-runs.c). */
void   th_cpu_begin_run   (ThCpu       *self,
                           guint32      row,
                           guint32      task,
                           ThRunFlags   flags);
