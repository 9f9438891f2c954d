/* th-report-review.h - writes the report of a review of which one recording is open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-notes-recording.h"
#include "th-progress.h"
#include "th-report.h"

G_BEGIN_DECLS

/* Writes the report of the review in @folder to @path, with all of its recordings, notes, and
 * comparisons; the other recordings are loaded for it.  @open: the recording that is open, with its
 * results, which is in the report even if the review does not have it; its key is not used.
 * @shown: (nullable): a comparison that is open, which comes first, unless a session of the review
 * compares the same files.  @problems (element-type utf8) gets a message about each comparison that
 * is left out.
 *
 * Returns FALSE with an error, or without one if it was cancelled.  Blocks; a worker. */
gboolean th_report_review_write (const char                *folder,
                                 const ThNotesRecording    *open,
                                 const ThReportComparison  *shown,
                                 const char                *path,
                                 GPtrArray                 *problems,
                                 ThProgress                *progress,
                                 GError                   **error);

G_END_DECLS
