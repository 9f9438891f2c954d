/* th-review-merging.c - merges answers into a review, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-merging.h"

#include <errno.h>

#include "th-archive.h"
#include "th-note-file.h"
#include "th-review-file.h"
#include "th-review-unpacking.h"
#include "th-sanitize-merge.h"
#include "th-scratch-folder.h"

ThReviewMerging *
th_review_merging_new (const char *folder,
                       const char *other)
{
  ThReviewMerging *self = g_new0 (ThReviewMerging, 1);

  self->folder = g_strdup (folder);
  self->other = g_strdup (other);

  return self;
}

void
th_review_merging_free (ThReviewMerging *self)
{
  g_free (self->folder);
  g_free (self->other);
  g_free (self);
}

/* --- what is new ------------------------------------------------------------ */

static ThNotes *
read_notes (const ThReview  *review,
            GError         **error)
{
  g_autofree char *folder = th_review_dup_notes (review);
  g_autoptr(ThNotes) notes = th_notes_new ();

  return th_note_folder_read (folder, notes, error) ? g_steal_pointer (&notes) : NULL;
}

/* --- merging ---------------------------------------------------------------- */

static gboolean
merge (ThReviewMerging  *self,
       const char       *folder,
       GError          **error)
{
  g_autoptr(ThReview) review = th_review_open (self->folder, error);
  g_autoptr(ThReview) other = review != NULL ? th_review_open (folder, error) : NULL;
  g_autoptr(ThNotes) before = other != NULL ? read_notes (review, error) : NULL, after = NULL;

  if (other != NULL && folder != self->other)
    other->archive = g_strdup (self->other);
  if (before == NULL || !th_sanitize_merge (review, other, &self->merged, error))
    return FALSE;

  after = read_notes (review, error);
  if (after == NULL)
    return FALSE;

  self->n_notes = th_notes_count_new (before, after);
  self->n_entries = th_notes_get_n_entries (after) -
                    MIN (th_notes_get_n_entries (before), th_notes_get_n_entries (after));
  return TRUE;
}

/* There is room for the recordings beside the review, which may keep them. */
static gboolean
merge_archive (ThReviewMerging  *self,
               ThProgress       *progress,
               GError          **error)
{
  g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
  g_autofree char *name = th_archive_make_name (self->other), *folder = NULL;

  if (!th_scratch_folder_make (&scratch, self->folder))
    return th_review_fail (error, self->folder, errno);

  folder = g_build_filename (scratch.path, name, NULL);
  return th_review_unpack (self->other, folder, progress, error) && merge (self, folder, error);
}

gboolean
th_review_merging_run (gpointer     data,
                       ThProgress  *progress,
                       GError     **error)
{
  ThReviewMerging *self = data;

  return g_file_test (self->other, G_FILE_TEST_IS_DIR) ? merge (self, self->other, error)
                                                       : merge_archive (self, progress, error);
}
