/* th-path-history.c - what each task did over time, and who woke it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-history.h"

#include "th-time.h"

struct _ThPathHistory
{
  GPtrArray *tasks;     /* by task: GArray of ThChange, or NULL */
  GPtrArray *cpus;      /* by CPU: GArray of ThOccupant, or NULL */
  GArray    *wakers;    /* of ThWaker */
  GArray    *gaps;      /* of ThGap, in order of their ends */
  gint64     longest;   /* of all gaps */
  gsize      memory;
};

static void
unref_array (gpointer array)
{
  if (array != NULL)
    g_array_unref (array);
}

ThPathHistory *
th_path_history_new (void)
{
  ThPathHistory *self = g_new0 (ThPathHistory, 1);

  self->tasks = g_ptr_array_new_with_free_func (unref_array);
  self->cpus = g_ptr_array_new_with_free_func (unref_array);
  self->wakers = g_array_new (FALSE, FALSE, sizeof (ThWaker));
  self->gaps = g_array_new (FALSE, FALSE, sizeof (ThGap));

  return self;
}

void
th_path_history_free (ThPathHistory *self)
{
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->cpus);
  g_array_unref (self->wakers);
  g_array_unref (self->gaps);
  g_free (self);
}

/* --- filling ----------------------------------------------------------- */

static GArray *
get_array (ThPathHistory *self,
           GPtrArray     *arrays,
           guint          index,
           guint          size)
{
  if (index >= arrays->len)
    {
      self->memory += (index + 1 - arrays->len) * sizeof (gpointer);
      g_ptr_array_set_size (arrays, index + 1);
    }
  if (arrays->pdata[index] == NULL)
    arrays->pdata[index] = g_array_new (FALSE, FALSE, size);

  return arrays->pdata[index];
}

/* Clocks of CPUs may disagree, but the changes of a task are in the order in which they happened:
 * none is before the last one. */
void
th_path_history_add (ThPathHistory  *self,
                     guint32         task,
                     const ThChange *change)
{
  GArray *changes = get_array (self, self->tasks, task, sizeof (ThChange));
  ThChange copy = *change;

  if (changes->len > 0)
    copy.time = MAX (copy.time, g_array_index (changes, ThChange, changes->len - 1).time);
  g_array_append_val (changes, copy);
  self->memory += sizeof (ThChange);
}

guint32
th_path_history_add_waker (ThPathHistory *self,
                           const ThWaker *waker)
{
  g_array_append_vals (self->wakers, waker, 1);
  self->memory += sizeof (ThWaker);
  return self->wakers->len - 1;
}

void
th_path_history_add_occupant (ThPathHistory *self,
                              guint          cpu,
                              gint64         time,
                              guint32        task)
{
  GArray *occupants = get_array (self, self->cpus, cpu, sizeof (ThOccupant));
  ThOccupant occupant = { time, task };

  g_array_append_val (occupants, occupant);
  self->memory += sizeof (ThOccupant);
}

void
th_path_history_add_gap (ThPathHistory *self,
                         const ThGap   *gap)
{
  ThGap copy = *gap;

  if (self->gaps->len > 0)
    copy.to = MAX (copy.to, g_array_index (self->gaps, ThGap, self->gaps->len - 1).to);
  g_array_append_val (self->gaps, copy);
  self->longest = MAX (self->longest, th_time_between (copy.from, copy.to));
  self->memory += sizeof (ThGap);
}

gsize
th_path_history_get_memory (const ThPathHistory *self)
{
  return self->memory;
}

/* --- reading ----------------------------------------------------------- */

static const GArray *
find_array (const GPtrArray *arrays,
            guint            index)
{
  return index < arrays->len ? arrays->pdata[index] : NULL;
}

guint
th_path_history_get_n (const ThPathHistory *self,
                       guint32              task)
{
  const GArray *changes = find_array (self->tasks, task);

  return changes != NULL ? changes->len : 0;
}

const ThChange *
th_path_history_get (const ThPathHistory *self,
                     guint32              task,
                     guint                index)
{
  return &g_array_index (find_array (self->tasks, task), ThChange, index);
}

guint
th_path_history_find (const ThPathHistory *self,
                      guint32              task,
                      gint64               time)
{
  guint low = 0, high = th_path_history_get_n (self, task);

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (th_path_history_get (self, task, middle)->time <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low > 0 ? low - 1 : G_MAXUINT;
}

const ThWaker *
th_path_history_get_waker (const ThPathHistory *self,
                           guint32              waker)
{
  return &g_array_index (self->wakers, ThWaker, waker);
}

const ThOccupant *
th_path_history_get_occupants (const ThPathHistory *self,
                               guint                cpu,
                               guint               *n)
{
  const GArray *occupants = find_array (self->cpus, cpu);

  *n = occupants != NULL ? occupants->len : 0;
  return *n > 0 ? (const ThOccupant *) occupants->data : NULL;
}

/* The first gap that ends after @time. */
static guint
find_first_gap (const ThPathHistory *self,
                gint64               time)
{
  guint low = 0, high = self->gaps->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->gaps, ThGap, middle).to <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

const ThGap *
th_path_history_find_gap (const ThPathHistory *self,
                          guint                cpu,
                          gint64               from,
                          gint64               to)
{
  for (guint i = find_first_gap (self, from); i < self->gaps->len; i++)
    {
      const ThGap *gap = &g_array_index (self->gaps, ThGap, i);

      if (th_time_between (to, gap->to) > self->longest)
        break;
      if ((cpu == G_MAXUINT ? !gap->is_local : gap->cpu == cpu) && gap->from < to)
        return gap;
    }

  return NULL;
}
