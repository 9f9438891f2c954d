/* th-compare-examples.h - finds the samples of a class in a loaded recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A run keeps only the values of its samples.  While its recording is loaded, examples
 * lead back from a range of values, or from a part of a difference, to events, rows and
 * flows.  They are the same samples as those of the run: as many in each range of values,
 * with the same shares of each part.
 *
 * All functions take time proportional to the number of samples of the measure.  They may
 * be called by any thread, once the recording is loaded and the analyses are finished.
 * Times and values are on the clock of the recording.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThCompareExample:
 * @anchor: the event that the sample was taken at; %TH_REF_NONE if there is none
 * @row: the row of the table of the measure, which is also the row of the flow if the
 *   measure is about flows; %G_MAXUINT32 if the samples are not rows
 * @begin, @end: the time that the sample covers, @begin <= @end; both the time of @anchor
 *   if the sample is not a time, and %TH_TIME_NONE if that is unknown
 * @value: in the unit of the measure
 * @share: how much of @value belongs to the part; all of it without a part
 */
typedef struct
{
  ThRef   anchor;
  guint32 row;
  gint64  begin;
  gint64  end;
  gint64  value;
  double  share;
} ThCompareExample;

/**
 * ThCompareExampleQuery:
 * @analysis, @measure, @name: the class, as in ThCompareClass
 * @low, @high: only samples with @low <= value <= @high; %G_MININT64 and %G_MAXINT64 for
 *   all of them.  The samples of a level (th-compare-run.h) are those from its quantile on
 * @p_low, @p_high: only samples whose rank among all samples of the class is between these
 *   quantiles, and those with the same values; 0 and 1 for all of them
 * @dimension, @key: only samples with a share of this part, as in ThComparePart; both
 *   %NULL for all of them.  For a part of a pool, whose dimension is "class", set @name to
 *   the key instead
 * @from, @to: as for th_compare_run_take()
 */
typedef struct
{
  const char *analysis;
  const char *measure;
  const char *name;
  gint64      low;
  gint64      high;
  double      p_low;
  double      p_high;
  const char *dimension;
  const char *key;
  gint64      from;
  gint64      to;
} ThCompareExampleQuery;

typedef struct _ThCompareExamples ThCompareExamples;

/* @query: all samples of the class; set the other members afterwards. */
void               th_compare_example_query_init (ThCompareExampleQuery *query,
                                                  const char            *analysis,
                                                  const char            *measure,
                                                  const char            *name);

/* @all: (element-type ThResults): the results of @recording.  NULL if there is no such
 * class; no examples if none matches. */
ThCompareExamples *th_compare_examples_new   (ThRecording                 *recording,
                                              GPtrArray                   *all,
                                              const ThCompareExampleQuery *query);
void               th_compare_examples_free  (ThCompareExamples           *self);
guint              th_compare_examples_get_n (const ThCompareExamples     *self);
/* The examples with the largest share come first; the earlier of two equal ones does. */
const ThCompareExample *th_compare_examples_get (const ThCompareExamples  *self,
                                              guint                        index);
/* The results of the analysis; owned by @self, which holds a reference. */
ThResults         *th_compare_examples_get_results (const ThCompareExamples *self);
/* Whether the rows of the examples are flows of these results. */
gboolean           th_compare_examples_are_flows (const ThCompareExamples *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCompareExamples, th_compare_examples_free)

G_END_DECLS
