/* th-comparison-private.h - the steps of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-comparison.h"

G_BEGIN_DECLS

#define N_LEVELS TH_VERDICT_N_LEVELS

/* Differences of more than 10 % are reported. */
#define TOLD_RATIO 1.10

/* A class on both sides; its rows are consecutive, one for each level. */
typedef struct
{
  const ThCompareClass  *any;      /* one of @classes */
  const ThCompareClass **classes;  /* by run, those of A first; NULL if a run lacks it */
  guint64               *totals;   /* by run: samples of all classes of the measure */
  guint                  first_row;
  ThSpent                spent;    /* waiting if it waits in any run */
  gboolean               is_rare;  /* under 1 % of the samples of its measure */
  gboolean               is_apart; /* not compared: its sizes or ends differ */
  gboolean               is_identical;
} Entry;

struct _ThComparison
{
  gatomicrefcount    ref_count;
  GPtrArray         *runs[2];
  guint              n_a, n_b;
  ThVerdictOptions   options;
  ThComparisonFamily family;
  GArray            *entries;   /* of Entry */
  GPtrArray         *rows;      /* of ThComparisonRow */
  GArray            *warnings;  /* of ThComparisonWarning */
  GMutex             lock;      /* of @ranks */
  GHashTable        *ranks;     /* classes of a row → ThRanks */
  gboolean           is_same;   /* both sides are the same runs */
  gboolean           is_in_turns; /* th_comparison_is_in_turns() */
  gboolean           lost_unlike; /* one side lost more events: tails are not judged */
};

/* --- th-comparison-warnings.c ---------------------------------------------------- */

/* An empty array of ThComparisonWarning, which it frees. */
GArray              *th_comparison_warnings_new (void);
void                 th_comparison_warn        (GArray               *warnings,
                                                ThWarningKind         kind,
                                                const char           *subject,
                                                double                a,
                                                double                b);

/* --- th-comparison-runs.c --------------------------------------------------------- */

/* Run @number of both sides, those of A first; owned by @self. */
ThCompareRun        *th_comparison_peek_run    (const ThComparison   *self,
                                                guint                 number);
static inline ThComparisonRow *
th_comparison_peek_row (const ThComparison *self,
                        const Entry        *entry,
                        guint               level)
{
  return g_ptr_array_index (self->rows, entry->first_row + level);
}

/* The means of @func over the runs of A and of B; NAN if it is NAN for any of them. */
typedef double (*RunFunc) (const ThComparison *self,
                           const Entry        *entry,
                           guint               run);
void                 th_comparison_get_means   (const ThComparison   *self,
                                                const Entry          *entry,
                                                RunFunc               func,
                                                double               *a,
                                                double               *b);

/* --- th-comparison-rows.c: the rows ------------------------------------------ */

void                 th_comparison_add_entries (ThComparison         *self);
void                 th_comparison_add_pools   (ThComparison         *self);
void                 th_comparison_add_counts  (ThComparison         *self);
void                 th_comparison_row_free    (ThComparisonRow      *row);
void                 th_comparison_entry_clear (gpointer              entry);

/* --- th-comparison-judge.c: verdicts ------------------------------------------ */

void                 th_comparison_judge       (ThComparison         *self);

/* --- th-comparison-warn.c, th-comparison-warn-rows.c --------------------------- */

/* Warnings that prevent a verdict are found before judging, the others after it. */
void                 th_comparison_warn_before (ThComparison         *self);
void                 th_comparison_warn_after  (ThComparison         *self);
void                 th_comparison_warn_rows_before (ThComparison    *self);
void                 th_comparison_warn_rows_after (ThComparison     *self);

/* --- th-comparison-parts.c: causes ---------------------------------------------- */

void                 th_comparison_explain     (ThComparison         *self);

G_END_DECLS
