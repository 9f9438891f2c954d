/* th-perfdata-maps.c - the memory mappings of each process over time, and their symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same code has different addresses in each process, so a frame is identified by its
 * module and the offset in it: a made-up address represents both, and is the same for all
 * processes.
 */
#include "config.h"

#include <string.h>

#include "th-demangle.h"
#include "th-hash.h"
#include "th-lazy-elf.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-ranges.h"
#include "th-reader.h"

#define OFFSET_BITS 36
#define MAX_SAME 64 /* files of one path */
#define MAX_MODULES 4096 /* with OFFSET_BITS: 2^48, the number of made-up addresses */
#define NO_MODULE G_MAXUINT32
#define MAX_ANCESTORS 16
#define MAX_WORDS 1000000
#define MAX_DEMANGLED (64 << 20) /* the bytes of all demangled names */

typedef struct _Module Module;

struct _Module
{
  guint32    index;
  char      *path;
  char      *name;  /* for display: the base name as valid UTF-8 */
  guint8     id[TH_PF_MAX_BUILD_ID];
  gsize      id_size;
  gboolean   id_is_own; /* the id was recorded with a mapping, not for the path */
  ThElfInode inode;
  Module    *same;  /* the next file of this path, or NULL; owned by the maps */
  ThLazyElf *file;  /* NULL before the first lookup */
};

typedef struct
{
  ThPfRange range;
  gint64    time;
  guint64   offset; /* in the module */
  guint32   module; /* or NO_MODULE for code that the program generated */
  guint32   number; /* sequence number in the file */
  guint64   reach;  /* once sorted: the highest end of this mapping and those before it */
} Mapping;

typedef struct
{
  GArray  *mappings;
  gboolean sorted;     /* by start */
  gboolean has_parent;
  gint32   parent;
  gint64   forked;
} Process;

struct _ThPfMaps
{
  GMutex      lock;      /* protects all of it */
  GPtrArray  *modules;   /* of Module */
  GHashTable *by_path;   /* path → the first Module of that path */
  gint64      newest;    /* set by th_pf_maps_set_here() */
  GHashTable *processes; /* pid → Process */
  GHashTable *words;     /* made-up address → "libc.so.6+0x1234" */
  GHashTable *demangled; /* name in a ThElf → name to show; itself if it is not mangled */
  gsize       n_demangled; /* bytes in that */
};

/* --- life cycle -------------------------------------------------------- */

static void
module_free (gpointer data)
{
  Module *module = data;

  g_clear_pointer (&module->file, th_lazy_elf_unref);
  g_free (module->path);
  g_free (module->name);
  g_free (module);
}

static void
process_free (gpointer data)
{
  g_array_unref (((Process *) data)->mappings);
  g_free (data);
}

static gboolean
free_demangled (gpointer name,
                gpointer shown,
                gpointer data G_GNUC_UNUSED)
{
  if (shown != name)
    g_free (shown);
  return TRUE;
}

ThPfMaps *
th_pf_maps_new (void)
{
  ThPfMaps *self = g_new0 (ThPfMaps, 1);

  g_mutex_init (&self->lock);
  self->modules = g_ptr_array_new_with_free_func (module_free);
  self->newest = G_MININT64;
  self->by_path = g_hash_table_new (th_string_hash, g_str_equal);
  self->processes = g_hash_table_new_full (NULL, NULL, NULL, process_free);
  self->words = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, g_free);
  self->demangled = g_hash_table_new (th_direct_hash, NULL);
  return self;
}

void
th_pf_maps_free (ThPfMaps *self)
{
  g_hash_table_foreach_remove (self->demangled, free_demangled, NULL);
  g_hash_table_unref (self->demangled);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->by_path);
  g_ptr_array_unref (self->modules);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- adding ------------------------------------------------------------ */

static Process *
process_of (ThPfMaps *self,
            gint32    pid)
{
  Process *process = g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));

  if (process == NULL)
    {
      process = g_new0 (Process, 1);
      process->mappings = g_array_new (FALSE, FALSE, sizeof (Mapping));
      g_hash_table_insert (self->processes, GINT_TO_POINTER (pid), process);
    }
  return process;
}

/* Returns NULL if there are too many. */
static Module *
add_module (ThPfMaps   *self,
            const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  Module *module;

  if (self->modules->len >= MAX_MODULES)
    return NULL;

  module = g_new0 (Module, 1);
  module->index = self->modules->len;
  module->name = g_utf8_make_valid (base, -1);
  module->path = g_strdup (path);
  g_ptr_array_add (self->modules, module);
  return module;
}

/* Whether @mapped may be the file of @module, and not only one of the same path. */
static gboolean
is_same_file (const Module     *module,
              const ThPfMapped *mapped)
{
  const ThElfInode *a = &module->inode, *b = &mapped->inode;

  if (module->id_is_own && mapped->build_id_size > 0)
    return module->id_size == mapped->build_id_size &&
           memcmp (module->id, mapped->build_id, module->id_size) == 0;
  return a->inode == 0 || b->inode == 0 ||
         (a->inode == b->inode && a->major == b->major && a->minor == b->minor &&
          (a->generation == b->generation || a->generation == 0 || b->generation == 0));
}

/* Stores what @mapped says about its file. */
static void
describe_module (Module           *module,
                 const ThPfMapped *mapped)
{
  gsize size = mapped->build_id_size;

  if (module->inode.inode == 0 || module->inode.generation == 0)
    module->inode = mapped->inode.inode != 0 ? mapped->inode : module->inode;
  if (size == 0 || size > sizeof module->id || module->file != NULL)
    return;
  memcpy (module->id, mapped->build_id, size);
  module->id_size = size;
  module->id_is_own = TRUE;
}

/* Returns the module of @mapped, or NULL if there are too many. */
static Module *
intern_module (ThPfMaps         *self,
               const ThPfMapped *mapped)
{
  gsize length = strnlen ((const char *) mapped->name, mapped->name_size);
  g_autofree char *path = g_strndup ((const char *) mapped->name, length);
  Module *module = g_hash_table_lookup (self->by_path, path), *last = NULL;
  guint n = 0;

  for (; module != NULL && !is_same_file (module, mapped); module = module->same, n++)
    last = module;
  if (module == NULL && n < MAX_SAME && (module = add_module (self, path)) != NULL)
    {
      if (last != NULL)
        last->same = module;
      else
        g_hash_table_insert (self->by_path, module->path, module);
    }
  if (module != NULL)
    describe_module (module, mapped);
  return module;
}

/* perf gives anonymous memory this name, and records it only if it is executable. */
static gboolean
is_generated (const ThPfMapped *mapped)
{
  static const char name[] = "//anon";

  return mapped->name_size >= sizeof name - 1 &&
         memcmp (mapped->name, name, sizeof name - 1) == 0;
}

/* With the lock held. */
static void
add_mapping (ThPfMaps *self,
             gint32    pid,
             Mapping  *mapping)
{
  Process *process = process_of (self, pid);

  mapping->number = process->mappings->len;
  g_array_append_val (process->mappings, *mapping);
  process->sorted = FALSE;
}

void
th_pf_maps_add (ThPfMaps         *self,
                const ThPfMapped *mapped)
{
  Mapping mapping = {
    .range = { mapped->start, mapped->start + mapped->size },
    .time = mapped->time,
    .offset = mapped->offset,
    .module = NO_MODULE
  };
  gboolean generated = is_generated (mapped);
  const Module *module = NULL;

  if (mapped->size == 0 || mapping.range.end < mapping.range.start ||
      (!generated && (mapped->name_size < 2 || memcmp (mapped->name, "//", 2) == 0)))
    return;

  g_mutex_lock (&self->lock);
  if (!generated && (module = intern_module (self, mapped)) != NULL)
    mapping.module = module->index;
  if (generated || module != NULL)
    add_mapping (self, mapped->pid, &mapping);
  g_mutex_unlock (&self->lock);
}

void
th_pf_maps_add_build_id (ThPfMaps     *self,
                         const guint8 *name,
                         gsize         name_size,
                         const guint8 *id,
                         gsize         size)
{
  const ThPfMapped named = { .name = name, .name_size = name_size };
  Module *module;

  g_mutex_lock (&self->lock);
  module = intern_module (self, &named);
  if (module != NULL && size > 0 && size <= sizeof module->id && module->file == NULL &&
      !module->id_is_own)
    {
      memcpy (module->id, id, size);
      module->id_size = size;
    }
  g_mutex_unlock (&self->lock);
}

gboolean
th_pf_maps_get_build_id (ThPfMaps   *self,
                         const char *path,
                         guint8     *id,
                         gsize      *size)
{
  const Module *module;

  g_mutex_lock (&self->lock);
  module = g_hash_table_lookup (self->by_path, path);
  *size = module != NULL ? module->id_size : 0;
  if (*size > 0)
    memcpy (id, module->id, *size);
  g_mutex_unlock (&self->lock);
  return *size > 0;
}

void
th_pf_maps_fork (ThPfMaps *self,
                 gint64    time,
                 gint32    pid,
                 gint32    parent)
{
  Process *process;

  if (pid == parent)
    return; /* a thread */

  g_mutex_lock (&self->lock);
  process = process_of (self, pid);
  process->has_parent = TRUE;
  process->parent = parent;
  process->forked = time;
  g_mutex_unlock (&self->lock);
}

/* --- looking up -------------------------------------------------------- */

static void
sort_mappings (Process *process)
{
  guint64 reach = 0;

  if (process->sorted)
    return;

  g_array_sort (process->mappings, th_pf_range_compare);
  for (guint i = 0; i < process->mappings->len; i++)
    {
      Mapping *mapping = &g_array_index (process->mappings, Mapping, i);

      mapping->reach = reach = MAX (reach, mapping->range.end);
    }
  process->sorted = TRUE;
}

static gboolean
is_newer (const Mapping *mapping,
          const Mapping *than)
{
  return than == NULL || mapping->time > than->time ||
         (mapping->time == than->time && mapping->number > than->number);
}

/* Returns the latest mapping of @address at @time, or NULL.  Mappings are only roughly in
 * order of time.  An exec does not remove mappings, as in perf: a stack sampled during the
 * exec still belongs to the old program. */
static const Mapping *
find_mapping (Process *process,
              gint64   time,
              guint64  address)
{
  const Mapping *best = NULL;

  sort_mappings (process);
  for (guint i = th_pf_ranges_count_begun (process->mappings, sizeof (Mapping), address); i-- > 0;)
    {
      const Mapping *mapping = &g_array_index (process->mappings, Mapping, i);

      if (mapping->reach <= address)
        break;
      if (mapping->time <= time && address < mapping->range.end && is_newer (mapping, best))
        best = mapping;
    }
  return best;
}

/* The same for a process, which has the mappings that its parents had when it was forked. */
static const Mapping *
find_mapping_of (ThPfMaps *self,
                 gint32    pid,
                 gint64    time,
                 guint64   address)
{
  const Mapping *mapping = NULL;

  for (guint i = 0; mapping == NULL && i < MAX_ANCESTORS; i++)
    {
      Process *process = g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));

      if (process == NULL)
        break;
      mapping = find_mapping (process, time, address);
      if (!process->has_parent || process->forked > time)
        break;
      pid = process->parent;
      time = process->forked;
    }
  return mapping;
}

guint64
th_pf_maps_place (ThPfMaps *self,
                  gint32    pid,
                  gint64    time,
                  guint64   address)
{
  const Mapping *mapping;
  guint64 offset;

  g_mutex_lock (&self->lock);
  mapping = find_mapping_of (self, pid, time, address);
  offset = mapping != NULL && mapping->module != NO_MODULE
           ? address - mapping->range.start + mapping->offset : G_MAXUINT64;
  if (offset < (guint64) 1 << OFFSET_BITS)
    address = TH_ADDRESS_MADE_UP + ((guint64) mapping->module << OFFSET_BITS) + offset;
  g_mutex_unlock (&self->lock);
  return address;
}

gboolean
th_pf_maps_has_code (ThPfMaps *self,
                     gint32    pid,
                     gint64    time,
                     guint64   address)
{
  gboolean has_code;

  g_mutex_lock (&self->lock);
  has_code = find_mapping_of (self, pid, time, address) != NULL;
  g_mutex_unlock (&self->lock);
  return has_code;
}

void
th_pf_maps_set_here (ThPfMaps *self,
                     gint64    newest)
{
  g_mutex_lock (&self->lock);
  self->newest = newest;
  g_mutex_unlock (&self->lock);
}

static void
describe_file (ThPfMaps      *self,
               const Module  *module,
               ThElfRecorded *recorded)
{
  const Module *first = g_hash_table_lookup (self->by_path, module->path);

  *recorded = (ThElfRecorded) { .path = module->path, .inode = module->inode,
                                .newest = self->newest };
  if (module->id_size > 0 && (module->id_is_own || first->same == NULL))
    {
      memcpy (recorded->id, module->id, module->id_size);
      recorded->id_size = module->id_size;
    }
}

/* Returns the module of a made-up address, and sets the offset in it; NULL if there is none.
 * Modules live as long as @self. */
static Module *
module_at (ThPfMaps *self,
           guint64   made_up,
           guint64  *offset)
{
  guint64 at = made_up - TH_ADDRESS_MADE_UP;

  *offset = at & (((guint64) 1 << OFFSET_BITS) - 1);
  return at >> OFFSET_BITS < self->modules->len
         ? g_ptr_array_index (self->modules, at >> OFFSET_BITS) : NULL;
}

gboolean
th_pf_maps_get_file (ThPfMaps      *self,
                     guint64        made_up,
                     ThElfRecorded *recorded,
                     guint32       *number,
                     guint64       *offset)
{
  const Module *module;

  g_mutex_lock (&self->lock);
  module = module_at (self, made_up, offset);
  if (module != NULL)
    {
      describe_file (self, module, recorded);
      *number = module->index;
    }
  g_mutex_unlock (&self->lock);
  return module != NULL;
}

const char *
th_pf_maps_get_path (ThPfMaps *self,
                     guint64   made_up)
{
  const Module *module;
  guint64 offset;

  g_mutex_lock (&self->lock);
  module = module_at (self, made_up, &offset);
  g_mutex_unlock (&self->lock);
  return module != NULL ? module->path : NULL;
}

/* With the lock held. */
static ThLazyElf *
file_of (ThPfMaps *self,
         Module   *module)
{
  ThElfRecorded recorded;

  if (module->file == NULL)
    {
      describe_file (self, module, &recorded);
      module->file = th_lazy_elf_new (&recorded);
    }
  return module->file;
}

/* Returns "libc.so.6+0x1234", owned by @self; NULL if there are too many. */
static const char *
words_of (ThPfMaps     *self,
          const Module *module,
          guint64       made_up,
          guint64       offset)
{
  char *words = g_hash_table_lookup (self->words, &made_up);

  if (words != NULL || g_hash_table_size (self->words) >= MAX_WORDS)
    return words;

  words = g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", module->name, offset);
  g_hash_table_insert (self->words, g_memdup2 (&made_up, sizeof made_up), words);
  return words;
}

/* Returns @name, which belongs to a ThElf, as it is shown.  An address is looked up for each
 * sample, so the result is kept. */
static const char *
shown_name (ThPfMaps   *self,
            const char *name)
{
  char *shown = g_hash_table_lookup (self->demangled, name);

  if (shown != NULL || *name != '_' || self->n_demangled > MAX_DEMANGLED)
    return shown != NULL ? shown : name;

  shown = th_demangle (name);
  if (shown == NULL)
    shown = (char *) name;
  else
    self->n_demangled += strlen (shown);
  g_hash_table_insert (self->demangled, (gpointer) name, shown);
  return shown;
}

const char *
th_pf_maps_find_symbol (ThPfMaps *self,
                        guint64   made_up,
                        guint64  *offset)
{
  const char *name = NULL;
  const ThElf *elf = NULL;
  ThLazyElf *file = NULL;
  guint64 at, linked;
  Module *module;

  g_mutex_lock (&self->lock);
  module = module_at (self, made_up, &at);
  if (module != NULL)
    file = file_of (self, module);
  g_mutex_unlock (&self->lock);
  if (module == NULL)
    return NULL;

  elf = th_lazy_elf_get (file);
  if (elf != NULL && th_elf_get_address (elf, at, &linked))
    name = th_elf_find (elf, linked, offset);

  g_mutex_lock (&self->lock);
  if (name != NULL)
    name = shown_name (self, name);
  else
    {
      *offset = 0;
      name = words_of (self, module, made_up, at);
    }
  g_mutex_unlock (&self->lock);
  return name;
}
