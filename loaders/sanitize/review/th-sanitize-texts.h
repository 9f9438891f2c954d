/* th-sanitize-texts.h - the notes and sessions of a review without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-sanitize-pass.h"

G_BEGIN_DECLS

/* Surveys the notes and sessions of the review, or writes them; call it after
 * th_sanitize_recordings(), since they refer to recordings. */
gboolean th_sanitize_texts (const ThSanitizePass  *pass,
                            GError               **error);

G_END_DECLS
