/* test-symbols.c - parsing of kallsyms, and lookup
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <event-parse.h>

#include "th-test-dat.h"

static ThSymbols *
symbols (const char *text)
{
  return th_symbols_new (g_strdup (text), strlen (text));
}

/* Returns "name+offset [module]" for an address, or "-". */
static char *
describe (ThSymbols *self,
          guint64    address)
{
  guint64 offset = 0;
  const char *name = th_symbols_find (self, address, &offset);
  const char *module = th_symbols_find_module (self, address);

  if (name == NULL)
    return g_strdup ("-");

  return g_strdup_printf ("%s+%" G_GINT64_MODIFIER "x%s%s", name, offset, module ? " " : "",
                          module ? module : "");
}

static void
assert_found (ThSymbols  *self,
              guint64     address,
              const char *expected)
{
  g_autofree char *found = describe (self, address);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_find (void)
{
  g_autoptr(ThSymbols) self = symbols ("ffffffff81000000 T _stext\n"
                                       "ffffffff81000040 t helper.isra.0\n"
                                       "ffffffffc0545e40 t e1000_intr\t[e1000]\n"
                                       "ffffffffc0545f00 t e1000_clean\t[e1000]\n");

  assert_found (self, 0xffffffff80ffffff, "-");
  assert_found (self, 0xffffffff81000000, "_stext+0");
  assert_found (self, 0xffffffff8100003f, "_stext+3f");
  assert_found (self, 0xffffffff81000040, "helper.isra.0+0");
  assert_found (self, 0xffffffffc0545e41, "e1000_intr+1 [e1000]");
  assert_found (self, 0xffffffffc0545f00, "e1000_clean+0 [e1000]");
  /* the end of the last symbol is unknown */
  assert_found (self, 0xffffffffc0545f01, "-");
  assert_found (self, 0, "-");
  assert_found (self, G_MAXUINT64, "-");
}

static void
test_odd_lines (void)
{
  g_autoptr(ThSymbols) self = symbols ("\n\nnot a line\n 10 T blank\n20 T\n30 T \n40\n"
                                       "50 t $a\n60 A absolute\n70 a too\n"
                                       "80 T good\n90 T also\ttail\nA0 T upper\n"
                                       "11112222333344445 T long\n"
                                       "b0 T end");

  assert_found (self, 0x10, "-");
  assert_found (self, 0x80, "good+0");
  assert_found (self, 0x90, "also+0");
  assert_found (self, 0xa0, "upper+0");
  assert_found (self, 0xb0, "end+0");
}

static void
test_unsorted (void)
{
  g_autoptr(ThSymbols) self = symbols ("300 T c\n100 T a\n200 T b\n400 T d\n");

  assert_found (self, 0x1ff, "a+ff");
  assert_found (self, 0x250, "b+50");
  assert_found (self, 0x300, "c+0");
  assert_found (self, 0x400, "d+0");
}

static void
test_empty (void)
{
  g_autoptr(ThSymbols) none = symbols ("");
  g_autoptr(ThSymbols) null = th_symbols_new (NULL, 0);
  g_autoptr(ThSymbols) zeros = symbols ("0000000000000000 T a\n0000000000000000 T b\n");

  assert_found (none, 1, "-");
  assert_found (null, 1, "-");
  /* a kernel that hides its addresses */
  assert_found (zeros, 1, "-");
}

/* The start, middle and end of every function of a kernel resolve as in libtraceevent. */
static void
test_same (void)
{
  g_autoptr(ThTestDat) dat = th_test_dat_find ("e1000-fgraph.dat");
  g_autoptr(ThSymbols) self = NULL;
  g_autofree char *text = NULL;
  struct tep_handle *tep;
  guint n = 0;

  if (dat == NULL)
    {
      g_test_skip ("the recording is not here: THRESHER_TRACES is not set");
      return;
    }
  text = g_strndup (dat->kallsyms, dat->kallsyms_size);
  self = symbols (text);
  tep = tep_alloc ();
  tep_parse_kallsyms (tep, text);

  for (const char *line = text; line != NULL && *line != '\0'; n++)
    {
      guint64 address = g_ascii_strtoull (line, NULL, 16) + n % 3 * (n % 7);
      guint64 offset;
      const char *ours = th_symbols_find (self, address, &offset);

      g_assert_cmpstr (ours, ==, tep_find_function (tep, address));
      if (ours != NULL)
        g_assert_cmphex (address - offset, ==, tep_find_function_address (tep, address));
      line = strchr (line, '\n');
      line = line != NULL ? line + 1 : NULL;
    }
  tep_free (tep);
  g_test_message ("%u addresses", n);
  g_assert_cmpuint (n, >, 1000);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/symbols/find", test_find);
  g_test_add_func ("/format/symbols/odd-lines", test_odd_lines);
  g_test_add_func ("/format/symbols/unsorted", test_unsorted);
  g_test_add_func ("/format/symbols/empty", test_empty);
  g_test_add_func ("/format/symbols/same", test_same);

  return g_test_run ();
}
