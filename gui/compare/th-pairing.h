/* th-pairing.h - connects the two timelines of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Owns the pair of documents that the two sides show at the moment, and the objects that act on
 * the pair: alignment, link, counterpart and brush.
 *
 * Main thread.
 */
#pragma once

#include "th-brush.h"
#include "th-comparison-memory.h"
#include "th-flow-counterpart.h"
#include "th-side-view.h"
#include "th-view-link.h"

G_BEGIN_DECLS

#define TH_TYPE_PAIRING (th_pairing_get_type ())
G_DECLARE_FINAL_TYPE (ThPairing, th_pairing, TH, PAIRING, GObject)

/* The views must outlive the pairing. */
ThPairing         *th_pairing_new             (ThSideView     *a,
                                               ThSideView     *b);
/* All are owned by @self. */
ThTimeAlignment   *th_pairing_get_alignment   (ThPairing      *self);
ThViewLink        *th_pairing_get_link        (ThPairing      *self);
ThFlowCounterpart *th_pairing_get_counterpart (ThPairing      *self);
ThBrush           *th_pairing_get_brush       (ThPairing      *self);

/* Stores the alignment and whether the sides are linked; lends @memory its filter. */
void               th_pairing_store           (ThPairing                *self,
                                               ThComparisonMemory       *memory);
void               th_pairing_restore         (ThPairing                *self,
                                               const ThComparisonMemory *memory);

G_END_DECLS
