/* th-table-write.h - writes the rows of a table as plain values, for scripts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * In every format of th-row-writer.h, times, durations and the time of an event are
 * integers in ns (or ticks); a task is "NAME-PID" with its name at the
 * time of the row; an address is hexadecimal; a share is in per cent.
 */
#pragma once

#include "th-results.h"
#include "th-row-writer.h"

G_BEGIN_DECLS

void th_table_write_titles (ThTable     *table,
                            ThRowWriter *writer);
/* Any thread. */
void th_table_write_row    (ThRecording *recording,
                            ThResults   *results,
                            ThTable     *table,
                            guint32      row,
                            ThRowWriter *writer);

G_END_DECLS
