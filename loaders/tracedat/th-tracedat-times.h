/* th-tracedat-times.h - corrects invalid time stamps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-page.h"

G_BEGIN_DECLS

/* Corrects the invalid stamps of @walk and returns their number.  @next is the first stamp
 * of the following page, @reference a typical stamp of the recording; either may be
 * NULL. */
guint32 th_td_walk_check_times (ThTdWalk      *walk,
                                const guint64 *next,
                                const guint64 *reference);

G_END_DECLS
