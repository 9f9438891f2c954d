/* th-event-choice.h - an event of a target that may be recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Properties: "chosen" (boolean), "filter" (string, in the kernel's language).  An event of a
 * preset is recorded anyway and cannot be chosen.  Setting a filter chooses the event.
 */
#pragma once

#include <gio/gio.h>

#include "th-preset-match.h"

G_BEGIN_DECLS

#define TH_TYPE_EVENT_CHOICE (th_event_choice_get_type ())
G_DECLARE_FINAL_TYPE (ThEventChoice, th_event_choice, TH, EVENT_CHOICE, GObject)

const char *th_event_choice_get_name     (ThEventChoice       *self);
gboolean    th_event_choice_is_chosen    (ThEventChoice       *self);
gboolean    th_event_choice_is_of_preset (ThEventChoice       *self);
/* "system:event", followed by "/filter" if there is one; free with g_free(). */
char       *th_event_choice_dup_text     (ThEventChoice       *self);

/* Returns a list (element-type ThEventChoice) of all @events; @chosen and @match may be NULL. */
GListStore *th_event_choices_new         (const char *const   *events,
                                          const char *const   *chosen,
                                          const ThPresetMatch *match);

G_END_DECLS
