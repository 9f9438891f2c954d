/* th-perfdata-queues.h - samples of each CPU, put in order of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct
{
  gint64  time;
  guint64 place;  /* of a loss: how many */
  guint32 task;   /* TH_TASK_NONE: a loss */
  guint32 next;   /* the task that is switched to, or TH_TASK_NONE */
  guint16 type;
} ThPfRow;

/* Its columns are what the CPU's are filled from, without a copy between. */
typedef struct
{
  ThCpu    *out;
  gint64   *time;
  guint64  *place;
  guint32  *task;
  guint16  *type;
  ThSwitch *switches;
  guint32   n, room;
  guint32   n_switches, room_switches;
  gint64    last;
  gboolean  late; /* not in order */
  gboolean  full;
} ThPfQueue;

typedef struct
{
  ThRecording *recording;
  ThPfQueue    *queues;   /* one a CPU, the pseudo-CPU last */
  guint        n_queues;
  gint64       newest;
  gint64       round;   /* the newest at the end of the last round */
  gint64       limit;   /* nothing earlier than this is still to come */
  guint32      n_since; /* rows since the last flush */
  gsize        memory_limit;
  gboolean     seen_late;
  gboolean     stopped;
} ThPfQueues;

void        th_pf_queues_init          (ThPfQueues  *self,
                                        ThRecording *recording,
                                        gsize        memory_limit);
void        th_pf_queues_clear         (ThPfQueues       *self);
/* Makes room for one row. */
gboolean    th_pf_queues_grow          (ThPfQueues *self,
                                        ThPfQueue  *queue);
/* perf wrote all that the CPUs had: what it wrote the last time is complete. */
void        th_pf_queues_round         (ThPfQueues       *self);
/* What is complete is published now, for more has to be waited for. */
void        th_pf_queues_show          (ThPfQueues       *self);
void        th_pf_queues_finish        (ThPfQueues       *self);

void        th_pf_queue_switch         (ThPfQueue *queue,
                                        guint32    row,
                                        guint32    next);

static inline void
th_pf_queues_add (ThPfQueues    *self,
                  ThPfQueue     *queue,
                  const ThPfRow *row)
{
  guint32 at;

  if (G_UNLIKELY (queue->n == queue->room) && !th_pf_queues_grow (self, queue))
    return;

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
}

G_END_DECLS
