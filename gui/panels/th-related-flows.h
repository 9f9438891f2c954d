/* th-related-flows.h - the flows that a flow came from, continued in, or consists of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each flow is a link that follows it.  Several parts of one kind share a line, such as
 * "44 frames merged by GRO (inferred)", which expands to their links.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_RELATED_FLOWS (th_related_flows_get_type ())
G_DECLARE_FINAL_TYPE (ThRelatedFlows, th_related_flows, TH, RELATED_FLOWS, GtkWidget)

/* Shows the flows related to flow @row of @results; nothing if @results is NULL.  @document
 * and @results must stay valid until the next call.  Hides the widget if there are none. */
void       th_related_flows_show  (ThRelatedFlows  *self,
                                   ThDocument      *document,
                                   ThResults       *results,
                                   guint32          row);

G_END_DECLS
