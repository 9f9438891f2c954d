/* th-sched-private.h - the parts of the analysis of the scheduler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-tally.h"

G_BEGIN_DECLS

/* --- th-sched-states.c: the state of the task that is switched out -------- */

typedef enum
{
  LEFT_RUNNABLE,   /* still runnable */
  LEFT_ASLEEP,
  LEFT_ASLEEP_HARD,
  LEFT_IDLE,       /* a kernel thread without work */
  LEFT_STOPPED,
  LEFT_GONE,
  N_LEFT
} Left;

typedef struct
{
  Left    kind;
  guint32 word;    /* "Sleeping (S)" */
} LeftState;

typedef struct
{
  ThResults     *results;
  const ThField *field;      /* the field with these labels */
  guint64        mask;       /* the bits that have a label */
  GHashTable    *by_bits;    /* guint64 → LeftState */
} States;

void      th_sched_states_init  (States          *self,
                                 ThResults       *results);
void      th_sched_states_clear (States          *self);
/* Returns the state that @bits stands for, the value of @field, which is prev_state of the event's
 * type. */
LeftState th_sched_states_get   (States          *self,
                                 const ThField   *field,
                                 guint64          bits);

/* --- th-sched-tasks.c: a task's states over time ------------------------- */

typedef enum
{
  STATE_UNKNOWN,
  STATE_RUNNING,
  STATE_RUNNABLE,
  STATE_BLOCKED
} State;

typedef struct _Cpu Cpu;

typedef struct
{
  guint32   number;
  const Cpu *cpu;        /* the CPU where it last ran */
  ThTrack  *track;       /* NULL until it has a slice */

  State     state;
  gint64    since;
  ThRef     anchor;
  guint     flags;       /* of the open slice */
  LeftState left;        /* if blocked: the state; if runnable: why */
  guint     n_losses;    /* number of losses when the state began */

  gboolean  woken;       /* if runnable: woken, not preempted */
  gint64    waker;       /* a task, or the word of an interrupt, as a cell of a table */

  gint64    run_time;
  gint64    wait_time;
  gint64    blocked[N_LEFT];
  guint32   n_runs, n_waits, n_wakeups;
  gint64    longest_wait, longest_wakeup;
  ThRef     longest_ref; /* the start of the longest wait */
  ThRef     first_ref;
} Task;

#define N_RECENT 512

/* A softirq or an interrupt on a CPU that was idle otherwise. */
typedef struct
{
  gint64   begin;
  gint64   end;
  guint32  word;
  gboolean is_softirq;
} Visit;

/* A CPU, with its recent runs, which show who ran while another task waited. */
struct _Cpu
{
  guint   number;
  Task   *current;       /* NULL: unknown */
  gint64  last_time;     /* time of the last event on it */
  gint64  busy;
  gint64  idle;
  guint32 n_switches;
  gint64  longest_run;
  ThRef   longest_ref;   /* the switch that ended the longest wait */
  guint32 n_runs;
  gint64  begin[N_RECENT];
  guint32 task[N_RECENT];

  /* The interrupts that are being handled; see th-sched-context.c */
  gboolean in_hardirq;
  guint32 hardirq;       /* its word */
  gint64  hardirq_since;
  gboolean in_softirq;
  guint32 softirq;       /* its word */
  gint64  softirq_since;
  guint32 n_visits;
  Visit  *visits;        /* the last N_RECENT, in the order they ended; NULL: none yet */
};

typedef struct
{
  gint64 from;
  gint64 to;
} Loss;

#define TH_SCHED_N_VECTORS 10

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  States       states;
  GHashTable  *tasks;    /* pid → Task */
  GPtrArray   *order;    /* of Task, as first seen */
  GHashTable  *cpus;     /* number → Cpu */
  GPtrArray   *cpu_order; /* of Cpu, as first seen */
  GArray      *losses;   /* of Loss */
  gint64       last_time;

  ThTable     *wakeups;
  ThTable     *summary;
  ThTable     *cpu_summary;
  ThMeasure   *wakeup;
  ThMeasure   *wait;
  ThMeasure   *run;
  guint32      n_wakeup_samples, n_wait_samples, n_run_samples;
  GHashTable  *irq_words; /* number of a handler → word + 1 */
  guint32      softirq_words[TH_SCHED_N_VECTORS]; /* word + 1; 0: not interned yet */
  guint32      word_running, word_woken;
  gboolean     seen_switch, seen_wake;
} Sched;

/* --- th-sched-context.c: the context of a CPU ------------------------------ */

/* These process events of interrupts and softirqs, whose first field is the number; the entry
 * of a handler has its name as the second field. */
void  th_sched_enter_hardirq (Sched         *self,
                              Cpu           *cpu,
                              const ThEvent *event);
void  th_sched_leave_hardirq (Cpu           *cpu,
                              const ThEvent *event);
void  th_sched_enter_softirq (Sched         *self,
                              Cpu           *cpu,
                              const ThEvent *event);
void  th_sched_leave_softirq (Cpu           *cpu,
                              const ThEvent *event);
/* Closes all visits, because events were lost or a task was switched in. */
void  th_sched_leave_context (Cpu           *cpu);
#define TH_SCHED_NO_VISITOR G_MAXUINT32

/* Returns the word of the softirq or interrupt that used most of the time of @cpu, which was
 * otherwise idle, from @from to @to, and how much; TH_SCHED_NO_VISITOR if there was none.
 * The time of an interrupt does not count for the softirq that it interrupted. */
guint32 th_sched_find_visitor (const Cpu    *cpu,
                              gint64         from,
                              gint64         to,
                              gint64        *time);
/* Returns the originator of @event, as a cell of a column of tasks: the interrupt or softirq that
 * it happened in, else the current task.  @flags: the index of the field common_flags. */
gint64 th_sched_find_actor   (Sched         *self,
                              const Cpu     *cpu,
                              const ThEvent *event,
                              guint          flags);

/* ------------------------------------------------------------------------- */

Task *th_sched_get_task   (Sched         *self,
                           gint32         pid,
                           ThRef          ref);
/* Ends the open slice at @time. */
void  th_sched_task_close (Sched         *self,
                           Task          *task,
                           gint64         time,
                           guint          flags);
/* Likewise, but the state since the last event is uncertain. */
void  th_sched_task_break (Sched         *self,
                           Task          *task,
                           gint64         last_time);
void  th_sched_task_enter (Sched         *self,
                           Task          *task,
                           State          state,
                           gint64         time,
                           ThRef          anchor,
                           guint          flags);
/* Returns whether events were lost since the state of @task began. */
gboolean th_sched_task_is_broken (Sched  *self,
                           const Task    *task);
/* Counts a wait that ended with a switch to @task on @cpu. */
void  th_sched_task_waited (Sched        *self,
                           Task          *task,
                           const Cpu     *cpu,
                           const ThEvent *event);
void  th_sched_add_summary (Sched        *self);
void  th_sched_add_cpu_summary (Sched    *self);

G_END_DECLS
