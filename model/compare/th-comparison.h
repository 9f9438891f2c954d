/* th-comparison.h - two sides of runs, and what changed from one to the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each side has one or more runs (th-compare-run.h).  A comparison has a row for p50,
 * p90 and p99 of each class of each measure, with a verdict, and rows of counts and
 * rates without one.  Three or more runs a side are judged by the spread between runs,
 * one run against one by what never differed by chance; anything else can't tell.
 *
 * A comparison is made at once, never changes, and keeps its runs.  The same runs give
 * the same comparison: nothing is random.  Any thread may make it and read it.
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
  TH_COMPARISON_ERROR_CLOCK  /* clocks that count unlike things */
} ThComparisonError;

/* --- warnings ------------------------------------------------------------- */

typedef enum
{
  /* Of the whole comparison: */
  TH_WARNING_MAKING,     /* kernel, host, machine, CPUs, clock or its resolution differ */
  TH_WARNING_EVENTS,     /* events that only one side recorded */
  TH_WARNING_LOST,       /* events were lost */
  TH_WARNING_LOST_SHARE, /* … on one side more than on the other: tails are not judged */
  TH_WARNING_BUSY,       /* other programs had most of the CPUs' time */
  TH_WARNING_BACKGROUND, /* … on one side more than on the other */
  TH_WARNING_COMMON,     /* everything became slower or faster alike */
  TH_WARNING_ORDER,      /* runs were not recorded in turns */
  TH_WARNING_DURATION,   /* of the runs */
  TH_WARNING_AMBIGUOUS,  /* links of flows that may be wrong */
  TH_WARNING_FEW_RUNS,   /* neither one a side nor three */
  TH_WARNING_REPEATED,   /* a run that was given twice counts once */
  /* Of a row: */
  TH_WARNING_RATE,       /* samples a second */
  TH_WARNING_LENGTH,     /* bytes that the samples are about */
  TH_WARNING_MIX,        /* share of the class among the samples of its measure */
  TH_WARNING_SIZES,      /* no sizes in common: not compared */
  TH_WARNING_PRESENCE,   /* share of the flows that have this stage */
  TH_WARNING_ENDS,       /* it begins or ends at other events: not compared */
  TH_WARNING_POOL,       /* all classes together say another thing than each of them */
  TH_WARNING_DRIFT,      /* the first and the last quarter of the runs differ */
  TH_WARNING_RARE,       /* under 1 % of the samples of its measure: not compared */
  TH_WARNING_FEW_SAMPLES /* a run has too few samples for this quantile: not compared */
} ThWarningKind;

/**
 * ThComparisonWarning:
 * @subject: what it is about: "kernel", "net:napi_poll", the name of a run; or ""
 * @a, @b: the numbers that raised it, one a side; shares, factors or counts as the kind
 *   has it; both 0 where it is no number
 * @text_a, @text_b: what differs where it is no number; or ""
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

/* Stable, for scripts: "making", "lost-share", … */
const char *th_warning_kind_get_id (ThWarningKind              kind);

/* --- rows ------------------------------------------------------------------ */

typedef enum
{
  TH_COMPARISON_QUANTILE, /* p50, p90 or p99 of a class */
  TH_COMPARISON_POOL,     /* mean of all classes of a measure: never judged, only explained */
  TH_COMPARISON_TABLE,    /* rows of a table a second */
  TH_COMPARISON_EVENTS    /* events of a type a second */
} ThComparisonKind;

/**
 * ThComparisonSide:
 * @n_runs: that have samples
 * @n: samples of them; rows or events
 * @value: of a quantile the geometric mean over the runs, else the mean over them; in
 *   the unit of the row
 */
typedef struct
{
  guint   n_runs;
  guint64 n;
  double  value;
} ThComparisonSide;

/**
 * ThComparisonPart:
 * @dimension, @key: as in ThComparePart; "class" of a pool
 * @a, @b: how much of the mean of the side it makes up
 * @values: by how much it moved the mean because its own values changed
 * @mix: … because it became more or less frequent; 0 for what is a share of each sample
 *
 * @own: of a stage, its own row of the same level; or NULL.  The stage is to blame
 *   only if that says so, whatever its part
 *
 * Over the parts of one dimension @values and @mix add up to the difference of means.
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
 * @analysis, @measure, @title, @name: as in ThCompareClass; of a table or a type of
 *   events @measure is its id, and @name is ""
 * @level: 0 for p50, 1 for p90, 2 for p99; of a quantile
 * @classes: of a quantile, its class in each run: those of A, then those of B; NULL where
 *   a run has none
 * @difference: of logarithms, if both sides have a value above 0
 * @is_tested: it is one of the tests of the family
 * @has_interval: @low and @high are known; of one run a side only with a verdict
 * @narrow: half of the interval by which the sides are the same, of three runs or more
 * @variance: between runs; at least the floor of the family
 * @margin: within which sides count as the same
 * @stands_out: one run a side differs, but such measures differ by chance as well
 * @runs_for_same: runs a side that would tell sides that are the same; 0: not known,
 *   TH_VERDICT_MAX_RUNS + 1: more than that
 * @runs_for_half: … that would tell +50 %
 * @mean_a, @mean_b: of the samples of the level; what the parts add up to
 * @parts: (element-type ThComparisonPart): by dimension, biggest move first; empty
 *   unless both sides have samples
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

/* "slower", "can't tell", …; "" of none.  For scripts. */
const char *th_verdict_get_id (ThVerdict verdict);

/* --- the comparison --------------------------------------------------------- */

/**
 * ThComparisonFamily:
 * @is_single: one run against one
 * @n_tests: tests that share @alpha
 * @alpha, @margin: that were asked for
 * @df, @floors: of three or more runs a side, see ThRunsFamily
 * @common: by which everything that runs on a CPU changed; 0 where that is not known
 */
typedef struct
{
  gboolean is_single;
  guint    n_tests;
  double   alpha;
  double   margin;
  double   df;
  double   floors[TH_VERDICT_N_LEVELS];
  double   common;
} ThComparisonFamily;

GQuark                    th_comparison_error_quark   (void);

/* @a, @b: (element-type ThCompareRun).  NULL with @error if they cannot be compared.
 * Takes time in the number of samples, about a second for 24 million. */
ThComparison             *th_comparison_new           (GPtrArray              *a,
                                                       GPtrArray              *b,
                                                       const ThVerdictOptions *options,
                                                       GError                **error);
void                      th_comparison_free          (ThComparison           *self);

/* Without runs that were given twice. */
guint                     th_comparison_get_n_runs    (const ThComparison     *self,
                                                       guint                   side);
ThCompareRun             *th_comparison_get_run       (const ThComparison     *self,
                                                       guint                   side,
                                                       guint                   index);
const ThComparisonFamily *th_comparison_get_family    (const ThComparison     *self);
/* Rows by evidence: what changed first, the surest of it before the others. */
guint                     th_comparison_get_n_rows    (const ThComparison     *self);
const ThComparisonRow    *th_comparison_get_row       (const ThComparison     *self,
                                                       guint                   index);
/* (element-type ThComparisonWarning): of the comparison as a whole. */
const GArray             *th_comparison_get_warnings  (const ThComparison     *self);

/* How the samples of all runs of a row lie to each other: sizes of an effect, no proof.
 * Sorts the samples. */
ThRanks                   th_comparison_rank          (const ThComparison     *self,
                                                       const ThComparisonRow  *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThComparison, th_comparison_free)

G_END_DECLS
