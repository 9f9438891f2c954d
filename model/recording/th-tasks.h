/* th-tasks.h - the threads of a recording and their names over time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task is a pid; tasks are numbered densely and append-only (the columns hold the
 * number; number 0 is pid 0, idle).  A pid may change its name (`trace-cmd` becomes
 * `iperf3` at exec), so a name is looked up with a time.  In addition a file may
 * have a saved name per pid, which is the one that trace-cmd shows, so it is stored
 * separately.  perf has none: it shows the name at the time of the event.
 *
 * Any thread may call any function: there is a lock inside, never held for long.
 * Strings are interned and live as long as the table.
 *
 * Several sources can share one table (th_tasks_new_part()): a number then implies
 * the source, too, and pid 1 of one source is a different task from pid 1 of
 * another.  A part looks up pids in its own source.  Only idle is common to all.
 */
#pragma once

#include <glib.h>

#include "th-cpu.h"

G_BEGIN_DECLS

typedef struct _ThTasks ThTasks;

/* The kernel's TASK_COMM_LEN. */
#define TH_TASK_NAME_SIZE 16

/* A task had this name at this time.  The name is a field of the kernel: it ends at the first NUL,
 * or fills the whole field. */
typedef struct
{
  gint64 time;
  gint32 pid;
  char   name[TH_TASK_NAME_SIZE];
} ThNameSighting;

ThTasks    *th_tasks_new           (void);
/* The tasks of another source, numbered in @whole, which must outlive them.  @source is
 * the number of the source (0 …), @shift is added to all times passed. */
ThTasks    *th_tasks_new_part      (ThTasks    *whole,
                                    guint       source,
                                    gint64      shift);
void        th_tasks_free          (ThTasks    *self);

/* --- filling ----------------------------------------------------------- */

/* The number of @pid; adds the task if it is new. */
guint32     th_tasks_intern        (ThTasks    *self,
                                    gint32      pid);

/* This source saves no names; call it before any task is named. */
void        th_tasks_set_timed     (ThTasks    *self);

/* Sets the saved name of @pid, which has no time. */
void        th_tasks_set_saved     (ThTasks    *self,
                                    gint32      pid,
                                    const char *name);
void        th_tasks_set_tgid      (ThTasks    *self,
                                    gint32      pid,
                                    gint32      tgid);

/* Records that @pid was called @name at @time, according to an event (sched_switch,
 * exec, rename, …).  Calls may come in any order and may repeat; it is best to call
 * it only if a name is new or may have changed, as every call is stored until
 * th_tasks_finalize().  A name is valid from the first time it is seen until another
 * one is seen. */
void        th_tasks_see_name      (ThTasks    *self,
                                    gint32      pid,
                                    gint64      time,
                                    const char *name,
                                    gssize      length);
/* The same for @n names, with one lock. */
void        th_tasks_see_names     (ThTasks              *self,
                                    const ThNameSighting *sightings,
                                    guint                 n);

/* Drops repeated names; call it when no more names of this source will be recorded for
 * times that have passed. */
void        th_tasks_finalize        (ThTasks    *self);

/* --- look-ups ---------------------------------------------------------- */

guint32     th_tasks_get_n         (ThTasks    *self);
gint32      th_tasks_get_pid       (ThTasks    *self,
                                    guint32     task);
/* The source of @task; 0 if there is only one, and for idle. */
guint       th_tasks_get_source    (ThTasks    *self,
                                    guint32     task);
/* The number of @pid, or TH_TASK_NONE. */
guint32     th_tasks_find          (ThTasks    *self,
                                    gint32      pid);
/* The thread group, or -1 if it is not known. */
gint32      th_tasks_get_tgid      (ThTasks    *self,
                                    guint32     task);

/* The name at @time: the last one seen at or before it, else the first one seen after
 * it, else the saved one, else "<...>".  "<idle>" for pid 0. */
const char *th_tasks_get_name      (ThTasks    *self,
                                    guint32     task,
                                    gint64      time);

/* The same, and the time from which the task may have another name (G_MAXINT64:
 * never). */
const char *th_tasks_get_name_until (ThTasks   *self,
                                    guint32     task,
                                    gint64      time,
                                    gint64     *until);

/* Whether the task had this name at any time, or was saved with it. */
gboolean    th_tasks_was_called    (ThTasks    *self,
                                    guint32     task,
                                    const char *name);

/* Whether the task is a kernel worker at @time: a kworker runs what others have queued. */
gboolean    th_tasks_is_worker     (ThTasks    *self,
                                    guint32     task,
                                    gint64      time);

/* The saved name, which trace-cmd shows; the last one seen if the source saves none;
 * "<...>" if there is none. */
const char *th_tasks_get_saved     (ThTasks    *self,
                                    guint32     task);

/* Whether the program that made the recording shows the name at the time of an event
 * instead of the saved one. */
gboolean    th_tasks_is_timed      (ThTasks    *self,
                                    guint32     task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTasks, th_tasks_free)

G_END_DECLS
