/* th-journey-panel.h - the journey of the followed flow, step by step
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It shows the steps with their confidence, the time spent in each stage, the tasks that ran
 * while the flow waited, the related flows, and the events that the recording lacks.
 * Selecting a step selects its event.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_JOURNEY_PANEL (th_journey_panel_get_type ())
G_DECLARE_FINAL_TYPE (ThJourneyPanel, th_journey_panel, TH, JOURNEY_PANEL, GtkWidget)

void       th_journey_panel_set_document (ThJourneyPanel *self,
                                          ThDocument     *document);
/* Returns the whole journey as text; NULL if no flow is followed.  Free with g_free(). */
char      *th_journey_panel_dup_text     (ThJourneyPanel *self);
/* Returns whether parts of the journey are still being computed or filled. */
gboolean   th_journey_panel_is_busy      (ThJourneyPanel *self);

G_END_DECLS
