/* th-step-row.h - a row of the step list: one step, or a fold of repeated steps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The row of a fold has an arrow.  While it is expanded, its steps have rows of their own
 * below, and it cannot be selected.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-journey.h"

G_BEGIN_DECLS

#define TH_TYPE_STEP_ROW (th_step_row_get_type ())
G_DECLARE_FINAL_TYPE (ThStepRow, th_step_row, TH, STEP_ROW, GtkListBoxRow)

/* The steps of @fold in flow @flow of @results, which must stay valid while the row is shown, as
 * must @document.  @longest is the step at the end of the longest leg, whose time is red. */
GtkWidget *th_step_row_new          (ThDocument   *document,
                                     ThResults    *results,
                                     guint32       flow,
                                     const ThFold *fold,
                                     guint         longest);
/* Returns the index of the first step. */
guint32    th_step_row_get_first    (ThStepRow    *self);
/* Returns the number of steps; 1 unless the row is that of a fold. */
guint32    th_step_row_get_length   (ThStepRow    *self);
void       th_step_row_set_expanded (ThStepRow    *self,
                                     gboolean      expanded);
gboolean   th_step_row_is_expanded  (ThStepRow    *self);

G_END_DECLS
