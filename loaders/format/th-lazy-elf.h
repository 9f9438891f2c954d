/* th-lazy-elf.h - an ELF file that is opened when a symbol of it is first needed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Opening takes milliseconds, or a tenth of a second for a large library.  A thread that must not
 * wait (th_load_options_set_symbols_later()) lets a worker open the file.
 */
#pragma once

#include "th-elf.h"

G_BEGIN_DECLS

typedef struct _ThLazyElf ThLazyElf;

/* The file of th_elf_open_recorded(). */
ThLazyElf   *th_lazy_elf_new        (const ThElfRecorded *recorded);
/* The file of th_elf_open_module(). */
ThLazyElf   *th_lazy_elf_new_module (const char   *path,
                                     const guint8 *id,
                                     gsize         size);
/* The worker may need the file longer than its owner. */
void         th_lazy_elf_unref      (ThLazyElf    *self);

/* Any thread.  The caller must not hold a lock that the thread that must not wait may need.
 * Returns NULL if the file is not on this machine, or is not open yet.  Valid until @self is
 * freed. */
const ThElf *th_lazy_elf_get        (ThLazyElf    *self);

G_END_DECLS
