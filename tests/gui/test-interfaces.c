/* test-interfaces.c - captures in the window: lanes of interfaces, frames, Wireshark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-fixture.h"
#include "th-view-actions.h"

#include <string.h>

#include <glib/gstdio.h>

static ThDocument *
open_capture (Fixture *fixture)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "captures", "wire.pcapng",
                                                 NULL);
  ThDocument *document = open_path (fixture, path);

  wait_until (fixture, is_loaded);
  return document;
}

static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  ThScene *scene = th_document_get_scene (open_capture (fixture));
  g_autoptr(GString) lanes = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (scene, i);

      g_string_append_printf (lanes, "%s (%s); ", lane->title, lane->detail);
    }
  /* tshark -Y 'frame.interface_name == "lo"' has two */
  g_assert_cmpstr (lanes->str, ==,
                   "Interfaces (); veth1 (97 events); lo (2 events); ");
}

/* A frame has an interface instead of a CPU and a task. */
static void
test_inspector (Fixture       *fixture,
                gconstpointer  data)
{
  ThDocument *document = open_capture (fixture);
  g_autofree char *text = NULL;

  th_document_select (document, (ThRef) { 1, 0, 0 });
  wait_until (fixture, is_read);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "\nInterface\nlo\n"));
  g_assert_nonnull (strstr (text, "\nsrc\n127.0.0.1\n"));
  g_assert_nonnull (strstr (text, "\ndport\n4242\n"));
  g_assert_null (strstr (text, "\nCPU\n"));
  g_assert_null (strstr (text, "\nTask\n"));
}

/* The titles of the event table, and the interface of the first frame. */
static void
test_columns (Fixture       *fixture,
              gconstpointer  data)
{
  ThDocument *document = open_capture (fixture);
  ThEventTable *table = gui_get_table (fixture->window);
  GtkWidget *view = find_widget (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));
  g_autoptr(GString) titles = g_string_new (NULL);
  g_autoptr(ThEventRow) row =
    g_list_model_get_item (G_LIST_MODEL (th_event_table_get_list (table)), 0);
  g_autofree char *cell = th_event_column_dup_text (th_event_column_find ("interface"), document,
                                                    row);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column))
        g_string_append_printf (titles, "%s ", gtk_column_view_column_get_title (column));
    }
  g_assert_cmpstr (titles->str, ==, "# Time Interface Event Info ");
  g_assert_cmpstr (cell, ==, "veth1");
}

/* --- Wireshark ---------------------------------------------------------- */

/* Sets PATH to a folder of our own, which has a program that notes its arguments if @installed. */
static char *
set_programs (Fixture  *fixture,
              gboolean  installed)
{
  g_autofree char *program = g_build_filename (fixture->directory, "wireshark", NULL);
  char *noted = g_build_filename (fixture->directory, "noted", NULL);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\nprintf '%%s\\n' \"$@\" > '%s.new'\n"
                                             "/bin/mv '%s.new' '%s'\n", noted, noted, noted);

  if (installed)
    {
      g_assert_true (g_file_set_contents (program, script, -1, NULL));
      g_assert_cmpint (g_chmod (program, 0755), ==, 0);
    }
  g_setenv ("PATH", fixture->directory, TRUE);
  return noted;
}

static char *noted_path;

static gboolean
is_noted (Fixture *fixture)
{
  return g_file_test (noted_path, G_FILE_TEST_EXISTS);
}

#define FILTER "ip.addr == 127.0.0.1 && ip.addr == 127.0.0.1 && udp.port == %u && udp.port == 4242"

/* The source port in the capture, by the file itself. */
static guint
get_port (ThDocument *document)
{
  g_autoptr(ThReader) reader = th_reader_new (th_document_get_recording (document));
  ThRecording *recording = th_document_get_recording (document);
  ThRef ref = { 1, 0, 0 };
  guint type = th_recording_get_type (recording, ref);
  ThPayload payload;
  guint64 port = 0;

  g_assert_true (th_reader_get_payload (reader, ref, &payload));
  g_assert_true (th_field_read_u64 (th_field_table_find (th_recording_get_fields (recording, type),
                                                         "sport"), &payload, &port));
  return port;
}

/* The first frame of lo is frame 97 of the file by tshark. */
static void
test_wireshark (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH")), *noted = NULL, *expected = NULL;
  ThDocument *document = open_capture (fixture);
  g_autofree char *file = g_file_get_path (th_document_get_file (document));

  noted_path = set_programs (fixture, TRUE);
  th_document_select (document, (ThRef) { 1, 0, 0 });
  wait_until (fixture, is_read);
  activate (fixture, "win.open-in-wireshark");
  wait_until (fixture, is_noted);
  g_setenv ("PATH", path, TRUE);
  g_assert_true (g_file_get_contents (noted_path, &noted, NULL, NULL));
  expected = g_strdup_printf ("-r\n%s\n-g\n97\n-Y\n" FILTER "\n", file, get_port (document));
  g_assert_cmpstr (noted, ==, expected);
  g_clear_pointer (&noted_path, g_free);
}

static gboolean
has_notice (Fixture *fixture)
{
  const char *notice = gui_get_notice (fixture->window);

  return notice != NULL && strstr (notice, "Wireshark") != NULL;
}

static void
test_no_wireshark (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH")), *noted = NULL, *copied = NULL;
  g_autofree char *expected = NULL;
  ThDocument *document = open_capture (fixture);
  g_autofree char *file = g_file_get_path (th_document_get_file (document));

  noted = set_programs (fixture, FALSE);
  th_document_select (document, (ThRef) { 1, 0, 0 });
  wait_until (fixture, is_read);
  activate (fixture, "win.open-in-wireshark");
  wait_until (fixture, has_notice);
  g_setenv ("PATH", path, TRUE);
  copied = read_clipboard (fixture);
  expected = g_strdup_printf ("wireshark -r '%s' -g '97' -Y '" FILTER "'", file,
                              get_port (document));
  g_assert_cmpstr (copied, ==, expected);
  g_assert_nonnull (strstr (gui_get_notice (fixture->window), "Wireshark is not installed"));
}

/* An event of a trace cannot be shown there. */
static void
test_no_frame (Fixture       *fixture,
               gconstpointer  data)
{
  ThDocument *document = open_sample (fixture);

  th_document_select (document, (ThRef) { 0, 0, 0 });
  wait_until (fixture, is_read);
  g_assert_false (g_action_get_enabled (G_ACTION (th_view_actions_find (
    gui_get_view (fixture->window), "open-in-wireshark"))));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("/gui/interfaces/lanes", test_lanes);
  ADD ("/gui/interfaces/inspector", test_inspector);
  ADD ("/gui/interfaces/columns", test_columns);
  ADD ("/gui/interfaces/wireshark", test_wireshark);
  ADD ("/gui/interfaces/no-wireshark", test_no_wireshark);
  ADD ("/gui/interfaces/no-frame", test_no_frame);
  return g_test_run ();
}
