/* th-compare-arguments.c - splits arguments into the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-arguments.h"

#include <string.h>

/* Unlikely to be the name of a file. */
static char mark[] = "\001-- between the sides\001";

void
th_compare_arguments_mark (int    argc,
                           char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--") == 0)
      {
        argv[i] = mark;
        return;
      }
}

void
th_compare_arguments_split (char **arguments,
                            GStrv *a,
                            GStrv *b)
{
  guint n = arguments != NULL ? g_strv_length (arguments) : 0, n_marks = 0;
  g_autoptr(GStrvBuilder) side_a = g_strv_builder_new (), side_b = g_strv_builder_new ();
  gboolean is_pair;

  for (guint i = 0; i < n; i++)
    n_marks += strcmp (arguments[i], mark) == 0;
  is_pair = n_marks == 0 && n == 2;
  for (guint i = 0, side = 0; i < n; i++)
    if (strcmp (arguments[i], mark) == 0)
      side = 1;
    else
      g_strv_builder_add ((is_pair ? i : side) == 0 ? side_a : side_b, arguments[i]);

  *a = g_strv_builder_end (side_a);
  *b = g_strv_builder_end (side_b);
}
