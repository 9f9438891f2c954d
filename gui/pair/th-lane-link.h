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

/* The arrangement of the lanes by the user, as text: two documents whose lanes have the same
 * names are arranged alike if the texts are equal.  Free with g_free(). */
char *th_lane_link_describe (ThDocument        *document);
/* Arranges the lanes of the other side like those of side @from: folds, hides, pins, sorts and
 * moves them.  Lanes without a counterpart are left unchanged. */
void  th_lane_link_copy     (ThDocumentPair    *pair,
                             ThSide             from,
                             const ThLaneNames *names);

G_END_DECLS
