/* th-verdict.h - decides from the quantiles of runs whether a measure became slower or faster
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs of the same workload differ from each other far more than samples within a run
 * do, so the unit of evidence is the run.  For three or more runs per side the verdict
 * follows from the spread between runs; its variance is at least the median of all
 * measures, so that three runs that happen to agree prove nothing.  With one run per
 * side, only differences larger than any observed noise between runs get a verdict.
 *
 * Values are natural logarithms of quantiles, so differences are logarithms of
 * factors.  Pure functions without random numbers: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* p50, p90 and p99 are judged. */
#define TH_VERDICT_N_LEVELS 3
/* The number of segments that the samples of a single run are divided into. */
#define TH_VERDICT_N_SEGMENTS 8
/* With fewer runs per side, the variation between runs cannot be estimated. */
#define TH_VERDICT_LEAST_RUNS 3
/* The most runs per side that are recommended. */
#define TH_VERDICT_MAX_RUNS 60

typedef enum
{
  TH_VERDICT_NONE,      /* not judged: counts, rates and pools */
  TH_VERDICT_SLOWER,
  TH_VERDICT_FASTER,
  TH_VERDICT_SAME,
  TH_VERDICT_CANT_TELL,
  TH_VERDICT_ONLY_A,    /* side B has no samples */
  TH_VERDICT_ONLY_B
} ThVerdict;

/**
 * ThVerdictOptions:
 * @alpha: probability of a false verdict anywhere in a comparison
 * @margin: logarithm of the factor within which sides count as the same
 * @floors: least variance between runs, by level, for fewer than five measures, which
 *   do not show how much runs differ; 0: none
 */
typedef struct
{
  double alpha;
  double margin;
  double floors[TH_VERDICT_N_LEVELS];
} ThVerdictOptions;

/* The logarithm of a quantile; values below 1 ns count as 1 ns. */
double th_verdict_log (double value);

/* α .01, margin 10 %, floors of .05², .10² and .20². */
void th_verdict_options_init (ThVerdictOptions *self);

/* The verdict on a difference: slower or faster if the interval from @low to @high lies
 * beyond @margin; the same if the one of @narrow on each side of its middle lies within. */
ThVerdict th_verdict_from_interval (double low,
                                    double high,
                                    double narrow,
                                    double margin);

/* --- several runs per side ---------------------------------------------- */

/**
 * ThRunsTest:
 * @level: 0 for p50, 1 for p90, 2 for p99
 * @runs_a: logarithm of the quantile for each of the n_a runs of side A
 * @runs_b: the same for side B
 * @identical: both sides have the same samples, so they are the same
 * @least_margin: the least margin, because of the resolution of the clock
 *
 * Set by th_verdict_judge_runs():
 * @difference: mean of B minus mean of A
 * @variance: variance between the runs of a side, pooled over both
 * @error: standard error of the difference
 * @low, @high: confidence interval, corrected for the whole family of tests
 * @narrow: half the width of the interval that decides whether the sides are the same,
 *   for this test alone
 * @margin: the margin that was applied
 */
typedef struct
{
  guint         level;
  const double *runs_a;
  const double *runs_b;
  gboolean      identical;
  double        least_margin;

  double        difference;
  double        variance;
  double        error;
  double        low;
  double        high;
  double        narrow;
  double        margin;
  ThVerdict     verdict;
} ThRunsTest;

/**
 * ThRunsFamily:
 * @n_a, @n_b: number of runs per side, at least 1 each and 3 together
 * @df: degrees of freedom
 * @t: half the width of the intervals, in standard errors
 * @floors: least variance between runs that was assumed, by level
 */
typedef struct
{
  guint  n_a;
  guint  n_b;
  double df;
  double t;
  double floors[TH_VERDICT_N_LEVELS];
} ThRunsFamily;

/* Judges all tests of a comparison together; the caller sets n_a and n_b of @family. */
void  th_verdict_judge_runs (ThRunsTest             *tests,
                             guint                   n_tests,
                             const ThVerdictOptions *options,
                             ThRunsFamily           *family);

/* The number of runs per side, at least 3, that would show equal sides to be the same
 * within @margin; TH_VERDICT_MAX_RUNS + 1 for more than TH_VERDICT_MAX_RUNS. */
guint th_verdict_runs_for_same (double                  variance,
                                double                  margin);
/* The number of runs per side that would detect a shift by @shift (a logarithm) in four
 * of five cases, among @n_tests tests. */
guint th_verdict_runs_for_shift (double                 variance,
                                 double                 shift,
                                 guint                  n_tests,
                                 const ThVerdictOptions *options);

/* --- one run per side ---------------------------------------------------- */

/* How the time of a measure is spent, which determines how much it differs between runs
 * of the same workload. */
typedef enum
{
  TH_SINGLE_WAITS, /* depends on the state of the machine: may stand out, but no more */
  TH_SINGLE_RUNS,  /* on one CPU all the time */
  TH_SINGLE_READS  /* from the start of a reader until it reads */
} ThSingleKind;

/**
 * ThSingleSide:
 * @median: logarithm of p50
 * @error: standard error of @median
 * @segments: logarithms of the medians of consecutive segments of equal length
 */
typedef struct
{
  double median;
  double error;
  double segments[TH_VERDICT_N_SEGMENTS];
} ThSingleSide;

/**
 * ThSingleTest:
 *
 * @difference and all that follow are set by th_verdict_judge_single(); @low and @high
 * are the interval within the two runs, which says nothing about other runs.
 */
typedef struct
{
  ThSingleKind kind;
  ThSingleSide a;
  ThSingleSide b;
  gboolean     identical;

  double       difference;
  double       low;
  double       high;
  gboolean     stands_out;
  ThVerdict    verdict;
} ThSingleTest;

/* Judges all tests of a comparison together.  *@common: the median difference of measures
 * that run on a CPU, which is how much slower the whole machine became; 0 for fewer than
 * three of them.  *@z: half the width of the intervals, in standard errors. */
void  th_verdict_judge_single (ThSingleTest           *tests,
                               guint                   n_tests,
                               const ThVerdictOptions *options,
                               double                 *common,
                               double                 *z);

/* The median of @n values, which are sorted in place; 0 if @n is 0. */
double th_verdict_median (double *values,
                          guint   n);

G_END_DECLS
