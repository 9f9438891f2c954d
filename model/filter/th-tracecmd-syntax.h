/* th-tracecmd-syntax.h - trace-cmd's list of types before an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-filter-types.h"

G_BEGIN_DECLS

/* Reads "system/event[,…]:" at the beginning of @text and appends FilterTypes to @types.
 * Returns the offset at which the expression begins; 0 if there is no such list, or if it is
 * invalid, in which case @begin, @end and @error are set. */
guint filter_find_prefix (ThRecording  *recording,
                          const char   *text,
                          GArray       *types,
                          guint        *begin,
                          guint        *end,
                          GError      **error);

G_END_DECLS
