/* th-lane-link.h - gives the lanes of one document the arrangement of another's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread only.
 */
#pragma once

#include "th-document-pair.h"
#include "th-lane-names.h"

G_BEGIN_DECLS

/* What the user arranged, as text: two documents are arranged alike if their lanes have the
 * same names and the texts are equal.  Free with g_free(). */
char *th_lane_link_describe (ThDocument        *document);
/* Arranges the lanes of the other side like those of side @from: what is folded, hidden, pinned,
 * sorted and moved.  Lanes without a counterpart stay as they are. */
void  th_lane_link_copy     (ThDocumentPair    *pair,
                             ThSide             from,
                             const ThLaneNames *names);

G_END_DECLS
