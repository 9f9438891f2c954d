/* th-kernel-modules.h - which modules of kallsyms are those of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The memory of a module when it was recorded. */
typedef struct
{
  const char *name;  /* as in kallsyms: "[e1000]" */
  guint64     start;
  guint64     end;
} ThModulePlace;

/* Removes from @kallsyms the symbols of modules, except those whose module was at the same place
 * when it was recorded: its first function is at the start of that, and a module is loaded at a
 * page of its own.  Returns the new length. */
gsize       th_kernel_modules_keep  (char                *kallsyms,
                                     const ThModulePlace *modules,
                                     guint                n_modules);

G_END_DECLS
