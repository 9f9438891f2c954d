/* comparison-fixture.h - comparisons of real recordings, in a window of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"

#include "th-comparison-panel.h"
#include "th-comparison-table.h"
#include "th-conditions-bar.h"

G_BEGIN_DECLS

/* A conditions bar above a table and a panel, which shows the selected row. */
typedef struct
{
  GtkWidget         *window;
  ThConditionsBar   *bar;
  ThComparisonTable *table;
  ThComparisonPanel *panel;
  ThComparison      *comparison; /* that the table shows, not owned; or NULL */
} Comparing;

/* Returns whether the recordings are available; otherwise skips the test. */
gboolean      comparison_has_traces (void);
/* Compares the first @n runs of two sets, such as "before" and "late50", once; keeps the result. */
ThComparison *comparison_get        (const char   *a,
                                     const char   *b,
                                     guint         n);
/* Takes the run of a recording below the folder THRESHER_TRACES. */
ThCompareRun *comparison_load       (const char   *file);
/* Returns the index of a row; fails the test if there is none. */
gint          comparison_find       (ThComparison *comparison,
                                     const char   *measure,
                                     const char   *name,
                                     guint         level);
void          comparing_init        (Comparing    *self,
                                     int           width);
void          comparing_clear       (Comparing    *self);
/* Shows @comparison, which may be NULL, in the table. */
void          comparing_show        (Comparing    *self,
                                     ThComparison *comparison);
/* Returns the listed rows; owned by the table. */
ThComparisonList *comparison_get_list (gpointer    table);
/* Returns the row that is listed at @position; NULL for a title, or past the end. */
const ThComparisonRow *comparing_get_listed (Comparing *comparing,
                                             guint      position);
/* Waits until the plots of the panel exist and the texts of the window no longer change. */
void          comparing_wait        (Comparing    *self);

G_END_DECLS
