/* th-density-job.h - counts the events of the overview on a worker thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All functions are called on the main thread.
 */
#pragma once

#include "th-density.h"

G_BEGIN_DECLS

typedef struct _ThDensityJob ThDensityJob;

/* Starts to count; takes ownership of @density.  Calls @ready on the main thread when that is
 * done. */
ThDensityJob    *th_density_job_new    (ThDensity      *density,
                                        GSourceFunc     ready,
                                        gpointer        data);
/* Cancels the job; @ready is not called any more.  Does not wait for the worker. */
void             th_density_job_free   (ThDensityJob   *self);
/* What is being counted: only for th_density_equal(). */
const ThDensity *th_density_job_peek   (ThDensityJob   *self);
/* Waits until it is counted, or until the monotonic time @until.  Returns the result, once; or
 * NULL. */
ThDensity       *th_density_job_take   (ThDensityJob   *self,
                                        gint64          until);

G_END_DECLS
