/* test-formatter.c - formats written by hand: text, fields, bounds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The expected texts are written out here.  If libtraceevent survives the format, its text is
 * compared, too.
 */
#include "config.h"

#include <string.h>

#include "th-format.h"
#include "th-tep.h"

#define COMMON \
  "format:\n" \
  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
  "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
  "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

#define FORMAT(fields, print) "name: probe\nID: 7\n" COMMON fields "\nprint fmt: " print "\n"

#define FIELD(type, offset, size) \
  "\tfield:" type ";\toffset:" #offset ";\tsize:" #size ";\tsigned:0;\n"
#define SIGNED(type, offset, size) \
  "\tfield:" type ";\toffset:" #offset ";\tsize:" #size ";\tsigned:1;\n"

typedef struct
{
  ThFormats   *formats;
  ThFormatter *formatter;
  ThTep       *tep;
  guint8       record[256];
  gsize        size;
  gboolean     big_endian;
} Fixture;

static char *
no_symbols (gpointer  data,
            gsize    *size)
{
  static const char text[] =
    "ffffffff81000000 T start\nffffffff81000100 T middle\nffffffff81000200 T end\n";

  *size = strlen (text);

  return g_strdup (text);
}

static char *
printk_formats (gpointer  data,
                gsize    *size)
{
  static const char text[] =
    "0xffffffff82000000 : \"n=%d s=%s x=%lx %%\\n\"\n"
    "0xffffffff82000010 : \"plain\\n\"\n"
    "0xffffffff82000020 : \"%*d|%s\"\n"
    "0xffffffff82000030 : \"\"\n"
    "bad line\n0x5\n:\n"
    "0xffffffff82000040 : \"%s%s%s%s%n%p\"\n";

  *size = strlen (text);

  return g_strdup (text);
}

static void
fixture_open (Fixture    *self,
              const char *system,
              const char *text,
              gboolean    big_endian,
              guint       long_size)
{
  memset (self, 0, sizeof *self);
  self->formats = th_formats_new (big_endian, long_size);
  th_formats_set_kallsyms (self->formats, no_symbols, NULL);
  th_formats_set_printk (self->formats, printk_formats, NULL);
  g_assert_cmpint (th_formats_add (self->formats, system, text, strlen (text)), ==, 7);
  self->formatter = th_formatter_new (self->formats);
  self->tep = th_tep_new (self->formats);
  self->big_endian = big_endian;
  self->record[big_endian ? 1 : 0] = 7;
  self->size = sizeof self->record;
}

static void
fixture_close (Fixture *self)
{
  th_tep_free (self->tep);
  th_formatter_free (self->formatter);
  th_formats_free (self->formats);
}

static void
put (Fixture *self,
     gsize    offset,
     gsize    size,
     guint64  value)
{
  for (gsize i = 0; i < size; i++)
    self->record[offset + (self->big_endian ? size - 1 - i : i)] = (guint8) (value >> 8 * i);
}

static char *
print (Fixture *self)
{
  ThPayload payload = { self->record, self->size, self->big_endian };
  GString *text = g_string_new (NULL);

  th_formatter_print (self->formatter, 7, &payload, text);
  g_assert_true (g_utf8_validate (text->str, text->len, NULL));

  return g_string_free (text, FALSE);
}

static char *
print_tep (Fixture *self)
{
  ThPayload payload = { self->record, self->size, self->big_endian };
  GString *text = g_string_new (NULL);

  th_tep_print (self->tep, 7, &payload, text);

  return g_string_free (text, FALSE);
}

static void
assert_text (Fixture    *self,
             const char *expected)
{
  g_autofree char *text = print (self);
  g_autofree char *theirs = print_tep (self);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (theirs, ==, expected);
}

static void
assert_kind (Fixture      *self,
             ThFormatKind  expected)
{
  const char *why = NULL;

  g_assert_cmpint (th_formats_get_kind (self->formats, 7, &why), ==, expected);
  if (expected == TH_FORMAT_RAW)
    g_assert_nonnull (why);
}

/* --- text -------------------------------------------------------------- */

static void
test_numbers (void)
{
  Fixture f;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 a", 8, 4) FIELD ("u64 b", 16, 8) SIGNED ("int c", 24, 4),
    "\"%d %u %x %#x %08x %-6d| %5d %llx %lu %zu %.4x %X\", REC->c, REC->a, REC->a, REC->a, "
    "REC->a, REC->a, REC->a, REC->b, REC->b, REC->b, REC->a, REC->a"), FALSE, 8);
  put (&f, 8, 4, 300);
  put (&f, 16, 8, G_GUINT64_CONSTANT (0xfedcba9876543210));
  put (&f, 24, 4, (guint32) -5);
  assert_text (&f, "-5 300 12c 0x12c 0000012c 300   |   300 fedcba9876543210 18364758544493064720 "
                   "18364758544493064720 012c 12C");
  assert_kind (&f, TH_FORMAT_COMPILED);
  fixture_close (&f);
}

/* Formats that libtraceevent 1.7 does not support. */
static void
test_beyond (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_open (&f, "x", FORMAT (FIELD ("u32 a", 8, 4),
    "\"%+d %o %#o %c|%3c|%d %.0d| %+.3d\", REC->a, REC->a, REC->a, 'x', 'y', sizeof(u64), 0, "
    "REC->a"), FALSE, 8);
  put (&f, 8, 4, 9);
  text = print (&f);
  g_assert_cmpstr (text, ==, "+9 11 011 x|  y|8 | +009");
  fixture_close (&f);
}

static void
test_expressions (void)
{
  Fixture f;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 a", 8, 4) FIELD ("u8 m[4]", 12, 4) FIELD ("u64 t", 16, 8),
    "\"%d %d %d %d %d %d %d %s %s\", REC->a + 1, REC->a << 2, (REC->a & 0xf) >> 1, REC->m[2], "
    "REC->a == 9 ? 5 : 6, !REC->a, (u8)REC->t, REC->a > 5 ? \"more\" : \"less\", (int)REC->a && "
    "REC->t ? \"both\" : \"not\""), FALSE, 8);
  put (&f, 8, 4, 9);
  f.record[14] = 77;
  put (&f, 16, 8, 0x1234);
  assert_text (&f, "10 36 4 77 5 0 52 more both");
  fixture_close (&f);
}

static void
test_division_by_zero (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 a", 8, 4), "\"%d %d %d\", 5 / REC->a, 5 % REC->a, 5 / 0"),
                FALSE, 8);
  text = print (&f); /* libtraceevent would crash */
  g_assert_cmpstr (text, ==, "0 0 0");
  fixture_close (&f);
}

static void
test_names (void)
{
  Fixture f;
  const ThField *field;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 a", 8, 4) FIELD ("u32 b", 12, 4) FIELD ("char name[8]", 16, 8),
    "\"flags=%s state=%s dev=%s\", __print_flags(REC->a, \"|\", { 1 << 0, \"ONE\" }, { 0x4, "
    "\"FOUR\" }), __print_symbolic(REC->b, { 2, \"two\" }, { -1, \"minus\" }), REC->name"), FALSE,
                8);
  put (&f, 8, 4, 0xd);
  put (&f, 12, 4, 2);
  memcpy (f.record + 16, "eth0", 4);
  assert_text (&f, "flags=ONE|FOUR|0x8 state=two dev=eth0");
  put (&f, 8, 4, 0);
  put (&f, 12, 4, 3);
  memcpy (f.record + 16, "eth0wxyz", 8);
  assert_text (&f, "flags= state=0x3 dev=eth0wxyz");

  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "dev");
  g_assert_nonnull (field);
  g_assert_cmpstr (field->name, ==, "name");
  g_assert_cmpint (field->kind, ==, TH_FIELD_STRING);
  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "flags");
  g_assert_cmpstr (field->name, ==, "a");
  g_assert_true (field->flags & TH_FIELD_FLAGS);
  g_assert_cmpstr (field->separator, ==, "|");
  g_assert_cmpuint (field->n_values, ==, 2);
  g_assert_cmpuint (field->values[1].value, ==, 4);
  g_assert_cmpstr (field->values[1].name, ==, "FOUR");
  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "state");
  g_assert_true (field->flags & TH_FIELD_SYMBOLIC);
  g_assert_cmphex (field->values[1].value, ==, G_MAXUINT64);
  fixture_close (&f);
}

static void
test_pointers (void)
{
  Fixture f;
  const ThField *field;

  fixture_open (&f, "x",
                FORMAT (FIELD ("void * p", 8, 8) FIELD ("unsigned long ip", 16,
                                                        8) FIELD ("u8 mac[6]", 24, 6)
    FIELD ("__u8 v4[4]", 32, 4) FIELD ("__u8 v6[16]", 40, 16),
    "\"%p %px %pS %ps %pF %pM %pI4 %pI6c %pI6 %p\", REC->p, REC->p, (void *)REC->ip, (void "
    "*)REC->ip, (void *)REC->p, REC->mac, REC->v4, REC->v6, REC->v6, 0"), FALSE, 8);
  put (&f, 8, 8, 0xabc);
  put (&f, 16, 8, 0xffffffff81000102);
  memcpy (f.record + 24, "\x02\x00\x5e\x10\x00\xff", 6);
  memcpy (f.record + 32, "\x0a\x4e\x00\x02", 4);
  f.record[40] = 0xfe;
  f.record[41] = 0x80;
  f.record[55] = 1;
  assert_text (&f, "0xabc 0xabcx middle+0x2 middle 0xabc 02:00:5e:10:00:ff 10.78.0.2 fe80::1 "
                   "fe80:0000:0000:0000:0000:0000:0000:0001 (nil)");

  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "p");
  g_assert_cmpint (field->kind, ==, TH_FIELD_SYMBOL);
  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "ip");
  g_assert_cmpint (field->kind, ==, TH_FIELD_SYMBOL);
  fixture_close (&f);
}

static void
test_dynamic (void)
{
  Fixture f;

  fixture_open (&f, "x",
                FORMAT (FIELD ("__data_loc char[] name", 8, 4) FIELD ("__data_loc u8[] buf", 12, 4)
    FIELD ("__rel_loc char[] rel", 16, 4) FIELD ("int len", 20, 4),
    "\"%s %s %.*s [%s] %d %s\", __get_str(name), __get_rel_str(rel), REC->len, __get_str(name), "
    "__print_hex(__get_dynamic_array(buf), __get_dynamic_array_len(buf)), "
    "__get_dynamic_array_len(buf), __print_hex_str(__get_dynamic_array(buf), 2)"), FALSE, 8);
  put (&f, 8, 4, 100 | 6 << 16);
  put (&f, 12, 4, 110 | 3 << 16);
  put (&f, 16, 4, (120 - 20) | 4 << 16);
  put (&f, 20, 4, 2);
  memcpy (f.record + 100, "hello", 6);
  memcpy (f.record + 110, "\x01\xab\xff", 3);
  memcpy (f.record + 120, "rel", 4);
  assert_text (&f, "hello rel he [01 ab ff] 3 01ab");
  fixture_close (&f);
}

static void
test_masks (void)
{
  Fixture f;

  fixture_open (&f, "x", FORMAT (FIELD ("__data_loc unsigned long[] cpus", 8, 4),
    "\"%s %s\", __get_bitmask(cpus), __get_cpumask(cpus)"), FALSE, 8);
  put (&f, 8, 4, 16 | 8 << 16);
  put (&f, 16, 8, G_GUINT64_CONSTANT (0x800000000000010f));
  assert_text (&f, "80000000,0000010f 0-3,8,63");
  fixture_close (&f);
}

static void
test_big_endian (void)
{
  Fixture f;
  const ThField *field;
  guint64 value = 0;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u16 a", 8, 2) FIELD ("u64 b", 16, 8) FIELD ("__data_loc char[] s",
                                                                            24, 4)
    FIELD ("__data_loc unsigned long[] cpus", 28, 4),
    "\"%d %llx %s %s\", REC->a, REC->b, __get_str(s), __get_bitmask(cpus)"), TRUE, 8);
  put (&f, 8, 2, 0x102);
  put (&f, 16, 8, 0x1122334455667788);
  put (&f, 24, 4, 100 | 3 << 16);
  put (&f, 28, 4, 104 | 8 << 16);
  memcpy (f.record + 100, "be", 3);
  put (&f, 104, 8, 0x21);
  assert_text (&f, "258 1122334455667788 be 00000000,00000021");

  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "a");
  g_assert_true (th_field_read_u64 (field, &(ThPayload) { f.record, f.size, TRUE }, &value));
  g_assert_cmphex (value, ==, 0x102);
  fixture_close (&f);
}

static void
test_32_bit (void)
{
  Fixture f;

  fixture_open (&f, "x",
                FORMAT (FIELD ("unsigned long p", 8, 4) FIELD ("unsigned long a[2]", 12, 8),
    "\"%lx %ps %lu %d\", REC->p, (void *)REC->p, REC->a[1], sizeof(long)"), FALSE, 4);
  put (&f, 8, 4, 0xc0001000);
  put (&f, 16, 4, 42);
  assert_text (&f, "c0001000 0xc0001000 42 4");
  fixture_close (&f);
}

static void
test_utf8 (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_open (&f, "x", FORMAT (FIELD ("char s[8]", 8, 8), "\"<%s>\", REC->s"), FALSE, 8);
  memcpy (f.record + 8, "a\xff\xc3\xa4z", 5);
  text = print (&f);
  g_assert_cmpstr (text, ==, "<a\357\277\275\303\244z>");
  fixture_close (&f);
}

/* --- trace_printk ------------------------------------------------------ */

#define BPRINT "name: bprint\nID: 7\n" COMMON \
  FIELD ("unsigned long ip", 8, 8) FIELD ("const char * fmt", 16, 8) FIELD ("u32 buf[]", 24, 0) \
  "\nprint fmt: \"%ps: %s\", (void *)REC->ip, REC->fmt\n"

static void
test_bprint (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_open (&f, "ftrace", BPRINT, FALSE, 8);
  put (&f, 8, 8, 0xffffffff81000000);
  put (&f, 16, 8, 0xffffffff82000000);
  put (&f, 24, 4, (guint32) -3);
  memcpy (f.record + 28, "text", 5);
  put (&f, 36, 8, 0xbeef);
  assert_text (&f, "start: n=-3 s=text x=beef %");

  put (&f, 16, 8, 0xffffffff82000010);
  assert_text (&f, "start: plain");
  put (&f, 16, 8, 0xffffffff82000020);
  put (&f, 24, 4, 6);
  put (&f, 28, 4, 42);
  memcpy (f.record + 32, "ok", 3);
  assert_text (&f, "start:     42|ok");
  put (&f, 16, 8, 0x1234);
  assert_text (&f, "start: (NO FORMAT FOUND at 1234)\n");

  /* arguments that the record does not contain */
  put (&f, 16, 8, 0xffffffff82000040);
  for (f.size = 8; f.size < 64; f.size++)
    {
      g_free (text);
      text = print (&f);
      g_assert_cmpuint (strlen (text), <, 1024);
    }
  fixture_close (&f);
}

/* --- fields ------------------------------------------------------------ */

static void
test_fields (void)
{
  Fixture f;
  GString *text = g_string_new (NULL);
  const ThFieldTable *table;

  fixture_open (&f, "x",
                FORMAT (FIELD ("const char __attribute__((user)) * p", 8, 8) SIGNED ("short s", 16,
                                                                                     2)
    FIELD ("bool b", 18, 1) FIELD ("char c[4]", 20, 4) SIGNED ("long l", 24, 8) FIELD ("u8 raw[3]",
                                                                                       32, 3),
    "\"%d\", REC->s"), FALSE, 8);
  table = th_formats_get_fields (f.formats, 7);
  g_assert_cmpuint (table->n_fields, ==, 10);
  g_assert_true (table->fields[0].flags & TH_FIELD_COMMON);
  g_assert_cmpint (table->fields[4].kind, ==, TH_FIELD_POINTER);
  g_assert_true (table->fields[5].flags & TH_FIELD_SIGNED);
  g_assert_true (table->fields[6].flags & TH_FIELD_BOOL);
  g_assert_cmpstr (table->fields[7].type_name, ==, "char[4]");
  g_assert_cmpint (table->fields[9].kind, ==, TH_FIELD_ARRAY);
  g_assert_cmpuint (table->fields[9].element_size, ==, 1);

  put (&f, 8, 8, 0x10);
  put (&f, 16, 2, (guint16) -7);
  put (&f, 18, 1, 1);
  memcpy (f.record + 20, "ab", 2);
  put (&f, 24, 8, (guint64) -9);
  f.record[32] = 0xfe;
  th_formatter_print_raw (f.formatter, 7, &(ThPayload) { f.record, f.size, FALSE }, text);
  g_assert_cmpstr (text->str, ==, " p=0x10 s=65529 b=1 c=ab l=-9 raw=ARRAY[fe, 00, 00]");
  g_string_free (text, TRUE);
  fixture_close (&f);
}

/* "name label kind values" of the fields that are not common. */
static char *
describe_fields (Fixture *self)
{
  const ThFieldTable *table = th_formats_get_fields (self->formats, 7);
  GString *text = g_string_new (NULL);

  for (guint i = 4; i < table->n_fields; i++)
    {
      const ThField *field = &table->fields[i];

      g_string_append_printf (text, "%s%s:%s:%d:%s%s:%u", i > 4 ? " " : "", field->name,
                              field->label != NULL ? field->label : "", field->kind,
                              field->flags & TH_FIELD_HEX ? "x" : "",
                              field->flags & TH_FIELD_FLAGS ? "f" : "",
                              field->n_values);
    }

  return g_string_free (text, FALSE);
}

static void
test_hints (void)
{
  Fixture f;
  g_autofree char *text = NULL;
  const ThField *field;
  const guint8 *bytes;
  gsize size;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 vec", 8, 4) FIELD ("long state", 16, 8) FIELD ("u32 twice", 24,
                                                                                   4)
    FIELD ("u32 other", 28, 4) FIELD ("u64 hex", 32, 8) FIELD ("void * at", 40,
                                                               8) FIELD ("char tail[]", 48, 0),
    "\"vec=%u [action=%s] state=%s twice=%d over: %d twice=%u mask=0x%llx caller: %pS %s\", "
    "REC->vec, __print_symbolic(REC->vec, { 1, \"ONE\" }), (REC->state & (4 - 1)) ? "
    "__print_flags(REC->state & (4 - 1), \"|\", { 1, \"S\" }, { 2, \"D\" }) : \"R\", REC->twice, "
    "REC->twice, REC->other, REC->hex, REC->at, REC->tail"), FALSE, 8);
  text = describe_fields (&f);
  g_assert_cmpstr (text, ==, "vec:action:0::1 state::0:f:2 twice::0::0 other::0::0 hex:mask:0:x:0 "
                             "at:caller:2::0 tail::3::0");

  /* an array without a length extends to the end of the record */
  memcpy (f.record + 48, "to the end", 10);
  field = th_field_table_find (th_formats_get_fields (f.formats, 7), "tail");
  g_assert_true (th_field_read_bytes (field, &(ThPayload) { f.record, f.size, FALSE }, &bytes,
                                      &size));
  g_assert_cmpuint (size, ==, 10);
  g_assert_true (th_field_read_bytes (field, &(ThPayload) { f.record, 50, FALSE }, &bytes, &size));
  g_assert_cmpuint (size, ==, 2);
  g_assert_false (th_field_read_bytes (field, &(ThPayload) { f.record, 40, FALSE }, &bytes, &size));
  fixture_close (&f);
}

static void
test_unknown (void)
{
  Fixture f;
  GString *text = g_string_new ("x");

  fixture_open (&f, "x",
                FORMAT (FIELD ("char s[4]", 8, 4) FIELD ("u32 a", 12, 4) FIELD ("u16 b[2]", 16, 4),
    "\"[%s]\", REC->s"), FALSE, 8);
  th_formatter_print (f.formatter, 8, &(ThPayload) { f.record, f.size, FALSE }, text);
  g_assert_cmpstr (text->str, ==, "x[UNKNOWN EVENT]");
  th_formatter_print (f.formatter, 7, &(ThPayload) { NULL, 0, FALSE }, text);
  th_formatter_print_raw (f.formatter, 7, &(ThPayload) { NULL, 0, FALSE }, text);
  g_assert_cmpstr (text->str, ==, "x[UNKNOWN EVENT][] s= a=0 b=ARRAY[]");
  g_assert_cmpint (th_formats_get_kind (f.formats, 8, NULL), ==, TH_FORMAT_NONE);
  g_assert_cmpuint (th_formats_get_fields (f.formats, 8)->n_fields, ==, 0);
  g_assert_null (th_formats_get_name (f.formats, G_MAXUINT));
  g_assert_cmpint (th_formats_add (f.formats, "x", "name: a\n", 8), ==, -1);
  g_assert_cmpint (th_formats_add (f.formats, "x", "name: a\nID: 99999999\n", 21), ==, -1);
  g_assert_cmpint (th_formats_add (f.formats, "x", "", 0), ==, -1);
  g_string_free (text, TRUE);
  fixture_close (&f);
}

/* --- hostile ----------------------------------------------------------- */

static void
assert_survives (const char *text,
                 gboolean    big_endian)
{
  Fixture f;

  fixture_open (&f, "x", text, big_endian, 8);
  memset (f.record + 8, 0xff, sizeof f.record - 8);
  for (gsize i = 0; i <= sizeof f.record; i += i < 32 ? 1 : 16)
    {
      g_autofree char *ours = NULL;

      f.size = i;
      ours = print (&f);
      g_assert_cmpuint (strlen (ours), <=, 3 * (64 << 10));
    }
  fixture_close (&f);
}

static void
test_hostile (void)
{
  static const char *const texts[] = {
    "name: probe\nID: 7\n",
    "name: probe\nID: 7\nformat:\n",
    "name: probe\nID: 7\nformat:\n\n\nprint fmt: \"\"",
    FORMAT ("", ""),
    FORMAT ("", "\"%s\""),
    FORMAT ("", "\"%"),
    FORMAT ("", "\"%\\"),
    FORMAT ("", "\"%n%n%s\", 1"),
    FORMAT ("", "\"%ls%lc\", \"x\", 5"),
    FORMAT (FIELD ("u32 a", 8, 4),
            "\"%2147483647d%.2147483647x%-99999999999u\", REC->a, REC->a, REC->a"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%*d%.*s%-*x\", REC->a, 1, REC->a, \"text\", 0x7fffffff, 1"),
    FORMAT (FIELD ("u32 a", 1000000, 4) FIELD ("char b[9]", 16000000, 9),
            "\"%d %s %d\", REC->a, REC->b, REC->b[7]"),
    FORMAT (FIELD ("u32 a", 4294967295, 4), "\"%d\", REC->a"),
    FORMAT (FIELD ("u32 a", 99999999999999999999, 4), "\"%d\", REC->a"),
    FORMAT (FIELD ("u32 a[0x7fffffff]", 8, 4), "\"%d\", REC->a[0xffffffffffffffff]"),
    FORMAT (FIELD ("__data_loc char[] s", 8, 4), "\"%s %s %s\", __get_str(s), "
                                                 "__print_hex(__get_dynamic_array(s), "
                                                 "0xffffffff), __get_bitmask(s)"),
    FORMAT (FIELD ("__rel_loc char[] s", 8, 4), "\"%s %d %s\", __get_rel_str(s), "
                                                "__get_rel_dynamic_array_len(s), __get_cpumask(s)"),
    FORMAT (FIELD ("__data_loc char[] s", 8, 3), "\"%s\", __get_str(s)"),
    FORMAT (FIELD ("__data_loc char[] s", 8, 2), "\"%s\", __get_str(s)"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%s\", __print_flags(REC->nothing, \"|\", { 1, \"a\" })"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%s\", __print_symbolic(REC->nothing, { 1, \"a\" })"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%s %s\", __get_str(nothing), __get_cpumask(nothing)"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%s\", __print_hex((void *)5, REC->a)"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%s\", __print_array(REC->a, REC->a, REC->a)"),
    FORMAT (FIELD ("u8 a[4]", 8, 4), "\"%s\", __print_array(REC->a, 0xffffffff, 0)"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", REC->a << 100 >> REC->a"),
    FORMAT (FIELD ("u32 a", 8, 4),
            "\"%pI4 %pI6c %pM %pU %*ph %pISpc\", REC->a, REC->a, REC->a, REC->a, 64, REC->a, "
            "REC->a"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", ((((REC->a"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", REC->a ? REC->a"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", , ,"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", REC"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", (REC)->a"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d %d\", REC->a * -1, 2 - 1 - 1"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", a ] b"),
    FORMAT (FIELD ("u32 a", 8, 4), "\"%d\", sizeof("),
    FORMAT (FIELD ("u32 a", 8, 4) "\tfield:", "\"\""),
    FORMAT (FIELD ("u32 __attribute__((((", 8, 4), "\"\""),
    FORMAT (FIELD ("u32 a[", 8, 4), "\"\""),
    FORMAT (FIELD ("[[[[", 8, 4), "\"\""),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      assert_survives (texts[i], FALSE);
      assert_survives (texts[i], TRUE);
    }
}

static char *
repeat (const char *before,
        const char *what,
        guint       n,
        const char *after)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, what);
  g_string_append (text, after);

  return g_string_free (text, FALSE);
}

static void
test_deep (void)
{
  static const char *const parts[][3] = {
    { "\"%d\", ", "(", "1" }, { "\"%d\", ", "~", "1" }, { "\"%d\", 1", " + 1", "" },
    { "\"%d\", ", "1 ? ", "1 : 2" }, { "\"%d\", 1 ", "? 1 : 1 ", "" },
    { "\"%s\", ", "__print_flags(", "" },
    { "\"%s\", ", "__print_hex(", "" }, { "\"", "%d", "\", 1" }, { "\"", "%*d", "\", 1" },
    { "\"%s\", __print_symbolic(1", ", { 1, \"x\" }", ")" }, { "\"%d\"", ", 1", "" },
    { "\"%d\", a", " b", "" },
    { "\"a\"", " \"b\"", "" }, { "\"%d\", (", "unsigned ", ")1" }, { "\"%d\", x", "[1]", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *print_format = repeat (parts[i][0], parts[i][1], 10000, parts[i][2]);
      g_autofree char *text = g_strconcat ("name: probe\nID: 7\n", COMMON, "\nprint fmt: ",
                                           print_format, "\n", NULL);

      assert_survives (text, FALSE);
    }
}

static void
test_many_fields (void)
{
  g_autofree char *fields = repeat ("", FIELD ("u32 a", 8, 4), 100000, "");
  g_autofree char *text = g_strconcat ("name: probe\nID: 7\n", COMMON, fields,
                                       "\nprint fmt: \"\"\n", NULL);
  Fixture f;

  fixture_open (&f, "x", text, FALSE, 8);
  g_assert_cmpuint (th_formats_get_fields (f.formats, 7)->n_fields, ==, 0);
  assert_kind (&f, TH_FORMAT_RAW);
  fixture_close (&f);
}

/* A width taken from the record is bounded, so that it does not produce gigabytes. */
static void
test_width (void)
{
  Fixture f;
  g_autofree char *text = NULL;

  fixture_open (&f, "x",
                FORMAT (FIELD ("u32 a", 8, 4), "\"%*d|%.*s\", REC->a, 1, REC->a, \"text\""), FALSE,
                8);
  put (&f, 8, 4, 0x7fffffff);
  text = print (&f);
  g_assert_cmpuint (strlen (text), ==, 4096 + strlen ("|text"));
  fixture_close (&f);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/text/numbers", test_numbers);
  g_test_add_func ("/format/text/beyond", test_beyond);
  g_test_add_func ("/format/text/expressions", test_expressions);
  g_test_add_func ("/format/text/division-by-zero", test_division_by_zero);
  g_test_add_func ("/format/text/names", test_names);
  g_test_add_func ("/format/text/pointers", test_pointers);
  g_test_add_func ("/format/text/dynamic", test_dynamic);
  g_test_add_func ("/format/text/masks", test_masks);
  g_test_add_func ("/format/text/big-endian", test_big_endian);
  g_test_add_func ("/format/text/32-bit", test_32_bit);
  g_test_add_func ("/format/text/utf8", test_utf8);
  g_test_add_func ("/format/text/bprint", test_bprint);
  g_test_add_func ("/format/text/unknown", test_unknown);
  g_test_add_func ("/format/fields/table", test_fields);
  g_test_add_func ("/format/fields/hints", test_hints);
  g_test_add_func ("/format/hostile/texts", test_hostile);
  g_test_add_func ("/format/hostile/deep", test_deep);
  g_test_add_func ("/format/hostile/many-fields", test_many_fields);
  g_test_add_func ("/format/hostile/width", test_width);

  return g_test_run ();
}
