/* th-formats-read.h - reads the formats written by trace-cmd and perf
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-byte-cursor.h"
#include "th-format.h"
#include "th-recording.h"

G_BEGIN_DECLS

#define TH_MAX_SYSTEM 256 /* bytes of the name of a system */


/* Reads the formats of one system: their number, then the size and text of each. */
void          th_formats_read (ThFormats    *formats,
                               ThRecording  *recording,
                               const char   *system,
                               ThByteCursor *cursor);
/* Reads the number of systems, then the name and the formats of each. */
void          th_formats_read_systems (ThFormats    *formats,
                                       ThRecording  *recording,
                                       ThByteCursor *cursor);

G_END_DECLS
