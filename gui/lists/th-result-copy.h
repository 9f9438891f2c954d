/* th-result-copy.h - rows of a table of results to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_ROWS_TEXT has the text of the cells, in the order of the columns.  The other formats
 * have all columns with plain values (th-table-write.h), as `thresh table` prints them.
 */
#pragma once

#include "th-document.h"
#include "th-row-source.h"

G_BEGIN_DECLS

/* Initializes @source, which takes ownership of @rows (element-type guint32) and of @columns
 * (element-type guint): the visible ones, for TH_ROWS_TEXT. */
void th_result_copy_init (ThRowSource *source,
                          ThDocument  *document,
                          ThRecording *recording,
                          ThResults   *results,
                          ThTable     *table,
                          GArray      *rows,
                          GArray      *columns);

G_END_DECLS
