/* th-related-flows.h - the flows that a flow came from, went on in, or is made of
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each of them is a link that follows it.  Several parts of one kind share one line, such
 * as "44 frames merged by GRO (inferred)", which expands to their links.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-document.h"

G_BEGIN_DECLS

#define TH_TYPE_RELATED_FLOWS (th_related_flows_get_type ())
G_DECLARE_FINAL_TYPE (ThRelatedFlows, th_related_flows, TH, RELATED_FLOWS, GtkWidget)

/* Shows the flows related to flow @row of @results, which is lent until the next call;
 * NULL: none.  The widget is visible if there are any. */
void       th_related_flows_show  (ThRelatedFlows  *self,
                                   ThDocument      *document,
                                   ThResults       *results,
                                   guint32          row);

G_END_DECLS
