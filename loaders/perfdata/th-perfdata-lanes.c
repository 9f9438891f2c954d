/* th-perfdata-lanes.c - the samples of each CPU on their way into the columns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-recording-private.h"
#include "th-perfdata.h"

#define FIRST_ROOM 256
/* A file without rounds waits no longer than this for late samples. */
#define MAX_ROOM (256 * 1024)
/* Flushing asks every CPU, so not for each round of a few samples. */
#define MIN_FLUSH 4096
#define BATCH 1024

void
th_pf_lanes_init (ThPfLanes   *self,
                  ThRecording *recording)
{
  ThStream *stream = th_recording_get_stream (recording, 0);

  *self = (ThPfLanes) { .recording = recording, .newest = G_MININT64, .round = G_MININT64, .limit = G_MININT64 };
  self->n_lanes = th_stream_get_n_cpus (stream);
  self->lanes = g_new0 (ThPfLane, self->n_lanes);
  self->memory_limit = th_loader_get_memory_limit ();
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
    g_free (self->lanes[i].rows);
  g_free (self->lanes);
}

/* --- out --------------------------------------------------------------- */

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data G_GNUC_UNUSED)
{
  gint64 x = ((const ThPfRow *) a)->time, y = ((const ThPfRow *) b)->time;

  return (x > y) - (x < y);
}

/* Up to BATCH rows, none of them a loss. */
static gboolean
append_batch (ThPfLane      *lane,
              const ThPfRow *rows,
              guint32        n)
{
  gint64 time[BATCH];
  guint64 place[BATCH];
  guint16 type[BATCH];
  guint32 task[BATCH];
  ThSwitch switches[BATCH];
  ThBatch batch = { .n = n, .time = time, .place = place, .type = type, .task = task, .switches = switches };

  for (guint32 i = 0; i < n; i++)
    {
      time[i] = rows[i].time;
      place[i] = rows[i].place;
      type[i] = rows[i].type;
      task[i] = rows[i].task;
      if (rows[i].next != TH_TASK_NONE)
        switches[batch.n_switches++] = (ThSwitch) { i, rows[i].next };
    }
  return th_cpu_append (lane->out, &batch) == n;
}

static void
append_rows (ThPfLanes *self,
             ThPfLane  *lane,
             guint32    n)
{
  for (guint32 at = 0, next; at < n && !lane->full; at = next)
    {
      next = at;
      while (next < n && next - at < BATCH && lane->rows[next].task != TH_TASK_NONE)
        next++;
      if (next > at && !append_batch (lane, lane->rows + at, next - at))
        {
          lane->full = TRUE;
          th_recording_add_problem (self->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
        }
      else if (next == at)
        th_cpu_append_lost (lane->out, (gint64) lane->rows[next++].place);
    }
}

static void
flush_rows (ThPfLanes *self,
            ThPfLane  *lane,
            guint32    n)
{
  append_rows (self, lane, n);
  if (n > 0 && n < lane->n)
    memmove (lane->rows, lane->rows + n, (lane->n - n) * sizeof (ThPfRow));
  lane->n -= n;
  if (lane->n == 0)
    lane->late = FALSE;
}

static void
sort_lane (ThPfLane *lane)
{
  if (!lane->late)
    return;

  /* Stable: samples of one instant stay in the order of the file. */
  g_qsort_with_data (lane->rows, lane->n, sizeof (ThPfRow), compare_rows, NULL);
  lane->last = lane->rows[lane->n - 1].time;
  lane->late = FALSE;
}

static guint32
count_until (const ThPfLane *lane,
             gint64          limit)
{
  guint32 low = 0, high = lane->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (lane->rows[middle].time <= limit)
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
  if (lane->room < MAX_ROOM)
    {
      guint32 room = MAX (lane->room * 2, FIRST_ROOM);
      ThPfRow *rows = g_try_realloc_n (lane->rows, room, sizeof (ThPfRow));

      if (rows != NULL)
        {
          lane->rows = rows;
          lane->room = room;
          return TRUE;
        }
    }
  if (lane->n == 0)
    return FALSE;

  sort_lane (lane);
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

      sort_lane (lane);
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

      sort_lane (lane);
      flush_rows (self, lane, lane->n);
      th_cpu_publish (lane->out, G_MAXINT64);
    }
}
