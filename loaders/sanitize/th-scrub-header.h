/* th-scrub-header.h - finds personal data in the header of a trace.dat, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lengths do not change.
 */
#pragma once

#include "th-renames.h"

G_BEGIN_DECLS

/* The data of the option @id. */
void th_scrub_option   (ThRenames *renames,
                        guint      id,
                        char      *data,
                        gsize      size);
/* The table of the names of tasks: its size in 8 bytes, then lines "PID NAME". */
void th_scrub_names    (ThRenames *renames,
                        char      *data,
                        gsize      size);
/* The counters of th-counters.h. */
void th_scrub_counters (ThRenames *renames,
                        char      *data,
                        gsize      size);

G_END_DECLS
