/* test-demangle.c - names of C++ and Rust functions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The expected names are those of `c++filt -p`, without the hashes that perf script omits, too.
 */
#include <string.h>

#include <glib.h>

#include "th-demangle.h"

static void
test_names (void)
{
  static const struct { const char *mangled, *shown; } cases[] = {
    /* C++ */
    { "_Z3runi", "run" },
    { "_ZN6Worker3runEi", "Worker::run" },
    { "_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back" },
    { "_ZNK3net12_GLOBAL__N_15QueueIlEltERKS2_",
      "net::(anonymous namespace)::Queue<long>::operator<" },
    { "_ZdlPvm", "operator delete" },
    { "_ZThn16_N6WorkerD0Ev", "non-virtual thunk to Worker::~Worker()" },
    { "_ZZN6Worker3runEiENKUliE_clEi", "Worker::run(int)::{lambda(int)#1}::operator()" },
    { "_ZN6Worker3runEi.cold", "Worker::run" },
    /* Rust, old and new; the hash of a crate is not shown */
    { "_ZN4core3ptr13drop_in_place17h0123456789abcdefE", "core::ptr::drop_in_place" },
    { "_ZN50_$LT$T$u20$as$u20$core..convert..Into$LT$U$GT$$GT$4into17h0123456789abcdefE",
      "<T as core::convert::Into<U>>::into" },
    { "_RNvC6_123foo3bar", "123foo::bar" },
    { "_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar" },
    { "_RNvNtC1au9gre_6ka8i3foo", "a::größe::foo" },
    { "_ZdlPv@plt", "operator delete@plt" },
    /* not mangled, or damaged */
    { "main", NULL }, { "_init", NULL }, { "_Z", NULL }, { "_R", NULL }, { "_ZN", NULL },
    { "_ZN99999999999999999999foo", NULL }, { "_RNvC9999999999foo", NULL },
    { "", NULL }, { "_RNvC1aB_", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = th_demangle (cases[i].mangled);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* Arguments of a template, each with the one before it twice: the name doubles with each of
 * them. */
static char *
make_cpp (guint n)
{
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  GString *name = g_string_new ("_Z1fI1aIiiE");

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (name, "S0_IS%c_S%c_E", digits[i], digits[i]);
  return g_string_free (g_string_append (name, "EvT_"), FALSE);
}

/* The same with tuples of Rust, which refer to positions in the name. */
static char *
make_rust (guint n)
{
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  GString *name = g_string_new ("_RINvC1a1f");
  gsize before = name->len - 2;

  g_string_append (name, "TllE");
  for (guint i = 0; i < n; i++)
    {
      gsize at = name->len - 2, number = before - 1;
      g_autofree char *back = number < 62 ? g_strdup_printf ("B%c_", digits[number])
                                          : g_strdup_printf ("B%c%c_", digits[number / 62],
                                                             digits[number % 62]);

      g_string_append_printf (name, "T%s%sE", back, back);
      before = at;
    }
  return g_string_free (g_string_append (name, "E"), FALSE);
}

/* A name that doubles some thirty times must neither take for ever nor fill the memory. */
static void
test_growth (void)
{
  char *(*const makers[]) (guint) = { make_cpp, make_rust };

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    {
      g_autofree char *small = makers[i] (4), *large = makers[i] (33);
      g_autofree char *shown = th_demangle (small), *none = th_demangle (large);

      g_assert_nonnull (shown);
      g_assert_cmpuint (strlen (shown), >, 4 * strlen (small));
      g_assert_null (none);
    }
}

/* A type that is not shown, as it is that of an implementation, with 62⁷ lifetimes. */
static void
test_lifetimes (void)
{
  g_assert_null (th_demangle ("_RMC1aFGzzzzzzz_EuE"));
  g_assert_null (th_demangle ("_RNvMC1aDGzzzzzzz_EL_1f"));
}

/* Names that are long or deep: also the end of the output may lie anywhere in the last text. */
static void
test_large (void)
{
  static const struct { const char *begin, *repeated, *end; } shapes[] = {
    { "_Z1f", "P", "i" }, { "_Z1fI", "N1a", "E" }, { "_ZN", "1a", "E" }, { "_Z1fI", "J", "E" },
    { "_RINvC1a1f", "R", "lE" }, { "_R", "INv", "C1a" }, { "_RINvC1a1f", "T", "E" },
    { "_ZN", "1a", "17h0123456789abcdefE" }, { "_RNv", "u3aaa", "C1a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint n = 1; n < 200000; n *= 3)
      {
        g_autoptr(GString) name = g_string_new (shapes[i].begin);
        g_autofree char *shown = NULL;

        for (guint j = 0; j < n; j++)
          g_string_append (name, shapes[i].repeated);
        g_string_append (name, shapes[i].end);
        shown = th_demangle (name->str);
        g_assert_true (shown == NULL || strlen (shown) <= TH_DEMANGLE_MAX);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/demangle/names", test_names);
  g_test_add_func ("/format/demangle/growth", test_growth);
  g_test_add_func ("/format/demangle/lifetimes", test_lifetimes);
  g_test_add_func ("/format/demangle/large", test_large);
  return g_test_run ();
}
