/* th-sanitize-pass.h - one pass over a review, which finds names or writes new ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-review.h"
#include "th-sanitize-json.h"

G_BEGIN_DECLS

/**
 * ThSanitizePass:
 * @json: the sanitizer, and what became of the recordings that were written
 * @review: the review that is read; not owned
 * @target: the folder of the new review, or NULL while the review is surveyed
 * @progress: may be NULL
 */
typedef struct
{
  ThSanitizeJson  json;
  const ThReview *review;
  const char     *target;
  ThProgress     *progress;
} ThSanitizePass;

/* @sanitizer, @review and @progress must outlive the pass. */
void th_sanitize_pass_begin (ThSanitizePass *self,
                             ThSanitizer    *sanitizer,
                             const ThReview *review,
                             ThProgress     *progress);
void th_sanitize_pass_clear (ThSanitizePass *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ThSanitizePass, th_sanitize_pass_clear)

ThRenames *th_sanitize_pass_get_renames   (const ThSanitizePass *self);
/* Returns @name without personal data; a survey records what it contains.  Free with
 * g_free(). */
char      *th_sanitize_pass_dup_file_name (const ThSanitizePass *self,
                                           const char           *name);
/* Returns the path of a file in @folder that does not exist: @name, or one that ends in it.  Free
 * with g_free(). */
char      *th_sanitize_pass_dup_free_path (const char           *folder,
                                           const char           *name);

G_END_DECLS
