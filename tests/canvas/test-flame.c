/* test-flame.c - layout, search, drawing and hit-testing of flame graphs
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

/* Adds chains such as "a;b" with their times; each chain is one call. */
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

  /* The heaviest is at the left; equal weights are ordered by name. */
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
  /* Matches inside a match are not counted twice. */
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

/* Allows for cairo's rounding. */
static gboolean
is_near (guint32 pixel,
         ThColor color)
{
  ThColor found = th_color_unpack (pixel);

  return MAX (MAX (fabs (found.red - color.red), fabs (found.green - color.green)),
              fabs (found.blue - color.blue)) < 1.5 / 255;
}

/* Each frame is hit in the middle of its bar, and its bar has its color. */
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
  /* Besides the focus, only its callers are visible. */
  view.focus = find (f, "read");
  assert_bars (f, &view, 4);
  /* Scrolled by one row, the first row is out of view. */
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

/* A name has the same color in every tree, and its text is legible. */
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
      /* Warm and cool colors distinguish the kernel's functions from a program's. */
      b = th_theme_get_call_color (theme, "tcp_rcv", TH_CALL_USER);
      g_assert_cmpfloat (a.red, >, a.blue);
      g_assert_cmpfloat (b.red, <, b.blue + b.green - 0.5);
    }
}

/* --- differences ------------------------------------------------------- */

/* Shares in per cent of A and B. */
static void
count_shares (Fixture    *f,
              ThCallTree *tree,
              const char *chain,
              gint64      a,
              gint64      b)
{
  g_auto(GStrv) names = g_strsplit (chain, ";", -1);
  guint32 node = TH_CALL_ROOT;

  for (guint i = 0; names[i] != NULL; i++)
    node = th_call_tree_enter (tree, node, th_results_intern (f->results, names[i]),
                               TH_CALL_KERNEL, TH_REF_NONE);
  th_call_tree_count (tree, node, (gint64[]) { a, b }, TH_REF_NONE);
}

/* Shows, with the widths of side @weight: main 90 % → 70 %, of which old is 50 % → 0 and new
 * 0 → 27 %, and same 40 % → 43 %; more 10 % → 30 %. */
static void
show_difference (Fixture *f,
                 guint    weight)
{
  static const ThCallWeight sides[] = { { "a", "A", TH_UNIT_COUNT }, { "b", "B", TH_UNIT_COUNT } };
  ThCallTree *tree = th_results_add_tree (f->results,
                                          &(ThCallTreeInfo) { "both", "Both", sides, 2 });

  count_shares (f, tree, "main;old", 50, 0);
  count_shares (f, tree, "main;new", 0, 27);
  count_shares (f, tree, "main;same", 40, 43);
  count_shares (f, tree, "more", 10, 30);
  th_results_publish (f->results);
  th_flame_free (f->flame);
  f->flame = th_flame_new_difference (f->results, tree, weight);
}

/* A function that one side lacks is in the picture of the other. */
static void
test_difference (Fixture       *f,
                 gconstpointer  data)
{
  g_autofree char *a = NULL, *b = NULL, *share = NULL;

  show_difference (f, 0);
  a = layout (f);
  g_assert_cmpstr (a, ==, "0 all 0+100(0), 1 main 0+90(0), 2 old 0+50(50), 2 same 50+40(40), "
                          "1 more 90+10(10)");
  g_assert_cmpfloat (th_flame_get_share (f->flame, find (f, "main"), 0), ==, 0.9);
  g_assert_cmpfloat (th_flame_get_share (f->flame, find (f, "main"), 1), ==, 0.7);
  g_assert_cmpfloat (th_flame_get_change (f->flame, find (f, "old")), ==, -1);
  /* 7 % more is neutral; 20 of 90 is in between: (20 / 90 - 0.1) / (0.5 - 0.1). */
  g_assert_cmpfloat (th_flame_get_change (f->flame, find (f, "same")), ==, 0);
  g_assert_cmpfloat_with_epsilon (th_flame_get_change (f->flame, find (f, "main")), -0.305556,
                                  1e-5);

  show_difference (f, 1);
  b = layout (f);
  g_assert_cmpstr (b, ==, "0 all 0+100(0), 1 main 0+70(0), 2 same 0+43(43), 2 new 43+27(27), "
                          "1 more 70+30(30)");
  g_assert_cmpfloat (th_flame_get_change (f->flame, find (f, "new")), ==, 1);
  g_assert_cmpfloat (th_flame_get_share (f->flame, find (f, "more"), 0), ==, 0.1);
  share = th_flame_format_value (f->flame, 43, TH_RESOLUTION_NS);
  g_assert_cmpstr (share, ==, "43.0 %");
}

/* The color in the middle of the frame's bar, where no text is. */
static ThColor
bar_color (Fixture           *f,
           const ThFlameView *view,
           const char        *name)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, view->width,
                                                         view->height);
  cairo_t *cr = cairo_create (surface);
  double x, y, width;
  ThColor color;

  th_flame_draw (f->flame, f->theme, view, cr);
  cairo_surface_flush (surface);
  g_assert_true (th_flame_get_bar (f->flame, f->theme, view, find (f, name), &x, &y, &width));
  g_assert_cmpuint (th_flame_hit (f->flame, f->theme, view, x + width / 2, y + 2), ==,
                    find (f, name));
  color = th_color_unpack (test_pixel (surface, x + width - 3, y + 1));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return color;
}

static void
test_difference_colors (Fixture       *f,
                        gconstpointer  data)
{
  double row = th_flame_get_row_height (f->theme);
  ThFlameView view = { 1000, 4 * row, 0, 0, TRUE };
  ThColor more, less, same, faded;

  show_difference (f, 1);
  more = bar_color (f, &view, "more");
  same = bar_color (f, &view, "same");
  g_assert_cmpfloat (more.red, >, more.blue + 0.3);
  g_assert_cmpfloat (fabs (same.red - same.blue), <, 0.02);
  /* A match keeps its color, and the others fade. */
  th_flame_search (f->flame, "more");
  faded = bar_color (f, &view, "more");
  g_assert_cmpmem (&more, sizeof more, &faded, sizeof faded);
  faded = bar_color (f, &view, "new");
  g_assert_cmpfloat (faded.red, <, faded.blue + 0.25);
  /* The other direction, and inside a focus. */
  show_difference (f, 0);
  less = bar_color (f, &view, "old");
  g_assert_cmpfloat (less.blue, >, less.red + 0.3);
  view.focus = find (f, "main");
  faded = bar_color (f, &view, "old");
  g_assert_cmpmem (&less, sizeof less, &faded, sizeof faded);
}

/* Frames narrower than a pixel that changed in opposite directions do not become one bar. */
static void
test_difference_dense (Fixture       *f,
                       gconstpointer  data)
{
  static const ThCallWeight sides[] = { { "a", "A", TH_UNIT_COUNT }, { "b", "B", TH_UNIT_COUNT } };
  double row = th_flame_get_row_height (f->theme);
  ThFlameView view = { 100, 2 * row, 0, 0, TRUE };
  ThCallTree *tree = th_results_add_tree (f->results,
                                          &(ThCallTreeInfo) { "dense", "Dense", sides, 2 });
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 2 * row);
  cairo_t *cr = cairo_create (surface);
  guint n_less = 0, n_more = 0;

  /* The heavier ones are left: 150 frames have more, and 150 less, than on side A. */
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      count_shares (f, tree, name, i < 150 ? 30 : 70, i < 150 ? 51 : 49);
    }
  th_results_publish (f->results);
  th_flame_free (f->flame);
  f->flame = th_flame_new_difference (f->results, tree, 1);
  th_flame_draw (f->flame, f->theme, &view, cr);
  cairo_surface_flush (surface);
  for (guint x = 0; x < 100; x++)
    {
      ThColor color = th_color_unpack (test_pixel (surface, x, 1.5 * row));

      n_more += color.red > color.blue + 0.02;
      n_less += color.blue > color.red + 0.02;
    }
  g_assert_cmpuint (n_more, >=, 49);
  g_assert_cmpuint (n_less, >=, 47);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static double
to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* How far apart two colors are for an eye that lacks a kind of cone, by the matrices of
 * Machado et al. 2009 on linear RGB. */
static double
distance (const double  matrix[9],
          ThColor       a,
          ThColor       b)
{
  double delta[3] = { to_linear (a.red) - to_linear (b.red),
                      to_linear (a.green) - to_linear (b.green),
                      to_linear (a.blue) - to_linear (b.blue) };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      double one = matrix[3 * i] * delta[0] + matrix[3 * i + 1] * delta[1] +
                   matrix[3 * i + 2] * delta[2];

      sum += one * one;
    }
  return sqrt (sum);
}

/* The colors of more and less are distinct for every kind of color vision, and text on them is
 * legible. */
static void
test_change_colors (void)
{
  static const double eyes[][9] = {
    { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
    { 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
      1.051998 },
    { 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
      0.968881 },
    { 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
      0.303900 },
  };

  for (guint i = 0; i < 4; i++)
    {
      ThThemeFlags flags = (i & 1 ? TH_THEME_DARK : 0) | (i & 2 ? TH_THEME_HIGH_CONTRAST : 0);
      g_autoptr(ThTheme) theme = th_theme_new (flags, "Sans 10", 1);
      ThColor more = th_theme_get_change_color (theme, 1);
      ThColor less = th_theme_get_change_color (theme, -1);

      for (guint eye = 0; eye < G_N_ELEMENTS (eyes); eye++)
        g_assert_cmpfloat (distance (eyes[eye], more, less), >, 0.25);
      for (int change = -10; change <= 10; change++)
        {
          ThColor fill = th_theme_get_change_color (theme, change / 10.0);

          g_assert_cmpfloat (th_color_contrast (fill, th_theme_get_ink_on (theme, fill)), >=,
                             i & 2 ? 7 : 4.5);
        }
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
  ADD ("difference", test_difference);
  ADD ("difference/colors", test_difference_colors);
  ADD ("difference/dense", test_difference_dense);
  g_test_add_func ("/canvas/flame/colors", test_colors);
  g_test_add_func ("/canvas/flame/change-colors", test_change_colors);

  return g_test_run ();
}
