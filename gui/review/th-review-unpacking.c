/* th-review-unpacking.c - unpacks an archive of a review, on a worker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-unpacking.h"

#include "th-archive.h"

gboolean
th_review_unpacking_is_archive (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, TH_ARCHIVE_SUFFIX);
}

ThReviewUnpacking *
th_review_unpacking_new (GFile *archive,
                         GFile *parent)
{
  g_autofree char *path = g_file_get_path (archive), *folder = g_file_get_path (parent);
  g_autofree char *name = path != NULL ? th_archive_make_name (path) : NULL;
  ThReviewUnpacking *self;

  if (path == NULL || folder == NULL)
    return NULL;

  self = g_new (ThReviewUnpacking, 1);
  self->folder = g_build_filename (folder, name, NULL);
  self->archive = g_steal_pointer (&path);
  return self;
}

void
th_review_unpacking_free (ThReviewUnpacking *self)
{
  g_free (self->archive);
  g_free (self->folder);
  g_free (self);
}

static gboolean
report_progress (guint64  done,
                 guint64  total,
                 gpointer progress)
{
  th_progress_set (progress, total > 0 ? (double) done / total : 1);
  return !th_progress_is_cancelled (progress);
}

gboolean
th_review_unpack (const char  *archive,
                  const char  *folder,
                  ThProgress  *progress,
                  GError     **error)
{
  ThArchiveUnpacking unpacking = { .progress = report_progress, .data = progress };

  return th_archive_unpack (archive, folder, &unpacking, error);
}

gboolean
th_review_unpacking_run (gpointer     data,
                         ThProgress  *progress,
                         GError     **error)
{
  const ThReviewUnpacking *self = data;

  return th_review_unpack (self->archive, self->folder, progress, error);
}
