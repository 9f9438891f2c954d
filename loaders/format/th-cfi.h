/* th-cfi.h - how to find the caller of a function, from the call frame information of an ELF file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libdw interprets .eh_frame.  For an address it gives a rule for each register that says where
 * the caller's value is.  Such a row is copied into a ThCfiRow, which needs neither libdw nor the
 * file any longer, so it can be kept, and applied to many stacks (th-unwind.h) in some tens of ns.
 * libdwfl would interpret the file again for every frame, which takes a hundred times as long.
 *
 * .debug_frame is not used: files that have only this (of Go) keep frame pointers.
 *
 * Sources: the DWARF 5 standard, 6.4, "Call Frame Information"; the Linux Standard Base, "DWARF
 * Extensions", for .eh_frame; elfutils/libdw.h.
 *
 * A ThCfi belongs to one thread at a time.  It has no open file: libdw has read what it needs.
 */
#pragma once

#include <glib.h>

#include "th-elf-file.h"

G_BEGIN_DECLS

/* Registers by their DWARF numbers: 17 of x86-64, 32 of aarch64. */
#define TH_CFI_MAX_REGISTERS 33
#define TH_CFI_MAX_OPS 40

typedef enum
{
  TH_CFI_UNDEFINED,     /* the value is lost; for the return address: there is no caller */
  TH_CFI_SAME,
  TH_CFI_AT,            /* in memory, at the CFA plus the offset */
  TH_CFI_IS,            /* the CFA plus the offset */
  TH_CFI_REGISTER,      /* in another register, plus the offset */
  TH_CFI_AT_EXPRESSION, /* in memory, at the value of an expression */
  TH_CFI_IS_EXPRESSION,
  TH_CFI_UNKNOWN        /* a rule that is not supported */
} ThCfiKind;

typedef struct
{
  guint8 kind;
  guint8 number;   /* of the register; the number of operations of an expression */
  guint8 first;    /* the first of those in the row */
  guint8 unused;
  gint32 offset;
} ThCfiRule;

/* An operation of a DWARF expression: DW_OP_…. */
typedef struct
{
  guint64 atom;
  guint64 operand, operand2;
} ThCfiOp;

/* All bytes are initialized, so rows can be compared with memcmp(). */
typedef struct
{
  ThCfiRule cfa;       /* the canonical frame address */
  ThCfiRule registers[TH_CFI_MAX_REGISTERS];
  guint8    return_address; /* the number of the register that has the caller's address */
  guint8    is_signal; /* the caller was interrupted by a signal here, and did not call */
  guint8    n_ops;
  ThCfiOp   ops[TH_CFI_MAX_OPS];
} ThCfiRow;

typedef struct _ThCfi ThCfi;

/* Opens the file that was recorded; NULL if it is not on this machine (th-elf-file.h), cannot be
 * read or is for a processor other than @machine, an EM_… of elf.h. */
ThCfi      *th_cfi_open     (const ThElfRecorded *recorded,
                             guint                machine);
void        th_cfi_free     (ThCfi               *self);
/* Returns how much memory it takes. */
gsize       th_cfi_get_size (const ThCfi         *self);
/* Reads the row for the code at @offset of the file; FALSE if there is none. */
gboolean    th_cfi_read_row (ThCfi               *self,
                             guint64              offset,
                             ThCfiRow            *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCfi, th_cfi_free)

G_END_DECLS
