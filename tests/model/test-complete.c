/* test-complete.c - completions at a place in an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The contents of the recording are known from trace-cmd report.
 */
#include <string.h>

#include "data-fixture.h"
#include "model-fixture.h"
#include "th-completion.h"
#include "th-filter.h"

/* Returns the texts offered for @text with the caret at "|", separated by blanks. */
static char *
list (ThCompleter *completer,
      const char  *text,
      guint        max)
{
  guint caret = strcspn (text, "|"), begin, end;
  g_autofree char *without = g_strdup_printf ("%.*s%s", (int) caret, text, text + caret + 1);
  g_autoptr(GPtrArray) found = th_completer_list (completer, without, caret, max, &begin, &end);
  GString *all = g_string_new (NULL);

  g_assert_cmpuint (found->len, <=, max);
  g_assert_cmpuint (begin, <=, caret);
  g_assert_cmpuint (end, >=, caret);
  g_assert_cmpuint (end, <=, strlen (without));
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " " : "",
                            ((ThCompletion *) found->pdata[i])->text);

  return g_string_free (all, FALSE);
}

static gboolean
offers (ThCompleter *completer,
        const char  *text,
        const char  *word)
{
  g_autofree char *all = list (completer, text, 200);
  g_auto(GStrv) words = g_strsplit (all, " ", -1);

  return g_strv_contains ((const char *const *) words, word);
}

/* --- on a recording ----------------------------------------------------- */

/* Cases with all their completions. */
static const struct
{
  const char *text;
  const char *offered;
} lists[] = {
  { "skb:kfr|", "skb:kfree_skb" },
  { "kfree_s|", "skb:kfree_skb" },
  { "SCHED:sched_sw|", "sched:sched_switch" },
  { "sched/sched_switch: next_p|", "next_pid next_prio" },
  { "sched:sched_switch and prev_s|", "prev_state" },
  { "sched:sched_switch and not (prev_s|", "prev_state" },
  { "event == \"sched_switch\" and prev_s|", "prev_state" },
  { "(skb:kfree_skb or sched_switch) and reas|", "reason" },
  { "skb:kfree_skb and next_p|", "" },
  { "not skb:kfree_skb and next_p|", "next_pid next_prio" },
  { "skb:kfree_skb or next_pi|", "next_pid" },
  { "cpu == |", "0 1 2 3" },
  { "cpu in {1, |", "0 1 2 3" },
  { "cpu in |", "{" },
  { "cpu in {1 |", ", }" },
  { "cpu in {1} |", "and or" },
  { "cpu |", "== != < <= > >= & in and or" },
  { "task |", "== != in ~ !~ =~ contains and or" },
  { "cpu !|", "!=" },
  { "cpu =|", "== != <= >=" },
  { "cpu == 1 |", "and or" },
  { "cpu == 1 a|", "and" },
  { "(cpu == 1 |", "and or )" },
  { "reason == NOT_SPE|", "NOT_SPECIFIED" },
  { "skb:kfree_skb and reason == no_s|", "NO_SOCKET" },
  { "reason ~ \"NOT_SPE|", "\"NOT_SPECIFIED\"" },
  { "vec == NET_|", "NET_TX NET_RX" },
  { "stream == |", "\"\"" },
  { "system == \"nap|", "\"napi\"" },
  /* Arithmetic: only numbers can be operands. */
  { "sched:sched_switch and next_pid + prev_|", "prev_pid prev_prio prev_state" },
  { "sched:sched_switch and next_pid > prev_pid * next_|", "next_pid next_prio" },
  { "sched:sched_switch and (next_pid + 1) * prev_p|", "prev_pid prev_prio" },
  { "sched:sched_switch and next_pid & 3 = |", "" },
  { "sched:sched_switch and next_pid & 3 == 1 |", "and or" },
  { "cpu + 1 |", "== != < <= > >= & in and or" },
  { "(next_pid + 1 |", "== != < <= > >= & in and or )" },
  { "sched:sched_switch and (next_pid + prev_pid) |", "and or" },
  { "(cpu + 1) * 2 == 4 |", "and or" },
  /* Places where anything may be written, and places after errors. */
  { "comm =~ /sw|", "" },
  { "info contains \"a|", "" },
  { "cpu == == |", "" },
  { ") |", "" },
  { "cpu == 1 cpu |", "" },
  { "ts > |", "" },
};

static void
test_lists (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThCompleter) completer = th_completer_new (recording);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *found = list (completer, lists[i].text, 40);

      g_test_message ("%s", lists[i].text);
      g_assert_cmpstr (found, ==, lists[i].offered);
    }
}

/* Tasks, and values seen in fields. */
static void
test_values (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThCompleter) completer = th_completer_new (recording);

  g_assert_true (offers (completer, "task == |", "\"curl\""));
  g_assert_true (offers (completer, "task == \"cu|", "\"curl\""));
  g_assert_true (offers (completer, "next_comm ~ \"cu|", "\"curl\""));
  g_assert_true (offers (completer, "task == cu|", "\"curl\""));
  g_assert_true (offers (completer, "net:netif_receive_skb and dev == |", "\"eth0\""));
  g_assert_true (offers (completer, "irq:irq_handler_entry and irq == |", "21"));
  /* A pid is found by the name of its task. */
  g_assert_true (offers (completer, "pid == cur|", "383"));
  g_assert_true (offers (completer, "next_pid == cur|", "383"));
  g_assert_true (offers (completer, "|", "task"));
  g_assert_true (offers (completer, "|", "sched:sched_switch"));
  g_assert_false (offers (completer, "|", "common_pid"));
  g_assert_true (offers (completer, "common_p|", "common_pid"));
}

/* Everything that is offered is valid at that place. */
static void
check_offered (ThRecording *recording,
               ThCompleter *completer,
               const char  *text,
               const char  *after)
{
  guint caret = strlen (text), begin, end;
  g_autoptr(GPtrArray) found = th_completer_list (completer, text, caret, 100, &begin, &end);

  g_assert_cmpuint (found->len, >, 0);
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *applied = th_completion_apply (found->pdata[i], text, begin, end, &caret);
      g_autofree char *whole = g_strconcat (applied, after, NULL);
      g_autoptr(GError) error = NULL;
      ThFilter *filter = th_filter_new (recording, whole, NULL, NULL, &error);

      g_assert_cmpuint (caret, <=, strlen (applied));
      if (error != NULL)
        g_test_message ("%s: %s", whole, error->message);
      g_assert_nonnull (filter);
      th_filter_unref (filter);
    }
}

static void
test_offered (void)
{
  static const char *const texts[][2] = {
    { "task == ", "" }, { "pid ==", "" }, { "cpu != ", "" }, { "event == ", "" },
    { "system in {", "}" },
    { "type == ", "" }, { "reason == ", "" }, { "vec in {", "}" }, { "prev_state == ", "" },
    { "prev_state ~ ", "" },
    { "name == ", "" }, { "dev == ", "" }, { "location == ", "" }, { "skbaddr == ", "" },
    { "protocol == ", "" },
    { "cpu == 1 and sched:sched_s", "" }, { "len ", " 3" }
  };
  static const char *const names[] = { "k612-rep.dat", "e1000-veth-loss.dat" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(ThRecording) recording = test_recording_load (names[i]);
      g_autoptr(ThCompleter) completer = th_completer_new (recording);

      /* "and" and "or" need a condition after them. */
      for (guint j = 0; j + 1 < G_N_ELEMENTS (texts); j++)
        check_offered (recording, completer, texts[j][0], texts[j][1]);
    }
}

static void
test_apply (void)
{
  static const struct
  {
    const char *text;
    const char *word;
    const char *applied;
  } cases[] = {
    { "kfree_s|", "skb:kfree_skb", "skb:kfree_skb |" },
    { "kfr|ee_skb and cpu == 1", "skb:kfree_skb", "skb:kfree_skb |and cpu == 1" },
    { "task == \"cu|rl\" or x", "\"curl\"", "task == \"curl\" |or x" },
    { "cpu ==|", "1", "cpu == 1 |" },
    { "cpu in {1, |}", "3", "cpu in {1, 3|}" },
    { "cpu =|", "==", "cpu == |" },
    { "(sched:sched_swi|)", "sched:sched_switch", "(sched:sched_switch|)" },
  };
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThCompleter) completer = th_completer_new (recording);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint caret = strcspn (cases[i].text, "|"), begin, end;
      g_autofree char *without = g_strdup_printf ("%.*s%s", (int) caret, cases[i].text,
                                                  cases[i].text + caret + 1);
      g_autoptr(GPtrArray) found = th_completer_list (completer, without, caret, 100, &begin, &end);
      gboolean done = FALSE;

      g_test_message ("%s", cases[i].text);
      for (guint j = 0; j < found->len && !done; j++)
        if (strcmp (((ThCompletion *) found->pdata[j])->text, cases[i].word) == 0)
          {
            g_autofree char *applied = th_completion_apply (found->pdata[j], without, begin, end,
                                                            &caret);
            g_autofree char *marked = g_strdup_printf ("%.*s|%s", (int) caret, applied,
                                                       applied + caret);

            g_assert_cmpstr (marked, ==, cases[i].applied);
            done = TRUE;
          }
      g_assert_true (done);
    }
}

/* --- large, growing, hostile -------------------------------------------- */

/* Returns at most the requested number, first those that begin with the word, and quickly. */
static void
test_tasks (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *found = NULL;
  gint64 since;

  for (guint i = 1; i <= 5000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", i % 2 == 0 ? "worker-" : "my-worker-", i);

      th_tasks_see_name (tasks, i, 0, name, -1);
    }
  th_tasks_see_name (tasks, 6000, 0, "say \"so\\\"", -1);
  th_tasks_finalize (tasks);

  found = list (completer, "task == work|", 3);
  g_assert_cmpstr (found, ==, "\"worker-2\" \"worker-4\" \"worker-6\"");
  g_free (found);
  found = list (completer, "task == \"worker-499|", 40);
  g_assert_true (g_str_has_prefix (found, "\"worker-4990\" \"worker-4992\""));
  g_assert_nonnull (strstr (found, "\"worker-4998\" \"my-worker-499\""));
  g_free (found);
  found = list (completer, "task == \"say|", 40);
  g_assert_cmpstr (found, ==, "\"say \\\"so\\\\\\\"\"");

  since = g_get_monotonic_time ();
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *none = list (completer, "task == \"zzz|", 40);

      g_assert_cmpstr (none, ==, "");
    }
  g_test_message ("%.2f ms for one list of 5,000 tasks", (g_get_monotonic_time () - since) / 1e5);
}

/* A type that occurs in events recorded later is then offered first. */
static void
test_growth (void)
{
  g_autoptr(ThRecording) recording = test_recording_new (1);
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  TestEvent first = { 1, 0, 1, 5, -1 };
  TestEvent later[] = { { 2, 4, 0, 5, -1 }, { 3, 8, 0, 5, -1 } };
  g_autofree char *found = NULL;

  th_recording_intern_type (recording, "a", "one");
  th_recording_intern_type (recording, "a", "other");
  test_recording_write (recording, 0, &first, 1, 1);
  found = list (completer, "a:o|", 40);
  g_assert_cmpstr (found, ==, "a:other a:one");
  g_free (found);
  test_recording_write (recording, 0, later, 2, 2);
  found = list (completer, "a:o|", 40);
  g_assert_cmpstr (found, ==, "a:one a:other");
}

/* First the types with lines in `trace-cmd report`, then the others of the header. */
static void
test_types (void)
{
  static const char *const seen[] = {
    "softirq_raise", "softirq_exit", "softirq_entry", "sched_switch", "sched_wakeup",
    "sched_waking", "napi_gro_receive_exit",
    "napi_gro_receive_entry", "consume_skb", "netif_receive_skb", "napi_poll", "irq_handler_exit",
    "irq_handler_entry", "net_dev_xmit",
    "net_dev_start_xmit", "net_dev_queue", "inet_sock_set_state", "kfree_skb",
    "tcp_rcv_space_adjust", "tcp_probe", "sock_recv_length",
    "skb_copy_datagram_iovec", "sk_data_ready", "tcp_destroy_sock", "sock_send_length", NULL
  };
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  guint n_seen;
  g_autoptr(GArray) types = th_completer_list_types (completer, &n_seen);

  g_assert_cmpuint (types->len, ==, th_recording_get_n_types (recording));
  g_assert_cmpuint (types->len, >, n_seen);
  g_assert_cmpuint (n_seen, ==, g_strv_length ((char **) seen));
  for (guint i = 0; i < types->len; i++)
    g_assert_cmpint (g_strv_contains (seen,
                                      th_recording_get_type_name (recording,
                                                                  g_array_index (types, guint, i))),
                     ==, i < n_seen);
}

static void
test_garbage (void)
{
  static const char text[] =
    "sched/sched_switch,irq: (next_comm =~ \"^a\\(b\\)*$\" || vec in {NET_RX, 3..9}) && !(ts > "
    "1.5s) and task == \"é\"";
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");
  g_autoptr(ThCompleter) completer = th_completer_new (recording);
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *copy = g_strdup (text);
      guint n = strlen (copy), begin, end;

      for (guint j = 0; j < i % 4; j++)
        copy[g_rand_int_range (rand, 0, n)] =
          "abc(){}\"'/=!~<>&|:,.*?[]\\ 019-\xff"[g_rand_int_range (rand, 0, 32)];
      n = strlen (copy);
      g_ptr_array_unref (th_completer_list (completer, copy, g_rand_int_range (rand, 0, n + 1), 40,
                                            &begin, &end));
      g_assert_true (begin <= end && end <= n);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/complete/lists", test_lists);
  g_test_add_func ("/model/complete/values", test_values);
  g_test_add_func ("/model/complete/offered", test_offered);
  g_test_add_func ("/model/complete/apply", test_apply);
  g_test_add_func ("/model/complete/tasks", test_tasks);
  g_test_add_func ("/model/complete/growth", test_growth);
  g_test_add_func ("/model/complete/types", test_types);
  g_test_add_func ("/model/complete/garbage", test_garbage);

  return g_test_run ();
}
