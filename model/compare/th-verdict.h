/* th-verdict.h - decides from the quantiles of runs whether something became slower or faster
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs of one and the same thing differ from each other far more than the samples
 * within a run do, so the unit of evidence is the run.  Three or more runs a side
 * get a verdict from the spread between runs; its variance is at least the median
 * of all measures, so that three runs that happen to agree prove nothing.  One run
 * a side can only tell what the noise between runs was never seen to do.
 *
 * Values are natural logarithms of quantiles, so differences are logarithms of
 * factors.  Pure functions without random numbers: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* p50, p90 and p99 are judged. */
#define TH_VERDICT_N_LEVELS 3
/* Into how many parts in time a single run is divided. */
#define TH_VERDICT_N_SEGMENTS 8
/* More runs a side than this are not advised. */
#define TH_VERDICT_MAX_RUNS 60

typedef enum
{
  TH_VERDICT_NONE,      /* not judged: a count, a rate, a class of too few samples */
  TH_VERDICT_SLOWER,
  TH_VERDICT_FASTER,
  TH_VERDICT_SAME,
  TH_VERDICT_CANT_TELL,
  TH_VERDICT_ONLY_A,    /* side B has no samples */
  TH_VERDICT_ONLY_B
} ThVerdict;

/**
 * ThVerdictOptions:
 * @alpha: how often any verdict of a whole comparison may be false
 * @margin: logarithm of the factor within which sides count as the same
 * @floors: least variance between runs, by level, where fewer than five measures
 *   tell how much runs differ; 0: none
 */
typedef struct
{
  double alpha;
  double margin;
  double floors[TH_VERDICT_N_LEVELS];
} ThVerdictOptions;

/* α .01, margin 10 %, floors of .05², .10² and .20². */
void th_verdict_options_init (ThVerdictOptions *self);

/* Whether a difference that lies between @low and @high, by a further interval of
 * @narrow on each side of their middle, is slower, faster or the same within @margin. */
ThVerdict th_verdict_from_interval (double low,
                                    double high,
                                    double narrow,
                                    double margin);

/* --- several runs a side ------------------------------------------------ */

/**
 * ThRunsTest:
 * @level: 0 for p50, 1 for p90, 2 for p99
 * @runs_a: logarithm of the quantile of each run of side A; @n_a of them
 * @runs_b: the same of side B
 * @identical: both sides have the same samples, so they are the same
 * @least_margin: the margin is at least this, as the clock tells no better
 *
 * Set by th_verdict_judge_runs():
 * @difference: mean of B less mean of A
 * @variance: of runs of one side, pooled over both
 * @error: standard error of the difference
 * @low, @high: the interval of the whole family of tests
 * @narrow: half the interval by which the sides are the same, for this test alone
 * @margin: that was applied
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
 * @n_a, @n_b: runs a side, at least 1 each and 3 together
 * @df: degrees of freedom
 * @t: how many standard errors wide the intervals are on each side
 * @floors: the least variance between runs that was assumed, by level
 */
typedef struct
{
  guint  n_a;
  guint  n_b;
  double df;
  double t;
  double floors[TH_VERDICT_N_LEVELS];
} ThRunsFamily;

/* Judges all tests of a comparison together; @family->n_a and n_b are given. */
void  th_verdict_judge_runs (ThRunsTest             *tests,
                             guint                   n_tests,
                             const ThVerdictOptions *options,
                             ThRunsFamily           *family);

/* How many runs a side would tell that equal sides are the same within @margin;
 * TH_VERDICT_MAX_RUNS + 1: more than that.  At least 3. */
guint th_verdict_runs_for_same (double                  variance,
                                double                  margin);
/* How many would tell in four of five cases that something shifted by @shift (a
 * logarithm), among @n_tests tests. */
guint th_verdict_runs_for_shift (double                 variance,
                                 double                 shift,
                                 guint                  n_tests,
                                 const ThVerdictOptions *options);

/* --- one run a side ------------------------------------------------------ */

/* What a measure's time is spent on, which tells how much it differs between runs
 * of the same thing. */
typedef enum
{
  TH_SINGLE_WAITS, /* depends on the mood of the machine: may stand out, no more */
  TH_SINGLE_RUNS,  /* on one CPU all the time */
  TH_SINGLE_READS  /* from when a reader runs until it reads */
} ThSingleKind;

/**
 * ThSingleSide:
 * @median: logarithm of p50
 * @error: half the width of its interval of one standard deviation on each side
 * @segments: logarithms of the medians of equal parts in time
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
 * @difference to @stands_out are set by th_verdict_judge_single(); @low and @high
 * are the interval within the two runs, which says nothing of other runs.
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

/* *@common: the median difference of what runs on a CPU: the factor by which all of
 * the machine became slower; 0 with fewer than three such measures. */
void  th_verdict_judge_single (ThSingleTest           *tests,
                               guint                   n_tests,
                               const ThVerdictOptions *options,
                               double                 *common,
                               double                 *z);

/* The median of @n values, which it sorts; 0 of none. */
double th_verdict_median (double *values,
                          guint   n);

G_END_DECLS
