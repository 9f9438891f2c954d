/* th-report-load.h - loads and analyzes a recording for a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-progress.h"
#include "th-recording.h"

G_BEGIN_DECLS

/* Loads the file and runs all analyses, while @progress goes from @begin to @end.  Sets *@results
 * (element-type ThResults).  Returns NULL with an error if the file cannot be opened, and without
 * one if it was cancelled.  Blocks; a worker. */
ThRecording *th_report_load (const char  *path,
                             ThProgress  *progress,
                             double       begin,
                             double       end,
                             GPtrArray  **results,
                             GError     **error);

G_END_DECLS
