/* th-perfdata-modules.c - the modules of the kernel, and the names of functions in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-lazy-elf.h"
#include "th-perfdata-modules.h"
#include "th-perfdata-ranges.h"

#define MAX_MODULES 16384

typedef struct
{
  ThPfRange  range;
  char      *path;
  char      *name; /* "[e1000]" */
  ThLazyElf *file; /* NULL before the first lookup */
} Module;

struct _ThPfModules
{
  GMutex    lock;    /* protects the other members */
  ThPfMaps *maps;
  GArray   *modules;
  gboolean  sorted;  /* by start */
};

static void
module_clear (gpointer data)
{
  Module *module = data;

  g_clear_pointer (&module->file, th_lazy_elf_unref);
  g_free (module->path);
  g_free (module->name);
}

ThPfModules *
th_pf_modules_new (ThPfMaps *maps)
{
  ThPfModules *self = g_new0 (ThPfModules, 1);

  g_mutex_init (&self->lock);
  self->maps = maps;
  self->modules = g_array_new (FALSE, FALSE, sizeof (Module));
  g_array_set_clear_func (self->modules, module_clear);
  return self;
}

void
th_pf_modules_free (ThPfModules *self)
{
  g_array_unref (self->modules);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* "/lib/modules/…/snd-pcm.ko.xz" and "[snd_pcm]" are both [snd_pcm]; NULL if @path is neither. */
static char *
name_of_path (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *valid = NULL;
  gsize length = strlen (base);
  char *end = strstr (base, ".ko");

  if (*base == '[' && length > 2 && base[length - 1] == ']' &&
      !g_str_has_prefix (base, "[kernel") && !g_str_has_prefix (base, "[guest"))
    return g_utf8_make_valid (base, -1);
  if (end == NULL || end == base || (end[3] != '\0' && end[3] != '.'))
    return NULL;

  *end = '\0';
  g_strdelimit (base, "-", '_');
  valid = g_utf8_make_valid (base, -1);
  return g_strdup_printf ("[%s]", valid);
}

void
th_pf_modules_add (ThPfModules  *self,
                   guint64       start,
                   guint64       size,
                   const guint8 *path,
                   gsize         path_size)
{
  g_autofree char *text = g_strndup ((const char *) path, path_size);
  Module module = { .range = { start, start + size }, .name = name_of_path (text) };

  g_mutex_lock (&self->lock);
  if (module.name != NULL && module.range.end > start && self->modules->len < MAX_MODULES)
    {
      module.path = g_steal_pointer (&text);
      g_array_append_val (self->modules, module);
      self->sorted = FALSE;
      module.name = NULL;
    }
  g_mutex_unlock (&self->lock);
  g_free (module.name);
}

/* With the lock held. */
static Module *
module_at (ThPfModules *self,
           guint64      address)
{
  Module *module;
  guint n;

  if (!self->sorted)
    g_array_sort (self->modules, th_pf_range_compare);
  self->sorted = TRUE;
  n = th_pf_ranges_count_begun (self->modules, sizeof (Module), address);
  if (n == 0)
    return NULL;

  module = &g_array_index (self->modules, Module, n - 1);
  return address < module->range.end ? module : NULL;
}

/* With the lock held. */
static ThLazyElf *
file_of (ThPfModules *self,
         Module      *module)
{
  guint8 id[TH_PF_MAX_BUILD_ID];
  gsize size;

  if (module->file == NULL)
    {
      th_pf_maps_get_build_id (self->maps, module->path, id, &size);
      module->file = th_lazy_elf_new_module (module->path, id, size);
    }
  return module->file;
}

const char *
th_pf_modules_find (ThPfModules *self,
                    guint64      address,
                    guint64     *offset)
{
  const ThElf *elf = NULL;
  ThLazyElf *file = NULL;
  guint64 start = 0;
  Module *module;

  g_mutex_lock (&self->lock);
  module = module_at (self, address);
  if (module != NULL)
    {
      file = file_of (self, module);
      start = module->range.start;
    }
  g_mutex_unlock (&self->lock);
  /* Files live as long as @self, although the array moves. */
  if (file != NULL)
    elf = th_lazy_elf_get (file);

  return elf != NULL ? th_elf_find (elf, address - start, offset) : NULL;
}

const char *
th_pf_modules_get_name (ThPfModules *self,
                        guint64      address)
{
  const Module *module;
  const char *name;

  g_mutex_lock (&self->lock);
  module = module_at (self, address);
  name = module != NULL ? module->name : NULL;
  g_mutex_unlock (&self->lock);
  return name;
}

GArray *
th_pf_modules_list (ThPfModules *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ThModulePlace));

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->modules->len; i++)
    {
      const Module *module = &g_array_index (self->modules, Module, i);
      ThModulePlace place = { module->name, module->range.start, module->range.end };

      g_array_append_val (list, place);
    }
  g_mutex_unlock (&self->lock);
  return list;
}
