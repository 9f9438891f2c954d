/* th-task-cell.h - a cell with the name of a task and a dot in its color
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The color is that of the task's runs in the lanes; it adds nothing to the name.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-theme.h"

G_BEGIN_DECLS

#define TH_TYPE_TASK_CELL (th_task_cell_get_type ())
G_DECLARE_FINAL_TYPE (ThTaskCell, th_task_cell, TH, TASK_CELL, GtkWidget)

GtkWidget *th_task_cell_new            (void);
/* Returns the cell's inscription, whose size is set by the table. */
GtkWidget *th_task_cell_get_text       (ThTaskCell    *self);
/* If @color is NULL, the place of the dot stays empty. */
void       th_task_cell_set            (ThTaskCell    *self,
                                        const char    *name,
                                        const ThColor *color);

G_END_DECLS
