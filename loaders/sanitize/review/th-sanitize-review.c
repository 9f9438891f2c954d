/* th-sanitize-review.c - removes personal data from a review with its recordings, notes, sessions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize-review.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "th-review-file.h"
#include "th-sanitize-back.h"
#include "th-sanitize-recordings.h"
#include "th-sanitize-texts.h"
#include "th-scratch-folder.h"

gboolean
th_sanitize_review_survey (ThSanitizer     *sanitizer,
                           const ThReview  *review,
                           ThProgress      *progress,
                           GError         **error)
{
  g_auto(ThSanitizePass) pass = { 0, };

  th_sanitize_pass_begin (&pass, sanitizer, review, progress);
  return th_sanitize_recordings (&pass, NULL, error) && th_sanitize_texts (&pass, error);
}

/* Writes the recordings, then the notes and sessions, which refer to them. */
static gboolean
write_contents (ThSanitizePass  *pass,
                ThReview        *written,
                GError         **error)
{
  g_autofree char *recordings = g_build_filename (pass->target, "recordings", NULL);

  if (g_mkdir (recordings, 0777) != 0)
    return th_review_fail (error, recordings, errno);

  return th_review_set_sanitized (written, error) &&
         th_sanitize_recordings (pass, written, error) && th_sanitize_texts (pass, error) &&
         th_sanitize_back_save (pass, written, error);
}

/* Gives the folder its final name only once the original names are saved: without them, answers
 * could not be merged. */
static gboolean
write_folder (ThSanitizePass  *pass,
              const char      *target,
              GError         **error)
{
  static const char *const none[] = { NULL };
  g_autoptr(ThReview) written = th_review_create (pass->target, none, error);

  if (written == NULL || !write_contents (pass, written, error))
    return FALSE;
  if (g_rename (pass->target, target) == 0)
    return TRUE;

  th_review_fail (error, target, errno);
  th_sanitize_back_forget (written->id);
  return FALSE;
}

gboolean
th_sanitize_review (ThSanitizer     *sanitizer,
                    const ThReview  *review,
                    const char      *target,
                    ThProgress      *progress,
                    GError         **error)
{
  g_auto(ThSanitizePass) pass = { 0, };
  g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
  g_autofree char *canonical = g_canonicalize_filename (target, NULL), *part = NULL;

  if (g_file_test (target, G_FILE_TEST_EXISTS))
    return th_review_fail (error, target, EEXIST);
  if (!th_scratch_folder_make (&scratch, canonical))
    return th_review_fail (error, target, errno);

  part = g_build_filename (scratch.path, "review", NULL);
  th_sanitize_pass_begin (&pass, sanitizer, review, progress);
  pass.target = part;
  th_renames_freeze (th_sanitize_pass_get_renames (&pass));
  return write_folder (&pass, canonical, error);
}
