/* th-date-text.h - a date and a time of day, as short as possible
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats @time relative to @now: "Today, 14:30", "Yesterday, 14:30" or "12 Nov 2026".  Free
 * with g_free(). */
char *th_date_text_new (GDateTime *time,
                        GDateTime *now);

G_END_DECLS
