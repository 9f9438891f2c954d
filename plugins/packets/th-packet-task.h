/* th-packet-task.h - the state of each task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-packet-cpu.h"
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
  guint    n_losses;        /* number of losses when its last call was seen */
  Mark     waking;
  Irq      waking_irq;      /* the handler that woke it */
  gboolean is_irq_thread;   /* it is the thread of that handler */
  gint64   raised;          /* time when it raised NET_RX last */
  Mark    *switches;          /* its last N_SWITCHES, as a ring that grows to that size */
  guint32  n_switches;        /* all that were seen */
  Call     call;
  gboolean calls_seen;
  gboolean peeks;
  gint64   call_time;
  ThRef    call_ref;
  guint    call_cpu;
  guint32  call_string;
  guint32  call_detail;       /* the name of a raw call; or TH_STEP_NO_DETAIL */
  Handle  *delivered;         /* the packets delivered by the current call, up to MAX_DELIVERED;
                               * NULL until the task reads one */
  guint    n_delivered;
  gboolean is_napi;
  gboolean is_worker;
  gboolean looked_at;
  char     comm[TASK_COMM_LENGTH]; /* its name in the last event */
  gsize    comm_length;
  guint32  comm_string;       /* "comm" as a string */
} Task;

Task *th_packet_task_get (Packets *self,
                          guint32  number);
void  th_packet_task_free (gpointer task);
/* Adds the time at which the task was switched in. */
void  th_packet_task_add_switch (Task       *task,
                                 const Mark *mark);
/* Returns the last switch to the task, or one of those before it: @back < N_SWITCHES; NULL if there
 * was none. */
const Mark *th_packet_task_get_switch (const Task *task,
                                       guint       back);
/* Adds the event on @cpu that wakes the task.  @in_hardirq: whether it came from hard
 * interrupt context; TRUE if that is not known. */
void  th_packet_task_wake (Packets    *self,
                           Task       *task,
                           const Mark *mark,
                           const Cpu  *cpu,
                           gboolean    in_hardirq);
/* Determines from its name whether the task polls. */
void th_packet_task_look (Packets *self,
                          Task    *task,
                          guint32  number,
                          gint64   time);
/* Returns the name of @task in a field of the event, as a string. */
guint32 th_packet_task_name_in_event (Packets       *self,
                                      Task          *task,
                                      const ThEvent *event,
                                      guint          field);
/* Returns the task's name in the event, else its known name at that time, as a string. */
guint32 th_packet_mark_name (Packets    *self,
                             const Mark *mark);

G_END_DECLS
