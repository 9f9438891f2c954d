/* gui-gestures.h - what a user does with the pointer, through signals and actions of widgets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "gui-fixture.h"
#include "th-capture.h"
#include "th-flame-chart.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

/* Drops @value at the height @y of the views of the window.  The source of the drag allows
 * @actions.  Returns whether the window accepts the drop. */
gboolean gui_drop             (ThWindow           *window,
                               const GValue       *value,
                               double              y,
                               GdkDragAction       actions);
/* Returns the text of the tooltip that @widget shows for a pointer at @x, @y, or NULL.  Free with
 * g_free(). */
char    *gui_dup_tooltip      (GtkWidget          *widget,
                               double              x,
                               double              y);
/* Returns the first mapped cell of a table in @widget with that text, or NULL. */
GtkWidget *gui_find_cell      (GtkWidget          *widget,
                               const char         *text);
/* Likewise, the text of the tooltip near the start of that cell, which must be on the screen. */
char    *gui_dup_cell_tip     (GtkWidget          *widget,
                               const char         *text);
/* Finds the brush of an overview strip: moves the pointer along the strip, and takes the middles of
 * the two ranges in which the cursor says that an edge can be dragged. */
void     gui_find_brush       (GtkWidget          *overview,
                               double             *x,
                               double             *width);
/* Selects @frame as the arrow keys do, from the root on. */
void     gui_select_frame     (ThFlameChart       *chart,
                               guint32             frame);
/* Does what the record dialog does after @capture has begun to record.  The window that shows the
 * recording becomes that of the fixture. */
void     gui_begin_recording  (Fixture            *fixture,
                               ThCapture          *capture,
                               const ThRecordPlan *plan);
/* Returns whether the window offers to discard its recording, as it does while that goes on. */
gboolean gui_is_recording     (ThWindow           *window);

G_END_DECLS
