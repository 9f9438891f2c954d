/* th-flow-counterpart.h - follows the counterpart of the followed flow on the other side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The counterpart of a flow has the same class and the same quantile (th-compare-place.h).  The
 * search runs on a worker, once both documents are loaded and their analyses have ended.
 *
 * Property (with notify): state (uint).
 *
 * Main thread only.
 */
#pragma once

#include "th-document-pair.h"

G_BEGIN_DECLS

typedef enum
{
  TH_COUNTERPART_IDLE,
  TH_COUNTERPART_SEARCHING,    /* or waiting for a recording or its analyses */
  TH_COUNTERPART_NOT_FOLLOWED, /* no flow was followed, so there is nothing to search for */
  TH_COUNTERPART_NOT_FOUND     /* the flow has no class, or the other side lacks it */
} ThCounterpartState;

#define TH_TYPE_FLOW_COUNTERPART (th_flow_counterpart_get_type ())
G_DECLARE_FINAL_TYPE (ThFlowCounterpart, th_flow_counterpart, TH, FLOW_COUNTERPART, GObject)

ThFlowCounterpart *th_flow_counterpart_new        (ThDocumentPair    *pair);
/* Follows, in the other document, the counterpart of the flow that is followed on side @from.
 * Replaces an earlier search that has not ended. */
void               th_flow_counterpart_show       (ThFlowCounterpart *self,
                                                   ThSide             from);
ThCounterpartState th_flow_counterpart_get_state (ThFlowCounterpart *self);

G_END_DECLS
