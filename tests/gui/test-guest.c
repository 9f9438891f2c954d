/* test-guest.c - a host and its guest on one timeline, in the window
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recordings were made together, by trace-cmd and its agent in the guest:
 * tests/data/README.
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "gui-fixture.h"

#include "th-align.h"
#include "th-document-parts.h"
#include "th-lane-state.h"
#include "th-lane-vcpu.h"
#include "th-offsets-dialog.h"

#define HOST "kvm.dat"
#define GUEST "kvm-inner.dat"

/* The option TIME_SHIFT with its size: the offset of the guest's clock from the host's. */
static const guint8 shift_option[] = { 12, 0, 152, 0, 0, 0 };

static gboolean said; /* the notice said that the guest was aligned */

static ThRecording *
recording (Fixture *fixture)
{
  return th_document_get_recording (th_window_get_document (fixture->window));
}

/* Checked all the time, because a notice disappears after some seconds. */
static gboolean
is_joined (Fixture *fixture)
{
  said |= g_strcmp0 (gui_get_notice (fixture->window), "kvm-inner.dat: guest “inner” of kvm.dat, "
                                                       "synchronized to its clock") == 0;

  return is_loaded (fixture) && th_recording_get_n_parts (recording (fixture)) == 2;
}

static ThScene *
scene_of (Fixture *fixture)
{
  return th_document_get_scene (th_window_get_document (fixture->window));
}

static const ThLane *
find_lane (Fixture    *fixture,
           const char *name)
{
  guint lane = th_scene_find_name (scene_of (fixture), name);

  return lane != G_MAXUINT ? th_scene_get_lane (scene_of (fixture), lane) : NULL;
}

static gboolean
has_lanes (Fixture *fixture)
{
  return find_lane (fixture, "vcpu/0") != NULL && find_lane (fixture, "vcpu/1") != NULL;
}

/* Returns whether all analyses have ended, and host and guest are connected. */
static gboolean
has_vcpus (Fixture *fixture)
{
  const GPtrArray *all = th_document_get_results (th_window_get_document (fixture->window));
  gboolean found = FALSE;

  for (guint i = 0; i < all->len; i++)
    if (!th_results_is_finished (all->pdata[i]))
      return FALSE;
  for (guint i = 0; i < th_recording_get_n_parts (recording (fixture)); i++)
    {
      ThRef ref = { th_recording_get_first_stream (th_recording_get_part (recording (fixture), i)),
                    1, 0 };
      ThCarrier carrier;

      found |= th_scene_find_carrier (scene_of (fixture), ref, &carrier);
    }

  return found && has_lanes (fixture);
}

static void
open_both (Fixture    *fixture,
           const char *first,
           const char *second)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *path = g_build_filename (folder, first, NULL);
  g_autofree char *other = g_canonicalize_filename (second, folder);
  g_autoptr(GFile) file = g_file_new_for_path (other);

  said = FALSE;
  th_document_append (open_path (fixture, path), file, TH_ALIGN_SHIFT, 0);
  wait_until (fixture, is_joined);
  wait_until (fixture, has_lanes);
}

static gboolean
has_said (Fixture *fixture)
{
  return said;
}

static gboolean
has_no_bar (Fixture *fixture)
{
  return is_loaded (fixture) && gui_get_bar_text (fixture->window) == NULL;
}

static gboolean
is_moved (Fixture *fixture)
{
  return is_joined (fixture) &&
         th_recording_get_shift (th_recording_get_part (recording (fixture), 1)) != 0;
}

/* Returns the slices of the vCPU's task: in the guest, or the exit reason. */
static ThSlices *
kvm_slices (Fixture *fixture,
            guint32  task)
{
  const GPtrArray *all = th_document_get_results (th_window_get_document (fixture->window));

  for (guint i = 0; i < all->len; i++)
    for (guint j = 0; j < th_results_get_n_tracks (all->pdata[i]); j++)
      {
        ThTrack *track = th_results_get_track (all->pdata[i], j);

        if (strcmp (th_track_get_info (track)->id, "kvm") == 0 &&
            th_track_get_info (track)->key == task)
          return th_track_get_slices (track);
      }
  return NULL;
}

/* Returns how many events of @cpu happen while the task is in the guest. */
static guint
count_inside (ThCpu    *cpu,
              ThSlices *slices)
{
  guint n = 0;

  for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
    {
      gint64 time = th_cpu_get_time (cpu, row);
      guint32 index = th_slices_find (slices, 0, time);
      const ThSlice *slice = index != G_MAXUINT32 ? th_slices_get (slices, 0, index) : NULL;

      n += slice != NULL && slice->context == TH_CONTEXT_GUEST && time <= slice->end;
    }
  return n;
}

/* Nothing happens in a guest while its vCPU is outside it, so all events of a guest's CPU are
 * inside the slices that the host recorded for the vCPU.  The numbers were counted in the lines of
 * trace-cmd report, also for the other vCPU. */
static void
assert_aligned (Fixture *fixture,
                guint    part)
{
  ThRecording *guest = th_recording_get_part (recording (fixture), part);
  ThStream *stream = th_recording_get_stream (guest, th_recording_get_first_stream (guest));
  ThSlices *slices[2] = { kvm_slices (fixture, find_lane (fixture, "vcpu/0")->task),
                          kvm_slices (fixture, find_lane (fixture, "vcpu/1")->task) };

  g_assert_cmpuint (count_inside (th_stream_get_cpu (stream, 0), slices[0]), ==, 929);
  g_assert_cmpuint (count_inside (th_stream_get_cpu (stream, 1), slices[1]), ==, 1243);
  g_assert_cmpuint (count_inside (th_stream_get_cpu (stream, 0), slices[1]), ==, 457);
  g_assert_cmpuint (count_inside (th_stream_get_cpu (stream, 1), slices[0]), ==, 864);
}

static void
test_lanes (Fixture       *fixture,
            gconstpointer  data)
{
  const ThLane *lane;
  ThScene *scene;
  guint index;

  open_both (fixture, HOST, GUEST);
  wait_until (fixture, has_vcpus);
  wait_until (fixture, has_said);
  g_assert_null (gui_get_bar_text (fixture->window));
  g_assert_cmpint (th_recording_get_shift (th_recording_get_part (recording (fixture), 1)), ==, 0);
  assert_aligned (fixture, 1);

  scene = scene_of (fixture);
  lane = find_lane (fixture, "vcpu/1");
  index = th_scene_find_name (scene, "vcpu/1");
  g_assert_cmpstr (lane->title, ==, "vCPU 1");
  g_assert_cmpstr (lane->detail, ==, "CPU 1/KVM · pid 144 · kvm.dat");
  g_assert_cmpstr (th_scene_get_lane (scene, index - 1)->name, ==, "cpu/1#2");
  g_assert_cmpstr (th_scene_get_lane (scene, th_scene_find_name (scene, "cpus#2"))->title, ==,
                   "Guest inner");
}

/* Returns how often each CPU of the host, or each reason for none, occurs over all events of the
 * guest's CPU 1. */
static char *
carriers (Fixture *fixture)
{
  ThRecording *guest = th_recording_get_part (recording (fixture), 1);
  guint stream = th_recording_get_first_stream (guest), on[3] = { 0 }, hlt = 0, other = 0;
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (guest, stream), 1);

  for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
    {
      ThCarrier carrier;

      g_assert_true (th_scene_find_carrier (scene_of (fixture), (ThRef) { stream, 1, row },
                                            &carrier));
      g_assert_true (carrier.inside == (carrier.reason == NULL));
      on[carrier.cpu] += carrier.inside;
      hlt += g_strcmp0 (carrier.reason, "exit: hlt") == 0;
      other += !carrier.inside && strcmp (carrier.reason, "exit: hlt") != 0;
    }
  return g_strdup_printf ("%u %u %u, hlt %u, other %u", on[0], on[1], on[2], hlt, other);
}

/* The CPU of the host is that of the task's last kvm_entry before each event's line in trace-cmd
 * report; if times are wrong, the text says that nothing can have happened then. */
static void
test_carrier (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *right = NULL, *text = NULL, *moved = NULL;
  ThDocument *document;
  ThCarrier carrier;
  guint stream;

  open_both (fixture, HOST, GUEST);
  wait_until (fixture, has_vcpus);
  document = th_window_get_document (fixture->window);
  stream = th_recording_get_first_stream (th_recording_get_part (recording (fixture), 1));
  right = carriers (fixture);
  g_assert_cmpstr (right, ==, "867 363 13, hlt 0, other 0");
  g_assert_false (th_scene_find_carrier (scene_of (fixture), (ThRef) { 0, 1, 7 }, &carrier));

  th_document_select (document, (ThRef) { stream, 1, 363 });
  wait_until (fixture, is_read);
  text = dup_label_texts (GTK_WIDGET (th_window_get_inspector (fixture->window)));
  g_assert_nonnull (strstr (text, "On the host"));
  g_assert_nonnull (strstr (text, "on CPU 0"));

  th_document_align (document, 1, TH_ALIGN_SHIFT, 2000000);
  wait_until (fixture, is_moved);
  wait_until (fixture, has_vcpus);
  moved = carriers (fixture);
  g_assert_cmpstr (moved, ==, "451 114 8, hlt 605, other 65");
}

/* The result is the same if the host is appended to the guest. */
static void
test_other_way (Fixture       *fixture,
                gconstpointer  data)
{
  open_both (fixture, GUEST, HOST);
  wait_until (fixture, has_vcpus);
  wait_until (fixture, has_said);
  assert_aligned (fixture, 0);
  g_assert_cmpstr (th_scene_get_lane (scene_of (fixture),
                                      th_scene_find_name (scene_of (fixture), "cpus"))->title, ==,
                   "Guest inner");
  g_assert_cmpstr (th_scene_get_lane (scene_of (fixture),
                                      th_scene_find_name (scene_of (fixture), "vcpu/0") - 1)->name,
                   ==, "cpu/0");
}

/* A guest that was recorded without clock comparison is recognized as a guest, and a notice says
 * what is missing. */
static void
test_no_shift (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", GUEST, NULL);
  g_autofree char *copy = g_build_filename (g_get_tmp_dir (), "inner.dat", NULL);
  g_autofree char *bytes = NULL;
  ThOffsetsDialog *dialog;
  char *option;
  gsize size;

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  option = memmem (bytes, size, shift_option, sizeof shift_option);
  g_assert_nonnull (option);
  *option = 40; /* an unknown option */
  g_assert_true (g_file_set_contents (copy, bytes, size, NULL));

  open_both (fixture, HOST, copy);
  g_assert_false (said);
  g_assert_nonnull (strstr (gui_get_bar_text (fixture->window), "inner.dat: guest “inner” of "
                                                                "kvm.dat, but guest and host "
                                                                "clocks are not synchronized"));

  /* An offset that the user typed is kept. */
  dialog = g_object_ref (th_offsets_dialog_new (GTK_WINDOW (fixture->window),
                                                th_window_get_document (fixture->window)));
  gui_type_offset (GTK_WIDGET (dialog), 1, "-280s");
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
  wait_until (fixture, is_moved);
  wait_until (fixture, has_no_bar);
  g_remove (copy);
}

int
main (int    argc,
      char **argv)
{
  init_test (&argc, &argv);

  ADD_WINDOW_TEST ("/guest/lanes", test_lanes);
  ADD_WINDOW_TEST ("/guest/carrier", test_carrier);
  ADD_WINDOW_TEST ("/guest/other-way", test_other_way);
  ADD_WINDOW_TEST ("/guest/no-shift", test_no_shift);

  return g_test_run ();
}
