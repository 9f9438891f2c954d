/* th-ready-results.h - the recording and the finished results of a document, for a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/**
 * ThReadyResults:
 * @recording: completely loaded
 * @all: (element-type ThResults): the finished results of all its analyses
 */
typedef struct
{
  ThRecording *recording;
  GPtrArray   *all;
} ThReadyResults;

/* Returns NULL until @document (which may be NULL) is loaded and its analyses have ended.  Main
 * thread. */
ThReadyResults *th_ready_results_new        (ThDocument           *document);
void            th_ready_results_free       (ThReadyResults       *self);
/* Whether @document still shows that recording and @results.  Main thread. */
gboolean        th_ready_results_are_shown  (const ThReadyResults *self,
                                             ThDocument           *document,
                                             ThResults            *results);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReadyResults, th_ready_results_free)

G_END_DECLS
