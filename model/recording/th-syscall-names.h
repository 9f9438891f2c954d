/* th-syscall-names.h - names of system calls by their numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThSyscallNames ThSyscallNames;

/* The names for @machine, as printed by `uname -m` there: "x86_64".  NULL if they are not
 * known, or @machine is NULL.  Static. */
const ThSyscallNames *th_syscall_names_find (const char           *machine);
/* "sendto"; NULL if the number is not known, or @self is NULL.  A 32-bit program on a
 * 64-bit machine uses other numbers, which recordings do not distinguish. */
const char           *th_syscall_names_get  (const ThSyscallNames *self,
                                             guint64               number);

G_END_DECLS
