/* th-measure.c - samples, their percentiles and their distribution
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-measure.h"
#include "th-row-numbers.h"
#include "th-series.h"

#define CHUNK_SHIFT 7

struct _ThMeasure
{
  const ThMeasureInfo *info;
  ThSeries             samples; /* ThSample */
  ThRowNumbers         rows;    /* instead, in a derived measure */
  ThSampleFunc         derive;  /* NULL: samples are stored */
  gconstpointer        data;
  guint                what;
};

ThMeasure *
th_measure_new (ThArena             *arena,
                const ThMeasureInfo *info)
{
  ThMeasure *self = g_new0 (ThMeasure, 1);

  self->info = info;
  th_series_init (&self->samples, arena, sizeof (ThSample), CHUNK_SHIFT);
  th_row_numbers_init (&self->rows, arena);
  return self;
}

void
th_measure_free (ThMeasure *self)
{
  g_free (self);
}

void
th_measure_append (ThMeasure      *self,
                   const ThSample *sample)
{
  g_return_if_fail (self->derive == NULL);

  if (self->samples.n_written < G_MAXUINT32 - 1)
    *(ThSample *) th_series_append (&self->samples) = *sample;
}

void
th_measure_derive (ThMeasure     *self,
                   ThSampleFunc   func,
                   gconstpointer  data,
                   guint          what)
{
  g_return_if_fail (self->samples.n_written == 0);

  self->derive = func;
  self->data = data;
  self->what = what;
}

void
th_measure_append_row (ThMeasure *self,
                       guint32    row)
{
  g_return_if_fail (self->derive != NULL);

  if (th_row_numbers_get_n_written (&self->rows) < G_MAXUINT32 - 1)
    th_row_numbers_append (&self->rows, row);
}

void
th_measure_publish (ThMeasure *self)
{
  th_series_publish (&self->samples);
  th_row_numbers_publish (&self->rows);
}

const ThMeasureInfo *
th_measure_get_info (const ThMeasure *self)
{
  return self->info;
}

guint32
th_measure_get_n (const ThMeasure *self)
{
  return self->derive != NULL ? th_row_numbers_get_length (&self->rows)
                              : th_series_get_length (&self->samples);
}

ThSample
th_measure_get (const ThMeasure *self,
                guint32          index)
{
  ThSample sample = { 0, TH_REF_NONE, 0 };

  g_return_val_if_fail (index < th_measure_get_n (self), sample);

  if (self->derive == NULL)
    return *(ThSample *) th_series_get (&self->samples, index);

  self->derive (self->data, self->what, th_row_numbers_get (&self->rows, index), &sample);
  return sample;
}

gboolean
th_measure_has_rows (const ThMeasure *self)
{
  return self->derive != NULL;
}

guint32
th_measure_get_row (const ThMeasure *self,
                    guint32          index)
{
  g_return_val_if_fail (self->derive != NULL && index < th_measure_get_n (self), 0);

  return th_row_numbers_get (&self->rows, index);
}

/* All values in their order. */
static gint64 *
list_values (const ThMeasure *self,
             guint32          n)
{
  gint64 *values = g_new (gint64, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    values[i] = th_measure_get (self, i).value;

  return values;
}

/* --- summary ----------------------------------------------------------- */

static inline void
swap (gint64 *a,
      gint64 *b)
{
  gint64 kept = *a;

  *a = *b;
  *b = kept;
}

/* Moves the median of the first, middle and last value to the middle, because sorted input is
 * common and must not take quadratic time. */
static gint64
pivot (gint64  *values,
       guint32  low,
       guint32  high)
{
  guint32 middle = low + (high - low) / 2;

  if (values[middle] < values[low])
    swap (&values[middle], &values[low]);
  if (values[high] < values[low])
    swap (&values[high], &values[low]);
  if (values[high] < values[middle])
    swap (&values[high], &values[middle]);

  return values[middle];
}

/* Moves the @nth smallest of [low, high] to its place, smaller values before it and larger ones
 * after it. */
static void
select_nth (gint64  *values,
            guint32  low,
            guint32  high,
            guint32  nth)
{
  while (low < high)
    {
      gint64 middle = pivot (values, low, high);
      gint64 i = low, j = high;

      while (i <= j)
        {
          while (values[i] < middle)
            i++;
          while (values[j] > middle)
            j--;
          if (i <= j)
            swap (&values[i++], &values[j--]);
        }

      if (nth <= j)
        high = j;
      else if (nth >= i)
        low = i;
      else
        return;
    }
}

static guint32
nearest_rank (guint32 n,
              guint   percent)
{
  return ((guint64) n * percent + 99) / 100 - 1;
}

/* Of equal samples, the earlier one counts as worse. */
static void
summary_add_worst (ThSummary    *summary,
                   const gint64 *values,
                   guint32       index)
{
  gint64 value = values[index];
  guint at = summary->n_worst;

  if (at == G_N_ELEMENTS (summary->worst) && values[summary->worst[at - 1]] >= value)
    return;
  if (at < G_N_ELEMENTS (summary->worst))
    summary->n_worst++;
  else
    at--;

  for (; at > 0 && values[summary->worst[at - 1]] < value; at--)
    summary->worst[at] = summary->worst[at - 1];
  summary->worst[at] = index;
}

void
th_measure_summarize (const ThMeasure *self,
                      ThSummary       *summary)
{
  guint32 n = th_measure_get_n (self);
  g_autofree gint64 *values = NULL;
  double sum = 0;
  guint32 p50, p90, p99;

  *summary = (ThSummary) { .n = n };
  if (n == 0)
    return;

  values = list_values (self, n);
  for (guint32 i = 0; i < n; i++)
    {
      sum += values[i];
      summary_add_worst (summary, values, i);
    }
  summary->max = values[summary->worst[0]];

  p50 = nearest_rank (n, 50);
  p90 = nearest_rank (n, 90);
  p99 = nearest_rank (n, 99);
  select_nth (values, 0, n - 1, p50);
  select_nth (values, p50, n - 1, p90);
  select_nth (values, p90, n - 1, p99);
  summary->p50 = values[p50];
  summary->p90 = values[p90];
  summary->p99 = values[p99];
  summary->mean = sum / n;
  summary->min = values[0];
  for (guint32 i = 0; i <= p50; i++)
    summary->min = MIN (summary->min, values[i]);
}

/* --- histogram --------------------------------------------------------- */

/* @factor to the power of @n, or some value greater than @enough. */
static double
power (double factor,
       guint  n,
       double enough)
{
  double result = 1;

  for (guint i = 0; i < n && result <= enough; i++)
    result *= factor;

  return result;
}

/* The smallest ratio with which @n bins reach above @max.  Found by bisection, which needs no
 * math library. */
static double
find_factor (guint  n,
             double max)
{
  double low = 1, high = MAX (max, 1) * 2;

  for (guint i = 0; i < 200 && low < high; i++)
    {
      double middle = (low + high) / 2;

      if (middle <= low || middle >= high)
        break;
      if (power (middle, n, max) > max)
        high = middle;
      else
        low = middle;
    }

  return high;
}

/* The bin of @value: the last one whose lower edge it reaches. */
static guint
find_bin (const double *edges,
          guint         n_bins,
          double        value)
{
  guint low = 0, n = n_bins;

  while (n > 1)
    {
      guint half = n / 2;

      if (edges[low + half] <= value)
        low += half;
      n -= half;
    }

  return low;
}

void
th_measure_histogram (const ThMeasure *self,
                      guint            n_bins,
                      guint32         *bins,
                      double          *factor)
{
  guint32 n = th_measure_get_n (self);
  g_autofree double *edges = g_new (double, n_bins + 1);
  g_autofree gint64 *values = list_values (self, n);
  gint64 max = 1;

  g_return_if_fail (n_bins > 0);

  for (guint32 i = 0; i < n; i++)
    max = MAX (max, values[i]);

  *factor = find_factor (n_bins, max);
  edges[0] = 1;
  for (guint i = 0; i < n_bins; i++)
    {
      bins[i] = 0;
      edges[i + 1] = edges[i] * *factor;
    }
  for (guint32 i = 0; i < n; i++)
    bins[find_bin (edges, n_bins, values[i])]++;
}
