/* th-flow-likeness.h - follows the counterpart of the followed flow on the other side
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
  TH_LIKENESS_IDLE,
  TH_LIKENESS_SEARCHING,   /* or waiting for a recording or its analyses */
  TH_LIKENESS_NOT_FOLLOWED, /* no flow was followed, so there is nothing to search for */
  TH_LIKENESS_NOT_FOUND    /* the flow has no class, or the other side lacks it */
} ThLikenessState;

#define TH_TYPE_FLOW_LIKENESS (th_flow_likeness_get_type ())
G_DECLARE_FINAL_TYPE (ThFlowLikeness, th_flow_likeness, TH, FLOW_LIKENESS, GObject)

ThFlowLikeness *th_flow_likeness_new       (ThDocumentPair *pair);
/* Follows, in the other document, the counterpart of the flow that is followed on side @from.
 * Replaces an earlier search that has not ended. */
void            th_flow_likeness_show      (ThFlowLikeness *self,
                                            ThSide          from);
ThLikenessState th_flow_likeness_get_state (ThFlowLikeness *self);

G_END_DECLS
