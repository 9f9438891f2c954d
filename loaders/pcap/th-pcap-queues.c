/* th-pcap-queues.c - sorts the frames of each interface by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "th-pcap-queues.h"

/* Rows that wait, and rows per batch. */
#define ROOM 8192
#define BATCH 1024
#define FIRST_ROOM 64

typedef struct
{
  ThCpu     *out;
  ThPcapRow *rows;
  guint      n, room;
  gboolean   late; /* whether rows are out of order */
  gboolean   full;
} Queue;

struct _ThPcapQueues
{
  ThRecording *recording;
  Queue       *queues;
  guint        n_queues;
  gint64       now; /* of the last frame that has a time */
};

/* One batch of columns. */
typedef struct
{
  gint64  time[BATCH];
  guint64 place[BATCH];
  guint16 type[BATCH];
  guint32 task[BATCH];
} Columns;

ThPcapQueues *
th_pcap_queues_new (ThRecording *recording,
                    guint        n_streams)
{
  ThPcapQueues *self = g_new0 (ThPcapQueues, 1);
  guint first = th_recording_get_first_stream (recording);

  self->recording = recording;
  self->n_queues = n_streams;
  self->queues = g_new0 (Queue, n_streams);
  self->now = TH_TIME_NONE;
  for (guint i = 0; i < n_streams; i++)
    self->queues[i].out = th_stream_get_cpu (th_recording_get_stream (recording, first + i), 0);
  return self;
}

/* --- columns ----------------------------------------------------------- */

static void
append (ThPcapQueues    *self,
        Queue           *queue,
        const ThPcapRow *rows,
        guint            n)
{
  Columns columns;
  ThBatch batch = { .n = n, .time = columns.time, .place = columns.place, .type = columns.type,
                    .task = columns.task };

  for (guint i = 0; i < n; i++)
    {
      columns.time[i] = rows[i].time;
      columns.place[i] = rows[i].place;
      columns.type[i] = rows[i].type;
      columns.task[i] = TH_TASK_IDLE;
    }
  queue->full = th_cpu_append (queue->out, &batch) != n;
  if (queue->full)
    th_recording_add_problem (self->recording, TH_PROBLEM_TOO_MANY_EVENTS, 1, -1, NULL);
}

static int
compare_rows (const void *a,
              const void *b)
{
  const ThPcapRow *left = a;
  const ThPcapRow *right = b;

  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

static void
sort (Queue *queue)
{
  if (queue->late)
    qsort (queue->rows, queue->n, sizeof *queue->rows, compare_rows);
  queue->late = FALSE;
}

/* Appends the first @n rows, which are sorted, and drops them. */
static void
flush (ThPcapQueues *self,
       Queue        *queue,
       guint         n)
{
  const ThPcapRow *rows = queue->rows;

  for (guint i = 0, to; i < n && !queue->full; i = to)
    {
      if (rows[i].lost != 0)
        th_cpu_append_lost (queue->out, (gint64) MIN (rows[i].lost, (guint64) G_MAXINT32 << 8));
      for (to = i + 1; to < n && to - i < BATCH && rows[to].lost == 0; )
        to++;
      append (self, queue, rows + i, to - i);
    }
  if (n == 0)
    return;
  th_cpu_publish (queue->out, rows[n - 1].time);
  queue->n -= n;
  memmove (queue->rows, queue->rows + n, queue->n * sizeof *queue->rows);
}

/* --- rows -------------------------------------------------------------- */

static Queue *
make_room (ThPcapQueues *self,
           guint         stream)
{
  Queue *queue = &self->queues[stream];

  if (queue->n < queue->room)
    return queue;

  if (queue->room < ROOM)
    {
      queue->room = MAX (queue->room * 2, FIRST_ROOM);
      queue->rows = g_renew (ThPcapRow, queue->rows, queue->room);
      return queue;
    }
  sort (queue);
  flush (self, queue, queue->n / 2);
  return queue;
}

/* The frames at the beginning of the file that have no time get that of the first that has one. */
static void
set_first_time (ThPcapQueues *self,
                gint64        time)
{
  for (guint i = 0; i < self->n_queues; i++)
    for (guint row = 0; row < self->queues[i].n; row++)
      self->queues[i].rows[row].time = time;
}

void
th_pcap_queues_add (ThPcapQueues    *self,
                    guint            stream,
                    const ThPcapRow *row)
{
  gint64 time = row->time != TH_TIME_NONE ? row->time : self->now;
  Queue *queue;

  if (row->time != TH_TIME_NONE && self->now == TH_TIME_NONE)
    set_first_time (self, row->time);
  if (row->time != TH_TIME_NONE)
    self->now = row->time;
  else if (self->now == TH_TIME_NONE)
    time = 0;

  queue = make_room (self, stream);
  queue->rows[queue->n] = *row;
  queue->rows[queue->n].time = time;
  queue->late |= queue->n > 0 && time < queue->rows[queue->n - 1].time;
  queue->n++;
}

void
th_pcap_queues_show (ThPcapQueues *self)
{
  for (guint i = 0; i < self->n_queues; i++)
    if (self->now != TH_TIME_NONE)
      {
        sort (&self->queues[i]);
        flush (self, &self->queues[i], self->queues[i].n);
      }
}

void
th_pcap_queues_finish (ThPcapQueues *self)
{
  for (guint i = 0; i < self->n_queues; i++)
    {
      Queue *queue = &self->queues[i];

      sort (queue);
      flush (self, queue, queue->n);
      th_cpu_publish (queue->out, G_MAXINT64);
      g_free (queue->rows);
    }
  g_free (self->queues);
  g_free (self);
}
