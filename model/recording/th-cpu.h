/* th-cpu.h - the events of one CPU of one stream: columns, index, task runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout
 *   Rows are in blocks of 64, blocks in segments of 512.  A block has the time and the place
 *   of its first row; each row has, in the columns of its unit (32 blocks), a u32 time in ns
 *   and a place, both relative to those of the block, a u16 event type and a u16 task.  A
 *   block whose rows do not fit those widths (an idle CPU, a very large sample) is *wide* and
 *   has 64 plain times and places of its own.  A unit with a task number beyond 16 bits gets
 *   a u32 task column.  That is 10 bytes per event plus 0.4 for the index; there is no
 *   pointer or allocation per event.
 *
 *   If the loader can decode the file again, only the index, the runs and the losses are
 *   always in memory, and the columns come from a cache (th-column-cache.h).
 *
 *   The index is an 8-ary pyramid over the blocks.  A node holds the folded
 *   mask of the event types below it (bit = type modulo 64); times and counts
 *   follow from the blocks.
 *
 *   Runs say which task was on the CPU: {first row, task, time}.  A run that begins
 *   at a sched_switch is exact; one that was derived from the task of an event
 *   is inferred, and ends at its last event.  A run ends where the next begins.
 *
 *   Lost events are in a separate list: before which row, how many, and
 *   between which times.
 *
 * Threads
 *   One writer at a time (the CPU's publisher) calls the th_cpu_append
 *   functions and th_cpu_publish().  Everything else may be called from any
 *   thread at any time; it sees the rows below the published count,
 *   which never change.
 *
 * Time is gint64 in the recording's unit: ns, or ticks of a counter clock.
 * Times of a CPU never descend: a row whose time is earlier than that of
 * the row before gets the latter's time and is counted
 * (th_cpu_get_n_backwards()).
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThCpu ThCpu;

#define TH_BLOCK_ROWS 64
#define TH_CPU_MAX_ROWS (G_MAXUINT32 - 1)

/* Task numbers: index into ThTasks.  Number 0 is the idle task (pid 0). */
#define TH_TASK_IDLE 0u
#define TH_TASK_NONE G_MAXUINT32

/**
 * ThPlaceWidth:
 * @TH_PLACE_U16X4: for payloads at multiples of four bytes, 64 of which rarely
 *   span more than 256 KiB, as in ring-buffer pages, and for numbers of events times four
 * @TH_PLACE_U32: for any offset, as in text
 *
 * The width and unit of the place column, per stream.
 */
typedef enum
{
  TH_PLACE_U16X4,
  TH_PLACE_U32
} ThPlaceWidth;

/**
 * ThSwitch:
 * @index: the event of the batch that is a context switch
 * @next_task: the task that runs after it
 */
typedef struct
{
  guint32 index;
  guint32 next_task;
} ThSwitch;

/**
 * ThTaskChange:
 * @index: an event of the batch
 * @task: the task of this event, and of those after it up to the next change
 */
typedef struct
{
  guint32 index;
  guint32 task;
} ThTaskChange;

/**
 * ThBatch:
 * @n: number of events
 * @time: their times
 * @place: where the loader finds each payload: an offset in the unpacked bytes
 *   of this CPU or file, defined by the loader
 * @type: their event types
 * @task: their tasks; or %NULL, and @changes tells the same
 * @changes: the changes of the task among them, in order; the first is that of event 0
 * @switches: the context switches among them, in order
 * @ascends: the loader knows that no time or place is before that of the event before, and that all
 *   places are multiples of four; so not every event need be compared with the one before
 * @keep: whether the loader could not decode these events again with the same result; only
 *   for CPUs with a source (th-column-cache.h)
 *
 * Decoded events in row order, to be appended to the columns.  The arrays
 * belong to the caller and are copied.
 */
typedef struct
{
  guint32         n;
  const gint64   *time;
  const guint64  *place;
  const guint16  *type;
  const guint32  *task;
  guint32         n_switches;
  const ThSwitch *switches;
  guint32         n_changes;
  const ThTaskChange *changes;
  gboolean        ascends;
  gboolean        keep;
} ThBatch;

/**
 * ThLost:
 * @row: the events were lost just before this row
 * @count: how many events, or -1 if the source does not know
 * @from: time of the row before, or %TH_TIME_NONE if there is none
 * @to: time of the row after
 */
typedef struct
{
  guint32 row;
  gint64  count;
  gint64  from;
  gint64  to;
} ThLost;

typedef enum
{
  TH_RUN_INFERRED = 1 << 0, /* derived from the task of an event, not from a sched_switch */
  TH_RUN_AFTER_LOSS = 1 << 1 /* events were lost just before: the begin is a guess */
} ThRunFlags;

/**
 * ThRun:
 * @begin: when the task got the CPU
 * @end: when it left the CPU; for the last run, the time of the last event
 * @row: its first event
 * @task: the task
 * @flags: ThRunFlags
 */
typedef struct
{
  gint64     begin;
  gint64     end;
  guint32    row;
  guint32    task;
  ThRunFlags flags;
} ThRun;

/* --- creation, by a stream --------------------------------------------- */

ThCpu        *th_cpu_new              (ThArena       *arena,
                                       guint          number,
                                       ThPlaceWidth   width);
void          th_cpu_free             (ThCpu         *self);

/* --- writing, one thread ----------------------------------------------- */

/* Appends the events of @batch, which become visible with th_cpu_publish().
 * Returns the number appended: less than @batch->n only if the CPU is full
 * (TH_CPU_MAX_ROWS). */
guint32       th_cpu_append           (ThCpu         *self,
                                       const ThBatch *batch);

/* Drops events of the types that are not 0 in @ignored (TH_TYPE_OTHER + 1 elements,
 * indexed by type) from all further batches. */
void          th_cpu_set_ignored      (ThCpu         *self,
                                       const guint8  *ignored);

/* Sets the offset that is added to all times passed from now on, also to those of
 * th_cpu_publish(). */
void          th_cpu_set_shift        (ThCpu         *self,
                                       gint64         shift);

/* Notes that @count events (-1: unknown) were lost before the next row that
 * will be appended.  Two notes at the same row are added up. */
void          th_cpu_append_lost      (ThCpu         *self,
                                       gint64         count);

/* Makes the appended events visible, and promises that no event before
 * @complete_until will follow (G_MAXINT64: this CPU is complete; TH_TIME_NONE:
 * unchanged). */
void          th_cpu_publish          (ThCpu         *self,
                                       gint64         complete_until);

/* --- reading, any thread ----------------------------------------------- */

guint         th_cpu_get_number       (const ThCpu   *self); /* G_MAXUINT: no CPU */
guint32       th_cpu_get_n_rows       (const ThCpu   *self);
gint64        th_cpu_get_complete     (const ThCpu   *self); /* TH_TIME_NONE: nothing yet */
/* The number of events older than their predecessor.  *@first (or NULL): the time at
 * which the first of them is shown, if there is one. */
guint32       th_cpu_get_n_backwards  (const ThCpu   *self,
                                       gint64        *first);

/* These read a single row, which must be below a published count read before.  To read
 * many rows, use blocks (th-cpu-block.h). */
gint64        th_cpu_get_time         (const ThCpu   *self,
                                       guint32        row);
/* The time of the last of the first @n_rows rows, at least one; mostly it is known without
 * reading columns. */
gint64        th_cpu_get_last_time    (const ThCpu   *self,
                                       guint32        n_rows);
guint64       th_cpu_get_place        (const ThCpu   *self,
                                       guint32        row);
/* Reads the place of each row @row + i, where @row is the first of a block and bit i of
 * @rows is set, into @places[i]. */
void          th_cpu_get_places       (const ThCpu   *self,
                                       guint32        row,
                                       guint64        rows,
                                       guint64       *places);
guint16       th_cpu_get_type         (const ThCpu   *self,
                                       guint32        row);
guint32       th_cpu_get_task         (const ThCpu   *self,
                                       guint32        row);

/* Whether any of the first @n_rows rows is from @from to @to.  Reads columns only if no block
 * begins in that time. */
gboolean      th_cpu_has_rows_between (const ThCpu   *self,
                                       guint32        n_rows,
                                       gint64         from,
                                       gint64         to);
/* The first row at or after @time among the first @n_rows rows; @n_rows if there is
 * none. */
guint32       th_cpu_lower_bound      (const ThCpu   *self,
                                       guint32        n_rows,
                                       gint64         time);
/* The same among the rows from @low to @high - 1; @high if there is none. */
guint32       th_cpu_lower_bound_between (const ThCpu *self,
                                       guint32        low,
                                       guint32        high,
                                       gint64         time);
/* Sets between which rows th_cpu_lower_bound_between() is, both included, without reading
 * columns: they are at most a block apart. */
void          th_cpu_guess_lower_bound (const ThCpu  *self,
                                       guint32        low,
                                       guint32        high,
                                       gint64         time,
                                       guint32       *first,
                                       guint32       *last);

/* Add the number of events to @counts: of each type (TH_TYPE_OTHER + 1 elements), or of
 * each of the first @n_tasks tasks, which costs runs instead of rows. */
void          th_cpu_count_types      (const ThCpu   *self,
                                       guint64       *counts);
void          th_cpu_count_tasks      (const ThCpu   *self,
                                       guint64       *counts,
                                       guint          n_tasks);

/* Whether all rows are there and th_cpu_count_types() reads none of them. */
gboolean      th_cpu_knows_types      (const ThCpu   *self);

/**
 * ThTaskSpan:
 * @first: its first row
 * @end: the row after its last one; G_MAXUINT32 if that is the last of the CPU
 * @task: their task
 *
 * Consecutive rows of the same task.  The other member is private.
 */
typedef struct
{
  guint32 first;
  guint32 end;
  guint32 task;

  /*< private >*/
  guint32 next; /* the run that begins at @end */
} ThTaskSpan;

/* Sets @span to one that @row is in, by the runs alone.  Only for a CPU that is complete.  Pass
 * the span that was found last, zeroed at first: it is fast if @row is in it or close behind. */
void          th_cpu_find_task_span   (const ThCpu   *self,
                                       guint32        row,
                                       ThTaskSpan    *span);

guint32       th_cpu_get_n_lost       (const ThCpu   *self);
ThLost        th_cpu_get_lost         (const ThCpu   *self,
                                       guint32        index);

/* The runs in order of time; those that begin at a sched_switch are exact. */
guint32       th_cpu_get_n_runs       (const ThCpu   *self);
guint32       th_cpu_get_n_exact_runs (const ThCpu   *self);
ThRun         th_cpu_get_run          (const ThCpu   *self,
                                       guint32        index);
/* The index of the run at @time; G_MAXUINT32 before the first. */
guint32       th_cpu_find_run         (const ThCpu   *self,
                                       gint64         time);
/* The same, but much faster if the index is close to @near, which may be any number.  For times in
 * ascending order, pass the index that was found last. */
guint32       th_cpu_find_run_near    (const ThCpu   *self,
                                       gint64         time,
                                       guint32        near);

/* --- pixels ------------------------------------------------------------ */

/**
 * ThPixel:
 * @count: number of events in the pixel
 * @types: folded mask of their types (bit = type modulo 64)
 *
 * The events of a CPU in one pixel of time.
 */
typedef struct
{
  guint32 count;
  guint64 types;
} ThPixel;

/* Fills @pixels[0 … n_pixels-1] for the time from @from (inclusive) to @to
 * (exclusive); pixel i begins at from + i * (to - from) / n_pixels.  Costs
 * pixels × log rows.  No event is omitted, and none is more than one pixel away
 * from its time; the counts add up to the number of events in range. */
void          th_cpu_get_pixels       (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to,
                                       guint          n_pixels,
                                       ThPixel       *pixels);

/**
 * ThTaskPixel:
 * @task: the task that ran longest in this pixel, or idle if nothing else ran;
 *   TH_TASK_NONE if no run is known
 * @busy: share of the pixel that was not idle, 0 … 255.  If a pixel has many
 *   runs, groups of runs across its edges are divided by time: sixteen runs of up
 *   to one pixel, or more of up to half a pixel.  So up to half a pixel of time may
 *   be attributed to the neighbor
 * @flags: flags of all runs in it, combined
 * @run: index of the run that covers the whole pixel, else G_MAXUINT32
 */
typedef struct
{
  guint32 task;
  guint8  busy;
  guint8  flags;
  guint32 run;
} ThTaskPixel;

/* The same for runs. */
void          th_cpu_get_task_pixels  (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to,
                                       guint          n_pixels,
                                       ThTaskPixel   *pixels);

/* The time within [from, to) that was not idle according to the runs. */
gint64        th_cpu_get_busy         (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to);

G_END_DECLS
