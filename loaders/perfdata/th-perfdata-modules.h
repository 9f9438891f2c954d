/* th-perfdata-modules.h - the modules of the kernel, and the names of functions in them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perf records the memory of each module.  The .text of the module is at its start, as in perf; the
 * functions of other sections have no names.
 */
#pragma once

#include "th-kernel-modules.h"
#include "th-perfdata-maps.h"

G_BEGIN_DECLS

typedef struct _ThPfModules ThPfModules;

/* The load adds modules; any thread may look them up.  @maps has their build ids. */
ThPfModules *th_pf_modules_new      (ThPfMaps        *maps);
void         th_pf_modules_free     (ThPfModules     *self);
/* @path: "/lib/modules/…/e1000.ko.xz" or "[e1000]"; ignored if it is neither. */
void         th_pf_modules_add      (ThPfModules     *self,
                                     guint64          start,
                                     guint64          size,
                                     const guint8    *path,
                                     gsize            path_size);
/* Returns the name of the function at @address, from the file of the module; NULL if that is not on
 * this machine.  The string is owned by @self. */
const char  *th_pf_modules_find     (ThPfModules     *self,
                                     guint64          address,
                                     guint64         *offset);
/* Returns the module at @address as in kallsyms, "[e1000]"; or NULL. */
const char  *th_pf_modules_get_name (ThPfModules     *self,
                                     guint64          address);
/* Returns all modules; their names are owned by @self. */
GArray      *th_pf_modules_list     (ThPfModules     *self);

G_END_DECLS
