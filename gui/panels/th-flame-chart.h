/* th-flame-chart.h - a flame graph that can be zoomed, walked and read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One frame is the focus, as wide as the chart; one is selected, which the
 * keyboard moves.  A click does both.  "changed" is emitted after either, the
 * search or the frames did; "pointed" after another frame is under the pointer.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-flame.h"

G_BEGIN_DECLS

#define TH_TYPE_FLAME_CHART (th_flame_chart_get_type ())
G_DECLARE_FINAL_TYPE (ThFlameChart, th_flame_chart, TH, FLAME_CHART, GtkWidget)

/* The document whose times and results are shown; to be set before the first tree. */
void       th_flame_chart_set_document (ThFlameChart *self,
                                        ThDocument   *document);
/* Takes @flame.  Of the same tree as before: focus, selection and search stay. */
void       th_flame_chart_take         (ThFlameChart *self,
                                        ThFlame      *flame);
/* Lent; NULL until there is one. */
ThFlame   *th_flame_chart_get_flame    (ThFlameChart *self);
guint32    th_flame_chart_get_focus    (ThFlameChart *self);
void       th_flame_chart_set_focus    (ThFlameChart *self,
                                        guint32       frame);
guint32    th_flame_chart_get_selected (ThFlameChart *self);
void       th_flame_chart_select       (ThFlameChart *self,
                                        guint32       frame);
/* The frame under the pointer; G_MAXUINT32 if there is none. */
guint32    th_flame_chart_get_pointed  (ThFlameChart *self);
void       th_flame_chart_search       (ThFlameChart *self,
                                        const char   *text);
/* Selects the next or the previous match. */
void       th_flame_chart_next_match   (ThFlameChart *self,
                                        gboolean      back);
void       th_flame_chart_set_icicle   (ThFlameChart *self,
                                        gboolean      icicle);
/* "e1000_clean: 12.3 ms, 45.6 % of all; itself 1.2 ms"; free with g_free(). */
char      *th_flame_chart_describe     (ThFlameChart *self,
                                        guint32       frame);

G_END_DECLS
