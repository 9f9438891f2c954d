/* th-brush.h - shows the samples of a part of a comparison in both documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The events of the samples become the search hits of the documents: they have ticks and a
 * count, and the user can step through them (th_event_search_set_events()).  A document that is
 * still being loaded or analysed receives them afterwards, and so does one that replaces
 * another.
 *
 * In one document the worst example can be shown instead: its flow is followed if it has one,
 * otherwise its event is selected, and the view is fitted to it.  From there the user can step to
 * the next worse and the next better one.
 *
 * The brush is cleared when the user clears that search, or searches for something else.
 *
 * Signal: "answered" (guint side, gboolean found), when an example is shown or there is none.
 *
 * Main thread only.
 */
#pragma once

#include "th-compare-examples.h"
#include "th-document-pair.h"

G_BEGIN_DECLS

#define TH_TYPE_BRUSH (th_brush_get_type ())
G_DECLARE_FINAL_TYPE (ThBrush, th_brush, TH, BRUSH, GObject)

ThBrush *th_brush_new    (ThDocumentPair              *pair);
/* Copies both.  @label says what the samples are, for the find bar: "wakeup, 6.3 – 20 ms". */
void     th_brush_set    (ThBrush                     *self,
                          const ThCompareExampleQuery *query,
                          const char                  *label);
/* Also ends the search in both documents, unless the user has searched for something else. */
void     th_brush_clear  (ThBrush                     *self);

/* Shows the worst example of @query on @side: the first one of th-compare-examples.h.  Replaces
 * an earlier request for the same side that is still pending. */
void     th_brush_lead   (ThBrush                     *self,
                          ThSide                       side,
                          const ThCompareExampleQuery *query);
/* Shows the example @step places after the one that is shown on @side, wrapping around at the
 * ends; or the worst one if none of this query is shown.  While something is brushed, its samples
 * take the place of those of @query. */
void     th_brush_step  (ThBrush                     *self,
                          ThSide                       side,
                          const ThCompareExampleQuery *query,
                          int                          step);
/* Shows, on the other side, the example of @query with the quantile that the selected event of
 * @from has among the examples of its side.  If it is none of them, says so by
 * "answered" for @from. */
void     th_brush_lead_counterpart (ThBrush            *self,
                          ThSide                       from,
                          const ThCompareExampleQuery *query);
/* Which example of how many was shown last on @side, from 0; FALSE if none was. */
gboolean th_brush_get_position (ThBrush               *self,
                          ThSide                       side,
                          guint                       *index,
                          guint                       *n);

G_END_DECLS
