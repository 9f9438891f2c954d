/* results-text.h - the results of an analysis as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"
#include "th-results.h"

G_BEGIN_DECLS

/* The slices of a lane: "10+5 Running, 15+3! Sleeping (S)"; "!" marks a slice without
 * an end, "?" one without a begin, "~" an inferred one; " / " separates the depths. */
char        *test_slices           (ThResults        *results,
                                    const char       *id,
                                    ThAttach          attach,
                                    guint32           key);
/* "10 text, 20 text" or "10=1.5, 20=2". */
char        *test_points           (ThResults        *results,
                                    const char       *id);
/* "a 1 2, b 3 4": rows and cells; times are numbers, tasks are pids. */
char        *test_table            (ThRecording      *recording,
                                    ThResults        *results,
                                    const char       *id);
/* "5 7 9" */
char        *test_measure          (ThResults        *results,
                                    const char       *id);
/* "a;m:b;u:c 1 500 @0.7": call chains with their own weights, and the CPU and row of
 * the anchor. */
char        *test_tree             (ThResults        *results,
                                    const char       *id);
/* The remarks, one per line. */
char        *test_remarks          (ThResults        *results);
/* All of the above, to compare two results. */
char        *test_dump             (ThRecording      *recording,
                                    ThResults        *results);

#define assert_text(text, expected) \
  do { g_autofree char *text_ = (text); g_assert_cmpstr (text_, ==, (expected)); } while (0)

G_END_DECLS
