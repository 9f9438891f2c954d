/* th-settings.c - the user's settings, kept between runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-settings.h"

#define SAMPLE "samples" G_DIR_SEPARATOR_S "e1000-tcp.dat"

static char *
program_directory (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL ? g_path_get_dirname (program) : NULL;
}

static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  GSettingsSchema *schema = NULL;
  g_autofree char *directory = NULL;
  g_autofree char *built = NULL;
  g_autoptr(GSettingsSchemaSource) own = NULL;

  if (source != NULL &&
      (schema = g_settings_schema_source_lookup (source, APPLICATION_ID, TRUE)) != NULL)
    return schema;
  if ((directory = program_directory ()) == NULL)
    return NULL;

  built = g_build_filename (directory, "..", "data", NULL);
  own = g_settings_schema_source_new_from_directory (built, source, FALSE, NULL);

  return own != NULL ? g_settings_schema_source_lookup (own, APPLICATION_ID, FALSE) : NULL;
}

GSettings *
th_settings_get (void)
{
  static GSettings *settings;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      g_autoptr(GSettingsSchema) schema = find_schema ();

      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
      g_once_init_leave (&once, 1);
    }

  return settings;
}

static GFile *
take_if_there (char *path)
{
  g_autofree char *owned = path;

  return owned != NULL && g_file_test (owned, G_FILE_TEST_IS_REGULAR) ? g_file_new_for_path (owned)
                                                                      : NULL;
}

GFile *
th_settings_find_sample (void)
{
  const char *const *dirs = g_get_system_data_dirs ();
  g_autofree char *program = program_directory ();
  GFile *file = take_if_there (g_strdup (g_getenv ("THRESHER_SAMPLE")));

  if (file == NULL)
    file = take_if_there (g_build_filename (THRESHER_DATADIR, "thresher", SAMPLE, NULL));
  /* The program may run from a build directory inside the source tree. */
  if (file == NULL && program != NULL)
    file = take_if_there (g_build_filename (program, "..", "..", "data", SAMPLE, NULL));
  for (guint i = 0; file == NULL && dirs[i] != NULL; i++)
    file = take_if_there (g_build_filename (dirs[i], "thresher", SAMPLE, NULL));

  return file;
}
