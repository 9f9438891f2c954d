/* th-job.h - runs long work on a worker, and shows a dialog with progress and Cancel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread, but for the work.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-progress.h"

G_BEGIN_DECLS

/* The work, on a worker.  FALSE with an error, or without one if it was cancelled. */
typedef gboolean (* ThJobFunc) (gpointer     data,
                                ThProgress  *progress,
                                GError     **error);
/* Called once, when the work has ended, unless @owner is gone.  @error: why it failed; NULL if it
 * succeeded or was cancelled. */
typedef void (* ThJobDone) (GtkWidget    *owner,
                            gboolean      succeeded,
                            const GError *error,
                            gpointer      data);

/* Begins the work.  If it takes long, a dialog over the window of @owner shows @title, @text and
 * how much is done; the work is cancelled when the dialog is closed, or @owner is removed from its
 * window.  @owner must not be a window itself, which would live on until the work has ended.
 * @data: freed with @free on the main thread. */
void th_job_run (GtkWidget      *owner,
                 const char     *title,
                 const char     *text,
                 ThJobFunc       func,
                 gpointer        data,
                 GDestroyNotify  free,
                 ThJobDone       done);

G_END_DECLS
