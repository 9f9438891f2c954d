/* th-live-view.h - whether the view follows the newest event of a recording in progress
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The view follows from the beginning of a live load until the user chooses a view, and again
 * after th_live_view_follow().  It ends at the newest event, or a little after the present if the
 * clock of the recording is known.  It is as long as the view that was current when following
 * began, and at first ten seconds; until there are that many it shows all of them.
 *
 * Properties (with notify)
 *   live:      the file is being recorded
 *   following: the view follows; FALSE unless live
 *   paused:    new events are not shown; FALSE unless live
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-row-span.h"
#include "th-view.h"

G_BEGIN_DECLS

#define TH_TYPE_LIVE_VIEW (th_live_view_get_type ())
G_DECLARE_FINAL_TYPE (ThLiveView, th_live_view, TH, LIVE_VIEW, GObject)

ThLiveView *th_live_view_new          (void);
gboolean    th_live_view_is_live      (ThLiveView   *self);
gboolean    th_live_view_is_following (ThLiveView   *self);
/* A load begins, which is @live or is not; a live one is followed if @follows.  The length of the
 * view is that of an earlier load. */
void        th_live_view_begin        (ThLiveView   *self,
                                       gboolean      live,
                                       gboolean      follows);
/* The load has ended. */
void        th_live_view_end          (ThLiveView   *self);
/* Follows from @view on, with a view of its length.  Does nothing unless live. */
void        th_live_view_follow       (ThLiveView   *self,
                                       const ThView *view);
/* Stops following. */
void        th_live_view_leave        (ThLiveView   *self);
gboolean    th_live_view_is_paused    (ThLiveView   *self);
/* Has no effect unless live. */
void        th_live_view_set_paused   (ThLiveView   *self,
                                       gboolean      paused);

/* --- the present ------------------------------------------------------------ */

/* Sets how far the clock of the recording is ahead of g_get_monotonic_time(), in ns. */
void        th_live_view_set_clock_lead (ThLiveView *self,
                                         gint64      lead);
/* Reads that clock; call it when events have arrived. */
void        th_live_view_update_present (ThLiveView *self);
/* What it showed then; TH_TIME_NONE if that is unknown, and unless live. */
gint64      th_live_view_get_present  (ThLiveView   *self);
/* The newest time that a view may show: the present, or @last, the time of the last event. */
gint64      th_live_view_get_newest   (ThLiveView   *self,
                                       gint64        last);

/* Changes @view, which fits a recording with events from @first to @last, to what has to be shown
 * of it.  Returns FALSE, and does not change it, unless the view follows. */
gboolean    th_live_view_move         (ThLiveView   *self,
                                       gint64        first,
                                       gint64        last,
                                       ThView       *view);

G_END_DECLS
