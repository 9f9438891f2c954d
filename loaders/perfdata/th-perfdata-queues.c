/* th-perfdata-queues.c - sorts the samples of each CPU, and appends them to the columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-perfdata-queues.h"
#include "th-source.h"

#define FIRST_ROOM 256
/* The number of rows of a CPU that wait for late samples if a file has no rounds, or long
 * ones.  Usually there are no late samples, since perf has a buffer per CPU.  If it has one
 * per thread instead, half of ORDERED_ROOM is what such a buffer holds by default (512 KiB,
 * 40 bytes per sample). */
#define ORDERED_ROOM (32 * 1024)
#define MAX_ROOM (256 * 1024)
/* The number of rows per flush, at least, since a flush visits every CPU. */
#define MIN_FLUSH 4096

void
th_pf_queues_init (ThPfQueues  *self,
                   ThRecording *recording,
                   gsize        memory_limit)
{
  ThStream *stream = th_recording_get_stream (recording, th_recording_get_first_stream (recording));

  *self = (ThPfQueues) { .recording = recording, .newest = G_MININT64, .round = G_MININT64,
                         .limit = G_MININT64 };
  self->n_queues = th_stream_get_n_cpus (stream);
  self->queues = g_new0 (ThPfQueue, self->n_queues);
  self->memory_limit = memory_limit;
  for (guint i = 0; i < self->n_queues; i++)
    {
      self->queues[i].out = th_stream_get_cpu (stream, i);
      self->queues[i].last = G_MININT64;
    }
}

void
th_pf_queues_clear (ThPfQueues *self)
{
  for (guint i = 0; i < self->n_queues; i++)
    {
      g_free (self->queues[i].time);
      g_free (self->queues[i].place);
      g_free (self->queues[i].task);
      g_free (self->queues[i].type);
      g_free (self->queues[i].switches);
    }
  g_free (self->queues);
}

/* --- adding ------------------------------------------------------------ */

/* Grows one column; on failure it keeps its rows, so all columns remain valid. */
static gboolean
grow_column (gpointer *column,
             gsize     width,
             guint32   room)
{
  gpointer grown = g_try_realloc_n (*column, room, width);

  if (grown != NULL)
    *column = grown;
  return grown != NULL;
}

static gboolean
grow_columns (ThPfQueue *queue,
              guint32    room)
{
  if (!grow_column ((gpointer *) &queue->time, sizeof *queue->time, room) ||
      !grow_column ((gpointer *) &queue->place, sizeof *queue->place, room) ||
      !grow_column ((gpointer *) &queue->task, sizeof *queue->task, room) ||
      !grow_column ((gpointer *) &queue->type, sizeof *queue->type, room))
    return FALSE;

  queue->room = room;
  return TRUE;
}

void
th_pf_queues_add_loss (ThPfQueues *self,
                       ThPfQueue  *queue,
                       gint64      time,
                       gint64      count)
{
  ThPfRow row = { .time = time, .place = (guint64) count, .task = TH_TASK_NONE,
                  .next = TH_TASK_NONE };

  queue->n_losses += th_pf_queues_add (self, queue, &row);
}

void
th_pf_queue_switch (ThPfQueue *queue,
                    guint32    row,
                    guint32    next)
{
  if (queue->n_switches == queue->room_switches)
    {
      queue->room_switches = MAX (queue->room_switches * 2, FIRST_ROOM);
      queue->switches = g_renew (ThSwitch, queue->switches, queue->room_switches);
    }
  queue->switches[queue->n_switches++] = (ThSwitch) { row, next };
}

/* --- publishing -------------------------------------------------------- */

/* Replaces the extents of the rows [@from, @to) by their places in the columns.  Returns whether
 * some of the rows could not be decoded again. */
static gboolean
place_rows (ThPfQueue *queue,
            guint32    from,
            guint32    to)
{
  guint64 flags = 0;

  if (queue->places == NULL)
    {
      for (guint32 i = from; i < to; i++)
        queue->place[i] &= TH_PF_OFFSET_MASK;
      return FALSE;
    }

  for (guint32 i = from; i < to; i++)
    flags |= queue->place[i];
  th_pf_places_add (queue->places, queue->place + from, to - from);
  return (flags & (TH_PF_ONCE | TH_PF_SPOOLED)) != 0;
}

/* Appends the rows [@from, @to), none of which is a loss; *@next: their first switch. */
static gboolean
append_span (ThPfQueue *queue,
             guint32    from,
             guint32    to,
             guint32   *next)
{
  guint32 first = *next;
  ThBatch batch = { .n = to - from, .time = queue->time + from, .place = queue->place + from,
                    .type = queue->type + from, .task = queue->task + from,
                    .keep = place_rows (queue, from, to) };

  for (; *next < queue->n_switches && queue->switches[*next].index < to; (*next)++)
    queue->switches[*next].index -= from;
  batch.n_switches = *next - first;
  batch.switches = batch.n_switches > 0 ? queue->switches + first : NULL;
  return th_cpu_append (queue->out, &batch) == batch.n;
}

static void
append_rows (ThPfQueues *self,
             ThPfQueue  *queue,
             guint32     n)
{
  guint32 next_switch = 0;

  for (guint32 at = 0, next; at < n && !queue->full; at = next)
    {
      next = queue->n_losses > 0 ? at : n;
      while (next < n && queue->task[next] != TH_TASK_NONE)
        next++;
      if (next > at && !append_span (queue, at, next, &next_switch))
        {
          queue->full = TRUE;
          th_recording_add_problem (self->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
        }
      else if (next == at)
        {
          th_cpu_append_lost (queue->out, (gint64) queue->place[next++]);
          queue->n_losses--;
        }
    }
}

static void
publish (ThPfQueue *queue,
         gint64     complete_until)
{
  if (queue->places != NULL)
    th_pf_places_publish (queue->places);
  th_cpu_publish (queue->out, complete_until);
}

static void
drop_rows (ThPfQueue *queue,
           guint32    n)
{
  guint32 left = queue->n - n, gone = 0;

  memmove (queue->time, queue->time + n, left * sizeof *queue->time);
  memmove (queue->place, queue->place + n, left * sizeof *queue->place);
  memmove (queue->task, queue->task + n, left * sizeof *queue->task);
  memmove (queue->type, queue->type + n, left * sizeof *queue->type);
  queue->n = left;

  for (guint32 i = 0; i < queue->n_switches; i++)
    if (queue->switches[i].index >= n)
      queue->switches[i - gone] = (ThSwitch) { queue->switches[i].index - n,
                                               queue->switches[i].next_task };
    else
      gone++;
  queue->n_switches -= gone;
}

static void
flush_rows (ThPfQueues *self,
            ThPfQueue  *queue,
            guint32     n)
{
  if (n == 0)
    return;

  append_rows (self, queue, n);
  drop_rows (queue, n);
}

/* --- late samples ------------------------------------------------------ */

static int
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer      times)
{
  gint64 x = ((const gint64 *) times)[*(const guint32 *) a];
  gint64 y = ((const gint64 *) times)[*(const guint32 *) b];

  return (x > y) - (x < y);
}

/* Returns the first row that has an earlier one after it.  All rows before it are in their
 * final place. */
static guint32
first_disorder (const ThPfQueue *queue)
{
  gint64 earliest = G_MAXINT64;
  guint32 first = queue->n;

  for (guint32 i = queue->n; i-- > 0; )
    {
      if (queue->time[i] > earliest)
        first = i;
      earliest = MIN (earliest, queue->time[i]);
    }
  return first;
}

#define PUT_IN_ORDER(type, column, order, first, n) \
  G_STMT_START { \
    g_autofree type *old = g_memdup2 ((column) + (first), ((n) - (first)) * sizeof (type)); \
    for (guint32 i_ = (first); i_ < (n); i_++) \
      (column)[i_] = old[(order)[i_ - (first)] - (first)]; \
  } G_STMT_END

static int
compare_switches (gconstpointer a,
                  gconstpointer b)
{
  guint32 x = ((const ThSwitch *) a)->index, y = ((const ThSwitch *) b)->index;

  return (x > y) - (x < y);
}

static void
move_switches (ThPfQueue     *queue,
               const guint32 *order,
               guint32        first)
{
  g_autofree guint32 *moved_to = g_new (guint32, queue->n - first);

  for (guint32 i = first; i < queue->n; i++)
    moved_to[order[i - first] - first] = i;
  for (guint32 i = 0; i < queue->n_switches; i++)
    if (queue->switches[i].index >= first)
      queue->switches[i].index = moved_to[queue->switches[i].index - first];
  if (queue->n_switches > 0)
    qsort (queue->switches, queue->n_switches, sizeof (ThSwitch), compare_switches);
}

static void
sort_queue (ThPfQueues *self,
            ThPfQueue  *queue)
{
  g_autofree guint32 *order = NULL;
  guint32 first;

  if (!queue->late)
    return;

  self->seen_late = TRUE;
  queue->late = FALSE;
  first = first_disorder (queue);
  if (first == queue->n)
    return;

  order = g_new (guint32, queue->n - first);
  for (guint32 i = first; i < queue->n; i++)
    order[i - first] = i;
  /* Must be stable: samples of the same time keep the order of the file. */
  g_qsort_with_data (order, queue->n - first, sizeof (guint32), compare_times, queue->time);

  move_switches (queue, order, first);
  PUT_IN_ORDER (gint64, queue->time, order, first, queue->n);
  PUT_IN_ORDER (guint64, queue->place, order, first, queue->n);
  PUT_IN_ORDER (guint32, queue->task, order, first, queue->n);
  PUT_IN_ORDER (guint16, queue->type, order, first, queue->n);
  queue->last = queue->time[queue->n - 1];
}

static guint32
count_until (const ThPfQueue *queue,
             gint64           limit)
{
  guint32 low = 0, high = queue->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (queue->time[middle] <= limit)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
th_pf_queues_grow (ThPfQueues *self,
                   ThPfQueue  *queue)
{
  guint32 most = self->seen_late || queue->late ? MAX_ROOM : ORDERED_ROOM;

  if (queue->room < most && grow_columns (queue, MAX (queue->room * 2, FIRST_ROOM)))
    return TRUE;
  if (queue->n == 0)
    return FALSE;

  sort_queue (self, queue);
  flush_rows (self, queue, MAX (queue->n / 2, 1));
  /* So that the memory of their columns can be used again. */
  publish (queue, TH_TIME_NONE);
  return TRUE;
}

static void
check_memory (ThPfQueues *self)
{
  if (self->stopped || th_recording_get_memory (self->recording) <= self->memory_limit)
    return;

  self->stopped = TRUE;
  th_recording_add_problem (self->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
}

static void
flush_until_limit (ThPfQueues *self)
{
  for (guint i = 0; i < self->n_queues; i++)
    {
      ThPfQueue *queue = &self->queues[i];

      sort_queue (self, queue);
      flush_rows (self, queue, count_until (queue, self->limit));
      if (self->limit > th_cpu_get_complete (queue->out))
        publish (queue, self->limit);
    }
  self->n_since = 0;
  check_memory (self);
}

void
th_pf_queues_round (ThPfQueues *self)
{
  self->limit = self->round;
  self->round = self->newest;
  if (self->n_since >= MIN_FLUSH)
    flush_until_limit (self);
}

void
th_pf_queues_show (ThPfQueues *self)
{
  if (self->n_since > 0)
    flush_until_limit (self);
}

void
th_pf_queues_finish (ThPfQueues *self)
{
  for (guint i = 0; i < self->n_queues; i++)
    {
      ThPfQueue *queue = &self->queues[i];

      sort_queue (self, queue);
      flush_rows (self, queue, queue->n);
      publish (queue, G_MAXINT64);
    }
}
