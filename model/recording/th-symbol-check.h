/* th-symbol-check.h - checks whether the names of kernel functions are missing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Whether @self has addresses of kernel code, in fields or stacks, and no names for most
 * of those that were looked at, in a few of the first events of each CPU.  (perf names
 * the modules alone.)  Reads symbols and records, so it may take some tenths of a second:
 * any thread but the main one. */
gboolean th_symbols_are_missing (ThRecording *self);

G_END_DECLS
