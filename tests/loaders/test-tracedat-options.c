/* test-tracedat-options.c - options that no available recording has, inserted into real ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: trace-cmd.dat.v6(5), v7(5).  In version 6, options begin after "options  "; everything
 * after them is shifted, and so are the offsets of the CPUs.
 */
#include <string.h>

#include "loader-fixture.h"
#include "th-guest.h"
#include "tracedat-writer.h"

#define N_CPUS 4
#define OPTIONS "options  "
#define FLYRECORD "flyrecord"

static void
put (GByteArray *out,
     guint64     value,
     guint       size)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (out, (const guint8 *) &value, size);
}

/* Returns the recording with one more option, or NULL if it is not available. */
static GByteArray *
with_option (guint       id,
             GByteArray *option)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  GByteArray *bytes = g_byte_array_new ();
  g_autofree guint8 *data = NULL;
  gsize size, added = 6 + option->len;
  guint8 *at, *list;

  if (path == NULL)
    return NULL;

  g_assert_true (g_file_get_contents (path, (char **) &data, &size, NULL));
  at = (guint8 *) memmem (data, size, OPTIONS, sizeof OPTIONS) + sizeof OPTIONS;
  list = (guint8 *) memmem (at, size - (at - data), FLYRECORD, sizeof FLYRECORD) + sizeof FLYRECORD;
  for (guint i = 0; i < N_CPUS; i++)
    {
      guint64 offset = GUINT64_TO_LE (th_bytes_u64 (list + 16 * i, FALSE) + added);

      memcpy (list + 16 * i, &offset, sizeof offset);
    }

  g_byte_array_append (bytes, data, at - data);
  put (bytes, id, 2);
  put (bytes, option->len, 4);
  g_byte_array_append (bytes, option->data, option->len);
  g_byte_array_append (bytes, at, size - (at - data));
  return bytes;
}

static ThRecording *
load (GByteArray *bytes)
{
  g_autoptr(GError) error = NULL;
  ThRecording *recording = fixture_load_bytes (bytes->data, bytes->len, &error);
  g_autofree char *problems = NULL;

  g_assert_no_error (error);
  problems = fixture_problems (recording);
  g_assert_cmpstr (problems, ==, "");
  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 661);
  return recording;
}

/* --- guest and host ---------------------------------------------------- */

/* CPU 1 of the guest is 5 s behind the host, CPU 3 is 2 ms ahead; the others were not compared.
 * With one sample per CPU there is no scaling, as in trace-cmd. */
static const gint64 shifts[N_CPUS] = { 0, G_GINT64_CONSTANT (5000000000), 0, -2000000 };

static GByteArray *
time_shift (void)
{
  GByteArray *option = g_byte_array_new ();

  put (option, 0x1234, 8); /* the host's trace */
  put (option, 0, 4);
  put (option, N_CPUS, 4);
  for (guint i = 0; i < N_CPUS; i++)
    {
      put (option, shifts[i] != 0, 4);
      if (shifts[i] == 0)
        continue;
      put (option, G_GUINT64_CONSTANT (622000000000), 8);
      put (option, (guint64) shifts[i], 8);
      put (option, 1, 8);
    }
  for (guint i = 0; i < N_CPUS; i++)
    if (shifts[i] != 0)
      put (option, 0, 8);
  return option;
}

static void
test_time_shift (void)
{
  g_autofree char *path = fixture_find_recording ("e1000-v6.dat");
  g_autoptr(GByteArray) option = time_shift ();
  g_autoptr(GByteArray) bytes = with_option (12, option);
  g_autoptr(ThRecording) plain = NULL, shifted = NULL;

  if (bytes == NULL)
    return;

  plain = fixture_load (path, NULL);
  shifted = load (bytes);
  for (guint i = 0; i < N_CPUS; i++)
    {
      ThCpu *a = th_stream_get_cpu (th_recording_get_stream (plain, 0), i);
      ThCpu *b = th_stream_get_cpu (th_recording_get_stream (shifted, 0), i);

      g_assert_cmpuint (th_cpu_get_n_rows (a), ==, th_cpu_get_n_rows (b));
      for (guint32 row = 0; row < th_cpu_get_n_rows (a); row++)
        g_assert_cmpint (th_cpu_get_time (b, row) - th_cpu_get_time (a, row), ==, shifts[i]);
    }
  g_assert_cmpuint (th_recording_get_peer (plain), ==, 0);
  g_assert_cmpuint (th_recording_get_peer (shifted), ==, 0x1234);
  fixture_read_all (shifted);
}

/* If the option is truncated, no CPU is shifted and everything is read. */
static void
test_time_shift_cut (void)
{
  g_autoptr(GByteArray) option = time_shift ();

  for (guint size = 0; size < option->len; size += 3)
    {
      g_autoptr(GByteArray) part = g_byte_array_new ();
      g_autoptr(GByteArray) bytes = NULL;
      g_autoptr(ThRecording) recording = NULL;

      g_byte_array_append (part, option->data, size);
      if ((bytes = with_option (12, part)) == NULL)
        return;
      recording = load (bytes);
    }
}

/* Returns an option that claims @n_told CPUs and contains @n_there. */
static GByteArray *
guest (const char *name,
       guint64     trace_id,
       guint64     n_told,
       guint       n_there)
{
  GByteArray *option = g_byte_array_new ();

  g_byte_array_append (option, (const guint8 *) name, strlen (name) + 1);
  put (option, trace_id, 8);
  put (option, n_told, 4);
  for (guint i = 0; i < n_there; i++)
    {
      put (option, 2 * i, 4);
      put (option, i < 2 ? 4711 + i : G_MAXUINT32, 4);
    }
  return option;
}

static void
test_guest (void)
{
  g_autoptr(GByteArray) option = guest ("inn\xe9r", G_GUINT64_CONSTANT (0x9bd27920c0658606), 3, 3);
  g_autoptr(GByteArray) bytes = with_option (13, option);
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *text = NULL;

  if (bytes == NULL)
    return;

  recording = load (bytes);
  g_assert_cmpuint (th_recording_get_n_guests (recording), ==, 1);
  g_assert_cmphex (th_recording_get_guest (recording, 0)->trace_id, ==,
                   G_GUINT64_CONSTANT (0x9bd27920c0658606));
  text = th_guest_describe (th_recording_get_guest (recording, 0));
  g_assert_cmpstr (text, ==,
                   "inn\xef\xbf\xbdr: CPU 0 is task 4711, CPU 2 is task 4712, CPU 4 is an unknown "
                   "task");
}

/* More CPUs than the option contains, or a truncated option: nothing is invented. */
static void
test_guest_broken (void)
{
  g_autoptr(GByteArray) sound = guest ("inner", 1, 2, 2);

  for (guint size = 0; size <= sound->len; size++)
    {
      g_autoptr(GByteArray) option = size < sound->len ? g_byte_array_new ()
                                                       : guest ("inner", 1, G_MAXUINT32, 2);
      g_autoptr(GByteArray) bytes = NULL;
      g_autoptr(ThRecording) recording = NULL;
      g_autofree char *problems = NULL;

      if (size < sound->len)
        g_byte_array_append (option, sound->data, size);
      if ((bytes = with_option (13, option)) == NULL)
        return;
      recording = fixture_load_bytes (bytes->data, bytes->len, NULL);
      problems = fixture_problems (recording);
      g_assert_cmpstr (problems, ==, "bad-section 1");
      g_assert_cmpuint (th_recording_get_n_events (recording), ==, 661);
      for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
        g_assert_cmpuint (th_recording_get_guest (recording, i)->n_vcpus, ==, 0);
    }
}

/* The numbers of guests and CPUs are bounded. */
static void
test_guest_many (void)
{
  g_autoptr(GByteArray) option = guest ("", 7, TH_MAX_VCPUS + 9, TH_MAX_VCPUS + 9);
  g_autoptr(GByteArray) bytes = with_option (13, option);
  g_autoptr(ThRecording) recording = NULL, other = th_recording_new ("");

  if (bytes == NULL)
    return;

  recording = load (bytes);
  g_assert_cmpuint (th_recording_get_guest (recording, 0)->n_vcpus, ==, TH_MAX_VCPUS);
  for (guint i = 1; i < TH_MAX_GUESTS; i++)
    g_assert_true (th_recording_add_guest (recording, &(ThGuest) { "x", i + 7 }));
  g_assert_false (th_recording_add_guest (recording, &(ThGuest) { "x", 0 }));
  g_assert_cmpuint (th_recording_get_n_guests (recording), ==, TH_MAX_GUESTS);

  g_assert_null (th_recording_find_guest (recording, other));
  th_recording_set_trace_id (other, 9);
  g_assert_true (th_recording_find_guest (recording, other) == th_recording_get_guest (recording,
                                                                                       2));
}

/* --- process groups ---------------------------------------------------- */

static void
test_tgids (void)
{
  static const char text[] = "1028 77\n15 15\nnonsense\n1029\n-5 3\n1029 99999999999\n1026 1000\n";
  static const struct { gint32 pid, tgid; } wanted[] = { { 1028, 77 }, { 15, 15 }, { 1029, -1 },
                                                         { 1026, 1000 } };
  g_autoptr(GByteArray) option = g_byte_array_new ();
  g_autoptr(GByteArray) bytes = NULL;
  g_autoptr(ThRecording) recording = NULL;
  ThTasks *tasks;

  g_byte_array_append (option, (const guint8 *) text, sizeof text);
  bytes = with_option (8, option);
  if (bytes == NULL)
    return;

  recording = load (bytes);
  tasks = th_recording_get_tasks (recording);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      guint32 task = th_tasks_find (tasks, wanted[i].pid);

      g_assert_cmpuint (task, !=, TH_TASK_NONE);
      g_assert_cmpint (th_tasks_get_tgid (tasks, task), ==, wanted[i].tgid);
    }
}

/* --- text of a latency tracer ------------------------------------------ */

/* Version 7 has it in place of the buffer: section, name, clock. */
static void
test_buffer_text (void)
{
  static const char clock_name[] = "\0counter";
  g_autofree char *path = fixture_find_recording ("e1000-clock-counter.dat");
  g_autoptr(GByteArray) bytes = NULL;
  g_autoptr(GError) error = NULL;
  guint8 *option;

  if (path == NULL)
    return;

  bytes = tracedat_write (path, &(TracedatShape) { 7, TH_TD_NONE, FALSE, 8, 4096, FALSE });
  option = (guint8 *) memmem (bytes->data, bytes->len, clock_name, sizeof clock_name) - 14;
  g_assert_cmpuint (th_bytes_u16 (option, FALSE), ==, 3);
  option[0] = 22;
  g_assert_null (fixture_load_bytes (bytes->data, bytes->len, &error));
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "latency"));
  g_assert_nonnull (strstr (error->message, "trace-cmd report"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tracedat/options/time-shift", test_time_shift);
  g_test_add_func ("/tracedat/options/time-shift-cut", test_time_shift_cut);
  g_test_add_func ("/tracedat/options/guest", test_guest);
  g_test_add_func ("/tracedat/options/guest-broken", test_guest_broken);
  g_test_add_func ("/tracedat/options/guest-many", test_guest_many);
  g_test_add_func ("/tracedat/options/tgids", test_tgids);
  g_test_add_func ("/tracedat/options/buffer-text", test_buffer_text);
  return g_test_run ();
}
