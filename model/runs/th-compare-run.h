/* th-compare-run.h - what a comparison keeps of one recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run is one recording of a workload.  A comparison needs only its samples: the
 * recording is loaded, analyzed, sampled (th-compare-take.h) and freed before the
 * next one is loaded.  A run keeps the samples of each measure by class, where their
 * time went, how the recording was made, and a few counts.
 *
 * A class is compared with the class of the same name on the other side: a measure
 * for one device, direction, reader or task.  Each class is judged by itself.
 *
 * Runs are immutable and reference-counted: any thread may read them.  All strings are
 * valid UTF-8.
 */
#pragma once

#include "th-measure.h"
#include "th-verdict.h"

G_BEGIN_DECLS

typedef struct _ThCompareRun ThCompareRun;

/**
 * ThComparePart:
 * @dimension: what samples are divided by: "stage", "ran", "cpu", "task"
 * @key: the part: "wakeup", the name of a task, "3"
 * @is_share: the time of each sample is divided among several keys (its stages, say);
 *   otherwise each sample belongs to one key
 * @n: number of samples with the key, by level; 0 if @is_share
 * @sum: sum of their values, or of the shares of their values, by level
 *
 * Level 0 is all samples of the class, level 1 those of at least its p90, level 2 those
 * of at least its p99.  The sums of a dimension add up to the sum of the level.
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
 * @title: title of the measure, in the language of the user who took the samples
 * @name: the cells of the class columns, joined by colons: "eth0:rx:wget"; "" if the
 *   measure has a single class
 * @base: @name without columns of which only the presence counts
 * @table: id of the table that the samples are rows of; "" if there is none
 * @begins, @ends: the event types that most samples begin and end with; "" if unknown
 * @spent: never %TH_SPENT_CALLING: calls are resolved to waiting or running
 * @n_found: number of samples of the class before any were left out
 * @n_measure: number of samples of all classes of the measure
 * @n: number of samples that are compared: without the warm-up, repeated values, and
 *   samples during which events were lost
 * @times, @values: the compared samples, sorted by time; time in the unit of the
 *   recording's clock
 * @has_sizes: the sizes of the samples in bytes are known: @size_low is their tenth
 *   percentile, @size_high the ninetieth
 * @level_n, @level_sum: number of samples of each level, and the sum of their values
 * @parts: (element-type ThComparePart): sorted by dimension, then by key
 *
 * Derived from @values:
 * @quantiles: p50, p90 and p99; 0 without samples
 * @effects: design effects of the quantiles
 * @is_told: whether there are enough samples to judge the quantile
 * @single: statistics for a comparison of single runs; set if @is_told for p50
 * @quarters: p50 of the first and of the last quarter of the samples
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
 * @id: of a table ("sched/wakeups") or of an event type ("sched:sched_switch")
 * @name: the class of the rows that are counted: "NO_SOCKET"; "" for all of them
 * @is_listed: the header of the recording says that events of this type were recorded
 * @is_level: of a table whose rows are things that are there (ThTableInfo): a rate means nothing
 * @count: number of rows or events, or of what the rows say that they stand for
 */
typedef struct
{
  char    *id;
  char    *name;
  gboolean is_listed;
  gboolean is_level;
  guint64  count;
} ThCompareCount;

/**
 * ThCompareMaking:
 * @recording: a checksum of the content of the whole recording, also if the run is a span of it;
 *   "" if unknown
 * @is_part: some of the recording could not be read, for instance as it is truncated
 * @kernel, @host, @machine, @clock: as stated by the recording; "" if unknown
 * @resolution: resolution of the clock
 * @n_cpus: number of recorded CPUs
 * @start: first time, by the clock of the recording
 * @wall_start: the same in ns since 1970, or %TH_TIME_NONE
 * @duration: time from @start to the last event
 * @n_events: number of recorded events
 * @n_lost: number of lost events, as far as they were counted
 * @n_gaps: number of times that events were lost
 * @n_steps, @n_ambiguous: number of steps of flows, and of those that may belong to
 *   another flow
 * @lists_events: the header lists the events that were recorded
 * @has_background: both the tasks that ran and the subjects of the recording (tasks that
 *   name classes of flows) are known
 * @background: share of the time of all CPUs that tasks other than the subjects ran
 */
typedef struct
{
  char        *recording;
  gboolean     is_part;
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
  gboolean     lists_events;
  gboolean     has_background;
  double       background;
} ThCompareMaking;

ThCompareRun          *th_compare_run_ref          (ThCompareRun       *self);
void                   th_compare_run_unref        (ThCompareRun       *self);

/* The name that is shown to the user: that of its file. */
const char            *th_compare_run_get_name     (const ThCompareRun *self);
const ThCompareMaking *th_compare_run_get_making   (const ThCompareRun *self);
guint                  th_compare_run_get_n_classes (const ThCompareRun *self);
/* Classes are sorted by analysis and measure, then by name. */
const ThCompareClass  *th_compare_run_get_class    (const ThCompareRun *self,
                                                    guint               index);
/* (element-type ThCompareCount): rows of each table, and of the classes that it declares;
 * owned by the run. */
const GArray          *th_compare_run_get_tables   (const ThCompareRun *self);
/* (element-type ThCompareCount): events of each type that occurs or is listed; owned by the
 * run. */
const GArray          *th_compare_run_get_events   (const ThCompareRun *self);
/* (element-type ThCompareCount): how much each counter of the machine rose, with its source as
 * @id.  Counters that did not rise are not listed.  Owned by the run. */
const GArray          *th_compare_run_get_counters (const ThCompareRun *self);
/* The time between the readings of the counters; 0 if the recording has none, and for a part of a
 * recording. */
double                 th_compare_run_get_counter_seconds (const ThCompareRun *self);
/* Whether both hold the same samples at the same times. */
gboolean               th_compare_run_equal        (const ThCompareRun *a,
                                                    const ThCompareRun *b);
/* Whether both are known to be spans of one recording, which may be all of it. */
gboolean               th_compare_run_has_same_source (const ThCompareRun *a,
                                                    const ThCompareRun *b);
/* A sorted copy of the values; free with g_free(). */
gint64                *th_compare_class_dup_sorted (const ThCompareClass *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareRun, th_compare_run_unref)

G_END_DECLS
