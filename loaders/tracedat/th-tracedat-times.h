/* th-tracedat-times.h - stamps that cannot be right
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-page.h"

G_BEGIN_DECLS

/* Corrects the stamps of @walk that cannot be right and returns how many there were.
 * @next is the first stamp of the page behind, @reference one in the midst of the
 * recording; either may be NULL. */
guint32 th_td_walk_check_times (ThTdWalk      *walk,
                                const guint64 *next,
                                const guint64 *reference);

G_END_DECLS
