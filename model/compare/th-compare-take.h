/* th-compare-take.h - takes from a loaded recording what a comparison keeps of it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-compare-run.h"
#include "th-results.h"

G_BEGIN_DECLS

/**
 * th_compare_run_take:
 * @recording: loaded, and not joined of several
 * @all: (element-type ThResults): the finished results of its analyses
 * @name: what to call it
 * @from, @to: only samples from @from on and before @to; %TH_TIME_NONE and
 *   G_MAXINT64 for all of them
 *
 * Splits every measure into classes and leaves out what is no evidence: the first
 * samples of a class (the 20, or the 2 %, in which caches warm up), packets that
 * events were lost in, and all but the first of samples that repeat one value.
 *
 * Takes time in the number of samples; nothing refers to @recording afterwards.
 * Any thread.
 */
ThCompareRun *th_compare_run_take (ThRecording *recording,
                                   GPtrArray   *all,
                                   const char  *name,
                                   gint64       from,
                                   gint64       to);

G_END_DECLS
