/* th-share-dialog.h - packs a review for somebody else, and asks what goes along
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Property "ready" (boolean, read-only): whether the review can be packed now: personal data stays
 * in it, or was searched for.
 *
 * Actions: "share.choose" asks for the archive; "share.to" (string) packs the one with that URI.
 */
#pragma once

#include "th-document-view.h"
#include "th-open-review.h"

G_BEGIN_DECLS

#define TH_TYPE_SHARE_DIALOG (th_share_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ThShareDialog, th_share_dialog, TH, SHARE_DIALOG, GtkWindow)

/* @view: shows a recording of @review, which may be cut to what is in view, and messages. */
ThShareDialog *th_share_dialog_new (GtkWindow       *parent,
                                    ThOpenReview    *review,
                                    ThDocumentView  *view);

G_END_DECLS
