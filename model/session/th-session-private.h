/* th-session-private.h - the keys that writing and reading a session share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-session.h"

G_BEGIN_DECLS

#define TH_SESSION_FORMAT "thresher-session"

#define TH_SESSION_N_LANE_FLAGS 5u
extern const char *const th_session_lane_flags[TH_SESSION_N_LANE_FLAGS];
extern const char *const th_session_markers[TH_SESSION_N_MARKERS];

G_END_DECLS
