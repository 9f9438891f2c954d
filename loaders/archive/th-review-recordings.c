/* th-review-recordings.c - puts recordings into a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-recordings.h"

#include "th-cut.h"

ThReview *
th_review_start (const char         *folder,
                 const char *const  *paths,
                 GError            **error)
{
  g_autoptr(ThReview) review = th_review_create (folder, paths, error);

  for (guint i = 0; review != NULL && paths[i] != NULL; i++)
    {
      g_autofree char *cut_of = th_cut_dup_original (paths[i]);

      if (cut_of != NULL && !th_review_add (review, paths[i], cut_of, error))
        return NULL;
    }

  return g_steal_pointer (&review);
}

gboolean
th_review_add_recording (ThReview    *review,
                         const char  *path,
                         GError     **error)
{
  g_autofree char *cut_of = th_cut_dup_original (path);

  return th_review_add (review, path, cut_of, error);
}
