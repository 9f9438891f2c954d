/* th-document-export.h - writes what a document shows to files, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An export holds all that it needs, so the document may change or go while it is written.
 */
#pragma once

#include "th-comparison.h"
#include "th-document.h"
#include "th-export.h"
#include "th-job.h"

G_BEGIN_DECLS

/**
 * ThDocumentExport:
 * @kind: of a text
 * @results: (element-type ThResults)
 * @rows: (nullable): the events that pass the filter
 * @states: (element-type ThLaneState): how the lanes are arranged
 * @source: path of the recording
 * @review: (nullable): folder of the review that a report is about
 * @comparison: (nullable): the subject of a report, or a part of it if @review is not %NULL
 * @sides: names of the sides of @comparison
 * @compared: (element-type ThNotesRecording): the recordings that its sides show
 * @path: the file to write
 * @from, @to: the span, which includes @from and excludes @to
 * @n_events: set by th_document_export_span()
 * @problems: (element-type utf8): added by th_document_export_report(): what it had to leave out
 */
typedef struct
{
  ThExportKind  kind;
  ThRecording  *recording;
  GPtrArray    *results;
  ThRows       *rows;
  gboolean      hides;
  GArray       *states;
  gboolean      is_dark;
  char         *source;
  char         *review;
  ThComparison *comparison;
  char         *sides[2];
  GArray       *compared;
  char         *path;
  gint64        from;
  gint64        to;
  guint64       n_events;
  GPtrArray    *problems;
} ThDocumentExport;

/* @from and @to are the whole recording.  Main thread, like th_document_export_free(). */
ThDocumentExport *th_document_export_new    (ThDocument       *document,
                                             const char       *path);
void              th_document_export_free   (ThDocumentExport *self);
/* Adds @comparison, whose sides are called @sides, to a report.  Main thread. */
void              th_document_export_set_comparison
                                            (ThDocumentExport  *self,
                                             ThComparison      *comparison,
                                             const char *const  sides[2]);
/* Adds the recording that @side of the comparison, 0 or 1, shows, if @document has one.  Main
 * thread. */
void              th_document_export_add_side
                                            (ThDocumentExport *self,
                                             guint             side,
                                             ThDocument       *document);

/* Each is a ThJobFunc with a ThDocumentExport: it writes the span as a trace.dat, a text of
 * @kind, the lanes as a picture, or a report.  That of a review has all of its recordings and
 * comparisons; recordings that are not open are loaded here. */
gboolean          th_document_export_span   (gpointer          self,
                                             ThProgress       *progress,
                                             GError          **error);
gboolean          th_document_export_text   (gpointer          self,
                                             ThProgress       *progress,
                                             GError          **error);
gboolean          th_document_export_lanes  (gpointer          self,
                                             ThProgress       *progress,
                                             GError          **error);
gboolean          th_document_export_report (gpointer          self,
                                             ThProgress       *progress,
                                             GError          **error);

G_END_DECLS
