/* th-compare-take.h - turns a loaded recording into a run
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-run.h"
#include "th-results.h"

G_BEGIN_DECLS

/**
 * th_compare_run_take:
 * @recording: a loaded recording, not joined from several
 * @all: (element-type ThResults): the finished results of its analyses
 * @name: the name of the run
 * @from, @to: only samples from @from on and before @to; %TH_TIME_NONE and
 *   G_MAXINT64 for all of them
 *
 * Splits every measure into classes and leaves out samples that are not evidence: the
 * first ones of a class, while caches warm up (20 or 2 %, whichever is more), packets
 * during which events were lost, and all but the first of samples that share a value.
 *
 * Takes time proportional to the number of samples.  The run does not refer to
 * @recording.  Any thread.
 */
ThCompareRun *th_compare_run_take (ThRecording *recording,
                                   GPtrArray   *all,
                                   const char  *name,
                                   gint64       from,
                                   gint64       to);

G_END_DECLS
