/* th-report-targets.h - where a report shows what links in notes lead to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-report-private.h"

G_BEGIN_DECLS

/* The number of slowest packets that are listed for each recording. */
#define TH_REPORT_N_SLOWEST 10

/* Finds what the notes of the report show, and its slowest packets.  Returns (element-type
 * ThReportTarget); free with g_array_unref(). */
GArray *th_report_list_targets (const ThReport *self);
/* The name of the part that shows what the link @span leads to, which is in a note about the
 * recording at @index, or G_MAXUINT; NULL if none does.  Free with g_free(). */
char   *th_report_find_target  (const ThReport   *self,
                                guint             index,
                                const ThNoteSpan *span);

G_END_DECLS
