/* th-event-search.h - the search for a text or for given events, and the steps from hit to hit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text stays in force for the next recording until it is cleared.  Instead of a text, the
 * search may be given a set of events with a label; it ends with the recording.  The hits are one
 * bit per event among those that pass the filter, set by a worker.  Until all events are
 * evaluated, a step to the next hit runs on a worker, too, and then selects the event.  Steps begin
 * at the selected event, or else in the view.
 *
 * While the user types on or deletes, each text is searched for from where the search for the first
 * one started.  Without a hit, the selection returns there.
 *
 * Signals
 *   "changed": the text changed, there are more hits, or the search or a step ended
 *   "returned" (gint64 from, gint64 to): without a hit, the selection is what it was before the
 *     first text, when these times were in view
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-filter.h"
#include "th-navigator.h"
#include "th-selection.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_SEARCH (th_event_search_get_type ())
G_DECLARE_FINAL_TYPE (ThEventSearch, th_event_search, TH, EVENT_SEARCH, GObject)

ThEventSearch *th_event_search_new                (ThSelection   *selection,
                                                   ThNavigator   *navigator);
/* Searches the events @within of @recording for the text; NULL for all events. */
void           th_event_search_start              (ThEventSearch *self,
                                                   ThRecording   *recording,
                                                   ThRows        *within);
/* Stops the workers and drops the hits. */
void           th_event_search_stop               (ThEventSearch *self);
/* Whether the current search is restricted to @within. */
gboolean       th_event_search_is_within          (ThEventSearch *self,
                                                   ThRows        *within);

/* Searches as TH_FIND_ENTRY of th-text-search.h does, and goes to the first hit at or after the
 * selection, or else in or after the view.  "" ends a search for a text; an invalid text changes
 * only the error. */
void           th_event_search_set_text           (ThEventSearch *self,
                                                   const char    *text);
/* Searches for @events instead of a text: they are the hits, but none is selected until the next
 * step.  Takes a reference.  @label says what they are; it is copied.  Does nothing if they are
 * events of another recording. */
void           th_event_search_set_events         (ThEventSearch *self,
                                                   ThRows        *events,
                                                   const char    *label);
/* The label of the given events; NULL unless the search is for given events. */
const char    *th_event_search_get_label          (ThEventSearch *self);
/* Ends the search, whatever it is for. */
void           th_event_search_clear              (ThEventSearch *self);
/* The search text; "" if there is no search for a text. */
const char    *th_event_search_get_text           (ThEventSearch *self);
/* What is wrong with the last text, and where in bytes; NULL if it is valid. */
const char    *th_event_search_get_error          (ThEventSearch *self,
                                                   guint         *begin,
                                                   guint         *end);
/* Selects the next or previous hit, and wraps around. */
void           th_event_search_step               (ThEventSearch *self,
                                                   gboolean       backward);
gboolean       th_event_search_is_stepping        (ThEventSearch *self);

/* Owned by @self; NULL if there is no search. */
ThRows        *th_event_search_get_hits           (ThEventSearch *self);
/* Changes with each search, because the address of the rows may be reused. */
guint          th_event_search_get_serial         (ThEventSearch *self);
gboolean       th_event_search_is_running         (ThEventSearch *self);
/* The number of hits outside the rows to which the search is restricted, so far; it may grow while
 * th_event_search_is_counting_hidden(). */
guint64        th_event_search_get_n_hidden       (ThEventSearch *self);
gboolean       th_event_search_is_counting_hidden (ThEventSearch *self);
/* The position of the selected hit among all hits, from 1; 0 if the selected event is not a hit
 * or while the position is unknown. */
guint64        th_event_search_get_number         (ThEventSearch *self);
/* The number of events on which a regular expression gave up. */
guint          th_event_search_get_n_given_up     (ThEventSearch *self);

G_END_DECLS
