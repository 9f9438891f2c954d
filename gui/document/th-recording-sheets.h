/* th-recording-sheets.h - what a recording is and how it was made, ready to be shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sheets of a recording: the file, then each buffer, then remarks of analyses.  A sheet has lines
 * of a name and a value, and may have a table.  All text is plain, valid and
 * translated.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/**
 * ThRecordingSheet:
 * @names: of the lines
 * @values: the same number of them
 * @n_columns: of the table; 0: there is none
 * @cells: by rows, the first of them are the headings
 * @n_more: rows of the table that were left out
 */
typedef struct
{
  char      *title;
  GPtrArray *names;
  GPtrArray *values;
  guint      n_columns;
  GPtrArray *cells;
  guint      n_more;
} ThRecordingSheet;

/* ThRecordingSheet, the file's first; free with g_ptr_array_unref(). */
GPtrArray *th_recording_sheets_new     (ThDocument *document);
/* For the clipboard: lines of tab-separated text, problems included. */
char      *th_recording_sheets_to_text (GPtrArray  *sheets,
                                        GPtrArray  *problems);

G_END_DECLS
