/* test-comparison-failures.c - comparisons of files that cannot be opened
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "gui-comparison.h"

#include "th-alignment-bar.h"
#include "th-compare-dialog.h"
#include "th-widgets.h"

/* Whether the timeline of a side says that its recording cannot be opened. */
static gboolean
is_side_refused (Fixture *fixture,
                 guint    side)
{
  ThSideView *view = th_comparison_view_get_side (gui_get_comparison (fixture), side);

  return g_str_equal (th_document_view_get_page (th_side_view_get_view (view)), "refused");
}

static gboolean
is_a_refused (Fixture *fixture)
{
  return is_side_refused (fixture, 0);
}

static gboolean
is_b_refused (Fixture *fixture)
{
  return is_side_refused (fixture, 1);
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *texts = NULL;

  gui_compare_start (fixture, "e1000-gt-udp.dat", "/nowhere/after.dat");
  wait_until (fixture, has_compared);
  texts = dup_label_texts (GTK_WIDGET (gui_get_comparison (fixture)));
  g_assert_nonnull (strstr (texts, "The recordings cannot be compared"));
  g_assert_nonnull (strstr (texts, "after.dat: "));
  g_assert_nonnull (strstr (texts, "Choose Recordings…"));
  activate (fixture, "win.compare");
  g_assert_nonnull (th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_COMPARE_DIALOG));
}

/* A pipe could not be read by the timeline and by the comparison. */
static void
test_pipe (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *texts = NULL;
  g_autofree char *path = g_build_filename (fixture->directory, "after.pipe", NULL);
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  gui_compare_start (fixture, "e1000-gt-udp.dat", path);
  wait_until (fixture, has_compared);
  texts = dup_label_texts (GTK_WIDGET (gui_get_comparison (fixture)));
  g_assert_nonnull (strstr (texts, "after.pipe: This is a pipe"));

  /* The timeline of B shows what the pipe provides: here, nothing. */
  fd = g_open (path, O_WRONLY, 0);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  wait_until (fixture, is_b_refused);
}

/* The window does not get wider because a side is too low for a long message. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "notes.txt", NULL);
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (fixture->window), &width, &height);
  g_assert_true (g_file_set_contents (path, "These are notes, and no events.\n", -1, NULL));
  gui_compare_start (fixture, path, "e1000-gt-udp.dat");
  wait_until (fixture, has_compared);
  wait_until (fixture, is_a_refused);
  wait_ms (200);
  g_assert_cmpint (width, >, 0);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <=, width);
}

/* The bar between the sides says so, too. */
static void
test_bar (Fixture       *fixture,
          gconstpointer  data)
{
  GtkWidget *error;

  gui_compare_start (fixture, "e1000-gt-udp.dat", "/nowhere/after.dat");
  wait_until (fixture, is_b_refused);
  error = gui_template_child (fixture->window, TH_TYPE_ALIGNMENT_BAR, "error");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (error)), ==, "Side B shows no recording");
  g_assert_true (gtk_widget_has_css_class (error, "error"));
  g_assert_false (gui_comparison_shows (fixture, "Select a row"));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/comparison/failures/missing", test_missing);
  ADD_WINDOW_TEST ("/comparison/failures/pipe", test_pipe);
  ADD_WINDOW_TEST ("/comparison/failures/refused", test_refused);
  ADD_WINDOW_TEST ("/comparison/failures/bar", test_bar);

  return g_test_run ();
}
