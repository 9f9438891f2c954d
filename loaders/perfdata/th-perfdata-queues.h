/* th-perfdata-queues.h - sorts the samples of each CPU by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-places.h"
#include "th-recording.h"

G_BEGIN_DECLS

typedef struct
{
  gint64  time;
  guint64 place;  /* its extent (th-perfdata-places.h); of a loss: the number of lost events */
  guint32 task;   /* TH_TASK_NONE: a loss */
  guint32 next;   /* the next task of a switch, or TH_TASK_NONE */
  guint16 type;
} ThPfRow;

/* The columns of one CPU, in the layout of a ThBatch, so that they are not copied. */
typedef struct
{
  ThCpu    *out;
  ThPfPlaces *places; /* NULL: the columns have offsets */
  gint64   *time;
  guint64  *place;
  guint32  *task;
  guint16  *type;
  ThSwitch *switches;
  guint32   n, room;
  guint32   n_switches, room_switches;
  guint32   n_losses; /* among the rows */
  gint64    last;
  gboolean  late; /* whether rows are out of order */
  gboolean  full;
} ThPfQueue;

typedef struct
{
  ThRecording *recording;
  ThPfQueue    *queues;   /* one per CPU, the pseudo-CPU last */
  guint        n_queues;
  gint64       newest;
  gint64       round;   /* the latest time at the end of the last round */
  gint64       limit;   /* nothing before this time can follow */
  guint32      n_since; /* rows since the last flush */
  gsize        memory_limit;
  gboolean     seen_late;
  gboolean     stopped;
} ThPfQueues;

void        th_pf_queues_init          (ThPfQueues  *self,
                                        ThRecording *recording,
                                        gsize        memory_limit);
void        th_pf_queues_clear         (ThPfQueues       *self);
/* Makes room for one row; FALSE if there is not enough memory. */
gboolean    th_pf_queues_grow          (ThPfQueues *self,
                                        ThPfQueue  *queue);
/* perf finished a round over all CPUs: everything of the previous round is complete. */
void        th_pf_queues_round         (ThPfQueues       *self);
/* Publishes what is complete, before waiting for more. */
void        th_pf_queues_show          (ThPfQueues       *self);
void        th_pf_queues_finish        (ThPfQueues       *self);

/* Adds a loss of @count events (-1: unknown). */
void        th_pf_queues_add_loss      (ThPfQueues *self,
                                        ThPfQueue  *queue,
                                        gint64      time,
                                        gint64      count);
void        th_pf_queue_switch         (ThPfQueue *queue,
                                        guint32    row,
                                        guint32    next);

/* FALSE if there is not enough memory. */
static inline gboolean
th_pf_queues_add (ThPfQueues    *self,
                  ThPfQueue     *queue,
                  const ThPfRow *row)
{
  guint32 at;

  if (G_UNLIKELY (queue->n == queue->room) && !th_pf_queues_grow (self, queue))
    return FALSE;

  at = queue->n++;
  queue->time[at] = row->time;
  queue->place[at] = row->place;
  queue->task[at] = row->task;
  queue->type[at] = row->type;
  if (row->next != TH_TASK_NONE)
    th_pf_queue_switch (queue, at, row->next);
  queue->late |= row->time < queue->last;
  queue->last = row->time;
  self->newest = MAX (self->newest, row->time);
  self->n_since++;
  return TRUE;
}

G_END_DECLS
