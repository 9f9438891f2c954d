/* test-filter.c - the meaning of expressions, and errors of invalid ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts on recordings are in tests/data/filters.tsv, for tests/cli.
 */
#include <string.h>

#include "data-fixture.h"
#include "model-fixture.h"
#include "th-filter.h"
#include "th-flow-registry.h"
#include "th-results.h"

static guint64
count (ThRecording *recording,
       const char  *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, NULL, NULL, &error);
  g_autoptr(ThRows) rows = th_rows_new (recording);

  g_assert_no_error (error);
  th_filter_evaluate (filter, rows, NULL, 2, NULL);
  g_assert_cmpuint (th_rows_get_n_decided (rows), ==, th_recording_get_n_events (recording));
  return th_rows_get_n (rows);
}

/* --- mistakes ---------------------------------------------------------- */

typedef struct
{
  const char   *text;
  const char   *place;   /* spaces and carets under the text */
  const char   *message;
  ThFilterError code;
} Mistake;

#define SYNTAX  TH_FILTER_ERROR_SYNTAX
#define UNKNOWN TH_FILTER_ERROR_UNKNOWN
#define TYPE    TH_FILTER_ERROR_TYPE

static const Mistake mistakes[] = {
  { "cpu ==",
    "      ^", "A value is missing at the end", SYNTAX },
  { "and cpu == 1",
    "^^^", "A condition is missing before “and”", SYNTAX },
  { "cpu == 1 and",
    "            ^", "A condition is missing at the end", SYNTAX },
  { "cpu == 1 pid == 2",
    "         ^^^", "“and” or “or” is missing before “pid”", SYNTAX },
  { "(cpu == 1 or pid == 2",
    "^", "This “(” is not closed", SYNTAX },
  { "cpu == 1)",
    "        ^", "This “)” has no matching “(”", SYNTAX },
  { "()",
    " ^", "A condition is missing before “)”", SYNTAX },
  { "cpu = 1",
    "    ^", "Use “==” to compare", SYNTAX },
  { "len + == 2",
    "      ^^", "A value is missing before “==”", SYNTAX },
  { "len *",
    "     ^", "A value is missing at the end", SYNTAX },
  { "+ len == 3",
    "^", "A condition is missing before “+”", SYNTAX },
  { "cpu == 1 == 1",
    "         ^^", "“and” or “or” is missing before “==”", SYNTAX },
  { "(len + 1 > 3",
    "^", "This “(” is not closed", SYNTAX },
  { "(len > 1) * 2 == 3",
    "     ^", "“)” is missing before “>”", SYNTAX },
  { "len in {len + 1}",
    "        ^^^", "A list can only have single values and ranges", SYNTAX },
  { "1 + 2",
    "     ^", "A comparison is missing at the end", SYNTAX },
  { "1 / 0 == 3",
    "^^^^^^^^^^", "One side of a comparison must be a field of the event", TYPE },
  { "next_comm + 1 == 3",
    "^^^^^^^^^", "“next_comm” is text, which cannot be used in arithmetic", TYPE },
  { "len * 2 > info",
    "          ^^^^", "“info” is text, which cannot be used in arithmetic", TYPE },
  { "len + \"1\" == 3",
    "      ^^^", "Text cannot be used in arithmetic", TYPE },
  { "saddr + 1 == 3",
    "^^^^^", "“saddr” has many values and cannot be used in arithmetic", TYPE },
  { "len * 2 ~ \"4*\"",
    "^^^^^^^^^^^^^^", "“len * 2” is a number, not text", TYPE },
  { "len * 2 == \"4\"",
    "           ^^^", "Text cannot be used in arithmetic", TYPE },
  { "len + 0.5 > 3",
    "      ^^^", "Arithmetic works on whole numbers only", TYPE },
  { "len + 1 in {3, 4.5}",
    "               ^^^", "Arithmetic works on whole numbers only", TYPE },
  { "ts - 1KB > 3s",
    "     ^^^", "“ts - 1KB” is a time: use one of the units ns, us, ms and s", TYPE },
  { "len + bogus > 3",
    "      ^^^^^", "No event has a field “bogus”", UNKNOWN },
  { "next_pid + reason > 3",
    "^^^^^^^^^^^^^^^^^^^^^", "Nothing has all the fields of “next_pid + reason > 3”", TYPE },
  { "reason + 0 == NOT_SPECIFED",
    "              ^^^^^^^^^^^^", "No event has a field “NOT_SPECIFED”", UNKNOWN },
  { "len - 3q > 3",
    "       ^", "“q” is not a unit: use one of ns, us, ms, s, B, KB, MB and GB", SYNTAX },
  { "task == \"sh",
    "        ^^^", "The closing \" of this text is missing", SYNTAX },
  { "task =~ /sh",
    "        ^^^", "The closing “/” of this regular expression is missing", SYNTAX },
  { "task =~ /(sh/",
    "        ^^^^^", "Invalid regular expression: *", SYNTAX },
  { "task =~ sh",
    "        ^^", "A regular expression like /re/ is missing before “sh”", SYNTAX },
  { "task ~ sh*",
    "       ^^^", "Text in quotes is missing before “sh*”", SYNTAX },
  { "ts > 3h",
    "      ^", "“h” is not a unit: use one of ns, us, ms, s, B, KB, MB and GB", SYNTAX },
  { "pid == 99999999999999999999",
    "       ^^^^^^^^^^^^^^^^^^^^", "This number is too large", SYNTAX },
  { "ts > 99999999999s",
    "     ^^^^^^^^^^^^", "This number is too large", SYNTAX },
  { "pid in 12",
    "       ^^", "A list in { } is missing before “12”", SYNTAX },
  { "pid in {12, }",
    "            ^", "A value is missing before “}”", SYNTAX },
  { "pid in {12..}",
    "            ^", "The end of the range is missing before “}”", SYNTAX },
  { "pid in {12",
    "          ^", "“,” or “}” is missing at the end", SYNTAX },
  { "1",
    " ^", "A comparison is missing at the end", SYNTAX },
  { "cpu == 1 ; pid == 2",
    "         ^", "Unexpected “;”", SYNTAX },
  { "len > 1 KB",
    "        ^^", "Write the unit “KB” directly after the number", SYNTAX },
  { "(len > 1 KB)",
    "         ^^", "Write the unit “KB” directly after the number", SYNTAX },
  { "len ms",
    "    ^^", "“and” or “or” is missing before “ms”", SYNTAX },
  { "time > 1s",
    "^^^^", "No event has a field “time”; did you mean “ts”?", UNKNOWN },
  { "bogus == 1",
    "^^^^^", "No event has a field “bogus”", UNKNOWN },
  { "skb:kfree_skb and reasn == NOT_SPECIFIED",
    "                  ^^^^^", "skb:kfree_skb has no field “reasn”; did you mean “reason”?",
    UNKNOWN },
  { "skb:kfree_skb and next_pid == 1",
    "                  ^^^^^^^^", "skb:kfree_skb has no field “next_pid”", UNKNOWN },
  { "reason == NOT_SPECIFED",
    "          ^^^^^^^^^^^^",
    "“reason” has no value named “NOT_SPECIFED”; did you mean “NOT_SPECIFIED”?", UNKNOWN },
  { "skb:kfre_skb",
    "^^^^^^^^^^^^", "There is no event named “skb:kfre_skb”; did you mean “kfree_skb”?", UNKNOWN },
  { "sched_swich",
    "^^^^^^^^^^^", "There is no event or field named “sched_swich”; did you mean “sched_switch”?",
    UNKNOWN },
  { "event == \"sched_swich\"",
    "         ^^^^^^^^^^^^^", "There is no event named “sched_swich”; did you mean “sched_switch”?",
    UNKNOWN },
  { "system == \"shed\"",
    "          ^^^^^^", "There is no event system named “shed”; did you mean “sched”?", UNKNOWN },
  { "event in {\"kfree_skb\", \"bogus\"}",
    "                       ^^^^^^^", "There is no event named “bogus”", UNKNOWN },
  { "pid in {1, 2..3.5}",
    "              ^^^", "“pid” is a whole number", TYPE },
  { "cpu in {1, two}",
    "           ^^^", "“cpu” must be compared with a number", TYPE },
  { "stream == \"top\"",
    "          ^^^^^", "There is no buffer named “top”", UNKNOWN },
  { "sched/sched_swich: next_pid == 0",
    "^^^^^^^^^^^^^^^^^", "There is no event or system named “sched/sched_swich”", UNKNOWN },
  { "cpu == \"1\"",
    "       ^^^", "“cpu” is a number, not text", TYPE },
  { "cpu ~ \"1*\"",
    "      ^^^^", "“cpu” is a number, not text", TYPE },
  { "task == 12",
    "        ^^", "“task” is text: write \"12\" in quotes", TYPE },
  { "task == curl",
    "        ^^^^", "“task” is text: write \"curl\" in quotes", TYPE },
  { "task > \"a\"",
    "^^^^^^^^^^", "“task” is text: compare it with ==, !=, ~, =~ or contains", TYPE },
  { "next_comm == 3",
    "             ^", "“next_comm” is text: write \"3\" in quotes", TYPE },
  { "next_comm == sh",
    "             ^^", "“next_comm” is text: write \"sh\" in quotes", TYPE },
  { "next_comm < \"sh\"",
    "^^^^^^^^^^^^^^^^", "“next_comm” is text: compare it with ==, !=, ~, =~ or contains", TYPE },
  { "next_pid ~ \"1*\"",
    "           ^^^^", "“next_pid” is a number, not text", TYPE },
  { "next_pid == 1.5",
    "            ^^^", "“next_pid” is a whole number", TYPE },
  { "pid == 1.5",
    "       ^^^", "“pid” is a whole number", TYPE },
  { "ts > 3KB",
    "     ^^^", "“ts” is a time: use one of the units ns, us, ms and s", TYPE },
  { "1 == 2",
    "^^^^^^", "One side of a comparison must be a field of the event", TYPE },
  { "saddr == 3",
    "^^^^^^^^^^", "“saddr” has many values: “saddr” alone tests whether there are any", TYPE },
  { "next_pid == next_comm",
    "^^^^^^^^^^^^^^^^^^^^^", "“next_pid” and “next_comm” cannot be compared like this", TYPE },
  { "next_pid == reason",
    "^^^^^^^^^^^^^^^^^^", "No event has both “next_pid” and “reason”", TYPE }
};

static void
check_mistake (ThRecording   *recording,
               const Mistake *mistake)
{
  g_autoptr(GError) error = NULL;
  guint begin = G_MAXUINT, end = G_MAXUINT;
  ThFilter *filter = th_filter_new (recording, mistake->text, &begin, &end, &error);
  guint from = strspn (mistake->place, " "), to = strlen (mistake->place);

  g_test_message ("%s", mistake->text);
  g_assert_null (filter);
  g_assert_error (error, TH_FILTER_ERROR, mistake->code);
  if (g_str_has_suffix (mistake->message, "*"))
    g_assert_true (g_pattern_match_simple (mistake->message, error->message));
  else
    g_assert_cmpstr (error->message, ==, mistake->message);

  /* A caret after the end stands for an empty range. */
  g_assert_cmpuint (begin, ==, from);
  g_assert_cmpuint (end, ==, from == strlen (mistake->text) ? from : to);
}

static void
test_mistakes (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    check_mistake (recording, &mistakes[i]);
}

static void
test_ticks (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("e1000-clock-counter.dat");

  check_mistake (recording, &(Mistake) { "ts > 3us", "     ^^^",
                                         "The clock of this recording counts ticks, so “ts” must "
                                         "be a whole number", TYPE });
}

/* --- arithmetic --------------------------------------------------------- */

/* Conditions that must hold for each event with the field, or for none; worked out by hand. */
static const struct
{
  const char *text;
  gboolean    all;
} laws[] = {
  /* Precedence. */
  { "next_pid - next_pid + 2 * 3 == 6", TRUE },
  { "next_pid * 0 + 7 & 3 | 8 == 11", TRUE },
  { "next_pid * 0 + 1 << 2 + 1 == 8", TRUE },
  { "next_pid * 0 + (5 ^ 3 & 6) == 7", TRUE },
  { "next_pid * 0 + 20 - 5 - 3 == 12", TRUE },
  { "next_pid * 0 + 100 / 5 / 2 == 10", TRUE },
  { "next_pid * 0 - -3 == 3", TRUE },
  { "-(next_pid * 0 - 3) == 3", TRUE },
  { "~(next_pid * 0) == -1", TRUE },
  { "next_pid*0+17%5 == 2", TRUE },
  /* Towards 0, as C. */
  { "(next_pid * 0 - 7) / 2 == -3", TRUE },
  { "(next_pid * 0 - 7) % 2 == -1", TRUE },
  { "(next_pid * 0 - 7) >> 1 == -4", TRUE },
  /* Exact beyond 64 bits. */
  { "next_pid * 0 + 18446744073709551615 + 1 > 18446744073709551615", TRUE },
  { "next_pid * 0 + 18446744073709551615 - 18446744073709551615 == 0", TRUE },
  { "(next_pid * 0 + 18446744073709551615) * 4 / 4 == 18446744073709551615", TRUE },
  { "next_pid * 0 + 0xffffffffffffffff & ~0xfff == 0xfffffffffffff000", TRUE },
  { "next_pid * 0 - 9223372036854775808 < -9223372036854775807", TRUE },
  /* A missing value is neither equal nor unequal. */
  { "next_pid / (next_pid - next_pid) == 0", FALSE },
  { "next_pid / (next_pid - next_pid) != 0", FALSE },
  { "next_pid % 0 != 1", FALSE },
  { "(next_pid + 1) << 64 != 0", FALSE },
  { "(next_pid + 1) << -1 != 0", FALSE },
  { "(next_pid + 1) >> 64 == 0", FALSE },
  { "(next_pid + 18446744073709551615) * 18446744073709551615 * 18446744073709551615 != 0", FALSE },
  /* Units. */
  { "next_pid * 0 + 3ms == 3000us", TRUE },
  { "next_pid * 0 + 2KB == 2048", TRUE },
  { "next_pid * 0 == 1ms * 3 - 3000us", TRUE },
  { "next_pid * 0 + 6ms / 2ms == 3", TRUE },
  { "next_pid * 0 + ts - ts == 0.0", TRUE },
  { "next_pid * 0 + ts + 1 == ts + 1000ms", TRUE },
};

static void
test_laws (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  guint64 n = count (recording, "sched:sched_switch");

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (laws); i++)
    {
      g_test_message ("%s", laws[i].text);
      g_assert_cmpuint (count (recording, laws[i].text), ==, laws[i].all ? n : 0);
    }
}

/* In trace-cmd's syntax numbers are unsigned with 64 bits, and expressions that crash trace-cmd
 * are false. */
static void
test_tracecmd_laws (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  guint64 n = count (recording, "sched:sched_switch");

  g_assert_cmpuint (count (recording, "sched_switch: next_pid * 0 - 1 == 18446744073709551615"), ==,
                    n);
  g_assert_cmpuint (count (recording, "sched_switch: next_pid * 0 - 1 > 5"), ==, n);
  g_assert_cmpuint (count (recording, "sched_switch: next_pid * 0 + 0xffffffffffffffff + 1 == 0"),
                    ==, n);
  g_assert_cmpuint (count (recording, "sched_switch: 1 << 64 == next_pid * 0 + 1"), ==, n);
  g_assert_cmpuint (count (recording, "sched_switch: next_pid / 0"), ==, 0);
  g_assert_cmpuint (count (recording, "sched_switch: next_pid % 0"), ==, 0);
  g_assert_cmpuint (count (recording, "sched_switch: next_pid * 0 == 010 - 8"), ==, n);
  /* With "and" it is our syntax. */
  g_assert_cmpuint (count (recording, "sched_switch: next_pid * 0 - 1 < 5 and cpu >= 0"), ==, n);
}

/* Names that contain an operator stay names. */
static void
test_signs_in_names (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  g_assert_cmpuint (count (recording, "sched*switch"), ==, count (recording, "sched:sched_switch"));
  g_assert_cmpuint (count (recording, "*switch and cpu >= 0"), ==,
                    count (recording, "sched:sched_switch"));
  g_assert_cmpuint (count (recording, "irq:*"), ==, count (recording, "system == \"irq\""));
  g_assert_cmpuint (count (recording, "sched/sched_switch"), ==,
                    count (recording, "sched:sched_switch"));
  g_assert_cmpuint (count (recording, "next_pid*1 == next_pid"), ==,
                    count (recording, "sched:sched_switch"));
  g_assert_cmpuint (count (recording, "next_pid/1 == next_pid-0"), ==,
                    count (recording, "sched:sched_switch"));
  g_assert_cmpuint (count (recording, "next_pid/1"), ==, count (recording, "next_pid != 0"));
  g_assert_cmpuint (count (recording, "-next_pid/1"), ==, count (recording, "next_pid != 0"));
  g_assert_cmpuint (count (recording, "2/cpu"), ==, count (recording, "cpu in {1, 2}"));
  g_assert_cmpuint (count (recording, "2*cpu == cpu+cpu"), ==, count (recording, ""));
}

/* --- hostile ----------------------------------------------------------- */

static void
test_bounds (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autofree char *deep = g_strnfill (1000, '(');
  g_autofree char *nots = g_strnfill (1000, '!');
  g_autofree char *minuses = g_strnfill (1000, '-');
  g_autofree char *stars = g_strnfill (2000, '*');
  g_autoptr(GString) sum = g_string_new (NULL);
  g_autofree char *glob = g_strdup_printf ("info ~ \"%sx%s\"", stars, stars);
  g_autofree char *longer = g_strnfill (5000, ' ');
  g_autoptr(GError) error = NULL;

  g_assert_null (th_filter_new (recording, deep, NULL, NULL, NULL));
  g_assert_null (th_filter_new (recording, nots, NULL, NULL, NULL));
  g_assert_null (th_filter_new (recording, minuses, NULL, NULL, NULL));
  g_string_append (sum, "len");
  for (guint i = 0; i < 1000; i++)
    g_string_append (sum, "+1");
  g_string_append (sum, " > len + 999");
  g_assert_cmpuint (count (recording, sum->str), ==, count (recording, "len == len"));
  g_assert_null (th_filter_new (recording, longer, NULL, NULL, &error));
  g_assert_error (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX);
  g_assert_null (th_filter_new (recording, "task == \"\xff\"", NULL, NULL, NULL));
  g_assert_cmpuint (count (recording, glob), >, 0);
  g_assert_cmpuint (count (recording, " "), ==, th_recording_get_n_events (recording));
}

/* Truncated anywhere, or with any byte changed, an expression is accepted or refused, and nothing
 * else happens. */
static void
test_garbage (void)
{
  static const char text[] =
    "sched/sched_switch,irq: (next_comm =~ \"^a\\(b\\)*$\" || vec in {NET_RX, 3..9}) && !(ts > "
    "1.5s) && len & 0x10";
  static const char own[] =
    "not (skb:kfree_skb and reason != NOT_SPECIFIED) or info contains \"x\" and task !~ \"a*\" "
    "and a in {1..2, b}";
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 6000; i++)
    {
      g_autofree char *copy = g_strdup (i % 2 == 0 ? text : own);
      guint n = strlen (copy);
      guint begin = 0, end = 0;
      ThFilter *filter;

      for (guint j = 0; j <= i % 3; j++)
        copy[g_rand_int_range (rand, 0, n)] =
          "abc(){}\"'/=!~<>&|:,.*?[]\\ 019-"[g_rand_int_range (rand, 0, 31)];
      copy[i % 5 == 0 ? g_rand_int_range (rand, 0, n) : n] = '\0';

      filter = th_filter_new (recording, copy, &begin, &end, NULL);
      if (filter != NULL)
        th_filter_unref (filter);
      else
        g_assert_true (begin <= end && end <= strlen (copy));
    }
}

static void
test_slow_regex (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThFilter) filter = th_filter_new (recording, "info =~ /^(.|..)+[#!]$/", NULL, NULL,
                                              NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);
  gint64 since = g_get_monotonic_time ();

  g_assert_nonnull (filter);
  g_assert_cmpuint (th_filter_evaluate (filter, rows, NULL, 1, NULL), >, 0);
  g_assert_cmpuint (th_rows_get_n (rows), ==, 0);
  g_assert_cmpint (g_get_monotonic_time () - since, <, 20 * G_USEC_PER_SEC);
}

/* --- running ----------------------------------------------------------- */

static const char *const several[] = {
  "irq:* and cpu == 1 or sched:sched_switch and next_pid == 0", "info contains \"eth0\"",
  "pid != 0 and len > 60",
  "task ~ \"<*\" or location == unix_stream_connect", "not (ts < 153.28s) and reason", ""
};

/* Evaluated row by row, in pieces and at once, on one thread and on several. */
static void
test_ways (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  ThStream *stream = th_recording_get_stream (recording, 0);

  for (guint i = 0; i < G_N_ELEMENTS (several); i++)
    {
      g_autoptr(ThFilter) filter = th_filter_new (recording, several[i], NULL, NULL, NULL);
      g_autoptr(ThFilterEvaluator) run = th_filter_evaluator_new (filter);
      g_autoptr(ThRows) rows = th_rows_new (recording);
      g_autoptr(ThRows) pieces = th_rows_new (recording);

      th_filter_evaluate (filter, rows, NULL, 3, NULL);
      for (guint cpu = 0; cpu < th_stream_get_n_cpus (stream); cpu++)
        {
          while (th_filter_evaluator_evaluate (run, pieces, 0, cpu, 64) > 0)
            ;
          for (guint32 row = 0; row < th_cpu_get_n_rows (th_stream_get_cpu (stream, cpu)); row++)
            {
              ThRef ref = { 0, cpu, row };
              gboolean in = th_filter_evaluator_match (run, ref);

              g_assert_cmpint (th_rows_contains (rows, ref), ==, in);
              g_assert_cmpint (th_rows_contains (pieces, ref), ==, in);
            }
        }
      g_assert_cmpuint (th_rows_get_n (pieces), ==, th_rows_get_n (rows));
    }
}

static void
test_cancel (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThFilter) filter = th_filter_new (recording, "cpu == 1", NULL, NULL, NULL);
  g_autoptr(ThRows) rows = th_rows_new (recording);
  gint cancelled = 1;

  g_assert_true (th_filter_is_columns_only (filter));
  th_filter_evaluate (filter, rows, NULL, 2, &cancelled);
  g_assert_cmpuint (th_rows_get_n_decided (rows), ==, 0);
}

/* A growing recording gives the same rows, including partial blocks; types and tasks that are
 * added later are recognized. */
static void
test_growth (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThFilter) filter = NULL;
  g_autoptr(ThFilterEvaluator) run = NULL;
  g_autoptr(ThRows) rows = th_rows_new (recording);
  guint32 n_seen = 0, n_expected = 0;

  th_recording_intern_type (recording, "a", "first");
  filter = th_filter_new (recording, "a:* and task == \"late\" or pid == 7", NULL, NULL, NULL);
  run = th_filter_evaluator_new (filter);

  for (guint i = 0; i < 300; i++)
    {
      TestEvent event = { 1000 + i, 4 * i, i < 150 ? 0 : i % 3,
                          i % 4 == 0 ? 7 : i % 4 == 1 ? 100 + i : 3, -1 };

      if (i == 150)
        {
          th_recording_intern_type (recording, "a", "second");
          th_recording_intern_type (recording, "b", "third");
        }
      if (i == 200)
        th_tasks_see_name (th_recording_get_tasks (recording), 3, 1200, "early", -1);
      if (i == 250)
        th_tasks_see_name (th_recording_get_tasks (recording), 3, 1250, "late", -1);
      test_recording_write (recording, 0, &event, 1, 1);
      n_expected += event.pid == 7 || (event.type < 2 && event.pid == 3 && i >= 250);
      n_seen += th_filter_evaluator_evaluate (run, rows, 0, 0, 1 << 20);
      g_assert_cmpuint (n_seen, ==, i + 1);
      g_assert_cmpuint (th_rows_get_n (rows), ==, n_expected);
    }
}

/* A task that changes its name in the middle of a block. */
static void
test_names (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree TestEvent *events = g_new0 (TestEvent, 1000);

  th_recording_intern_type (recording, "a", "b");
  for (guint i = 0; i < 1000; i++)
    events[i] = (TestEvent) { i, 4 * i, 0, i % 2 == 0 ? 5 : 6, -1 };
  test_recording_write (recording, 0, events, 1000, 1000);
  th_tasks_see_name (tasks, 5, 10, "one", -1);
  th_tasks_see_name (tasks, 5, 100, "two", -1);
  th_tasks_see_name (tasks, 5, 110, "one", -1);
  th_tasks_see_name (tasks, 6, 0, "one", -1);
  th_tasks_finalize (tasks);
  th_recording_finish (recording);

  g_assert_cmpuint (count (recording, "task == \"two\""), ==, 5);
  g_assert_cmpuint (count (recording, "task == \"one\""), ==, 995);
  g_assert_cmpuint (count (recording, "task == \"one\" and pid == 5"), ==, 495);
  g_assert_cmpuint (count (recording, "task != \"one\""), ==, 5);
  g_assert_cmpuint (count (recording, "ts < 100ns and task =~ /^o/"), ==, 100);
}

/* --- words ------------------------------------------------------------- */

/* Pairs that mean the same. */
static void
test_same (void)
{
  static const char *const pairs[][2] = {
    { "irq:* and cpu == 1", "IRQ: CPU == 1" },
    { "not cpu == 1", "cpu != 1" },
    { "!(cpu == 1 || cpu == 2)", "cpu != 1 && cpu != 2" },
    { "cpu in {1, 2}", "cpu >= 1 AND cpu <= 2" },
    { "1 <= cpu", "cpu >= 1" },
    { "cpu == 1 or cpu == 2 and pid == 0", "cpu == 1 or (cpu == 2 and pid == 0)" },
    { "sched: CPU == 1 || CPU == 2 && common_pid == 0",
      "sched:* and (cpu == 1 or cpu == 2) and pid == 0" },
    { "sched: cpu == 1 or cpu == 2 and pid == 0",
      "sched:* and (cpu == 1 or cpu == 2 and pid == 0)" },
    { "ts > 153.28", "ts > 153280ms" },
    { "len == 1KB", "len == 1024" },
    { "sched/sched_switch and cpu == 1", "sched:sched_switch and cpu == 1" },
    { "task ~ \"c?rl\"", "task == \"curl\"" },
    { "next_pid & 1", "next_pid in {1..1} or next_pid & 1" },
    { "pid == -1", "cpu == 4711" },
    { "cpu > -1", "" },
    { "cpu < 99999999999", "" },
    { "reason in {NOT_SPECIFIED}", "reason == NOT_SPECIFIED" },
    { "reason == \"NOT_SPECIFIED\"", "reason == NOT_SPECIFIED" },
    { "location == unix_stream_connect", "location =~ /^unix_stream_connect$/" },
    { "info contains \"ETH0\"", "info =~ /eth0/i" }
  };
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_test_message ("%s", pairs[i][0]);
      g_assert_cmpuint (count (recording, pairs[i][0]), ==, count (recording, pairs[i][1]));
    }
}

/* --- flows ------------------------------------------------------------- */

static const ThStage flow_stages[] = { { "a-b", "A", "", TH_CONTEXT_GRO, FALSE } };
static const ThFlowsInfo flow_info = { .noun = "thing", .stages = flow_stages, .n_stages = 1 };

/* Returns two flows: rows 0 and 1 of CPU 0 from 100 to 150 ns with a stage, and row 2 without; row
 * 3 belongs to both. */
static ThResults *
add_things (ThRecording *recording)
{
  static const ThColumn columns[] = { { "word", "Word", TH_COLUMN_TEXT },
                                      { "size", "Size", TH_COLUMN_BYTES } };
  static const ThStep steps[] = {
    { { 0, 0, 0 }, 100, 0, TH_STEP_NO_DETAIL, 0, 0, TH_CONFIDENCE_EXACT, TH_FLOW_NO_STAGE, 0 },
    { { 0, 0, 1 }, 150, 0, TH_STEP_NO_DETAIL, 0, 0, TH_CONFIDENCE_EXACT, 0, 0 },
    { { 0, 0, 3 }, 160, 0, TH_STEP_NO_DETAIL, 0, 0, TH_CONFIDENCE_EXACT, TH_FLOW_NO_STAGE,
      TH_STEP_CONTEXT },
    { { 0, 0, 2 }, 200, 0, TH_STEP_NO_DETAIL, 0, 0, TH_CONFIDENCE_EXACT, TH_FLOW_NO_STAGE, 0 }
  };
  ThResults *results = th_results_new ("things", "Things");
  ThFlows *flows = th_results_add_flows (results, &flow_info);
  ThTable *table = th_results_add_table (results,
                                         &(ThTableInfo) { "things", "Things", "thing", columns, 2,
                                                          -1, FALSE });

  for (guint i = 0; i < 2; i++)
    {
      ThFlow flow = { .key = 0x10, .generation = i + 1, .number = th_flows_begin (flows),
                      .n_steps = i == 0 ? 3 : 2 };

      th_flows_finalize (flows, &flow, i == 0 ? steps : steps + 2);
      th_table_append (table, TH_REF_NONE,
                       (gint64[]) { i == 0 ? th_results_intern (results, "red") : TH_CELL_NONE,
                                    7 * i });
    }
  th_results_publish (results);
  th_flow_registry_add (recording, results);

  return results;
}

/* Returns the flows that an expression over their table matches. */
static char *
match_things (ThRecording *recording,
              ThResults   *results,
              const char  *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_filter_new_of_flows (recording, results, text, NULL, NULL,
                                                       &error);
  GString *rows = g_string_new (NULL);

  for (guint32 row = 0; filter != NULL && row < 2; row++)
    g_string_append (rows, th_filter_match_flow (filter, row) ? "1" : "0");
  if (error != NULL)
    g_string_append (rows, error->message);

  return g_string_free (rows, FALSE);
}

static void
test_flows (void)
{
  static const struct { const char *text; guint64 n; } cases[] = {
    { "thing.size == 0", 2 }, { "thing.size > 0", 1 }, { "thing.word == red", 2 },
    { "thing.word != red", 0 },
    { "thing.stage.a_b == 50ns", 2 }, { "thing.id == \"0x10#2\"", 1 },
    { "thing.size in {0, 7}", 3 }, { "thing.word or thing.size", 3 },
    { "thing.stage.a-b == 50ns", 2 }, { "thing.stage.a-b-20ns == 30", 2 },
    { "thing.size * 3 - 1 == 20", 1 },
    { "thing.size + thing.stage.a-b > 0", 2 }, { "7 / thing.size == 1", 1 }
  };
  static const struct { const char *text, *rows; } rows[] = {
    { "thing.size > 0", "01" }, { "size > 0", "01" }, { "not word", "01" },
    { "word ~ \"r*\" or id == \"0x10#2\"", "11" },
    { "stage.a_b >= 1ns", "10" }, { "cpu == 0", "There is no column “cpu” here" },
    { "sched:*", "This table has columns, not events" },
    { "stage.a-b * 2 == 100", "10" }, { "size*2 > 0", "01" },
    { "cpu + 1 == 0", "There is no column “cpu” here" },
    { "word + 1 == 0", "“word” is text, which cannot be used in arithmetic" }
  };
  g_autoptr(ThRecording) recording = test_recording_load ("e1000-gt-udp.dat");
  g_autoptr(ThResults) results = add_things (recording);
  g_autoptr(ThFilter) early = th_filter_new (recording, "thing.size > 0", NULL, NULL, NULL);
  g_autoptr(ThRows) decided = th_rows_new (recording);
  g_autoptr(ThFilterEvaluator) run = NULL;
  gint cancelled = 1;

  /* Nothing is decided while more flows may be added. */
  g_assert_false (th_filter_is_ready (early));
  th_filter_evaluate (early, decided, NULL, 2, NULL);
  g_assert_cmpuint (th_rows_get_n_decided (decided), ==, 0);
  th_results_finish (results);
  g_assert_true (th_filter_is_ready (early));

  /* Nor after a cancellation, because reading all flows takes time. */
  run = th_filter_evaluator_new (early);
  th_filter_evaluator_set_cancelled (run, &cancelled);
  g_assert_cmpuint (th_filter_evaluator_evaluate (run, decided, 0, 0, 64), ==, 0);
  g_assert_false (th_filter_evaluator_match (run, (ThRef) { 0, 0, 2 }));
  cancelled = 0;
  g_assert_true (th_filter_evaluator_match (run, (ThRef) { 0, 0, 2 }));

  th_filter_evaluate (early, decided, NULL, 2, NULL);
  g_assert_cmpuint (th_rows_get_n_decided (decided), ==, th_recording_get_n_events (recording));
  g_assert_cmpuint (th_rows_get_n (decided), ==, 1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (count (recording, cases[i].text), ==, cases[i].n);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = match_things (recording, results, rows[i].text);

      g_assert_cmpstr (found, ==, rows[i].rows);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/filter/mistakes", test_mistakes);
  g_test_add_func ("/model/filter/laws", test_laws);
  g_test_add_func ("/model/filter/laws of trace-cmd", test_tracecmd_laws);
  g_test_add_func ("/model/filter/signs in names", test_signs_in_names);
  g_test_add_func ("/model/filter/ticks", test_ticks);
  g_test_add_func ("/model/filter/bounds", test_bounds);
  g_test_add_func ("/model/filter/garbage", test_garbage);
  g_test_add_func ("/model/filter/slow-regex", test_slow_regex);
  g_test_add_func ("/model/filter/ways", test_ways);
  g_test_add_func ("/model/filter/cancel", test_cancel);
  g_test_add_func ("/model/filter/growth", test_growth);
  g_test_add_func ("/model/filter/names", test_names);
  g_test_add_func ("/model/filter/same", test_same);
  g_test_add_func ("/model/filter/flows", test_flows);

  return g_test_run ();
}
