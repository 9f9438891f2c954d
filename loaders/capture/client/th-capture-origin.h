/* th-capture-origin.h - completes how a recording was made by what the agent reports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-origin.h"

G_BEGIN_DECLS

/* The member of a configuration that is stored in the recording instead of being sent (ay). */
#define TH_CAPTURE_ORIGIN "origin"

/* Adds to @wanted what @hello and @configured report: host, agent, clock and buffer as they are,
 * without the events that the target does not have.  Returns what is to be stored. */
GBytes *th_capture_origin_complete (GBytes   *wanted,
                                    GVariant *hello,
                                    GVariant *configured);
/* @stored with the events that the kernel counted as lost; NULL if there is nothing to say.  What a
 * ring overwrites is not lost. */
GBytes *th_capture_origin_add_lost (GBytes   *stored,
                                    guint64   n_lost);

G_END_DECLS
