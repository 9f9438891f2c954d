/* th-perfdata-names.c - sorts the names of COMM and FORK by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-perfdata-names.h"

#define NAME_SIZE 16

typedef struct
{
  gint64   time;
  gint32   pid;
  gint32   parent;
  gboolean is_fork;
  char     name[NAME_SIZE];
} NameEvent;

void
th_pf_names_init (ThPfNames *self,
                  ThTasks   *tasks)
{
  self->tasks = tasks;
  self->events = g_array_new (FALSE, FALSE, sizeof (NameEvent));
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

void
th_pf_names_clear (ThPfNames *self)
{
  g_array_unref (self->events);
  g_hash_table_unref (self->names);
}

void
th_pf_names_comm (ThPfNames    *self,
                  gint64        time,
                  gint32        pid,
                  const guint8 *name,
                  gsize         size)
{
  NameEvent event = { .time = time, .pid = pid };

  memcpy (event.name, name, MIN (strnlen ((const char *) name, size), NAME_SIZE - 1));
  g_array_append_val (self->events, event);
}

void
th_pf_names_fork (ThPfNames *self,
                  gint64     time,
                  gint32     pid,
                  gint32     parent)
{
  NameEvent event = { .time = time, .pid = pid, .parent = parent, .is_fork = TRUE };

  g_array_append_val (self->events, event);
}

static int
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer      data G_GNUC_UNUSED)
{
  gint64 x = ((const NameEvent *) a)->time, y = ((const NameEvent *) b)->time;

  return (x > y) - (x < y);
}

/* Skips repeated names, as the task table would store each of them. */
static void
see (ThPfNames  *self,
     gint32      pid,
     gint64      time,
     const char *name)
{
  const char *known = g_hash_table_lookup (self->names, GINT_TO_POINTER (pid));

  if (pid == 0 || g_strcmp0 (known, name) == 0)
    return;

  th_tasks_see_name (self->tasks, pid, time, name, -1);
  g_hash_table_insert (self->names, GINT_TO_POINTER (pid), g_strdup (name));
}

static void
apply (ThPfNames       *self,
       const NameEvent *event)
{
  g_autofree char *name = event->is_fork
                          ? g_strdup (g_hash_table_lookup (self->names,
                                                           GINT_TO_POINTER (event->parent)))
                                         : g_utf8_make_valid (event->name, -1);

  if (name != NULL && !(event->is_fork && event->pid == event->parent))
    see (self, event->pid, event->time, name);
}

void
th_pf_names_apply (ThPfNames *self,
                   gint64     until)
{
  guint n = 0;

  g_qsort_with_data (self->events->data, self->events->len, sizeof (NameEvent), compare_times,
                     NULL);
  for (; n < self->events->len && g_array_index (self->events, NameEvent, n).time <= until; n++)
    apply (self, &g_array_index (self->events, NameEvent, n));
  g_array_remove_range (self->events, 0, n);
}
