/* th-comparison-job.h - loads the recordings of both sides and compares them, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Recordings are loaded and analyzed one after another; only their samples are kept.  A
 * recording that could be read only in part is compared as far as it was read.
 *
 * Properties, read-only, with notify: "progress" (double, from 0 to 1), "text" (string: which
 * recording is being loaded), "state" (ThComparisonJobState).  They do not change any more once
 * the state is no longer TH_COMPARISON_JOB_RUNNING.
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

#include "th-call-difference.h"
#include "th-comparison-sides.h"
#include "th-comparison.h"

G_BEGIN_DECLS

typedef enum
{
  TH_COMPARISON_JOB_RUNNING,
  TH_COMPARISON_JOB_DONE,   /* there is a comparison */
  TH_COMPARISON_JOB_FAILED  /* there is an error */
} ThComparisonJobState;

#define TH_TYPE_COMPARISON_JOB (th_comparison_job_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonJob, th_comparison_job, TH, COMPARISON_JOB, GObject)

/* Creates a job and starts it at once. */
ThComparisonJob      *th_comparison_job_new            (ThComparisonSides *sides);
/* Stops the job without a result; it emits no further signals. */
void                  th_comparison_job_cancel         (ThComparisonJob   *self);

ThComparisonJobState  th_comparison_job_get_state      (ThComparisonJob   *self);
/* Owned by @self; NULL unless the state is TH_COMPARISON_JOB_DONE. */
ThComparison         *th_comparison_job_get_comparison (ThComparisonJob   *self);
/* The call trees of both sides; NULL under the same condition; owned by @self. */
ThCallDifference     *th_comparison_job_get_functions  (ThComparisonJob   *self);
/* How many runs of each side come from baselines, which have no call trees; owned by @self. */
const guint          *th_comparison_job_get_n_baselines (ThComparisonJob  *self);
/* The file and the reason, translated; owned by @self; NULL unless the job failed. */
const char           *th_comparison_job_get_error      (ThComparisonJob   *self);
/* The duration of the job in seconds; negative while it is running. */
double                th_comparison_job_get_seconds    (ThComparisonJob   *self);

G_END_DECLS
