/* test-compact.c - short texts, of records that lack something, and addresses; the rest by
 * tests/cli/test-compact.py
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "th-compact-info.h"

/* Formats the bytes of @hex as the address of a sockaddr_in6 with port 5201. */
static char *
endpoint (const char *hex,
          gboolean    is_v6,
          gsize       size)
{
  guint8 bytes[28] = { is_v6 ? 10 : 2, 0, 5201 >> 8, 5201 & 0xff };
  GString *text = g_string_new (NULL);

  for (gsize i = 0; hex[2 * i] != '\0'; i++)
    bytes[(is_v6 ? 8 : 4) + i] =
      g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]);
  if (!th_compact_append_sockaddr (bytes, size, FALSE, text))
    g_string_assign (text, "none");

  return g_string_free (text, FALSE);
}

#define assert_endpoint(hex, v6, expected) \
  G_STMT_START { g_autofree char *found = endpoint (hex, v6, 28); \
                 g_assert_cmpstr (found, ==, expected); } G_STMT_END

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

/* A truncated record has no short text, and the buffer is unchanged. */
static void
test_cut (void)
{
  static const ThField fields[] = {
    { .name = "comm", .offset = 0, .size = 16, .kind = TH_FIELD_STRING },
    { .name = "pid", .offset = 16, .size = 4, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED },
    { .name = "prio", .offset = 20, .size = 4, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED },
    { .name = "target_cpu", .offset = 24, .size = 4, .kind = TH_FIELD_INT }
  };
  g_autofree ThCompact *compact = th_compact_new (NULL, "sched", "sched_waking",
                                                  &(ThFieldTable) { fields, G_N_ELEMENTS (fields) },
                                                  NULL);
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

  g_assert_null (th_compact_new (NULL, "sched", "sched_waking", &(ThFieldTable) { fields, 3 },
                                 NULL));
  g_assert_null (th_compact_new (NULL, "other", "sched_waking",
                                 &(ThFieldTable) { fields, G_N_ELEMENTS (fields) }, NULL));
}

/* As <asm/unistd_64.h> of x86 and <asm-generic/unistd.h> have them. */
static void
test_syscall_names (void)
{
  const ThSyscallNames *x86 = th_syscall_names_find ("x86_64");
  const ThSyscallNames *arm = th_syscall_names_find ("aarch64");

  g_assert_cmpstr (th_syscall_names_get (x86, 0), ==, "read");
  g_assert_cmpstr (th_syscall_names_get (x86, 44), ==, "sendto");
  g_assert_cmpstr (th_syscall_names_get (x86, 334), ==, "rseq");
  g_assert_null (th_syscall_names_get (x86, 335));
  g_assert_null (th_syscall_names_get (x86, 423));
  g_assert_cmpstr (th_syscall_names_get (x86, 435), ==, "clone3");
  g_assert_null (th_syscall_names_get (x86, 0x40000000 + 44)); /* x32 */
  g_assert_null (th_syscall_names_get (x86, G_MAXUINT64));
  g_assert_cmpstr (th_syscall_names_get (arm, 0), ==, "io_setup");
  g_assert_cmpstr (th_syscall_names_get (arm, 206), ==, "sendto");
  g_assert_null (th_syscall_names_get (arm, 244));
  g_assert_cmpstr (th_syscall_names_get (arm, 435), ==, "clone3");
  g_assert_null (th_syscall_names_find ("pdp11"));
  g_assert_null (th_syscall_names_find (NULL));
  g_assert_null (th_syscall_names_get (NULL, 0));
}

/* All system calls in the kernel headers of this machine, if they are installed. */
static void
test_header (void)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  guint n = 0;

  if (!g_file_get_contents ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", &text, NULL, NULL))
    {
      g_test_skip ("linux-libc-dev of x86 is not installed");
      return;
    }

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char name[64];
      guint number;

      if (sscanf (lines[i], "#define __NR_%63s %u", name, &number) != 2)
        continue;
      g_assert_cmpstr (th_syscall_names_get (th_syscall_names_find ("x86_64"), number), ==, name);
      n++;
    }
  g_assert_cmpuint (n, >, 300);
}

/* The arguments and the result beside the name, or beside the number where it has none. */
static void
test_raw_calls (void)
{
  static const ThField fields[] = {
    { .name = "id", .offset = 0, .size = 8, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED },
    { .name = "ret", .offset = 8, .size = 8, .kind = TH_FIELD_INT, .flags = TH_FIELD_SIGNED }
  };
  const ThFieldTable table = { fields, G_N_ELEMENTS (fields) };
  g_autofree ThCompact *named = th_compact_new (NULL, "raw_syscalls", "sys_exit", &table,
                                                th_syscall_names_find ("x86_64"));
  g_autofree ThCompact *unnamed = th_compact_new (NULL, "raw_syscalls", "sys_exit", &table, NULL);
  guint8 record[16] = { 44, [8] = 83 };
  g_autoptr(GString) text = g_string_new (NULL);

  g_assert_true (th_compact_append (named, &(ThPayload) { record, sizeof record, FALSE }, text));
  g_assert_cmpstr (text->str, ==, "sendto: 83");
  g_string_truncate (text, 0);
  g_assert_true (th_compact_append (unnamed, &(ThPayload) { record, sizeof record, FALSE }, text));
  g_assert_cmpstr (text->str, ==, "44: 83");

  memset (record, 0xff, 8); /* -1: the tracer of the task changed it */
  g_string_truncate (text, 0);
  g_assert_true (th_compact_append (named, &(ThPayload) { record, sizeof record, FALSE }, text));
  g_assert_cmpstr (text->str, ==, "-1: 83");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/compact/addresses", test_addresses);
  g_test_add_func ("/model/compact/flags", test_flags);
  g_test_add_func ("/model/compact/cut", test_cut);
  g_test_add_func ("/model/compact/syscall-names", test_syscall_names);
  g_test_add_func ("/model/compact/header", test_header);
  g_test_add_func ("/model/compact/raw-calls", test_raw_calls);

  return g_test_run ();
}
