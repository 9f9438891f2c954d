/* test-writers.c - two windows, or two processes, write the session of one recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "gui-sessions.h"

#include <string.h>

#include "th-session-store.h"
#include "th-window-private.h"

#define WHOLE_KEY "whole"

static const char *program;

/* --- two writers ----------------------------------------------------------- */

#define N_BOOKMARKS 60

/* Runs as a separate process: adds one bookmark after the other, from time @first on. */
static void
add_bookmarks (gint64 first)
{
  g_autoptr(ThSessionFile) file = th_session_file_new (WHOLE_KEY, NULL);
  g_autoptr(ThSession) session = th_session_new ();

  for (guint i = 0; i < N_BOOKMARKS; i++)
    {
      ThSessionBookmark bookmark = { first + i, g_strdup ("x"), 0 };
      g_autofree char *text = NULL;

      g_array_append_val (session->bookmarks, bookmark);
      text = th_session_to_text (session);
      th_session_file_save_now (file, text);
    }
}

/* Two processes write one session at the same time, and it has the changes of both. */
static void
test_two_processes (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GSubprocess) one = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, program,
                                                 "--add-bookmarks", "1000", NULL);
  g_autoptr(GSubprocess) other = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, program,
                                                   "--add-bookmarks", "2000", NULL);
  g_autoptr(ThSession) session = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_subprocess_wait_check (one, NULL, NULL));
  g_assert_true (g_subprocess_wait_check (other, NULL, NULL));
  text = only_text ();
  session = th_session_from_text (text, strlen (text), NULL);
  g_assert_nonnull (session);
  g_assert_cmpuint (session->bookmarks->len, ==, 2 * N_BOOKMARKS);
}

static ThWindow *
bookmark_in (Fixture    *fixture,
             const char *name,
             const char *event)
{
  g_autofree char *action = g_strdup_printf ("win.select(%s)", event);

  open_copy (fixture, name);
  activate (fixture, action);
  activate (fixture, "win.bookmark");

  return fixture->window;
}

static gboolean
says_both (Fixture *fixture)
{
  const char *notice = gui_get_notice (fixture->window);

  return notice != NULL && strstr (notice, "Both changes are kept") != NULL;
}

/* Two windows on one recording, under two names: each adds a bookmark, then one removes its own.
 * The window that writes last reports that there is another. */
static void
test_two_windows (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GFile) one G_GNUC_UNUSED = copy_sample (fixture, "one.dat", 0);
  g_autoptr(GFile) two G_GNUC_UNUSED = copy_sample (fixture, "two.dat", 0);
  ThWindow *first, *second;
  ThMarkers *marks;
  ThDocument *document;

  open_copy (fixture, "one.dat");
  first = fixture->window;
  second = bookmark_in (fixture, "two.dat", "(uint32 0, uint32 2, uint32 10)");
  g_assert_true (first != second);
  wait_until (fixture, is_saved);

  bookmark_in (fixture, "one.dat", "(uint32 0, uint32 1, uint32 5)");
  g_assert_true (fixture->window == first);
  wait_until (fixture, says_both);
  fixture->window = second;
  close_window (fixture);
  fixture->window = first;
  close_window (fixture);

  open_copy (fixture, "two.dat");
  marks = th_document_get_markers (th_window_get_document (fixture->window));
  g_assert_cmpuint (th_markers_get_n_bookmarks (marks), ==, 2);
  th_markers_remove_bookmark (marks, 0);
  close_window (fixture);
  open_copy (fixture, "one.dat");
  document = th_window_get_document (fixture->window);
  g_assert_cmpuint (th_markers_get_n_bookmarks (th_document_get_markers (document)), ==, 1);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, session_set_up, func, session_tear_down)

int
main (int    argc,
      char **argv)
{
  program = argv[0];
  if (argc > 2 && g_str_equal (argv[1], "--add-bookmarks"))
    {
      add_bookmarks (g_ascii_strtoll (argv[2], NULL, 10));
      return 0;
    }

  init_test (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  ADD ("/writers/two-processes", test_two_processes);
  ADD ("/writers/two-windows", test_two_windows);

  return g_test_run ();
}
