/* th-comparison-sides.c - the recordings to compare: which files are A, which are B
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-sides.h"

#include <math.h>
#include <string.h>

#include "th-compare-arguments.h"
#include "th-experiment-sides.h"

static void
file_free (gpointer data)
{
  ThComparedFile *file = data;

  g_free (file->path);
  g_free (file->range);
  g_clear_pointer (&file->options, th_open_options_free);
  g_free (file);
}

ThComparisonSides *
th_comparison_sides_new (void)
{
  ThComparisonSides *self = g_atomic_rc_box_new0 (ThComparisonSides);

  for (guint side = 0; side < 2; side++)
    self->files[side] = g_ptr_array_new_with_free_func (file_free);
  th_verdict_options_init (&self->verdict);
  return self;
}

static void
clear (gpointer data)
{
  ThComparisonSides *self = data;

  g_ptr_array_unref (self->files[0]);
  g_ptr_array_unref (self->files[1]);
  g_free (self->directory);
}

ThComparisonSides *
th_comparison_sides_ref (ThComparisonSides *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
th_comparison_sides_unref (ThComparisonSides *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

ThComparisonSides *
th_comparison_sides_new_for_experiment (const char  *directory,
                                        GError     **error)
{
  g_autoptr(ThExperimentSides) experiment = th_experiment_sides_load (directory, error);
  ThComparisonSides *self;

  if (experiment == NULL)
    return NULL;

  self = th_comparison_sides_new ();
  self->verdict.alpha *= experiment->alpha_factor;
  self->directory = g_strdup (directory);
  self->n_missing = experiment->n_missing;
  for (guint side = 0; side < 2; side++)
    for (char **path = side == 0 ? experiment->a : experiment->b; *path != NULL; path++)
      th_comparison_sides_add (self, side, *path);
  return self;
}

void
th_comparison_sides_add_with_options (ThComparisonSides   *self,
                                      guint                side,
                                      const char          *path,
                                      const char          *range,
                                      const ThOpenOptions *options)
{
  ThComparedFile *file = g_new (ThComparedFile, 1);

  *file = (ThComparedFile) { g_strdup (path), g_strdup (range),
                             options != NULL ? th_open_options_copy (options) : NULL };
  g_ptr_array_add (self->files[side], file);
}

void
th_comparison_sides_add_range (ThComparisonSides *self,
                               guint              side,
                               const char        *path,
                               const char        *range)
{
  th_comparison_sides_add_with_options (self, side, path, range, NULL);
}

void
th_comparison_sides_add (ThComparisonSides *self,
                         guint              side,
                         const char        *path)
{
  th_comparison_sides_add_range (self, side, path, NULL);
}

/* @first: the side of @self that becomes A of the copy */
static ThComparisonSides *
copy (const ThComparisonSides *self,
      guint                    first)
{
  ThComparisonSides *copied = th_comparison_sides_new ();

  copied->verdict = self->verdict;
  copied->n_missing = self->n_missing;
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->files[side]->len; i++)
      {
        const ThComparedFile *file = th_comparison_sides_get (self, side, i);

        th_comparison_sides_add_with_options (copied, side ^ first, file->path, file->range,
                                              file->options);
      }
  return copied;
}

ThComparisonSides *
th_comparison_sides_copy (const ThComparisonSides *self)
{
  return copy (self, 0);
}

ThComparisonSides *
th_comparison_sides_swap (const ThComparisonSides *self)
{
  return copy (self, 1);
}

guint
th_comparison_sides_get_n (const ThComparisonSides *self,
                           guint                    side)
{
  return self->files[side]->len;
}

const ThComparedFile *
th_comparison_sides_get (const ThComparisonSides *self,
                         guint                    side,
                         guint                    index)
{
  return g_ptr_array_index (self->files[side], index);
}

/* --- texts --------------------------------------------------------------- */

char *
th_comparison_sides_name (const ThComparisonSides *self,
                          guint                    side)
{
  g_autoptr(GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < self->files[side]->len; i++)
    g_ptr_array_add (paths, th_comparison_sides_get (self, side, i)->path);
  return th_compare_arguments_name (paths);
}

static void
append_argument (GString              *command,
                 const ThComparedFile *file)
{
  g_autofree char *argument = g_strjoin ("@", file->path, file->range, NULL);
  g_autofree char *quoted = g_shell_quote (argument);

  g_string_append_c (command, ' ');
  g_string_append (command, quoted);
}

static void
append_margin (GString          *command,
               ThVerdictOptions  verdict)
{
  ThVerdictOptions usual;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  th_verdict_options_init (&usual);
  if (verdict.margin != usual.margin)
    g_string_append_printf (command, " --margin %s%%",
                            g_ascii_formatd (text, sizeof text, "%.6g",
                                             expm1 (verdict.margin) * 100));
}

static void
append_sides (GString                 *command,
              const ThComparisonSides *self)
{
  if (self->directory != NULL)
    {
      g_autofree char *quoted = g_shell_quote (self->directory);

      g_string_append_printf (command, " %s", quoted);
      return;
    }

  for (guint i = 0; i < self->files[0]->len; i++)
    append_argument (command, th_comparison_sides_get (self, 0, i));
  g_string_append (command, " --");
  for (guint i = 0; i < self->files[1]->len; i++)
    append_argument (command, th_comparison_sides_get (self, 1, i));
}

char *
th_comparison_sides_format_command (const ThComparisonSides *self)
{
  GString *command = g_string_new ("thresh compare");

  append_margin (command, self->verdict);
  append_sides (command, self);
  return g_string_free (command, FALSE);
}

char *
th_comparison_sides_format_link (const ThComparisonSides *self)
{
  GString *command = g_string_new (self->directory != NULL ? "thresher" : "thresher --compare");

  append_sides (command, self);
  return g_string_free (command, FALSE);
}
