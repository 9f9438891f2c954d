/* th-compare-parts.c - divides the time of the samples of a class into parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Samples are divided by everything that rows and events reveal about them: the CPU, the
 * task, the stages of the flow, and the tasks, softirqs and interrupts that ran while their
 * time passed.  This uses only what the results declare, and knows no particular analysis.
 */
#include "config.h"

#include <string.h>

#include "th-compare-take-private.h"
#include "th-printable.h"
#include "th-quantiles.h"
#include "th-row-span.h"
#include "th-time.h"

/* The most keys of a dimension; further keys are counted as "…". */
#define MAX_KEYS 256

typedef enum
{
  DIMENSION_STAGE,
  DIMENSION_RAN,
  DIMENSION_CPU,
  DIMENSION_TASK,
  N_DIMENSIONS
} Dimension;

static const struct
{
  const char *id;
  gboolean    is_share;
} dimensions[N_DIMENSIONS] = {
  [DIMENSION_STAGE] = { "stage", TRUE },
  [DIMENSION_RAN] = { "ran", TRUE },
  [DIMENSION_CPU] = { "cpu", FALSE },
  [DIMENSION_TASK] = { "task", FALSE }
};

typedef struct
{
  const Source   *source;
  ThCompareClass *class;
  GHashTable     *parts[N_DIMENSIONS]; /* key → index in the class' parts, plus one */
  GHashTable     *known[N_DIMENSIONS]; /* address of a key, which stays → the same */
  GHashTable     *cpus;                /* number of a CPU → its name */
  gboolean        has_blamed;          /* a column of the rows has the role of blame */
  guint           n_levels;            /* levels that the current sample belongs to */
  double          value;
  RanPlace        place;               /* the CPU that the sample is about */
} Parts;

/* Returns its index in the parts of the class, plus one. */
static guint
add_part (Parts      *self,
          Dimension   dimension,
          const char *key)
{
  ThComparePart part = { g_strdup (dimensions[dimension].id), th_printable_line (key),
                         dimensions[dimension].is_share };

  g_array_append_val (self->class->parts, part);
  g_hash_table_insert (self->parts[dimension], g_strdup (key),
                       GUINT_TO_POINTER (self->class->parts->len));
  return self->class->parts->len;
}

/* Returns the index of the part of @key, plus one; adds it if there is none. */
static guint
find_part (Parts      *self,
           Dimension   dimension,
           const char *key)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->parts[dimension], key));

  if (index == 0 && g_hash_table_size (self->parts[dimension]) >= MAX_KEYS &&
      strcmp (key, "…") != 0)
    return find_part (self, dimension, "…");

  return index != 0 ? index : add_part (self, dimension, key);
}

/* @key must live as long as @self: it is found again by its address, which is far cheaper
 * than by its text. */
static void
add_amount (Parts      *self,
            Dimension   dimension,
            const char *key,
            double      amount)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->known[dimension], key));
  ThComparePart *part;

  if (index == 0)
    {
      index = find_part (self, dimension, key);
      g_hash_table_insert (self->known[dimension], (gpointer) key, GUINT_TO_POINTER (index));
    }

  part = &g_array_index (self->class->parts, ThComparePart, index - 1);
  for (guint level = 0; level < self->n_levels; level++)
    {
      part->sum[level] += amount;
      part->n[level] += !dimensions[dimension].is_share;
    }
}

static void
add_ran (const char *name,
         gint64      time,
         gpointer    data)
{
  add_amount (data, DIMENSION_RAN, name, time);
}

/* --- the dimensions ------------------------------------------------------- */

static void
divide_by_stage (Parts        *self,
                 const ThFlow *flow)
{
  const ThFlowsInfo *info = th_flows_get_info (self->source->flows);
  g_autoptr(GArray) legs = th_flows_list_legs (self->source->flows, flow);
  double rest = self->value;

  for (guint i = 0; i < legs->len; i++)
    {
      const ThLeg *leg = &g_array_index (legs, ThLeg, i);
      double length = th_time_between (leg->begin, leg->end);

      if (leg->stage >= info->n_stages || length == 0)
        continue;
      add_amount (self, DIMENSION_STAGE, info->stages[leg->stage].id, length);
      rest -= length;
    }
  if (rest != 0)
    add_amount (self, DIMENSION_STAGE, "other", rest);
}

/* The time from @from on at @self->place; the sample may as well have a value that is not the
 * length of a span, as in recordings whose clock steps back. */
static void
divide_by_ran (Parts  *self,
               gint64  from)
{
  if (from != TH_TIME_NONE && self->value > 0)
    th_compare_ran_walk (self->source->taking->ran, &self->place, from,
                         th_time_add (from, self->value), add_ran, self);
  else
    add_ran ("…", self->value, self);
}

/* @span is the span of the row and the CPU that it ended on. */
static void
divide_row (Parts           *self,
            const ThRowSpan *span)
{
  gboolean known = span->cpu != G_MAXUINT && span->from != TH_TIME_NONE &&
                   th_time_between (span->from, span->to) == self->value;

  if (span->cpu != G_MAXUINT)
    self->place = th_compare_ran_at (self->source->taking->ran,
                                     (ThRef) { span->stream, span->cpu, 0 });
  divide_by_ran (self, known ? span->from : TH_TIME_NONE);
}

/* The wait of a task ends on the CPU where it is switched in. */
static void
divide_wait (Parts        *self,
             const Picked *picked)
{
  RanPlace place = { NULL, };

  if (picked->sample.task != 0 && picked->time != TH_TIME_NONE)
    place = th_compare_ran_start (self->source->taking->ran, picked->sample.task - 1,
                                  th_time_add (picked->time, picked->sample.value));
  if (place.cpu != NULL)
    self->place = place;
  divide_by_ran (self, place.cpu != NULL ? picked->time : TH_TIME_NONE);
}

static const char *
name_cpu (Parts *self,
          guint  number)
{
  gpointer key = GUINT_TO_POINTER (number);
  char *name = g_hash_table_lookup (self->cpus, key);

  if (name == NULL)
    {
      name = g_strdup_printf ("%u", number);
      g_hash_table_insert (self->cpus, key, name);
    }
  return name;
}

static void
divide_by_cpu (Parts *self)
{
  add_amount (self, DIMENSION_CPU, self->place.cpu == NULL
              ? "…" : name_cpu (self, th_cpu_get_number (self->place.cpu)), self->value);
}

/* By the task of the anchor: the one that the sample ends or begins in, or the waker of a
 * wait. */
static void
divide_by_task (Parts        *self,
                const Picked *picked)
{
  ThRecording *recording = self->source->taking->recording;
  guint32 task = th_ref_is_none (picked->sample.anchor)
                 ? TH_TASK_NONE : th_recording_get_task (recording, picked->sample.anchor);

  add_amount (self, DIMENSION_TASK, task == TH_TASK_NONE ? "…" : th_tasks_get_name (
                th_recording_get_tasks (recording), task, picked->time), self->value);
}

/* By what ran while the time passed, if the results tell when and on which CPU that was. */
static void
divide_time (Parts        *self,
             const Picked *picked)
{
  const Source *source = self->source;
  gboolean stays = self->class->spent == TH_SPENT_RUNNING &&
                   source->info->spent == TH_SPENT_CALLING;

  if (source->flows != NULL)
    divide_by_ran (self, picked->time != TH_TIME_NONE
                         ? th_time_add (picked->time, -picked->sample.value) : TH_TIME_NONE);
  else if (self->has_blamed)
    {
      ThRowSpan span;

      th_row_span_read (source->taking->recording, source->results, source->table,
                        th_measure_get_row (source->measure, picked->index), &span);
      divide_row (self, &span);
    }
  else if (source->info->place == TH_PLACE_UNTIL_RUN)
    divide_wait (self, picked);
  else if (source->info->place == TH_PLACE_AFTER_ANCHOR || stays)
    divide_by_ran (self, picked->time);
}

static void
divide (Parts        *self,
        const Picked *picked)
{
  const Source *source = self->source;

  self->place = th_compare_ran_at (source->taking->ran, picked->sample.anchor);
  if (source->info->is_whole_flow && source->flows != NULL)
    divide_by_stage (self, th_flows_get (source->flows,
                                         th_measure_get_row (source->measure, picked->index)));
  else if (source->info->unit == TH_UNIT_TIME)
    divide_time (self, picked);
  divide_by_cpu (self);
  divide_by_task (self, picked);
}

/* --- a class ---------------------------------------------------------------- */

static gboolean
has_blamed (const ThTable *table)
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].role == TH_ROLE_BLAMED)
      return TRUE;

  return FALSE;
}

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const ThComparePart *first = a, *second = b;
  int order = strcmp (first->dimension, second->dimension);

  return order != 0 ? order : strcmp (first->key, second->key);
}

static void
parts_init (Parts *self)
{
  const Source *source = self->source;

  self->has_blamed = source->table != NULL && source->info->class_columns != NULL &&
                     has_blamed (source->table);
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < N_DIMENSIONS; i++)
    {
      self->parts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      self->known[i] = g_hash_table_new (NULL, NULL);
    }
}

static void
parts_clear (Parts *self)
{
  g_hash_table_unref (self->cpus);
  for (guint i = 0; i < N_DIMENSIONS; i++)
    {
      g_hash_table_unref (self->parts[i]);
      g_hash_table_unref (self->known[i]);
    }
}

/* The least value of each level. */
static void
find_limits (const ThCompareClass *class,
             double                limits[TH_VERDICT_N_LEVELS])
{
  g_autofree gint64 *sorted = th_compare_class_dup_sorted (class);

  limits[0] = -G_MAXDOUBLE;
  limits[1] = th_quantiles_get (sorted, class->n, .9);
  limits[2] = th_quantiles_get (sorted, class->n, .99);
}

void
th_compare_parts_take (const Source   *source,
                       const Picked   *picked,
                       ThCompareClass *class)
{
  Parts self = { source, class };
  double limits[TH_VERDICT_N_LEVELS];

  parts_init (&self);
  find_limits (class, limits);

  for (guint32 i = 0; i < class->n; i++)
    {
      self.value = picked[i].sample.value;
      for (self.n_levels = 0; self.n_levels < TH_VERDICT_N_LEVELS &&
           self.value >= limits[self.n_levels]; self.n_levels++)
        {
          class->level_n[self.n_levels]++;
          class->level_sum[self.n_levels] += self.value;
        }
      divide (&self, &picked[i]);
    }
  g_array_sort (class->parts, compare_parts);
  parts_clear (&self);
}
