/* th-companion.h - one further target of a recording in a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A companion connects to its target at once, and has it accept what the plan asks for, as far as
 * the target has it.  After th_companion_begin() it records to a file beside that of the first
 * target: "x-HOST.dat" for "x.dat".  It measures the clock of its target and stores in its file
 * what has to be added to its times to be on the timeline of the first target.
 *
 * Whatever goes wrong is in "text"; a recording of the first target that has begun goes on.
 *
 * Properties (with notify)
 *   "name" (string): of the target, as users see it
 *   "text" (string): what it does, what it has recorded, or what went wrong
 *   "trouble" (boolean): "text" says what went wrong; notified with "text"
 * Signals
 *   "accepted": it waits for th_companion_begin()
 *   "ended": nothing follows; th_companion_get_path() is final.
 *
 * Main thread only.
 */
#pragma once

#include "th-capture.h"
#include "th-record-plan.h"

G_BEGIN_DECLS

#define TH_TYPE_COMPANION (th_companion_get_type ())
G_DECLARE_FINAL_TYPE (ThCompanion, th_companion, TH, COMPANION, GObject)

/* @plan: that of the first target.  @first: the capture of the first target, which measures its
 * clock.  @taken: paths that other companions use (a set of strings); the path of this one is
 * added. */
ThCompanion *th_companion_new        (ThTarget           *target,
                                      const char         *name,
                                      const ThRecordPlan *plan,
                                      ThCapture          *first,
                                      GHashTable         *taken);
/* Whether it waits for th_companion_begin(). */
gboolean     th_companion_has_accepted (ThCompanion      *self);
void         th_companion_begin      (ThCompanion        *self);
/* @keep_seconds: as in th_capture_stop().  Ends at once if nothing is being recorded. */
void         th_companion_stop       (ThCompanion        *self,
                                      double              keep_seconds);
/* Stops at once and removes the file, even one that is finished. */
void         th_companion_discard    (ThCompanion        *self);
/* FALSE once it has ended. */
gboolean     th_companion_is_active  (ThCompanion        *self);
/* The file; NULL if there is none.  Owned by @self. */
const char  *th_companion_get_path   (ThCompanion        *self);

G_END_DECLS
