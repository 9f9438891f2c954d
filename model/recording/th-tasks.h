/* th-tasks.h - the threads of a recording and their names over time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task is a pid; tasks are numbered densely and append-only (the number is
 * what the columns hold; number 0 is pid 0, idle).  A pid may change its name
 * (`trace-cmd` becomes `iperf3` at exec), so a name is asked for with a time.
 * Apart from that a file may have saved one name per pid; trace-cmd shows that
 * one, so it is kept apart.  perf saves none: it shows the name at the time.
 *
 * Any thread may call anything: a lock inside, never held for long.  Strings
 * are interned and live as long as the table.
 *
 * Several sources can share one table (th_tasks_new_part()): a number then says
 * the source as well, and pid 1 of one is another task than pid 1 of the other.
 * What a part is told or asked by pid is about its own source.  Idle alone is
 * the same in all of them.
 */
#pragma once

#include <glib.h>

#include "th-cpu.h"

G_BEGIN_DECLS

typedef struct _ThTasks ThTasks;

ThTasks    *th_tasks_new           (void);
/* Of another source, with numbers of @whole, which must stay longer.  @source
 * is its number (0 …), @shift what is added to the times it is told. */
ThTasks    *th_tasks_new_part      (ThTasks    *whole,
                                    guint       source,
                                    gint64      shift);
void        th_tasks_free          (ThTasks    *self);

/* --- filling ----------------------------------------------------------- */

/* The number of @pid; makes one if it is new. */
guint32     th_tasks_intern        (ThTasks    *self,
                                    gint32      pid);

/* This source saves no names; to be called before it names any task. */
void        th_tasks_set_timed     (ThTasks    *self);

/* The file says that @pid is called @name, without a time. */
void        th_tasks_set_saved     (ThTasks    *self,
                                    gint32      pid,
                                    const char *name);
void        th_tasks_set_tgid      (ThTasks    *self,
                                    gint32      pid,
                                    gint32      tgid);

/* An event of @time shows that @pid was called @name then (sched_switch,
 * exec, rename, …).  In any order, repeats too; best only when a name is new
 * or may have changed, for each call is kept until th_tasks_settle().  A name
 * holds from the first time it is seen until another is. */
void        th_tasks_see_name      (ThTasks    *self,
                                    gint32      pid,
                                    gint64      time,
                                    const char *name,
                                    gssize      length);

/* No sighting of this source from before now will come: folds the repeats. */
void        th_tasks_settle        (ThTasks    *self);

/* --- asking ------------------------------------------------------------ */

guint32     th_tasks_get_n         (ThTasks    *self);
gint32      th_tasks_get_pid       (ThTasks    *self,
                                    guint32     task);
/* The source that @task is of; 0 where there is one, and for idle. */
guint       th_tasks_get_source    (ThTasks    *self,
                                    guint32     task);
/* The number of @pid, or TH_TASK_NONE. */
guint32     th_tasks_find          (ThTasks    *self,
                                    gint32      pid);
/* Thread group, or -1 if it is not known. */
gint32      th_tasks_get_tgid      (ThTasks    *self,
                                    guint32     task);

/* The name at @time: the last one seen until then, else the first one seen
 * after, else the saved one, else "<...>".  "<idle>" for pid 0. */
const char *th_tasks_get_name      (ThTasks    *self,
                                    guint32     task,
                                    gint64      time);

/* The same, and from when on it may have another (G_MAXINT64: never). */
const char *th_tasks_get_name_until (ThTasks   *self,
                                    guint32     task,
                                    gint64      time,
                                    gint64     *until);

/* The saved name, as trace-cmd shows it; the last one where the source saves
 * none; "<...>" if there is none. */
const char *th_tasks_get_saved     (ThTasks    *self,
                                    guint32     task);

/* Whether the program that made the recording shows the name at the time of an
 * event, and not the saved one. */
gboolean    th_tasks_is_timed      (ThTasks    *self,
                                    guint32     task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTasks, th_tasks_free)

G_END_DECLS
