/* th-compare-run.h - what a comparison keeps of one recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run is one recording of something.  To compare it, its samples are enough:
 * the recording is loaded, analyzed, taken from (th-compare-take.h) and freed
 * before the next one is loaded.  What is kept are the samples of each measure
 * by class, where their time went, how the recording was made, and a few counts.
 *
 * A class is what may be compared with its like on the other side: a measure for
 * one device, direction, reader or task.  Each class is judged by itself.
 *
 * A run never changes once it is made, and is reference-counted: any thread may
 * read it.  All texts are valid UTF-8.
 */
#pragma once

#include "th-measure.h"
#include "th-verdict.h"

G_BEGIN_DECLS

typedef struct _ThCompareRun ThCompareRun;

/**
 * ThComparePart:
 * @dimension: by what samples are divided: "stage", "ran", "cpu", "task"
 * @key: which part it is: "wakeup", the name of a task, "3"
 * @is_share: each sample is divided over several keys (its time by stages); else a
 *   sample has one key, and belongs to it as a whole
 * @n: how many samples have the key, by level; 0 for what is a share
 * @sum: their values, or the shares of their values, by level
 *
 * Level 0 is all samples of the class, level 1 those from its p90 on, level 2 those
 * from its p99 on.  The sums of one dimension add up to that of the level.
 */
typedef struct
{
  char    *dimension;
  char    *key;
  gboolean is_share;
  double   n[TH_VERDICT_N_LEVELS];
  double   sum[TH_VERDICT_N_LEVELS];
} ThComparePart;

/**
 * ThCompareClass:
 * @analysis, @measure: ids: "packets", "packet.reader"
 * @title: of the measure, in the language of whoever took the samples
 * @name: what makes the class, with colons between: "eth0:rx:wget"; "" where a
 *   measure has one class
 * @base: @name without what is only a matter of presence
 * @table: id of the table that the samples are rows of; "" if of none
 * @begins, @ends: the type of event that most samples begin and end with; "" if
 *   that is not known
 * @spent: never %TH_SPENT_CALLING: whether the calls slept was found out
 * @n_found: samples of the class before any was left out
 * @n_measure: samples of all classes of the measure
 * @n: samples that are compared: without the first ones, repeated values, and those
 *   that events were lost in
 * @times, @values: of these samples, in order of time; time in the unit of the
 *   recording's clock
 * @has_sizes: the rows tell how many bytes they are about: @size_low is the tenth
 *   percentile, @size_high the ninetieth
 * @level_n, @level_sum: how many samples a level has, and the sum of their values
 * @parts: (element-type ThComparePart): by dimension, then by key
 *
 * What follows from @values:
 * @quantiles: p50, p90 and p99; 0 of no samples
 * @effects: their design effects
 * @is_told: whether a quantile has enough samples to be judged
 * @single: what a comparison of single runs looks at, if p50 is told
 * @quarters: p50 of the first and the last quarter of the samples
 */
typedef struct
{
  char        *analysis;
  char        *measure;
  char        *title;
  char        *name;
  char        *base;
  char        *table;
  char        *begins;
  char        *ends;
  ThUnit       unit;
  ThSpent      spent;
  gboolean     is_whole_flow;
  guint64      n_found;
  guint64      n_measure;
  guint32      n;
  gint64      *times;
  gint64      *values;
  gboolean     has_sizes;
  double       size_low;
  double       size_median;
  double       size_high;
  double       level_n[TH_VERDICT_N_LEVELS];
  double       level_sum[TH_VERDICT_N_LEVELS];
  GArray      *parts;

  double       quantiles[TH_VERDICT_N_LEVELS];
  double       effects[TH_VERDICT_N_LEVELS];
  gboolean     is_told[TH_VERDICT_N_LEVELS];
  ThSingleSide single;
  double       quarters[2];
} ThCompareClass;

/**
 * ThCompareCount:
 * @id: "sched/wakeups" of a table, "sched:sched_switch" of a type of events
 * @count: rows, or events
 */
typedef struct
{
  char   *id;
  guint64 count;
} ThCompareCount;

/**
 * ThCompareMaking:
 * @kernel, @host, @machine, @clock: as the recording says; "" if it does not
 * @resolution: of the clock
 * @n_cpus: how many it recorded
 * @start: when it begins, by its own clock
 * @wall_start: ns since 1970, or %TH_TIME_NONE
 * @duration: until its last event
 * @n_events: recorded
 * @n_lost: lost, as far as that was counted; @n_gaps: how many times
 * @n_steps, @n_ambiguous: steps of flows, and those that may be another's
 * @has_background: who ran is known, and which tasks the recording is about: those
 *   that classes of flows are called after; @background is the share of the time of
 *   all CPUs that other tasks ran
 */
typedef struct
{
  char        *kernel;
  char        *host;
  char        *machine;
  char        *clock;
  ThResolution resolution;
  guint        n_cpus;
  gint64       start;
  gint64       wall_start;
  gint64       duration;
  guint64      n_events;
  guint64      n_lost;
  guint64      n_gaps;
  guint64      n_steps;
  guint64      n_ambiguous;
  gboolean     has_background;
  double       background;
} ThCompareMaking;

ThCompareRun          *th_compare_run_ref          (ThCompareRun       *self);
void                   th_compare_run_unref        (ThCompareRun       *self);

/* What the user calls it: the name of its file. */
const char            *th_compare_run_get_name     (const ThCompareRun *self);
const ThCompareMaking *th_compare_run_get_making   (const ThCompareRun *self);
guint                  th_compare_run_get_n_classes (const ThCompareRun *self);
/* In the order of analyses and measures, then by name. */
const ThCompareClass  *th_compare_run_get_class    (const ThCompareRun *self,
                                                    guint               index);
/* (element-type ThCompareCount): lent. */
const GArray          *th_compare_run_get_tables   (const ThCompareRun *self);
/* Types that have events; likewise. */
const GArray          *th_compare_run_get_events   (const ThCompareRun *self);
/* Whether both hold the same samples at the same times. */
gboolean               th_compare_run_equal        (const ThCompareRun *a,
                                                    const ThCompareRun *b);
/* A copy of the values, sorted; free with g_free(). */
gint64                *th_compare_class_dup_sorted (const ThCompareClass *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareRun, th_compare_run_unref)

G_END_DECLS
