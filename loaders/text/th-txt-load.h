/* th-txt-load.h - the second pass over a text: its events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

void th_txt_load (ThRecording *recording);

G_END_DECLS
