/* th-kernel-symbols.h - kernel symbols provided by the user, or found on this machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For recordings without symbols (perf.data, a truncated trace.dat), or instead of
 * theirs.  /proc/kallsyms has the addresses of one boot.  A vmlinux has link-time
 * addresses; KASLR shifts the kernel (except modules) by a constant offset, which is
 * computed from _text or _stext: from kallsyms, if that was given too, or from perf's
 * record of the kernel mapping.  If neither is known, link-time addresses are used.
 *
 * Without files of the user, a file of debugging symbols is looked for by the build id, then
 * kallsyms: the copy that perf keeps, and /proc/kallsyms if the same kernel runs now.  These are
 * used if the kernel is at the address that the recording tells, and with those modules that are
 * where they were recorded, as another boot may have loaded them elsewhere.
 */
#pragma once

#include "th-elf.h"
#include "th-kernel-modules.h"

G_BEGIN_DECLS

/* What a recording contains about its kernel. */
typedef struct
{
  const guint8 *build_id;      /* NULL: unknown */
  gsize         build_id_size;
  const char   *reference;     /* "_text" or "_stext"; NULL: unknown */
  guint64       address;       /* of @reference */
  const ThModulePlace *modules;
  guint         n_modules;
} ThKernelPlace;

/* Sets the symbol files for recordings opened from now on; those that are open are not
 * affected until they are reloaded.  NULL: none.  @first: prefer them to symbols of the
 * recording.  Returns FALSE, and keeps the former files, if a file cannot be used.  Any
 * thread. */
gboolean    th_kernel_symbols_set      (const char          *kallsyms,
                                        const char          *vmlinux,
                                        gboolean             first,
                                        GError             **error);
/* Sets one symbol file, a copy of /proc/kallsyms or a vmlinux according to its content.  It is
 * preferred to symbols of the recording. */
gboolean    th_kernel_symbols_load     (const char          *path,
                                        GError             **error);
/* Whether the symbol files are preferred to symbols of the recording. */
gboolean    th_kernel_symbols_are_first (void);

/**
 * th_kernel_symbols_dup:
 * @place: the kernel of the recording; %NULL: unknown
 * @size: (out): size of the text
 * @doubt: (out): a sentence for the user if the symbols do not match the recording
 *   and are not used; or %NULL.  Free with g_free()
 *
 * Files of this machine are read, which takes longer than a frame of a window.  So if the build id
 * is known, it is an error to call this in a main loop; the load does it before
 * (th_load_options_set_early_symbols()).
 *
 * Returns: the symbols of the given files, or of a file found by the build id, as
 *   lines of kallsyms; or %NULL
 */
char       *th_kernel_symbols_dup      (const ThKernelPlace *place,
                                        gsize               *size,
                                        char               **doubt);

G_END_DECLS
