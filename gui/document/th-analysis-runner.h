/* th-analysis-runner.h - runs the analyses while the recording loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Automatic analyses start with each recording.  Others are added with parameters and run again
 * on the next recording if they fit it.  Results grow while a worker fills them.
 *
 * Signals
 *   "added", "removed" (ThResults): results were added or removed; "changed" follows, except
 *              when th_analysis_runner_start() added them
 *   "changed": results grew, were added or removed, or the last analysis ended
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-analysis.h"
#include "th-results.h"

G_BEGIN_DECLS

#define TH_TYPE_ANALYSIS_RUNNER (th_analysis_runner_get_type ())
G_DECLARE_FINAL_TYPE (ThAnalysisRunner, th_analysis_runner, TH, ANALYSIS_RUNNER, GObject)

ThAnalysisRunner *th_analysis_runner_new             (void);
void              th_analysis_runner_start           (ThAnalysisRunner  *self,
                                                      ThRecording       *recording);
/* Stops the workers; the results found so far stay. */
void              th_analysis_runner_stop            (ThAnalysisRunner  *self);
/* FALSE if @analysis does not fit the recording. */
gboolean          th_analysis_runner_add             (ThAnalysisRunner  *self,
                                                      const ThAnalysis  *analysis,
                                                      GHashTable        *params,
                                                      GError           **error);
/* Removes the analysis whose results have the given @id. */
void              th_analysis_runner_remove          (ThAnalysisRunner  *self,
                                                      const char        *id);
/* The @index-th added analysis and its parameters, both owned by @self; NULL if there are fewer. */
const ThAnalysis *th_analysis_runner_get_added       (ThAnalysisRunner  *self,
                                                      guint              index,
                                                      GHashTable       **params);
/* Ids of the results of the added analyses; free with g_strfreev(). */
char            **th_analysis_runner_list_added      (ThAnalysisRunner  *self);

/* The ThResults of all analyses; may be empty; owned by @self. */
const GPtrArray  *th_analysis_runner_get_results     (ThAnalysisRunner  *self);
/* Changes whenever results grow; as of the last "changed". */
guint             th_analysis_runner_get_generations (ThAnalysisRunner  *self);
gboolean          th_analysis_runner_is_running      (ThAnalysisRunner  *self);
/* The progress of the slowest analysis, from 0 to 1. */
double            th_analysis_runner_get_progress    (ThAnalysisRunner  *self);
/* How long the analyses took; negative unless all have ended. */
double            th_analysis_runner_get_seconds     (ThAnalysisRunner  *self);

G_END_DECLS
