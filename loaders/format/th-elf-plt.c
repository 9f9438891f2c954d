/* th-elf-plt.c - the entries of an ELF file through which functions of libraries are called
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-elf-plt.h"

/* A limit of relocations and of places in the code: the sections of a hostile file may overlap. */
#define MAX_STEPS (1u << 24)

/* A slot of the global offset table, and the name of the function whose address it gets. */
typedef struct
{
  guint64     address;
  const char *name;
} Slot;

typedef struct
{
  Elf          *elf;
  gboolean      is_arm;
  GArray       *slots; /* sorted by address */
  guint         n_steps;
  ThElfPltFunc  func;
  gpointer      data;
} Plt;

/* --- slots ------------------------------------------------------------- */

static gboolean
is_of_function (const Plt *self,
                guint64    type)
{
  return self->is_arm ? type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT
                      : type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
}

/* @section: of relocations. */
static void
read_slots (Plt             *self,
            Elf_Scn         *section,
            const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata (section, NULL);
  Elf_Scn *table = elf_getscn (self->elf, header->sh_link);
  Elf_Data *symbols = table != NULL ? elf_getdata (table, NULL) : NULL;
  GElf_Shdr table_header;
  gsize n = data != NULL && header->sh_entsize > 0 ? data->d_size / header->sh_entsize : 0;

  if (symbols == NULL || gelf_getshdr (table, &table_header) == NULL)
    return;

  for (gsize i = 0; i < n && self->n_steps < MAX_STEPS; i++, self->n_steps++)
    {
      GElf_Rela from;
      GElf_Sym symbol;
      Slot slot;

      if (gelf_getrela (data, (int) i, &from) == NULL ||
          !is_of_function (self, GELF_R_TYPE (from.r_info)) ||
          GELF_R_SYM (from.r_info) > G_MAXINT ||
          gelf_getsym (symbols, (int) GELF_R_SYM (from.r_info), &symbol) == NULL)
        continue;
      slot = (Slot) { from.r_offset, elf_strptr (self->elf, table_header.sh_link, symbol.st_name) };
      if (slot.name != NULL && *slot.name != '\0')
        g_array_append_val (self->slots, slot);
    }
}

static int
compare_slots (gconstpointer a,
               gconstpointer b)
{
  guint64 x = ((const Slot *) a)->address, y = ((const Slot *) b)->address;

  return (x > y) - (x < y);
}

static const char *
name_of_slot (const Plt *self,
              guint64    address)
{
  const Slot key = { address, NULL };
  guint at;

  return g_array_binary_search (self->slots, &key, compare_slots, &at)
         ? g_array_index (self->slots, Slot, at).name : NULL;
}

/* --- code -------------------------------------------------------------- */

/* Numbers of the code, which is always little-endian. */
static guint32
code_number (const guint8 *code)
{
  return code[0] | code[1] << 8 | code[2] << 16 | (guint32) code[3] << 24;
}

/* Returns the size of an entry that begins at @code, and the address of its slot; 0 if none does:
 * endbr64 or nothing, bnd or nothing, jmp *offset(%rip). */
static gsize
decode_x86 (const guint8 *code,
            gsize         size,
            guint64       address,
            guint64      *slot)
{
  static const guint8 endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
  gsize at = 0;

  if (size >= sizeof endbr && memcmp (code, endbr, sizeof endbr) == 0)
    at += sizeof endbr;
  if (at < size && code[at] == 0xf2)
    at++;
  if (size - at < 6 || code[at] != 0xff || code[at + 1] != 0x25)
    return 0;

  *slot = address + at + 6 + (guint64) (gint64) (gint32) code_number (code + at + 2);
  return at > 0 ? 16 : 8;
}

/* The same: bti c or nothing, adrp x16, page, ldr x17, [x16, offset]. */
static gsize
decode_arm (const guint8 *code,
            gsize         size,
            guint64       address,
            guint64      *slot)
{
  gsize at = size >= 4 && code_number (code) == 0xd503245f ? 4 : 0;
  guint32 adrp, ldr;
  guint64 page;

  if (size - at < 8)
    return 0;
  adrp = code_number (code + at);
  ldr = code_number (code + at + 4);
  if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
    return 0;

  /* 21 bits of a signed number of pages. */
  page = (guint64) (adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
  page = (page ^ 1 << 20) - (1 << 20);
  *slot = ((address + at) & ~(guint64) 0xfff) + (page << 12) + (ldr >> 10 & 0xfff) * 8;
  return at > 0 ? 24 : 16;
}

/* @name: of the section. */
static void
read_code (Plt             *self,
           Elf_Scn         *section,
           const GElf_Shdr *header,
           const char      *name)
{
  Elf_Data *data = elf_getdata (section, NULL);
  const guint8 *code = data != NULL ? data->d_buf : NULL;
  gsize size = code != NULL ? data->d_size : 0;
  gsize step;

  for (gsize at = 0; at < size && self->n_steps < MAX_STEPS; at += step, self->n_steps++)
    {
      guint64 address = header->sh_addr + at, slot;
      gsize length = self->is_arm ? decode_arm (code + at, size - at, address, &slot)
                                  : decode_x86 (code + at, size - at, address, &slot);
      const char *function = length > 0 ? name_of_slot (self, slot) : NULL;

      /* A jump of lazy binding is followed by a push and another jump. */
      if (length == 8 && strcmp (name, ".plt") == 0)
        length = 16;
      step = function != NULL ? length : self->is_arm ? 4 : 8;
      if (function != NULL)
        self->func (address, MIN (length, size - at), function, self->data);
    }
}

/* --- all --------------------------------------------------------------- */

static gboolean
is_code (const char *name)
{
  return g_str_equal (name, ".plt") || g_str_equal (name, ".plt.sec") ||
         g_str_equal (name, ".plt.got");
}

/* @slots: whether to read the slots, or the code. */
static void
read_sections (Plt      *self,
               gboolean  slots)
{
  size_t names = 0;

  elf_getshdrstrndx (self->elf, &names);
  for (Elf_Scn *section = elf_nextscn (self->elf, NULL); section != NULL;
       section = elf_nextscn (self->elf, section))
    {
      GElf_Shdr header;
      const char *name;

      if (gelf_getshdr (section, &header) == NULL ||
          (name = elf_strptr (self->elf, names, header.sh_name)) == NULL)
        continue;
      if (slots && header.sh_type == SHT_RELA && g_str_has_prefix (name, ".rela."))
        read_slots (self, section, &header);
      else if (!slots && header.sh_type == SHT_PROGBITS && is_code (name))
        read_code (self, section, &header, name);
    }
}

void
th_elf_plt_foreach (Elf          *elf,
                    ThElfPltFunc  func,
                    gpointer      data)
{
  GElf_Ehdr header;
  Plt self = { .elf = elf, .func = func, .data = data };

  /* The relocations of an object file or a kernel module are not those of slots. */
  if (gelf_getehdr (elf, &header) == NULL || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      (header.e_type != ET_EXEC && header.e_type != ET_DYN) ||
      (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64))
    return;

  self.is_arm = header.e_machine == EM_AARCH64;
  self.slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  read_sections (&self, TRUE);
  g_array_sort (self.slots, compare_slots);
  if (self.slots->len > 0)
    read_sections (&self, FALSE);
  g_array_unref (self.slots);
}
