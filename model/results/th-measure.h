/* th-measure.h - a named set of samples with a unit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread appends, any thread reads what is published, without locks.
 * A sample leads back to the event that it was taken at.  @group names what
 * is not independent of each other (the packets of one poll): statistics that
 * resample do it by group.
 *
 * Samples that other results know need not be kept: of those of a flow's stage
 * only the row of the flow is (th_measure_derive(), th_measure_append_row()).
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
  TH_CLASS_VALUE,   /* samples are of one class if they have the same value; tasks, the same name */
  TH_CLASS_PRESENCE, /* … if either all of them have a value or none has */
  TH_CLASS_REQUIRED  /* as TH_CLASS_VALUE; a sample without a value is compared with none */
} ThClassKind;

/* What the time of a sample is spent on.  It tells how much samples differ between
 * recordings of the same thing, and so what a single pair of recordings can prove. */
typedef enum
{
  TH_SPENT_WAITING, /* for a CPU, for other tasks, for data; also what is no time */
  TH_SPENT_RUNNING, /* on one CPU from begin to end */
  TH_SPENT_READING, /* in a reader, from when it runs until it takes its data */
  TH_SPENT_CALLING  /* in a call that begins at the anchor and may sleep: whether it
                       does is seen from who ran on its CPU */
} ThSpent;

/* When and on which CPU the time of a sample was spent, other than samples of flows, which
 * end at their anchor, and rows of tables, which declare it (th-row-span.h). */
typedef enum
{
  TH_PLACE_UNKNOWN,
  TH_PLACE_AFTER_ANCHOR, /* from the anchor on, on its CPU */
  TH_PLACE_UNTIL_RUN     /* from the anchor until ThSample.task was switched in, on the CPU
                            where that was */
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
 * @class_columns: what splits the samples into classes that are only compared
 *   each by itself: one device is not like another, nor receiving like sending.
 *   Ends with a %NULL column; or %NULL: all samples are of one class
 * @group_shares_value: the samples of one group (ThSample.group) are one
 *   observation that is repeated, as the softirq that all packets of one poll
 *   waited for; statistics count it once
 * @class_by_task: ThSample.task splits the samples into classes, too, by the name
 *   of the task at the time of the anchor
 * @spent: what the time of the samples is spent on
 * @place: when and on which CPU that was; calls (%TH_SPENT_CALLING) that stay on one CPU
 *   are %TH_PLACE_AFTER_ANCHOR
 * @is_whole_flow: a sample is all the time of its flow, which the times of the
 *   flow's stages add up to
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
  ThSamplePlace              place;
} ThMeasureInfo;

/**
 * ThSample:
 * @task: the task that it is of, plus one; 0: of none
 */
typedef struct
{
  gint64  value;
  ThRef   anchor;
  guint32 group;
  guint32 task;
} ThSample;

/* Fills the sample of @row.  Any thread asks, once the row is published. */
typedef void (*ThSampleFunc) (gconstpointer data,
                              guint         what,
                              guint32       row,
                              ThSample     *sample);

ThMeasure           *th_measure_new      (ThArena             *arena,
                                          const ThMeasureInfo *info);
void                 th_measure_free     (ThMeasure           *self);
void                 th_measure_append   (ThMeasure           *self,
                                          const ThSample      *sample);
/* Whom to ask for samples, with @what; before the first one.  @data lives as
 * long as the measure. */
void                 th_measure_derive   (ThMeasure           *self,
                                          ThSampleFunc         func,
                                          gconstpointer        data,
                                          guint                what);
/* Of a derived measure: its next sample is that of @row. */
void                 th_measure_append_row (ThMeasure         *self,
                                          guint32              row);
void                 th_measure_publish  (ThMeasure           *self);

const ThMeasureInfo *th_measure_get_info (const ThMeasure     *self);
guint32              th_measure_get_n    (const ThMeasure     *self);
ThSample             th_measure_get      (const ThMeasure     *self,
                                          guint32              index);
/* Whether it is derived, so that each of its samples belongs to a row. */
gboolean             th_measure_has_rows (const ThMeasure     *self);
/* Of a derived measure: the row that a sample is of. */
guint32              th_measure_get_row  (const ThMeasure     *self,
                                          guint32              index);

/**
 * ThSummary:
 *
 * Of all samples.  A percentile is the smallest value that at least that share
 * of the samples does not exceed (nearest rank).  @worst: indexes of the
 * biggest, biggest first.
 */
typedef struct
{
  guint32 n;
  gint64  min, p50, p90, p99, max;
  double  mean;
  guint   n_worst;
  guint32 worst[10];
} ThSummary;

/* Costs a partial sort, and reads all samples: not for every frame. */
void                 th_measure_summarize (const ThMeasure    *self,
                                           ThSummary          *summary);

/* Counts of values in @n_bins bins whose edges grow evenly in the logarithm
 * from 1 (values below that, negative ones too, fall in the first) to above
 * the biggest.  *@factor: ratio of neighbouring edges. */
void                 th_measure_histogram (const ThMeasure    *self,
                                           guint               n_bins,
                                           guint32            *bins,
                                           double             *factor);

G_END_DECLS
