/* test-formatter-flips.c - damaged formats and records do no harm
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Real formats with flipped, cut and doubled bytes print records of random bytes.  The text only
 * has to be valid UTF-8 and bounded; under the sanitizers this finds reads out of bounds.
 */
#include "config.h"

#include <string.h>

#include "th-test-dat.h"

#define N_ROUNDS   6000
#define RECORD_MAX 512

static const char sample[] =
  "name: sample\nID: 12\nformat:\n"
  "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
  "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
  "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
  "\tfield:__data_loc char[] name;\toffset:8;\tsize:4;\tsigned:0;\n"
  "\tfield:__rel_loc u8[] buf;\toffset:12;\tsize:4;\tsigned:0;\n"
  "\tfield:u32 flags;\toffset:16;\tsize:4;\tsigned:0;\n"
  "\tfield:unsigned long ip;\toffset:24;\tsize:8;\tsigned:0;\n"
  "\tfield:__u8 addr[16];\toffset:32;\tsize:16;\tsigned:0;\n"
  "\nprint fmt: \"dev=%s buf=%s n=%d f=%s s=%s ip=%pS %pI6c %-8.3s %*d %llx %d\", __get_str(name), "
  "__print_hex(__get_dynamic_array(buf), __get_dynamic_array_len(buf)), "
  "__get_dynamic_array_len(buf) / 4, __print_flags(REC->flags & ~3, \"|\", { 1 << 2, \"A\" }, { "
  "(1UL << 5), \"B\" }), __print_symbolic(((REC->flags >> 4) & 0x3), { 0, \"zero\" }, { 1, "
  "\"one\" }), (void *)REC->ip, REC->addr, REC->ip ? \"yes\" : \"no\", REC->flags, REC->flags, "
  "REC->ip, REC->addr[3]\n";

static char *
get_symbols (gpointer  data,
             gsize    *size)
{
  static const char text[] = "ffffffff81000000 T start\nffffffff82000000 T end\n";

  *size = strlen (text);

  return g_strdup (text);
}

/* Damages only bytes after @from in half of the cases, so that not only the fields are affected. */
static void
damage (GRand   *random,
        GString *text,
        gsize    from)
{
  static const char spice[] = "()[]{}\"'\\%*?:,;-+&|<>=~!/\n\t 0123456789abcxsdplRECu_\377";
  guint n = g_rand_int_range (random, 1, 4);

  if (g_rand_boolean (random))
    from = 0;
  for (guint i = 0; i < n && text->len > from + 4; i++)
    {
      gsize at = g_rand_int_range (random, (gint32) from, (gint32) text->len);
      gsize wanted = g_rand_int_range (random, 1, 8);
      gsize length = MIN (wanted, text->len - at);
      g_autofree char *piece = g_strndup (text->str + at, length);

      switch (g_rand_int_range (random, 0, 8))
        {
        case 0:
          text->str[at] ^= (char) (1 << g_rand_int_range (random, 0, 8));
          break;
        case 1:
          g_string_erase (text, at, length);
          break;
        case 2:
          g_string_insert_len (text, g_rand_int_range (random, (gint32) from, (gint32) text->len),
                               piece, strlen (piece));
          break;
        case 3:
        case 4:
          /* a digit or letter for another: still a format, of other numbers */
          if (g_ascii_isalnum (text->str[at]))
            text->str[at] = spice[g_rand_int_range (random, 28, 42)];
          break;
        case 5:
          if (i == 0 && g_rand_boolean (random))
            g_string_truncate (text, MAX (at, 40));
          break;
        default:
          text->str[at] = spice[g_rand_int_range (random, 0, sizeof spice - 1)];
          break;
        }
    }
}

static void
print_random (GRand     *random,
              ThFormats *formats,
              guint      id)
{
  g_autoptr(ThFormatter) formatter = th_formatter_new (formats);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < 4; i++)
    {
      gsize size = g_rand_int_range (random, 0, RECORD_MAX);
      g_autofree guint8 *record = g_malloc (MAX (size, 1));
      ThPayload payload = { record, size, g_rand_boolean (random) };

      for (gsize j = 0; j < size; j++)
        record[j] = (guint8) (g_rand_int_range (random, 0, 3) ? g_rand_int_range (random, 0, 64)
                                                              : (gint32) g_rand_int (random));
      g_string_truncate (text, 0);
      th_formatter_print (formatter, id, &payload, text);
      th_formatter_print_raw (formatter, id, &payload, text);
      g_assert_true (g_utf8_validate (text->str, text->len, NULL));
      g_assert_cmpuint (text->len, <=, 6 * (64 << 10));
    }
}

static void
read_fields (GRand     *random,
             ThFormats *formats,
             guint      id)
{
  const ThFieldTable *table = th_formats_get_fields (formats, id);
  gsize size = g_rand_int_range (random, 0, RECORD_MAX);
  g_autofree guint8 *record = g_malloc0 (MAX (size, 1));
  ThPayload payload = { record, size, FALSE };
  guint64 sum = 0;

  for (gsize j = 0; j < size; j++)
    record[j] = (guint8) g_rand_int (random);
  for (guint i = 0; i < table->n_fields; i++)
    {
      const guint8 *bytes;
      guint64 value;

      g_assert_nonnull (table->fields[i].name);
      g_assert_nonnull (table->fields[i].type_name);
      if (th_field_read_u64 (&table->fields[i], &payload, &value))
        sum += value;
      if (th_field_read_bytes (&table->fields[i], &payload, &bytes, &size))
        for (gsize j = 0; j < size; j++)
          sum += bytes[j];
    }
  g_assert_cmpuint (sum, <=, G_MAXUINT64);
}

/* The number of damaged formats by their result. */
static guint n_kinds[TH_FORMAT_NONE + 1];

static void
flip (GRand      *random,
      const char *system,
      const char *original,
      gsize       size)
{
  g_autoptr(ThFormats) formats = th_formats_new (g_rand_boolean (random),
                                                 g_rand_boolean (random) ? 4 : 8);
  GString *text = g_string_new_len (original, (gssize) size);
  const char *print_format = g_strstr_len (original, (gssize) size, "print fmt:");
  gint id;

  th_formats_set_kallsyms (formats, get_symbols, NULL);
  damage (random, text, print_format != NULL ? print_format + strlen ("print fmt:") - original : 0);
  id = th_formats_add (formats, system, text->str, text->len);
  if (id >= 0)
    {
      print_random (random, formats, (guint) id);
      read_fields (random, formats, (guint) id);
      n_kinds[th_formats_get_kind (formats, (guint) id, NULL)]++;
    }
  g_string_free (text, TRUE);
}

static void
test_sample (void)
{
  GRand *random = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_ROUNDS; i++)
    flip (random, i % 8 ? "x" : "ftrace", sample, sizeof sample - 1);
  g_rand_free (random);
}

static void
test_real (void)
{
  g_autoptr(ThTestDat) dat = th_test_dat_find ("k612-fgraph.dat");
  GRand *random;

  if (dat == NULL)
    {
      g_test_skip ("the recording is not here: THRESHER_TRACES is not set");
      return;
    }
  random = g_rand_new_with_seed (2);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      guint n = i % dat->texts->len;
      gsize size;
      const char *text = g_bytes_get_data (dat->texts->pdata[n], &size);

      flip (random, dat->systems->pdata[n], text, size);
    }
  g_rand_free (random);
  g_test_message ("%u compiled, %u raw", n_kinds[TH_FORMAT_COMPILED], n_kinds[TH_FORMAT_RAW]);
  g_assert_cmpuint (n_kinds[TH_FORMAT_COMPILED], >, N_ROUNDS / 4);
  g_assert_cmpuint (n_kinds[TH_FORMAT_RAW], >, N_ROUNDS / 4);
}

/* Any text is accepted as a list of symbols, which may be empty. */
static void
test_symbols (void)
{
  GRand *random = g_rand_new_with_seed (3);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      GString *text = g_string_new ("ffffffff81000000 T start\nffffffff81000100 t some\t[module]\n"
                                    "ffffffff81000080 T between\n0 A zero\n");
      ThSymbols *symbols;
      guint64 offset;
      gsize length;

      damage (random, text, 0);
      length = text->len;
      symbols = th_symbols_new (g_memdup2 (text->str, length), length);
      for (guint j = 0; j < 8; j++)
        th_symbols_find (symbols, 0xffffffff81000000 + j * 0x30, &offset);
      th_symbols_find_module (symbols, 0xffffffff81000101);
      th_symbols_free (symbols);
      g_string_free (text, TRUE);
    }
  g_rand_free (random);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/flips/sample", test_sample);
  g_test_add_func ("/format/flips/real", test_real);
  g_test_add_func ("/format/flips/symbols", test_symbols);

  return g_test_run ();
}
