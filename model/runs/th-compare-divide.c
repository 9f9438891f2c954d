/* th-compare-divide.c - divides the time of a sample into parts
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
#include "th-hash.h"
#include "th-printable.h"
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

struct _Divider
{
  const Source *source;
  PartFunc      func;
  gpointer      data;
  GArray       *parts;                 /* of PartKey, in order of appearance */
  GHashTable   *numbers[N_DIMENSIONS]; /* key → number of the part, plus one */
  GHashTable   *known[N_DIMENSIONS];   /* address of a key, which stays → the same */
  GHashTable   *cpus;                  /* number of a CPU → its name */
  ThSpent       spent;                 /* of the class */
  gboolean      has_blamed;            /* a column of the rows has the role of blame */
  double        value;                 /* of the current sample */
  RanPlace      place;                 /* the CPU that the sample is about */
};

/* Returns its number plus one. */
static guint
add_part (Divider    *self,
          Dimension   dimension,
          const char *key)
{
  PartKey part = { dimensions[dimension].id, th_printable_line (key),
                   dimensions[dimension].is_share };

  g_array_append_val (self->parts, part);
  g_hash_table_insert (self->numbers[dimension], g_strdup (key),
                       GUINT_TO_POINTER (self->parts->len));
  return self->parts->len;
}

/* Returns the number of the part of @key, plus one; adds it if there is none. */
static guint
find_part (Divider    *self,
           Dimension   dimension,
           const char *key)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers[dimension], key));

  if (number == 0 && g_hash_table_size (self->numbers[dimension]) >= MAX_KEYS &&
      strcmp (key, "…") != 0)
    return find_part (self, dimension, "…");

  return number != 0 ? number : add_part (self, dimension, key);
}

/* @key must live as long as @self: it is found again by its address, which is far cheaper
 * than by its text. */
static void
add_amount (Divider    *self,
            Dimension   dimension,
            const char *key,
            double      amount)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->known[dimension], key));

  if (number == 0)
    {
      number = find_part (self, dimension, key);
      g_hash_table_insert (self->known[dimension], (gpointer) key, GUINT_TO_POINTER (number));
    }
  self->func (number - 1, amount, self->data);
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
divide_by_stage (Divider      *self,
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
divide_by_ran (Divider *self,
               gint64   from)
{
  if (from != TH_TIME_NONE && self->value > 0)
    th_compare_ran_walk (self->source->taking->ran, &self->place, from,
                         th_time_add (from, self->value), add_ran, self);
  else
    add_ran ("…", self->value, self);
}

/* @span is the span of the row and the CPU that it ended on. */
static void
divide_row (Divider         *self,
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
divide_wait (Divider      *self,
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
name_cpu (Divider *self,
          guint    number)
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
divide_by_cpu (Divider *self)
{
  add_amount (self, DIMENSION_CPU, self->place.cpu == NULL
              ? "…" : name_cpu (self, th_cpu_get_number (self->place.cpu)), self->value);
}

/* By the task of the anchor: the one that the sample ends or begins in, or the waker of a
 * wait. */
static void
divide_by_task (Divider      *self,
                const Picked *picked)
{
  ThRecording *recording = self->source->taking->recording;
  guint32 task = th_ref_is_none (picked->sample.anchor)
                 ? TH_TASK_NONE : th_recording_get_task (recording, picked->sample.anchor);

  add_amount (self, DIMENSION_TASK, task == TH_TASK_NONE ? "…" : th_compare_ran_name (
                self->source->taking->ran, task, picked->time), self->value);
}

/* By what ran while the time passed, if the results tell when and on which CPU that was. */
static void
divide_time (Divider      *self,
             const Picked *picked)
{
  const Source *source = self->source;
  gboolean stays = self->spent == TH_SPENT_RUNNING &&
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

void
th_compare_divide (Divider      *self,
                   const Picked *picked)
{
  const Source *source = self->source;

  self->value = picked->sample.value;
  self->place = th_compare_ran_at (source->taking->ran, picked->sample.anchor);
  if (source->info->is_whole_flow && source->flows != NULL)
    divide_by_stage (self, th_flows_get (source->flows,
                                         th_measure_get_row (source->measure, picked->index)));
  else if (source->info->unit == TH_UNIT_TIME)
    divide_time (self, picked);
  divide_by_cpu (self);
  divide_by_task (self, picked);
}

/* --- the divider --------------------------------------------------------------- */

static gboolean
has_blamed (const ThTable *table)
{
  const ThTableInfo *info = th_table_get_info (table);

  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].role == TH_ROLE_BLAMED)
      return TRUE;

  return FALSE;
}

static void
part_clear (gpointer data)
{
  g_free (((PartKey *) data)->key);
}

Divider *
th_compare_divider_new (const Source *source,
                        ThSpent       spent,
                        PartFunc      func,
                        gpointer      data)
{
  Divider *self = g_new0 (Divider, 1);

  self->source = source;
  self->spent = spent;
  self->func = func;
  self->data = data;
  self->parts = g_array_new (FALSE, FALSE, sizeof (PartKey));
  g_array_set_clear_func (self->parts, part_clear);
  for (guint i = 0; i < N_DIMENSIONS; i++)
    {
      self->numbers[i] = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
      self->known[i] = g_hash_table_new (NULL, NULL);
    }
  self->cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->has_blamed = source->table != NULL && source->info->class_columns != NULL &&
                     has_blamed (source->table);
  return self;
}

void
th_compare_divider_free (Divider *self)
{
  for (guint i = 0; i < N_DIMENSIONS; i++)
    {
      g_hash_table_unref (self->numbers[i]);
      g_hash_table_unref (self->known[i]);
    }
  g_hash_table_unref (self->cpus);
  g_array_unref (self->parts);
  g_free (self);
}

const PartKey *
th_compare_divider_get (const Divider *self,
                        guint          part)
{
  return &g_array_index (self->parts, PartKey, part);
}
