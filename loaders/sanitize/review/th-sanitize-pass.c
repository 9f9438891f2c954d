/* th-sanitize-pass.c - one pass over a review, which finds names or writes new ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hash.h"
#include "th-sanitize-pass.h"

void
th_sanitize_pass_begin (ThSanitizePass *self,
                        ThSanitizer    *sanitizer,
                        const ThReview *review,
                        ThProgress     *progress)
{
  self->json.sanitizer = sanitizer;
  self->json.keys = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->json.uris = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->progress = progress;
  self->review = review;
}

void
th_sanitize_pass_clear (ThSanitizePass *self)
{
  g_clear_pointer (&self->json.keys, g_hash_table_unref);
  g_clear_pointer (&self->json.uris, g_hash_table_unref);
}

ThRenames *
th_sanitize_pass_get_renames (const ThSanitizePass *self)
{
  return th_sanitizer_get_renames (self->json.sanitizer);
}

char *
th_sanitize_pass_dup_file_name (const ThSanitizePass *self,
                                const char           *name)
{
  if (self->target != NULL)
    return th_sanitizer_dup_name (self->json.sanitizer, name);

  th_sanitizer_survey_name (self->json.sanitizer, name);
  return g_strdup (name);
}

char *
th_sanitize_pass_dup_free_path (const char *folder,
                                const char *name)
{
  char *path = g_build_filename (folder, name, NULL);

  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%u-%s", i, name);

      g_free (path);
      path = g_build_filename (folder, numbered, NULL);
    }
  return path;
}
