/* th-comparison.h - two sides of runs, and what changed from one to the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each side has one or more runs (th-compare-run.h).  A comparison has a row for p50,
 * p90 and p99 of each class of each measure, with a verdict, and rows for counts and
 * rates without one.  Counters of the machine have rows if all runs carry them.  Three
 * or more runs per side are judged by the spread between runs; one run per side by
 * differences that were never observed by chance; otherwise the verdict is "can't tell".
 * As recordings differ from each other far more than parts of one do, each side has one run
 * of a recording: of several spans of one, only the first counts.
 *
 * A comparison is immutable and reference-counted, and holds references to its runs.  The
 * same runs give the same comparison: nothing is random.  Any thread may make it and read
 * it.
 *
 * Differences and intervals are natural logarithms of factors, B over A.
 */
#pragma once

#include "th-compare-run.h"
#include "th-ranks.h"

G_BEGIN_DECLS

typedef struct _ThComparison ThComparison;

#define TH_COMPARISON_ERROR (th_comparison_error_quark ())

typedef enum
{
  TH_COMPARISON_ERROR_SIDES, /* a side without a run */
  TH_COMPARISON_ERROR_CLOCK  /* clocks with different units */
} ThComparisonError;

/* --- warnings ------------------------------------------------------------- */

typedef enum
{
  /* About the whole comparison: */
  TH_WARNING_MAKING,     /* kernel, host, machine, CPUs, clock or its resolution differ */
  TH_WARNING_PART,       /* some of a recording could not be read */
  TH_WARNING_EVENTS,     /* events that only one side recorded */
  TH_WARNING_LOST,       /* events were lost */
  TH_WARNING_LOST_SHARE, /* … more on one side than on the other: tails are not judged */
  TH_WARNING_BUSY,       /* other programs had most of the CPUs' time */
  TH_WARNING_BACKGROUND, /* … more on one side than on the other */
  TH_WARNING_COMMON,     /* everything became slower or faster by the same factor */
  TH_WARNING_ORDER,      /* runs were not recorded in turns */
  TH_WARNING_DURATION,   /* the runs of one side are much longer */
  TH_WARNING_LOAD,       /* packets of classes that the other side lacks */
  TH_WARNING_AMBIGUOUS,  /* links of flows that may be wrong */
  TH_WARNING_FEW_RUNS,   /* neither one per side nor three or more */
  TH_WARNING_REPEATED,   /* a run was given twice; it counts once */
  TH_WARNING_SPANS,      /* another span of a recording that counts already; it is left out */
  TH_WARNING_ITSELF,     /* both sides are the same runs */
  TH_WARNING_BOTH,       /* a run is on both sides, or shares events with one of the other side */
  TH_WARNING_SHORT_RUN,  /* a run lacks samples for many rows that most runs have enough for */
  /* About a row: */
  TH_WARNING_RATE,       /* samples per second differ */
  TH_WARNING_LENGTH,     /* median size in bytes differs */
  TH_WARNING_MIX,        /* the share of the class in the samples of its measure differs */
  TH_WARNING_SIZES,      /* sizes do not overlap: not compared */
  TH_WARNING_PRESENCE,   /* the share of the flows with this stage differs */
  TH_WARNING_ENDS,       /* samples begin or end at different events: not compared */
  TH_WARNING_POOL,       /* the measure as a whole moved, but none of its classes did */
  TH_WARNING_DRIFT,      /* the first and the last quarter of the runs differ */
  TH_WARNING_RARE,       /* under 1 % of the samples of its measure: not compared */
  TH_WARNING_FEW_SAMPLES /* runs have too few samples for this quantile: not compared; the subject
                          * is the run, if it is only one */
} ThWarningKind;

/**
 * ThComparisonWarning:
 * @subject: subject of the warning: "kernel", "net:napi_poll", the name of a run; or ""
 * @a, @b: the numbers that raised it, one per side: shares, factors or counts, depending
 *   on the kind; both 0 if the kind has no numbers.  Of %TH_WARNING_SHORT_RUN, how many of
 *   how many rows are not judged
 * @text_a, @text_b: the texts that raised it, for kinds without numbers; or ""
 */
typedef struct
{
  ThWarningKind kind;
  char         *subject;
  double        a;
  double        b;
  char         *text_a;
  char         *text_b;
} ThComparisonWarning;

/* A stable id for scripts: "making", "lost-share", … */
const char *th_warning_kind_get_id (ThWarningKind              kind);

/* --- rows ------------------------------------------------------------------ */

typedef enum
{
  TH_COMPARISON_QUANTILE, /* p50, p90 or p99 of a class */
  TH_COMPARISON_POOL,     /* mean of all classes of a measure: never judged, only explained */
  TH_COMPARISON_TABLE,    /* rows of a table, per second unless they are things that are there */
  TH_COMPARISON_EVENTS,   /* events of a type per second */
  TH_COMPARISON_COUNTER   /* what a counter of the machine counted per second */
} ThComparisonKind;

/**
 * ThComparisonSide:
 * @n_runs: number of runs with samples
 * @n: number of their samples, rows or events
 * @value: for a quantile the geometric mean over the runs, otherwise the arithmetic
 *   mean; in the unit of the row
 */
typedef struct
{
  guint   n_runs;
  guint64 n;
  double  value;
} ThComparisonSide;

/**
 * ThComparisonPart:
 * @dimension, @key: as in ThComparePart; the dimension of a pool is "class"
 * @a, @b: contribution to the mean of the side
 * @values: contribution to the difference of the means because its own values changed
 * @mix: … because it became more or less frequent; 0 for a share of each sample
 * @own: for a stage, its own row of the same level; or NULL.  Only the verdict of that
 *   row tells whether the stage is to blame, however big the part
 *
 * The sum of @values and @mix over the parts of a dimension is the difference of means.
 */
typedef struct
{
  const char *dimension;
  const char *key;
  double      a;
  double      b;
  double      values;
  double      mix;
  const struct _ThComparisonRow *own;
} ThComparisonPart;

/**
 * ThComparisonRow:
 * @analysis, @measure, @title, @name: as in ThCompareClass; for a table or an event type
 *   @measure is its id, and @name is ""; for a counter @measure is its source
 * @level: for a quantile: 0 for p50, 1 for p90, 2 for p99
 * @classes: for a quantile, the class in each run, those of A first; NULL for a run that
 *   lacks it
 * @difference: difference of the logarithms, if both sides have a value above 0
 * @is_tested: the row is one of the tests of the family
 * @has_interval: @low and @high are known; for one run per side only with a verdict
 * @narrow: half the width of the interval that decides whether the sides are the same;
 *   only for three or more runs per side
 * @variance: variance between runs, at least the floor of the family
 * @margin: logarithm of the factor within which the sides count as the same
 * @stands_out: the sides differ far, but there is one run per side; such measures may
 *   differ by chance
 * @runs_for_same: runs per side that would show equal sides to be the same; 0 if unknown,
 *   TH_VERDICT_MAX_RUNS + 1 for more than that
 * @runs_for_half: … that would detect a change of +50 %
 * @mean_a, @mean_b: means of the samples of the level, which the parts add up to
 * @parts: (element-type ThComparisonPart): sorted by dimension, then by how far they moved
 *   the mean; empty unless all runs have samples
 * @warnings: (element-type ThComparisonWarning)
 */
typedef struct _ThComparisonRow
{
  ThComparisonKind       kind;
  const char            *analysis;
  const char            *measure;
  const char            *title;
  const char            *name;
  ThUnit                 unit;
  ThSpent                spent;
  guint                  level;
  const ThCompareClass **classes;
  ThComparisonSide       a;
  ThComparisonSide       b;
  double                 difference;
  gboolean               is_tested;
  gboolean               has_interval;
  double                 low;
  double                 high;
  double                 narrow;
  double                 variance;
  double                 margin;
  ThVerdict              verdict;
  gboolean               stands_out;
  guint                  runs_for_same;
  guint                  runs_for_half;
  double                 mean_a;
  double                 mean_b;
  GArray                *parts;
  GArray                *warnings;
} ThComparisonRow;

/* "slower", "can't tell", …; "" for TH_VERDICT_NONE.  For scripts. */
const char *th_verdict_get_id (ThVerdict verdict);

/* --- the comparison --------------------------------------------------------- */

/**
 * ThComparisonFamily:
 * @is_single: one run against one
 * @is_same: both sides are the same runs, so that nothing can differ
 * @n_tests: number of tests that share @alpha
 * @alpha, @margin: as in the options
 * @df, @floors: for three or more runs per side, see ThRunsFamily
 * @common: logarithm of the factor by which everything that runs on a CPU changed; 0 if
 *   unknown
 */
typedef struct
{
  gboolean is_single;
  gboolean is_same;
  guint    n_tests;
  double   alpha;
  double   margin;
  double   df;
  double   floors[TH_VERDICT_N_LEVELS];
  double   common;
} ThComparisonFamily;

GQuark                    th_comparison_error_quark   (void);

/* @a, @b: (element-type ThCompareRun).  NULL with @error set if they cannot be compared.
 * Takes time proportional to the number of samples: about a second for 24 million. */
ThComparison             *th_comparison_new           (GPtrArray              *a,
                                                       GPtrArray              *b,
                                                       const ThVerdictOptions *options,
                                                       GError                **error);
ThComparison             *th_comparison_ref           (ThComparison           *self);
void                      th_comparison_unref         (ThComparison           *self);

/* The number of runs of @side, 0 for A and 1 for B, without those that are left out: see
 * TH_WARNING_REPEATED and TH_WARNING_SPANS. */
guint                     th_comparison_get_n_runs    (const ThComparison     *self,
                                                       guint                   side);
ThCompareRun             *th_comparison_get_run       (const ThComparison     *self,
                                                       guint                   side,
                                                       guint                   index);
const ThComparisonFamily *th_comparison_get_family    (const ThComparison     *self);
/* Whether the runs of both sides, several of each, were recorded in turns, not one side after the
 * other.  FALSE if their order is not known. */
gboolean                  th_comparison_is_in_turns   (const ThComparison     *self);
/* Rows are sorted by evidence: changes first, the most certain ones at the top. */
guint                     th_comparison_get_n_rows    (const ThComparison     *self);
const ThComparisonRow    *th_comparison_get_row       (const ThComparison     *self,
                                                       guint                   index);
/* (element-type ThComparisonWarning): about the comparison as a whole. */
const GArray             *th_comparison_get_warnings  (const ThComparison     *self);

/* How many runs carry no counters of the machine; if any, no row is of a counter. */
guint                     th_comparison_count_without_counters (const ThComparison *self);

/* The quantile of @row: .5, .9 or .99. */
double                    th_comparison_row_get_p     (const ThComparisonRow  *row);
/* Whether @row is a count, which is never judged: TH_UNIT_HERTZ if it is per second, TH_UNIT_COUNT
 * if it is the mean number of things in a run, such as tasks. */
gboolean                  th_comparison_row_is_count  (const ThComparisonRow  *row);
/* Whether @row is a counter of losses, errors or repairs rather than of ordinary work. */
gboolean                  th_comparison_row_is_trouble (const ThComparisonRow *row);
/* Whether both sides have samples: those of a quantile. */
gboolean                  th_comparison_row_has_ranks (const ThComparisonRow  *row);
/* Effect sizes between the samples of all runs of each side; they are not evidence.  The
 * quantiles of a class share them: the first call for a class copies and sorts its samples. */
ThRanks                   th_comparison_rank          (const ThComparison     *self,
                                                       const ThComparisonRow  *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparison, th_comparison_unref)

G_END_DECLS
