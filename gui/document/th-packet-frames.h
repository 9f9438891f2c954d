/* th-packet-frames.h - the frames of captures that the selected or followed packet consists of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

/* The frames that belong to the selected event, else those of the followed flow, at most @max of
 * them.  Returns (element-type ThRef): free with g_array_unref(). */
GArray *th_packet_frames_list (ThDocument *document,
                               guint       max);

/* Whether frames belong to the selected event. */
gboolean th_packet_frames_has_selected (ThDocument *document);

G_END_DECLS
