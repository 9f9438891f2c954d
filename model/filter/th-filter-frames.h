/* th-filter-frames.h - tests of the frames of packets, as in packet.tcp.seq == 1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Such a test is a filter of frames of its own, "frame:tcp and seq == 1": a packet passes if one
 * of its frames does.
 */
#pragma once

#include "th-filter-typecheck.h"

G_BEGIN_DECLS

/* Whether @leaf tests fields of frames. */
gboolean filter_frames_is_meant (Checker          *checker,
                                 const FilterLeaf *leaf);
/* Checks the names, and sets the text of the filter that frames have to match. */
gboolean filter_frames_check    (Checker          *checker,
                                 FilterLeaf       *leaf);

G_END_DECLS
