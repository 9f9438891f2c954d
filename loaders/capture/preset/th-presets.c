/* th-presets.c - the presets of the program and of the user
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "th-preset.h"
#include "th-presets-data.h"

#define SHIPPED "/org/thresher/presets/"

struct _ThPresets
{
  GPtrArray *list; /* of ThPreset */
};

/* In the order in which they are shown. */
static const char *const shipped[] = { "packets", "packets-calls", "deep", "sched", "interrupts",
                                       "block", "function-graph", "process" };

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "thresher", "presets", NULL);
}

static void
add_shipped (ThPresets  *self,
             const char *id)
{
  g_autofree char *path = g_strdup_printf (SHIPPED "%s.json", id);
  g_autoptr(GError) error = NULL;
  /* Naming the resource makes the linker take it from the static library. */
  g_autoptr(GBytes) bytes = g_resource_lookup_data (th_presets_get_resource (), path,
                                                    G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  gsize size = 0;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  ThPreset *preset = text != NULL ? th_preset_parse (id, text, size, &error) : NULL;

  if (preset == NULL)
    g_error ("%s", error->message);
  g_ptr_array_add (self->list, preset);
}

static ThPreset *
read_own (const char  *folder,
          const char  *name,
          GError     **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *text = NULL;
  GStatBuf about;
  gsize length;
  ThPreset *preset;

  if (g_stat (path, &about) != 0 || !S_ISREG (about.st_mode) ||
      about.st_size > TH_PRESET_MAX_BYTES)
    {
      g_set_error (error, TH_PRESET_ERROR, TH_PRESET_ERROR_FILE,
                   _("%s: not a regular file of at most %d bytes"), shown, TH_PRESET_MAX_BYTES);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;

  preset = th_preset_parse (shown, text, length, error);
  if (preset != NULL)
    preset->is_own = TRUE;
  return preset;
}

static void
add_own (ThPresets *self,
         ThPreset  *preset)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      ThPreset **old = (ThPreset **) &self->list->pdata[i];

      if (strcmp ((*old)->id, preset->id) == 0)
        {
          th_preset_free (*old);
          *old = preset;
          return;
        }
    }
  g_ptr_array_add (self->list, preset);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_own_names (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && names->len < TH_PRESETS_MAX && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

static void
load_own (ThPresets *self,
          GPtrArray *problems)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr(GPtrArray) names = list_own_names (folder);

  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr(GError) error = NULL;
      ThPreset *preset = read_own (folder, names->pdata[i], &error);

      if (preset != NULL)
        add_own (self, preset);
      else if (problems != NULL)
        g_ptr_array_add (problems, g_strdup (error->message));
    }
}

/* Removes presets of the user that include one that does not exist. */
static void
check_includes (ThPresets *self,
                GPtrArray *problems)
{
  for (guint i = 0; i < self->list->len; )
    {
      const ThPreset *preset = self->list->pdata[i];
      const char *const *id = preset->includes;

      while (*id != NULL && th_presets_find (self, *id) != NULL)
        id++;
      if (*id == NULL)
        {
          i++;
          continue;
        }
      if (problems != NULL)
        g_ptr_array_add (problems, g_strdup_printf (_("%s: there is no preset “%s” to include"),
                                                    preset->id, *id));
      g_ptr_array_remove_index (self->list, i);
      i = 0; /* others may have included it */
    }
}

static int
compare_titles (gconstpointer a,
                gconstpointer b)
{
  return g_utf8_collate ((*(ThPreset *const *) a)->title, (*(ThPreset *const *) b)->title);
}

ThPresets *
th_presets_load (GPtrArray *problems)
{
  ThPresets *self = g_new0 (ThPresets, 1);

  self->list = g_ptr_array_new_with_free_func ((GDestroyNotify) th_preset_free);
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    add_shipped (self, shipped[i]);
  load_own (self, problems);
  check_includes (self, problems);
  if (self->list->len > G_N_ELEMENTS (shipped))
    qsort (self->list->pdata + G_N_ELEMENTS (shipped), self->list->len - G_N_ELEMENTS (shipped),
           sizeof (gpointer), compare_titles);
  return self;
}

void
th_presets_free (ThPresets *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->list);
  g_free (self);
}

guint
th_presets_get_n (ThPresets *self)
{
  return self->list->len;
}

const ThPreset *
th_presets_get (ThPresets *self,
                guint      index)
{
  return self->list->pdata[index];
}

const ThPreset *
th_presets_find (ThPresets  *self,
                 const char *id)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      const ThPreset *preset = self->list->pdata[i];

      if (strcmp (preset->id, id) == 0)
        return preset;
    }
  return NULL;
}
