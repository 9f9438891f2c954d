/* test-agent-names.c - what of a window's texts may reach the kernel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-agent-names.h"

static void
test_words (void)
{
  g_autofree char *long_word = g_strnfill (127, 'a');
  g_autofree char *longer_word = g_strnfill (128, 'a');

  g_assert_true (th_agent_is_word ("sched_switch"));
  g_assert_true (th_agent_is_word ("x86-tsc"));
  g_assert_true (th_agent_is_word (long_word));
  g_assert_false (th_agent_is_word (longer_word));
  g_assert_false (th_agent_is_word (""));
  g_assert_false (th_agent_is_word (".."));
  g_assert_false (th_agent_is_word (".hidden"));
  g_assert_false (th_agent_is_word ("-x"));
  g_assert_false (th_agent_is_word ("a/b"));
  g_assert_false (th_agent_is_word ("a b"));
  g_assert_false (th_agent_is_word ("a\n"));
  g_assert_false (th_agent_is_word ("a\xc3\xa4"));
}

static void
test_lines (void)
{
  g_assert_true (th_agent_is_line ("vec == 2 || name ~ \"x*\"", 100));
  g_assert_false (th_agent_is_line ("", 100));
  g_assert_false (th_agent_is_line ("123456", 5));
  g_assert_false (th_agent_is_line ("a\nb", 100));
  g_assert_false (th_agent_is_line ("a\tb", 100));
  g_assert_false (th_agent_is_line ("a\x7f", 100));
}

static void
test_functions (void)
{
  g_assert_true (th_agent_is_functions ("e1000_*"));
  g_assert_true (th_agent_is_functions ("__x64_sys_read.constprop.0"));
  g_assert_false (th_agent_is_functions ("schedule:traceoff"));
  g_assert_false (th_agent_is_functions ("!schedule"));
  g_assert_false (th_agent_is_functions ("a b"));
  g_assert_false (th_agent_is_functions (""));
}

/* "system event", or "no". */
static void
assert_split (const char *text,
              const char *expected)
{
  g_autofree char *system = NULL;
  g_autofree char *event = NULL;
  g_autofree char *seen = NULL;

  seen = th_agent_split_event (text, &system, &event) ? g_strdup_printf ("%s %s", system, event)
                                                      : g_strdup ("no");
  g_assert_cmpstr (seen, ==, expected);
}

static void
test_split (void)
{
  assert_split ("sched:sched_switch", "sched sched_switch");
  assert_split ("sched/sched_switch", "no");
  assert_split ("sched", "no");
  assert_split ("a:b:c", "no");
  assert_split (":b", "no");
  assert_split ("a:", "no");
  assert_split ("a:..", "no");
  assert_split ("..:a", "no");
  assert_split ("", "no");
}

static void
assert_probe (const char *line,
              const char *expected)
{
  g_autofree char *name = NULL;
  g_autofree char *made = th_agent_dup_probe (line, "thresher_7", &name);

  g_assert_cmpstr (made, ==, expected);
  if (made != NULL)
    g_assert_cmpstr (name, ==, "x");
}

static void
test_probes (void)
{
  assert_probe ("p x vfs_read", "p:thresher_7/x vfs_read ");
  assert_probe ("p x e1000:e1000_clean+4 head=+200(%di):u64 b=+0(%si):b4@8/32",
                "p:thresher_7/x e1000:e1000_clean+4 head=+200(%di):u64 b=+0(%si):b4@8/32");
  assert_probe ("r64 x vfs_read ret=$retval", "r64:thresher_7/x vfs_read ret=$retval");
  assert_probe ("f x vfs_read%return $retval", "f:thresher_7/x vfs_read%return $retval");
  assert_probe ("t x consume_skb skb", "t:thresher_7/x consume_skb skb");

  assert_probe ("", NULL);
  assert_probe ("p x", NULL);
  assert_probe ("-:kprobes/ x y", NULL);
  assert_probe ("- x y", NULL);
  assert_probe ("e x sched/sched_switch", NULL);
  assert_probe ("p64 x vfs_read", NULL);
  assert_probe ("r99999 x vfs_read", NULL);
  assert_probe ("p:other x vfs_read", NULL);
  assert_probe ("p other/x vfs_read", NULL);
  assert_probe ("p 1x vfs_read", NULL);
  assert_probe ("p x /bin/sh:0x100", NULL);
  assert_probe ("p x vfs_read\n-:kprobes/", NULL);
  assert_probe ("p x vfs_read # comment", NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/capture/agent-names/words", test_words);
  g_test_add_func ("/capture/agent-names/lines", test_lines);
  g_test_add_func ("/capture/agent-names/functions", test_functions);
  g_test_add_func ("/capture/agent-names/split", test_split);
  g_test_add_func ("/capture/agent-names/probes", test_probes);
  return g_test_run ();
}
