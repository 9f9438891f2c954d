/* th-columns-window.h - the columns of the event table, chosen and ordered by keys too
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A row for each column that is shown, from left to right, with buttons to move
 * and to hide it; what they do is seen in the table at once.  One more comes by an
 * expression: a field, or what is computed (th-expression.h).
 */
#pragma once

#include "th-event-table.h"

G_BEGIN_DECLS

#define TH_TYPE_COLUMNS_WINDOW (th_columns_window_get_type ())
G_DECLARE_FINAL_TYPE (ThColumnsWindow, th_columns_window, TH, COLUMNS_WINDOW, GtkWindow)

/* Beside @parent, whose actions it offers; presented by the caller.  @recording: what
 * expressions are about; NULL: none can be given. */
GtkWidget *th_columns_window_new (GtkWindow    *parent,
                                  ThEventTable *table,
                                  ThRecording  *recording);

G_END_DECLS
