/* test-theme.c - contrast of colors, stable task colors, cached layouts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "th-color.h"
#include "th-theme.h"

static const ThThemeFlags styles[] = {
  0, TH_THEME_DARK, TH_THEME_HIGH_CONTRAST, TH_THEME_DARK | TH_THEME_HIGH_CONTRAST
};

static void
test_contrast_formula (void)
{
  g_assert_cmpfloat_with_epsilon (th_color_contrast ((ThColor) { 0, 0, 0 }, (ThColor) { 1, 1, 1 }),
                                  21, 1e-9);
  g_assert_cmpfloat_with_epsilon (th_color_contrast ((ThColor) { 1, 0, 0 }, (ThColor) { 1, 1, 1 }),
                                  3.998, 0.001);
}

static double
least_of (ThThemeFlags style)
{
  return style & TH_THEME_HIGH_CONTRAST ? 7 : 4.5;
}

static void
test_inks (void)
{
  static const ThColorRole backs[] = { TH_COLOR_BACKGROUND, TH_COLOR_BACKGROUND_ALT,
                                       TH_COLOR_BACKGROUND_LABEL };
  static const ThColorRole inks[] = {
    TH_COLOR_INK, TH_COLOR_INK_DIM, TH_COLOR_ERROR, TH_COLOR_MARKER_A, TH_COLOR_MARKER_B
  };

  for (guint s = 0; s < G_N_ELEMENTS (styles); s++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (styles[s], NULL, 1);
      double least = least_of (styles[s]);

      for (guint b = 0; b < G_N_ELEMENTS (backs); b++)
        {
          ThColor back = th_theme_get_color (theme, backs[b]);

          for (guint i = 0; i < G_N_ELEMENTS (inks); i++)
            /* Markers are lines and flags with a text color of their own. */
            g_assert_cmpfloat (th_color_contrast (th_theme_get_color (theme, inks[i]), back), >=,
                               i < 3 ? least : 3);
          g_assert_cmpfloat (th_color_contrast (th_theme_get_color (theme, TH_COLOR_TICK), back),
                             >=, 3);
          g_assert_cmpfloat (th_color_contrast (th_theme_get_color (theme, TH_COLOR_HIT), back), >=,
                             3);
          g_assert_cmpfloat (th_color_contrast (th_theme_get_color (theme, TH_COLOR_LOST), back),
                             >=, 4.5);
        }
      for (guint role = 0; role < TH_N_COLORS; role++)
        {
          ThColor fill = th_theme_get_color (theme, role);

          g_assert_cmpfloat (th_color_contrast (th_theme_get_ink_on (theme, fill), fill), >=, 4.5);
        }
    }
}

/* Names are drawn on contexts and stages; those that are dimmed are mixed with the background by
 * half. */
static void
test_contexts (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (styles); s++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (styles[s], NULL, 1);

      for (ThContext context = TH_CONTEXT_TASK + 1; context < TH_N_CONTEXTS; context++)
        {
          ThColor fill = th_theme_get_context_color (theme, context);
          ThColor pale = th_color_mix (fill, th_theme_get_color (theme, TH_COLOR_BACKGROUND), 0.5);
          double plain = th_color_contrast (th_theme_get_ink_on (theme, pale), pale);

          g_assert_cmpfloat (th_color_contrast (th_theme_get_ink_on (theme, fill), fill), >=,
                             least_of (styles[s]));
          g_assert_cmpfloat (th_color_contrast (th_theme_get_dimmed_ink_on (theme, pale), pale), >=,
                             MIN (least_of (styles[s]), plain));
          g_assert_cmpfloat (plain, >=, 4.5);
        }
      /* Each deeper level is darker than the previous one. */
      for (ThContext context = TH_CONTEXT_REST; context < TH_CONTEXT_REST_DEEPEST; context++)
        {
          static const ThColor black = { 0, 0, 0 };

          g_assert_cmpfloat (th_color_contrast (th_theme_get_context_color (theme, context),
                                                black) /
                             th_color_contrast (th_theme_get_context_color (theme, context + 1),
                                                black), >, 1.1);
        }
    }
}

/* This holds whatever color a user chooses for a context. */
static void
test_chosen (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (styles); s++)
    for (guint i = 0; i < 9 * 9 * 9; i++)
      {
        g_autoptr(ThTheme) theme = th_theme_new (styles[s], NULL, 1);
        ThColor fill;

        th_theme_set_context_color (theme, TH_CONTEXT_IRQ,
                                    (ThColor) { i % 9 / 8.0, i / 9 % 9 / 8.0, i / 81 / 8.0 });
        fill = th_theme_get_context_color (theme, TH_CONTEXT_IRQ);
        g_assert_cmpfloat (th_color_contrast (th_theme_get_ink_on (theme, fill), fill), >=,
                           least_of (styles[s]));
      }
}

/* --- widgets -------------------------------------------------------------- */

static ThColor
css_color (const char *css,
           const char *name)
{
  g_autofree char *start = g_strdup_printf ("@define-color th_%s #", name);
  const char *at = strstr (css, start);

  g_assert_nonnull (at);
  return th_color_unpack (strtoul (at + strlen (start), NULL, 16));
}

/* The foreground and background colors of texts. */
static void
test_css (void)
{
  static const struct { const char *file; double least; } palettes[] = {
    { "light", 4.5 }, { "dark", 4.5 }, { "light-hc", 7 }, { "dark-hc", 7 }
  };
  static const struct { const char *ink; const char *on[12]; } written[] = {
    { "ink",
      { "header", "window", "panel", "row_alt", "card", "button", "button_hover", "tab", "warning",
        "notice" } },
    { "dim", { "header", "window", "panel", "row_alt", "card", "tab", "warning", "notice" } },
    { "pale", { "header", "window", "panel", "row_alt", "card" } },
    { "accent", { "tab", "window", "panel", "row_alt", "card" } },
    { "error", { "window", "panel", "row_alt", "card" } },
    { "selected_ink", { "selected" } },
    { "marker_a", { "panel" } },
    { "marker_b", { "panel" } },
  };

  for (guint p = 0; p < G_N_ELEMENTS (palettes); p++)
    {
      g_autofree char *name = g_strconcat (palettes[p].file, ".css", NULL);
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "css", name, NULL);
      g_autofree char *css = NULL;

      g_assert_true (g_file_get_contents (path, &css, NULL, NULL));
      for (guint i = 0; i < G_N_ELEMENTS (written); i++)
        for (guint k = 0; written[i].on[k] != NULL; k++)
          {
            double contrast = th_color_contrast (css_color (css, written[i].ink),
                                                 css_color (css, written[i].on[k]));

            if (contrast < palettes[p].least)
              g_test_fail_printf ("%s: %s on %s is %.2f:1", name, written[i].ink, written[i].on[k],
                                  contrast);
          }
    }
}

/* A translucent color would not be one of those that were measured. */
static void
test_css_is_opaque (void)
{
  static const char *const sheets[] = { "style.css", "parts.css" };

  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "css", sheets[i],
                                                     NULL);
      g_autofree char *css = NULL;

      g_assert_true (g_file_get_contents (path, &css, NULL, NULL));
      g_assert_false (g_regex_match_simple (
        "[ ;{]color: *(alpha|mix|shade|rgba)|[ ;{]opacity: *0?[.]", css, 0, 0));
      g_assert_true (g_regex_match_simple ("[ ;{]color: *@", css, 0, 0));
    }
}

static void
test_any_ink (void)
{
  g_autoptr(ThTheme) theme = th_theme_new (TH_THEME_DARK, NULL, 1);

  for (guint i = 0; i < 17 * 17 * 17; i++)
    {
      ThColor fill = { i % 17 / 16.0, i / 17 % 17 / 16.0, i / 289 / 16.0 };

      g_assert_cmpfloat (th_color_contrast (th_theme_get_ink_on (theme, fill), fill), >=, 4.5);
    }
}

static void
test_tasks (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (styles); s++)
    {
      g_autoptr(ThTheme) theme = th_theme_new (styles[s], NULL, 1);
      ThColor back = th_theme_get_color (theme, TH_COLOR_BACKGROUND);
      double least = 21, most = 1;
      guint buckets[4] = { 0, };

      for (guint i = 0; i < 1000; i++)
        {
          g_autofree char *name = g_strdup_printf ("%c%c-task%u-%c", 'a' + i % 26,
                                                   'a' + i / 26 % 26, i, 'a' + i % 7);
          ThColor fill = th_theme_get_task_color (theme, name);
          double contrast = th_color_contrast (fill, back);

          g_assert_cmpfloat (th_color_contrast (th_theme_get_ink_on (theme, fill), fill), >=, 4.5);
          least = MIN (least, contrast);
          most = MAX (most, contrast);
          buckets[(fill.red > fill.green) * 2 + (fill.green > fill.blue)]++;
        }

      /* Lightness is even, so that no task stands out or disappears. */
      g_assert_cmpfloat (most / least, <, 1.6);
      for (guint i = 0; i < G_N_ELEMENTS (buckets); i++)
        g_assert_cmpuint (buckets[i], >, 80);
    }
}

static char *
color_name (ThTheme    *theme,
            const char *task)
{
  ThColor color = th_theme_get_task_color (theme, task);

  return g_strdup_printf ("#%02x%02x%02x", (guint) lround (color.red * 255),
                          (guint) lround (color.green * 255),
                          (guint) lround (color.blue * 255));
}

static void
assert_same (ThTheme    *theme,
             const char *a,
             const char *b,
             gboolean    same)
{
  g_autofree char *left = color_name (theme, a);
  g_autofree char *right = color_name (theme, b);

  g_assert_cmpint (g_strcmp0 (left, right) == 0, ==, same);
}

static void
test_stems (void)
{
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  g_autoptr(ThTheme) dark = th_theme_new (TH_THEME_DARK, NULL, 1);
  g_autofree char *wget = color_name (theme, "wget"), *at_night = color_name (dark, "wget");

  assert_same (theme, "kworker/1:2", "kworker/u8:3-events", TRUE);
  assert_same (theme, "ksoftirqd/0", "ksoftirqd/13", TRUE);
  assert_same (theme, "iperf3", "iperf", TRUE);
  assert_same (theme, "iperf3", "nginx", FALSE);
  assert_same (theme, "123", "456", FALSE);
  assert_same (theme, "/usr/bin/x", "/usr/bin/y", FALSE);
  assert_same (theme, "", "", TRUE);
  /* Fixed values, because a task keeps its color from release to release. */
  g_assert_cmpstr (wget, ==, "#8ec497");
  /* The same hue and chroma in Oklch, at the lightness of the dark style: by Python. */
  g_assert_cmpstr (at_night, ==, "#85ba8e");
}

static void
test_layouts (void)
{
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  PangoLayout *first = th_theme_get_layout (theme, "wget", 0.85, FALSE);
  g_autofree char *endless = g_strnfill (100000, 'x');
  gint small, large;

  g_assert_true (th_theme_get_layout (theme, "wget", 0.85, FALSE) == first);
  g_assert_false (th_theme_get_layout (theme, "wget", 0.85, TRUE) == first);
  pango_layout_get_size (th_theme_get_layout (theme, "wget", 1, FALSE), &large, NULL);
  pango_layout_get_size (th_theme_get_layout (theme, "wget", 0.5, FALSE), &small, NULL);
  g_assert_cmpint (small, <, large);

  /* Names from a hostile file: invalid UTF-8, several lines, very long. */
  g_assert_cmpint (pango_layout_get_line_count (th_theme_get_layout (theme, "a\nb\xff\xfe\n", 1,
                                                                     FALSE)), ==, 1);
  g_assert_cmpint (pango_layout_get_character_count (th_theme_get_layout (theme, endless, 1,
                                                                          FALSE)), <, 1000);
}

/* Layouts are dropped, so an old one is freed while its name is still used. */
static void
test_layouts_bounded (void)
{
  g_autoptr(ThTheme) theme = th_theme_new (0, NULL, 1);
  GObject *layout = G_OBJECT (th_theme_get_layout (theme, "first", 1, FALSE));
  PangoLayout *kept = th_theme_get_layout (theme, "kept", 1, FALSE);
  gpointer weak = layout;

  g_object_add_weak_pointer (layout, &weak);
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      th_theme_get_layout (theme, text, 1, FALSE);
      g_assert_true (th_theme_get_layout (theme, "kept", 1, FALSE) == kept);
    }
  g_assert_null (weak);
}

static void
test_text_scale (void)
{
  g_autoptr(ThTheme) normal = th_theme_new (0, NULL, 1);
  g_autoptr(ThTheme) twice = th_theme_new (0, NULL, 2);
  double ratio = th_theme_get_line_height (twice) / th_theme_get_line_height (normal);

  g_assert_cmpfloat_with_epsilon (ratio, 2, 0.15);
}

/* The line height is the height of a layout with one line. */
static void
test_line_height (void)
{
  for (double scale = 0.5; scale < 4; scale += 0.07)
    {
      g_autoptr(ThTheme) theme = th_theme_new (0, NULL, scale);
      int height;

      pango_layout_get_pixel_size (th_theme_get_layout (theme, "Ag", 1, FALSE), NULL, &height);
      g_assert_cmpfloat (th_theme_get_line_height (theme), ==, height);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/theme/line-height", test_line_height);
  g_test_add_func ("/canvas/theme/contrast-formula", test_contrast_formula);
  g_test_add_func ("/canvas/theme/inks", test_inks);
  g_test_add_func ("/canvas/theme/contexts", test_contexts);
  g_test_add_func ("/canvas/theme/chosen", test_chosen);
  g_test_add_func ("/canvas/theme/css", test_css);
  g_test_add_func ("/canvas/theme/css-is-opaque", test_css_is_opaque);
  g_test_add_func ("/canvas/theme/any-ink", test_any_ink);
  g_test_add_func ("/canvas/theme/tasks", test_tasks);
  g_test_add_func ("/canvas/theme/stems", test_stems);
  g_test_add_func ("/canvas/theme/layouts", test_layouts);
  g_test_add_func ("/canvas/theme/layouts-bounded", test_layouts_bounded);
  g_test_add_func ("/canvas/theme/text-scale", test_text_scale);

  return g_test_run ();
}
