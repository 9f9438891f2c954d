/* th-first-match.h - finds the first event that matches a filter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread only; the events are evaluated on a worker.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter.h"

G_BEGIN_DECLS

/* @recording must be completely loaded, and @filter ready (th_filter_is_ready()). */
void     th_first_match_find_async  (ThRecording         *recording,
                                     ThFilter            *filter,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             data);
/* *@time is TH_TIME_NONE if no event matches.  FALSE if the search was cancelled. */
gboolean th_first_match_find_finish (GAsyncResult        *result,
                                     gint64              *time);

G_END_DECLS
