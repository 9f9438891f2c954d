/* test-idle.c - a window that nobody touches does nothing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-event-filter.h"

#include <sys/resource.h>

#include "th-event-search.h"
#include "th-flow-follower.h"
#include "th-window-private.h"

#define WATCH_MS   5000
#define MAX_FRAMES 2
/* 5 ticks of 100 Hz, for all windows of the process together */
#define MAX_CPU_MS 50
/* GTK fades its scroll bars two seconds after they were used, for one second. */
#define QUIET_MS   2500
#define PATIENCE_MS 20000

typedef struct
{
  GdkFrameClock *clock;
  char          *what;
  guint          n_frames;
} Watched;

static void
after_paint_cb (GdkFrameClock *clock,
                gpointer       data)
{
  ((Watched *) data)->n_frames++;
}

static void
watched_free (gpointer data)
{
  Watched *watched = data;

  g_signal_handlers_disconnect_by_data (watched->clock, watched);
  g_object_unref (watched->clock);
  g_free (watched->what);
  g_free (watched);
}

static gint64
cpu_ms (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static Watched *
watch (ThWindow *window)
{
  GAction *tab = g_action_map_lookup_action (G_ACTION_MAP (window), "tab");
  g_autoptr(GVariant) state = g_action_get_state (tab);
  Watched *watched = g_new0 (Watched, 1);

  watched->clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (window)));
  watched->what = g_strdup_printf ("page %s, tab %s", th_window_get_page (window),
                                   g_variant_get_string (state, NULL));
  g_signal_connect (watched->clock, "after-paint", G_CALLBACK (after_paint_cb), watched);
  return watched;
}

static guint
count_frames (const GPtrArray *all)
{
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    n += ((Watched *) all->pdata[i])->n_frames;

  return n;
}

/* Waits until the effects of the last action end; activity that never ends is detected afterwards.
 * */
static void
wait_until_quiet (const GPtrArray *all)
{
  guint before, after = count_frames (all);

  for (guint waited = 0; waited < PATIENCE_MS; waited += QUIET_MS)
    {
      before = after;
      wait_ms (QUIET_MS);
      after = count_frames (all);
      if (before == after)
        return;
    }
}

/* All windows are watched at once, to save time. */
static void
assert_idle (Fixture *fixture)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (watched_free);
  gint64 begun;

  for (GList *window = gtk_application_get_windows (GTK_APPLICATION (fixture->application));
       window != NULL; window = window->next)
    g_ptr_array_add (all, watch (window->data));
  wait_until_quiet (all);
  for (guint i = 0; i < all->len; i++)
    ((Watched *) all->pdata[i])->n_frames = 0;
  begun = cpu_ms ();
  wait_ms (WATCH_MS);
  begun = cpu_ms () - begun;

  for (guint i = 0; i < all->len; i++)
    g_test_message ("%s: %u frames", ((Watched *) all->pdata[i])->what,
                    ((Watched *) all->pdata[i])->n_frames);
  g_test_message ("%u windows: %" G_GINT64_FORMAT " ms of CPU time", all->len, begun);
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpuint (((Watched *) all->pdata[i])->n_frames, <=, MAX_FRAMES);
  g_assert_cmpint (begun, <=, MAX_CPU_MS);
}

/* Opens a window for each recording, so that all can be watched at once. */
static ThDocument *
open_another (Fixture *fixture)
{
  static guint n;
  g_autofree char *name = g_strdup_printf ("%u.dat", n++);
  g_autoptr(GFile) file = copy_sample (fixture, name, 0);

  gui_open_file (fixture, file);
  wait_until (fixture, is_analysed);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));

  return th_window_get_document (fixture->window);
}

static gboolean
is_following (Fixture *fixture)
{
  return gui_is_following (fixture) && is_read (fixture);
}

static void
follow_slowest (Fixture *fixture)
{
  activate (fixture, "win.slowest");
  wait_until (fixture, is_following);
}

static void
open_tabs (Fixture *fixture)
{
  const char *name;

  open_another (fixture);
  for (guint i = 1;
       th_table_pane_get_title (gui_get_table_pane (fixture), i, &name) != NULL; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.tab('%s')", name);

      activate (fixture, action);
      open_another (fixture);
    }
}

static void
test_idle (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) garbage = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "broken", "garbage.dat",
                                                 NULL);
  ThDocument *document;

  /* Animations stay enabled: whatever moves must come to rest. */
  open_tabs (fixture);
  document = open_another (fixture);
  th_event_filter_set_text (th_document_get_filter (document), "sched:*");
  follow_slowest (fixture);
  th_event_search_set_text (th_document_get_search (document), "wakeup");

  garbage = g_file_new_for_path (path);
  gui_open_file (fixture, garbage);
  wait_until (fixture, is_refused);
  activate (fixture, "app.new-window");
  assert_idle (fixture);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/idle/all", test_idle);

  return g_test_run ();
}
