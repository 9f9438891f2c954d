/* th-result-copy.h - rows of an analysis' table to be copied or saved
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * TH_ROWS_TEXT: what the table shows, in its columns' order.  The others: all
 * columns with plain values (th-table-write.h), as `thresh table` prints them.
 */
#pragma once

#include "th-document.h"
#include "th-row-source.h"

G_BEGIN_DECLS

/* @rows: (element-type guint32), taken; @columns: (element-type guint), taken: those
 * that are shown, for TH_ROWS_TEXT. */
void th_result_copy_init (ThRowSource *source,
                          ThDocument  *document,
                          ThRecording *recording,
                          ThResults   *results,
                          ThTable     *table,
                          GArray      *rows,
                          GArray      *columns);

G_END_DECLS
