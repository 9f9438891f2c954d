/* th-cpu.h - the events of one CPU of one stream: columns, index, task runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout
 *   Rows are kept in blocks of 64, blocks in segments of 512.  A block has the
 *   time and the place of its first row; each row has, as columns of its
 *   segment, u32 ns since the block's time, a place since the block's place,
 *   a u16 event type and a u16 task.  A block whose rows do not fit those
 *   widths (an idle CPU, a very large sample) is *wide* and keeps 64 plain
 *   times and places of its own.  A segment that meets a task number beyond
 *   16 bits gets a u32 task column.  That is 10.25 bytes an event plus 0.3 for
 *   the index; there is no pointer or allocation per event.
 *
 *   The index is an 8-ary pyramid over the blocks.  A node holds the folded
 *   mask of the event types below it (bit = type modulo 64); its times and
 *   counts follow from the blocks.
 *
 *   Runs say which task was on the CPU: {row where it begins, task}.  A run
 *   that begins at a sched_switch is exact; one that was taken from the task
 *   of the next event is inferred, and ends at its last event.  A run ends
 *   where the next begins.
 *
 *   Lost events are a side list: before which row, how many, between when
 *   and when.
 *
 * Threads
 *   One writer at a time (the CPU's publisher) calls the th_cpu_append
 *   functions and th_cpu_publish().  Everything else may be called from any
 *   thread at any time; it sees the rows below the published count, which
 *   never change.
 *
 * Time is gint64 in the recording's unit: ns, or ticks of a counter clock.
 * Times of a CPU never descend: a row that claims an earlier time than the
 * row before it is given that row's time and counted
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
 * @TH_PLACE_U16X4: payloads start at multiples of four bytes and 64 of them
 *   seldom span more than 256 KiB: ring-buffer pages
 * @TH_PLACE_U32: any offset: perf.data, text
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
 * @index: which event of the batch is a context switch
 * @next_task: the task that runs from then on
 */
typedef struct
{
  guint32 index;
  guint32 next_task;
} ThSwitch;

/**
 * ThBatch:
 * @n: number of events
 * @time: their times
 * @place: where the loader finds each payload again: an offset in the
 *   unpacked bytes of this CPU or file, the loader's to define
 * @type: their event types
 * @task: their tasks
 * @switches: the context switches among them, in order
 *
 * Decoded events on their way into the columns, in row order.  The arrays
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
} ThBatch;

/**
 * ThLost:
 * @row: the loss lies before this row (and after the one before it)
 * @count: how many events, or -1 where the source does not know
 * @from: time of the row before, or %TH_TIME_NONE when there is none
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
  TH_RUN_INFERRED = 1 << 0, /* from the tasks of the events, no sched_switch seen */
  TH_RUN_AFTER_LOSS = 1 << 1 /* events were lost just before: the begin is a guess */
} ThRunFlags;

/**
 * ThRun:
 * @begin: when the task came on the CPU
 * @end: when it left; for the last run the last event of the CPU
 * @row: the event it begins with
 * @task: who
 * @flags: how sure
 */
typedef struct
{
  gint64     begin;
  gint64     end;
  guint32    row;
  guint32    task;
  ThRunFlags flags;
} ThRun;

/* --- making, by a stream ----------------------------------------------- */

ThCpu        *th_cpu_new              (ThArena       *arena,
                                       guint          number,
                                       ThPlaceWidth   width);
void          th_cpu_free             (ThCpu         *self);

/* --- writing, one thread ----------------------------------------------- */

/* Appends the events of @batch.  Not visible before th_cpu_publish().
 * Returns how many were taken: fewer than @batch->n only when the CPU is full
 * (TH_CPU_MAX_ROWS). */
guint32       th_cpu_append           (ThCpu         *self,
                                       const ThBatch *batch);
/* For tests: of CPUs that are made from now on (0: TH_CPU_MAX_ROWS). */
void          th_cpu_set_max_rows     (guint32        max_rows);

/* Events of the types that are not 0 in @ignored (by type; TH_TYPE_OTHER + 1 of
 * them) are left out of all that is appended from now on. */
void          th_cpu_set_ignored      (ThCpu         *self,
                                       const guint8  *ignored);

/* What is added to all times that are appended from now on, and to how far the
 * CPU is complete. */
void          th_cpu_set_shift        (ThCpu         *self,
                                       gint64         shift);

/* Notes that @count events (-1: unknown) were lost before the next row that
 * will be appended.  Two notes at the same row are added up. */
void          th_cpu_append_lost      (ThCpu         *self,
                                       gint64         count);

/* Makes what was appended visible, and says that nothing earlier than
 * @complete_until is still to come (G_MAXINT64: this CPU is complete;
 * TH_TIME_NONE: as it was). */
void          th_cpu_publish          (ThCpu         *self,
                                       gint64         complete_until);

/* --- reading, any thread ----------------------------------------------- */

guint         th_cpu_get_number       (const ThCpu   *self); /* G_MAXUINT: events without a CPU */
guint32       th_cpu_get_n_rows       (const ThCpu   *self);
gint64        th_cpu_get_complete     (const ThCpu   *self); /* TH_TIME_NONE: nothing yet */
/* Events that were older than the one before them.  *@first (or NULL): the time
 * where the first of them is shown, if there is any. */
guint32       th_cpu_get_n_backwards  (const ThCpu   *self,
                                       gint64        *first);

/* A single row, which must be below a published count that was read before.  Who reads
 * many rows takes blocks (th-cpu-block.h). */
gint64        th_cpu_get_time         (const ThCpu   *self,
                                       guint32        row);
guint64       th_cpu_get_place        (const ThCpu   *self,
                                       guint32        row);
/* Of the rows @row + i of a block (@row is its first) where bit i of @rows is
 * set, into @places[i]. */
void          th_cpu_get_places       (const ThCpu   *self,
                                       guint32        row,
                                       guint64        rows,
                                       guint64       *places);
guint16       th_cpu_get_type         (const ThCpu   *self,
                                       guint32        row);
guint32       th_cpu_get_task         (const ThCpu   *self,
                                       guint32        row);

/* First row at or after @time among the first @n_rows rows; @n_rows if none. */
guint32       th_cpu_lower_bound      (const ThCpu   *self,
                                       guint32        n_rows,
                                       gint64         time);

/* How many events each type has (TH_TYPE_OTHER + 1 of them), added to @counts;
 * and each of the first @n_tasks tasks, which costs runs and not rows. */
void          th_cpu_count_types      (const ThCpu   *self,
                                       guint64       *counts);
void          th_cpu_count_tasks      (const ThCpu   *self,
                                       guint64       *counts,
                                       guint          n_tasks);

guint32       th_cpu_get_n_lost       (const ThCpu   *self);
ThLost        th_cpu_get_lost         (const ThCpu   *self,
                                       guint32        index);

/* Who ran, one behind the other; exact ones are those that sched_switch told. */
guint32       th_cpu_get_n_runs       (const ThCpu   *self);
guint32       th_cpu_get_n_exact_runs (const ThCpu   *self);
ThRun         th_cpu_get_run          (const ThCpu   *self,
                                       guint32        index);
/* Index of the run that @time lies in; G_MAXUINT32 before the first. */
guint32       th_cpu_find_run         (const ThCpu   *self,
                                       gint64         time);

/* --- pixels ------------------------------------------------------------ */

/**
 * ThPixel:
 * @count: events in the pixel
 * @types: folded mask of their types (bit = type modulo 64)
 *
 * What happened on a CPU in one pixel of time.
 */
typedef struct
{
  guint32 count;
  guint64 types;
} ThPixel;

/* Fills @pixels[0 … n_pixels-1] for the time from @from (inclusive) to @to
 * (exclusive); pixel i begins at from + i * (to - from) / n_pixels.  Costs
 * pixels × log rows.  No event is left out, and none is shown further than
 * one pixel from where it happened; counts add up to the events in range. */
void          th_cpu_get_pixels       (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to,
                                       guint          n_pixels,
                                       ThPixel       *pixels);

/**
 * ThTaskPixel:
 * @task: the task that was longest on the CPU in this pixel, idle left out
 *   unless nothing else ran; TH_TASK_NONE where no run is known
 * @busy: share of the pixel that was not idle, 0 … 255.  Where a pixel holds
 *   many runs, those about an edge of it are shared by time: sixteen of up to a
 *   pixel, or more of up to half of one.  So up to half a pixel's time may be
 *   counted to the one beside it
 * @flags: flags of all runs in it
 * @run: index of the run, where the pixel lies in one run; else G_MAXUINT32
 */
typedef struct
{
  guint32 task;
  guint8  busy;
  guint8  flags;
  guint32 run;
} ThTaskPixel;

/* The same for the runs. */
void          th_cpu_get_task_pixels  (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to,
                                       guint          n_pixels,
                                       ThTaskPixel   *pixels);

/* Time of [from, to) that was not idle, by the runs. */
gint64        th_cpu_get_busy         (const ThCpu   *self,
                                       gint64         from,
                                       gint64         to);

G_END_DECLS
