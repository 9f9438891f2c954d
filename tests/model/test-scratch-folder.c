/* test-scratch-folder.c - temporary folders beside the file that is being written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-scratch-folder.h"

/* It goes with folders in it; a link in it goes, and what that leads to stays. */
static void
test_remove (void)
{
  g_autofree char *place = g_dir_make_tmp ("thresher-XXXXXX", NULL);
  g_autofree char *target = g_build_filename (place, "x.review", NULL);
  g_autofree char *kept = g_build_filename (place, "kept", NULL);
  g_autofree char *file = g_build_filename (kept, "file", NULL);
  g_autofree char *deep = NULL, *link = NULL, *inside = NULL, *parent = NULL;
  ThScratchFolder scratch = TH_SCRATCH_FOLDER_INIT;
  GStatBuf facts;

  g_assert_cmpint (g_mkdir (kept, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  g_assert_true (th_scratch_folder_make (&scratch, target));
  parent = g_path_get_dirname (scratch.path);
  g_assert_cmpstr (parent, ==, place);
  g_assert_cmpint (g_stat (scratch.path, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0700);

  deep = g_build_filename (scratch.path, "a", "b", NULL);
  inside = g_build_filename (deep, "file", NULL);
  link = g_build_filename (deep, "link", NULL);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0700), ==, 0);
  g_assert_true (g_file_set_contents (inside, "x", 1, NULL));
  g_assert_cmpint (symlink (kept, link), ==, 0);
  th_scratch_folder_clear (&scratch);
  th_scratch_folder_clear (&scratch);
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));

  th_remove_folder (kept);
  g_assert_cmpint (g_rmdir (place), ==, 0);
}

static void
test_refused (void)
{
  ThScratchFolder scratch = TH_SCRATCH_FOLDER_INIT;

  g_assert_false (th_scratch_folder_make (&scratch, "/nowhere/at/all"));
  g_assert_cmpint (errno, ==, ENOENT);
  th_scratch_folder_clear (&scratch);
  g_assert_cmpint (errno, ==, ENOENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/scratch-folder/remove", test_remove);
  g_test_add_func ("/base/scratch-folder/refused", test_refused);

  return g_test_run ();
}
