/* test-guess.c - the name that a misspelled one means
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "th-guess.h"

static const char *const names[] = { "info", "events", "record", "report", "render", "review",
                                     "compare", NULL };

static const char *
guess (const char *wanted,
       void      (*try_name) (ThGuess    *self,
                              const char *name))
{
  ThGuess self = { .wanted = wanted };

  for (guint i = 0; names[i] != NULL; i++)
    try_name (&self, names[i]);
  return self.best;
}

static void
test_letters (void)
{
  g_assert_cmpstr (guess ("inf", th_guess_try), ==, "info");
  g_assert_cmpstr (guess ("infoo", th_guess_try), ==, "info");
  g_assert_cmpstr (guess ("Info", th_guess_try), ==, "info");
  /* Two neighbors that are swapped are one mistake. */
  g_assert_cmpstr (guess ("inof", th_guess_try), ==, "info");
  g_assert_cmpstr (guess ("recrod", th_guess_try), ==, "record");
  g_assert_cmpstr (guess ("rewiew", th_guess_try), ==, "review");
  g_assert_cmpstr (guess ("xxxx", th_guess_try), ==, NULL);
  g_assert_cmpstr (guess ("", th_guess_try), ==, NULL);
}

static void
test_beginnings (void)
{
  g_assert_cmpstr (guess ("comp", th_guess_try), ==, NULL);
  g_assert_cmpstr (guess ("comp", th_guess_try_prefix), ==, "compare");
  g_assert_cmpstr (guess ("ren", th_guess_try_prefix), ==, "render");
  g_assert_cmpstr (guess ("c", th_guess_try_prefix), ==, NULL);
}

/* Names from files may have any length. */
static void
test_lengths (void)
{
  g_autofree char *most = g_strnfill (63, 'x'), *more = g_strnfill (64, 'x');
  ThGuess self = { .wanted = most };

  th_guess_try (&self, NULL);
  th_guess_try (&self, more);
  g_assert_null (self.best);
  th_guess_try (&self, most);
  g_assert_true (self.best == most);
  self = (ThGuess) { .wanted = more };
  th_guess_try (&self, most);
  g_assert_null (self.best);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/guess/letters", test_letters);
  g_test_add_func ("/guess/beginnings", test_beginnings);
  g_test_add_func ("/guess/lengths", test_lengths);

  return g_test_run ();
}
