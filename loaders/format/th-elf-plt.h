/* th-elf-plt.h - the entries of an ELF file through which functions of libraries are called
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No symbol names an entry of the procedure linkage table.  Its code jumps to the address in a slot
 * of the global offset table, and the relocation of that slot has the name of the function.  The
 * code is as GNU ld, gold and lld write it: psABI for x86-64, "Procedure Linkage Table", with and
 * without IBT, and ELF for the Arm 64-bit Architecture, with and without BTI and PAC.  Files for
 * other machines have no entries here.
 */
#pragma once

#include <gelf.h>
#include <glib.h>

G_BEGIN_DECLS

/* @address: the link-time address of the entry; @name: of the function, owned by the Elf. */
typedef void (*ThElfPltFunc) (guint64     address,
                              guint64     size,
                              const char *name,
                              gpointer    data);

void        th_elf_plt_foreach      (Elf             *elf,
                                     ThElfPltFunc     func,
                                     gpointer         data);

G_END_DECLS
