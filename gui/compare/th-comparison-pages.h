/* th-comparison-pages.h - what the runs of a comparison lost, and how they were recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each page is a tree of labels for one comparison; another comparison gets new pages.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison.h"

G_BEGIN_DECLS

/* A table with the recorded and the lost events of each run and of each side. */
GtkWidget *th_lost_page_new       (ThComparison *comparison);
/* All conditions with their warnings, above a table that says how each run was recorded. */
GtkWidget *th_conditions_page_new (ThComparison *comparison);

G_END_DECLS
