/* th-event-chooser.h - chooses events of a target, with filters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lists every event of the target, with a search.  The target is asked for the fields of the
 * selected event.  Signal: "chosen" (GStrv: "system:event", followed by "/filter" if there is one).
 */
#pragma once

#include <gtk/gtk.h>

#include "th-preset-match.h"
#include "th-target-link.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_CHOOSER (th_event_chooser_get_type ())
G_DECLARE_FINAL_TYPE (ThEventChooser, th_event_chooser, TH, EVENT_CHOOSER, GtkWindow)

/* @chosen: the events that the user has already chosen, or NULL.  @match: the events of presets,
 * which are recorded anyway, or NULL.  Both are read only during this call. */
ThEventChooser *th_event_chooser_new (GtkWindow           *parent,
                                      ThTargetLink        *link,
                                      const char *const   *chosen,
                                      const ThPresetMatch *match);

G_END_DECLS
