/* test-preferences.c - settings take effect at once, in all windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include "th-context-colors.h"
#include "th-lane-arrangement.h"
#include "th-load-options.h"
#include "th-loaders.h"
#include "th-preferences.h"
#include "th-scene-edit.h"
#include "th-scene-times.h"
#include "th-settings.h"
#include "th-style.h"

static void
preferences_tear_down (Fixture       *fixture,
                       gconstpointer  data)
{
  static const char *const keys[] = {
    "style", "time-format", "animations", "reverse-wheel", "memory-limit", "context-colors",
    "context-colors-dark",
    "high-contrast", "default-lanes"
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (th_settings_get (), keys[i]);
  fixture_tear_down (fixture, data);
}

static GtkWidget *
find_named (GtkWidget  *widget,
            const char *name)
{
  GtkWidget *found = g_str_equal (gtk_widget_get_name (widget), name) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, name);

  return found;
}

static GtkWidget *
open_preferences (Fixture *fixture)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->application), "preferences", NULL);
  wait_ms (100);
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (fixture->application));
       link != NULL; link = link->next)
    if (TH_IS_PREFERENCES (link->data))
      return link->data;
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (TH_IS_PREFERENCES (window))
        return window;
    }

  return NULL;
}

static void
test_times (Fixture       *fixture,
            gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  g_settings_set_string (th_settings_get (), "time-format", "relative");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_RELATIVE);
  g_settings_set_string (th_settings_get (), "time-format", "absolute");
  g_assert_cmpint (th_document_get_time_format (document), ==, TH_TIME_ABSOLUTE);
}

static void
test_style (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GVariant) state = NULL;

  open_sample (fixture);
  g_settings_set_string (th_settings_get (), "style", "dark");
  g_assert_true (th_style_is_dark (th_style_get_default ()));
  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->application), "style");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "dark");
  g_settings_set_string (th_settings_get (), "style", "light");
  g_assert_false (th_style_is_dark (th_style_get_default ()));
}

static void
test_memory (Fixture       *fixture,
             gconstpointer  data)
{
  gsize usual = th_load_options_get_memory_limit ();

  g_settings_set_uint (th_settings_get (), "memory-limit", 64);
  g_assert_cmpuint (th_load_options_get_memory_limit (), ==, 64u << 20);
  g_settings_reset (th_settings_get (), "memory-limit");
  g_assert_cmpuint (th_load_options_get_memory_limit (), ==, usual);
}

/* Whether the user's color for a context is stored. */
static gboolean
has_color (const char *key,
           const char *context)
{
  g_autoptr(GVariant) colors = g_settings_get_value (th_settings_get (), key);
  const char *text;

  return g_variant_lookup (colors, context, "&s", &text);
}

static gboolean
is_red (ThColor color)
{
  return color.red == 1 && color.green == 0 && color.blue == 0;
}

/* An invalid color is ignored; the default can be restored. */
static void
test_colors (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThScene *scene = th_document_get_scene (document);

  g_assert_false (is_red (th_theme_get_context_color (th_scene_get_theme (scene),
                                                      TH_CONTEXT_SOFTIRQ)));
  th_context_colors_set ("softirq", FALSE, &(GdkRGBA) { 1, 0, 0, 1 });
  g_assert_true (is_red (th_theme_get_context_color (th_scene_get_theme (scene),
                                                     TH_CONTEXT_SOFTIRQ)));
  g_assert_true (has_color ("context-colors", "softirq"));
  th_context_colors_set ("irq", FALSE, &(GdkRGBA) { 0, 1, 0, 1 });
  g_assert_true (is_red (th_theme_get_context_color (th_scene_get_theme (scene),
                                                     TH_CONTEXT_SOFTIRQ)));
  th_context_colors_set ("softirq", FALSE, NULL);
  g_assert_false (is_red (th_theme_get_context_color (th_scene_get_theme (scene),
                                                      TH_CONTEXT_SOFTIRQ)));
  g_settings_set_value (th_settings_get (), "context-colors",
                        g_variant_new_parsed ("{'softirq': 'nonsense', 'x': '#ff0000'}"));
  g_assert_false (is_red (th_theme_get_context_color (th_scene_get_theme (scene),
                                                      TH_CONTEXT_SOFTIRQ)));
}

static ThColor
softirq_color (ThDocument *document)
{
  return th_theme_get_context_color (th_scene_get_theme (th_document_get_scene (document)),
                                     TH_CONTEXT_SOFTIRQ);
}

/* A color chosen for the light style is not used in the dark one. */
static void
test_colors_of_styles (Fixture       *fixture,
                       gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  g_settings_set_string (th_settings_get (), "style", "light");
  th_context_colors_set ("softirq", FALSE, &(GdkRGBA) { 1, 0, 0, 1 });
  g_assert_true (is_red (softirq_color (document)));
  g_settings_set_string (th_settings_get (), "style", "dark");
  g_assert_false (is_red (softirq_color (document)));
  g_assert_false (has_color ("context-colors-dark", "softirq"));
  th_context_colors_set ("softirq", TRUE, &(GdkRGBA) { 0, 1, 0, 1 });
  g_settings_set_string (th_settings_get (), "style", "light");
  g_assert_true (is_red (softirq_color (document)));
}

static void
test_animations (Fixture       *fixture,
                 gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_settings_set_boolean (th_settings_get (), "animations", FALSE);
  activate (fixture, "win.show-span((int64 177600000001, int64 177610000003))");
  g_assert_cmpint (th_document_get_view (document)->from, ==, 177600000001);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* Task colors of this recording do not apply to another. */
static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GFile) copy = copy_sample (fixture, "other.dat", 0);
  g_autofree char *path = g_file_get_path (copy);
  ThDocument *document = open_sample (fixture);
  ThScene *scene = th_document_get_scene (document);
  g_autoptr(GVariant) kept = NULL;

  g_assert_true (th_scene_set_hidden (scene, th_scene_find_name (scene, "cpu/2"), TRUE));
  th_document_lanes_changed (document);
  activate (fixture, "win.keep-lanes");
  scene = th_document_get_scene (open_path (fixture, path));
  g_assert_true (th_scene_get_lane (scene, th_scene_find_name (scene, "cpu/2"))->hidden);
  activate (fixture, "win.forget-lanes");
  kept = g_settings_get_value (th_settings_get (), "default-lanes");
  g_assert_cmpuint (g_variant_n_children (kept), ==, 0);
}

static void
test_window (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *preferences, *button;
  GdkRGBA color;

  open_sample (fixture);
  preferences = open_preferences (fixture);
  g_assert_nonnull (preferences);
  button = find_named (preferences, "softirq");
  g_assert_true (GTK_IS_COLOR_BUTTON (button));
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button), &(GdkRGBA) { 1, 0, 0, 1 });
  g_signal_emit_by_name (button, "color-set");
  g_assert_true (has_color ("context-colors", "softirq"));
  g_settings_reset (th_settings_get (), "context-colors");
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  g_assert_false (gdk_rgba_equal (&color, &(GdkRGBA) { 1, 0, 0, 1 }));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

#define ADD(path, func) \
  g_test_add (path, Fixture, NULL, fixture_set_up, func, preferences_tear_down)

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD ("/preferences/times", test_times);
  ADD ("/preferences/style", test_style);
  ADD ("/preferences/memory", test_memory);
  ADD ("/preferences/colors", test_colors);
  ADD ("/preferences/colors-of-styles", test_colors_of_styles);
  ADD ("/preferences/animations", test_animations);
  ADD ("/preferences/lanes", test_lanes);
  ADD ("/preferences/window", test_window);

  return g_test_run ();
}
