/* th-row-copy.h - rows of a table for the clipboard, or into a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Any table is a source: it writes its titles and one row after the other
 * (th-row-writer.h).  What is copied is written between frames, in pieces of a
 * few ms; a file is written by a worker.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-row-source.h"

G_BEGIN_DECLS

/* Limits of a copy; further rows are left out. */
#define TH_ROW_COPY_MAX 100000u
#define TH_ROW_COPY_MAX_BYTES (64u << 20)

/* @source: its data is taken; @positions: NULL for all. */
void     th_row_copy_async  (const ThRowSource   *source,
                             const GtkBitset     *positions,
                             ThRowFormat          format,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data);
/* The copy has *@n_rows rows and lacks *@n_left.  NULL if it was cancelled. */
char    *th_row_copy_finish (GAsyncResult        *result,
                             guint               *n_rows,
                             guint               *n_left);

/* All rows into @file, which is replaced when all are written.  The format follows
 * from its name: JSON for ".json", else CSV. */
void     th_row_save_async  (const ThRowSource   *source,
                             GFile               *file,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data);
/* *@n_rows rows were written. */
gboolean th_row_save_finish (GAsyncResult        *result,
                             guint64             *n_rows,
                             GError             **error);

G_END_DECLS
