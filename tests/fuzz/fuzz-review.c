/* fuzz-review.c - manifests of reviews that others made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz-target.h"
#include "th-review-private.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr(ThReview) self = th_review_new ("/a/b"), again = th_review_new ("/a/b");
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL, *same = NULL;

  if (!th_review_read_manifest (self, (const char *) data, size, &error))
    {
      g_assert_nonnull (error);
      return 0;
    }

  /* A manifest that was accepted can be written, and reads as the same. */
  text = th_review_dup_manifest (self);
  g_assert_true (th_review_read_manifest (again, text, strlen (text), NULL));
  same = th_review_dup_manifest (again);
  g_assert_cmpstr (text, ==, same);
  return 0;
}
