/* th-compare-arguments.c - splits arguments into the two sides of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-compare-arguments.h"

#include <string.h>

#include "th-printable.h"
#include "th-time-span.h"

/* Unlikely to be the name of a file. */
static char mark[] = "\001-- between the sides\001";

void
th_compare_arguments_mark (int    argc,
                           char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--") == 0)
      argv[i] = mark;
}

void
th_compare_arguments_mark_if (int         argc,
                              char      **argv,
                              const char *option)
{
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], option))
      {
        th_compare_arguments_mark (argc, argv);
        return;
      }
}

gboolean
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
  for (guint i = 0, side = 0; i < n && n_marks <= 1; i++)
    if (strcmp (arguments[i], mark) == 0)
      side = 1;
    else
      g_strv_builder_add ((is_pair ? i : side) == 0 ? side_a : side_b, arguments[i]);

  *a = g_strv_builder_end (side_a);
  *b = g_strv_builder_end (side_b);
  return n_marks <= 1;
}

/* --- names -------------------------------------------------------------------- */

static gsize
measure_common (const char *a,
                const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

/* Truncates @name to @length, then strips the trailing run number and its separator. */
static void
cut_number (char  *name,
            gsize  length)
{
  while (length > 0 && g_ascii_isdigit (name[length - 1]))
    length--;
  while (length > 0 && strchr ("-_. ", name[length - 1]) != NULL)
    length--;
  name[length] = '\0';
}

char *
th_compare_arguments_name (GPtrArray *paths)
{
  g_autofree char *first = NULL;
  gsize common;

  if (paths->len == 0)
    return g_strdup ("");

  first = g_path_get_basename (paths->pdata[0]);
  common = strlen (first);
  for (guint i = 1; i < paths->len; i++)
    {
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);

      common = MIN (common, measure_common (first, name));
    }
  if (paths->len > 1 && common > 0)
    {
      g_autofree char *cut = g_strdup (first);

      cut_number (cut, common);
      if (cut[0] != '\0')
        return g_filename_display_name (cut);
    }
  return g_filename_display_name (first);
}

char *
th_compare_arguments_name_files (char **files)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    {
      const char *range;

      g_ptr_array_add (paths, th_time_span_split (files[i], &range));
    }
  name = th_compare_arguments_name (paths);
  return th_printable_line (name);
}
