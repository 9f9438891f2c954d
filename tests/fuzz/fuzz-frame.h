/* fuzz-frame.h - reads a stream of frames as one end of the line does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-wire-frame.h"

G_BEGIN_DECLS

/* Pushes @data in pieces whose sizes follow from its bytes, and parses each frame as what its type
 * promises. */
void fuzz_frames (ThWireFrameOrigin origin,
                  const guint8     *data,
                  gsize             size);

G_END_DECLS
