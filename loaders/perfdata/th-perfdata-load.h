/* th-perfdata-load.h - the load of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

void th_perfdata_load (ThRecording *recording);

G_END_DECLS
