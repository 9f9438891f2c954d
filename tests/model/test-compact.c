/* test-compact.c - short texts, of records that lack something, and addresses; the rest by tests/cli/test-compact.py
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-compact.h"

/* The bytes of @hex behind family and port 5201, as a sockaddr_in6 has them. */
static char *
endpoint (const char *hex,
          gboolean    is_v6,
          gsize       size)
{
  guint8 bytes[28] = { is_v6 ? 10 : 2, 0, 5201 >> 8, 5201 & 0xff };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; hex[2 * i] != '\0'; i++)
    bytes[(is_v6 ? 8 : 4) + i] = g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]);
  if (!th_compact_append_sockaddr (bytes, size, FALSE, text))
    g_string_assign (text, "none");

  return g_string_free (text, FALSE);
}

#define assert_endpoint(hex, v6, expected) \
  G_STMT_START { g_autofree char *found = endpoint (hex, v6, 28); g_assert_cmpstr (found, ==, expected); } G_STMT_END

/* As Python's ipaddress shortens them. */
static void
test_addresses (void)
{
  g_autofree char *small = endpoint ("0a4d0001", FALSE, 15), *small_v6 = endpoint ("00", TRUE, 23);

  assert_endpoint ("0a4d0001", FALSE, "10.77.0.1:5201");
  assert_endpoint ("fd770000000000000000000000000001", TRUE, "[fd77::1]:5201");
  assert_endpoint ("00000000000000000000000000000000", TRUE, "[::]:5201");
  assert_endpoint ("00000000000000000000000000000001", TRUE, "[::1]:5201");
  assert_endpoint ("20010db8000000010000000000000001", TRUE, "[2001:db8:0:1::1]:5201");
  assert_endpoint ("20010db8000100000001000100010001", TRUE, "[2001:db8:1:0:1:1:1:1]:5201");
  assert_endpoint ("00000000000000000000ffff0a4d0001", TRUE, "[::ffff:10.77.0.1]:5201");
  g_assert_cmpstr (small, ==, "none");
  g_assert_cmpstr (small_v6, ==, "none");
}

static void
test_flags (void)
{
  g_autoptr(GString) text = g_string_new (NULL);

  th_compact_append_flags (0, text);
  g_assert_cmpstr (text->str, ==, "");
  th_compact_append_flags (0x11, text);
  g_assert_cmpstr (text->str, ==, "irqs off, softirq");
}

/* A record that was cut has no short text, and leaves what was there. */
static void
test_cut (void)
{
  static const ThField fields[] = {
    { .name = "comm", .offset = 0, .size = 16, .kind = TH_FIELD_STRING },
    { .name = "pid", .offset = 16, .size = 4, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED },
    { .name = "prio", .offset = 20, .size = 4, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED },
    { .name = "target_cpu", .offset = 24, .size = 4, .kind = TH_FIELD_INT }
  };
  g_autofree ThCompact *compact = th_compact_new ("sched", "sched_waking", &(ThFieldTable) { fields, G_N_ELEMENTS (fields) });
  guint8 record[28] = "wget";
  g_autoptr(GString) text = g_string_new ("before ");

  record[16] = 7;
  record[20] = record[21] = record[22] = record[23] = 0xff;
  record[24] = 3;
  for (gsize size = 0; size < sizeof record; size++)
    g_assert_false (th_compact_append (compact, &(ThPayload) { record, size, FALSE }, text));
  g_assert_cmpstr (text->str, ==, "before ");
  g_assert_true (th_compact_append (compact, &(ThPayload) { record, sizeof record, FALSE }, text));
  g_assert_cmpstr (text->str, ==, "before wget:7 [-1] CPU 3");

  g_assert_null (th_compact_new ("sched", "sched_waking", &(ThFieldTable) { fields, 3 }));
  g_assert_null (th_compact_new ("other", "sched_waking", &(ThFieldTable) { fields, G_N_ELEMENTS (fields) }));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/compact/addresses", test_addresses);
  g_test_add_func ("/model/compact/flags", test_flags);
  g_test_add_func ("/model/compact/cut", test_cut);

  return g_test_run ();
}
