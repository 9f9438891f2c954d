/* th-symbols.h - symbols of a kernel: /proc/kallsyms
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThSymbols ThSymbols;

/* Takes ownership of the text (lines of "address type name [module]", in any order)
 * and parses it.  Invalid lines are skipped. */
ThSymbols  *th_symbols_new           (char            *kallsyms,
                                      gsize            size);
void        th_symbols_free          (ThSymbols       *self);
/* Returns the last symbol at or before @address, like trace-cmd; NULL before the first one.
 * *@offset: the offset of @address from it. */
const char *th_symbols_find          (const ThSymbols *self,
                                      guint64          address,
                                      guint64         *offset);
/* Also returns the module of the symbol, "[e1000]" or NULL. */
const char *th_symbols_find_module   (const ThSymbols *self,
                                      guint64          address);
/* Returns the address of @name, or 0. */
guint64     th_symbols_find_address (const ThSymbols *self,
                                     const char      *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThSymbols, th_symbols_free)

G_END_DECLS
