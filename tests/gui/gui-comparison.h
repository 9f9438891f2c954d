/* gui-comparison.h - begins comparisons in the window of a test
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings of a side are given as one string: names of files in tests/data, or absolute
 * paths, separated by single spaces.
 */
#pragma once

#include "gui-fixture.h"

#include "th-comparison-view.h"

G_BEGIN_DECLS

/* Makes two sides and compares them; does not wait. */
void              gui_compare_start     (Fixture    *fixture,
                                         const char *a,
                                         const char *b);
/* The same, and waits until both timelines are loaded and the comparison has ended. */
void              gui_compare           (Fixture    *fixture,
                                         const char *a,
                                         const char *b);
/* Compares the first @n runs "before" in THRESHER_TRACES with those of @after, and waits.
 * Returns %FALSE, and skips the test, if they do not exist. */
gboolean          gui_compare_traces    (Fixture    *fixture,
                                         const char *after,
                                         guint       n);

ThComparisonView *gui_get_comparison    (Fixture    *fixture);
/* The document that a side shows; or %NULL. */
ThDocument       *gui_get_compared      (Fixture    *fixture,
                                         guint       side);
/* The pairing of the two timelines, owned by the view. */
ThPairing        *gui_get_pairing       (Fixture    *fixture);
/* A reference to the job of the comparison; or %NULL. */
ThComparisonJob  *gui_dup_job           (Fixture    *fixture);
/* Whether a label of the comparison that is on the screen contains @text. */
gboolean          gui_comparison_shows  (Fixture    *fixture,
                                         const char *text);

/* Conditions for wait_until(). */
gboolean          has_compared          (Fixture    *fixture);
gboolean          are_both_loaded       (Fixture    *fixture);

G_END_DECLS
