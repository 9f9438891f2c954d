/* th-tracedat-publish.h - appends decoded stripes to the columns of their CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-load.h"

G_BEGIN_DECLS

ThTdJob    *th_td_job_new            (void);
void        th_td_job_free           (ThTdJob         *job);
/* Takes over the decoded @job; appends all stripes that are next in its queue.  The caller holds
 * the lock of the load, which is released while stripes are appended. */
void        th_td_load_enqueue         (ThTdLoad *load,
                                        ThTdJob  *job);

G_END_DECLS
