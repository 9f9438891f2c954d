/* th-result-text.h - the cells of an analysis' table as a person reads them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/* What the cell shows; "–" where it is empty.  Free with g_free(). */
char *th_result_text_dup  (ThDocument  *document,
                           ThRecording *recording,
                           ThResults   *results,
                           ThTable     *table,
                           guint32      row,
                           guint        column);
/* The same of any cell of a column of tasks, the task with its name at @anchor:
 * "gt-hog (2134)", "Softirq TIMER". */
char *th_result_text_dup_task (ThRecording *recording,
                           ThResults   *results,
                           ThRef        anchor,
                           gint64       cell);
/* What the cell shows, to be pasted elsewhere: whole addresses, no grouped digits, nothing
 * for an empty cell. */
char *th_result_text_copy (ThDocument  *document,
                           ThRecording *recording,
                           ThResults   *results,
                           ThTable     *table,
                           guint32      row,
                           guint        column);

G_END_DECLS
