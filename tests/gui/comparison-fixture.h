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
} Comparing;

/* Returns whether the recordings are available; otherwise skips the test. */
gboolean      comparison_has_traces (void);
/* Compares the first @n runs of two sets, such as "before" and "late50", once; keeps the result. */
ThComparison *comparison_get        (const char   *a,
                                     const char   *b,
                                     guint         n);
/* Returns the index of a row; fails the test if there is none. */
gint          comparison_find       (ThComparison *comparison,
                                     const char   *measure,
                                     const char   *name,
                                     guint         level);
void          comparing_init        (Comparing    *self,
                                     int           width);
void          comparing_clear       (Comparing    *self);
/* Waits until the plots of the panel exist and the texts of the window no longer change. */
void          comparing_wait        (Comparing    *self);

G_END_DECLS
