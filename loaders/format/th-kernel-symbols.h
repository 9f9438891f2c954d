/* th-kernel-symbols.h - symbols of the kernel that the user gives, or that lie on this machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For recordings that carry none (perf.data, a trace.dat that lost them), or
 * instead of theirs.  /proc/kallsyms has the addresses of one boot.  A vmlinux
 * has those that it was linked for; a kernel with KASLR lies elsewhere, by one
 * distance for all of it (modules aside), which is had by _text or _stext:
 * from kallsyms, where that was given too, or from perf's record of where the
 * kernel is.  Where nothing tells, the addresses are taken as linked.
 */
#pragma once

#include "th-elf.h"

G_BEGIN_DECLS

/* What a recording knows of its kernel. */
typedef struct
{
  const guint8 *build_id;      /* NULL: nothing */
  gsize         build_id_size;
  const char   *reference;     /* "_text" or "_stext"; NULL: unknown */
  guint64       address;       /* of it */
} ThKernelPlace;

/* For what is opened from now on; a recording that is open keeps what it has until it
 * is loaded again.  NULL: not given.  @first: also where the recording has its own.
 * FALSE: a file cannot be used, and what was given before stays.  Any thread. */
gboolean    th_kernel_symbols_set      (const char          *kallsyms,
                                        const char          *vmlinux,
                                        gboolean             first,
                                        GError             **error);
/* The same with one file, a copy of /proc/kallsyms or a vmlinux: its content decides.
 * It is used before the recording's own. */
gboolean    th_kernel_symbols_load     (const char          *path,
                                        GError             **error);
/* Whether the given ones come before the recording's own. */
gboolean    th_kernel_symbols_are_first (void);

/**
 * th_kernel_symbols_dup:
 * @place: or %NULL: nothing is known
 * @size: (out): of the text
 * @doubt: (out): a sentence for the user, where they do not fit the recording,
 *   which then has none of them; or %NULL.  Free with g_free()
 *
 * Returns: lines of kallsyms, of what was given, or by the build id; or %NULL
 */
char       *th_kernel_symbols_dup      (const ThKernelPlace *place,
                                        gsize               *size,
                                        char               **doubt);

G_END_DECLS
