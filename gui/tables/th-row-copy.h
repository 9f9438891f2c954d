/* th-row-copy.h - copies rows of a table to the clipboard or saves them to a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Any table can be a source, which writes its titles and its rows one by one
 * (th-row-writer.h).  A copy is written between frames, in slices of a few ms; a file is
 * written by a worker.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-progress.h"
#include "th-row-source.h"

G_BEGIN_DECLS

/* The limit of a copy; further rows are left out. */
#define TH_ROW_COPY_MAX 100000u
#define TH_ROW_COPY_MAX_BYTES (64u << 20)

/* Takes ownership of the data of @source.  @positions: NULL for all rows. */
void     th_row_copy_async  (const ThRowSource   *source,
                             const GtkBitset     *positions,
                             ThRowFormat          format,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data);
/* Returns the copy, which has *@n_rows rows and lacks *@n_left; NULL if it was cancelled. */
char    *th_row_copy_finish (GAsyncResult        *result,
                             guint               *n_rows,
                             guint               *n_left);

/* The saving of all rows to a file. */
typedef struct _ThRowSave ThRowSave;

/* Takes ownership of the data of @source.  The name of @file selects the format: JSON for ".json",
 * CSV otherwise. */
ThRowSave *th_row_save_new        (const ThRowSource *source,
                                   GFile             *file);
void       th_row_save_free       (ThRowSave         *self);
/* A ThJobFunc: the file is replaced once all rows are written. */
gboolean   th_row_save_run        (gpointer           self,
                                   ThProgress        *progress,
                                   GError           **error);
/* The number of rows that were written. */
guint64    th_row_save_get_n_rows (const ThRowSave   *self);

G_END_DECLS
