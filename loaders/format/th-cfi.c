/* th-cfi.c - how to find the caller of a function, from the call frame information of an ELF file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include "th-cfi.h"

/* A file with a larger section is not used: it would take too long to read. */
#define MAX_SECTION (256u << 20)

typedef struct
{
  guint64 offset; /* in the file */
  guint64 address;
  guint64 size;
} Code;

struct _ThCfi
{
  Elf       *elf;
  Dwarf_CFI *cfi;
  GArray    *code; /* executable segments */
  guint      n_registers;
  gsize      size;
};

/* --- opening ----------------------------------------------------------- */

/* Returns the size of .eh_frame; 0 if the file has none, like a debug file. */
static guint64
find_section (Elf *elf)
{
  size_t names;

  if (elf_getshdrstrndx (elf, &names) != 0)
    return 0;
  for (Elf_Scn *section = elf_nextscn (elf, NULL); section != NULL;
       section = elf_nextscn (elf, section))
    {
      GElf_Shdr header;

      if (gelf_getshdr (section, &header) != NULL && header.sh_type != SHT_NOBITS &&
          g_strcmp0 (elf_strptr (elf, names, header.sh_name), ".eh_frame") == 0)
        return header.sh_size;
    }
  return 0;
}

static void
read_code (ThCfi *self)
{
  gsize n = 0;

  elf_getphdrnum (self->elf, &n);
  for (gsize i = 0; i < MIN (n, G_MAXUINT16); i++)
    {
      GElf_Phdr header;
      Code code;

      if (gelf_getphdr (self->elf, (int) i, &header) == NULL)
        return;
      code = (Code) { header.p_offset, header.p_vaddr, header.p_filesz };
      if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
        g_array_append_val (self->code, code);
    }
}

static gboolean
is_for (Elf   *elf,
        guint  machine)
{
  GElf_Ehdr header;

  return gelf_getehdr (elf, &header) != NULL && header.e_machine == machine &&
         gelf_getclass (elf) == ELFCLASS64;
}

/* Takes ownership of @fd, unless it is -1. */
static ThCfi *
open_fd (int                  fd,
         const ThElfRecorded *recorded,
         guint                machine)
{
  g_autoptr(ThCfi) self = g_new0 (ThCfi, 1);
  guint64 size;

  self->code = g_array_new (FALSE, FALSE, sizeof (Code));
  self->n_registers = machine == EM_X86_64 ? 17 : 32;
  if (fd < 0)
    return NULL;

  elf_version (EV_CURRENT);
  self->elf = elf_begin (fd, ELF_C_READ, NULL);
  if (self->elf != NULL && elf_kind (self->elf) == ELF_K_ELF && is_for (self->elf, machine) &&
      (recorded->id_size == 0 ||
       th_elf_file_has_build_id (self->elf, recorded->id, recorded->id_size)) &&
      (size = find_section (self->elf)) > 0 && size <= MAX_SECTION)
    {
      read_code (self);
      self->size = size + sizeof *self;
      self->cfi = dwarf_getcfi_elf (self->elf);
    }
  /* libdw has read the section into memory. */
  if (self->elf != NULL)
    elf_cntl (self->elf, ELF_C_FDDONE);
  close (fd);
  return self->cfi != NULL ? g_steal_pointer (&self) : NULL;
}

ThCfi *
th_cfi_open (const ThElfRecorded *recorded,
             guint                machine)
{
  static const struct { const char *folder; const char *rest; } places[] = {
    { NULL, "/elf" }, { NULL, "" }, { NULL, "/vdso" }, { TH_ELF_DEBUG_FOLDER, "" },
  };

  for (guint i = 0; recorded->id_size > 1 && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = th_elf_file_dup_path (places[i].folder, recorded->id,
                                                    recorded->id_size, places[i].rest);
      ThCfi *self = open_fd (th_elf_file_open (path), recorded, machine);

      if (self != NULL)
        return self;
    }
  return open_fd (th_elf_file_open_recorded (recorded), recorded, machine);
}

void
th_cfi_free (ThCfi *self)
{
  if (self->cfi != NULL)
    dwarf_cfi_end (self->cfi);
  elf_end (self->elf);
  g_array_unref (self->code);
  g_free (self);
}

gsize
th_cfi_get_size (const ThCfi *self)
{
  return self->size;
}

/* --- rows -------------------------------------------------------------- */

static gboolean
address_of (const ThCfi *self,
            guint64      offset,
            guint64     *address)
{
  for (guint i = 0; i < self->code->len; i++)
    {
      const Code *code = &g_array_index (self->code, Code, i);

      if (offset >= code->offset && offset - code->offset < code->size)
        {
          *address = offset - code->offset + code->address;
          return TRUE;
        }
    }
  return FALSE;
}

/* Copies an expression into the row; a rule of kind UNKNOWN if it does not fit. */
static ThCfiRule
take_expression (ThCfiRow       *row,
                 const Dwarf_Op *ops,
                 gsize           n,
                 ThCfiKind       kind)
{
  ThCfiRule rule = { .kind = TH_CFI_UNKNOWN };

  if (n > TH_CFI_MAX_OPS - row->n_ops)
    return rule;

  rule = (ThCfiRule) { .kind = kind, .number = n, .first = row->n_ops };
  for (gsize i = 0; i < n; i++)
    {
      ThCfiOp *op = &row->ops[row->n_ops++];

      op->atom = ops[i].atom;
      op->operand = ops[i].number;
      op->operand2 = ops[i].number2;
    }
  return rule;
}

/* The CFA is the value of an expression: usually a register plus an offset. */
static ThCfiRule
take_cfa (ThCfiRow       *row,
          const Dwarf_Op *ops,
          gsize           n)
{
  gint64 offset;
  guint64 number;

  if (n != 1 || (ops->atom != DW_OP_bregx && (ops->atom < DW_OP_breg0 || ops->atom > DW_OP_breg31)))
    return n > 0 ? take_expression (row, ops, n, TH_CFI_IS_EXPRESSION)
                 : (ThCfiRule) { .kind = TH_CFI_UNKNOWN };

  number = ops->atom == DW_OP_bregx ? ops->number : ops->atom - DW_OP_breg0;
  offset = (gint64) (ops->atom == DW_OP_bregx ? ops->number2 : ops->number);
  if (number >= TH_CFI_MAX_REGISTERS || offset != (gint32) offset)
    return (ThCfiRule) { .kind = TH_CFI_UNKNOWN };
  return (ThCfiRule) { .kind = TH_CFI_REGISTER, .number = number, .offset = offset };
}

/* @ops describes a location, or ends with DW_OP_stack_value (libdw.h, dwarf_frame_register()). */
static ThCfiRule
take_rule (ThCfiRow       *row,
           const Dwarf_Op *ops,
           gsize           n)
{
  gboolean is_value;
  gint64 offset;

  if (n == 0)
    return (ThCfiRule) { .kind = ops == NULL ? TH_CFI_SAME : TH_CFI_UNDEFINED };
  if (n == 1 && ops->atom == DW_OP_regx && ops->number < TH_CFI_MAX_REGISTERS)
    return (ThCfiRule) { .kind = TH_CFI_REGISTER, .number = ops->number };

  is_value = ops[n - 1].atom == DW_OP_stack_value;
  n -= is_value;
  if (n == 0 || ops[0].atom != DW_OP_call_frame_cfa || n > 2 ||
      (n == 2 && ops[1].atom != DW_OP_plus_uconst))
    return take_expression (row, ops, n, is_value ? TH_CFI_IS_EXPRESSION : TH_CFI_AT_EXPRESSION);

  offset = n == 2 ? (gint64) ops[1].number : 0;
  if (offset != (gint32) offset)
    return (ThCfiRule) { .kind = TH_CFI_UNKNOWN };
  return (ThCfiRule) { .kind = is_value ? TH_CFI_IS : TH_CFI_AT, .offset = offset };
}

static gboolean
read_frame (const ThCfi *self,
            Dwarf_Frame *frame,
            ThCfiRow    *row)
{
  bool is_signal = false;
  int column = dwarf_frame_info (frame, NULL, NULL, &is_signal);
  Dwarf_Op *ops, memory[3];
  size_t n;

  if (column < 0 || column >= TH_CFI_MAX_REGISTERS || dwarf_frame_cfa (frame, &ops, &n) != 0)
    return FALSE;

  row->return_address = column;
  row->is_signal = is_signal;
  row->cfa = take_cfa (row, ops, n);
  for (guint i = 0; i < self->n_registers; i++)
    if (dwarf_frame_register (frame, (int) i, memory, &ops, &n) == 0)
      row->registers[i] = take_rule (row, ops, n);
    else
      row->registers[i].kind = TH_CFI_UNKNOWN;
  return row->cfa.kind != TH_CFI_UNKNOWN;
}

gboolean
th_cfi_read_row (ThCfi    *self,
                 guint64   offset,
                 ThCfiRow *row)
{
  Dwarf_Frame *frame = NULL;
  gboolean good = FALSE;
  guint64 address;

  memset (row, 0, sizeof *row);
  if (!address_of (self, offset, &address) ||
      dwarf_cfi_addrframe (self->cfi, address, &frame) != 0)
    return FALSE;

  good = read_frame (self, frame, row);
  free (frame);
  return good;
}
