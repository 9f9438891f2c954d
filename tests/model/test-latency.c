/* test-latency.c - flags and preempt count as `trace-cmd report -l` prints them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Expected values are those of trace-cmd 3.1.6 for an event in which these two bytes were set.
 */
#include "th-irq-flags.h"

static const struct
{
  guint       flags, count;
  const char *text;
} cases[] = {
  { 0x09, 0x01, "d.h1." }, { 0x49, 0x21, "d.h12" }, { 0x41, 0x00, "d...." },
  { 0x89, 0x10, "d.h.1" },
  { 0x80, 0xff, "...ff" }, { 0x20, 0x00, "....." }, { 0x24, 0x00, ".N..." },
  { 0x02, 0x00, "X...." },
  { 0x06, 0x00, "XN..." }, { 0x18, 0x00, "..H.." }, { 0x58, 0x00, "..H.." },
  { 0x04, 0x00, ".N..." },
};

static void
test_format (void)
{
  char text[TH_LATENCY_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      th_latency_format (cases[i].flags, cases[i].count, text);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* A field may be wider than the kernel's. */
static void
test_beyond (void)
{
  char text[TH_LATENCY_SIZE];

  th_latency_format (G_MAXUINT, G_MAXUINT, text);
  g_assert_cmpstr (text, ==, "dNHff");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/latency/format", test_format);
  g_test_add_func ("/model/latency/beyond", test_beyond);

  return g_test_run ();
}
