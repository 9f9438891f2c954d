/* th-task-cell.h - a cell with the name of a task, and the dot of its colour
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The colour is that of the task's runs in the lanes; the name says the same.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-theme.h"

G_BEGIN_DECLS

#define TH_TYPE_TASK_CELL (th_task_cell_get_type ())
G_DECLARE_FINAL_TYPE (ThTaskCell, th_task_cell, TH, TASK_CELL, GtkWidget)

GtkWidget *th_task_cell_new            (void);
/* The cell's inscription, whose size the table sets. */
GtkWidget *th_task_cell_get_text       (ThTaskCell    *self);
/* @color: NULL for no dot; its place stays empty. */
void       th_task_cell_set            (ThTaskCell    *self,
                                        const char    *name,
                                        const ThColor *color);

G_END_DECLS
