/* fuzz-baseline.c - baselines of comparisons, from any source
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-compare-baseline.h"
#include "th-comparison-text.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) runs = th_compare_baseline_parse (data, size, &error);
  g_autoptr(ThComparison) comparison = NULL;
  ThVerdictOptions options;

  if (runs == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }

  /* A baseline that was accepted can be compared and described. */
  th_verdict_options_init (&options);
  comparison = th_comparison_new (runs, runs, &options, NULL);
  for (guint i = 0; comparison != NULL && i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);
      g_autofree char *name = th_comparison_format_name (row);
      g_autofree char *values = th_comparison_format_values (row);
      g_autofree char *sentence = th_comparison_describe_row (row);

      g_assert_true (g_utf8_validate (name, -1, NULL));
      g_assert_nonnull (values);
      g_assert_nonnull (sentence);
      th_comparison_rank (comparison, row);
    }
  return 0;
}
