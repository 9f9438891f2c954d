/* test-record-plan.c - plans as options, as command lines, and for a target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-record-plan.h"

static ThRecordPlan *
parse (const char *settings)
{
  g_autoptr(GError) error = NULL;
  ThRecordPlan *plan = th_record_plan_parse (settings, &error);

  g_assert_no_error (error);
  return plan;
}

static void
test_round_trip (void)
{
  static const char *const lines[] = {
    "",
    "--preset packets --for 10s",
    "--preset packets --preset sched --event 'net:netif_rx/len > 100, x' --pid 12 --pid 13 "
    "--function 'e1000_*' --tracer function --max-depth 4 --for 0.25s --ring 64 "
    "--until 'skb:kfree_skb/reason == 2' --buffer 1024 --limit 500 --clock boot --hold "
    "--no-counters",
    "--event 'irq:*'",
    "--preset sched --until 'next_comm == \"sleep\" and prev_prio < 100' --after 2.5s",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr(ThRecordPlan) plan = parse (lines[i]);
      g_autoptr(ThRecordPlan) copy = th_record_plan_copy (plan);
      g_autofree char *settings = th_record_plan_dup_settings (plan);
      g_autofree char *copied = th_record_plan_dup_settings (copy);

      g_assert_cmpstr (settings, ==, lines[i]);
      g_assert_cmpstr (copied, ==, settings);
    }
}

static void
test_values (void)
{
  g_autoptr(ThRecordPlan) plan = parse ("-p packets,sched -e a:b --for 500ms --pid 1,2");

  g_assert_cmpstr (plan->presets[1], ==, "sched");
  g_assert_null (plan->presets[2]);
  g_assert_cmpstr (plan->events[0], ==, "a:b");
  g_assert_cmpfloat (plan->seconds, ==, 0.5);
  g_assert_cmpstr (plan->pids[1], ==, "2");
}

static void
test_wrong (void)
{
  static const char *const lines[] = {
    "--for 0s", "--for x", "--for 5y", "--for -1", "--for nan", "--pid 0", "--pid 1,,2",
    "--pid 3000000000",
    "--ring 0", "--buffer -5", "--limit 99999999999", "--max-depth 0", "--tracer hwlat",
    "--event ''", "--preset ''", "stray", "--unknown", "'", "--help",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(ThRecordPlan) plan = th_record_plan_parse (lines[i], &error);

      if (plan != NULL)
        g_error ("“%s” was taken", lines[i]);
      g_assert_nonnull (error);
    }
}

/* A shell that reads the command sees the words that were chosen. */
static void
test_command (void)
{
  g_autoptr(ThTarget) target = th_target_parse ("exec:kubectl exec 'my pod' -- agent", NULL);
  g_autoptr(ThRecordPlan) plan = parse ("--preset packets --for 10s -e 'a:b/x == \"it'\\''s\"'");
  g_autofree char *command = NULL;
  g_auto(GStrv) words = NULL;
  const char *const expected[] = {
    "thresh", "record", "--preset", "packets", "--event", "a:b/x == \"it's\"", "--for", "10s",
    "--exec", "sleep 1; echo $HOME", "-o", "my file.dat", "exec:kubectl exec 'my pod' -- agent",
    NULL };

  plan->command = g_strdup ("sleep 1; echo $HOME");
  plan->path = g_strdup ("my file.dat");
  command = th_record_plan_dup_command (plan, target);
  g_assert_true (g_shell_parse_argv (command, NULL, &words, NULL));
  g_assert_true (g_strv_equal ((const char *const *) words, expected));
}

/* The targets are the last words. */
static void
test_command_for (void)
{
  g_autoptr(ThTarget) first = th_target_parse ("ssh://root@web-1", NULL);
  g_autoptr(ThTarget) second = th_target_parse ("local:", NULL);
  g_autoptr(ThRecordPlan) plan = parse ("--preset packets");
  ThTarget *const targets[] = { first, second };
  g_autofree char *command = th_record_plan_dup_command_for (plan, targets, 2);

  g_assert_cmpstr (command, ==, "thresh record --preset packets ssh://root@web-1 local:");
}

/* --- for a target ---------------------------------------------------------- */

static ThTargetFacts *
make_facts (void)
{
  g_autoptr(GVariant) hello =
    g_variant_ref_sink (g_variant_new_parsed (
      "{'host': <'../we b'>, 'release': <'6.1.0'>, 'machine': <'x86_64'>,"
      " 'cpus': <[uint32 0, 1, 2, 3]>, 'clocks': <['local', 'mono']>, 'can': <['kprobes']>,"
      " 'tracers': <['function', 'nop']>, 'max-buffer-kb': <uint64 20000>}"));
  g_autoptr(GVariant) events =
    g_variant_ref_sink (g_variant_new_parsed (
      "{'names': <['sched:sched_waking', 'sched:sched_switch', 'net:netif_rx']>}"));

  g_autoptr(GVariant) processes =
    g_variant_ref_sink (g_variant_new_parsed (
      "{'names': <['1 systemd', '80 nginx', '81 nginx', '90 kworker/0:1']>}"));

  return th_target_facts_new (hello, events, processes);
}

static char *
configure (const char  *settings,
           const char  *target_text,
           GError     **error)
{
  g_autoptr(ThRecordPlan) plan = parse (settings);
  g_autoptr(ThTarget) target = th_target_parse (target_text, NULL);
  g_autoptr(ThTargetFacts) facts = make_facts ();
  g_autoptr(ThPresets) presets = th_presets_load (NULL);
  g_autoptr(ThPresetMatch) match = th_record_plan_match (plan, presets, facts, error);
  g_autoptr(GVariant) configuration = NULL;
  GPid command = 0;

  if (match == NULL || !th_record_plan_check_processes (plan, facts, error))
    return NULL;
  if (th_record_plan_traces_command (plan, presets))
    command = 4321;
  configuration = g_variant_ref_sink (th_record_plan_dup_configuration (plan, match, facts,
                                                                        target, command));
  g_assert_true (g_variant_is_normal_form (configuration));
  return g_variant_print (configuration, FALSE);
}

static void
check_has (const char *settings,
           const char *target,
           const char *words)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = configure (settings, target, &error);

  g_assert_no_error (error);
  if (strstr (text, words) == NULL)
    g_error ("%s: no %s in %s", settings, words, text);
}

static void
test_configuration (void)
{
  check_has ("-e net:netif_rx", "local:", "'events': <[('net:netif_rx', '')]>");
  check_has ("-e net:netif_rx", "local:", "'pack': <0>");
  check_has ("-e net:netif_rx", "ssh://h", "'pack': <1>");
  check_has ("-e net:netif_rx", "ssh://h", "'remote': <true>");
  check_has ("-e net:netif_rx", "local:", "'counters': <true>");
  check_has ("-e net:netif_rx --no-counters", "local:", "'counters': <false>");
  check_has ("-e net:netif_rx", "local:", "'clock': <'mono'>");
  check_has ("-e net:netif_rx --pid 7,8", "local:", "'pids': <[7, 8]>");
  check_has ("-e net:netif_rx --pid nginx,7", "local:", "'pids': <[80, 81, 7]>");
  check_has ("-e net:netif_rx --pid 'kworker*'", "local:", "'pids': <[90]>");
  check_has ("-p sched --exec true --only-command", "local:", "'pids': <[4321]>");
  check_has ("-p process --exec true", "local:", "'pids': <[4321]>");
  check_has ("-p process --exec true --pid 7", "local:", "'pids': <[7]>");
  check_has ("-p sched --exec true", "ssh://a", "'resume': <uint32 60>");
  check_has ("-p sched", "local:", "'buffer-kb': <uint64 8192>");
  check_has ("-p packets --buffer 500", "local:", "'buffer-kb': <uint64 500>");
  check_has ("-p packets --buffer 99999", "local:", "'buffer-kb': <uint64 20000>");
  /* 40 MB on four CPUs */
  check_has ("-p packets --ring 40", "local:", "'buffer-kb': <uint64 10240>");
  check_has ("-p packets --ring 40", "local:", "'ring': <true>");
  check_has ("-p packets --ring 1 --until 'net:netif_rx/len > 9'", "local:",
             "'stop-trigger': <('net:netif_rx', 'len > 9')>");
  check_has ("--function 'e1000_*' --tracer function", "local:", "'functions': <['e1000_*']>");
}

static void
test_impossible (void)
{
  static const struct
  {
    const char *settings;
    const char *words;
  } cases[] = {
    { "", "choose what to record" },
    { "-p nosuch", "no preset “nosuch”" },
    { "-p process", "needs a process" },
    { "-p function-graph", "needs functions" },
    { "-e net:nosuch", "no event “net:nosuch”" },
    { "-p block", "" }, /* sched_switch is there */
    { "-p sched --clock tai", "local, mono" },
    { "-p sched --until a:b", "" },
    { "-p sched --until a:b --hold", "--hold" },
    { "-p sched --until a:b --ring 1 --after 2s", "--after" },
    { "-p sched --after 2s", "--after" },
    { "-p sched --only-command", "--exec" },
    { "-p sched --exec true --only-command --pid 3", "--pid" },
    { "--function x", "function_graph" },
    { "-p sched --pid apache2", "“apache2”" },
    { "-p sched --pid nginx,sys", "“sys”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *text = configure (cases[i].settings, "local:", &error);

      g_assert_true ((text == NULL) == (*cases[i].words != '\0'));
      if (text == NULL && strstr (error->message, cases[i].words) == NULL)
        g_error ("%s: %s", cases[i].settings, error->message);
    }
}

/* What exists on one machine only is refused for several. */
static void
test_several (void)
{
  static const struct
  {
    const char *settings;
    const char *words;
  } cases[] = {
    { "-p sched", "" },
    { "-p sched --pid nginx", "" },
    { "-p sched --pid nginx,12", "instead of 12" },
    { "-p sched --exec true", "" },
    { "-p sched --exec true --only-command", "first target only" },
    { "-p process --exec true", "first target only" },
    { "-p process --exec true --pid nginx", "" },
  };
  g_autoptr(ThPresets) presets = th_presets_load (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThRecordPlan) plan = parse (cases[i].settings);
      g_autoptr(GError) error = NULL;

      g_assert_true (th_record_plan_check_several (plan, presets, &error) ==
                     (*cases[i].words == '\0'));
      if (error != NULL && strstr (error->message, cases[i].words) == NULL)
        g_error ("%s: %s", cases[i].settings, error->message);
    }
}

/* The agent's name of its host names no folder. */
static void
test_path (void)
{
  g_autoptr(ThTargetFacts) facts = make_facts ();
  g_autofree char *path = th_record_plan_dup_path (facts, "/some/where");

  g_assert_true (g_regex_match_simple (
    "^/some/where/_\\._we_b-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{6}\\.dat$", path, 0, 0));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add_func ("/capture/plan/round-trip", test_round_trip);
  g_test_add_func ("/capture/plan/values", test_values);
  g_test_add_func ("/capture/plan/wrong", test_wrong);
  g_test_add_func ("/capture/plan/command", test_command);
  g_test_add_func ("/capture/plan/command/several", test_command_for);
  g_test_add_func ("/capture/plan/configuration", test_configuration);
  g_test_add_func ("/capture/plan/impossible", test_impossible);
  g_test_add_func ("/capture/plan/several", test_several);
  g_test_add_func ("/capture/plan/path", test_path);
  return g_test_run ();
}
