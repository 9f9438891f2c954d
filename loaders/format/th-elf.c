/* th-elf.c - symbols of an ELF file on this machine: a kernel, a program, a library
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gelf.h>
#include <glib/gi18n-lib.h>

#include "th-elf.h"
#include "th-elf-file.h"
#include "th-elf-plt.h"
#include "th-read.h"
#include "th-unpack.h"

#define MAX_MODULE (256 << 20) /* bytes */
/* The sections of a hostile file may overlap. */
#define MAX_SYMBOLS (1u << 24)
#define MAX_NAMES (1u << 29) /* bytes */

typedef struct
{
  guint64 address;
  guint64 size;     /* else the rest of the section; 0: unknown */
  guint32 name;     /* offset in the names */
  guint32 rank;     /* among those of one address: bits of RANK_… */
} Symbol;

enum
{
  RANK_GLOBAL = 1 << 0,
  RANK_STRONG = 1 << 1,
  RANK_SIZED = 1 << 2 /* the file gives the size */
};

typedef struct
{
  guint64 offset;
  guint64 address;
  guint64 size;
} Segment;

struct _ThElf
{
  GArray     *symbols;  /* sorted by address */
  GArray     *plt;      /* the entries of the PLT, until they are added to the symbols */
  guint       n_read;   /* symbols, also those that are not kept */
  GByteArray *names;
  GArray     *segments;
  gsize       text;     /* index of the section to read the symbols of; 0: all */
  gboolean    has_code; /* a debug file has only the addresses of the code */
  guint8      build_id[TH_ELF_MAX_BUILD_ID];
  gsize       build_id_size;
  char       *debug_link;
};

/* --- one file ---------------------------------------------------------- */

/* The size from a symbol to the end of its section; 0 if it is not in one. */
static guint64
rest_of_section (Elf            *elf,
                 const GElf_Sym *from)
{
  Elf_Scn *section = elf_getscn (elf, from->st_shndx);
  GElf_Shdr header;

  if (section == NULL || gelf_getshdr (section, &header) == NULL ||
      from->st_value < header.sh_addr || from->st_value - header.sh_addr >= header.sh_size)
    return 0;
  return header.sh_size - (from->st_value - header.sh_addr);
}

static void
add_named (ThElf      *self,
           GArray     *to,
           Symbol      symbol,
           const char *name,
           const char *suffix)
{
  if (strlen (name) > MAX_NAMES || self->names->len > MAX_NAMES)
    return;

  symbol.name = self->names->len;
  g_byte_array_append (self->names, (const guint8 *) name, strlen (name));
  g_byte_array_append (self->names, (const guint8 *) suffix, strlen (suffix) + 1);
  g_array_append_val (to, symbol);
}

static void
add_symbol (ThElf          *self,
            Elf            *elf,
            const GElf_Sym *from,
            const char     *name)
{
  guint type = GELF_ST_TYPE (from->st_info), binding = GELF_ST_BIND (from->st_info);
  Symbol symbol = { .address = from->st_value, .size = from->st_size };

  if (self->text != 0 && from->st_shndx != self->text)
    return;
  /* Assembler functions have no type; '$' and '.L' mark sections and local labels. */
  if ((type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC) ||
      from->st_shndx == SHN_UNDEF ||
      from->st_shndx == SHN_ABS || name == NULL || strchr ("$.", *name) != NULL)
    return;

  symbol.rank = (binding == STB_GLOBAL ? RANK_GLOBAL : 0) |
                (binding != STB_WEAK ? RANK_STRONG : 0) | (symbol.size > 0 ? RANK_SIZED : 0);
  /* Labels like _init would otherwise give their names to what follows, such as the PLT. */
  if (symbol.size == 0)
    symbol.size = rest_of_section (elf, from);
  add_named (self, self->symbols, symbol, name, "");
}

static void
add_plt_entry (guint64     address,
               guint64     size,
               const char *name,
               gpointer    data)
{
  ThElf *self = data;

  add_named (self, self->plt, (Symbol) { .address = address, .size = size, .rank = RANK_SIZED },
             name, "@plt");
}

static void
read_symbols (ThElf           *self,
              Elf             *elf,
              Elf_Scn         *section,
              const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  gsize n = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;

  for (gsize i = 0; i < n && self->n_read < MAX_SYMBOLS; i++, self->n_read++)
    {
      GElf_Sym symbol;

      if (gelf_getsym (data, (int) i, &symbol) != NULL)
        add_symbol (self, elf, &symbol, elf_strptr (elf, header->sh_link, symbol.st_name));
    }
}

static void
read_debug_link (ThElf   *self,
                 Elf_Scn *section)
{
  Elf_Data *data = elf_getdata (section, NULL);

  g_clear_pointer (&self->debug_link, g_free);
  if (data != NULL && data->d_size > 0)
    self->debug_link = g_strndup (data->d_buf, data->d_size);
}

static void
read_segments (ThElf *self,
               Elf   *elf)
{
  gsize n = 0;

  elf_getphdrnum (elf, &n);
  for (gsize i = 0; i < n && i < G_MAXINT; i++)
    {
      GElf_Phdr header;
      Segment segment;

      if (gelf_getphdr (elf, (int) i, &header) == NULL)
        return; /* the file is damaged */
      if (header.p_type != PT_LOAD)
        continue;
      segment = (Segment) { header.p_offset, header.p_vaddr, header.p_filesz };
      if (segment.size > 0)
        g_array_append_val (self->segments, segment);
      self->has_code |= segment.size > 0 && (header.p_flags & PF_X) != 0;
    }
}

/* The sections of an object file, as a kernel module is, all begin at 0.  Returns the index of its
 * .text; 0 for other files. */
static gsize
find_text (Elf    *elf,
           size_t  names)
{
  GElf_Ehdr header;
  GElf_Shdr at;

  if (gelf_getehdr (elf, &header) == NULL || header.e_type != ET_REL)
    return 0;
  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    if (gelf_getshdr (section, &at) != NULL &&
        g_strcmp0 (elf_strptr (elf, names, at.sh_name), ".text") == 0)
      return elf_ndxscn (section);
  return 0;
}

/* @type: the symbol table to read. */
static void
read_sections (ThElf   *self,
               Elf     *elf,
               guint32  type)
{
  size_t names = 0;

  elf_getshdrstrndx (elf, &names);
  self->text = find_text (elf, names);
  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    {
      GElf_Shdr header;
      const char *name;

      if (gelf_getshdr (section, &header) == NULL)
        continue;
      name = elf_strptr (elf, names, header.sh_name);
      if (header.sh_type == type)
        read_symbols (self, elf, section, &header);
      else if (g_strcmp0 (name, ".gnu_debuglink") == 0)
        read_debug_link (self, section);
    }
}

static void
read_elf (ThElf   *self,
          Elf     *elf,
          guint32  type)
{
  guint8 id[TH_ELF_MAX_BUILD_ID];
  gsize id_size = th_elf_file_read_build_id (elf, id);

  if (id_size > 0)
    {
      memcpy (self->build_id, id, id_size);
      self->build_id_size = id_size;
    }
  read_sections (self, elf, type);
  if (self->segments->len == 0)
    read_segments (self, elf);
  /* A debug file has no code. */
  if (self->plt->len == 0)
    th_elf_plt_foreach (elf, add_plt_entry, self);
}

/* Adds the symbols of an open file; on FALSE, errno is set, or 0 if it is not an ELF file. */
static gboolean
read_open_file (ThElf   *self,
                int      fd,
                guint32  type)
{
  Elf *elf;
  gboolean good, unreadable;

  errno = 0;
  elf_version (EV_CURRENT);
  elf = elf_begin (fd, ELF_C_READ, NULL);
  good = elf != NULL && elf_kind (elf) == ELF_K_ELF;
  if (good)
    read_elf (self, elf, type);
  /* libelf treats unreadable data as absent; only errno shows the error. */
  unreadable = errno == EIO;
  elf_end (elf);
  if (unreadable)
    th_read_note_failed ();
  errno = unreadable ? EIO : 0;
  return good && !unreadable;
}

/* Does the same for the file at @path. */
static gboolean
read_file (ThElf      *self,
           const char *path,
           guint32     type)
{
  int fd = th_elf_file_open (path), error;
  gboolean good;

  if (fd < 0)
    return FALSE;

  good = read_open_file (self, fd, type);
  error = errno;
  close (fd);
  errno = error;
  return good;
}

/* --- debug files ------------------------------------------------------- */

static gboolean
has_build_id (const ThElf  *self,
              const guint8 *id,
              gsize         size)
{
  return self->build_id_size == size && memcmp (self->build_id, id, size) == 0;
}

static gboolean
read_debug_file (ThElf      *self,
                 const char *path)
{
  guint8 id[TH_ELF_MAX_BUILD_ID];
  gsize size = self->build_id_size;

  memcpy (id, self->build_id, sizeof id);
  if (!read_file (self, path, SHT_SYMTAB) || self->symbols->len == 0)
    return FALSE;
  if (size == 0 || has_build_id (self, id, size))
    return TRUE;

  /* The debug file belongs to another version. */
  g_array_set_size (self->symbols, 0);
  memcpy (self->build_id, id, sizeof id);
  self->build_id_size = size;
  return FALSE;
}

static gboolean
read_debug_files (ThElf      *self,
                  const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *by_id = self->build_id_size > 1
                             ? th_elf_file_dup_path (TH_ELF_DEBUG_FOLDER, self->build_id,
                                                     self->build_id_size, ".debug") : NULL;
  g_autofree char *name = self->debug_link != NULL ? g_path_get_basename (self->debug_link) : NULL;
  g_autofree char *beside = g_build_filename (folder, name, NULL);
  g_autofree char *below = g_build_filename (folder, ".debug", name, NULL);
  g_autofree char *far = g_build_filename (TH_ELF_DEBUG_FOLDER, folder, name, NULL);

  if (by_id != NULL && read_debug_file (self, by_id))
    return TRUE;
  return name != NULL && ((strcmp (beside, path) != 0 && read_debug_file (self, beside)) ||
                          read_debug_file (self, below) ||
                          read_debug_file (self, far));
}

/* --- opening ----------------------------------------------------------- */

static const char *
name_of (const ThElf  *self,
         const Symbol *symbol)
{
  return (const char *) self->names->data + symbol->name;
}

/* Of several symbols at an address, th_elf_find() returns the last one: the one that perf would
 * choose, which prefers few underscores at the beginning, long names, and the first one in the
 * file. */
static gint
compare_symbols (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const Symbol *x = a, *y = b;
  const char *left = name_of (data, x), *right = name_of (data, y);
  gsize n_left = strspn (left, "_"), n_right = strspn (right, "_");

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (n_left != n_right)
    return n_left > n_right ? -1 : 1;
  n_left = strlen (left);
  n_right = strlen (right);
  return n_left != n_right ? (n_left < n_right ? -1 : 1)
                           : (x->name < y->name) - (x->name > y->name);
}

/* Adds the entries of the PLT, and sorts the symbols. */
static void
finish_symbols (ThElf *self)
{
  g_array_append_vals (self->symbols, self->plt->data, self->plt->len);
  g_array_set_size (self->plt, 0);
  g_array_sort_with_data (self->symbols, compare_symbols, self);
}

static ThElf *
elf_new (void)
{
  ThElf *self = g_new0 (ThElf, 1);

  self->symbols = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->plt = g_array_new (FALSE, FALSE, sizeof (Symbol));
  self->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  self->names = g_byte_array_new ();
  return self;
}

void
th_elf_free (ThElf *self)
{
  g_array_unref (self->symbols);
  g_array_unref (self->plt);
  g_array_unref (self->segments);
  g_byte_array_unref (self->names);
  g_free (self->debug_link);
  g_free (self);
}

ThElf *
th_elf_open (const char  *path,
             GError     **error)
{
  g_autoptr(ThElf) self = elf_new ();
  g_autofree char *shown = g_filename_display_name (path);

  if (!read_file (self, path, SHT_SYMTAB))
    {
      if (errno != 0)
        g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno),
                     _("Cannot read “%s”: %s"), shown, g_strerror (errno));
      else
        g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                     _("“%s” is not an ELF file. A vmlinuz is compressed; use the vmlinux that it "
                       "was made from."), shown);
      return NULL;
    }
  if (self->symbols->len == 0 && !read_debug_files (self, path))
    read_file (self, path, SHT_DYNSYM);
  if (self->symbols->len == 0 && self->plt->len == 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("“%s” has no symbols, and its debug file is not on this machine. Install its "
                     "debug package."), shown);
      return NULL;
    }

  finish_symbols (self);
  return g_steal_pointer (&self);
}

static void
borrow_plt (ThElf       *self,
            const ThElf *from)
{
  for (guint i = 0; i < from->plt->len; i++)
    {
      const Symbol *entry = &g_array_index (from->plt, Symbol, i);

      add_named (self, self->plt, *entry, name_of (from, entry), "");
    }
  finish_symbols (self);
}

/* A debug file has neither the PLT nor the offsets of the code in the program or library.  Reads
 * them from that, if perf has cached it. */
static void
borrow_segments (ThElf *self)
{
  static const char *const rests[] = { "/elf", "" };

  g_array_set_size (self->segments, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rests) && !self->has_code; i++)
    {
      g_autofree char *path = th_elf_file_dup_path (NULL, self->build_id, self->build_id_size,
                                                    rests[i]);
      g_autoptr(ThElf) other = elf_new ();

      /* Its symbols are not needed. */
      if (!read_file (other, path, G_MAXUINT32) || !other->has_code ||
          !has_build_id (other, self->build_id, self->build_id_size))
        continue;
      g_array_append_vals (self->segments, other->segments->data, other->segments->len);
      borrow_plt (self, other);
      self->has_code = TRUE;
    }
}

ThElf *
th_elf_open_build_id (const guint8 *id,
                      gsize         size)
{
  static const struct { const char *folder; const char *rest; } places[] = {
    { NULL, "/debug" }, { NULL, "/elf" }, { NULL, "" }, { TH_ELF_DEBUG_FOLDER, ".debug" },
    { TH_ELF_DEBUG_FOLDER, "" }, { NULL, "/vdso" },
  };

  for (guint i = 0; size > 1 && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = th_elf_file_dup_path (places[i].folder, id, size, places[i].rest);
      g_autoptr(ThElf) self = th_elf_open (path, NULL);

      if (self == NULL || !has_build_id (self, id, size))
        continue;
      if (!self->has_code)
        borrow_segments (self);
      return g_steal_pointer (&self);
    }
  return NULL;
}

ThElf *
th_elf_open_recorded (const ThElfRecorded *recorded)
{
  g_autoptr(ThElf) self = th_elf_open_build_id (recorded->id, recorded->id_size);
  int fd = self == NULL ? th_elf_file_open_recorded (recorded) : -1;

  if (fd < 0)
    return g_steal_pointer (&self);

  self = elf_new ();
  read_open_file (self, fd, SHT_SYMTAB);
  if (self->symbols->len == 0 && !read_debug_files (self, recorded->path))
    read_open_file (self, fd, SHT_DYNSYM);
  close (fd);
  finish_symbols (self);
  return self->symbols->len > 0 ? g_steal_pointer (&self) : NULL;
}

/* --- kernel modules ---------------------------------------------------- */

static GByteArray *
unpack (const guint8 *packed,
        gsize         size)
{
  GByteArray *bytes = g_byte_array_new ();
  ThWrapper wrapper = th_wrapper_probe (packed, size);
  g_autoptr(ThUnpack) unpacker = NULL;
  guint8 piece[65536];
  gsize n = sizeof piece;

  if (wrapper == TH_WRAPPER_NONE)
    return g_byte_array_append (bytes, packed, size);

  unpacker = th_unpack_new (wrapper);
  while (n == sizeof piece && bytes->len < MAX_MODULE &&
         th_unpack_run (unpacker, &packed, &size, piece, &n))
    g_byte_array_append (bytes, piece, n);
  return bytes;
}

static GByteArray *
read_packed (const char *path)
{
  g_autofree guint8 *packed = NULL;
  int fd = th_elf_file_open (path);
  struct stat st;
  gssize n = -1;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && st.st_size > 0 && st.st_size <= MAX_MODULE &&
      (packed = g_try_malloc (st.st_size)) != NULL)
    n = th_read_at (fd, 0, packed, st.st_size);
  close (fd);
  return n > 0 ? unpack (packed, n) : NULL;
}

static ThElf *
open_packed (const char *path)
{
  g_autoptr(ThElf) self = elf_new ();
  g_autoptr(GByteArray) bytes = read_packed (path);
  Elf *elf = NULL;

  elf_version (EV_CURRENT);
  if (bytes != NULL && bytes->len > 0)
    elf = elf_memory ((char *) bytes->data, bytes->len);
  if (elf != NULL && elf_kind (elf) == ELF_K_ELF)
    read_elf (self, elf, SHT_SYMTAB);
  elf_end (elf);
  finish_symbols (self);
  return g_steal_pointer (&self);
}

ThElf *
th_elf_open_module (const char   *path,
                    const guint8 *id,
                    gsize         size)
{
  g_autoptr(ThElf) self = th_elf_open_build_id (id, size);

  if (self != NULL || strstr (path, "/../") != NULL ||
      (!g_str_has_prefix (path, "/lib/modules/") && !g_str_has_prefix (path, "/usr/lib/modules/")))
    return g_steal_pointer (&self);

  self = open_packed (path);
  return has_build_id (self, id, size) ? g_steal_pointer (&self) : NULL;
}

/* --- looking up -------------------------------------------------------- */

const guint8 *
th_elf_get_build_id (const ThElf *self,
                     gsize       *size)
{
  *size = self->build_id_size;
  return self->build_id_size > 0 ? self->build_id : NULL;
}

const char *
th_elf_find (const ThElf *self,
             guint64      address,
             guint64     *offset)
{
  guint low = 0, high = self->symbols->len;
  const Symbol *symbol;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->symbols, Symbol, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;

  symbol = &g_array_index (self->symbols, Symbol, low - 1);
  /* A symbol without a size ends at the next one, or with its section. */
  if (symbol->size > 0 && address - symbol->address >= symbol->size)
    return NULL;
  *offset = address - symbol->address;
  return name_of (self, symbol);
}

gboolean
th_elf_find_name (const ThElf *self,
                  const char  *name,
                  guint64     *address)
{
  for (guint i = 0; i < self->symbols->len; i++)
    {
      const Symbol *symbol = &g_array_index (self->symbols, Symbol, i);

      if (strcmp (name_of (self, symbol), name) == 0)
        {
          *address = symbol->address;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
th_elf_get_address (const ThElf *self,
                    guint64      offset,
                    guint64     *address)
{
  for (guint i = 0; i < self->segments->len; i++)
    {
      const Segment *segment = &g_array_index (self->segments, Segment, i);

      if (offset >= segment->offset && offset - segment->offset < segment->size)
        {
          *address = offset - segment->offset + segment->address;
          return TRUE;
        }
    }
  return FALSE;
}

void
th_elf_print_kallsyms (const ThElf *self,
                       guint64      slide,
                       GString     *text)
{
  for (guint i = 0; i < self->symbols->len; i++)
    {
      const Symbol *symbol = &g_array_index (self->symbols, Symbol, i);

      g_string_append_printf (text, "%016" G_GINT64_MODIFIER "x t %s\n", symbol->address + slide,
                              name_of (self, symbol));
    }
}
