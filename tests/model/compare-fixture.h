/* compare-fixture.h - runs of made-up samples, for tests of comparisons
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-private.h"
#include "th-comparison.h"

/* The class to make: @n samples around @median, spread by a factor of about 1.2, and
 * reproducible by @seed. */
typedef struct
{
  const char *measure;
  const char *name;
  ThSpent     spent;
  guint32     n;
  double      median;
  guint32     seed;
} TestSamples;

/* A run of one second from @start on, on the same machine as all others. */
ThCompareRun   *test_run_new       (const char         *name,
                                    gint64              start);
/* Adds a class, which may be changed until test_run_end(). */
ThCompareClass *test_run_add       (ThCompareRun       *run,
                                    const TestSamples  *samples);
/* Adds a count to the tables or the events of a run. */
void            test_run_count     (GArray             *counts,
                                    const char         *id,
                                    const char         *name,
                                    gboolean            is_listed,
                                    guint64             count);
/* Sets n_measure of all classes and finalizes the run, which it returns. */
ThCompareRun   *test_run_end       (ThCompareRun       *run);

/* Compares with the default options; takes ownership of both sides. */
ThComparison   *test_compare       (GPtrArray          *a,
                                    GPtrArray          *b);
/* Compares five runs per side of which only the p99 of "reader" differs: 2 % of its samples take
 * ten times as long on side B.  There are seven other measures with the same distribution on both
 * sides, and "poll", whose p50 is a little larger on side B. */
ThComparison   *test_compare_tails (void);
/* Compares two runs with two, which carry counters of the machine: per second, TcpExt
 * TCPRcvQDrop 3 and 30, stat ctxt 100 and 50, and irq only on side A.  Unless @all, the second run
 * of side B, "b1", carries none. */
ThComparison   *test_compare_counters (gboolean         all);
const ThComparisonRow *test_find_row (const ThComparison *comparison,
                                    const char         *measure,
                                    const char         *name,
                                    guint               level);
/* The first warning of that kind; NULL if there is none. */
const ThComparisonWarning *test_find_warning (const GArray *warnings,
                                    ThWarningKind       kind);
/* Asserts that the parts of each dimension add up to the difference of means. */
void            test_check_parts   (const ThComparisonRow *row);
