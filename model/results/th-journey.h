/* th-journey.h - describes one flow: its steps, stages and properties
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow (th-flows.h) has its steps; its other properties are in its row of the
 * table of flows.  Callers look them up by the common column ids: "device",
 * "direction", "length", "outcome", "reason", "location", "reader", "total".  An
 * outcome of "dropped" is a loss for any kind of flow.
 *
 * Any thread; there is no state.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* The cell of column @id in the row of flow @row; TH_CELL_NONE if the table
 * has no such column, or there is no table. */
gint64      th_journey_get_cell       (ThResults     *results,
                                       guint32        row,
                                       const char    *id);
/* The index of column @id, for loops over many rows; -1 if there is none. */
gint        th_journey_find_column    (ThResults     *results,
                                       const char    *id,
                                       ThTable      **table);
/* The same for a column of text: the word, owned by the results, or NULL. */
const char *th_journey_get_word       (ThResults     *results,
                                       guint32        row,
                                       const char    *id);
gboolean    th_journey_is_dropped     (ThResults     *results,
                                       guint32        row);
/* The cell of the column "total" if there is one, else the time from the first to the
 * last step. */
gint64      th_journey_get_total      (ThResults     *results,
                                       guint32        row);

/* The published flow with the greatest total, not counting parts of others, or the
 * one that follows @after (a row; TH_FLOW_NONE: none) in descending order; of equal
 * totals the earlier row comes first.  TH_FLOW_NONE: there is none, or *@cancelled,
 * which any thread may set (or NULL), is not 0.  Scans all flows. */
guint32     th_journey_find_slowest   (ThResults     *results,
                                       guint32        after,
                                       gint          *cancelled);

/* "…1c5bb300#2": the last digits of the key and the generation.  Free with g_free(). */
char       *th_journey_dup_name       (const ThFlow  *flow);
/* "0xffff88011c5bb300#2", or "1234#2" if the key is a plain number */
char       *th_journey_dup_id         (const ThFlow  *flow);

/* "wakeup"; "other" for TH_FLOW_NO_STAGE.  Translated. */
const char *th_flows_get_stage_title  (const ThFlows *flows,
                                       guint          stage);
/* "exact", "inferred", …; translated. */
const char *th_confidence_get_word    (ThConfidence   confidence);
/* A symbol for the confidence: "●". */
const char *th_confidence_get_sign    (ThConfidence   confidence);

/* The index of the longest leg; G_MAXUINT if there is none. */
guint       th_journey_find_longest   (const GArray  *legs);
/* Computes the shares of the legs in whole per cent, which add up to 100 (the largest
 * remainders are rounded up); all are 0 if every leg is empty.  A negative leg counts
 * as empty.  @percents has legs->len elements. */
void        th_journey_share          (const GArray  *legs,
                                       guint         *percents);

/* The time of each stage in order of first appearance, less negative legs, as legs
 * from 0 to that time, which th_journey_share() accepts.
 * Returns (element-type ThLeg): free with g_array_unref(). */
GArray     *th_journey_sum_stages     (const GArray  *legs);

/* A group of @period steps that repeats @n_times in a row; both are 1 for a single
 * step. */
typedef struct
{
  guint32 first;
  guint32 period;
  guint32 n_times;
} ThFold;

/* The first @max steps in order, with repetitions folded: a step, or a short group of
 * steps, that repeats at least TH_FOLD_LEAST times with the same labels and confidence
 * is one fold (a reader in a loop: the copy, the return of its system call).
 * Returns (element-type ThFold): free with g_array_unref(). */
#define TH_FOLD_LEAST 3
GArray     *th_journey_list_folds     (const ThFlows *flows,
                                       const ThFlow  *flow,
                                       guint32        max);

/* A task that ran on a CPU, and for how long. */
typedef struct
{
  guint32 task;
  gint64  time;
} ThMeanwhile;

/* The tasks that ran from @begin to @end on the CPU of @event, including idle, longest
 * first.  Only a limited number of runs is scanned; *@whole (may be NULL) is set to
 * whether that covered all of them.
 * Returns (element-type ThMeanwhile): free with g_array_unref(). */
GArray     *th_journey_list_meanwhile (ThRecording   *recording,
                                       ThRef          event,
                                       gint64         begin,
                                       gint64         end,
                                       gboolean      *whole);

/* The number of events lost during @flow on the CPUs that it was on; -1 if it is not known. */
gint64      th_journey_count_lost     (ThRecording   *recording,
                                       ThFlows       *flows,
                                       const ThFlow  *flow);

G_END_DECLS
