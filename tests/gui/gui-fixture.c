/* gui-fixture.c - a window with a recording, and waiting for what it does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"

#include "th-scene-draw.h"

#include <glib/gstdio.h>

#include "th-analyses.h"
#include "th-analysis-runner.h"
#include "th-color.h"
#include "th-event-filter.h"
#include "th-lane-view.h"
#include "th-result-table.h"
#include "th-thread-pool.h"

#ifdef __SANITIZE_THREAD__
#define PATIENCE_SECONDS 200
#else
#define PATIENCE_SECONDS 40
#endif

static gboolean
timeout_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
wait_ms (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, timeout_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

void
wait_until_at (Fixture    *fixture,
               Condition   condition,
               const char *what,
               const char *where)
{
  gboolean over = FALSE;
  guint id = g_timeout_add_seconds (PATIENCE_SECONDS, timeout_cb, &over);

  while (!condition (fixture) && !over)
    g_main_context_iteration (NULL, TRUE);
  if (over && fixture->window != NULL)
    g_test_message ("%s: no %s: page %s, state %d", where, what,
                    th_window_get_page (fixture->window),
                    th_window_get_document (fixture->window) != NULL
                    ? (int) th_document_get_state (th_window_get_document (fixture->window)) : -1);
  g_assert_false (over);
  g_source_remove (id);
}

static void
remove_directory (const char *path)
{
  g_autoptr(GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (g_unlink (file) != 0)
        remove_directory (file);
    }
  g_rmdir (path);
}

static char *home;

static void
remove_home_cb (void)
{
  remove_directory (home);
  g_clear_pointer (&home, g_free);
}

void
init_test (int    *argc,
           char ***argv)
{
  g_autofree char *schemas = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "data", NULL);

  /* Recordings go to the home folder, and the list of recent files to the folder for data. */
  home = g_dir_make_tmp ("thresher-home-XXXXXX", NULL);
  g_assert_nonnull (home);
  atexit (remove_home_cb);
  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_setenv ("XDG_STATE_HOME", home, TRUE);
  g_setenv ("GSETTINGS_SCHEMA_DIR", schemas, TRUE);
  gtk_test_init (argc, argv);
  /* In the middle of the screen the pointer would be over windows that open.  GTK 4.8 queries the
   * tooltip there half a second later, with a critical if the window is closed by then. */
  g_spawn_command_line_sync ("xdotool mousemove -- 10000 10000", NULL, NULL, NULL, NULL);
}

/* One application for the whole program, because it can only leave the session bus by
 * g_application_run(). */
static ThApplication *
get_application (void)
{
  static ThApplication *application;
  g_autoptr(GError) error = NULL;

  if (application != NULL)
    return application;

  application = th_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) |
                           G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);

  return application;
}

/* Stores the empty window, which was raised or created, in the fixture. */
static void
show_window (Fixture *fixture)
{
  g_application_activate (G_APPLICATION (fixture->application));
  fixture->window =
    TH_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (fixture->application)));
  g_assert_nonnull (fixture->window);
}

void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  fixture->directory = g_dir_make_tmp ("thresher-XXXXXX", &error);
  g_assert_no_error (error);

  fixture->application = get_application ();
  show_window (fixture);
}

ThResults *
gui_get_followed (Fixture *fixture,
                  guint32 *row)
{
  return th_flow_follower_get_followed (gui_get_follower (fixture), row);
}

gboolean
gui_is_following (Fixture *fixture)
{
  return gui_get_followed (fixture, NULL) != NULL;
}

/* The end of a worker does not wake this main loop. */
gboolean
is_at_rest (Fixture *fixture)
{
  wait_ms (1);
  return th_thread_pool_wait (0);
}

void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  GList *windows;

  fixture->window = NULL;
  while ((windows = gtk_application_get_windows (GTK_APPLICATION (fixture->application))) != NULL)
    {
      gpointer weak = windows->data;

      g_object_add_weak_pointer (weak, &weak);
      /* GTK 4.8 keeps a reference to the widget to which it would move the focus in the next
       * frame. */
      if (TH_IS_WINDOW (weak))
        gtk_widget_grab_focus (GTK_WIDGET (th_window_get_timeline (weak)));
      gtk_window_destroy (weak);
      wait_ms (20);
      /* A closed window must be freed completely. */
      g_assert_null (weak);
    }
  wait_until (fixture, is_at_rest);
  remove_directory (fixture->directory);
  g_clear_pointer (&fixture->directory, g_free);
}

gboolean
is_loaded (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return document != NULL && th_document_get_state (document) == TH_DOCUMENT_LOADED;
}

gboolean
is_analysed (Fixture *fixture)
{
  return is_loaded (fixture) &&
         th_analysis_runner_get_seconds (gui_get_analyses (fixture)) >= 0;
}

static void
append_text (GtkWidget *widget,
             GString   *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_text (child, text);
}

char *
dup_label_texts (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  append_text (widget, text);
  return g_string_free (text, FALSE);
}

void
append_labels (GtkWidget *widget,
               GString   *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_labels (child, text);
}

GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);

  return found;
}

void
activate_row (GtkWidget *table,
              guint      position)
{
  g_signal_emit_by_name (find_widget (table, GTK_TYPE_COLUMN_VIEW), "activate", position);
}

guint
gui_get_selected_row (gpointer table)
{
  return gui_get_uint (table, "selected");
}

void
gui_select_row (gpointer table,
                guint    position)
{
  g_object_set (table, "selected", position, NULL);
}

GtkSelectionModel *
gui_get_selection (gpointer table)
{
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find_widget (table, GTK_TYPE_COLUMN_VIEW)));
}

void
gui_sort_table (gpointer table,
                guint    column,
                gboolean descending)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (find_widget (table, GTK_TYPE_COLUMN_VIEW));
  g_autoptr(GtkColumnViewColumn) sorted =
    g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_sort_by_column (view, sorted,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

ThResultList *
gui_get_result_list (gpointer table)
{
  g_autoptr(ThResultList) list = NULL;

  g_object_get (table, "list", &list, NULL);
  return list;
}

GtkWidget *
gui_get_lane_view (ThTimeline *timeline,
                   guint       lane)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (timeline)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (TH_IS_LANE_VIEW (child) && gtk_widget_get_child_visible (child) &&
        gui_get_uint (child, "lane") == lane)
      return child;

  return NULL;
}

static GtkWidget *
find_next (GtkWidget *widget,
           GType      type,
           guint     *index)
{
  GtkWidget *found = NULL;

  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (*index)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_next (child, type, index);

  return found;
}

GtkWidget *
find_widget_at (GtkWidget *widget,
                GType      type,
                guint      index)
{
  return find_next (widget, type, &index);
}

void
gui_type_offset (GtkWidget  *dialog,
                 guint       part,
                 const char *text)
{
  GtkWidget *entry = find_widget_at (dialog, GTK_TYPE_ENTRY, part - 1);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static gpointer
chooser_part (ThChooser  *chooser,
              const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (chooser), TH_TYPE_CHOOSER, name);
}

void
gui_type_choice (ThChooser  *chooser,
                 const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (chooser_part (chooser, "entry")), text);
}

void
gui_choose (ThChooser  *chooser,
            const char *text)
{
  gui_type_choice (chooser, text);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (chooser), "chooser.choose", NULL));
}

char *
gui_list_choices (ThChooser *chooser)
{
  GString *titles = g_string_new (NULL);
  GtkListBoxRow *row;

  /* A chooser that was just opened is filled in an idle callback. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (guint i = 0;
       (row = gtk_list_box_get_row_at_index (chooser_part (chooser, "list"), i)) != NULL; i++)
    {
      GtkWidget *title = find_widget (GTK_WIDGET (row), GTK_TYPE_LABEL);

      g_string_append_printf (titles, "%s\n", gtk_label_get_text (GTK_LABEL (title)));
    }

  return g_string_free (titles, FALSE);
}

gboolean
is_arranging (GtkWidget *table)
{
  gboolean busy;

  g_object_get (gui_get_result_list (table), "busy", &busy, NULL);
  return busy;
}

GtkWidget *
find_tooltip (GtkWidget  *widget,
              const char *text)
{
  GtkWidget *found = g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_tooltip (child, text);

  return found;
}

void
add_values (ThDocument *document)
{
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (params, (char *) "event", (char *) "irq:softirq_raise");
  g_hash_table_insert (params, (char *) "field", (char *) "vec");
  g_assert_true (th_analysis_runner_add (th_document_get_analyses (document),
                                         th_analyses_find ("values"), params, NULL));
}

/* --- bars --------------------------------------------------------------- */

static GtkWidget *
get_bar (ThWindow *window,
         GType     type)
{
  return find_widget (GTK_WIDGET (window), type);
}

static const char *
get_text (GtkWidget  *bar,
          const char *property)
{
  char *text = NULL;

  g_object_get (bar, property, &text, NULL);
  g_object_set_data_full (G_OBJECT (bar), property, text, g_free);
  return text;
}

ThEventFilter *
gui_get_filter (Fixture *fixture)
{
  return th_document_get_filter (th_window_get_document (fixture->window));
}

ThEventSearch *
gui_get_search (Fixture *fixture)
{
  return th_document_get_search (th_window_get_document (fixture->window));
}

ThFlowFollower *
gui_get_follower (Fixture *fixture)
{
  return th_document_get_follower (th_window_get_document (fixture->window));
}

ThAnalysisRunner *
gui_get_analyses (Fixture *fixture)
{
  return th_document_get_analyses (th_window_get_document (fixture->window));
}

ThRecording *
gui_get_recording (ThWindow *window)
{
  return th_document_get_recording (th_window_get_document (window));
}

gboolean
gui_is_filtered (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThEventFilter *filter = th_document_get_filter (document);
  GtkWidget *entry = gui_template_child (fixture->window, TH_TYPE_FILTER_BAR, "entry");

  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)),
                      th_event_filter_get_text (filter)) &&
         !th_event_filter_is_running (filter);
}

guint64
gui_get_n_shown (Fixture *fixture)
{
  wait_until (fixture, gui_is_filtered);

  return th_rows_get_n (th_event_filter_get_rows (gui_get_filter (fixture)));
}

guint
gui_count_windows (Fixture *fixture)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (fixture->application)));
}

const char *
gui_get_status (ThWindow *window)
{
  return get_text (get_bar (window, TH_TYPE_STATUS_BAR), "text");
}

const char *
gui_get_activity (ThWindow *window)
{
  return get_text (get_bar (window, TH_TYPE_STATUS_BAR), "activity");
}

const char *
gui_get_notice (ThWindow *window)
{
  return get_text (get_bar (window, TH_TYPE_STATUS_BAR), "notice");
}

const char *
gui_get_bar_text (ThWindow *window)
{
  return get_text (get_bar (window, TH_TYPE_PROBLEM_BAR), "text");
}

gboolean
gui_lacks_symbols (ThWindow *window)
{
  gboolean lacks;

  g_object_get (get_bar (window, TH_TYPE_PROBLEM_BAR), "lacks-symbols", &lacks, NULL);
  return lacks;
}

GtkWidget *
gui_template_child (ThWindow   *window,
                    GType       type,
                    const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_bar (window, type), type, name));
}

gboolean
is_refused (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return document != NULL && th_document_get_state (document) == TH_DOCUMENT_FAILED;
}

gboolean
is_read (Fixture *fixture)
{
  return !th_inspector_is_busy (th_window_get_inspector (fixture->window));
}

GFile *
sample_file (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples",
                                                 "e1000-tcp.dat", NULL);

  return g_file_new_for_path (path);
}

GFile *
copy_sample (Fixture    *fixture,
             const char *name,
             gsize       size)
{
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
  g_autoptr(GFile) sample = sample_file ();
  g_autofree char *bytes = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;

  g_file_load_contents (sample, NULL, &bytes, &length, NULL, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, bytes, size > 0 ? MIN (size, length) : length, &error);
  g_assert_no_error (error);

  return g_file_new_for_path (path);
}

ThWindow *
gui_open_file (Fixture *fixture,
               GFile   *file)
{
  GtkApplication *application = GTK_APPLICATION (fixture->application);

  g_application_open (G_APPLICATION (application), &file, 1, "");
  fixture->window = TH_WINDOW (gtk_application_get_active_window (application));
  /* The display server has not yet given the focus to a window that was there before. */
  for (GList *link = gtk_application_get_windows (application); link != NULL; link = link->next)
    {
      ThDocument *document = TH_IS_WINDOW (link->data) ? th_window_get_document (link->data) : NULL;

      if (document != NULL && g_file_equal (th_document_get_file (document), file))
        fixture->window = link->data;
    }

  return fixture->window;
}

void
gui_open_with (Fixture             *fixture,
               GFile               *file,
               const ThOpenOptions *options)
{
  show_window (fixture);
  th_window_open (fixture->window, file, options);
}

static ThDocument *
open_and_wait (Fixture *fixture,
               GFile   *file)
{
  gui_open_file (fixture, file);
  wait_until (fixture, is_loaded);
  /* Tables get their rows when the main loop is idle. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  /* Animations are off in tests, but a frame must be drawn: wait twice, because the first signal
   * is emitted before the paint. */
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));

  return th_window_get_document (fixture->window);
}

ThDocument *
open_path (Fixture    *fixture,
           const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return open_and_wait (fixture, file);
}

ThDocument *
open_sample (Fixture *fixture)
{
  g_autoptr(GFile) file = sample_file ();

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  return open_and_wait (fixture, file);
}

void
activate (Fixture    *fixture,
          const char *detailed)
{
  g_autoptr(GVariant) target = NULL;
  g_autofree char *name = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (g_action_parse_detailed_name (detailed, &name, &target, &error));
  g_assert_no_error (error);
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), name, target));
  /* The status line and the enabled actions are updated in an idle callback. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

typedef struct
{
  char    *text;
  gboolean done;
} Clipboard;

static void
clipboard_read_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      data)
{
  Clipboard *clipboard = data;

  clipboard->text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  clipboard->done = TRUE;
}

char *
read_clipboard (Fixture *fixture)
{
  Clipboard read = { NULL, FALSE };

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (fixture->window)), NULL,
                                 clipboard_read_cb, &read);
  while (!read.done)
    g_main_context_iteration (NULL, TRUE);

  return read.text;
}

char *
view_text (ThDocument *document)
{
  const ThView *view = th_document_get_view (document);

  return g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                          (view->from - SAMPLE_FIRST) / 1000, (view->to - SAMPLE_FIRST) / 1000);
}

gboolean
shows_cell (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_INSCRIPTION (widget) &&
      g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows_cell (child, text))
      return TRUE;

  return FALSE;
}

guint
count_pixels (Fixture  *fixture,
              guint32   color,
              gboolean  equal)
{
  ThDocument *document = th_window_get_document (fixture->window);
  ThScene *scene = th_document_get_scene (document);
  ThView view = th_document_get_fit (document);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 20);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  guint n = 0;

  view.width = 600;
  th_scene_draw_lane (scene, th_scene_find_cpu (scene, 0, 0), &view, cr, TH_RENDER_VECTOR);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  for (guint i = 0; i < 600 * 20; i++)
    n += (pixels[i] == color) == equal;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return n;
}

static GdkTexture *
take_picture (ThWindow *window)
{
  GdkTexture *texture = NULL;

  for (guint i = 0; i < 100 && (texture = th_window_render (window)) == NULL; i++)
    wait_ms (20);
  g_assert_nonnull (texture);

  return texture;
}

char *
gui_list_columns (ThTimeline *timeline,
                  ThColorRole  color,
                  double       left,
                  double       top,
                  double       height)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (timeline)));
  ThScene *scene = th_document_get_scene (th_window_get_document (TH_WINDOW (window)));
  guint32 wanted = th_color_pack (th_theme_get_color (th_scene_get_theme (scene), color));
  g_autoptr(GdkTexture) picture = take_picture (TH_WINDOW (window));
  int width = gdk_texture_get_width (picture);
  g_autofree guint32 *pixels = g_new (guint32, width * gdk_texture_get_height (picture));
  GString *columns = g_string_new (NULL);
  double x, y;

  gdk_texture_download (picture, (guchar *) pixels, 4 * width);
  g_assert_true (gtk_widget_translate_coordinates (GTK_WIDGET (timeline), window, left, top, &x,
                                                   &y));
  for (int column = 0; x + column < width; column++)
    for (int row = 0; row < height; row++)
      if (pixels[((int) y + row) * width + (int) x + column] == wanted)
        {
          g_string_append_printf (columns, "%d ", column);
          break;
        }

  return g_string_free (columns, FALSE);
}

guint
gui_get_uint (gpointer    object,
              const char *property)
{
  guint value;

  g_object_get (object, property, &value, NULL);
  return value;
}

gboolean
gui_is (gpointer    object,
        const char *property)
{
  gboolean value;

  g_object_get (object, property, &value, NULL);
  return value;
}

gboolean
gui_action_is_on (ThWindow   *window,
                  const char *action)
{
  g_autoptr(GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), action);

  return g_variant_get_boolean (state);
}

static gboolean
acts_on (ThWindow       *window,
         ThDocumentView *view)
{
  return g_action_map_lookup_action (G_ACTION_MAP (window), "zoom-in") ==
         g_action_map_lookup_action (th_document_view_get_actions (view), "zoom-in");
}

ThDocumentView *
gui_get_view (ThWindow *window)
{
  GtkWidget *view;

  for (guint i = 0;
       (view = find_widget_at (GTK_WIDGET (window), TH_TYPE_DOCUMENT_VIEW, i)) != NULL; i++)
    if (acts_on (window, TH_DOCUMENT_VIEW (view)))
      return TH_DOCUMENT_VIEW (view);

  return NULL;
}

ThTablePane *
gui_get_table_pane (Fixture *fixture)
{
  return th_document_view_get_table_pane (gui_get_view (fixture->window));
}

ThEventTable *
gui_get_table (ThWindow *window)
{
  return TH_EVENT_TABLE (find_widget (GTK_WIDGET (gui_get_view (window)), TH_TYPE_EVENT_TABLE));
}

GtkWidget *
gui_get_tab (ThWindow   *window,
             const char *name)
{
  GtkWidget *pane = find_widget (GTK_WIDGET (gui_get_view (window)), TH_TYPE_TABLE_PANE);
  GObject *pages = gtk_widget_get_template_child (pane, TH_TYPE_TABLE_PANE, "pages");

  return gtk_stack_get_child_by_name (GTK_STACK (pages), name);
}
