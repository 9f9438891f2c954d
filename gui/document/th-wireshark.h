/* th-wireshark.h - the command that shows a frame of a capture in Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Whether @ref is a frame of a capture. */
gboolean th_wireshark_can_show (ThRecording *recording,
                                ThRef        ref);
/* "wireshark", "-r", @path, "-g", the number of the frame @ref in that file, "-Y", a display
 * filter: the connection of the frame, or else the frame.  Reads the places of all frames of its
 * recording, so call it from a worker thread.  Free with g_strfreev(). */
char   **th_wireshark_dup_command (ThRecording *recording,
                                   ThRef        ref,
                                   const char  *path);

/* The same for the @frames (element-type ThRef) of a packet: the display filter shows only these.
 * Wireshark opens one file, so frames of other captures than that of the first frame are left
 * out. */
char   **th_wireshark_dup_packet_command (ThRecording  *recording,
                                          const GArray *frames,
                                          const char   *path);

G_END_DECLS
