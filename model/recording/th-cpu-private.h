/* th-cpu-private.h - the layout of a CPU's index and columns, shared by the files of ThCpu
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * See th-cpu.h for the design.  A segment is 8^3 blocks, so that the levels of the pyramid
 * inside it are complete and the top level is one node.  There is no level above: segments,
 * one for 32,768 events, are scanned.
 *
 * The index of a segment is always in memory.  Its columns are divided into sixteen units of 32
 * blocks, each of which is either kept in memory, or resident in the column cache, or has to
 * be decoded (th-column-cache.h).  Of a unit in the cache only some blocks may be decoded.  Read
 * columns only of a block that was passed to unit_take(), and before unit_give_back()
 * (th-unit-take.h).
 */
#pragma once

#include "th-column-cache.h"
#include "th-pixel-grid.h"
#include "th-series.h"

#define SEGMENT_SHIFT  15
#define SEGMENT_ROWS   (1u << SEGMENT_SHIFT)
#define SEGMENT_BLOCKS (SEGMENT_ROWS / TH_BLOCK_ROWS)
#define BLOCK_SHIFT    6
/* A compromise.  Even a single decoded block takes the memory of a whole unit, which the kernel has
 * to clear, so large units are expensive.  A walk decodes at most one unit at a time and reads the
 * pages at its two ends twice, so small units are expensive, too. */
#define UNIT_SHIFT     11
#define UNIT_ROWS      (1u << UNIT_SHIFT)
#define UNIT_BLOCKS    (UNIT_ROWS / TH_BLOCK_ROWS)
#define SEGMENT_UNITS  (SEGMENT_ROWS / UNIT_ROWS)

/* A block whose rows do not fit 32 bits of time or 16 of place; part of the index. */
typedef struct
{
  gint64  time[TH_BLOCK_ROWS];
  guint64 place[TH_BLOCK_ROWS];
} Wide;

/* The rows of a unit: 10 bytes a row for U16X4, 12 for U32. */
typedef struct
{
  guint32 dt[UNIT_ROWS];
  guint16 type[UNIT_ROWS];
  guint16 task[UNIT_ROWS];
  union
  {
    guint16 narrow[UNIT_ROWS]; /* TH_PLACE_U16X4: allocated only up to here */
    guint32 broad[UNIT_ROWS];
  } place;
} Columns;

static inline gsize
columns_size (ThPlaceWidth width)
{
  return width == TH_PLACE_U16X4 ? offsetof (Columns, place) + UNIT_ROWS * sizeof (guint16)
                                 : sizeof (Columns);
}

static inline guint32
columns_place (const Columns *self,
               ThPlaceWidth   width,
               guint          at)
{
  return width == TH_PLACE_U16X4 ? self->place.narrow[at] * 4u : self->place.broad[at];
}

/* The state of a unit: the number of its readers, and these. */
#define UNIT_KEPT       (1u << 31)  /* in memory for as long as the recording */
#define UNIT_RESIDENT   (1u << 30)  /* has a slot of the cache */
#define UNIT_REFERENCED (1u << 29)  /* used since the cache last looked for a slot to reuse */
#define UNIT_PINS       (UNIT_REFERENCED - 1)

typedef struct
{
  guint32  state;    /* atomic */
  guint32  slot;     /* in the cache; this and the next under its lock */
  gboolean filling;  /* a thread is decoding some of its blocks */
  gboolean is_lent;  /* the writer holds it; accessed only by the writer */
  guint64  filled;   /* atomic; the blocks that are decoded, while it is resident */
  Columns *columns;  /* valid while it is kept or pinned */
  guint32 *task32;   /* instead of the task column, once a number needs it; atomic */
} Unit;

/* 0.43 bytes a row. */
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
  gint64   last_time;                   /* of the last row, once the segment is full */
  Wide   **wides;                       /* by block; NULL while there is none; atomic */
  Unit     units[SEGMENT_UNITS];
} Segment;

/* A run as it is stored.  Most are exact, short and of a task with a small number, and take 8
 * bytes; the others have an OddRun. */
typedef struct
{
  guint32 dt;            /* since the beginning of its group; of an odd run: index of its OddRun */
  guint16 row;           /* since the first row of its group */
  guint16 task;          /* RUN_ODD: it is odd */
} PackedRun;

/* A run that begins long after its group, or is inferred, or whose task has a large number. */
typedef struct
{
  gint64  begin;
  gint64  before;        /* the time of the row before, where the previous run ends */
  guint32 row;
  guint32 task_and_flags;
} OddRun;

/* The first of 64 runs. */
typedef struct
{
  gint64  begin;
  guint32 row;
} RunGroup;

/* A run as it is read.  Reading runs needs no columns. */
typedef struct
{
  gint64  begin;
  gint64  before;         /* only of an inferred run */
  guint32 row;
  guint32 task_and_flags;
} Run;

#define RUN_ODD G_MAXUINT16
#define RUN_GROUP 64u
#define RUN_CHUNK_SHIFT 10

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

/* The number of rows of each type. */
typedef struct
{
  GMutex   lock;
  guint32 *n;         /* by type; of published rows */
  guint    n_types;   /* length of @n */
  guint32  n_rows;    /* rows that were counted in it */

  /* Accessed only by the writer. */
  guint32 *pending;   /* by type; of rows that are not published yet */
  guint    n_pending; /* length of @pending */
} TypeCounts;

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
  ThSeries     runs;      /* PackedRun */
  ThSeries     run_groups; /* RunGroup */
  ThSeries     odd_runs;   /* OddRun */
  ThSeries     run_nodes[N_RUN_LEVELS];

  guint32      max_rows;
  guint32      n_backwards; /* atomic */
  gint64       first_backwards; /* where the first of them is shown */
  guint32      n_exact;   /* atomic; runs that begin at a sched_switch */

  /* Set before the first row.  Without a cache all units are kept. */
  const guint8 *ignored;  /* by type, or NULL */
  gint64       shift;     /* of all times */
  ThColumnCache *cache;
  const ThColumnSource *vtable;
  gpointer     source;
  gpointer     track;

  TypeCounts   counts;    /* if there is a cache */

  /* Accessed only by the writer; readers may use @last_time once the CPU is complete. */
  guint32      n_written;
  guint32      n_closed;  /* rows of the units that the writer does not pin any more */
  guint32      slot;      /* of the last unit that was closed: the processor still has it cached */
  gint64       last_time;
  guint32      run_task;
  RunGroup     run_group; /* of the last run */
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

/* The unit of the row @index of the segment. */
static inline Unit *
segment_unit (const Segment *segment,
              guint          index)
{
  return (Unit *) &segment->units[index >> UNIT_SHIFT];
}

/* Counts the types of @n appended rows.  th_cpu_publish_types() makes the counts of all appended
 * rows visible to readers (th-cpu-counts.c). */
void     th_cpu_note_types   (ThCpu         *self,
                              const guint16 *types,
                              guint32        n);
void     th_cpu_publish_types (ThCpu        *self);
/* The time of the row @index of the segment, from the columns of its unit. */
static inline gint64
segment_time (const Segment *segment,
              const Columns *columns,
              guint          index)
{
  guint block = index >> BLOCK_SHIFT;
  Wide *wide = segment_wide (segment, block);

  if (G_UNLIKELY (wide != NULL))
    return wide->time[index & (TH_BLOCK_ROWS - 1)];

  return segment->block_time[block] + columns->dt[index & (UNIT_ROWS - 1)];
}

/* Units while they are written (th-cpu-units.c).  The writer pins a unit from its first row
 * until all its rows are published. */
void     th_cpu_open_unit    (ThCpu         *self,
                              Segment       *segment,
                              guint          index);
/* Keeps the unit for good, since its rows cannot be decoded again. */
void     th_cpu_keep_unit    (ThCpu         *self,
                              Unit          *unit);
/* Gives back the units whose rows are published: the full ones, or @all. */
void     th_cpu_close_units  (ThCpu         *self,
                              gboolean       all);

static inline const OddRun *
cpu_odd_run (const ThCpu *self,
             PackedRun    packed)
{
  return th_series_get (&self->odd_runs, packed.dt);
}

static inline RunGroup
cpu_run_group (const ThCpu *self,
               guint32      index)
{
  return *(RunGroup *) th_series_get (&self->run_groups, index / RUN_GROUP);
}

static inline Run
cpu_unpack_run (const ThCpu *self,
                PackedRun    packed,
                RunGroup     group)
{
  const OddRun *odd;

  if (G_LIKELY (packed.task != RUN_ODD))
    return (Run) { group.begin + packed.dt, 0, group.row + packed.row, packed.task };

  odd = cpu_odd_run (self, packed);
  return (Run) { odd->begin, odd->before, odd->row, odd->task_and_flags };
}

static inline Run
cpu_run (const ThCpu *self,
         guint32      index)
{
  return cpu_unpack_run (self, *(PackedRun *) th_series_get (&self->runs, index),
                         cpu_run_group (self, index));
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

/* The rows of a run have its task, except that a sched_switch belongs to the previous
 * task, though the run of the next one begins at that row. */
static inline guint32
run_first_own_row (Run run)
{
  return run.row + !(run_flags (run) & TH_RUN_INFERRED);
}

/* When @run left the CPU for @next. */
static inline gint64
run_end (Run run,
         Run next)
{
  /* Without a switch, only its last event is known. */
  return run_flags (next) & TH_RUN_INFERRED && next.row > run.row ? next.before : next.begin;
}

/* When run @index of @n ends; the last run ends with the last event (th-cpu-runs.c). */
gint64 th_cpu_get_run_end (const ThCpu *self,
                           guint32      index,
                           guint32      n);
/* The writer derives the runs of the first @n events of a batch from their tasks and switches,
 * after it has written their rows and before it counts them (th-cpu-write-runs.c).  @last_time is
 * the time of the row before them. */
void   th_cpu_write_runs  (ThCpu         *self,
                           const ThBatch *batch,
                           guint32        n,
                           gint64         last_time);
