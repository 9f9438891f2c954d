/* th-packet-task.h - what is known of each task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-handle.h"
#include "th-analysis.h"

G_BEGIN_DECLS

typedef struct _Packets Packets;

typedef enum
{
  CALL_NONE,
  CALL_RECEIVE,
  CALL_SEND,
  CALL_OTHER
} Call;

#define N_SWITCHES 8
#define TASK_COMM_LENGTH 16
#define MAX_DELIVERED 8

typedef struct
{
  guint    n_losses;        /* when its calls were seen */
  Mark     waking;
  gint64   waking_irq;      /* of the handler that it happened in */
  ThRef    waking_irq_ref;
  guint32  waking_irq_string;
  Mark     switches[N_SWITCHES];
  guint32  n_switches;
  Call     call;
  gboolean calls_seen;
  gboolean peeks;
  gint64   call_time;
  ThRef    call_ref;
  guint    call_cpu;
  guint32  call_string;
  Handle   delivered[MAX_DELIVERED]; /* in this call */
  guint    n_delivered;
  gboolean is_napi;
  gboolean looked_at;
  char     comm[TASK_COMM_LENGTH]; /* in the last event that named it … */
  gsize    comm_length;
  guint32  comm_string;       /* … as a string */
} Task;

Task *th_packet_task_get (Packets *self,
                          guint32  number);
/* Whether the task is one that polls, by its name. */
void th_packet_task_look (Packets *self,
                          Task    *task,
                          guint32  number,
                          gint64   time);
/* What a field of the event calls @task, as a string. */
guint32 th_packet_task_name_in_event (Packets       *self,
                                      Task          *task,
                                      const ThEvent *event,
                                      guint          field);
/* The task's name as the event had it, else as it was known then. */
guint32 th_packet_mark_name (Packets    *self,
                             const Mark *mark);

G_END_DECLS
