/* th-symbol-check.h - checks whether the names of kernel functions are missing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Whether @self has addresses of kernel code, in fields or stacks, most of which have no
 * symbol.  Samples the first events of each CPU.  (perf may name only the modules.)
 * Reads symbols and records, which may take some tenths of a second: any thread except
 * the main one. */
gboolean th_symbols_are_missing (ThRecording *self);

G_END_DECLS
