/* th-event-filter.h - the filter of a recording: its state, and the rows that pass
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The state (th-filter-state.h) stays in force for the next recording, whose rows
 * are evaluated again.  A state that does not compile changes only the error.
 *
 * Properties (with notify): state (ThFilterState, boxed), and error, which is also
 * notified if the state that was set is already in force.
 *
 * Signals
 *   "replaced": there are other rows or another scope; results so far are invalid
 *   "decided":  more rows were evaluated, or all are; follows every "replaced"
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter-state.h"

G_BEGIN_DECLS

typedef enum
{
  TH_FILTER_BOTH,
  TH_FILTER_LANES, /* the table lists all events and dims those that do not pass */
  TH_FILTER_TABLE
} ThFilterScope;

/* ThFilterState as a boxed type. */
#define TH_TYPE_FILTER_STATE (th_filter_state_get_type ())
GType          th_filter_state_get_type        (void);

#define TH_TYPE_EVENT_FILTER (th_event_filter_get_type ())
G_DECLARE_FINAL_TYPE (ThEventFilter, th_event_filter, TH, EVENT_FILTER, GObject)

ThEventFilter *th_event_filter_new             (void);
/* Starts to evaluate the filter on @recording. */
void           th_event_filter_start           (ThEventFilter *self,
                                                ThRecording   *recording);
/* Stops the worker; the rows evaluated so far stay. */
void           th_event_filter_stop            (ThEventFilter *self);
/* Stops the worker and drops the recording and its rows, without a signal. */
void           th_event_filter_forget          (ThEventFilter *self);

/* Takes a reference; NULL lets all events pass.  Does nothing while there is no
 * recording. */
void           th_event_filter_set_state       (ThEventFilter *self,
                                                ThFilterState *state);
/* Never NULL; owned by @self. */
ThFilterState *th_event_filter_get_state       (ThEventFilter *self);
/* Replaces the text and keeps the chips. */
void           th_event_filter_set_text        (ThEventFilter *self,
                                                const char    *text);
/* The text without the chips. */
const char    *th_event_filter_get_text        (ThEventFilter *self);
/* What is wrong with the last state that was set, and where in its text, in bytes; NULL if it is
 * valid. */
const char    *th_event_filter_get_error       (ThEventFilter *self,
                                                guint         *begin,
                                                guint         *end);

/* Sets whether lanes hide or dim the events that do not pass, and where the filter acts. */
void           th_event_filter_set_ways        (ThEventFilter *self,
                                                gboolean       hides,
                                                ThFilterScope  scope);
gboolean       th_event_filter_get_hides       (ThEventFilter *self);
/* These rows are owned by @self; NULL for all events. */
ThRows        *th_event_filter_get_rows        (ThEventFilter *self);
ThRows        *th_event_filter_get_lane_rows   (ThEventFilter *self);
ThRows        *th_event_filter_get_listed_rows (ThEventFilter *self);
/* Whether the table lists @event although it does not pass. */
gboolean       th_event_filter_is_dimmed       (ThEventFilter *self,
                                                ThRef          event);
/* Whether the table does not list @event because it does not pass. */
gboolean       th_event_filter_is_hidden       (ThEventFilter *self,
                                                ThRef          event);
gboolean       th_event_filter_is_running      (ThEventFilter *self);

G_END_DECLS
