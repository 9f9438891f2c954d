/* th-unpacked-bytes.h - bytes that a reader thread unpacks from others
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-bytes.h"

G_BEGIN_DECLS

/* Returns the contents of @packed, which is wrapped in @wrapper; NULL if there is no space
 * for a spool. */
ThBytes *th_unpacked_bytes_new (ThBytes    *packed,
                                ThWrapper   wrapper,
                                GError    **error);

G_END_DECLS
