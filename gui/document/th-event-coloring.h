/* th-event-coloring.h - evaluates the color rules of events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each rule of th-color-rules.h is a filter and a color.  A rule that is invalid in a recording
 * has no effect there.
 *
 * Signals
 *   "replaced": the rows were replaced: call th_event_coloring_show()
 *   "changed":  more events were evaluated, so some look different
 *
 * Main thread only.
 */
#pragma once

#include <gio/gio.h>

#include "th-scene.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_COLORING (th_event_coloring_get_type ())
G_DECLARE_FINAL_TYPE (ThEventColoring, th_event_coloring, TH, EVENT_COLORING, GObject)

ThEventColoring *th_event_coloring_new        (void);
/* Starts to evaluate the rules on @recording. */
void             th_event_coloring_start      (ThEventColoring *self,
                                               ThRecording     *recording);
void             th_event_coloring_stop       (ThEventColoring *self);
/* Takes a reference to the list of ThColorRules. */
void             th_event_coloring_set_rules  (ThEventColoring *self,
                                               GPtrArray       *rules);
gboolean         th_event_coloring_has_rules  (ThEventColoring *self);
gboolean         th_event_coloring_is_running (ThEventColoring *self);
/* Hands the rows and the color of each rule to @scene. */
void             th_event_coloring_show       (ThEventColoring *self,
                                               ThScene         *scene);

G_END_DECLS
