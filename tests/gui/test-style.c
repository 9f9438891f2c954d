/* test-style.c - light, dark and contrast follow the desktop and the user
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>

#include "gui-fixture.h"

#include "th-settings.h"
#include "th-style.h"
#include "th-timeline-private.h"
#include "th-window-private.h"

#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define APPEARANCE  "org.freedesktop.appearance"

/* --- a portal on the bus of the test -------------------------------------- */

static GDBusConnection *bus;
static guint n_asked;
static gboolean is_owned;

static void
call_cb (GDBusConnection       *connection,
         const char            *sender,
         const char            *path,
         const char            *interface,
         const char            *method,
         GVariant              *parameters,
         GDBusMethodInvocation *invocation,
         gpointer               data)
{
  g_autofree char *asked = g_variant_print (parameters, FALSE);

  g_assert_cmpstr (method, ==, "ReadAll");
  g_assert_cmpstr (asked, ==, "(['" APPEARANCE "'],)");
  n_asked++;
  g_dbus_method_invocation_return_value (invocation, g_variant_new_parsed (
    "({%s: {'color-scheme': <uint32 1>, 'contrast': <uint32 1>, 'accent-color': <(0.1, 0.2, "
    "0.3)>}},)", APPEARANCE));
}

static void
bus_cb (GDBusConnection *connection,
        const char      *name,
        gpointer         data)
{
  static const GDBusInterfaceVTable vtable = { call_cb, NULL, NULL, { NULL } };
  g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (
    "<node><interface name='org.freedesktop.portal.Settings'>"
    "<method name='ReadAll'><arg type='as' direction='in'/><arg type='a{sa{sv}}' "
    "direction='out'/></method><signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg "
    "type='v'/></signal></interface></node>", NULL);

  bus = connection;
  g_assert_cmpuint (g_dbus_connection_register_object (connection, PORTAL_PATH, node->interfaces[0],
                                                       &vtable, NULL, NULL, NULL), >, 0);
}

static void
owned_cb (GDBusConnection *connection,
          const char      *name,
          gpointer         data)
{
  is_owned = TRUE;
}

static void
tell (const char *key,
      guint       value)
{
  g_dbus_connection_emit_signal (bus, NULL, PORTAL_PATH, "org.freedesktop.portal.Settings",
                                 "SettingChanged",
                                 g_variant_new ("(ssv)", APPEARANCE, key,
                                                g_variant_new_uint32 (value)), NULL);
}

/* --- tests ---------------------------------------------------------------- */

static gboolean
is_contrasting (Fixture *fixture)
{
  return th_theme_has_high_contrast (th_style_get_theme (th_style_get_default ()));
}

static gboolean
is_plain (Fixture *fixture)
{
  return !th_theme_has_high_contrast (th_style_get_theme (th_style_get_default ()));
}

static gboolean
is_dark (Fixture *fixture)
{
  return th_style_is_dark (th_style_get_default ());
}

static gboolean
is_light (Fixture *fixture)
{
  return !th_style_is_dark (th_style_get_default ());
}

static char *
dup_gtk_theme (void)
{
  char *name;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);

  return name;
}

static ThColor
get_background (void)
{
  return th_theme_get_color (th_style_get_theme (th_style_get_default ()), TH_COLOR_BACKGROUND);
}

/* Settings at the start, then changes. */
static void
test_desktop (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *contrasting = NULL, *plain = NULL;

  wait_until (fixture, is_contrasting);
  wait_until (fixture, is_dark);
  g_assert_cmpuint (n_asked, ==, 1);
  contrasting = dup_gtk_theme ();
  g_assert_cmpstr (contrasting, ==, "Default-hc");
  g_assert_cmpfloat (get_background ().red, ==, 0);
  open_sample (fixture);

  tell ("contrast", 0);
  wait_until (fixture, is_plain);
  plain = dup_gtk_theme ();
  g_assert_cmpstr (plain, !=, "Default-hc");
  g_assert_cmpfloat (get_background ().red, >, 0);
  tell ("color-scheme", 2);
  wait_until (fixture, is_light);
  g_assert_cmpfloat (get_background ().red, >, 0.9);
}

/* The user's setting is combined with the desktop's. */
static void
test_user (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *plain = NULL;

  open_sample (fixture);
  wait_until (fixture, is_plain);
  g_settings_set_boolean (th_settings_get (), "high-contrast", TRUE);
  g_assert_true (is_contrasting (fixture));
  tell ("contrast", 1);
  wait_ms (50);
  g_settings_set_boolean (th_settings_get (), "high-contrast", FALSE);
  g_assert_true (is_contrasting (fixture));
  tell ("contrast", 0);
  wait_until (fixture, is_plain);
  plain = dup_gtk_theme ();
  g_assert_cmpstr (plain, !=, "Default-hc");
}

/* Settings of desktops without a portal. */
static void
test_gtk_theme (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const names[] = { "HighContrast", "HighContrastInverse", "Default-hc" };

  open_sample (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *kept = NULL;

      g_object_set (gtk_settings_get_default (), "gtk-theme-name", names[i], NULL);
      g_assert_true (is_contrasting (fixture));
      g_assert_cmpint (is_dark (fixture), ==, g_str_has_suffix (names[i], "Inverse"));
      kept = dup_gtk_theme ();
      g_assert_cmpstr (kept, ==, names[i]);
    }
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-theme-name");
  g_assert_true (is_plain (fixture));
}

static double
middle_of (Fixture   *fixture,
           GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->window), &bounds));

  return bounds.origin.x + bounds.size.width / 2;
}

/* Whether the labels are on the right. */
static gboolean
is_turned (Fixture *fixture)
{
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  gint64 time;

  th_timeline_set_pointer (timeline, gtk_widget_get_width (GTK_WIDGET (timeline)) - 10, 200);
  return !th_timeline_get_pointer_time (timeline, &time);
}

/* Labels are on the side where reading begins, while time always runs from left to right. */
static void
test_right_to_left (Fixture       *fixture,
                    gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  const ThView *view = th_document_get_view (document);
  int width = gtk_widget_get_width (GTK_WIDGET (timeline));
  gint64 left, right;

  th_timeline_set_pointer (timeline, 10, 200);
  g_assert_false (th_timeline_get_pointer_time (timeline, &left));
  th_timeline_set_pointer (timeline, width - 30, 200);
  g_assert_true (th_timeline_get_pointer_time (timeline, &right));

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  wait_until (fixture, is_turned);
  wait_ms (200);
  th_timeline_set_pointer (timeline, 10, 200);
  g_assert_true (th_timeline_get_pointer_time (timeline, &left));
  th_timeline_set_pointer (timeline, width / 2, 200);
  g_assert_true (th_timeline_get_pointer_time (timeline, &right));
  g_assert_cmpint (left, <, right);
  g_assert_cmpint (left, >=, view->from);
  g_assert_cmpint (left - view->from, <, (view->to - view->from) / 20);
  /* Expressions are left-to-right, followed by their counts, although Find is left of the filter.
   * */
  g_assert_cmpfloat (middle_of (fixture,
                                gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "count")), >,
                     middle_of (fixture,
                                gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "entry")));
  g_assert_cmpfloat (middle_of (fixture,
                                gui_template_child (fixture->window, TH_TYPE_FIND_BAR, "count")), <,
                     middle_of (fixture,
                                gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry")));

  /* A click at the left selects an event at the beginning. */
  th_timeline_click (timeline, th_view_time_to_x (view, SAMPLE_FIRST), 100);
  g_assert_false (th_ref_is_none (th_document_get_selected (document)));
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document),
                                          th_document_get_selected (document)) - SAMPLE_FIRST,
                   <, (view->to - view->from) / 20);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  wait_ms (50);
}

static GtkAdjustment *room;

static gboolean
is_at_first_column (Fixture *fixture G_GNUC_UNUSED)
{
  double most = gtk_adjustment_get_upper (room) - gtk_adjustment_get_page_size (room);

  return most > 0 && gtk_adjustment_get_value (room) == most;
}

/* From right to left, a table that is wider than its pane begins at its right edge, and keeps its
 * place when it is resized. */
static void
test_first_column (Fixture       *fixture,
                   gconstpointer  data)
{
  double distance = 30;
  GtkWidget *view;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  open_sample (fixture);
  wait_until (fixture, is_analysed);
  th_table_pane_set_tab (gui_get_table_pane (fixture), "packets/packets");
  view = find_widget (th_table_pane_get_visible_page (gui_get_table_pane (fixture)),
                      GTK_TYPE_COLUMN_VIEW);
  room = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  wait_until (fixture, is_at_first_column);

  gtk_adjustment_set_value (room, gtk_adjustment_get_value (room) - distance);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1040, 700);
  wait_ms (500);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_upper (room) -
                                  gtk_adjustment_get_page_size (room) -
                                  gtk_adjustment_get_value (room), distance, .5);

  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1690, 900);
  wait_ms (50);
}

/* --- text size ------------------------------------------------------------ */

static int
natural_width (GtkWidget *widget)
{
  int width;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);

  return width;
}

static double label_width;

static gboolean
has_wide_labels (Fixture *fixture)
{
  return th_window_get_timeline (fixture->window)->label_width > label_width + 20;
}

/* Controls beside text grow with it, and hit-testing follows. */
static void
test_text_size (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  ThTimeline *timeline = th_window_get_timeline (fixture->window);
  GtkWidget *icon = find_widget (GTK_WIDGET (fixture->window->zoom_buttons), GTK_TYPE_IMAGE);
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  double line = th_theme_get_line_height (theme), top = th_timeline_get_lanes_top (), factor;
  int width = natural_width (icon), dpi;
  gint64 marker;
  double x;

  label_width = timeline->label_width;
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  wait_until (fixture, has_wide_labels);
  factor = th_theme_get_line_height (th_style_get_theme (th_style_get_default ())) / line;
  g_assert_cmpfloat (factor, >, 1.8);
  g_assert_cmpfloat_with_epsilon (th_timeline_get_lanes_top () / top, factor, 0.1);
  g_assert_cmpfloat_with_epsilon (natural_width (icon) / (double) width, factor, 0.1);

  /* The flag of a marker is hit at its far end, which is twice as far, and below its old height.
   * */
  th_markers_set_marker (th_document_get_markers (document), TH_MARKER_A,
                         SAMPLE_FIRST + (SAMPLE_LAST - SAMPLE_FIRST) / 2);
  marker = th_markers_get_marker (th_document_get_markers (document), TH_MARKER_A);
  x = timeline->time_x + 24 + th_view_time_to_x (th_document_get_view (document), marker);
  g_assert_cmpint (th_timeline_find_marker (timeline, x,
                                            th_timeline_get_overview_height () + 32), ==,
                   TH_MARKER_A);

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  wait_ms (50);
  g_assert_cmpfloat (th_timeline_get_lanes_top (), ==, top);
}

/* --- non-text contrast ----------------------------------------------------- */

static ThColor
look_up (Fixture    *fixture,
         const char *name)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (fixture->window));
  GdkRGBA color;

  g_assert_true (gtk_style_context_lookup_color (context, name, &color));

  return (ThColor) { color.red, color.green, color.blue };
}

/* WCAG 2.1, 1.4.11: 3:1 for controls and their states; in high contrast as for text. */
static void
test_lines (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct { const char *line, *back; gboolean high; } pairs[] = {
    { "th_mark_line", "th_field" }, { "th_mark_line", "th_button" }, { "th_accent", "th_window" },
    { "th_accent", "th_field" },
    { "th_accent", "th_panel" }, { "th_button_line", "th_window", TRUE },
    { "th_button_line", "th_button", TRUE },
    { "th_field_line", "th_window", TRUE }, { "th_line", "th_card", TRUE },
    { "th_selected", "th_window", TRUE },
    { "th_selected", "th_card", TRUE },
  };

  for (guint style = 0; style < 4; style++)
    {
      gboolean high = style & 1;

      th_style_force (th_style_get_default (), style & 2 ? TH_STYLE_DARK : TH_STYLE_LIGHT);
      th_style_force_contrast (th_style_get_default (), high);
      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        {
          double contrast = th_color_contrast (look_up (fixture, pairs[i].line),
                                               look_up (fixture, pairs[i].back));

          g_test_message ("style %u: %s on %s %.2f", style, pairs[i].line, pairs[i].back, contrast);
          if (high || !pairs[i].high)
            g_assert_cmpfloat (contrast, >=, high ? 7 : 3);
        }
    }
  th_style_force_contrast (th_style_get_default (), FALSE);
  th_style_force (th_style_get_default (), TH_STYLE_FOLLOW);
}

/* --- status line ------------------------------------------------------------ */

static gboolean
is_told (Fixture *fixture)
{
  return g_str_has_prefix (gui_get_status (fixture->window),
                           "filter hides 2\u202f555 \u00b7 span 1.000000 ms");
}

static gboolean
is_all_seen (Fixture *fixture)
{
  GtkWidget *all = gui_template_child (fixture->window, TH_TYPE_STATUS_BAR, "all");

  return gtk_widget_get_mapped (all) &&
         gtk_window_get_focus (GTK_WINDOW (fixture->window)) == all;
}

static gboolean
is_all_gone (Fixture *fixture)
{
  return !gtk_widget_get_mapped (gui_template_child (fixture->window, TH_TYPE_STATUS_BAR, "all")) &&
         gtk_window_get_focus (GTK_WINDOW (fixture->window)) ==
           GTK_WIDGET (th_window_get_timeline (fixture->window));
}

static gboolean
tells_lost (Fixture *fixture)
{
  return g_str_has_prefix (gui_get_status (fixture->window),
                           "53 gaps, at least 13\u202f290 events lost");
}

/* trace-cmd report: 53 lines of dropped events, the sum of their numbers is 13290. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "e1000-lost.dat", NULL);

  open_path (fixture, path);
  wait_until (fixture, tells_lost);
}

/* A narrow window truncates the status; a key shows all of it. */
static void
test_status (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);
  const char *all;

  activate (fixture, "win.set-filter('sched:*')");
  th_document_select_span (document, SAMPLE_FIRST, SAMPLE_FIRST + 1000000);
  wait_until (fixture, is_told);
  activate (fixture, "win.status");
  wait_until (fixture, is_all_seen);
  all =
    gtk_label_get_text (GTK_LABEL (gui_template_child (fixture->window, TH_TYPE_STATUS_BAR,
                                                       "all")));
  g_assert_nonnull (strstr (all, "filter hides"));
  g_assert_nonnull (strstr (all, "\nspan 1.000"));
  g_assert_nonnull (strstr (all, "\n2\u202f687 events\n"));
  g_assert_nonnull (strstr (all, "\nanalyses done in"));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (gui_template_child (fixture->window, TH_TYPE_STATUS_BAR,
                                                                "more")));
  wait_until (fixture, is_all_gone);
}

static GdkRGBA
get_color (GtkWidget *widget)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);

  return color;
}

static GdkRGBA
look_up_color (GtkWidget  *widget,
               const char *name)
{
  GdkRGBA color;

  g_assert_true (gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name,
                                                 &color));

  return color;
}

/* Dialogs have a style of their own.  Its rules do not precede more specific ones of the main
 * window, like that of selected rows. */
static void
test_parts (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *window = gtk_window_new (), *list = gtk_list_box_new (), *fine = gtk_label_new ("");
  GtkWidget *row = gtk_list_box_row_new ();
  GdkRGBA color, wanted;

  th_style_force (th_style_get_default (), TH_STYLE_DARK);
  th_style_force_contrast (th_style_get_default (), TRUE);
  gtk_window_set_child (GTK_WINDOW (window), list);
  gtk_widget_add_css_class (window, "preferences");
  gtk_widget_add_css_class (fine, "fine");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), fine);
  gtk_list_box_append (GTK_LIST_BOX (list), row);

  color = get_color (fine);
  wanted = look_up_color (fine, "th_marker_b");
  g_assert_true (gdk_rgba_equal (&color, &wanted));
  color = get_color (row);
  wanted = look_up_color (row, "th_ink");
  g_assert_true (gdk_rgba_equal (&color, &wanted));
  gtk_list_box_select_row (GTK_LIST_BOX (list), GTK_LIST_BOX_ROW (row));
  color = get_color (row);
  wanted = look_up_color (row, "th_selected_ink");
  g_assert_true (gdk_rgba_equal (&color, &wanted));

  gtk_window_destroy (GTK_WINDOW (window));
  th_style_force_contrast (th_style_get_default (), FALSE);
  th_style_force (th_style_get_default (), TH_STYLE_FOLLOW);
}

static guint
count_accent (GtkWidget *widget)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  int width = gdk_paintable_get_intrinsic_width (paintable);
  int height = gdk_paintable_get_intrinsic_height (paintable);
  g_autofree guint32 *pixels = g_new (guint32, width * height);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GdkRGBA accent = look_up_color (widget, "th_accent");
  guint32 wanted = 0xff000000 | (guint) round (accent.red * 255) << 16 |
                   (guint) round (accent.green * 255) << 8 | (guint) round (accent.blue * 255);
  g_autoptr(GskRenderNode) node = NULL;
  g_autoptr(GdkTexture) texture = NULL;
  guint n = 0;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)),
                                         node, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, (guchar *) pixels, width * 4);
  for (int i = 0; i < width * height; i++)
    n += pixels[i] == wanted;

  return n;
}

/* A button that cannot be pressed has no frame in the color of the focus. */
static void
test_disabled (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_button_new_with_label ("Record");

  th_style_force (th_style_get_default (), TH_STYLE_LIGHT);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_box_append (GTK_BOX (box), button);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wait_ms (300);
  g_assert_cmpuint (count_accent (button), >, 100);
  gtk_widget_set_sensitive (button, FALSE);
  wait_ms (300);
  g_assert_cmpuint (count_accent (button), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
  th_style_force (th_style_get_default (), TH_STYLE_FOLLOW);
}

/* The focus is visible on the default button, which has the color of the usual outline. */
static void
test_suggested_focus (Fixture       *fixture,
                      gconstpointer  data)
{
  GtkWidget *window = gtk_window_new (), *button = gtk_button_new_with_label ("Record");
  guint before;

  gtk_widget_add_css_class (button, "suggested-action");
  gtk_window_set_child (GTK_WINDOW (window), button);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (button);
  wait_ms (400); /* transitions */
  gtk_widget_unset_state_flags (button, GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE);
  wait_ms (400);
  before = count_accent (button);
  g_assert_cmpuint (before, >, 200);
  gtk_widget_set_state_flags (button, GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE, FALSE);
  wait_ms (400);
  g_assert_cmpuint (count_accent (button), <, before - 80);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  g_bus_own_name (G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop", 0, bus_cb, owned_cb, NULL,
                  NULL, NULL);
  while (!is_owned)
    g_main_context_iteration (NULL, TRUE);

  ADD_WINDOW_TEST ("/style/parts", test_parts);
  ADD_WINDOW_TEST ("/style/disabled", test_disabled);
  ADD_WINDOW_TEST ("/style/suggested-focus", test_suggested_focus);
  ADD_WINDOW_TEST ("/style/desktop", test_desktop);
  ADD_WINDOW_TEST ("/style/user", test_user);
  ADD_WINDOW_TEST ("/style/gtk-theme", test_gtk_theme);
  ADD_WINDOW_TEST ("/style/right-to-left", test_right_to_left);
  ADD_WINDOW_TEST ("/style/first-column", test_first_column);
  ADD_WINDOW_TEST ("/style/text-size", test_text_size);
  ADD_WINDOW_TEST ("/style/lines", test_lines);
  ADD_WINDOW_TEST ("/style/status", test_status);
  ADD_WINDOW_TEST ("/style/lost", test_lost);

  return g_test_run ();
}
