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

/* --- th-compare-counters.c: the counters of the machine --------------------- */

void            th_compare_counters_take  (const Taking    *taking,
                                           ThCompareRun    *run);

/* --- th-compare-classes.c: the classes of samples -------------------------- */

typedef struct _Classes Classes;

/* Sorts the samples of @source, which must outlive it, into classes. */
Classes        *th_compare_classes_new    (const Source    *source);
void            th_compare_classes_free   (Classes         *self);
/* The number of the class that @picked belongs to; classes are numbered from 0 in order of
 * appearance.  G_MAXUINT if the sample is not compared. */
guint           th_compare_classes_get    (Classes         *self,
                                           const Picked    *picked);
/* The number of the class called @name; G_MAXUINT if no sample so far belongs to it. */
guint           th_compare_classes_find   (const Classes   *self,
                                           const char      *name);
/* A named class without samples; free with th_compare_class_free(). */
ThCompareClass *th_compare_classes_make   (const Classes   *self,
                                           guint            number);

/* --- th-compare-samples.c: the samples of a measure -------------------------- */

/* The samples of a measure by class.
 * @picked: by class, (element-type GArray): the samples that are compared, of type
 *   Picked, sorted by time
 * @found: (element-type guint64): by class, the number of samples before any were left out
 * @n: their sum */
typedef struct
{
  Source     source;
  Classes   *classes;
  GPtrArray *picked;
  GArray    *found;
  guint64    n;
} Samples;

/* Reads all samples of @measure, which belongs to @results; @taking must outlive them. */
Samples        *th_compare_samples_new    (const Taking    *taking,
                                           ThResults       *results,
                                           ThMeasure       *measure);
void            th_compare_samples_free   (Samples         *self);
/* The samples of the measure that has the class called @name, and *@class, its number.
 * NULL if there is no such class. */
Samples        *th_compare_samples_find   (const Taking    *taking,
                                           const char      *analysis,
                                           const char      *measure,
                                           const char      *name,
                                           guint           *class);

/* A sample of a measure and its time. */
Picked          th_compare_pick           (const Source    *source,
                                           guint32          index);
/* What the time of the samples (element-type Picked) of a class is spent on: calls are
 * resolved to waiting or running. */
ThSpent         th_compare_find_spent     (const Source    *source,
                                           const GArray    *picked);

/* --- th-compare-divide.c: the parts of a sample ------------------------------ */

typedef struct _Divider Divider;

/* As in ThComparePart.  @dimension is static. */
typedef struct
{
  const char *dimension;
  char       *key;
  gboolean    is_share;
} PartKey;

/* Called with the part of a sample and with the share of its value. */
typedef void (*PartFunc) (guint    part,
                          double   amount,
                          gpointer data);

/* Divides samples of @source, which must outlive it, of a class whose time is spent on
 * @spent, see th_compare_find_spent(). */
Divider        *th_compare_divider_new    (const Source    *source,
                                           ThSpent          spent,
                                           PartFunc         func,
                                           gpointer         data);
void            th_compare_divider_free   (Divider         *self);
/* Divides the value of a sample by all dimensions and calls the function for each part.
 * Parts are numbered from 0 in order of appearance, so divide samples in order of time. */
void            th_compare_divide         (Divider         *self,
                                           const Picked    *picked);
/* Valid until the next sample is divided. */
const PartKey  *th_compare_divider_get    (const Divider   *self,
                                           guint            part);

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

/* --- th-compare-names.c: the names of tasks ----------------------------------- */

typedef struct _Names Names;

/* For one thread.  @tasks must outlive it. */
Names          *th_compare_names_new      (ThTasks         *tasks);
void            th_compare_names_free     (Names           *self);
/* The name that @task had at @time; it lives as long as the tasks. */
const char     *th_compare_names_get      (Names           *self,
                                           guint32          task,
                                           gint64           time);

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
/* The name that @task had at @time. */
const char     *th_compare_ran_name       (Ran             *self,
                                           guint32          task,
                                           gint64           time);
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

/* --- th-compare-counts.c: tables and events ---------------------------------- */

/* Sets the counts of @run, and what of its making is counted with them: events and losses. */
void            th_compare_counts_take    (const Taking    *taking,
                                           ThCompareRun    *run);

/* --- th-compare-making.c: how the recording was made ------------------------- */

/* Sets the making and the counts of @run, whose classes have been added. */
void            th_compare_making_take    (const Taking    *taking,
                                           ThCompareRun    *run);

G_END_DECLS
