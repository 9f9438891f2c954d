/* th-review-session.h - what the sessions of two copies of a review say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same session has other paths, and other keys, in each copy of a review: a packed one refers
 * to the recordings that went along, which may be parts.  So sessions are compared by what they say
 * of which recording, where a part counts as the recording that it was cut from, as it does in
 * notes (th_review_get_original()).
 */
#pragma once

#include "th-review.h"

G_BEGIN_DECLS

/* Returns a text that is equal for sessions of @review and of its copies that say the same; it is
 * for comparing only.  %NULL if @text is damaged.  Free with g_free(). */
char *th_review_session_make_plain (const ThReview *review,
                                    const char     *text,
                                    gsize           length);
/* Returns the session @text of the copy @other, with the places and keys that its recordings have
 * in @self; recordings that @self does not have stay as they are.  %NULL if nothing would change,
 * or if @text is damaged.  Free with g_free(). */
char *th_review_session_move       (const ThReview *self,
                                    const ThReview *other,
                                    const char     *text,
                                    gsize           length);

G_END_DECLS
