/* th-call-difference.h - the call trees of two sides of recordings, merged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Trees of the same analysis and id are merged by the names of their functions and the
 * kind of code they belong to, never by address: a function of either side has the same
 * node on both.  There is a merged tree for each weight (samples, period, time, calls).
 *
 * Weights are shares: of each recording, the weight of a node divided by that of the whole
 * tree, and of a side the mean over those of its recordings that have such chains.  So
 * longer recordings count no more than shorter ones, and both sides add up to the same,
 * %TH_CALL_WHOLE, exactly.  A side without such chains adds up to 0.  How much was
 * recorded is kept in ThCallDifferenceTree.totals.
 *
 * Shares come without a verdict: two recordings of the same load differ, too.
 *
 * A merged tree has at most %TH_CALL_MAX_NODES nodes; what exceeds that is counted with its
 * caller (`is_full`).  This takes far more recordings, or far more different functions, than
 * anybody compares.
 *
 * Immutable and reference-counted; making it takes time proportional to the nodes of all
 * samples, so make it on a worker thread.  Any thread may read it.
 */
#pragma once

#include "th-call-sample.h"
#include "th-number-format.h"

G_BEGIN_DECLS

/* The weight of all chains of a side.  It can be divided by any number of recordings up
 * to 16 without a remainder. */
#define TH_CALL_WHOLE (G_GINT64_CONSTANT (720720) * 1000000000)

/* The sides, which are also the weights of a merged tree. */
typedef enum
{
  TH_CALL_A,
  TH_CALL_B,
  TH_N_CALL_SIDES
} ThCallSide;

/* The columns of ThCallDifferenceTree.functions.  Those of %TH_COLUMN_SHARE are in parts of
 * %TH_CALL_WHOLE, which is finer than the per mille of other tables; changes are B - A. */
typedef enum
{
  TH_CALL_COLUMN_FUNCTION,
  TH_CALL_COLUMN_KIND,         /* a word: "kernel", "module", "program" */
  TH_CALL_COLUMN_SELF_A,       /* of chains that end in the function */
  TH_CALL_COLUMN_SELF_B,
  TH_CALL_COLUMN_SELF_CHANGE,
  TH_CALL_COLUMN_TOTAL_A,      /* of chains through the function, once each */
  TH_CALL_COLUMN_TOTAL_B,
  TH_CALL_COLUMN_TOTAL_CHANGE,
  TH_N_CALL_COLUMNS
} ThCallColumn;

/**
 * ThCallDifferenceTree:
 * @analysis, @id, @title: of the trees that were merged
 * @weight: which of their weights the shares are of; static
 * @n_runs: by side, the number of recordings with such chains
 * @totals: by side, the mean weight of these recordings; 0 without any
 * @resolution: the coarsest of the clocks of these recordings, for totals that are times
 * @n_left_out: number of nodes that samples left out, over all recordings
 * @is_full: whether the merged tree has no room for all nodes
 * @tree: its weights are the shares of the sides, see ThCallSide; the root comes first
 * @functions: one row for each function and kind of code, greatest change of self first
 * @kinds: (element-type ThCallKind): the kind of code of each row
 */
typedef struct
{
  char               *analysis;
  char               *id;
  char               *title;
  const ThCallWeight *weight;
  guint               n_runs[TH_N_CALL_SIDES];
  double              totals[TH_N_CALL_SIDES];
  ThResolution        resolution;
  guint64             n_left_out;
  gboolean            is_full;
  ThCallTree         *tree;
  ThTable            *functions;
  GArray             *kinds;
} ThCallDifferenceTree;

typedef struct _ThCallDifference ThCallDifference;

/* @a, @b: (element-type ThCallSample): one sample per recording. */
ThCallDifference           *th_call_difference_new         (GPtrArray              *a,
                                                            GPtrArray              *b);
ThCallDifference           *th_call_difference_ref         (ThCallDifference       *self);
void                        th_call_difference_unref       (ThCallDifference       *self);

/* The number of merged trees; 0 if no recording has call chains.  They come in the order of
 * the samples. */
guint                       th_call_difference_get_n       (const ThCallDifference *self);
const ThCallDifferenceTree *th_call_difference_get         (const ThCallDifference *self,
                                                            guint                   index);
/* The results that own all trees and tables, and the words of their names. */
ThResults                  *th_call_difference_get_results (const ThCallDifference *self);

/* The mean weight of a side: "1 234", "5.678 ms"; free with g_free(). */
char                       *th_call_difference_format_total (const ThCallDifferenceTree *tree,
                                                            ThCallSide              side,
                                                            ThFormatFlags           flags);
/* The title of a column of functions, translated; static. */
const char                 *th_call_column_get_title       (ThCallColumn            column);

/* "×1.24"; "only in A", "only in B" if the other share is 0, and "" if both are.  Free with
 * g_free(). */
char                       *th_call_difference_format_factor (gint64                a,
                                                            gint64                  b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCallDifference, th_call_difference_unref)

G_END_DECLS
