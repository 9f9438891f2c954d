/* th-sanitize-back.h - what leads from a sanitized review back to the original
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whoever sanitizes a review keeps the old and the new names and the keys of the recordings, so
 * that answers can be merged.  They are in a file of the user alone, in his state folder, and so
 * neither in the folder of the review, which others may share, nor in anything that is packed:
 *
 *   $XDG_STATE_HOME/thresher/sanitized/ID.json, where ID is that of the sanitized review
 *
 * It is a JSON object:
 *   "format":     "thresher-sanitized"
 *   "version":    1
 *   "review":     the id of the original, if it has one
 *   "recordings": [{"key", "original"}]: the new key, and that under which notes name the original
 *   "sessions":   [digest]: what the sessions were like (th_sanitize_back_make_digest())
 *   "names":      [{"kind", "old", "new"}] (th-renames.h)
 */
#pragma once

#include "th-sanitize-pass.h"

G_BEGIN_DECLS

typedef struct
{
  char       *review;   /* or NULL */
  GHashTable *keys;     /* new key → that of the original */
  GHashTable *sessions; /* digests */
  ThRenames  *renames;  /* th_renames_new_back(); may be taken */
} ThSanitizeBack;

/* Writes the file, when @written is complete. */
gboolean        th_sanitize_back_save        (const ThSanitizePass  *pass,
                                              const ThReview        *written,
                                              GError               **error);
/* Deletes it. */
void            th_sanitize_back_forget      (const char            *id);
/* NULL with @error, of TH_REVIEW_ERROR, which says what is missing. */
ThSanitizeBack *th_sanitize_back_load        (const ThReview        *other,
                                              GError               **error);
void            th_sanitize_back_free        (ThSanitizeBack        *self);

/* Equal for sessions that say the same, wherever the review and its recordings are.  NULL if it is
 * damaged. */
char           *th_sanitize_back_make_digest (const ThReview        *review,
                                              const char            *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSanitizeBack, th_sanitize_back_free)

G_END_DECLS
