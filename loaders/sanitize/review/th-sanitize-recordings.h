/* th-sanitize-recordings.h - the recordings of a review without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-sanitize-pass.h"

G_BEGIN_DECLS

/* Surveys the recordings of the review, or writes copies of them into the new review @written,
 * which is NULL for a survey, and remembers their keys and URIs in @pass.  FALSE with @error,
 * also if a recording is missing. */
gboolean th_sanitize_recordings (ThSanitizePass  *pass,
                                 ThReview        *written,
                                 GError         **error);

G_END_DECLS
