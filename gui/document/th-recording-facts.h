/* th-recording-facts.h - a recording in one line, and its losses in words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All text is plain and translated; free it with g_free().
 */
#pragma once

#include "th-recording-summary.h"
#include "th-scene.h"

G_BEGIN_DECLS

/* "4 CPUs · 1 284 031 events · 2.184 s · Linux 6.12 · clock mono · 2 gaps, 214 events lost" */
char *th_recording_facts_line            (ThRecording    *recording,
                                          ThScene        *scene);
/* "2 gaps, 214 events lost"; "" if nothing was lost or the recording is still loading */
char *th_recording_facts_lost            (ThRecording    *recording);
/* Describes losses that have been summed up already. */
char *th_recording_facts_describe_losses (const ThLosses *losses);

G_END_DECLS
