/* test-text-report.c - the text of trace-cmd report has the same events as its trace.dat
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The texts were printed by trace-cmd with its plugins; other tests compare our reader of
 * trace.dat with trace-cmd.
 */
#include <string.h>

#include "loader-fixture.h"

typedef struct
{
  const char *dat;
  const char *text;
  gint64      unit;  /* ns, the precision of the times */
  gboolean    infos; /* the text is that of the print formats */
  gboolean    names; /* names are not truncated */
} Pair;

static const Pair pairs[] = {
  { "e1000-rep.dat", "e1000-rep.report.txt", 1000, TRUE, TRUE },
  { "e1000-rep.dat", "e1000-rep.report-t.txt", 1, TRUE, TRUE },
  { "e1000-rep.dat", "e1000-rep.report-R.txt", 1000, FALSE, TRUE },
  { "e1000-rep.dat", "e1000-rep.report-l.txt", 1000, TRUE, FALSE },
  { "e1000-rep.dat", "e1000-rep.report-tsdiff.txt", 1000, TRUE, TRUE },
  { "k612-rep.dat", "k612-rep.report.txt", 1000, TRUE, TRUE },
  { "k612-rep.dat", "k612-rep.report-t.txt", 1, TRUE, TRUE },
  { "k612-rep.dat", "k612-rep.report-R.txt", 1000, FALSE, TRUE },
  { "k612-rep.dat", "k612-rep.report-l.txt", 1000, TRUE, FALSE },
  { "k612-rep.dat", "k612-rep.report-tsdiff.txt", 1000, TRUE, TRUE },
  { "e1000-gt-udp.dat", "e1000-gt-udp.report.txt", 1000, TRUE, TRUE },
  { "k612-gt-udp.dat", "k612-gt-udp.report.txt", 1000, TRUE, TRUE },
  { "virtio-gt-udp.dat", "virtio-gt-udp.report.txt", 1000, TRUE, TRUE },
};

/* trace-cmd's plugins print these in their own words. */
static gboolean
has_plugin (const char *type)
{
  return g_str_has_prefix (type, "sched_");
}

static void
check_numbers (ThRecording *dat,
               ThRecording *text,
               ThReader    *dat_reader,
               ThReader    *text_reader,
               ThRef        dat_ref,
               ThRef        text_ref,
               gboolean     with_plugin)
{
  static const char *const names[] = { "prev_pid", "prev_prio", "prev_state", "next_pid",
                                       "next_prio", "pid", "prio", "target_cpu",
                                       "vec", "irq", "len", "skbaddr", "work", "budget" };
  const ThFieldTable *dat_fields = th_recording_get_fields (dat,
                                                            th_recording_get_type (dat, dat_ref));
  const ThFieldTable *text_fields =
    th_recording_get_fields (text, th_recording_get_type (text, text_ref));
  ThPayload dat_payload, text_payload;

  g_assert_true (th_reader_get_payload (dat_reader, dat_ref, &dat_payload));
  g_assert_true (th_reader_get_payload (text_reader, text_ref, &text_payload));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ThField *dat_field = th_field_table_find (dat_fields, names[i]);
      const ThField *text_field = th_field_table_find (text_fields, names[i]);
      guint64 a, b = 0;

      if (dat_field == NULL || text_field == NULL || text_field->kind == TH_FIELD_DYNAMIC_STRING ||
          !th_field_read_u64 (dat_field, &dat_payload, &a))
        continue;
      g_assert_true (th_field_read_u64 (text_field, &text_payload, &b));
      /* trace-cmd's plugin shows a preempted task as R, like a runnable one. */
      if (with_plugin && strcmp (names[i], "prev_state") == 0)
        a &= 0xff;
      if (a != b)
        g_error ("%s of %s: %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, names[i],
                 th_recording_get_type_name (dat, th_recording_get_type (dat, dat_ref)), (gint64) b,
                 (gint64) a);
    }
}

static void
check_row (const Pair  *pair,
           ThRecording *dat,
           ThRecording *text,
           ThReader    *dat_reader,
           ThReader    *text_reader,
           ThRef        dat_ref,
           ThRef        text_ref)
{
  guint dat_type = th_recording_get_type (dat, dat_ref);
  guint text_type = th_recording_get_type (text, text_ref);
  guint32 dat_task = th_recording_get_task (dat, dat_ref);
  guint32 text_task = th_recording_get_task (text, text_ref);
  const char *type = th_recording_get_type_name (dat, dat_type);
  g_autoptr(GString) dat_info = g_string_new (NULL);
  g_autoptr(GString) text_info = g_string_new (NULL);

  g_assert_cmpint ((th_recording_get_time (dat, dat_ref) + pair->unit / 2) / pair->unit *
                   pair->unit, ==,
                   th_recording_get_time (text, text_ref));
  g_assert_cmpstr (th_recording_get_type_name (text, text_type), ==, type);
  g_assert_cmpstr (th_recording_get_type_system (text, text_type), ==,
                   th_recording_get_type_system (dat, dat_type));
  g_assert_cmpint (th_tasks_get_pid (th_recording_get_tasks (text), text_task), ==,
                   th_tasks_get_pid (th_recording_get_tasks (dat), dat_task));
  if (pair->names)
    g_assert_cmpstr (th_tasks_get_saved (th_recording_get_tasks (text), text_task), ==,
                     th_tasks_get_saved (th_recording_get_tasks (dat), dat_task));
  check_numbers (dat, text, dat_reader, text_reader, dat_ref, text_ref, pair->infos);

  if (!pair->infos || has_plugin (type))
    return;
  g_assert_true (th_reader_get_text (dat_reader, dat_ref, FALSE, dat_info));
  g_assert_true (th_reader_get_text (text_reader, text_ref, FALSE, text_info));
  g_assert_cmpstr (g_strchomp (text_info->str), ==, g_strstrip (dat_info->str));
}

static guint
find_cpu (ThStream *stream,
          guint     number)
{
  for (guint i = 0; i < th_stream_get_n_cpus (stream); i++)
    if (th_cpu_get_number (th_stream_get_cpu (stream, i)) == number)
      return i;
  return G_MAXUINT;
}

static void
compare (const Pair  *pair,
         ThRecording *dat,
         ThRecording *text)
{
  ThStream *dat_stream = th_recording_get_stream (dat, 0);
  ThStream *text_stream = th_recording_get_stream (text, 0);
  g_autoptr(ThReader) dat_reader = th_reader_new (dat);
  g_autoptr(ThReader) text_reader = th_reader_new (text);

  g_assert_cmpuint (th_recording_get_n_events (dat), ==, th_recording_get_n_events (text));
  for (guint i = 0; i < th_stream_get_n_cpus (dat_stream); i++)
    {
      ThCpu *cpu = th_stream_get_cpu (dat_stream, i);
      guint other = find_cpu (text_stream, th_cpu_get_number (cpu));

      if (th_cpu_get_n_rows (cpu) == 0)
        continue;
      g_assert_cmpuint (other, !=, G_MAXUINT);
      g_assert_cmpuint (th_cpu_get_n_rows (th_stream_get_cpu (text_stream, other)), ==,
                        th_cpu_get_n_rows (cpu));
      g_assert_cmpuint (th_cpu_get_n_exact_runs (th_stream_get_cpu (text_stream, other)), ==,
                        th_cpu_get_n_exact_runs (cpu));
      for (guint32 row = 0; row < th_cpu_get_n_rows (cpu); row++)
        check_row (pair, dat, text, dat_reader, text_reader, (ThRef) { 0, i, row },
                   (ThRef) { 0, other, row });
    }
}

static void
test_pair (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *dat_path = fixture_find_recording (pair->dat);
  g_autofree char *text_path = dat_path != NULL ? fixture_find_recording (pair->text) : NULL;
  g_autoptr(ThRecording) dat = NULL;
  g_autoptr(ThRecording) text = NULL;
  g_autoptr(GError) error = NULL;

  if (text_path == NULL)
    return;
  dat = fixture_load (dat_path, &error);
  g_assert_no_error (error);
  text = fixture_load (text_path, &error);
  g_assert_no_error (error);
  compare (pair, dat, text);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strconcat ("/text/report/", pairs[i].text, NULL);

      g_test_add_data_func (path, &pairs[i], test_pair);
    }
  return g_test_run ();
}
