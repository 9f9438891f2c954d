/* th-comparison-memory.c - how a comparison was looked at, kept for the next time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-memory.h"

#include <string.h>

#include <glib/gstdio.h>

#include "th-session-store.h"
#include "th-time-alignment.h"

#define MAX_GROUPS 50
/* A larger file was not written by this program and is ignored. */
#define MAX_BYTES (1 << 20)

void
th_comparison_memory_free (ThComparisonMemory *self)
{
  g_free (self->filter);
  g_free (self->row);
  g_free (self);
}

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "thresher", "comparisons.ini", NULL);
}

/* Returns the name of the group: a digest of the recordings of each side. */
static char *
dup_key (const ThComparisonSides *sides)
{
  g_autoptr(GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint side = 0; side < 2; side++)
    {
      for (guint i = 0; i < th_comparison_sides_get_n (sides, side); i++)
        {
          const ThComparedFile *file = th_comparison_sides_get (sides, side, i);
          g_autofree char *path = g_canonicalize_filename (file->path, NULL);

          g_checksum_update (checksum, (const guchar *) path, strlen (path) + 1);
          if (file->range != NULL)
            g_checksum_update (checksum, (const guchar *) file->range, -1);
          g_checksum_update (checksum, (const guchar *) "", 1);
        }
      g_checksum_update (checksum, (const guchar *) "\n", 1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

/* Returns an empty key file if the file does not exist or cannot be read. */
static GKeyFile *
read_file (void)
{
  GKeyFile *file = g_key_file_new ();
  g_autofree char *path = dup_path ();
  GStatBuf about;

  if (g_stat (path, &about) == 0 && about.st_size <= MAX_BYTES)
    g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

static guint
get_number (GKeyFile   *file,
            const char *key,
            const char *name,
            guint       below)
{
  int number = g_key_file_get_integer (file, key, name, NULL);

  return number >= 0 && (guint) number < below ? (guint) number : 0;
}

ThComparisonMemory *
th_comparison_memory_load (const ThComparisonSides *sides)
{
  g_autoptr(GKeyFile) file = NULL;
  g_autofree char *key = dup_key (sides);
  ThComparisonMemory *self;

  if (!th_session_store_is_enabled ())
    return NULL;

  file = read_file ();
  if (!g_key_file_has_group (file, key))
    return NULL;

  self = g_new0 (ThComparisonMemory, 1);
  self->mode = get_number (file, key, "align", TH_N_ALIGN_MODES);
  self->filter = g_key_file_get_string (file, key, "filter", NULL);
  self->offset = g_key_file_get_int64 (file, key, "offset", NULL);
  self->linked = g_key_file_get_boolean (file, key, "linked", NULL);
  self->side_by_side = g_key_file_get_boolean (file, key, "side-by-side", NULL);
  self->runs[0] = get_number (file, key, "run-a", th_comparison_sides_get_n (sides, 0));
  self->runs[1] = get_number (file, key, "run-b", th_comparison_sides_get_n (sides, 1));
  self->row = g_key_file_get_string (file, key, "row", NULL);
  return self;
}

/* Removes the groups that were written longest ago, which come first in the file. */
static void
remove_old (GKeyFile *file)
{
  gsize n;
  g_auto(GStrv) groups = g_key_file_get_groups (file, &n);

  for (gsize i = 0; n > MAX_GROUPS && i < n - MAX_GROUPS; i++)
    g_key_file_remove_group (file, groups[i], NULL);
}

void
th_comparison_memory_save (const ThComparisonMemory *self,
                           const ThComparisonSides  *sides)
{
  g_autoptr(GKeyFile) file = NULL;
  g_autofree char *key = dup_key (sides), *path = dup_path (), *folder = g_path_get_dirname (path);

  if (!th_session_store_is_enabled ())
    return;

  file = read_file ();
  g_key_file_remove_group (file, key, NULL);
  g_key_file_set_integer (file, key, "align", self->mode);
  if (self->filter != NULL)
    g_key_file_set_string (file, key, "filter", self->filter);
  g_key_file_set_int64 (file, key, "offset", self->offset);
  g_key_file_set_boolean (file, key, "linked", self->linked);
  g_key_file_set_boolean (file, key, "side-by-side", self->side_by_side);
  g_key_file_set_integer (file, key, "run-a", self->runs[0]);
  g_key_file_set_integer (file, key, "run-b", self->runs[1]);
  if (self->row != NULL)
    g_key_file_set_string (file, key, "row", self->row);
  remove_old (file);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_key_file_save_to_file (file, path, NULL);
}
