/* th-review-private.h - reads the manifest of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

/* Adds what the text of a manifest names. */
gboolean th_review_read_manifest (ThReview    *self,
                                  const char  *text,
                                  gsize        length,
                                  GError     **error);

G_END_DECLS
