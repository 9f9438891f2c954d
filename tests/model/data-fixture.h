/* data-fixture.h - recordings of tests/data, for tests that need loaders too
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

/* Returns a recording of tests/data, completely loaded. */
ThRecording *test_recording_load (const char *name);
