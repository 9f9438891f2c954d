/* gui-sessions.c - stored sessions, for their tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-sessions.h"

#include <glib/gstdio.h>

#include "th-analysis-runner.h"
#include "th-session-store.h"

char *
sessions_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "thresher", "sessions", NULL);
}

/* Returns all stored sessions, without temporary files. */
GPtrArray *
list_sessions (void)
{
  g_autofree char *folder = sessions_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (files, g_build_filename (folder, name, NULL));

  return files;
}

void
session_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GPtrArray) files = list_sessions ();

  for (guint i = 0; i < files->len; i++)
    g_unlink (files->pdata[i]);
  th_session_store_set_enabled (TRUE);
  fixture_set_up (fixture, data);
}

void
session_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  fixture_tear_down (fixture, data);
  th_session_store_set_enabled (FALSE);
}

gboolean
is_known (Fixture *fixture)
{
  return is_loaded (fixture) &&
         !th_analysis_runner_is_running (gui_get_analyses (fixture));
}

/* Waits until the session has been restored, too. */
ThDocument *
open_copy (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
  ThDocument *document = open_path (fixture, path);

  wait_until (fixture, is_known);
  wait_ms (200);

  return document;
}

void
close_window (Fixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->window));
  wait_ms (50);
}

char *
only_text (void)
{
  g_autoptr(GPtrArray) files = list_sessions ();
  char *text;

  g_assert_cmpuint (files->len, ==, 1);
  g_assert_true (g_file_get_contents (files->pdata[0], &text, NULL, NULL));

  return text;
}

void
write_only (const char *text)
{
  g_autoptr(GPtrArray) files = list_sessions ();

  g_assert_cmpuint (files->len, ==, 1);
  g_assert_true (g_file_set_contents (files->pdata[0], text, -1, NULL));
}

gboolean
is_saved (Fixture *fixture)
{
  g_autoptr(GPtrArray) files = list_sessions ();

  return files->len > 0;
}
