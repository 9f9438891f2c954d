/* th-review-sharing.c - packs the open review for somebody else, without personal data if wanted
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-sharing.h"

#include <errno.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-archive.h"
#include "th-cut.h"
#include "th-review-file.h"
#include "th-sanitize-back.h"
#include "th-sanitize-review.h"
#include "th-scratch-folder.h"

#define MAX_SAMPLES 4

static void
found_free (gpointer data)
{
  ThShareFound *self = data;

  g_strfreev (self->samples);
  g_free (self);
}

ThReviewSharing *
th_review_sharing_new (const char *folder)
{
  ThReviewSharing *self = g_new0 (ThReviewSharing, 1);

  self->folder = g_strdup (folder);
  self->extents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->found = g_ptr_array_new_with_free_func (found_free);

  return self;
}

void
th_review_sharing_free (ThReviewSharing *self)
{
  g_clear_pointer (&self->recording, th_recording_unref);
  g_hash_table_unref (self->extents);
  g_ptr_array_unref (self->found);
  g_free (self->folder);
  g_free (self->target);
  g_free (self);
}

void
th_review_sharing_set_extent (ThReviewSharing *self,
                              const char      *key,
                              ThShareExtent    extent)
{
  g_hash_table_insert (self->extents, g_strdup (key), GUINT_TO_POINTER (extent));
}

static ThShareExtent
get_extent (const ThReviewSharing   *self,
            const ThReviewRecording *recording)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->extents, recording->key));
}

/* --- what is packed -------------------------------------------------------------- */

typedef struct
{
  ThReviewSharing *sharing;
  ThReview        *review;
  ThProgress      *progress;
} Packing;

static gboolean
cut (const ThReviewSharing *self,
     const char            *path,
     const char            *target,
     ThProgress            *progress,
     GError               **error)
{
  ThCutSelection selection = { .recording = self->recording, .begin = self->from,
                               .end = self->to, .cancelled = &progress->cancelled };
  guint64 n_events;

  return th_cut_trace (path, &selection, target, &n_events, error);
}

static ThArchiveReplaced
replace (ThArchiveKind   kind,
         const char     *path,
         const char     *replacement,
         gpointer        data,
         GError        **error)
{
  const Packing *self = data;

  for (guint i = 0; kind == TH_ARCHIVE_RECORDING && i < self->review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (self->review->recordings, i);
      g_autofree char *own = th_review_dup_path (self->review, recording);
      ThShareExtent extent = get_extent (self->sharing, recording);

      if (!g_str_equal (own, path) || extent == TH_SHARE_WHOLE)
        continue;
      if (extent == TH_SHARE_LEFT_OUT)
        return TH_ARCHIVE_LEFT_OUT;
      return cut (self->sharing, path, replacement, self->progress, error) ? TH_ARCHIVE_CUT
                                                                           : TH_ARCHIVE_FAILED;
    }

  return TH_ARCHIVE_KEPT;
}

static gboolean
report_progress (guint64  done,
                 guint64  total,
                 gpointer data)
{
  const Packing *self = data;

  th_progress_set (self->progress, total > 0 ? (double) done / total : 1);
  return !th_progress_is_cancelled (self->progress);
}

/* @replaces: whether recordings are cut and left out on the way into the archive. */
static gboolean
pack (ThReviewSharing  *self,
      ThReview         *review,
      gboolean          replaces,
      ThProgress       *progress,
      GError          **error)
{
  Packing data = { self, review, progress };
  g_auto(ThArchivePacking) packing = { .replace = replaces ? replace : NULL,
                                       .progress = report_progress, .data = &data };

  if (!th_archive_pack (review, self->target, &packing, error))
    return FALSE;

  self->n_files = packing.n_files;
  self->n_bytes = packing.n_bytes;
  return TRUE;
}

/* --- without personal data ------------------------------------------------------- */

static gboolean
append_cut (const ThReviewSharing   *self,
            ThReview                *kept,
            const ThReviewRecording *recording,
            const char              *cuts,
            ThProgress              *progress,
            GError                 **error)
{
  g_autofree char *path = th_review_dup_path (kept, recording);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *target = g_build_filename (cuts, name, NULL), *key = NULL;

  if (!cut (self, path, target, progress, error) ||
      (key = th_review_make_key (target, error)) == NULL)
    return FALSE;

  th_review_append (kept, target, key, th_review_get_original (recording));
  return TRUE;
}

/* The review in memory, with the recordings that are not left out.  Cuts are written to the folder
 * @cuts; if that is NULL, the whole recordings are taken instead. */
static ThReview *
make_kept (const ThReviewSharing *self,
           const char            *cuts,
           ThProgress            *progress,
           GError               **error)
{
  g_autoptr(ThReview) review = th_review_open (self->folder, error);
  g_autoptr(ThReview) kept = th_review_new (self->folder);

  if (review == NULL)
    return NULL;

  kept->id = g_strdup (review->id);
  for (guint i = 0; i < review->recordings->len; i++)
    {
      const ThReviewRecording *recording = g_ptr_array_index (review->recordings, i);
      ThShareExtent extent = get_extent (self, recording);

      if (extent == TH_SHARE_LEFT_OUT)
        continue;
      if (extent == TH_SHARE_WHOLE || cuts == NULL)
        th_review_append (kept, recording->path, recording->key, recording->cut_of);
      else if (!append_cut (self, kept, recording, cuts, progress, error))
        return NULL;
    }

  return g_steal_pointer (&kept);
}

/* Surveys again, as notes may have arrived since the choices were made. */
static gboolean
sanitize (const ThReviewSharing  *self,
          const ThReview         *kept,
          const char             *clean,
          ThProgress             *progress,
          GError                **error)
{
  g_autoptr(ThSanitizer) sanitizer = th_sanitizer_new (NULL);

  if (!th_sanitize_review_survey (sanitizer, kept, progress, error))
    return FALSE;

  for (ThPersonalKind kind = 0; kind < TH_PERSONAL_N; kind++)
    th_renames_set_choice (th_sanitizer_get_renames (sanitizer), kind, self->choices[kind]);
  return th_sanitize_review (sanitizer, kept, clean, progress, error);
}

static gboolean
pack_clean (ThReviewSharing  *self,
            const char       *cuts,
            const char       *clean,
            ThProgress       *progress,
            GError          **error)
{
  g_autoptr(ThReview) kept = make_kept (self, cuts, progress, error), review = NULL;

  if (kept == NULL || !sanitize (self, kept, clean, progress, error))
    return FALSE;

  review = th_review_open (clean, error);
  if (review != NULL && pack (self, review, FALSE, progress, error))
    return TRUE;

  if (review != NULL)
    th_sanitize_back_forget (review->id);
  return FALSE;
}

static gboolean
pack_sanitized (ThReviewSharing  *self,
                ThProgress       *progress,
                GError          **error)
{
  g_auto(ThScratchFolder) scratch = TH_SCRATCH_FOLDER_INIT;
  g_autofree char *name = th_archive_make_name (self->target), *cuts = NULL, *clean = NULL;

  if (!th_scratch_folder_make (&scratch, self->target))
    {
      g_set_error (error, TH_REVIEW_ERROR, TH_REVIEW_ERROR_FILE,
                   _("The review was not packed: “%s” cannot be written: %s"), self->target,
                   g_strerror (errno));
      return FALSE;
    }

  cuts = g_build_filename (scratch.path, "cuts", NULL);
  clean = g_build_filename (scratch.path, name, NULL);
  if (g_mkdir (cuts, 0700) != 0)
    return th_review_fail (error, cuts, errno);
  return pack_clean (self, cuts, clean, progress, error);
}

/* --- work ------------------------------------------------------------------------ */

gboolean
th_review_sharing_pack (gpointer     data,
                        ThProgress  *progress,
                        GError     **error)
{
  ThReviewSharing *self = data;
  g_autoptr(ThReview) review = NULL;

  if (self->sanitizes)
    return pack_sanitized (self, progress, error);

  review = th_review_open (self->folder, error);
  return review != NULL && pack (self, review, TRUE, progress, error);
}

static void
add_found (ThReviewSharing *self,
           ThRenames       *renames,
           ThPersonalKind   kind)
{
  ThShareFound *found = g_new (ThShareFound, 1);

  *found = (ThShareFound) { kind, th_renames_get_count (renames, kind),
                            th_renames_get_n_names (renames, kind),
                            th_renames_dup_samples (renames, kind, MAX_SAMPLES) };
  g_ptr_array_add (self->found, found);
}

gboolean
th_review_sharing_survey (gpointer     data,
                          ThProgress  *progress,
                          GError     **error)
{
  ThReviewSharing *self = data;
  g_autoptr(ThReview) kept = make_kept (self, NULL, progress, error);
  g_autoptr(ThSanitizer) sanitizer = th_sanitizer_new (NULL);
  ThRenames *renames = th_sanitizer_get_renames (sanitizer);

  if (kept == NULL || !th_sanitize_review_survey (sanitizer, kept, progress, error))
    return FALSE;

  for (ThPersonalKind kind = 0; kind < TH_PERSONAL_N; kind++)
    if (th_renames_get_count (renames, kind) > 0)
      add_found (self, renames, kind);
  return TRUE;
}
