/* compare-fixture.h - runs of made-up samples, for tests of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-private.h"
#include "th-comparison.h"

/* The samples of a class that is made: @n of them around @median, spread by a factor of
 * about 1.2, the same for the same @seed. */
typedef struct
{
  const char *measure;
  const char *name;
  ThSpent     spent;
  guint32     n;
  double      median;
  guint32     seed;
} TestSamples;

/* Recorded from @start on, for a second, with the same machine as all others. */
ThCompareRun   *test_run_new       (const char         *name,
                                    gint64              start);
/* Until test_run_end() the class may be changed. */
ThCompareClass *test_run_add       (ThCompareRun       *run,
                                    const TestSamples  *samples);
/* Several classes of a measure know how many samples it has. */
ThCompareRun   *test_run_end       (ThCompareRun       *run);

/* With the usual options; takes both sides. */
ThComparison   *test_compare       (GPtrArray          *a,
                                    GPtrArray          *b);
const ThComparisonRow *test_find_row (const ThComparison *comparison,
                                    const char         *measure,
                                    const char         *name,
                                    guint               level);
/* The first of that kind; NULL if there is none. */
const ThComparisonWarning *test_find_warning (const GArray *warnings,
                                    ThWarningKind       kind);
/* What the parts of each dimension add up to is the difference of means. */
void            test_check_parts   (const ThComparisonRow *row);
