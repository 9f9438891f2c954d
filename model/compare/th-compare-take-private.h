/* th-compare-take-private.h - the steps of taking samples from a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-private.h"
#include "th-compare-take.h"

G_BEGIN_DECLS

/* A sample on its way into a class; @index: of the sample in its measure. */
typedef struct
{
  gint64   time;
  guint32  index;
  ThSample sample; /* derived once, as that walks over the steps of a flow */
} Picked;

/* What is taken from. */
typedef struct
{
  ThRecording *recording;
  GPtrArray   *all;
  gint64       from;
  gint64       to;
} Taking;

/* A measure, and what its declarations refer to; @table may be NULL. */
typedef struct
{
  const Taking        *taking;
  ThResults           *results;
  ThMeasure           *measure;
  const ThMeasureInfo *info;
  ThTable             *table;
  ThFlows             *flows; /* that the rows of the table are; or NULL */
} Source;

/* --- th-compare-classes.c: which class a sample is of ---------------------- */

typedef struct _Classes Classes;

/* Of the samples of @source. */
Classes        *th_compare_classes_new    (const Source    *source);
void            th_compare_classes_free   (Classes         *self);
/* The number of the class of sample @index, counted from 0 as they are met; G_MAXUINT
 * if it is compared with none. */
guint           th_compare_classes_get    (Classes         *self,
                                           guint32          index,
                                           const ThSample  *sample);
/* Named, and otherwise empty; free with th_compare_class_free(). */
ThCompareClass *th_compare_classes_make   (const Classes   *self,
                                           guint            number);

/* --- th-compare-parts.c: where the time of samples went --------------------- */

/* Divides the samples of @class, which are @picked, by all that is known of them. */
void            th_compare_parts_take     (const Source    *source,
                                           const Picked    *picked,
                                           ThCompareClass  *class);

/* --- th-compare-ends.c: events that samples lie between --------------------- */

/* Sets the events that samples begin and end with, and how big what they are about is. */
void            th_compare_ends_take      (const Source    *source,
                                           const Picked    *picked,
                                           ThCompareClass  *class);

/* --- th-compare-ran.c: who ran on a CPU -------------------------------------- */

typedef void (*RanFunc) (const char *name,
                         gint64      time,
                         gpointer    data);

/* Calls @func with the name and time of each task that ran on the CPU of @anchor from
 * @from to @to, "<idle>" among them; of what is not known it is "…". */
void            th_compare_ran_walk       (ThRecording     *recording,
                                           ThRef            anchor,
                                           gint64           from,
                                           gint64           to,
                                           RanFunc          func,
                                           gpointer         data);
/* Whether who ran on the CPU of @anchor at its time was still there @length later. */
gboolean        th_compare_ran_stays      (ThRecording     *recording,
                                           ThRef            anchor,
                                           gint64           length);

/* --- th-compare-making.c: how the recording was made ------------------------- */

/* Into @run, whose classes are there. */
void            th_compare_making_take    (const Taking    *taking,
                                           ThCompareRun    *run);

G_END_DECLS
