/* bench-frame.c - measures the cost of a frame of the real timeline, and of the start
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-frame frames FILE [STEPS]   60 lanes, a different view in every frame
 *   bench-frame start [FILE]          from the start of the program to the window
 *
 * Needs a display.  In the same window and run there is a second widget, which only shows a
 * texture of the same size, a new one in every frame: this is the share of the toolkit, the
 * renderer and the display.  The two take turns.  A frame is timed from when the frame clock
 * starts it until the display has finished; snapshot() and size_allocate() are timed by the CPU
 * time of their thread.  After each turn the view is left unchanged until all lanes are sharp, and
 * these frames are counted.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench-clock.h"
#include "th-analysis-runner.h"
#include "th-application.h"
#include "th-style.h"

#define WIDTH     1800
#define N_LANES   60
#define N_STEPS   240
#define TURN      40  /* frames per turn */
#define N_DROPPED 3   /* the first frames of a turn, which do layout */
#define MAX_STEPS 10000
#define PATIENCE_SECONDS 300

typedef enum
{
  PART_TIMELINE,
  PART_TEXTURE,
  N_PARTS
} Part;

typedef struct
{
  double *frame;    /* ms of each step */
  double *snapshot;
  double *allocate;
  guint   n;
} Times;

typedef struct
{
  ThDocument *document;
  GtkWidget  *window;
  GtkWidget  *stack;
  GtkWidget  *parts[N_PARTS];
  GRand      *rand;
  Times       times[N_PARTS];
  guint       n_steps;
  Part        part;
  guint       n_in_turn;
  guint       n_until_sharp; /* frames in this turn, and the maximum over all turns */
  guint       most_until_sharp;
  double      begin;    /* of this frame */
  double      snapshot; /* CPU time in this frame so far */
  double      allocate;
  gboolean    first_done;
  gboolean    over;
} Bench;

static Bench bench;

/* --- the timeline's own share --------------------------------------------- */

static void (*timeline_snapshot) (GtkWidget   *widget,
             GtkSnapshot *snapshot);
static void (*timeline_allocate) (GtkWidget *widget,
             int        width,
             int        height,
             int        baseline);

static void
timed_snapshot (GtkWidget   *widget,
                GtkSnapshot *snapshot)
{
  double begin = bench_thread_now ();

  timeline_snapshot (widget, snapshot);
  bench.snapshot += bench_thread_now () - begin;
}

static void
timed_allocate (GtkWidget *widget,
                int        width,
                int        height,
                int        baseline)
{
  double begin = bench_thread_now ();

  timeline_allocate (widget, width, height, baseline);
  bench.allocate += bench_thread_now () - begin;
}

/* The class is final and has no hook for timing, so its functions are replaced. */
static void
time_timeline (void)
{
  GtkWidgetClass *klass = g_type_class_ref (TH_TYPE_TIMELINE);

  timeline_snapshot = klass->snapshot;
  timeline_allocate = klass->size_allocate;
  klass->snapshot = timed_snapshot;
  klass->size_allocate = timed_allocate;
}

/* --- a bare texture ------------------------------------------------------- */

#define BARE_TYPE_TEXTURE (bare_texture_get_type ())
G_DECLARE_FINAL_TYPE (BareTexture, bare_texture, BARE, TEXTURE, GtkWidget)

struct _BareTexture
{
  GtkWidget   parent;

  GdkTexture *textures[2];
  guint       n_shown;
};

G_DEFINE_FINAL_TYPE (BareTexture, bare_texture, GTK_TYPE_WIDGET)

static GdkTexture *
make_texture (int   width,
              int   height,
              guint seed)
{
  guint32 *pixels = g_new (guint32, (gsize) width * height);
  g_autoptr(GBytes) bytes = NULL;

  for (gsize i = 0; i < (gsize) width * height; i++)
    pixels[i] = 0xff000000 | ((i * 2654435761u + seed) & 0xffffff);
  bytes = g_bytes_new_take (pixels, (gsize) width * height * 4);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) width * 4);
}

static void
bare_texture_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  BareTexture *self = BARE_TEXTURE (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);

  for (guint i = 0; i < G_N_ELEMENTS (self->textures); i++)
    if (self->textures[i] == NULL)
      self->textures[i] = make_texture (width, height, i);
  gtk_snapshot_append_texture (snapshot,
                               self->textures[self->n_shown++ % G_N_ELEMENTS (self->textures)],
                               &GRAPHENE_RECT_INIT (0, 0, width, height));
}

static void
bare_texture_dispose (GObject *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (BARE_TEXTURE (object)->textures); i++)
    g_clear_object (&BARE_TEXTURE (object)->textures[i]);

  G_OBJECT_CLASS (bare_texture_parent_class)->dispose (object);
}

static void
bare_texture_class_init (BareTextureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = bare_texture_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = bare_texture_snapshot;
}

static void
bare_texture_init (BareTexture *self)
{
}

/* --- stepping ------------------------------------------------------------- */

/* Random zooms as in bench-ours: from the whole trace to a 32768th of it. */
static void
step_view (void)
{
  gint64 first, last, span, from;

  if (!th_document_get_range (bench.document, &first, &last))
    return;

  span = MAX (1000, (last - first) * exp2 (-15 * g_rand_double (bench.rand)));
  from = first + (gint64) (g_rand_double (bench.rand) * (double) (last - first - span));
  th_document_set_view (bench.document, from, from + span);
}

static void
before_paint_cb (GdkFrameClock *clock)
{
  bench.begin = bench_now ().wall;
  bench.snapshot = bench.allocate = 0;
  if (bench.part == PART_TIMELINE && bench.first_done && bench.n_until_sharp == 0)
    step_view ();
  else if (bench.part == PART_TEXTURE)
    gtk_widget_queue_draw (bench.parts[PART_TEXTURE]);
}

static gboolean
is_sharp (void)
{
  gboolean sharp;

  bench.n_until_sharp++;
  bench.most_until_sharp = MAX (bench.most_until_sharp, bench.n_until_sharp);
  g_object_get (bench.parts[PART_TIMELINE], "sharp", &sharp, NULL);
  if (!sharp)
    return FALSE;

  bench.n_until_sharp = 0;
  return TRUE;
}

static void
take_turns (void)
{
  if (++bench.n_in_turn < TURN || (bench.part == PART_TIMELINE && !is_sharp ()))
    return;

  bench.n_in_turn = 0;
  bench.part = (bench.part + 1) % N_PARTS;
  gtk_stack_set_visible_child (GTK_STACK (bench.stack), bench.parts[bench.part]);
  bench.over = bench.times[PART_TIMELINE].n >= bench.n_steps &&
               bench.times[PART_TEXTURE].n >= bench.n_steps;
}

static void
after_paint_cb (GdkFrameClock *clock)
{
  Times *times = &bench.times[bench.part];
  double now;

  if (bench.over || (bench.part == PART_TIMELINE && bench.snapshot == 0))
    return; /* nothing was drawn */

  gdk_display_sync (gdk_display_get_default ());
  now = bench_now ().wall;
  if (!bench.first_done)
    {
      bench.first_done = TRUE;
      bench_print ("frame.cold_ms", now - bench.begin);
      bench_print ("frame.cold_snapshot_ms", bench.snapshot);
    }
  else if (bench.n_in_turn >= N_DROPPED && bench.n_until_sharp == 0 && times->n < bench.n_steps)
    {
      times->frame[times->n] = now - bench.begin;
      times->snapshot[times->n] = bench.snapshot;
      times->allocate[times->n++] = bench.allocate;
    }
  take_turns ();
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       data)
{
  return G_SOURCE_CONTINUE;
}

/* --- frames --------------------------------------------------------------- */

static void
wait_until_loaded (void)
{
  while (th_document_get_state (bench.document) == TH_DOCUMENT_OPENING ||
         th_document_get_state (bench.document) == TH_DOCUMENT_LOADING ||
         th_analysis_runner_is_running (th_document_get_analyses (bench.document)))
    g_main_context_iteration (NULL, TRUE);
  if (th_document_get_state (bench.document) != TH_DOCUMENT_LOADED)
    {
      fprintf (stderr, "bench-frame: %s\n", th_document_get_error (bench.document));
      exit (2);
    }
}

/* Returns the height at which that many lanes, or all of them, are in view. */
static int
find_height (ThTimeline *timeline)
{
  ThScene *scene = th_document_get_scene (bench.document);
  guint n = th_scene_get_n_lanes (scene);
  int height = th_timeline_get_wanted_height (timeline);

  if (n > N_LANES)
    height -= th_scene_get_height (scene) - th_scene_get_lane (scene, N_LANES)->y;

  return height;
}

static void
make_window (void)
{
  ThTimeline *timeline = g_object_new (TH_TYPE_TIMELINE, NULL);

  bench.parts[PART_TIMELINE] = GTK_WIDGET (timeline);
  bench.parts[PART_TEXTURE] = g_object_new (BARE_TYPE_TEXTURE, NULL);
  bench.stack = gtk_stack_new ();
  bench.window = gtk_window_new ();
  for (guint i = 0; i < N_PARTS; i++)
    gtk_stack_add_child (GTK_STACK (bench.stack), bench.parts[i]);
  gtk_window_set_decorated (GTK_WINDOW (bench.window), FALSE);
  gtk_window_set_child (GTK_WINDOW (bench.window), bench.stack);
  th_timeline_set_document (timeline, bench.document);
  /* Act as if the track had existed when the header was read. */
  g_signal_emit_by_name (bench.document, "recording-changed");
  gtk_window_set_default_size (GTK_WINDOW (bench.window), WIDTH, find_height (timeline));
}

static void
print_times (const char *part,
             const char *what,
             double     *times,
             guint       n)
{
  g_autofree char *median = g_strdup_printf ("%s.%s_p50_ms", part, what);
  g_autofree char *late = g_strdup_printf ("%s.%s_p99_ms", part, what);
  g_autofree char *worst = g_strdup_printf ("%s.%s_max_ms", part, what);

  qsort (times, n, sizeof *times, bench_compare);
  bench_print (median, times[n / 2]);
  bench_print (late, times[n * 99 / 100]);
  bench_print (worst, times[n - 1]);
}

static void
run_frames (void)
{
  GdkFrameClock *clock;

  gtk_widget_realize (bench.window);
  clock = gtk_widget_get_frame_clock (bench.window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), NULL);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (after_paint_cb), NULL);
  gtk_widget_add_tick_callback (bench.window, tick_cb, NULL, NULL);
  gtk_window_present (GTK_WINDOW (bench.window));
  while (!bench.over)
    g_main_context_iteration (NULL, TRUE);
}

static void
bench_frames (const char *path,
              guint       n_steps)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  time_timeline ();
  bench.n_steps = n_steps;
  bench.rand = g_rand_new_with_seed (3);
  for (guint i = 0; i < N_PARTS; i++)
    bench.times[i] = (Times) { g_new0 (double, n_steps), g_new0 (double, n_steps),
                               g_new0 (double, n_steps), 0 };
  bench.document = th_document_new (file, th_style_get_theme (th_style_get_default ()), NULL);
  wait_until_loaded ();
  make_window ();
  run_frames ();

  print_times ("frame", "snapshot", bench.times[PART_TIMELINE].snapshot, n_steps);
  print_times ("frame", "allocate", bench.times[PART_TIMELINE].allocate, n_steps);
  print_times ("frame", "whole", bench.times[PART_TIMELINE].frame, n_steps);
  bench_print ("frame.until_sharp", bench.most_until_sharp);
  print_times ("bare", "whole", bench.times[PART_TEXTURE].frame, n_steps);
  bench_print ("frame.lanes",
               MIN (N_LANES, th_scene_get_n_lanes (th_document_get_scene (bench.document))));
  bench_print ("frame.height_px", gtk_widget_get_height (bench.parts[PART_TIMELINE]));
}

/* --- start ---------------------------------------------------------------- */

static double
since_start (void)
{
  const char *begin = g_getenv ("BENCH_BEGIN");

  return bench_now ().wall - (begin != NULL ? g_ascii_strtod (begin, NULL) / 1e6 : 0);
}

/* Returns whether there are lanes with events. */
static gboolean
has_picture (ThWindow *window)
{
  ThDocument *document = th_window_get_document (window);
  gint64 first, last;

  return document != NULL && th_document_get_range (document, &first, &last);
}

/* Returns whether the frame just painted shows all lanes, which workers draw. */
static gboolean
shows_lanes (ThWindow *window)
{
  gboolean sharp;

  g_object_get (th_window_get_timeline (window), "sharp", &sharp, NULL);
  return sharp;
}

static gboolean
is_loaded (ThWindow *window)
{
  ThDocument *document = th_window_get_document (window);

  return document == NULL || th_document_get_state (document) == TH_DOCUMENT_LOADED ||
         th_document_get_state (document) == TH_DOCUMENT_FAILED;
}

static void
tell_once (const char *name,
           gboolean   *told)
{
  if (!*told)
    bench_print (name, since_start ());
  *told = TRUE;
}

/* A frame shows what the document has at its start. */
static gboolean painting_picture, painting_loaded;

static void
start_before_paint_cb (GdkFrameClock *clock,
                       ThWindow      *window)
{
  painting_picture = has_picture (window);
  painting_loaded = is_loaded (window);
}

static void
start_painted_cb (GdkFrameClock *clock,
                  ThWindow      *window)
{
  static gboolean window_told, picture_told, loaded_told;

  gdk_display_sync (gdk_display_get_default ());
  tell_once ("start.window_ms", &window_told);
  if (painting_picture && shows_lanes (window))
    tell_once ("start.picture_ms", &picture_told);
  if (!painting_loaded || (painting_picture && !picture_told))
    return;

  tell_once ("start.loaded_ms", &loaded_told);
  fflush (stdout);
  _exit (0); /* do not time the closing of the window */
}

static void
mapped_cb (GtkWidget *window)
{
  gtk_widget_add_tick_callback (window, tick_cb, NULL, NULL);
  g_signal_connect (gtk_widget_get_frame_clock (window), "before-paint",
                    G_CALLBACK (start_before_paint_cb), window);
  g_signal_connect_after (gtk_widget_get_frame_clock (window), "after-paint",
                          G_CALLBACK (start_painted_cb), window);
}

static void
window_added_cb (GtkApplication *application,
                 GtkWindow      *window)
{
  g_signal_connect (window, "map", G_CALLBACK (mapped_cb), NULL);
}

static int
bench_start (int    argc,
             char **argv)
{
  g_autoptr(ThApplication) application = th_application_new ();

  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) |
                           G_APPLICATION_NON_UNIQUE);
  g_signal_connect_after (application, "window-added", G_CALLBACK (window_added_cb), NULL);

  return g_application_run (G_APPLICATION (application), argc, argv);
}

int
main (int   argc,
      char *argv[])
{
  int n_steps = argc == 4 ? atoi (argv[3]) : N_STEPS;

  alarm (PATIENCE_SECONDS);
  if ((argc == 2 || argc == 3) && strcmp (argv[1], "start") == 0)
    return bench_start (argc - 1, argv + 1);
  if ((argc != 3 && argc != 4) || strcmp (argv[1], "frames") != 0 || n_steps < 1 ||
      n_steps > MAX_STEPS)
    {
      fprintf (stderr, "usage: bench-frame frames FILE [STEPS], or start [FILE]\n");
      return 64;
    }
  if (!gtk_init_check ())
    {
      fprintf (stderr, "bench-frame: there is no display\n");
      return 2;
    }

  bench_frames (argv[2], n_steps);

  return 0;
}
