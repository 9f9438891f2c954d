/* th-perfdata-symbols.h - symbols from records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Such records are mappings of the kernel and its modules, and symbols of code that was
 * generated at run time.  The load fills the table; any thread may look up.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThPfSymbols ThPfSymbols;

ThPfSymbols *th_pf_symbols_new  (void);
void         th_pf_symbols_free (ThPfSymbols  *self);
/* @name need not be terminated.  Ignores mappings of the whole kernel. */
void         th_pf_symbols_add  (ThPfSymbols  *self,
                                 guint64       start,
                                 guint64       size,
                                 const guint8 *name,
                                 gsize         name_size);
/* Returns the name of the symbol at @address, owned by @self, and the offset from its start;
 * NULL if there is none. */
const char  *th_pf_symbols_find (ThPfSymbols  *self,
                                 guint64       address,
                                 guint64      *offset);

G_END_DECLS
