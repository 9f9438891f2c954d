/* test-pipe.c - recordings from a pipe, or compressed, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gui-fixture.h"

#include "th-event-search.h"
#include "th-window-private.h"

/* The writer, like `cat trace_pipe > fifo`. */
static int
open_fifo (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->directory, "fifo", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  int fd;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  /* Opened for reading and writing, so that open() does not block. */
  fd = open (path, O_RDWR | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  gui_open_file (fixture, file);
  return fd;
}

static void
say (int         fd,
     guint       cpu,
     guint       second,
     const char *event)
{
  g_autofree char *line = g_strdup_printf ("    sh-7    [%03u] d... %u.000000: %s\n", cpu, second,
                                           event);

  g_assert_cmpint (write (fd, line, strlen (line)), ==, (gssize) strlen (line));
}

static guint64
count (Fixture *fixture)
{
  ThRecording *recording = gui_get_recording (fixture->window);

  return recording != NULL ? th_recording_get_n_events (recording) : 0;
}

static gboolean
has_two (Fixture *fixture)
{
  return count (fixture) == 2;
}

static gboolean
has_three (Fixture *fixture)
{
  return count (fixture) == 3;
}

static gboolean
is_without_end (Fixture *fixture)
{
  return th_document_get_progress (th_window_get_document (fixture->window)) == -1;
}

static guint
count_cpus (Fixture *fixture)
{
  return th_stream_get_n_cpus (th_recording_get_stream (gui_get_recording (fixture->window), 0));
}

static gboolean
cannot_reload (Fixture *fixture)
{
  return !g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "reload");
}

/* Lines appear as they arrive, also of a CPU that had none before; the view follows them until the
 * user moves it, and Esc stops and keeps what was loaded. */
static void
test_grows (Fixture       *fixture,
            gconstpointer  data)
{
  int fd = open_fifo (fixture);
  ThDocument *document;
  ThView view;

  say (fd, 0, 100, "my_event: a=1");
  say (fd, 0, 101, "my_event: a=2");
  wait_until (fixture, has_two);
  document = th_window_get_document (fixture->window);
  g_assert_cmpint (th_document_get_state (document), ==, TH_DOCUMENT_LOADING);
  wait_until (fixture, is_without_end);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (gui_get_activity (fixture->window), ==, "Reading, 2 events so far, Esc to stop");
  g_assert_cmpint (th_document_get_view (document)->to, >=, 101 * G_GINT64_CONSTANT (1000000000));

  say (fd, 3, 110, "my_event: a=3");
  wait_until (fixture, has_three);
  g_assert_cmpuint (count_cpus (fixture), ==, 2);
  wait_ms (250);
  g_assert_cmpint (th_document_get_view (document)->to, >=, 110 * G_GINT64_CONSTANT (1000000000));

  /* A view that the user chose is kept. */
  th_document_set_view (document, 100 * G_GINT64_CONSTANT (1000000000),
                        101 * G_GINT64_CONSTANT (1000000000));
  view = *th_document_get_view (document);
  say (fd, 3, 111, "my_event: a=4");
  wait_ms (400);
  g_assert_cmpint (th_document_get_view (document)->to, ==, view.to);

  activate (fixture, "win.cancel");
  wait_until (fixture, is_loaded);
  g_assert_cmpuint (count (fixture), ==, 4);
  g_assert_cmpint (th_recording_get_state (th_document_get_recording (document)), ==,
                   TH_LOAD_CANCELLED);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "recording");
  /* What was received has no end, which a reload would take for a damaged file. */
  wait_until (fixture, cannot_reload);
  close (fd);
}

/* Actions are enabled in an idle callback. */
static gboolean
can_find (Fixture *fixture)
{
  return count (fixture) == 2 &&
         g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "set-find");
}

static gboolean
has_first (Fixture *fixture)
{
  ThRef ref = th_document_get_selected (th_window_get_document (fixture->window));

  return !th_ref_is_none (ref) && ref.row == 0;
}

static gboolean
has_second (Fixture *fixture)
{
  return th_document_get_selected (th_window_get_document (fixture->window)).row == 1;
}

static gboolean
has_one_so_far (Fixture *fixture)
{
  return g_str_equal (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                         TH_TYPE_FIND_BAR,
                                                                         "count"))), "1…");
}

static gboolean
has_two_so_far (Fixture *fixture)
{
  return g_str_equal (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                         TH_TYPE_FIND_BAR,
                                                                         "count"))), "2…");
}

static gboolean
has_first_of_two (Fixture *fixture)
{
  return g_str_equal (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                         TH_TYPE_FIND_BAR,
                                                                         "count"))), "1/2");
}

/* The first hit is selected long before all are known; later ones are counted as they are found,
 * and the window stays responsive. */
static void
test_finds (Fixture       *fixture,
            gconstpointer  data)
{
  int fd = open_fifo (fixture);
  ThDocument *document;
  gint64 span;

  say (fd, 0, 100, "my_event: a=1");
  say (fd, 0, 101, "other_event: a=2");
  wait_until (fixture, can_find);
  document = th_window_get_document (fixture->window);
  activate (fixture, "win.set-find('my')");
  wait_until (fixture, has_first);
  /* Another text ends that search but not its own. */
  activate (fixture, "win.set-find('other')");
  wait_until (fixture, has_second);
  g_assert_true (th_event_search_is_running (th_document_get_search (document)));
  wait_until (fixture, has_one_so_far);
  span = th_document_get_view (document)->to - th_document_get_view (document)->from;
  activate (fixture, "win.zoom-in");
  g_assert_cmpint (th_document_get_view (document)->to - th_document_get_view (document)->from, <,
                   span);

  say (fd, 0, 102, "other_event: a=3");
  wait_until (fixture, has_two_so_far);
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 1);
  close (fd);
  wait_until (fixture, has_first_of_two);
  g_assert_false (th_event_search_is_running (th_document_get_search (document)));
}

static gboolean
has_none_so_far (Fixture *fixture)
{
  return g_str_equal (gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window,
                                                                         TH_TYPE_FIND_BAR,
                                                                         "count"))), "0…") &&
         !gui_is (th_window_get_document (fixture->window), "stepping");
}

static gboolean
has_third (Fixture *fixture)
{
  return th_document_get_selected (th_window_get_document (fixture->window)).row == 2;
}

/* If a search starts before there is a hit, the first one that arrives is selected, and no other.
 * */
static void
test_finds_later (Fixture       *fixture,
                  gconstpointer  data)
{
  int fd = open_fifo (fixture);
  ThDocument *document;

  say (fd, 0, 100, "my_event: a=1");
  say (fd, 0, 101, "my_event: a=2");
  wait_until (fixture, can_find);
  activate (fixture, "win.set-find('other')");
  wait_until (fixture, has_none_so_far);
  document = th_window_get_document (fixture->window);
  g_assert_true (th_ref_is_none (th_document_get_selected (document)));
  say (fd, 0, 102, "other_event: a=3");
  wait_until (fixture, has_third);
  say (fd, 0, 103, "other_event: a=4");
  wait_until (fixture, has_two_so_far);
  g_assert_true (has_third (fixture));
  close (fd);
  wait_until (fixture, is_loaded);
}

/* The end of the pipe ends the load; a reload reads what was received. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  data)
{
  int fd = open_fifo (fixture);

  say (fd, 0, 100, "my_event: a=1");
  say (fd, 1, 101, "my_event: a=2");
  wait_until (fixture, has_two);
  close (fd);
  wait_until (fixture, is_loaded);
  g_assert_cmpint (th_recording_get_state (gui_get_recording (fixture->window)), ==,
                   TH_LOAD_WHOLE);

  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  g_assert_cmpuint (count (fixture), ==, 2);
}

/* If nothing is ever written, the window stays responsive, and Esc cancels. */
static void
test_silent (Fixture       *fixture,
             gconstpointer  data)
{
  int fd = open_fifo (fixture);

  wait_ms (300);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "opening");
  g_assert_true (g_str_has_prefix (gui_get_activity (fixture->window), "Reading from a pipe, 0"));
  activate (fixture, "win.cancel");
  wait_until (fixture, is_refused);
  close (fd);
}

/* The window is closed while it waits; the fixture checks that nothing leaks. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  int fd = open_fifo (fixture);

  say (fd, 0, 100, "my_event: a=1");
  say (fd, 1, 101, "my_event: a=2");
  wait_until (fixture, has_two);
  gtk_window_close (GTK_WINDOW (fixture->window));
  wait_ms (300);
  close (fd);
}

static void
test_wrapped (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "sample", 0);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *packed = g_strconcat (path, ".gz", NULL);
  const char *argv[] = { "gzip", "-1", path, NULL };
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  open_path (fixture, packed);
  g_assert_cmpuint (count (fixture), ==, SAMPLE_EVENTS);
  g_assert_null (gui_get_bar_text (fixture->window));
}

int
main (int    argc,
      char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/gui/pipe/grows", test_grows);
  ADD_WINDOW_TEST ("/gui/pipe/finds", test_finds);
  ADD_WINDOW_TEST ("/gui/pipe/finds-later", test_finds_later);
  ADD_WINDOW_TEST ("/gui/pipe/ends", test_ends);
  ADD_WINDOW_TEST ("/gui/pipe/silent", test_silent);
  ADD_WINDOW_TEST ("/gui/pipe/closed", test_closed);
  ADD_WINDOW_TEST ("/gui/pipe/wrapped", test_wrapped);
  return g_test_run ();
}
