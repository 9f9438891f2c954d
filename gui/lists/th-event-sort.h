/* th-event-sort.h - events of a part of a recording by the values of a column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * On a worker: a value of each event is read, some of them from the file.
 * Numbers sort as such, and before texts, which sort by their bytes; events
 * without a value come last, both ways.  Equal ones stay in the order of time.
 */
#pragma once

#include "th-event-column.h"

G_BEGIN_DECLS

/* Each row takes some 80 bytes of memory, each distinct text is stored once. */
#define TH_EVENT_SORT_MAX 1000000u

/* @order has at most TH_EVENT_SORT_MAX rows. */
void    th_event_sort_async  (ThRecording         *recording,
                              ThOrder             *order,
                              const ThEventColumn *column,
                              gboolean             descending,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data);
/* ThSortedEvent for th_event_list_set_places(); NULL if it was cancelled. */
GArray *th_event_sort_finish (GAsyncResult        *result);

G_END_DECLS
