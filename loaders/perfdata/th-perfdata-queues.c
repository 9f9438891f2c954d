/* th-perfdata-queues.c - the samples of each CPU on their way into the columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-load-options.h"
#include "th-perfdata-queues.h"
#include "th-recording-private.h"

#define FIRST_ROOM 256
/* A file without rounds, or with long ones, waits no longer than this for late
 * samples.  Most have none, for perf's buffers are the CPUs'; where they are the
 * threads' instead, half of the first room is what such a buffer holds unless
 * perf was told otherwise (512 KiB, 40 bytes a sample). */
#define ORDERED_ROOM (32 * 1024)
#define MAX_ROOM (256 * 1024)
/* Flushing asks every CPU, so not for each round of a few samples. */
#define MIN_FLUSH 4096

void
th_pf_lanes_init (ThPfLanes   *self,
                  ThRecording *recording)
{
  ThStream *stream = th_recording_get_stream (recording, th_recording_get_first_stream (recording));

  *self = (ThPfLanes) { .recording = recording, .newest = G_MININT64, .round = G_MININT64, .limit = G_MININT64 };
  self->n_lanes = th_stream_get_n_cpus (stream);
  self->lanes = g_new0 (ThPfLane, self->n_lanes);
  self->memory_limit = th_load_options_get_memory_limit ();
  for (guint i = 0; i < self->n_lanes; i++)
    {
      self->lanes[i].out = th_stream_get_cpu (stream, i);
      self->lanes[i].last = G_MININT64;
    }
}

void
th_pf_lanes_clear (ThPfLanes *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      g_free (self->lanes[i].time);
      g_free (self->lanes[i].place);
      g_free (self->lanes[i].task);
      g_free (self->lanes[i].type);
      g_free (self->lanes[i].switches);
    }
  g_free (self->lanes);
}

/* --- in ---------------------------------------------------------------- */

/* The columns grow one by one: those that did hold the old rows as before. */
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
grow_columns (ThPfLane *lane,
              guint32   room)
{
  if (!grow_column ((gpointer *) &lane->time, sizeof *lane->time, room) ||
      !grow_column ((gpointer *) &lane->place, sizeof *lane->place, room) ||
      !grow_column ((gpointer *) &lane->task, sizeof *lane->task, room) ||
      !grow_column ((gpointer *) &lane->type, sizeof *lane->type, room))
    return FALSE;

  lane->room = room;
  return TRUE;
}

void
th_pf_lane_switch (ThPfLane *lane,
                   guint32   row,
                   guint32   next)
{
  if (lane->n_switches == lane->room_switches)
    {
      lane->room_switches = MAX (lane->room_switches * 2, FIRST_ROOM);
      lane->switches = g_renew (ThSwitch, lane->switches, lane->room_switches);
    }
  lane->switches[lane->n_switches++] = (ThSwitch) { row, next };
}

/* --- out --------------------------------------------------------------- */

/* The rows [@from, @to), none of them a loss; *@next: their first switch. */
static gboolean
append_span (ThPfLane *lane,
             guint32   from,
             guint32   to,
             guint32  *next)
{
  guint32 first = *next;
  ThBatch batch = { to - from, lane->time + from, lane->place + from, lane->type + from, lane->task + from, 0, NULL };

  for (; *next < lane->n_switches && lane->switches[*next].index < to; (*next)++)
    lane->switches[*next].index -= from;
  batch.n_switches = *next - first;
  batch.switches = batch.n_switches > 0 ? lane->switches + first : NULL;
  return th_cpu_append (lane->out, &batch) == batch.n;
}

static void
append_rows (ThPfLanes *self,
             ThPfLane  *lane,
             guint32    n)
{
  guint32 next_switch = 0;

  for (guint32 at = 0, next; at < n && !lane->full; at = next)
    {
      next = at;
      while (next < n && lane->task[next] != TH_TASK_NONE)
        next++;
      if (next > at && !append_span (lane, at, next, &next_switch))
        {
          lane->full = TRUE;
          th_recording_add_problem (self->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
        }
      else if (next == at)
        th_cpu_append_lost (lane->out, (gint64) lane->place[next++]);
    }
}

static void
drop_rows (ThPfLane *lane,
           guint32   n)
{
  guint32 left = lane->n - n, gone = 0;

  memmove (lane->time, lane->time + n, left * sizeof *lane->time);
  memmove (lane->place, lane->place + n, left * sizeof *lane->place);
  memmove (lane->task, lane->task + n, left * sizeof *lane->task);
  memmove (lane->type, lane->type + n, left * sizeof *lane->type);
  lane->n = left;

  for (guint32 i = 0; i < lane->n_switches; i++)
    if (lane->switches[i].index >= n)
      lane->switches[i - gone] = (ThSwitch) { lane->switches[i].index - n, lane->switches[i].next_task };
    else
      gone++;
  lane->n_switches -= gone;
}

static void
flush_rows (ThPfLanes *self,
            ThPfLane  *lane,
            guint32    n)
{
  if (n == 0)
    return;

  append_rows (self, lane, n);
  drop_rows (lane, n);
}

/* --- late samples ------------------------------------------------------ */

static int
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer      times)
{
  gint64 x = ((const gint64 *) times)[*(const guint32 *) a], y = ((const gint64 *) times)[*(const guint32 *) b];

  return (x > y) - (x < y);
}

/* Rows before this one are in order, and none behind is earlier than they. */
static guint32
first_disorder (const ThPfLane *lane)
{
  gint64 earliest = G_MAXINT64;
  guint32 first = lane->n;

  for (guint32 i = lane->n; i-- > 0; )
    {
      if (lane->time[i] > earliest)
        first = i;
      earliest = MIN (earliest, lane->time[i]);
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
move_switches (ThPfLane      *lane,
               const guint32 *order,
               guint32        first)
{
  g_autofree guint32 *moved_to = g_new (guint32, lane->n - first);

  for (guint32 i = first; i < lane->n; i++)
    moved_to[order[i - first] - first] = i;
  for (guint32 i = 0; i < lane->n_switches; i++)
    if (lane->switches[i].index >= first)
      lane->switches[i].index = moved_to[lane->switches[i].index - first];
  if (lane->n_switches > 0)
    qsort (lane->switches, lane->n_switches, sizeof (ThSwitch), compare_switches);
}

static void
sort_lane (ThPfLanes *self,
           ThPfLane  *lane)
{
  g_autofree guint32 *order = NULL;
  guint32 first;

  if (!lane->late)
    return;

  self->seen_late = TRUE;
  lane->late = FALSE;
  first = first_disorder (lane);
  if (first == lane->n)
    return;

  order = g_new (guint32, lane->n - first);
  for (guint32 i = first; i < lane->n; i++)
    order[i - first] = i;
  /* Stable: samples of one instant stay in the order of the file. */
  g_qsort_with_data (order, lane->n - first, sizeof (guint32), compare_times, lane->time);

  move_switches (lane, order, first);
  PUT_IN_ORDER (gint64, lane->time, order, first, lane->n);
  PUT_IN_ORDER (guint64, lane->place, order, first, lane->n);
  PUT_IN_ORDER (guint32, lane->task, order, first, lane->n);
  PUT_IN_ORDER (guint16, lane->type, order, first, lane->n);
  lane->last = lane->time[lane->n - 1];
}

static guint32
count_until (const ThPfLane *lane,
             gint64          limit)
{
  guint32 low = 0, high = lane->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (lane->time[middle] <= limit)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
th_pf_lanes_grow (ThPfLanes *self,
                  ThPfLane  *lane)
{
  guint32 most = self->seen_late || lane->late ? MAX_ROOM : ORDERED_ROOM;

  if (lane->room < most && grow_columns (lane, MAX (lane->room * 2, FIRST_ROOM)))
    return TRUE;
  if (lane->n == 0)
    return FALSE;

  sort_lane (self, lane);
  flush_rows (self, lane, MAX (lane->n / 2, 1));
  return TRUE;
}

static void
check_memory (ThPfLanes *self)
{
  if (self->stopped || th_recording_get_memory (self->recording) <= self->memory_limit)
    return;

  self->stopped = TRUE;
  th_recording_add_problem (self->recording, TH_PROBLEM_MEMORY, 1, -1, NULL);
}

static void
flush_until_limit (ThPfLanes *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      ThPfLane *lane = &self->lanes[i];

      sort_lane (self, lane);
      flush_rows (self, lane, count_until (lane, self->limit));
      if (self->limit > th_cpu_get_complete (lane->out))
        th_cpu_publish (lane->out, self->limit);
    }
  self->n_since = 0;
  check_memory (self);
}

void
th_pf_lanes_round (ThPfLanes *self)
{
  self->limit = self->round;
  self->round = self->newest;
  if (self->n_since >= MIN_FLUSH)
    flush_until_limit (self);
}

void
th_pf_lanes_show (ThPfLanes *self)
{
  if (self->n_since > 0)
    flush_until_limit (self);
}

void
th_pf_lanes_finish (ThPfLanes *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      ThPfLane *lane = &self->lanes[i];

      sort_lane (self, lane);
      flush_rows (self, lane, lane->n);
      th_cpu_publish (lane->out, G_MAXINT64);
    }
}
