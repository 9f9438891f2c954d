/* test-dividers.c - how the space of a window is divided
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The expected sizes are those of the design: at most 62 % of the height for the lanes, a third of
 * it or more for the tables, and about 360 pixels for the inspector.
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-paned-bin.h"

static GtkPaned *
get_rows (Fixture *fixture)
{
  return GTK_PANED (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW, "rows"));
}

static void
check_division (Fixture *fixture)
{
  GtkPaned *rows = get_rows (fixture);
  int height = gtk_widget_get_height (GTK_WIDGET (rows));
  int width = gtk_widget_get_width (GTK_WIDGET (th_window_get_inspector (fixture->window)));

  g_assert_cmpint (height, >, 300);
  g_assert_cmpint (gtk_paned_get_position (rows), ==, height * 62 / 100);
  g_assert_cmpint (width, >=, 358); /* the divider is a pixel or two wide */
  g_assert_cmpint (width, <=, 380);
}

static char *
dup_deep (void)
{
  return g_test_build_filename (G_TEST_DIST, "data", "tcp-retrans-deep.dat", NULL);
}

/* A small recording is loaded and analysed before its window has a size. */
static void
test_before_shown (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = dup_deep ();
  g_autoptr(GFile) file = g_file_new_for_path (path);

  fixture->window = th_window_new (GTK_APPLICATION (fixture->application));
  th_window_open (fixture->window, file, NULL);
  wait_until (fixture, is_analysed);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  check_division (fixture);
}

static void
test_after_shown (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = dup_deep ();

  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  check_division (fixture);
}

/* A divider that the user has moved stays, whatever the analyses find; the other one is still
 * placed.  The next recording is divided anew. */
static void
test_moved (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = dup_deep ();
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "data", "e1000-veth-loss.dat", NULL);
  GtkPaned *rows = get_rows (fixture);
  ThDocument *document = open_path (fixture, path);

  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  gtk_paned_set_position (rows, 321);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_signal_emit_by_name (document, "results-changed");
  wait_ms (100);
  g_assert_cmpint (gtk_paned_get_position (rows), ==, 321);

  activate (fixture, "win.reload");
  wait_until (fixture, is_analysed);
  wait_ms (100);
  g_assert_cmpint (gtk_paned_get_position (get_rows (fixture)), ==, 321);

  open_path (fixture, other);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  check_division (fixture);
}

static int
half (int      size,
      gpointer data)
{
  ++*(guint *) data;
  return size / 2;
}

/* The first frame is right, and so is one in which the size changes, too. */
static void
test_bin (void)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *window = gtk_window_new ();
  guint n_calls = 0;
  ThPanedBin *bin = g_object_new (TH_TYPE_PANED_BIN, "paned", paned, NULL);

  gtk_paned_set_start_child (GTK_PANED (paned), gtk_label_new ("start"));
  gtk_paned_set_end_child (GTK_PANED (paned), gtk_label_new ("end"));
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 400);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bin));
  th_paned_bin_set_func (bin, half, &n_calls);
  th_paned_bin_place (bin);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (paned)), ==, 200);

  /* An allocation asks only if the divider is to be placed. */
  n_calls = 0;
  gtk_widget_queue_resize (window);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpuint (n_calls, ==, 0);

  gtk_paned_set_position (GTK_PANED (paned), 80);
  gtk_test_widget_wait_for_draw (window);
  th_paned_bin_place (bin);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (paned)), ==, 80);

  gtk_window_set_default_size (GTK_WINDOW (window), 300, 600);
  th_paned_bin_reset (bin);
  wait_ms (200);
  g_assert_cmpint (gtk_widget_get_height (paned), ==, 600);
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (paned)), ==, 300);

  /* Another size is divided anew, but a divider that was moved stays with its share. */
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 420);
  wait_ms (200);
  g_assert_cmpint (gtk_widget_get_height (paned), ==, 420);
  g_assert_cmpint (gtk_paned_get_position (GTK_PANED (paned)), ==, 210);
  gtk_paned_set_position (GTK_PANED (paned), 80);
  gtk_test_widget_wait_for_draw (window);
  n_calls = 0;
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 600);
  wait_ms (200);
  g_assert_cmpint (gtk_widget_get_height (paned), ==, 600);
  g_assert_cmpuint (n_calls, ==, 0);

  gtk_window_destroy (GTK_WINDOW (window));
}

static void
resize (Fixture *fixture,
        int      width)
{
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, 700);
  wait_ms (300);
  g_assert_cmpint (ABS (gtk_widget_get_width (GTK_WIDGET (fixture->window)) - width), <, 60);
}

/* A smaller window leaves more of its width to the lanes: the inspector has 30 % of it, but what
 * its texts need, and its full width again in a wide window. */
static void
test_smaller (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = dup_deep ();
  GtkWidget *inspector = GTK_WIDGET (th_window_get_inspector (fixture->window));

  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  check_division (fixture);

  resize (fixture, 960);
  g_assert_cmpint (gtk_widget_get_width (inspector), >=, 276);
  g_assert_cmpint (gtk_widget_get_width (inspector), <=, 310);

  resize (fixture, 1400);
  check_division (fixture);
}

static const char *awaited;

/* Whether the inspector, its action and its button are as awaited: the button follows after the
 * frame that changed the inspector. */
static gboolean
is_awaited (Fixture *fixture)
{
  GtkWidget *inspector = GTK_WIDGET (th_window_get_inspector (fixture->window));
  GtkWidget *button = GTK_WIDGET (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW,
                                                      "inspector_button"));
  g_autofree char *is = g_strdup_printf ("%s%s", gtk_widget_get_mapped (inspector) ? "shown"
                                                                                   : "hidden",
                                         gtk_widget_get_mapped (button) ? " button" : "");

  return gui_action_is_on (fixture->window, "inspector") == gtk_widget_get_mapped (inspector) &&
         g_str_equal (is, awaited);
}

static void
await_inspector (Fixture    *fixture,
                 const char *state)
{
  awaited = state;
  wait_until (fixture, is_awaited);
}

/* A narrow window belongs to the lanes, also when a packet is followed, until the user wants to see
 * the inspector. */
static void
test_narrow (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *timeline = GTK_WIDGET (th_window_get_timeline (fixture->window));

  open_sample (fixture);
  wait_until (fixture, is_analysed);
  await_inspector (fixture, "shown");
  resize (fixture, 780);
  await_inspector (fixture, "hidden button");
  g_assert_cmpint (gtk_widget_get_width (timeline), >, 700);
  activate (fixture, "win.slowest");
  wait_ms (100);
  await_inspector (fixture, "hidden button");

  activate (fixture, "win.journey");
  wait_ms (100);
  await_inspector (fixture, "shown button");
  g_assert_true (th_inspector_is_journey_shown (th_window_get_inspector (fixture->window)));
  activate (fixture, "win.inspector");
  wait_ms (100);
  await_inspector (fixture, "hidden button");

  /* Nothing hidden makes the window wider than it has to be. */
  resize (fixture, 640);
  resize (fixture, 1400);
  await_inspector (fixture, "shown");
  activate (fixture, "win.inspector");
  resize (fixture, 780);
  activate (fixture, "win.inspector");
  await_inspector (fixture, "shown button");
  resize (fixture, 1400);
  await_inspector (fixture, "shown");
}

/* The first frame of a narrow window has no inspector. */
static void
test_narrow_first (Fixture       *fixture,
                   gconstpointer  data)
{
  resize (fixture, 640);
  open_sample (fixture);
  wait_ms (100);
  await_inspector (fixture, "hidden button");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), <, 700);
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  g_test_add_func ("/dividers/bin", test_bin);
  ADD_WINDOW_TEST ("/dividers/before-shown", test_before_shown);
  ADD_WINDOW_TEST ("/dividers/after-shown", test_after_shown);
  ADD_WINDOW_TEST ("/dividers/moved", test_moved);
  ADD_WINDOW_TEST ("/dividers/smaller", test_smaller);
  ADD_WINDOW_TEST ("/dividers/narrow", test_narrow);
  ADD_WINDOW_TEST ("/dividers/narrow-first", test_narrow_first);
  return g_test_run ();
}
