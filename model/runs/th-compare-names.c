/* th-compare-names.c - a cache of the names of tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each lookup in ThTasks takes a lock.  A name is valid until the task changes it, so it is cached
 * in a slot that pids with equal low bits share.
 */
#include "config.h"

#include "th-compare-take-private.h"

#define N_KEPT 64

typedef struct
{
  guint32     task;
  gint64      from;
  gint64      until;
  const char *name;
} Kept;

struct _Names
{
  ThTasks *tasks;
  Kept     kept[N_KEPT];
};

Names *
th_compare_names_new (ThTasks *tasks)
{
  Names *self = g_new0 (Names, 1);

  self->tasks = tasks;
  return self;
}

void
th_compare_names_free (Names *self)
{
  g_free (self);
}

const char *
th_compare_names_get (Names   *self,
                      guint32  task,
                      gint64   time)
{
  Kept *kept = &self->kept[task % N_KEPT];

  if (kept->task != task || time < kept->from || time >= kept->until)
    {
      kept->task = task;
      kept->from = time;
      kept->name = th_tasks_get_name_until (self->tasks, task, time, &kept->until);
    }
  return kept->name;
}
