/* th-counter-list.h - the counters of a recording as a list for a view
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A worker finds the events of the recording that the counters stand for; the items notify
 * "explained" when it is done.
 */
#pragma once

#include <gio/gio.h>

#include "th-counter-explain.h"
#include "th-counters.h"

G_BEGIN_DECLS

/**
 * ThCounterItem: one counter.
 *
 * Properties: explained (boolean): whether the events of the counter have been counted.
 */
#define TH_TYPE_COUNTER_ITEM (th_counter_item_get_type ())
G_DECLARE_FINAL_TYPE (ThCounterItem, th_counter_item, TH, COUNTER_ITEM, GObject)

const ThCounterChange      *th_counter_item_get_change      (ThCounterItem *self);
/* NULL until it is explained. */
const ThCounterExplanation *th_counter_item_get_explanation (ThCounterItem *self);

/* (element-type ThCounterItem): those that matter most come first. */
GListStore *th_counter_list_new     (ThCounters   *counters);
/* Counts the events of the counters in @list that moved, on a worker, until @cancellable is
 * cancelled.  @recording must be loaded. */
void        th_counter_list_explain (GListModel   *list,
                                     ThRecording  *recording,
                                     GCancellable *cancellable);

G_END_DECLS
