/* th-review-open.c - reviews as arguments: folders, and archives that are unpacked for reading
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-review-open.h"

#include <errno.h>
#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "th-archive.h"
#include "th-cli-error.h"
#include "th-scratch-folder.h"

/* The folder in which the last review is. */
static ThScratchFolder temporary = TH_SCRATCH_FOLDER_INIT;

static void
remove_temporary (void)
{
  th_scratch_folder_clear (&temporary);
}

char *
th_review_make_temporary (const char *command,
                          const char *parent,
                          const char *name)
{
  static gboolean is_registered;
  g_autofree char *target = g_build_filename (parent != NULL ? parent : g_get_tmp_dir (), name,
                                              NULL);

  remove_temporary ();
  if (!th_scratch_folder_make (&temporary, target))
    {
      g_printerr ("thresh %s: “%s”: %s\n", command, target, g_strerror (errno));
      return NULL;
    }

  if (!is_registered)
    atexit (remove_temporary);
  is_registered = TRUE;
  return g_build_filename (temporary.path, name, NULL);
}

gboolean
th_review_is_archive (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_DIR);
}

gboolean
th_review_is_argument (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR) || g_str_has_suffix (path, TH_ARCHIVE_SUFFIX);
}

ThExit
th_review_refuse_file (const char *command,
                       const char *path)
{
  if (g_str_has_suffix (path, ".tar.zst"))
    return th_cli_usage_error (command, _("“%s” is an archive: unpack it with “thresh review "
                                          "unpack”, and use the folder"), path);

  return th_cli_usage_error (command, _("“%s” is not the folder of a review: make one with “thresh "
                                        "review create REVIEW FILE…”"), path);
}

char *
th_review_open_argument (const char *command,
                         const char *path,
                         gboolean    recordings)
{
  ThArchiveUnpacking unpacking = { .without_recordings = !recordings };
  g_autofree char *name = th_archive_make_name (path), *folder = NULL;
  g_autoptr(GError) error = NULL;

  if (!th_review_is_archive (path))
    return g_strdup (path);

  folder = th_review_make_temporary (command, NULL, name);
  if (folder == NULL)
    return NULL;
  if (!th_archive_unpack (path, folder, &unpacking, &error))
    {
      g_printerr ("thresh %s: %s\n", command, error->message);
      return NULL;
    }

  return g_steal_pointer (&folder);
}
