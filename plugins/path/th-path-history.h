/* th-path-history.h - what each task did over time, and who woke it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For each task the changes of its state in order of time; for each CPU the tasks that ran; and
 * the events that woke tasks from outside of a task, such as a timer.  A change takes 24 bytes.
 *
 * One thread fills it (th-path-waits.c); once it is finished, any thread reads it without locks.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef enum
{
  TH_CHANGE_RUN,       /* it got the CPU */
  TH_CHANGE_PREEMPTED, /* it lost the CPU, still runnable */
  TH_CHANGE_BLOCKED,   /* it gave up the CPU */
  TH_CHANGE_WOKEN,
  TH_CHANGE_CREATED,   /* woken for the first time, by the task that created it */
  TH_CHANGE_GONE       /* it exited */
} ThChangeKind;

typedef enum
{
  TH_CHANGE_INFERRED = 1 << 0, /* it follows from events rather than being one */
  TH_CHANGE_BY_TASK  = 1 << 1, /* woken or created: @waker is a task */
  TH_CHANGE_NO_BEGIN = 1 << 2  /* running: it may have run before */
} ThChangeFlags;

#define TH_NO_WAKER G_MAXUINT32

/**
 * ThChange:
 * @ref: the event
 * @waker: of TH_CHANGE_WOKEN and TH_CHANGE_CREATED: a task, or a number for
 *   th_path_history_get_waker(), or TH_NO_WAKER if it is not known
 * @cpu: the number of the CPU: where it runs or ran; where the waker was
 */
typedef struct
{
  gint64  time;
  ThRef   ref;
  guint32 waker;
  guint16 cpu;
  guint8  kind;
  guint8  flags;
} ThChange;

typedef enum
{
  TH_WAKER_INTERRUPT,
  TH_WAKER_SOFTIRQ,
  TH_WAKER_TIMER,
  TH_WAKER_BLOCK,  /* the end of a request of a block device */
  TH_WAKER_PACKET  /* a packet that was received */
} ThWakerKind;

/**
 * ThWaker:
 * @word: of the results of the analysis: its name
 * @ref: the event that says so, or TH_REF_NONE
 * @begin: a request: when it was issued, by @task; TH_TIME_NONE if that was not recorded
 * @key: a packet: its address, which it had at @time
 *
 * What woke a task, if it was not a task.
 */
typedef struct
{
  ThWakerKind kind;
  gboolean    is_inferred;
  guint32     word;
  ThRef       ref;
  gint64      begin;
  guint32     task;
  guint64     key;
  gint64      time;
} ThWaker;

/* From @time on @task ran; TH_TASK_NONE: it is not known who did. */
typedef struct
{
  gint64  time;
  guint32 task;
} ThOccupant;

/* Events of the CPU are missing between the two times.  @is_local: it is only not known who ran
 * there, because a recording may leave out the events of some tasks; what is known of other tasks
 * still holds. */
typedef struct
{
  gint64   from;
  gint64   to;
  guint    cpu;
  gboolean is_local;
} ThGap;

typedef struct _ThPathHistory ThPathHistory;

ThPathHistory    *th_path_history_new           (void);
void              th_path_history_free          (ThPathHistory    *self);

/* --- filling ----------------------------------------------------------- */

void              th_path_history_add           (ThPathHistory    *self,
                                                 guint32           task,
                                                 const ThChange   *change);
/* Returns the number of the waker. */
guint32           th_path_history_add_waker     (ThPathHistory    *self,
                                                 const ThWaker    *waker);
void              th_path_history_add_occupant  (ThPathHistory    *self,
                                                 guint             cpu,
                                                 gint64            time,
                                                 guint32           task);
void              th_path_history_add_gap       (ThPathHistory    *self,
                                                 const ThGap      *gap);
gsize             th_path_history_get_memory    (const ThPathHistory *self);

/* --- reading ----------------------------------------------------------- */

/* The number of changes of @task. */
guint             th_path_history_get_n         (const ThPathHistory *self,
                                                 guint32           task);
const ThChange   *th_path_history_get           (const ThPathHistory *self,
                                                 guint32           task,
                                                 guint             index);
/* The index of the last change at or before @time; G_MAXUINT if there is none. */
guint             th_path_history_find          (const ThPathHistory *self,
                                                 guint32           task,
                                                 gint64            time);
const ThWaker    *th_path_history_get_waker     (const ThPathHistory *self,
                                                 guint32           waker);
/* All runs of the CPU in order of time, and their number in @n. */
const ThOccupant *th_path_history_get_occupants (const ThPathHistory *self,
                                                 guint             cpu,
                                                 guint            *n);
/* The first gap on @cpu that overlaps the span; %NULL if there is none.  G_MAXUINT: on any, but not
 * a local one. */
const ThGap      *th_path_history_find_gap      (const ThPathHistory *self,
                                                 guint             cpu,
                                                 gint64            from,
                                                 gint64            to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThPathHistory, th_path_history_free)

G_END_DECLS
