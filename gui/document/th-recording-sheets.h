/* th-recording-sheets.h - describes a recording and how it was made, for display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording has a sheet for each file, one for each buffer, and one for remarks of analyses.  A
 * sheet has lines of a name and a value, and may have a table.  All text is plain, valid and
 * translated.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/**
 * ThRecordingSheet:
 * @names: names of the lines
 * @values: their values
 * @n_columns: number of columns of the table; 0 if there is none
 * @cells: cells of the table, row by row; the first row holds the headings
 * @n_more: number of rows that were left out of the table
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

/* An array of ThRecordingSheet, the file's first; free with g_ptr_array_unref(). */
GPtrArray *th_recording_sheets_new     (ThDocument *document);
/* Tab-separated text for the clipboard, including the problems; free with g_free(). */
char      *th_recording_sheets_to_text (GPtrArray  *sheets,
                                        GPtrArray  *problems);

G_END_DECLS
