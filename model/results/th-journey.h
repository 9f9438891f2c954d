/* th-journey.h - describes one flow: its steps, stages and properties
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow (th-flows.h) has its steps; the rest stands in its row of the table
 * of flows.  Fronts ask here by the ids that such tables use where they have
 * them: "device", "direction", "length", "outcome", "reason", "location",
 * "reader", "total".  An outcome of "dropped" is a loss, whatever the flow is.
 *
 * Any thread; nothing is kept.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* The cell of column @id in the row of flow @row; TH_CELL_NONE if the table
 * has no such column, or is not there. */
gint64      th_journey_get_cell      (ThResults        *results,
                                      guint32           row,
                                      const char       *id);
/* For loops over many rows: where those cells are; -1 if nowhere. */
gint        th_journey_find_column   (ThResults        *results,
                                      const char       *id,
                                      ThTable         **table);
/* The same of a column of text; NULL or the word, lent by the results. */
const char *th_journey_get_word      (ThResults        *results,
                                      guint32           row,
                                      const char       *id);
gboolean    th_journey_is_dropped    (ThResults        *results,
                                      guint32           row);
/* From the first to the last step; the column "total" where there is one. */
gint64      th_journey_get_total     (ThResults        *results,
                                      guint32           row);

/* Of the flows found so far that are no part of another the one of greatest
 * total, or the next one behind @after (a row; TH_FLOW_NONE: the first); of
 * equal totals the earlier row comes first.  TH_FLOW_NONE: none, or *@cancelled
 * (or NULL) is not 0, which any thread may set.  It looks at all of them. */
guint32     th_journey_find_slowest  (ThResults        *results,
                                      guint32           after,
                                      gint             *cancelled);

/* "…1c5bb300#2": the end of the key and which life of it.  Free with g_free(). */
char       *th_journey_dup_name      (const ThFlow     *flow);
/* "0xffff88011c5bb300#2" */
char       *th_journey_dup_id        (const ThFlow     *flow);

/* "wakeup"; "other" for TH_FLOW_NO_STAGE.  Translated. */
const char *th_flows_get_stage_title (const ThFlows    *flows,
                                      guint             stage);
/* "exact", "inferred", …; translated. */
const char *th_sureness_get_word     (ThSureness        sureness);
/* A sign for it: "●". */
const char *th_sureness_get_sign     (ThSureness        sureness);

/* Index of the leg that took longest; G_MAXUINT without one. */
guint       th_journey_find_longest  (const GArray     *legs);
/* Whole percents of the legs, which add up to 100 (the largest remainders are
 * rounded up); all 0 where no leg has a length.  Negative legs have none.
 * @percents: legs->len of them. */
void        th_journey_share         (const GArray     *legs,
                                      guint            *percents);

/* The time of each stage, in the order in which they come first: as legs from 0 to
 * that time, negative legs deducted, which th_journey_share() takes.
 * Returns (element-type ThLeg): free with g_array_unref(). */
GArray     *th_journey_sum_stages    (const GArray     *legs);

/* @n_times the same @period steps, one after the other; both are 1 for a step of
 * its own. */
typedef struct
{
  guint32 first;
  guint32 period;
  guint32 n_times;
} ThFold;

/* The first @max steps, in order.  What comes TH_FOLD_LEAST times or more with the
 * same names and sureness is one: a step, or a few that take turns (a reader in
 * a loop: the copy, the return of its call).
 * Returns (element-type ThFold): free with g_array_unref(). */
#define TH_FOLD_LEAST 3
GArray     *th_journey_list_folds    (const ThFlows    *flows,
                                      const ThFlow     *flow,
                                      guint32           max);

/* Who ran on a CPU, and for how long of it. */
typedef struct
{
  guint32 task;
  gint64  time;
} ThMeanwhile;

/* Who ran from @begin to @end on the CPU of @event, longest first, idle too.
 * Not more than the first thousands of runs are looked at: *@whole tells
 * whether that was all (may be NULL).
 * Returns (element-type ThMeanwhile): free with g_array_unref(). */
GArray     *th_journey_list_meanwhile (ThRecording     *recording,
                                      ThRef             event,
                                      gint64            begin,
                                      gint64            end,
                                      gboolean         *whole);

/* How many events were lost from @begin to @end on the CPUs that @flow was on;
 * -1 where their number is not known. */
gint64      th_journey_count_lost    (ThRecording      *recording,
                                      ThFlows          *flows,
                                      const ThFlow     *flow);

G_END_DECLS
