/* th-syscall-names.h - names of system calls by their numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ThSyscallNames ThSyscallNames;

/* Those of @machine, which is what `uname -m` prints there: "x86_64".  NULL where they are
 * not known, or @machine is NULL.  They live for ever. */
const ThSyscallNames *th_syscall_names_find (const char           *machine);
/* "sendto"; NULL where the number is not known, or @self is NULL.  A 32-bit program on a
 * 64-bit machine has other numbers, which recordings do not tell apart. */
const char           *th_syscall_names_get  (const ThSyscallNames *self,
                                             guint64               number);

G_END_DECLS
