/* th-review-bar.h - says which recording of a review is missing or has changed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bar is visible only then.  Its button activates "win.locate-recording".
 */
#pragma once

#include <gtk/gtk.h>

#include "th-open-review.h"

G_BEGIN_DECLS

#define TH_TYPE_REVIEW_BAR (th_review_bar_get_type ())
G_DECLARE_FINAL_TYPE (ThReviewBar, th_review_bar, TH, REVIEW_BAR, GtkBox)

void  th_review_bar_set_review (ThReviewBar  *self,
                                ThOpenReview *review);
/* The first recording of @review that is missing or has changed; G_MAXUINT if there is none. */
guint th_review_bar_find       (ThOpenReview *review);

G_END_DECLS
