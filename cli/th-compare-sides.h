/* th-compare-sides.h - the recordings of both sides of `thresh compare`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-commands.h"
#include "th-compare-run.h"

G_BEGIN_DECLS

/* Loads the files of A, then those of B, and adds the run of each to @a and @b (element-type
 * ThCompareRun).  Two recordings at a time are analyzed at once, and freed before the next
 * ones are loaded.  A baseline adds all of its runs; "FILE@FROM..TO" is a span of a
 * recording, with times for th_time_span_parse().  Errors are reported; nothing is loaded
 * after TH_EXIT_REFUSED or TH_EXIT_USAGE. */
ThExit   th_compare_sides_load  (char             **files_a,
                                 char             **files_b,
                                 char             **with,
                                 GPtrArray         *a,
                                 GPtrArray         *b);

G_END_DECLS
