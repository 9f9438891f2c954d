/* bench-bare-window.c - how soon GTK shows a window with nothing but a label
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-bare-window
 *
 * Reports start.window_ms, as "bench-frame start" does for the window of the program.  The
 * difference is what the program adds: libraries, resources, widgets.
 */
#include <gtk/gtk.h>
#include <stdlib.h>

#include "bench-clock.h"

#define PATIENCE_SECONDS 60
#define WIDTH            1440
#define HEIGHT           900

static void
painted_cb (GdkFrameClock *clock)
{
  const char *begin = g_getenv ("BENCH_BEGIN");

  gdk_display_sync (gdk_display_get_default ());
  bench_print ("start.window_ms",
               bench_now ().wall - (begin != NULL ? g_ascii_strtod (begin, NULL) / 1e6 : 0));
  fflush (stdout);
  _exit (0); /* do not time the closing of the window */
}

static void
activate_cb (GtkApplication *application)
{
  GtkWidget *window = gtk_application_window_new (application);

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), gtk_label_new ("Nothing"));
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect_after (gtk_widget_get_frame_clock (window), "after-paint",
                          G_CALLBACK (painted_cb), NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GtkApplication) application =
    gtk_application_new ("org.thresher.BareWindow", G_APPLICATION_NON_UNIQUE);

  alarm (PATIENCE_SECONDS);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), argc, argv);
}
