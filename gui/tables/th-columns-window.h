/* th-columns-window.h - chooses and orders the columns of the event table, also by keyboard
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is a row for each column that is shown, from left to right, with buttons to
 * move and to hide it; the table changes at once.  An expression adds one more column:
 * a field, or a computed value (th-expression.h).
 */
#pragma once

#include "th-event-table.h"

G_BEGIN_DECLS

#define TH_TYPE_COLUMNS_WINDOW (th_columns_window_get_type ())
G_DECLARE_FINAL_TYPE (ThColumnsWindow, th_columns_window, TH, COLUMNS_WINDOW, GtkWindow)

/* A window over @parent, whose actions it offers; the caller presents it.  @recording
 * checks the expressions; NULL: none can be given. */
GtkWidget *th_columns_window_new (GtkWindow    *parent,
                                  ThEventTable *table,
                                  ThRecording  *recording);

G_END_DECLS
