/* th-row-source.h - a table that can be written row by row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-row-writer.h"

G_BEGIN_DECLS

/**
 * ThRowSource:
 * @write_titles: see th_row_writer_add_title()
 * @write_row: FALSE if there is no row at @position.  Called on the main thread for
 *   TH_ROWS_TEXT, for the other formats on any thread, but on one at a time
 * @n_rows: the number of rows; positions count from 0
 * @data: passed to the functions; freed by @free on the main thread
 */
typedef struct
{
  void           (*write_titles) (gpointer     data,
                                  ThRowWriter *writer);
  gboolean       (*write_row)    (gpointer     data,
                                  guint        position,
                                  ThRowWriter *writer);
  guint          n_rows;
  gpointer       data;
  GDestroyNotify free;
} ThRowSource;

G_END_DECLS
