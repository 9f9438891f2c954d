/* th-export.h - a recording as a text for other programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-results.h"
#include "th-rows.h"
#include "th-text-output.h"

G_BEGIN_DECLS

typedef enum
{
  TH_EXPORT_CHROME,      /* see th-chrome.h */
  TH_EXPORT_EVENTS_TEXT, /* see th-event-printer.h */
  TH_EXPORT_EVENTS_CSV,  /* see th-event-columns.h */
  TH_EXPORT_EVENTS_JSON, /* … an object on each line */
  TH_EXPORT_FOLDED,      /* see th-folded.h */
  TH_N_EXPORTS
} ThExportKind;

/**
 * ThExport:
 * @results: (element-type ThResults): of the analyses; (nullable) for events
 * @rows: (nullable): the events that match a filter; for events alone
 * @from, @to: the span, which includes @from and excludes @to.  Call chains have no times: they are
 *   of the whole recording
 *
 * None of them is owned.
 */
typedef struct
{
  ThExportKind  kind;
  ThRecording  *recording;
  GPtrArray    *results;
  ThRows       *rows;
  gint64        from;
  gint64        to;
} ThExport;

/* "chrome", "events-csv"; %NULL-terminated, in the order of ThExportKind. */
const char *const *th_export_list_ids (void);
/* Writes it; stops early if @output fails or is cancelled.  Any thread, as long as the recording
 * does not change.  Returns the number of events whose text could not be read. */
guint64            th_export_write    (const ThExport  *self,
                                       ThTextOutput    *output);
/* Writes it to the file @path, which is replaced once it is complete.  FALSE without an error if it
 * was cancelled; errors are of G_FILE_ERROR, and their messages name the file. */
gboolean           th_export_save     (const ThExport  *self,
                                       const char      *path,
                                       ThProgress      *progress,
                                       GError         **error);

G_END_DECLS
