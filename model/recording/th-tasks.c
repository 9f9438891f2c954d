/* th-tasks.c - threads and their names over time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-tasks.h"
#include "th-time.h"

/* A name of a task, and a time at which it had that name. */
typedef struct
{
  gint64      time;
  const char *name;  /* interned: equal texts are equal pointers */
} Sighting;

typedef struct
{
  gint32      pid;
  gint32      tgid;
  guint       source;
  gboolean    timed;
  const char *saved;
  GArray     *seen;  /* of Sighting, by time; NULL if none */
} Task;

/* The state that all sources share. */
typedef struct
{
  GMutex        lock;    /* also protects by_pid */
  GArray       *tasks;   /* of Task */
  GStringChunk *strings;
  GHashTable   *names;   /* the names in @strings */
} Table;

struct _ThTasks
{
  Table        *table;
  gboolean      is_part; /* whether the shared table belongs to another */
  guint         source;
  gint64        shift;
  gboolean      timed;
  GHashTable   *by_pid;  /* pid → number */
};

static void
task_clear (Task *task)
{
  g_clear_pointer (&task->seen, g_array_unref);
}

ThTasks *
th_tasks_new (void)
{
  ThTasks *self = g_new0 (ThTasks, 1);

  self->table = g_new0 (Table, 1);
  g_mutex_init (&self->table->lock);
  self->table->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  g_array_set_clear_func (self->table->tasks, (GDestroyNotify) task_clear);
  self->table->strings = g_string_chunk_new (4096);
  self->table->names = g_hash_table_new (th_string_hash, g_str_equal);
  self->by_pid = g_hash_table_new (th_direct_hash, NULL);
  th_tasks_intern (self, 0);

  return self;
}

ThTasks *
th_tasks_new_part (ThTasks *whole,
                   guint    source,
                   gint64   shift)
{
  ThTasks *self = g_new0 (ThTasks, 1);

  self->table = whole->table;
  self->is_part = TRUE;
  self->source = source;
  self->shift = shift;
  self->by_pid = g_hash_table_new (th_direct_hash, NULL);
  g_hash_table_insert (self->by_pid, GINT_TO_POINTER (0), GUINT_TO_POINTER (TH_TASK_IDLE));

  return self;
}

void
th_tasks_free (ThTasks *self)
{
  if (!self->is_part)
    {
      g_array_unref (self->table->tasks);
      g_hash_table_unref (self->table->names);
      g_string_chunk_free (self->table->strings);
      g_mutex_clear (&self->table->lock);
      g_free (self->table);
    }
  g_hash_table_unref (self->by_pid);
  g_free (self);
}

/* --- with the lock held ------------------------------------------------ */

static guint32
tasks_intern (ThTasks *self,
              gint32   pid)
{
  gpointer number;
  Task task = { .pid = pid, .tgid = -1, .source = self->source, .timed = self->timed };

  if (g_hash_table_lookup_extended (self->by_pid, GINT_TO_POINTER (pid), NULL, &number))
    return GPOINTER_TO_UINT (number);

  g_hash_table_insert (self->by_pid, GINT_TO_POINTER (pid),
                       GUINT_TO_POINTER (self->table->tasks->len));
  g_array_append_val (self->table->tasks, task);

  return self->table->tasks->len - 1;
}

static Task *
tasks_get (ThTasks *self,
           guint32  task)
{
  return task < self->table->tasks->len ? &g_array_index (self->table->tasks, Task, task) : NULL;
}

/* Names come from a file and may be invalid UTF-8; this makes them valid for all
 * callers. */
static const char *
tasks_intern_string (ThTasks    *self,
                     const char *text,
                     gssize      length)
{
  g_autofree char *copy = length < 0 ? NULL : g_strndup (text, length);
  const char *name = copy != NULL ? copy : text;
  g_autofree char *valid = g_utf8_validate (name, -1, NULL) ? NULL : g_utf8_make_valid (name, -1);
  char *known;

  name = valid != NULL ? valid : name;
  known = g_hash_table_lookup (self->table->names, name);
  if (known == NULL)
    {
      known = g_string_chunk_insert (self->table->strings, name);
      g_hash_table_add (self->table->names, known);
    }
  return known;
}

/* The number of sightings at or before @time. */
static guint
seen_before (const GArray *seen,
             gint64        time)
{
  guint low = 0, high = seen->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (seen, Sighting, middle).time <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Sightings come in any order, like the stripes of a file, so repeats are stored, too: a
 * different name may later turn out to lie in between. */
static void
seen_insert (GArray     *seen,
             gint64      time,
             const char *name)
{
  Sighting new = { time, name };

  g_array_insert_val (seen, seen_before (seen, time), new);
}

static void
tasks_see_name (ThTasks    *self,
                gint32      pid,
                gint64      time,
                const char *name,
                gssize      length)
{
  Task *task = tasks_get (self, tasks_intern (self, pid));

  if (task->seen == NULL)
    task->seen = g_array_new (FALSE, FALSE, sizeof (Sighting));
  seen_insert (task->seen, th_time_shift (time, self->shift),
               tasks_intern_string (self, name, length));
}

/* Drops the repeats. */
static void
seen_fold (GArray *seen)
{
  guint n = 0;

  for (guint i = 0; i < seen->len; i++)
    {
      Sighting sighting = g_array_index (seen, Sighting, i);

      if (n == 0 || g_array_index (seen, Sighting, n - 1).name != sighting.name)
        g_array_index (seen, Sighting, n++) = sighting;
    }

  g_array_set_size (seen, n);
}

/* --- filling ----------------------------------------------------------- */

void
th_tasks_set_timed (ThTasks *self)
{
  g_mutex_lock (&self->table->lock);
  self->timed = TRUE;
  g_mutex_unlock (&self->table->lock);
}

guint32
th_tasks_intern (ThTasks *self,
                 gint32   pid)
{
  guint32 number;

  g_mutex_lock (&self->table->lock);
  number = tasks_intern (self, pid);
  g_mutex_unlock (&self->table->lock);

  return number;
}

void
th_tasks_set_saved (ThTasks    *self,
                    gint32      pid,
                    const char *name)
{
  g_mutex_lock (&self->table->lock);
  tasks_get (self, tasks_intern (self, pid))->saved = tasks_intern_string (self, name, -1);
  g_mutex_unlock (&self->table->lock);
}

void
th_tasks_set_tgid (ThTasks *self,
                   gint32   pid,
                   gint32   tgid)
{
  g_mutex_lock (&self->table->lock);
  tasks_get (self, tasks_intern (self, pid))->tgid = tgid;
  g_mutex_unlock (&self->table->lock);
}

void
th_tasks_see_name (ThTasks    *self,
                   gint32      pid,
                   gint64      time,
                   const char *name,
                   gssize      length)
{
  g_mutex_lock (&self->table->lock);
  tasks_see_name (self, pid, time, name, length);
  g_mutex_unlock (&self->table->lock);
}

void
th_tasks_see_names (ThTasks              *self,
                    const ThNameSighting *sightings,
                    guint                 n)
{
  if (n == 0)
    return;

  g_mutex_lock (&self->table->lock);
  for (guint i = 0; i < n; i++)
    tasks_see_name (self, sightings[i].pid, sightings[i].time, sightings[i].name,
                    strnlen (sightings[i].name, sizeof sightings[i].name));
  g_mutex_unlock (&self->table->lock);
}

void
th_tasks_finalize (ThTasks *self)
{
  g_mutex_lock (&self->table->lock);
  for (guint i = 0; i < self->table->tasks->len; i++)
    if (tasks_get (self, i)->source == self->source && tasks_get (self, i)->seen != NULL)
      seen_fold (tasks_get (self, i)->seen);
  g_mutex_unlock (&self->table->lock);
}

/* --- look-ups ---------------------------------------------------------- */

guint32
th_tasks_get_n (ThTasks *self)
{
  guint32 n;

  g_mutex_lock (&self->table->lock);
  n = self->table->tasks->len;
  g_mutex_unlock (&self->table->lock);

  return n;
}

gint32
th_tasks_get_pid (ThTasks *self,
                  guint32  task)
{
  const Task *found;
  gint32 pid;

  g_mutex_lock (&self->table->lock);
  found = tasks_get (self, task);
  pid = found != NULL ? found->pid : -1;
  g_mutex_unlock (&self->table->lock);

  return pid;
}

guint
th_tasks_get_source (ThTasks *self,
                     guint32  task)
{
  const Task *found;
  guint source;

  g_mutex_lock (&self->table->lock);
  found = tasks_get (self, task);
  source = found != NULL ? found->source : 0;
  g_mutex_unlock (&self->table->lock);

  return source;
}

guint32
th_tasks_find (ThTasks *self,
               gint32   pid)
{
  gpointer number;
  gboolean found;

  g_mutex_lock (&self->table->lock);
  found = g_hash_table_lookup_extended (self->by_pid, GINT_TO_POINTER (pid), NULL, &number);
  g_mutex_unlock (&self->table->lock);

  return found ? GPOINTER_TO_UINT (number) : TH_TASK_NONE;
}

gint32
th_tasks_get_tgid (ThTasks *self,
                   guint32  task)
{
  const Task *found;
  gint32 tgid;

  g_mutex_lock (&self->table->lock);
  found = tasks_get (self, task);
  tgid = found != NULL ? found->tgid : -1;
  g_mutex_unlock (&self->table->lock);

  return tgid;
}

static const char *
task_name_at (const Task *task,
              gint64      time)
{
  if (task == NULL)
    return "<...>";
  if (task->pid == 0)
    return "<idle>";

  if (task->seen != NULL)
    {
      guint n = seen_before (task->seen, time);

      return g_array_index (task->seen, Sighting, n > 0 ? n - 1 : 0).name;
    }

  return task->saved != NULL ? task->saved : "<...>";
}

const char *
th_tasks_get_name (ThTasks *self,
                   guint32  task,
                   gint64   time)
{
  const char *name;

  g_mutex_lock (&self->table->lock);
  name = task_name_at (tasks_get (self, task), time);
  g_mutex_unlock (&self->table->lock);

  return name;
}

const char *
th_tasks_get_name_until (ThTasks *self,
                         guint32  task,
                         gint64   time,
                         gint64  *until)
{
  const Task *found;
  const char *name;

  g_mutex_lock (&self->table->lock);
  found = tasks_get (self, task);
  name = task_name_at (found, time);
  *until = G_MAXINT64;
  if (found != NULL && found->pid != 0 && found->seen != NULL)
    {
      /* The first name is also valid before it was seen. */
      guint next = MAX (seen_before (found->seen, time), 1);

      if (next < found->seen->len)
        *until = g_array_index (found->seen, Sighting, next).time;
    }
  g_mutex_unlock (&self->table->lock);

  return name;
}

static const char *
task_saved_name (const Task *task)
{
  if (task != NULL && task->timed && task->seen != NULL)
    return task_name_at (task, G_MAXINT64);
  if (task != NULL && task->pid == 0)
    return "<idle>";

  return task != NULL && task->saved != NULL ? task->saved : "<...>";
}

gboolean
th_tasks_was_called (ThTasks    *self,
                     guint32     task,
                     const char *name)
{
  gint64 time = G_MININT64 + 1, until;

  if (strcmp (th_tasks_get_saved (self, task), name) == 0)
    return TRUE;
  for (; time != G_MAXINT64; time = until)
    if (strcmp (th_tasks_get_name_until (self, task, time, &until), name) == 0)
      return TRUE;

  return FALSE;
}

gboolean
th_tasks_is_worker (ThTasks *self,
                    guint32  task,
                    gint64   time)
{
  return g_str_has_prefix (th_tasks_get_name (self, task, time), "kworker/");
}

const char *
th_tasks_get_saved (ThTasks *self,
                    guint32  task)
{
  const char *name;

  g_mutex_lock (&self->table->lock);
  name = task_saved_name (tasks_get (self, task));
  g_mutex_unlock (&self->table->lock);

  return name;
}

gboolean
th_tasks_is_timed (ThTasks *self,
                   guint32  task)
{
  const Task *found;
  gboolean timed;

  g_mutex_lock (&self->table->lock);
  found = tasks_get (self, task);
  timed = found != NULL && found->timed;
  g_mutex_unlock (&self->table->lock);

  return timed;
}
