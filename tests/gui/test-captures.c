/* test-captures.c - captures beside a trace, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "gui-fixture.h"

#include "th-document-parts.h"
#include "th-flow-follower.h"
#include "th-inspector.h"
#include "th-journey-panel.h"
#include "th-offsets-dialog.h"
#include "th-widgets.h"

/* From single.truth.json: "realtime_minus_mono".  Events follow the stamps of their frames by some
 * µs, which are part of the offset. */
#define REALTIME_MINUS_MONO G_GINT64_CONSTANT (1795455269475390829)
#define MAX_OFFSET_ERROR    20000

/* Of single-b.pcap, by "tshark -o tcp.relative_sequence_numbers:FALSE". */
#define FRAME  100
#define HEADER "53682 → 7777 [ACK] Seq=4014544008 Ack=1931135953"

static GFile *
frames_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "frames", name, NULL);

  return g_file_new_for_path (path);
}

static ThRecording *
get_part (Fixture *fixture,
          guint    part)
{
  return th_recording_get_part (gui_get_recording (fixture->window), part);
}

static gboolean
is_joined (Fixture *fixture)
{
  return is_loaded (fixture) &&
         th_recording_get_n_parts (gui_get_recording (fixture->window)) == 2;
}

static gboolean
is_moved (Fixture *fixture)
{
  return is_joined (fixture) && th_recording_get_shift (get_part (fixture, 1)) != 0;
}

static ThDocument *
open_two (Fixture    *fixture,
          const char *first,
          const char *second,
          ThAlign     align)
{
  g_autoptr(GFile) a = frames_file (first), b = frames_file (second);
  ThDocument *document = open_path (fixture, g_file_peek_path (a));

  th_document_append (document, b, align, 0);
  wait_until (fixture, is_joined);
  return document;
}

/* The entry's tooltip is that of no other. */
static GtkWindow *
open_dialog (Fixture *fixture)
{
  GtkWindow *dialog;

  activate (fixture, "win.offsets");
  dialog = th_dialog_find (GTK_WINDOW (fixture->window), TH_TYPE_OFFSETS_DIALOG);
  g_assert_nonnull (dialog);
  return dialog;
}

static GtkWidget *
find_button (GtkWindow *dialog)
{
  return find_tooltip (GTK_WIDGET (dialog), "Match the frames of the capture with packets of the "
                                            "trace");
}

static const char *
get_text (GtkWindow  *dialog,
          const char *name)
{
  GObject *label = gtk_widget_get_template_child (GTK_WIDGET (dialog), TH_TYPE_OFFSETS_DIALOG,
                                                  name);

  return gtk_widget_get_visible (GTK_WIDGET (label)) ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

static GtkWindow *watched;

static gboolean
has_failed (Fixture *fixture)
{
  return *get_text (watched, "error") != '\0';
}

static void
assert_offset (Fixture *fixture,
               gint64   expected)
{
  gint64 shift = th_recording_get_shift (get_part (fixture, 1));

  g_assert_cmpint (ABS (shift - expected), <=, MAX_OFFSET_ERROR);
}

/* The capture has the time of day, the trace the time since boot. */
static void
test_dialog (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWindow *dialog;
  const char *text;

  open_two (fixture, "single.dat.gz", "single-a.pcap.gz", TH_ALIGN_SHIFT);
  dialog = open_dialog (fixture);
  g_assert_cmpstr (get_text (dialog, "found"), ==, "");
  g_signal_emit_by_name (find_button (dialog), "clicked");
  wait_until (fixture, is_moved);

  assert_offset (fixture, -REALTIME_MINUS_MONO);
  text = get_text (dialog, "found");
  g_assert_true (g_str_has_prefix (text, "single-a.pcap.gz was shifted by −1795455269.4"));
  g_assert_nonnull (strstr (text, "98 % of its frames are within "));
  g_assert_nonnull (strstr (text, " µs of the events of their packets; "));
  g_assert_nonnull (strstr (text, " of 511 were matched, and 2 are ambiguous."));
  g_assert_cmpstr (get_text (dialog, "error"), ==, "");
  gtk_window_destroy (dialog);
}

/* The trace moves if the capture was opened first. */
static void
test_trace_moves (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWindow *dialog;

  open_two (fixture, "single-a.pcap.gz", "single.dat.gz", TH_ALIGN_SHIFT);
  dialog = open_dialog (fixture);
  g_signal_emit_by_name (find_button (dialog), "clicked");
  wait_until (fixture, is_moved);
  assert_offset (fixture, REALTIME_MINUS_MONO);
  gtk_window_destroy (dialog);
}

/* The bar offers it, and its button does it. */
static void
test_bar (Fixture       *fixture,
          gconstpointer  data)
{
  open_two (fixture, "single.dat.gz", "single-a.pcap.gz", TH_ALIGN_SHIFT);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window),
                            "“Align” matches frames with packets"));
  activate (fixture, "win.align");
  wait_until (fixture, is_moved);
  assert_offset (fixture, -REALTIME_MINUS_MONO);
  g_assert_nonnull (strstr (gui_get_notice (fixture->window), "to align by packets"));
}

/* As "single-a.pcap.gz@packets" on the command line. */
static void
test_asked_for (Fixture       *fixture,
                gconstpointer  data)
{
  open_two (fixture, "single.dat.gz", "single-a.pcap.gz", TH_ALIGN_PACKETS);
  wait_until (fixture, is_moved);
  assert_offset (fixture, -REALTIME_MINUS_MONO);
}

/* A capture of another day has nothing to do with the trace. */
static void
test_not_known (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GFile) file = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "captures", "wire.pcap",
                                                 NULL);
  ThDocument *document = open_sample (fixture);

  file = g_file_new_for_path (path);
  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_until (fixture, is_joined);
  watched = open_dialog (fixture);
  g_signal_emit_by_name (find_button (watched), "clicked");
  wait_until (fixture, has_failed);
  g_assert_true (g_str_has_prefix (get_text (watched, "error"),
                                   "wire.pcap was not shifted: its frames cannot be matched with "
                                   "packets ("));
  g_assert_cmpint (th_recording_get_shift (get_part (fixture, 1)), ==, 0);
  gtk_window_destroy (watched);
}

/* Closing the dialog cancels the search. */
static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  GtkWindow *dialog;

  open_two (fixture, "single.dat.gz", "single-a.pcap.gz", TH_ALIGN_SHIFT);
  dialog = open_dialog (fixture);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  g_signal_emit_by_name (find_button (dialog), "clicked");
  gtk_window_destroy (dialog);
  g_assert_null (dialog);
  wait_until (fixture, is_at_rest);
  wait_ms (20);
  g_assert_cmpint (th_recording_get_shift (get_part (fixture, 1)), ==, 0);
}

/* A dialog that is still referenced may be disposed of after its window. */
static void
test_late (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GtkWindow) dialog = NULL;

  open_two (fixture, "single.dat.gz", "single-a.pcap.gz", TH_ALIGN_SHIFT);
  dialog = g_object_ref (open_dialog (fixture));
  gtk_window_destroy (dialog);
  g_assert_true (gtk_window_get_transient_for (dialog) == GTK_WINDOW (fixture->window));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (gtk_window_get_transient_for (dialog));
}

/* Two traces have no frames. */
static void
test_no_capture (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GFile) file = sample_file ();
  ThDocument *document = open_sample (fixture);
  GtkWindow *dialog;

  th_document_append (document, file, TH_ALIGN_SHIFT, 0);
  wait_until (fixture, is_joined);
  dialog = open_dialog (fixture);
  g_assert_null (find_button (dialog));
  gtk_window_destroy (dialog);
}

/* The bytes of a frame are below its fields, but those of an event of a trace are not shown.  The
 * expected ones are from `tcpdump -XX -r wire.pcap`. */
static void
test_bytes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "captures", "wire.pcap",
                                                 NULL);
  ThDocument *document = open_path (fixture, path);
  g_autofree char *text = NULL, *none = NULL;

  th_document_select (document, (ThRef) { 0, 0, 0 });
  wait_until (fixture, is_read);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "\nBytes of the Frame\n"
                                  "0x0000:  3333 0000 0016 0200  33......\n"
                                  "0x0008:  0000 0001 86dd 6000  ......`.\n"));
  g_assert_nonnull (strstr (text, "\n0x0058:  0001                 ..\n"));

  document = open_sample (fixture);
  th_document_select (document, (ThRef) { 0, 0, 0 });
  wait_until (fixture, is_read);
  none = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_null (strstr (none, "Bytes of the Frame"));
}

/* A frame of 2,000 bytes: a line for the rest stands after 1,024 of them. */
static void
test_long_frame (Fixture       *fixture,
                 gconstpointer  data)
{
  const guint32 head[] = { 0xa1b2c3d4, 2 | 4 << 16, 0, 0, 65535, 1, 1, 0, 2000, 2000 };
  g_autofree char *path = g_build_filename (fixture->directory, "long.pcap", NULL);
  g_autofree char *contents = g_malloc0 (sizeof head + 2000), *text = NULL;

  memcpy (contents, head, sizeof head);
  g_assert_true (g_file_set_contents (path, contents, sizeof head + 2000, NULL));
  th_document_select (open_path (fixture, path), (ThRef) { 0, 0, 0 });
  wait_until (fixture, is_read);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "\n0x03f8:  0000 0000 0000 0000  ........\n…\n"));
  g_assert_null (strstr (text, "0x0400:"));
}

static gboolean
has_links (Fixture *fixture)
{
  ThDocument *document = th_window_get_document (fixture->window);

  return is_joined (fixture) && th_results_find_links (th_document_get_results (document)) != NULL;
}

static gboolean
is_followed (Fixture *fixture)
{
  guint32 row;

  return gui_get_followed (fixture, &row) != NULL &&
         !th_journey_panel_is_busy (th_inspector_get_journey (
    th_window_get_inspector (fixture->window)));
}

static gboolean
is_copied (Fixture *fixture)
{
  const char *notice = gui_get_notice (fixture->window);

  return notice != NULL && strstr (notice, "Wireshark") != NULL;
}

/* A frame leads to its packet, whose journey shows the frame, and from there to Wireshark.  The
 * header is that which tshark shows. */
static void
test_packet (Fixture       *fixture,
             gconstpointer  data)
{
  ThDocument *document = open_two (fixture, "single.dat.gz", "single-b.pcap.gz", TH_ALIGN_SHIFT);
  g_autofree char *text = NULL, *path = g_strdup (g_getenv ("PATH")), *copied = NULL;
  ThRef frame = { 1, 0, FRAME - 1 };

  wait_until (fixture, has_links);
  g_assert_cmpstr (th_document_get_noun (document, frame), ==, "packet");
  th_document_select (document, frame);
  wait_until (fixture, is_read);
  activate (fixture, "win.follow");
  wait_until (fixture, is_followed);
  text = dup_label_texts (GTK_WIDGET (th_inspector_get_journey (
    th_window_get_inspector (fixture->window))));
  g_assert_nonnull (strstr (text, "Frames of captures"));
  g_assert_nonnull (strstr (text, HEADER));

  /* Not the frame's connection, but the packet. */
  th_flow_follower_select_step (th_document_get_follower (document), 0);
  g_setenv ("PATH", fixture->directory, TRUE);
  activate (fixture, "win.open-in-wireshark");
  wait_until (fixture, is_copied);
  g_setenv ("PATH", path, TRUE);
  copied = read_clipboard (fixture);
  g_assert_nonnull (strstr (copied, "single-b.pcap.gz"));
  g_assert_nonnull (strstr (copied, " -g '" G_STRINGIFY (FRAME) "' -Y 'frame.number in {"
                                    G_STRINGIFY (FRAME) "}'"));
}

/* --- packets between machines --------------------------------------------------- */

static ThResults *
find_transits (Fixture *fixture)
{
  const GPtrArray *all = th_document_get_results (th_window_get_document (fixture->window));
  ThResults *results = th_results_find (all, "transits");

  return results != NULL && th_results_is_finished (results) ? results : NULL;
}

static gboolean
has_transits (Fixture *fixture)
{
  return is_loaded (fixture) &&
         th_recording_get_n_parts (gui_get_recording (fixture->window)) == 3 &&
         th_recording_get_shift (get_part (fixture, 2)) != 0 && find_transits (fixture) != NULL;
}

static gboolean
is_three (Fixture *fixture)
{
  return is_loaded (fixture) &&
         th_recording_get_n_parts (gui_get_recording (fixture->window)) == 3;
}

static GtkWidget *
get_journey (Fixture *fixture)
{
  return GTK_WIDGET (th_inspector_get_journey (th_window_get_inspector (fixture->window)));
}

static gboolean
shows_transit (Fixture *fixture)
{
  g_autofree char *text = dup_label_texts (get_journey (fixture));

  return g_str_has_prefix (text, "Transit ") && strstr (text, "Packet in ") != NULL;
}

static gboolean
shows_packet (Fixture *fixture)
{
  g_autofree char *text = dup_label_texts (get_journey (fixture));

  return g_str_has_prefix (text, "Packet ") && strstr (text, "Transit") != NULL;
}

/* The link behind the label @before. */
static GtkWidget *
find_link (GtkWidget  *widget,
           const char *before)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = NULL;

      if (GTK_IS_LABEL (child) && strcmp (gtk_label_get_text (GTK_LABEL (child)), before) == 0)
        found = gtk_widget_get_next_sibling (child);
      if (found == NULL || !GTK_IS_BUTTON (found))
        found = find_link (child, before);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* With two machines and a capture, the journey of a packet leads to its transit, which has the
 * steps of both machines and the wire between them, and leads back to both packets. */
static void
test_transit (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GFile) a = frames_file ("machines-a.txt.gz"), b = frames_file ("machines-b.txt.gz");
  g_autoptr(GFile) capture = frames_file ("machines-a.pcap.gz");
  ThDocument *document = open_path (fixture, g_file_peek_path (a));
  g_autofree char *text = NULL;
  const ThFlow *flow;
  ThFlows *flows;

  th_document_append (document, capture, TH_ALIGN_PACKETS, 0);
  wait_until (fixture, is_moved);
  th_document_append (document, b, TH_ALIGN_PACKETS, 0);
  wait_until (fixture, is_three);
  wait_until (fixture, has_transits);

  flows = th_results_get_flows (find_transits (fixture));
  g_assert_cmpuint (th_flows_get_n (flows), >, 100);
  flow = th_flows_get (flows, 50);
  th_document_select (document, th_flows_get_step (flows, flow, 0).anchor);
  wait_until (fixture, is_read);
  activate (fixture, "win.follow");
  wait_until (fixture, shows_packet);

  g_signal_emit_by_name (find_link (get_journey (fixture), "Transit"), "clicked");
  wait_until (fixture, shows_transit);
  text = dup_label_texts (get_journey (fixture));
  for (guint i = 0; i < flow->n_steps; i++)
    g_assert_nonnull (strstr (text, th_results_get_word (find_transits (fixture),
                                                         th_flows_get_step (flows, flow,
                                                                            i).label)));
  g_assert_nonnull (strstr (text, "net_dev_start_xmit"));
  g_assert_nonnull (strstr (text, "netif_receive_skb"));
  g_assert_nonnull (strstr (text, "wire"));
  g_assert_nonnull (strstr (text, "Packet in machines-a.txt.gz"));
  g_assert_nonnull (strstr (text, "Packet in machines-b.txt.gz"));
  g_assert_nonnull (strstr (text, "so the time on the wire can be wrong by that much"));

  g_signal_emit_by_name (find_link (get_journey (fixture), "Packet in machines-b.txt.gz"),
                         "clicked");
  wait_until (fixture, shows_packet);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/captures/align/dialog", test_dialog);
  ADD_WINDOW_TEST ("/captures/align/trace-moves", test_trace_moves);
  ADD_WINDOW_TEST ("/captures/align/bar", test_bar);
  ADD_WINDOW_TEST ("/captures/align/asked-for", test_asked_for);
  ADD_WINDOW_TEST ("/captures/align/not-known", test_not_known);
  ADD_WINDOW_TEST ("/captures/align/no-capture", test_no_capture);
  ADD_WINDOW_TEST ("/captures/align/cancelled", test_cancelled);
  ADD_WINDOW_TEST ("/captures/dialog/late", test_late);
  ADD_WINDOW_TEST ("/captures/packet", test_packet);
  ADD_WINDOW_TEST ("/captures/transit", test_transit);
  ADD_WINDOW_TEST ("/captures/bytes", test_bytes);
  ADD_WINDOW_TEST ("/captures/bytes/long", test_long_frame);

  return g_test_run ();
}
