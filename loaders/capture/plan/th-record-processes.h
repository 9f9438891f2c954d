/* th-record-processes.h - the processes that a plan names, on one target
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A plan names processes by number or by name.  A number belongs to one machine; a name is looked
 * up among the processes of each target.
 */
#pragma once

#include "th-target-facts.h"

G_BEGIN_DECLS

/* A word of digits is a number; any other word is a name (as in /proc/PID/comm, so 15 bytes at
 * most), in which "*" and "?" match as in a shell. */
gboolean th_record_process_is_number (const char           *word);
/* The pids (gint32) of all words; NULL and @error if a number cannot be a pid, or if the target had
 * no process of a name when the facts were collected. */
GArray  *th_record_processes_find    (char *const          *words,
                                      const ThTargetFacts  *facts,
                                      GError              **error);

G_END_DECLS
