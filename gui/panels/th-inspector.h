/* th-inspector.h - the details of the selected event and span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-journey-panel.h"

G_BEGIN_DECLS

#define TH_TYPE_INSPECTOR (th_inspector_get_type ())
G_DECLARE_FINAL_TYPE (ThInspector, th_inspector, TH, INSPECTOR, GtkWidget)

void      th_inspector_set_document (ThInspector *self,
                                     ThDocument  *document);
/* Returns whether the fields of the event are being read or the journey is being filled. */
gboolean  th_inspector_is_busy      (ThInspector *self);

ThJourneyPanel *th_inspector_get_journey (ThInspector *self);
/* Shows the journey of the followed flow, or else the event. */
void         th_inspector_show_journey   (ThInspector *self,
                                          gboolean     show);
gboolean     th_inspector_is_journey_shown (ThInspector *self);
/* Adds @page, called @name, after the others, or gives it another @title; %NULL removes it. */
void         th_inspector_set_page       (ThInspector *self,
                                          const char  *name,
                                          const char  *title,
                                          GtkWidget   *page);
/* Shows the page called @name, if there is one. */
void         th_inspector_show_page      (ThInspector *self,
                                          const char  *name);
/* The name of the visible page: "event", "journey" or that of a further page. */
const char  *th_inspector_get_page       (ThInspector *self);
/* To be called when another flow, or none, is followed. */
void         th_inspector_update_journey (ThInspector *self);

G_END_DECLS
