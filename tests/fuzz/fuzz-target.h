/* fuzz-target.h - the contract of a fuzz target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz-NAME.c defines the function that libFuzzer calls with untrusted bytes.  It passes them to
 * one parser and examines the whole result.  Whatever the bytes are, it must not crash, hang, read
 * out of bounds or use a disproportionate amount of memory.
 *
 * `./dev fuzz NAME SECONDS` builds it with libFuzzer and the sanitizers of clang.  Otherwise
 * fuzz-replay.c is its main(), which runs the files in corpus/NAME (excerpts of real recordings,
 * and inputs with much coverage) and in found/NAME (inputs that once failed) as ordinary tests.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns 0.  The name is given by libFuzzer. */
int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

G_END_DECLS
