/* th-compare-examples.c - finds the samples of a class in a loaded recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "th-compare-examples.h"
#include "th-compare-take-private.h"
#include "th-row-span.h"
#include "th-time.h"

struct _ThCompareExamples
{
  ThResults *results;
  gboolean   are_flows;
  GArray    *list;      /* of ThCompareExample */
};

/* --- the span of a sample ---------------------------------------------------- */

static guint32
get_row (const Source *source,
         const Picked *picked)
{
  return source->table != NULL && th_measure_has_rows (source->measure)
         ? th_measure_get_row (source->measure, picked->index) : G_MAXUINT32;
}

/* FALSE if the value of the sample is not that long. */
static gboolean
take_span (ThCompareExample *example,
           gint64            from,
           gint64            to)
{
  if (from == TH_TIME_NONE || th_time_between (from, to) != example->value)
    return FALSE;

  example->begin = from;
  example->end = to;
  return TRUE;
}

/* The span of the flow, or else of the table row, if the value of the sample is its length. */
static gboolean
set_span_of_row (const Source     *source,
                 ThCompareExample *example)
{
  const ThFlow *flow;
  ThRowSpan span;

  if (source->flows != NULL)
    {
      flow = th_flows_get (source->flows, example->row);
      return take_span (example, flow->first, flow->last);
    }

  th_row_span_read (source->taking->recording, source->results, source->table, example->row,
                    &span);
  return take_span (example, span.from, span.to);
}

/* The anchor of a stage of a flow is its end; others begin at their anchor. */
static void
set_span (const Source     *source,
          ThCompareExample *example)
{
  gint64 time = th_ref_is_none (example->anchor)
                ? TH_TIME_NONE
                : th_recording_get_time (source->taking->recording, example->anchor);

  example->begin = example->end = time;
  if (source->info->unit != TH_UNIT_TIME || example->value <= 0 ||
      (example->row != G_MAXUINT32 && set_span_of_row (source, example)) || time == TH_TIME_NONE)
    return;

  if (source->flows != NULL)
    example->begin = th_time_add (time, -example->value);
  else
    example->end = th_time_add (time, example->value);
}

/* --- shares -------------------------------------------------------------------- */

/* @part: the number of the part that is asked for, once it is known */
typedef struct
{
  const ThCompareExampleQuery *query;
  Divider                     *divider;
  guint                        n_parts;
  GArray                      *wanted; /* of guint */
  gboolean                     has_part;
  double                       share;
} Shares;

static void
learn_part (Shares *self,
            guint   part)
{
  const PartKey *key = th_compare_divider_get (self->divider, part);

  self->n_parts = part + 1;
  if (strcmp (key->dimension, self->query->dimension) == 0 &&
      strcmp (key->key, self->query->key) == 0)
    g_array_append_val (self->wanted, part);
}

static void
add_share (guint    part,
           double   amount,
           gpointer data)
{
  Shares *self = data;

  if (part == self->n_parts)
    learn_part (self, part);
  for (guint i = 0; i < self->wanted->len; i++)
    if (g_array_index (self->wanted, guint, i) == part)
      {
        self->has_part = TRUE;
        self->share += amount;
      }
}

/* FALSE if the sample has no share of the part that is asked for.  Every sample has to be
 * asked about, as the first ones decide which parts have a key of their own. */
static gboolean
read_share (Shares       *self,
            const Picked *picked)
{
  self->has_part = FALSE;
  self->share = 0;
  if (self->query->dimension == NULL)
    {
      self->share = picked->sample.value;
      return TRUE;
    }

  th_compare_divide (self->divider, picked);
  return self->has_part;
}

/* --- the list ------------------------------------------------------------------- */

static int
compare_examples (gconstpointer a,
                  gconstpointer b)
{
  const ThCompareExample *first = a, *second = b;

  if (first->share != second->share)
    return first->share > second->share ? -1 : 1;
  if (first->begin != second->begin)
    return first->begin < second->begin ? -1 : 1;
  return first->row < second->row ? -1 : first->row > second->row;
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

/* Replaces the quantiles of @query by values: of n samples the one at index i, from 0, is at
 * (i + 0.5) / n. */
static void
narrow_to_quantiles (ThCompareExampleQuery *query,
                     const GArray          *picked)
{
  g_autoptr(GArray) values = NULL;
  gint64 first = (gint64) ceil (query->p_low * picked->len - .5);
  gint64 last = (gint64) floor (query->p_high * picked->len - .5);

  if (query->p_low <= 0 && query->p_high >= 1)
    return;
  if (first > last || first < 0 || last >= picked->len)
    {
      query->low = G_MAXINT64;
      query->high = G_MININT64;
      return;
    }

  values = g_array_sized_new (FALSE, FALSE, sizeof (gint64), picked->len);
  for (guint i = 0; i < picked->len; i++)
    g_array_append_val (values, g_array_index (picked, Picked, i).sample.value);
  g_array_sort (values, compare_values);
  query->low = MAX (query->low, g_array_index (values, gint64, first));
  query->high = MIN (query->high, g_array_index (values, gint64, last));
}

static void
list_examples (ThCompareExamples           *self,
               const Source                *source,
               const GArray                *picked,
               const ThCompareExampleQuery *asked)
{
  ThCompareExampleQuery narrowed = *asked, *query = &narrowed;
  Shares shares = { .query = query };

  narrow_to_quantiles (query, picked);
  shares.divider = th_compare_divider_new (source, th_compare_find_spent (source, picked),
                                           add_share, &shares);
  shares.wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < picked->len; i++)
    {
      const Picked *one = &g_array_index (picked, Picked, i);
      ThCompareExample example = { .anchor = one->sample.anchor, .value = one->sample.value };

      if (!read_share (&shares, one) || example.value < query->low || example.value > query->high)
        continue;
      example.row = get_row (source, one);
      example.share = shares.share;
      set_span (source, &example);
      g_array_append_val (self->list, example);
    }
  th_compare_divider_free (shares.divider);
  g_array_unref (shares.wanted);
  g_array_sort (self->list, compare_examples);
}

void
th_compare_example_query_init (ThCompareExampleQuery *query,
                               const char            *analysis,
                               const char            *measure,
                               const char            *name)
{
  *query = (ThCompareExampleQuery) { analysis, measure, name, G_MININT64, G_MAXINT64, 0, 1,
                                     NULL, NULL, TH_TIME_NONE, G_MAXINT64 };
}

ThCompareExamples *
th_compare_examples_new (ThRecording                 *recording,
                         GPtrArray                   *all,
                         const ThCompareExampleQuery *query)
{
  Taking taking = { recording, all, query->from, query->to, th_compare_ran_new (recording, all) };
  guint class;
  Samples *samples = th_compare_samples_find (&taking, query->analysis, query->measure,
                                              query->name, &class);
  ThCompareExamples *self = NULL;

  if (samples != NULL)
    {
      self = g_new0 (ThCompareExamples, 1);
      self->results = th_results_ref (samples->source.results);
      self->are_flows = samples->source.flows != NULL;
      self->list = g_array_new (FALSE, FALSE, sizeof (ThCompareExample));
      list_examples (self, &samples->source, g_ptr_array_index (samples->picked, class), query);
      th_compare_samples_free (samples);
    }
  th_compare_ran_free (taking.ran);
  return self;
}

void
th_compare_examples_free (ThCompareExamples *self)
{
  th_results_unref (self->results);
  g_array_unref (self->list);
  g_free (self);
}

guint
th_compare_examples_get_n (const ThCompareExamples *self)
{
  return self->list->len;
}

const ThCompareExample *
th_compare_examples_get (const ThCompareExamples *self,
                         guint                    index)
{
  g_return_val_if_fail (index < self->list->len, NULL);

  return &g_array_index (self->list, ThCompareExample, index);
}

ThResults *
th_compare_examples_get_results (const ThCompareExamples *self)
{
  return self->results;
}

gboolean
th_compare_examples_are_flows (const ThCompareExamples *self)
{
  return self->are_flows;
}
