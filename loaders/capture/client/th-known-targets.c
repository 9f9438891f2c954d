/* th-known-targets.c - the targets that were used, with their last settings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-known-targets.h"

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>

/* A larger file was not written by this program. */
#define MAX_BYTES (1 << 20)
#define MAX_SETTINGS 4096
#define MAX_NAME 200

static char *
dup_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "thresher", "targets.ini", NULL);
}

static GKeyFile *
read_file (void)
{
  GKeyFile *file = g_key_file_new ();
  g_autofree char *path = dup_path ();
  GStatBuf about;

  if (g_stat (path, &about) == 0 && S_ISREG (about.st_mode) && about.st_size <= MAX_BYTES)
    g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

static gboolean
write_file (GKeyFile  *file,
            GError   **error)
{
  g_autofree char *path = dup_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  gsize size;
  g_autofree char *text = g_key_file_to_data (file, &size, NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int code = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", folder,
                   g_strerror (code));
      return FALSE;
    }
  /* Host names concern nobody else. */
  return g_file_set_contents_full (path, text, size, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* The name of a group must not hold brackets, which a target may. */
static char *
dup_group (ThTarget *target)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, th_target_get_text (target), -1);
}

static void
free_known (gpointer data)
{
  ThKnownTarget *self = data;

  th_target_unref (self->target);
  g_free (self->name);
  g_free (self->settings);
  g_free (self);
}

/* A text of the file; NULL if it is missing, too long, or has control characters. */
static char *
get_text (GKeyFile   *file,
          const char *group,
          const char *key,
          gsize       max)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);

  if (text == NULL || strlen (text) > max)
    return NULL;
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return NULL;
  return g_steal_pointer (&text);
}

static ThKnownTarget *
read_known (GKeyFile   *file,
            const char *group)
{
  g_autofree char *text = g_key_file_get_string (file, group, "target", NULL);
  g_autoptr(ThTarget) target = text != NULL ? th_target_parse (text, NULL) : NULL;
  ThKnownTarget *self;

  if (target == NULL)
    return NULL;

  self = g_new0 (ThKnownTarget, 1);
  self->name = get_text (file, group, "name", MAX_NAME);
  if (self->name == NULL)
    self->name = g_strdup (th_target_get_name (target));
  self->settings = get_text (file, group, "settings", MAX_SETTINGS);
  if (self->settings == NULL)
    self->settings = g_strdup ("");
  self->used = g_key_file_get_int64 (file, group, "used", NULL);
  self->target = g_steal_pointer (&target);
  return self;
}

static int
compare_used (gconstpointer a,
              gconstpointer b)
{
  const ThKnownTarget *first = *(ThKnownTarget *const *) a;
  const ThKnownTarget *second = *(ThKnownTarget *const *) b;

  return first->used != second->used ? (first->used < second->used ? 1 : -1)
         : strcmp (th_target_get_text (first->target), th_target_get_text (second->target));
}

static GPtrArray *
list (GKeyFile *file)
{
  GPtrArray *known = g_ptr_array_new_with_free_func (free_known);
  g_auto(GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      ThKnownTarget *one = read_known (file, groups[i]);

      if (one != NULL)
        g_ptr_array_add (known, one);
    }
  g_ptr_array_sort (known, compare_used);
  if (known->len > TH_KNOWN_TARGETS_MAX)
    g_ptr_array_set_size (known, TH_KNOWN_TARGETS_MAX);
  return known;
}

GPtrArray *
th_known_targets_list (void)
{
  g_autoptr(GKeyFile) file = read_file ();

  return list (file);
}

/* Writes what list() returns, so that strange and surplus entries go. */
static gboolean
write_list (GPtrArray  *known,
            GError    **error)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();

  for (guint i = 0; i < known->len; i++)
    {
      const ThKnownTarget *one = known->pdata[i];
      g_autofree char *group = dup_group (one->target);

      g_key_file_set_string (file, group, "target", th_target_get_text (one->target));
      if (strcmp (one->name, th_target_get_name (one->target)) != 0)
        g_key_file_set_string (file, group, "name", one->name);
      if (*one->settings != '\0')
        g_key_file_set_string (file, group, "settings", one->settings);
      g_key_file_set_int64 (file, group, "used", one->used);
    }
  return write_file (file, error);
}

/* Takes the entry of @target out of @known, or makes one. */
static ThKnownTarget *
take (GPtrArray *known,
      ThTarget  *target)
{
  ThKnownTarget *self;

  for (guint i = 0; i < known->len; i++)
    {
      self = known->pdata[i];
      if (strcmp (th_target_get_text (self->target), th_target_get_text (target)) == 0)
        return g_ptr_array_steal_index (known, i);
    }
  self = g_new0 (ThKnownTarget, 1);
  self->target = th_target_ref (target);
  self->name = g_strdup (th_target_get_name (target));
  self->settings = g_strdup ("");
  return self;
}

gboolean
th_known_targets_store (ThTarget    *target,
                        const char  *name,
                        const char  *settings,
                        GError     **error)
{
  g_autoptr(GPtrArray) known = th_known_targets_list ();
  ThKnownTarget *self = take (known, target);

  if (name != NULL)
    {
      g_free (self->name);
      self->name = g_strdup (name);
    }
  if (settings != NULL)
    {
      g_free (self->settings);
      self->settings = g_strdup (settings);
    }
  self->used = g_get_real_time () / G_USEC_PER_SEC;
  g_ptr_array_insert (known, 0, self);
  if (known->len > TH_KNOWN_TARGETS_MAX)
    g_ptr_array_set_size (known, TH_KNOWN_TARGETS_MAX);
  return write_list (known, error);
}

gboolean
th_known_targets_forget (ThTarget  *target,
                         GError   **error)
{
  g_autoptr(GPtrArray) known = th_known_targets_list ();

  free_known (take (known, target));
  return write_list (known, error);
}
