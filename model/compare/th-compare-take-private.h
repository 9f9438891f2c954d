/* th-compare-take-private.h - the steps of taking samples from a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-private.h"
#include "th-compare-take.h"

G_BEGIN_DECLS

/* A sample that is to be added to a class; @index is its number in the measure, @time that
 * of its anchor, or TH_TIME_NONE. */
typedef struct
{
  gint64   time;
  guint32  index;
  ThSample sample; /* derived once, as that walks over the steps of a flow */
} Picked;

typedef struct _Ran Ran;

/* The recording to take samples from, its results, the span of time, and what ran. */
typedef struct
{
  ThRecording *recording;
  GPtrArray   *all;
  gint64       from;
  gint64       to;
  Ran         *ran;
} Taking;

/* A measure and the objects that its declaration refers to; @table may be NULL. */
typedef struct
{
  const Taking        *taking;
  ThResults           *results;
  ThMeasure           *measure;
  const ThMeasureInfo *info;
  ThTable             *table;
  ThFlows             *flows; /* the flows that the rows of @table are; or NULL */
} Source;

/* --- th-compare-classes.c: the classes of samples -------------------------- */

typedef struct _Classes Classes;

/* Sorts the samples of @source, which must outlive it, into classes. */
Classes        *th_compare_classes_new    (const Source    *source);
void            th_compare_classes_free   (Classes         *self);
/* The number of the class that @picked belongs to; classes are numbered from 0 in order of
 * appearance.  G_MAXUINT if the sample is not compared. */
guint           th_compare_classes_get    (Classes         *self,
                                           const Picked    *picked);
/* A named class without samples; free with th_compare_class_free(). */
ThCompareClass *th_compare_classes_make   (const Classes   *self,
                                           guint            number);

/* --- th-compare-parts.c: where the time of samples went --------------------- */

/* Sets the levels and the parts of @class, whose samples are @picked. */
void            th_compare_parts_take     (const Source    *source,
                                           const Picked    *picked,
                                           ThCompareClass  *class);

/* --- th-compare-ends.c: events that samples begin and end with --------------- */

/* Sets the events that the samples of @class begin and end with, and their sizes. */
void            th_compare_ends_take      (const Source    *source,
                                           const Picked    *picked,
                                           ThCompareClass  *class);

/* --- th-compare-ran.c: what ran on a CPU ------------------------------------- */

/* A CPU; NULL if it is unknown.  @runs is the CPU that has its runs, or NULL. */
typedef struct
{
  ThCpu *cpu;
  ThCpu *runs;
} RanPlace;

/* @name lives as long as the Ran that calls. */
typedef void (*RanFunc) (const char *name,
                         gint64      time,
                         gpointer    data);

/* @recording and @all, its finished results, must outlive it. */
Ran            *th_compare_ran_new        (ThRecording     *recording,
                                           GPtrArray       *all);
void            th_compare_ran_free       (Ran             *self);
/* The CPU of @anchor. */
RanPlace        th_compare_ran_at         (Ran             *self,
                                           ThRef            anchor);
/* The CPU on which @task was switched in at @time. */
RanPlace        th_compare_ran_start      (Ran             *self,
                                           guint32          task,
                                           gint64           time);
/* Calls @func with the name and the duration of each interrupt ("irq eth0"), softirq
 * ("softirq NET_RX") and task, including "<idle>", that ran at @place between @from and @to;
 * unknown time is reported as "…".  The durations add up to the time between them. */
void            th_compare_ran_walk       (Ran             *self,
                                           const RanPlace  *place,
                                           gint64           from,
                                           gint64           to,
                                           RanFunc          func,
                                           gpointer         data);
/* Whether the task that was running on the CPU of @anchor at its time kept running
 * there for @length. */
gboolean        th_compare_ran_stays      (Ran             *self,
                                           ThRef            anchor,
                                           gint64           length);

/* --- th-compare-making.c: how the recording was made ------------------------- */

/* Sets the making and the counts of @run, whose classes have been added. */
void            th_compare_making_take    (const Taking    *taking,
                                           ThCompareRun    *run);

G_END_DECLS
