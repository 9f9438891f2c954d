/* test-shared-session-file.c - session files whose recordings are elsewhere, changed or missing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "document-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-shared-session-file.h"

static char *folder;

static GFile *
get_file (const char *name)
{
  return g_file_new_build_filename (folder, name, NULL);
}

static void
write_file (const char *name,
            const char *contents)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, contents, -1, NULL));
}

static void
remove_file (const char *name)
{
  g_autoptr(GFile) file = get_file (name);

  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* --- waiting ------------------------------------------------------------------ */

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/* Saves a session of these recordings as @name; returns the error, or NULL. */
static GError *
save (const char        *name,
      const char *const *recordings)
{
  ThSharedSession *session = th_shared_session_new ();
  g_autoptr(GFile) file = get_file (name);
  g_autoptr(GAsyncResult) result = NULL;
  GError *error = NULL;

  for (guint i = 0; recordings[i] != NULL; i++)
    {
      g_autoptr(GFile) recording = get_file (recordings[i]);
      g_autofree char *uri = g_file_get_uri (recording);

      th_shared_session_add_recording (session, uri);
    }
  th_shared_session_file_save_async (file, session, NULL, keep_cb, &result);
  th_shared_session_file_save_finish (wait_for_result (&result), &error);
  return error;
}

static ThOpenedSession *
open_session (const char  *name,
              GError     **error)
{
  g_autoptr(GFile) file = get_file (name);
  g_autoptr(GAsyncResult) result = NULL;

  th_shared_session_file_open_async (file, NULL, keep_cb, &result);
  return th_shared_session_file_open_finish (wait_for_result (&result), error);
}

static void
assert_states (const ThOpenedSession *opened,
               const char            *states)
{
  for (guint i = 0; states[i] != '\0'; i++)
    g_assert_cmpint ("fcm"[opened->states[i]], ==, states[i]);
}

/* --- tests ------------------------------------------------------------------- */

static const char *const three[] = { "in/a", "in/b", "c", NULL };

static void
write_three (void)
{
  for (guint i = 0; three[i] != NULL; i++)
    write_file (three[i], three[i]);
}

static void
test_states (void)
{
  g_autoptr(ThOpenedSession) opened = NULL;
  g_autoptr(GError) error = NULL;

  write_three ();
  error = save ("s.thresher", three);
  g_assert_no_error (error);
  write_file ("in/b", "other");
  remove_file ("c");
  opened = open_session ("s.thresher", NULL);
  g_assert_nonnull (opened);
  assert_states (opened, "fcm");
}

/* One recording is chosen in its new place; the others are found beside it. */
static void
test_relocate (void)
{
  g_autoptr(ThOpenedSession) opened = NULL;
  g_autoptr(GFile) there = get_file ("new/a");
  g_autoptr(GAsyncResult) result = NULL;

  write_three ();
  g_assert_no_error (save ("s.thresher", three));
  for (guint i = 0; three[i] != NULL; i++)
    remove_file (three[i]);
  write_file ("new/a", "in/a");
  write_file ("new/b", "in/b");
  opened = open_session ("s.thresher", NULL);
  assert_states (opened, "mmm");

  th_opened_session_relocate (opened, 0, there);
  th_opened_session_check_async (opened, keep_cb, &result);
  th_opened_session_check_finish (wait_for_result (&result));
  assert_states (opened, "ffm");
}

/* A session cannot name what cannot be found again. */
static void
test_no_key (void)
{
  static const char *const none[] = { "none", NULL };
  g_autoptr(GError) error = save ("s.thresher", none);

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

static void
test_unreadable (void)
{
  g_autoptr(GError) missing = NULL, directory = NULL, damaged = NULL;

  g_assert_null (open_session ("none.thresher", &missing));
  g_assert_error (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  write_file ("folder.thresher/x", "");
  g_assert_null (open_session ("folder.thresher", &directory));
  g_assert_error (directory, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  write_file ("d.thresher", "{");
  g_assert_null (open_session ("d.thresher", &damaged));
  g_assert_error (damaged, TH_SESSION_ERROR, TH_SESSION_ERROR_DAMAGED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("thresher-test-XXXXXX", NULL);
  g_test_add_func ("/shared-session-file/states", test_states);
  g_test_add_func ("/shared-session-file/relocate", test_relocate);
  g_test_add_func ("/shared-session-file/no-key", test_no_key);
  g_test_add_func ("/shared-session-file/unreadable", test_unreadable);
  return g_test_run ();
}
