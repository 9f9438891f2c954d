/* th-result-text.h - the cells of a table of results as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/* Returns the text of the cell; "–" if it is empty.  Free with g_free(). */
char *th_result_text_dup  (ThDocument  *document,
                           ThRecording *recording,
                           ThResults   *results,
                           ThTable     *table,
                           guint32      row,
                           guint        column);
/* Returns the text of a cell with a task, with its name at the time of @anchor:
 * "gt-hog (2134)", "Softirq TIMER". */
char *th_result_text_dup_task (ThRecording *recording,
                           ThResults   *results,
                           ThRef        anchor,
                           gint64       cell);
/* Returns the text of the cell for the clipboard: whole addresses, ungrouped digits, "" for an
 * empty cell.  Free with g_free(). */
char *th_result_text_copy (ThDocument  *document,
                           ThRecording *recording,
                           ThResults   *results,
                           ThTable     *table,
                           guint32      row,
                           guint        column);

G_END_DECLS
