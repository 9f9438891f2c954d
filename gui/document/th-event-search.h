/* th-event-search.h - Find: the events that a text finds, and the steps from hit to hit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text stays until it is cleared, also when another recording comes; its hits
 * are a bit per event, decided on a worker, among those that the filter lets
 * through.  While not all is decided a step to the next hit runs on a worker, too;
 * where it ends, the event is selected.  Steps begin at the selected event, or
 * else in view.
 *
 * Signal
 *   "changed": another text, more hits, the end of the search or of a step
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
/* Searches @recording for the text, among @within (NULL: all events). */
void           th_event_search_start              (ThEventSearch *self,
                                                   ThRecording   *recording,
                                                   ThRows        *within);
/* The hits so far go, too. */
void           th_event_search_stop               (ThEventSearch *self);
/* Whether it was last started among @within, and not stopped since. */
gboolean       th_event_search_is_within          (ThEventSearch *self,
                                                   ThRows        *within);

/* As in th-text-search.h, TH_FIND_ENTRY; "" ends the search.  A wrong text changes
 * nothing but the error.  Goes to the first hit from the selection, or the view, on. */
void           th_event_search_set_text           (ThEventSearch *self,
                                                   const char    *text);
/* "": nothing. */
const char    *th_event_search_get_text           (ThEventSearch *self);
/* What is wrong with the last text, and where (bytes); NULL: nothing. */
const char    *th_event_search_get_error          (ThEventSearch *self,
                                                   guint         *begin,
                                                   guint         *end);
/* Selects the next hit, or the one before; after the last comes the first. */
void           th_event_search_step               (ThEventSearch *self,
                                                   gboolean       backward);
gboolean       th_event_search_is_stepping        (ThEventSearch *self);

/* Lent; NULL where nothing is sought. */
ThRows        *th_event_search_get_hits           (ThEventSearch *self);
/* Another number for each search: rows may lie where those of an earlier one did. */
guint          th_event_search_get_serial         (ThEventSearch *self);
gboolean       th_event_search_is_running         (ThEventSearch *self);
/* How many events match that are not in @within: so far, and more may come while
 * th_event_search_is_counting_hidden(). */
guint64        th_event_search_get_n_hidden       (ThEventSearch *self);
gboolean       th_event_search_is_counting_hidden (ThEventSearch *self);
/* Which hit the selected event is, from 1; 0 if it is none or that is not known yet. */
guint64        th_event_search_get_number         (ThEventSearch *self);
/* On how many events a regular expression gave up. */
guint          th_event_search_get_n_given_up     (ThEventSearch *self);

G_END_DECLS
