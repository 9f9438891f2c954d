/* fuzz-frames-window.c - the stream of frames that a window sends
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-frame.h"
#include "fuzz-target.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_frames (TH_WIRE_FROM_WINDOW, data, size);
  return 0;
}
