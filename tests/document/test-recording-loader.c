/* test-recording-loader.c - opening, loading, reloading, parts and cancelling, without a window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gstdio.h>

#include "document-fixture.h"

/* trace-cmd report -t -N of k612-rep.dat: all lines but "cpus=". */
#define REP_EVENTS 759

static void
append_cb (GString    *order,
           const char *what)
{
  g_string_append_printf (order, "%s ", what);
}

static void closing_cb (GString *order) { append_cb (order, "closing"); }
static void replaced_cb (GString *order) { append_cb (order, "replaced"); }
static void opened_cb (GString *order) { append_cb (order, "opened"); }
static void loaded_cb (GString *order) { append_cb (order, "loaded"); }

static void
note_order (ThRecordingLoader *loader,
            GString           *order)
{
  g_signal_connect_swapped (loader, "closing", G_CALLBACK (closing_cb), order);
  g_signal_connect_swapped (loader, "replaced", G_CALLBACK (replaced_cb), order);
  g_signal_connect_swapped (loader, "opened", G_CALLBACK (opened_cb), order);
  g_signal_connect_swapped (loader, "loaded", G_CALLBACK (loaded_cb), order);
}

static void
test_load (void)
{
  g_autoptr(GFile) file = test_file (SAMPLE);
  g_autoptr(ThRecordingLoader) loader = th_recording_loader_new (file, NULL);
  g_autoptr(GString) order = g_string_new (NULL);
  guint n_states;

  note_order (loader, order);
  count_signal (loader, "notify::state", &n_states);
  g_assert_cmpuint (th_recording_loader_get_state (loader), ==, TH_DOCUMENT_OPENING);
  g_assert_null (th_recording_loader_get_recording (loader));
  th_recording_loader_open (loader);
  wait_for (is_loaded, loader);

  g_assert_cmpstr (order->str, ==, "replaced opened loaded ");
  g_assert_cmpuint (n_states, ==, 2); /* loading, loaded */
  g_assert_cmpstr (th_recording_loader_get_title (loader), ==, "e1000-tcp.dat");
  g_assert_cmpuint (th_recording_get_n_events (th_recording_loader_get_recording (loader)), ==,
                    SAMPLE_EVENTS);
  th_recording_loader_close (loader);
  g_assert_null (th_recording_loader_get_recording (loader));
}

static void
test_reload (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  g_autoptr(GString) order = g_string_new (NULL);
  ThRecording *before = th_recording_loader_get_recording (loader);

  note_order (loader, order);
  th_recording_loader_open (loader);
  g_assert_cmpuint (th_recording_loader_get_state (loader), ==, TH_DOCUMENT_OPENING);
  g_assert_true (th_recording_loader_get_recording (loader) == before);
  wait_for (is_loaded, loader);

  g_assert_cmpstr (order->str, ==, "closing replaced opened loaded ");
  g_assert_cmpuint (th_recording_get_n_events (th_recording_loader_get_recording (loader)), ==,
                    SAMPLE_EVENTS);
  th_recording_loader_close (loader);
}

#define N_LINES 24000

/* Returns the path of a long text, of which only the beginning and samples are read before the
 * load; one line near its end is of a CPU of its own. */
static char *
write_long_text (void)
{
  g_autoptr(GString) text = g_string_new ("# tracer: nop\n");
  g_autofree char *padding = g_strnfill (400, 'x');
  char *path = NULL;
  int fd = g_file_open_tmp ("long-XXXXXX.txt", &path, NULL);

  for (guint i = 0; i < N_LINES; i++)
    g_string_append_printf (text, "  task-%u  [00%u] d..1.  %u.%06u: my_event: a=%u s=%s\n",
                            i % 7 + 1, i == N_LINES - 100 ? 5 : i % 2, 100 + i / 1000,
                            i % 1000 * 1000, i, padding);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

/* It is opened again without being asked, and still counts as loading. */
static void
test_outgrown (void)
{
  g_autofree char *path = write_long_text ();
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(ThRecordingLoader) loader = th_recording_loader_new (file, NULL);
  g_autoptr(GString) order = g_string_new (NULL);
  ThRecording *recording;

  note_order (loader, order);
  th_recording_loader_open (loader);
  wait_for (is_loaded, loader);

  g_assert_cmpstr (order->str, ==, "replaced opened closing replaced opened loaded ");
  recording = th_recording_loader_get_recording (loader);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, N_LINES);
  g_assert_cmpuint (th_stream_get_n_cpus (th_recording_get_stream (recording, 0)), ==, 3);
  th_recording_loader_close (loader);
  g_unlink (path);
}

static gboolean
is_refused (gpointer loader)
{
  return th_recording_loader_get_state (loader) == TH_DOCUMENT_FAILED;
}

static void
test_refused (void)
{
  g_autoptr(GFile) file = test_file ("data/broken/garbage.dat");
  g_autoptr(ThRecordingLoader) loader = th_recording_loader_new (file, NULL);

  th_recording_loader_open (loader);
  wait_for (is_refused, loader);
  g_assert_nonnull (th_recording_loader_get_error (loader));
  g_assert_null (th_recording_loader_get_recording (loader));
  g_assert_false (th_recording_loader_cancel (loader));
  th_recording_loader_close (loader);
}

/* A recording is appended to the sample, moved and removed; a file that is not a recording is left
 * out. */
static void
test_parts (void)
{
  g_autoptr(ThRecordingLoader) loader = load_sample ();
  g_autoptr(GFile) other = test_file ("data/k612-rep.dat");
  g_autoptr(GFile) garbage = test_file ("data/broken/garbage.dat");
  ThRecording *recording;
  guint n_failed;

  count_signal (loader, "append-failed", &n_failed);
  th_recording_loader_append (loader, other, TH_ALIGN_SHIFT, 0);
  /* the recording on show is kept */
  g_assert_cmpuint (th_recording_loader_get_state (loader), ==, TH_DOCUMENT_LOADED);
  wait_for (is_loaded, loader);
  recording = th_recording_loader_get_recording (loader);
  g_assert_cmpuint (th_recording_get_n_parts (recording), ==, 2);
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, SAMPLE_EVENTS + REP_EVENTS);
  g_assert_cmpstr (th_recording_loader_get_title (loader), ==, "e1000-tcp.dat + k612-rep.dat");

  th_recording_loader_align (loader, 1, TH_ALIGN_SHIFT, 5000);
  wait_for (is_loaded, loader);
  recording = th_recording_loader_get_recording (loader);
  g_assert_cmpint (th_recording_get_shift (th_recording_get_part (recording, 1)), ==, 5000);

  th_recording_loader_append (loader, garbage, TH_ALIGN_SHIFT, 0);
  wait_for (is_loaded, loader);
  g_assert_cmpuint (n_failed, ==, 1);
  g_assert_nonnull (strstr (th_recording_loader_get_append_error (loader), "garbage.dat"));
  g_assert_true (th_recording_loader_get_recording (loader) == recording);

  th_recording_loader_remove (loader, 1);
  wait_for (is_loaded, loader);
  g_assert_cmpuint (th_recording_get_n_events (th_recording_loader_get_recording (loader)), ==,
                    SAMPLE_EVENTS);
  th_recording_loader_close (loader);
}

static gboolean
has_changed (gpointer loader)
{
  return th_recording_loader_get_changed (loader);
}

/* The property becomes TRUE when the file is written to, and FALSE on a reload. */
static void
test_changed (void)
{
  g_autoptr(GFile) sample = test_file (SAMPLE);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "thresher-changed.dat", NULL);
  g_autoptr(GFile) copy = g_file_new_for_path (path);
  g_autoptr(ThRecordingLoader) loader = th_recording_loader_new (copy, NULL);
  g_autoptr(GFileOutputStream) stream = NULL;
  guint n_changes;

  g_assert_true (g_file_copy (sample, copy, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  th_recording_loader_open (loader);
  wait_for (is_loaded, loader);
  g_assert_false (th_recording_loader_get_changed (loader));

  count_signal (loader, "notify::changed", &n_changes);
  stream = g_file_append_to (copy, G_FILE_CREATE_NONE, NULL, NULL);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), "more", 4, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL));
  th_recording_loader_look_at_files (loader);
  wait_for (has_changed, loader);
  g_assert_cmpuint (n_changes, ==, 1);

  th_recording_loader_open (loader);
  wait_for (is_loaded, loader);
  g_assert_false (th_recording_loader_get_changed (loader));
  th_recording_loader_close (loader);
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/loader/load", test_load);
  g_test_add_func ("/document/loader/reload", test_reload);
  g_test_add_func ("/document/loader/outgrown", test_outgrown);
  g_test_add_func ("/document/loader/refused", test_refused);
  g_test_add_func ("/document/loader/parts", test_parts);
  g_test_add_func ("/document/loader/changed", test_changed);

  return g_test_run ();
}
