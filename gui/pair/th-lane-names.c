/* th-lane-names.c - finds the corresponding lane of another recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-names.h"

#include <string.h>

#include "th-hash.h"
#include "th-lane-state.h"

#define TASK "task/"
#define PROCESS "process/"

struct _ThLaneNames
{
  GHashTable *names[TH_N_SIDES]; /* name on this side → name on the other */
};

/* --- one recording ------------------------------------------------------ */

/* A task with a lane, or a process with such a task. */
typedef struct
{
  gint32  pid;
  char   *lane;
} Named;

static void
named_clear (gpointer named)
{
  g_free (((Named *) named)->lane);
}

/* Takes ownership of @lane. */
static void
add_named (GHashTable *groups,
           const char *kind,
           const char *name,
           gint32      pid,
           char       *lane)
{
  g_autofree char *key = g_strconcat (kind, name, NULL);
  GArray *group = g_hash_table_lookup (groups, key);
  Named named = { pid, lane };

  if (group == NULL)
    {
      group = g_array_new (FALSE, FALSE, sizeof (Named));
      g_array_set_clear_func (group, named_clear);
      g_hash_table_insert (groups, g_steal_pointer (&key), group);
    }
  g_array_append_val (group, named);
}

static int
compare_named (gconstpointer a,
               gconstpointer b)
{
  const Named *first = a, *second = b;

  return first->pid != second->pid ? (first->pid < second->pid ? -1 : 1)
                                   : strcmp (first->lane, second->lane);
}

/* Adds the process of @task, unless another of its tasks was seen before. */
static void
add_process (GHashTable *groups,
             GHashTable *seen,
             ThTasks    *tasks,
             guint32     task)
{
  gint32 tgid = th_tasks_get_tgid (tasks, task);
  guint32 leader = tgid >= 0 ? th_tasks_find (tasks, tgid) : TH_TASK_NONE;

  /* If a pid occurs in several sources, their lanes have the same name with a number, which
   * cannot be matched. */
  if (leader == TH_TASK_NONE || th_tasks_get_source (tasks, task) != 0 ||
      !g_hash_table_add (seen, GINT_TO_POINTER (tgid)))
    return;

  add_named (groups, PROCESS, th_tasks_get_name (tasks, leader, G_MAXINT64), tgid,
             g_strdup_printf (PROCESS "%d", tgid));
}

/* Returns the lanes by kind and name: "task/nginx" → "task/1234", "task/1235".  Only tasks that
 * ran are considered, because recordings also contain the names of tasks that had exited
 * before. */
static GHashTable *
group_tasks (ThScene *scene)
{
  GHashTable *groups = g_hash_table_new_full (th_string_hash, g_str_equal, g_free,
                                              (GDestroyNotify) g_array_unref);
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);
  ThTasks *tasks = th_recording_get_tasks (th_scene_get_recording (scene));
  guint32 n = th_tasks_get_n (tasks);
  GHashTableIter iter;
  gpointer group;

  for (guint32 i = 0; i < n; i++)
    {
      const char *lane = th_scene_get_task_name (scene, i);

      if (lane == NULL)
        continue;
      add_named (groups, TASK, th_tasks_get_name (tasks, i, G_MAXINT64),
                 th_tasks_get_pid (tasks, i), g_strdup (lane));
      add_process (groups, seen, tasks, i);
    }
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    g_array_sort (group, compare_named);

  return groups;
}

/* --- both --------------------------------------------------------------- */

static void
add_pair (ThLaneNames *self,
          const Named *a,
          const Named *b)
{
  g_hash_table_insert (self->names[TH_SIDE_A], g_strdup (a->lane), g_strdup (b->lane));
  g_hash_table_insert (self->names[TH_SIDE_B], g_strdup (b->lane), g_strdup (a->lane));
}

static gboolean
has_named (const GArray *group,
           const Named  *named)
{
  return g_array_binary_search ((GArray *) group, named, compare_named, NULL);
}

/* The next element of @group that is not in @others; NULL if there is none. */
static const Named *
next_unlike (const GArray *group,
             const GArray *others,
             guint        *position)
{
  while (*position < group->len)
    {
      const Named *named = &g_array_index (group, Named, (*position)++);

      if (!has_named (others, named))
        return named;
    }

  return NULL;
}

static void
pair_group (ThLaneNames  *self,
            const GArray *a,
            const GArray *b)
{
  const Named *first, *second;
  guint at_a = 0, at_b = 0;

  for (guint i = 0; i < a->len; i++)
    if (has_named (b, &g_array_index (a, Named, i)))
      add_pair (self, &g_array_index (a, Named, i), &g_array_index (a, Named, i));
  while ((first = next_unlike (a, b, &at_a)) != NULL &&
         (second = next_unlike (b, a, &at_b)) != NULL)
    add_pair (self, first, second);
}

ThLaneNames *
th_lane_names_new (ThScene *a,
                   ThScene *b)
{
  ThLaneNames *self = g_new0 (ThLaneNames, 1);
  g_autoptr(GHashTable) groups = group_tasks (a), others = group_tasks (b);
  GHashTableIter iter;
  gpointer key, group;

  for (guint i = 0; i < TH_N_SIDES; i++)
    self->names[i] = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &key, &group))
    {
      const GArray *found = g_hash_table_lookup (others, key);

      if (found != NULL)
        pair_group (self, group, found);
    }

  return self;
}

void
th_lane_names_free (ThLaneNames *self)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    g_hash_table_unref (self->names[i]);
  g_free (self);
}

const char *
th_lane_names_translate (const ThLaneNames *self,
                         ThSide             from,
                         const char        *name)
{
  if (!g_str_has_prefix (name, TASK) && !g_str_has_prefix (name, PROCESS))
    return name;

  return g_hash_table_lookup (self->names[from], name);
}
