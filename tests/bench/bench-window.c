/* bench-window.c - measures how soon the window responds, and for how long it is blocked
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-window [--memory MIB] FILE [ACTION…]
 *
 * MIB is the limit of the column cache (th-column-cache.h).
 * ACTION is that of a menu ("win.fit"), "filter EXPRESSION", "find TEXT", "column
 * EXPRESSION", or one of the others without a dot in the table below.
 *
 * Needs a display.  The real program opens FILE; then each ACTION is performed (those of the table
 * below if none is given) once all work of the previous one has finished.  For each it reports
 *
 *   answer  from the action until the display shows the next frame of any window
 *   turn    CPU time of the main thread in its longest turn: nothing else
 *           happens in the window for so long
 *   at      when that turn began, on the clock of perf record -k mono
 *   all     until everything that came of it is done
 *
 * A turn is what happens from one poll of the main loop to the next.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bench-clock.h"
#include "th-analysis-runner.h"
#include "th-application.h"
#include "th-column-cache.h"
#include "th-event-filter.h"
#include "th-event-search.h"
#include "th-filter-bar.h"
#include "th-recording-testing.h"
#include "th-window.h"
#include "th-thread-pool.h"

#define PATIENCE_SECONDS 300
#define TICK_MS          10
#define REST_TICKS       6  /* ticks without any activity after which a step counts as finished */
#define WIDTH            1440
#define HEIGHT           900

/* Names without a dot are not actions; see do_step(). */
static const char *const usual[] = {
  "win.lane-down", "win.next-lane-sort", "win.next-lane-sort", "win.next-lane-sort",
  "win.active-lanes", "win.zoom-in",
  "win.zoom-in", "win.active-lanes", "win.fit", "win.lanes-page-down", "hover", "win.fold",
  "win.fold", "win.group-tasks",
  "win.group-tasks", "win.next-lane-height", "win.pin-lane", "win.hide-lane", "win.show-lanes",
  "win.find-lane", "complete", "palette",
  "select", "win.only-task", "win.clear-filter", "filter cpu == 3", "win.clear-filter",
  "filter prev_prio < 100",
  "win.clear-filter", "span", "win.only-span", "win.only-span", "win.span-statistics", "find sched",
  "win.clear-find",
  "win.next-tab", "win.next-tab", "win.previous-tab", "win.previous-tab", "win.slowest",
  "win.unfollow", "win.color-rules",
};

typedef struct
{
  ThApplication *application;
  ThWindow      *window;
  gboolean       closing; /* the window has not finished closing */
  const char    *step;
  double         begun;   /* of the step */
  double         turn;    /* CPU time when the loop returned from its poll */
  double         turn_at; /* the same on the monotonic clock */
  double         longest;
  double         longest_at;
  double         answered;
  double         painted; /* last */
  double         busy;    /* when work was last seen */
} Bench;

static Bench bench;

static int
poll_between_turns (GPollFD *fds,
                    guint    n_fds,
                    int      timeout)
{
  double spent = bench_thread_now () - bench.turn;
  int ready;

  if (spent > bench.longest)
    {
      bench.longest = spent;
      bench.longest_at = bench.turn_at;
    }
  ready = g_poll (fds, n_fds, timeout);
  bench.turn = bench_thread_now ();
  bench.turn_at = bench_now ().wall;

  return ready;
}

/* --- waiting ----------------------------------------------------------------- */

static void
after_paint_cb (GdkFrameClock *clock)
{
  gdk_display_sync (gdk_display_get_default ());
  bench.painted = bench_now ().wall;
  if (bench.answered == 0)
    bench.answered = bench.painted;
}

static gboolean
is_busy (void)
{
  ThDocument *document = bench.window != NULL ? th_window_get_document (bench.window) : NULL;
  gboolean is_sharp;

  if (!th_thread_pool_wait (0) || bench.closing)
    return TRUE;
  if (document == NULL)
    return FALSE;

  g_object_get (th_window_get_timeline (bench.window), "sharp", &is_sharp, NULL);
  return !is_sharp || th_document_get_state (document) == TH_DOCUMENT_OPENING ||
         th_document_get_state (document) == TH_DOCUMENT_LOADING ||
         th_analysis_runner_is_running (th_document_get_analyses (document)) ||
         th_event_filter_is_running (th_document_get_filter (document)) ||
         th_event_search_is_running (th_document_get_search (document));
}

/* An action may be answered by a dialog, and opening a file replaces the window. */
static void
watch_windows (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (windows, i);
      GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

      if (clock == NULL || g_object_get_data (G_OBJECT (clock), "watched") != NULL)
        continue;

      g_object_set_data (G_OBJECT (clock), "watched", &bench);
      g_signal_connect_after (clock, "after-paint", G_CALLBACK (after_paint_cb), NULL);
    }
}

static gboolean
tick_cb (gpointer data)
{
  ++*(guint *) data;
  return G_SOURCE_CONTINUE;
}

/* Long turns produce no ticks, so wait for the work that they leave, too. */
static void
wait_until_done (void)
{
  guint n_ticks = 0, id = g_timeout_add (TICK_MS, tick_cb, &n_ticks);
  double painted = bench.painted;

  bench.busy = bench_now ().wall;
  while (n_ticks < REST_TICKS)
    {
      g_main_context_iteration (NULL, TRUE);
      watch_windows ();
      if (is_busy ())
        bench.busy = bench_now ().wall;
      else if (bench.painted == painted)
        continue;
      painted = bench.painted;
      n_ticks = 0;
    }
  g_source_remove (id);
}

/* --- steps -------------------------------------------------------------------- */

static void
hover (void)
{
  GtkWidget *timeline = GTK_WIDGET (th_window_get_timeline (bench.window));
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (timeline);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", gtk_widget_get_width (timeline) / 2.,
                               gtk_widget_get_height (timeline) / 2.);
    }
}

/* Returns an event of the last CPU that has any, in the middle of the second half of its events. */
static void
select_event (void)
{
  ThDocument *document = th_window_get_document (bench.window);
  ThStream *stream = th_recording_get_stream (th_document_get_recording (document), 0);

  for (guint cpu = th_stream_get_n_cpus (stream); cpu-- > 0;)
    {
      guint32 n = th_cpu_get_n_rows (th_stream_get_cpu (stream, cpu));

      if (n > 0)
        {
          th_document_select (document, (ThRef) { .stream = 0, .cpu = cpu, .row = n / 4 * 3 });
          return;
        }
    }
}

static void
select_span (void)
{
  ThDocument *document = th_window_get_document (bench.window);
  gint64 first, last;

  if (th_document_get_range (document, &first, &last))
    th_document_select_span (document, first + (last - first) / 4, last);
}

static void
open_palette (void)
{
  gtk_widget_activate_action (GTK_WIDGET (bench.window), "win.palette", NULL);
}

/* Returns @widget or the first descendant of @type, or NULL. */
static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);

  return found;
}

static GtkEditable *
filter_entry (void)
{
  GtkWidget *bar = find_widget (GTK_WIDGET (bench.window), TH_TYPE_FILTER_BAR);

  return GTK_EDITABLE (gtk_widget_get_template_child (bar, TH_TYPE_FILTER_BAR, "entry"));
}

static void
complete (void)
{
  GtkEditable *entry = filter_entry ();

  gtk_widget_grab_focus (GTK_WIDGET (entry));
  gtk_editable_set_text (entry, "task == ");
  gtk_editable_set_position (entry, -1);
  gtk_widget_activate_action (GTK_WIDGET (bench.window), "win.complete", NULL);
}

static void
add_column (const char *text)
{
  g_autofree char *id = g_strconcat ("expr:", text, NULL);
  const ThEventColumn *column = th_event_column_find (id);

  if (column != NULL)
    th_event_table_add_column (TH_EVENT_TABLE (find_widget (GTK_WIDGET (bench.window),
                                                            TH_TYPE_EVENT_TABLE)), column, 0);
}

static void
do_step (const char *step)
{
  ThDocument *document = th_window_get_document (bench.window);

  if (g_str_equal (step, "hover"))
    hover ();
  else if (g_str_equal (step, "select"))
    select_event ();
  else if (g_str_equal (step, "span"))
    select_span ();
  else if (g_str_equal (step, "complete"))
    complete ();
  else if (g_str_equal (step, "palette"))
    open_palette ();
  else if (g_str_equal (step, "close"))
    gtk_window_close (GTK_WINDOW (bench.window));
  else if (g_str_has_prefix (step, "filter "))
    th_event_filter_set_text (th_document_get_filter (document), step + strlen ("filter "));
  else if (g_str_has_prefix (step, "column "))
    add_column (step + strlen ("column "));
  else if (g_str_has_prefix (step, "find "))
    th_event_search_set_text (th_document_get_search (document), step + strlen ("find "));
  else
    {
      g_autofree char *name = NULL;
      g_autoptr(GVariant) target = NULL;

      if (!g_action_parse_detailed_name (step, &name, &target, NULL) ||
          !gtk_widget_activate_action_variant (GTK_WIDGET (bench.window), name, target))
        fprintf (stderr, "bench-window: %s is not done\n", step);
    }
}

static void
begin_step (const char *step)
{
  bench.step = step;
  bench.longest = bench.answered = 0;
  bench.turn = bench_thread_now ();
  bench.begun = bench.painted = bench.turn_at = bench_now ().wall;
}

static void
end_step (void)
{
  double end = MAX (bench.busy, bench.painted);
  g_autofree char *answer = g_strdup_printf ("window.%s.answer_ms", bench.step);
  g_autofree char *turn = g_strdup_printf ("window.%s.turn_ms", bench.step);
  g_autofree char *at = g_strdup_printf ("window.%s.at_ms", bench.step);
  g_autofree char *all = g_strdup_printf ("window.%s.all_ms", bench.step);

  bench_print (answer, bench.answered > 0 ? bench.answered - bench.begun : 0);
  bench_print (turn, bench.longest);
  bench_print (at, bench.longest_at);
  bench_print (all, end - bench.begun);
  fflush (stdout);
}

/* Choosers, menus and dialogs would take the keys of the next step. */
static void
close_others (void)
{
  g_autoptr(GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (bench.window))
        gtk_window_destroy (window);
    }
}

static void
run_step (const char *step)
{
  ThEventFilter *filter;

  begin_step (step);
  do_step (step);
  wait_until_done ();
  end_step ();
  close_others ();
  filter = th_document_get_filter (th_window_get_document (bench.window));
  gtk_editable_set_text (filter_entry (), th_event_filter_get_text (filter));
  wait_until_done ();
}

static void
open_file (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  begin_step ("open");
  g_application_open (G_APPLICATION (bench.application), &file, 1, "");
  bench.window =
    TH_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (bench.application)));
  gtk_window_set_default_size (GTK_WINDOW (bench.window), WIDTH, HEIGHT);
  wait_until_done ();
  end_step ();
  if (th_document_get_state (th_window_get_document (bench.window)) != TH_DOCUMENT_LOADED)
    {
      fprintf (stderr, "bench-window: %s\n",
               th_document_get_error (th_window_get_document (bench.window)));
      exit (2);
    }
}

static void
ended_cb (gpointer  data,
          GObject  *window)
{
  bench.closing = FALSE;
}

static void
close_window (void)
{
  begin_step ("close");
  bench.closing = TRUE;
  g_object_weak_ref (G_OBJECT (bench.window), ended_cb, NULL);
  gtk_window_close (GTK_WINDOW (bench.window));
  bench.window = NULL;
  wait_until_done ();
  end_step ();
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr(GError) error = NULL;

  alarm (PATIENCE_SECONDS);
  if (argc > 3 && g_str_equal (argv[1], "--memory"))
    {
      th_column_cache_set_usual_limit ((gsize) g_ascii_strtoull (argv[2], NULL, 10) << 20);
      argc -= 2;
      argv += 2;
    }
  if (argc < 2)
    {
      fprintf (stderr, "usage: bench-window [--memory MIB] FILE [ACTION...]\n");
      return 64;
    }
  if (!gtk_init_check ())
    {
      fprintf (stderr, "bench-window: there is no display\n");
      return 2;
    }

  bench.application = th_application_new ();
  g_application_set_flags (G_APPLICATION (bench.application),
                           g_application_get_flags (G_APPLICATION (bench.application)) |
                           G_APPLICATION_NON_UNIQUE);
  g_main_context_set_poll_func (NULL, poll_between_turns);
  if (!g_application_register (G_APPLICATION (bench.application), NULL, &error))
    g_error ("%s", error->message);
  /* Either of these would draw forever. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);

  open_file (argv[1]);
  for (int i = 2; i < argc; i++)
    run_step (argv[i]);
  for (guint i = 0; argc == 2 && i < G_N_ELEMENTS (usual); i++)
    run_step (usual[i]);
  close_window ();

  return 0;
}
