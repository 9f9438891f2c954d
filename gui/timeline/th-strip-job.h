/* th-strip-job.h - counts events for a strip of time on a worker thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All functions are called on the main thread.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ThStripJob ThStripJob;

/* Runs on the worker.  Should return early if *@cancelled (atomic) is set: the result will not be
 * used. */
typedef void (*ThStripCount) (gpointer   counts,
                              const int *cancelled);

/* Starts @count with @counts, which must hold references to all that is read.  Takes ownership of
 * @counts; @free may be called on any thread.  Draws @strip when that is done. */
ThStripJob *th_strip_job_new  (gpointer        counts,
                               ThStripCount    count,
                               GDestroyNotify  free,
                               GtkWidget      *strip);
/* Cancels the job; @strip is not touched any more.  Does not wait for the worker. */
void        th_strip_job_free (ThStripJob     *self);
/* Waits until it is done, or until the monotonic time @until.  Returns @counts, once; or NULL. */
gpointer    th_strip_job_take (ThStripJob     *self,
                               gint64          until);

G_END_DECLS
