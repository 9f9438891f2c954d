/* test-trouble.c - messages of the window about damaged or changed files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "gui-fixture.h"
#include "th-kernel-symbols.h"
#include "th-printable.h"
#include "th-recording-testing.h"
#include "th-recording-window.h"
#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-widgets.h"

static void
open_file (Fixture *fixture,
           GFile   *file)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gui_open_file (fixture, file);
}

/* The message stays in the window, and the window can be used again. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "<b>picture & more.png", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  ThWindow *refused;

  g_assert_true (g_file_set_contents (path, "\211PNG\r\n\032\n no recording", -1, NULL));
  open_file (fixture, file);
  wait_until (fixture, is_refused);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "refused");
  /* The message has the reason and what to do. */
  g_assert_nonnull (strstr (th_document_get_error (th_window_get_document (fixture->window)),
                            "neither a recording of trace-cmd or perf nor a network capture or a "
                            "trace as text. Open the file that "));

  refused = fixture->window;
  open_sample (fixture);
  g_assert_true (fixture->window == refused);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "recording");
}

/* Text that is not a trace is reported as such. */
static void
test_refused_text (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "letter.dat", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "Dear reader,\nthis is no trace.\n", -1, NULL));
  open_file (fixture, file);
  wait_until (fixture, is_refused);
  g_assert_nonnull (strstr (th_document_get_error (th_window_get_document (fixture->window)),
                            "Unrecognized text format"));
}

/* Whether the file chooser of the window lists the folder of the test; it reads folders
 * asynchronously. */
static gboolean
chooses_in_folder (Fixture *fixture)
{
  GtkWindow *chooser = th_dialog_find (GTK_WINDOW (fixture->window), GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_autoptr(GFile) expected = g_file_new_for_path (fixture->directory);
  g_autoptr(GFile) folder = NULL;

  if (chooser != NULL)
    folder = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));
  return folder != NULL && g_file_equal (folder, expected);
}

/* A folder may be dropped on the window. */
static void
test_folder (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) folder = g_file_new_for_path (fixture->directory);
  g_autofree char *reason = g_strdup_printf ("“%s” is a folder: open a recording in it",
                                             fixture->directory);

  open_file (fixture, folder);
  wait_until (fixture, is_refused);
  g_assert_cmpstr (th_document_get_error (th_window_get_document (fixture->window)), ==, reason);

  /* Then a recording in it is chosen. */
  activate (fixture, "win.open");
  wait_until (fixture, chooses_in_folder);
  gtk_dialog_response (GTK_DIALOG (th_dialog_find (GTK_WINDOW (fixture->window),
                                                   GTK_TYPE_FILE_CHOOSER_DIALOG)),
                       GTK_RESPONSE_CANCEL);
}

/* Its name, that of a picture, does not matter. */
static void
test_misnamed (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "picture.png", 0);

  open_file (fixture, file);
  wait_until (fixture, is_loaded);
  g_assert_cmpuint (th_recording_get_n_events (gui_get_recording (fixture->window)), ==,
                    SAMPLE_EVENTS);
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/at/all.dat");

  open_file (fixture, file);
  wait_until (fixture, is_refused);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "refused");
}

/* The file is cut in the middle of its compressed event data. */
static void
damage (GFile *file)
{
  g_autofree char *bytes = NULL;
  g_autofree char *path = g_file_get_path (file);
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 944000);
  memset (bytes + 943000, 0x5a, 200);
  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
}

/* The rest is shown, and a bar says what is missing. */
static void
test_partial (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "damaged.dat", 0);
  ThDocument *document;

  damage (file);
  open_file (fixture, file);
  wait_until (fixture, is_loaded);
  document = th_window_get_document (fixture->window);
  g_assert_cmpint (th_recording_get_state (th_document_get_recording (document)), ==, TH_LOAD_PART);
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (document)), <,
                    SAMPLE_EVENTS);
  g_assert_nonnull (gui_get_bar_text (fixture->window));
  g_assert_cmpuint (strlen (gui_get_bar_text (fixture->window)), >, 20);

  activate (fixture, "win.close-bar");
  g_assert_null (gui_get_bar_text (fixture->window));
}

static void
cancel_cb (Fixture *fixture)
{
  activate (fixture, "win.cancel");
}

/* Press Esc as soon as there is something to cancel. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "cancel.dat", 0);
  ThDocument *document;

  open_file (fixture, file);
  document = th_window_get_document (fixture->window);
  g_signal_connect_swapped (document, "recording-changed", G_CALLBACK (cancel_cb), fixture);
  wait_until (fixture, is_loaded);
  g_assert_cmpint (th_recording_get_state (th_document_get_recording (document)), ==,
                   TH_LOAD_CANCELLED);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "recording");
  g_assert_null (gui_get_bar_text (fixture->window));
  /* The analyses of the loaded part may still run, and are stopped by this. */
  th_document_cancel (document);
  g_assert_false (th_document_cancel (document));
}

static gboolean
is_changed (Fixture *fixture)
{
  return th_document_get_changed (th_window_get_document (fixture->window));
}

/* A recorder overwrites the file that is shown. */
static void
test_truncated_under_us (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "live.dat", 0);
  g_autofree char *path = g_file_get_path (file);
  ThDocument *document;

  open_file (fixture, file);
  wait_until (fixture, is_loaded);
  document = th_window_get_document (fixture->window);
  g_assert_false (th_document_get_changed (document));

  g_assert_cmpint (truncate (path, 5000), ==, 0);
  wait_until (fixture, is_changed);
  /* Only reading the missing data fails. */
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 100))");
  wait_until (fixture, is_read);
  activate (fixture, "win.zoom-in");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (document)), ==,
                    SAMPLE_EVENTS);
}

/* Columns that are not in memory are decoded from the file, whose contents are not those of the
 * recording any more. */
static void
test_overwritten_under_us (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "rewritten.dat", 0);
  g_autofree char *path = g_file_get_path (file), *bytes = NULL;
  ThDocument *document;
  ThEventFilter *filter;
  gsize size;
  FILE *out;

  th_column_cache_set_usual_limit (1);
  open_file (fixture, file);
  wait_until (fixture, is_analysed);
  th_column_cache_set_usual_limit (0);
  document = th_window_get_document (fixture->window);
  filter = th_document_get_filter (document);

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize i = size / 4; i < size; i++)
    bytes[i] = (char) (i * 7 + i / 100);
  out = g_fopen (path, "r+");
  fwrite (bytes, 1, size, out);
  fclose (out);
  wait_until (fixture, is_changed);
  g_assert_true (gtk_widget_get_visible (gui_template_child (fixture->window, TH_TYPE_PROBLEM_BAR,
                                                             "changed")));

  th_event_filter_set_text (filter, "sched_switch");
  wait_until (fixture, gui_is_filtered);
  activate (fixture, "win.select((uint32 0, uint32 1, uint32 100))");
  wait_until (fixture, is_read);
  activate (fixture, "win.zoom-in");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  th_event_filter_set_text (filter, "");
  wait_until (fixture, gui_is_filtered);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  g_assert_cmpuint (th_recording_get_n_events (th_document_get_recording (document)), ==,
                    SAMPLE_EVENTS);
}

static gboolean
is_selected (Fixture *fixture)
{
  return gui_get_selected_row (gui_get_table (fixture->window)) !=
         GTK_INVALID_LIST_POSITION;
}

static void
test_reload (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "again.dat", 0);
  g_autofree char *before = NULL, *after = NULL;
  ThRecording *recording;
  ThDocument *document;

  open_file (fixture, file);
  wait_until (fixture, is_loaded);
  document = th_window_get_document (fixture->window);
  recording = th_document_get_recording (document);
  activate (fixture, "win.show-span((int64 177600000000, int64 177610000000))");
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 100))");
  before = view_text (document);

  activate (fixture, "win.reload");
  wait_until (fixture, is_loaded);
  g_assert_true (th_document_get_recording (document) != recording);
  after = view_text (document);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (th_document_get_selected (document).row, ==, 100);
  wait_until (fixture, is_selected);
}

/* Shows each table in turn, with times relative to a marker: none reads rows of the recording that
 * is not loaded yet. */
static void
test_reload_tables (Fixture       *fixture,
                    gconstpointer  data)
{
  const char *name;

  open_sample (fixture);
  activate (fixture, "win.select((uint32 0, uint32 0, uint32 100))");
  activate (fixture, "win.set-marker-a");
  activate (fixture, "win.time-format('since-marker')");
  for (guint i = 0; i < 4; i++)
    {
      wait_until (fixture, is_analysed);
      g_assert_nonnull (th_table_pane_get_title (gui_get_table_pane (fixture), i, &name));
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.tab", "s", name);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
      activate (fixture, "win.reload");
    }
  wait_until (fixture, is_analysed);
}

/* If a reload fails, the loaded recording stays, and a bar says why. */
static void
test_reload_refused (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "gone.dat", 0);
  g_autofree char *path = g_file_get_path (file);

  open_file (fixture, file);
  wait_until (fixture, is_loaded);
  g_assert_cmpint (g_unlink (path), ==, 0);
  activate (fixture, "win.reload");
  wait_until (fixture, is_refused);
  g_assert_cmpstr (th_window_get_page (fixture->window), ==, "recording");
  g_assert_nonnull (gui_get_bar_text (fixture->window));
}

/* Closing during a load leaves nothing behind that would crash. */
static void
test_close_while_loading (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr(GFile) file = copy_sample (fixture, "close.dat", 0);

  open_file (fixture, file);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_ms (300);
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (fixture->application)));
}

/* Each file in the folder of broken files ends in a message or a picture. */
static gboolean
is_settled (Fixture *fixture)
{
  return is_loaded (fixture) || is_refused (fixture);
}

static void
test_broken_files (Fixture       *fixture,
                   gconstpointer  data)
{
  const char *traces = g_getenv ("THRESHER_TRACES");
  g_autofree char *folder = traces != NULL ? g_build_filename (traces, "broken", NULL) : NULL;
  g_autoptr(GDir) directory = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  if (directory == NULL)
    {
      g_test_skip ("THRESHER_TRACES does not name a folder with broken recordings");
      return;
    }

  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autoptr(GFile) file = g_file_new_build_filename (folder, name, NULL);

      th_window_open (fixture->window, file, NULL);
      wait_until (fixture, is_settled);
      g_assert_true (is_refused (fixture) ||
                     g_str_equal (th_window_get_page (fixture->window), "recording"));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
    }
}

/* --- the recording window ----------------------------------------------- */

static ThRecordingWindow *
find_recording_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (TH_IS_RECORDING_WINDOW (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return TH_RECORDING_WINDOW (window);
    }
  return NULL;
}

static char *
recording_text (ThRecordingWindow *window)
{
  char *text;

  g_object_get (window, "text", &text, NULL);
  return text;
}

/* Returns the button that leads to the first problem, or NULL if no problem has a place. */
static GtkWidget *
find_show_button (ThRecordingWindow *window)
{
  return find_widget (GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (window),
                                                                 TH_TYPE_RECORDING_WINDOW, "box")),
                      GTK_TYPE_BUTTON);
}

static void
test_recording_window (Fixture       *fixture,
                       gconstpointer  data)
{
  static const char *const lines[] = {
    "Format\ttrace.dat\n", "Read\tcomplete\n", "\nTop buffer\nEvents\t2\u202f687\n",
    "First\t177.573538626\nLast\t177.777622149\n",
    "Lost\tnone reported\n", "CPU\tEvents\tFirst\tLast\tGaps\n0\t1\u202f942\t177.",
    "/e1000-tcp.dat\n",
    /* Of the types that an analysis needs, the first has no format in the file, the second has one
     * but no events. */
    "\nAnalysis remarks\n",
    "\nPower\tNone of the required events were recorded: power:cpu_frequency, power:cpu_idle.\n",
    ("\nMarkers\tThe file describes the required events, but none of them was recorded: "
     "ftrace:print, "),
  };
  ThRecordingWindow *window;
  g_autofree char *text = NULL;

  open_sample (fixture);
  g_assert_null (find_recording_window ());
  wait_until (fixture, is_analysed);
  activate (fixture, "win.recording");
  window = find_recording_window ();
  g_assert_nonnull (window);
  text = recording_text (window);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (strstr (text, lines[i]) == NULL)
      {
        g_test_message ("%s is not in\n%s", lines[i], text);
        g_test_fail ();
      }
  g_assert_null (find_show_button (window));

  gtk_window_close (GTK_WINDOW (window));
  g_assert_null (find_recording_window ());
}

/* The first page of CPU 0 says that it holds more than it can. */
#define V6_PAGE 393216
#define V6_PAGE_STAMP G_GINT64_CONSTANT (621958075349)

static void
test_problem_leads (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "data", "e1000-v6.dat", NULL);
  g_autofree char *path = g_build_filename (fixture->directory, "damaged.dat", NULL);
  g_autofree char *bytes = NULL, *text = NULL;
  ThDocument *document;
  ThRecordingWindow *window;
  ThRef selected;
  const ThView *view;
  gsize size;

  g_assert_true (g_file_get_contents (source, &bytes, &size, NULL));
  bytes[V6_PAGE + 9] = 0x7f;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) size, NULL));
  document = open_path (fixture, path);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                            "CPU 0, time 621.958075349, byte 393216 of the file"));

  th_document_set_view (document, V6_PAGE_STAMP + 1000000, V6_PAGE_STAMP + 2000000);
  activate (fixture, "win.recording");
  window = find_recording_window ();
  text = recording_text (window);
  g_assert_true (g_str_has_prefix (text, "Damaged pages of event data"));
  g_signal_emit_by_name (find_show_button (window), "clicked");
  selected = th_document_get_selected (document);
  g_assert_cmpuint (selected.cpu, ==, 0);
  g_assert_cmpint (th_recording_get_time (th_document_get_recording (document), selected), ==,
                   V6_PAGE_STAMP);
  view = th_document_get_view (document);
  g_assert_cmpint (view->from, <=, V6_PAGE_STAMP);
  g_assert_cmpint (view->to, >=, V6_PAGE_STAMP);
}

static gboolean
lacks_symbols (Fixture *fixture)
{
  return gui_lacks_symbols (fixture->window) &&
         gtk_widget_get_mapped (gui_template_child (fixture->window, TH_TYPE_PROBLEM_BAR,
                                                    "symbols"));
}

static gboolean
has_symbols (Fixture *fixture)
{
  return th_document_get_state (th_window_get_document (fixture->window)) == TH_DOCUMENT_LOADED &&
         !gui_lacks_symbols (fixture->window);
}

static gboolean
symbols_refused (Fixture *fixture)
{
  const char *notice = gui_get_notice (fixture->window);

  return notice != NULL && strstr (notice, "is not an ELF file") != NULL;
}

static void
load_symbols (Fixture    *fixture,
              const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *action = g_strdup_printf ("win.load-symbols-from('%s')", uri);

  activate (fixture, action);
}

/* perf records no names of kernel functions, so the window offers to load them.  The sample has
 * its own. */
static void
test_symbols (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "virtio-tp-g.perf.data",
                                                 NULL);
  g_autofree char *kallsyms = g_build_filename (fixture->directory, "kallsyms", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  guint64 offset;

  open_file (fixture, file);
  wait_until (fixture, lacks_symbols);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window), "this recording has no symbols"));

  /* A file that is not a list of symbols is reported, and nothing changes. */
  load_symbols (fixture, path);
  wait_until (fixture, symbols_refused);
  g_assert_true (gui_lacks_symbols (fixture->window));

  g_assert_true (g_file_set_contents (kallsyms,
                                      "ffffffff80000001 T all_of_it\nffffffffff000000 T the_end\n",
                                      -1, NULL));
  load_symbols (fixture, kallsyms);
  wait_until (fixture, has_symbols);
  wait_ms (300);
  g_assert_false (gui_lacks_symbols (fixture->window));
  g_assert_cmpstr (th_recording_get_symbol (gui_get_recording (fixture->window),
                                            G_GUINT64_CONSTANT (0xffffffff81000000), &offset), ==,
                   "all_of_it");
  g_assert_cmphex (offset, ==, 0xffffff);
  g_assert_true (th_kernel_symbols_set (NULL, NULL, FALSE, NULL));

  open_sample (fixture);
  wait_ms (300);
  g_assert_false (gui_lacks_symbols (fixture->window));
}

/* GTK 4.8 measures a row of buttons with baselines in two ways, which differ by a pixel
 * in some fonts, and says so as a critical. */
static void
test_bar_fonts (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "virtio-tp-g.perf.data",
                                                 NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *before = NULL;

  open_file (fixture, file);
  wait_until (fixture, lacks_symbols);
  g_object_get (gtk_settings_get_default (), "gtk-font-name", &before, NULL);
  for (guint size = 80; size <= 160; size += 3)
    {
      g_autofree char *font = g_strdup_printf ("Sans %u.%u", size / 10, size % 10);

      g_object_set (gtk_settings_get_default (), "gtk-font-name", font, NULL);
      wait_ms (30);
    }
  g_object_set (gtk_settings_get_default (), "gtk-font-name", before, NULL);
}

/* --- bidirectional control characters ----------------------------------- */

static void
check_clean (const char *text,
             GString    *all)
{
  if (text == NULL)
    return;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  if (!th_printable_is_clean (text, strlen (text)))
    g_error ("“%s” is shown", text);
  g_string_append_printf (all, "%s\n", text);
}

/* Returns the texts of all labels, cells and tooltips in @widget. */
static void
check_widget (GtkWidget *widget,
              GString   *all)
{
  if (GTK_IS_LABEL (widget))
    check_clean (gtk_label_get_text (GTK_LABEL (widget)), all);
  else if (GTK_IS_INSCRIPTION (widget))
    check_clean (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), all);
  check_clean (gtk_widget_get_tooltip_text (widget), all);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_widget (child, all);
}

static void
test_steering (Fixture       *fixture,
               gconstpointer  data)
{
  static const char *const shown[] =
    { "\\u202eevil", "a\\x07b", "\\x1b]0;pwned\\x07\\x1b[31mRED \\u202erev \\u009b31m <b>m</b>" };
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "data", "hostile",
                                                   "control-names.txt", NULL);
  g_autofree char *path = g_build_filename (fixture->directory, "name\033[1m \u202eturned.txt",
                                            NULL);
  g_autofree char *bytes = NULL;
  g_autoptr(GString) all = g_string_new (NULL);
  ThDocument *document;
  gsize size;

  g_assert_true (g_file_get_contents (source, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, size, NULL));
  document = open_path (fixture, path);
  wait_until (fixture, is_analysed);
  th_document_select (document, (ThRef) { 0, 0, 2 });
  wait_until (fixture, is_read);
  activate (fixture, "win.recording");
  check_widget (GTK_WIDGET (find_recording_window ()), all);
  check_widget (GTK_WIDGET (fixture->window), all);
  activate (fixture, "win.tab('marks/marks')");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  check_widget (GTK_WIDGET (fixture->window), all);

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (strstr (all->str, shown[i]) == NULL)
      g_error ("“%s” is not in\n%s", shown[i], all->str);
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (fixture->window)),
                            "name\\x1b[1m \\u202eturned.txt"));
}

static gboolean
has_most_of_the_room (Fixture *fixture)
{
  GtkPaned *rows = GTK_PANED (gui_template_child (fixture->window, TH_TYPE_DOCUMENT_VIEW, "rows"));

  return gtk_paned_get_position (rows) > gtk_widget_get_height (GTK_WIDGET (rows)) / 2;
}

/* All CPUs are folded into one lane until the first events arrive.  Then the lanes get the space
 * that they need, although the divider could not be moved up that far at first. */
static void
test_most_cpus (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hostile",
                                                 "v6-65535cpus.dat.xz", NULL);

  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  wait_until (fixture, has_most_of_the_room);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/trouble/symbols", test_symbols);
  ADD_WINDOW_TEST ("/trouble/most-cpus", test_most_cpus);
  ADD_WINDOW_TEST ("/trouble/bar-fonts", test_bar_fonts);
  ADD_WINDOW_TEST ("/trouble/refused", test_refused);
  ADD_WINDOW_TEST ("/trouble/refused-text", test_refused_text);
  ADD_WINDOW_TEST ("/trouble/folder", test_folder);
  ADD_WINDOW_TEST ("/trouble/misnamed", test_misnamed);
  ADD_WINDOW_TEST ("/trouble/missing", test_missing);
  ADD_WINDOW_TEST ("/trouble/partial", test_partial);
  ADD_WINDOW_TEST ("/trouble/cancel", test_cancel);
  ADD_WINDOW_TEST ("/trouble/truncated-under-us", test_truncated_under_us);
  ADD_WINDOW_TEST ("/trouble/overwritten-under-us", test_overwritten_under_us);
  ADD_WINDOW_TEST ("/trouble/reload", test_reload);
  ADD_WINDOW_TEST ("/trouble/reload-tables", test_reload_tables);
  ADD_WINDOW_TEST ("/trouble/reload-refused", test_reload_refused);
  ADD_WINDOW_TEST ("/trouble/close-while-loading", test_close_while_loading);
  ADD_WINDOW_TEST ("/trouble/broken-files", test_broken_files);
  ADD_WINDOW_TEST ("/trouble/recording-window", test_recording_window);
  ADD_WINDOW_TEST ("/trouble/problem-leads", test_problem_leads);
  ADD_WINDOW_TEST ("/trouble/steering", test_steering);

  return g_test_run ();
}
