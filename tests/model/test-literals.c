/* test-literals.c - parsing of times and lists of CPUs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-literals.h"

typedef struct
{
  const char *text;
  gboolean    ticks;
  gint64      first;
  gint64      time;
} Case;

static const Case cases[] = {
  { "188.024", FALSE, 5, 188024000000 },
  { "188.024046310", FALSE, 0, 188024046310 },
  { "188.0240463109", FALSE, 0, 188024046310 }, /* finer than a nanosecond: cut off */
  { "188s", FALSE, 0, 188000000000 },
  { "12ms", FALSE, 7, 12000000 },
  { "+12ms", FALSE, 7, 12000007 },
  { "+1.5us", FALSE, 100, 1600 },
  { "1.5µs", FALSE, 0, 1500 },
  { "1.5μs", FALSE, 0, 1500 },
  { "7ns", FALSE, 0, 7 },
  { ".5", FALSE, 0, 500000000 },
  { "3.", FALSE, 0, 3000000000 },
  { "-2.5", FALSE, 0, -2500000000 },
  { "+0", FALSE, -40, -40 },
  { "9223372036.854775807", FALSE, 0, G_MAXINT64 }, /* exceeds the precision of a double */
  { "12 ms", FALSE, 0, 12000000 },
  { "1.5\u202f\u00b5s ", FALSE, 0, 1500 },
  { "177.573\u2009538\u2009626", FALSE, 0, 177573538626 },
  { "\u22122.5", FALSE, 9, -2500000000 },
  { "1700000000.000000001", FALSE, 0, 1700000000000000001 },
  { "1284031", TRUE, 5, 1284031 },
  { "1\u202f284\u202f031", TRUE, 5, 1284031 },
  { "1\u2009284\u2009031", TRUE, 5, 1284031 },
  { "+500", TRUE, 5, 505 },
};

static const char *const refused[] = {
  "", "+", "s", ".", "1.2.3", "1 s 2", "1 m s 0", "--1", "+-1", "1e3", "0x10", "12parsecs",
  "12 parsecs", "1,5", "\xff",
  "00000000000000000000000000000000000000000000000000000000000000000001",
  "9223372036.854775808", "99999999999999999999", "184467440737095516160ns",
};

static const char *const refused_ticks[] = { "1.5", "3ms", "7ns", "1s", "" };

static void
test_times (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 time = 0;

      g_test_message ("%s", cases[i].text);
      g_assert_true (th_time_parse (cases[i].text, cases[i].ticks, cases[i].first, &time));
      g_assert_cmpint (time, ==, cases[i].time);
    }
}

static void
assert_refused (const char *text,
                gboolean    ticks,
                gint64      first)
{
  gint64 time;

  g_test_message ("%s", g_utf8_validate (text, -1, NULL) ? text : "no UTF-8");
  g_assert_false (th_time_parse (text, ticks, first, &time));
}

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_refused (refused[i], FALSE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (refused_ticks); i++)
    assert_refused (refused_ticks[i], TRUE, 0);

  /* The sum exceeds the maximum time. */
  assert_refused ("+2", FALSE, G_MAXINT64 - 1);
}

static char *
cpus_text (const char *list)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) cpus = th_cpus_parse (list, &error);
  GString *text = g_string_new (NULL);

  g_assert_true ((cpus == NULL) == (error != NULL));
  for (guint i = 0; cpus != NULL && i < cpus->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (cpus, guint, i));

  return g_string_free (text, FALSE);
}

static void
test_cpus (void)
{
  static const char *const lists[][2] = {
    { "0", "0 " }, { "0,2-3", "0 2 3 " }, { "7-7", "7 " }, { "3,1", "3 1 " }, { "65535", "65535 " },
    { "", "" }, { ",", "" }, { "0,", "" }, { "-1", "" }, { "1-", "" }, { "3-1", "" }, { "a", "" },
    { "1-2-3", "" }, { "65536", "" }, { "0-4294967295", "" }, { " 1", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text = cpus_text (lists[i][0]);

      g_test_message ("“%s”", lists[i][0]);
      g_assert_cmpstr (text, ==, lists[i][1]);
    }
}

static void
test_cpus_format (void)
{
  static const char *const lists[] = { "0", "0-3", "0,2-3", "1,3,5", "0-1,4,65535" };
  g_autoptr(GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *empty = th_cpus_format (none);

  g_assert_cmpstr (empty, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr(GArray) cpus = th_cpus_parse (lists[i], NULL);
      g_autofree char *text = th_cpus_format (cpus);

      g_assert_cmpstr (text, ==, lists[i]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/literals/times", test_times);
  g_test_add_func ("/literals/refused", test_refused);
  g_test_add_func ("/literals/cpus", test_cpus);
  g_test_add_func ("/literals/cpus/format", test_cpus_format);

  return g_test_run ();
}
