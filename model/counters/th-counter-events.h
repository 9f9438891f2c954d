/* th-counter-events.h - which events of a trace explain a counter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where the kernel counts something and has an event at the same place, the events of a recording
 * are the single steps of its counter.  The pairs are those of the kernel's source; the names of
 * drop reasons are those of include/net/dropreason-core.h.
 */
#pragma once

#include "th-counter-set.h"

G_BEGIN_DECLS

typedef enum
{
  TH_COUNTER_EVENTS_NONE,    /* nothing is known */
  TH_COUNTER_EVENTS_EXACT,   /* one event for each step */
  TH_COUNTER_EVENTS_RELATED, /* events of the same doing, but their number differs */
  TH_COUNTER_EVENTS_HARDWARE /* counted by the device: no event can tell */
} ThCounterEvents;

/* Sets @filter to an expression (th-filter.h) that selects the events, or NULL; free it with
 * g_free(). */
ThCounterEvents th_counter_get_events (const ThCounter  *counter,
                                       char            **filter);

/* How much a counter that moved matters to somebody who looks for trouble. */
typedef enum
{
  TH_COUNTER_LOSS,    /* something was lost or went wrong: drops, errors, overflows */
  TH_COUNTER_REPAIR,  /* it was noticed and repaired: retransmissions, timeouts */
  TH_COUNTER_TRAFFIC  /* ordinary work */
} ThCounterWeight;

ThCounterWeight th_counter_get_weight  (const ThCounter  *counter);

G_END_DECLS
