/* test-flame.c - the layout, search, drawing and hitting of flame graphs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "canvas-fixture.h"
#include "th-color.h"
#include "th-flame.h"

static const ThCallWeight weights[] = { { "time", "Time", TH_UNIT_TIME },
                                        { "calls", "Calls", TH_UNIT_COUNT } };

typedef struct
{
  ThResults  *results;
  ThCallTree *tree;
  ThTheme    *theme;
  ThFlame    *flame;
} Fixture;

/* "a;b", with times; every chain is one call. */
static void
count (Fixture    *f,
       const char *chain,
       gint64      time)
{
  g_auto(GStrv) names = g_strsplit (chain, ";", -1);
  guint32 node = TH_CALL_ROOT;

  for (guint i = 0; names[i] != NULL; i++)
    node = th_call_tree_enter (f->tree, node, th_results_intern (f->results, names[i]),
                               TH_CALL_KERNEL, TH_REF_NONE);
  th_call_tree_count (f->tree, node, (gint64[]) { time, 1 }, TH_REF_NONE);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->results = th_results_new ("test", "Test");
  f->tree = th_results_add_tree (f->results,
                                 &(ThCallTreeInfo) { "calls", "Calls", weights, 2, NULL, FALSE });
  f->theme = th_theme_new (0, "Sans 10", 1);
  count (f, "light", 100);
  count (f, "main;read;copy", 300);
  count (f, "main;read", 100);
  count (f, "main;write", 400);
  count (f, "main", 100);
  th_results_publish (f->results);
  f->flame = th_flame_new (f->results, f->tree, 0);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_clear_pointer (&f->flame, th_flame_free);
  th_results_unref (f->results);
  th_theme_unref (f->theme);
}

static guint32
find (Fixture    *f,
      const char *name)
{
  for (guint32 i = 0; i < th_flame_get_n (f->flame); i++)
    if (strcmp (th_flame_get (f->flame, i)->name, name) == 0)
      return i;

  g_assert_not_reached ();
}

/* "depth name start+total(own)" */
static char *
layout (Fixture *f)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < th_flame_get_n (f->flame); i++)
    {
      const ThFlameFrame *frame = th_flame_get (f->flame, i);

      g_string_append_printf (text, "%s%u %s %d+%d(%d)", i > 0 ? ", " : "", frame->depth,
                              frame->name, (int) frame->start,
                              (int) frame->total, (int) frame->own);
    }
  return g_string_free (text, FALSE);
}

static void
test_layout (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *times = layout (f), *calls = NULL, *value = NULL, *coarse = NULL, *share = NULL;

  /* The heaviest left; by name where they weigh the same. */
  g_assert_cmpstr (times, ==, "0 all 0+1000(0), 1 main 0+900(100), 2 read 0+400(100), 3 copy "
                              "0+300(300), 2 write 400+400(400), 1 light 900+100(100)");
  value = th_flame_format_value (f->flame, 900, TH_RESOLUTION_NS);
  coarse = th_flame_format_value (f->flame, 9000, TH_RESOLUTION_US);
  share = th_flame_format_share (f->flame, 900);
  g_assert_cmpstr (value, ==, "900 ns");
  g_assert_cmpstr (coarse, ==, "9 µs");
  g_assert_cmpstr (share, ==, "90.0 %");

  th_flame_free (f->flame);
  f->flame = th_flame_new (f->results, f->tree, 1);
  calls = layout (f);
  g_assert_cmpstr (calls, ==,
                   "0 all 0+5(0), 1 main 0+4(1), 2 read 0+2(1), 3 copy 0+1(1), 2 write 2+1(1), 1 "
                   "light 4+1(1)");
}

static void
test_nothing (Fixture       *f,
              gconstpointer  data)
{
  ThCallTree *empty = th_results_add_tree (f->results,
                                           &(ThCallTreeInfo) { "empty", "Empty", weights, 2, NULL,
                                                               FALSE });
  ThFlameView view = { 100, 100, 0, 0, TRUE };
  g_autoptr(ThFlame) flame = NULL;
  g_autofree char *share = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 100);
  cairo_t *cr = cairo_create (surface);

  th_results_publish (f->results);
  flame = th_flame_new (f->results, empty, 0);
  g_assert_cmpuint (th_flame_get_n (flame), ==, 1);
  th_flame_draw (flame, f->theme, &view, cr);
  g_assert_cmpuint (th_flame_hit (flame, f->theme, &view, 50, 5), ==, G_MAXUINT32);
  share = th_flame_format_share (flame, 0);
  g_assert_cmpstr (share, ==, "0.0 %");
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_search (Fixture       *f,
             gconstpointer  data)
{
  th_flame_search (f->flame, "RE");
  g_assert_cmpuint (th_flame_get_n_matches (f->flame), ==, 1);
  g_assert_cmpint (th_flame_get_matched (f->flame), ==, 400);
  /* What lies within a match is not counted twice. */
  th_flame_search (f->flame, "i");
  g_assert_cmpuint (th_flame_get_n_matches (f->flame), ==, 3);
  g_assert_cmpint (th_flame_get_matched (f->flame), ==, 1000);
  g_assert_false (th_flame_is_match (f->flame, find (f, "copy")));
  g_assert_cmpuint (th_flame_next_match (f->flame, 0, FALSE), ==, find (f, "main"));
  g_assert_cmpuint (th_flame_next_match (f->flame, find (f, "main"), FALSE), ==, find (f, "write"));
  g_assert_cmpuint (th_flame_next_match (f->flame, find (f, "main"), TRUE), ==, find (f, "light"));
  th_flame_search (f->flame, "nothing");
  g_assert_cmpuint (th_flame_get_n_matches (f->flame), ==, 0);
  g_assert_cmpuint (th_flame_next_match (f->flame, 2, FALSE), ==, 2);
  th_flame_search (f->flame, "");
  g_assert_false (th_flame_is_match (f->flame, find (f, "main")));
}

static void
test_steps (Fixture       *f,
            gconstpointer  data)
{
  guint32 read = find (f, "read"), write = find (f, "write"), main_ = find (f, "main");
  guint32 copy = find (f, "copy");

  g_assert_cmpuint (th_flame_step (f->flame, main_, 0, TH_FLAME_CALLEE), ==, read);
  g_assert_cmpuint (th_flame_step (f->flame, copy, 0, TH_FLAME_CALLEE), ==, copy);
  g_assert_cmpuint (th_flame_step (f->flame, copy, 0, TH_FLAME_CALLER), ==, read);
  g_assert_cmpuint (th_flame_step (f->flame, 0, 0, TH_FLAME_CALLER), ==, 0);
  g_assert_cmpuint (th_flame_step (f->flame, read, 0, TH_FLAME_NEXT), ==, write);
  g_assert_cmpuint (th_flame_step (f->flame, write, 0, TH_FLAME_NEXT), ==, write);
  g_assert_cmpuint (th_flame_step (f->flame, write, 0, TH_FLAME_PREVIOUS), ==, read);
  g_assert_cmpuint (th_flame_step (f->flame, read, read, TH_FLAME_NEXT), ==, read);
  g_assert_cmpuint (th_flame_get_depths (f->flame, 0), ==, 4);
  g_assert_cmpuint (th_flame_get_depths (f->flame, write), ==, 3);
  g_assert_cmpuint (th_flame_find_node (f->flame, th_flame_get (f->flame, write)->node), ==, write);
  g_assert_cmpuint (th_flame_find_node (f->flame, 99999), ==, 0);
}

/* But for how cairo rounds. */
static gboolean
is_near (guint32 pixel,
         ThColor color)
{
  ThColor found = th_color_unpack (pixel);

  return MAX (MAX (fabs (found.red - color.red), fabs (found.green - color.green)),
              fabs (found.blue - color.blue)) < 1.5 / 255;
}

/* Each frame is hit in the middle of its bar, and its bar has its colour. */
static void
assert_bars (Fixture           *f,
             const ThFlameView *view,
             guint              n_expected)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, view->width,
                                                         view->height);
  cairo_t *cr = cairo_create (surface);
  guint n = 0;

  th_flame_draw (f->flame, f->theme, view, cr);
  cairo_surface_flush (surface);
  for (guint32 i = 0; i < th_flame_get_n (f->flame); i++)
    {
      const ThFlameFrame *frame = th_flame_get (f->flame, i);
      double x, y, width;

      if (!th_flame_get_bar (f->flame, f->theme, view, i, &x, &y, &width) || y < 0 ||
          y + 3 > view->height)
        continue;
      n++;
      g_assert_cmpuint (th_flame_hit (f->flame, f->theme, view, x + width / 2, y + 2), ==, i);
      if (i > 0 && frame->depth >= th_flame_get (f->flame, view->focus)->depth)
        g_assert_true (is_near (test_pixel (surface, x + width - 3, y + 1),
                                th_theme_get_call_color (f->theme, frame->name, frame->kind)));
    }
  g_assert_cmpuint (n, ==, n_expected);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_bars (Fixture       *f,
           gconstpointer  data)
{
  double row = th_flame_get_row_height (f->theme);
  ThFlameView view = { 1000, 10 * row, 0, 0, TRUE };

  assert_bars (f, &view, 6);
  view.icicle = FALSE;
  assert_bars (f, &view, 6);
  /* Of the rest only the callers are seen. */
  view.focus = find (f, "read");
  assert_bars (f, &view, 4);
  /* Moved by a row the first is out of sight. */
  view = (ThFlameView) { 1000, 3 * row, row, 0, TRUE };
  assert_bars (f, &view, 5);
  g_assert_cmpfloat (th_flame_get_height (f->flame, f->theme, &view), ==, 4 * row);
}

static void
test_hit_nothing (Fixture       *f,
                  gconstpointer  data)
{
  double row = th_flame_get_row_height (f->theme);
  ThFlameView view = { 1000, 10 * row, 0, 0, TRUE };

  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, &view, 950, 2.5 * row), ==, G_MAXUINT32);
  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, &view, -1, 2), ==, G_MAXUINT32);
  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, &view, 1000, 2), ==, G_MAXUINT32);
  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, &view, 10, 5 * row), ==, G_MAXUINT32);
  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, &view, 10, -1), ==, G_MAXUINT32);
}

/* A hundred thousand frames on a hundred pixels: each pixel is drawn, each can be hit. */
static void
test_dense (Fixture       *f,
            gconstpointer  data)
{
  double row = th_flame_get_row_height (f->theme);
  ThFlameView view = { 100, 3 * row, 0, 0, TRUE };
  ThCallTree *tree = th_results_add_tree (f->results,
                                          &(ThCallTreeInfo) { "dense", "Dense", weights, 2, NULL,
                                                              FALSE });
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 3 * row);
  cairo_t *cr = cairo_create (surface);
  guint32 back = th_color_pack (th_theme_get_color (f->theme, TH_COLOR_BACKGROUND));

  for (guint i = 0; i < 100000; i++)
    {
      guint32 node = th_call_tree_enter (tree, TH_CALL_ROOT, i, TH_CALL_USER, TH_REF_NONE);

      th_call_tree_count (tree, node, (gint64[]) { 10, 1 }, TH_REF_NONE);
    }
  th_results_publish (f->results);
  th_flame_free (f->flame);
  f->flame = th_flame_new (f->results, tree, 0);
  th_flame_draw (f->flame, f->theme, &view, cr);
  cairo_surface_flush (surface);
  for (gint64 x = 0; x < 100; x++)
    {
      guint32 frame = th_flame_hit (f->flame, f->theme, &view, x, 1.5 * row);

      g_assert_cmphex (test_pixel (surface, x, 1.5 * row), !=, back);
      g_assert_cmpuint (frame, <, th_flame_get_n (f->flame));
      g_assert_cmpint (th_flame_get (f->flame, frame)->start, >=, x * 10000 - 10);
      g_assert_cmpint (th_flame_get (f->flame, frame)->start, <, (x + 1) * 10000);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A name has its colour in every tree; what it says can be read. */
static void
test_colors (void)
{
  static const ThThemeFlags flags[] = { 0, TH_THEME_DARK, TH_THEME_HIGH_CONTRAST,
                                        TH_THEME_DARK | TH_THEME_HIGH_CONTRAST };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (flags[i], "Sans 10", 1);
      ThColor a = th_theme_get_call_color (theme, "tcp_rcv", TH_CALL_KERNEL), b;

      for (guint n = 0; n < 1000; n++)
        for (guint kind = 0; kind < TH_N_CALL_KINDS; kind++)
          {
            g_autofree char *name = g_strdup_printf ("f%u", n);
            ThColor fill = th_theme_get_call_color (theme, name, kind);

            g_assert_cmpfloat (th_color_contrast (fill, th_theme_get_ink_on (theme, fill)), >=,
                               4.5);
          }
      b = th_theme_get_call_color (theme, "tcp_rcv", TH_CALL_KERNEL);
      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
      /* Warm, cool: the kernel's and a program's are told apart. */
      b = th_theme_get_call_color (theme, "tcp_rcv", TH_CALL_USER);
      g_assert_cmpfloat (a.red, >, a.blue);
      g_assert_cmpfloat (b.red, <, b.blue + b.green - 0.5);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/canvas/flame/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("layout", test_layout);
  ADD ("nothing", test_nothing);
  ADD ("search", test_search);
  ADD ("steps", test_steps);
  ADD ("bars", test_bars);
  ADD ("hit-nothing", test_hit_nothing);
  ADD ("dense", test_dense);
  g_test_add_func ("/canvas/flame/colors", test_colors);

  return g_test_run ();
}
