/* th-elf.h - symbols of an ELF file on this machine: a kernel, a program, a library
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: elf(5); .gnu_debuglink and /usr/lib/debug/.build-id as in GDB's manual
 * ("Debugging Information in Separate Files").  If a file has no symbol table, its
 * debug file is looked up there; if that has none either, its dynamic symbols are
 * used.  Only files that the user chose, that are found by their build id, or that are those of a
 * recording (th-elf-file.h) are opened.  The path of a kernel module is opened only below
 * /lib/modules, and used only if it has the build id.
 *
 * Immutable once open; any thread may look up symbols.
 */
#pragma once

#include "th-elf-file.h"

G_BEGIN_DECLS

typedef struct _ThElf ThElf;

/* Returns NULL if the file cannot be read, is not an ELF file or has no symbols; @error is a
 * sentence for the user. */
ThElf      *th_elf_open           (const char   *path,
                                   GError      **error);
/* Finds a file by its build id, as shown by `perf buildid-list` and `file`, in
 * /usr/lib/debug and ~/.debug; NULL if it is not there. */
ThElf      *th_elf_open_build_id  (const guint8 *id,
                                   gsize         size);
/* Finds a file by its build id, if that is known, or else at its path; NULL if it is not there or
 * not the one that was recorded. */
ThElf      *th_elf_open_recorded  (const ThElfRecorded *recorded);
/* Finds the file of a kernel module: by its build id, or else at @path, as recorded, if that is
 * below /lib/modules and has this build id; it may be packed.  th_elf_find() then takes an offset
 * from the start of .text. */
ThElf      *th_elf_open_module    (const char   *path,
                                   const guint8 *id,
                                   gsize         size);
void        th_elf_free           (ThElf        *self);

/* Returns NULL if the file has no build id. */
const guint8 *th_elf_get_build_id (const ThElf  *self,
                                   gsize        *size);
/* Returns the name of the symbol at the link-time address @address, owned by @self; NULL if
 * there is none. */
const char *th_elf_find           (const ThElf  *self,
                                   guint64       address,
                                   guint64      *offset);
gboolean    th_elf_find_name      (const ThElf  *self,
                                   const char   *name,
                                   guint64      *address);
/* Finds the link-time address of the byte at @offset of the file; FALSE if it has none. */
gboolean    th_elf_get_address    (const ThElf  *self,
                                   guint64       offset,
                                   guint64      *address);
/* Appends all functions as lines of kallsyms, with @slide added to their addresses. */
void        th_elf_print_kallsyms (const ThElf  *self,
                                   guint64       slide,
                                   GString      *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThElf, th_elf_free)

G_END_DECLS
