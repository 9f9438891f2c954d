/* th-document-pair.h - the documents of the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Side 0 is A, side 1 is B.  Each side shows one run at a time, so its document is replaced
 * when another run is shown; it may also be missing.  The documents differ, even if both show
 * the same recording.
 *
 * Signals
 *   "replaced" (guint side): the side has another document, or none
 *
 * Main thread only.
 */
#pragma once

#include "th-document.h"

G_BEGIN_DECLS

typedef enum
{
  TH_SIDE_A,
  TH_SIDE_B,
  TH_N_SIDES
} ThSide;

static inline ThSide
th_side_get_other (ThSide side)
{
  return side == TH_SIDE_A ? TH_SIDE_B : TH_SIDE_A;
}

#define TH_TYPE_DOCUMENT_PAIR (th_document_pair_get_type ())
G_DECLARE_FINAL_TYPE (ThDocumentPair, th_document_pair, TH, DOCUMENT_PAIR, GObject)

/* Creates a pair; either document may be NULL. */
ThDocumentPair *th_document_pair_new       (ThDocument     *a,
                                            ThDocument     *b);
/* Owned by @self; NULL if the side has none. */
ThDocument     *th_document_pair_get       (ThDocumentPair *self,
                                            ThSide          side);
/* Takes a reference to @document, which may be NULL. */
void            th_document_pair_set       (ThDocumentPair *self,
                                            ThSide          side,
                                            ThDocument     *document);
/* Whether each side has a document whose recording is completely loaded. */
gboolean        th_document_pair_is_loaded (ThDocumentPair *self);

G_END_DECLS
