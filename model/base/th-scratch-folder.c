/* th-scratch-folder.c - a temporary folder beside the file that is being written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scratch-folder.h"

#include <errno.h>

#include <glib/gstdio.h>

#define TEMPLATE ".thresher-XXXXXX"
#define MAX_DEPTH 32 /* deeper folders, which the program never creates, are left behind */

gboolean
th_scratch_folder_make (ThScratchFolder *self,
                        const char      *target)
{
  g_autofree char *canonical = g_canonicalize_filename (target, NULL);
  g_autofree char *parent = g_path_get_dirname (canonical);
  g_autofree char *path = g_build_filename (parent, TEMPLATE, NULL);

  if (g_mkdtemp (path) == NULL)
    return FALSE;

  self->path = g_steal_pointer (&path);
  return TRUE;
}

static void
remove_contents (const char *path,
                 guint       depth)
{
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      /* Anything but a folder is deleted here, including links to folders. */
      if (g_unlink (inside) == 0 || depth == 0)
        continue;
      remove_contents (inside, depth - 1);
      g_rmdir (inside);
    }
}

void
th_remove_folder (const char *path)
{
  remove_contents (path, MAX_DEPTH);
  g_rmdir (path);
}

void
th_scratch_folder_clear (ThScratchFolder *self)
{
  int code = errno;

  if (self->path != NULL)
    th_remove_folder (self->path);
  g_clear_pointer (&self->path, g_free);
  errno = code;
}
