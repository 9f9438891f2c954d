/* test-layouts.c - how many times GTK lays out the texts of a panel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Laying out a text takes longer than anything else that the main thread does with it, and some
 * arrangements of widgets make GTK lay out the same text at dozens of widths to measure it.
 */
#include "config.h"

#include <dlfcn.h>

#include "gui-fixture.h"
#include "th-flow-follower.h"

/* GTK 4.8 lays out each of the four texts of a step two to five times until it is drawn. */
#define MAX_LAYOUTS 40

static guint n_layouts;

/* Called by GTK instead of pango's, since that of the program comes first. */
G_MODULE_EXPORT void
pango_layout_get_size (PangoLayout *layout,
                       int         *width,
                       int         *height)
{
  static void (*real) (PangoLayout *, int *, int *);

  if (real == NULL)
    *(void **) &real = dlsym (RTLD_NEXT, "pango_layout_get_size");
  n_layouts++;
  real (layout, width, height);
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "tcp-retrans-deep.dat", NULL);
  ThDocument *document = open_path (fixture, path);
  ThResults *results;
  guint32 flow, n_steps;

  wait_until (fixture, is_analysed);
  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  wait_ms (500);

  /* All its steps again, and little else. */
  results = th_flow_follower_get_followed (th_document_get_follower (document), &flow);
  n_steps = th_flows_get (th_results_get_flows (results), flow)->n_steps;
  g_assert_cmpuint (n_steps, >, 4);
  activate (fixture, "win.unfollow");
  wait_ms (200);
  n_layouts = 0;
  activate (fixture, "win.slowest");
  wait_until (fixture, gui_is_following);
  wait_ms (500);
  g_test_message ("%u layouts for %u steps", n_layouts, n_steps);
  g_assert_cmpuint (n_layouts, >, n_steps);
  g_assert_cmpuint (n_layouts, <, (n_steps + 20) * MAX_LAYOUTS);
}

int
main (int   argc,
      char *argv[])
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/gui/layouts/steps", test_steps);
  return g_test_run ();
}
