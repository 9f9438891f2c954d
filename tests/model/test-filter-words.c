/* test-filter-words.c - the kinds of the words of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "data-fixture.h"
#include "th-filter-highlight.h"

/* Returns each word after a letter for its kind. */
static void
assert_words (ThRecording *recording,
              const char  *text,
              const char  *expected)
{
  g_autoptr(GArray) words = th_filter_find_words (recording, text);
  g_autoptr(GString) told = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      const ThFilterWord *word = &g_array_index (words, ThFilterWord, i);

      g_string_append_printf (told, "%s%c:%.*s", i > 0 ? " " : "", "nvt0k"[word->kind],
                              (int) (word->end - word->begin), text + word->begin);
    }
  g_assert_cmpstr (told->str, ==, expected);
}

static void
test_whole (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  assert_words (recording, "", "");
  assert_words (recording, "dev == \"eth0\" and (skb:* or napi:*) and not task == \"iperf3\"",
                "n:dev t:\"eth0\" k:and n:skb:* k:or n:napi:* k:and k:not n:task t:\"iperf3\"");
  assert_words (recording, "packet.total > 1.5ms && reason != NO_SOCKET",
                "n:packet.total 0:1.5ms n:reason v:NO_SOCKET");
  assert_words (recording, "pid in {12, 14..16} or state in {S, D} or irq",
                "n:pid k:in 0:12 0:14 0:16 k:or n:state k:in v:S v:D k:or n:irq");
  assert_words (recording, "comm =~ /^kw[a-z]/i", "n:comm t:/^kw[a-z]/i");
  assert_words (recording, "sched/sched_switch: next_prio < 100",
                "n:sched/sched_switch n:next_prio 0:100");
  assert_words (recording, "next_prio*2 > prev_prio + 1", "n:next_prio 0:2 n:prev_prio 0:1");
}

static void
test_half (void)
{
  g_autoptr(ThRecording) recording = test_recording_load ("k612-rep.dat");

  assert_words (recording, "dev == \"et", "n:dev v:et");
  assert_words (recording, "dev == 'et or x", "n:dev v:et k:or n:x");
  assert_words (recording, "comm =~ /^k", "n:comm v:k");
  assert_words (recording, "cpu ==", "n:cpu");
  assert_words (recording, "cpu == 3 and $ or pid", "n:cpu 0:3 k:and k:or n:pid");
  assert_words (recording, "len > 3 bananas", "n:len 0:3 n:bananas");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/filter-words/whole", test_whole);
  g_test_add_func ("/filter-words/half", test_half);

  return g_test_run ();
}
