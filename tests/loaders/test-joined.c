/* test-joined.c - several recordings on one timeline: each is unchanged
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Expected values are those of the same file opened by itself, with its times shifted by hand.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "th-order.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

typedef struct
{
  const char *name;
  gint64      shift;
} Wanted;

static char *
path_of (const char *name)
{
  return g_path_is_absolute (name) ? g_strdup (name)
                                   : g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

static ThRecording *
join (const Wanted *wanted,
      guint         n,
      const char   *ignored,
      guint        *failed,
      GError      **error)
{
  g_autofree ThLoaderPart *parts = g_new0 (ThLoaderPart, n);
  g_autofree const ThLoader **loaders = g_new0 (const ThLoader *, n);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_bytes_unref);
  ThRecording *recording;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = path_of (wanted[i].name);
      g_autoptr(GError) none = NULL;
      ThBytes *bytes = th_bytes_new_file (path, &none);

      g_assert_no_error (none);
      g_ptr_array_add (all, bytes);
      parts[i] = (ThLoaderPart) { bytes, wanted[i].name, wanted[i].shift };
    }

  recording = th_loader_open_parts (parts, n, loaders, failed, error);
  if (recording == NULL)
    return NULL;
  if (ignored != NULL)
    th_recording_ignore (recording, ignored);
  th_loader_load_parts (loaders, recording);
  return recording;
}

static ThRecording *
join_sound (const Wanted *wanted,
            guint         n)
{
  g_autoptr(GError) error = NULL;
  guint failed;
  ThRecording *recording = join (wanted, n, NULL, &failed, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (th_recording_get_n_parts (recording), ==, n);
  return recording;
}

static ThRecording *
alone (const char *name)
{
  g_autofree char *path = path_of (name);
  g_autoptr(GError) error = NULL;
  ThRecording *recording = fixture_load (path, &error);

  g_assert_no_error (error);
  return recording;
}

/* --- sampled events ---------------------------------------------------- */

/* Returns all data of an event, with times shifted back by @shift. */
static char *
describe (ThRecording *recording,
          ThReader    *reader,
          ThRef        ref,
          gint64       shift)
{
  ThRecording *part = th_recording_get_stream_part (recording, ref.stream);
  ThTasks *tasks = th_recording_get_tasks (recording);
  guint type = th_recording_get_type (recording, ref);
  guint32 task = th_recording_get_task (recording, ref);
  gint64 time = th_recording_get_time (recording, ref);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  g_autoptr(GString) text = g_string_new (NULL);
  ThPayload payload;

  g_string_append_printf (text, "%" G_GINT64_FORMAT " %s:%s %d %s %s: ", time - shift,
                          th_recording_get_type_system (recording, type),
                          th_recording_get_type_name (recording, type),
                          th_tasks_get_pid (tasks, task),
                          th_tasks_get_name (tasks, task, time), th_tasks_get_saved (tasks, task));
  if (th_reader_get_payload (reader, ref, &payload))
    {
      const ThFieldTable *fields = th_recording_get_fields (recording, type);
      g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_MD5, payload.data,
                                                          payload.size);

      g_string_append_printf (text, "%s ", sum);
      for (guint i = 0; i < fields->n_fields; i++)
        {
          g_string_append_printf (text, "%s=", fields->fields[i].name);
          th_reader_format_field (reader, &fields->fields[i], &payload, text);
          g_string_append_c (text, ' ');
        }
    }
  th_reader_get_text (reader, ref, FALSE, text);
  th_reader_get_stack (reader, ref, frames);
  for (guint i = 0; i < frames->len; i++)
    {
      guint64 offset, address = g_array_index (frames, ThFrame, i).address;
      const char *symbol = th_recording_get_symbol (part, address, &offset);

      g_string_append_printf (text, " %" G_GINT64_MODIFIER "x %s", address,
                              symbol != NULL ? symbol : "?");
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_runs (ThCpu       *a,
             ThCpu       *b,
             ThRecording *one,
             ThRecording *whole,
             gint64       shift)
{
  g_assert_cmpuint (th_cpu_get_n_runs (a), ==, th_cpu_get_n_runs (b));
  for (guint32 i = 0; i < th_cpu_get_n_runs (a); i++)
    {
      ThRun x = th_cpu_get_run (a, i), y = th_cpu_get_run (b, i);

      g_assert_cmpint (x.begin + shift, ==, y.begin);
      g_assert_cmpint (x.end + shift, ==, y.end);
      g_assert_cmpuint (x.row, ==, y.row);
      g_assert_cmpint (th_tasks_get_pid (th_recording_get_tasks (one), x.task), ==,
                       th_tasks_get_pid (th_recording_get_tasks (whole), y.task));
    }
  g_assert_cmpuint (th_cpu_get_n_lost (a), ==, th_cpu_get_n_lost (b));
  for (guint32 i = 0; i < th_cpu_get_n_lost (a); i++)
    {
      ThLost x = th_cpu_get_lost (a, i), y = th_cpu_get_lost (b, i);

      g_assert_cmpuint (x.row, ==, y.row);
      g_assert_cmpint (x.count, ==, y.count);
      g_assert_cmpint (x.to + shift, ==, y.to);
    }
}

/* Asserts that @part of @whole is the recording @name, shifted by @shift and otherwise unchanged.
 * */
static void
assert_part (ThRecording *whole,
             guint        index,
             const char  *name,
             gint64       shift)
{
  g_autoptr(ThRecording) one = alone (name);
  ThRecording *part = th_recording_get_part (whole, index);
  guint first = th_recording_get_first_stream (part);
  g_autoptr(ThReader) reader = th_reader_new (one);
  g_autoptr(ThReader) joined_reader = th_reader_new (whole);
  g_autoptr(ThReader) part_reader = th_reader_new (part);
  g_autofree char *problems = fixture_problems (one);
  g_autofree char *part_problems = fixture_problems (part);

  g_assert_cmpstr (problems, ==, part_problems);
  g_assert_cmpint (th_recording_get_state (one), ==, th_recording_get_state (part));
  g_assert_cmpstr (th_recording_get_format (one), ==, th_recording_get_format (part));
  g_assert_cmpuint (th_recording_get_n_events (one), ==, th_recording_get_n_events (part));
  for (guint s = 0; s < th_recording_get_n_streams (one); s++)
    {
      ThStream *a = th_recording_get_stream (one, s);
      ThStream *b = th_recording_get_stream (whole, first + s);

      g_assert_true (th_recording_get_stream (part, first + s) == b);
      g_assert_true (th_recording_get_stream_part (whole, first + s) == part);
      g_assert_cmpstr (th_stream_get_name (a), ==, th_stream_get_name (b));
      g_assert_cmpuint (th_stream_get_n_cpus (a), ==, th_stream_get_n_cpus (b));
      for (guint c = 0; c < th_stream_get_n_cpus (a); c++)
        {
          guint32 n = th_cpu_get_n_rows (th_stream_get_cpu (a, c));

          g_assert_cmpuint (n, ==, th_cpu_get_n_rows (th_stream_get_cpu (b, c)));
          assert_runs (th_stream_get_cpu (a, c), th_stream_get_cpu (b, c), one, whole, shift);
          for (guint32 row = 0; row < n; row += MAX (n / 300, 1))
            {
              g_autofree char *x = describe (one, reader, (ThRef) { s, c, row }, 0);
              g_autofree char *y = describe (whole, joined_reader, (ThRef) { first + s, c, row },
                                             shift);
              g_autofree char *z = describe (part, part_reader, (ThRef) { first + s, c, row },
                                             shift);

              g_assert_cmpstr (x, ==, y);
              g_assert_cmpstr (x, ==, z);
              g_assert_cmpint (th_recording_get_own_time (whole, (ThRef) { first + s, c, row }), ==,
                               th_recording_get_time (one, (ThRef) { s, c, row }));
            }
        }
    }
}

/* --- tests ------------------------------------------------------------- */

/* trace.dat with several buffers and with a clock that counts, both kinds of
 * text, perf.data with and without tracepoints. */
static const char *const kinds[] = {
  "e1000-buffers.dat", "e1000-probe.perf.data", "k612-rep.report.txt", "e1000-clock-counter.dat",
  "virtio-tp-g.perf.data", "e1000-ftrace-default.txt", "virtio-cpu-clock-z.perf.data",
  "e1000-lost.dat",
};

static void
test_any_with_any (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *a = kinds[i], *b = kinds[(i + 1) % G_N_ELEMENTS (kinds)];
      g_autoptr(ThRecording) whole = join_sound ((Wanted[]) { { a, 0 }, { b, 3 * SECOND / 2 } }, 2);

      g_test_message ("%s + %s", a, b);
      assert_part (whole, 0, a, 0);
      assert_part (whole, 1, b, 3 * SECOND / 2);
      fixture_read_all (whole);
    }
}

/* KernelShark applied the offset of one recording to another if one had several buffers.  Each
 * recording moves alone, and as a whole. */
static void
test_offset_moves_one (void)
{
  static const Wanted wanted[] = { { "e1000-buffers.dat", 0 },
                                   { "e1000-gt-udp.dat", -7 * SECOND - 1 },
                                   { "e1000-buffers.dat", 0 }, { "k612-rep.dat", 12345 } };
  g_autoptr(ThRecording) whole = join_sound (wanted, G_N_ELEMENTS (wanted));

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpint (th_recording_get_shift (th_recording_get_part (whole, i)), ==,
                       wanted[i].shift);
      assert_part (whole, i, wanted[i].name, wanted[i].shift);
    }
}

/* A single recording can have an offset, too. */
static void
test_offset_of_one (void)
{
  g_autoptr(ThRecording) whole = join_sound ((Wanted[]) { { "k612-rep.dat", 5 * SECOND } }, 1);

  assert_part (whole, 0, "k612-rep.dat", 5 * SECOND);
}

static void
test_order (void)
{
  g_autoptr(ThRecording) whole =
    join_sound ((Wanted[]) { { "e1000-gt-udp.dat", 0 }, { "e1000-gt-udp.dat", 1000 } }, 2);
  g_autoptr(ThOrder) order = th_order_new (whole);
  guint64 n = th_order_get_n (order), n_of[2] = { 0, 0 };
  gint64 last = G_MININT64;
  g_autoptr(ThCursor) cursor = th_cursor_new (order, 0);
  ThRef ref;

  g_assert_cmpuint (n, ==, 2 * th_recording_get_n_events (th_recording_get_part (whole, 0)));
  while (th_cursor_next (cursor, &ref))
    {
      gint64 time = th_recording_get_time (whole, ref);

      g_assert_cmpint (time, >=, last);
      last = time;
      n_of[th_recording_get_index (th_recording_get_stream_part (whole, ref.stream))]++;
    }
  g_assert_cmpuint (n_of[0] + n_of[1], ==, n);
  g_assert_cmpuint (n_of[0], ==, n_of[1]);
}

/* The same file twice: the parts share nothing. */
static void
test_itself (void)
{
  g_autoptr(ThRecording) whole =
    join_sound ((Wanted[]) { { "e1000-gt-udp.dat", 0 }, { "e1000-gt-udp.dat", SECOND } }, 2);
  ThRecording *a = th_recording_get_part (whole, 0), *b = th_recording_get_part (whole, 1);
  ThTasks *tasks = th_recording_get_tasks (whole);
  guint n_types = th_recording_get_n_types (whole), n_tasks = th_tasks_get_n (tasks);
  guint in_a = th_recording_find_type (a, "skb:kfree_skb");
  guint in_b = th_recording_find_type (b, "skb:kfree_skb");

  g_assert_cmpuint (n_types % 2, ==, 0);
  g_assert_cmpuint (in_a, !=, in_b);
  g_assert_cmpuint (th_recording_find_type (b, "kfree_skb"), ==, in_b);
  g_assert_cmpuint (th_recording_find_type (whole, "kfree_skb"), ==, in_a);
  g_assert_true (th_recording_has_type (a, in_a) && !th_recording_has_type (a, in_b) &&
                 th_recording_has_type (whole, in_b));
  for (guint i = 0; i < n_types; i++)
    g_assert_true (th_recording_has_type (a, i) != th_recording_has_type (b, i));

  /* Every task exists twice, except idle. */
  g_assert_cmpuint (n_tasks % 2, ==, 1);
  for (guint32 i = 1; i < n_tasks; i++)
    {
      gint32 pid = th_tasks_get_pid (tasks, i);
      guint32 x = th_tasks_find (th_recording_get_tasks (a), pid);
      guint32 y = th_tasks_find (th_recording_get_tasks (b), pid);

      g_assert_cmpuint (x, !=, y);
      g_assert_true (x == i || y == i);
      g_assert_cmpuint (th_tasks_get_source (tasks, i), ==, i == x ? 0 : 1);
      g_assert_cmpstr (th_tasks_get_saved (tasks, x), ==, th_tasks_get_saved (tasks, y));
    }
  for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (whole, 0)); c++)
    {
      ThCpu *one = th_stream_get_cpu (th_recording_get_stream (whole, 0), c);
      ThCpu *other = th_stream_get_cpu (th_recording_get_stream (whole, 1), c);

      g_assert_true (th_recording_get_runs_cpu (whole, th_recording_get_stream (whole, 0),
                                                one) == one);
      g_assert_true (th_recording_get_runs_cpu (whole, th_recording_get_stream (whole, 1),
                                                other) == other);
    }
}

static void
test_wall_clock (void)
{
  g_autoptr(ThRecording) one = alone ("e1000-buffers.dat");
  g_autoptr(ThRecording) whole =
    join_sound ((Wanted[]) { { "k612-rep.dat", 0 }, { "e1000-buffers.dat", 9 * SECOND } }, 2);
  const ThClock *clock = th_recording_get_clock (th_recording_get_part (whole, 1));

  g_assert_cmpstr (clock->name, ==, th_recording_get_clock (one)->name);
  if (th_recording_get_clock (one)->wall_offset == TH_TIME_NONE)
    g_assert_true (clock->wall_offset == TH_TIME_NONE);
  else
    g_assert_cmpint (clock->wall_offset + 9 * SECOND, ==,
                     th_recording_get_clock (one)->wall_offset);
  g_assert_cmpstr (th_recording_get_name (th_recording_get_part (whole, 1)), ==,
                   "e1000-buffers.dat");
}

/* Copies the first four fifths of @name to a new file. */
static char *
cut (const char *name)
{
  g_autofree char *path = path_of (name);
  g_autofree char *data = NULL;
  g_autoptr(GError) error = NULL;
  char *made = NULL;
  gsize size;
  int fd = g_file_open_tmp ("joined-XXXXXX.dat", &made, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  g_file_set_contents (made, data, size * 4 / 5, &error);
  g_assert_no_error (error);
  return made;
}

static void
test_damaged (void)
{
  g_autofree char *part = cut ("e1000-lost.dat");
  g_autofree char *prefix = g_strconcat (part, ": ", NULL);
  g_autoptr(ThRecording) whole = NULL;
  g_autoptr(GPtrArray) problems = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  guint failed = 99;

  g_assert_null (join ((Wanted[]) { { "k612-rep.dat", 0 }, { "broken/garbage.dat", 0 } }, 2, NULL,
                       &failed, &error));
  g_assert_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNKNOWN);
  g_assert_cmpuint (failed, ==, 1);

  whole = join_sound ((Wanted[]) { { "k612-rep.dat", 0 }, { part, SECOND } }, 2);
  g_assert_cmpint (th_recording_get_state (whole), ==, TH_LOAD_PART);
  assert_part (whole, 0, "k612-rep.dat", 0);
  assert_part (whole, 1, part, SECOND);
  problems = th_recording_list_problems (whole);
  g_assert_cmpuint (problems->len, >, 0);
  text = th_problem_describe (problems->pdata[0]);
  g_assert_true (g_str_has_prefix (text, prefix));
  g_unlink (part);
}

static void
test_ends_of_time (void)
{
  static const gint64 shifts[] = { G_MAXINT64, G_MININT64, G_MAXINT64 - SECOND, -G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      g_autoptr(ThRecording) whole = join_sound ((Wanted[]) { { "e1000-probe.perf.data", 0 },
                                                              { "k612-rep.dat", shifts[i] } }, 2);
      gint64 first, last;

      assert_part (whole, 0, "e1000-probe.perf.data", 0);
      g_assert_true (th_recording_get_range (whole, &first, &last));
      g_assert_cmpint (first, <=, last);
      g_assert_cmpuint (th_recording_get_n_events (th_recording_get_part (whole, 1)), >, 0);
      fixture_read_all (whole);
    }
}

static void
test_ignore (void)
{
  g_autoptr(GError) error = NULL;
  guint failed;
  g_autoptr(ThRecording) whole =
    join ((Wanted[]) { { "e1000-gt-udp.dat", 0 }, { "e1000-gt-udp.dat", 1 } }, 2,
          "sched:*", &failed, &error);
  guint n = 0;

  for (guint i = 0; i < th_recording_get_n_types (whole); i++)
    {
      gboolean sched = strcmp (th_recording_get_type_system (whole, i), "sched") == 0;

      g_assert_true (th_recording_is_type_ignored (whole, i) == sched);
      n += sched;
    }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n % 2, ==, 0);
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (whole, s)); c++)
      {
        ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (whole, s), c);

        for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
          g_assert_cmpstr (th_recording_get_type_system (whole, th_cpu_get_type (cpu, row)), !=,
                           "sched");
      }
}

/* A user of a part keeps the whole recording alive. */
static void
test_life (void)
{
  g_autoptr(ThRecording) whole =
    join_sound ((Wanted[]) { { "k612-rep.dat", 0 }, { "e1000-gt-udp.dat", 0 } }, 2);
  ThRecording *part = th_recording_ref (th_recording_get_part (whole, 1));
  ThReader *reader = th_reader_new (part);

  g_clear_pointer (&whole, th_recording_unref);
  fixture_read_all (part);
  th_recording_unref (part);
  th_reader_free (reader);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/loaders/joined/any-with-any", test_any_with_any);
  g_test_add_func ("/loaders/joined/offset-moves-one", test_offset_moves_one);
  g_test_add_func ("/loaders/joined/offset-of-one", test_offset_of_one);
  g_test_add_func ("/loaders/joined/order", test_order);
  g_test_add_func ("/loaders/joined/itself", test_itself);
  g_test_add_func ("/loaders/joined/wall-clock", test_wall_clock);
  g_test_add_func ("/loaders/joined/damaged", test_damaged);
  g_test_add_func ("/loaders/joined/ends-of-time", test_ends_of_time);
  g_test_add_func ("/loaders/joined/ignore", test_ignore);
  g_test_add_func ("/loaders/joined/life", test_life);

  return g_test_run ();
}
