/* replay.h - feeds a loaded recording to an analysis, whole or in pieces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

/* Runs @analysis over @recording.  With one piece it sees the recording once it is
 * loaded; with more, a copy of the recording grows in as many steps of time, and the
 * analysis advances after each.  @params: "id=value id=value" or NULL. */
ThResults *test_run      (ThRecording      *recording,
                          const ThAnalysis *analysis,
                          const char       *params,
                          guint             n_pieces);

/* What @analysis has published when only the events before @until have arrived. */
ThResults *test_run_until (ThRecording     *recording,
                          const ThAnalysis *analysis,
                          gint64            until);

/* Runs the analysis in one piece and in 50, and asserts that the results agree. */
ThResults *test_run_both (ThRecording      *recording,
                          const char       *id,
                          const char       *params);

G_END_DECLS
