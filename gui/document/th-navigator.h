/* th-navigator.h - the span of time in view, and the history of earlier ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The view fits the recording while it loads, until the user chooses another view.  A view
 * becomes a step of the history (th-history.h) once it has rested for a moment, together with
 * the current filter and followed flow, which the caller passes as a ThPlace.
 *
 * Signals
 *   "changed": the view changed
 *   "rested":  the view has rested: th_navigator_settle() is due
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-history.h"
#include "th-view.h"

G_BEGIN_DECLS

/**
 * ThPlace:
 * @filter: the state of the filter, owned by the caller; or NULL
 * @followed: the followed flow as a number; 0 for none
 */
typedef struct
{
  ThFilterState *filter;
  guint64        followed;
} ThPlace;

#define TH_TYPE_NAVIGATOR (th_navigator_get_type ())
G_DECLARE_FINAL_TYPE (ThNavigator, th_navigator, TH, NAVIGATOR, GObject)

ThNavigator  *th_navigator_new          (void);
const ThView *th_navigator_get_view     (ThNavigator *self);
/* The view that fits a range; a default while @has_range is FALSE. */
ThView        th_navigator_get_fit      (ThNavigator *self,
                                         gboolean     has_range,
                                         gint64       first,
                                         gint64       last);
/* Sets the view, clamped to the range.  From now on the view no longer follows the load. */
void          th_navigator_choose       (ThNavigator *self,
                                         gint64       from,
                                         gint64       to,
                                         gint64       first,
                                         gint64       last);
gboolean      th_navigator_has_chosen   (ThNavigator *self);
/* Shows @fit, also in all steps so far; emits "changed" at most once, from an idle source if
 * @later. */
void          th_navigator_fit          (ThNavigator *self,
                                         ThView       fit,
                                         ThPlace      place,
                                         gboolean     later);
/* Shows @view, which follows a recording in progress: it is not a step of the history, and not
 * chosen by the user.  Emits "changed" from an idle source if @later. */
void          th_navigator_follow       (ThNavigator *self,
                                         ThView       view,
                                         gboolean     later);
/* FALSE if the view already has that width. */
gboolean      th_navigator_set_width    (ThNavigator *self,
                                         double       width);

/* Makes the view a step of the history. */
void          th_navigator_settle       (ThNavigator *self,
                                         ThPlace      place);
/* Emits "rested" once the view has rested, so that the caller can make the step. */
void          th_navigator_rest         (ThNavigator *self);
/* Goes one step @forward or back.  FALSE if there is none.  @self owns the filter of @step, which
 * is valid until the next step is made. */
gboolean      th_navigator_step         (ThNavigator   *self,
                                         gboolean       forward,
                                         ThPlace        now,
                                         ThHistoryStep *step);
gboolean      th_navigator_can_step     (ThNavigator *self,
                                         gboolean     forward);
/* Whether the view is on its way to a step of the history. */
gboolean      th_navigator_is_stepping  (ThNavigator *self);
/* Stops all timers. */
void          th_navigator_stop         (ThNavigator *self);

G_END_DECLS
