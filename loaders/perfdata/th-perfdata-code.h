/* th-perfdata-code.h - the code that a sample hit: its function and its file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The names are those of perf script -F sym,symoff,dso.  Only the name of a function of a
 * process may need a file that is not open yet (th_pf_maps_find_symbol()).
 *
 * Any thread.
 */
#pragma once

#include "th-perfdata-fields.h"

G_BEGIN_DECLS

/* Returns the address that represents the code at the instruction pointer of @record, sampled at
 * @time: of the kernel, or made up (th-reader.h).  0: unknown, as that of a guest. */
guint64     th_pf_code_find  (const ThPfFile   *file,
                              const ThPfRecord *record,
                              gint64            time);
/* Returns the path of the file that has the code, or the name that perf gives to other code:
 * "[kernel.kallsyms]", "[e1000]", "bpf_prog_….".  Lives as long as @file; NULL: unknown. */
const char *th_pf_code_get_dso (const ThPfFile *file,
                              guint64           code);
/* Appends " do_idle+0x1f6 ([kernel.kallsyms])", or nothing if neither is known. */
void        th_pf_code_print (const ThPfFile   *file,
                              guint64           code,
                              const char       *dso,
                              GString          *text);

G_END_DECLS
