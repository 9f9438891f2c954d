/* test-counters-tab.c - the counters of a recording in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recording is tests/data/e1000-veth-loss.dat, written again with counters beside its events;
 * it has 70 tcp_retransmit_skb by `trace-cmd report`.
 */
#include "config.h"

#include "gui-fixture.h"

#include <string.h>

#include "recorded.h"
#include "th-counters-tab.h"

#define RETRANSMISSIONS "Show 70 Retransmissions"

static const char *const texts[] = {
  "Tcp: RetransSegs OutRsts InSegs\nTcp: 20144 7 1000\n",
  "Tcp: RetransSegs OutRsts InSegs\nTcp: 20214 7 3000\n"
};

static GVariant *
make_reading (const char *text,
              gint64      mono)
{
  GVariantBuilder files;
  GVariantDict dict;

  g_variant_builder_init (&files, G_VARIANT_TYPE ("a(say)"));
  g_variant_builder_add (&files, "(s@ay)", "proc/net/snmp",
                         g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, strlen (text), 1));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "mono", "x", mono);
  g_variant_dict_insert_value (&dict, "files", g_variant_builder_end (&files));
  return g_variant_dict_end (&dict);
}

static void
write_recording (const char *path)
{
  g_autofree char *source = recorded_find ("e1000-veth-loss.dat");
  g_autoptr(Recorded) recorded = recorded_new (source);
  g_autoptr(ThTraceWriter) writer = recorded_begin (recorded, path);
  g_autoptr(GVariant) counters = NULL;
  g_autoptr(GError) error = NULL;
  GVariantBuilder both;

  g_variant_builder_init (&both, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < 2; i++)
    g_variant_builder_add_value (&both, make_reading (texts[i], i * 10000000000));
  counters = g_variant_ref_sink (g_variant_builder_end (&both));
  recorded_append (recorded, writer, 0, recorded->pages->len);
  recorded_add_texts (recorded, writer);
  th_trace_writer_set_text (writer, TH_TRACE_TEXT_COUNTERS, g_variant_get_data (counters),
                            g_variant_get_size (counters));
  th_trace_writer_finish (writer, &error);
  g_assert_no_error (error);
}

static GtkWidget *
get_page (Fixture *fixture)
{
  return gui_get_tab (fixture->window, "counters");
}

static GtkWidget *
find_button (GtkWidget  *page,
             const char *label)
{
  GtkWidget *button;

  for (guint i = 0; (button = find_widget_at (page, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
      return button;
  return NULL;
}

static gboolean
is_explained (Fixture *fixture)
{
  return get_page (fixture) != NULL && find_button (get_page (fixture), RETRANSMISSIONS) != NULL;
}

static void
show_counters (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->directory, "with-counters.dat", NULL);

  write_recording (path);
  open_path (fixture, path);
  wait_until (fixture, is_analysed);
  activate (fixture, "win.tab('counters')");
  wait_until (fixture, is_explained);
}

/* Only what moved is listed until one asks for all; rates are those of ten seconds. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *page;

  show_counters (fixture);
  page = get_page (fixture);
  g_assert_true (shows_cell (page, "RetransSegs"));
  g_assert_true (shows_cell (page, "+70"));
  g_assert_true (shows_cell (page, "7.0"));
  g_assert_true (shows_cell (page, "200.0"));
  g_assert_false (shows_cell (page, "OutRsts"));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (find_widget (page, GTK_TYPE_CHECK_BUTTON)),
                               FALSE);
  for (guint i = 0; i < 40 && !shows_cell (page, "OutRsts"); i++)
    wait_ms (50);
  g_assert_true (shows_cell (page, "OutRsts"));
}

/* The events that a counter stands for are one click away. */
static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  show_counters (fixture);
  g_signal_emit_by_name (find_button (get_page (fixture), RETRANSMISSIONS), "clicked");
  wait_until (fixture, gui_is_filtered);
  g_assert_cmpuint (gui_get_n_shown (fixture), ==, 70);
}

/* A recording without counters has no such tab. */
static void
test_none (Fixture       *fixture,
           gconstpointer  data)
{
  open_sample (fixture);
  activate (fixture, "win.tab('counters')");
  g_assert_null (get_page (fixture));
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);
  ADD_WINDOW_TEST ("/counters-tab/rows", test_rows);
  ADD_WINDOW_TEST ("/counters-tab/events", test_events);
  ADD_WINDOW_TEST ("/counters-tab/none", test_none);
  return g_test_run ();
}
