/* th-recording-private.h - what the reader needs of its recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

/* NULL while there is none. */
const ThSource *th_recording_peek_source (ThRecording *self,
                                          gpointer    *source);
