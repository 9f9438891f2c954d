/* th-report.h - a report about recordings, for people without this program
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The report is one HTML document that needs nothing else, or Markdown with pictures beside it.
 */
#pragma once

#include "th-comparison.h"
#include "th-notes-recording.h"
#include "th-notes.h"
#include "th-progress.h"
#include "th-review.h"

G_BEGIN_DECLS

/* A comparison of @names[0] with @names[1]; @title is that of the session that holds it, or
 * NULL. */
typedef struct
{
  const char         *title;
  const ThComparison *comparison;
  const char         *names[2];
} ThReportComparison;

/**
 * ThReportAbout:
 * @path: the file to write; its suffix is its format, see th_report_has_format()
 * @recordings: (element-type ThNotesRecording): with the results of their analyses
 * @review, @notes: %NULL for a report about files
 * @comparisons: (element-type ThReportComparison) (nullable)
 * @progress: (nullable)
 * @progress_begin: how much of the work was done before, 0 … 1: writing takes the rest
 *
 * None of them is owned.
 */
typedef struct
{
  const char         *path;
  GArray             *recordings;
  ThReview           *review;
  ThNotes            *notes;
  GArray             *comparisons;
  ThProgress         *progress;
  double              progress_begin;
} ThReportAbout;

/* "A, run 2 of 5: before-02.dat": which run of @side the recording @path is; NULL if there is one
 * run per side.  Free with g_free(). */
char    *th_report_label_run  (const ThComparison   *comparison,
                               guint                 side,
                               const char           *path);
/* Whether @path, which may be NULL, has the suffix of a format: ".html" or ".md". */
gboolean th_report_has_format (const char           *path);
/* Writes the report; files are replaced once all of them are complete.  FALSE without an error if
 * it was cancelled; errors are of G_FILE_ERROR.  Any thread, as long as the recordings do not
 * change. */
gboolean th_report_write      (const ThReportAbout  *about,
                               GError              **error);

G_END_DECLS
