/* th-event-filter.h - the filter of a recording: its text, its conditions, the rows it lets through
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The state is what th-filter-state.h has: a text and conditions beside it.  It
 * stays when another recording comes, and is decided there anew.  A state that
 * makes no sense changes nothing but the error.
 *
 * Properties (with notify): state, and error, which is also notified where the
 * state that was set is the one in force.
 *
 * Signals
 *   "replaced": other rows, or another scope: what was decided before is void
 *   "decided":  more rows were decided, or the last; follows every "replaced"
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FILTER_BOTH,
  TH_FILTER_LANES, /* the table lists all events and dims those left out */
  TH_FILTER_TABLE
} ThFilterScope;

#define TH_TYPE_EVENT_FILTER (th_event_filter_get_type ())
G_DECLARE_FINAL_TYPE (ThEventFilter, th_event_filter, TH, EVENT_FILTER, GObject)

ThEventFilter *th_event_filter_new             (void);
/* Decides the filter in force on @recording. */
void           th_event_filter_start           (ThEventFilter *self,
                                                ThRecording   *recording);
/* The worker ends; what was decided stays. */
void           th_event_filter_stop            (ThEventFilter *self);
/* The same, and the recording and its rows go, without telling. */
void           th_event_filter_forget          (ThEventFilter *self);

/* Nothing happens while there is no recording. */
void           th_event_filter_set_state       (ThEventFilter *self,
                                                const char    *state);
/* Interned; "" lets all events through. */
const char    *th_event_filter_get_state       (ThEventFilter *self);
void           th_event_filter_set_text        (ThEventFilter *self,
                                                const char    *text);
/* Without the conditions. */
const char    *th_event_filter_get_text        (ThEventFilter *self);
/* What is wrong with the last state, and where (bytes of its text); NULL: nothing. */
const char    *th_event_filter_get_error       (ThEventFilter *self,
                                                guint         *begin,
                                                guint         *end);

/* Whether lanes hide what is left out, or dim it; and where the filter acts. */
void           th_event_filter_set_ways        (ThEventFilter *self,
                                                gboolean       hides,
                                                ThFilterScope  scope);
gboolean       th_event_filter_get_hides       (ThEventFilter *self);
/* All lent; NULL: all events. */
ThRows        *th_event_filter_get_rows        (ThEventFilter *self);
ThRows        *th_event_filter_get_lane_rows   (ThEventFilter *self);
ThRows        *th_event_filter_get_listed_rows (ThEventFilter *self);
/* Whether the table lists @event although the filter leaves it out. */
gboolean       th_event_filter_is_dimmed       (ThEventFilter *self,
                                                ThRef          event);
gboolean       th_event_filter_is_running      (ThEventFilter *self);

G_END_DECLS
