/* test-picture.c - lanes against stored pictures, the ruler, the whole picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stored pictures are compared outside of text, because fonts differ between machines.
 * THRESHER_UPDATE_PICTURES=1 writes new ones into the source folder: look at them before you
 * commit them.
 */
#include <math.h>
#include <string.h>

#include "canvas-fixture.h"
#include "th-picture.h"
#include "th-ruler.h"

#define START G_GINT64_CONSTANT (188024000000)

static const ThView whole = { START - 4000, START + 244000, 620 };
static const ThView part = { START + 60000, START + 140000, 620 };

typedef struct
{
  const char   *name;
  ThThemeFlags  flags;
  double        scale;
  const ThView *view;
} Case;

static const Case cases[] = {
  { "light", 0, 1, &whole },
  { "light-2x", 0, 2, &whole },
  { "dark", TH_THEME_DARK, 1, &whole },
  { "dark-near", TH_THEME_DARK, 1, &part },
  { "contrast", TH_THEME_HIGH_CONTRAST, 1, &part },
};

/* Compares pixels outside of text: nothing of the label column, the rows of bars above and below
 * the letters, the outer parts of losses. */
static guint
count_outside_text (cairo_surface_t *drawn,
                    cairo_surface_t *stored,
                    ThScene         *scene,
                    double           scale)
{
  gint width = cairo_image_surface_get_width (drawn);
  guint n = 0;

  for (guint i = 1; i < th_scene_get_n_lanes (scene); i++)
    {
      double y = th_scene_get_lane (scene, i)->y;

      /* The text of a loss is in its middle third, names are within the bar. */
      n += test_count_different (drawn, stored, 0, ceil (y * scale), width,
                                 floor ((y + 16) * scale), 40);
      n += test_count_different (drawn, stored, 0, ceil ((y + 31) * scale), width,
                                 floor ((y + 33) * scale), 40);
      n += test_count_different (drawn, stored, 0, ceil ((y + 48) * scale), width,
                                 floor ((y + 56) * scale), 40);
    }

  return n;
}

static cairo_surface_t *
draw_lanes (ThScene    *scene,
            const Case *test)
{
  double height = th_scene_get_height (scene);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                                         round (test->view->width * test->scale),
                                                         round (height * test->scale));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, test->scale, test->scale);
  cr = cairo_create (surface);
  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      cairo_save (cr);
      cairo_translate (cr, 0, th_scene_get_lane (scene, i)->y);
      th_scene_draw_lane (scene, i, test->view, cr, TH_RENDER_PIXELS);
      cairo_restore (cr);
    }
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

static void
test_stored (gconstpointer data)
{
  const Case *test = data;
  g_autoptr(ThRecording) recording = test_recording_small ();
  g_autoptr(ThTheme) theme = th_theme_new (test->flags, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  g_autofree char *name = g_strconcat (test->name, ".png", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "canvas", "pictures", name, NULL);
  cairo_surface_t *drawn = draw_lanes (scene, test);
  cairo_surface_t *stored;

  if (g_getenv ("THRESHER_UPDATE_PICTURES") != NULL)
    cairo_surface_write_to_png (drawn, path);

  stored = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (stored), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (stored), ==,
                   cairo_image_surface_get_width (drawn));

  /* A larger font makes higher lanes, which cannot be compared. */
  if (cairo_image_surface_get_height (stored) != cairo_image_surface_get_height (drawn))
    g_test_skip ("the font of this machine makes lanes of another height");
  else
    {
      guint n = count_outside_text (drawn, stored, scene, test->scale);

      g_test_message ("%u pixels differ", n);
      g_assert_cmpuint (n, <, 60 * test->scale * test->scale);
    }

  cairo_surface_destroy (drawn);
  cairo_surface_destroy (stored);
}

/* --- the ruler --------------------------------------------------------- */

/* Returns the columns where anything is drawn, merged across gaps as wide as a space. */
static guint
check_ruler (cairo_surface_t *surface,
             guint32          back)
{
  gint width = cairo_image_surface_get_width (surface);
  gint last = -100, begin = -100;
  guint n = 0;

  for (gint x = 0; x < width; x++)
    {
      gboolean ink = FALSE;

      for (gint y = 3; y < 11; y++)
        ink |= test_pixel (surface, x, y) != back;
      if (!ink)
        continue;
      if (x - last > 8)
        {
          n++;
          begin = x;
        }
      /* Nothing is cut off at either end. */
      g_assert_cmpint (x, <, width - 1);
      g_assert_cmpint (begin, >, 0);
      last = x;
    }

  return n;
}

static void
test_ruler (void)
{
  g_autoptr(ThRecording) recording = test_recording_small ();
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  ThColor color = th_theme_get_color (theme, TH_COLOR_BACKGROUND_LABEL);
  guint32 back = 0xff000000u | (guint32) lround (color.red * 255) * 0x10101;

  for (gint64 span = 20; span < G_GINT64_CONSTANT (20000000000000); span = span * 5 / 3)
    for (ThTimeFormat format = TH_TIME_ABSOLUTE; format <= TH_TIME_RELATIVE; format++)
      {
        ThView view = { START + 12345, START + 12345 + span, 900 };
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, 21);
        cairo_t *cr = cairo_create (surface);
        guint n;

        th_scene_draw_ruler (scene, &view, 21, format, cr);
        cairo_destroy (cr);
        cairo_surface_flush (surface);
        n = check_ruler (surface, back);
        g_test_message ("%" G_GINT64_FORMAT " ns: %u labels", span, n);
        g_assert_cmpuint (n, >=, 2);
        g_assert_cmpuint (n, <=, 20);
        cairo_surface_destroy (surface);
      }
}

/* --- the whole --------------------------------------------------------- */

static void
test_whole (void)
{
  g_autoptr(ThRecording) recording = test_recording_small ();
  g_autoptr(ThTheme) theme = th_theme_new (0, "Sans 10", 1);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);
  ThView view = { START, START + 240000, 900 };
  double height = th_scene_draw_picture (scene, &view, "a <b> & c.dat", NULL, TH_RENDER_PIXELS);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, ceil (height));
  cairo_t *cr = cairo_create (surface);
  guint empty = 0;

  g_assert_cmpfloat (height, >, th_scene_get_height (scene) + 57);
  g_assert_cmpfloat (th_scene_draw_picture (scene, &view, "a <b> & c.dat", cr, TH_RENDER_PIXELS),
                     ==, height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  /* Every pixel is painted. */
  for (gint y = 0; y < (gint) height; y++)
    for (gint x = 0; x < 900; x++)
      empty += test_pixel (surface, x, y) >> 24 != 255;
  g_assert_cmpuint (empty, ==, 0);
  cairo_surface_destroy (surface);
}

/* A recording without events or CPUs has a picture too. */
static void
test_empty (void)
{
  for (guint n_cpus = 0; n_cpus < 2; n_cpus++)
    {
      g_autoptr(ThRecording) recording = test_recording_new (n_cpus);
      g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
      g_autoptr(ThScene) scene = NULL;
      ThView view = th_view_fit (0, 0, 500);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 500, 300);
      cairo_t *cr = cairo_create (surface);

      test_recording_end (recording);
      scene = th_scene_new (recording, theme);
      g_assert_cmpfloat (th_scene_draw_picture (scene, &view, NULL, cr, TH_RENDER_PIXELS), >, 70);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* A picture narrower than its labels. */
static void
test_narrow (void)
{
  g_autoptr(ThRecording) recording = test_recording_small ();
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 2);
  g_autoptr(ThScene) scene = th_scene_new (recording, theme);

  for (double width = 0; width < 260; width += 12.5)
    {
      ThView view = { START, START + 240000, width };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 500);
      cairo_t *cr = cairo_create (surface);

      th_scene_draw_picture (scene, &view, "title", cr, TH_RENDER_PIXELS);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/canvas/picture/stored/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_stored);
    }
  g_test_add_func ("/canvas/picture/ruler", test_ruler);
  g_test_add_func ("/canvas/picture/whole", test_whole);
  g_test_add_func ("/canvas/picture/empty", test_empty);
  g_test_add_func ("/canvas/picture/narrow", test_narrow);

  return g_test_run ();
}
