/* th-perfdata-symbols.h - addresses whose names the records tell
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Such records are mappings of the kernel and its modules, and symbols of code that was made
 * at run time.  Filled by the load, asked by any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThPfSymbols ThPfSymbols;

ThPfSymbols *th_pf_symbols_new  (void);
void         th_pf_symbols_free (ThPfSymbols  *self);
/* @name need not be terminated.  Mappings of the whole kernel are left out. */
void         th_pf_symbols_add  (ThPfSymbols  *self,
                                 guint64       start,
                                 guint64       size,
                                 const guint8 *name,
                                 gsize         name_size);
/* The name of what lies at @address, valid as long as @self, and how far behind its start
 * that is; NULL: nothing is known to lie there. */
const char  *th_pf_symbols_find (ThPfSymbols  *self,
                                 guint64       address,
                                 guint64      *offset);

G_END_DECLS
