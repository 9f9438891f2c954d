/* th-event-coloring.h - colour rules: events with a colour of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each rule of th-color-rules.h is a filter and a colour.  Rules that make no sense
 * in a recording colour nothing there.
 *
 * Signals
 *   "replaced": other rows: give them to whoever draws
 *   "changed":  events look different
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
/* Decides the rules on @recording. */
void             th_event_coloring_start      (ThEventColoring *self,
                                               ThRecording     *recording);
void             th_event_coloring_stop       (ThEventColoring *self);
/* @rules: ThColorRule; kept. */
void             th_event_coloring_set_rules  (ThEventColoring *self,
                                               GPtrArray       *rules);
gboolean         th_event_coloring_has_rules  (ThEventColoring *self);
gboolean         th_event_coloring_is_running (ThEventColoring *self);
/* Gives the rows of each rule with their colours to @scene. */
void             th_event_coloring_show       (ThEventColoring *self,
                                               ThScene         *scene);

G_END_DECLS
