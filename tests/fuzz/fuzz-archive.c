/* fuzz-archive.c - an archive of a review that a stranger sent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "fuzz-target.h"
#include "th-archive.h"
#include "th-scratch-folder.h"

#define MAX_BYTES (1u << 20)

static char *
make_place (void)
{
  g_autoptr(GError) error = NULL;
  char *place = g_dir_make_tmp ("fuzz-archive-XXXXXX", &error);

  g_assert_no_error (error);
  return place;
}

/* Returns the size of the files in @folder, which has nothing but regular files and, if @depth is
 * not 0, folders. */
static guint64
check_folder (const char *folder,
              guint       depth)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint64 size = 0;
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat facts;

      g_assert_cmpint (lstat (path, &facts), ==, 0);
      if (S_ISDIR (facts.st_mode))
        {
          g_assert_cmpuint (depth, >, 0);
          size += check_folder (path, depth - 1);
          continue;
        }
      g_assert_true (S_ISREG (facts.st_mode));
      g_assert_cmpuint (facts.st_nlink, ==, 1);
      size += (guint64) facts.st_size;
    }

  return size;
}

static guint
count_names (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *place = make_place (), *folder = g_build_filename (place, "x.review", NULL);
  int fd = memfd_create ("archive", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  ThArchiveUnpacking unpacking = { .max_bytes = MAX_BYTES };
  g_autoptr(GError) error = NULL;

  g_assert_cmpint (write (fd, data, size), ==, size);
  if (th_archive_unpack (path, folder, &unpacking, &error))
    {
      g_assert_no_error (error);
      g_assert_cmpuint (check_folder (folder, 1), ==, unpacking.n_bytes);
      g_assert_cmpuint (unpacking.n_bytes, <=, MAX_BYTES);
      g_assert_cmpuint (count_names (place), ==, 1);
      th_remove_folder (folder);
    }
  else
    g_assert_nonnull (error);

  /* Nothing is left, and the folder can be removed. */
  g_assert_cmpint (g_rmdir (place), ==, 0);
  close (fd);
  return 0;
}
