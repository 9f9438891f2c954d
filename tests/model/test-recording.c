/* test-recording.c - streams, types, facts, problems, growth
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "model-fixture.h"
#include "th-recording-summary.h"
#include "th-source.h"

static void
test_types (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");

  g_assert_cmpuint (th_recording_intern_type (recording, "irq", "softirq_raise"), ==, 0);
  g_assert_cmpuint (th_recording_intern_type (recording, "skb", "kfree_skb"), ==, 1);
  g_assert_cmpuint (th_recording_intern_type (recording, "irq", "softirq_raise"), ==, 0);
  g_assert_cmpuint (th_recording_find_type (recording, "skb:kfree_skb"), ==, 1);
  g_assert_cmpuint (th_recording_find_type (recording, "kfree_skb"), ==, 1);
  g_assert_cmpuint (th_recording_find_type (recording, "irq:kfree_skb"), ==, TH_TYPE_NONE);
  g_assert_cmpstr (th_recording_get_type_system (recording, 0), ==, "irq");
  g_assert_cmpstr (th_recording_get_type_name (recording, TH_TYPE_OTHER), ==, "other");
  g_assert_cmpuint (th_recording_get_fields (recording, 0)->n_fields, ==, 0);
}

static void
test_too_many_types (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(GPtrArray) problems = NULL;

  for (guint i = 0; i <= TH_TYPE_MAX; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "%u", i);
      g_assert_cmpuint (th_recording_intern_type (recording, "a", name), ==, i);
    }
  g_assert_cmpuint (th_recording_intern_type (recording, "a", "one more"), ==, TH_TYPE_OTHER);
  problems = th_recording_list_problems (recording);
  g_assert_cmpuint (problems->len, ==, 1);
  g_assert_cmpint (((ThProblem *) problems->pdata[0])->kind, ==, TH_PROBLEM_TOO_MANY_TYPES);
}

static void
test_facts (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_auto(GStrv) keys = NULL;
  g_autofree char *joined = NULL;

  th_recording_set_fact (recording, "kernel", "6.1");
  th_recording_set_fact (recording, "host", "\xff");
  th_recording_set_fact (recording, "kernel", "6.12");
  keys = th_recording_list_facts (recording);
  joined = g_strjoinv (" ", keys);
  g_assert_cmpstr (joined, ==, "kernel host");
  g_assert_cmpstr (th_recording_get_fact (recording, "kernel"), ==, "6.12");
  g_assert_true (g_utf8_validate (th_recording_get_fact (recording, "host"), -1, NULL));
  g_assert_null (th_recording_get_fact (recording, "nothing"));
}

static void
test_state (gconstpointer data)
{
  static const struct { ThProblemKind kind; gboolean cancel; ThLoadState want; } cases[] = {
    { TH_N_PROBLEMS, FALSE, TH_LOAD_WHOLE },
    { TH_PROBLEM_UNKNOWN_TYPE, FALSE, TH_LOAD_WHOLE },
    { TH_PROBLEM_TRUNCATED, FALSE, TH_LOAD_PART },
    { TH_PROBLEM_BAD_PAGE, TRUE, TH_LOAD_CANCELLED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThRecording) recording = th_recording_new ("test");

      g_assert_cmpint (th_recording_get_state (recording), ==, TH_LOAD_RUNNING);
      if (cases[i].kind != TH_N_PROBLEMS)
        th_recording_add_problem (recording, cases[i].kind, 3, 17, "here");
      if (cases[i].cancel)
        th_recording_cancel (recording);
      th_recording_finish (recording);
      g_assert_cmpint (th_recording_get_state (recording), ==, cases[i].want);
    }
}

/* Every kind has a unique id and a sentence. */
static void
test_problems (void)
{
  g_autoptr(GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < TH_N_PROBLEMS; i++)
    {
      ThProblem problem = { i, 3, 4096, (char *) "detail" };
      g_autofree char *text = th_problem_describe (&problem);

      g_assert_true (g_hash_table_add (ids, (char *) th_problem_kind_id (i)));
      g_assert_nonnull (strstr (text, "detail"));
      g_assert_nonnull (strstr (text, "3 times"));
      g_assert_nonnull (strstr (text, "byte 4096"));
    }
}

/* The window groups digits, a terminal gets them plain. */
static void
test_problem_counts (void)
{
  ThProblem problem = { TH_PROBLEM_BAD_PAGE, 65276, 4096, NULL };
  g_autofree char *plain = th_problem_describe (&problem);
  g_autofree char *grouped = th_problem_describe_grouped (&problem);

  g_assert_nonnull (strstr (plain, " 65276 times"));
  g_assert_nonnull (strstr (grouped, " 65\u202f276 times"));
}

/* Threads report in any order: the first one in the file is kept. */
static void
test_problem_order (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(GPtrArray) problems = NULL;
  const ThProblem *problem;

  th_recording_add_problem (recording, TH_PROBLEM_BAD_CHUNK, 1, 8192, "second");
  th_recording_add_problem (recording, TH_PROBLEM_BAD_CHUNK, 1, 4096, "first");
  th_recording_add_problem (recording, TH_PROBLEM_BAD_CHUNK, 1, -1, "anywhere");
  th_recording_add_problem (recording, TH_PROBLEM_BAD_CHUNK, 1, 16384, "third");

  problems = th_recording_list_problems (recording);
  problem = problems->pdata[0];
  g_assert_cmpint (problem->offset, ==, 4096);
  g_assert_cmpstr (problem->detail, ==, "first");
  g_assert_cmpuint (problem->count, ==, 4);
}

/* The earliest time is kept, with its offset in the file. */
static void
test_problem_places (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (3);
  ThStream *stream = th_recording_get_stream (recording, 0);
  g_autoptr(GPtrArray) problems = NULL;
  g_autofree char *place = NULL, *text = NULL;

  th_recording_add_problem (recording, TH_PROBLEM_BAD_PAGE, 1, 4096, NULL);
  th_recording_place_problem (recording, TH_PROBLEM_BAD_PAGE, th_stream_get_cpu (stream, 1),
                              G_GINT64_CONSTANT (188024310512), 4096);
  th_recording_add_problem (recording, TH_PROBLEM_BAD_PAGE, 1, 8192, NULL);
  th_recording_place_problem (recording, TH_PROBLEM_BAD_PAGE, th_stream_get_cpu (stream, 2),
                              G_GINT64_CONSTANT (188000000001), 8192);
  th_recording_place_problem (recording, TH_PROBLEM_BAD_TIME, th_stream_get_cpu (stream, 0), 5,
                              -1);

  problems = th_recording_list_problems (recording);
  g_assert_cmpuint (problems->len, ==, 1);
  place = th_problem_place (problems->pdata[0]);
  text = th_problem_describe (problems->pdata[0]);
  g_assert_cmpstr (place, ==, "CPU 2, time 188.000000001, byte 8192 of the file");
  g_assert_true (g_str_has_suffix (text,
                                   " Seen 2 times. At CPU 2, time 188.000000001, byte 8192 of the "
                                   "file."));
}

static void
test_growth (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (2);
  g_autofree TestEvent *events = test_events_random (4, 1000);
  gint64 first, last;

  g_assert_false (th_recording_get_range (recording, &first, &last));
  g_assert_true (first == 0 && last == 0);
  g_assert_cmpint (th_recording_get_watermark (recording), ==, TH_TIME_NONE);

  test_recording_write (recording, 0, events, 500, 50);
  g_assert_cmpint (th_recording_get_watermark (recording), ==, TH_TIME_NONE);
  th_cpu_publish (th_stream_get_cpu (th_recording_get_stream (recording, 0), 1), 77);
  g_assert_cmpint (th_recording_get_watermark (recording), ==, 77);
  test_recording_write (recording, 1, events + 500, 500, 50);
  g_assert_cmpint (th_recording_get_watermark (recording), ==, G_MAXINT64);

  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 1000);
  g_assert_true (th_recording_get_range (recording, &first, &last));
  g_assert_cmpint (first, ==, events[0].time);
  g_assert_cmpint (last, ==, events[999].time);
  g_assert_cmpint (th_recording_get_time (recording, (ThRef) { 0, 1, 3 }), ==, events[503].time);
}

/* A buffer without sched_switch shows the runs of one that has it. */
static void
test_runs_of_another_buffer (void)
{
  const ThClock clock = { "local", FALSE, TH_TIME_NONE };
  TestEvent with[] = { { 10, 0, 1, 5, 6 }, { 20, 4, 1, 6, 0 } };
  g_autoptr(ThRecording) recording = test_recording_new (2);
  ThStream *stream = th_recording_add_stream (recording, "irqbuf", &clock, TH_PLACE_U16X4);
  ThCpu *other = th_stream_add_cpu (stream, 1);
  ThCpu *alone = th_stream_add_cpu (stream, 7);

  test_recording_write (recording, 1, with, 2, 2);
  g_assert_true (th_recording_get_runs_cpu (recording, stream, other) ==
                 th_stream_get_cpu (th_recording_get_stream (recording, 0), 1));
  g_assert_true (th_recording_get_runs_cpu (recording, stream, alone) == alone);
}

/* --- a source with one synthetic record -------------------------------- */

static const ThFieldValue states[] = { { 0, "R" }, { 1, "S" }, { 2, "D" } };
static const ThField fields[] = {
  { .name = "state", .offset = 0, .size = 1, .flags = TH_FIELD_SYMBOLIC, .values = states,
    .n_values = 3 },
  { .name = "bits", .offset = 1, .size = 1, .flags = TH_FIELD_FLAGS, .values = states,
    .n_values = 3, .separator = "|" },
  { .name = "at", .offset = 8, .size = 8, .kind = TH_FIELD_SYMBOL },
  { .name = "skb", .offset = 8, .size = 8, .kind = TH_FIELD_POINTER },
  { .name = "head", .offset = 0, .size = 8, .kind = TH_FIELD_POINTER },
  { .name = "comm", .offset = 16, .size = 4, .kind = TH_FIELD_STRING },
  { .name = "raw", .offset = 16, .size = 4, .kind = TH_FIELD_ARRAY, .element_size = 2 },
  { .name = "minus", .offset = 2, .size = 2, .flags = TH_FIELD_SIGNED },
  { .name = "beyond", .offset = 20, .size = 4 },
};
static const ThFieldTable table = { fields, G_N_ELEMENTS (fields) };
static const guint8 record[] = { 1, 0x13, 0xfe, 0xff, 0, 0, 0, 0, 0x10, 0x20, 0, 0, 0, 0, 0, 0, 'a',
                                 '<', 0xff, 0 };

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  (*(guint *) source)++;
  return &table;
}

static const char *
source_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  *offset = address - 0x2000;
  return "ip_rcv";
}

static gpointer
source_reader (gpointer source)
{
  return source;
}

static gboolean
source_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  *payload = (ThPayload) { record, sizeof record, FALSE };
  return ref.row == 0;
}

static void
test_reader (void)
{
  static const ThSource source = { .fields = source_fields, .symbol = source_symbol,
                                   .reader_new = source_reader, .payload = source_payload };
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(ThReader) reader = NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  guint n_asked = 0;
  ThPayload payload, payloads[TH_BLOCK_ROWS];
  guint64 good;

  th_recording_set_source (recording, &source, &n_asked);
  th_recording_intern_type (recording, "a", "b");
  reader = th_reader_new (recording);
  g_assert_false (th_reader_get_payload (reader, (ThRef) { 0, 0, 1 }, &payload));
  g_assert_true (th_reader_get_payload (reader, (ThRef) { 0, 0, 0 }, &payload));
  /* A source without block reads is read row by row. */
  g_assert_cmpuint (th_reader_get_payloads (reader, (ThRef) { 0, 0, 0 }, 3, payloads, &good), ==,
                    1);
  g_assert_cmpuint (good, ==, 1);
  g_assert_true (payloads[0].data == payload.data);
  g_assert_cmpuint (th_reader_get_payloads (reader, (ThRef) { 0, 0, 0 }, 2, payloads, &good), ==,
                    2);
  g_assert_cmpuint (good, ==, 0);
  g_assert_false (th_reader_get_text (reader, (ThRef) { 0, 0, 0 }, FALSE, text));

  g_assert_true (th_recording_get_fields (recording, 0) == &table);
  g_assert_true (th_recording_get_fields (recording, 0) == &table);
  g_assert_cmpuint (n_asked, ==, 1);

  for (guint i = 0; i < table.n_fields; i++)
    {
      gboolean there = th_reader_format_field (reader, &fields[i], &payload, text);

      g_string_append_printf (text, "%s", there ? "; " : "-");
    }
  g_assert_cmpstr (text->str, ==,
                   "S (1); S|D|0x10 (0x13); 0x2010 ip_rcv+0x10; 0x2010 ip_rcv+0x10; 0xfffe1301; "
                   "a<\xef\xbf\xbd; [3c61 00ff]; -2; -");
}

/* CPU 0 has events at 10 and 20 around a loss of 5, CPU 1 one at 15 after a loss of unknown size;
 * a filter matches the event at 20. */
static void
test_summary (void)
{
  TestEvent zero[] = { { 10, 0, 1, 7, -1 }, { 20, 4, 1, 7, -1 } }, one[] = { { 15, 0, 1, 7, -1 } };
  g_autoptr(ThRecording) recording = test_recording_new (2);
  ThStream *stream = th_recording_get_stream (recording, 0);
  const guint64 second = 1 << 1;
  g_autoptr(ThRows) rows = NULL;
  ThStreamSummary summary;
  ThLosses losses;

  th_stream_summarize (stream, NULL, &summary);
  g_assert_cmpuint (summary.n_events, ==, 0);

  test_recording_write (recording, 0, zero, 1, 1);
  th_cpu_append_lost (th_stream_get_cpu (stream, 0), 5);
  test_recording_write (recording, 0, zero + 1, 1, 1);
  th_cpu_append_lost (th_stream_get_cpu (stream, 1), -1);
  test_recording_write (recording, 1, one, 1, 1);
  th_recording_finish (recording);

  th_stream_summarize (stream, NULL, &summary);
  g_assert_cmpuint (summary.n_events, ==, 3);
  g_assert_cmpuint (summary.n_all, ==, 3);
  g_assert_cmpint (summary.first, ==, 10);
  g_assert_cmpint (summary.last, ==, 20);
  g_assert_cmpuint (summary.losses.n_gaps, ==, 2);
  g_assert_cmpuint (summary.losses.n_known, ==, 5);
  g_assert_true (summary.losses.has_unknown);

  rows = th_rows_new (recording);
  th_rows_append (rows, 0, 0, &second, 2);
  th_stream_summarize (stream, rows, &summary);
  g_assert_cmpuint (summary.n_events, ==, 1);
  g_assert_cmpuint (summary.n_all, ==, 3);
  g_assert_cmpint (summary.first, ==, 20);
  g_assert_cmpint (summary.last, ==, 20);

  th_recording_sum_losses (recording, &losses);
  g_assert_cmpuint (losses.n_known, ==, 5);
  g_assert_cmpuint (th_recording_count_cpus (recording), ==, 2);
  g_assert_cmpuint (th_recording_count_events (recording, 10, 20), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/recording/types", test_types);
  g_test_add_func ("/model/recording/too-many-types", test_too_many_types);
  g_test_add_func ("/model/recording/facts", test_facts);
  g_test_add_data_func ("/model/recording/state", NULL, test_state);
  g_test_add_func ("/model/recording/problems", test_problems);
  g_test_add_func ("/model/recording/problem-order", test_problem_order);
  g_test_add_func ("/model/recording/problem-places", test_problem_places);
  g_test_add_func ("/model/recording/problems/counts", test_problem_counts);
  g_test_add_func ("/model/recording/growth", test_growth);
  g_test_add_func ("/model/recording/runs-of-another-buffer", test_runs_of_another_buffer);
  g_test_add_func ("/model/recording/reader", test_reader);
  g_test_add_func ("/model/recording/summary", test_summary);
  return g_test_run ();
}
