/* fuzz-target.h - what a fuzz target is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz-NAME.c has the one function that libFuzzer calls with bytes of a
 * stranger.  It reads them as one parser would, looks at all that came, and
 * may not crash, hang, read outside of its bytes or take memory out of
 * proportion, whatever they are.
 *
 * `./dev fuzz NAME SECONDS` builds it with libFuzzer and the sanitizers of
 * clang.  Elsewhere fuzz-replay.c is its main(), which runs what lies in
 * corpus/NAME (real recordings cut small, and what led the fuzzer far) and in
 * found/NAME (all that ever went wrong) as ordinary tests.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns 0.  The name is libFuzzer's. */
int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

G_END_DECLS
