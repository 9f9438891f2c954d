/* th-event-sort.h - sorts events by the values of a column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A worker reads a value of each event, possibly from the file.  Numbers come before texts,
 * which are compared byte by byte; events without a value come last in both directions.
 * Events with equal values are ordered by time.
 */
#pragma once

#include "th-event-column.h"

G_BEGIN_DECLS

/* Sorting needs about 80 bytes per row; each distinct text is stored once. */
#define TH_EVENT_SORT_MAX 1000000u

/* @order has at most TH_EVENT_SORT_MAX rows. */
void    th_event_sort_async  (ThRecording         *recording,
                              ThOrder             *order,
                              const ThEventColumn *column,
                              gboolean             descending,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data);
/* Returns (element-type ThSortedEvent): for th_event_list_set_places(); NULL if it was
 * cancelled. */
GArray *th_event_sort_finish (GAsyncResult        *result);

G_END_DECLS
