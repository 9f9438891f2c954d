/* th-measure.h - a named set of samples with a unit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread appends; any thread reads published samples, without locks.  Each sample refers to
 * the event at which it was taken.  Samples of one group are not independent of each other (the
 * packets of one poll), so statistics must resample whole groups.
 *
 * Samples that can be computed from other results need not be stored: for the samples of a
 * flow's stage, only the row of the flow is stored (th_measure_derive(),
 * th_measure_append_row()).
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThMeasure ThMeasure;

typedef enum
{
  TH_UNIT_TIME,  /* ns, or ticks */
  TH_UNIT_BYTES,
  TH_UNIT_COUNT,
  TH_UNIT_HERTZ
} ThUnit;

typedef enum
{
  TH_CLASS_VALUE,   /* samples of one class have the same value; tasks have the same name */
  TH_CLASS_PRESENCE, /* either all samples of a class have a value, or none has */
  TH_CLASS_REQUIRED  /* like TH_CLASS_VALUE, but samples without a value belong to no class */
} ThClassKind;

/* How the time of a sample is spent.  This determines how much samples vary between recordings
 * of the same workload, and so what a single pair of recordings can prove. */
typedef enum
{
  TH_SPENT_WAITING, /* for a CPU, other tasks or data; also for samples that are not times */
  TH_SPENT_RUNNING, /* on one CPU from beginning to end, or as steady as that */
  TH_SPENT_READING, /* in a reader, from when it runs until it takes its data */
  TH_SPENT_CALLING  /* in a call that begins at the anchor and may sleep, which is detected by
                       the tasks that ran on its CPU */
} ThSpent;

/* When and on which CPU the time of a sample was spent.  Does not apply to samples of flows,
 * which end at their anchor, or to those of table rows, whose columns declare it
 * (th-row-span.h). */
typedef enum
{
  TH_PLACE_UNKNOWN,
  TH_PLACE_AFTER_ANCHOR, /* from the anchor on, on its CPU */
  TH_PLACE_UNTIL_RUN     /* from the anchor until ThSample.task was switched in, on the CPU where
                            it was */
} ThSamplePlace;

/* @column: the id of a column of the measure's table. */
typedef struct
{
  const char  *column;
  ThClassKind  kind;
} ThClassColumn;

/**
 * ThMeasureInfo:
 * @id: "wakeup"
 * @title: N_()
 * @text: N_(), one sentence: from what to what
 * @table: id of the table whose rows the samples belong to
 *   (th_measure_get_row()), in the same results; %NULL: none
 * @class_columns: the columns that divide the samples into classes, each of which is compared by
 *   itself: devices differ, and receiving differs from sending.  Ends with a %NULL column;
 *   %NULL: there is one class
 * @group_shares_value: the samples of one group (ThSample.group) repeat a single observation,
 *   such as the softirq that all packets of one poll waited for; statistics count it once
 * @class_by_task: the name of ThSample.task at the time of the anchor also divides the samples
 *   into classes
 * @spent: how the time of the samples is spent
 * @place: when and on which CPU it is spent; %TH_PLACE_AFTER_ANCHOR for calls
 *   (%TH_SPENT_CALLING) that stay on one CPU
 * @is_whole_flow: a sample is the total time of its flow, the sum of the times of its stages
 *
 * @id, @title and @text are copied; the rest must be static.
 */
typedef struct
{
  const char          *id;
  const char          *title;
  const char          *text;
  ThUnit               unit;
  const char          *table;
  const ThClassColumn *class_columns;
  gboolean             group_shares_value;
  gboolean             class_by_task;
  ThSpent              spent;
  gboolean             is_whole_flow;
  ThSamplePlace        place;
} ThMeasureInfo;

/**
 * ThSample:
 * @task: the number of its task, plus one; 0: none
 */
typedef struct
{
  gint64  value;
  ThRef   anchor;
  guint32 group;
  guint32 task;
} ThSample;

/* Computes the sample of @row, which is published.  Called by any thread. */
typedef void (*ThSampleFunc) (gconstpointer data,
                              guint         what,
                              guint32       row,
                              ThSample     *sample);

ThMeasure           *th_measure_new      (ThArena             *arena,
                                          const ThMeasureInfo *info);
void                 th_measure_free     (ThMeasure           *self);
void                 th_measure_append   (ThMeasure           *self,
                                          const ThSample      *sample);
/* Makes the measure compute its samples with @func, which gets @what; call it before the first
 * sample is appended.  @data must live as long as the measure. */
void                 th_measure_derive   (ThMeasure           *self,
                                          ThSampleFunc         func,
                                          gconstpointer        data,
                                          guint                what);
/* Appends the sample of @row to a derived measure. */
void                 th_measure_append_row (ThMeasure         *self,
                                          guint32              row);
void                 th_measure_publish  (ThMeasure           *self);

const ThMeasureInfo *th_measure_get_info (const ThMeasure     *self);
guint32              th_measure_get_n    (const ThMeasure     *self);
ThSample             th_measure_get      (const ThMeasure     *self,
                                          guint32              index);
/* Whether the measure is derived, so that each of its samples belongs to a row. */
gboolean             th_measure_has_rows (const ThMeasure     *self);
/* The row that a sample of a derived measure belongs to. */
guint32              th_measure_get_row  (const ThMeasure     *self,
                                          guint32              index);

/**
 * ThSummary:
 *
 * A summary of all samples.  A percentile is the smallest value that at least that share of the
 * samples does not exceed (nearest rank).  @worst: the indexes of the largest samples, the
 * largest first.
 */
typedef struct
{
  guint32 n;
  gint64  min, p50, p90, p99, max;
  double  mean;
  guint   n_worst;
  guint32 worst[10];
} ThSummary;

/* Reads and partially sorts all samples, so it must not be called for every frame. */
void                 th_measure_summarize (const ThMeasure    *self,
                                           ThSummary          *summary);

/* Counts the values in @n_bins bins, whose edges are evenly spaced on a logarithmic scale from 1
 * to above the largest value; lower values, including negative ones, fall into the first bin.
 * Sets *@factor to the ratio of adjacent edges. */
void                 th_measure_histogram (const ThMeasure    *self,
                                           guint               n_bins,
                                           guint32            *bins,
                                           double             *factor);

G_END_DECLS
