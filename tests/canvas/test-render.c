/* test-render.c - `thresh render` on real recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * THRESH is the program.  Expected values come from other tools: e1000-lost.dat has lost events,
 * e1000-buffers.dat has none.
 */
#include <string.h>

#include <cairo.h>
#include <glib.h>
#include <glib/gstdio.h>

#define LOST_COLOR 0xffb3202fu /* of the light style */
#define SOFTIRQ_COLOR 0xfff78f44u
#define BACK_COLOR 0xfffafafau

static char *folder;

static char *
recording_path (const char *name)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *small = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autofree char *path = traces != NULL ? g_build_filename (traces, name, NULL) : NULL;

  if (g_file_test (small, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&small);
  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("THRESHER_TRACES does not name the folder of recordings");
      return NULL;
    }

  return g_steal_pointer (&path);
}

/* Runs `thresh render` with @arguments; returns the exit status. */
static int
run (const char *arguments,
     char      **messages)
{
  g_autofree char *line = g_strdup_printf ("%s render %s", g_getenv ("THRESH"), arguments);
  g_autoptr(GError) error = NULL;
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  int status;

  g_spawn_command_line_sync (line, &output, &errors, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (output, ==, "");
  if (messages != NULL)
    *messages = g_steal_pointer (&errors);
  g_assert_true (g_spawn_check_wait_status (status, &error) || error->domain == G_SPAWN_EXIT_ERROR);

  return error != NULL ? error->code : 0;
}

static char *
picture_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static guint
count_color (cairo_surface_t *surface,
             guint32          color)
{
  guint n = 0;

  for (gint y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      const guint32 *row =
        (guint32 *) (cairo_image_surface_get_data (surface) + y *
                     cairo_image_surface_get_stride (surface));

      for (gint x = 0; x < cairo_image_surface_get_width (surface); x++)
        n += (row[x] | 0xff000000u) == color;
    }

  return n;
}

static guint32
pixel_at (cairo_surface_t *surface,
          guint            x,
          guint            y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *) (data + y * cairo_image_surface_get_stride (surface)))[x] | 0xff000000u;
}

static cairo_surface_t *
render_png (const char *recording,
            const char *options)
{
  g_autofree char *path = recording_path (recording);
  g_autofree char *picture = picture_path ("a.png");
  g_autofree char *arguments = NULL;
  cairo_surface_t *surface;

  if (path == NULL)
    return NULL;

  arguments = g_strdup_printf ("%s -o %s %s", path, picture, options);
  g_assert_cmpint (run (arguments, NULL), ==, 0);
  surface = cairo_image_surface_create_from_png (picture);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);

  return surface;
}

static void
test_losses (void)
{
  cairo_surface_t *lossy = render_png ("e1000-lost.dat", "--width 900");
  cairo_surface_t *whole;

  if (lossy == NULL)
    return;

  whole = render_png ("e1000-buffers.dat", "--width 900");
  g_assert_cmpint (cairo_image_surface_get_width (lossy), ==, 900);
  g_assert_cmpuint (count_color (lossy, LOST_COLOR), >, 100);
  g_assert_cmpuint (count_color (whole, LOST_COLOR), ==, 0);
  cairo_surface_destroy (lossy);
  cairo_surface_destroy (whole);
}

static void
test_scale (void)
{
  cairo_surface_t *once = render_png ("e1000-buffers.dat", "--width 640 --dark");
  cairo_surface_t *twice;

  if (once == NULL)
    return;

  twice = render_png ("e1000-buffers.dat", "--width 640 --dark --scale 2");
  g_assert_cmpint (cairo_image_surface_get_width (twice), ==, 1280);
  g_assert_cmpint (cairo_image_surface_get_height (twice), ==,
                   2 * cairo_image_surface_get_height (once));
  cairo_surface_destroy (once);
  cairo_surface_destroy (twice);
}

/* A flame graph has bars instead of lanes, and names as text in the SVG, in both orientations. */
static void
test_flame (void)
{
  g_autofree char *path = g_build_filename (folder, "calls.txt", NULL);
  g_autofree char *png = picture_path ("flame.png"), *up = picture_path ("up.png");
  g_autofree char *svg = picture_path ("flame.svg");
  g_autofree char *to_png = g_strdup_printf ("%s --flame calls --width 400 -o %s", path, png);
  g_autofree char *to_up = g_strdup_printf ("%s --flame calls --flames-up --width 400 -o %s", path,
                                            up);
  g_autofree char *to_svg = g_strdup_printf ("%s --flame calls --weight calls --width 400 -o %s",
                                             path, svg);
  g_autofree char *wrong = g_strdup_printf ("%s --flame nothing -o %s", path, png);
  g_autofree char *filtered = g_strdup_printf ("%s --flame calls -f cpu==0 -o %s", path, png);
  g_autofree char *messages = NULL, *bytes = NULL;
  cairo_surface_t *down, *flames;
  guint n_rows = 0, bottom;

  g_assert_true (g_file_set_contents (path, "# tracer: function_graph\n 0)               |  "
                                            "recv() {\n 0) + 10.000 us   |    lock();\n 0) ! "
                                            "100.000 us  |  }\n", -1, NULL));
  g_assert_cmpint (run (to_png, NULL), ==, 0);
  g_assert_cmpint (run (to_up, NULL), ==, 0);
  g_assert_cmpint (run (to_svg, NULL), ==, 0);
  g_assert_cmpint (run (wrong, &messages), ==, 64);
  g_assert_nonnull (strstr (messages, "calls (time), calls (calls)"));
  g_assert_cmpint (run (filtered, NULL), ==, 64);
  g_assert_true (g_file_get_contents (svg, &bytes, NULL, NULL));
  g_assert_nonnull (strstr (bytes, "<svg"));

  down = cairo_image_surface_create_from_png (png);
  flames = cairo_image_surface_create_from_png (up);
  bottom = cairo_image_surface_get_height (down) - 12;
  g_assert_cmpint (cairo_image_surface_get_height (flames), ==, bottom + 12);
  /* The middle has "all" and "recv"; "lock" is left of it. */
  for (guint y = 40; y < bottom; y++)
    n_rows += pixel_at (down, 200, y) == BACK_COLOR &&
      pixel_at (flames, 200, bottom + 40 - y) == BACK_COLOR;
  g_assert_cmpuint (pixel_at (down, 200, bottom), ==, BACK_COLOR);
  g_assert_cmpuint (pixel_at (flames, 200, bottom), !=, BACK_COLOR);
  g_assert_cmpuint (n_rows, >, 10);
  cairo_surface_destroy (down);
  cairo_surface_destroy (flames);
}

/* Analyses add lanes; a filter removes event ticks. */
static void
test_analyses (void)
{
  cairo_surface_t *all = render_png ("e1000-buffers.dat", "--width 640");
  cairo_surface_t *bare;

  if (all == NULL)
    return;

  bare = render_png ("e1000-buffers.dat", "--width 640 --no-analyses");
  g_assert_cmpint (cairo_image_surface_get_height (all), >,
                   cairo_image_surface_get_height (bare) + 100);
  g_assert_cmpuint (count_color (all, SOFTIRQ_COLOR), >, count_color (bare, SOFTIRQ_COLOR));
  cairo_surface_destroy (all);
  cairo_surface_destroy (bare);
}

static void
test_filter (void)
{
  cairo_surface_t *all = render_png ("e1000-buffers.dat", "--width 640 --no-analyses");
  cairo_surface_t *dimmed, *hidden;

  if (all == NULL)
    return;

  dimmed = render_png ("e1000-buffers.dat", "--width 640 --no-analyses -f 'cpu == 99'");
  hidden = render_png ("e1000-buffers.dat", "--width 640 --no-analyses -f 'cpu == 99' --hide");
  g_assert_cmpuint (count_color (dimmed, BACK_COLOR), >=, count_color (all, BACK_COLOR));
  g_assert_cmpuint (count_color (hidden, BACK_COLOR), >, count_color (dimmed, BACK_COLOR) + 200);
  cairo_surface_destroy (all);
  cairo_surface_destroy (dimmed);
  cairo_surface_destroy (hidden);
}

static void
test_formats (void)
{
  static const struct { const char *name, *head, *tail; } formats[] = {
    { "a.png", "\x89PNG", "IEND" }, { "a.SVG", "<?xml", "</svg>" }, { "a.pdf", "%PDF-", "%%EOF" }
  };
  g_autofree char *path = recording_path ("e1000-buffers.dat");

  if (path == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *picture = picture_path (formats[i].name);
      g_autofree char *arguments = g_strdup_printf ("%s -o %s", path, picture);
      g_autofree char *data = NULL;
      gsize length;

      g_assert_cmpint (run (arguments, NULL), ==, 0);
      g_assert_true (g_file_get_contents (picture, &data, &length, NULL));
      g_assert_cmpuint (length, >, 5000);
      g_assert_cmpint (memcmp (data, formats[i].head, strlen (formats[i].head)), ==, 0);
      g_assert_nonnull (memmem (data + length - 20, 20, formats[i].tail, strlen (formats[i].tail)));
    }
}

/* The SVG contains vectors only, no image. */
static void
test_vector (void)
{
  g_autofree char *path = recording_path ("e1000-lost.dat");
  g_autofree char *picture = picture_path ("v.svg");
  g_autofree char *arguments = NULL;
  g_autofree char *data = NULL;

  if (path == NULL)
    return;

  arguments = g_strdup_printf ("%s -o %s", path, picture);
  g_assert_cmpint (run (arguments, NULL), ==, 0);
  g_assert_true (g_file_get_contents (picture, &data, NULL, NULL));
  g_assert_null (strstr (data, "<image"));
}

static void
test_mistakes (void)
{
  g_autofree char *path = recording_path ("e1000-buffers.dat");
  static const struct { const char *options; int status; } cases[] = {
    { "", 64 }, { "-o a.gif", 64 }, { "-o a", 64 }, { "-o a.png --width 5", 64 },
    { "-o a.png --scale nan", 64 },
    { "-o a.png --scale 99", 64 }, { "-o a.png --from never", 64 },
    { "-o a.png --no-such-option", 64 },
    { "-o a.png --with nonsense", 64 }, { "-o a.png --no-analyses --with marks", 64 },
    { "-o a.png -f no_such_field==1", 64 },
    { "-o /no-such-folder/a.png", 2 }, { "other-file -o a.png", 64 }
  };

  if (path == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("%s %s", path, cases[i].options);
      g_autofree char *messages = NULL;

      g_test_message ("%s", cases[i].options);
      g_assert_cmpint (run (arguments, &messages), ==, cases[i].status);
      g_assert_cmpstr (messages, !=, "");
    }

  g_assert_cmpint (run ("/no-such-recording -o a.png", NULL), ==, 2);
  g_assert_cmpint (run ("-o a.png", NULL), ==, 64);
  g_assert_false (g_file_test ("a.png", G_FILE_TEST_EXISTS));
}

/* A recording that was read in part is drawn, and reported as such. */
static void
test_part (void)
{
  g_autofree char *path = recording_path ("broken/cut-in-last-page-v6.dat");
  g_autofree char *picture = picture_path ("cut.png");
  g_autofree char *arguments = g_strdup_printf ("%s -o %s", path, picture);
  g_autofree char *messages = NULL;

  if (path == NULL)
    return;

  g_assert_cmpint (run (arguments, &messages), ==, 3);
  g_assert_cmpstr (messages, !=, "");
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
}

static void
remove_folder (void)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/render/losses", test_losses);
  g_test_add_func ("/canvas/render/scale", test_scale);
  g_test_add_func ("/canvas/render/analyses", test_analyses);
  g_test_add_func ("/canvas/render/filter", test_filter);
  g_test_add_func ("/canvas/render/flame", test_flame);
  g_test_add_func ("/canvas/render/formats", test_formats);
  g_test_add_func ("/canvas/render/vector", test_vector);
  g_test_add_func ("/canvas/render/mistakes", test_mistakes);
  g_test_add_func ("/canvas/render/part", test_part);

  folder = g_dir_make_tmp ("thresher-render-XXXXXX", NULL);
  g_assert_nonnull (folder);
  status = g_test_run ();
  remove_folder ();

  return status;
}
