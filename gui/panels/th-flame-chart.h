/* th-flame-chart.h - an interactive flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One frame is the focus, which is as wide as the chart; another one is selected, which the
 * keyboard moves.  A click sets both.  Signals: "changed", after the focus, the selection,
 * the search or the frames have changed; "pointed", after another frame is under the pointer.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"
#include "th-flame.h"

G_BEGIN_DECLS

#define TH_TYPE_FLAME_CHART (th_flame_chart_get_type ())
G_DECLARE_FINAL_TYPE (ThFlameChart, th_flame_chart, TH, FLAME_CHART, GtkWidget)

/* Sets the document that formats times; to be called before the first tree is set, except
 * for differences, which need none. */
void       th_flame_chart_set_document (ThFlameChart *self,
                                        ThDocument   *document);
/* Sets @flame and takes ownership of it; NULL shows nothing.  If it shows the same tree as
 * before, focus, selection and search are kept. */
void       th_flame_chart_take         (ThFlameChart *self,
                                        ThFlame      *flame);
/* Lays out @tree, as th_flame_new() or th_flame_new_difference() does, and shows it.  A
 * large tree is laid out on a thread; meanwhile the chart shows what it showed before.  A
 * later call, also of th_flame_chart_take(), replaces one that is under way. */
void       th_flame_chart_lay_out      (ThFlameChart *self,
                                        ThResults    *results,
                                        ThCallTree   *tree,
                                        guint         weight,
                                        gboolean      is_difference);
/* Whether a tree is being laid out. */
gboolean   th_flame_chart_is_busy      (ThFlameChart *self);
/* Owned by the chart; NULL until one is set. */
ThFlame   *th_flame_chart_get_flame    (ThFlameChart *self);
guint32    th_flame_chart_get_focus    (ThFlameChart *self);
void       th_flame_chart_set_focus    (ThFlameChart *self,
                                        guint32       frame);
guint32    th_flame_chart_get_selected (ThFlameChart *self);
/* Returns the frame under the pointer; G_MAXUINT32 if there is none. */
guint32    th_flame_chart_get_pointed  (ThFlameChart *self);
void       th_flame_chart_search       (ThFlameChart *self,
                                        const char   *text);
/* Selects the next or the previous match. */
void       th_flame_chart_next_match   (ThFlameChart *self,
                                        gboolean      back);
void       th_flame_chart_set_icicle   (ThFlameChart *self,
                                        gboolean      icicle);
/* Returns text like "3 matches, 45.6 %"; "" without a search.  Free with g_free(). */
char      *th_flame_chart_describe_matches (ThFlameChart *self);
/* Returns text like "e1000_clean: 12.3 ms, 45.6 % of all; self 1.2 ms", for a difference
 * "e1000_clean (module): A 12.3 %, B 15.1 %, +2.81 points, ×1.23"; free with g_free(). */
char      *th_flame_chart_describe     (ThFlameChart *self,
                                        guint32       frame);

G_END_DECLS
