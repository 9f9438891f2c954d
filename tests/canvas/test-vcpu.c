/* test-vcpu.c - below each CPU of a guest is the host's task that runs it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "canvas-fixture.h"
#include "th-guest.h"
#include "th-scene-edit.h"

#define HOST_ID 77
#define GUEST_ID 99
#define VCPU 143 /* pids on the host: this and the next */

typedef struct
{
  ThRecording *recording;
  ThResults   *sched;  /* of the host */
  ThResults   *kvm;
  ThTheme     *theme;
  ThScene     *scene;
  gint64       next;   /* slice of the test */
} Fixture;

static void
add_part (Fixture       *f,
          const char    *name,
          guint64        id,
          const ThGuest *guest)
{
  ThRecording *part = th_recording_new_part (f->recording, "test", name, 0);
  ThStream *stream = th_recording_add_stream (part, "", &(ThClock) { "local", FALSE, TH_TIME_NONE },
                                              TH_PLACE_U32);

  for (guint i = 0; i < 2; i++)
    th_stream_add_cpu (stream, i);
  th_recording_set_trace_id (part, id);
  if (guest != NULL)
    g_assert_true (th_recording_add_guest (part, guest));
  th_recording_join (part);
}

/* @vcpus: the vCPUs according to the host's recording. */
static void
set_up (Fixture      *f,
        const ThVcpu *vcpus,
        guint         n)
{
  f->recording = th_recording_new_joined ();
  add_part (f, "guest.dat", GUEST_ID, NULL);
  add_part (f, "host.dat", HOST_ID, &(ThGuest) { "inner", GUEST_ID, vcpus, n });
  th_recording_finish (f->recording);
  f->sched = th_results_new ("sched", "Scheduler");
  f->kvm = th_results_new ("kvm", "Guests");
  th_results_set_part (f->sched, 1);
  th_results_set_part (f->kvm, 1);
  f->theme = th_theme_new (0, NULL, 1);
  f->scene = th_scene_new (f->recording, f->theme);
  th_scene_add_results (f->scene, f->sched);
  th_scene_add_results (f->scene, f->kvm);
}

static void
tear_down (Fixture *f)
{
  th_scene_free (f->scene);
  th_theme_unref (f->theme);
  th_results_unref (f->sched);
  th_results_unref (f->kvm);
  th_recording_unref (f->recording);
}

/* @vcpu: number + 1, or 0. */
static void
add_track (Fixture   *f,
           ThResults *results,
           guint      part,
           gint32     pid,
           guint32    vcpu)
{
  guint32 task =
    th_tasks_intern (th_recording_get_tasks (th_recording_get_part (f->recording, part)), pid);
  ThTrack *track = th_results_add_track (results, &(ThTrackInfo) {
    TH_TRACK_SLICES, "test", "States", TH_ATTACH_TASK, task, TH_UNIT_TIME, .vcpu = vcpu
  });

  f->next += 10;
  th_slices_add (th_track_get_slices (track), 0, &(ThSlice) {
    f->next, f->next + 5, TH_REF_NONE, th_results_intern (results, "x"), TH_CONTEXT_GUEST, 0
  });
  th_results_publish (results);
  th_scene_update (f->scene);
}

/* Returns all lanes as "title+rows", deeper ones after ">", those without a height in brackets. */
static char *
lanes (Fixture *f)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_scene_get_n_lanes (f->scene); i++)
    {
      const ThLane *lane = th_scene_get_lane (f->scene, i);

      g_string_append_printf (text, "%s%s%s%s%s", i > 0 ? ", " : "", lane->level > 0 ? ">" : "",
                              lane->height > 0 ? "" : "(", lane->title,
                              lane->height > 0 ? "" : ")");
    }
  return g_string_free (text, FALSE);
}

#define assert_lanes(f, expected)                              \
  G_STMT_START                                                 \
    {                                                          \
      g_autofree char *lanes_ = lanes (f);                     \
      g_assert_cmpstr (lanes_, ==, expected);                  \
    }                                                          \
  G_STMT_END

#define HOST "host.dat, CPU 0, CPU 1"

static const ThVcpu told[] = { { 0, VCPU }, { 1, VCPU + 1 }, { 7, 11 } };

/* Tracks of both analyses are in both lanes of the task, whenever they are added. */
static void
test_told (void)
{
  Fixture f = { 0 };
  const ThLane *lane;

  set_up (&f, told, G_N_ELEMENTS (told));
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, " HOST);
  add_track (&f, f.sched, 1, VCPU + 1, 0);
  add_track (&f, f.sched, 1, 11, 0); /* a CPU on which the guest recorded nothing */
  add_track (&f, f.sched, 0, VCPU, 0); /* a task of the guest */
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, >vCPU 1, " HOST ", Tasks, <...>, <...>, <...>");

  lane = th_scene_get_lane (f.scene, 3);
  g_assert_cmpstr (lane->detail, ==, "<...> · pid 144 · host.dat");
  g_assert_cmpstr (lane->name, ==, "vcpu/1");
  g_assert_cmpuint (lane->task, ==,
                    th_tasks_find (th_recording_get_tasks (th_recording_get_part (f.recording, 1)),
                                   VCPU + 1));
  g_assert_cmpuint (th_scene_find_task (f.scene, lane->task), >, 6);
  f.next = lane->height;
  add_track (&f, f.kvm, 1, VCPU + 1, 2);
  g_assert_cmpfloat (th_scene_get_lane (f.scene, 3)->height, >, f.next);
  add_track (&f, f.kvm, 1, VCPU, 1);
  assert_lanes (&f,
                "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST ", Tasks, <...>, <...>, "
                                                                     "<...>, <...>");
  tear_down (&f);
}

/* The host's recording has the guest, but not which tasks are its vCPUs. */
static void
test_numbers (void)
{
  static const ThVcpu unknown[] = { { 0, -1 }, { 1, -1 } };
  Fixture f = { 0 };

  set_up (&f, unknown, G_N_ELEMENTS (unknown));
  add_track (&f, f.sched, 1, 500, 0);
  add_track (&f, f.kvm, 1, 500, 2);
  add_track (&f, f.kvm, 1, 501, 0); /* of an unknown vCPU */
  add_track (&f, f.kvm, 0, 502, 1); /* a nested guest */
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, >vCPU 1, " HOST ", Tasks, <...>, <...>, <...>");

  /* Another machine has a CPU with that number as well, so the vCPU is ambiguous. */
  add_track (&f, f.kvm, 1, 600, 2);
  add_track (&f, f.sched, 1, 500, 0);
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, " HOST ", Tasks, <...>, <...>, <...>, <...>");
  tear_down (&f);
}

/* It behaves like any lane, but stays with its CPU. */
static void
test_arranged (void)
{
  Fixture f = { 0 };
  g_autoptr(GArray) states = NULL;

  set_up (&f, told, G_N_ELEMENTS (told));
  add_track (&f, f.kvm, 1, VCPU, 1);
  add_track (&f, f.kvm, 1, VCPU + 1, 2);
#define BOTH ", Tasks, <...>, <...>"
  assert_lanes (&f, "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST BOTH);

  g_assert_false (th_scene_can_move (f.scene, 2));
  g_assert_true (th_scene_move_before (f.scene, 1, 4)); /* after its section */
  assert_lanes (&f, "Guest inner, CPU 1, >vCPU 1, CPU 0, >vCPU 0, " HOST BOTH);
  g_assert_true (th_scene_move_by (f.scene, 3, -1));
  assert_lanes (&f, "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST BOTH);

  th_scene_set_folded (f.scene, 1, TRUE);
  assert_lanes (&f, "Guest inner, CPU 0, >(vCPU 0), CPU 1, >vCPU 1, " HOST BOTH);
  g_assert_cmpuint (th_scene_reveal (f.scene, "vcpu/0"), ==, 2);
  assert_lanes (&f, "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST BOTH);

  g_assert_true (th_scene_set_hidden (f.scene, 2, TRUE));
  g_assert_cmpuint (th_scene_get_n_hidden (f.scene), ==, 1);
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, >vCPU 1, 1 lane hidden · show, " HOST BOTH);
  th_scene_set_folded (f.scene, 4, FALSE);
  assert_lanes (&f, "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST BOTH);

  g_assert_true (th_scene_set_pinned (f.scene, 4, TRUE));
  g_assert_true (th_scene_set_size (f.scene, 1, TH_LANE_LOW));
  assert_lanes (&f, "Pinned, vCPU 1, Guest inner, CPU 0, >vCPU 0, CPU 1, " HOST BOTH);
  states = th_scene_list_states (f.scene);
  th_scene_set_states (f.scene, NULL, 0);
  assert_lanes (&f, "Guest inner, CPU 0, >vCPU 0, CPU 1, >vCPU 1, " HOST BOTH);
  th_scene_set_states (f.scene, (const ThLaneState *) (gpointer) states->data, states->len);
  assert_lanes (&f, "Pinned, vCPU 1, Guest inner, CPU 0, >vCPU 0, CPU 1, " HOST BOTH);

  th_scene_remove_results (f.scene, f.kvm);
  assert_lanes (&f, "Guest inner, CPU 0, CPU 1, " HOST);
  th_scene_add_results (f.scene, f.kvm);
  th_scene_update (f.scene);
  assert_lanes (&f, "Pinned, vCPU 1, Guest inner, CPU 0, >vCPU 0, CPU 1, " HOST BOTH);
  tear_down (&f);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/vcpu/told", test_told);
  g_test_add_func ("/canvas/vcpu/numbers", test_numbers);
  g_test_add_func ("/canvas/vcpu/arranged", test_arranged);
  return g_test_run ();
}
