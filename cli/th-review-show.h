/* th-review-show.h - `thresh review show` and `check`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-review.h"

G_BEGIN_DECLS

/* Prints the recordings, sessions and notes; with @json as one object: file (unless @path is
 * NULL), id, recordings [{path, key, cut_of (or null), state: "present", "missing" or "changed"}],
 * sessions [{name, damaged}], notes {n, n_open, authors [{name, n}]}. */
ThExit th_review_show  (ThReview   *review,
                        const char *path,
                        gboolean    json);
/* Reports recordings of an unpacked review that differ from what was packed. */
ThExit th_review_verify_unpacked (const char *folder);
/* Reports recordings that are missing or have changed, and what cannot be read. */
ThExit th_review_verify (ThReview *review);

G_END_DECLS
