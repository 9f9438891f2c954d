/* th-conditions-grid.h - lists the conditions of a comparison with their warnings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-conditions.h"

G_BEGIN_DECLS

/* An empty grid. */
GtkWidget *th_conditions_grid_new      (void);
/* Replaces the rows of @grid by one for each of @conditions (element-type ThCondition), in that
 * order; %NULL for none. */
void       th_conditions_grid_set      (GtkWidget         *grid,
                                        const GArray      *conditions);
/* A sign for the state of @condition. */
GtkWidget *th_condition_icon_new       (const ThCondition *condition);
/* The sentences of its warnings, one a line; "" if there are none.  Free with g_free(). */
char      *th_condition_dup_warnings   (const ThCondition *condition);

G_END_DECLS
