/* th-filter-watch.h - waits for the first event that matches a filter, while a recording loads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A watch looks once at each event of a recording that is being loaded, as events are published.
 * An event counts as the first match once no earlier event can follow (the watermark of the
 * recording has reached its time).  A watch takes a bit of memory for each event.
 *
 * One thread at a time, except for th_filter_watch_cancel().
 */
#pragma once

#include "th-filter.h"

G_BEGIN_DECLS

typedef struct _ThFilterWatch ThFilterWatch;

/* Compiles @text as th_filter_new() does.  An expression about flows is refused: it is not decided
 * before the load has ended. */
ThFilterWatch *th_filter_watch_new    (ThRecording   *recording,
                                       const char    *text,
                                       guint         *begin,
                                       guint         *end,
                                       GError       **error);
void           th_filter_watch_free   (ThFilterWatch *self);

/* Looks at the events that are published each time the recording has grown, until the first match
 * is known (TRUE, and *@time), the load has ended, or the watch was cancelled.  Blocks meanwhile:
 * call it in a thread of its own. */
gboolean       th_filter_watch_run    (ThFilterWatch *self,
                                       gint64        *time);
/* Makes th_filter_watch_run() return, or return at once if it is called later.  Any thread. */
void           th_filter_watch_cancel (ThFilterWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFilterWatch, th_filter_watch_free)

G_END_DECLS
