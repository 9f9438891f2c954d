/* th-comparison-runs.c - the runs of both sides by one number, and means over a side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-private.h"

ThCompareRun *
th_comparison_peek_run (const ThComparison *self,
                        guint               number)
{
  if (number < self->n_a)
    return g_ptr_array_index (self->runs[0], number);

  return g_ptr_array_index (self->runs[1], number - self->n_a);
}

static double
get_mean (const ThComparison *self,
          const Entry        *entry,
          RunFunc             func,
          guint               begin,
          guint               end)
{
  double sum = 0;

  for (guint run = begin; run < end; run++)
    sum += func (self, entry, run);

  return sum / (end - begin);
}

void
th_comparison_get_means (const ThComparison *self,
                         const Entry        *entry,
                         RunFunc             func,
                         double             *a,
                         double             *b)
{
  *a = get_mean (self, entry, func, 0, self->n_a);
  *b = get_mean (self, entry, func, self->n_a, self->n_a + self->n_b);
}
